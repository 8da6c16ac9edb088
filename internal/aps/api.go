package aps

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// RunView is how a run goes.
type RunView struct {
	RunID      string `json:"runId"`
	ScheduleID string `json:"scheduleId"`
	State      string `json:"state" enum:"queued,running,success,failure,cancelled"`
	Phase      string `json:"phase"`
	Percent    int    `json:"percent"`
	Objective  int64  `json:"objective"`
	Late       int    `json:"late"`
	Seconds    int    `json:"seconds"`
	Message    string `json:"message"`
	Queued     bool   `json:"queued"`
}

// ScheduleView is a row of the schedule list.
type ScheduleView struct {
	ID             string     `json:"id"`
	Version        int64      `json:"version"`
	Name           string     `json:"name"`
	StartTime      time.Time  `json:"startTime"`
	DeliveryTime   *time.Time `json:"deliveryTime"`
	MouldIDs       []string   `json:"mouldIds" nullable:"false"`
	Status         int        `json:"status"`
	RunStatus      int        `json:"runStatus"`
	RunSeconds     *float64   `json:"runSeconds"`
	SchedulerName  string     `json:"schedulerName"`
	PublisherName  string     `json:"publisherName"`
	PublishTime    *time.Time `json:"publishTime"`
	CreateTime     time.Time  `json:"createTime"`
	CreateUserName string     `json:"createUserName"`
	DefaultFlag    bool       `json:"defaultFlag"`
	ApsFlag        bool       `json:"apsFlag" doc:"false for a simulation"`
	Simulation     bool       `json:"simulation" doc:"plans with the mock settings before the others and is never published"`
	LockState      int        `json:"lockState" doc:"1: running or published, its form cannot be changed; 0 otherwise"`
	InForceSince   *time.Time `json:"inForceSince"`
	Moulds         int        `json:"moulds"`
	Tasks          int        `json:"tasks"`
	Unscheduled    int        `json:"unscheduled"`
	Late           int        `json:"late"`
	Run            *RunView   `json:"run"`
	Message        string     `json:"message"`
}

// ConfigView is a schedule as its form shows it.
type ConfigView struct {
	Config
	Defaults     map[string]any `json:"defaults" doc:"what holds where the schedule is silent"`
	MockDefaults map[string]any `json:"mockDefaults" doc:"the same in a simulation"`
}

func config(s *Schedule) Config {
	start := s.StartTime
	return Config{ID: s.ID, Version: s.Version, Name: s.Name, StartTime: &start, DeliveryTime: s.DeliveryTime, MouldIDs: s.MouldIDs, DefaultFlag: &s.Default, Simulation: &s.Simulation, Settings: s.Settings}
}

// List is a page of rows.
type List[T any] struct {
	Rows  []T `json:"rows" nullable:"false"`
	Total int `json:"total"`
	Page  int `json:"page"`
	Size  int `json:"size"`
}

// ListQuery asks for a page of schedules.
type ListQuery struct {
	Page int    `json:"page,omitempty"`
	Size int    `json:"size,omitempty"`
	Sort string `json:"sort,omitempty"`
	Q    string `json:"q,omitempty"`
}

type scheduleQueryInput struct{ Body ListQuery }

type scheduleIDInput struct {
	Body struct {
		ID string `json:"id"`
	}
}

type scheduleOptionalIDInput struct {
	Body struct {
		ID string `json:"id,omitempty"`
	}
}

type scheduleCancelInput struct {
	Body struct {
		ID       string `json:"id"`
		KeepBest bool   `json:"keepBest,omitempty"`
	}
}

type scheduleReleaseInput struct {
	Body struct {
		ID  string   `json:"id,omitempty"`
		IDs []string `json:"ids,omitempty" doc:"a selection; more than one is refused"`
	}
}

var msgOnlyOne = L("只能选择一条记录发布", "Exactly one record can be selected to publish")

type scheduleIDsInput struct {
	Body struct {
		IDs []string `json:"ids"`
	}
}

type scheduleRenameInput struct {
	Body struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
}

// Saved says which row a save has written.
type Saved struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
}

