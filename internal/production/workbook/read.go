package workbook

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// ErrNoSheet says that a file can be read but holds no sheet of the workbook.
var ErrNoSheet = errors.New("workbook: no sheet of the workbook in the file")

// reader is the state of reading one file.
type reader struct {
	zone     *time.Location
	options  Options
	faults   []Fault
	date1904 bool

	// of the sheet being read
	sheet  string
	row    int
	seen   map[string]int
	table  declared // nil: skip the sheet
	at     []int    // column -> cell, -1 = not in the file; nil: no header yet
	usable bool     // all key columns are there

	columns   []Column
	edits     map[place]string
	begun     map[string]bool // sheet codes
	continued bool
	strange   map[string][]string
	raw       []Raw
}

// place is a cell of the file.
type place struct {
	sheet  string
	row    int
	column string
}

// fault reports a broken rule; the result is valid until the next call.
func (in *reader) fault(column, value string, bad *broken) *Fault {
	const longest = 200
	if runes := []rune(value); len(runes) > longest {
		value = string(runes[:longest]) + "…"
	}
	in.faults = append(in.faults, Fault{
		Sheet: in.sheet, Row: in.row, Column: column, Value: value, Rule: bad.rule, Level: Error, Text: worded(bad.text), Continued: in.continued,
	})
	return &in.faults[len(in.faults)-1]
}

// Parse reads an xlsx workbook, the csv of one sheet (named by the file's name or known by its headers) or JSON: an
// object with one array of rows per sheet. Faults of cells are in the result; the error is an *sheet.Error or
// ErrNoSheet when the file as a whole is of no use; with ErrNoSheet the result tells which unknown sheets it holds.
func Parse(name string, data []byte, o Options) (*Result, error) {
	in := &reader{zone: o.Zone, options: o, edits: map[place]string{}, begun: map[string]bool{}, strange: map[string][]string{}}
	for _, e := range o.Edits {
		in.edits[place{e.Sheet, e.Row, e.Column}] = strings.TrimSpace(e.Value)
	}
	if in.zone == nil {
		in.zone = time.UTC
	}
	res := &Result{Rows: map[string]int{}}
	var err error
	if sheet.Sniff(data) == sheet.JSON {
		err = in.json(data, res)
	} else {
		err = in.sheets(name, data, res)
	}
	if err != nil {
		return nil, err
	}
	res.Faults, res.Strange, res.Raw = in.faults, in.strange, in.raw
	if len(res.Rows) == 0 && len(in.faults) == 0 {
		return res, ErrNoSheet
	}
	return res, nil
}

func (in *reader) sheets(name string, data []byte, res *Result) error {
	current, started := "", false
	return sheet.Read(data, in.options.Limits, func(r sheet.Row) error {
		if !started || r.Sheet != current {
			current, started = r.Sheet, true
			in.begin(in.find(name, r, res))
		}
		if in.table == nil || cell.Comment(r.Cells[0]) {
			return nil
		}
		in.row, in.date1904 = r.Number, r.Date1904
		if in.at == nil {
			in.header(r.Cells)
			res.Rows[in.sheet] += 0 // the sheet is there, even if it stays empty
			return nil
		}
		res.Rows[in.sheet]++
		if in.usable {
			in.add(&res.Book, func(column int) string {
				if i := in.at[column]; i >= 0 && i < len(r.Cells) {
					return r.Cells[i]
				}
				return ""
			})
		}
		return nil
	})
}

// find says which table a sheet of the file is, by the tenant's own names, its name, and for csv by its headers.
func (in *reader) find(file string, r sheet.Row, res *Result) declared {
	name := r.Sheet
	if name == "" { // csv
		name = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	}
	for own, code := range in.options.Sheets {
		if strings.EqualFold(strings.TrimSpace(own), strings.TrimSpace(name)) {
			if code == "" {
				res.Ignored = append(res.Ignored, name)
				return nil
			}
			return tableNamed(code)
		}
	}
	if t := tableNamed(name); t != nil {
		return t
	}
	if isGuide(name) {
		return nil
	}
	guess := in.tableWith(r.Cells)
	if r.Sheet == "" && guess != nil {
		return guess
	}
	u := Unknown{Name: name, Headers: slices.DeleteFunc(slices.Clone(r.Cells), func(h string) bool { return strings.TrimSpace(h) == "" })}
	if guess != nil {
		u.Guess = guess.describe().Code
	}
	res.Unknown, res.Ignored = append(res.Unknown, u), append(res.Ignored, name)
	return nil
}

