package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// choosing is an adapter of two machines and a group, with settings, and an operation that may be made on both.
func choosing(set map[string]any) (*Adapter, *instance.Op) {
	a := &Adapter{
		Request: Request{Start: ruleStart, Settings: setting.Layered(set), InForce: map[string]Place{}}, File: &instance.File{},
		Groups: map[string]*Group{"g": {ID: "g", HourRate: quantity.Decimal(0)}}, Machine: map[string]*Machine{"m1": {ID: "m1", GroupID: "g"}, "m2": {ID: "m2", GroupID: "g"}},
	}
	return a, &instance.Op{ID: "o", Modes: []instance.Mode{{On: "m1", Setup: 10, Run: 50}, {On: "m2", Run: 120, Reluctance: 7}}}
}

// told are the reluctances of an operation's modes.
func told(op *instance.Op) string {
	var all []string
	for _, m := range op.Modes {
		all = append(all, fmt.Sprintf("%s:%d", m.On, m.Reluctance))
	}
	return strings.Join(all, " ")
}

// The cheapest machine is asked for by value 5 alone: minutes with set-up at the rates of machine and group, in hundredths.
func TestWhatAModeCosts(t *testing.T) {
	rate := func(text string) quantity.Decimal {
		d, err := quantity.ParseDecimal(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		rule float64
		want []int64
	}{{5, []int64{15050, 42000, 9000, 0}}, {4, []int64{0, 0, 0, 0}}, {6, []int64{0, 0, 0, 0}}} {
		a, op := choosing(map[string]any{"resourceSelectionRule": c.rule})
		a.Groups["g"].HourRate, a.Machine["m1"].HourRate, a.Machine["m2"].HourRate = rate("90"), rate("60.5"), rate("120")
		op.Modes = append(op.Modes, instance.Mode{On: "g", Run: 60}, instance.Mode{On: "supplier", Run: 60})
		a.cost(op.Modes)
		var got []int64
		for _, m := range op.Modes {
			got = append(got, m.Cost)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("by rule %v: %v, want %v", c.rule, got, c.want)
		}
	}
}

// What has not started stays where the plan in force has it, by the tolerance, or always by -1; without the setting, a plan or
// the machine it goes anywhere.
func TestWhatStaysWhereThePlanInForceHasIt(t *testing.T) {
	for _, c := range []struct {
		what       string
		reuse, tol float64
		at         string // the resource of the plan in force, "" none
		stays      bool
		want       string
	}{
		{"by the tolerance", 1, 4, "m1", true, "m1:0 m2:247"},
		{"the other one", 1, 4, "m2", true, "m1:240 m2:0"},
		{"by half an hour", 1, 0.5, "m1", true, "m1:0 m2:37"},
		{"always", 1, -1, "m2", true, "m2:7"},
		{"not by the setting", 0, 4, "m1", false, "m1:0 m2:7"},
		{"not in the plan", 1, 4, "", false, "m1:0 m2:7"},
		{"not on a machine that may make it", 1, 4, "m3", false, "m1:0 m2:7"},
	} {
		a, op := choosing(map[string]any{"reuseLastPlanResource": c.reuse, "reuseTolerance": c.tol})
		if c.at != "" {
			a.InForce["o"] = Place{Resource: c.at}
		}
		if stays := a.reuse(&Operation{ID: "o"}, op); stays != c.stays || told(op) != c.want {
			t.Errorf("%s: %v, %s", c.what, stays, told(op))
		}
	}
}

// A part stays on the machine of its last operation before, when that is finished and may make this one too.
func TestWhatStaysOnTheMachineBefore(t *testing.T) {
	ops := func(status int, on string) []Operation {
		return []Operation{
			{ID: "p5", No: 5, Progress: Progress{Status: OpFinished, OnMachine: "m2"}}, {ID: "p10", No: 10, Progress: Progress{Status: status, OnMachine: on}}, {ID: "o", No: 20}, {ID: "p30", No: 30, Progress: Progress{Status: OpFinished, OnMachine: "m2"}},
		}
	}
	for _, c := range []struct {
		what string
		rule float64
		ops  []Operation
		want string
	}{
		{"finished", 6, ops(OpFinished, "m1"), "m1:0 m2:127"},
		{"the only one before", 6, ops(OpFinished, "m1")[1:], "m1:0 m2:127"},
		{"whatever the order", 6, []Operation{ops(OpFinished, "m1")[1], ops(OpFinished, "m1")[0], {ID: "o", No: 20}}, "m1:0 m2:127"},
		{"the first of two branches", 6, []Operation{ops(OpFinished, "m1")[1], {ID: "b", No: 10, Progress: Progress{Status: OpFinished, OnMachine: "m2"}}, {ID: "o", No: 20}}, "m1:0 m2:127"},
		{"running", 6, ops(OpRunning, "m1"), "m1:0 m2:7"},
		{"not started", 6, ops(0, "m1"), "m1:0 m2:7"},
		{"on another kind of machine", 6, ops(OpFinished, "m3"), "m1:0 m2:7"},
		{"by another rule", 5, ops(OpFinished, "m1"), "m1:0 m2:7"},
		{"the first of its part", 6, ops(OpFinished, "m1")[2:], "m1:0 m2:7"},
		{"beside a branch of its own number", 6, []Operation{{ID: "b", No: 20, Progress: Progress{Status: OpFinished, OnMachine: "m1"}}, {ID: "o", No: 20}}, "m1:0 m2:7"},
	} {
		a, op := choosing(map[string]any{"resourceSelectionRule": c.rule, "sameMachineTolerance": 2.0})
		a.routes = RoutesOf(&Mould{Parts: []Part{{ID: "p", No: "P", Ops: c.ops}}})
		if a.stay(&Operation{ID: "o", No: 20}, op); told(op) != c.want {
			t.Errorf("%s: %s, want %s", c.what, told(op), c.want)
		}
	}
}

// What is published within the frozen window keeps its machine by value 2, its times too by 3; one that should have begun goes
// first on its machine, and one that was cut keeps its machine alone.
func TestWhatTheFrozenWindowHolds(t *testing.T) {
	for _, c := range []struct {
		what    string
		locking float64
		after   time.Duration // of the run's start
		on      string
		cut     bool
		want    string // the kind that it is held by, "" not held
		first   bool
	}{
		{"the machine", 2, time.Hour, "m1", false, "resource", false},
		{"machine and times", 3, time.Hour, "m1", false, "times", false},
		{"times at the start itself", 3, 0, "m1", false, "times", false},
		{"a minute late", 3, -time.Minute, "m1", false, "resource", true},
		{"a minute late, the machine", 2, -time.Minute, "m1", false, "resource", true},
		{"at the start, the machine", 2, 0, "m1", false, "resource", false},
		{"one that was cut", 3, time.Hour, "m1", true, "resource", false},
		{"the last minute of the window", 3, 24*time.Hour - time.Minute, "m1", false, "times", false},
		{"behind the window", 3, 24 * time.Hour, "m1", false, "", false},
		{"by no such setting", 1, time.Hour, "m1", false, "", false},
		{"on a machine that may not make it", 3, time.Hour, "m3", false, "", false},
		{"in no plan", 3, time.Hour, "", false, "", false},
	} {
		a, op := choosing(map[string]any{"resourceLocking": c.locking, "frozenWindowHours": 24.0})
		if c.on != "" {
			a.InForce["o"] = Place{Resource: c.on, Start: ruleStart.Add(c.after), Cut: c.cut}
		}
		held, kind := a.freeze(&Operation{ID: "o"}, op), ""
		for _, f := range a.File.Fixed {
			kind += f.Kind
			if f.On != "m1" || f.Op != "o" || (f.Start == nil) != (c.want == "resource") || f.Start != nil && f.Start.Minutes != int64(c.after.Minutes()) {
				t.Errorf("%s: %+v", c.what, f)
			}
		}
		if kind != c.want || held != (c.want != "") || op.First != c.first {
			t.Errorf("%s: %q, %v, first %v", c.what, kind, held, op.First)
		}
	}
}

// What is left of what has begun: as reported, at least a minute; else what is not reported yet; else a share, or the least.
func TestWhatIsLeftOfWhatHasBegun(t *testing.T) {
	left := func(n int) *quantity.Minutes { m := quantity.Minutes(n); return &m }
	set := map[string]any{"minRemaining": 0.5, "timeoutSurplusCoefficient": 0.1}
	for _, c := range []struct {
		what string
		p    Progress
		d    int32
		want int32
	}{
		{"nothing reported", Progress{}, 100, 100},
		{"half of it", Progress{Reported: 50}, 100, 50},
		{"all but a minute", Progress{Reported: 99}, 100, 1},
		{"all of it", Progress{Reported: 100}, 100, 30},
		{"more than all", Progress{Reported: 500}, 100, 30},
		{"a share of a long one", Progress{Reported: 500}, 400, 40},
		{"a word of its own", Progress{Reported: 50, Remaining: left(70)}, 100, 70},
		{"its word that nothing is left", Progress{Reported: 50, Remaining: left(0)}, 100, 1},
		{"its word of a minute", Progress{Remaining: left(1)}, 100, 1},
	} {
		if got := c.p.Left(c.d, set); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}
