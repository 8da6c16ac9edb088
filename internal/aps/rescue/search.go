package rescue

import (
	"context"
	"slices"
	"time"

	"mouldworks/solver"
)

// Found is a candidate with what it does.
type Found struct {
	Candidate
	Worth Worth
	tried *Tried // until the search ends
}

// Search is what a search has come to.
type Search struct {
	Found    []*Found
	Tried    int
	Complete bool // the context has not cut it off
}

const (
	// mostTried bounds the candidates of a search.
	mostTried = 160
	// mostShrunk bounds those that take back what nobody needs.
	mostShrunk = 60
	// mostDepth is how often steps are added to the best candidates.
	mostDepth = 3
	// beam is how many candidates steps are added to at each depth.
	beam = 6
	// mostAdded bounds what one candidate gains of a kind at a time.
	mostAdded = 3
	// enoughHarmless rescues end the search early.
	enoughHarmless = 2
	// mostKinds: a pair is what a planner still reads as one rescue.
	mostKinds = 2
)

// search looks for rescues of one mould.
type search struct {
	ctx   context.Context
	bench Bench
	s     *Situation
	late  solver.Min
	most  int // candidates
	out   Search
}

// Find looks for rescues: single steps that the chain of the late mould suggests, then further ones where the chain of the best plans so
// far runs, of the same kind or of one other. At last overtime shrinks to what is worked in it. It ends early when ctx does.
func Find(ctx context.Context, s *Situation, end, late solver.Min, bench Bench) Search {
	looking, cancel := ctx, context.CancelFunc(func() {})
	if until, limited := ctx.Deadline(); limited { // some of the time is for shrinking
		looking, cancel = context.WithTimeout(ctx, time.Until(until)*4/5)
	}
	defer cancel()
	x := &search{ctx: looking, bench: bench, s: s, late: late, most: mostTried}
	x.singles(s.look(s.Shop, s.Plan))
	for range mostDepth {
		if x.ended() || x.enough() {
			break
		}
		x.deepen()
	}
	x.out.Complete = looking.Err() == nil
	x.ctx, x.most = ctx, x.out.Tried+mostShrunk
	x.shrink()
	x.out.Complete = x.out.Complete && ctx.Err() == nil
	x.out.Found = slices.DeleteFunc(x.out.Found, func(f *Found) bool { return f.Worth.End >= end })
	for _, f := range x.out.Found {
		f.tried = nil
	}
	return x.out
}

func (x *search) ended() bool { return x.ctx.Err() != nil || x.out.Tried >= x.most }

// try makes a candidate and keeps it where it may be made.
func (x *search) try(c Candidate) *Found {
	if x.ended() {
		return nil
	}
	x.out.Tried++
	t, ok := x.bench.Try(&c)
	if !ok {
		return nil
	}
	f := &Found{Candidate: c, Worth: t.Worth, tried: t}
	x.out.Found = append(x.out.Found, f)
	return f
}

// singles tries what the chain suggests, in turn of each kind, so that none is left out when time runs short.
func (x *search) singles(v *view) {
	var lists [len(Kinds)][]Candidate
	most := 0
	for i, kind := range Kinds {
		lists[i] = v.propose(kind)
		most = max(most, len(lists[i]))
	}
	for n := range most {
		for i := range lists {
			if n < len(lists[i]) {
				x.try(lists[i][n])
			}
		}
	}
}

// enough reports whether a planner has a choice already: several ways that rescue the mould and harm nobody.
func (x *search) enough() bool {
	n := 0
	for _, f := range Offered(x.out.Found, x.late) {
		if f.Worth.Rescues() && f.Worth.harm() == 0 {
			n++
		}
	}
	return n >= enoughHarmless
}

// deepen looks at the plans of the best candidates and adds what their chains suggest. One that gains nothing yet may be half of one
// that does: what is early on one resource may still queue for the next. To one that rescues the mould nothing is added: it would
// harm no less.
func (x *search) deepen() {
	best := slices.Clone(x.out.Found)
	best = slices.DeleteFunc(best, func(f *Found) bool { return f.tried == nil || f.Worth.Rescues() || f.Worth.Late > x.late })
	slices.SortStableFunc(best, Better)
	var chosen []*Found
	for _, f := range best { // of each kind its best one first
		if !slices.ContainsFunc(chosen, func(c *Found) bool { return slices.Equal(c.sortedKinds(), f.sortedKinds()) }) {
			chosen = append(chosen, f)
		}
	}
	for _, f := range best {
		if !slices.Contains(chosen, f) {
			chosen = append(chosen, f)
		}
	}
	for _, f := range chosen[:min(len(chosen), beam)] {
		if x.ended() {
			return
		}
		x.extend(f)
	}
}

// extend adds steps to a candidate; its plan is looked at once.
func (x *search) extend(f *Found) {
	v := x.s.look(f.tried.Shop, f.tried.Plan)
	f.tried = nil
	for _, kind := range Kinds {
		kinds := f.Kinds()
		if !slices.Contains(kinds, kind) && len(kinds) >= mostKinds {
			continue
		}
		more := v.propose(kind)
		for _, c := range more[:min(len(more), mostAdded)] {
			if next, fits := x.s.joined(f, c.Steps); fits {
				x.try(next)
			}
		}
	}
}

