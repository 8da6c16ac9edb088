package aps

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/solver"
)

// Flags of a bar.
const (
	barLate       = 1
	barLocked     = 2
	barOutsourced = 4
	barAssumed    = 8
	barElectrode  = 16
	barConflict   = 32
)

// Gantt is a plan as columns, so that tens of thousands of bars travel and load fast. Times are minutes from Epoch.
type Gantt struct {
	PlanID     string          `json:"planId"`
	ScheduleID string          `json:"scheduleId"`
	Name       string          `json:"name"`
	Zone       string          `json:"zone"`
	Epoch      time.Time       `json:"epoch"`
	From       int             `json:"from"`
	To         int             `json:"to"`
	Now        int             `json:"now"`
	Resources  []GanttResource `json:"resources" nullable:"false"`
	Shading    [][]int         `json:"shading" nullable:"false" doc:"non-working time: start, end, start, end ..."`
	Moulds     []GanttMould    `json:"moulds" nullable:"false"`
	Processes  []GanttProcess  `json:"processes" nullable:"false"`
	Parts      []string        `json:"parts" nullable:"false"`
	Bars       GanttBars       `json:"bars"`
}

// GanttResource is a row.
type GanttResource struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Group   string `json:"group"`
	Section string `json:"section"`
	Shading int    `json:"shading" doc:"index into shading, -1 = none"`
}

// GanttMould is a mould of the plan.
type GanttMould struct {
	No   string `json:"no"`
	Name string `json:"name"`
	Due  *int   `json:"due"`
	Late bool   `json:"late"`
}

// GanttProcess is a process of the plan.
type GanttProcess struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// GanttBars are the bars, column by column.
type GanttBars struct {
	ID       []string `json:"id"`
	Resource []int    `json:"resource"`
	Mould    []int    `json:"mould"`
	Process  []int    `json:"process"`
	Part     []int    `json:"part"`
	Op       []int    `json:"op"`
	Start    []int    `json:"start"`
	End      []int    `json:"end"`
	Status   []int    `json:"status"`
	Flags    []int    `json:"flags"`
}

// index hands out numbers to names.
type index map[string]int

func (x index) of(name string, add func()) int {
	i, known := x[name]
	if !known {
		i = len(x)
		x[name] = i
		add()
	}
	return i
}

func (w *worker) gantt(out *outcome, plan *Plan, tasks []planTask) *Gantt {
	g := &Gantt{PlanID: plan.ID, ScheduleID: w.schedule.ID, Name: w.schedule.Name, Zone: out.translation.file.Zone, Epoch: out.loaded.Epoch.UTC(), Processes: []GanttProcess{}, Parts: []string{}, Shading: [][]int{}, Resources: []GanttResource{}, Moulds: []GanttMould{}}
	minute := func(t time.Time) int { return int(t.Sub(g.Epoch).Minutes()) }
	g.Now = minute(out.at)
	for i := range tasks {
		if t := &tasks[i]; t.PlannedStart != nil && t.PlannedEnd != nil {
			g.From, g.To = min(g.From, minute(*t.PlannedStart)), max(g.To, minute(*t.PlannedEnd))
		}
	}
	rows := w.ganttRows(out, g)
	moulds, processes, parts := index{}, index{}, index{}
	late := map[string]bool{}
	due := map[string]*time.Time{}
	names := map[string]string{}
	for i := range out.translation.shop.Moulds {
		m := &out.translation.shop.Moulds[i]
		due[m.ID], names[m.ID] = m.Delivery, m.Name
	}
	for i := range tasks {
		late[tasks[i].MouldID] = late[tasks[i].MouldID] || tasks[i].Late
	}
	conflicts := map[string]bool{}
	for _, c := range out.plan.Conflicts {
		conflicts[out.translation.tasks[c.Op].id] = true
	}
	for i := range tasks {
		t := &tasks[i]
		resource, known := rows[t.ResourceID]
		if t.PlannedStart == nil || t.PlannedEnd == nil || !known {
			continue
		}
		b := &g.Bars
		b.ID = append(b.ID, t.TaskID)
		b.Resource = append(b.Resource, resource)
		b.Mould = append(b.Mould, moulds.of(t.MouldID, func() {
			m := GanttMould{No: t.MouldNo, Name: names[t.MouldID], Late: late[t.MouldID]}
			if d := due[t.MouldID]; d != nil {
				at := minute(*d)
				m.Due = &at
			}
			g.Moulds = append(g.Moulds, m)
		}))
		b.Process = append(b.Process, processes.of(t.ProcessName, func() { g.Processes = append(g.Processes, GanttProcess{t.ProcessName, t.ProcessName}) }))
		b.Part = append(b.Part, parts.of(t.PartNo, func() { g.Parts = append(g.Parts, t.PartNo) }))
		b.Op = append(b.Op, t.OpNo)
		b.Start = append(b.Start, minute(*t.PlannedStart))
		b.End = append(b.End, minute(*t.PlannedEnd))
		b.Status = append(b.Status, t.Status)
		b.Flags = append(b.Flags, flags(t, conflicts[t.TaskID]))
	}
	return g
}

