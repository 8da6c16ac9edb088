package model

import (
	"cmp"
	"slices"

	"mouldworks/solver/instance"
)

// A piece of an electrode burns in one operation at a time. Where operations need more pieces than there are, the later
// one, by burn order and operation number, waits until an earlier one gives pieces free.

// burner is an operation that burns with an electrode.
type burner struct {
	op     *Operation
	seq    int // place in its burn order
	pieces int
}

// sharedPieces ties the operations of a mould that burn with the same pieces.
func (a *Adapter) sharedPieces(m *Mould) {
	pieces, numbers := map[string]int{}, map[string]string{}
	for i := range m.Parts {
		pieces[m.Parts[i].ID], numbers[m.Parts[i].ID] = max(1, m.Parts[i].Pieces), m.Parts[i].No
	}
	burners := map[string][]burner{}
	for i := range m.Parts {
		for k := range m.Parts[i].Ops {
			o := &m.Parts[i].Ops[k]
			for _, b := range o.Burns {
				if a.has(o.ID) {
					burners[b.PartID] = append(burners[b.PartID], burner{o, b.Seq, min(max(1, b.Pieces), pieces[b.PartID])})
				}
			}
		}
	}
	electrodes := []string{}
	for id, users := range burners {
		if len(users) > 1 {
			electrodes = append(electrodes, id)
		}
	}
	if len(electrodes) == 0 {
		return
	}
	slices.SortFunc(electrodes, func(x, y string) int { return cmp.Or(cmp.Compare(numbers[x], numbers[y]), cmp.Compare(x, y)) })
	follows := a.followers()
	for _, id := range electrodes {
		users := burners[id]
		slices.SortStableFunc(users, func(x, y burner) int { // what has begun has its pieces
			begun := func(b burner) int { return min(1, b.op.Status) }
			return cmp.Or(cmp.Compare(begun(y), begun(x)), cmp.Compare(x.seq, y.seq), cmp.Compare(x.op.No, y.op.No))
		})
		a.handOn(users, pieces[id], follows)
	}
}

// handOn hands the pieces of an electrode from user to user: those that nobody has had, then those that are free first.
func (a *Adapter) handOn(users []burner, pieces int, follows map[string][]string) {
	last := make([]string, pieces) // who has had a piece, in the order in which they are taken again
	for _, u := range users {
		for _, from := range last[:u.pieces] {
			switch {
			case from == "" || from == u.op.ID || u.op.Status != 0 || reaches(follows, from, u.op.ID):
			case reaches(follows, u.op.ID, from): // the routes have it the other way round: that keeps them apart as well
			default:
				follows[from] = append(follows[from], u.op.ID)
				a.File.Edges = append(a.File.Edges, instance.Edge{From: from, To: u.op.ID})
			}
		}
		last = slices.Delete(last, 0, u.pieces)
		for range u.pieces {
			last = append(last, u.op.ID)
		}
	}
}

// followers are the operations of a mould in the problem by those that they wait for.
func (a *Adapter) followers() map[string][]string {
	follows := map[string][]string{}
	add := func(from, to string) { follows[from] = append(follows[from], to) }
	r := a.routes
	for i, o := range r.Ops {
		if !a.has(o.ID) || o.begun() {
			continue
		}
		for _, l := range r.Waits(i) {
			add(r.Ops[l.Op].ID, o.ID)
		}
	}
	for i := range a.File.Edges {
		add(a.File.Edges[i].From, a.File.Edges[i].To)
	}
	for i := range a.File.Electrodes {
		for _, b := range a.File.Electrodes[i].Burns {
			add(b.From, a.File.Electrodes[i].Op)
		}
	}
	return follows
}

// reaches tells that something that follows from is to.
func reaches(follows map[string][]string, from, to string) bool {
	seen, next := map[string]bool{from: true}, []string{from}
	for len(next) > 0 {
		at := next[len(next)-1]
		next = next[:len(next)-1]
		if at == to {
			return true
		}
		for _, x := range follows[at] {
			if !seen[x] {
				seen[x] = true
				next = append(next, x)
			}
		}
	}
	return false
}
