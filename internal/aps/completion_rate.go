package aps

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"mouldworks/internal/aps/completion"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// The plan completion rate: how much of what the plans of each day meant to end on it was finished by then.

// CompletionRate is the completion rate of an interval.
type CompletionRate struct {
	From    string             `json:"from"`
	To      string             `json:"to"`
	Zone    string             `json:"zone"`
	InForce *plan.WorkedBy     `json:"inForce" doc:"the plan in force now; null while none is"`
	NoPlan  []string           `json:"noPlan" nullable:"false" doc:"days of which no plan in force is on record: nothing was planned for them, and they have no rate"`
	Total   CompletionFigures  `json:"total"`
	Groups  []CompletionGroup  `json:"groups" nullable:"false"`
	Days    []CompletionDay    `json:"days" nullable:"false" doc:"each day of the interval; they sum to the total"`
	Choices []CompletionChoice `json:"choices" nullable:"false" doc:"groups of which there are tasks, however the question is narrowed"`
	Others  int                `json:"others" doc:"tasks of the total that are of moulds which the reader may not see"`
	Removed int                `json:"removed" doc:"tasks of the total whose operation was deleted since; they are unfinished"`
}

// CompletionFigures are the tasks of a base by their states, as a number and in planned hours.
type CompletionFigures struct {
	Count CompletionCounts `json:"count"`
	Hours CompletionHours  `json:"hours" doc:"planned hours; out of plan: standard hours"`
}

// CompletionCounts are numbers of tasks. One that was planned anew may be planned for several days, and counts on each.
type CompletionCounts struct {
	Base       int      `json:"base" doc:"planned for the days: early + onTime + late + unfinished"`
	Early      int      `json:"early" doc:"finished before its day began"`
	OnTime     int      `json:"onTime" doc:"finished by the end of its day, or by its planned end"`
	Late       int      `json:"late" doc:"finished later"`
	Unfinished int      `json:"unfinished" doc:"not finished by now"`
	OutOfPlan  int      `json:"outOfPlan" doc:"finished within the interval and planned for none of its days; no part of base and rate"`
	Rate       *float64 `json:"rate" doc:"early and onTime in per cent of base, at most 100, six decimals; null without a base"`
}

// CompletionHours are the same in hours.
type CompletionHours struct {
	Base       quantity.Minutes `json:"base"`
	Early      quantity.Minutes `json:"early"`
	OnTime     quantity.Minutes `json:"onTime"`
	Late       quantity.Minutes `json:"late"`
	Unfinished quantity.Minutes `json:"unfinished"`
	OutOfPlan  quantity.Minutes `json:"outOfPlan"`
	Rate       *float64         `json:"rate"`
}

// CompletionGroup is a part of the tasks: of a section, a group, a person or a day.
type CompletionGroup struct {
	Key     string   `json:"key" doc:"for the detail"`
	Kind    string   `json:"kind" enum:"section,group,day,person,team,supplier,unseen,gone,nobody" doc:"person: has reported the finish; team: people whom an unfinished task is planned for; supplier: an order came back; unseen: people whom the reader may not see; gone: no member any more; nobody: not finished, and planned for a machine"`
	Name    string   `json:"name" doc:"empty where it has none"`
	Section string   `json:"section" doc:"of a group"`
	Target  *float64 `json:"target" doc:"target completion rate of a section in per cent; null where it has none, and for all others"`
	CompletionFigures
}

// CompletionDay is a day of the interval.
type CompletionDay struct {
	Date string          `json:"date"`
	Plan *CompletionPlan `json:"plan" doc:"in force when the day began; null where none is on record"`
	CompletionFigures
}

// CompletionPlan names a plan as it was called then.
type CompletionPlan struct {
	Name       string `json:"name" doc:"of its schedule"`
	PlanNumber int    `json:"planNumber"`
}

// CompletionChoice is a group by which the question can be narrowed.
type CompletionChoice struct {
	Section string `json:"section"`
	Group   string `json:"group"`
}

// CompletionQuery asks for the completion rate of an interval; names narrow it.
type CompletionQuery struct {
	From    string `json:"from,omitempty" doc:"YYYY-MM-DD in the factory's zone"`
	To      string `json:"to,omitempty" doc:"YYYY-MM-DD, not after today; at most 366 days"`
	By      string `json:"by,omitempty" enum:"section,group,person,day" doc:"left out: section"`
	OnTime  string `json:"onTime,omitempty" enum:"day,moment" doc:"day: by the end of the planned day; moment: by the planned end, to the minute; left out: day"`
	Section string `json:"section,omitempty" doc:"name of a section; empty: all"`
	Group   string `json:"group,omitempty" doc:"name of a resource group; empty: all"`
}

