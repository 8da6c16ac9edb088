package aps

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"

	"mouldworks/internal/aps/capacity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// The resource week plan: what each resource can work on the days of a week, and what the plan in force gives it.

// WeekPlan is the plan in force of a week, resource by resource.
type WeekPlan struct {
	Week    string         `json:"week" doc:"ISO week in the factory's zone, such as 2026-W10"`
	Zone    string         `json:"zone"`
	Days    []string       `json:"days" nullable:"false" doc:"YYYY-MM-DD, Monday to Sunday"`
	InForce *plan.WorkedBy `json:"inForce" doc:"the plan that is counted; null while none is in force: there are no rows then"`
	Rows    []WeekRow      `json:"rows" nullable:"false"`
}

// WeekRow is the week of a machine, or of the people of a group.
type WeekRow struct {
	Section    string    `json:"section"`
	Group      string    `json:"group"`
	ResourceID string    `json:"resourceId"`
	Resource   string    `json:"resource"`
	Units      int       `json:"units" doc:"1 for a machine, for a group of people how many work at once"`
	Cells      []DayLoad `json:"cells" nullable:"false" doc:"of each day"`
	Total      DayLoad   `json:"total" doc:"of the week"`
}

// DayLoad is what a resource can work in a day or a week, and what it is given.
type DayLoad struct {
	Available quantity.Minutes `json:"available" doc:"hours of the calendar of today, without overtime and work rates; a machine that may run with nobody there counts around the clock"`
	Planned   quantity.Minutes `json:"planned" doc:"hours that tasks of the plan occupy"`
	Free      quantity.Minutes `json:"free" doc:"hours left of those available"`
	Beyond    quantity.Minutes `json:"beyond" doc:"hours planned beyond those available: in overtime, or since the calendar is another one than that of the plan"`
	Load      *float64         `json:"load" doc:"planned in per cent of available, at most 100, six decimals; null where nothing is available"`
	Tasks     int              `json:"tasks" doc:"one that was cut counts once"`
}

func dayLoad(l capacity.Load) DayLoad {
	return DayLoad{quantity.Minutes(l.Available), quantity.Minutes(l.Planned), quantity.Minutes(l.Free), quantity.Minutes(l.Beyond), l.Percent(), l.Tasks}
}

// WeekQuery asks for a week; names narrow it.
type WeekQuery struct {
	Week       string `json:"week,omitempty" doc:"ISO week, such as 2026-W10"`
	Section    string `json:"section,omitempty" doc:"name of a section; empty: all"`
	Group      string `json:"group,omitempty" doc:"name of a group; empty: all"`
	ResourceID string `json:"resourceId,omitempty"`
}

// CellTasks are the tasks that a resource works on a day.
type CellTasks struct {
	Date       string           `json:"date"`
	Resource   string           `json:"resource"`
	Load       DayLoad          `json:"load"`
	InForce    *plan.WorkedBy   `json:"inForce"`
	Tasks      []CellTask       `json:"tasks" nullable:"false" doc:"by planned start"`
	Others     int              `json:"others" doc:"tasks of moulds or sections that the reader may not see"`
	OtherHours quantity.Minutes `json:"otherHours" doc:"of these, on the day"`
}

// CellTask is a task with what it works on a day.
type CellTask struct {
	TaskView
	MouldID  string           `json:"mouldId"`
	DayHours quantity.Minutes `json:"dayHours" doc:"hours that it takes of its resource on the day, of all people together"`
}

type weekInput struct{ Body WeekQuery }

type weekExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Body   WeekQuery
}

type cellInput struct {
	Body struct {
		ResourceID string `json:"resourceId,omitempty"`
		Date       string `json:"date,omitempty" doc:"YYYY-MM-DD in the factory's zone"`
	}
}

var (
	msgInterval = L("请选择查询区间", "Please choose a query interval")
	msgWeek     = L("周的写法如 2026-W10", "A week is written like 2026-W10")
	msgResource = L("请选择资源", "Please choose a resource")
)

func (a *APS) mountWeekPlan(s *api.Server) {
	op := func(path, id, summary, permission string, body any) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "aps/resource/week/plan/" + path, ID: "aps-week-plan-" + id, Summary: summary, Tag: "aps", Permission: permission,
			Example: &api.Example{Body: body},
		}
	}
	week := map[string]any{"week": "2026-W10"}
	api.Read(s, op("query", "query", "What resources can work in a week and what they are given", "aps.weekPlan.check", week),
		func(ctx context.Context, tx store.Tx, in *weekInput) (*WeekPlan, error) {
			return a.Week(ctx, tx, in.Body)
		})
	api.Read(s, op("tasks", "tasks", "What a resource works on a day", "aps.weekPlan.check", map[string]any{"resourceId": exampleStoredMachine, "date": "2026-03-02"}),
		func(ctx context.Context, tx store.Tx, in *cellInput) (*CellTasks, error) {
			return a.WorkOfDay(ctx, tx, in.Body.ResourceID, in.Body.Date)
		})
	export := op("export", "export", "Export the week plan of resources", "aps.weekPlan.export", week)
	export.Example.Query, export.Exports = map[string]string{"format": "csv"}, "schedule"
	api.Download(s, export, func(ctx context.Context, in *weekExportInput) (*api.File, error) {
		return a.ExportWeek(ctx, in.Body, in.Format)
	})
}

