package aps_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/explain"
)

// without takes a cause of waiting of a mould out of the data of a shop, as people would.
func without(t *testing.T, shop *model.Shop, inForce map[string]aps.Standing, m *model.Mould, c explain.Cause, resource string) {
	past := at(t, shop.Zone, "2026-02-01 08:00")
	start := at(t, shop.Zone, "2026-03-02 08:00")
	for i := range m.Parts {
		p := &m.Parts[i]
		switch c.Kind {
		case explain.Electrode:
			if p.Electrode { // it lies in stock
				p.Stocked, p.Inspected, p.Ops = true, false, nil
			}
		case explain.Material:
			p.MaterialReady = nil
		case explain.Design:
			p.DrawingReady, p.DesignReady = nil, nil
			if p.Electrode && p.MaterialReady == nil { // its blank lies ready too
				p.MaterialReady = &past
			}
		case explain.Queue:
			p.Ops = slices.Clone(p.Ops)
		}
		for k := range p.Ops {
			o := &p.Ops[k]
			switch {
			case c.Kind == explain.Program:
				o.CAMStatus = 2
			case c.Kind == explain.Assumed && len(o.Burns) == 0:
				o.Expected = 0
			case c.Kind == explain.Date:
				if o.Earliest = nil; o.RealEnd != nil {
					o.RealEnd = &past
				}
			case c.Kind == explain.Lock:
				if o.Lock == 2 && !o.LockStart.Before(start) {
					o.Lock, o.LockMachine, o.LockStart = 0, "", nil
				}
				delete(inForce, o.ID) // what is frozen is let go
			case c.Kind == explain.Queue && o.Status == 0 && (o.Lock != 2 || o.LockMachine != resource):
				o.GroupID = ownPlace(shop, o, resource, o.GroupID)
			}
		}
	}
	if c.Kind == explain.Queue {
		step := model.Operation{ID: m.ID + "-assembly"}
		m.AssemblyGroup = ownPlace(shop, &step, resource, m.AssemblyGroup)
		step.ID = m.ID + "-tryout"
		m.TryoutGroup = ownPlace(shop, &step, resource, m.TryoutGroup)
	}
}

// ownPlace gives an operation a resource like the crowded one for itself, and its group; nothing where it may not be made
// there.
func ownPlace(shop *model.Shop, o *model.Operation, resource, group string) string {
	own := resource + "~" + o.ID
	for i := range shop.Groups {
		g := shop.Groups[i]
		if g.ID == resource && g.People && g.ID == group {
			g.ID, g.Members = own, max(1, o.Crew)
			shop.Groups = append(shop.Groups, g)
			return own
		}
	}
	i := slices.IndexFunc(shop.Machines, func(m model.Machine) bool { return m.ID == resource })
	if i < 0 || shop.Machines[i].GroupID != group {
		return group
	}
	if len(o.Machines) == 0 { // any of the group
		for _, m := range shop.Machines {
			if m.GroupID == group && !strings.Contains(m.ID, "~") {
				o.Machines = append(o.Machines, model.Eligible{MachineID: m.ID})
			}
		}
	}
	k := slices.IndexFunc(o.Machines, func(e model.Eligible) bool { return e.MachineID == resource })
	if k < 0 {
		return group
	}
	o.Machines = slices.Clone(o.Machines)
	o.Machines[k].MachineID = own
	if o.LockMachine == resource {
		o.LockMachine = own
	}
	m := shop.Machines[i]
	m.ID, m.Name = own, own
	shop.Machines = append(shop.Machines, m)
	for _, f := range slices.Clone(shop.Flows) {
		if f.From == resource {
			f.From = own
			shop.Flows = append(shop.Flows, f)
		} else if f.To == resource {
			f.To = own
			shop.Flows = append(shop.Flows, f)
		}
	}
	return group
}

// explained is a plan of a shop with its board and explainer.
type explained struct {
	*testing.T
	problem *solver.Problem
	data    *solver.Problem // as the shop gives them, before the run has decided about overtime and the frozen window
	plan    *solver.Plan
	board   *solver.Board
	*explain.Explainer
}

func explainPlan(t *testing.T, p, data *solver.Problem, plan *solver.Plan) explained {
	t.Helper()
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan.Keys = nil
	board, err := shop.Open(plan)
	if err != nil {
		t.Fatal(err)
	}
	return explained{t, p, data, plan, board, explain.New(shop, plan)}
}

