package resource

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// pieceRows is how many rows one transaction writes, so that nobody waits for a whole file.
const pieceRows = 500

var (
	msgRowStale = problem.L("检查之后他人修改了这条记录，请重新检查", "Somebody changed this record after the check; please check the file again")
	msgRowTaken = problem.L("已有相同的记录，请重新检查", "The same record is there already; please check the file again")
	msgBrokeOff = problem.L("写入中断，此行未导入，请重新导入此文件", "The writing broke off and this row is not in: import the file again")
	msgRowGone  = problem.L("检查之后所引用的记录已被删除，请重新检查", "A record that the row refers to was deleted after the check; please check the file again")
)

// writePieces writes the healthy rows, some hundred a transaction. A piece that meets what the comparison could not know
// is written row by row, and the rows to blame are refused. Where the writing breaks off, what is in stays in, and the
// rest is told as not reached; the error is what broke it off before anything was written.
func (in *importer[P]) writePieces(ctx context.Context, db *store.DB) error {
	ctx = store.WithImport(ctx, in.id)
	var work []*entry[P]
	for _, e := range in.inOrder() {
		if !in.faulty[e.row.number] && (!given(e.old) || len(in.r.diff(e.old, e.now)) > 0) {
			work = append(work, e)
		}
	}
	var broken error
	in.left = len(work)
	for _, piece := range in.pieces(work) {
		in.left -= len(piece)
		if broken == nil {
			var made []*planned
			settle, err := in.around(ctx, piece)
			if err == nil {
				err = db.Write(ctx, func(tx store.Tx) (err error) {
					made, err = in.writePiece(ctx, tx, piece)
					return err
				})
			}
			if errors.Is(err, errPiece) {
				err = db.Write(ctx, func(tx store.Tx) (err error) {
					made, err = in.writeOneByOne(ctx, tx, piece)
					if err == nil && in.heldBack(piece) {
						err = errHeld
					}
					return err
				})
			}
			for _, p := range made {
				p.made = err == nil
			}
			in.settle(ctx, piece, settle, err == nil)
			if errors.Is(err, errHeld) {
				return nil
			}
			broken = err
		}
		if broken != nil {
			for _, e := range piece {
				if in.faulty[e.row.number] { // what was found out row by row is no less true
					continue
				}
				in.lost[e.row.number] = true
				in.fault(e, in.key.Key, e.keyTyped(), "notWritten", msgBrokeOff)
			}
			continue
		}
		in.result.Committed = in.result.Committed || slices.ContainsFunc(piece, func(e *entry[P]) bool { return !in.faulty[e.row.number] })
	}
	if broken != nil && in.result.Committed {
		slog.ErrorContext(ctx, "list import broke off", "entity", in.r.Name(), "file", in.file.Name, "error", broken)
		return nil
	}
	return broken
}

// around makes what the new rows of a piece need beside their table.
func (in *importer[P]) around(ctx context.Context, piece []*entry[P]) (settle func(ctx context.Context, saved []P) error, err error) {
	var fresh []P
	for _, e := range piece {
		if !given(e.old) {
			fresh = append(fresh, e.now)
		}
	}
	if in.r.spec.Around == nil || len(fresh) == 0 {
		return nil, nil
	}
	return in.r.spec.Around(ctx, fresh)
}

// settle ends what around has begun, once it is known which rows are in. They stay in whatever it says.
func (in *importer[P]) settle(ctx context.Context, piece []*entry[P], settle func(ctx context.Context, saved []P) error, written bool) {
	if settle == nil {
		return
	}
	var saved []P
	for _, e := range piece {
		if written && !given(e.old) && !in.faulty[e.row.number] {
			saved = append(saved, e.now)
		}
	}
	if err := settle(context.WithoutCancel(ctx), saved); err != nil {
		slog.ErrorContext(ctx, "what follows the rows of a list import failed", "entity", in.r.Name(), "error", err)
	}
}

var (
	// errPiece says that a row of a piece is to blame for its failure.
	errPiece = errors.New("resource: a row of the piece is refused")
	// errHeld says that a refused row keeps the whole file out.
	errHeld = errors.New("resource: a refused row keeps the file out")
)

