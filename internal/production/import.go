package production

import (
	"context"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// What an import does, or would do, with a row.
const (
	ActionNew     = "new"
	ActionChanged = "changed"
	ActionSame    = "same"
	ActionFailed  = "failed"
)

// Fault is one cell of the file that breaks one rule.
type Fault struct {
	Sheet   string `json:"sheet"`
	Row     int    `json:"row" doc:"as the spreadsheet program counts"`
	Column  string `json:"column"`
	Value   string `json:"value"`
	Rule    string `json:"rule"`
	Level   string `json:"level" enum:"error,warning"`
	Message string `json:"message"`
}

// Row is what happens to one row of the file.
type Row struct {
	Sheet  string `json:"sheet"`
	Row    int    `json:"row"`
	Key    string `json:"key"`
	Action string `json:"action"`
}

// Count sums up a sheet.
type Count struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
	Failed  int `json:"failed"`
}

// ImportResult says what an import did, or would do.
type ImportResult struct {
	ImportID   string            `json:"importId" doc:"commits this file when it was a dry run"`
	Committed  bool              `json:"committed"`
	Counts     map[string]*Count `json:"counts"`
	Rows       []Row             `json:"rows" nullable:"false" doc:"the first 5000"`
	Faults     []Fault           `json:"faults" nullable:"false" doc:"the first 1000"`
	FaultCount int               `json:"faultCount"`
}

const (
	rowsShown   = 5000
	faultsShown = 1000
)

// importer carries one file from its rows to the tables. A mould is taken whole or not at all: one fault in any of its
// rows keeps every row of it out.
type importer struct {
	p       *Production
	ctx     context.Context
	tx      store.Tx
	lang    string
	masters *Masters
	stored  *stock
	book    *workbook.Book
	failed  map[string]bool // moulds; "" = every mould
	result  *ImportResult
	writes  batch
}

// Import checks a file and, unless it is a dry run, writes its healthy moulds.
func (p *Production) Import(ctx context.Context, tx store.Tx, name string, data []byte, dryRun bool) (*ImportResult, error) {
	zone, err := time.LoadLocation(tx.Actor().Zone)
	if err != nil {
		zone = time.UTC
	}
	parsed, err := workbook.Parse(name, data, workbook.Options{Zone: zone})
	if err != nil {
		return nil, fileProblem(err)
	}
	in := &importer{
		p: p, ctx: ctx, tx: tx, lang: problem.Language(ctx), book: &parsed.Book, failed: map[string]bool{},
		result: &ImportResult{Counts: map[string]*Count{}, Rows: []Row{}, Faults: []Fault{}},
	}
	if in.masters, err = p.deps.Masters(ctx, tx); err != nil {
		return nil, err
	}
	if in.stored, err = p.load(ctx, tx, mouldNumbers(in.book)); err != nil {
		return nil, err
	}
	for _, f := range parsed.Faults {
		if !f.OnlyNew || !in.stored.knows(f.Sheet, f.Key) {
			in.fault(f)
		}
	}
	for _, f := range in.book.Check(p.deps.Now()) {
		in.fault(f)
	}
	in.resolve()
	in.build()
	if dryRun || in.writes.empty() {
		return in.result, nil
	}
	in.result.Committed = true
	return in.result, in.commit()
}

// fault reports a broken rule and keeps its mould out.
func (in *importer) fault(f workbook.Fault) {
	if f.Level != workbook.Warning {
		in.failed[f.Mould] = true
	}
	in.result.FaultCount++
	if len(in.result.Faults) < faultsShown {
		in.result.Faults = append(in.result.Faults, Fault{f.Sheet, f.Row, f.Column, f.Value, f.Rule, string(f.Level), f.Text.In(in.lang)})
	}
}

func (in *importer) bad(sheet string, line workbook.Line, mould, column, value, rule string, text problem.Text) {
	in.fault(workbook.Fault{Sheet: sheet, Row: line.Row, Column: column, Value: value, Rule: rule, Level: workbook.Error, Text: text, Mould: mould})
}

// out tells whether a mould stays out.
func (in *importer) out(mould string) bool { return in.failed[""] || in.failed[mould] }

// done counts a row.
func (in *importer) done(sheet string, line workbook.Line, key, action string) {
	c := in.result.Counts[sheet]
	if c == nil {
		c = &Count{}
		in.result.Counts[sheet] = c
	}
	switch action {
	case ActionNew:
		c.New++
	case ActionChanged:
		c.Changed++
	case ActionSame:
		c.Same++
	default:
		c.Failed++
	}
	if len(in.result.Rows) < rowsShown {
		in.result.Rows = append(in.result.Rows, Row{sheet, line.Row, key, action})
	}
}

// commit writes what build has collected, parents first, and one line of the operation log.
func (in *importer) commit() error {
	if err := in.writes.run(in.ctx, in.tx); err != nil {
		return err
	}
	var changes []store.FieldChange
	for sheet, c := range in.result.Counts {
		changes = append(changes, store.FieldChange{Field: sheet, After: *c})
	}
	if in.p.deps.Changed != nil {
		actor := in.tx.Actor()
		in.tx.AfterCommit(func() { in.p.deps.Changed(context.WithoutCancel(in.ctx), actor, "mould", "") })
	}
	return in.tx.Log(in.ctx, "production", "", "import", store.ActionImport, changes...)
}

func mouldNumbers(b *workbook.Book) []string {
	seen, numbers := map[string]bool{}, []string{}
	add := func(no string) {
		if !seen[no] && no != "" {
			seen[no] = true
			numbers = append(numbers, no)
		}
	}
	for i := range b.Moulds {
		add(b.Moulds[i].MouldNo)
	}
	for i := range b.Parts {
		add(b.Parts[i].MouldNo)
	}
	for i := range b.Operations {
		add(b.Operations[i].MouldNo)
	}
	for i := range b.Electrodes {
		add(b.Electrodes[i].MouldNo)
	}
	for i := range b.EDMLinks {
		add(b.EDMLinks[i].MouldNo)
	}
	for i := range b.OperationResources {
		add(b.OperationResources[i].MouldNo)
	}
	for i := range b.Progress {
		add(b.Progress[i].MouldNo)
	}
	return numbers
}
