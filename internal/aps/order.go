package aps

import (
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/route"
	"mouldworks/solver/instance"
)

// What follows what: named predecessors, parts that meet, and the steps that a mould implies.

// preds are the operations in the run that the named predecessors mean.
func (a *adapter) preds(m *Mould, p *Part, o *Operation) *[]string {
	ids := []string{}
	named(m, p, o, func(part *Part, x *Operation) {
		if x.Status != opFinished && !part.over() {
			ids = append(ids, x.ID)
		}
	})
	return &ids
}

// named resolves the predecessors that an operation names: all operations of that number, or one branch, of the same part or another of the mould.
func named(m *Mould, p *Part, o *Operation, each func(part *Part, x *Operation)) {
	preds, _ := route.Parse(o.Pred)
	for _, pred := range preds {
		parts := []*Part{p} // a lot follows its own operations, and every lot of another part
		if pred.PartNo != "" && pred.PartNo != p.No {
			parts = lotsOf(m, pred.PartNo)
		}
		for _, part := range parts {
			for i := range part.Ops {
				if x := &part.Ops[i]; x.No == pred.OpNo && (pred.Branch == "" || x.Branch == pred.Branch) {
					each(part, x)
				}
			}
		}
	}
}

// lotsOf are the lots of the part with a number, in their order.
func lotsOf(m *Mould, no string) (lots []*Part) {
	for i := range m.Parts {
		if m.Parts[i].No == no {
			lots = append(lots, &m.Parts[i])
		}
	}
	return lots
}

// joins lets parts meet: in the first (or named) operation of their parent, else in the mould's assembly. Each lot of a
// parent waits for all lots of its parts.
func (a *adapter) joins(m *Mould, last map[string][]string) {
	assembly := a.impliedSteps(m)
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Electrode {
			continue
		}
		into := assembly
		if parents := lotsOf(m, p.Parent); p.Parent != "" && len(parents) > 0 {
			into = a.entries(parents, p.NeededAtOp)
		} else if p.Assembly {
			continue
		}
		for _, to := range into {
			a.afterLast(p, to)
			for _, from := range last[p.ID] {
				if from != to {
					a.file.Edges = append(a.file.Edges, instance.Edge{From: from, To: to})
				}
			}
		}
	}
}

// entries are the operations in which the lots of a part take up what is built into them.
func (a *adapter) entries(lots []*Part, no int) (ids []string) {
	for _, p := range lots {
		ids = append(ids, a.entry(p, no)...)
	}
	return ids
}

// entry are all branches of the first operation in the run, or of the named one.
func (a *adapter) entry(p *Part, no int) (ids []string) {
	for i := range p.Ops {
		if o := &p.Ops[i]; a.has(o.ID) && (no == 0 || o.No == no) {
			ids, no = append(ids, o.ID), o.No
		}
	}
	return ids
}

// impliedSteps gives the operations in which parts without parent meet: the first of the mould's assembly parts, lot by
// lot, else the step that the order's assembly hours make where nobody has made operations of them yet.
func (a *adapter) impliedSteps(m *Mould) []string {
	routed := false // else the order stands for a route that is not there, not for one that is finished
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Assembly && p.Parent == "" {
			routed = routed || len(p.Ops) > 0
			if entries := a.entries(lotsOf(m, p.No), 0); len(entries) > 0 {
				return entries
			}
		}
	}
	if routed {
		return nil
	}
	previous := ""
	first := ""
	part := &Part{ID: "assembly:" + m.ID, No: "ASM", Assembly: true}
	assembly := m.Assembly
	if m.AssemblyGroup != "" {
		minutes, known := a.assemblyMinutes(m, part, m.Assembly, 1)
		assembly, a.noHours["assembly:"+m.ID] = minutes, !known
	}
	for no, step := range []struct {
		id, name string
		group    string
		minutes  quantity.Minutes
	}{{"assembly:" + m.ID, StepAssembly, m.AssemblyGroup, assembly}, {"tryout:" + m.ID, StepTryout, m.TryoutGroup, m.Tryout}} {
		if step.group == "" || (step.minutes == 0 && !a.noHours[step.id]) {
			continue
		}
		o := &Operation{ID: step.id, No: (no + 1) * 10, Process: step.name, GroupID: step.group, Minutes: step.minutes, Crew: 1, Pausable: true}
		a.add(task{id: o.ID, mould: m, part: part, op: o, group: a.groups[o.GroupID], kind: 3, name: step.name}, a.operation(m, part, o, previous == ""))
		if first == "" {
			first = o.ID
		}
		previous = o.ID
	}
	if first == "" {
		return nil
	}
	return []string{first}
}
