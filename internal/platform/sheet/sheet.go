// Package sheet reads and writes tables: xlsx workbooks and csv files, and reads xls; row by row and within limits.
//
// What lives here: the file formats, their limits and the errors that a bad file gives. What never does: the meaning
// of a column, wording for a user, storage.
package sheet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Kind says why a file cannot be read.
type Kind int

// The kinds of Error. The caller words them.
const (
	Empty          Kind = iota + 1 // no byte, or no row at all
	NotWorkbook                    // no readable xlsx, xls or text table
	Encrypted                      // protected by a password
	TooLarge                       // more bytes than Limits allows, packed or unpacked
	TooManyRows                    // more rows than Limits allows in all sheets together
	TooManyColumns                 // a cell to the right of the last allowed column
)

var kindNames = map[Kind]string{
	Empty: "empty", NotWorkbook: "not a workbook", Encrypted: "encrypted", TooLarge: "too large",
	TooManyRows: "too many rows", TooManyColumns: "too many columns",
}

// String names the kind for logs and tests.
func (k Kind) String() string { return kindNames[k] }

// Error is every error of reading that the file is to blame for.
type Error struct {
	Kind  Kind
	Sheet string // where it was found, "" when it is the file as a whole
	Row   int    // 1-based, 0 when it is not about one row
	Cause error  // for the log
}

// Error says the kind and the place.
func (e *Error) Error() string {
	s := "sheet: " + e.Kind.String()
	if e.Sheet != "" {
		s += fmt.Sprintf(" (sheet %q, row %d)", e.Sheet, e.Row)
	}
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// KindOf is the kind of err, 0 when a file is not to blame.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return 0
}

// Limits bound what a file may cost. A zero field takes the value of Standard.
type Limits struct {
	Bytes    int64 // of the file as it was sent
	Unpacked int64 // of an xlsx after unpacking, in all parts together
	Rows     int   // rows that hold something, in all sheets together
	Columns  int   // per row
}

// Standard are the limits of an upload: 20 MiB, 64 MiB unpacked, 200 000 rows, 256 columns.
var Standard = Limits{Bytes: 20 << 20, Unpacked: 64 << 20, Rows: 200_000, Columns: 256}

func (l Limits) filled() Limits {
	if l.Bytes == 0 {
		l.Bytes = Standard.Bytes
	}
	if l.Unpacked == 0 {
		l.Unpacked = Standard.Unpacked
	}
	if l.Rows == 0 {
		l.Rows = Standard.Rows
	}
	if l.Columns == 0 {
		l.Columns = Standard.Columns
	}
	return l
}

// Row is one row that holds something.
type Row struct {
	Sheet  string   // name of the sheet; "" for csv
	Number int      // 1-based, as a spreadsheet program shows it
	Cells  []string // trailing empty cells may be missing; valid until the next row is read
	// Date1904 says that serial dates of the workbook count from 1904.
	Date1904 bool
}

// Format is what the first bytes of a file say.
type Format int

// The formats that Sniff tells apart.
const (
	Unknown Format = iota
	XLSX
	XLS // of Excel 97 to 2003; an encrypted xlsx begins alike
	JSON
	Text
)

// sniffed is how much of a text is searched for what no text holds.
const sniffed = 4096

// control tells the characters that stand in pictures and programs, never in a table.
func control(c rune) bool { return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' }

// Sniff guesses the format from the content, never from the name.
func Sniff(data []byte) Format {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		return XLSX
	case bytes.HasPrefix(data, []byte{0xD0, 0xCF, 0x11, 0xE0}):
		return XLS
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(data, bom), " \t\r\n")
	switch {
	case len(text) == 0 || bytes.IndexFunc(text[:min(len(text), sniffed)], control) >= 0 || bytes.IndexByte(text, 0) >= 0:
		return Unknown
	case text[0] == '{':
		return JSON
	}
	return Text
}

// Slurp reads a whole upload, and no more of it than the limit.
func Slurp(r io.Reader, limits Limits) ([]byte, error) {
	limit := limits.filled().Bytes
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &Error{Kind: TooLarge}
	}
	return data, nil
}

// Read calls visit for every row that holds something, sheet by sheet, whether data is xlsx, xls or csv. It fails with an
// *Error where the file is to blame, and with visit's own error where that refuses a row.
func Read(data []byte, limits Limits, visit func(Row) error) error {
	limits = limits.filled()
	if int64(len(data)) > limits.Bytes {
		return &Error{Kind: TooLarge}
	}
	if len(bytes.TrimSpace(bytes.TrimPrefix(data, bom))) == 0 {
		return &Error{Kind: Empty}
	}
	switch Sniff(data) {
	case XLSX:
		return readXLSX(data, limits, visit)
	case Text, JSON: // a csv may begin with a brace
		return readCSV(data, limits, visit)
	case XLS:
		return readXLS(data, limits, visit)
	default:
		return &Error{Kind: NotWorkbook}
	}
}

// counter enforces the limits that are common to both formats.
type counter struct {
	limits Limits
	rows   int
}

// admit says whether the row holds something; err when it is one too many or too wide.
func (c *counter) admit(sheet string, number int, cells []string) (bool, error) {
	last := len(cells)
	for last > 0 && cells[last-1] == "" {
		last--
	}
	if last == 0 {
		return false, nil
	}
	if last > c.limits.Columns {
		return false, &Error{Kind: TooManyColumns, Sheet: sheet, Row: number}
	}
	if c.rows++; c.rows > c.limits.Rows {
		return false, &Error{Kind: TooManyRows, Sheet: sheet, Row: number}
	}
	return true, nil
}
