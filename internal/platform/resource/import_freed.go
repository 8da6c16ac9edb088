package resource

import (
	"context"

	"mouldworks/internal/platform/store"
)

// A value that is unique may go from one row of a file to another, such as a name. The row that gives it up is written first; where
// rows exchange their values, none can be.

// freed is a value that a row of the file takes from another one.
type freed[T any] struct {
	field *Field
	by    *entry[T]
}

// freeing finds the rows that give up what others of them take.
func (in *importer[T]) freeing(rows []*entry[T]) map[*entry[T]][]freed[T] {
	all := map[*entry[T]][]freed[T]{}
	for _, f := range in.r.fields {
		if !f.IsUnique || f.Kind != KindText {
			continue
		}
		holder := map[tuple]*entry[T]{}
		moves := func(e *entry[T]) bool { return e.old == nil || !in.r.keeps(f, valueOf(e.old), valueOf(e.now)) }
		for _, e := range rows {
			if e.old == nil || !moves(e) {
				continue
			}
			if key, given := in.r.tupleOf(f, e.old); given {
				holder[key] = e
			}
		}
		if len(holder) == 0 {
			continue
		}
		for _, e := range rows {
			if !moves(e) || e.wrong[f.Key] {
				continue
			}
			key, given := in.r.tupleOf(f, e.now)
			if by := holder[key]; given && by != nil && by != e {
				all[e] = append(all[e], freed[T]{f, by})
			}
		}
	}
	return all
}

// refuseUnfreed refuses the rows that take a value which another row of the file was to give up, and does not since it is refused.
func (in *importer[T]) refuseUnfreed() {
	all := in.freeing(in.entries)
	for again := len(all) > 0; again; {
		again = false
		for _, e := range in.entries {
			for _, x := range all[e] {
				if !in.faulty[e.row.number] && in.faulty[x.by.row.number] {
					in.fault(e, x.field.Key, in.cellOf(e.row, x.field.Key), "unique", in.r.exists(x.field, valueOf(x.by.old), in.titles))
					again = true
				}
			}
		}
	}
}

// free takes values off the stored rows of a piece that others of it take, each until its own row is written.
func (in *importer[T]) free(ctx context.Context, tx store.Tx, piece []*entry[T]) error {
	all, done := in.freeing(piece), map[freed[T]]bool{}
	for _, e := range piece {
		e.raised = 0
	}
	for _, e := range piece {
		for _, x := range all[e] {
			if done[x] {
				continue
			}
			done[x] = true
			id := in.r.kept(x.by.old).ID // nobody else's value
			n, err := tx.Change((*T)(nil)).Set("? = ?", ident(x.field.column), id).Where("id = ?", id).Where("version = ?", in.r.kept(x.by.old).Version+x.by.raised).Exec(ctx)
			if err != nil {
				return err
			}
			if n == 0 { // somebody else has changed it
				return errPiece
			}
			x.by.raised++
		}
	}
	return nil
}
