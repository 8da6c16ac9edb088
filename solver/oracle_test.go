package solver_test

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// oracle is the reference dispatcher of the rule book, minute by minute and
// without any cleverness: the yardstick of the fast one.
type oracle struct {
	p       *solver.Problem
	open    [][]bool // per calendar and minute
	stretch []int    // longest work without a gap above two hours
	used    [][]int32
	trace   []trace // per placed operation
	mode    []int32
	state   []int // 0 waiting, 1 placed, 2 unplaced
	rule    solver.Select
	before  []map[int32]bool // per operation all from which edges lead to it
	booked  []int64          // minutes per resource, of blocks from S on and of what is placed
}

// trace lists the run minutes of one placement.
type trace struct {
	start, end int32
	minutes    []int32
	ok         bool
}

const minutesAhead = 5200

func newOracle(p *solver.Problem) *oracle {
	o := &oracle{
		p: p, trace: make([]trace, len(p.Ops)), mode: make([]int32, len(p.Ops)), state: make([]int, len(p.Ops)),
	}
	for i, c := range p.Calendars {
		open := make([]bool, minutesAhead)
		for m := range open {
			open[m] = i == 0
		}
		for k := range c.Open {
			for m := c.Open[k]; m < c.Close[k] && m < minutesAhead; m++ {
				open[m] = true
			}
		}
		best, sum, closed := 0, 0, 0
		for _, w := range open {
			if !w {
				closed++
				continue
			}
			if closed > 120 {
				sum = 0
			}
			closed = 0
			sum++
			best = max(best, sum)
		}
		if i == 0 {
			best = 1 << 30
		}
		o.open, o.stretch = append(o.open, open), append(o.stretch, best)
	}
	for range p.Ops {
		o.before = append(o.before, map[int32]bool{})
	}
	for grown := true; grown; { // until no edge tells anything new
		grown = false
		for _, e := range p.Edges {
			if e.From < 0 {
				continue
			}
			known := len(o.before[e.To])
			o.before[e.To][e.From] = true
			maps.Copy(o.before[e.To], o.before[e.From])
			grown = grown || len(o.before[e.To]) > known
		}
	}
	for range p.Resources {
		o.used = append(o.used, make([]int32, minutesAhead))
	}
	o.booked = make([]int64, len(p.Resources))
	for _, b := range p.Blocks {
		o.booked[b.Resource] += int64(max(0, b.End-max(b.Start, p.Start)))
		o.book(b.Resource, b.Start, b.End, b.Units)
	}
	return o
}

func (o *oracle) book(r, start, end, units int32) {
	for m := start; m < end; m++ {
		o.used[r][m] += units
	}
}

func (o *oracle) modes(i int32) []int32 {
	hi := int32(len(o.p.Modes))
	if int(i)+1 < len(o.p.Ops) {
		hi = o.p.Ops[i+1].Mode0
	}
	var out []int32
	for m := o.p.Ops[i].Mode0; m < hi; m++ {
		if f := o.p.Ops[i].Fix; f.Kind == solver.FixNone || f.Resource == o.p.Modes[m].Resource {
			out = append(out, m)
		}
	}
	return out
}

// walk works mode m of operation i from minute t on.
func (o *oracle) walk(i, m, t int32) (w trace) {
	mode, res := o.p.Modes[m], o.p.Resources[o.p.Modes[m].Resource]
	tier := 0
	if o.p.Ops[i].Overtime {
		tier = 1
	}
	manned := o.open[res.Manned[tier]]
	run := manned
	if mode.Unattended {
		run = o.open[res.Run[tier]]
	}
	w.start = t
	at, pause := t, 0
	for left := mode.Setup; left > 0; at++ {
		if at >= minutesAhead {
			return w
		}
		if !manned[at] {
			if pause++; left == mode.Setup || (pause > 120 && int(mode.Setup) <= o.stretch[res.Manned[tier]]) {
				return w
			}
			continue
		}
		pause = 0
		left--
	}
	begin := at
	for left := mode.Run; left > 0; at++ {
		if at >= minutesAhead {
			return w
		}
		if !run[at] {
			if o.p.Ops[i].Unpausable || (mode.Setup == 0 && at == begin) {
				return w
			}
			continue
		}
		w.minutes = append(w.minutes, at)
		left--
	}
	w.end, w.ok = at, true
	return w
}

