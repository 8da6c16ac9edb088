package production

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// An import has three steps. The file is read, without a transaction. What it says is held against what is stored, in one
// reading transaction: that is the plan, and all of a dry run. The plan is written in pieces, each a short transaction
// that holds whole moulds; what has changed since it was planned is left out and told.

// What an import does, or would do, with a row.
const (
	ActionNew        = "new"
	ActionChanged    = "changed"
	ActionSame       = "same"
	ActionRefused    = "refused"
	ActionNotReached = "notReached" // healthy, and not written because the import was stopped or broke off
	ActionRemoved    = "removed"    // stored, and no more in a file that replaces its moulds
)

// What a fault keeps out, and what becomes of stored rows that the file does not hold.
const (
	ModeMould   = "mould"   // a mould is taken whole or not at all
	ModeRow     = "row"     // only the faulty rows stay out, and what refers to them
	ModeReplace = "replace" // as by mould, and stored rows of its moulds that the file does not hold go
)

// Upload is a file on its way in.
type Upload struct {
	Name     string
	Data     []byte
	Edits    []workbook.Edit
	Replaced []workbook.Replacement
	Create   []Missing
	Mode     string
	DryRun   bool
	Headings Headings // taught with this file
	// Trusted says that the program itself brings the file: no permission is asked for and no question.
	Trusted bool
	edited  bool                   // Edits come with this call
	told    Headings               // those of this call
	before  []workbook.Replacement // that an earlier call has asked for
	draft   string                 // id of the checked file, empty for one that nobody has checked
	seen    *seen                  // what the check of this file was about to write; nil for a file that nobody has checked
	keep    bool                   // the rows as they were read, for the file of the refused ones
	run     *startedRun            // nil for a check
}

// importer plans one file. Unless it goes row by row, a mould is taken whole or not at all: one fault in any of its rows
// keeps every row of it out.
type importer struct {
	p         *Production
	ctx       context.Context
	tx        store.Tx         // reads
	logID     string           // row id of the import's lines in the operation log
	began     time.Time        // before what is stored was read
	logged    map[string]Count // what these lines say already, by sheet; nil before the first
	unwritten map[string]Count // what they would say, by sheet, if nothing were written
	upload    Upload
	lang      string
	zone      *time.Location
	masters   *Masters
	names     *Names
	owners    *Owners
	loaded    *stock                  // as it is stored
	files     map[string]int          // of stored operations, by id, where the file may remove some
	filed     []workbook.OperationKey // operations with files that go
	stored    *stock                  // as it will be, once build has gone over it
	parsed    *workbook.Result
	book      *workbook.Book

	speaks, doubtful map[string]bool // sheets, see removes
	doubts           []workbook.Fault

	all      bool // every mould stays out
	failed   map[workbook.Scope]bool
	found    findings // of the basic data and, row by row, of the rows that were sifted out
	pass     findings // of the pass over the rest
	sifted   map[workbook.Place]bool
	changed  map[workbook.Scope]bool // changed by others since the file was checked
	denied   []workbook.Fault        // rows for which a permission is missing
	told     map[deniedRow]bool
	steps    map[workbook.Place][]string // permissions for the steps that rows of electrodes make
	unseen   store.Hidden                // what the person's roles hide
	signsCAM bool                        // the person may sign the CAM check
	hidden   map[string]bool             // ids of the stored operations that they hide
	writes   map[workbook.Scope]*writing
	saves    []MasterRow     // basic data to be written
	used     map[string]bool // ids of basic data that the rows to be written refer to
	result   *ImportResult
	history  *history // of a commit

	refusals      *refusals
	operationRows map[workbook.OperationKey]bool      // operations that have a row in the file
	orders        map[string]*workbook.Mould          // rows of the moulds, by number
	shorthand     map[workbook.OperationKey]shorthand // what the rows of electrodes say of operations
	routedParts   map[workbook.PartKey]bool           // their parts
	reasons       map[workbook.Place][]string
	headingFaults []workbook.Fault       // that keep every row out
	rawAt         map[workbook.Place]int // index in parsed.Raw
	shapes        map[string]workbook.Sheet

	columnOrders map[string]map[string]int // places of the columns of a sheet, by their codes
	texts        map[string]func(workbook.Place, string) string
	index        map[workbook.Place]named

	spellings map[string]*cell.Names // of the basic data, by kind
}

