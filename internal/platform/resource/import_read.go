package resource

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// Reading a file: which sheet is the list, which row has the headings, which rows are remarks.

// headingsWithin is how far down the headings of a list may stand, below titles and notes.
const headingsWithin = 20

// fileRow is one row as it was read.
type fileRow struct {
	number int
	cells  []string
	merged map[int]string
	kinds  []sheet.ValueKind // as in sheet.Row
	shown  []string          // as in sheet.Row
	units  []string          // as in sheet.Row
	hidden bool
}

// fileTable is the file: all its sheets until the list is found among them, then its rows.
type fileTable struct {
	sheets  []fileSheet
	list    int // index of the sheet that is read
	header  fileRow
	rows    []fileRow // below the headings, without remarks
	layout  string    // fingerprint of the headings
	outline sheet.Outline
}

type fileSheet struct {
	name          string
	rows          []fileRow
	hidden        bool
	hiddenColumns []bool // as in sheet.Row
}

var msgNoHeader = problem.L("缺少列“%s”，请添加该列或指定由哪一列代替", "The column “%s” is missing: add it, or say which column it is")

// readFile reads all rows into memory, without a transaction.
func (in *importer[P]) readFile(ctx context.Context) error {
	err := sheet.Read(ctx, in.file.Data, sheet.Import, func(r sheet.Row) error {
		in.dates.Date1904 = r.Date1904
		sheets := &in.table.sheets
		if n := len(*sheets); n == 0 || (*sheets)[n-1].name != r.Sheet {
			*sheets = append(*sheets, fileSheet{name: r.Sheet, hidden: r.HiddenSheet, hiddenColumns: r.HiddenColumns})
		}
		s := &(*sheets)[len(*sheets)-1]
		s.rows = append(s.rows, fileRow{r.Number, slices.Clone(r.Cells), r.Merged, slices.Clone(r.Kinds), slices.Clone(r.Shown), slices.Clone(r.Units), r.Hidden})
		in.table.outline.Add(r.Cells)
		if at, found := r.Doubted(); found && in.doubted == nil {
			f := cell.Assumed(r.Cells[at])
			in.doubted = &RowFault{Row: r.Number, Column: cell.ColumnName(at), Value: cell.Brief(r.Cells[at]), Rule: f.Rule, Texts: f.Text.Worded()}
		}
		return nil
	})
	if err != nil {
		return SheetProblem(err, ListFormats)
	}
	return nil
}

// checkTable refuses a text that is no table.
func (in *importer[P]) checkTable() error {
	if slices.ContainsFunc(in.result.Headings, func(h ImportHeading) bool { return !h.Unknown }) {
		return nil
	}
	return SheetProblem(in.table.outline.NoTable(in.file.Name, in.file.Data), ListFormats)
}

// layouts are the fingerprints of the rows that may hold the headings.
func (t *fileTable) layouts() map[string]bool {
	all := map[string]bool{}
	for _, s := range t.sheets {
		for _, row := range s.rows[:min(len(s.rows), headingsWithin)] {
			all[layoutOf(row)] = true
		}
	}
	return all
}