// decided makes data as the run has decided: who works overtime and where, and what may not change in the frozen window.
func (x explained) decided(of *solver.Problem, mould string, c explain.Kind) {
	for i := range of.Resources {
		name, _, _ := strings.Cut(of.Resources[i].Name, "~")
		r := slices.IndexFunc(x.problem.Resources, func(r solver.Resource) bool { return r.Name == name })
		if x.data.Resources[r].Manned != x.problem.Resources[r].Manned {
			of.Resources[i].Manned[1] = of.Resources[i].Manned[0]
			of.Resources[i].Run[1] = of.Resources[i].Run[0]
		}
	}
	for i := range of.Ops {
		op := &of.Ops[i]
		o := slices.IndexFunc(x.problem.Ops, func(y solver.Op) bool { return y.Name == op.Name })
		op.Overtime = x.problem.Ops[o].Overtime
		fix := x.problem.Ops[o].Fix
		if fix == x.data.Ops[o].Fix || c == explain.Lock && of.Jobs[op.Job].Name == mould {
			continue
		}
		name := x.problem.Resources[fix.Resource].Name
		fix.Resource = int32(slices.IndexFunc(of.Resources, func(r solver.Resource) bool { return r.Name == name }))
		op.Fix = fix
	}
}

// again asks for a mould once more: the plan, operation by operation where it has them, put on other data and planned anew
// there. It gives the end of the mould. Of what the plan merely holds back of the mould, nothing is held when c says so.
func (x explained) again(of *solver.Problem, mould string, c explain.Kind) solver.Min {
	x.Helper()
	x.decided(of, mould, c)
	ops, resources := map[string]int{}, map[string]int32{}
	for o := range x.problem.Ops {
		ops[x.problem.Ops[o].Name] = o
	}
	for r := range of.Resources {
		resources[of.Resources[r].Name] = int32(r)
	}
	job := int32(slices.IndexFunc(of.Jobs, func(j solver.Job) bool { return j.Name == mould }))
	n := len(of.Ops)
	plan := &solver.Plan{Mode: make([]int32, n), Resource: make([]int32, n), Start: make([]solver.Min, n), End: make([]solver.Min, n)}
	was := make([]int32, n)
	now := map[int32]int32{}
	for i := range of.Ops {
		op := &of.Ops[i]
		o, known := ops[op.Name]
		if !known {
			x.Fatalf("%s is new", op.Name)
		}
		now[int32(o)] = int32(i)
		if was[i] = int32(o); c == explain.Held && op.Job == job {
			was[i] = solver.None
		}
		plan.Mode[i], plan.Resource[i], plan.Start[i], plan.End[i] = solver.None, solver.None, x.plan.Start[o], x.plan.End[o]
		if x.plan.Resource[o] < 0 {
			continue
		}
		name := x.problem.Resources[x.plan.Resource[o]].Name
		plan.Resource[i] = resources[name]
		lo, hi := of.ModesOf(int32(i))
		for m := lo; m < hi && op.Job == job; m++ {
			if own := of.Modes[m].Resource; strings.HasPrefix(of.Resources[own].Name, name+"~") {
				plan.Resource[i] = own
			}
		}
	}
	for _, u := range x.plan.Unplaced {
		if o, there := now[u.Op]; there {
			u.Op, u.Other = o, solver.None
			plan.Unplaced = append(plan.Unplaced, u)
		}
	}
	board, err := x.board.Replan(of, plan, was, solver.Aim{Job: job, Op: solver.None})
	if err != nil {
		x.Fatal(err)
	}
	planned := board.Plan()
	if broken := check.Plan(of, planned); len(broken) > 0 {
		x.Fatal(broken)
	}
	return board.Shop().JobEnds(planned)[job]
}

// pressed is a fixture whose moulds are all due on Tuesday morning.
func pressed(of fixture) fixture {
	return fixture{func(t *testing.T) goldenCase {
		c := of.build(t)
		due := at(t, c.shop.Zone, "2026-03-03 08:00")
		for i := range c.shop.Moulds {
			c.shop.Moulds[i].Delivery = &due
		}
		return c
	}, of.zh, of.en + ", all due"}
}

