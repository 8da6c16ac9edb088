package sheet

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

var bom = []byte{0xEF, 0xBB, 0xBF}

// withoutSurrogates is data without halves of surrogate pairs in the bytes of UTF-8, where they must not stand: some programs
// write rare characters so.
func withoutSurrogates(data []byte) []byte {
	out := make([]byte, 0, len(data))
	for len(data) > 0 {
		at := bytes.IndexByte(data, 0xED)
		if at < 0 {
			at = len(data)
		}
		out = append(out, data[:at]...)
		if data = data[at:]; len(data) >= 3 && data[1] >= 0xA0 && data[1] < 0xC0 && data[2] >= 0x80 && data[2] < 0xC0 {
			data = data[3:]
		} else if len(data) > 0 {
			out, data = append(out, data[0]), data[1:]
		}
	}
	return out
}

// utf8Text is data as UTF-8: with or without a byte order mark, else as GB18030, the encoding of a Chinese spreadsheet
// program's csv; assumed says that nothing in the file tells so.
func utf8Text(data []byte, limit int64) (text []byte, assumed bool, err error) {
	data, marked := bytes.CutPrefix(data, bom)
	if !utf8.Valid(data) {
		if marked || utf8.Valid(withoutSurrogates(data)) { // what else it could mean is not what was written
			return nil, false, &Error{Kind: WrongEncoding, Cause: errors.New("broken UTF-8")}
		}
		decoded, err := io.ReadAll(io.LimitReader(simplifiedchinese.GB18030.NewDecoder().Reader(bytes.NewReader(data)), limit+1))
		if err != nil || bytes.ContainsRune(decoded, utf8.RuneError) {
			return nil, false, &Error{Kind: WrongEncoding, Cause: errors.New("neither UTF-8 nor GB18030")}
		}
		if int64(len(decoded)) > limit {
			return nil, false, &Error{Kind: TooLarge, Limit: limit}
		}
		data, assumed = decoded, true
	}
	if bytes.IndexByte(data, '\n') < 0 && bytes.IndexByte(data, '\r') >= 0 { // lines of old Macintosh programs
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	return data, assumed, nil
}

// Doubted is the first cell of a row whose letters depend on the encoding that was assumed; false where there is none.
func (r Row) Doubted() (column int, found bool) {
	if !r.Assumed {
		return 0, false
	}
	column = slices.IndexFunc(r.Cells, func(cell string) bool {
		return strings.ContainsFunc(cell, func(c rune) bool { return c >= utf8.RuneSelf })
	})
	return column, column >= 0
}

// wide tells whether data looks like a text of two or four bytes a character: by the byte order mark that spreadsheet programs
// write, or by zeros in every other place of its first line, which plain letters and separators have there.
func wide(data []byte) bool {
	if bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) || bytes.HasPrefix(data, []byte{0, 0, 0xFE, 0xFF}) {
		return true
	}
	head := data[:min(len(data), 512)]
	zeros := [2]int{}
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	return min(zeros[0], zeros[1]) == 0 && max(zeros[0], zeros[1]) >= len(head)/4 && len(head) > 3
}

// separator is the most frequent of the three usual ones in the first line.
func separator(text []byte) byte {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	best, most := byte(','), bytes.Count(line, []byte(","))
	for _, c := range []byte("\t;") {
		if n := bytes.Count(line, []byte{c}); n > most {
			best, most = c, n
		}
	}
	return best
}

func readCSV(ctx context.Context, data []byte, limits Limits, visit func(Row) error) error {
	text, assumed, err := utf8Text(data, limits.Unpacked)
	if err != nil {
		return err
	}
	in := &records{text: text, separator: separator(text), limits: limits}
	count := counter{limits: limits}
	for len(in.text) > 0 {
		if err := in.next(); err != nil {
			return err
		}
		if in.number%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		for i := range in.cells {
			in.cells[i] = plainCSV(strings.TrimSpace(in.cells[i]))
		}
		holds, err := count.admit("", in.number, in.cells)
		if err != nil {
			return err
		}
		if !holds {
			continue
		}
		if err := visit(Row{Number: in.number, Cells: in.cells, Assumed: assumed}); err != nil {
			return err
		}
	}
	if !count.begun {
		return &Error{Kind: Empty}
	}
	return nil
}