// named is whose a row is and what it is called.
type named struct {
	scope workbook.Scope
	key   workbook.Key
}

// Import checks a file and, unless it is a dry run, writes its healthy moulds. A result comes without an error even when
// some pieces could not be written: it names what is in and what is not, and the same file can be taken again. What a person
// has sent to be written is written though they leave; a Trusted file ends with ctx.
func (p *Production) Import(ctx context.Context, db *store.DB, u Upload) (*ImportResult, error) {
	if !u.DryRun && u.run == nil {
		return p.stoppable(ctx, db, startedRun{name: u.Name, draft: u.draft, mode: u.Mode, bound: u.Trusted}, func(ctx context.Context, run *startedRun) (*ImportResult, error) {
			u.run = run
			return p.Import(ctx, db, u)
		})
	}
	result, _, release, err := p.take(ctx, db, u)
	if err == nil {
		release()
	}
	return result, err
}

// take runs an import; with Upload.keep it also gives the rows of the file and what is wrong with each. Without an error
// release gives back the memory that they take.
func (p *Production) take(ctx context.Context, db *store.DB, u Upload) (result *ImportResult, rows *readRows, release func(), err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	if actor.FactoryID == "" {
		return nil, nil, nil, store.ErrNoFactory
	}
	held, err := budget.Acquire(ctx, sheet.Cost(u.Data, sheet.Import))
	if err != nil {
		return nil, nil, nil, err
	}
	defer func() {
		if err != nil || release == nil { // nil where it panics
			held()
		}
	}()
	ctx, unbind := u.run.until(ctx)
	defer unbind()
	zone, err := time.LoadLocation(actor.Zone)
	if err != nil {
		zone = time.UTC
	}
	u.Mode = cmp.Or(u.Mode, ModeMould)
	parsed, err := p.read(ctx, db, u, zone)
	if err != nil {
		return nil, nil, nil, err
	}
	if err := u.checkFound(parsed); err != nil {
		return nil, nil, nil, err
	}
	in := &importer{
		logID: store.NewID(), began: p.deps.Now(), refusals: newRefusals(),
		p: p, ctx: ctx, upload: u, lang: problem.Language(ctx), zone: zone, parsed: parsed, book: &parsed.Book, sifted: map[workbook.Place]bool{},
		told: map[deniedRow]bool{}, changed: map[workbook.Scope]bool{}, result: newResult(u, parsed),
	}
	if u.run != nil {
		in.logID = u.run.id
	}
	err = db.Read(ctx, func(tx store.Tx) error {
		in.tx = tx
		return in.plan()
	})
	in.tx = store.Tx{}
	if err == nil && in.isEmpty() {
		err = resource.NoRows()
	}
	if err == nil && !u.DryRun && !in.writesAnything() {
		err = in.skip(db)
	}
	if err != nil && (u.run.isStopped() || errors.Is(err, errStopped)) {
		in.halted(db)
		return in.result, nil, held, nil
	}
	if err != nil {
		return nil, nil, nil, err
	}
	rows = &readRows{parsed.Raw, in.refusedReasons()}
	if u.DryRun {
		return in.result, rows, held, nil
	}
	if in.writesAnything() {
		if err := in.ask(actor); err != nil {
			return nil, nil, nil, err
		}
		if err := in.commit(db); err != nil {
			return in.result, rows, held, err
		}
	} else {
		in.result.RunID = in.logID
		in.logOutcome(db)
	}
	return in.result, rows, held, in.remember(db)
}

// isEmpty tells whether the file has headings that are known and nothing below them: there is nothing to check, nor to ask.
func (in *importer) isEmpty() bool {
	r := in.result
	return !in.upload.Trusted && r.Total.Read == 0 && r.FaultCount == 0 && len(r.Unknown)+len(r.Strange) == 0
}

