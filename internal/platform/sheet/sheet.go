// Package sheet reads and writes tables: xlsx workbooks and csv files, and reads xls; row by row and within limits.
//
// What lives here: the file formats, their limits and the errors that a bad file gives. What never does: the meaning
// of a column, wording for a user, storage.
package sheet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"unicode/utf8"
)

// Kind says why a file cannot be read.
type Kind int

// The kinds of Error. The caller words them.
const (
	Empty           Kind = iota + 1 // no byte, or no row at all
	NotWorkbook                     // no xlsx, xls or text table
	Encrypted                       // protected by a password
	TooLarge                        // more bytes than Limits allows, packed or unpacked
	TooManyRows                     // more rows than Limits allows in all sheets together
	TooManyColumns                  // a cell to the right of the last allowed column
	Damaged                         // torn, or against the rules of its own format: what it says cannot be trusted
	TooLong                         // one cell holds more text than a spreadsheet program allows
	TooManyCells                    // more cells than Limits allows, gaps between cells counted
	TooMuchText                     // more text in all cells together than Limits allows
	TooManyParts                    // more files or sheets inside a workbook than any has
	TooManyElements                 // more XML elements in one part, or deeper ones, than any workbook has
	TooManyBlanks                   // more rows and cells without a value than any format of a sheet reaches
	WrongEncoding                   // a text in an encoding that is not read: neither UTF-8 nor GB18030
)

var kindNames = map[Kind]string{
	Empty: "empty", NotWorkbook: "not a workbook", Encrypted: "encrypted", TooLarge: "too large",
	TooManyRows: "too many rows", TooManyColumns: "too many columns", Damaged: "damaged", TooLong: "cell too long",
	TooManyCells: "too many cells", TooMuchText: "too much text", TooManyParts: "too many parts", TooManyElements: "too many elements",
	TooManyBlanks: "too many blank cells", WrongEncoding: "wrong encoding",
}

// String names the kind for logs and tests.
func (k Kind) String() string { return kindNames[k] }

// Error is every error of reading that the file is to blame for.
type Error struct {
	Kind  Kind
	Sheet string // where it was found, "" when it is the file as a whole or a csv
	Row   int    // 1-based, 0 when it is not about one row
	Part  string // file inside an xlsx, "" when it is none or does not matter
	Limit int64  // what was exceeded, in the unit of the kind; 0 when nothing was
	// Content is what a NotWorkbook is instead, where that is known, and Excerpt how its text begins.
	Content Content
	Excerpt string
	Cause   error // for the log
}

// Error says the kind and the place.
func (e *Error) Error() string {
	s := "sheet: " + e.Kind.String()
	if e.Sheet != "" || e.Row > 0 {
		s += fmt.Sprintf(" sheet=%q row=%d", e.Sheet, e.Row)
	}
	if e.Part != "" {
		s += fmt.Sprintf(" part=%q", e.Part)
	}
	if e.Limit > 0 {
		s += fmt.Sprintf(" limit=%d", e.Limit)
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

// CellText is how many characters a cell may hold: what spreadsheet programs allow.
const CellText = 32767

// Limits bound what a file may cost. A zero field takes the value of Standard.
type Limits struct {
	Bytes    int64 // of the file as it was sent
	Unpacked int64 // of an xlsx after unpacking, in all parts together
	Rows     int   // rows that hold something, in all sheets together
	Headed   bool  // the first row of each sheet is its heading and does not count
	Columns  int   // per row
	Cells    int   // in all sheets together; an empty cell left of one that holds something counts
	Text     int64 // bytes of text in all cells together; a text that many cells share counts for each, as one that a merged cell brings down
}

// Standard are the limits of an upload: 20 MiB, 64 MiB unpacked, 200 000 rows, 256 columns, 2 million cells, 32 MiB of text.
var Standard = Limits{Bytes: 20 << 20, Unpacked: 64 << 20, Rows: 200_000, Columns: 256, Cells: 2_000_000, Text: 32 << 20}

// Import are the limits of a file that an import takes: with 30 000 rows as records, their faults and the answer in memory
// it stays within the 200 MiB that an upload may cost (measured, see TestUploadsStayInTheirBudget).
var Import = Limits{Rows: 30_000, Headed: true}

// Filled is l with the values of Standard in its zero fields.
func (l Limits) Filled() Limits {
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
	if l.Cells == 0 {
		l.Cells = Standard.Cells
	}
	if l.Text == 0 {
		l.Text = Standard.Text
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
	// Merged holds, by column, the value of the cell above that an empty cell is merged with. Whether it means this row too
	// is for the reader of the column to say: a key does, hours do not. Valid until the next row is read.
	Merged map[int]string
	// Kinds says how the file holds each cell, and the one above that an empty cell is merged with, where its format tells: nil for csv, of an xls the moments
	// alone. Valid until the next row is read.
	Kinds []ValueKind
	// Shown says, by column, what the format of a whole number or a text shows in place of it: 0007 or HT-0007 for 7; "" where it
	// shows that itself. It stands beside Cells and Merged: a column of names means it, one of figures does not. None beyond its length,
	// nil for csv. Valid until the next row is read.
	Shown []string
	// Units says, by column, what the format of a number shows behind it: mm for 12.5 with the format 0.0" mm". None beyond its length,
	// nil for csv. Valid until the next row is read.
	Units []string
	// HiddenSheet says that the sheet is not shown, Hidden that the row is hidden or filtered away, HiddenColumns the same by
	// column: none beyond its length. All are read like others.
	HiddenSheet, Hidden bool
	HiddenColumns       []bool
	// Assumed says that the file is a text in no UTF-8, which was read as GB18030: nothing in it tells whether it is.
	Assumed bool
}

// Unseen counts what was read of a sheet although its spreadsheet program does not show it.
type Unseen struct {
	Rows    int `json:"rows" doc:"hidden or filtered away"`
	Columns int `json:"columns" doc:"hidden"`
}

// ValueKind is how a file holds a cell.
type ValueKind uint8

// The kinds of a cell.
const (
	ValueUnknown ValueKind = iota
	ValueText
	ValueNumber // with a format that shows a number; times and dates come as texts, as they are shown
	ValueFlag   // TRUE or FALSE
	ValueMoment // a number that its format shows as a time or a date
)

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

// noText tells what is no text. In UTF-8 a control character here and there is a fault of its cell, which is named where the
// cell is read; in any other encoding nothing tells it from a picture or a program.
func noText(text []byte) bool {
	if !utf8.Valid(text) {
		return bytes.IndexFunc(text[:min(len(text), sniffed)], control) >= 0 || bytes.IndexByte(text, 0) >= 0
	}
	head := text[:min(len(text), sniffed)]
	found := 0
	for _, c := range head {
		if control(rune(c)) {
			found++
		}
	}
	return found*10 > len(head)
}

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
	case len(text) == 0 || noText(text) || isDocument(text):
		return Unknown
	case text[0] == '{':
		return JSON
	case isMarkup(text):
		return Unknown
	}
	return Text
}

// isMarkup tells a page or an XML that was given the name of a table, as some programs export it.
func isMarkup(text []byte) bool {
	head := bytes.ToLower(text[:min(len(text), 64)])
	return slices.ContainsFunc([]string{"<html", "<!doctype", "<?xml", "<table", "<meta", "<head", "<style"}, func(tag string) bool { return bytes.HasPrefix(head, []byte(tag)) })
}

// Slurp reads a whole upload, and no more of it than the limit.
func Slurp(r io.Reader, limits Limits) ([]byte, error) {
	limit := limits.Filled().Bytes
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, &Error{Kind: TooLarge, Limit: limit}
	}
	return data, nil
}

