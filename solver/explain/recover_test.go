package explain_test

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/demo"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/explain"
	"mouldworks/solver/instance"
)

// without takes a cause of waiting of a mould out of a file. Who queues gets a resource of the same kind for itself, named
// after the crowded one and a tilde.
func without(f *instance.File, mould string, c explain.Cause, crowded string) *instance.File {
	of := map[string]bool{} // operations of the mould
	stocked, timed := map[string]bool{}, map[string]bool{}
	for i := range f.Fixed {
		timed[f.Fixed[i].Op] = f.Fixed[i].Kind != "resource"
	}
	for i := range f.Ops {
		op := &f.Ops[i]
		if of[op.ID] = op.Job == mould; !of[op.ID] {
			continue
		}
		stocked[op.ID] = c.Kind == explain.Electrode && op.Class == "electrode"
		if op.Cause == map[explain.Kind]string{explain.Material: "material", explain.Program: "program", explain.Design: "design", explain.Assumed: "assumed", explain.Date: "mould"}[c.Kind] {
			op.Release, op.Cause, op.Otherwise = op.Otherwise, "", nil
		}
		for k := range op.Modes {
			if c.Kind != explain.Queue || op.Modes[k].On != crowded || timed[op.ID] {
				continue
			}
			own := f.Resources[slices.IndexFunc(f.Resources, func(r instance.Resource) bool { return r.ID == crowded })]
			own.Group = cmp.Or(own.Group, own.ID)
			if own.ID = crowded + "~" + op.ID; op.Crew > 1 {
				own.Cap = &op.Crew
			} else {
				own.Cap = nil
			}
			f.Resources = append(f.Resources, own)
			op.Modes[k].On = own.ID
		}
	}
	f.Fixed = slices.DeleteFunc(f.Fixed, func(x instance.Fixed) bool {
		return stocked[x.Op] || c.Kind == explain.Lock && of[x.Op] && (x.Kind == "times" || x.Kind == "resource")
	})
	for i := range f.Fixed {
		if x := &f.Fixed[i]; c.Kind == explain.Queue && of[x.Op] && x.Kind == "resource" && x.On == crowded {
			x.On += "~" + x.Op
		}
	}
	f.Electrodes = slices.DeleteFunc(f.Electrodes, func(e instance.Electrode) bool { return c.Kind == explain.Electrode && of[e.Op] })
	f.Ops = slices.DeleteFunc(f.Ops, func(op instance.Op) bool { return stocked[op.ID] })
	f.Edges = slices.DeleteFunc(f.Edges, func(e instance.Edge) bool { return stocked[e.From] || stocked[e.To] })
	f.Targets = slices.DeleteFunc(f.Targets, func(x instance.Target) bool { return stocked[x.Op] })
	return f
}

// again puts a plan of p on the problem of another file, operation by operation, and plans a mould or an operation of p anew
// there; it gives its end.
func again(t *testing.T, p *solver.Problem, board *solver.Board, f *instance.File, aim solver.Aim, c explain.Kind) solver.Min {
	t.Helper()
	loaded, err := f.Build()
	if err != nil {
		t.Fatal(err)
	}
	q, n, from := loaded.Problem, len(f.Ops), board.Plan()
	plan := &solver.Plan{Mode: make([]int32, n), Resource: make([]int32, n), Start: make([]solver.Min, n), End: make([]solver.Min, n)}
	was := make([]int32, n)
	ops, resources := map[string]int32{}, map[string]int32{}
	for o := range p.Ops {
		ops[p.Ops[o].Name] = int32(o)
	}
	for r := range q.Resources {
		resources[q.Resources[r].Name] = int32(r)
	}
	there := solver.Aim{Job: aim.Job, Op: solver.None}
	for i := range q.Ops {
		o := ops[q.Ops[i].Name]
		if o == aim.Op {
			there.Op = int32(i)
		}
		was[i], plan.Start[i], plan.End[i] = o, from.Start[o], from.End[o]
		if c == explain.Held && q.Ops[i].Job == aim.Job {
			was[i] = solver.None // the plan holds nothing of it back
		}
		on := p.Resources[from.Resource[o]].Name
		plan.Resource[i] = resources[on]
		if own, has := resources[on+"~"+q.Ops[i].Name]; has {
			plan.Resource[i] = own
		}
	}
	next, err := board.Replan(q, plan, was, there)
	if err != nil {
		t.Fatal(err)
	}
	planned := next.Plan()
	if broken := check.Plan(q, planned); len(broken) > 0 {
		t.Fatal(broken[0])
	}
	return next.EndOf(there)
}

