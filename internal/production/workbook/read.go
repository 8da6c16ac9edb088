package workbook

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/sheet"
)

// ErrNoSheet says that a file can be read but holds no sheet of the workbook.
var ErrNoSheet = errors.New("workbook: no sheet of the workbook in the file")

// reader is the state of reading one file.
type reader struct {
	ctx      context.Context
	zone     *time.Location
	options  Options
	faults   FaultList
	pending  []Fault // of the row or the headings being read; settle takes them
	date1904 bool
	kinds    []sheet.ValueKind       // of the cells of the row, see sheet.Row
	units    []string                // shown behind the numbers of the row, see sheet.Row
	unit     func(column int) string // shown behind the number of a cell where the file decides that
	moment   func(column int) bool   // tells of a cell of the row that it holds a date, a time or a share where the file decides that

	// of the sheet being read
	sheet  string
	row    int
	part   int
	seen   map[string]map[Key]seenRow // by sheet code: keys and the rows that have them
	table  declared                   // nil: skip the sheet
	at     []int                      // column -> cell, -1 = not in the file
	usable bool                       // all key columns are there
	taught Taught
	// values are those of a JSON row, by their columns; those of other files are texts alone
	values map[int]jsonCell
	// others are the cells of the row that no column reads, as far as they are kept
	others []otherCell
	titles []string    // the headings, as they stand in the file
	order  *fileLayout // what they mean, where rows are kept

	columns  []Column
	isMaster bool // the sheet is one of basic data
	edits    map[cellPlace]string
	parts    map[string]int // sheet code: how many sheets have it
	strange  map[string][]string
	raw      []Raw
	pages    []Page
	read     []Place

	own    ownNames          // what records of the file are called, where it is read again
	called ownNames          // the same, as it is found while the file is read
	meant  map[shownRef]bool // whether such references were read as numbers

	met      Met
	unheaded *cell.Unheaded // nil where no sheet is being read
	doubted  *doubt         // where the encoding of the file was assumed
}

// seenRow is where a row stands among the sheets of its meaning.
type seenRow struct{ part, row int }

// cellPlace is a cell of the file.
type cellPlace struct {
	Place
	column string
}

// fault reports a broken rule; the result is valid until the next call.
func (in *reader) fault(column, value string, bad *broken) *Fault {
	in.pending = append(in.pending, Fault{
		Sheet: in.sheet, Part: in.part, Row: in.row, Column: column, Value: cell.Brief(value), Rule: bad.rule, Level: Error, Text: worded(bad.text),
	})
	return &in.pending[len(in.pending)-1]
}

// settle takes the faults that have been reported since the last call: they are about a row of that scope and key.
func (in *reader) settle(scope Scope, key Key) {
	for i := range in.pending {
		in.pending[i].Scope, in.pending[i].Key = scope, key
		in.faults.Add(in.pending[i])
	}
	in.pending = in.pending[:0]
}

// Parse reads an xlsx workbook, the csv of one sheet (named by the file's name or known by its headers) or JSON: an
// object with one array of rows per sheet. Faults of cells are in the result; the error is an *sheet.Error or
// ErrNoSheet when the file as a whole is of no use; with ErrNoSheet the result tells which unknown sheets it holds.
func Parse(ctx context.Context, name string, data []byte, o Options) (*Result, error) {
	res, in, err := parse(ctx, name, data, o, nil)
	if in != nil && in.meantOtherwise() {
		res, _, err = parse(ctx, name, data, o, in.called)
	}
	return res, err
}

// parse reads a file once; called are the records of its sheets of basic data where it was read before.
func parse(ctx context.Context, name string, data []byte, o Options, called ownNames) (*Result, *reader, error) {
	in := &reader{ctx: ctx, zone: o.Zone, options: o, own: called, called: ownNames{}, meant: map[shownRef]bool{}, edits: map[cellPlace]string{}, parts: map[string]int{}, met: Met{map[string]bool{}, map[[2]string]bool{}, map[int]bool{}}, seen: map[string]map[Key]seenRow{}, strange: map[string][]string{}}
	for _, e := range o.Edits {
		in.edits[cellPlace{Place{e.Sheet, e.Part, e.Row}, e.Column}] = strings.TrimSpace(e.Value)
	}
	if in.zone == nil {
		in.zone = time.UTC
	}
	res := &Result{Rows: map[string]int{}}
	var err error
	if sheet.Sniff(data) == sheet.JSON {
		err = in.json(data, res)
	} else {
		err = outerValue(name, data, in.sheets(name, data, res))
		err = wideJSON(name, data, err)
	}
	if err != nil {
		return nil, nil, err
	}
	res.Faults, res.Strange, res.Raw, res.Pages, res.Read = in.faults, in.strange, in.raw, in.pages, in.read
	res.Met = in.met
	if len(res.Rows) == 0 && res.Faults.Len() == 0 {
		return res, in, ErrNoSheet
	}
	return res, in, nil
}

// headingRows is how many rows of a sheet are looked through for its headings: titles may stand above them.
const headingRows = 12

