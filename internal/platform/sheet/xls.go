package sheet

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/richardlehane/mscfb"
)

// The records of a BIFF8 stream that carry cells, as Microsoft's [MS-XLS] names and numbers them.
const (
	recFormula    = 0x0006
	recFilePass   = 0x002F
	recDate1904   = 0x0022
	recContinue   = 0x003C
	recBoundSheet = 0x0085
	recMulRK      = 0x00BD
	recSST        = 0x00FC
	recLabelSST   = 0x00FD
	recNumber     = 0x0203
	recLabel      = 0x0204
	recBoolErr    = 0x0205
	recString     = 0x0207
	recRK         = 0x027E
	recBOF        = 0x0809
	recEOF        = 0x000A

	biff8      = 0x0600
	worksheet  = 0x0010
	longestRec = 8224 // bytes of one record; longer ones go on in recContinue
)

// readXLS reads the cells of a workbook of Excel 97 to 2003. Older ones are refused as no workbook, protected ones as
// encrypted. It trusts no length and no index of the file.
func readXLS(data []byte, limits Limits, visit func(Row) error) error {
	stream, err := workbookStream(data, limits)
	if err != nil {
		return err
	}
	b := &book{limits: limits}
	for r, ok := b.next(&stream); ok; r, ok = b.next(&stream) {
		if err := b.read(r); err != nil {
			return err
		}
	}
	if len(b.sheets) == 0 {
		return &Error{Kind: NotWorkbook, Cause: errors.New("no sheet in the stream")}
	}
	count := counter{limits: limits}
	for i, s := range b.sheets {
		name := fmt.Sprintf("Sheet%d", i+1)
		if i < len(b.names) {
			name = b.names[i]
		}
		for _, number := range slices.Sorted(maps.Keys(s)) {
			cells := s[number]
			holds, err := count.admit(name, number+1, cells)
			if err == nil && holds {
				err = visit(Row{Sheet: name, Number: number + 1, Cells: cells, Date1904: b.date1904})
			}
			if err != nil {
				return err
			}
		}
	}
	if count.rows == 0 {
		return &Error{Kind: Empty}
	}
	return nil
}

// workbookStream takes the stream with the cells out of its container. An encrypted xlsx lies in the same container,
// under other names.
func workbookStream(data []byte, limits Limits) (stream []byte, err error) {
	defer func() {
		if p := recover(); p != nil { // third-party code on hostile input
			err = &Error{Kind: NotWorkbook, Cause: fmt.Errorf("reader: %v", p)}
		}
	}()
	container, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, &Error{Kind: NotWorkbook, Cause: err}
	}
	for entry, err := container.Next(); err == nil; entry, err = container.Next() {
		switch entry.Name {
		case "Workbook":
			stream, err = io.ReadAll(io.LimitReader(entry, limits.Unpacked+1))
			switch {
			case err != nil:
				return nil, &Error{Kind: NotWorkbook, Cause: err}
			case int64(len(stream)) > limits.Unpacked:
				return nil, &Error{Kind: TooLarge}
			}
			return stream, nil
		case "EncryptedPackage", "EncryptionInfo":
			return nil, &Error{Kind: Encrypted}
		}
	}
	return nil, &Error{Kind: NotWorkbook, Cause: errors.New("no workbook in the container")}
}

// biffRecord is one record with the parts that continue it.
type biffRecord struct {
	id    uint16
	parts [][]byte
}

// book gathers what the records say.
type book struct {
	limits   Limits
	names    []string           // of the sheets, in their order
	sheets   []map[int][]string // cells by row, both from 0; only worksheets
	depth    int                // of nested streams: charts inside a sheet begin and end like sheets
	cells    bool               // the stream at depth 1 is a worksheet
	kept     int                // cells kept so far
	texts    []string           // the shared strings
	date1904 bool
	pending  [2]int // row and column of the formula whose text follows
	awaits   bool
}

// next cuts a record off the stream; a torn one ends the reading.
func (b *book) next(stream *[]byte) (biffRecord, bool) {
	id, body, ok := cut(stream)
	r := biffRecord{id: id, parts: [][]byte{body}}
	for ok && len(*stream) >= 4 && binary.LittleEndian.Uint16(*stream) == recContinue {
		_, more, whole := cut(stream)
		if !whole {
			break
		}
		r.parts = append(r.parts, more)
	}
	return r, ok
}

func cut(stream *[]byte) (id uint16, body []byte, ok bool) {
	s := *stream
	if len(s) < 4 {
		return 0, nil, false
	}
	id, n := binary.LittleEndian.Uint16(s), int(binary.LittleEndian.Uint16(s[2:]))
	if n > longestRec || 4+n > len(s) {
		return 0, nil, false
	}
	*stream = s[4+n:]
	return id, s[4 : 4+n], true
}