// heldBack tells whether what a piece has written is taken back, since one of its rows is refused and the file is wanted whole. Of a
// long file the pieces before stay in.
func (in *importer[P]) heldBack(piece []*entry[P]) bool {
	return !in.file.Partly && !in.result.Committed && slices.ContainsFunc(piece, func(e *entry[P]) bool { return in.faulty[e.row.number] })
}

// blame says what a failed write means for its row; nil when the row is not to blame.
func blame(err error) *problem.Problem {
	var refused *problem.Problem
	refuse := func(text problem.Text) *problem.Problem {
		errors.As(problem.Refuse(text), &refused)
		return refused
	}
	switch {
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrNotFound):
		return refuse(msgRowStale)
	case errors.Is(err, store.ErrDuplicate):
		return refuse(msgRowTaken)
	case errors.Is(err, store.ErrReferred):
		return refuse(msgRowGone)
	case errors.As(err, &refused) && refused.Code == problem.Question: // it was not asked when the file was compared
		return refuse(msgRowStale)
	case errors.As(err, &refused):
		return refused
	}
	return nil
}

// writePiece writes the rows of a piece together, with the planned records that they are the first to refer to and its line of
// the operation log. It gives the planned records that it has made.
func (in *importer[P]) writePiece(ctx context.Context, tx store.Tx, piece []*entry[P]) (made []*planned, err error) {
	rule, err := in.rule(ctx, tx) // another may have written since the file was compared
	if err != nil {
		return nil, err
	}
	if made, err = in.makePlanned(ctx, tx, piece); err != nil {
		if blame(err) != nil {
			return nil, errPiece
		}
		return nil, err
	}
	unraised(piece)
	if _, _, err := in.writeRows(ctx, tx, rule, piece); err != nil {
		if blame(err) != nil {
			return nil, errPiece
		}
		return nil, err
	}
	return made, in.logPiece(ctx, tx, piece)
}

// writeRows writes rows together. It gives those from which a flag was taken before they are written themselves, and of an error the
// row that a rule refuses, nil where it cannot be told apart.
func (in *importer[P]) writeRows(ctx context.Context, tx store.Tx, rule func(old, now P) error, rows []*entry[P]) (robbed []*entry[P], culprit *entry[P], err error) {
	for _, e := range rows { // before anything is written: a row that waits for its own turn may hold a stand-in
		if err := rule(e.old, e.now); err != nil {
			return nil, e, err
		}
	}
	if err := in.free(ctx, tx, rows); err != nil {
		return nil, nil, err
	}
	var fresh []*entry[P]
	waiting := map[string]bool{} // ids of fresh
	insert := func() (culprit *entry[P], err error) {
		now := make([]P, len(fresh))
		for i, e := range fresh {
			now[i] = e.now
		}
		if len(fresh) == 1 {
			culprit = fresh[0]
		}
		fresh = nil
		clear(waiting)
		return culprit, in.insert(ctx, tx, now)
	}
	for _, e := range rows {
		from, err := in.r.makeRoom(ctx, tx, e.old, e.now)
		if err != nil {
			return robbed, e, err
		}
		robbed = append(robbed, in.rob(from)...)
		if !given(e.old) {
			in.unwritten(e)
			fresh = append(fresh, e)
			waiting[e.now.Kept().ID] = in.own != nil
			continue
		}
		if in.refersToOne(e, waiting) {
			if culprit, err := insert(); err != nil {
				return robbed, culprit, err
			}
		}
		if err := in.update(ctx, tx, e); err != nil {
			return robbed, e, err
		}
	}
	if culprit, err := insert(); err != nil {
		return robbed, culprit, err
	}
	culprit, err = in.saved(ctx, tx, rows)
	return robbed, culprit, err
}

// logPiece counts what a piece has written, and what is still not in: the log sums both up, and a server that dies leaves there
// how many rows are missing. All pieces of an import have one row id, so that the log shows one import.
func (in *importer[P]) logPiece(ctx context.Context, tx store.Tx, piece []*entry[P]) error {
	created, changed := 0, 0
	for _, e := range piece {
		switch {
		case in.faulty[e.row.number]:
		case !given(e.old):
			created++
		default:
			changed++
		}
	}
	if created+changed == 0 {
		return nil
	}
	action := store.ActionImport
	if in.result.Committed {
		action = store.ActionImportPart
	}
	changes := []store.FieldChange{{Field: "created", After: created}, {Field: "changed", After: changed}}
	if in.left != in.open {
		changes = append(changes, store.FieldChange{Field: "brokeOff", After: in.left - in.open})
		tx.AfterCommit(func() { in.open = in.left })
	}
	return tx.Log(ctx, in.r.Name(), in.id, in.title(), action, changes...)
}