// begins is the moment of a point on the To side, ends on the From side.
func (w *trace) begins(ppm int32) int32 {
	k := (int64(len(w.minutes))*int64(ppm) + 999_999) / 1_000_000
	switch {
	case ppm < 0:
		return w.start
	case k == int64(len(w.minutes)):
		return w.end
	}
	return w.minutes[k]
}

func (w *trace) ends(ppm int32) int32 {
	k := (int64(len(w.minutes))*int64(ppm) + 999_999) / 1_000_000
	switch {
	case ppm < 0:
		return w.start
	case len(w.minutes) == 0 || ppm == 1_000_000:
		return w.end
	case k == 0:
		return w.minutes[0]
	}
	return w.minutes[k-1] + 1
}

func (o *oracle) feasible(i, m int32, w *trace) bool {
	op, r := o.p.Ops[i], o.p.Modes[m].Resource
	if w.start < max(o.p.Start, op.Release, o.p.Jobs[op.Job].Release) {
		return false
	}
	for _, e := range o.p.Edges {
		if e.To != i {
			continue
		}
		at := e.Lag
		if e.From >= 0 {
			from := o.p.Resources[o.p.Modes[o.mode[e.From]].Resource]
			moment := o.trace[e.From].ends(e.FromAt)
			if e.HandOver {
				tier := 0
				if o.p.Ops[e.From].Overtime {
					tier = 1
				}
				manned := o.open[from.Manned[tier]]
				for !manned[moment] && (moment == 0 || !manned[moment-1]) {
					moment++
				}
			}
			at += moment
			if e.WithFlow {
				at += o.p.Flow[from.Class*o.p.Classes+o.p.Resources[r].Class]
			}
		}
		if w.begins(e.ToAt) < at {
			return false
		}
	}
	if o.p.Resources[r].Cap == 1 && w.end > w.start { // one unit works off what leads to each other in that order
		for a := range o.before[i] {
			if x := &o.trace[a]; o.p.Modes[o.mode[a]].Resource == r && x.end > x.start && w.start < x.end {
				return false
			}
		}
	}
	if c := o.p.Resources[r].Cap; c > 0 {
		for t := w.start; t < w.end; t++ {
			if o.used[r][t]+op.Crew > c {
				return false
			}
		}
	}
	return true
}

// best returns the best mode of i and its placement by the selection rule: of
// the modes of least reluctance and those that are worth theirs.
func (o *oracle) best(i int32) (best int32, place trace) {
	var modes []int32
	var places []trace
	least, first := int32(1<<30), int32(1<<30)
	for _, m := range o.modes(i) {
		for t := o.p.Start; t <= o.p.End; t++ {
			if w := o.walk(i, m, t); w.ok && w.end <= o.p.End && o.feasible(i, m, &w) {
				modes, places = append(modes, m), append(places, w)
				least = min(least, o.p.Modes[m].Reluctance)
				break
			}
		}
	}
	for k, m := range modes {
		if o.p.Modes[m].Reluctance == least {
			first = min(first, places[k].end)
		}
	}
	best = -1
	var key []int64
	for k, m := range modes {
		mode, end := &o.p.Modes[m], places[k].end
		more := mode.Reluctance - least
		if more > 0 && first-end <= more {
			continue
		}
		rule := []int64{int64(end + more)}
		switch o.rule {
		case solver.SelectStart:
			rule = []int64{int64(places[k].start), int64(end)}
		case solver.SelectLoad:
			rule = []int64{o.booked[mode.Resource], int64(end)}
		case solver.SelectRank:
			rule = []int64{int64(mode.Rank), int64(end)}
		case solver.SelectCost:
			rule = []int64{mode.Cost, int64(end)}
		}
		if rule = append(rule, int64(mode.Reluctance), int64(mode.Rank)); best < 0 || slices.Compare(rule, key) < 0 {
			best, place, key = m, places[k], rule
		}
	}
	return best, place
}

