package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// jobShop builds a classic job shop from machine and duration pairs.
func jobShop(jobs [][][2]int32) *solver.Problem {
	p := &solver.Problem{End: 100_000, Calendars: []solver.Calendar{{}}}
	machines := int32(0)
	for j, ops := range jobs {
		p.Jobs = append(p.Jobs, solver.Job{Name: fmt.Sprint(j), Due: solver.None})
		for k, o := range ops {
			id := int32(len(p.Ops))
			p.Ops = append(p.Ops, solver.Op{Name: fmt.Sprintf("%d/%d", j, k), Job: int32(j), Seq: int32(k), Mode0: id})
			p.Modes = append(p.Modes, solver.Mode{Resource: o[0], Run: o[1]})
			if k > 0 {
				p.Edges = append(p.Edges, solver.Edge{From: id - 1, To: id, FromAt: solver.Million, ToAt: solver.SetupPoint})
			}
			machines = max(machines, o[0]+1)
		}
	}
	for m := range machines {
		p.Resources = append(p.Resources, solver.Resource{Name: fmt.Sprint("M", m), Cap: 1})
	}
	return p
}

// single is one machine with operations of one job each.
func single(jobs []solver.Job, minutes ...int32) *solver.Problem {
	p := &solver.Problem{End: 100_000, Jobs: jobs, Resources: []solver.Resource{{Name: "M", Cap: 1}}}
	for i, d := range minutes {
		p.Ops = append(p.Ops, solver.Op{Name: fmt.Sprint(i), Job: int32(i), Mode0: int32(i)})
		p.Modes = append(p.Modes, solver.Mode{Run: d})
	}
	return p
}

func solve(t *testing.T, p *solver.Problem, params solver.Params) *solver.Plan {
	t.Helper()
	plan, err := solver.Solve(context.Background(), p, params, nil)
	if err != nil {
		t.Fatal(err)
	}
	if bad := check.Plan(p, plan); len(bad) > 0 {
		t.Fatal(bad)
	}
	return plan
}

// The search finds the optimum of a 3 x 3 job shop, 11, and proves nothing less.
func TestSearchImproves(t *testing.T) {
	p := jobShop([][][2]int32{{{0, 3}, {1, 2}, {2, 2}}, {{0, 2}, {2, 1}, {1, 4}}, {{1, 4}, {2, 3}}})
	plan := solve(t, p, solver.Params{Iterations: 400, Workers: 2})
	if plan.Value[1] != 11 || plan.Bound[1] > 11 {
		t.Errorf("makespan %d, bound %d, want 11", plan.Value[1], plan.Bound[1])
	}
}

func TestDispatchRules(t *testing.T) {
	jobs := []solver.Job{{Name: "a", Due: 300, Weight: 1}, {Name: "b", Due: 100, Weight: 1}, {Name: "c", Due: 200, Weight: 9}}
	for rule, want := range map[solver.Rule][]int32{
		solver.RuleEDD: {1, 2, 0}, solver.RulePriority: {2, 1, 0}, solver.RuleSlack: {1, 2, 0},
		solver.RuleRatio: {1, 0, 2}, solver.RuleSPT: {2, 1, 0}, solver.RuleLPT: {0, 1, 2}, solver.RuleFIFO: {0, 1, 2},
	} {
		plan := solve(t, single(jobs, 50, 40, 30), solver.Params{Rule: rule})
		got := []int32{0, 1, 2}
		slices.SortFunc(got, func(a, b int32) int { return int(plan.Start[a] - plan.Start[b]) })
		if !slices.Equal(got, want) {
			t.Errorf("rule %d: order %v, want %v", rule, got, want)
		}
	}
}