// Started says which run has begun.
type Started struct {
	RunID string `json:"runId"`
}

// Need says whether production data have moved on since the last run.
type Need struct {
	Needed  bool `json:"needed"`
	Moulds  int  `json:"moulds"`
	Tasks   int  `json:"tasks"`
	Masters int  `json:"masters" doc:"master records and settings"`
}

// Choice is an entry to choose from.
type Choice struct {
	ID       string     `json:"id"`
	Name     string     `json:"name"`
	MouldNo  string     `json:"mouldNo,omitempty"`
	Delivery *time.Time `json:"delivery,omitempty"`
}

// Base is what the form of a schedule needs.
type Base struct {
	Sections       []string   `json:"sections" nullable:"false"`
	Groups         []Choice   `json:"groups" nullable:"false"`
	Machines       []Choice   `json:"machines" nullable:"false"`
	Moulds         []Choice   `json:"moulds" nullable:"false"`
	LatestDelivery *time.Time `json:"latestDelivery"`
	Zone           string     `json:"zone"`
}

// Mount registers the scheduling calls.
func (a *APS) Mount(s *api.Server) {
	op := func(path, id, summary, permission string, body any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: "aps/" + path, ID: "aps-" + id, Summary: summary, Tag: "aps", Permission: permission, Example: &api.Example{Body: body}}
	}
	one := map[string]any{"id": exampleSchedule}
	api.Read(s, op("exe/job/query", "query", "List schedules", "aps.schedule.check", map[string]any{"page": 1, "size": 50}), func(ctx context.Context, tx store.Tx, in *scheduleQueryInput) (List[ScheduleView], error) {
		return a.List(ctx, tx, in.Body)
	})
	api.Read(s, op("exe/job/configQuery", "config-query", "A schedule's form", "aps.schedule.detail", one), a.configQuery)
	api.Write(s, op("exe/job/configSave", "config-save", "Make or change a schedule", "aps.schedule.modify", map[string]any{"name": "三月计划", "startTime": "2026-03-02T00:00:00Z"}),
		func(ctx context.Context, tx store.Tx, in *struct{ Body Config }) (Saved, error) {
			sch, err := a.Save(ctx, tx, in.Body)
			if err != nil {
				return Saved{}, err
			}
			return Saved{sch.ID, sch.Version}, nil
		})
	api.Write(s, op("exe/job/startScheduling", "start", "Run a schedule", "aps.schedule.run", one), func(ctx context.Context, tx store.Tx, in *scheduleIDInput) (Started, error) {
		run, err := a.Start(ctx, tx, in.Body.ID)
		if err != nil {
			return Started{}, err
		}
		return Started{run.ID}, nil
	})
	cancel := op("exe/job/cancelScheduling", "cancel", "Cancel a run", "aps.schedule.cancel", map[string]any{"id": exampleRunning, "keepBest": false})
	api.Write(s, cancel, func(ctx context.Context, tx store.Tx, in *scheduleCancelInput) (api.None, error) {
		return api.None{}, a.Cancel(ctx, tx, in.Body.ID, in.Body.KeepBest)
	})
	release := op("exe/job/releaseApsPlan", "release", "Publish a schedule's plan", "aps.schedule.release", one)
	api.Write(s, release, func(ctx context.Context, tx store.Tx, in *scheduleReleaseInput) (api.None, error) {
		if len(in.Body.IDs) > 1 {
			return api.None{}, problem.Refuse(msgOnlyOne)
		}
		if in.Body.ID == "" && len(in.Body.IDs) == 1 {
			in.Body.ID = in.Body.IDs[0]
		}
		return api.None{}, a.Publish(ctx, tx, in.Body.ID)
	})
	api.Write(s, op("exe/job/deleteSchedule", "delete", "Delete schedules", "aps.schedule.delete", map[string]any{"ids": []string{exampleSpare}}),
		func(ctx context.Context, tx store.Tx, in *scheduleIDsInput) (api.None, error) {
			return api.None{}, a.Delete(ctx, tx, in.Body.IDs)
		})
	api.Write(s, op("exe/job/modifyExejobName", "rename", "Rename a schedule", "aps.schedule.modify", map[string]any{"id": exampleSchedule, "name": "新名称"}),
		func(ctx context.Context, tx store.Tx, in *scheduleRenameInput) (api.None, error) {
			return api.None{}, a.Rename(ctx, tx, in.Body.ID, in.Body.Name)
		})
	api.Read(s, op("exe/job/isNeedImportData", "need-import", "Have production data changed since the run?", "aps.schedule.check", one), a.need)
	api.Read(s, op("exe/job/getApsBaseData", "base", "What the form of a schedule offers", "aps.schedule.detail", map[string]any{}), a.base)
	api.Read(s, op("exe/job/getEvaluate", "evaluate", "What a schedule's plan is worth", "aps.schedule.check", one), func(ctx context.Context, tx store.Tx, in *scheduleIDInput) (*Evaluation, error) {
		return a.EvaluationOf(ctx, tx, in.Body.ID)
	})
	api.Read(s, op("exe/job/getDifference", "difference", "What a schedule's plan changes against the plan in force", "aps.schedule.check", one), func(ctx context.Context, tx store.Tx, in *scheduleIDInput) (*Difference, error) {
		return a.DifferenceOf(ctx, tx, in.Body.ID)
	})
	api.Read(s, op("task/plan/query", "tasks", "Tasks of a plan", "aps.task.check", map[string]any{"scheduleId": exampleSchedule, "lockStatus": 2}), func(ctx context.Context, tx store.Tx, in *scheduleTasksInput) (List[TaskView], error) {
		return a.Tasks(ctx, tx, in.Body)
	})
	run := op("run/{scheduleId}", "run", "How the newest run goes", "aps.schedule.check", nil)
	run.Method, run.Example = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}
	api.Read(s, run, a.runOf)
	gantt := op("plan/{scheduleId}/gantt", "gantt", "A plan as columns", "aps.schedule.check", nil)
	gantt.Method, gantt.Example = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}
	api.Download(s, gantt, a.ganttOf)
	a.mountSettings(s)
	a.mountWorkshop(s)
	a.mountExplain(s)
	a.mountPreview(s)
}

