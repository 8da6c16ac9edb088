package resource

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"mouldworks/internal/platform/budget"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// What an import does, or would do, with a row of the file.
const (
	ActionNew     = "new"
	ActionChanged = "changed"
	ActionSame    = "same"
	ActionRefused = "refused"
	ActionSkipped = "skipped"
	// ActionNotReached is a healthy row that is not in because the writing broke off: nobody has refused it.
	ActionNotReached = "notReached"
)

// checkEvery is after how many rows it is asked whether anybody still waits for the answer.
const checkEvery = 256

// How many rows and faults a reply names; the counts are of all.
const (
	rowsTold   = 1000
	faultsTold = 1000
	// valueTold is how many characters of a cell a reply holds: whoever mends one that is too long needs more than a glance at it.
	valueTold = 1000
)

// ImportFile is a file on its way into a list.
type ImportFile struct {
	Name   string // of the file, for the operation log
	Data   []byte
	DryRun bool
	// Partly takes the healthy rows of a file in which others are refused; without it one refused row keeps all out.
	Partly bool
	// Edits are cells mended in the preview; they stand in place of what the file says.
	Edits []CellEdit
	// Headings are what headings of the file mean: the key of a field, or "" to leave the column out. nil takes what was
	// remembered for files of this layout; anything else replaces that memory once the file is taken in.
	Headings map[string]string
	// Basis is that of the check, see ImportResult; "" writes without one.
	Basis string
	// Create are records that are made because the file refers to them, as far as the person may make them.
	Create []Wanted
}

// CellEdit is one cell mended in the preview.
type CellEdit struct {
	Row    int    `json:"row" doc:"as the spreadsheet program counts"`
	Column string `json:"column" doc:"key of the field"`
	Value  string `json:"value"`
}

// RowFault is one cell of an imported sheet that breaks one rule.
type RowFault struct {
	Row     int           `json:"row" doc:"as the spreadsheet program counts"`
	Key     string        `json:"key" doc:"what the key column of the row says"`
	Column  string        `json:"column" doc:"key of the field, with the line and its field where it is one of lines; of a heading that means nothing, the heading"`
	Value   string        `json:"value" doc:"as typed"`
	Rule    string        `json:"rule"`
	Texts   problem.Text  `json:"texts" doc:"what to do about it, in both languages: an import that stays open follows the person to the other"`
	Options problem.Texts `json:"options,omitempty" doc:"what the cell may hold, where that is a short list; names of records are the same in both languages"`
}

// ImportChange is one field of a row before and after the import, as people read it.
type ImportChange struct {
	Field  string       `json:"field"`
	Before problem.Text `json:"before"`
	After  problem.Text `json:"after"`
}

// ImportRow is what happens to one row of the file.
type ImportRow struct {
	Row     int            `json:"row"`
	Sheet   string         `json:"sheet,omitempty" doc:"of a row that stands in another sheet than the list"`
	Key     string         `json:"key"`
	Typed   string         `json:"typed,omitempty" doc:"the key as the file writes it, where the stored record that it means is written otherwise"`
	Action  string         `json:"action" enum:"new,changed,refused,notReached,skipped"`
	Reason  string         `json:"reason,omitempty" enum:"remark,title,heading,sheet,blank,totals" doc:"why a row is skipped: it begins with #, stands above the headings, repeats them, stands in another sheet, has nothing in a column that is read, or is one of totals"`
	Changes []ImportChange `json:"changes,omitempty"`
}

// ImportHeading is a heading of the file and the field that it means.
type ImportHeading struct {
	Heading string `json:"heading"`
	Column  string `json:"column" doc:"key of the field, empty for a column that is left out or means nothing yet"`
	Taught  bool   `json:"taught" doc:"somebody has said so, for files of this layout"`
	Unknown bool   `json:"unknown" doc:"means nothing yet; the import waits for an answer"`
}

// SkippedSheet is a further sheet of the file, of which no row is read.
type SkippedSheet struct {
	Name string `json:"name"`
	Rows int    `json:"rows"` // without its headings
	// Hidden says that the spreadsheet program does not show the sheet.
	Hidden bool `json:"hidden,omitempty"`
}