// Week is the plan in force of a week.
func (a *APS) Week(ctx context.Context, tx store.Tx, q WeekQuery) (*WeekPlan, error) {
	zone, err := zoneOf(tx)
	if err != nil {
		return nil, err
	}
	if q.Week == "" {
		return nil, problem.Invalid(problem.Field("week", "required", msgInterval))
	}
	monday, ok := capacity.Week(q.Week, zone)
	if !ok {
		return nil, problem.Invalid(problem.Field("week", "format", msgWeek))
	}
	bounds := capacity.Days(monday, 7)
	out := &WeekPlan{Week: q.Week, Zone: zone.String(), Days: datesOf(bounds), Rows: []WeekRow{}}
	load, err := a.loadInForce(ctx, tx, bounds, nil)
	if err != nil || load == nil {
		return out, err
	}
	out.InForce = load.by
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	resources, err := a.workables(ctx, tx, bounds)
	if err != nil {
		return nil, err
	}
	planned := load.byResource()
	sections, groups := words.SectionsNamed(q.Section), words.GroupsNamed(q.Group)
	for _, r := range resources {
		if sections != nil && !slices.Contains(sections, r.group.Section) || groups != nil && !slices.Contains(groups, r.group.Name) || q.ResourceID != "" && q.ResourceID != r.ID {
			continue
		}
		row := WeekRow{Section: words.Section(r.group.Section), Group: words.Group(r.group.Name), ResourceID: r.ID, Resource: words.Resource(r.name), Units: r.Units}
		total := capacity.Load{Tasks: planned[r.ID].count(0, len(out.Days))}
		for i, available := range r.Minutes {
			cell := capacity.LoadOf(available, planned[r.ID].minutes(i), planned[r.ID].count(i, i+1))
			total.Add(cell)
			row.Cells = append(row.Cells, dayLoad(cell))
		}
		row.Total = dayLoad(total)
		out.Rows = append(out.Rows, row)
	}
	slices.SortStableFunc(out.Rows, func(x, y WeekRow) int {
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Group, y.Group), cmp.Compare(x.Resource, y.Resource))
	})
	return out, nil
}

// resourceTasks are the tasks of one resource.
type resourceTasks []*loadedTask

func (l *inForceLoad) byResource() map[string]resourceTasks {
	of := map[string]resourceTasks{}
	for i := range l.tasks {
		t := &l.tasks[i]
		of[t.row.ResourceID] = append(of[t.row.ResourceID], t)
	}
	return of
}

func (r resourceTasks) minutes(day int) (sum int64) {
	for _, t := range r {
		sum += t.days[day]
	}
	return sum
}

// count is how many tasks work within days; segments of one task count once.
func (r resourceTasks) count(from, to int) int {
	tasks := map[string]bool{}
	for _, t := range r {
		if slices.ContainsFunc(t.days[from:to], func(minutes int64) bool { return minutes > 0 }) {
			tasks[t.row.Whole()] = true
		}
	}
	return len(tasks)
}

