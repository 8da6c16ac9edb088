package sheet

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/richardlehane/mscfb"
)

// The records of a BIFF8 stream that carry cells, as Microsoft's [MS-XLS] names and numbers them.
const (
	recFormula    = 0x0006
	recFilePass   = 0x002F
	recDate1904   = 0x0022
	recContinue   = 0x003C
	recBoundSheet = 0x0085
	recXF         = 0x00E0
	recFormat     = 0x041E
	recMulRK      = 0x00BD
	recSST        = 0x00FC
	recLabelSST   = 0x00FD
	recNumber     = 0x0203
	recLabel      = 0x0204
	recBoolErr    = 0x0205
	recString     = 0x0207
	recMergeCells = 0x00E5
	recRK         = 0x027E
	recRow        = 0x0208
	recBOF        = 0x0809
	recEOF        = 0x000A

	biff8      = 0x0600
	worksheet  = 0x0010
	longestRec = 8224 // bytes of one record; longer ones go on in recContinue
)

// readXLS reads the cells of a workbook of Excel 97 to 2003. Older ones are refused as no workbook, protected ones as
// encrypted. It trusts no length and no index of the file: what is torn or points nowhere is an error, never a row less.
func readXLS(ctx context.Context, data []byte, limits Limits, visit func(Row) error) error {
	stream, computed, err := workbookStream(data, limits)
	if err != nil {
		return err
	}
	b := &book{ctx: ctx, limits: limits, computed: computed}
	if err := b.readAll(stream); err != nil {
		return err
	}
	if len(b.sheets) == 0 {
		return &Error{Kind: Damaged, Cause: errors.New("no sheet in the stream")}
	}
	count := counter{limits: limits}
	for i, s := range b.sheets {
		name, merged := b.name(i), &b.merges[i]
		merged.sort()
		for _, number := range slices.Sorted(maps.Keys(s)) {
			cells := s[number]
			holds, err := count.admit(name, number+1, cells)
			row := Row{Sheet: name, Number: number + 1, Cells: cells, Date1904: b.date1904, Kinds: b.kinds[i][number], Shown: b.shown[i][number], Units: b.units[i][number], HiddenSheet: i < len(b.hidden) && b.hidden[i], Hidden: b.hiddenRows[i][number]}
			merged.cover(&row)
			if err == nil && holds {
				err = count.besides(row)
			}
			if err == nil && holds {
				err = visit(row)
			}
			if err != nil {
				return err
			}
		}
	}
	if !count.begun {
		return &Error{Kind: Empty}
	}
	return nil
}

// workbookStream takes the stream with the cells out of its container. An encrypted xlsx lies in the same container,
// under other names. computed says that a spreadsheet program has written it: each leaves its summary beside the cells, which
// libraries that do not know the results of formulas leave out.
func workbookStream(data []byte, limits Limits) (stream []byte, computed bool, err error) {
	defer func() {
		if p := recover(); p != nil { // third-party code on hostile input
			err = &Error{Kind: NotWorkbook, Cause: fmt.Errorf("reader: %v", p)}
		}
	}()
	container, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, false, &Error{Kind: Damaged, Cause: err}
	}
	old, content := false, ContentDocument
	for entry, err := container.Next(); err == nil; entry, err = container.Next() {
		switch entry.Name {
		case "Book": // beside a Workbook it is a copy for old programs
			old = true
		case "Workbook":
			whole := int64(len(data)) // a stream that is longer than its file goes round in a circle
			held := bytes.NewBuffer(make([]byte, 0, min(max(entry.Size, 0), whole)+bytes.MinRead))
			_, err = held.ReadFrom(io.LimitReader(entry, min(limits.Unpacked, whole)+1))
			stream = held.Bytes()
			switch {
			case err != nil:
				return nil, false, &Error{Kind: Damaged, Cause: err}
			case int64(len(stream)) > limits.Unpacked:
				return nil, false, &Error{Kind: TooLarge, Limit: limits.Unpacked}
			case int64(len(stream)) > whole:
				return nil, false, &Error{Kind: Damaged, Cause: errors.New("a stream that is longer than its file")}
			case int64(len(stream)) < int64(entry.Size):
				return nil, false, &Error{Kind: Damaged, Cause: io.ErrUnexpectedEOF}
			}
		case "WordDocument":
			content = ContentWord
		case "PowerPoint Document":
			content = ContentSlides
		case "SummaryInformation":
			computed = true
		case "EncryptedPackage", "EncryptionInfo":
			return nil, false, &Error{Kind: Encrypted}
		}
	}
	if stream != nil {
		return stream, computed, nil
	}
	if old {
		return nil, false, &Error{Kind: NotWorkbook, Content: ContentOldBook, Cause: errors.New("the workbook of a program older than Excel 97")}
	}
	return nil, false, &Error{Kind: NotWorkbook, Content: content, Cause: errors.New("no workbook in the container")}
}

// biffRecord is one record with the parts that continue it.
type biffRecord struct {
	id    uint16
	parts [][]byte
}

