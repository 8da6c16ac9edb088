package aps

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/aps/capacity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// The capacity detail: what each group can work from a date on, what the plan in force gives it, and what is left.

// CapacityDetail is the capacity of the groups from a date on.
type CapacityDetail struct {
	CapacityDate string          `json:"capacityDate"`
	Zone         string          `json:"zone"`
	Days         []string        `json:"days" nullable:"false" doc:"YYYY-MM-DD, from the capacity date on"`
	InForce      *plan.WorkedBy  `json:"inForce" doc:"the plan that is counted; null while none is in force: there are no groups then"`
	Groups       []CapacityGroup `json:"groups" nullable:"false"`
}

// CapacityGroup is the capacity of a group.
type CapacityGroup struct {
	Section string           `json:"section"`
	Group   string           `json:"group"`
	People  bool             `json:"people"`
	Units   int              `json:"units" doc:"machines that are in order and take part in scheduling, or people"`
	Total   CapacityFigures  `json:"total" doc:"of all days"`
	Days    []CapacityDayRow `json:"days" nullable:"false"`
}

// CapacityDayRow is a day of a group.
type CapacityDayRow struct {
	Date string `json:"date"`
	CapacityFigures
}

// CapacityFigures are hours of a group.
type CapacityFigures struct {
	Available      quantity.Minutes `json:"available" doc:"hours of the calendar of today, without overtime and work rates; machines that may run with nobody there count around the clock"`
	Planned        quantity.Minutes `json:"planned" doc:"hours that tasks of the plan occupy"`
	Locked         quantity.Minutes `json:"locked" doc:"hours of these that are locked today"`
	Free           quantity.Minutes `json:"free" doc:"hours that are left, resource by resource and day by day"`
	Beyond         quantity.Minutes `json:"beyond" doc:"hours planned beyond those available: available + beyond = planned + free"`
	Outsourced     quantity.Minutes `json:"outsourced" doc:"hours of the group's operations that suppliers make, on the day on which they leave"`
	Overload       quantity.Minutes `json:"overload" doc:"hours beyond those available if no operation waited for another one, day by day"`
	Load           *float64         `json:"load" doc:"planned in per cent of available, at most 100, six decimals; null where nothing is available"`
	CumulativeFree quantity.Minutes `json:"cumulativeFree" doc:"free hours from the capacity date to the end of the day"`
}

func capacityFigures(d capacity.Day) CapacityFigures {
	m := func(minutes int64) quantity.Minutes { return quantity.Minutes(minutes) }
	return CapacityFigures{m(d.Available), m(d.Planned), m(d.Locked), m(d.Free), m(d.Beyond), m(d.Outsourced), m(d.Overload), d.Percent(), m(d.Cumulative)}
}

// mostCapacityDays bounds how far capacity is looked at.
const mostCapacityDays = 92

// CapacityQuery asks for capacity from a date on; names narrow it.
type CapacityQuery struct {
	CapacityDate string `json:"capacityDate,omitempty" doc:"YYYY-MM-DD in the factory's zone"`
	Days         int    `json:"days,omitempty" minimum:"1" maximum:"92" doc:"from the date on; none: 14"`
	Section      string `json:"section,omitempty" doc:"name of a section; empty: all"`
	Group        string `json:"group,omitempty" doc:"name of a group; empty: all"`
}

type capacityInput struct{ Body CapacityQuery }

type capacityExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Body   CapacityQuery
}

var (
	msgCapacityDate = L("请选择产能日期", "Please choose a capacity date")
	msgCapacityDays = L("天数为 1 到 %d", "1 to %d days")
)

func (a *APS) mountCapacity(s *api.Server) {
	op := func(path, id, summary, permission string) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "aps/capacity/detail/" + path, ID: "aps-capacity-" + id, Summary: summary, Tag: "aps", Permission: permission,
			Example: &api.Example{Body: map[string]any{"capacityDate": "2026-03-02", "days": 7}},
		}
	}
	api.Read(s, op("query", "query", "What groups can work from a date on and what they are given", "aps.capacity.check"),
		func(ctx context.Context, tx store.Tx, in *capacityInput) (*CapacityDetail, error) {
			return a.Capacity(ctx, tx, in.Body)
		})
	export := op("export", "export", "Export the capacity of groups, a row for each day", "aps.capacity.export")
	export.Example.Query, export.Exports = map[string]string{"format": "csv"}, "schedule"
	api.Download(s, export, func(ctx context.Context, in *capacityExportInput) (*api.File, error) {
		return a.ExportCapacity(ctx, in.Body, in.Format)
	})
}

// groupKey names a group in plans and in the basic data: names differ within a section at least.
type groupKey struct{ section, name string }

// countedGroup is a group while it is counted.
type countedGroup struct {
	*capacity.Group
	people bool
	demand []int64
}

