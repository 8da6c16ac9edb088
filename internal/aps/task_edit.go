package aps

import (
	"context"
	"net/http"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// ScheduleTask is a task of a schedule with what an edit needs of its operation.
type ScheduleTask struct {
	TaskView
	OperationID string           `json:"operationId" doc:"empty for a step that follows from the mould order"`
	Version     int64            `json:"version" doc:"of the operation, 0 without one; lock, unlock, hours and outsource name it"`
	RecordHours quantity.Minutes `json:"recordHours" doc:"of the operation, or of its line for the machine where the task stands"`
	SetupHours  quantity.Minutes `json:"setupHours" doc:"of these"`
	SupplierID  string           `json:"supplierId"`
	LeadDays    quantity.Decimal `json:"leadDays"`
	Batches     bool             `json:"batches" doc:"the part goes in batches: lock, hours and outsourcing are changed at the operation"`
	Ordered     bool             `json:"ordered" doc:"it has an order at a supplier"`
	Lock        int              `json:"lock" enum:"0,1,2" doc:"of the operation: 0 none, 1 machine, 2 machine and times"`
	OnMachine   bool             `json:"onMachine" doc:"the plan has it on a machine: what people or suppliers do takes no lock"`
}

// TaskSupplier is a supplier to whom a plan can send work.
type TaskSupplier struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// ScheduleTaskList is a page of tasks with what an edit needs of them together.
type ScheduleTaskList struct {
	Rows      []ScheduleTask `json:"rows" nullable:"false"`
	Total     int            `json:"total" doc:"rows; a task that was cut has one for each segment"`
	Tasks     int            `json:"tasks" doc:"of these rows: one that was cut counts once"`
	Page      int            `json:"page"`
	Size      int            `json:"size"`
	PlanID    string         `json:"planId" doc:"of which the rows are, for changes to name; empty before the first run"`
	Suppliers []TaskSupplier `json:"suppliers" nullable:"false" doc:"to whom the plan can send work"`
}

// TaskUpdate is changes of tasks of a schedule, to be kept.
type TaskUpdate struct {
	ScheduleID string             `json:"scheduleId"`
	PlanID     string             `json:"planId,omitempty" doc:"the plan that the changes are meant for; it or version is named. Where a newer one was made of it by hand, the changes go on top of that, unless it has moved or changed one of their tasks"`
	Version    int64              `json:"version,omitempty" doc:"of the schedule: where it is named, nothing at all may have changed since"`
	Changes    []draft.PlanChange `json:"changes"`
}

type taskUpdateInput struct{ Body TaskUpdate }

type taskEditInput struct {
	Kind string `path:"kind" enum:"move,lock,unlock,hours,outsource,split,overtime"`
	Body TaskUpdate
}

var msgWhichSchedule = L("请选择排程", "Choose a schedule")

// mountKeep registers the tasks of a schedule with what an edit needs, and the calls that keep changes.
func (a *APS) mountKeep(s *api.Server) {
	op := func(path, id, summary, permission string, example *api.Example) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: "aps/" + path, ID: "aps-" + id, Summary: summary, Tag: "aps", Permission: permission, Example: example}
	}
	list := op("schedule/task/getList", "schedule-tasks", "Tasks of a schedule with what an edit needs", "aps.task.check", &api.Example{Body: map[string]any{"scheduleId": exampleSchedule, "lockStatus": lockAll}})
	api.Read(s, list, func(ctx context.Context, tx store.Tx, in *scheduleTasksInput) (ScheduleTaskList, error) {
		return a.ScheduleTasks(ctx, tx, in.Body)
	})
	body := func(change map[string]any) map[string]any {
		return map[string]any{"scheduleId": exampleSchedule, "planId": examplePlan, "changes": []any{change}}
	}
	update := op("schedule/task/update", "schedule-task-update", "Keep changes of tasks: a new plan, and the records that they belong to", "aps.schedule.modify", &api.Example{Body: body(map[string]any{"kind": "move", "taskId": exampleTask})})
	api.Call(s, update, func(ctx context.Context, in *taskUpdateInput) (Saved, error) { return a.keep(ctx, &in.Body) })
	edit := op("task/plan/edit/{kind}", "task-edit", "Keep changes of one kind", "aps.schedule.modify", &api.Example{Path: map[string]string{"kind": "move"}, Body: body(map[string]any{"taskId": exampleTask})})
	api.Call(s, edit, func(ctx context.Context, in *taskEditInput) (Saved, error) {
		for i := range in.Body.Changes {
			if c := &in.Body.Changes[i]; c.Kind == "" {
				c.Kind = in.Kind
			} else if c.Kind != in.Kind {
				c.Kind = "" // refused with its place
			}
		}
		return a.keep(ctx, &in.Body)
	})
}

