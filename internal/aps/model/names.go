package model

import (
	"fmt"

	"mouldworks/internal/route"
	"mouldworks/solver/instance"
)

// waits adds the time that successors wait after an operation, such as cooling.
func (a *Adapter) waits() {
	r := a.routes
	for i := range a.File.Edges { // joins
		if from, here := r.at[a.File.Edges[i].From]; here {
			a.File.Edges[i].Lag = max(a.File.Edges[i].Lag, int32(r.Ops[from].Lag))
		}
	}
	for i, o := range r.Ops {
		if !a.has(o.ID) || o.begun() {
			continue
		}
		for _, l := range r.Waits(i) {
			if x := r.Ops[l.Op]; x.Lag > 0 && (l.Why == route.Next || l.Why == route.Named) {
				a.File.Edges = append(a.File.Edges, instance.Edge{From: x.ID, To: o.ID, Lag: int32(x.Lag)})
			}
		}
	}
}

// name gives jobs, parts and operations the numbers that people use, so that ties fall by them and a stored snapshot
// can be read.
func (a *Adapter) name() {
	names, taken := map[string]string{}, map[string]bool{}
	lots := a.lotNames()
	for i := range a.out.Tasks {
		t := &a.out.Tasks[i]
		name := TaskName(t.Mould.No, t.Part.No, t.Op.No, t.Op.Branch, t.Part.batchNo())
		if taken[name] || t.ID != a.File.Ops[i].ID {
			name += "/" + t.ID
		}
		taken[name] = true
		names[a.File.Ops[i].ID] = name
	}
	for i := range a.out.Tasks {
		t, o := &a.out.Tasks[i], &a.File.Ops[i]
		o.ID, o.Job = names[o.ID], t.Mould.No
		if t.Part.ID != "assembly:"+t.Mould.ID { // the implied steps are no part of that number
			o.Part = lots[t.Part]
		}
		if o.Pred != nil {
			for k, id := range *o.Pred {
				(*o.Pred)[k] = names[id]
			}
		}
	}
	numbers := map[string]string{}
	for i := range a.Shop.Moulds {
		numbers[a.Shop.Moulds[i].ID] = a.Shop.Moulds[i].No
	}
	for i := range a.File.Jobs {
		a.File.Jobs[i].ID = numbers[a.File.Jobs[i].ID]
	}
	for i := range a.File.Edges {
		a.File.Edges[i].From, a.File.Edges[i].To = names[a.File.Edges[i].From], names[a.File.Edges[i].To]
	}
	for i := range a.File.Electrodes {
		e := &a.File.Electrodes[i]
		e.Op = names[e.Op]
		for k := range e.Burns {
			if e.Burns[k].From != "" {
				e.Burns[k].From = names[e.Burns[k].From]
			}
		}
	}
	for i := range a.File.Targets {
		a.File.Targets[i].Op = names[a.File.Targets[i].Op]
	}
	for i := range a.File.Fixed {
		a.File.Fixed[i].Op = names[a.File.Fixed[i].Op]
	}
}

// TaskName is how the problem calls a task: mould/part/operation/branch, and the batch where there is one.
func TaskName(mould, part string, op int, branch, batch string) string {
	name := fmt.Sprintf("%s/%s/%d/%s", mould, part, op, branch)
	if batch != "" {
		name += "/" + batch
	}
	return name
}

// lotNames names every lot of the problem after its part and batch; one whose name another part of the mould has adds
// its id.
func (a *Adapter) lotNames() map[*Part]string {
	names, owner := map[*Part]string{}, map[[2]string]string{}
	for i := range a.out.Tasks {
		t := &a.out.Tasks[i]
		name := t.Part.lotNo()
		key := [2]string{t.Mould.ID, name}
		if id, taken := owner[key]; taken && id != t.Part.ID {
			name += "/" + t.Part.ID
		} else {
			owner[key] = t.Part.ID
		}
		names[t.Part] = name
	}
	return names
}
