package app

import (
	"slices"
	"strconv"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production/workbook"
)

// place finds a group or a machine by its name; exactly one of the ids is given.
func (w *masterPlanner) place(name, column string, f *found) (group, machine string) {
	if w.machines.of(name) != "" {
		return "", f.name(w.machines, column, name, msgNoMachine)
	}
	return f.name(w.groups, column, name, msgNoMachine), ""
}

// planExceptions plans sheet K: one resource, kind and start make a row.
func (w *masterPlanner) planExceptions() error {
	var drafts []sheetRow[basedata.Exception]
	for i := range w.in.Book.Exceptions {
		r := &w.in.Book.Exceptions[i]
		d := sheetRow[basedata.Exception]{line: r.Line, key: r.Key()}
		now := basedata.Exception{Kind: r.Kind.Or(basedata.ExceptionMaintenance)}
		if (r.Resource == "") != (r.Group == "") { // else the row stays out already, and names nothing
			now.GroupID, now.MachineID = w.place(r.Resource+r.Group, columnNamed(r), &d.found)
		}
		from, to := r.Start.Value.At, r.End.Value.At
		now.From, now.To = &from, &to
		for k := range w.rows.exceptions {
			if e := &w.rows.exceptions[k]; e.GroupID == now.GroupID && e.MachineID == now.MachineID && e.Kind == now.Kind && e.From != nil && e.From.Equal(from) {
				d.old = e
			}
		}
		d.now = over(d.old, now)
		if d.old != nil && r.End.IsGiven() && !d.now.To.Equal(to) {
			d.now.To = &to
		}
		d.now.Reason = r.Reason.Or(d.now.Reason)
		w.overlaps(drafts, &d)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Exceptions, sheetPlan[basedata.Exception]{code: "exceptions", stored: w.rows.exceptions}, drafts)
}

// columnNamed is the column that names the resource of an exception.
func columnNamed(r *workbook.Exception) string {
	if r.Group != "" {
		return "group"
	}
	return "resource"
}

var msgOverlapsRow = problem.L("与%s的时间重叠", "It overlaps %s")

// overlaps finds an earlier row of the file of the same resource and kind that lies over this one; stored ones are found
// by the rule of the list.
func (w *masterPlanner) overlaps(earlier []sheetRow[basedata.Exception], d *sheetRow[basedata.Exception]) {
	for i := range earlier {
		x := earlier[i].now
		if len(earlier[i].bad)+len(earlier[i].lost) > 0 || w.in.Wrong(earlier[i].line.Place("exceptions")) != nil { // it stays out
			continue
		}
		if x.GroupID == d.now.GroupID && x.MachineID == d.now.MachineID && x.Kind == d.now.Kind && x.From.Before(*d.now.To) && d.now.From.Before(*x.To) && len(d.bad)+len(d.lost) == 0 {
			d.bad = append(d.bad, problem.Field("from", "overlap", msgOverlapsRow, w.in.Words(d.line.Place("exceptions"), earlier[i].line.Place("exceptions"))))
		}
	}
}

// planFlowTimes plans sheet L: one row a pair.
func (w *masterPlanner) planFlowTimes() error {
	var drafts []sheetRow[basedata.FlowTime]
	for i := range w.in.Book.FlowTimes {
		r := &w.in.Book.FlowTimes[i]
		d := sheetRow[basedata.FlowTime]{line: r.Line, key: r.Key()}
		now := basedata.FlowTime{}
		now.UpGroupID, now.UpMachineID = w.place(r.Up, "up", &d.found)
		now.DownGroupID, now.DownMachineID = w.place(r.Down, "down", &d.found)
		for k := range w.rows.flows {
			if f := &w.rows.flows[k]; f.UpGroupID == now.UpGroupID && f.UpMachineID == now.UpMachineID && f.DownGroupID == now.DownGroupID && f.DownMachineID == now.DownMachineID {
				d.old = f
			}
		}
		d.now = over(d.old, now)
		d.now.Minutes = r.Hours.Or(d.now.Minutes)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.FlowTimes, sheetPlan[basedata.FlowTime]{code: "flowTimes", stored: w.rows.flows, unruled: func(f *basedata.FlowTime) bool {
		return w.planned[f.UpGroupID+f.UpMachineID] || w.planned[f.DownGroupID+f.DownMachineID]
	}}, drafts)
}

// limits writes the limits of a machine into the attributes that the scheduler compares; one that the factory has not
// declared has no place to stand and is left out.
func (w *masterPlanner) limits(r *workbook.Machine, values []basedata.AttributeValue) []basedata.AttributeValue {
	given := map[int]workbook.Decimal{
		basedata.ComparesLength: r.TravelX, basedata.ComparesWidth: r.TravelY, basedata.ComparesHeight: r.TravelZ,
		basedata.ComparesWeight: r.Load, basedata.ComparesSoftest: r.HardnessMin, basedata.ComparesHardest: r.HardnessMax,
	}
	out := slices.Clone(values)
	for _, a := range w.rows.attributes {
		cell, known := given[a.Compares]
		if !known || cell.State == workbook.Kept {
			continue
		}
		out = slices.DeleteFunc(out, func(v basedata.AttributeValue) bool { return v.AttributeID == a.ID })
		if cell.State != workbook.Cleared {
			out = append(out, basedata.AttributeValue{AttributeID: a.ID, Value: decimalText(cell.Or(0))})
		}
	}
	return out
}

func decimalText(d quantity.Decimal) string { return strconv.FormatFloat(d.Float(), 'f', -1, 64) }
