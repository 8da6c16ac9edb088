package resource

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"mouldworks/internal/platform/store"
)

// A piece that was refused as a whole is written row by row, so that only the rows to blame stay out. Rows that cannot be written one
// after the other stay together: those that exchange values, and new ones that refer to one another.

// single is a piece on its way row by row.
type single[P Entity] struct {
	in    *importer[P]
	piece []*entry[P]
	rule  func(old, now P) error
	done  map[*entry[P]]bool
	made  []*planned
	// fresh are the new rows of the piece by their identity; exchanges the rows that give one another values, of each of them.
	fresh     map[string]*entry[P]
	exchanges ties[P]
}

// writeOneByOne writes the rows of a piece each for itself, with the planned records that it needs. It gives the planned records
// that it has made.
func (in *importer[P]) writeOneByOne(ctx context.Context, tx store.Tx, piece []*entry[P]) (made []*planned, err error) {
	unraised(piece) // what the whole piece wrote is taken back
	if err := in.refuseStale(ctx, tx, piece); err != nil {
		return nil, err
	}
	// Who hands a flag over comes behind those that take it: they may be refused here, and then it stays.
	slices.SortStableFunc(piece, func(a, b *entry[P]) int {
		switch x, y := in.hands(a), in.hands(b); {
		case x && !y:
			return 1
		case y && !x:
			return -1
		}
		return 0
	})
	s := &single[P]{in: in, piece: piece, done: map[*entry[P]]bool{}, fresh: map[string]*entry[P]{}}
	if s.rule, err = in.rule(ctx, tx); err != nil {
		return nil, err
	}
	for _, e := range piece {
		if in.own != nil && !given(e.old) {
			s.fresh[e.now.Kept().ID] = e
		}
	}
	s.exchanges = s.exchanging()
	for _, e := range piece {
		for {
			if in.refuseWithOwn(); s.done[e] || in.faulty[e.row.number] {
				break
			}
			rows := s.together(e)
			if slices.ContainsFunc(rows, in.hands) {
				if in.keepHanded(); slices.ContainsFunc(rows, func(x *entry[P]) bool { return in.faulty[x.row.number] }) {
					continue
				}
			}
			culprit, err := s.write(ctx, tx, rows)
			if err == nil {
				break
			}
			refused := blame(err)
			switch {
			case refused == nil && !errors.Is(err, errPiece):
				return s.made, err
			case culprit == nil && len(rows) > 1: // nobody knows whose fault it is: each for itself
				s.part(rows)
			case refused == nil:
				return s.made, err
			default:
				if in.problemFault(cmp.Or(culprit, e), refused); len(s.exchanges) > 0 {
					in.refuseUnfreed()
				}
			}
			if s.rule, err = in.rule(ctx, tx); err != nil { // the rule has let pass what was not written then
				return s.made, err
			}
		}
	}
	return s.made, in.logPiece(ctx, tx, piece)
}

// refuseStale refuses the rows whose stored ones somebody has changed since the check, and keeps the others as they are until the end
// of the transaction.
func (in *importer[P]) refuseStale(ctx context.Context, tx store.Tx, piece []*entry[P]) error {
	versions, err := in.versions(ctx, tx, piece)
	if err != nil {
		return err
	}
	for _, e := range piece {
		if given(e.old) && versions[e.old.Kept().ID] != e.old.Kept().Version {
			in.problemFault(e, blame(store.ErrStale))
		}
	}
	in.settleRefusals()
	return nil
}

// versions are those of the stored rows, by id, which nobody else changes until the end of the transaction.
func (in *importer[P]) versions(ctx context.Context, tx store.Tx, rows []*entry[P]) (map[string]int64, error) {
	var ids []string
	for _, e := range rows {
		if given(e.old) {
			ids = append(ids, e.old.Kept().ID)
		}
	}
	all := make(map[string]int64, len(ids))
	for chunk := range slices.Chunk(ids, pieceRows) {
		var stored []P
		if err := tx.Select(&stored).Columns("id", "version").WhereIn("id", chunk).Locked().Scan(ctx); err != nil {
			return nil, err
		}
		for i := range stored {
			all[stored[i].Kept().ID] = stored[i].Kept().Version
		}
	}
	return all, nil
}

// write writes some rows together, or nothing of them. Of an error it gives the row that a rule refuses, nil where nobody can tell.
func (s *single[P]) write(ctx context.Context, tx store.Tx, rows []*entry[P]) (culprit *entry[P], err error) {
	in := s.in
	var needed []*planned
	var robbed []*entry[P]
	err = tx.Try(ctx, func(tx store.Tx) (err error) {
		versions, err := in.versions(ctx, tx, rows) // what was written before may have raised them
		if err != nil {
			return err
		}
		for _, e := range rows {
			if given(e.old) {
				e.raised = versions[e.old.Kept().ID] - e.old.Kept().Version
			}
		}
		if needed, err = in.makePlanned(ctx, tx, rows); err != nil {
			return err
		}
		robbed, culprit, err = in.writeRows(ctx, tx, s.rule, rows)
		return err
	})
	for _, p := range needed {
		p.made = err == nil
	}
	if err != nil {
		for _, e := range robbed {
			e.robbed = false
		}
		return culprit, err
	}
	s.made = append(s.made, needed...)
	for _, e := range rows {
		s.done[e] = true
	}
	return nil, nil
}

// together are the rows that are written with one of them, in their order: those that it exchanges values with, and new ones that it
// refers to and that are not written yet.
func (s *single[P]) together(e *entry[P]) []*entry[P] {
	rows, has := []*entry[P]{e}, map[*entry[P]]bool{e: true}
	for i := 0; i < len(rows); i++ {
		add := func(other *entry[P]) {
			if !has[other] && !s.done[other] && !s.in.faulty[other.row.number] {
				has[other], rows = true, append(rows, other)
			}
		}
		for _, other := range s.exchanges[rows[i]] {
			add(other)
		}
		s.in.ownNeeds(rows[i], s.fresh, func(_ *Field, other *entry[P]) { add(other) })
	}
	if len(rows) == 1 {
		return rows
	}
	at := map[*entry[P]]int{}
	for i, x := range s.piece {
		at[x] = i
	}
	r := s.in.r
	slices.SortFunc(rows, func(a, b *entry[P]) int {
		return cmp.Or(cmp.Compare(r.turn(a.old, a.now), r.turn(b.old, b.now)), at[a]-at[b])
	})
	return rows
}

// part lets rows be written each for itself.
func (s *single[P]) part(rows []*entry[P]) {
	for _, e := range rows {
		delete(s.exchanges, e)
		delete(s.fresh, e.now.Kept().ID)
	}
}

// exchanging are the rows of the piece that take values from one another, of each of them.
func (s *single[P]) exchanging() ties[P] {
	beside := ties[P]{}
	for e, taken := range s.in.freeing(s.piece) {
		for _, x := range taken {
			beside.tie(e, x.by)
		}
	}
	return beside
}
