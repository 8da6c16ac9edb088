package rescue

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"mouldworks/solver"
)

func found(name int32, kind Kind, w Worth) *Found {
	return &Found{Candidate: Candidate{[]Step{{Kind: kind, Op: name}}}, Worth: w}
}

// Rescues come first, then whoever harms nobody, costs least and ends earliest.
func TestRescuesAreRanked(t *testing.T) {
	want := []*Found{
		found(1, Ahead, Worth{End: 90}),
		found(2, Ahead, Worth{End: 95}),
		found(3, Overtime, Worth{End: 80, Overtime: 60}),
		found(4, Outsource, Worth{End: 70, Overtime: 30, Outside: 60}),
		found(5, Ahead, Worth{End: 70, Later: 1, Delay: 5}),
		found(6, Machine, Worth{End: 70, Later: 3, Delay: 9}),
		found(7, Ahead, Worth{End: 70, Later: 1, NowLate: 1, Delay: 9}),
		found(8, Ahead, Worth{End: 70, Later: 2, NowLate: 2, Delay: 9}),
		found(9, Overtime, Worth{End: 130, Late: 30, Overtime: 60}), // not rescued: the earliest first, whatever it costs
		found(10, Ahead, Worth{End: 140, Late: 40}),
		found(11, Ahead, Worth{End: 110, Late: 10, Later: 1, NowLate: 1}),
	}
	for seed := range 20 {
		got := slices.Clone(want)
		slices.SortFunc(got, func(a, b *Found) int { return (int(a.Steps[0].Op)*(7+seed))%11 - (int(b.Steps[0].Op)*(7+seed))%11 })
		slices.SortStableFunc(got, Better)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("place %d has candidate %d, want %d", i, got[i].Steps[0].Op, want[i].Steps[0].Op)
			}
		}
	}
}

// Three are offered: different ways before the same way again, nothing twice, nothing that gains too little or is a part of another.
func TestWhatIsOffered(t *testing.T) {
	two := &Found{Candidate: Candidate{[]Step{{Kind: Ahead, Op: 1}, {Kind: Overtime, Op: -1, Resource: 2}}}, Worth: Worth{End: 90, Overtime: 60}}
	for _, row := range []struct {
		name string
		of   []*Found
		want string
	}{
		{"ways before places", []*Found{found(1, Ahead, Worth{End: 90}), found(2, Ahead, Worth{End: 91}), found(3, Ahead, Worth{End: 92}), found(4, Machine, Worth{End: 93}), found(5, Overtime, Worth{End: 50, Overtime: 9})}, "[1 4 5]"},
		{"more of one way", []*Found{found(1, Ahead, Worth{End: 90}), found(2, Ahead, Worth{End: 91}), found(3, Ahead, Worth{End: 92}), found(4, Ahead, Worth{End: 93})}, "[1]"},
		{"one way, cheaper or with less harm", []*Found{found(1, Overtime, Worth{End: 90, Overtime: 60}), found(2, Overtime, Worth{End: 95, Overtime: 30, Later: 1}), found(3, Overtime, Worth{End: 80, Overtime: 90})}, "[1 2]"},
		{"worse on every count by another way", []*Found{found(1, Ahead, Worth{End: 90, Later: 2, Delay: 5}), found(2, Machine, Worth{End: 90, Later: 3, Delay: 9, NowLate: 1})}, "[1]"},
		{"it makes two late for one", []*Found{found(1, Ahead, Worth{End: 90, Later: 5, NowLate: 2}), found(2, Machine, Worth{End: 95, Later: 5, NowLate: 1})}, "[2]"},
		{"still late, and somebody else too", []*Found{found(1, Ahead, Worth{End: 110, Late: 10, Later: 1, NowLate: 1})}, "[]"},
		{"the same at another hour", []*Found{found(1, Ahead, Worth{End: 90}), found(1, Ahead, Worth{End: 91})}, "[1]"},
		{"more steps for nothing", []*Found{found(1, Ahead, Worth{End: 90}), two}, "[1]"},
		{"another way to the same", []*Found{found(1, Ahead, Worth{End: 90, Later: 2}), found(2, Machine, Worth{End: 90, Later: 2})}, "[1]"},
		{"too little", []*Found{found(1, Ahead, Worth{End: 195, Late: 95}), found(2, Ahead, Worth{End: 150, Late: 50})}, "[2]"},
		{"less late after rescued", []*Found{found(1, Ahead, Worth{End: 150, Late: 50}), found(2, Ahead, Worth{End: 90, Later: 9, NowLate: 1})}, "[2 1]"},
		{"nothing", nil, "[]"},
	} {
		var got []int32
		for _, f := range Offered(row.of, 100) {
			got = append(got, f.Steps[0].Op)
		}
		if fmt.Sprint(got) != row.want {
			t.Errorf("%s: %v, want %s", row.name, got, row.want)
		}
	}
}

