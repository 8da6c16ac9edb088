package sheet

import (
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The corners of a sheet of every spreadsheet program.
const (
	lastRow    = 1_048_576
	lastColumn = 16_384
)

// NoResult stands for a cell whose formula was never calculated, so that the file has no value for it.
const NoResult = "#FORMULA!"

// rowReader reads the cells of one sheet, row by row.
type rowReader struct {
	w      *workbook
	p      *part
	merges merges
	root   xml.Name // of the part
	begun  bool     // the element that holds the rows has come,
	open   bool     // and has not ended
	number int      // of the row being read
	cells  []string
	filled []bool // cells that the row has named so far
	kinds  []ValueKind
	shown  []string // as in Row
	units  []string // as in Row
	hidden bool     // the row being read
	veiled []bool   // columns that are hidden
	blank  int      // rows and cells without a value so far,
	values int      // and cells with one
	ranges int      // of columns, seen so far
}

// readSheet visits the rows of a sheet. Rows and cells must stand where their names say; what does not is an error, for a
// reader that guesses may drop or shift what people wrote.
func (w *workbook) readSheet(s worksheetPart, count *counter, visit func(Row) error) error {
	merged, err := w.findMerges(s)
	if err != nil {
		return errorAt(err, s.name, 0)
	}
	p, err := w.open(s.file, maxElements)
	if err != nil {
		return errorAt(err, s.name, 0)
	}
	defer p.close()
	in := &rowReader{w: w, p: p, merges: merged}
	p.place = in.place
	for {
		t, err := p.next()
		if err != nil {
			return errorAt(err, s.name, in.number)
		}
		if t == nil {
			return nil
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "col" && !in.begun {
			if in.ranges++; in.ranges > lastColumn { // each column may be described by itself
				return errorAt(p.fault(TooManyElements, lastColumn, errors.New("ranges of columns")), s.name, 0)
			}
			if isSet(attribute(e, "hidden")) {
				in.veil(attribute(e, "min"), attribute(e, "max"))
			}
		}
		if !in.open || p.depth != rowDepth { // drawings have rows of their own
			continue
		}
		if err := in.row(e); err != nil {
			return errorAt(err, s.name, in.number)
		}
		for i := range in.cells {
			in.cells[i] = plain(strings.TrimSpace(in.cells[i]))
		}
		holds, err := count.admit(s.name, in.number, in.cells)
		row := Row{Sheet: s.name, Number: in.number, Cells: in.cells, Date1904: w.date1904, Kinds: in.kinds, Shown: in.shown, Units: in.units, HiddenSheet: s.hidden, Hidden: in.hidden, HiddenColumns: in.veiled}
		in.merges.cover(&row)
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

// How deep rows and their cells stand in the part of a sheet: worksheet, sheetData, row, c.
const (
	dataDepth = iota + 2
	rowDepth
	cellDepth
)

// place refuses what stands where no row or cell is read, and what is read as neither: a sheet that hides rows in an element of
// another kind would come in without them. Outside of the rows a sheet may hold whatever it likes, but none of its own rows.
func (in *rowReader) place(e xml.StartElement) error {
	depth, name := in.p.depth, e.Name.Local
	if depth == 1 {
		in.root = e.Name
	}
	if depth <= dataDepth {
		in.open = depth == dataDepth && name == "sheetData" && in.root.Local == "worksheet"
		in.begun = in.begun || in.open
	}
	var fits bool
	switch {
	case in.open && depth == rowDepth:
		fits = name == "row"
	case in.open && depth == cellDepth:
		fits = name == "c" || name == "extLst"
	default:
		fits = name != "row" && name != "c" || !in.ofSheets(e.Name.Space)
	}
	if !fits {
		return in.p.fault(Damaged, 0, fmt.Errorf("<%s> at depth %d, where none belongs", name, depth))
	}
	return nil
}

// ofSheets tells the name space of rows and cells, in both editions of the format; a program may leave it out. Drawings and charts
// inside a sheet have a row and a c of their own, in another one.
func (in *rowReader) ofSheets(space string) bool {
	return space == in.root.Space || space == "http://schemas.openxmlformats.org/spreadsheetml/2006/main" ||
		space == "http://purl.oclc.org/ooxml/spreadsheetml/main"
}

// veil notes a range of hidden columns, counted from 1, as far as columns are read.
func (in *rowReader) veil(from, to string) {
	first, err := strconv.Atoi(from)
	last, bad := strconv.Atoi(to)
	if err != nil || bad != nil || first < 1 {
		return
	}
	for column := first - 1; column < min(last, in.w.limits.Columns); column++ {
		for len(in.veiled) <= column {
			in.veiled = append(in.veiled, false)
		}
		in.veiled[column] = true
	}
}

// row reads one row into cells.
func (in *rowReader) row(e xml.StartElement) error {
	in.cells, in.filled, in.kinds, in.shown = in.cells[:0], in.filled[:0], in.kinds[:0], in.shown[:0]
	in.units = in.units[:0]
	number := in.number + 1
	in.hidden = isSet(attribute(e, "hidden"))
	if r := attribute(e, "r"); r != "" {
		n, err := strconv.Atoi(r)
		if err != nil || n <= in.number || n > lastRow {
			return in.p.fault(Damaged, 0, fmt.Errorf("row %q after row %d", r, in.number))
		}
		number = n
	}
	if in.number = number; number > lastRow {
		return in.p.fault(Damaged, 0, errors.New("a row below the last one"))
	}
	in.blank++
	column, held := -1, 0
	for outside := in.p.depth - 1; in.p.depth > outside; {
		t, err := in.p.inside()
		if err != nil {
			return err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local != "c" {
			if err := in.p.skip(); err != nil {
				return err
			}
			continue
		}
		column++
		if held++; held > lastColumn {
			return in.p.fault(TooManyColumns, lastColumn, nil)
		}
		if name := attribute(e, "r"); name != "" {
			var row int
			if column, row, ok = cellName(name); !ok || row != number {
				return in.p.fault(Damaged, 0, fmt.Errorf("cell %q in row %d", name, number))
			}
		}
		if limit := blankLimit(in.values); in.blank > limit {
			return in.p.fault(TooManyBlanks, int64(limit), nil)
		}
		kind, format := attribute(e, "t"), in.w.formatOf(attribute(e, "s"))
		text, err := in.cell(kind)
		if err == nil {
			err = in.typed(column, text, kindOf(kind), format)
		}
		if err != nil {
			return err
		}
		if text == "" {
			in.blank++
		} else {
			in.values++
		}
	}
	return nil
}

// typed takes a value as people see it: yes and no, times and dates are numbers to the file alone.
func (in *rowReader) typed(column int, text string, kind ValueKind, format ownFormat) error {
	switch kind {
	case ValueFlag:
		if flag := map[string]string{"1": "TRUE", "0": "FALSE"}[text]; flag != "" {
			text = flag
		}
	case ValueNumber:
		if seen, isMoment := shown(text, format.shows, in.w.date1904); isMoment {
			text, kind = seen, ValueMoment
		} else {
			text = written(text)
			if column < in.w.limits.Columns {
				in.shown = with(in.shown, column, format.masks.shown(text))
				in.units = with(in.units, column, format.masks.unit(text))
			}
		}
	case ValueText:
		if column < in.w.limits.Columns {
			in.shown = with(in.shown, column, format.masks.shownText(text))
		}
	}
	return in.put(column, text, kind)
}

// put takes a value into the row. Empty cells right of the last column are colour only.
func (in *rowReader) put(column int, text string, kind ValueKind) error {
	if column >= in.w.limits.Columns {
		if strings.TrimSpace(text) == "" {
			return nil
		}
		return in.p.fault(TooManyColumns, int64(in.w.limits.Columns), nil)
	}
	for len(in.cells) <= column {
		in.cells, in.filled, in.kinds = append(in.cells, ""), append(in.filled, false), append(in.kinds, ValueUnknown)
	}
	if in.filled[column] {
		return in.p.fault(Damaged, 0, fmt.Errorf("column %d twice in row %d", column+1, in.number))
	}
	in.cells[column], in.filled[column], in.kinds[column] = text, true, kind
	return nil
}

// kindOf is the kind of a cell by its attribute t.
func kindOf(t string) ValueKind {
	switch t {
	case "", "n":
		return ValueNumber
	case "b":
		return ValueFlag
	case "d":
		return ValueMoment
	}
	return ValueText
}

// cell reads the value of the cell that was begun last.
func (in *rowReader) cell(kind string) (text string, err error) {
	value, formula := false, false
	for outside := in.p.depth - 1; in.p.depth > outside; {
		t, err := in.p.inside()
		if err != nil {
			return "", err
		}
		e, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "v":
			value = true
			text, err = in.p.text()
		case "is":
			value = true
			text, err = in.p.richText()
		case "f":
			formula = true
			err = in.p.skip()
		default:
			err = in.p.skip()
		}
		if err != nil {
			return "", err
		}
	}
	switch {
	case formula && (!value || text == "" && kind != "str"): // an empty text is the result of a formula only as a text
		return NoResult, nil
	case kind == "e" && strings.TrimSpace(text) == "": // an error that does not say which
		return "#N/A", nil
	case kind == "str":
		return unescape(text), nil
	case kind != "s" || text == "":
		return text, nil
	}
	i, err := strconv.Atoi(strings.TrimSpace(text))
	shared, ok := in.w.texts.at(i)
	if err != nil || !ok {
		return "", in.p.fault(Damaged, 0, fmt.Errorf("row %d refers to the shared text %q of %d", in.number, text, len(in.w.texts.ends)))
	}
	return shared, nil
}

// cellName reads B7 as column 1, row 7.
func cellName(s string) (column, row int, ok bool) {
	i := 0
	for ; i < len(s) && i < 4; i++ {
		c := s[i] &^ 0x20 // to upper case
		if c < 'A' || c > 'Z' {
			break
		}
		column = column*26 + int(c-'A'+1)
	}
	row, err := strconv.Atoi(s[i:])
	return column - 1, row, i > 0 && err == nil && column <= lastColumn && row > 0 && row <= lastRow && s[i] != '+'
}
