// Package workbook is the planner's workbook: its sheets and columns declared once, and from that declaration the
// template, the reading of a file with faults by cell, the writing of a book and the rules that need the file alone.
//
// What lives here: names, kinds and syntax of the columns, rows as typed values, structural rules. What never does: a
// database, HTTP, stored rows. Whether a customer or a process exists is a question for the domain.
package workbook

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// Book holds the rows of a workbook, sheet by sheet in the order of the file.
type Book struct {
	Moulds             []Mould
	Parts              []Part
	Operations         []Operation
	Electrodes         []Electrode
	EDMLinks           []EDMLink
	OperationResources []OperationResource
	Batches            []Batch
	Progress           []Progress
	Outsourcing        []Outsourcing
	Materials          []Material
	Groups             []Group
	Machines           []Machine
	Shifts             []Shift
	Calendars          []Calendar
	Exceptions         []Exception
	FlowTimes          []FlowTime
	Sections           []Section
	Processes          []Process
	Customers          []Customer
	Suppliers          []Supplier
	PartTypes          []PartType
	AccuracyGrades     []AccuracyGrade
}

// Line is what every row knows of its place in the file.
type Line struct {
	Row int // 1-based row of the sheet, or 1-based position in a JSON array
	// Part counts the sheets of the file with the same meaning: 0 for the first, 1 for the next.
	Part int
	// Faulty is set when a cell of the row breaks a rule whether or not the row is stored already.
	Faulty bool
}

// Place is one row of the file, whatever it holds.
type Place struct {
	Sheet string // code
	Part  int    // as Line.Part
	Row   int
}

// Compare sorts places by sheet, part and row.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Sheet, q.Sheet), cmp.Compare(p.Part, q.Part), cmp.Compare(p.Row, q.Row))
}

// Place is where the line stands in a sheet.
func (l *Line) Place(sheet string) Place { return Place{sheet, l.Part, l.Row} }

// Place is where the fault stands.
func (f *Fault) Place() Place { return Place{f.Sheet, f.Part, f.Row} }

// Level tells a fault from a hint.
type Level string

// The levels of a Fault.
const (
	Error   Level = "error"   // the row, and its mould, cannot be imported
	Warning Level = "warning" // imported, but worth a look
)

// Fault is one thing wrong in the file. Its place is named by the codes of sheet and column, whatever language the
// file's headers are in.
type Fault struct {
	Sheet  string       `json:"sheet"`
	Part   int          `json:"part,omitempty"` // as Line.Part
	Row    int          `json:"row"`            // 0 when it is about the sheet as a whole
	Column string       `json:"column"`
	Value  string       `json:"value"`
	Rule   string       `json:"rule"`
	Level  Level        `json:"level"`
	Text   problem.Text `json:"text"` // worded in both languages
	// Scope is what the fault keeps out. The zero Scope keeps out the row alone; of a fault of a header it is every row.
	Scope Scope `json:"-"`
	// Key is the key of the row as Key of its row type gives it; nil for a row without a usable key.
	Key Key `json:"-"`
	// OnlyNew faults hold only when the row is not stored yet: an empty cell keeps what is stored. The domain drops
	// them for rows that it knows.
	OnlyNew bool `json:"onlyNew,omitempty"`
	// More is how many further faults of the row this one stands for, see FaultList.
	More int `json:"more,omitempty"`
}

// The rules that Parse and Check can find broken.
const (
	RuleMissingColumn   = "missingColumn"    // a key column is missing
	RuleUnknownColumn   = "unknownColumn"    // a header that no column has
	RuleDuplicateColumn = "duplicateColumn"  // two headers mean one column
	RuleNoHeading       = cell.RuleNoHeading // values below an empty heading, which are not read
	RuleEncoding        = cell.RuleEncoding  // a csv in no UTF-8
	RuleNotKept         = "notKept"          // a column that the workbook cannot keep
	RuleRequired        = "required"
	RuleNumber          = "number"
	RuleInteger         = "integer"
	RuleNegative        = "negative"
	RuleRange           = "range"
	RuleDate            = "date"
	RuleChoice          = "choice"
	RuleTooLong         = "tooLong"
	RuleFormat          = "format" // a list or a period that cannot be read
	RuleDuplicateKey    = "duplicateKey"
	RuleCycle           = "cycle"
	RuleDateOrder       = "dateOrder"
	RuleFuture          = "future"
	RuleDisjoint        = "disjoint"  // a flow time from a place to itself
	RuleEither          = "either"    // a row that names both of two things, of which it takes one
	RuleBurnHours       = "burnHours" // burn hours on some links of an operation only
	RuleBurnSum         = "burnSum"   // burn hours that sum to something else than the operation's hours
)