// sheets reads the file. The first rows of a sheet wait until its headings are found among them.
func (in *reader) sheets(name string, data []byte, res *Result) error {
	current, started := "", false
	var waiting []sheet.Row
	settled, heads := false, 0
	var outline sheet.Outline
	settle := func() {
		if started && !settled {
			in.open(name, current, waiting, res)
			waiting, settled = nil, true
		}
	}
	err := sheet.Read(in.ctx, data, in.options.Limits, func(r sheet.Row) error {
		outline.Add(r.Cells)
		if at, found := r.Doubted(); found && in.doubted == nil {
			in.doubted = &doubt{r.Number, cell.ColumnName(at), r.Cells[at]}
		}
		if !started || r.Sheet != current {
			settle()
			current, started, settled, heads = r.Sheet, true, false, 0
		}
		if settled {
			in.data(r, res)
			return nil
		}
		r.Cells, r.Merged, r.Kinds = slices.Clone(r.Cells), maps.Clone(r.Merged), slices.Clone(r.Kinds)
		r.Shown, r.Units = slices.Clone(r.Shown), slices.Clone(r.Units)
		waiting = append(waiting, r)
		if !isComment(r.Cells) {
			heads++
		}
		if heads == headingRows || in.plainHeading(name, headed(r)) {
			settle()
		}
		return nil
	})
	if err == nil {
		settle()
		in.tellUnheaded()
		if len(res.Rows) == 0 {
			return outline.NoTable(name, data)
		}
		in.tellAssumed()
	}
	return err
}

// replacesMark is what a heading says whose sheet may remove rows although it holds none.
var replacesMarks = []string{"replaces", "替换"}

// isReplacesMark tells whether a cell is the mark: "# replaces" or "# 替换".
func isReplacesMark(cell string) bool {
	word, ok := strings.CutPrefix(strings.TrimSpace(cell), "#")
	return ok && slices.Contains(replacesMarks, strings.ToLower(strings.TrimSpace(word)))
}

// open settles what a sheet is and where its headings stand, and reads the rows that have waited for it.
func (in *reader) open(file, sheetName string, rows []sheet.Row, res *Result) {
	in.tellUnheaded()
	name := nameOf(file, sheetName)
	page := Page{Name: sheetName, Hidden: len(rows) > 0 && rows[0].HiddenSheet}
	candidates := slices.DeleteFunc(slices.Clone(rows), func(r sheet.Row) bool { return isComment(r.Cells) && !in.marked(name, r) })
	for i := range candidates {
		candidates[i] = headed(candidates[i])
	}
	heading := sheet.Row{Cells: []string{""}}
	if len(candidates) > 0 {
		heading = candidates[0]
	}
	t, why := in.find(name, sheetName == "", candidates)
	if t == nil {
		likely := in.likeliest(candidates)
		page.Why, page.Skipped, page.Layout = why, len(rows), layoutOf(name, heading.Cells)
		if likely.Number > 0 && (len(rows) > 1 || in.tableWith(likely.Cells) != nil) {
			page.Skipped-- // its headings
		}
		if why == WhyUnknown {
			u := Unknown{Name: name, Headers: headings(likely.Cells)}
			page.Layout = layoutOf(name, likely.Cells)
			if guess := in.tableWith(likely.Cells); guess != nil {
				u.Guess = guess.describe().Code
			}
			res.Unknown = append(res.Unknown, u)
		}
		in.table, in.pages = nil, append(in.pages, page)
		return
	}
	if len(candidates) > 0 {
		heading = in.headingOf(t, name, candidates)
	}
	in.begin(t)
	in.taught = in.taughtFor(name, heading.Cells)
	page.Sheet, page.Part, page.Header, page.Layout = in.sheet, in.part, heading.Number, layoutOf(name, heading.Cells)
	for _, r := range rows {
		page.Replaces = page.Replaces || r.Number <= heading.Number && slices.ContainsFunc(r.Cells, isReplacesMark)
		if r.Number < heading.Number || heading.Number == 0 {
			page.Skipped++
		}
	}
	in.pages = append(in.pages, page)
	res.Rows[in.sheet] += 0  // the sheet is there, even if it stays empty
	if heading.Number == 0 { // comments alone
		return
	}
	in.row = heading.Number
	in.header(heading.Cells)
	for _, at := range in.at {
		if at >= 0 && at < len(heading.HiddenColumns) && heading.HiddenColumns[at] {
			in.pages[len(in.pages)-1].Unseen.Columns++
		}
	}
	for _, r := range rows {
		if r.Number > heading.Number {
			in.data(r, res)
		}
	}
}