// records cuts a text into rows. The reader of the standard library takes a row of any length and, where it is to bear
// with a quotation mark inside a plain cell, also one that is never closed: it would swallow the rest of the file.
type records struct {
	text      []byte // what is left
	separator byte
	limits    Limits
	number    int // of the row in cells: one for each row that a spreadsheet program shows, blank ones too
	cells     []string
}

// next reads one row.
func (in *records) next() error {
	in.number++
	in.cells = in.cells[:0]
	for {
		cell, last, err := in.cell()
		if err != nil {
			return err
		}
		if len(in.cells) >= 4*in.limits.Columns { // trailing separators are harmless, a flood of them is not
			return &Error{Kind: TooManyColumns, Row: in.number, Limit: int64(in.limits.Columns)}
		}
		if in.cells = append(in.cells, cell); last {
			return nil
		}
	}
}

// cell reads one cell; last says that the row ends with it.
func (in *records) cell() (cell string, last bool, err error) {
	if len(in.text) > 0 && in.text[0] == '"' {
		return in.quoted()
	}
	end := 0
	for end < len(in.text) && in.text[end] != in.separator && in.text[end] != '\n' {
		if end++; end > 4*CellText {
			return "", false, &Error{Kind: TooLong, Row: in.number, Limit: CellText}
		}
	}
	cell = string(in.text[:end])
	last = in.end(end)
	return cell, last, nil
}

// end passes over a cell of n bytes and what ends it, and tells whether that ends the row.
func (in *records) end(n int) bool {
	if n >= len(in.text) {
		in.text = nil
		return true
	}
	last := in.text[n] == '\n'
	in.text = in.text[n+1:]
	if len(in.text) == 0 && !last { // a separator at the very end: an empty cell follows that nobody needs
		return true
	}
	return last
}

// quoted reads a cell between quotation marks, in which two stand for one.
func (in *records) quoted() (cell string, last bool, err error) {
	fault := func(cause string) (string, bool, error) {
		return "", false, &Error{Kind: Damaged, Row: in.number, Cause: errors.New(cause)}
	}
	var b strings.Builder
	for rest := in.text[1:]; ; {
		i := bytes.IndexByte(rest, '"')
		if i < 0 {
			return fault("a quotation mark is never closed")
		}
		if b.Len()+i > 4*CellText {
			return "", false, &Error{Kind: TooLong, Row: in.number, Limit: CellText}
		}
		b.Write(rest[:i])
		rest = rest[i+1:]
		if len(rest) > 0 && rest[0] == '"' {
			b.WriteByte('"')
			rest = rest[1:]
			continue
		}
		rest = bytes.TrimPrefix(rest, []byte("\r"))
		if len(rest) > 0 && rest[0] != in.separator && rest[0] != '\n' {
			return fault("text after a closing quotation mark")
		}
		in.text = rest
		return strings.ReplaceAll(b.String(), "\r\n", "\n"), in.end(0), nil
	}
}

// WriteCSV writes UTF-8 with a byte order mark, so that every spreadsheet program reads the Chinese rightly. Formulas
// are neutralised.
func WriteCSV(w io.Writer, rows iter.Seq[[]any]) error {
	if _, err := w.Write(bom); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.UseCRLF = true
	var record []string
	for row := range rows {
		record = record[:0]
		for _, v := range row {
			switch v := v.(type) {
			case nil:
				record = append(record, "")
			case string:
				record = append(record, neutralCSV(v))
			default:
				record = append(record, fmt.Sprint(v))
			}
		}
		if len(record) == 1 && record[0] == "" { // a blank line would not count as a row
			record[0] = " "
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
