package rescue

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

// Worth is what a candidate does.
type Worth struct {
	End      solver.Min // of the mould
	Late     solver.Min
	NowLate  int        // other moulds, and parts with a due date of their own, that were on time and are late now
	Later    int        // others that end later, those among them
	Delay    solver.Min // of all these together
	Overtime solver.Min
	Outside  solver.Min // work that a supplier does instead
}

// Rescues reports whether the mould is on time.
func (w *Worth) Rescues() bool { return w.Late == 0 }

// harm is 0 where nobody ends later, 1 where nobody becomes late, and grows by everybody who does.
func (w *Worth) harm() int {
	if w.NowLate == 0 {
		return min(1, w.Later)
	}
	return 1 + w.NowLate
}

// Cost is the hours that somebody has to work or to buy.
func (w *Worth) Cost() solver.Min { return w.Overtime + w.Outside }

// Better orders found candidates: rescues before the others; among them whoever harms less, costs less, ends earlier. A candidate that
// only makes the mould less late has to do so: among those that make nobody late the earliest end comes before the costs.
func Better(a, b *Found) int {
	x, y := &a.Worth, &b.Worth
	if x.Rescues() != y.Rescues() {
		return cmp.Compare(btoi(y.Rescues()), btoi(x.Rescues()))
	}
	steps := cmp.Compare(len(a.Steps), len(b.Steps))
	if x.Rescues() {
		return cmp.Or(cmp.Compare(x.harm(), y.harm()), cmp.Compare(x.Cost(), y.Cost()), cmp.Compare(x.Delay, y.Delay), cmp.Compare(x.End, y.End), steps)
	}
	return cmp.Or(cmp.Compare(x.NowLate, y.NowLate), cmp.Compare(x.End, y.End), cmp.Compare(x.harm(), y.harm()), cmp.Compare(x.Cost(), y.Cost()), cmp.Compare(x.Delay, y.Delay), steps)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Most is how many rescues are offered.
const Most = 3

// leastGain is the share of the lateness, one in so many, that a candidate must take away to be worth the showing.
const leastGain = 10

// Offered chooses what is shown, the best first: nothing twice, and nothing that another one does with fewer steps. Where several ways
// rescue the mould, each is shown before a second one of the same kinds.
func Offered(found []*Found, late solver.Min) []*Found {
	found = slices.Clone(found)
	slices.SortStableFunc(found, Better)
	var chosen []*Found
	for _, varied := range [2]bool{true, false} {
		for _, f := range found {
			if len(chosen) < Most && f.worthShowing(chosen, late, varied) {
				chosen = append(chosen, f)
			}
		}
	}
	slices.SortStableFunc(chosen, Better)
	return chosen
}

// mostMadeLate is how many others a rescue may make late: more is no rescue. What only makes the mould less late makes nobody late.
const mostMadeLate = 1

func (f *Found) worthShowing(chosen []*Found, late solver.Min, varied bool) bool {
	if f.Worth.NowLate > mostMadeLate || f.Worth.NowLate > 0 && !f.Worth.Rescues() {
		return false
	}
	if !f.Worth.Rescues() && late-f.Worth.Late < max(1, late/leastGain) {
		return false
	}
	for _, c := range chosen {
		switch {
		case c == f || f.within(&c.Candidate) && c.within(&f.Candidate):
			return false
		case varied && slices.Equal(f.sortedKinds(), c.sortedKinds()):
			return false
		case c.beats(f):
			return false // another way to the same, or to less
		case c.within(&f.Candidate) && f.addsNothing(c, late):
			return false
		case f.within(&c.Candidate) && !f.Worth.Rescues():
			return false // a part of what is shown already
		}
	}
	return true
}

// beats reports whether a candidate is at least as good on every count, so that the other one is no choice. Another way that harms nobody
// and costs nothing stays one. Of two rescues of the same ways the end does not count: both are on time.
func (f *Found) beats(other *Found) bool {
	a, b := &f.Worth, &other.Worth
	if a.NowLate > b.NowLate || a.Later > b.Later || a.Delay > b.Delay || a.Overtime > b.Overtime || a.Outside > b.Outside || a.Late > b.Late {
		return false
	}
	if slices.Equal(f.sortedKinds(), other.sortedKinds()) {
		return a.End <= b.End || a.Rescues()
	}
	return *a == *b || a.End <= b.End && b.Later+int(b.Cost()) > 0
}

// addsNothing reports whether the steps that f has beyond those of c are for nothing worth telling.
func (f *Found) addsNothing(c *Found, late solver.Min) bool {
	return f.Worth.harm() >= c.Worth.harm() && c.Worth.Late-f.Worth.Late < max(1, late/leastGain)
}

// target is what a step changes, whenever and by how much.
type target struct {
	kind         Kind
	op, resource int32
}

// within reports whether another candidate changes all that this one does: people would not tell two apart that hold each other.
func (c *Candidate) within(other *Candidate) bool {
	for _, s := range c.Steps {
		if !slices.ContainsFunc(other.Steps, func(x Step) bool { return target{x.Kind, x.Op, x.Resource} == target{s.Kind, s.Op, s.Resource} }) {
			return false
		}
	}
	return true
}

func (c *Candidate) sortedKinds() []Kind {
	kinds := c.Kinds()
	slices.Sort(kinds)
	return kinds
}