// On the demo's shop too every cause of every late mould gives back what the data without it give, and never less than planning anew as
// they are: that plan stands without the cause, too. The backward plan has five that no chain waits for.
func TestRecoverableIsWhatTheDemoWithoutTheCauseGives(t *testing.T) {
	file := func() *instance.File {
		return demo.Generate(demo.Options{Moulds: 60, Seed: 1, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, demo.Shanghai()), Zone: demo.Shanghai()}).Problem()
	}
	loaded, err := file().Build()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[explain.Kind]int{}
	var beside []string // causes that the chain passes by
	for _, params := range []solver.Params{{Rule: solver.RuleFIFO, Direction: solver.Backward}, {Rule: solver.RuleFIFO}, {Rule: solver.RuleEDD, Iterations: 40}} {
		shop, plan, board := solved(t, loaded.Problem, params)
		x := explain.New(shop, plan)
		for j, e := range lateJobs(t, x, shop, board) {
			mould := shop.Problem.Jobs[j].Name
			for _, c := range e.Causes {
				seen[c.Kind]++
				crowded := ""
				if c.Resource >= 0 {
					crowded = shop.Problem.Resources[c.Resource].Name
				}
				if c.Minutes == 0 {
					beside = append(beside, mould+" "+c.Kind.String())
				}
				end := again(t, shop.Problem, board, without(file(), mould, c, crowded), solver.Aim{Job: j, Op: solver.None}, c.Kind)
				if fell := max(e.Replanned, e.Late()-max(0, end-e.Due)); fell != c.Recoverable {
					t.Errorf("%s is late by %d; without %s %s it says %d, the data give %d", mould, e.Late(), c.Kind, crowded, c.Recoverable, fell)
				}
			}
		}
	}
	for _, k := range []explain.Kind{explain.Queue, explain.Electrode, explain.Material, explain.Held} {
		if seen[k] == 0 {
			t.Errorf("no mould waits for %s: %v", k, seen)
		}
	}
	if want := []string{"M26-0016 electrode", "M26-0041 program", "M26-0043 material", "M26-0043 program", "M26-0060 electrode"}; !slices.Equal(beside, want) {
		t.Errorf("beside the chains %q give back, want %q", beside, want)
	}
}

// So does every cause of a late forced delivery, a part with a due date of its own. In a searched plan the program of
// M26-0054/P09 gives back more than five days, which are found only where the rest of its mould stays in its place.
func TestRecoverableOfAForcedDeliveryIsWhatTheDataWithoutTheCauseGive(t *testing.T) {
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, demo.Shanghai())
	file := func() *instance.File {
		f := demo.Generate(demo.Options{Moulds: 60, Seed: 1, Start: start, Zone: demo.Shanghai()}).Problem()
		last := map[string]int{} // operation of each part
		for i := range f.Ops {
			if class := f.Ops[i].Class; class != "electrode" && class != "assembly" {
				last[path.Dir(f.Ops[i].ID)] = i
			}
		}
		for n, i := range slices.Sorted(maps.Values(last)) {
			if n++; n%7 == 0 {
				f.Targets = append(f.Targets, instance.Target{Op: f.Ops[i].ID, Due: instance.On(start.AddDate(0, 0, 6+n%15)), Weight: 10_000})
			}
		}
		return f
	}
	loaded, err := file().Build()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[explain.Kind]int{}
	for _, params := range []solver.Params{{Rule: solver.RuleFIFO, Direction: solver.Backward}, {Rule: solver.RuleEDD, Direction: solver.Backward, Iterations: 60}} {
		shop, plan, board := solved(t, loaded.Problem, params)
		x := explain.New(shop, plan)
		for i := range shop.Problem.Targets {
			o := shop.Problem.Targets[i].Op
			op, e := &shop.Problem.Ops[o], x.Op(o)
			if i%9 > 0 && op.Name != "M26-0054/P09/60" {
				continue
			}
			if err := x.OpCauses(board, e, o); err != nil {
				t.Fatal(err)
			}
			for _, c := range e.Causes {
				seen[c.Kind]++
				crowded := ""
				if c.Resource >= 0 {
					crowded = shop.Problem.Resources[c.Resource].Name
				}
				end := again(t, shop.Problem, board, without(file(), shop.Problem.Jobs[op.Job].Name, c, crowded), solver.Aim{Job: op.Job, Op: o}, c.Kind)
				if fell := max(e.Replanned, e.Late()-max(0, end-e.Due)); fell != c.Recoverable {
					t.Errorf("%s is late by %d; without %s %s it says %d, the data give %d", op.Name, e.Late(), c.Kind, crowded, c.Recoverable, fell)
				}
				if params.Iterations > 0 && op.Name == "M26-0054/P09/60" && c.Kind == explain.Program && c.Recoverable < 5*1440 {
					t.Errorf("its program gives %s back %d of %d minutes", op.Name, c.Recoverable, e.Late())
				}
			}
		}
	}
	for _, k := range []explain.Kind{explain.Queue, explain.Program, explain.Held} {
		if seen[k] == 0 {
			t.Errorf("no forced delivery waits for %s: %v", k, seen)
		}
	}
}