// List is a page of schedules.
func (a *APS) List(ctx context.Context, tx store.Tx, b ListQuery) (List[ScheduleView], error) {
	out := List[ScheduleView]{Rows: []ScheduleView{}, Page: max(1, b.Page), Size: min(max(1, b.Size), resource.MaxPage)}
	if b.Size == 0 {
		out.Size = 50
	}
	var rows []Schedule
	q := tx.Select(&rows).Contains(resource.CleanSearch(b.Q), "name")
	total, err := q.Count(ctx)
	if err != nil {
		return out, err
	}
	columns := map[string]string{"name": "name", "startTime": "start_time", "deliveryTime": "delivery_time", "status": "status", "createTime": "created_at", "publishTime": "publish_time", "runSeconds": "run_millis"}
	key, descending := strings.CutPrefix(b.Sort, "-")
	order := columns[key]
	switch {
	case order == "":
		order = "created_at DESC"
	case descending:
		order += " DESC"
	}
	if err := q.Order(order, "id").Limit(out.Size, (out.Page-1)*out.Size).Scan(ctx); err != nil {
		return out, err
	}
	out.Total = total
	beside, err := readBeside(ctx, tx, rows)
	if err != nil {
		return out, err
	}
	for i := range rows {
		out.Rows = append(out.Rows, *a.view(ctx, &rows[i], beside))
	}
	return out, nil
}

// besideSchedules are the rows that a page of schedules shows something of.
type besideSchedules struct {
	plans   map[string]*Plan
	runs    map[string]*Run
	inForce FactoryPlan
}