// add hands a row over with its edits, and keeps its cells where that is asked for.
func (in *reader) add(book *Book, cells func(column int) string) {
	edited := func(column int) string {
		if len(in.edits) > 0 && !in.continued {
			if value, ok := in.edits[place{in.sheet, in.row, in.columns[column].Code}]; ok {
				return value
			}
		}
		return cells(column)
	}
	if in.options.Keep {
		raw := Raw{Sheet: in.sheet, Row: in.row, Cells: map[string]string{}}
		for i, c := range in.columns {
			if value := edited(i); value != "" {
				raw.Cells[c.Code] = value
			}
		}
		in.raw = append(in.raw, raw)
	}
	in.table.add(in, book, edited)
}

// begin starts a sheet; two sheets of a file with the same meaning continue each other.
func (in *reader) begin(t declared) {
	if in.table = t; t == nil {
		return
	}
	s := t.describe()
	in.columns = s.Columns
	if s.Code != in.sheet {
		in.sheet, in.seen = s.Code, map[string]int{}
	}
	in.continued = in.begun[in.sheet]
	in.begun[in.sheet] = true
	in.at, in.usable = nil, true
}

// header finds the columns. An unknown header is a fault, for it may be a misspelt column whose values would be lost.
func (in *reader) header(cells []string) {
	columns := in.columns
	in.at = slices.Repeat([]int{-1}, len(columns))
	for i, title := range cells {
		c, ok := in.column(title)
		switch {
		case c < 0:
		case !ok:
			in.strange[in.sheet] = append(in.strange[in.sheet], title)
			in.fault(title, title, &broken{RuleUnknownColumn, msgUnknownColumn.With(title)})
		case in.at[c] >= 0:
			in.fault(columns[c].Code, title, &broken{RuleDuplicateColumn, msgDuplicateColumn.With(title)})
		default:
			in.at[c] = i
		}
	}
	for i, c := range columns {
		if c.Key && c.Required && in.at[i] < 0 {
			in.fault(c.Code, "", &broken{RuleMissingColumn, msgMissingColumn.With(c.Label)})
			in.usable = false
		}
	}
}

// column finds the column of a header; -1 means that it is to be ignored.
func (in *reader) column(title string) (int, bool) {
	title = strings.TrimSpace(strings.TrimRight(cell.Clean(title), "*"))
	if title == "" || cell.Comment(title) {
		return -1, false
	}
	for own, code := range in.options.Headers[in.sheet] {
		if strings.EqualFold(strings.TrimSpace(own), title) {
			if code == "" {
				return -1, false
			}
			title = code
			break
		}
	}
	return in.table.header(title)
}

// tableWith is the table whose headers a csv file has: all required keys, and the most columns.
func (in *reader) tableWith(cells []string) declared {
	var best declared
	most := 0
	for _, t := range tables {
		in.table, in.sheet = t, t.describe().Code
		found := map[int]bool{}
		for _, title := range cells {
			if c, ok := in.column(title); ok && c >= 0 {
				found[c] = true
			}
		}
		score := len(found) * 2
		for i, c := range t.describe().Columns {
			if c.Key && c.Required && !found[i] {
				score -= 3
			}
		}
		if score > most {
			best, most = t, score
		}
	}
	in.table, in.sheet = nil, ""
	return best
}

// tableNamed finds a sheet by its code or label, with or without its letter.
func tableNamed(name string) declared {
	name = strings.ToLower(strings.TrimSpace(name))
	for _, t := range tables {
		s := t.describe()
		for _, own := range []string{s.Code, s.Label.Zh, s.Label.En} {
			own = strings.ToLower(own)
			if name == own || name == strings.ToLower(s.Letter)+" "+own {
				return t
			}
		}
		if name == strings.ToLower(s.Letter+" "+s.Code+" "+s.Label.Zh) {
			return t
		}
	}
	return nil
}

func isGuide(name string) bool { return name == guide.Zh || name == guide.En }

var guide = problem.L("说明", "Guide")

// sortFaults orders faults as the sheets and rows of the file.
func sortFaults(faults []Fault) {
	order := map[string]int{}
	for i, t := range tables {
		order[t.describe().Code] = i
	}
	slices.SortStableFunc(faults, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(order[a.Sheet], order[b.Sheet]), cmp.Compare(a.Row, b.Row))
	})
}