// Options are what reading needs to know beside the file.
type Options struct {
	// Zone is the factory's; dates without a zone are in it. nil means UTC.
	Zone *time.Location
	// Headers are headers of this file: sheet code -> header -> column code; "" ignores the column.
	Headers map[string]map[string]string
	// Sheets are names of sheets of this file: name -> sheet code; "" leaves the sheet out.
	Sheets map[string]string
	// Taught is what the tenant has taught about sheets of a layout, see Page.Layout; Headers and Sheets come before it.
	// ok is false for a layout that nothing is known of. nil for a tenant that has taught nothing.
	Taught func(layout string) (t Taught, ok bool)
	// Edits replace cells of the file before they are read.
	Edits []Edit
	// Replaced are values that stand for others throughout a column; edits of single cells come before them.
	Replaced []Replacement
	// Keep asks for the cells of every row in Result.Raw.
	Keep bool
	// Exported are the headings that the list of a sheet's rows exports, by the code of the sheet; nil for none. Those that the sheet
	// lacks are passed over with a remark.
	Exported func(sheet string) []Heading
	// Known tells whether a stored record is called so: a row that begins with it is one of the record, even where the name begins
	// with # as remarks do. nil for nothing.
	Known func(name string) bool
	// Named tells whether some stored record is called so: a row that has it for its key is one of the record, even where the name is a
	// word for totals. nil for nothing.
	Named func(name string) bool
	// NamedAs tells the same of the records of one entity, as references name it: group, material.
	NamedAs func(entity, name string) bool
	// Limits of the file; zero fields are standard.
	Limits sheet.Limits
}

// Heading is one of an exported list, and where its cells can be imported.
type Heading struct {
	problem.Text
	List  bool   // with the list itself
	Sheet string // with another sheet, by its code; "" with none
}

// Result is what a file holds.
type Result struct {
	Book Book
	// Faults in the order of the file.
	Faults FaultList
	// Rows counts the rows read, by sheet code, faulty ones included, comments not.
	Rows map[string]int
	// Read are these rows in the order of the file, whether or not the book holds them.
	Read []Place
	// Typed are the keys of rows as the file writes them, where Respell has written them otherwise.
	Typed      map[Place]string
	typedCells map[cellPlace]string // see TypedCell
	// Pages are the sheets of the file in its order, with what became of each.
	Pages []Page
	// Unknown are the sheets that the caller may give a meaning through Options.Sheets.
	Unknown []Unknown
	// Strange are the headers of known sheets that no column has, by sheet code.
	Strange map[string][]string
	// Raw are the cells of the rows, in the order of the file, when Options.Keep asks for them.
	Raw []Raw
	Met Met
}

// Met are the options that speak of something in the file.
type Met struct {
	Sheets   map[string]bool    // names of Options.Sheets
	Headers  map[[2]string]bool // sheet codes and headers of Options.Headers
	Replaced map[int]bool       // indexes of Options.Replaced
}

// Taught is what a tenant has taught about the sheets of one layout.
type Taught struct {
	// Sheet is the code of the sheet that it means; "" where its name tells.
	Sheet string
	// LeftOut says that the sheet is to be passed over.
	LeftOut bool
	// Columns are its headers: header -> column code; "" ignores the column.
	Columns map[string]string
}

// Page is one sheet of the file and what became of it.
type Page struct {
	Name     string       `json:"name" doc:"in the file; empty for csv"`
	Sheet    string       `json:"sheet" doc:"code of what it is; empty where it is not read"`
	Part     int          `json:"part" doc:"0 for the first sheet of its meaning, 1 for the next"`
	Header   int          `json:"header" doc:"row of the headings, 0 for none"`
	Rows     int          `json:"rows" doc:"read as data"`
	Skipped  int          `json:"skipped" doc:"rows that are no data: comments, titles above the headings; of a sheet that is not read all but its headings"`
	Replaces bool         `json:"replaces" doc:"it is marked: stored rows of its moulds that it does not hold may go, even where it holds none"`
	Why      string       `json:"why,omitempty" enum:"unknown,leftOut,guide" doc:"why it is not read"`
	Hidden   bool         `json:"hidden,omitempty" doc:"the spreadsheet program does not show it; it is read like any other"`
	Unseen   sheet.Unseen `json:"unseen" doc:"what was read of it although it is not shown"`
	Layout   string       `json:"-"` // fingerprint of the name and the headings
}