// layoutOf is the fingerprint of headings: what was said about one file holds for the next that has the same.
func layoutOf(row fileRow) string {
	var titles []string
	for _, c := range row.cells {
		if title := cell.Title(c); title != "" && !cell.Comment(c) {
			titles = append(titles, title)
		}
	}
	text, _ := json.Marshal(titles) // strings only
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

// fieldOf is the field that a heading means by itself.
func (r *Resource[P]) fieldOf(heading string) *Field {
	title := cell.Title(heading)
	for _, f := range r.columns() {
		if title == cell.Key(f.Key) || title == cell.Title(f.Label.Zh) || title == cell.Title(f.Label.En) {
			return f
		}
	}
	for _, f := range r.columns() {
		if slices.ContainsFunc(f.former, func(heading string) bool { return title == cell.Title(heading) }) {
			return f
		}
	}
	var alike *Field // a heading of which ends in another word for a number or a code, as in the workbook's sheet of the same records
	for _, f := range r.columns() {
		if plain := plainEnding(title); slices.ContainsFunc(append(f.former, f.Label.Zh, f.Label.En), func(heading string) bool { return plain == plainEnding(cell.Title(heading)) }) {
			if alike != nil {
				return nil
			}
			alike = f
		}
	}
	if alike != nil {
		return alike
	}
	return r.fieldAlike(title)
}

// plainEnding is a title with one word at its end for a number or a code: "customer no." is "customer number".
func plainEnding(title string) string {
	for _, end := range []string{" number", " no.", " no", " code", "编号", "编码", "代码"} {
		if begin, ends := strings.CutSuffix(title, end); ends && begin != "" {
			return begin + " number"
		}
	}
	return title
}

// codeWords and nameWords are what the planner's workbook, and people, call the code and the name of any record.
var (
	codeWords = []string{cell.Title("编码"), cell.Title("代码"), cell.Title("编号"), cell.Title("Code"), cell.Title("Number")}
	nameWords = []string{cell.Title("名称"), cell.Title("Name")}
)

// fieldAlike is the field that a word for the code or the name of any record means in this list.
func (r *Resource[P]) fieldAlike(title string) *Field {
	isCode, isName := slices.Contains(codeWords, title), slices.Contains(nameWords, title)
	if !isName { // 模具名称, Mould name
		isName = title == cell.Title(r.spec.Label.Zh+"名称") || title == cell.Title(r.spec.Label.En+" name")
	}
	for _, f := range r.columns() {
		if isCode && (f.Key == "code" || f.Key == "number") || isName && f.Key == "name" {
			return f
		}
	}
	switch {
	case isCode && r.key() != nil && r.key() != r.title:
		return r.key()
	case isName && r.title.Kind == KindText:
		return r.title
	}
	return nil
}

// meaning is what a heading means: what was taught about it, else what it says.
func (in *importer[P]) meaning(heading string, taught map[string]string) (f *Field, known, byTeaching bool) {
	title := cell.Title(heading)
	for own, key := range taught {
		if cell.Title(own) != title {
			continue
		}
		for _, f := range in.r.columns() {
			if f.Key == key {
				return f, true, true
			}
		}
		if key == "" {
			return nil, true, true
		}
	}
	f = in.r.fieldOf(heading)
	return f, f != nil, false
}

// findHeader finds the row with the headings: the first that names the key, in the first sheet that has one, else the one
// that names most fields. Rows above it are titles. A sheet that its program does not show is read only where no other one
// names anything: it holds what somebody has put aside.
func (in *importer[P]) findHeader(taught map[string]string) {
	sheetAt, rowAt, most := 0, 0, -1
search:
	for _, i := range in.table.shownFirst() {
		s := in.table.sheets[i]
		if s.hidden && most > 0 {
			break
		}
		for j, row := range s.rows[:min(len(s.rows), headingsWithin)] {
			named := map[*Field]bool{}
			for _, c := range row.cells {
				if f, _, _ := in.meaning(c, taught); f != nil {
					named[f] = true
				}
			}
			if named[in.key] {
				sheetAt, rowAt = i, j
				break search
			}
			if len(named) > most && !cell.Comment(first(row)) {
				sheetAt, rowAt, most = i, j, len(named)
			}
		}
	}
	list := in.table.sheets[sheetAt]
	in.table.list, in.result.Sheet, in.result.Hidden = sheetAt, list.name, list.hidden
	in.table.header, in.table.layout = list.rows[rowAt], layoutOf(list.rows[rowAt])
	in.readHeader(taught)
	for at, f := range in.columns[:len(in.table.header.cells)] {
		if f != nil && at < len(list.hiddenColumns) && list.hiddenColumns[at] {
			in.result.Unseen.Columns++
		}
	}
	for _, row := range list.rows[:rowAt] {
		in.skip("", row, "title")
	}
	for _, row := range list.rows[rowAt+1:] {
		if cell.Comment(first(row)) && !in.storedKey(row) {
			in.skip("", row, "remark")
			continue
		}
		if word, is := in.totals(row); is {
			in.skip("", row, "totals")
			in.warn(row, "", word, cell.Totals())
			continue
		}
		if in.headingAgain(row, taught) {
			in.skip("", row, "heading")
			continue
		}
		in.unheaded.Note(row.number, row.cells)
		if in.isBlank(row) {
			in.skip("", row, "blank")
			continue
		}
		in.table.rows = append(in.table.rows, row)
		in.result.Read++
		if row.hidden {
			in.result.Unseen.Rows++
		}
	}
	for i, s := range in.table.sheets {
		if i == sheetAt {
			continue
		}
		heading, skipped := in.headingOf(s.rows, taught), 0
		for i, row := range s.rows {
			if i != heading {
				in.skip(s.name, row, "sheet")
				skipped++
			}
		}
		in.result.Sheets = append(in.result.Sheets, SkippedSheet{s.name, skipped, s.hidden})
	}
	in.table.sheets = nil
}

// headingOf is the row with the headings of a sheet that is not read: the one that names most fields, else the first of the
// fullest ones; -1 where all are remarks. As in a workbook it counts as no row.
func (in *importer[P]) headingOf(rows []fileRow, taught map[string]string) int {
	at, most := -1, [2]int{}
	for i, row := range rows[:min(len(rows), headingsWithin)] {
		if cell.Comment(first(row)) {
			continue
		}
		filled, named := 0, map[*Field]bool{}
		for _, c := range row.cells {
			if cell.Title(c) != "" {
				filled++
			}
			if f, _, _ := in.meaning(c, taught); f != nil {
				named[f] = true
			}
		}
		count := [2]int{len(named), filled}
		if len(named) < 2 { // a single one may be a word of a title
			count[0] = 0
		}
		if slices.Compare(count[:], most[:]) > 0 {
			at, most = i, count
		}
	}
	return at
}

// shownFirst are the indexes of the sheets, the hidden ones last.
func (t *fileTable) shownFirst() (order []int) {
	for _, hidden := range []bool{false, true} {
		for i, s := range t.sheets {
			if s.hidden == hidden {
				order = append(order, i)
			}
		}
	}
	return order
}

// headingAgain tells whether a row below the headings is one of headings itself: in the other language, or once more on each page of
// a printed list. What it fills then names columns, in whatever order, and there are two of them at least; where its key names itself,
// some words may mean nothing here. A stored record that is called so is none.
func (in *importer[P]) headingAgain(row fileRow, taught map[string]string) bool {
	named, others, itself := map[*Field]bool{}, 0, false
	for at, f := range in.columns[:min(len(in.columns), len(row.cells))] {
		if f == nil || cell.Clean(row.cells[at]) == "" {
			continue
		}
		own, _, _ := in.meaning(row.cells[at], taught)
		if own == nil || named[own] || !slices.Contains(in.columns, own) {
			others++
			continue
		}
		named[own] = true
		itself = itself || own == f && f == in.key
	}
	told := others == 0 && len(named) > 1 || itself && others > 0 && others <= len(named)
	return told && !given(in.find(row))
}

// isBlank tells whether a row has nothing in any column that is read: a form with running numbers, of which few are filled in.
func (in *importer[P]) isBlank(row fileRow) bool {
	for at, f := range in.columns {
		if f != nil && cell.Clean(in.typed(row, at)) != "" {
			return false
		}
	}
	return slices.ContainsFunc(in.columns, func(f *Field) bool { return f != nil })
}

// storedKey tells whether a row begins with the key of a stored row: it is that row then, even where the key begins with #.
func (in *importer[P]) storedKey(row fileRow) bool {
	return len(in.columns) > 0 && in.columns[0] == in.key && given(in.find(row))
}

func first(row fileRow) string {
	if len(row.cells) == 0 {
		return ""
	}
	return row.cells[0]
}

func (in *importer[P]) skip(sheetName string, row fileRow, reason string) {
	in.result.Read++
	in.result.Skipped++
	in.list(ImportRow{Row: row.number, Sheet: sheetName, Key: cell.Brief(first(row)), Action: ActionSkipped, Reason: reason})
}

// list names a row in the reply, as far as there is room.
func (in *importer[P]) list(row ImportRow) {
	if in.result.RowCount++; len(in.result.Rows) < rowsTold {
		in.result.Rows = append(in.result.Rows, row)
	}
}

// readHeader finds the columns. A heading that means nothing waits for an answer, for it may be a misspelt column whose
// values would be lost.
func (in *importer[P]) readHeader(taught map[string]string) {
	header := in.table.header
	header.cells = slices.Clone(header.cells)
	for i, heading := range header.cells {
		header.cells[i] = cell.Shorten(heading, cell.Heading)
	}
	in.table.header = header
	in.columns, in.unheaded = make([]*Field, len(header.cells)), cell.UnheadedBelow(header.cells)
	named := map[*Field]bool{}
	for i, heading := range header.cells {
		if cell.Title(heading) == "" || cell.Comment(heading) { // the reasons in a file of refused rows
			continue
		}
		f, known, byTeaching := in.meaning(heading, taught)
		told := ImportHeading{Heading: heading, Taught: byTeaching, Unknown: !known}
		switch {
		case !known:
			in.headingFault(heading, "unknownColumn", cell.UnknownHeading(heading))
		case f != nil && named[f]:
			in.headingFault(heading, "duplicateColumn", cell.HeadingTwice(heading))
		case f != nil:
			in.columns[i], named[f], told.Column = f, true, f.Key
		}
		in.result.Headings = append(in.result.Headings, told)
	}
	for _, e := range in.file.Edits { // a column that the file lacks, filled in the preview
		if f := in.r.field(e.Column); f != nil && !named[f] && slices.Contains(in.r.columns(), f) {
			in.columns, named[f] = append(in.columns, f), true
		}
	}
	in.readable = true
	for _, f := range in.keys {
		if !named[f] {
			in.readable = false
			in.headingFault(f.Key, "missingColumn", msgNoHeader.With(f.Label))
		}
	}
}

func (in *importer[P]) headingFault(column, rule string, text problem.Text) {
	in.blocked = true
	in.faults = append(in.faults, RowFault{Row: in.table.header.number, Column: column, Value: cell.Cut(column, valueTold), Rule: rule, Texts: text.Worded()})
}

// typed is what a row has for a column: what was mended in the preview, else the cell, else the merged cell above it.
// Numbers and lines of a merged cell count once, not for every row.
func (in *importer[P]) typed(row fileRow, at int) string {
	f := in.columns[at]
	if text, mended := in.edits[place{row.number, f.Key}]; mended {
		return text
	}
	if in.added(at) {
		return ""
	}
	text := row.merged[at]
	switch {
	case at < len(row.cells) && row.cells[at] != "":
		text = row.cells[at]
	case f.counted():
		return ""
	}
	if named := f.named(); named.isName() && at < len(row.shown) && row.shown[at] != "" && !in.means(named, text, row.shown[at]) {
		text = row.shown[at]
	}
	switch {
	case f.Kind == KindLines, f.Kind == KindReferences, f.MaxLength == 0 && (f.Kind == KindText || f.Kind == KindLongText):
		return text
	}
	return cell.Shorten(text, max(cell.Longest, f.MaxLength)) // what is cut is longer than the field takes, and refused
}

// means tells of a reference whose cell shows a number with zeros or letters that it means the number: a record is called so, stored
// or in the file, and none as it is shown.
func (in *importer[P]) means(f *Field, number, shown string) bool {
	names := in.lookups[f.Target]
	if f.Kind != KindReference && f.Kind != KindReferences || names == nil {
		return false
	}
	called := func(name string) bool {
		_, stored := names.Find(name)
		if stored || in.own == nil || f.target != Any(in.r) {
			return stored
		}
		_, inFile := in.own.names.Find(name)
		return inFile
	}
	return called(number) && !called(shown)
}

// isName tells of a field that it holds names and numbers of things, as people read them: not figures.
func (f *Field) isName() bool {
	return f.Kind == KindText || f.Kind == KindReference || f.Kind == KindReferences
}

// named is the field whose value a number in its cell is: of lines, the first of a line.
func (f *Field) named() *Field {
	if f.Kind == KindLines {
		return f.Fields[0]
	}
	return f
}

// counted tells of a field that a merged cell of it counts once: for its first row.
func (f *Field) counted() bool {
	return f.Kind == KindInteger || f.Kind == KindDecimal || f.Kind == KindHours || f.Kind == KindLines
}

// totals tells whether a row is one of totals, and the word that says so.
func (in *importer[P]) totals(row fileRow) (word string, is bool) {
	var columns []cell.Column
	for at, f := range in.columns {
		if f != nil && !in.added(at) {
			columns = append(columns, cell.Column{At: at, Key: slices.Contains(in.keys, f), Needed: f.Needed, Whole: f.Kind == KindInteger})
		}
	}
	return cell.IsTotals(row.cells, row.merged, columns, func(string) bool { return given(in.find(row)) })
}

// warn tells what is not read of a row although it does not stay out for it.
func (in *importer[P]) warn(row fileRow, column, value string, f *cell.Fault) {
	if len(in.result.Warnings) >= rowsTold {
		return
	}
	in.result.Warnings = append(in.result.Warnings, RowFault{Row: row.number, Column: column, Value: cell.Brief(value), Rule: f.Rule, Texts: f.Text.Worded()})
}

// added tells whether a column is none of the file's: it holds mended cells alone, whatever the file has in that place, which is
// below no heading.
func (in *importer[P]) added(at int) bool { return at >= len(in.table.header.cells) }
