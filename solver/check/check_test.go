package check_test

import (
	"context"
	"testing"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// shop is small and touches every rule: shifts, an unattended run, flow, a
// hand-over, a lock, a people group, a barred operation and its successor.
func shop() *solver.Problem {
	day := solver.Calendar{}
	for d := range solver.Min(10) {
		day.Open, day.Close = append(day.Open, d*1440+480), append(day.Close, d*1440+1020)
	}
	fs := func(from, to int32) solver.Edge {
		return solver.Edge{From: from, To: to, FromAt: solver.Million, ToAt: solver.SetupPoint, WithFlow: true, HandOver: true}
	}
	return &solver.Problem{
		Start: 480, End: 8 * 1440, Calendars: []solver.Calendar{{}, day},
		Classes: 2, Flow: []solver.Min{0, 60, 60, 0},
		Resources: []solver.Resource{
			{Name: "M1", Cap: 1, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}},
			{Name: "D1", Cap: 1, Class: 1, Manned: [2]int32{1, 1}},
			{Name: "FIT", Cap: 2, Manned: [2]int32{1, 1}, Run: [2]int32{1, 1}},
		},
		Jobs: []solver.Job{{Name: "A", Due: 3000, Weight: 10, Release: 500}},
		Ops: []solver.Op{
			{Name: "mill", Mode0: 0},
			{Name: "edm", Mode0: 1},
			{Name: "fit", Mode0: 2, Crew: 2},
			{Name: "also", Mode0: 3},
			{Name: "locked", Mode0: 4, Fix: solver.Fix{Kind: solver.FixTimes, Resource: 0, Start: 1440 + 480, End: 1440 + 600}},
			{Name: "barred", Mode0: 5, Barred: solver.ReasonSpecification},
			{Name: "behind", Mode0: 5},
			{Name: "whole", Mode0: 6, Unpausable: true},
		},
		Modes: []solver.Mode{
			{Resource: 0, Run: 120},
			{Resource: 1, Setup: 30, Run: 600, Unattended: true},
			{Resource: 2, Run: 300},
			{Resource: 2, Run: 300},
			{Resource: 0, Run: 120},
			{Resource: 0, Run: 10},
			{Resource: 0, Run: 500},
		},
		Edges: []solver.Edge{fs(0, 1), fs(1, 2), fs(5, 6)},
	}
}