// Edit is a cell that was mended after the file was written.
type Edit struct {
	Sheet  string `json:"sheet" doc:"code"`
	Part   int    `json:"part,omitempty" doc:"0 for the first sheet of this code, 1 for the next"`
	Row    int    `json:"row"`
	Column string `json:"column" doc:"code"`
	Value  string `json:"value"`
}

// Replacement puts one value in the place of another wherever that stands in a column, upper and lower case alike.
type Replacement struct {
	Sheet  string `json:"sheet" doc:"code"`
	Column string `json:"column" doc:"code"`
	From   string `json:"from"`
	To     string `json:"to"`
}

// Unknown is a sheet whose name and headers are not those of the workbook.
type Unknown struct {
	Name    string   `json:"name"`
	Headers []string `json:"headers" nullable:"false"`
	// Guess is the code of the sheet whose headers it has most of, "" for none.
	Guess string `json:"guess"`
}

// Raw is a row as it was read, edits included.
type Raw struct {
	Place
	cells  []string          // as the columns of the sheet
	kinds  []sheet.ValueKind // what the file says of them; of a mended cell nothing
	others []otherCell       // cells below headings that mean nothing, or below none
	layout *fileLayout       // of its sheet
	// Date1904 says that serial dates count from 1904.
	Date1904 bool
}

// Cell is the text of a cell by the code of its column, "" for an empty one.
func (r Raw) Cell(column string) string {
	if t := tableNamed(r.Sheet); t != nil {
		if i, there := t.header(column); there && i < len(r.cells) {
			return r.cells[i]
		}
	}
	return ""
}

// Heading is how the file heads a column, by its code; the label in lang where the file has no such column, "" where the sheet has none.
func (r Raw) Heading(column, lang string) string {
	t := tableNamed(r.Sheet)
	if t == nil {
		return ""
	}
	columns := t.describe().Columns
	i := slices.IndexFunc(columns, func(c Column) bool { return c.Code == column })
	if i < 0 {
		return ""
	}
	if r.layout != nil && r.layout.titles[i] != "" {
		return strings.TrimSpace(r.layout.titles[i])
	}
	return columns[i].Label.In(lang)
}

// sheetName is the name of its sheet in the file, "" for one without.
func (r Raw) sheetName() string {
	if r.layout == nil {
		return ""
	}
	return r.layout.sheet
}

// Sheet describes one sheet of the workbook.
type Sheet struct {
	Code    string
	Letter  string // its place in the documentation: A, B ...
	Label   problem.Text
	Columns []Column
	// Master marks basic data that only a first import brings.
	Master bool
	// also are other names by which the sheet is known: of the list that exports its rows, and of earlier templates.
	also []string
}

// Sheets describes the whole workbook in its order. Nobody may change what it gives.
var Sheets = sync.OnceValue(func() []Sheet {
	all := make([]Sheet, len(tables))
	for i, t := range tables {
		all[i] = t.describe()
	}
	return all
})

// Drop takes rows out of the book.
func (b *Book) Drop(places map[Place]bool) {
	sheets := map[string]bool{}
	for at := range places {
		sheets[at.Sheet] = true
	}
	for code := range sheets {
		if t := tableNamed(code); t != nil {
			t.drop(b, places)
		}
	}
}

// Cells gives the cells of the rows of a sheet as people write them; "" for an empty cell and for a row that is not there.
func (b *Book) Cells(code string, zone *time.Location) func(at Place, column string) string {
	if t := tableNamed(code); t != nil {
		return t.cells(b, zone)
	}
	return func(Place, string) string { return "" }
}

// Each visits the rows of a sheet.
func (b *Book) Each(code string, visit func(line Line, scope Scope, key Key)) {
	if t := tableNamed(code); t != nil {
		t.each(b, func(line *Line, scope Scope, key Key) { visit(*line, scope, key) })
	}
}