// People work the evening after a shift and, on a rest day, the hours of the day before; a break is theirs.
func TestHoursOfOvertime(t *testing.T) {
	const h = 60
	// 8:00-12:00 and 13:00-17:00 on Monday, Tuesday and Thursday.
	c := &solver.Calendar{}
	for _, day := range []solver.Min{0, 1, 3} {
		c.Open = append(c.Open, (24*day+8)*h, (24*day+13)*h)
		c.Close = append(c.Close, (24*day+12)*h, (24*day+17)*h)
	}
	for _, row := range []struct {
		name     string
		from, to solver.Min
		around   bool
		want     string
	}{
		{"a break", 8 * h, 17 * h, false, "[]"},
		{"a night", 8 * h, 33 * h, false, "[[1020 1260]]"},
		{"a night, all of it", 8 * h, 33 * h, true, "[[1020 1920]]"},
		{"from the middle of the evening", 20 * h, 33 * h, false, "[[1200 1440]]"},
		{"soon after the shift", 17*h + 40, 33 * h, false, "[[1020 1260]]"},
		{"a rest day", 41 * h, 81 * h, false, "[[2460 2700] [3360 3900]]"},
		{"a rest day, all of it", 41 * h, 81 * h, true, "[[2460 3900] [3900 4800]]"},
	} {
		got := [][2]solver.Min{}
		for _, g := range closed(c, row.from, row.to, 0) {
			got = append(got, hours(g, shiftBefore(c, g[0]), row.around)...)
		}
		if fmt.Sprint(got) != row.want {
			t.Errorf("%s: %v, want %s", row.name, got, row.want)
		}
	}
	if got := closed(c, 17*h+40, 33*h, 17*h+30); len(got) != 1 || got[0][0] != 17*h+30 {
		t.Errorf("in the past: %v", got)
	}
}

// A pair has two kinds at most; a task that both move goes where the later move says; hours do not count twice.
func TestStepsAreJoined(t *testing.T) {
	s := &Situation{Plan: &solver.Plan{Resource: []int32{1, 1}}}
	over := Step{Kind: Overtime, Op: -1, Resource: 1, From: 10, To: 20}
	for _, row := range []struct {
		name string
		a, b []Step
		want string // empty: they do not join
	}{
		{"a pair", []Step{{Kind: Ahead, Op: 0, Resource: 1, At: 5}}, []Step{over}, "ahead 0 on 1, overtime -1 on 1"},
		{"moved twice", []Step{{Kind: Ahead, Op: 0, Resource: 1, At: 5}}, []Step{{Kind: Machine, Op: 0, Resource: 2, At: 7}}, "machine 0 on 2"},
		{"there and back", []Step{{Kind: Machine, Op: 0, Resource: 2, At: 5}}, []Step{{Kind: Ahead, Op: 0, Resource: 1, At: 7}}, "ahead 0 on 1"},
		{"moved on there", []Step{{Kind: Machine, Op: 0, Resource: 2, At: 5}}, []Step{{Kind: Ahead, Op: 0, Resource: 2, At: 7}}, "machine 0 on 2"},
		{"the same hours", []Step{over}, []Step{{Kind: Overtime, Op: -1, Resource: 1, From: 15, To: 30}}, ""},
		{"outside twice", []Step{{Kind: Outsource, Op: 0}}, []Step{{Kind: Outsource, Op: 0, Resource: 3}}, ""},
		{"three kinds", []Step{{Kind: Outsource, Op: 0}, over}, []Step{{Kind: Ahead, Op: 1, Resource: 1}}, ""},
	} {
		c, fits := s.joined(&Found{Candidate: Candidate{row.a}}, row.b)
		got := ""
		for i, x := range c.Steps {
			if i > 0 {
				got += ", "
			}
			got += fmt.Sprintf("%s %d on %d", x.Kind, x.Op, x.Resource)
		}
		if fits != (row.want != "") || fits && got != row.want {
			t.Errorf("%s: %q %v, want %q", row.name, got, fits, row.want)
		}
	}
}

