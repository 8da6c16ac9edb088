package figures_test

import (
	"math"
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// The calendars of the tests of loads.
const (
	always   = iota
	shift    // 480 to 960
	longer   // with overtime: 420 to 1200
	machines // by itself: 300 to 1300
	split    // 480 to 960, and from 1920 to 2400
)

var loadCalendars = []solver.Calendar{
	always:   {},
	shift:    {Open: []int32{480}, Close: []int32{960}},
	longer:   {Open: []int32{420}, Close: []int32{1200}},
	machines: {Open: []int32{300}, Close: []int32{1300}},
	split:    {Open: []int32{480, 1920}, Close: []int32{960, 2400}},
}

func TestOccupiedByHand(t *testing.T) {
	for name, c := range map[string]struct {
		manned, run    [2]int32
		mode           int32
		unattended     bool
		overtime       bool
		crew           int32
		start, end     int32
		from, to, want int32
	}{
		"within open time":               {manned: [2]int32{shift, longer}, start: 500, end: 600, to: 1440, want: 100},
		"cut by the calendar":            {manned: [2]int32{shift, longer}, start: 400, end: 1000, to: 1440, want: 480},
		"with overtime":                  {manned: [2]int32{shift, longer}, overtime: true, start: 400, end: 1000, to: 1440, want: 580},
		"unattended":                     {manned: [2]int32{shift, longer}, run: [2]int32{machines, shift}, unattended: true, start: 200, end: 1000, to: 1440, want: 700},
		"unattended with overtime":       {manned: [2]int32{shift, longer}, run: [2]int32{machines, shift}, unattended: true, overtime: true, start: 200, end: 1000, to: 1440, want: 480},
		"a lock without a mode":          {manned: [2]int32{shift, longer}, run: [2]int32{machines, machines}, mode: -1, unattended: true, start: 200, end: 1000, to: 1440, want: 480},
		"three people":                   {manned: [2]int32{shift, longer}, crew: 3, start: 500, end: 600, to: 1440, want: 300},
		"one person":                     {manned: [2]int32{shift, longer}, crew: 1, start: 500, end: 600, to: 1440, want: 100},
		"cut by the window":              {manned: [2]int32{shift, longer}, start: 400, end: 1000, from: 500, to: 700, want: 200},
		"before the window":              {manned: [2]int32{shift, longer}, start: 400, end: 600, from: 600, to: 700},
		"behind the window":              {manned: [2]int32{shift, longer}, start: 800, end: 900, from: 600, to: 700},
		"a minute of the window":         {manned: [2]int32{shift, longer}, start: 400, end: 601, from: 600, to: 700, want: 1},
		"ends as the day begins":         {manned: [2]int32{shift, longer}, start: 400, end: 480, to: 1440},
		"begins as the day ends":         {manned: [2]int32{shift, longer}, start: 960, end: 1000, to: 1440},
		"never closed":                   {manned: [2]int32{always, always}, start: 400, end: 1000, from: 100, to: 1440, want: 600},
		"never closed, a window":         {manned: [2]int32{always, always}, start: 400, end: 1000, from: 450, to: 460, want: 10},
		"never closed, nothing of it":    {manned: [2]int32{always, always}, start: 400, end: 1000, from: 1000, to: 1440},
		"over the night":                 {manned: [2]int32{split, split}, start: 900, end: 2000, to: 2880, want: 140},
		"over the night, behind the day": {manned: [2]int32{split, split}, start: 1000, end: 2000, to: 2880, want: 80},
	} {
		p := &solver.Problem{
			Calendars: loadCalendars, Resources: []solver.Resource{{Manned: c.manned, Run: c.run}}, Modes: []solver.Mode{{Unattended: c.unattended}},
			Ops: []solver.Op{{Overtime: c.overtime, Crew: c.crew}},
		}
		plan := &solver.Plan{Mode: []int32{c.mode}, Resource: []int32{0}, Start: []int32{c.start}, End: []int32{c.end}}
		if got := figures.Occupied(p, plan, 0, c.from, c.to); got != int64(c.want) {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestAvailableByHand(t *testing.T) {
	p := &solver.Problem{Calendars: loadCalendars, Resources: []solver.Resource{
		{Cap: 1, Manned: [2]int32{shift, longer}, Run: [2]int32{shift, longer}},
		{Cap: 3, Manned: [2]int32{shift, longer}, Run: [2]int32{machines, shift}},
	}}
	for _, c := range []struct {
		resource int32
		overtime bool
		from, to int32
		want     int64
	}{
		{0, false, 0, 1440, 480},
		{0, true, 0, 1440, 780},
		{0, false, 500, 600, 100},
		{0, false, 960, 1440, 0},
		{1, false, 0, 1440, 3000}, // by itself longer than with people
		{1, true, 0, 1440, 2340},  // with people longer than by itself
	} {
		if got := figures.Available(p, c.resource, c.overtime, c.from, c.to); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// workshop has groups of machines (0, 2 and 5), one of people (1), one that never works (4) and a supplier (3), each beside the
// others, and a plan made by hand within one day from 0 on.
func workshop(t *testing.T) (*solver.Shop, *solver.Plan, figures.Params) {
	t.Helper()
	day, extra := [2]int32{shift, shift}, [2]int32{shift, longer}
	p := &solver.Problem{
		End: 10_000, Calendars: append(slices.Clone(loadCalendars), solver.Calendar{Open: []int32{5000}, Close: []int32{9000}}),
		Jobs: []solver.Job{{Name: "J", Due: solver.None, Weight: 1}, {Name: "K", Due: solver.None, Weight: 1}},
		Resources: []solver.Resource{
			{Name: "P", Cap: 4, Group: 1, Manned: day, Run: day},
			{Name: "A", Cap: 1, Group: 2, Manned: day, Run: day, Target: 700_000},
			{Name: "B", Cap: 1, Group: 2, Manned: extra, Run: extra},
			{Name: "C", Cap: 1, Group: 0, Manned: day, Run: day},
			{Name: "D", Cap: 1, Group: 0, Manned: day, Run: day, Target: 100_000},
			{Name: "S", Cap: 0, Group: 3},
			{Name: "Z", Cap: 1, Group: 4, Manned: [2]int32{5, 5}, Run: [2]int32{5, 5}},
			{Name: "Y", Cap: 1, Group: 5, Manned: day, Run: day},
		},
	}
	plan := &solver.Plan{}
	add := func(job, resource, start, end int32, change func(*solver.Op)) {
		at := int32(len(p.Ops))
		op := solver.Op{Name: string(rune('a' + at)), Job: job, Seq: at, Mode0: at}
		if change != nil {
			change(&op)
		}
		p.Ops, p.Modes = append(p.Ops, op), append(p.Modes, solver.Mode{Resource: max(0, resource), Run: max(1, end-start)})
		plan.Mode, plan.Resource = append(plan.Mode, at), append(plan.Resource, resource)
		plan.Start, plan.End = append(plan.Start, start), append(plan.End, end)
	}
	crew := func(n int32) func(*solver.Op) { return func(o *solver.Op) { o.Crew = n } }
	add(0, 0, 480, 960, crew(4))                                   // people are busy all day
	add(1, 1, 700, 900, nil)                                       // 200 of A's 480; listed last first
	add(0, 1, 600, 700, nil)                                       // 100
	add(0, 1, 480, 600, nil)                                       // 120
	add(0, 2, 900, 1000, func(o *solver.Op) { o.Overtime = true }) // 100 of B's 780, 40 of them overtime
	add(1, 2, 480, 540, nil)                                       // 60
	add(1, 2, 540, 540, nil)                                       // nothing left of it: no change of mould
	add(0, 3, 480, 624, nil)                                       // 144 of C's 480
	add(1, 5, 0, 1440, nil)                                        // outside
	add(1, 4, 200, 300, func(o *solver.Op) { o.Fix = solver.Fix{Kind: solver.FixDone, Resource: 4, Start: 200, End: 300} })
	add(1, -1, 0, 0, nil)
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan.Unplaced = []solver.Reason{{Op: int32(len(p.Ops) - 1), Code: solver.ReasonNoResource, Other: solver.None}}
	return s, plan, figures.Params{Window: 1440, Target: 900_000, Machines: map[int32]bool{0: true, 2: true, 4: true, 5: true}}
}

func measured(t *testing.T, s *solver.Shop, plan *solver.Plan, params figures.Params) *figures.Figures {
	t.Helper()
	f, err := figures.Of(t.Context(), s, plan, params)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLoadsByHand(t *testing.T) {
	s, plan, params := workshop(t)
	f := measured(t, s, plan, params)
	// In the order of the groups, without what has no limit; history takes nothing of today.
	if want := []figures.Load{
		{Group: 0, Resources: 2, Occupied: 144, Own: 144, Available: 960},
		{Group: 1, Resources: 4, Occupied: 1920, Own: 1920, Available: 1920},
		{Group: 2, Resources: 2, Occupied: 580, Own: 580, Available: 1260},
		{Group: 4, Resources: 1},
		{Group: 5, Resources: 1, Available: 480},
	}; !slices.Equal(f.Groups, want) {
		t.Errorf("loads %+v", f.Groups)
	}
	if f.OvertimeMinutes != 40 {
		t.Errorf("overtime %d", f.OvertimeMinutes)
	}
	// Of the machines group 2 has most to do; people are no bottleneck. A wants 70 %, B what the shop wants.
	if f.Bottleneck != 2 || !near(f.Utilisation, 580.0/1260) || !near(f.Target, 0.8) {
		t.Errorf("bottleneck %d at %v of %v", f.Bottleneck, f.Utilisation, f.Target)
	}
	// Group 0 at 0.3 and 0: as uneven as its mean. Group 2 at 420/480 and 160/780. By their hours.
	a, b := 420.0/480, 160.0/780
	if want := (144*1 + 580*(math.Abs(a-b)/2)/((a+b)/2)) / (144 + 580); !near(f.Imbalance, want) {
		t.Errorf("imbalance %v, want %v", f.Imbalance, want)
	}
	// A: from J to K; B: from K to J. Beside each other at four people or outside nothing is changed over.
	if f.Changeovers != 2 {
		t.Errorf("%d changeovers", f.Changeovers)
	}
	// Two people of overtime are twice the minutes, and the first task's leave for overtime opens the day for both.
	s.Problem.Ops[4].Crew = 2
	if f := measured(t, s, plan, params); f.OvertimeMinutes != 80 || f.Groups[2].Available != 1260 || f.Groups[2].Occupied != 680 {
		t.Errorf("two people: %d overtime, %+v", f.OvertimeMinutes, f.Groups[2])
	}
}

// People's word goes before the load, also for people; of several that are named the one with most to do.
func TestNamedBottlenecksByHand(t *testing.T) {
	s, plan, params := workshop(t)
	s.Problem.Resources[4].Bottleneck = true
	if f := measured(t, s, plan, params); f.Bottleneck != 0 || !near(f.Utilisation, 0.15) || !near(f.Target, 0.5) {
		t.Errorf("one named: %d at %v of %v", f.Bottleneck, f.Utilisation, f.Target)
	}
	s.Problem.Resources[0].Bottleneck = true
	if f := measured(t, s, plan, params); f.Bottleneck != 1 || f.Utilisation != 1 || f.Target != 0.9 {
		t.Errorf("two named: %d at %v of %v", f.Bottleneck, f.Utilisation, f.Target)
	}
}

// Of groups with as much to do the first is the bottleneck; one that has nothing to do is none.
func TestNoBottleneckByHand(t *testing.T) {
	s, plan, params := workshop(t)
	params.Machines = map[int32]bool{5: true, 4: true}
	if f := measured(t, s, plan, params); f.Bottleneck != solver.None || f.Utilisation != figures.Undefined || f.Target != figures.Undefined || f.Imbalance != figures.Undefined {
		t.Errorf("nothing to do: %+v", f)
	}
	params.Machines = map[int32]bool{0: true, 5: true}
	plan.Resource[1], plan.Start[1], plan.End[1] = 7, 480, 552 // 72 of 480, as 144 of 960
	if f := measured(t, s, plan, params); f.Bottleneck != 0 || !near(f.Utilisation, 0.15) {
		t.Errorf("as much to do: %d at %v", f.Bottleneck, f.Utilisation)
	}
}

// A group whose machines have no open time in the window is left out of the balance, the others are not.
func TestBalanceWithoutOpenTime(t *testing.T) {
	s, plan, params := workshop(t)
	s.Problem.Resources[4].Manned, s.Problem.Resources[4].Run = [2]int32{5, 5}, [2]int32{5, 5}
	a, b := 420.0/480, 160.0/780
	if f := measured(t, s, plan, params); !near(f.Imbalance, math.Abs(a-b)/2/((a+b)/2)) {
		t.Errorf("imbalance %v", f.Imbalance)
	}
}

// What the plan goes around fills its resources like its own work: load, bottleneck and balance count it, and the plan's
// own share is told beside.
func TestBlocksCountInTheLoad(t *testing.T) {
	s, plan, params := workshop(t)
	s.Problem.Resources[7].Manned, s.Problem.Resources[7].Run = [2]int32{shift, longer}, [2]int32{machines, machines}
	s.Problem.Blocks = []solver.Block{
		{Resource: 0, Start: 400, End: 1500, Units: 2}, // 960 of people
		{Resource: 2, Start: 1100, End: 1300},          // 100 of B, which is open to 1200 for its own work
		{Resource: 4, Start: 480, End: 960, Units: 1},  // all of D
		{Resource: 7, Start: 300, End: 1000},           // 480, manned: they are nearer to 500 than 700
		{Resource: 7, Start: 1000, End: 1200},          // 200 while nobody is there
		{Resource: 7, Start: 1400, End: 2000, Units: 1},
	}
	params.BlockWork = []solver.Min{0, 100, 480, 500, 200}
	f := measured(t, s, plan, params)
	if want := []figures.Load{
		{Group: 0, Resources: 2, Occupied: 624, Own: 144, Available: 960},
		{Group: 1, Resources: 4, Occupied: 2880, Own: 1920, Available: 1920},
		{Group: 2, Resources: 2, Occupied: 680, Own: 580, Available: 1260},
		{Group: 4, Resources: 1},
		{Group: 5, Resources: 1, Occupied: 680, Available: 1000},
	}; !slices.Equal(f.Groups, want) {
		t.Errorf("loads %+v", f.Groups)
	}
	if f.Bottleneck != 5 || !near(f.Utilisation, 0.68) {
		t.Errorf("bottleneck %d at %v", f.Bottleneck, f.Utilisation)
	}
	// C at 0.3 and D at 1; A at 420/480 and B at 260/780; Y is alone.
	spread := func(x, y float64) float64 { return math.Abs(x-y) / (x + y) }
	if want := (624*spread(0.3, 1) + 680*spread(420.0/480, 260.0/780)) / (624 + 680 + 680); !near(f.Imbalance, want) {
		t.Errorf("imbalance %v, want %v", f.Imbalance, want)
	}
}

// A machine is changed over to what a plan goes around, and back: two neighbours of one job there are none, nor is anything of people.
func TestBlocksAreChangedOver(t *testing.T) {
	p := &solver.Problem{
		End: 10_000, Calendars: []solver.Calendar{{}}, Resources: []solver.Resource{{Name: "M", Cap: 1}, {Name: "F", Cap: 2}},
		Jobs: []solver.Job{{Name: "J", Due: solver.None}}, Ops: []solver.Op{{Name: "1"}, {Name: "2", Mode0: 1}}, Modes: []solver.Mode{{Run: 60}, {Run: 60}},
		Blocks: []solver.Block{
			{Start: 500, End: 600},
			{Start: 100, End: 200}, // after both and between them
			{Start: 600, End: 700},
			{Start: 700, End: 800},
			{Start: 900, End: 900},
			{Resource: 1, Start: 0, End: 100},
			{Resource: 1, Start: 100, End: 200},
		},
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan := &solver.Plan{Mode: []int32{0, 1}, Resource: []int32{0, 0}, Start: []solver.Min{0, 300}, End: []solver.Min{60, 360}}
	for want, jobs := range map[int][]int32{
		4: {1, 2, 1, 3, 4, 1, 2}, // to 2 and back, to 1, within it, to 3
		5: {1, 2, 2, 3, 4, 1, 2},
		0: nil,
	} {
		if f := measured(t, s, plan, figures.Params{Window: 1000, BlockJob: jobs}); f.Changeovers != want {
			t.Errorf("jobs %v: %d changeovers, want %d", jobs, f.Changeovers, want)
		}
	}
}

// Overtime adds its hours on the days on which it is worked, before the shift and behind it, and on its resource: three days from 08:00
// to 16:00, with overtime from 07:00 and until 20:00. Who may work overtime and works none adds nothing.
func TestOvertimeThatNobodyWorksIsNotThere(t *testing.T) {
	const day = 1440
	shifts, longer := solver.Calendar{}, solver.Calendar{}
	for d := range solver.Min(3) {
		shifts.Open, shifts.Close = append(shifts.Open, d*day+480), append(shifts.Close, d*day+960)
		longer.Open, longer.Close = append(longer.Open, d*day+420), append(longer.Close, d*day+1200)
	}
	manned, always := [2]int32{1, 2}, [2]int32{}
	for name, c := range map[string]struct {
		run        [2]int32
		unattended bool
		start, end solver.Min
		day        func(solver.Min) int32
		want       int64
	}{
		"none":                                  {run: manned, start: 480, end: 960, want: 1440},
		"a minute in the evening":               {run: manned, start: 480, end: 961, want: 1740},
		"a minute in the morning":               {run: manned, start: day + 479, end: day + 960, want: 1740},
		"on two days":                           {run: manned, start: 900, end: day + 430, want: 2040},
		"where days end at noon":                {run: manned, start: 900, end: day + 430, day: func(m solver.Min) int32 { return int32((m + 720) / day) }, want: 1740},
		"where the run needs nobody":            {run: always, unattended: true, start: 900, end: day + 430, want: 3 * day},
		"where nobody need be, but somebody is": {run: always, start: 900, end: day + 430, want: 3 * day},
		"an unattended run of longer days":      {run: manned, unattended: true, start: 900, end: day + 430, want: 2040},
	} {
		p := &solver.Problem{
			End: 10_000, Calendars: []solver.Calendar{{}, shifts, longer},
			Resources: []solver.Resource{{Name: "M", Cap: 1, Manned: manned, Run: c.run}, {Name: "N", Cap: 2, Group: 1, Manned: manned, Run: manned}},
			Jobs:      []solver.Job{{Name: "J", Due: solver.None}}, Ops: []solver.Op{{Name: "own", Overtime: true}}, Modes: []solver.Mode{{Run: 60, Unattended: c.unattended}},
		}
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plan := &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []solver.Min{c.start}, End: []solver.Min{c.end}}
		if f := measured(t, s, plan, figures.Params{Window: 3 * day, Day: c.day}); f.Groups[0].Available != c.want || f.Groups[1].Available != 2*1440 {
			t.Errorf("%s: %+v, want %d", name, f.Groups, c.want)
		}
	}
}

// What a plan goes around occupies the minutes that it works, whether the plan's own work may use overtime or not, and adds the overtime
// of the days on which it works some. Three days from 08:00
// to 17:00, with overtime to 20:00; the plan's own hour is on the third.
func TestBlocksOccupyWhatTheyWork(t *testing.T) {
	const day = 1440
	shifts, longer := solver.Calendar{}, solver.Calendar{}
	for d := range solver.Min(3) {
		shifts.Open, shifts.Close = append(shifts.Open, d*day+480), append(shifts.Close, d*day+1020)
		longer.Open, longer.Close = append(longer.Open, d*day+480), append(longer.Close, d*day+1200)
	}
	manned := [2]int32{1, 2}
	for name, c := range map[string]struct {
		run                 [2]int32
		own                 bool // overtime for the plan's own hour
		from                solver.Min
		start, end          solver.Min
		work                solver.Min
		occupied, available int64
	}{
		"without overtime":                   {manned, true, 0, 480, day + 660, 720, 720, 1620},
		"without overtime beside none":       {manned, false, 0, 480, day + 660, 720, 720, 1620},
		"in overtime":                        {manned, true, 0, 480, day + 540, 780, 780, 1800},
		"in overtime beside none":            {manned, false, 0, 480, day + 540, 780, 780, 1800},
		"as long with it as without":         {manned, false, 0, 480, 600, 120, 120, 1620},
		"while nobody is there":              {[2]int32{}, true, 0, 960, day + 120, 600, 600, 4320},
		"manned, where it need not be":       {[2]int32{}, true, 0, 480, day + 660, 720, 720, 4320},
		"what is left of a running one":      {manned, true, day, 480, day + 660, 720, 180, 1080},
		"what is left of one with overtime":  {manned, true, 1020, 480, day + 540, 780, 240, 1260},
		"a closed hour since it was planned": {manned, true, 0, 480, day + 660, 780, 720, 1620},
		"whose work nobody knows":            {manned, true, 0, 480, day + 660, 0, 720, 1620},
	} {
		p := &solver.Problem{
			Start: c.from, End: 10_000, Calendars: []solver.Calendar{{}, shifts, longer}, Resources: []solver.Resource{{Name: "M", Cap: 1, Manned: manned, Run: c.run}},
			Jobs: []solver.Job{{Name: "J", Due: solver.None}}, Ops: []solver.Op{{Name: "own", Overtime: c.own}}, Modes: []solver.Mode{{Run: 60}},
			Blocks: []solver.Block{{Start: c.start, End: c.end}},
		}
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		plan := &solver.Plan{Mode: []int32{0}, Resource: []int32{0}, Start: []solver.Min{2*day + 480}, End: []solver.Min{2*day + 540}}
		f := measured(t, s, plan, figures.Params{Window: 3*day - c.from, BlockWork: []solver.Min{c.work}})
		if got := f.Groups[0]; got.Occupied != c.occupied+60 || got.Own != 60 || got.Available != c.available {
			t.Errorf("%s: %+v, want %d besides its own hour of %d", name, got, c.occupied, c.available)
		}
	}
}