// logOutcome adds what pieces cannot know to the line of the import: the log sums its parts up. It is the whole line of an import
// that wrote nothing; its healthy rows were held back by the refused ones.
func (in *importer[P]) logOutcome(ctx context.Context, tx store.Tx) error {
	told, action := in.result, store.ActionImportPart
	changes := []store.FieldChange{
		{Field: "read", After: told.Read}, {Field: "same", After: told.Same}, {Field: "refused", After: told.Refused}, {Field: "skipped", After: told.Skipped},
	}
	if told.NotReached != in.open { // it has a count of its own
		changes = append(changes, store.FieldChange{Field: "brokeOff", After: told.NotReached - in.open})
	}
	if !told.Committed {
		action = store.ActionImport
		changes = slices.Insert(changes, 0, NothingWritten())
		if held := told.Created + told.Changed; held > 0 {
			changes = append(changes, store.FieldChange{Field: "heldBack", After: held})
		}
	}
	for _, made := range told.Made {
		if told.Committed {
			changes = append(changes, store.FieldChange{Field: "made." + made.Entity, After: made.Names})
		}
	}
	return tx.Log(ctx, in.r.Name(), in.id, in.title(), action, changes...)
}

// NothingWritten says in the line of an import that it wrote nothing.
func NothingWritten() store.FieldChange {
	return store.FieldChange{Field: "nothingWritten", After: true}
}

// title is what the log calls the import.
func (in *importer[P]) title() string { return cmp.Or(in.file.Name, in.r.spec.Label.En) }

// unwritten takes the bookkeeping off a new row that a transaction may have written which did not commit; an identity by which
// other rows refer to it stays.
func (in *importer[P]) unwritten(e *entry[P]) {
	*e.now.Kept() = store.Row{}
	if in.own != nil {
		e.now.Kept().ID = in.own.ids[e.row.number]
	}
}

// update writes a changed row and its line of the operation log.
func (in *importer[P]) update(ctx context.Context, tx store.Tx, e *entry[P]) error {
	r := in.r
	*e.now.Kept() = *e.old.Kept() // a piece that is written again begins with what is stored
	e.now.Kept().Version += e.raised
	if err := tx.Update(ctx, any(e.now).(store.Record)); err != nil {
		return err
	}
	changes := slices.DeleteFunc(r.diff(e.old, e.now), func(c store.FieldChange) bool {
		f := r.field(c.Field)
		return e.robbed && f.sole != nil && f.holds(e.old) // the log has it already
	})
	if len(changes) == 0 {
		return nil
	}
	return tx.Log(ctx, r.Name(), e.now.Kept().ID, r.titleOf(e.now), store.ActionChange, changes...)
}

// saved logs the new rows and runs what follows a save; of an error it gives the row of which that says no.
func (in *importer[P]) saved(ctx context.Context, tx store.Tx, piece []*entry[P]) (culprit *entry[P], err error) {
	r := in.r
	var lines []store.Logged
	for _, e := range piece {
		if !given(e.old) {
			lines = append(lines, store.Logged{RowID: e.now.Kept().ID, Title: r.titleOf(e.now), Changes: r.diff(none[P](), e.now)})
		}
	}
	if err := tx.LogAll(ctx, r.Name(), store.ActionCreate, lines); err != nil || r.spec.AfterSave == nil {
		return nil, err
	}
	for _, e := range piece {
		if err := r.spec.AfterSave(ctx, tx, e.old, e.now); err != nil {
			return e, err
		}
	}
	return nil, nil
}

// rob notes the rows of the file from which a flag was taken before they are written, and gives those from which none was yet.
func (in *importer[P]) rob(ids []string) (robbed []*entry[P]) {
	if len(ids) == 0 {
		return nil
	}
	for _, e := range in.entries {
		if !given(e.old) || !slices.Contains(ids, e.old.Kept().ID) {
			continue
		}
		if !e.robbed {
			robbed = append(robbed, e)
		}
		e.robbed = true
		e.raised++
	}
	return robbed
}
