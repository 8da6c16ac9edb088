package resource

import (
	"context"

	"mouldworks/internal/platform/store"
)

// A value that is unique may go from one row of a file to another, such as a name, and rows may exchange theirs. While their piece is
// written, the stored rows that give such values up have stand-ins for them.

// freed is a value that a row of the file takes from another one.
type freed[P Entity] struct {
	field *Field
	by    *entry[P]
}

// freeable tells whether a value of a field has a stand-in that nobody else has: a reference has none.
func (f *Field) freeable() bool { return f.IsUnique && (f.Kind == KindText || f.Kind == KindInteger) }

// freeing finds the rows that give up what others of them take.
func (in *importer[P]) freeing(rows []*entry[P]) map[*entry[P]][]freed[P] {
	all := map[*entry[P]][]freed[P]{}
	for _, f := range in.r.fields {
		if !f.freeable() {
			continue
		}
		holder := map[tuple]*entry[P]{}
		moves := func(e *entry[P]) bool { return !given(e.old) || !in.r.keeps(f, valueOf(e.old), valueOf(e.now)) }
		for _, e := range rows {
			if !given(e.old) || !moves(e) {
				continue
			}
			key, given := in.r.tupleOf(f, e.old)
			if first := holder[key]; given && (first == nil || in.faulty[first.row.number]) { // a repeated row is refused
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
				all[e] = append(all[e], freed[P]{f, by})
			}
		}
	}
	return all
}

// refuseUnfreed refuses the rows that take a value which another row of the file was to give up, and does not since it is refused.
func (in *importer[P]) refuseUnfreed() {
	freeing, takers := in.freeing(in.entries), map[*entry[P]][]freed[P]{} // by who was to give up; by is who takes
	for _, e := range in.entries {
		for _, x := range freeing[e] {
			takers[x.by] = append(takers[x.by], freed[P]{x.field, e})
		}
	}
	var refused []*entry[P]
	for _, e := range in.entries {
		if len(takers[e]) > 0 && in.faulty[e.row.number] {
			refused = append(refused, e)
		}
	}
	for len(refused) > 0 {
		last := len(refused) - 1
		by := refused[last]
		refused = refused[:last]
		for _, x := range takers[by] {
			if e := x.by; !in.faulty[e.row.number] {
				in.fault(e, x.field.Key, in.cellOf(e.row, x.field.Key), "unique", in.r.exists(x.field, valueOf(by.old), in.titles))
				refused = append(refused, e)
			}
		}
	}
}

// unraised forgets what an attempt to write some rows did to their stored ones.
func unraised[P Entity](rows []*entry[P]) {
	for _, e := range rows {
		e.raised, e.robbed = 0, false
	}
}

// free takes values off the stored rows of a piece that others of it take, each until its own row is written.
func (in *importer[P]) free(ctx context.Context, tx store.Tx, piece []*entry[P]) error {
	all, done := in.freeing(piece), map[freed[P]]bool{}
	for _, e := range piece {
		for _, x := range all[e] {
			if done[x] {
				continue
			}
			done[x] = true
			id := x.by.old.Kept().ID
			var standIn any = id
			if x.field.Kind == KindInteger {
				standIn = -len(done) // those that forms take are not below 0
			}
			n, err := tx.Change(none[P]()).Set("? = ?", ident(x.field.column), standIn).Where("id = ?", id).Where("version = ?", x.by.old.Kept().Version+x.by.raised).Exec(ctx)
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