// What a group of two equal machines must make takes half of its hours at least, whoever makes it.
func TestTheEnergyOfAGroupIsABound(t *testing.T) {
	p := &solver.Problem{
		End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}, {Name: "C", Cap: 1, Group: 2}},
		Jobs: []solver.Job{{Name: "j", Due: solver.None}},
	}
	for o := range int32(3) {
		p.Ops = append(p.Ops, solver.Op{Name: "op", Seq: o, Part: o, Mode0: 2 * o})
		p.Modes = append(p.Modes, solver.Mode{Resource: 0, Run: 100}, solver.Mode{Resource: 1, Run: 120})
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	if bound := s.Bound(solver.KeyMakespan); bound[1] != 150 {
		t.Errorf("the bound is %d, not 3 x 100 / 2", bound[1])
	}
	if plan := solve(t, p, solver.Params{Goal: []solver.Key{solver.KeyMakespan}, Iterations: 50}); plan.Value[1] != 200 || plan.Bound[1] != 150 {
		t.Errorf("makespan %d, bound %d", plan.Value[1], plan.Bound[1])
	}
	p.Resources[1].Cap = 0
	if s, err = solver.Prepare(p); err != nil || s.Bound(solver.KeyMakespan)[1] != 100 {
		t.Errorf("with a machine without limit: %v", s.Bound(solver.KeyMakespan))
	}
}

// A job that ends in its due minute is on time, a minute later it is late; one without a due date never is.
func TestOnTimeIsUntilTheDueMinute(t *testing.T) {
	for due, want := range map[solver.Min]int{59: 1, 60: 0, 61: 0, solver.None: 0} {
		p := single([]solver.Job{{Name: "J", Due: due, Weight: 1}}, 60)
		s, err := solver.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		if plan := solve(t, p, solver.Params{}); plan.End[0] != 60 || s.Late(plan) != want {
			t.Errorf("due at %d and done at %d: %d late, want %d", due, plan.End[0], s.Late(plan), want)
		}
	}
}

// Latest start and end run backward over nights, flow and hand-over.
func TestLatest(t *testing.T) {
	shift := solver.Calendar{Open: []int32{480, 1920}, Close: []int32{1020, 2460}}
	p := &solver.Problem{
		End: 4000, Calendars: []solver.Calendar{{}, shift}, Classes: 2, Flow: []int32{0, 30, 30, 0},
		Resources: []solver.Resource{
			{Name: "A", Cap: 1, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}}, {Name: "B", Cap: 1, Class: 1, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}},
		},
		Jobs:  []solver.Job{{Name: "j", Due: 2460, Weight: 1}},
		Ops:   []solver.Op{{Name: "1", Mode0: 0}, {Name: "2", Mode0: 1}},
		Modes: []solver.Mode{{Resource: 0, Run: 100}, {Resource: 1, Run: 500}},
		Edges: []solver.Edge{{From: 0, To: 1, FromAt: solver.Million, ToAt: solver.SetupPoint, WithFlow: true, HandOver: true}},
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	// Second: 2460 - 500 = 1960. First: 30 minutes before, 1930, that is ten
	// minutes into the shift: 90 minutes remain for the day before.
	want := [][2]solver.Min{{930, 1930}, {1960, 2460}}
	for o, want := range want {
		if start, end, ok := s.Latest(int32(o)); !ok || start != want[0] || end != want[1] {
			t.Errorf("operation %d: %d..%d (%v), want %v", o, start, end, ok, want)
		}
	}

	// APS-SET-07: what may work overtime is promised for regular hours.
	p.Calendars = append(p.Calendars, solver.Calendar{Open: []int32{480, 1920}, Close: []int32{1200, 2640}})
	for r := range p.Resources {
		p.Resources[r].Manned, p.Resources[r].Run = [2]int32{1, 2}, [2]int32{1, 2}
	}
	for o := range p.Ops {
		p.Ops[o].Overtime = true
	}
	if s, err = solver.Prepare(p); err != nil {
		t.Fatal(err)
	}
	for o, want := range want {
		if start, end, ok := s.Latest(int32(o)); !ok || start != want[0] || end != want[1] {
			t.Errorf("operation %d with overtime: %d..%d (%v), want %v", o, start, end, ok, want)
		}
	}
}

