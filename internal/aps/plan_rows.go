package aps

import (
	"cmp"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/calendar"
)

// A plan of the engine as rows.

// tasks turns the engine's plan into rows: planned, unscheduled with their reason, finished, and carried over.
func (out *outcome) tasks(plan *Plan) []planTask {
	names := out.translation.shop.names()
	reasons := map[int32]solver.ReasonCode{}
	for _, r := range out.plan.Unplaced {
		reasons[r.Op] = r.Code
	}
	broken := out.broken()
	lateLots := map[lot]bool{}
	for _, d := range out.forced() {
		lateLots[lot{d.MouldNo, d.PartNo, d.BatchNo}] = d.isLate()
	}
	p := out.loaded.Problem
	rows := make([]planTask, 0, len(out.translation.tasks)+len(out.translation.done)+len(out.carried))
	for i := range out.translation.tasks {
		o := int32(i)
		t := row(&out.translation.tasks[i], plan.ID)
		t.Crew = max(1, int(p.Ops[i].Crew))
		t.PartLate = lateLots[t.lot()]
		if start, end, ok := out.shop.Latest(o); ok && start > calendar.Before { // else it would have begun before any calendar
			t.LatestStart, t.LatestEnd = instant(out, start), instant(out, end)
		}
		if out.plan.Resource[i] < 0 {
			t.Reason = int(reasons[o])
			rows = append(rows, t)
			continue
		}
		t.PlannedStart, t.PlannedEnd = instant(out, out.plan.Start[i]), instant(out, out.plan.End[i])
		if at := out.shop.Handed(out.plan, o); at > out.plan.End[i] {
			t.HandedAt = instant(out, at)
		}
		t.ResourceID = p.Resources[out.plan.Resource[i]].Name
		t.ResourceName = names[t.ResourceID]
		if mode := out.plan.Mode[i]; mode >= 0 {
			t.PlannedMinutes, t.Marks = quantity.Minutes(p.Modes[mode].Setup+p.Modes[mode].Run), int(p.Modes[mode].Flags)
		}
		t.breaks(broken[i])
		t.SurplusMinutes, t.Assumed = t.PlannedMinutes, out.translation.tasks[i].assumed
		if t.isOut() {
			t.SurplusMinutes = t.Minutes
		}
		rows = append(rows, t)
	}
	for i := range out.translation.done {
		t := row(&out.translation.done[i], plan.ID)
		t.PlannedStart, t.PlannedEnd = out.span(t.RealStart, t.RealEnd)
		t.ResourceID = out.translation.done[i].doneOn()
		t.ResourceName = names[t.ResourceID]
		rows = append(rows, t)
	}
	late := map[string]bool{}
	for _, m := range out.moulds(rows) {
		late[m.no] = m.late
	}
	for i := range rows {
		rows[i].MouldLate = late[rows[i].MouldNo]
		rows[i].Late = rows[i].MouldLate || rows[i].PartLate
		rows[i].LatestStart, rows[i].LatestEnd = rows[i].latest()
	}
	for _, t := range out.carried {
		t.PlanID = plan.ID
		rows = append(rows, t)
	}
	return rows
}

func row(t *task, planID string) planTask {
	r := planTask{
		PlanID: planID, TaskID: t.id, Segment: t.segment, MouldID: t.mould.ID, MouldNo: t.mould.No, PartNo: t.part.No, PartName: t.part.Name, Kind: t.kind, OpNo: t.op.No, Branch: t.op.Branch,
		ProcessName: t.name, Minutes: t.op.Minutes, Qty: max(1, t.part.Qty), Crew: max(1, t.op.Crew), Priority: t.mould.Priority, Status: t.op.Status, CAMStatus: t.op.CAMStatus, Outsourced: t.op.away(),
		RealStart: t.op.RealStart, RealEnd: t.op.RealEnd, SourceFlag: t.source(), Reported: t.op.Reported,
		HeldDue: ownMoment(t.mould.HeldDue), PartDue: ownMoment(t.part.Due),
	}
	if b := t.part.Batch; b != nil {
		r.BatchID, r.BatchNo = b.ID, b.No
	}
	if t.source() == SourceForced {
		r.Priority = forcedPriority
	}
	if t.group != nil {
		r.SectionName, r.GroupName = t.group.Section, t.group.Name
	}
	if t.op.Lock > 0 {
		r.LockStatus = 1
	}
	return r
}

// ownMoment copies a moment of the shop: what is stored is cut to what the database keeps, and the shop must stay as it was read.
func ownMoment(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	return new(*t)
}

func instant(out *outcome, m solver.Min) *time.Time {
	t := out.loaded.Epoch.Add(time.Duration(m) * time.Minute).UTC()
	return &t
}

// span is when something finished was made. A report that leaves a moment out is filled from the other one: what is
// finished has its place in every plan.
func (out *outcome) span(start, end *time.Time) (from, to *time.Time) {
	from, to = cmp.Or(start, end, &out.at), cmp.Or(end, start, &out.at)
	return from, to
}

// doneOn is where something finished was made. Reports about people and suppliers name no machine: their group or
// supplier stands for it.
func (t *task) doneOn() string {
	switch {
	case t.op.OnMachine != "":
		return t.op.OnMachine
	case t.op.away() || t.group != nil && t.group.Outside:
		return cmp.Or(t.op.Supplier, t.op.SupplierID, anySupplier)
	case t.group != nil && t.group.People:
		return t.group.ID
	}
	return ""
}