// ImportResult says what an import did, or would do. Every row of the file but the headings is counted once: read =
// created + changed + same + refused + notReached + skipped.
type ImportResult struct {
	Committed  bool            `json:"committed" doc:"something was written"`
	Basis      string          `json:"basis" doc:"of the stored records that the file names, as they were compared: sent with the write, it refuses the file once one of them is another"`
	Read       int             `json:"read"`
	Created    int             `json:"created"`
	Changed    int             `json:"changed"`
	Same       int             `json:"same"`
	Refused    int             `json:"refused"`
	NotReached int             `json:"notReached" doc:"healthy rows that an import which broke off has not written"`
	Skipped    int             `json:"skipped"`
	Sheet      string          `json:"sheet" doc:"that was read, empty for csv"`
	Hidden     bool            `json:"hidden" doc:"the spreadsheet program does not show this sheet"`
	Unseen     sheet.Unseen    `json:"unseen" doc:"what was read of this sheet although it is not shown"`
	Headings   []ImportHeading `json:"headings" nullable:"false"`
	Sheets     []SkippedSheet  `json:"sheets" nullable:"false" doc:"that were not read"`
	Rows       []ImportRow     `json:"rows" nullable:"false" doc:"the first 1000 that are not the same as stored"`
	RowCount   int             `json:"rowCount"`
	Faults     []RowFault      `json:"faults" nullable:"false" doc:"the first 1000"`
	Missing    []Missing       `json:"missing" nullable:"false" doc:"records that the file refers to and that are not there"`
	Made       []Made          `json:"made" nullable:"false" doc:"of the missing ones, those that were made, or would be, for rows that are not refused"`
	FaultCount int             `json:"faultCount"`
	Warnings   []RowFault      `json:"warnings" nullable:"false" doc:"what is not read although no row stays out for it: values below an empty heading, one for each column, whose name stands in column; rows of totals; numbers of merged cells"`
}

var msgNoImport = problem.L("%s不能从表格导入", "%s cannot be imported from a sheet")

// importer carries one file from its cells to the table.
type importer[P Entity] struct {
	r         *Resource[P]
	file      ImportFile
	id        string // of the import in the operation log
	actor     store.Actor
	key       *Field   // the first of keys
	keys      []*Field // by which a row finds the stored one
	dates     cell.Dates
	lang      string
	table     fileTable
	own       *ownRows // the rows of the file as its other rows name them
	columns   []*Field // of the file's columns, nil for one that is not read; behind them those that mended cells fill
	unheaded  *cell.Unheaded
	doubted   *RowFault // where the encoding of the file was assumed
	edits     map[place]string
	stored    map[string]P      // by the key as it is written
	spelt     map[string]P      // by what the spellings of the key have in common
	hidden    []P               // rows of sections that the person does not see: they are neither found nor told, but their values are taken
	keyed     map[string]string // what the spellings of the key of each stored row have in common, by its id
	uses      map[*entry[P]][]use[P]
	usesAsked int // how many rows were refused when the uses were last followed; -1 before
	lookups   map[string]*cell.Names
	narrow    bool                // the person does not see every row
	offered   map[string][]string // names of each entity that rows may choose
	unseen    map[string]bool     // entities of which the person may not view the list
	lacks     map[string]*Missing // by entity
	plans     map[[2]string]*planned
	titles    map[string]string // of what stored rows refer to, by id
	entries   []*entry[P]
	handed    map[string]bool // ids of the rows that give up a flag which another row of the file takes
	faults    []RowFault
	faulty    map[int]bool     // rows, see staysOut
	lost      map[int]bool     // healthy rows that are not in because the writing broke off
	left      int              // rows to write behind the piece that is being written
	open      int              // rows of which the log says that they are not in
	asked     []asked[P]       // what rules ask before the file is taken in
	question  *problem.Problem // the first of it that a row which is not refused raises
	blocked   bool             // a fault of the headings keeps every row out
	readable  bool             // the columns of the key are there
	result    ImportResult
}

// place is a cell of the file.
type place struct {
	row    int
	column string
}

// entry is one row of the file on its way in.
type entry[P Entity] struct {
	row      fileRow
	key      string
	typed    string // the key as the file writes it, where the stored row is written otherwise
	old, now P
	wrong    map[string]bool // fields with a fault
	yields   []*Field        // flags that another row takes, of which this one says nothing
	raised   int64           // by how many versions the import has raised the stored row before it writes this one
	robbed   bool            // a row that is written already has taken a flag from the stored one
}

// asked is a question of a rule about a row.
type asked[P Entity] struct {
	by       *entry[P]
	question *problem.Problem
}

// keyTyped is the key as the file writes it: whoever mends a refused row looks for that.
func (e *entry[P]) keyTyped() string { return cmp.Or(e.typed, e.key) }

// Import upserts rows by key from an xlsx, xls or csv file. An empty cell keeps what is stored, a dash clears it. A fault
// keeps every row out, or its own row where the file is taken partly; all faults of all rows are named in one pass. The
// file is read outside of any transaction, compared within a read transaction, and written in pieces: what a piece meets
// that the comparison could not know (another's change in between) refuses its rows and is told like every other fault.
//
// The error is a Problem where the file as a whole cannot be read, where a question must be answered first, or where too
// many files are in work.
func (r *Resource[P]) Import(ctx context.Context, db *store.DB, file ImportFile) (ImportResult, error) {
	in, release, err := r.judged(ctx, db, file)
	if err != nil {
		return ImportResult{}, err
	}
	defer release()
	if err := in.apply(ctx, db); err != nil {
		return ImportResult{}, err
	}
	return in.result, nil
}