func readBeside(ctx context.Context, tx store.Tx, rows []Schedule) (*besideSchedules, error) {
	b := &besideSchedules{plans: map[string]*Plan{}, runs: map[string]*Run{}}
	var planIDs, runIDs []string
	for i := range rows {
		planIDs = append(planIDs, rows[i].PlanID)
		if rows[i].Status == InProgress {
			runIDs = append(runIDs, rows[i].RunID)
		}
	}
	var plans []Plan
	if err := tx.Select(&plans).Columns("id", "moulds", "tasks", "unscheduled", "late").WhereIn("id", planIDs).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range plans {
		b.plans[plans[i].ID] = &plans[i]
	}
	var runs []Run
	if err := tx.Select(&runs).WhereIn("id", runIDs).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range runs {
		b.runs[runs[i].ID] = &runs[i]
	}
	if err := tx.Select(&b.inForce).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	return b, nil
}

func (a *APS) view(ctx context.Context, s *Schedule, beside *besideSchedules) *ScheduleView {
	v := &ScheduleView{
		ID: s.ID, Version: s.Version, Name: s.Name, StartTime: s.StartTime, DeliveryTime: s.DeliveryTime, MouldIDs: s.MouldIDs, Status: s.Status, RunStatus: s.RunStatus,
		SchedulerName: s.SchedulerName, PublisherName: s.PublisherName, PublishTime: s.PublishTime, CreateTime: s.CreatedAt, CreateUserName: s.CreatorName, DefaultFlag: s.Default,
		ApsFlag: !s.Simulation, Simulation: s.Simulation, Message: words(s.Message).In(problem.Language(ctx)),
	}
	if s.Status == InProgress || s.Status == Published {
		v.LockState = 1
	}
	if s.RunMillis > 0 {
		seconds := float64(s.RunMillis) / 1000
		v.RunSeconds = &seconds
	}
	if p := beside.plans[s.PlanID]; p != nil {
		v.Moulds, v.Tasks, v.Unscheduled, v.Late = p.Moulds, p.Tasks, p.Unscheduled, p.Late
	}
	if beside.inForce.ScheduleID == s.ID {
		v.InForceSince = &beside.inForce.Since
	}
	if r := beside.runs[s.RunID]; r != nil && s.Status == InProgress {
		v.Run = a.worded(ctx, r)
	}
	return v
}

// words puts the stored code of a run's end into words.
func words(message string) problem.Text {
	code, detail, _ := strings.Cut(message, ": ")
	switch code {
	case "":
		return L("", "")
	case "empty":
		return L("没有可排程的模具", "There is no mould to schedule")
	case "check":
		return L("结果未通过独立检查：%s", "The result did not pass the independent check: %s").With(detail)
	case "problem":
		return L("数据无法排程：%s", "The data cannot be scheduled: %s").With(detail)
	case "lost":
		return L("排程程序多次中断", "The run broke off several times")
	case "stopped early":
		return L("提前停止，保留了最好的结果", "Stopped early; the best result was kept")
	}
	return L("服务器异常，请联系管理员", "Server exception, please contact the administrator")
}

func (a *APS) runView(ctx context.Context, tx store.Tx, id string) (*RunView, error) {
	if id == "" {
		return nil, nil
	}
	var r Run
	if err := tx.Select(&r).Where("id = ?", id).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return a.worded(ctx, &r), nil
}

// worded is a run with its message in the language of the caller.
func (a *APS) worded(ctx context.Context, r *Run) *RunView {
	v := a.toView(r)
	v.Message = words(r.Message).In(problem.Language(ctx))
	if v.Message == "" && r.State == stateSuccess {
		v.Message = msgRunSuccess.In(problem.Language(ctx))
	}
	if r.State == stateFailure {
		v.Message = msgRunFailed.In(problem.Language(ctx), v.Message)
	}
	return v
}

var (
	msgRunSuccess = L("排程运行成功", "schedule run success")
	msgRunFailed  = L("排程运行失败：%s", "schedule run failed: %s")
)

func (a *APS) toView(r *Run) *RunView {
	v := &RunView{RunID: r.ID, ScheduleID: r.ScheduleID, State: r.State, Phase: r.Phase, Percent: r.Percent, Objective: r.Objective, Late: r.Late, Queued: r.State == stateQueued}
	if r.StartedAt != nil {
		end := a.deps.Now()
		if r.EndedAt != nil {
			end = *r.EndedAt
		}
		v.Seconds = int(end.Sub(*r.StartedAt).Seconds())
	}
	return v
}