func TestReasons(t *testing.T) {
	p := jobShop([][][2]int32{{{0, 10}, {0, 10}}, {{0, 50_000}, {0, 60_000}}, {{0, 5}}, {{0, 5}, {0, 5}}})
	p.Ops[4].Fix = solver.Fix{Kind: solver.FixResource, Resource: 1}
	p.Resources = append(p.Resources, solver.Resource{Name: "other", Cap: 1})
	p.Ops[5].Barred = solver.ReasonSpecification
	plan := solve(t, p, solver.Params{})
	want := map[int32]solver.ReasonCode{
		3: solver.ReasonHorizon, 4: solver.ReasonNoResource, 5: solver.ReasonSpecification, 6: solver.ReasonPredecessor,
	}
	if len(plan.Unplaced) != len(want) || plan.Value[0] != int64(len(want)) {
		t.Errorf("unplaced %v, value %v", plan.Unplaced, plan.Value)
	}
	for _, r := range plan.Unplaced {
		if want[r.Op] != r.Code {
			t.Errorf("operation %d: %s, want %s", r.Op, r.Code, want[r.Op])
		}
	}
}

func TestTypedErrors(t *testing.T) {
	good := func() *solver.Problem { return jobShop([][][2]int32{{{0, 1}, {1, 1}}}) }
	for _, row := range []struct {
		name   string
		code   solver.ErrorCode
		item   string
		damage func(*solver.Problem)
	}{
		{"cycle", solver.ErrCycle, `operation "0/0"`, func(p *solver.Problem) {
			p.Edges = append(p.Edges, solver.Edge{From: 1, To: 0, FromAt: solver.Million, ToAt: solver.SetupPoint})
		}},
		{"itself", solver.ErrCycle, `operation "0/1"`, func(p *solver.Problem) {
			p.Edges = append(p.Edges, solver.Edge{From: 1, To: 1})
		}},
		{"negative", solver.ErrNegative, `operation "0/1"`, func(p *solver.Problem) { p.Modes[1].Run = -1 }},
		{"resource", solver.ErrUnknown, `operation "0/1"`, func(p *solver.Problem) { p.Modes[1].Resource = 7 }},
		{"no modes", solver.ErrNoModes, `operation "0/1"`, func(p *solver.Problem) { p.Modes = p.Modes[:1] }},
		{"horizon", solver.ErrHorizon, "problem", func(p *solver.Problem) { p.End = solver.MaxMinutes + 1 }},
		{"crew", solver.ErrTooLarge, `operation "0/0"`, func(p *solver.Problem) { p.Ops[0].Crew = 2 }},
		{"crew of suppliers", solver.ErrTooLarge, `operation "0/1"`, func(p *solver.Problem) { p.Resources[1].Cap, p.Ops[1].Crew = 0, math.MaxInt32 }},
		{"capacity", solver.ErrTooLarge, `resource "M1"`, func(p *solver.Problem) { p.Resources[1].Cap = math.MaxInt32 }},
		{"group", solver.ErrUnknown, `resource "M1"`, func(p *solver.Problem) { p.Resources[1].Group = -1 }},
		{"far group", solver.ErrUnknown, `resource "M1"`, func(p *solver.Problem) { p.Resources[1].Group = math.MaxInt32 }},
		{"buffer", solver.ErrUnknown, `operation "0/1"`, func(p *solver.Problem) { p.Ops[1].Buffer, p.Ops[1].BufferCal = 60, 9 }},
		{"too many operations", solver.ErrTooLarge, "operations", func(p *solver.Problem) { p.Ops = make([]solver.Op, solver.MaxOps+1) }},
		{"calendar", solver.ErrCalendar, "calendar 1", func(p *solver.Problem) {
			p.Calendars = append(p.Calendars, solver.Calendar{Open: []int32{5}, Close: []int32{5}})
		}},
		{"lock", solver.ErrFix, `operation "0/0"`, func(p *solver.Problem) {
			p.Ops[0].Fix = solver.Fix{Kind: solver.FixTimes, Start: 9, End: 8}
		}},
	} {
		p := good()
		row.damage(p)
		_, err := solver.Prepare(p)
		var bad *solver.ProblemError
		if !errors.As(err, &bad) || bad.Code != row.code || (bad.Item != row.item && row.code != solver.ErrCycle) {
			t.Errorf("%s: %v", row.name, err)
		}
	}
	for _, params := range []solver.Params{{Iterations: -1}, {Seconds: -1}, {Rule: 99}, {Goal: []solver.Key{0}}} {
		var bad *solver.ProblemError
		if _, err := solver.Solve(context.Background(), good(), params, nil); !errors.As(err, &bad) || bad.Code != solver.ErrParams {
			t.Errorf("%+v: %v", params, err)
		}
	}
}

