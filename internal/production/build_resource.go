package production

import (
	"mouldworks/internal/production/workbook"
)

var msgResourceTwice = L("与%s重复", "Repeats %s")

// resolveResources checks what the rows of eligible machines refer to: an operation, or a process and a part type.
func (in *importer) resolveResources(k *known) {
	rows := map[workbook.TypeKey]workbook.Place{}      // the first by process, part type and machine, however the file names them
	lines := map[workbook.ResourceKey]workbook.Place{} // by operation and machine, likewise
	for i := range in.book.OperationResources {
		r := &in.book.OperationResources[i]
		resource, here := workbook.Of(r.Resource), r.Place("operationResources")
		if !r.ByType() {
			if in.mustKnow("operationResources", r.Line, r.Scope(), "opNo", r.Operation().String(), r.Operation(), k.operations[r.Operation()], msgNoOperation) {
				in.holdReported(r)
			}
			key := in.resourceKey(r)
			known := in.refer("operationResources", r.Line, r.Scope(), "resource", resource, in.machine, nameMachine, stored(in.stored.resources, key).MachineID)
			if earlier, twice := lines[key]; known && twice && !r.Faulty {
				in.bad("operationResources", r.Line, r.Scope(), "resource", r.Resource, workbook.RuleDuplicateKey, msgResourceTwice.With(in.rowWords(here, earlier)))
			} else if known {
				lines[key] = here
			}
			continue
		}
		held := stored(in.stored.eligible, in.typeKey(r))
		known := in.refer("operationResources", r.Line, r.Scope(), "process", workbook.Of(r.Process), in.process, nameProcess, held.ProcessID)
		known = in.refer("operationResources", r.Line, r.Scope(), "partType", workbook.Of(r.PartType), in.partType, namePartType, held.PartTypeID) && known
		known = in.refer("operationResources", r.Line, r.Scope(), "resource", resource, in.machine, nameMachine, held.MachineID) && known
		key := in.typeKey(r)
		if earlier, twice := rows[key]; known && twice && !r.Faulty {
			in.bad("operationResources", r.Line, r.Scope(), "resource", r.Resource, workbook.RuleDuplicateKey, msgResourceTwice.With(in.rowWords(here, earlier)))
		} else if known {
			rows[key] = here
		}
	}
}

// resourceKey is the key under which the stock holds the machine of an operation.
func (in *importer) resourceKey(r *workbook.OperationResource) workbook.ResourceKey {
	return workbook.ResourceKey{Operation: r.Operation(), Resource: in.machine(r.Resource)}
}

// typeKey is the key under which the stock holds the machine of a process and a part type.
func (in *importer) typeKey(r *workbook.OperationResource) workbook.TypeKey {
	return workbook.TypeKey{Process: in.process(r.Process), PartType: in.partType(r.PartType), Resource: in.machine(r.Resource)}
}

// holdReported keeps the hours on a machine of an operation that has begun above the reported ones.
func (in *importer) holdReported(r *workbook.OperationResource) {
	old := in.stored.resources[in.resourceKey(r)]
	if old == nil {
		return
	}
	now := eligibleOf(r, old.Eligible)
	if last := in.stored.standing[r.Operation()]; old.dropsBelow(&now, last) {
		in.bad("operationResources", r.Line, r.Scope(), "hours", now.Minutes.String(), "reported", msgBelowReported.With(last.ReportedMinutes.Hours().String()))
	}
}

// eligibleOf lays a row over what is stored of its machine.
func eligibleOf(r *workbook.OperationResource, was Eligible) Eligible {
	was.Rank, was.Minutes, was.SetupMinutes = r.Rank.Or(was.Rank), r.Hours.Or(was.Minutes), r.SetupHours.Or(was.SetupMinutes)
	return was
}

func (in *importer) buildResources() {
	for i := range in.book.OperationResources {
		r := &in.book.OperationResources[i]
		switch {
		case in.out(r.Scope()):
			in.done("operationResources", r.Line, r.Key(), ActionRefused)
		case r.ByType():
			in.buildEligible(r)
		default:
			in.buildResource(r)
		}
	}
}

func (in *importer) buildResource(r *workbook.OperationResource) {
	key, o := in.resourceKey(r), in.stored.operations[r.Operation()]
	old := in.stored.resources[key]
	now := &OperationResource{MouldID: o.MouldID, OperationID: o.ID, Eligible: Eligible{MachineID: in.machine(r.Resource)}}
	if old != nil {
		*now = *old
	}
	now.Eligible = eligibleOf(r, now.Eligible)
	w := in.writesOf(r.Scope())
	action := upsert(old, now, &w.newResources, &w.changed)
	w.touch(o, action)
	in.done("operationResources", r.Line, r.Key(), action, differences(in, "operationResources", old, now)...)
	in.stored.resources[key] = now
}

func (in *importer) buildEligible(r *workbook.OperationResource) {
	key := in.typeKey(r)
	old := in.stored.eligible[key]
	now := &EligibleMachine{ProcessID: in.process(r.Process), PartTypeID: in.partType(r.PartType), Eligible: Eligible{MachineID: in.machine(r.Resource)}}
	if old != nil {
		*now = *old
	} else {
		now.Name = now.called(in.names)
	}
	now.Eligible = eligibleOf(r, now.Eligible)
	w := in.writesOf(r.Scope())
	in.done("operationResources", r.Line, r.Key(), upsert(old, now, &w.newEligible, &w.changed), differences(in, "operationResources", old, now)...)
	in.stored.eligible[key] = now
}