// read takes what one record says.
func (b *book) read(r biffRecord) error {
	d := r.parts[0]
	switch r.id {
	case recBOF:
		return b.begin(d)
	case recEOF:
		b.depth--
	case recFilePass:
		return &Error{Kind: Encrypted}
	case recDate1904:
		b.date1904 = len(d) >= 2 && d[0] != 0
	case recBoundSheet: // position, state, kind, then a short string
		if len(d) > 8 && d[5] == 0 {
			c := cursor{parts: [][]byte{d[8:]}}
			if name, ok := c.text(int(d[6]), d[7]&1 != 0); ok {
				b.names = append(b.names, name)
			}
		}
	case recSST:
		b.texts = sharedStrings(r.parts, b.limits)
	}
	if b.depth == 1 && b.cells {
		return b.cell(r)
	}
	return nil
}

func (b *book) begin(d []byte) error {
	if len(d) < 4 || binary.LittleEndian.Uint16(d) != biff8 {
		return &Error{Kind: NotWorkbook, Cause: errors.New("a workbook older than Excel 97")}
	}
	if b.depth++; b.depth == 1 {
		if b.cells = binary.LittleEndian.Uint16(d[2:]) == worksheet; b.cells {
			b.sheets = append(b.sheets, map[int][]string{})
		}
	}
	return nil
}

// cell keeps the value of a record that carries one.
func (b *book) cell(r biffRecord) error {
	d := r.parts[0]
	if r.id == recString { // the text result of the formula before it
		if text, ok := longText(r.parts); ok && b.awaits {
			b.awaits = false
			return b.keep(b.pending[0], b.pending[1], text)
		}
		return nil
	}
	if len(d) < 10 && r.id != recBoolErr || len(d) < 8 {
		return nil
	}
	row, column := int(binary.LittleEndian.Uint16(d)), int(binary.LittleEndian.Uint16(d[2:]))
	switch r.id {
	case recLabelSST:
		if i := binary.LittleEndian.Uint32(d[6:]); uint64(i) < uint64(len(b.texts)) {
			return b.keep(row, column, b.texts[i])
		}
	case recLabel:
		if text, ok := longText([][]byte{d[6:]}); ok {
			return b.keep(row, column, text)
		}
	case recNumber:
		if len(d) >= 14 {
			return b.keep(row, column, number(float64At(d[6:])))
		}
	case recRK:
		return b.keep(row, column, number(rk(binary.LittleEndian.Uint32(d[6:]))))
	case recMulRK: // row, first column, {format, value}..., last column
		for at := 4; at+6 <= len(d)-2; at += 6 {
			if err := b.keep(row, column+(at-4)/6, number(rk(binary.LittleEndian.Uint32(d[at+2:])))); err != nil {
				return err
			}
		}
	case recBoolErr:
		if d[7] == 0 { // 1 is an error value such as #N/A: an empty cell for us
			return b.keep(row, column, strconv.FormatBool(d[6] != 0))
		}
	case recFormula: // the value that the spreadsheet program last computed
		if len(d) < 14 {
			return nil
		}
		if d[12] != 0xFF || d[13] != 0xFF {
			return b.keep(row, column, number(float64At(d[6:])))
		}
		switch d[6] {
		case 0:
			b.pending, b.awaits = [2]int{row, column}, true
		case 1:
			return b.keep(row, column, strconv.FormatBool(d[8] != 0))
		}
	}
	return nil
}

func (b *book) keep(row, column int, text string) error {
	sheet := b.sheets[len(b.sheets)-1]
	if column >= b.limits.Columns {
		if strings.TrimSpace(text) == "" {
			return nil
		}
		return &Error{Kind: TooManyColumns, Row: row + 1}
	}
	cells := sheet[row]
	if grow := column + 1 - len(cells); grow > 0 {
		if b.kept += grow; int64(b.kept) > b.limits.Unpacked/16 { // a cell costs its string's header
			return &Error{Kind: TooLarge}
		}
		cells = append(cells, make([]string, grow)...)
	}
	cells[column] = plain(strings.TrimSpace(text))
	sheet[row] = cells
	return nil
}

func float64At(d []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(d)) }

// rk unpacks a number of 30 bits: an integer or the upper part of a float, perhaps in hundredths.
func rk(v uint32) float64 {
	f := math.Float64frombits(uint64(v&^3) << 32)
	if v&2 != 0 {
		f = float64(int32(v) >> 2)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}

func number(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}