// A cancelled run answers with its best plan; one cancelled before the first
// plan with the error of the context.
func TestCancel(t *testing.T) {
	p := largeShop(20, 5, 3)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var phases []string
	var last []int64
	plan, err := solver.Solve(ctx, p, solver.Params{Seconds: 3600, Workers: 2}, func(g solver.Progress) {
		if last != nil && slices.Compare(g.Value, last) > 0 {
			t.Errorf("worse: %v after %v", g.Value, last)
		}
		phases, last = append(phases, g.Phase), g.Value
		if g.Iterations >= 16 {
			cancel()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if bad := check.Plan(p, plan); len(bad) > 0 {
		t.Fatal(bad)
	}
	if phases[0] != "dispatch" || phases[len(phases)-1] != "improve" {
		t.Errorf("phases %v", phases)
	}
	// The iterations that it reports reproduce the plan.
	again := solve(t, p, solver.Params{Iterations: plan.Iterations, Workers: 1})
	if !slices.Equal(again.Start, plan.Start) || !slices.Equal(again.Mode, plan.Mode) {
		t.Error("replaying the iterations gives another plan")
	}
	if _, err := solver.Solve(ctx, p, solver.Params{}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before the start: %v", err)
	}
}

// A people group of three holds three tasks at once and each over the night;
// a crew of two waits until two are free.
func TestPeople(t *testing.T) {
	shift := solver.Calendar{Open: []int32{0, 1440}, Close: []int32{480, 1920}}
	p := &solver.Problem{
		End: 1920, Calendars: []solver.Calendar{{}, shift},
		Resources: []solver.Resource{{Name: "FIT", Cap: 3, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}}},
		Jobs:      []solver.Job{{Name: "j", Due: solver.None}},
		Modes:     []solver.Mode{{Run: 500}, {Run: 500}, {Run: 100}, {Run: 100}},
		Ops: []solver.Op{
			{Name: "a", Seq: 1, Mode0: 0}, {Name: "b", Seq: 2, Mode0: 1}, {Name: "c", Seq: 3, Mode0: 2, Crew: 2}, {Name: "d", Seq: 4, Mode0: 3},
		},
	}
	plan := solve(t, p, solver.Params{})
	if want := []solver.Min{0, 0, 1460, 0}; !slices.Equal(plan.Start, want) {
		t.Errorf("starts %v, want %v", plan.Start, want)
	}
}

// The bound of the tardiness counts operations with targets of their own, each at the earliest hand-over of its modes.
func TestTheBoundOfTardinessCountsTargets(t *testing.T) {
	p := &solver.Problem{
		End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1, Group: 1}}, Jobs: []solver.Job{{Name: "j", Due: 50, Weight: 3}},
		Ops:     []solver.Op{{Name: "p"}, {Name: "q", Seq: 1, Part: 1, Mode0: 2}, {Name: "r", Seq: 2, Part: 2, Mode0: 3}},
		Modes:   []solver.Mode{{Resource: 0, Run: 90}, {Resource: 1, Run: 60}, {Resource: 0, Run: 20}, {Resource: 0, Run: 10}},
		Targets: []solver.Target{{Op: 0, Due: 40, Weight: 100}, {Op: 1, Due: 15, Weight: 10}, {Op: 2, Due: 10, Weight: 7}},
	}
	s, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	// The job ends at 60 and is 10 late, p as late as 20, q as 5; r can be in time.
	if bound := s.Bound(solver.KeyTardiness); bound[1] != 3*10+100*20+10*5 {
		t.Errorf("the bound is %d, not 2080", bound[1])
	}
	p.Ops[0].Fix = solver.Fix{Kind: solver.FixTimes, Resource: 0, Start: 100, End: 190}
	if s, err = solver.Prepare(p); err != nil || s.Bound(solver.KeyTardiness)[1] != 3*140+100*150+10*5 {
		t.Errorf("with a lock: %v", s.Bound(solver.KeyTardiness))
	}
}
