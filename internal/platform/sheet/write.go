package sheet

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Mark is how a header cell looks.
type Mark int

// The marks: keys are bold on a tint, required columns are bold in red.
const (
	Normal Mark = iota
	Key
	Required
)

// Column is one column of a page to write.
type Column struct {
	Title string
	Mark  Mark
	Width float64 // in characters, 0 = by the title
}

// Page is one sheet to write. Rows hold strings, whole numbers, float64, bool, nil or anything whose String is a
// number (such as a decimal); texts stay texts whatever they look like.
type Page struct {
	Name    string // at most 31 characters
	Columns []Column
	Rows    iter.Seq[[]any]
	Muted   int // how many of the first rows are printed grey, such as an example
}

// Number is a value that is written as a number although it is a fixed-point type.
type Number interface {
	Float() float64
	String() string
}

// WriteXLSX streams the pages into w. The same pages give the same bytes.
func WriteXLSX(w io.Writer, pages ...Page) error {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }() // removes temporary files only
	styles, err := newStyles(book)
	if err != nil {
		return err
	}
	for i, p := range pages {
		if i == 0 {
			err = book.SetSheetName("Sheet1", p.Name)
		} else {
			_, err = book.NewSheet(p.Name)
		}
		if err == nil {
			err = writePage(book, p, styles)
		}
		if err != nil {
			return fmt.Errorf("sheet: writing %q: %w", p.Name, err)
		}
	}
	book.SetActiveSheet(0)
	var packed bytes.Buffer
	if err := book.Write(&packed); err != nil {
		return err
	}
	return sorted(w, packed.Bytes())
}

// Write streams the page into w as xlsx, or as csv when the format says so.
func (p Page) Write(w io.Writer, format string) error {
	if format != "csv" {
		return WriteXLSX(w, p)
	}
	return WriteCSV(w, func(yield func([]any) bool) {
		header := make([]any, len(p.Columns))
		for i, c := range p.Columns {
			header[i] = c.Title
		}
		if yield(header) && p.Rows != nil {
			p.Rows(yield)
		}
	})
}

type styles struct {
	head  map[Mark]int
	muted int
	text  int // a cell that stays a text when somebody edits it
}

// textFormat is the number of the format "@", which every spreadsheet program knows.
const textFormat = 49

func newStyles(book *excelize.File) (styles, error) {
	tint := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"#DDE8F7"}}
	pale := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"#F3F5F8"}}
	s := styles{head: map[Mark]int{}}
	for mark, style := range []*excelize.Style{
		Normal:   {Fill: pale},
		Key:      {Font: &excelize.Font{Bold: true}, Fill: tint},
		Required: {Font: &excelize.Font{Bold: true, Color: "#B42318"}, Fill: pale},
	} {
		id, err := book.NewStyle(style)
		if err != nil {
			return s, err
		}
		s.head[Mark(mark)] = id
	}
	var err error
	if s.text, err = book.NewStyle(&excelize.Style{NumFmt: textFormat}); err == nil {
		s.muted, err = book.NewStyle(&excelize.Style{Font: &excelize.Font{Italic: true, Color: "#7A828C"}})
	}
	return s, err
}

func writePage(book *excelize.File, p Page, s styles) error {
	out, err := book.NewStreamWriter(p.Name)
	if err != nil {
		return err
	}
	header := make([]any, len(p.Columns))
	for i, c := range p.Columns {
		width := c.Width
		if width == 0 {
			width = min(40, float64(max(10, displayWidth(c.Title)+3)))
		}
		if err := out.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
		header[i] = excelize.Cell{StyleID: s.head[c.Mark], Value: exact(c.Title)}
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	if err := out.SetRow("A1", header); err != nil {
		return err
	}
	number := 1
	var cells []any
	if p.Rows != nil {
		for row := range p.Rows {
			number++
			cells = cells[:0]
			for _, v := range row {
				text, _ := v.(string)
				switch v = value(v); {
				case number-1 <= p.Muted:
					v = excelize.Cell{StyleID: s.muted, Value: v}
				case startsFormula(text):
					v = excelize.Cell{StyleID: s.text, Value: v}
				}
				cells = append(cells, v)
			}
			at, err := excelize.CoordinatesToCellName(1, number)
			if err != nil {
				return err
			}
			if err := out.SetRow(at, cells); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

func value(v any) any {
	switch v := v.(type) {
	case string:
		if v == "" {
			return nil
		}
		return exact(v)
	case Number:
		return v.Float()
	case bool:
		if v {
			return 1
		}
		return 0
	}
	return v
}

// displayWidth counts a Chinese character as two.
func displayWidth(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0x2E80 {
			n++
		}
	}
	return n
}

// sorted writes the archive again with its parts in order of their names, copied as they are packed: the library keeps
// them in a map, and a file whose bytes change from run to run cannot be compared.
func sorted(w io.Writer, packed []byte) error {
	in, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil {
		return err
	}
	slices.SortFunc(in.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	out := zip.NewWriter(w)
	for _, f := range in.File {
		if err := out.Copy(f); err != nil {
			return err
		}
	}
	return out.Close()
}