// urgency is rule 2 with its ties, behind what goes first.
func (o *oracle) urgency(a, b int32) int {
	x, y := o.p.Ops[a], o.p.Ops[b]
	j, k := o.p.Jobs[x.Job], o.p.Jobs[y.Job]
	due := func(d int32) int64 {
		if d < 0 {
			return 1 << 40
		}
		return int64(d)
	}
	head := func(op solver.Op) int {
		if op.First {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(head(x), head(y)), cmp.Compare(k.Weight, j.Weight), cmp.Compare(due(j.Due), due(k.Due)),
		cmp.Compare(j.Name, k.Name), cmp.Compare(x.Part, y.Part), cmp.Compare(x.Seq, y.Seq))
}

func (o *oracle) run() {
	for {
		choice, mode, place := int32(-1), int32(-1), trace{}
		for i := range o.p.Ops {
			id := int32(i)
			if o.state[i] != 0 {
				continue
			}
			ready := true
			for _, e := range o.p.Edges {
				if e.To == id && e.From >= 0 && o.state[e.From] != 1 {
					ready = false
					if o.state[e.From] == 2 {
						o.state[i] = 2
					}
				}
			}
			if !ready {
				continue
			}
			m, w := o.best(id)
			if m < 0 {
				o.state[i] = 2
				continue
			}
			if choice < 0 || w.start < place.start || (w.start == place.start && o.urgency(id, choice) < 0) {
				choice, mode, place = id, m, w
			}
		}
		if choice < 0 {
			return
		}
		o.state[choice], o.mode[choice], o.trace[choice] = 1, mode, place
		o.booked[o.p.Modes[mode].Resource] += int64(o.p.Modes[mode].Setup + o.p.Modes[mode].Run)
		o.book(o.p.Modes[mode].Resource, place.start, place.end, o.p.Ops[choice].Crew)
	}
}

// The fast dispatcher is the reference dispatcher: same places to the minute.
func TestDispatcherEqualsTheRuleBook(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomShop(t, false)
		rule := solver.Select(rapid.IntRange(0, int(solver.SelectCost)).Draw(t, "select"))
		plan, err := solver.Solve(context.Background(), p, solver.Params{Select: rule}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := newOracle(p)
		want.rule = rule
		want.run()
		for i := range p.Ops {
			got := []int32{plan.Mode[i], plan.Start[i], plan.End[i]}
			expect := []int32{-1, -1, -1}
			if want.state[i] == 1 {
				expect = []int32{want.mode[i], want.trace[i].start, want.trace[i].end}
			}
			if !slices.Equal(got, expect) {
				t.Fatalf("operation %d: mode, start, end %v, by the rule book %v", i, got, expect)
			}
		}
	})
}

// Whatever the shop, the checker finds nothing, and the same seed gives the
// same plan with one and with three threads.
func TestPlansAreValidAndReproducible(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomShop(t, true)
		params := solver.Params{
			Seed: rapid.Uint64().Draw(t, "seed"), Iterations: 12, Workers: 1,
			Rule: solver.Rule(rapid.IntRange(0, 8).Draw(t, "rule")),
		}
		first, err := solver.Solve(context.Background(), p, solver.Params{Rule: params.Rule}, nil)
		if err != nil {
			t.Fatal(err)
		}
		one, err := solver.Solve(context.Background(), p, params, nil)
		if err != nil {
			t.Fatal(err)
		}
		params.Workers = 3
		three, err := solver.Solve(context.Background(), p, params, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, plan := range []*solver.Plan{first, one} {
			if bad := check.Plan(p, plan); len(bad) > 0 {
				t.Fatalf("%v", bad)
			}
		}
		if slices.Compare(one.Value, first.Value) > 0 {
			t.Fatalf("search made it worse: %v after %v", one.Value, first.Value)
		}
		if diff := gocmp.Diff(one, three); diff != "" {
			t.Fatalf("three threads differ:\n%s", diff)
		}
		if one.Value[0] == 0 && one.Bound[1] > one.Value[1] {
			t.Fatalf("bound %v above value %v", one.Bound, one.Value)
		}
	})
}