// data reads one row below the headings.
func (in *reader) data(r sheet.Row, res *Result) {
	page := &in.pages[len(in.pages)-1]
	if in.table == nil || isComment(r.Cells) && !in.known(r.Cells[0]) || in.headingAgain(r.Cells) {
		page.Skipped++
		return
	}
	in.shorten(r)
	if word, is := in.totals(r); is {
		in.passTotals(r.Number, word)
		return
	}
	in.row, in.date1904, in.kinds, in.units = r.Number, r.Date1904, r.Kinds, r.Units
	in.unheaded.Note(r.Number, r.Cells)
	if in.isBlank(r) {
		page.Skipped++
		return
	}
	page.Rows++
	if r.Hidden {
		page.Unseen.Rows++
	}
	res.Rows[in.sheet]++
	in.read = append(in.read, Place{in.sheet, in.part, in.row})
	in.keepOthers(r)
	if in.usable {
		in.tellMerged(r)
	}
	in.add(&res.Book, func(column int) string {
		i := in.at[column]
		if i < 0 {
			return ""
		}
		own := i < len(r.Cells) && r.Cells[i] != ""
		text := r.Merged[i]
		switch {
		case !own && !in.means(column):
			return ""
		case own:
			text = r.Cells[i]
		}
		text = in.shown(column, text, r)
		in.note(column, text)
		return text
	})
}

// means tells of a column that what stands over several of its rows means each of them: a number counts once, for their first.
func (in *reader) means(column int) bool {
	c := in.columns[column]
	return c.Key || c.Kind != KindInt && c.Kind != KindDecimal && c.Kind != KindHours && c.Kind != KindList
}

// tellMerged tells which numbers of merged cells a row does not take.
func (in *reader) tellMerged(r sheet.Row) {
	for column, i := range in.at {
		text := ""
		if i >= 0 && !in.means(column) && (i >= len(r.Cells) || r.Cells[i] == "") {
			text = r.Merged[i]
		}
		if _, mended := in.edits[cellPlace{Place{in.sheet, in.part, in.row}, in.columns[column].Code}]; text != "" && !mended {
			in.fault(in.columns[column].Code, text, brokenBy(cell.Merged())).Level = Warning
		}
	}
}

// shorten cuts the cells of a row that are longer than their column keeps; a list may be longer.
func (in *reader) shorten(r sheet.Row) {
	for column, i := range in.at {
		if i < 0 || in.columns[column].Kind == KindList {
			continue
		}
		if i < len(r.Cells) {
			r.Cells[i] = cell.Shorten(r.Cells[i], cell.Longest)
		}
		if text := r.Merged[i]; text != "" {
			r.Merged[i] = cell.Shorten(text, cell.Longest)
		}
	}
}

// isBlank tells whether a row has nothing in any column that is read: a form with running numbers, of which few are filled in.
func (in *reader) isBlank(r sheet.Row) bool {
	read := false
	for _, at := range in.at {
		if at < 0 {
			continue
		}
		if read = true; at < len(r.Cells) && cell.Clean(r.Cells[at]) != "" || r.Merged[at] != "" {
			return false
		}
	}
	return read
}

// add hands a row over with its edits, and keeps its cells where that is asked for.
func (in *reader) add(book *Book, cells func(column int) string) {
	at := Place{in.sheet, in.part, in.row}
	mended := func(column int) (text string, mended bool) {
		code := in.columns[column].Code
		if len(in.edits) > 0 {
			if value, ok := in.edits[cellPlace{at, code}]; ok {
				return value, true
			}
		}
		text = cells(column)
		for i, r := range in.options.Replaced {
			if r.Sheet == in.sheet && r.Column == code && strings.EqualFold(r.From, text) {
				text, mended, in.met.Replaced[i] = strings.TrimSpace(r.To), true, true
				break
			}
		}
		return text, mended
	}
	edited := func(column int) string { text, _ := mended(column); return text }
	if in.options.Keep {
		raw := Raw{Place: at, cells: make([]string, len(in.columns)), kinds: make([]sheet.ValueKind, len(in.columns)), others: in.others, layout: in.order, Date1904: in.date1904}
		for i := range in.columns {
			text, typed := mended(i)
			raw.cells[i] = text
			if k := in.at[i]; !typed && k >= 0 && k < len(in.kinds) {
				raw.kinds[i] = in.kinds[k]
			}
		}
		in.raw = append(in.raw, raw)
	}
	if in.usable {
		in.moment = func(column int) bool { // the spreadsheet has made a date of what somebody typed
			k := in.at[column]
			_, typed := mended(column)
			return !typed && k >= 0 && k < len(in.kinds) && in.kinds[k] == sheet.ValueMoment
		}
		in.unit = func(column int) string {
			k := in.at[column]
			if _, typed := mended(column); typed || k < 0 || k >= len(in.units) {
				return ""
			}
			return in.units[k]
		}
		in.table.add(in, book, edited)
		in.moment, in.unit = nil, nil
	}
}

// begin starts a sheet; two sheets of a file with the same meaning continue each other.
func (in *reader) begin(t declared) {
	s := t.describe()
	in.table, in.columns, in.isMaster = t, s.Columns, s.Master
	if in.seen[s.Code] == nil {
		in.seen[s.Code] = map[Key]seenRow{}
	}
	in.sheet, in.part = s.Code, in.parts[s.Code]
	in.parts[s.Code]++
	in.at, in.usable, in.taught = slices.Repeat([]int{-1}, len(s.Columns)), true, Taught{}
	in.others, in.titles, in.order = nil, nil, nil
}