// capacityCount counts groups.
type capacityCount struct {
	days   int
	groups map[groupKey]*countedGroup
	byID   map[string]*countedGroup
}

func (c *capacityCount) of(key groupKey) *countedGroup {
	if c.groups[key] == nil {
		c.groups[key] = &countedGroup{capacity.NewGroup(c.days), false, make([]int64, c.days)}
	}
	return c.groups[key]
}

// Capacity is the capacity of every group from a date on.
func (a *APS) Capacity(ctx context.Context, tx store.Tx, q CapacityQuery) (*CapacityDetail, error) {
	zone, err := zoneOf(tx)
	if err != nil {
		return nil, err
	}
	first, ok := dayOf(q.CapacityDate, zone)
	if !ok {
		return nil, problem.Invalid(problem.Field("capacityDate", "required", msgCapacityDate))
	}
	days := cmp.Or(q.Days, 14)
	if days < 1 || days > mostCapacityDays {
		return nil, problem.Invalid(problem.Field("days", "range", msgCapacityDays, mostCapacityDays))
	}
	bounds := capacity.Days(first, days)
	out := &CapacityDetail{CapacityDate: q.CapacityDate, Zone: zone.String(), Days: datesOf(bounds), Groups: []CapacityGroup{}}
	resources, err := a.workables(ctx, tx, bounds)
	if err != nil {
		return nil, err
	}
	c := &capacityCount{days, map[groupKey]*countedGroup{}, map[string]*countedGroup{}}
	for i := range resources {
		g := resources[i].group
		of := c.of(groupKey{g.Section, g.Name})
		of.people, c.byID[g.ID] = g.People, of
	}
	load, err := a.loadInForce(ctx, tx, bounds, func(h *explaining.Plan) error { return c.unqueued(h, bounds) })
	if err != nil || load == nil {
		return out, err
	}
	out.InForce = load.by
	if err := a.give(ctx, tx, c, resources, load, bounds); err != nil {
		return nil, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	out.Groups = c.told(words, out.Days, words.SectionsNamed(q.Section), words.GroupsNamed(q.Group))
	return out, nil
}

// unqueued counts what groups would work if no operation waited for another one.
func (c *capacityCount) unqueued(h *explaining.Plan, bounds []time.Time) error {
	p, pass, err := capacity.Unqueued(h.Loaded.Problem, h.Loaded.Params.Direction)
	if err != nil {
		return err
	}
	at := make([]solver.Min, len(bounds))
	for i := range bounds {
		at[i] = h.Minute(bounds[i])
	}
	for o := range p.Ops {
		r := pass.Resource[o]
		if r < 0 || h.Loaded.Problem.Resources[r].Cap == 0 {
			continue // without a place, or at a supplier
		}
		if g := c.byID[h.File.Resources[r].Group]; g != nil {
			for i, m := range capacity.Occupied(p, pass, o, at) {
				g.demand[i] += m
			}
		}
	}
	return nil
}

// give adds what the plan in force gives the resources. A task on a machine that is gone, or that takes no part any more, stays with
// the group in which it is planned.
func (a *APS) give(ctx context.Context, tx store.Tx, c *capacityCount, resources []workable, load *inForceLoad, bounds []time.Time) error {
	works, there := load.byResource(), map[string]bool{}
	homes := map[string]*countedGroup{} // by resource
	for i := range resources {
		r := &resources[i]
		planned := make([]int64, c.days)
		for d := range planned {
			planned[d] = works[r.ID].minutes(d)
		}
		there[r.ID], homes[r.ID] = true, c.byID[r.Group]
		c.byID[r.Group].Give(r.Units, r.Minutes, planned)
	}
	locked, err := a.lockedNow(ctx, tx, load)
	if err != nil {
		return err
	}
	hidden := tx.Actor().Hidden
	for i := range load.tasks {
		t := &load.tasks[i]
		if !there[t.row.ResourceID] && (!seesResource(hidden, t.row.ResourceID) || slices.Contains(hidden.SectionNames, t.row.SectionName)) {
			continue
		}
		home := homes[t.row.ResourceID]
		switch {
		case t.row.Outsourced:
			if day := dayWith(bounds, *t.row.PlannedStart); day >= 0 && t.row.Status != model.OpFinished {
				c.of(groupKey{t.row.SectionName, t.row.GroupName}).Days[day].Outsourced += int64(t.row.Minutes)
			}
			continue
		case home == nil:
			home = c.of(groupKey{t.row.SectionName, t.row.GroupName})
			home.Give(0, make([]int64, c.days), t.days)
		}
		if locked[i] {
			home.Lock(t.days)
		}
		if t.row.Carried { // the pass without queues knows it where it stands
			for d := range t.days {
				home.demand[d] += t.days[d]
			}
		}
	}
	return nil
}

// lockedNow tells which of the tasks are locked at this moment.
func (a *APS) lockedNow(ctx context.Context, tx store.Tx, load *inForceLoad) ([]bool, error) {
	locked := make([]bool, len(load.tasks))
	if len(locked) == 0 {
		return locked, nil
	}
	rows := load.rows()
	standing, err := a.Standing(ctx, tx, rows)
	for i := range rows {
		locked[i] = rows[i].LockStatus == 1
		if s, known := standing[rows[i].Operation()]; known {
			locked[i] = s.Lock > 0
		}
	}
	return locked, err
}

// dayWith is the day in which a moment lies, -1 for none of them.
func dayWith(bounds []time.Time, at time.Time) int {
	for i := range len(bounds) - 1 {
		if !at.Before(bounds[i]) && at.Before(bounds[i+1]) {
			return i
		}
	}
	return -1
}

// told are the groups as their reader names them. Those that neither can work nor are given anything have no row.
func (c *capacityCount) told(words model.Words, days, sections, groups []string) []CapacityGroup {
	out := []CapacityGroup{}
	for key, g := range c.groups {
		if g.Nothing() || sections != nil && !slices.Contains(sections, key.section) || groups != nil && !slices.Contains(groups, key.name) {
			continue
		}
		g.Demand(g.demand)
		row := CapacityGroup{Section: words.Section(key.section), Group: words.Group(key.name), People: g.people, Units: g.Units, Total: capacityFigures(g.Total())}
		for i := range g.Days {
			row.Days = append(row.Days, CapacityDayRow{days[i], capacityFigures(g.Days[i])})
		}
		out = append(out, row)
	}
	slices.SortFunc(out, func(x, y CapacityGroup) int {
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Group, y.Group))
	})
	return out
}