// Read calls visit for every row that holds something, sheet by sheet, whether data is xlsx, xls or csv. It fails with an
// *Error where the file is to blame, with visit's own error where that refuses a row, and with ctx's where nobody waits for
// the answer any more: reading may take seconds.
func Read(ctx context.Context, data []byte, limits Limits, visit func(Row) error) error {
	limits = limits.Filled()
	if int64(len(data)) > limits.Bytes {
		return &Error{Kind: TooLarge, Limit: limits.Bytes}
	}
	if Blank(data) {
		return &Error{Kind: Empty}
	}
	switch Sniff(data) {
	case Unknown:
		if wide(data) {
			return &Error{Kind: WrongEncoding, Cause: errors.New("UTF-16 or UTF-32")}
		}
		return &Error{Kind: NotWorkbook, Content: contentOf(data)}
	case XLSX:
		return readXLSX(ctx, data, limits, visit)
	case Text, JSON: // a csv may begin with a brace
		if wholeJSON(data) {
			return &Error{Kind: NotWorkbook, Content: ContentJSON}
		}
		return readCSV(ctx, data, limits, visit)
	default:
		return readXLS(ctx, data, limits, visit)
	}
}

// checkEvery is after how many rows, elements or records it is asked whether anybody still waits for the answer.
const checkEvery = 1024

// counter enforces the limits that are common to all formats.
type counter struct {
	limits Limits
	rows   int
	begun  bool   // a row was read,
	sheet  string // of this sheet
	cells  int
	text   int64
}

// admit says whether the row holds something; err when it is one too many, too wide or too long.
func (c *counter) admit(sheet string, number int, cells []string) (bool, error) {
	last := len(cells)
	for last > 0 && cells[last-1] == "" {
		last--
	}
	if last == 0 {
		return false, nil
	}
	fault := func(kind Kind, limit int64) (bool, error) {
		return false, &Error{Kind: kind, Sheet: sheet, Row: number, Limit: limit}
	}
	if last > c.limits.Columns {
		return fault(TooManyColumns, int64(c.limits.Columns))
	}
	heading := !c.begun || c.sheet != sheet
	c.begun, c.sheet = true, sheet
	if heading && c.limits.Headed {
		c.rows--
	}
	if c.rows++; c.rows > c.limits.Rows {
		return fault(TooManyRows, int64(c.limits.Rows))
	}
	if err := c.more(sheet, number, last); err != nil {
		return false, err
	}
	length := 0
	for _, text := range cells[:last] {
		if len(text) > CellText && utf8.RuneCountInString(text) > CellText {
			return fault(TooLong, CellText)
		}
		length += len(text)
	}
	return true, c.texts(sheet, number, length)
}

// besides counts the merged cells of a row, which a reader takes for its own, with the text that they bring down, and what formats
// show.
func (c *counter) besides(r Row) error {
	length := 0
	for _, text := range r.Merged {
		length += len(text)
	}
	for _, text := range r.Shown {
		length += len(text)
	}
	if err := c.more(r.Sheet, r.Number, len(r.Merged)); err != nil {
		return err
	}
	return c.texts(r.Sheet, r.Number, length)
}

func (c *counter) texts(sheet string, number, length int) error {
	if c.text += int64(length); c.text > c.limits.Text {
		return &Error{Kind: TooMuchText, Sheet: sheet, Row: number, Limit: c.limits.Text}
	}
	return nil
}

func (c *counter) more(sheet string, number, cells int) error {
	if c.cells += cells; c.cells > c.limits.Cells {
		return &Error{Kind: TooManyCells, Sheet: sheet, Row: number, Limit: int64(c.limits.Cells)}
	}
	return nil
}
