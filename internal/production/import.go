package production

import (
	"cmp"
	"context"
	"maps"
	"slices"
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
	ActionRemoved = "removed" // stored, and no more in a file that replaces its moulds
)

// What a fault keeps out, and what becomes of stored rows that the file does not hold.
const (
	ModeMould   = "mould"   // a mould is taken whole or not at all
	ModeRow     = "row"     // only the faulty rows stay out, and what refers to them
	ModeReplace = "replace" // as by mould, and stored rows of its moulds that the file does not hold go
)

// Fault is one cell of the file that breaks one rule.
type Fault struct {
	Sheet    string `json:"sheet"`
	Row      int    `json:"row" doc:"as the spreadsheet program counts"`
	Column   string `json:"column"`
	Value    string `json:"value"`
	Rule     string `json:"rule"`
	Level    string `json:"level" enum:"error,warning"`
	Message  string `json:"message"`
	Editable bool   `json:"editable" doc:"the cell can be mended in the preview"`
}

// Row is what happens to one row of the file.
type Row struct {
	Sheet   string       `json:"sheet"`
	Row     int          `json:"row" doc:"0 for a stored row that the file does not hold: removed, or changed by a row that it does"`
	Key     string       `json:"key"`
	Action  string       `json:"action" enum:"new,changed,same,failed,removed"`
	Changes []CellChange `json:"changes,omitempty"`
}

// Count sums up a sheet.
type Count struct {
	New     int `json:"new"`
	Changed int `json:"changed"`
	Same    int `json:"same"`
	Failed  int `json:"failed"`
	Removed int `json:"removed"`
}

// ImportResult says what an import did, or would do.
type ImportResult struct {
	ImportID   string              `json:"importId" doc:"commits this file when it was a dry run"`
	Name       string              `json:"name" doc:"of the file"`
	Committed  bool                `json:"committed"`
	Mode       string              `json:"mode" enum:"mould,row,replace"`
	Counts     map[string]*Count   `json:"counts"`
	Rows       []Row               `json:"rows" nullable:"false" doc:"the first 5000"`
	RowCount   int                 `json:"rowCount"`
	Faults     []Fault             `json:"faults" nullable:"false" doc:"the first 1000"`
	FaultCount int                 `json:"faultCount"`
	Errors     int                 `json:"errors" doc:"faults that keep a mould out"`
	Unknown    []workbook.Unknown  `json:"unknown" nullable:"false" doc:"sheets that mean nothing yet"`
	Strange    map[string][]string `json:"strange" doc:"headers that mean nothing yet, by sheet"`
	Edits      []workbook.Edit     `json:"edits" nullable:"false" doc:"cells that were mended in the preview"`
}

const (
	rowsShown   = 5000
	faultsShown = 1000
)

// Upload is a file on its way in.
type Upload struct {
	Name   string
	Data   []byte
	Edits  []workbook.Edit
	Mode   string
	DryRun bool
	keep   bool // the rows as they were read, for the file of the failed ones
}

// importer carries one file from its rows to the tables. Unless it goes row by row, a mould is taken whole or not at
// all: one fault in any of its rows keeps every row of it out.
type importer struct {
	p       *Production
	ctx     context.Context
	tx      store.Tx
	upload  Upload
	lang    string
	zone    *time.Location
	masters *Masters
	names   *Names
	stored  *stock
	book    *workbook.Book
	sheets  map[string]int  // rows read, by sheet
	failed  map[string]bool // moulds; "" = every mould
	reasons map[place][]string
	found   findings // of the basic data and, row by row, of the rows that were sifted out
	pass    findings // of the pass over the rest
	sifted  map[place]bool
	result  *ImportResult
	writes  writing
	shapes  map[string]workbook.Sheet
}

// place is a row of the file.
type place struct {
	sheet string
	row   int
}

// Import checks a file and, unless it is a dry run, writes its healthy moulds. A dry run of a file with basic data
// writes these rows to check what refers to them: its transaction must be rolled back.
func (p *Production) Import(ctx context.Context, tx store.Tx, name string, data []byte, dryRun bool) (*ImportResult, error) {
	result, _, err := p.take(ctx, tx, Upload{Name: name, Data: data, DryRun: dryRun})
	return result, err
}

