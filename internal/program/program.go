// Package program keeps the programs and program sheets that CAM hands over for operations.
//
// What lives here: taking them in, holding them against what a machine can read, listing them by operation, and the
// machine-transfer service, which a factory can close. What never does: the operations themselves (production), the
// bytes (platform/file), and what a program makes a machine do.
package program

import (
	"context"
	"errors"
	"slices"
	"time"

	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// L is a text in Chinese and English.
var L = problem.L

// Takes is what CAM hands over to a section; the numbers are those of its field camUploadType.
type Takes int

// The kinds of hand-over.
const (
	TakesBoth    Takes = 1 // program sheet and program
	TakesSheet   Takes = 2
	TakesProgram Takes = 3
)

// Kind tells a program from the sheet that goes with it.
type Kind string

// The kinds of files of an operation.
const (
	Program Kind = "program" // what the machine runs
	Sheet   Kind = "sheet"   // what the operator reads
)

// accepts tells whether a section takes in files of a kind.
func (t Takes) accepts(k Kind) bool {
	return t == TakesBoth || t == TakesSheet && k == Sheet || t == TakesProgram && k == Program
}

// Operation is an operation as far as its programs care.
type Operation struct {
	ID        string `json:"operationId"`
	MouldNo   string `json:"mouldNo"`
	PartNo    string `json:"partNo"`
	OpNo      int    `json:"opNo"`
	Process   string `json:"process"`
	Otherwise string `json:"-"` // its name in the other language, for searches
	Group     string `json:"group"`
	CAMStatus int    `json:"camStatus" enum:"0,1,2,3" doc:"0 none, 1 in work, 2 done, 3 checked"`
	Takes     Takes  `json:"camUploadType" doc:"1 program sheet and program, 2 program sheet, 3 program"`
}

// camDone is the CAM status from which on an operation does not wait for its program.
const camDone = 2

// View is an operation with its files.
type View struct {
	Operation
	Files []FileView `json:"files" nullable:"false"`
}

// FileView is one file; bms/file/{id} gives its content.
type FileView struct {
	FileID string    `json:"fileId"`
	Name   string    `json:"name"`
	Kind   Kind      `json:"kind" enum:"program,sheet"`
	Size   int64     `json:"size" doc:"bytes"`
	At     time.Time `json:"at"`
}

// Deps are what this domain needs of others; main fills them in.
type Deps struct {
	DB    *store.DB
	Files *file.Files
	// Operation finds an operation; store.ErrNotFound where there is none.
	Operation func(ctx context.Context, tx store.Tx, id string) (Operation, error)
	// Waiting lists the unfinished operations of open moulds whose section needs a CAM program, by mould, part and number;
	// all of them with below 0, else those of a lower CAM status.
	Waiting func(ctx context.Context, tx store.Tx, below int) ([]Operation, error)
	// Ready says that an operation has all that its section asks of CAM, or has it no more.
	Ready func(ctx context.Context, tx store.Tx, id string, ready bool) error
}

// Programs is the domain.
type Programs struct{ deps Deps }

// entity names the owner of these files; the owner's identity is the operation's. It is also the kind by which roles bind rights in them.
const entity = "program"

// New declares who owns the files.
func New(d Deps) *Programs {
	d.Files.Own(file.Owner{Entity: entity, Permission: "mf.program.check", Kind: entity, Read: file.Download, Export: true, Seen: func(ctx context.Context, tx store.Tx, id string) error {
		_, err := d.Operation(ctx, tx, id)
		return err
	}})
	return &Programs{d}
}

// OperationsGone takes the files of operations away with them.
func (p *Programs) OperationsGone(ctx context.Context, tx store.Tx, ids []string) error {
	return p.deps.Files.Drop(ctx, tx, entity, ids...)
}

// Filed counts the files of operations, by their ids.
func (p *Programs) Filed(ctx context.Context, tx store.Tx, ids []string) (map[string]int, error) {
	files, err := p.deps.Files.OfMany(ctx, tx, entity, ids)
	counts := map[string]int{}
	for id, of := range files {
		counts[id] = len(of)
	}
	return counts, err
}

// View is an operation with its files, programs first.
func (p *Programs) View(ctx context.Context, tx store.Tx, id string) (*View, error) {
	o, err := p.operation(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	files, err := p.deps.Files.Of(ctx, tx, entity, id)
	return &View{o, views(files)}, err
}

func (p *Programs) operation(ctx context.Context, tx store.Tx, id string) (Operation, error) {
	o, err := p.deps.Operation(ctx, tx, id)
	if errors.Is(err, store.ErrNotFound) {
		return o, problem.NotFound(L("工序", "Operation"))
	}
	return o, err
}

// raise says that an operation need not wait any more, where the upload has made it complete. An operation that stood
// further by another way, such as an import, is not thrown back by half of its files.
func (p *Programs) raise(ctx context.Context, tx store.Tx, id string) (*View, error) {
	v, err := p.View(ctx, tx, id)
	if err != nil || !v.complete() || v.CAMStatus >= camDone {
		return v, err
	}
	return p.stand(ctx, tx, id, true)
}

// lower lets an operation wait again that was complete before one of its files went.
func (p *Programs) lower(ctx context.Context, tx store.Tx, before *View) (*View, error) {
	v, err := p.View(ctx, tx, before.ID)
	if err != nil || v.complete() || !before.complete() || v.CAMStatus < camDone {
		return v, err
	}
	return p.stand(ctx, tx, before.ID, false)
}

func (p *Programs) stand(ctx context.Context, tx store.Tx, id string, ready bool) (*View, error) {
	if err := p.deps.Ready(ctx, tx, id, ready); err != nil {
		return nil, err
	}
	return p.View(ctx, tx, id)
}

// complete tells whether all is there that the section asks for.
func (v *View) complete() bool {
	for _, kind := range []Kind{Program, Sheet} {
		there := slices.ContainsFunc(v.Files, func(f FileView) bool { return f.Kind == kind })
		if v.Takes.accepts(kind) && !there {
			return false
		}
	}
	return true
}

func views(files []file.File) []FileView {
	list := make([]FileView, len(files))
	for i, f := range files {
		kind, _ := kindOf(f.Name)
		list[i] = FileView{f.ID, f.Name, kind, f.Size, f.CreatedAt}
	}
	slices.SortStableFunc(list, func(a, b FileView) int {
		if a.Kind == b.Kind {
			return 0
		}
		if a.Kind == Program {
			return -1
		}
		return 1
	})
	return list
}
