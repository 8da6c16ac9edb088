package production

import (
	"strconv"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/production/workbook"
	"mouldworks/internal/route"
)

func (in *importer) resolveOperation(r *workbook.Operation, k *known) {
	in.mustKnow("operations", r.Line, r.Scope(), "partNo", r.PartNo, r.Part(), k.parts[r.Part()], msgNoPart)
	in.resolvePreds(r, k.routes[r.MouldNo])
	old := stored(in.stored.operations, r.Key())
	known := in.refer("operations", r.Line, r.Scope(), "process", r.Process, in.process, nameProcess, old.ProcessID)
	known = in.refer("operations", r.Line, r.Scope(), "group", r.Group, in.group, nameGroup, old.GroupID) && known
	known = in.refer("operations", r.Line, r.Scope(), "supplier", r.Supplier, in.supplier, nameSupplier, old.SupplierID) && known
	known = in.refer("operations", r.Line, r.Scope(), "lockResource", r.LockResource, in.machine, nameMachine, old.LockMachineID) && known
	in.holdStarted(r)
	if known && !r.Faulty { // what is unknown or cannot be read is said already
		in.holdComplete(r)
	}
}

// holdComplete wants what an operation cannot be planned without: its hours, who does it, where a lock holds it, who makes
// it outside and how long that takes. It looks at the operation as it will be, for a row may rest on what is stored.
func (in *importer) holdComplete(r *workbook.Operation) {
	old, now := in.stored.operations[r.Key()], Operation{}
	if old != nil {
		now = *old
	}
	shorthand := in.shorthand[r.Key()]
	in.layShorthand(shorthand, &now)
	in.fillOperation(r, &now, old)
	if !r.Hours.IsGiven() && now.PieceMinutes == 0 && (old == nil && r.HoursPerPiece.State != workbook.Given && !shorthand.hours.IsGiven() || r.Hours.State == workbook.Cleared) {
		in.bad("operations", r.Line, r.Scope(), "hours", "", "required", msgNoHours)
	}
	for _, f := range unsigned(in.signsCAM, old, &now) {
		in.bad("operations", r.Line, r.Scope(), f.Field, strconv.Itoa(now.CAMStatus), f.Rule, f.Text())
	}
	for _, f := range now.lacks(in.masters, old) {
		column, value := f.Field, ""
		if c := columnOf[column]; c != "" {
			column = c
		}
		if column == "group" {
			value = r.Group.Or("")
		}
		f = noGroup(in.unseen, f)
		in.bad("operations", r.Line, r.Scope(), column, value, f.Rule, f.Text())
	}
}

// holdStarted keeps the process of an operation that has begun, and its hours above the reported ones.
func (in *importer) holdStarted(r *workbook.Operation) {
	old, standing := in.stored.operations[r.Key()], in.stored.standing[r.Key()]
	if old == nil || standing == nil {
		return
	}
	now := *old
	in.fillOperation(r, &now, old)
	for _, f := range changedStarted(old, &now, standing) {
		column, value := "hours", now.Minutes.String()
		if f.Field == "processId" {
			if column, value = "process", r.Process.Value; now.ProcessID == "" {
				continue // unknown: that is said already
			}
		}
		in.bad("operations", r.Line, r.Scope(), column, value, f.Rule, f.Text())
	}
}

func (in *importer) buildOperations() {
	for i := range in.book.Operations {
		r := &in.book.Operations[i]
		if in.out(r.Scope()) {
			in.done("operations", r.Line, r.Key(), ActionRefused)
			continue
		}
		part := in.stored.parts[r.Part()]
		old := in.stored.operations[r.Key()]
		now := &Operation{MouldID: part.MouldID, PartID: part.ID, OpNo: r.OpNo, Branch: r.Branch, Crew: 1, Pausable: true}
		if old != nil {
			*now = *old
		}
		in.layShorthand(in.shorthand[r.Key()], now)
		in.fillOperation(r, now, old)
		if step := in.orderStep(r); old == nil && step != 0 { // it follows the order, unless it says more than that
			now.Implied = alike(now, &Operation{MouldID: now.MouldID, PartID: now.PartID, OpNo: now.OpNo, GroupID: now.GroupID, Minutes: now.Minutes, Crew: 1, Pausable: true})
			now.OrderStep = step
		}
		w := in.writesOf(r.Scope())
		in.done("operations", r.Line, r.Key(), upsert(old, now, &w.newOperations, &w.changed), differences(in, "operations", old, now)...)
		in.stored.operations[r.Key()] = now
	}
}

