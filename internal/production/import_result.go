package production

import (
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/production/workbook"
)

// Fault is one cell of the file that breaks one rule.
type Fault struct {
	Sheet    string       `json:"sheet"`
	Part     int          `json:"part,omitempty" doc:"0 for the first sheet of this code, 1 for the next"`
	Row      int          `json:"row" doc:"as the spreadsheet program counts"`
	Column   string       `json:"column"`
	Value    string       `json:"value" doc:"as it stands in the file"`
	Rule     string       `json:"rule"`
	Level    string       `json:"level" enum:"error,warning"`
	Texts    problem.Text `json:"texts" doc:"what to do about it, in both languages: an outcome is read in another one than it was made in"`
	MouldNo  string       `json:"mouldNo,omitempty"`
	PartNo   string       `json:"partNo,omitempty"`
	Typed    string       `json:"typed,omitempty" doc:"the key of its row as the file writes it, where the stored record that it means is written otherwise"`
	Editable bool         `json:"editable" doc:"the cell can be mended in the preview"`
}

// Row is what happens to one row of the file.
type Row struct {
	Sheet   string       `json:"sheet"`
	Part    int          `json:"part,omitempty" doc:"0 for the first sheet of this code, 1 for the next"`
	Row     int          `json:"row" doc:"0 for a row that the file does not hold: removed, changed by a row that it does, or made because rows refer to it"`
	Key     string       `json:"key" doc:"for people; mould and part stand apart beside it"`
	Typed   string       `json:"typed,omitempty" doc:"the key as the file writes it, where its record is written otherwise, such as in capitals"`
	MouldNo string       `json:"mouldNo,omitempty"`
	PartNo  string       `json:"partNo,omitempty"`
	Action  string       `json:"action" enum:"new,changed,same,refused,notReached,removed"`
	Changes []CellChange `json:"changes,omitempty"`
}

// Count sums up a sheet, or the whole file. Read = New + Changed + Same + Refused + NotReached + Skipped.
type Count struct {
	Read       int `json:"read" doc:"rows of the file"`
	New        int `json:"new"`
	Changed    int `json:"changed"`
	Same       int `json:"same"`
	Refused    int `json:"refused"`
	Skipped    int `json:"skipped" doc:"rows that are no data: comments, titles, totals, sheets that are not read"`
	Removed    int `json:"removed" doc:"stored rows that the file does not hold, which replaces their mould"`
	Followed   int `json:"followed" doc:"stored rows that change with others"`
	Made       int `json:"made" doc:"rows made because the file refers to them"`
	NotReached int `json:"notReached" doc:"healthy rows that an import which was stopped or broke off has not written"`
}

func (c *Count) add(r Row) {
	switch {
	case r.Action == ActionRemoved:
		c.Removed++
		return
	case r.Row == 0 && r.Action == ActionNew:
		c.Made++
		return
	case r.Row == 0:
		if r.Action == ActionChanged {
			c.Followed++
		}
		return
	}
	c.Read++
	switch r.Action {
	case ActionNew:
		c.New++
	case ActionChanged:
		c.Changed++
	case ActionSame:
		c.Same++
	case ActionNotReached:
		c.NotReached++
	default:
		c.Refused++
	}
}

// plus is c with another count added so many times.
func (c Count) plus(d Count, times int) Count {
	c.Read, c.New, c.Changed, c.Same, c.Refused = c.Read+times*d.Read, c.New+times*d.New, c.Changed+times*d.Changed, c.Same+times*d.Same, c.Refused+times*d.Refused
	c.Skipped, c.Removed, c.Followed, c.Made = c.Skipped+times*d.Skipped, c.Removed+times*d.Removed, c.Followed+times*d.Followed, c.Made+times*d.Made
	c.NotReached += times * d.NotReached
	return c
}

