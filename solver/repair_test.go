package solver_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// identity is the plan of a board on its own problem.
func identity(b *solver.Board) (plan *solver.Plan, was []int32) {
	plan = b.Plan()
	for o := range plan.Start {
		was = append(was, int32(o))
	}
	return plan, was
}

func drawAim(t *rapid.T, p *solver.Problem, plan *solver.Plan) (aim solver.Aim, ok bool) {
	o := int32(rapid.IntRange(0, len(p.Ops)-1).Draw(t, "aim"))
	aim = solver.Aim{Job: p.Ops[o].Job, Op: solver.None}
	if rapid.Bool().Draw(t, "one operation") {
		aim.Op = o
	}
	return aim, plan.Resource[o] >= 0
}

// Planned anew, an aim ends no later and the plan is no worse by its goal, keeps every rule and is timed as from scratch;
// the same question has the same answer, and the board stays as it was.
func TestRepairIsSafe(t *testing.T) {
	sooner := 0
	fiveTimes(t, func(t *rapid.T) {
		p, plan, b := boardOf(t, true)
		if b == nil {
			return
		}
		aim, ok := drawAim(t, p, plan)
		if !ok {
			return
		}
		shown, was := identity(b)
		if rapid.Bool().Draw(t, "dispatch too") {
			b.DispatchBy(solver.Params{Rule: solver.Rule(rapid.IntRange(1, int(solver.RulePenetration)).Draw(t, "rule"))})
		}
		before, end := b.JobEnds(), b.EndOf(aim)
		next, err := b.Replan(p, shown, was, aim)
		if err != nil {
			t.Fatal(err)
		}
		if err := next.Verify(); err != nil {
			t.Fatal(err)
		}
		again, err := b.Replan(p, shown, was, aim)
		if err != nil {
			t.Fatal(err)
		}
		repaired := next.Plan()
		if bad := check.Plan(p, repaired); len(bad) > 0 {
			t.Fatal(bad)
		}
		if next.EndOf(aim) > end || slices.Compare(repaired.Value[:2], shown.Value[:2]) > 0 {
			t.Fatalf("ends at %d, before at %d; value %v, before %v", next.EndOf(aim), end, repaired.Value, shown.Value)
		}
		if now := again.Plan(); !slices.Equal(now.Start, repaired.Start) || !slices.Equal(now.Mode, repaired.Mode) {
			t.Fatal("asked twice: two plans")
		}
		if !slices.Equal(b.JobEnds(), before) {
			t.Fatal("it left something behind")
		}
		if next.EndOf(aim) < end {
			sooner++
		}
	})
	if sooner < 20 {
		t.Errorf("only %d aims ended sooner", sooner)
	}
}

// What is supposed away delays nothing, and what is left is a problem of its own whose plan keeps every rule.
func TestReliefDelaysNothing(t *testing.T) {
	sooner := map[solver.Hindrance]int{}
	fiveTimes(t, func(t *rapid.T) {
		p, plan, b := boardOf(t, true)
		if b == nil {
			return
		}
		for o := range p.Ops { // labels: they change no plan
			p.Ops[o].Cause = solver.ReleaseCause(rapid.IntRange(0, 4).Draw(t, "cause"))
			p.Ops[o].Class = solver.OpClass(rapid.IntRange(0, 2).Draw(t, "class"))
		}
		for i := range p.Edges {
			p.Edges[i].Kind = solver.EdgeKind(rapid.IntRange(0, 3).Draw(t, "edge"))
		}
		aim, ok := drawAim(t, p, plan)
		if !ok {
			return
		}
		r := solver.Relief{
			Job: aim.Job, Kind: solver.Hindrance(rapid.IntRange(1, 5).Draw(t, "kind")),
			Cause: solver.ReleaseCause(rapid.IntRange(0, 4).Draw(t, "lifted")), Resource: int32(rapid.IntRange(0, len(p.Resources)-1).Draw(t, "crowded")),
		}
		q, was := p.Without(r)
		if _, err := solver.Prepare(q); err != nil {
			t.Fatal(err)
		}
		for o, from := range was {
			if q.Ops[o].Name != p.Ops[from].Name {
				t.Fatalf("operation %d is %s, was %s", o, q.Ops[o].Name, p.Ops[from].Name)
			}
		}
		if aim.Op >= 0 && !slices.Contains(was, aim.Op) {
			return // the electrode itself
		}
		end := b.EndOf(aim)
		now, err := b.Relieved(r, aim)
		if err != nil {
			t.Fatal(err)
		}
		// A lock may lie where others are: then it has to queue.
		if now > end && r.Kind != solver.HindranceLock {
			t.Fatalf("%+v: ends at %d, before at %d", r, now, end)
		}
		if now < end {
			sooner[r.Kind]++
		}
	})
	for k := solver.HindranceRelease; k <= solver.HindranceHeld; k++ {
		if sooner[k] == 0 {
			t.Errorf("hindrance %d never gives anything back", k)
		}
	}
}