// take runs an import; with Upload.keep it also gives the rows of the file and what is wrong with each.
func (p *Production) take(ctx context.Context, tx store.Tx, u Upload) (*ImportResult, *kept, error) {
	zone, err := time.LoadLocation(tx.Actor().Zone)
	if err != nil {
		zone = time.UTC
	}
	u.Mode = cmp.Or(u.Mode, ModeMould)
	own, err := readHeadings(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	parsed, err := workbook.Parse(u.Name, u.Data, workbook.Options{Zone: zone, Headers: own.Columns, Sheets: own.Sheets, Edits: u.Edits, Keep: u.keep})
	if err != nil && (!u.DryRun || parsed == nil || len(parsed.Unknown) == 0) {
		return nil, nil, fileProblem(err)
	}
	in := &importer{
		p: p, ctx: ctx, tx: tx, upload: u, lang: problem.Language(ctx), zone: zone, book: &parsed.Book, sheets: parsed.Rows, failed: map[string]bool{},
		reasons: map[place][]string{}, sifted: map[place]bool{},
		result: &ImportResult{
			Name: u.Name, Mode: u.Mode, Counts: map[string]*Count{}, Rows: []Row{}, Faults: []Fault{}, Edits: u.Edits,
			Unknown: parsed.Unknown, Strange: parsed.Strange,
		},
	}
	if in.result.Unknown == nil {
		in.result.Unknown = []workbook.Unknown{}
	}
	if in.result.Edits == nil {
		in.result.Edits = []workbook.Edit{}
	}
	if err := in.respell(parsed); err != nil {
		return nil, nil, err
	}
	if err := in.run(parsed.Faults); err != nil {
		return nil, nil, err
	}
	rows := &kept{parsed.Raw, in.reasons}
	if u.DryRun || in.writes.empty() && !in.savesMasters() {
		return in.result, rows, nil
	}
	if err := in.askReplace(); err != nil {
		return nil, nil, err
	}
	in.result.Committed = true
	return in.result, rows, in.commit()
}

// run checks and builds everything; only basic data is written already.
func (in *importer) run(faults []workbook.Fault) (err error) {
	if err := in.takeMasters(faults); err != nil {
		return err
	}
	if in.masters, err = in.p.deps.Masters(in.ctx, in.tx); err != nil {
		return err
	}
	if in.names, err = in.p.deps.Names(in.ctx, in.tx); err != nil {
		return err
	}
	in.found, in.pass = in.pass, findings{}
	if err = in.judge(faults); err != nil {
		return err
	}
	for in.upload.Mode == ModeRow && in.sift() {
		if err = in.judge(faults); err != nil {
			return err
		}
	}
	in.report()
	return nil
}

// judge checks what the book holds and builds it over what is stored.
func (in *importer) judge(faults []workbook.Fault) (err error) {
	if in.stored, err = in.p.load(in.ctx, in.tx, mouldNumbers(in.book)); err != nil {
		return err
	}
	for i := range in.book.Parts {
		in.stored.partRow[in.book.Parts[i].Key()] = &in.book.Parts[i]
	}
	for _, f := range slices.Concat(faults, in.book.Check(in.p.deps.Now())) {
		if !in.sifted[place{f.Sheet, f.Row}] && (!f.OnlyNew || !in.stored.knows(f.Sheet, f.Key)) {
			in.fault(f)
		}
	}
	in.resolve()
	in.checkRoutes()
	in.planRemovals()
	in.build()
	in.warn()
	return nil
}

// takeMasters writes the sheets of basic data, so that the rest of the file can refer to them.
func (in *importer) takeMasters(faults []workbook.Fault) error {
	if !in.savesMasters() {
		return nil
	}
	for _, f := range faults { // a row that cannot be read is not written
		if f.Level != workbook.Warning && in.shape(f.Sheet).Master && f.Row > 0 && !f.OnlyNew {
			in.book.Drop(f.Sheet, f.Row)
			in.done(f.Sheet, workbook.Line{Row: f.Row}, f.Key, ActionFailed)
		}
	}
	outcomes, err := in.p.deps.SaveMasters(in.ctx, in.tx, in.book)
	if err != nil {
		return err
	}
	for _, o := range outcomes {
		if o.Err != nil {
			in.refused(o)
		}
		for _, column := range o.Left {
			in.fault(workbook.Fault{Sheet: o.Sheet, Row: o.Line.Row, Column: column, Rule: "notKept", Level: workbook.Warning, Text: msgNotKept, Key: o.Key})
		}
		in.done(o.Sheet, o.Line, o.Key, o.Action)
	}
	return nil
}

var msgNotKept = L("此列还不能导入，请在机床的属性中维护", "This column cannot be imported yet; enter it with the machine's attributes")

// refused words what a rule of basic data says about a row.
func (in *importer) refused(o MasterOutcome) {
	p := problem.Of(o.Err)
	if len(p.Fields) == 0 {
		in.bad(o.Sheet, o.Line, "", "", o.Key, "refused", p.Text)
	}
	for _, f := range p.Fields {
		in.bad(o.Sheet, o.Line, "", f.Field, "", f.Rule, f.Text())
	}
}

// savesMasters tells whether the file holds basic data that may be saved here.
func (in *importer) savesMasters() bool {
	for _, s := range workbook.Sheets() {
		if s.Master && in.sheets[s.Code] > 0 {
			return in.p.deps.SaveMasters != nil
		}
	}
	return false
}

// commit writes what build has collected, parents first, and one line of the operation log.
func (in *importer) commit() error {
	if err := in.writes.run(in.ctx, in.tx); err != nil {
		return err
	}
	for ids := range slices.Chunk(in.writes.removed.operations, 500) {
		if err := in.p.deps.OperationsGone(in.ctx, in.tx, ids); err != nil {
			return err
		}
	}
	var moulds []Mould
	for _, no := range slices.Sorted(maps.Keys(in.stored.moulds)) {
		if !in.out(no) {
			moulds = append(moulds, *in.stored.moulds[no])
		}
	}
	if err := in.p.implySteps(in.ctx, in.tx, moulds); err != nil {
		return err
	}
	var changes []store.FieldChange
	for sheet, c := range in.result.Counts {
		changes = append(changes, store.FieldChange{Field: sheet, After: *c})
	}
	if in.p.deps.Changed != nil {
		actor := in.tx.Actor()
		in.tx.AfterCommit(func() { in.p.deps.Changed(context.WithoutCancel(in.ctx), actor, "mould", "") })
		if _, there := in.sheets["operationResources"]; there {
			in.tx.AfterCommit(func() { in.p.deps.Changed(context.WithoutCancel(in.ctx), actor, in.p.Eligible.Name(), "") })
		}
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
	for i := range b.Batches {
		add(b.Batches[i].MouldNo)
	}
	for i := range b.Progress {
		add(b.Progress[i].MouldNo)
	}
	for i := range b.Outsourcing {
		add(b.Outsourcing[i].MouldNo)
	}
	return numbers
}
