// Package workbook is the planner's workbook: its sheets and columns declared once, and from that declaration the
// template, the reading of a file with faults by cell, the writing of a book and the rules that need the file alone.
//
// What lives here: names, kinds and syntax of the columns, rows as typed values, structural rules. What never does: a
// database, HTTP, stored rows. Whether a customer or a process exists is a question for the domain.
package workbook

import (
	"time"

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
}

// Line is what every row knows of its place in the file.
type Line struct {
	Row int // 1-based row of the sheet, or 1-based position in a JSON array
	// Faulty is set when a cell of the row breaks a rule whether or not the row is stored already.
	Faulty bool
	// Continued is set for rows of a second sheet with the same meaning: their numbers are not unique, so that no edit
	// can reach them.
	Continued bool
}

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
	Row    int          `json:"row"` // 0 when it is about the sheet as a whole
	Column string       `json:"column"`
	Value  string       `json:"value"`
	Rule   string       `json:"rule"`
	Level  Level        `json:"level"`
	Text   problem.Text `json:"text"` // worded in both languages
	// Mould is the mould concerned; "" means every mould of the sheet.
	Mould string `json:"mould,omitempty"`
	// Key is the key of the row as Key of its row type gives it; "" for a row without a usable key.
	Key string `json:"key,omitempty"`
	// OnlyNew faults hold only when the row is not stored yet: an empty cell keeps what is stored. The domain drops
	// them for rows that it knows.
	OnlyNew bool `json:"onlyNew,omitempty"`
	// Continued is Line.Continued of the row.
	Continued bool `json:"continued,omitempty"`
}

// The rules that Parse and Check can find broken.
const (
	RuleMissingColumn   = "missingColumn"   // a key column is missing
	RuleUnknownColumn   = "unknownColumn"   // a header that no column has
	RuleDuplicateColumn = "duplicateColumn" // two headers mean one column
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
	// Headers are the tenant's own headers: sheet code -> header -> column code; "" ignores the column.
	Headers map[string]map[string]string
	// Sheets are the tenant's own names of sheets: name -> sheet code; "" leaves the sheet out.
	Sheets map[string]string
	// Edits replace cells of the file before they are read.
	Edits []Edit
	// Keep asks for the cells of every row in Result.Raw.
	Keep bool
	// Limits of the file; zero fields are standard.
	Limits sheet.Limits
}

// Result is what a file holds.
type Result struct {
	Book Book
	// Faults in the order of the file.
	Faults []Fault
	// Rows counts the rows read, by sheet code, faulty ones included, comments not.
	Rows map[string]int
	// Ignored names the sheets of the file that mean nothing here.
	Ignored []string
	// Unknown are those of them that the caller may give a meaning through Options.Sheets.
	Unknown []Unknown
	// Strange are the headers of known sheets that no column has, by sheet code.
	Strange map[string][]string
	// Raw are the cells of the rows, in the order of the file, when Options.Keep asks for them.
	Raw []Raw
}

// Edit is a cell that was mended after the file was written.
type Edit struct {
	Sheet  string `json:"sheet" doc:"code"`
	Row    int    `json:"row"`
	Column string `json:"column" doc:"code"`
	Value  string `json:"value"`
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
	Sheet string
	Row   int
	Cells map[string]string // by column code
}

// Sheet describes one sheet of the workbook.
type Sheet struct {
	Code    string
	Letter  string // its place in the documentation: A, B ...
	Label   problem.Text
	Columns []Column
	// Master marks basic data that only a first import brings.
	Master bool
}

// Sheets describes the whole workbook in its order.
func Sheets() []Sheet {
	var all []Sheet
	for _, t := range tables {
		all = append(all, t.describe())
	}
	return all
}

// Drop takes the row of a sheet out of the book.
func (b *Book) Drop(code string, row int) {
	if t := tableNamed(code); t != nil {
		t.drop(b, row)
	}
}
