package result

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
)

// GanttCalendar is the working time of rows from Start until some weeks after To: lists of start, end, start, end ...
type GanttCalendar struct {
	Closed   []int `json:"closed" nullable:"false" doc:"nobody works, overtime or not"`
	Holidays []int `json:"holidays" nullable:"false" doc:"days that the work calendar closes by date"`
	Makeup   []int `json:"makeup" nullable:"false" doc:"days that the work calendar opens by date"`
	Overtime []int `json:"overtime" nullable:"false" doc:"open to operations that may use overtime only"`
}

// drawRows lists the resources by section, group and name, and the calendars that they share. What was made on a resource
// that is gone, or of which no report tells, has a row too.
func (g *ganttDraft) drawRows(tasks []Task) {
	shop, p := g.out.Translation.Shop, g.out.Loaded.Problem
	g.Overtime = overtimeOf(p.Ops)
	groups := map[string]*model.Group{}
	for i := range shop.Groups {
		groups[shop.Groups[i].ID] = &shop.Groups[i]
	}
	planned := map[string]*solver.Resource{}
	for i := range p.Resources {
		planned[p.Resources[i].Name] = &p.Resources[i]
	}
	shared := index{}
	add := func(r GanttResource, group *model.Group) {
		r.Calendar = -1
		if group != nil {
			r.Group, r.Section = group.Name, group.Section
		}
		if x := planned[r.ID]; x != nil && group != nil && x.Manned[0] != 0 {
			r.Calendar = shared.of(fmt.Sprint(x.Manned, group.Closed, group.Workdays), func() {
				g.Calendars = append(g.Calendars, g.calendar(&p.Calendars[x.Manned[0]], &p.Calendars[x.Manned[1]], group))
			})
		}
		g.Resources = append(g.Resources, r)
	}
	for i := range shop.Groups {
		if x := &shop.Groups[i]; x.People {
			add(GanttResource{ID: x.ID, Name: x.Name, Kind: "people", Capacity: max(1, x.Members)}, x)
		}
	}
	for i := range shop.Machines {
		m := &shop.Machines[i]
		add(GanttResource{ID: m.ID, Name: m.Name, Kind: "machine", Capacity: 1, Unattended: m.Automation}, groups[m.GroupID])
	}
	for i := range shop.Suppliers {
		add(GanttResource{ID: shop.Suppliers[i].ID, Name: shop.Suppliers[i].Name, Kind: "outside"}, nil)
	}
	add(GanttResource{ID: model.AnySupplier, Name: model.WordOutside, Kind: "outside"}, nil)
	known := map[string]bool{}
	for i := range g.Resources {
		known[g.Resources[i].ID] = true
	}
	for i := range tasks {
		t := &tasks[i]
		if id := t.RowID(); !known[id] && t.PlannedStart != nil && t.PlannedEnd != nil {
			known[id] = true
			g.Resources = append(g.Resources, goneResource(t, id))
		}
	}
	slices.SortFunc(g.Resources, func(a, b GanttResource) int {
		last := func(r GanttResource) int { // suppliers: their rows are tall
			if r.Kind == "outside" {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(last(a), last(b)), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Group, b.Group), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	g.rows = map[string]int{}
	for i := range g.Resources {
		g.rows[g.Resources[i].ID] = i
	}
}

// overtimeOf says which operations of a plan work overtime: without any it stays closed.
func overtimeOf(ops []solver.Op) string {
	may := 0
	for i := range ops {
		if ops[i].Overtime {
			may++
		}
	}
	switch may {
	case len(ops):
		return "all"
	case 0:
		return "none"
	}
	return "some"
}

// calendar tells closed time, holidays, make-up days and overtime apart.
func (g *ganttDraft) calendar(manned, overtime *solver.Calendar, group *model.Group) GanttCalendar {
	// The engine's calendars begin with its problem; some weeks after the plan serve who looks ahead.
	from, to := g.Start, g.To+daysAhead*24*60
	return GanttCalendar{
		Closed:   closedTimes(overtime, from, to),
		Overtime: openOnly(overtime, manned, from, to),
		Holidays: g.days(group.Closed, from, to),
		Makeup:   g.days(group.Workdays, from, to),
	}
}

const daysAhead = 28

// days are the spans of dates in the factory's zone between two minutes.
func (g *ganttDraft) days(dates []string, from, to int) []int {
	spans := []int{}
	zone, err := time.LoadLocation(g.Zone)
	if err != nil {
		return spans
	}
	sorted := slices.Sorted(slices.Values(dates))
	for _, date := range slices.Compact(sorted) {
		day, err := time.ParseInLocation(time.DateOnly, date, zone)
		if err != nil {
			continue
		}
		begin, end := max(from, g.minute(day)), min(to, g.minute(day.AddDate(0, 0, 1)))
		if begin >= end {
			continue
		}
		if n := len(spans); n > 0 && spans[n-1] == begin {
			spans[n-1] = end
			continue
		}
		spans = append(spans, begin, end)
	}
	return spans
}

// closedTimes are the gaps of a calendar between two minutes.
func closedTimes(c *solver.Calendar, from, to int) []int {
	gaps := []int{}
	at := from
	for i := range c.Open {
		start, end := int(c.Open[i]), int(c.Close[i])
		if start >= to {
			break
		}
		if start > at {
			gaps = append(gaps, at, start)
		}
		at = max(at, end)
	}
	if at < to {
		gaps = append(gaps, at, to)
	}
	return gaps
}

// openOnly is the time that wide opens and narrow does not.
func openOnly(wide, narrow *solver.Calendar, from, to int) []int {
	spans := []int{}
	shut := closedTimes(narrow, from, to)
	k := 0
	for i := range wide.Open {
		start, end := max(from, int(wide.Open[i])), min(to, int(wide.Close[i]))
		for k < len(shut) && shut[k+1] <= start {
			k += 2
		}
		for j := k; j < len(shut) && shut[j] < end; j += 2 {
			spans = append(spans, max(start, shut[j]), min(end, shut[j+1]))
		}
	}
	return spans
}

// goneResource is a row for tasks of a resource that the factory does not have any more, or that nobody has named.
func goneResource(t *Task, id string) GanttResource {
	r := GanttResource{ID: id, Name: cmp.Or(t.ResourceName, model.WordUnnamed), Kind: "machine", Group: t.GroupName, Section: t.SectionName, Calendar: -1}
	if t.Outsourced {
		r.Name, r.Kind, r.Group, r.Section = cmp.Or(t.ResourceName, model.WordOutside), "outside", "", ""
	}
	return r
}