// joined is a candidate with further steps; false where that overlaps or changes nothing. A task that both move goes where the later
// one says.
func (s *Situation) joined(f *Found, more []Step) (Candidate, bool) {
	next := Candidate{slices.Clone(f.Steps)}
	moves := func(x Step) bool { return x.Kind == Ahead || x.Kind == Machine }
	for _, m := range more {
		for _, has := range next.Steps {
			if m.Kind == Overtime && has.Kind == Overtime && m.Resource == has.Resource && m.From < has.To && has.From < m.To {
				return next, false
			}
			if m.Op >= 0 && m.Op == has.Op && m.Kind == has.Kind && !moves(m) {
				return next, false
			}
		}
		if moves(m) {
			for k := len(next.Steps) - 1; k >= 0; k-- {
				if has := next.Steps[k]; has.Op == m.Op && moves(has) && (k == 0 || next.Steps[k-1].Kind != Split) {
					next.Steps = slices.Delete(next.Steps, k, k+1)
				}
			}
			if m.Kind = Machine; m.Resource == s.Plan.Resource[m.Op] {
				m.Kind = Ahead
			}
		}
		next.Steps = append(next.Steps, m)
	}
	overtime := 0
	for _, x := range next.Steps {
		if x.Kind == Overtime {
			overtime++
		}
	}
	return next, overtime <= mostOvertime && len(next.Kinds()) <= mostKinds && !slices.Equal(next.Steps, f.Steps)
}

// shrink takes back what nobody needs of the candidates that would be offered: steps that give nothing, then overtime, the last stretches
// of a rescue first, by halves, then whatever is not worked.
func (x *search) shrink() {
	for _, f := range Offered(x.out.Found, x.late) {
		best := x.leaner(f)
		if best.Worth.Overtime > 0 {
			best = x.trimmed(best)
		}
		if best != f { // the shorter one takes its place
			x.out.Found = slices.DeleteFunc(x.out.Found, func(g *Found) bool { return g == f })
		}
	}
}

// leaner is the candidate without steps that it does not need, of whatever kind, tried one by one from the last. What makes room for a
// split goes with it.
func (x *search) leaner(f *Found) *Found {
	best := f
	for i := len(f.Steps) - 1; i >= 0 && len(best.Steps) > 1 && !x.ended(); i-- {
		drop := f.Steps[i : i+1]
		if i > 0 && f.Steps[i-1].Kind == Split && f.Steps[i].Kind == Ahead {
			i--
			drop = f.Steps[i : i+2]
		}
		c := Candidate{slices.DeleteFunc(slices.Clone(best.Steps), func(s Step) bool { return slices.Contains(drop, s) })}
		if len(c.Steps) == 0 {
			continue
		}
		if g := x.try(c); g != nil && Better(g, best) <= 0 {
			best = g
		}
	}
	return best
}

// trimmed is the candidate with as little overtime as it needs.
func (x *search) trimmed(f *Found) *Found {
	best := f
	if f.Worth.Rescues() {
		best = x.fewer(f)
	}
	t, ok := x.bench.Try(&best.Candidate)
	if !ok || x.ctx.Err() != nil {
		return best
	}
	if cut := used(&best.Candidate, t); !slices.Equal(cut.Steps, best.Steps) && len(cut.Steps) > 0 {
		if g := x.try(cut); g != nil && Better(g, best) <= 0 && g.Worth.End <= best.Worth.End {
			best = g
		}
	}
	if best.Worth.Rescues() {
		best = x.shorter(best)
	}
	return best
}

// fewer is the rescue with the fewest stretches of overtime, the earliest ones.
func (x *search) fewer(f *Found) *Found {
	var rest, stretches []Step
	for _, s := range f.Steps {
		if s.Kind == Overtime {
			stretches = append(stretches, s)
		} else {
			rest = append(rest, s)
		}
	}
	best, lo, hi := f, 0, len(stretches) // lo are too few, hi are enough
	for hi-lo > 1 {
		n := (lo + hi) / 2
		c := Candidate{append(slices.Clone(rest), stretches[:n]...)}
		if g := x.try(c); g != nil && g.Worth.Rescues() && g.Worth.harm() <= f.Worth.harm() {
			best, hi = g, n
		} else if x.ended() {
			break
		} else {
			lo = n
		}
	}
	return best
}

// leastCut is the shortest piece of overtime that is worth taking back.
const leastCut = 60

// shorter is the rescue with the last stretch of its overtime as short as rescues the mould.
func (x *search) shorter(f *Found) *Found {
	last := -1
	for i, s := range f.Steps {
		if s.Kind == Overtime && (last < 0 || s.To > f.Steps[last].To) {
			last = i
		}
	}
	if last < 0 {
		return f
	}
	s := f.Steps[last]
	best, lo, hi := f, solver.Min(0), (s.To-s.From+leastCut-1)/leastCut // in pieces: lo are too few, hi are enough
	for hi-lo > 1 && !x.ended() {
		n := (lo + hi) / 2
		c := Candidate{slices.Clone(f.Steps)}
		c.Steps[last].To = s.From + n*leastCut
		if g := x.try(c); g != nil && g.Worth.Rescues() && g.Worth.harm() <= best.Worth.harm() {
			best, hi = g, n
		} else {
			lo = n
		}
	}
	return best
}