// A date that is five days too late, of a program, of material or of the operation itself, gives back nearly what a run
// without it gives: at least four fifths. And what it says is what the same question gives on the data without the date.
func TestALateDateGivesBackWhatARunWithoutItGives(t *testing.T) {
	generated := demo.Generate(demo.Options{Moulds: 60, Seed: 1, Start: time.Date(2026, 3, 2, 0, 0, 0, 0, demo.Shanghai()), Zone: demo.Shanghai()})
	base, err := generated.Problem().Build()
	if err != nil {
		t.Fatal(err)
	}
	params := solver.Params{Rule: solver.RulePriority}
	shop, plan, _ := solved(t, base.Problem, params)
	p, ends := shop.Problem, shop.JobEnds(plan)
	for _, d := range []struct {
		kind  explain.Kind
		cause string
		ops   []string
	}{
		{explain.Program, "program", []string{"M26-0028/P07/30", "M26-0036/P01/20", "M26-0041/P13/80"}},
		{explain.Material, "material", []string{"M26-0042/P05/60", "M26-0044/P05/50", "M26-0060/ASM/10"}},
		{explain.Date, "mould", []string{"M26-0057/P02/30", "M26-0044/ASM/10", "M26-0039/P01/40"}},
	} {
		for _, op := range d.ops {
			o := int32(slices.IndexFunc(p.Ops, func(x solver.Op) bool { return x.Name == op }))
			j := p.Ops[o].Job
			file := func() *instance.File {
				f := generated.Problem()
				k := slices.IndexFunc(f.Ops, func(x instance.Op) bool { return x.ID == op })
				f.Ops[k].Release, f.Ops[k].Cause = instance.On(base.Instant(plan.Start[o]+5*1440)), d.cause
				return f
			}
			loaded, err := file().Build()
			if err != nil {
				t.Fatal(err)
			}
			late, latePlan, board := solved(t, loaded.Problem, params)
			x := explain.New(late, latePlan)
			e := x.Job(j)
			if err := x.JobCauses(board, e, j); err != nil {
				t.Fatal(err)
			}
			fell := e.Late() - max(0, ends[j]-e.Due)
			k := slices.IndexFunc(e.Causes, func(c explain.Cause) bool { return c.Kind == d.kind })
			if k < 0 || fell <= 0 {
				t.Errorf("%s: its %s is no cause, a run without it gives %d", op, d.cause, fell)
				continue
			}
			says := e.Causes[k].Recoverable
			if 5*says < 4*fell {
				t.Errorf("%s: late by %d, without its %s it says %d, a run gives %d", op, e.Late(), d.cause, says, fell)
			}
			end := again(t, late.Problem, board, without(file(), p.Jobs[j].Name, e.Causes[k], ""), solver.Aim{Job: j, Op: solver.None}, d.kind)
			if same := max(e.Replanned, e.Late()-max(0, end-e.Due)); same != says {
				t.Errorf("%s: without its %s it says %d, the data give %d", op, d.cause, says, same)
			}
		}
	}
}