type completionInput struct{ Body CompletionQuery }

// mostCompletionDays bounds the interval.
const mostCompletionDays = 366

var (
	msgDate          = L("日期的写法如 2026-03-02", "A date is written like 2026-03-02")
	msgIntervalOrder = L("结束日期不能早于开始日期", "The end of the interval must not lie before its start")
	msgIntervalAhead = L("结束日期不能晚于今天", "The interval must not end after today")
	msgIntervalLong  = L("查询区间最多 %d 天", "The interval has at most %d days")
	msgCompletionBy  = L("没有该选项", "There is no such choice")
)

func (a *APS) mountCompletion(s *api.Server) {
	example := map[string]any{"from": "2026-03-02", "to": "2026-03-08", "by": "section"}
	op := func(path, id, summary, permission string) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "aps/completion/rate/" + path, ID: "aps-completion-" + id, Summary: summary, Tag: "aps", Permission: permission, Example: &api.Example{Body: example},
		}
	}
	api.Read(s, op("query", "query", "How much of what was planned for the days of an interval was finished by then", "aps.completionRate.check"),
		func(ctx context.Context, tx store.Tx, in *completionInput) (*CompletionRate, error) {
			return a.Completion(ctx, tx, in.Body)
		})
	api.Read(s, op("detail", "detail", "The tasks behind a completion rate", "aps.completionRate.check"),
		func(ctx context.Context, tx store.Tx, in *completionDetailInput) (*CompletionTasks, error) {
			return a.CompletionDetail(ctx, tx, in.Body)
		})
	export := op("export", "export", "Export the tasks behind a completion rate", "aps.completionRate.export")
	export.Example.Query, export.Exports = map[string]string{"format": "csv"}, "schedule"
	api.Download(s, export, func(ctx context.Context, in *completionExportInput) (*api.File, error) {
		return a.ExportCompletion(ctx, in.Body, in.Format)
	})
}

// days are the days of the interval, if it is one that can be asked about.
func (q *CompletionQuery) days(a *APS, tx store.Tx) ([]completion.Day, error) {
	zone, err := zoneOf(tx)
	if err != nil {
		return nil, err
	}
	var bad []problem.FieldError
	if !slices.Contains([]string{"", byGroup, bySection, byPerson, byDay}, q.By) {
		bad = append(bad, problem.Field("by", "choice", msgCompletionBy))
	}
	if !slices.Contains([]string{"", completion.ByDay, completion.ByMoment}, q.OnTime) {
		bad = append(bad, problem.Field("onTime", "choice", msgCompletionBy))
	}
	for _, x := range []struct{ field, value string }{{"from", q.From}, {"to", q.To}} {
		if x.value == "" {
			bad = append(bad, problem.Field(x.field, "required", msgInterval))
		} else if _, ok := dayOf(x.value, zone); !ok {
			bad = append(bad, problem.Field(x.field, "format", msgDate))
		}
	}
	if len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	from, _ := dayOf(q.From, zone)
	to, _ := dayOf(q.To, zone)
	switch {
	case to.Before(from):
		return nil, problem.Invalid(problem.Field("to", "order", msgIntervalOrder))
	case to.After(a.deps.Now()):
		return nil, problem.Invalid(problem.Field("to", "future", msgIntervalAhead))
	case to.After(from.AddDate(0, 0, mostCompletionDays-1)):
		return nil, problem.Invalid(problem.Field("to", "range", msgIntervalLong, mostCompletionDays))
	}
	return completion.Days(from, to), nil
}

// What tasks are grouped by.
const (
	bySection = "section"
	byGroup   = "group"
	byPerson  = "person"
	byDay     = "day"
)

// completionKey is a part of the tasks.
type completionKey struct{ kind, id, name, section string }

// text is the key as the answer names it; nobody reads anything out of it.
func (k completionKey) text() string {
	return fmt.Sprintf("%s:%d:%s%s%s", k.kind, len(k.section), k.section, k.id, k.name)
}

func (t *completionTask) key(by string) completionKey {
	switch by {
	case byGroup:
		return completionKey{kind: byGroup, name: t.GroupName, section: t.SectionName}
	case byPerson:
		return completionKey{kind: t.by.kind, id: t.by.id, name: t.by.name}
	case byDay:
		return completionKey{kind: byDay, name: t.Day}
	}
	return completionKey{kind: bySection, name: t.SectionName}
}