// read reads the file by what the caller tells about its headings, and by what the tenant has taught before.
func (p *Production) read(ctx context.Context, db *store.DB, u Upload, zone *time.Location) (*workbook.Result, error) {
	if err := u.Headings.check(); err != nil {
		return nil, err
	}
	var taught func(string) (workbook.Taught, bool)
	if err := db.Read(ctx, func(tx store.Tx) (err error) { taught, err = readTaught(ctx, tx); return err }); err != nil {
		return nil, err
	}
	var unread error // few files hold remarks: the names are read for the first of them
	marked := sync.OnceValue(func() (names map[string]bool) {
		var err error
		if names, err = p.marked(ctx, db); err != nil {
			unread = err
		}
		return names
	})
	named := sync.OnceValue(func() (names map[string]map[string]bool) {
		var err error
		if names, err = p.named(ctx, db); err != nil {
			unread = err
		}
		return names
	})
	limits := sheet.Import
	if u.Trusted {
		limits = sheet.Standard
	}
	parsed, err := workbook.Parse(ctx, u.Name, u.Data, workbook.Options{
		Zone: zone, Headers: u.Headings.Columns, Sheets: u.Headings.Sheets, Taught: taught, Edits: u.Edits, Replaced: u.Replaced, Keep: u.keep, Limits: limits, Exported: p.deps.Exported,
		Known: func(name string) bool { return marked()[cell.Key(name)] }, Named: func(name string) bool {
			return slices.ContainsFunc(slices.Collect(maps.Values(named())), func(names map[string]bool) bool { return names[cell.Key(name)] })
		},
		NamedAs: func(entity, name string) bool { return named()[entity][cell.Key(name)] },
	})
	if unread != nil {
		return nil, unread
	}
	if err != nil && (!u.DryRun || !errors.Is(err, workbook.ErrNoSheet) || len(parsed.Unknown) == 0) {
		return nil, fileProblem(err)
	}
	return parsed, nil
}

// marked are the names of stored records that begin like a remark of a file.
func (p *Production) marked(ctx context.Context, db *store.DB) (map[string]bool, error) {
	known := map[string]bool{}
	err := db.Read(ctx, func(tx store.Tx) error {
		names, err := p.deps.Marked(ctx, tx)
		for _, name := range names {
			known[cell.Key(name)] = true
		}
		return err
	})
	return known, err
}

// named are the names of stored records, folded, by entity: of the factory's moulds, parts and batches, and of the basic data.
func (p *Production) named(ctx context.Context, db *store.DB) (map[string]map[string]bool, error) {
	known := map[string]map[string]bool{}
	add := func(entity, name string) {
		if known[entity] == nil {
			known[entity] = map[string]bool{}
		}
		known[entity][cell.Key(name)] = true
	}
	err := db.Read(ctx, func(tx store.Tx) error {
		masters, err := p.deps.Masters(ctx, tx)
		if err != nil {
			return err
		}
		masters.eachName(add)
		for _, of := range []struct {
			entity string
			model  any
			column string
		}{{"mould", (*Mould)(nil), "mould_no"}, {"part", (*Part)(nil), "part_no"}, {"batch", (*Batch)(nil), "batch_no"}} {
			var names []string
			if err := tx.Select(of.model).Columns(of.column).ScanColumn(ctx, &names); err != nil {
				return err
			}
			for _, name := range names {
				add(of.entity, name)
			}
		}
		return nil
	})
	return known, err
}

// remember keeps what the caller has told about headings for the next files of their layouts: of a file that is taken in,
// or that has nothing wrong and nothing new. What a refused file is told about is not known to be right.
func (in *importer) remember(db *store.DB) error {
	if in.upload.Headings.empty() || !in.result.Committed && (in.result.Errors > 0 || in.result.Stopped) {
		return nil
	}
	return db.Write(in.ctx, func(tx store.Tx) error { return teach(in.ctx, tx, in.upload.Headings, in.parsed.Pages) })
}