var wordCapacity = L("产能明细 %s", "Capacity detail %s")

// capacityLine is a line of the file.
type capacityLine struct {
	group *CapacityGroup
	day   *CapacityDayRow
}

func capacityHours(key string, label problem.Text, of func(*CapacityDayRow) quantity.Minutes) sheetColumn[capacityLine] {
	return sheetColumn[capacityLine]{key, label, func(l *capacityLine, _ reader) any { return hoursCell(of(l.day)) }}
}

// capacitySheet are the columns of the file: a line for each group and day.
var capacitySheet = []sheetColumn[capacityLine]{
	{"section", L("工段", "Section"), func(l *capacityLine, _ reader) any { return l.group.Section }},
	{"group", L("资源组", "Resource group"), func(l *capacityLine, _ reader) any { return l.group.Group }},
	{"date", L("日期", "Date"), func(l *capacityLine, _ reader) any { return l.day.Date }},
	{"units", L("设备或人数", "Machines or people"), func(l *capacityLine, _ reader) any { return l.group.Units }},
	capacityHours("available", L("可用工时", "Available h"), func(d *CapacityDayRow) quantity.Minutes { return d.Available }),
	capacityHours("planned", L("计划工时", "Planned h"), func(d *CapacityDayRow) quantity.Minutes { return d.Planned }),
	capacityHours("locked", L("其中锁定", "Of these locked"), func(d *CapacityDayRow) quantity.Minutes { return d.Locked }),
	capacityHours("free", L("空闲工时", "Free h"), func(d *CapacityDayRow) quantity.Minutes { return d.Free }),
	capacityHours("beyond", L("超出工时", "Hours beyond"), func(d *CapacityDayRow) quantity.Minutes { return d.Beyond }),
	capacityHours("outsourced", L("外协工时", "Outsourced h"), func(d *CapacityDayRow) quantity.Minutes { return d.Outsourced }),
	capacityHours("overload", L("超负荷工时", "Overload h"), func(d *CapacityDayRow) quantity.Minutes { return d.Overload }),
	{"load", L("负荷 %", "Load %"), func(l *capacityLine, _ reader) any { return percentCell(l.day.Load) }},
	capacityHours("cumulativeFree", L("累计空闲工时", "Cumulative free h"), func(d *CapacityDayRow) quantity.Minutes { return d.CumulativeFree }),
}

// ExportCapacity is the capacity as a file.
func (a *APS) ExportCapacity(ctx context.Context, q CapacityQuery, format string) (*api.File, error) {
	var detail *CapacityDetail
	if err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) { detail, err = a.Capacity(ctx, tx, q); return err }); err != nil {
		return nil, err
	}
	var lines []capacityLine
	for i := range detail.Groups {
		g := &detail.Groups[i]
		for d := range g.Days {
			lines = append(lines, capacityLine{g, &g.Days[d]})
		}
	}
	title := wordCapacity.With(detail.CapacityDate).In(problem.Language(ctx))
	return sheetOfRows(ctx, a.deps.DB, title, format, capacitySheet, lines), nil
}
