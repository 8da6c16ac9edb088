package result

import (
	"cmp"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/calendar"
)

// A plan of the engine as rows.

// Tasks turns the engine's plan into rows: planned, unscheduled with their reason, finished, and carried over.
func (out *Outcome) Tasks(planID string) []Task {
	names := out.Translation.Shop.Names()
	reasons := map[int32]solver.ReasonCode{}
	for _, r := range out.Plan.Unplaced {
		reasons[r.Op] = r.Code
	}
	broken := out.Broken()
	lateLots := map[model.Lot]bool{}
	for _, d := range out.forced() {
		lateLots[model.Lot{Mould: d.MouldNo, Part: d.PartNo, Batch: d.BatchNo}] = d.IsLate()
	}
	p := out.Loaded.Problem
	rows := make([]Task, 0, len(out.Translation.Tasks)+len(out.Translation.Done)+len(out.Carried))
	for i := range out.Translation.Tasks {
		o := int32(i)
		t := row(&out.Translation.Tasks[i], planID)
		t.Crew = max(1, int(p.Ops[i].Crew))
		t.PartLate = lateLots[t.Lot()]
		if start, end, ok := out.Shop.Latest(o); ok && start > calendar.Before { // else it would have begun before any calendar
			t.LatestStart, t.LatestEnd = instant(out, start), instant(out, end)
		}
		if out.Plan.Resource[i] < 0 {
			t.Reason = int(reasons[o])
			rows = append(rows, t)
			continue
		}
		t.PlannedStart, t.PlannedEnd = instant(out, out.Plan.Start[i]), instant(out, out.Plan.End[i])
		if at := out.Shop.Handed(out.Plan, o); at > out.Plan.End[i] {
			t.HandedAt = instant(out, at)
		}
		t.ResourceID = p.Resources[out.Plan.Resource[i]].Name
		t.ResourceName = names[t.ResourceID]
		if mode := out.Plan.Mode[i]; mode >= 0 {
			t.PlannedMinutes, t.Marks = quantity.Minutes(p.Modes[mode].Setup+p.Modes[mode].Run), int(p.Modes[mode].Flags)
		}
		t.Breaks(broken[i])
		t.SurplusMinutes, t.Assumed = t.PlannedMinutes, out.Translation.Tasks[i].Assumed
		if t.isOut() {
			t.SurplusMinutes = t.Minutes
		}
		rows = append(rows, t)
	}
	for i := range out.Translation.Done {
		t := row(&out.Translation.Done[i], planID)
		t.PlannedStart, t.PlannedEnd = out.span(t.RealStart, t.RealEnd)
		t.ResourceID = out.Translation.Done[i].DoneOn()
		t.ResourceName = names[t.ResourceID]
		rows = append(rows, t)
	}
	late := map[string]bool{}
	for _, m := range out.Moulds(rows) {
		late[m.No] = m.Late
	}
	for i := range rows {
		rows[i].MouldLate = late[rows[i].MouldNo]
		rows[i].Late = rows[i].MouldLate || rows[i].PartLate
		rows[i].LatestStart, rows[i].LatestEnd = rows[i].Latest()
	}
	for _, t := range out.Carried {
		t.PlanID = planID
		rows = append(rows, t)
	}
	return rows
}

func row(t *model.Task, planID string) Task {
	r := Task{
		PlanID: planID, TaskID: t.ID, Segment: t.Segment, MouldID: t.Mould.ID, MouldNo: t.Mould.No, PartNo: t.Part.No, PartName: t.Part.Name, Kind: t.Kind, OpNo: t.Op.No, Branch: t.Op.Branch,
		ProcessName: t.Name, Minutes: t.Op.Minutes, Qty: max(1, t.Part.Qty), Crew: max(1, t.Op.Crew), Priority: t.Mould.Priority, Status: t.Op.Status, CAMStatus: t.Op.CAMStatus, Outsourced: t.Op.Away(),
		RealStart: t.Op.RealStart, RealEnd: t.Op.RealEnd, SourceFlag: t.Source(), Reported: t.Op.Reported,
		HeldDue: ownMoment(t.Mould.HeldDue), PartDue: ownMoment(t.Part.Due),
	}
	if b := t.Part.Batch; b != nil {
		r.BatchID, r.BatchNo = b.ID, b.No
	}
	if t.Source() == model.SourceForced {
		r.Priority = model.ForcedPriority
	}
	if t.Group != nil {
		r.SectionName, r.GroupName = t.Group.Section, t.Group.Name
	}
	if t.Op.Lock > 0 {
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

func instant(out *Outcome, m solver.Min) *time.Time {
	t := out.Loaded.Epoch.Add(time.Duration(m) * time.Minute).UTC()
	return &t
}

// span is when something finished was made. A report that leaves a moment out is filled from the other one: what is
// finished has its place in every plan.
func (out *Outcome) span(start, end *time.Time) (from, to *time.Time) {
	from, to = cmp.Or(start, end, &out.At), cmp.Or(end, start, &out.At)
	return from, to
}