// plan finds out what the file would do; it writes nothing.
func (in *importer) plan() (err error) {
	if err := in.respell(); err != nil {
		return err
	}
	refill(in.book)
	in.indexRows()
	faults := &in.parsed.Faults
	in.pass = findings{}
	if in.masters, err = in.p.deps.Masters(in.ctx, in.tx); err != nil {
		return err
	}
	if in.names, err = in.p.deps.Names(problem.WithLanguage(in.ctx, problem.Chinese), in.tx); err != nil { // a file has the names that people type
		return err
	}
	if err := in.knowOwners(); err != nil {
		return err
	}
	if err := in.planMasters(faults); err != nil {
		return err
	}
	in.found = in.pass
	in.listen(faults)
	if in.loaded, err = in.p.load(in.ctx, in.tx, mouldNumbers(in.book)); err != nil {
		return err
	}
	goes := func(o *Operation) bool { return o.Implied || in.upload.Mode == ModeReplace } // what a file may take away
	if in.files, err = in.p.filesOf(in.ctx, in.tx, in.loaded, goes); err != nil {
		return err
	}
	in.conceal()
	in.judge(faults)
	for in.upload.Mode == ModeRow && in.sift() || in.deny() || in.outdated() {
		if err := in.ctx.Err(); err != nil {
			return err
		}
		in.judge(faults)
	}
	in.dropUnused()
	if in.upload.DryRun {
		in.result.seen = in.sight()
	}
	in.report()
	return in.ctx.Err()
}

// indexRows notes what each row of the file is called, for faults about rows that are dropped later.
func (in *importer) indexRows() {
	in.index = map[workbook.Place]named{}
	for _, s := range workbook.Sheets() {
		in.book.Each(s.Code, func(line workbook.Line, scope workbook.Scope, key workbook.Key) {
			in.index[line.Place(s.Code)] = named{scope, key}
		})
	}
}

// judge checks what the book holds and builds it over what is stored.
func (in *importer) judge(faults *workbook.FaultList) {
	in.pass, in.writes, in.failed, in.all, in.texts = findings{}, map[workbook.Scope]*writing{}, map[workbook.Scope]bool{}, false, nil
	in.stored, in.steps = in.loaded.clone(), map[workbook.Place][]string{}
	for i := range in.book.Parts {
		in.stored.partRow[in.book.Parts[i].Key()] = &in.book.Parts[i]
	}
	maps.Copy(in.failed, in.changed)
	in.operationRows, in.routedParts, in.shorthand = map[workbook.OperationKey]bool{}, map[workbook.PartKey]bool{}, map[workbook.OperationKey]shorthand{}
	in.orders = map[string]*workbook.Mould{}
	for i := range in.book.Moulds {
		in.orders[in.book.Moulds[i].MouldNo] = &in.book.Moulds[i]
	}
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		in.operationRows[r.Key()], in.routedParts[r.Part()] = true, true
	}
	for i := range in.book.Electrodes {
		for _, step := range shorthandOf(&in.book.Electrodes[i]) {
			in.shorthand[step.key] = step
		}
	}
	checked := in.book.Check(in.p.deps.Now(), in.parsed.Pages)
	for _, list := range []iter.Seq[workbook.Fault]{faults.All(), checked.All(), slices.Values(in.denied), slices.Values(in.doubts)} {
		for f := range list {
			if !in.sifted[f.Place()] && !in.masterFault(f) && (!f.OnlyNew || f.Key == nil || !in.stored.knows(f.Sheet, f.Key) && !in.needsNoProcess(f) && !in.isCalledSo(f)) {
				in.fault(f)
			}
		}
	}
	for _, step := range []func(){in.resolve, in.checkRoutes, in.planRemovals, in.holdKinds, in.build, in.tellSteps, in.warn} {
		if in.ctx.Err() != nil { // nobody waits for the answer any more: plan gives the error
			return
		}
		step()
	}
}

// mouldNumbers are the moulds that a book names, each once.
func mouldNumbers(b *workbook.Book) []string {
	seen, numbers := map[string]bool{}, []string{}
	for _, s := range workbook.Sheets() {
		b.Each(s.Code, func(_ workbook.Line, scope workbook.Scope, _ workbook.Key) {
			if no := scope.Mould; no != "" && !seen[no] {
				seen[no] = true
				numbers = append(numbers, no)
			}
		})
	}
	return numbers
}