// judged reads a file and compares it with what is stored, without writing. release gives the memory back that it holds.
func (r *Resource[P]) judged(ctx context.Context, db *store.DB, file ImportFile) (in *importer[P], release func(), err error) {
	in = &importer[P]{
		r: r, file: file, id: store.NewID(), key: r.key(), keys: r.keys(), lang: problem.Language(ctx), edits: map[place]string{}, faulty: map[int]bool{}, lost: map[int]bool{},
		lacks: map[string]*Missing{}, plans: map[[2]string]*planned{}, usesAsked: -1,
		result: ImportResult{Headings: []ImportHeading{}, Sheets: []SkippedSheet{}, Rows: []ImportRow{}, Faults: []RowFault{}, Missing: []Missing{}, Warnings: []RowFault{}},
	}
	if in.key == nil {
		return nil, nil, problem.Refuse(msgNoImport, r.spec.Label)
	}
	if in.actor, err = store.ActorFrom(ctx); err != nil {
		return nil, nil, err
	}
	in.dates.Zone = zoneOf(in.actor)
	for _, e := range file.Edits {
		in.edits[place{e.Row, e.Column}] = e.Value
	}
	held, err := budget.Acquire(ctx, sheet.Cost(file.Data, sheet.Import))
	if err != nil {
		return nil, nil, err
	}
	compared := false
	defer func() {
		if !compared { // also where it panics
			held()
		}
	}()
	if err = in.readFile(ctx); err == nil {
		err = db.Read(ctx, func(tx store.Tx) error { return in.compare(ctx, tx) })
	}
	if compared = err == nil; !compared {
		return nil, nil, err
	}
	return in, held, nil
}

// compare finds the columns and holds every row against what is stored.
func (in *importer[P]) compare(ctx context.Context, tx store.Tx) (err error) {
	taught := in.file.Headings
	if taught == nil {
		if taught, err = in.r.remembered(ctx, tx, in.table.layouts()); err != nil {
			return err
		}
	}
	if err = in.readStored(ctx, tx); err != nil {
		return err
	}
	in.findHeader(taught)
	if err = in.checkTable(); err != nil {
		return err
	}
	if err = in.checkHeadings(); err != nil {
		return err
	}
	if err = in.checkEdits(); err != nil {
		return err
	}
	if in.result.Read == 0 && len(in.result.Sheets) == 0 && !in.blocked {
		return NoRows()
	}
	if err = in.readNames(ctx, tx); err != nil {
		return err
	}
	in.readOwn()
	for i, row := range in.table.rows {
		if i%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		in.take(row)
	}
	in.unique()
	if err = in.dropUnmakeable(ctx, tx); err != nil {
		return err
	}
	if err = in.usable(ctx, tx); err != nil {
		return err
	}
	in.permitted()
	in.refusePlanned()
	return in.judge(ctx, tx)
}

// zoneOf is the zone of the actor's factory.
func zoneOf(a store.Actor) *time.Location {
	if zone, err := time.LoadLocation(a.Zone); err == nil {
		return zone
	}
	return time.UTC
}

// ZoneOf is the zone of the caller's factory, in which sheets tell times.
func ZoneOf(tx store.Tx) *time.Location { return zoneOf(tx.Actor()) }

// apply writes the file, or says what writing it would do.
func (in *importer[P]) apply(ctx context.Context, db *store.DB) error {
	writes := !in.file.DryRun && !in.blocked && (in.file.Partly || len(in.faulty) == 0)
	in.result.Basis = in.basis()
	if writes {
		if in.file.Basis != "" && in.file.Basis != in.result.Basis {
			return problem.StaleAs(problem.StaleData{}, msgBasis)
		}
		if in.question != nil {
			return in.question
		}
		if err := in.askShared(ctx, db); err != nil {
			return err
		}
		if err := in.writePieces(ctx, db); err != nil {
			return err
		}
	}
	names := map[string]string{}
	err := db.Read(ctx, func(tx store.Tx) error {
		found, err := in.readTold(ctx, tx)
		if err == nil {
			names = found
		}
		return err
	})
	if err != nil && !in.result.Committed {
		return err
	}
	in.tell(names) // what is in is told, be it without titles: the database may have left in the middle
	if in.result.Committed {
		in.r.tellImport(ctx, in.actor)
	}
	if !in.file.DryRun {
		whole := context.WithoutCancel(ctx) // the rows are in, or the person has heard why they are not
		if err := db.Write(store.WithImport(whole, in.id), func(tx store.Tx) error { return in.logOutcome(whole, tx) }); err != nil {
			slog.ErrorContext(ctx, "the outcome of a list import is not in the operation log", "entity", in.r.Name(), "file", in.file.Name, "error", err)
		}
	}
	if !in.result.Committed && (in.file.DryRun || in.blocked || len(in.faulty) > 0) || in.file.Headings == nil {
		return nil
	}
	err = db.Write(ctx, func(tx store.Tx) error { // what the headings mean is remembered of a file that was taken in
		return in.r.remember(ctx, tx, in.table.layout, in.file.Headings)
	})
	if err != nil && in.result.Committed {
		slog.ErrorContext(ctx, "headings are not remembered", "entity", in.r.Name(), "file", in.file.Name, "error", err)
		return nil
	}
	return err
}