// Planned anew as the data are, c of 40 and 60 minutes goes first on both of its machines and is done at 100 instead of 200. Without
// the queue on the second it is best left behind b on the first, and ends at 110: what it gained with the queue there it gains without.
func TestNoCauseGivesBackLessThanPlanningAnew(t *testing.T) {
	follows := func(from, to int32) solver.Edge {
		return solver.Edge{From: from, To: to, FromAt: solver.Million, ToAt: solver.SetupPoint}
	}
	p := &solver.Problem{
		End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}, {Name: "C", Cap: 1}},
		Jobs: []solver.Job{{Name: "a", Due: 70, Weight: 1}, {Name: "b", Due: 20, Weight: 1}, {Name: "c", Due: 30, Weight: 1}},
		Ops: []solver.Op{
			{Name: "a0", Mode0: 0, Release: 40, Cause: solver.CauseMaterial},
			{Name: "a1", Seq: 1, Mode0: 1, Release: 120, Cause: solver.CauseMaterial},
			{Name: "b0", Job: 1, Mode0: 2},
			{Name: "b1", Job: 1, Seq: 1, Mode0: 3},
			{Name: "c0", Job: 2, Mode0: 4},
			{Name: "c1", Job: 2, Seq: 1, Mode0: 5},
		},
		Modes: []solver.Mode{{Resource: 1, Run: 100}, {Resource: 2, Run: 20}, {Resource: 0, Run: 10}, {Resource: 2, Run: 10}, {Resource: 0, Run: 40}, {Resource: 1, Run: 60}},
		Edges: []solver.Edge{follows(0, 1), follows(2, 3), follows(4, 5)},
	}
	shop, plan, board := solved(t, p, solver.Params{Rule: solver.RuleEDD})
	x := explain.New(shop, plan)
	e := x.Job(2)
	if err := x.JobCauses(board, e, 2); err != nil {
		t.Fatal(err)
	}
	if e.Late() != 170 || e.Replanned != 100 {
		t.Fatalf("late by %d, planned anew %d", e.Late(), e.Replanned)
	}
	if want := []explain.Cause{{Kind: explain.Queue, Resource: 1, Minutes: 90, Recoverable: 100}, {Kind: explain.Queue, Resource: 0, Minutes: 10, Recoverable: 100}}; !slices.Equal(e.Causes, want) {
		t.Errorf("%+v, want %+v", e.Causes, want)
	}
}

// A lock to a machine waits for nothing itself: it makes a queue. By hand: x takes A for 300; a of 100 is locked to A, and B stands
// idle. Without the lock a ends at 100 and not at 400, as it does without the queue.
func TestALockToAMachineIsACause(t *testing.T) {
	p := &solver.Problem{
		End: 10_000, Resources: []solver.Resource{{Name: "A", Cap: 1}, {Name: "B", Cap: 1}},
		Jobs:  []solver.Job{{Name: "x", Due: 300, Weight: 100}, {Name: "a", Due: 150, Weight: 1}},
		Ops:   []solver.Op{{Name: "x", Mode0: 0}, {Name: "a", Job: 1, Mode0: 1, Fix: solver.Fix{Kind: solver.FixResource, Resource: 0}}},
		Modes: []solver.Mode{{Resource: 0, Run: 300}, {Resource: 0, Run: 100}, {Resource: 1, Run: 100}},
	}
	shop, plan, board := solved(t, p, solver.Params{Rule: solver.RulePriority})
	x := explain.New(shop, plan)
	e := x.Job(1)
	if err := x.JobCauses(board, e, 1); err != nil {
		t.Fatal(err)
	}
	if want := []explain.Cause{{Kind: explain.Queue, Resource: 0, Minutes: 300, Recoverable: 250}, {Kind: explain.Lock, Resource: solver.None, Recoverable: 250}}; e.Late() != 250 || !slices.Equal(e.Causes, want) {
		t.Errorf("late by %d: %+v, want %+v", e.Late(), e.Causes, want)
	}
}