func planOf(t *testing.T, p *solver.Problem) *solver.Plan {
	t.Helper()
	plan, err := solver.Solve(context.Background(), p, solver.Params{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func TestAcceptsThePlan(t *testing.T) {
	p := shop()
	plan := planOf(t, p)
	if bad := check.Plan(p, plan); len(bad) > 0 {
		t.Fatal(bad)
	}
	if plan.Start[1] != 680 || plan.End[1] != 1310 || plan.Start[2] != 1440+540 {
		t.Errorf("edm %d..%d, fit from %d", plan.Start[1], plan.End[1], plan.Start[2])
	}
}

// Every kind of damage to a valid plan is found and names the operation.
func TestFindsEveryMutation(t *testing.T) {
	const mill, edm, fit, also, locked, barred, behind, whole = 0, 1, 2, 3, 4, 5, 6, 7
	move := func(o int, by solver.Min) func(*solver.Plan) {
		return func(p *solver.Plan) { p.Start[o] += by; p.End[o] += by }
	}
	for _, row := range []struct {
		name   string
		op     int32
		kind   check.Kind
		damage func(*solver.Plan)
	}{
		{"two at once", also, check.Capacity, func(p *solver.Plan) {
			p.Start[also], p.End[also] = p.Start[fit], p.End[fit]
		}},
		{"on top of the lock", mill, check.Capacity, func(p *solver.Plan) {
			p.Start[mill], p.End[mill] = 1440+500, 1440+620
		}},
		{"end too early", mill, check.Calendar, func(p *solver.Plan) { p.End[mill]-- }},
		{"end too late", mill, check.Calendar, func(p *solver.Plan) { p.End[mill]++ }},
		{"in the night", also, check.Calendar, move(also, 700)},
		{"set-up over night", edm, check.Calendar, func(p *solver.Plan) { p.Start[edm], p.End[edm] = 1010, 2100 }},
		{"pauses though it may not", whole, check.Calendar, func(p *solver.Plan) {
			p.Start[whole], p.End[whole] = 3*1440+600, 4*1440+560
		}},
		{"before its release", mill, check.Release, func(p *solver.Plan) { p.Start[mill], p.End[mill] = 490, 610 }},
		{"flow forgotten", edm, check.Precedence, func(p *solver.Plan) { p.Start[edm] -= 60; p.End[edm] -= 60 }},
		{"hand-over forgotten", fit, check.Precedence, func(p *solver.Plan) { p.Start[fit], p.End[fit] = 1440+480, 1440+780 }},
		{"foreign mode", mill, check.Eligibility, func(p *solver.Plan) { p.Mode[mill] = 4 }},
		{"other resource", mill, check.Eligibility, func(p *solver.Plan) { p.Resource[mill] = 1 }},
		{"lock moved", locked, check.Lock, move(locked, 1)},
		{"behind the horizon", whole, check.Horizon, func(p *solver.Plan) {
			p.Start[whole], p.End[whole] = 9*1440+480, 9*1440+980
		}},
		{"dropped in silence", whole, check.Completeness, func(p *solver.Plan) { p.Mode[whole], p.Resource[whole] = -1, -1 }},
		{"reason dropped", behind, check.Completeness, func(p *solver.Plan) {
			kept := p.Unplaced[:0]
			for _, r := range p.Unplaced {
				if r.Op != behind {
					kept = append(kept, r)
				}
			}
			p.Unplaced = kept
		}},
		{"placed although barred", barred, check.Completeness, func(p *solver.Plan) {
			p.Mode[barred], p.Resource[barred], p.Start[barred], p.End[barred] = 5, 0, 5*1440+480, 5*1440+490
		}},
		{"conflict invented", locked, check.Conflict, func(p *solver.Plan) {
			p.Conflicts = append(p.Conflicts, solver.Conflict{Op: locked, Kind: solver.ConflictCalendar, Other: -1})
		}},
		{"conflict of a free operation", mill, check.Conflict, func(p *solver.Plan) {
			p.Conflicts = append(p.Conflicts, solver.Conflict{Op: mill, Kind: solver.ConflictCapacity, Other: -1})
		}},
		{"conflict with a stranger", locked, check.Conflict, func(p *solver.Plan) {
			p.Conflicts = append(p.Conflicts, solver.Conflict{Op: locked, Kind: solver.ConflictCapacity, Other: fit})
		}},
		{"too short", -1, check.Shape, func(p *solver.Plan) { p.End = p.End[1:] }},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := shop()
			plan := planOf(t, p)
			row.damage(plan)
			for _, v := range check.Plan(p, plan) {
				if v.Op == row.op && v.Kind == row.kind {
					return
				}
			}
			t.Errorf("not found: %v", check.Plan(p, plan))
		})
	}
}

// A lock that breaks rules stays, is listed, and is accepted only when listed.
func TestLocksWithConflicts(t *testing.T) {
	lock := func(r int32, start, end solver.Min) solver.Fix {
		return solver.Fix{Kind: solver.FixTimes, Resource: r, Start: start, End: end}
	}
	for _, row := range []struct {
		name   string
		kind   solver.ConflictKind
		op     int32
		change func(*solver.Problem)
	}{
		{"calendar", solver.ConflictCalendar, 0, func(p *solver.Problem) { p.Ops[0].Fix = lock(0, 960, 1080) }},
		{"closed time", solver.ConflictCalendar, 0, func(p *solver.Problem) { p.Ops[0].Fix = lock(0, 1440+60, 1440+600) }},
		{"eligibility", solver.ConflictEligibility, 0, func(p *solver.Problem) { p.Ops[0].Fix = lock(1, 500, 620) }},
		{"precedence", solver.ConflictPrecedence, 1, func(p *solver.Problem) { p.Ops[1].Fix = lock(1, 600, 1300) }},
		{"release", solver.ConflictRelease, 0, func(p *solver.Problem) { p.Ops[0].Fix = lock(0, 480, 600) }},
		{"capacity", solver.ConflictCapacity, 0, func(p *solver.Problem) { p.Ops[0].Fix = lock(0, 1440+540, 1440+660) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			p := shop()
			row.change(p)
			plan := planOf(t, p)
			fix := p.Ops[row.op].Fix
			if plan.Start[row.op] != fix.Start || plan.End[row.op] != fix.End || plan.Resource[row.op] != fix.Resource {
				t.Fatal("the lock moved")
			}
			listed := false
			for _, c := range plan.Conflicts {
				listed = listed || (c.Op == row.op && c.Kind == row.kind)
			}
			if !listed {
				t.Fatalf("conflicts %v", plan.Conflicts)
			}
			if bad := check.Plan(p, plan); len(bad) > 0 {
				t.Fatal(bad)
			}
			plan.Conflicts = nil
			if bad := check.Plan(p, plan); len(bad) == 0 {
				t.Fatal("accepted without the listed conflict")
			}
		})
	}
}

// Two locks at one time on one machine name each other; a block has no name to give.
func TestCapacityConflictsNameTheSecondOperation(t *testing.T) {
	p := shop()
	p.Ops[0].Fix = solver.Fix{Kind: solver.FixTimes, Resource: 0, Start: 1440 + 540, End: 1440 + 660}
	p.Ops[7].Fix = solver.Fix{Kind: solver.FixTimes, Resource: 0, Start: 3*1440 + 480, End: 3*1440 + 980}
	p.Blocks = []solver.Block{{Resource: 0, Start: 3 * 1440, End: 3*1440 + 500}}
	plan := planOf(t, p)
	want := map[int32][2]int32{0: {4, 60}, 4: {0, 60}, 7: {-1, 20}}
	for _, c := range plan.Conflicts {
		if c.Kind != solver.ConflictCapacity {
			continue
		}
		if w := want[c.Op]; c.Other != w[0] || c.Minutes != w[1] {
			t.Errorf("operation %d conflicts with %d for %d minutes", c.Op, c.Other, c.Minutes)
		}
		delete(want, c.Op)
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
	if bad := check.Plan(p, plan); len(bad) > 0 {
		t.Fatal(bad)
	}
}
