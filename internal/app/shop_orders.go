package app

import (
	"cmp"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production"
)

func mouldOf(o *production.Order, processes map[string]basedata.Process) model.Mould {
	m := model.Mould{
		ID: o.Mould.ID, No: o.Mould.MouldNo, Name: o.Mould.Name, Delivery: o.Mould.Delivery, Release: o.Mould.Release, Priority: o.Mould.Priority,
		AssemblyGroup: o.Mould.AssemblyGroupID, Assembly: o.Mould.AssemblyMinutes, TryoutGroup: o.Mould.TryoutGroupID, Tryout: o.Mould.TryoutMinutes,
	}
	for i := range o.Parts {
		p := &o.Parts[i]
		part := model.Part{
			ID: p.ID, No: p.PartNo, Name: p.Name, Parent: p.ParentPartNo, Electrode: p.Kind == production.Electrode, Assembly: p.Kind == production.Assembly,
			Stocked: p.State == production.ElectrodeStocked, Inspected: p.State == production.ElectrodeInspected, NeededAtOp: p.NeededAtOp, Qty: p.Qty, MaterialReady: p.MaterialReady, DrawingReady: p.DrawingReady, DesignReady: p.DesignReady, Due: p.Due, Pieces: p.Pieces,
			Length: p.Length, Width: p.Width, Height: p.Height, Weight: p.Weight, Hardness: p.Hardness,
		}
		if part.Electrode && (part.Stocked || part.Inspected) { // nothing left to make
			m.Parts = append(m.Parts, part)
			continue
		}
		for _, b := range o.Batches[p.ID] {
			part.Batches = append(part.Batches, model.Batch{ID: b.ID, No: b.BatchNo, Qty: b.Qty, State: b.State})
		}
		for _, op := range o.Operations[p.ID] {
			x := operationOf(o, op, processes)
			x.Progress = progressOf(o.Progress[op.ID], o.Outsourced[op.ID])
			if len(part.Batches) > 0 {
				x.Progress, x.ByBatch = progressOf(o.Reports[op.ID], o.Outsourced[op.ID]), map[string]model.Progress{}
				for _, b := range part.Batches {
					key := production.LotKey(op.ID, b.ID)
					x.ByBatch[b.ID] = progressOf(o.Reports[key], o.Outsourced[key])
				}
			}
			part.Ops = append(part.Ops, x)
		}
		m.Parts = append(m.Parts, part)
	}
	return m
}

func operationOf(o *production.Order, op *production.Operation, processes map[string]basedata.Process) model.Operation {
	process := processes[op.ProcessID]
	name := process.Name
	if name == "" {
		name = stepOf(op)
	}
	x := model.Operation{
		ID: op.ID, No: op.OpNo, Branch: op.Branch, Process: name, ProcessID: op.ProcessID, EDM: process.Class == basedata.ClassEDM, GroupID: op.GroupID, Minutes: op.Minutes, Setup: op.SetupMinutes, Lag: op.LagMinutes,
		Pred: op.Pred, Crew: op.Crew, Unattended: op.Unattended, Pausable: op.Pausable, Earliest: op.Earliest, ProgramReady: op.ProgramReady, CAMStatus: op.CAMStatus, Outsource: op.Outsource,
		SupplierID: op.SupplierID, LeadDays: op.LeadDays, Lock: op.Lock, LockMachine: op.LockMachineID, LockStart: op.LockStart, Expected: op.ElectrodesExpected, DesignDue: op.ElectrodeDesignDue, Implied: op.Implied, Step: op.OrderStep,
	}
	for _, e := range o.Resources[op.ID] {
		x.Machines = append(x.Machines, model.Eligible{MachineID: e.MachineID, Rank: e.Rank, Minutes: e.Minutes, Setup: e.SetupMinutes})
	}
	for _, l := range o.Links[op.ID] {
		x.Burns = append(x.Burns, model.Burn{PartID: l.ElectrodeID, Minutes: l.BurnMinutes, Seq: l.BurnSeq, Pieces: l.PiecesUsed})
	}
	if sum := burning(x.Burns); sum > 0 { // it beats the hours of the operation
		x.Minutes = x.Setup + sum
	}
	return x
}

// burning is what the burns of an operation sum up to, 0 when one of them is not known.
func burning(burns []model.Burn) (sum quantity.Minutes) {
	for _, b := range burns {
		if b.Minutes == 0 {
			return 0
		}
		sum += b.Minutes
	}
	return sum
}

// stepOf is the code of a step that no process names: see StepName.
func stepOf(op *production.Operation) string {
	switch op.OrderStep {
	case production.ImpliedAssembly:
		return model.StepAssembly
	case production.ImpliedTryout:
		return model.StepTryout
	}
	return model.StepElectrode
}

// progressOf is what the newest report and the order at a supplier say, either of which may be missing. What has come
// back is finished, reported or not.
func progressOf(r *production.Progress, order *production.OutsourceOrder) (s model.Progress) {
	if r != nil {
		s = model.Progress{Status: r.Status, OnMachine: r.MachineID, RealStart: r.RealStart, RealEnd: r.RealEnd, Reported: r.ReportedMinutes, QtyDone: r.QtyDone, ReportedAt: &r.ReportedAt}
		if r.HasRemaining {
			s.Remaining = &r.RemainingMinutes
		}
	}
	if order == nil || s.Status == production.Finished {
		return s
	}
	s.Supplier, s.Ordered, s.Promised, s.Applied = order.SupplierID, order.OrderedAt, order.Promised, order.AppliedAt != nil
	if order.Received != nil {
		s.Status, s.RealEnd = production.Finished, order.Received
		if s.RealStart == nil {
			s.RealStart = cmp.Or(order.OrderedAt, order.Received)
		}
		s.OnMachine = cmp.Or(s.OnMachine, order.SupplierID)
	}
	return s
}