// Completion is the completion rate of an interval.
func (a *APS) Completion(ctx context.Context, tx store.Tx, q CompletionQuery) (*CompletionRate, error) {
	days, err := q.days(a, tx)
	if err != nil {
		return nil, err
	}
	zone := days[0].Begins.Location()
	out := &CompletionRate{From: q.From, To: q.To, Zone: zone.String(), NoPlan: []string{}, Groups: []CompletionGroup{}, Days: []CompletionDay{}, Choices: []CompletionChoice{}}
	if out.InForce, err = a.WorkedBy(ctx, tx); err != nil {
		return nil, err
	}
	c, err := a.countCompletion(ctx, tx, days, q.OnTime)
	if err != nil {
		return nil, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	out.Choices = c.choices(words)
	c.narrow(words, q)
	var byDays []completion.Counted[string]
	var parts []completion.Counted[completionKey]
	for i := range c.tasks {
		t := &c.tasks[i]
		byDays = append(byDays, completion.Counted[string]{Of: t.Day, State: t.state, Minutes: int64(t.Minutes)})
		parts = append(parts, completion.Counted[completionKey]{Of: t.key(q.By), State: t.state, Minutes: int64(t.Minutes)})
		if t.hidden {
			out.Others++
		}
		if t.removed {
			out.Removed++
		}
	}
	ofDay, total := completion.Count(byDays)
	out.Total = completionFigures(&total)
	for _, d := range days {
		day := CompletionDay{Date: d.Date, CompletionFigures: completionFigures(cmp.Or(ofDay[d.Date], &completion.Figures{}))}
		if p := c.plans[d.Date]; p != nil {
			day.Plan = &CompletionPlan{p.ScheduleName, p.PlanNumber}
		} else {
			out.NoPlan = append(out.NoPlan, d.Date)
		}
		out.Days = append(out.Days, day)
	}
	ofKey, _ := completion.Count(parts)
	targets, err := a.deps.CompletionTargets(ctx, tx)
	if err != nil {
		return nil, err
	}
	for k, f := range ofKey {
		g := CompletionGroup{Key: k.text(), Kind: k.kind, Name: k.named(words), Section: words.Section(k.section), CompletionFigures: completionFigures(f)}
		if target, has := targets[k.name]; has && k.kind == bySection {
			g.Target = new(target.Float())
		}
		out.Groups = append(out.Groups, g)
	}
	slices.SortFunc(out.Groups, func(x, y CompletionGroup) int {
		return cmp.Or(cmp.Compare(completionOrder(x.Kind), completionOrder(y.Kind)), cmp.Compare(x.Section, y.Section), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Key, y.Key))
	})
	return out, nil
}

// completionOrder is where a kind stands among others: people first, then those who are none.
func completionOrder(kind string) int {
	return slices.Index([]string{kindPerson, kindTeam, kindSupplier, kindUnseen, kindGone, kindNobody}, kind)
}

// named is what readers call a part.
func (k completionKey) named(words model.Words) string {
	switch k.kind {
	case bySection:
		return words.Section(k.name)
	case byGroup, kindTeam:
		return words.Group(k.name)
	}
	return k.name
}

// choices are the groups of the tasks.
func (c *completionCount) choices(words model.Words) []CompletionChoice {
	list := []CompletionChoice{}
	for i := range c.tasks {
		list = append(list, CompletionChoice{words.Section(c.tasks[i].SectionName), words.Group(c.tasks[i].GroupName)})
	}
	slices.SortFunc(list, func(x, y CompletionChoice) int {
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Group, y.Group))
	})
	return slices.Compact(list)
}

// narrow leaves the tasks of the section and group that are asked for.
func (c *completionCount) narrow(words model.Words, q CompletionQuery) {
	sections, groups := words.SectionsNamed(q.Section), words.GroupsNamed(q.Group)
	c.tasks = slices.DeleteFunc(c.tasks, func(t completionTask) bool {
		return sections != nil && !slices.Contains(sections, t.SectionName) || groups != nil && !slices.Contains(groups, t.GroupName)
	})
}

func completionFigures(f *completion.Figures) CompletionFigures {
	c, m := f.Count, f.Minutes
	h := func(minutes int64) quantity.Minutes { return quantity.Minutes(minutes) }
	return CompletionFigures{
		CompletionCounts{int(c.Base), int(c.Early), int(c.OnTime), int(c.Late), int(c.Unfinished), int(c.OutOfPlan), c.Rate()},
		CompletionHours{h(m.Base), h(m.Early), h(m.OnTime), h(m.Late), h(m.Unfinished), h(m.OutOfPlan), m.Rate()},
	}
}