// WorkOfDay lists what the plan in force gives a resource on a day. Of moulds out of reach it tells how much alone.
func (a *APS) WorkOfDay(ctx context.Context, tx store.Tx, resourceID, date string) (*CellTasks, error) {
	zone, err := zoneOf(tx)
	if err != nil {
		return nil, err
	}
	if resourceID == "" {
		return nil, problem.Invalid(problem.Field("resourceId", "required", msgResource))
	}
	day, ok := dayOf(date, zone)
	if !ok {
		return nil, problem.Invalid(problem.Field("date", "required", msgPlanDate))
	}
	bounds := capacity.Days(day, 1)
	resources, err := a.workables(ctx, tx, bounds)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(resources, func(r workable) bool { return r.ID == resourceID })
	if at < 0 {
		return nil, problem.NotFound(labelResource)
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	out := &CellTasks{Date: date, Resource: words.Resource(resources[at].name), Tasks: []CellTask{}, Load: dayLoad(capacity.LoadOf(resources[at].Minutes[0], 0, 0))}
	load, err := a.loadInForce(ctx, tx, bounds, nil)
	if err != nil || load == nil {
		return out, err
	}
	out.InForce = load.by
	works := load.byResource()[resourceID]
	out.Load = dayLoad(capacity.LoadOf(resources[at].Minutes[0], works.minutes(0), works.count(0, 1)))
	return out, a.tellWork(ctx, tx, load, works, out)
}

// tellWork words the tasks of a day that its reader may see, each as it stands at this moment, and counts the others.
func (a *APS) tellWork(ctx context.Context, tx store.Tx, load *inForceLoad, works resourceTasks, out *CellTasks) error {
	hidden := tx.Actor().Hidden
	var rows []result.Task
	var minutes []int64
	others := map[string]bool{}
	for _, t := range works {
		switch {
		case t.days[0] == 0:
		case hidden.Mould(t.row.MouldID) || slices.Contains(hidden.SectionNames, t.row.SectionName):
			others[t.row.Whole()] = true
			out.OtherHours += quantity.Minutes(t.days[0])
		default:
			rows, minutes = append(rows, t.row), append(minutes, t.days[0])
		}
	}
	out.Others = len(others)
	set, err := load.of.Effective(ctx, tx)
	if err != nil {
		return err
	}
	if err := a.told(ctx, tx, load.planID, rows, set); err != nil {
		return err
	}
	views, err := a.viewed(ctx, tx, rows)
	for i := range views {
		out.Tasks = append(out.Tasks, CellTask{views[i], rows[i].MouldID, quantity.Minutes(minutes[i])})
	}
	return err
}

var (
	wordWeekPlan = L("资源周计划 %s", "Resource week plan %s")
	wordHours    = L("%s %s", "%s %s")
	wordWeek     = L("本周", "Week")

	loadFigures = []struct {
		label problem.Text
		of    func(DayLoad) any
	}{
		{L("可用工时", "available h"), func(d DayLoad) any { return hoursCell(d.Available) }},
		{L("计划工时", "planned h"), func(d DayLoad) any { return hoursCell(d.Planned) }},
		{L("负荷 %", "load %"), func(d DayLoad) any { return percentCell(d.Load) }},
	}
)

func hoursCell(m quantity.Minutes) any { return result.TwoPlaces(m.Hours().Float()) }

// percentCell is a share as it is counted, a dash where there is nothing to have a share of.
func percentCell(x *float64) any {
	if x == nil {
		return "-"
	}
	return *x
}

// weekSheet are the columns of the week as a file: three figures for each day, and for the week.
func weekSheet(days []string) []sheetColumn[WeekRow] {
	columns := []sheetColumn[WeekRow]{
		{"section", L("工段", "Section"), func(r *WeekRow, _ reader) any { return r.Section }},
		{"group", L("资源组", "Resource group"), func(r *WeekRow, _ reader) any { return r.Group }},
		{"resource", L("资源", "Resource"), func(r *WeekRow, _ reader) any { return r.Resource }},
	}
	for i, day := range days {
		for _, f := range loadFigures {
			columns = append(columns, sheetColumn[WeekRow]{day, wordHours.With(day, f.label), func(r *WeekRow, _ reader) any { return f.of(r.Cells[i]) }})
		}
	}
	for _, f := range loadFigures {
		columns = append(columns, sheetColumn[WeekRow]{"total", wordHours.With(wordWeek, f.label), func(r *WeekRow, _ reader) any { return f.of(r.Total) }})
	}
	return append(columns, sheetColumn[WeekRow]{"beyond", L("超出工时", "Hours beyond"), func(r *WeekRow, _ reader) any { return hoursCell(r.Total.Beyond) }})
}

// ExportWeek is the week as a file.
func (a *APS) ExportWeek(ctx context.Context, q WeekQuery, format string) (*api.File, error) {
	var week *WeekPlan
	if err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) { week, err = a.Week(ctx, tx, q); return err }); err != nil {
		return nil, err
	}
	title := wordWeekPlan.With(week.Week).In(problem.Language(ctx))
	return sheetOfRows(ctx, a.deps.DB, title, format, weekSheet(week.Days), week.Rows), nil
}

// sheetOfRows is the file of rows that are counted already.
func sheetOfRows[T any](ctx context.Context, db *store.DB, title, format string, columns []sheetColumn[T], rows []T) *api.File {
	ids, at := make([]string, len(rows)), map[string]int{}
	for i := range rows {
		ids[i] = strconv.Itoa(i)
		at[ids[i]] = i
	}
	return sheetOf(ctx, db, title, format, columns, ids, func(_ context.Context, _ store.Tx, piece []string) ([]T, error) {
		first := at[piece[0]]
		return rows[first : first+len(piece)], nil
	})
}