func flags(t *planTask, conflict bool) (f int) {
	for bit, on := range map[int]bool{barLate: t.Late, barLocked: t.LockStatus == 1, barOutsourced: t.Outsourced, barAssumed: t.Assumed, barElectrode: t.Kind == 2, barConflict: conflict} {
		if on {
			f |= bit
		}
	}
	return f
}

// ganttRows lists the resources by group and name, and the non-working time of their calendars.
func (w *worker) ganttRows(out *outcome, g *Gantt) map[string]int {
	shop := out.translation.shop
	groups := map[string]*Group{}
	for i := range shop.Groups {
		groups[shop.Groups[i].ID] = &shop.Groups[i]
	}
	shadings := map[int32]int{}
	calendar := map[string]int32{}
	for i := range out.loaded.Problem.Resources {
		r := &out.loaded.Problem.Resources[i]
		calendar[r.Name] = r.Manned[0]
	}
	add := func(id, name string, group *Group) {
		r := GanttResource{ID: id, Name: name, Shading: -1}
		if group != nil {
			r.Group, r.Section = group.Name, group.Section
		}
		if c, known := calendar[id]; known && c != 0 {
			if _, have := shadings[c]; !have {
				shadings[c] = len(g.Shading)
				g.Shading = append(g.Shading, closedTimes(&out.loaded.Problem.Calendars[c], g.From, g.To))
			}
			r.Shading = shadings[c]
		}
		g.Resources = append(g.Resources, r)
	}
	for i := range shop.Groups {
		if shop.Groups[i].People {
			add(shop.Groups[i].ID, shop.Groups[i].Name, &shop.Groups[i])
		}
	}
	for i := range shop.Machines {
		add(shop.Machines[i].ID, shop.Machines[i].Name, groups[shop.Machines[i].GroupID])
	}
	for i := range shop.Suppliers {
		add(shop.Suppliers[i].ID, shop.Suppliers[i].Name, nil)
	}
	add(anySupplier, "外协", nil)
	slices.SortFunc(g.Resources, func(a, b GanttResource) int {
		inside := func(r GanttResource) int { // suppliers last: their rows are tall
			if r.Group == "" {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(inside(a), inside(b)), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Group, b.Group), cmp.Compare(a.Name, b.Name))
	})
	rows := map[string]int{}
	for i := range g.Resources {
		rows[g.Resources[i].ID] = i
	}
	return rows
}

// closedTimes are the gaps of a calendar between two minutes.
func closedTimes(c *solver.Calendar, from, to int) []int {
	gaps := []int{}
	at := from
	for i := range c.Open {
		start, end := int(c.Open[i]), int(c.Close[i])
		if end <= from {
			continue
		}
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