// ImportResult says what an import did, or would do.
type ImportResult struct {
	ImportID   string                 `json:"importId" doc:"commits this file when it was a dry run"`
	Name       string                 `json:"name" doc:"of the file"`
	Committed  bool                   `json:"committed" doc:"something was written"`
	Mode       string                 `json:"mode" enum:"mould,row,replace"`
	Total      Count                  `json:"total"`
	Counts     map[string]*Count      `json:"counts" doc:"by sheet"`
	Pages      []workbook.Page        `json:"pages" nullable:"false" doc:"sheets of the file in its order"`
	Rows       []Row                  `json:"rows" nullable:"false" doc:"the first 5000; of an outcome that is read again the first 100 of each action"`
	RowCount   int                    `json:"rowCount"`
	Faults     []Fault                `json:"faults" nullable:"false" doc:"the first 1000; of an outcome that is read again those of its rows and the first 10 of each rule and column, at most 400"`
	FaultCount int                    `json:"faultCount"`
	Causes     []Cause                `json:"causes" nullable:"false" doc:"the faults by what they have in common, the first 200; of an outcome that is read again the first 30"`
	Errors     int                    `json:"errors" doc:"faults that keep rows out"`
	Unknown    []workbook.Unknown     `json:"unknown" nullable:"false" doc:"sheets that mean nothing yet"`
	Strange    map[string][]string    `json:"strange" doc:"headers that mean nothing yet, by sheet"`
	Edits      []workbook.Edit        `json:"edits" nullable:"false" doc:"cells that were mended in the preview"`
	Replaced   []workbook.Replacement `json:"replaced" nullable:"false" doc:"values that were replaced throughout a column"`
	Create     []Missing              `json:"create" nullable:"false" doc:"records that are made because the file refers to them"`
	seen       *seen
	RunID      string   `json:"runId" doc:"of the import, see production/import/run; empty for a check"`
	BrokeOff   bool     `json:"brokeOff" doc:"the writing was stopped, by its owner or with the server: notWritten names the moulds that are not in"`
	Stopped    bool     `json:"stopped" doc:"its owner stopped it; where committed is false nothing was written"`
	NotWritten []string `json:"notWritten" nullable:"false" doc:"moulds whose rows were healthy and are not in: they changed meanwhile, or the writing broke off. Taking the file again writes them"`
}

const (
	rowsShown   = 5000
	faultsShown = 1000
	causesShown = 200
)

// What is kept of an outcome, for a page that comes back to it: a large one with all that the answer to its own call lists had
// 0.8 MB, and is asked for again and again.
const (
	rowsKept   = 100 // of each action, so that each can be looked at
	faultsKept = 10  // of each rule and column, beside those of these rows
	allFaults  = 400
	causesKept = 30 // as many as a page lists
)

// kept is the outcome with the first of its rows, faults and causes. Its counts stay those of all.
func (r *ImportResult) kept() *ImportResult {
	short := *r
	short.Rows, short.Faults, short.Causes = []Row{}, []Fault{}, r.Causes[:min(len(r.Causes), causesKept)]
	actions, rows := map[string]int{}, map[workbook.Place]bool{}
	for i := range r.Rows {
		if actions[r.Rows[i].Action]++; actions[r.Rows[i].Action] <= rowsKept {
			short.Rows, rows[r.Rows[i].place()] = append(short.Rows, r.Rows[i]), true
		}
	}
	kinds := map[[3]string]int{}
	for i := range r.Faults {
		f := &r.Faults[i]
		kind := [3]string{f.Sheet, f.Column, f.Rule}
		if kinds[kind]++; (kinds[kind] <= faultsKept || rows[workbook.Place{Sheet: f.Sheet, Part: f.Part, Row: f.Row}]) && len(short.Faults) < allFaults {
			short.Faults = append(short.Faults, *f)
		}
	}
	return &short
}

func newResult(u Upload, parsed *workbook.Result) *ImportResult {
	r := &ImportResult{
		ImportID: u.draft, Name: u.Name, Mode: u.Mode, Counts: map[string]*Count{}, Rows: []Row{}, Faults: []Fault{}, Causes: []Cause{}, Edits: u.Edits, Replaced: u.Replaced, Create: u.Create,
		Pages: parsed.Pages, Unknown: parsed.Unknown, Strange: parsed.Strange, NotWritten: []string{},
	}
	filled(&r.Pages)
	filled(&r.Unknown)
	filled(&r.Edits)
	filled(&r.Replaced)
	filled(&r.Create)
	return r
}

// filled makes an empty list of no list, as the contract promises.
func filled[E any](list *[]E) {
	if *list == nil {
		*list = []E{}
	}
}