// bench says of every candidate that it gains a minute for each stretch of overtime, and stops the search after some.
type bench struct {
	tried  int
	cancel context.CancelFunc
}

func (b *bench) Try(c *Candidate) (*Tried, bool) {
	if b.tried++; b.tried == 3 && b.cancel != nil {
		b.cancel()
	}
	return &Tried{Worth: Worth{End: 100 - c.OvertimeMinutes(), Late: max(0, 40-c.OvertimeMinutes()), Overtime: c.OvertimeMinutes()}, Plan: &solver.Plan{}}, true
}

// A search that is stopped says so, keeps what it has found and tries nothing more.
func TestASearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := &bench{cancel: cancel}
	x := &search{ctx: ctx, bench: b, s: &Situation{}, late: 40, most: mostTried}
	for n := range solver.Min(5) {
		x.try(Candidate{[]Step{{Kind: Overtime, Op: -1, From: 0, To: 10 * n}}})
	}
	if b.tried != 3 || len(x.out.Found) != 3 || !x.ended() {
		t.Errorf("%d tried, %d found", b.tried, len(x.out.Found))
	}
}

// The overtime of a rescue is as few stretches and as short as still rescue the mould.
func TestOvertimeShrinks(t *testing.T) {
	x := &search{ctx: t.Context(), bench: &bench{}, s: &Situation{}, late: 40, most: mostTried}
	c := Candidate{}
	for day := range solver.Min(6) {
		c.Steps = append(c.Steps, Step{Kind: Overtime, Op: -1, From: 1440 * day, To: 1440*day + 15})
	}
	f := x.fewer(x.try(c))
	if n := len(f.Steps); n != 3 || !f.Worth.Rescues() {
		t.Errorf("%d stretches of 15 minutes for 40", n)
	}
	if g := x.shorter(x.try(Candidate{[]Step{{Kind: Overtime, Op: -1, From: 0, To: 240}}})); g.Worth.Overtime != 60 {
		t.Errorf("%d minutes for 40", g.Worth.Overtime)
	}
}

// ofOneStep rescues by one of its steps; the others do nothing, and overtime costs.
type ofOneStep struct{ step Step }

func (b ofOneStep) Try(c *Candidate) (*Tried, bool) {
	w := Worth{End: 100, Late: 40, Overtime: c.OvertimeMinutes()}
	if slices.Contains(c.Steps, b.step) {
		w.End, w.Late = 60, 0
	}
	return &Tried{Worth: w, Plan: &solver.Plan{}}, true
}

// Whatever of a rescue does nothing goes, of each kind: overtime that nobody works, before or after what counts, and a needless machine.
func TestWhatDoesNothingGoes(t *testing.T) {
	early := Step{Kind: Overtime, Op: -1, Resource: 1, From: 0, To: 240}
	late := Step{Kind: Overtime, Op: -1, Resource: 1, From: 2880, To: 3420}
	machine := Step{Kind: Machine, Op: 1, Resource: 2, At: 5}
	parted := []Step{{Kind: Split, Op: 3, Minutes: 40}, {Kind: Ahead, Op: 4, Resource: 1, At: 5}}
	last := Step{Kind: Overtime, Op: -1, Resource: 1, From: 1440, To: 1500}
	for _, row := range []struct {
		name  string
		steps []Step
		needs Step
	}{
		{"overtime", []Step{early, last, late}, last},
		{"a machine", []Step{machine, last, late}, last},
		{"overtime beside a machine", []Step{machine, early, late}, machine},
		{"a split with its move", append([]Step{machine}, parted...), machine},
	} {
		x := &search{ctx: t.Context(), bench: ofOneStep{row.needs}, s: &Situation{}, late: 40, most: mostTried}
		if f := x.leaner(x.try(Candidate{row.steps})); !slices.Equal(f.Steps, []Step{row.needs}) || !f.Worth.Rescues() {
			t.Errorf("%s: %+v", row.name, f.Steps)
		}
	}
}