func (a *APS) keep(ctx context.Context, in *TaskUpdate) (Saved, error) {
	s, err := a.Commit(ctx, in.ScheduleID, in.PlanID, in.Version, in.Changes)
	if err != nil {
		return Saved{}, err
	}
	return Saved{s.ID, s.Version}, nil
}

// ScheduleTasks are the tasks of a schedule's newest plan, a page of them, each with what an edit needs of its operation.
func (a *APS) ScheduleTasks(ctx context.Context, tx store.Tx, q TaskQuery) (ScheduleTaskList, error) {
	if q.ScheduleID == "" {
		return ScheduleTaskList{}, problem.Invalid(problem.Field("scheduleId", "required", msgWhichSchedule))
	}
	page, err := a.taskRows(ctx, tx, q)
	out := ScheduleTaskList{Rows: []ScheduleTask{}, Suppliers: []TaskSupplier{}, Total: page.Total, Page: page.Page, Size: page.Size}
	if err != nil {
		return out, err
	}
	again, err := a.segmentsAgain(ctx, tx, q)
	if err != nil {
		return out, err
	}
	out.Tasks = out.Total - again
	views, err := a.viewed(ctx, tx, page.Rows)
	if err != nil {
		return out, err
	}
	if out.PlanID, _, err = a.asked(ctx, tx, q); err != nil {
		return out, err
	}
	machines, err := a.resourcesOf(ctx, tx, &out)
	if err != nil {
		return out, err
	}
	ids := []string{}
	for i := range page.Rows {
		if id := page.Rows[i].Operation(); !model.Implied(id) {
			ids = append(ids, id)
		}
	}
	records := map[string]OperationRecord{}
	if len(ids) > 0 {
		if records, err = a.deps.Operations(ctx, tx, ids); err != nil {
			return out, err
		}
	}
	for i := range page.Rows {
		t := ScheduleTask{TaskView: views[i], OnMachine: machines[page.Rows[i].ResourceID]}
		id := page.Rows[i].Operation()
		if r, known := records[id]; known {
			t.OperationID, t.Version, t.RecordHours, t.SetupHours = id, r.Version, r.Minutes, r.Setup
			t.SupplierID, t.LeadDays, t.Batches, t.Ordered, t.Lock = r.SupplierID, r.LeadDays, r.Batched, r.Ordered, r.Lock
			if line, own := r.Lines[t.ResourceID]; own {
				t.RecordHours, t.SetupHours = line.Minutes, line.Setup
			}
		}
		out.Rows = append(out.Rows, t)
	}
	return out, nil
}

// resourcesOf tells which resources of a list's plan are machines, and names its suppliers in the list. A plan knows only
// those that were there when it was made: nobody else takes its tasks.
func (a *APS) resourcesOf(ctx context.Context, tx store.Tx, list *ScheduleTaskList) (machines map[string]bool, err error) {
	machines = map[string]bool{}
	if list.PlanID == "" {
		return machines, nil
	}
	var p entity.Plan
	if err := tx.Select(&p).Columns("id", "gantt").Where("id = ?", list.PlanID).Scan(ctx); err != nil {
		return nil, err
	}
	resources, err := result.ResourcesIn(p.Gantt)
	if err != nil {
		return nil, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	for i := range resources {
		switch r := &resources[i]; {
		case r.Kind == "machine":
			machines[r.ID] = true
		case r.Kind == "outside" && r.ID != model.AnySupplier:
			list.Suppliers = append(list.Suppliers, TaskSupplier{r.ID, words.Resource(r.Name)})
		}
	}
	return machines, err
}
