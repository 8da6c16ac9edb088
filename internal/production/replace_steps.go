package production

import (
	"cmp"
	"maps"
	"slices"

	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

// idleSteps are the steps of orders that a file which replaces its moulds takes away: no group is named for them any more, and
// nobody counts on them. The form's saving takes them away as well; here they are told before.
func (in *importer) idleSteps(held map[workbook.Key]bool, begun map[string]bool) map[workbook.OperationKey]bool {
	if !in.may(in.permissionOf("moulds") + ".modify") { // whoever may not save the form
		return nil
	}
	idle, holds := in.freeSteps(held, begun, func(key workbook.OperationKey, o *Operation) bool {
		return !in.orderAfter(key.Mould).names(o.OrderStep)
	})
	in.dropLast(idle, holds, held, begun)
	return idle
}

// freeSteps are those among some steps that follow their orders which nobody has made their own: no work, no order, no machine, no file
// and no row of this file, and nothing that counts on them. holds are the parts into which others are built at their first operation.
func (in *importer) freeSteps(held map[workbook.Key]bool, begun map[string]bool, among func(workbook.OperationKey, *Operation) bool) (free map[workbook.OperationKey]bool, holds map[workbook.PartKey]bool) {
	free = map[workbook.OperationKey]bool{}
	byID := map[string]workbook.OperationKey{}
	for key, o := range in.stored.operations {
		if o.Implied && !begun[o.ID] && !held[key] && !in.hidden[o.ID] && in.files[o.ID] == 0 && among(key, o) {
			free[key], byID[o.ID] = true, key
		}
	}
	if len(free) == 0 {
		return free, nil
	}
	for _, r := range in.stored.progress { // of a batch of this very part
		if key, is := byID[r.OperationID]; is && r.BatchID != "" {
			delete(free, key)
		}
	}
	return free, in.dropCounted(free, held, begun)
}

// orderAfter is an order as its row of the file, if there is one, leaves what it says of its steps.
func (in *importer) orderAfter(mould string) *Mould {
	m := *stored(in.stored.moulds, mould)
	if r := in.orders[mould]; r != nil {
		m.AssemblyGroupID, m.TryoutGroupID = id(r.AssemblyGroup, m.AssemblyGroupID, in.group), id(r.TryoutGroup, m.TryoutGroupID, in.group)
		m.AssemblyMinutes, m.TryoutMinutes = r.AssemblyHours.Or(m.AssemblyMinutes), r.TryoutHours.Or(m.TryoutMinutes)
	}
	return &m
}

// dropCounted leaves out the steps on which a machine, an order, a route or a part counts, as they will be.
func (in *importer) dropCounted(idle map[workbook.OperationKey]bool, held map[workbook.Key]bool, begun map[string]bool) (holds map[workbook.PartKey]bool) {
	for i := range in.book.EDMLinks {
		delete(idle, in.book.EDMLinks[i].Operation())
	}
	for i := range in.book.OperationResources {
		delete(idle, in.book.OperationResources[i].Operation())
	}
	for i := range in.book.Progress {
		delete(idle, in.book.Progress[i].Operation())
	}
	for i := range in.book.Outsourcing {
		delete(idle, in.book.Outsourcing[i].Operation())
	}
	for key, r := range in.stored.resources {
		if held[key] || !in.removes("operationResources") || slices.Contains(in.unseen.Machines, r.MachineID) {
			delete(idle, key.Operation)
		}
	}
	for key := range in.stored.orders {
		if held[key] || !in.removes("outsourcing") {
			delete(idle, key.Operation)
		}
	}
	awaits := func(of workbook.OperationKey, preds []route.Predecessor) {
		for _, p := range preds { // the steps of an order have no branch
			delete(idle, workbook.OperationKey{Mould: of.Mould, Part: cmp.Or(p.PartNo, of.Part), Op: p.OpNo, Branch: p.Branch})
		}
	}
	said := map[workbook.OperationKey]bool{}
	for i := range in.book.Operations {
		if r := &in.book.Operations[i]; r.Pred.State != workbook.Kept {
			said[r.Key()] = true
			awaits(r.Key(), r.Pred.Value)
		}
	}
	for key, o := range in.stored.operations {
		if !said[key] && (begun[o.ID] || !in.operationGoes(key, held)) {
			preds, _ := route.Parse(o.Pred)
			awaits(key, preds)
		}
	}
	holds = map[workbook.PartKey]bool{}
	takenUp := func(key workbook.PartKey, p Part) {
		if p.Kind == Electrode { // is burned with, and built into nothing
			return
		}
		parent, at := p.ParentPartNo, p.NeededAtOp
		delete(idle, workbook.OperationKey{Mould: key.Mould, Part: parent, Op: at})
		if at == 0 {
			holds[workbook.PartKey{Mould: key.Mould, Part: parent}] = true
		}
	}
	for i := range in.book.Parts {
		r := &in.book.Parts[i]
		takenUp(r.Key(), partAfter(r, stored(in.stored.parts, r.Key())))
	}
	for key, p := range in.stored.parts {
		if in.stored.partRow[key] == nil && !in.partGoes(key, held) {
			takenUp(key, *p)
		}
	}
	return holds
}

// dropLast leaves out the last operation of a part into which others are built.
func (in *importer) dropLast(idle map[workbook.OperationKey]bool, holds map[workbook.PartKey]bool, held map[workbook.Key]bool, begun map[string]bool) {
	left := map[workbook.PartKey]int{}
	counted := map[workbook.OperationKey]bool{}
	count := func(key workbook.OperationKey) {
		if !counted[key] {
			counted[key] = true
			left[workbook.PartKey{Mould: key.Mould, Part: key.Part}]++
		}
	}
	for i := range in.book.Operations {
		count(in.book.Operations[i].Key())
	}
	for key, o := range in.stored.operations {
		if idle[key] || begun[o.ID] || !in.operationGoes(key, held) {
			count(key)
		}
	}
	later := func(a, b workbook.OperationKey) int { return cmp.Compare(b.Op, a.Op) } // as they are taken away
	for _, key := range slices.SortedFunc(maps.Keys(idle), later) {
		part := workbook.PartKey{Mould: key.Mould, Part: key.Part}
		if holds[part] && left[part] == 1 {
			delete(idle, key)
			continue
		}
		left[part]--
	}
}