// book gathers what the records say.
type book struct {
	ctx    context.Context
	limits Limits
	names  []string              // of the sheets, in their order
	hidden []bool                // the same sheets
	sheets []map[int][]string    // cells by row, both from 0; only worksheets
	shown  []map[int][]string    // of the same rows, as in Row
	units  []map[int][]string    // of the same rows, as in Row
	kinds  []map[int][]ValueKind // of their moments
	merges []merges              // of the same sheets
	// hiddenRows are the rows of the same sheets that are not shown, from 0.
	hiddenRows []map[int]bool
	depth      int      // of nested streams: charts inside a sheet begin and end like sheets
	cells      bool     // the stream at depth 1 is a worksheet
	expected   int      // worksheets that the directory of the stream names
	row        int      // from 0, of the cell that was read last
	kept       int      // cells kept so far
	rows       int      // that hold some
	texts      []string // the shared strings
	date1904   bool
	computed   bool                 // results of formulas are results, see workbookStream
	own        map[uint16]ownFormat // formats of the file's own
	formats    []uint16             // of the cells, by the number that a cell names
	pending    [2]int               // row and column of the formula whose text follows
	awaits     bool
}

// readAll takes all records in. The stream is whole when it ends with the end of a sheet; what follows is padding.
func (b *book) readAll(stream []byte) error {
	for n := 0; len(stream) > 0; n++ {
		if n%checkEvery == 0 && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		if b.depth == 0 && len(b.sheets) > 0 && len(b.sheets) >= b.expected && zeros(stream) {
			return nil
		}
		r, ok := next(&stream)
		if !ok {
			return b.torn("a record of the stream")
		}
		if err := b.read(r); err != nil {
			return b.at(err)
		}
	}
	if b.depth != 0 || len(b.sheets) < b.expected {
		return b.torn("the stream")
	}
	return nil
}

// zeros tells the padding of the last sector.
func zeros(stream []byte) bool { return len(bytes.Trim(stream, "\x00")) == 0 }

// torn is the error of what ends in its middle or points nowhere.
func (b *book) torn(what string) error {
	return b.at(&Error{Kind: Damaged, Cause: fmt.Errorf("%s is torn", what)})
}

// at adds the sheet and row that were read last.
func (b *book) at(err error) error {
	var e *Error
	if errors.As(err, &e) && e.Sheet == "" && len(b.sheets) > 0 {
		e.Sheet = b.name(len(b.sheets) - 1)
		if e.Row == 0 {
			e.Row = b.row + 1
		}
	}
	return err
}

// name is what the sheet of that index is called.
func (b *book) name(i int) string {
	if i < len(b.names) {
		return b.names[i]
	}
	return fmt.Sprintf("Sheet%d", i+1)
}

// next cuts a record off the stream, with those that continue it.
func next(stream *[]byte) (biffRecord, bool) {
	id, body, ok := cut(stream)
	r := biffRecord{id: id, parts: [][]byte{body}}
	for ok && len(*stream) >= 4 && binary.LittleEndian.Uint16(*stream) == recContinue {
		_, more, whole := cut(stream)
		if !whole {
			return r, false
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
		if b.depth--; b.depth < 0 {
			return b.torn("the nesting of the stream")
		}
	case recFilePass:
		return &Error{Kind: Encrypted}
	case recDate1904:
		b.date1904 = len(d) >= 2 && d[0] != 0
	case recBoundSheet: // position, state, kind, then a short string
		if len(d) > 8 && d[5] == 0 {
			c := cursor{parts: [][]byte{d[8:]}}
			name, ok := c.text(int(d[6]), d[7]&1 != 0)
			if !ok {
				return b.torn("the name of a sheet")
			}
			if b.expected++; b.expected > maxParts {
				return &Error{Kind: TooManyParts, Limit: maxParts}
			}
			b.names, b.hidden = append(b.names, name), append(b.hidden, d[4]&3 != 0)
		}
	case recFormat:
		if len(d) >= 5 {
			c := cursor{parts: [][]byte{d[5:]}}
			if code, ok := c.text(int(binary.LittleEndian.Uint16(d[2:])), d[4]&1 != 0); ok {
				if b.own == nil {
					b.own = map[uint16]ownFormat{}
				}
				b.own[binary.LittleEndian.Uint16(d)] = readFormat(code)
			}
		}
	case recXF:
		if len(d) >= 4 {
			b.formats = append(b.formats, binary.LittleEndian.Uint16(d[2:]))
		}
	case recSST:
		var err error
		if b.texts, err = sharedStrings(r.parts, b.limits); err != nil {
			return err
		}
	}
	if b.depth == 1 && b.cells {
		return b.cell(r)
	}
	return nil
}

func (b *book) begin(d []byte) error {
	if len(d) < 4 || binary.LittleEndian.Uint16(d) != biff8 {
		return &Error{Kind: NotWorkbook, Content: ContentOldBook, Cause: errors.New("a workbook older than Excel 97, or a torn one")}
	}
	if b.depth++; b.depth == 1 {
		if b.cells = binary.LittleEndian.Uint16(d[2:]) == worksheet; b.cells {
			if len(b.sheets) >= maxParts {
				return &Error{Kind: TooManyParts, Limit: maxParts}
			}
			b.sheets, b.merges, b.row = append(b.sheets, map[int][]string{}), append(b.merges, merges{}), 0
			b.hiddenRows = append(b.hiddenRows, map[int]bool{})
			b.shown, b.units, b.kinds = append(b.shown, map[int][]string{}), append(b.units, map[int][]string{}), append(b.kinds, map[int][]ValueKind{})
		}
	}
	return nil
}
