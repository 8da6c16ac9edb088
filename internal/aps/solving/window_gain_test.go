package solving

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
)

// Of the tasks that would move those go first whose mould gains most by it, weighted; of equal ones those that move farthest.
func TestWhoMayMoveFirst(t *testing.T) {
	p := &solver.Problem{End: 10000, Resources: []solver.Resource{{Name: "m1"}}}
	var held, loose solver.Plan
	for _, c := range []struct {
		weight, job           int32
		due, ends, free, from solver.Min // published from; ends held and free
		to                    solver.Min // starts free
	}{
		{2, 0, 100, 200, 150, 100, 101},    // gains 100
		{1, 1, 100, 300, 110, 100, 102},    // gains 190
		{9, 2, -1, 900, 100, 100, 110},     // has no delivery
		{5, 3, 500, 300, 200, 100, 70},     // is on time either way
		{1, -1, 0, 900, 100, 100, 120},     // belongs to no mould
		{3, 4, 100, 120, 160, 100, 100},    // loses 120
		{1, 5, 100, 150, 100, 2000, 2003},  // gains 50
		{1, 6, 1000, 1050, 900, 100, 1000}, // gains 50 too, and moves farther
	} {
		o := int32(len(p.Ops))
		if c.job >= 0 {
			p.Jobs = append(p.Jobs, solver.Job{Name: fmt.Sprint(c.job), Due: c.due, Weight: c.weight})
		}
		p.Ops = append(p.Ops, solver.Op{Name: fmt.Sprint(o), Job: c.job, Mode0: o, Prev: solver.Place{Set: true, Start: c.from}})
		p.Modes = append(p.Modes, solver.Mode{Run: 1})
		for plan, end := range map[*solver.Plan]solver.Min{&held: c.ends, &loose: c.free} {
			plan.Start, plan.End, plan.Resource, plan.Mode = append(plan.Start, c.to), append(plan.End, end), append(plan.Resource, 0), append(plan.Mode, o)
		}
	}
	if _, err := solver.Prepare(p); err != nil {
		t.Fatal(err)
	}
	ops := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	(&limited{free: p}).byGain(ops, &held, &loose)
	if want := []int32{1, 0, 7, 6, 3, 4, 2, 5}; !slices.Equal(ops, want) {
		t.Errorf("%v, want %v", ops, want)
	}
}

// The evaluation says how many tasks have changed and the limit, and names at most ten that had to.
func TestWhatTheWindowSays(t *testing.T) {
	const many = 14
	l := &limited{limit: 3, forced: map[int32]bool{}, free: &solver.Problem{}, out: &Solution{Translation: &model.Translation{}}}
	plan := &solver.Plan{}
	for o := range int32(many) {
		l.window = append(l.window, o)
		l.free.Ops = append(l.free.Ops, solver.Op{Prev: solver.Place{Set: true}})
		l.out.Translation.Tasks = append(l.out.Translation.Tasks, model.Task{Mould: &model.Mould{No: "M"}, Part: &model.Part{No: "P"}, Op: &model.Operation{No: int(o)}})
		plan.Start, plan.Resource = append(plan.Start, 100), append(plan.Resource, 0)
	}
	said := func() (all []string) {
		for _, n := range l.notes(plan) {
			all = append(all, n.En)
		}
		return all
	}
	if got := said(); len(got) != 1 || got[0] != "In the frozen window 14 tasks change; the limit is 3." {
		t.Errorf("none had to: %q", got)
	}
	l.forced[0], l.forced[1] = true, true
	if got := said(); len(got) != 2 || got[0] != "In the frozen window 12 tasks change; the limit is 3." || !strings.HasPrefix(got[1], "In the frozen window 2 tasks had to change and do not count: M/P/0") || !strings.Contains(got[1], "M/P/1") {
		t.Errorf("two had to: %q", got)
	}
	for o := range int32(11) {
		l.forced[o] = true
	}
	if got := said(); len(got) != 2 || !strings.Contains(got[1], "11 tasks") || !strings.Contains(got[1], "M/P/9") || strings.Contains(got[1], "M/P/10") {
		t.Errorf("eleven had to: %q", got)
	}
	plan.Start = make([]solver.Min, many)
	if got := said(); len(got) != 1 || got[0] != "In the frozen window 0 tasks change; the limit is 3." {
		t.Errorf("nothing has changed: %q", got)
	}
}