// tell sends how a run goes to the open pages of its factory.
func (a *APS) tell(ctx context.Context, r *Run) {
	if a.deps.Signal != nil {
		a.deps.Signal(ctx, store.Actor{TenantID: r.TenantID, FactoryID: r.FactoryID}, "aps.run", a.toView(r))
	}
}

func (a *APS) configQuery(ctx context.Context, tx store.Tx, in *scheduleOptionalIDInput) (ConfigView, error) {
	defaults, err := (&Schedule{}).effective(ctx, tx)
	if err != nil {
		return ConfigView{}, err
	}
	mock, err := (&Schedule{Simulation: true}).effective(ctx, tx)
	if err != nil {
		return ConfigView{}, err
	}
	if in.Body.ID == "" {
		next := a.deps.Now().Truncate(time.Hour).Add(time.Hour)
		return ConfigView{Config{StartTime: &next, MouldIDs: []string{}, Settings: map[string]any{}}, defaults, mock}, nil
	}
	s, err := a.find(ctx, tx, in.Body.ID)
	if err != nil {
		return ConfigView{}, err
	}
	return ConfigView{config(s), defaults, mock}, nil
}

func (a *APS) need(ctx context.Context, tx store.Tx, in *scheduleIDInput) (Need, error) {
	s, err := a.find(ctx, tx, in.Body.ID)
	if err != nil {
		return Need{}, err
	}
	if s.PlanID == "" {
		return Need{Needed: true}, nil
	}
	n := Need{}
	n.Moulds, n.Tasks, n.Masters, err = a.changesSince(ctx, tx, s, s.PlanID)
	n.Needed = n.Moulds+n.Tasks+n.Masters > 0
	return n, err
}

func (a *APS) base(ctx context.Context, tx store.Tx, _ *scheduleOptionalIDInput) (Base, error) {
	out := Base{Sections: []string{}, Groups: []Choice{}, Machines: []Choice{}, Moulds: []Choice{}, Zone: tx.Actor().Zone}
	shop, err := a.deps.Outline(ctx, tx, nil)
	if err != nil {
		return out, err
	}
	seen := map[string]bool{}
	for _, g := range shop.Groups {
		out.Groups = append(out.Groups, Choice{ID: g.ID, Name: g.Name})
		if g.Section != "" && !seen[g.Section] {
			seen[g.Section] = true
			out.Sections = append(out.Sections, g.Section)
		}
	}
	for _, m := range shop.Machines {
		out.Machines = append(out.Machines, Choice{ID: m.ID, Name: m.Name})
	}
	for _, m := range shop.Moulds {
		out.Moulds = append(out.Moulds, Choice{ID: m.ID, Name: m.Name, MouldNo: m.No, Delivery: m.Delivery})
	}
	out.LatestDelivery = latestDelivery(shop)
	return out, nil
}

// RunReply is the newest run of a schedule, null when it never ran.
type RunReply struct {
	Run *RunView `json:"run"`
}

type schedulePath struct {
	ScheduleID string `path:"scheduleId"`
}

func (a *APS) runOf(ctx context.Context, tx store.Tx, in *schedulePath) (RunReply, error) {
	s, err := a.find(ctx, tx, in.ScheduleID)
	if err != nil {
		return RunReply{}, err
	}
	v, err := a.runView(ctx, tx, s.RunID)
	return RunReply{v}, err
}

func (a *APS) ganttOf(ctx context.Context, in *schedulePath) (file *api.File, err error) {
	err = a.deps.DB.Read(ctx, func(tx store.Tx) error {
		s, err := a.find(ctx, tx, in.ScheduleID)
		if err != nil {
			return err
		}
		if s.PlanID == "" {
			return problem.Refuse(msgNoPlan, s.Name)
		}
		var p Plan
		if err := tx.Select(&p).Columns("id", "gantt").Where("id = ?", s.PlanID).Scan(ctx); err != nil {
			return err
		}
		packed, err := base64.StdEncoding.DecodeString(p.Gantt)
		file = &api.File{Type: "application/json", Gzip: true, Write: func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(packed)); return err }}
		return err
	})
	return file, err
}
