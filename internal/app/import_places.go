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
func (w *masterSheets) place(name, column string, bad *[]problem.FieldError) (group, machine string) {
	if id := w.machines[name]; id != "" {
		return "", id
	}
	if id := w.groups[name]; id != "" {
		return id, ""
	}
	*bad = append(*bad, problem.Field(column, "reference", msgNoMachine, name))
	return "", ""
}

// exceptions saves sheet K: one resource, kind and start make a row.
func (w *masterSheets) exceptions(book *workbook.Book, rows *masterRows) {
	for i := range book.Exceptions {
		r := &book.Exceptions[i]
		var bad []problem.FieldError
		now := &basedata.Exception{Kind: r.Kind.Or(basedata.ExceptionMaintenance)}
		now.GroupID, now.MachineID = w.place(r.Resource+r.Group, "resource", &bad)
		from, to := r.Start.Value.At, r.End.Value.At
		now.From, now.To = &from, &to
		var old *basedata.Exception
		for k := range rows.exceptions {
			if e := &rows.exceptions[k]; e.GroupID == now.GroupID && e.MachineID == now.MachineID && e.Kind == now.Kind && e.From != nil && e.From.Equal(from) {
				old = e
			}
		}
		if old != nil {
			kept := *old
			if !kept.To.Equal(to) {
				kept.To = &to
			}
			now = &kept
		}
		now.Reason = r.Reason.Or(now.Reason)
		saveOr(w, invalid(bad), w.master.Exceptions, "exceptions", r.Line, r.Key(), old, now)
	}
}

// flowTimes saves sheet L: one row a pair.
func (w *masterSheets) flowTimes(book *workbook.Book, rows *masterRows) {
	for i := range book.FlowTimes {
		r := &book.FlowTimes[i]
		var bad []problem.FieldError
		now := &basedata.FlowTime{}
		now.UpGroupID, now.UpMachineID = w.place(r.Up, "up", &bad)
		now.DownGroupID, now.DownMachineID = w.place(r.Down, "down", &bad)
		var old *basedata.FlowTime
		for k := range rows.flows {
			if f := &rows.flows[k]; f.UpGroupID == now.UpGroupID && f.UpMachineID == now.UpMachineID && f.DownGroupID == now.DownGroupID && f.DownMachineID == now.DownMachineID {
				old = f
			}
		}
		if old != nil {
			kept := *old
			now = &kept
		}
		now.Minutes = r.Hours.Or(now.Minutes)
		saveOr(w, invalid(bad), w.master.FlowTimes, "flowTimes", r.Line, r.Key(), old, now)
	}
}

// limits writes the limits of a machine into the attributes that the scheduler compares; one that the factory has not
// declared has no place to stand and is left out.
func (w *masterSheets) limits(r *workbook.Machine, values []basedata.AttributeValue) []basedata.AttributeValue {
	given := map[int]workbook.Decimal{
		basedata.ComparesLength: r.TravelX, basedata.ComparesWidth: r.TravelY, basedata.ComparesHeight: r.TravelZ,
		basedata.ComparesWeight: r.Load, basedata.ComparesSoftest: r.HardnessMin, basedata.ComparesHardest: r.HardnessMax,
	}
	out := slices.Clone(values)
	for _, a := range w.attributes {
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
