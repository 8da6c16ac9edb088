package resource

import (
	"context"
	"errors"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// pieceRows is how many rows one transaction writes, so that nobody waits for a whole file.
const pieceRows = 500

var (
	msgRowStale = problem.L("检查之后他人修改了这条记录，请重新检查", "Somebody changed this record after the check; please check the file again")
	msgRowTaken = problem.L("检查之后他人新增了相同的记录，请重新检查", "Somebody added the same record after the check; please check the file again")
	msgRowGone  = problem.L("检查之后所引用的记录已被删除，请重新检查", "A record that the row refers to was deleted after the check; please check the file again")
)

// writePieces writes the healthy rows, some hundred a transaction. A piece that meets what the comparison could not know
// is written row by row, and the rows to blame are refused.
func (in *importer[T]) writePieces(ctx context.Context, db *store.DB) error {
	var work []*entry[T]
	for _, e := range in.entries {
		if !in.faulty[e.row.number] && (e.old == nil || len(in.r.diff(e.old, e.now)) > 0) {
			work = append(work, e)
		}
	}
	for piece := range slices.Chunk(work, pieceRows) {
		err := db.Write(ctx, func(tx store.Tx) error { return in.writePiece(ctx, tx, piece) })
		if errors.Is(err, errPiece) {
			err = db.Write(ctx, func(tx store.Tx) error { return in.writeOneByOne(ctx, tx, piece) })
		}
		if err != nil {
			return err
		}
		for _, e := range piece {
			in.result.Committed = in.result.Committed || !in.faulty[e.row.number]
		}
	}
	return nil
}

// errPiece says that a row of a piece is to blame for its failure.
var errPiece = errors.New("resource: a row of the piece is refused")

// blame says what a failed write means for its row; nil when the row is not to blame.
func blame(err error) *problem.Problem {
	var refused *problem.Problem
	refuse := func(text problem.Text) *problem.Problem {
		errors.As(problem.Refuse(text), &refused)
		return refused
	}
	switch {
	case errors.Is(err, store.ErrStale):
		return refuse(msgRowStale)
	case errors.Is(err, store.ErrDuplicate):
		return refuse(msgRowTaken)
	case errors.Is(err, store.ErrReferred):
		return refuse(msgRowGone)
	case errors.As(err, &refused) && refused.Code != problem.Question:
		return refused
	}
	return nil
}

func (in *importer[T]) writePiece(ctx context.Context, tx store.Tx, piece []*entry[T]) error {
	rule := func(_, _ *T) error { return nil }
	if in.r.spec.Rules != nil { // another may have written since the file was compared
		var err error
		if rule, err = in.r.spec.Rules(ctx, tx); err != nil {
			return err
		}
	}
	var fresh []*T
	for _, e := range piece {
		err := rule(e.old, e.now)
		if err == nil && e.old != nil {
			err = in.update(ctx, tx, e)
		}
		if err != nil {
			if blame(err) != nil {
				return errPiece
			}
			return err
		}
		if e.old == nil {
			in.r.unwritten(e.now)
			fresh = append(fresh, e.now)
		}
	}
	if len(fresh) > 0 {
		if err := tx.Insert(ctx, &fresh); err != nil {
			if blame(err) != nil {
				return errPiece
			}
			return err
		}
	}
	return in.saved(ctx, tx, piece)
}

// unwritten takes the bookkeeping off a row that a transaction wrote which did not commit.
func (r *Resource[T]) unwritten(row *T) { *r.kept(row) = store.Row{} }

// update writes a changed row and its line of the operation log.
func (in *importer[T]) update(ctx context.Context, tx store.Tx, e *entry[T]) error {
	r := in.r
	*r.kept(e.now) = *r.kept(e.old) // a piece that is written again begins with what is stored
	if err := tx.Update(ctx, any(e.now).(store.Record)); err != nil {
		return err
	}
	return tx.Log(ctx, r.Name(), r.kept(e.now).ID, r.titleOf(e.now), store.ActionChange, r.diff(e.old, e.now)...)
}

// saved logs the new rows and runs what follows a save.
func (in *importer[T]) saved(ctx context.Context, tx store.Tx, piece []*entry[T]) error {
	r := in.r
	var lines []store.Logged
	for _, e := range piece {
		if e.old == nil {
			lines = append(lines, store.Logged{RowID: r.kept(e.now).ID, Title: r.titleOf(e.now), Changes: r.diff(nil, e.now)})
		}
	}
	if err := tx.LogAll(ctx, r.Name(), store.ActionCreate, lines); err != nil || r.spec.AfterSave == nil {
		return err
	}
	for _, e := range piece {
		if err := r.spec.AfterSave(ctx, tx, e.old, e.now); err != nil {
			return err
		}
	}
	return nil
}

// writeOneByOne writes the rows of a piece each for itself.
func (in *importer[T]) writeOneByOne(ctx context.Context, tx store.Tx, piece []*entry[T]) error {
	rule, err := in.r.ruleOf(ctx, tx)
	if err != nil {
		return err
	}
	for _, e := range piece {
		if err := in.writeOne(ctx, tx, rule, e); err != nil {
			return err
		}
	}
	return nil
}

// writeOne writes a row or refuses it; what it wrote before it failed is undone.
func (in *importer[T]) writeOne(ctx context.Context, tx store.Tx, rule func(old, now *T) error, e *entry[T]) error {
	err := tx.Try(ctx, func(tx store.Tx) error {
		if err := rule(e.old, e.now); err != nil {
			return err
		}
		switch {
		case e.old == nil:
			in.r.unwritten(e.now)
			if err := tx.Insert(ctx, e.now); err != nil {
				return err
			}
		case len(in.r.diff(e.old, e.now)) > 0:
			if err := in.update(ctx, tx, e); err != nil {
				return err
			}
		}
		return in.saved(ctx, tx, []*entry[T]{e})
	})
	if err == nil {
		return nil
	}
	refused := blame(err)
	if refused == nil {
		return err
	}
	in.problemFault(e, refused)
	return nil
}

// writeWithRules writes a file whose entity has a rule that reads or writes other rows: each row is written before the
// rule looks at the next, all in one transaction. Unless writes is true, or when a row is refused that is to keep the
// others out, nothing stays.
func (in *importer[T]) writeWithRules(ctx context.Context, db *store.DB, writes bool) error {
	if !in.readable {
		return nil
	}
	err := db.Write(ctx, func(tx store.Tx) error {
		for _, e := range in.entries {
			if err := in.writeRuled(ctx, tx, e); err != nil {
				return err
			}
		}
		if !writes || !in.file.Partly && len(in.faulty) > 0 {
			return errDry
		}
		return nil
	})
	if errors.Is(err, errDry) {
		return nil
	}
	if err == nil {
		for _, e := range in.entries {
			in.result.Committed = in.result.Committed || !in.faulty[e.row.number] && (e.old == nil || len(in.r.diff(e.old, e.now)) > 0)
		}
	}
	return err
}

func (in *importer[T]) writeRuled(ctx context.Context, tx store.Tx, e *entry[T]) error {
	rule := func(old, now *T) error { return in.r.spec.BeforeSave(ctx, tx, old, now) }
	if len(e.wrong) > 0 {
		err := tx.Try(ctx, func(store.Tx) error {
			if err := in.ask(rule, e); err != nil {
				return err
			}
			return errDry
		})
		if errors.Is(err, errDry) {
			return nil
		}
		return err
	}
	err := in.writeOne(ctx, tx, rule, e)
	var question *problem.Problem
	if in.file.DryRun && errors.As(err, &question) && question.Code == problem.Question {
		return nil // asked when the file is taken in
	}
	return err
}