// goldenDates is the golden shop with dates of every kind: material, drawing, program, and operations that may not begin before.
var goldenDates = changed("", "dates", func(shop *model.Shop) {
	day := func(n int) *time.Time {
		d := time.Date(2026, 3, n, 2, 0, 0, 0, time.UTC)
		return &d
	}
	for i := range shop.Groups {
		shop.Groups[i].NeedCAM = shop.Groups[i].ID == "CNC"
	}
	goldenOf(shop, "A1").MaterialReady, goldenOf(shop, "A4").DrawingReady = day(6), day(6)
	goldenOf(shop, "A4").MaterialReady = day(4)
	goldenOf(shop, "B3").Ops[0].ProgramReady, goldenOf(shop, "B4").Ops[0].Earliest = day(12), day(9)
	goldenOf(shop, "C3").MaterialReady, goldenOf(shop, "C3").Ops[1].Earliest = day(16), day(20)
	for i := range shop.Moulds[0].Parts {
		if p := &shop.Moulds[0].Parts[i]; p.Electrode {
			p.DesignReady = day(6)
		}
	}
})

// What a cause is said to give back is what the same question gives on data without it, or on the data as they are where
// that is more: for every cause of every late mould of the golden shop and of the small ones, under the settings of every
// golden row, as they are and with everything due at once.
func TestRecoverableIsWhatTheDataWithoutTheCauseGive(t *testing.T) {
	start := at(t, "Asia/Shanghai", "2026-03-02 08:00")
	seen, asked := map[explain.Kind]int{}, map[string]bool{}
	each := func(name string, of fixture, set map[string]any) {
		if what := fmt.Sprint(of.en, set); asked[what] { // rows differ in the task that they look at, too
			return
		} else {
			asked[what] = true
		}
		data := func(c goldenCase) *solver.Problem {
			loaded, err := aps.TranslateAfter(c.shop, start, set, c.inForce).Build()
			if err != nil {
				t.Fatal(err)
			}
			return loaded.Problem
		}
		c := of.build(t)
		_, loaded, plan, err := aps.Planned(t.Context(), c.shop, start, set, c.inForce, 0)
		if err != nil {
			t.Fatal(err)
		}
		x := explainPlan(t, loaded.Problem, data(of.build(t)), plan)
		x.board.DispatchBy(loaded.Params)
		for j := range x.problem.Jobs {
			e := x.Job(int32(j))
			if e == nil || e.Late() == 0 {
				continue
			}
			if err := x.JobCauses(x.board, e, int32(j)); err != nil {
				t.Fatal(err)
			}
			mould := x.problem.Jobs[j].Name
			ask := func(cause explain.Cause, what string, change func(c goldenCase, m *model.Mould)) {
				c := of.build(t)
				k := slices.IndexFunc(c.shop.Moulds, func(m model.Mould) bool { return m.ID == mould || m.No == mould })
				change(c, &c.shop.Moulds[k])
				fell := e.Late() - max(0, x.again(data(c), mould, cause.Kind)-e.Due)
				if cause.Kind.Waits() {
					fell = max(fell, e.Replanned)
				}
				if fell != cause.Recoverable {
					t.Errorf("%s: %s is late by %d; without %s it says %d, the data give %d", name, mould, e.Late(), what, cause.Recoverable, fell)
				}
			}
			ask(explain.Cause{Recoverable: e.Replanned}, "nothing", func(goldenCase, *model.Mould) {})
			for _, cause := range e.Causes {
				seen[cause.Kind]++
				resource := ""
				if cause.Resource >= 0 {
					resource = x.problem.Resources[cause.Resource].Name
				}
				ask(cause, cause.Kind.String()+" "+resource, func(c goldenCase, m *model.Mould) {
					without(t, c.shop, c.inForce, m, cause, resource)
				})
			}
		}
	}
	for i := range goldenRows {
		row := &goldenRows[i]
		if row.settings()["dynamicWorkSegmentation"] == 1.0 {
			continue // the run has cut operations: the data have them whole
		}
		each(fmt.Sprintf("row %d, %s %v", i, row.key, row.value), row.of, row.settings())
		each(fmt.Sprintf("row %d, %s %v, all due", i, row.key, row.value), pressed(row.of), row.settings())
	}
	for _, own := range []with{
		{"defaultFlowTime": 12.0, "electrodePreProcessTime": 60.0}, // stocking the electrodes of C gives two days, by its turn at the try-out
		{"electrodePreProcessTime": 4.0, "minElectrodeTransferQty": 3.0},
		{"overtimeChoice": 3.0, "taskSchedulingRule": 5.0},
	} {
		set := maps.Clone(goldenBase)
		maps.Copy(set, own)
		for _, of := range []fixture{goldenPlain, goldenDates} {
			each(fmt.Sprint(own), of, set)
			each(fmt.Sprint(own, ", all due"), pressed(of), set)
		}
	}
	for k := explain.Queue; k < explain.Kinds; k++ {
		if seen[k] == 0 {
			t.Errorf("no mould waits for %s", k)
		}
	}
}
