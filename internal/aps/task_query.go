package aps

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// TaskQuery narrows the task table. A schedule or a mould number must be given; without a schedule the plan in force
// answers.
type TaskQuery struct {
	ScheduleID string `json:"scheduleId,omitempty"`
	PlanNumber int    `json:"planNumber,omitempty" minimum:"1" maximum:"1000000" doc:"of the schedule's plans; none: the newest. Needs a schedule"`
	MouldNo    string `json:"mouldNo,omitempty"`
	LockStatus *int   `json:"lockStatus,omitempty" minimum:"0" maximum:"2" doc:"0 unlocked, 1 locked, 2 all"`
	State      string `json:"state,omitempty" enum:"scheduled,unscheduled,late,conflict,assumed,marked,outsourced,batched,unbatched,carried,own" doc:"only tasks in this state; carried and own are scopes of their own, and go before scope"`
	// Scope is one for all other conditions: none of them shows fewer or more moulds than another.
	Scope      string `json:"scope,omitempty" enum:"own,carried,all" doc:"of a schedule's plan: own: tasks of the schedule's moulds, as its evaluation counts them; carried: of moulds that the schedule does not hold, kept from the plan in force; all: both. None: own, or all where taskIds name the tasks, and where no schedule is given"`
	Status     *int   `json:"status,omitempty" minimum:"0" maximum:"3" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	PartNo     string `json:"partNo,omitempty"`
	ResourceID string `json:"resourceId,omitempty"`
	Group      string `json:"group,omitempty" doc:"name of a resource group"`
	Section    string `json:"section,omitempty" doc:"name of a section"`
	Page       int    `json:"page,omitempty" minimum:"1" maximum:"1000000"`
	Size       int    `json:"size,omitempty" minimum:"1" maximum:"500"`
	Sort       string `json:"sort,omitempty"`
	Q          string `json:"q,omitempty"`
	// TaskIDs narrows it to some tasks.
	TaskIDs []string `json:"taskIds,omitempty" doc:"at most 500"`
}

type scheduleTasksInput struct{ Body TaskQuery }

// lockAll is the value of the lock filter that filters nothing.
const lockAll = 2

// taskStates are the states that the table can be narrowed to.
var taskStates = map[string]string{
	"scheduled": "planned_start IS NOT NULL", "unscheduled": "planned_start IS NULL", "late": "late", "conflict": "conflict > 0", "assumed": "assumed", "marked": "marks > 0", "outsourced": "outsourced",
	"batched": "batch_no <> ''", "unbatched": "batch_no = ''", "carried": "carried", "own": "NOT carried",
}

var (
	msgEither    = L("请选择排程名称或模具编号", "Please give a schedule name or a mould number")
	msgTaskIDs   = L("最多 %d 个任务", "At most %d tasks")
	msgTaskState = L("没有这种状态", "There is no such state")
	msgTaskScope = L("没有这种范围", "There is no such scope")
)

// TaskList is a page of the task table.
type TaskList struct {
	Rows  []TaskView `json:"rows" nullable:"false"`
	Total int        `json:"total" doc:"rows; a task that was cut has one for each segment"`
	Tasks int        `json:"tasks" doc:"of these rows: one that was cut counts once, as in every other count of tasks"`
	Page  int        `json:"page"`
	Size  int        `json:"size"`
}

// Tasks are the tasks of a plan, a page of them.
func (a *APS) Tasks(ctx context.Context, tx store.Tx, b TaskQuery) (TaskList, error) {
	page, err := a.taskRows(ctx, tx, b)
	out := TaskList{Rows: []TaskView{}, Total: page.Total, Page: page.Page, Size: page.Size}
	if err != nil {
		return out, err
	}
	again, err := a.segmentsAgain(ctx, tx, b)
	if err != nil {
		return out, err
	}
	out.Tasks = out.Total - again
	out.Rows, err = a.viewed(ctx, tx, page.Rows)
	return out, err
}

// segmentsAgain counts, of the rows that answer a question, those of which another segment of the same task answers it, too.
func (a *APS) segmentsAgain(ctx context.Context, tx store.Tx, b TaskQuery) (again int, err error) {
	planID, _, err := a.asked(ctx, tx, b)
	if err != nil {
		return 0, err
	}
	var cut []result.Task
	q, err := a.narrow(ctx, tx, b, tx.Seen(&cut).Columns("id", "task_id", "segment"), planID)
	if err != nil {
		return 0, err
	}
	if err := q.Where("segment > 0").Scan(ctx); err != nil || len(cut) == 0 {
		return 0, err
	}
	if b.live() {
		ids, err := a.liveIDs(ctx, tx, b, planID)
		if err != nil {
			return 0, err
		}
		cut = slices.DeleteFunc(cut, func(t result.Task) bool { return !slices.Contains(ids, t.ID) })
	}
	tasks := map[string]bool{}
	for i := range cut {
		tasks[cut[i].Whole()] = true
	}
	return len(cut) - len(tasks), nil
}

// taskRows are the rows of a page of the task table, each as it stands at this moment.
func (a *APS) taskRows(ctx context.Context, tx store.Tx, b TaskQuery) (List[result.Task], error) {
	out := List[result.Task]{Page: max(1, b.Page), Size: min(max(1, b.Size), resource.MaxPage)}
	if b.Size == 0 {
		out.Size = 50
	}
	planID, set, err := a.asked(ctx, tx, b)
	if err != nil {
		return out, err
	}
	if err := b.check(); err != nil {
		return out, err
	}
	if b.live() {
		ids, err := a.liveIDs(ctx, tx, b, planID)
		if err != nil {
			return out, err
		}
		out.Total = len(ids)
		from := min(resource.Before(out.Page, out.Size), len(ids))
		out.Rows, err = a.tasksByID(ctx, tx, ids[from:min(from+out.Size, len(ids))], set)
		return out, err
	}
	q, err := a.narrow(ctx, tx, b, tx.Seen(&out.Rows), planID)
	if err != nil {
		return out, err
	}
	if out.Total, err = q.Count(ctx); err != nil {
		return out, err
	}
	if q, err = a.ordered(ctx, tx, b, q, planID); err != nil {
		return out, err
	}
	if err := q.Limit(out.Size, resource.Before(out.Page, out.Size)).Scan(ctx); err != nil {
		return out, err
	}
	return out, a.told(ctx, tx, planID, out.Rows, set)
}

// told lays over tasks of a plan how they stand at this moment, and takes the names of moulds out of reach out of their conflicts.
func (a *APS) told(ctx context.Context, tx store.Tx, planID string, rows []result.Task, set map[string]any) error {
	hidden, err := result.HiddenMouldsOf(ctx, tx, planID)
	if err != nil {
		return err
	}
	hidden.Veil(rows)
	return a.stand(ctx, tx, rows, set)
}

// taskIDs are the rows of all tasks that answer a question, in its order.
func (a *APS) taskIDs(ctx context.Context, tx store.Tx, b TaskQuery, planID string) (ids []string, err error) {
	if b.live() {
		return a.liveIDs(ctx, tx, b, planID)
	}
	q, err := a.narrow(ctx, tx, b, tx.Seen((*result.Task)(nil)), planID)
	if err != nil {
		return nil, err
	}
	if q, err = a.ordered(ctx, tx, b, q, planID); err != nil {
		return nil, err
	}
	return ids, q.Columns("id").ScanColumn(ctx, &ids)
}

// tasksByID are the rows with the ids in their order, each as it stands at this moment. Rows that are gone are left out.
func (a *APS) tasksByID(ctx context.Context, tx store.Tx, ids []string, set map[string]any) (rows []result.Task, err error) {
	if err := tx.Seen(&rows).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, id := range ids {
		at[id] = i
	}
	slices.SortFunc(rows, func(x, y result.Task) int { return cmp.Compare(at[x.ID], at[y.ID]) })
	planID := ""
	if len(rows) > 0 {
		planID = rows[0].PlanID
	}
	return rows, a.told(ctx, tx, planID, rows, set)
}

// asked finds the plan that a question is about, and the settings that its tasks follow: the schedule's newest one, or
// without a schedule the plan in force.
func (a *APS) asked(ctx context.Context, tx store.Tx, b TaskQuery) (planID string, set map[string]any, err error) {
	s := new(entity.Schedule)
	switch {
	case b.ScheduleID != "":
		if s, err = entity.FindSchedule(ctx, tx, b.ScheduleID); err != nil {
			return "", nil, err
		}
		planID = s.PlanID // '' has no tasks
		if b.PlanNumber != 0 {
			if _, planID, err = entity.PlanAt(ctx, tx, b.ScheduleID, b.PlanNumber); err != nil {
				return "", nil, err
			}
		}
	case b.PlanNumber < 0:
		return "", nil, problem.Invalid(problem.Field("planNumber", "range", entity.MsgNumber))
	case b.PlanNumber != 0:
		return "", nil, problem.Invalid(problem.Field("scheduleId", "required", msgWhichSchedule))
	case b.MouldNo != "":
		var inForce entity.FactoryPlan
		if err := tx.Select(&inForce).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
			return "", nil, err
		}
		planID = inForce.PlanID
	default:
		return "", nil, problem.Refuse(msgEither)
	}
	set, err = s.Effective(ctx, tx)
	return planID, set, err
}

func (b TaskQuery) check() error {
	if len(b.TaskIDs) > resource.MaxPage {
		return problem.Invalid(problem.Field("taskIds", "atMost", msgTaskIDs, resource.MaxPage))
	}
	if _, known := taskStates[b.State]; !known && b.State != "" {
		return problem.Invalid(problem.Field("state", "choice", msgTaskState))
	}
	if !slices.Contains([]string{"", "own", "carried", "all"}, b.Scope) {
		return problem.Invalid(problem.Field("scope", "choice", msgTaskScope))
	}
	return checkSort(b.Sort, taskColumns)
}

// narrow adds to a question about a plan all conditions that the plan itself can answer. A plan keeps the names that people type;
// whoever reads English names asks by these.
func (a *APS) narrow(ctx context.Context, tx store.Tx, b TaskQuery, q *store.Select, planID string) (*store.Select, error) {
	text, words := resource.CleanSearch(b.Q), model.Words{}
	if text+b.Group+b.Section != "" {
		var err error
		if words, err = a.deps.EnglishNames.Searched(ctx, tx); err != nil {
			return nil, err
		}
	}
	english := cmp.Or(words.English, &model.EnglishNames{})
	q = q.Where("plan_id = ?", planID).ContainsOr(text, map[string][]string{
		"process_name": append(model.OwnWordsWith(text, problem.Language(ctx)), model.Containing(english.Processes, text)...),
		"group_name":   model.Containing(english.Groups, text), "resource_name": model.Containing(english.Resources, text),
	}, "mould_no", "part_no", "part_name", "batch_no", "process_name", "resource_name", "group_name")
	for column, value := range map[string]string{"mould_no": b.MouldNo, "part_no": b.PartNo, "resource_id": b.ResourceID} {
		if value != "" {
			q = q.Where(column+" = ?", value)
		}
	}
	if b.Group != "" {
		q = q.WhereIn("group_name", words.GroupsNamed(b.Group))
	}
	if b.Section != "" {
		q = q.WhereIn("section_name", words.SectionsNamed(b.Section))
	}
	return b.inState(q), nil
}

func (b TaskQuery) inState(q *store.Select) *store.Select {
	if len(b.TaskIDs) > 0 {
		q = q.WhereIn("task_id", b.TaskIDs)
	}
	for _, where := range []string{taskStates[b.State], taskStates[b.scope()]} {
		if where != "" {
			q = q.Where(where)
		}
	}
	return q
}

// scope is "own" or "carried", empty for both.
func (b TaskQuery) scope() string {
	switch {
	case b.State == "own" || b.State == "carried" || b.Scope == "all":
		return ""
	case b.Scope == "" && b.ScheduleID != "" && len(b.TaskIDs) == 0:
		return "own"
	}
	return b.Scope
}

// taskColumns are what the table can be sorted by.
var taskColumns = map[string]string{
	"mouldNo": "mould_no", "partNo": "part_no", "opNo": "op_no", "batchNo": "batch_no", "batchQty": "qty", "processName": "process_name", "resourceName": "resource_name", "groupName": "group_name", "plannedStart": "planned_start",
	"plannedEnd": "planned_end", "latestStart": "latest_start", "latestEnd": "latest_end", "hours": "minutes", "priority": "priority",
}

// checkSort refuses a key, with or without its minus, that is none of the columns. No key at all is the list's own order.
func checkSort(sort string, columns map[string]string) error {
	if columns[strings.TrimPrefix(sort, "-")] != "" || sort == "" {
		return nil
	}
	return problem.Invalid(resource.UnknownSort(sort))
}

// namedColumns are those that hold names which may differ on English screens, with how these call them.
var namedColumns = map[string]func(model.Words, string) string{
	"process_name": model.Words.Process, "group_name": model.Words.Group, "resource_name": model.Words.Resource,
}

// ordered sorts the tasks of a plan as the caller's screen shows them.
func (a *APS) ordered(ctx context.Context, tx store.Tx, b TaskQuery, q *store.Select, planID string) (*store.Select, error) {
	key, descending := strings.CutPrefix(b.Sort, "-")
	column := taskColumns[key]
	called := namedColumns[column]
	if called == nil || problem.Language(ctx) != problem.English {
		return q.Order(b.order()...), nil
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	var names []string
	if err := tx.Select((*result.Task)(nil)).Columns(column).Distinct().Where("plan_id = ?", planID).ScanColumn(ctx, &names); err != nil {
		return nil, err
	}
	slices.SortFunc(names, func(x, y string) int {
		return cmp.Or(cmp.Compare(called(words, x), called(words, y)), cmp.Compare(x, y))
	})
	return q.Ranked(column, names, descending).Order(b.order()...), nil
}

func (b TaskQuery) order() []string {
	key, descending := strings.CutPrefix(b.Sort, "-")
	order := taskColumns[key]
	if order == "" {
		order = "planned_start"
	} else if descending {
		order += " DESC"
	}
	return []string{order, "mould_no", "part_no", "op_no", "batch_no", "id"}
}