// fillOperation lays a row over an operation; old is what is stored, nil for a new one.
func (in *importer) fillOperation(r *workbook.Operation, now, old *Operation) {
	now.Implied = false // who writes it down has it from now on
	now.ProcessID = id(r.Process, now.ProcessID, in.process)
	now.GroupID = id(r.Group, now.GroupID, in.group)
	if process := in.processOf(r.Process.Value); old == nil && r.Process.IsGiven() {
		now.Unattended = process.Unattended
		if now.GroupID == "" {
			now.GroupID = in.group(process.DefaultGroup)
		}
	}
	was, qty := in.qty(r.Part())
	follows := old != nil && old.summed(was) && !in.shorthand[r.Key()].hours.IsGiven()
	now.SetupMinutes, now.PieceMinutes = r.SetupHours.Or(now.SetupMinutes), r.HoursPerPiece.Or(now.PieceMinutes)
	now.Minutes = r.Hours.Or(now.Minutes)
	told := r.HoursPerPiece.IsGiven() || r.SetupHours.IsGiven() || r.Hours.State == workbook.Cleared
	if now.PieceMinutes > 0 && !r.Hours.IsGiven() && (told || follows) {
		now.Minutes = now.sum(qty)
	}
	if r.Pred.State != workbook.Kept {
		now.Pred = route.Format(r.Pred.Value)
	}
	now.LagMinutes, now.Crew = r.LagAfter.Or(now.LagMinutes), r.Crew.Or(now.Crew)
	now.Unattended, now.Pausable = r.Unattended.Or(now.Unattended), r.Pausable.Or(now.Pausable)
	now.Earliest, now.ProgramReady, now.CAMStatus = at(r.Earliest, now.Earliest), at(r.ProgramReady, now.ProgramReady), r.CAMStatus.Or(now.CAMStatus)
	now.ElectrodeDesignDue = at(r.ElectrodeDesignDue, now.ElectrodeDesignDue)
	now.ElectrodesExpected, now.Outsource = r.ElectrodesExpected.Or(now.ElectrodesExpected), r.Outsource.Or(now.Outsource)
	now.SupplierID, now.LeadDays = id(r.Supplier, now.SupplierID, in.supplier), r.LeadDays.Or(now.LeadDays)
	now.Lock, now.LockMachineID, now.LockStart = r.Lock.Or(now.Lock), id(r.LockResource, now.LockMachineID, in.machine), at(r.LockStart, now.LockStart)
}

// needsNoProcess tells of a fault that a new row lacks its process, and of the row that it needs none.
func (in *importer) needsNoProcess(f workbook.Fault) bool {
	key, is := f.Key.(workbook.OperationKey)
	return is && f.Sheet == "operations" && f.Column == "process" && in.operationRows[key] && in.isUnnamed(key)
}

// isCalledSo tells of a fault that a spreadsheet has made a date of a key, and of what is stored under that part of the key: it is called so.
func (in *importer) isCalledSo(f workbook.Fault) bool {
	if f.Rule != cell.RuleMoment {
		return false
	}
	mould, part := workbook.Owner(f.Key)
	switch f.Column {
	case "mouldNo":
		return in.stored.moulds[mould] != nil
	case "partNo":
		return in.stored.parts[workbook.PartKey{Mould: mould, Part: part}] != nil
	}
	of, last := workbook.OperationKey{}, "" // the operation, and what tells the row from others of it
	switch k := f.Key.(type) {
	case workbook.LinkKey:
		of, last = k.Operation, k.Electrode
	case workbook.ResourceKey:
		of, last = k.Operation, k.Resource
	case workbook.ReportKey:
		of, last = k.Operation, k.Batch
	case workbook.TypeKey:
		last = k.Resource
	}
	switch f.Column {
	case "branch":
		return in.stored.operations[of] != nil
	case "electrodeNo":
		return in.stored.parts[workbook.PartKey{Mould: mould, Part: last}] != nil
	case "batchNo":
		return in.stored.batches[workbook.BatchKey{Mould: mould, Part: part, Batch: last}] != nil
	case "resource":
		return in.machine(last) != ""
	}
	return false
}

// isUnnamed tells whether an operation is a step without a process, by its number and its part: that of an electrode's row, or of an
// order that names who does it. Lists that are exported hold such rows, and another factory takes them in.
func (in *importer) isUnnamed(key workbook.OperationKey) bool {
	part := in.partOf(key.Of())
	switch {
	case key.Branch != "":
		return false
	case part.Kind == Electrode:
		return key.Op == electrodeMillOp || key.Op == electrodeInspectOp
	case part.Kind == Assembly && part.ParentPartNo == "":
		return (key.Op == ImpliedAssembly || key.Op == ImpliedTryout) && in.orderAfter(key.Mould).names(key.Op)
	}
	return false
}

// orderStep is the step of its order that a new row without a process stands for, 0 for none.
func (in *importer) orderStep(r *workbook.Operation) int {
	if key := r.Key(); !r.Process.IsGiven() && in.partOf(key.Of()).Kind == Assembly && in.isUnnamed(key) {
		return key.Op
	}
	return 0
}

// partOf is where a part stands in its mould, as the file leaves it.
func (in *importer) partOf(key workbook.PartKey) Part {
	old := stored(in.stored.parts, key)
	if r := in.stored.partRow[key]; r != nil {
		return partAfter(r, old)
	}
	if _, is := in.shorthand[workbook.OperationKey{Mould: key.Mould, Part: key.Part, Op: electrodeMillOp}]; is {
		return Part{PartNo: key.Part, Kind: Electrode}
	}
	return *old
}
