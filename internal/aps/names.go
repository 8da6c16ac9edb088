package aps

import (
	"fmt"

	"mouldworks/internal/route"
	"mouldworks/solver/instance"
)

// waits adds the time that successors wait after an operation, such as cooling.
func (a *adapter) waits() {
	r := a.routes
	for i := range a.file.Edges { // joins
		if from, here := r.at[a.file.Edges[i].From]; here {
			a.file.Edges[i].Lag = max(a.file.Edges[i].Lag, int32(r.ops[from].Lag))
		}
	}
	for i, o := range r.ops {
		if !a.has(o.ID) || o.begun() {
			continue
		}
		for _, l := range r.Waits(i) {
			if x := r.ops[l.Op]; x.Lag > 0 && (l.Why == route.Next || l.Why == route.Named) {
				a.file.Edges = append(a.file.Edges, instance.Edge{From: x.ID, To: o.ID, Lag: int32(x.Lag)})
			}
		}
	}
}

// name gives jobs, parts and operations the numbers that people use, so that ties fall by them and a stored snapshot
// can be read.
func (a *adapter) name() {
	names, taken := map[string]string{}, map[string]bool{}
	lots := a.lotNames()
	for i := range a.out.tasks {
		t := &a.out.tasks[i]
		name := taskName(t.mould.No, t.part.No, t.op.No, t.op.Branch, t.part.batchNo())
		if taken[name] || t.id != a.file.Ops[i].ID {
			name += "/" + t.id
		}
		taken[name] = true
		names[a.file.Ops[i].ID] = name
	}
	for i := range a.out.tasks {
		t, o := &a.out.tasks[i], &a.file.Ops[i]
		o.ID, o.Job = names[o.ID], t.mould.No
		if t.part.ID != "assembly:"+t.mould.ID { // the implied steps are no part of that number
			o.Part = lots[t.part]
		}
		if o.Pred != nil {
			for k, id := range *o.Pred {
				(*o.Pred)[k] = names[id]
			}
		}
	}
	numbers := map[string]string{}
	for i := range a.shop.Moulds {
		numbers[a.shop.Moulds[i].ID] = a.shop.Moulds[i].No
	}
	for i := range a.file.Jobs {
		a.file.Jobs[i].ID = numbers[a.file.Jobs[i].ID]
	}
	for i := range a.file.Edges {
		a.file.Edges[i].From, a.file.Edges[i].To = names[a.file.Edges[i].From], names[a.file.Edges[i].To]
	}
	for i := range a.file.Electrodes {
		e := &a.file.Electrodes[i]
		e.Op = names[e.Op]
		for k := range e.Burns {
			if e.Burns[k].From != "" {
				e.Burns[k].From = names[e.Burns[k].From]
			}
		}
	}
	for i := range a.file.Targets {
		a.file.Targets[i].Op = names[a.file.Targets[i].Op]
	}
	for i := range a.file.Fixed {
		a.file.Fixed[i].Op = names[a.file.Fixed[i].Op]
	}
}

// taskName is how the problem calls a task: mould/part/operation/branch, and the batch where there is one.
func taskName(mould, part string, op int, branch, batch string) string {
	name := fmt.Sprintf("%s/%s/%d/%s", mould, part, op, branch)
	if batch != "" {
		name += "/" + batch
	}
	return name
}

// lotNames names every lot of the problem after its part and batch; one whose name another part of the mould has adds
// its id.
func (a *adapter) lotNames() map[*Part]string {
	names, owner := map[*Part]string{}, map[[2]string]string{}
	for i := range a.out.tasks {
		t := &a.out.tasks[i]
		name := t.part.lotNo()
		key := [2]string{t.mould.ID, name}
		if id, taken := owner[key]; taken && id != t.part.ID {
			name += "/" + t.part.ID
		} else {
			owner[key] = t.part.ID
		}
		names[t.part] = name
	}
	return names
}
