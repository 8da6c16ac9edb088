package aps

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/retime"
)

// PlanChange is one change of a plan that a preview tries.
type PlanChange struct {
	Kind       string     `json:"kind" enum:"move,lock,unlock,hours,outsource,overtime,split"`
	TaskID     string     `json:"taskId,omitempty" doc:"not for overtime"`
	ResourceID string     `json:"resourceId,omitempty" doc:"move: where to, empty = where it is; outsource: the supplier; overtime: the resource"`
	Start      *time.Time `json:"start,omitempty" doc:"move: not before this; empty = when it starts now"`
	Minutes    int        `json:"minutes,omitempty" doc:"hours: on its resource with set-up; outsource: lead time; split: of the run that the first segment works"`
	From       *time.Time `json:"from,omitempty" doc:"overtime"`
	To         *time.Time `json:"to,omitempty" doc:"overtime"`
}

// mostChanges bounds the changes of one preview.
const mostChanges = 100

// PlanEffect is what changes do to a plan.
type PlanEffect struct {
	Tasks     []TaskShift      `json:"tasks" nullable:"false" doc:"the largest shifts, at most 200"`
	TaskCount int              `json:"taskCount" doc:"tasks that change time or resource"`
	Segments  []TaskShift      `json:"segments" nullable:"false" doc:"what splits add: the second segments, each following its first"`
	Moulds    []MouldEffect    `json:"moulds" nullable:"false" doc:"whose end moves, the largest delay first"`
	NowLate   int              `json:"nowLate" doc:"moulds on time before, late now"`
	Rescued   int              `json:"rescued" doc:"moulds late before, on time now"`
	Tardiness int              `json:"tardiness" doc:"change of the sum of priority x minutes late; less is better"`
	Conflicts []ConflictEffect `json:"conflicts" nullable:"false" doc:"that the plan does not have without the changes"`
}

// TaskShift is a task that changes its place.
type TaskShift struct {
	Task     WhyTask   `json:"task" doc:"with the resource that it leaves"`
	Resource string    `json:"resource" doc:"where it goes"`
	Was      time.Time `json:"was"`
	Start    time.Time `json:"start"`
	End      time.Time `json:"end"`
}

// MouldEffect is a mould whose end moves.
type MouldEffect struct {
	MouldID string     `json:"mouldId"`
	MouldNo string     `json:"mouldNo"`
	Due     *time.Time `json:"due"`
	Before  *time.Time `json:"before"`
	After   *time.Time `json:"after"`
	Minutes int        `json:"minutes" doc:"later is positive"`
	Late    int        `json:"late" doc:"minutes late afterwards"`
	NowLate bool       `json:"nowLate" doc:"it was on time"`
}

// ConflictEffect is a rule that a fixed task breaks under the changes.
type ConflictEffect struct {
	Task    WhyTask  `json:"task"`
	Other   *WhyTask `json:"other"`
	Kind    string   `json:"kind" enum:"capacity,calendar,eligibility,precedence,release"`
	Minutes int      `json:"minutes"`
}

type previewInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		PlanID  string       `json:"planId" doc:"the plan that the changes are meant for"`
		Changes []PlanChange `json:"changes"`
	}
}

type commitInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		PlanID  string       `json:"planId"`
		Version int64        `json:"version,omitempty" doc:"of the schedule; without it the plan alone decides whether somebody was faster"`
		Changes []PlanChange `json:"changes" doc:"moves; what else changes belongs into orders, calendars and locks"`
	}
}

var (
	msgChangeNone     = L("请给出1到%d项变更", "Give 1 to %d changes")
	msgChangeKind     = L("未知的变更类型", "Unknown kind of change")
	msgChangeTask     = L("该任务不在计划中或尚未排入", "The task is not in the plan, or not scheduled")
	msgChangeFixed    = L("任务已开工、已完成或已锁定，不能变更", "The task has begun, is finished or locked: it cannot change")
	msgChangeResource = L("该资源不能加工此任务", "That resource cannot make this task")
	msgChangeSupplier = L("请选择供应商", "Choose a supplier")
	msgChangeStart    = L("开始时间不能早于排程开始 %s", "It cannot start before the schedule does, %s")
	msgChangeHorizon  = L("任务将超出计划范围", "The task would end beyond the planning horizon")
	msgChangeMinutes  = L("工时必须大于准备时间，最多 %d 分钟", "The minutes must exceed the set-up and not %d")
	msgChangeSpan     = L("结束时间必须晚于开始时间，并在计划范围内", "The end must lie behind the start, within the plan")
	msgChangeSplit    = L("第一段的分钟数必须大于零，并小于加工时间", "The first segment needs more than no minutes and less than the whole run")
	msgChangeMoves    = L("只能保存移动；其他变更请在订单、日历或锁定中进行", "Only moves are saved; other changes belong into orders, calendars and locks")
)

// mountPreview registers the calls that try and keep changes of a plan.
func (a *APS) mountPreview(s *api.Server) {
	change := map[string]any{"kind": "move", "taskId": exampleTask}
	path := &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}, Body: map[string]any{"planId": examplePlan, "changes": []any{change}}}
	preview := api.Operation{Method: http.MethodPost, Path: "aps/plan/{scheduleId}/preview", ID: "aps-preview", Tag: "aps", Summary: "What changes would do to a plan", Permission: "aps.schedule.check", Example: path}
	api.Read(s, preview, func(ctx context.Context, tx store.Tx, in *previewInput) (*PlanEffect, error) {
		return a.Preview(ctx, tx, in.ScheduleID, in.Body.PlanID, in.Body.Changes)
	})
	keep := &api.Example{Path: path.Path, Body: map[string]any{"planId": examplePlan, "changes": []any{change}}}
	commit := api.Operation{Method: http.MethodPost, Path: "aps/plan/{scheduleId}/commit", ID: "aps-commit", Tag: "aps", Summary: "Keep moves as a new plan of the schedule", Permission: "aps.schedule.modify", Example: keep}
	api.Call(s, commit, func(ctx context.Context, in *commitInput) (Saved, error) {
		sch, err := a.Commit(ctx, in.ScheduleID, in.Body.PlanID, in.Body.Version, in.Body.Changes)
		if err != nil {
			return Saved{}, err
		}
		return Saved{sch.ID, sch.Version}, nil
	})
}

// Preview tries changes on the newest plan of a schedule and says what they would do. Nothing is written.
func (a *APS) Preview(ctx context.Context, tx store.Tx, scheduleID, planID string, changes []PlanChange) (effect *PlanEffect, err error) {
	s, err := a.find(ctx, tx, scheduleID)
	if err != nil {
		return nil, err
	}
	if planID != "" && planID != s.PlanID {
		return nil, stalePlan(s)
	}
	h, err := a.hold(ctx, tx, s)
	if err != nil {
		return nil, err
	}
	defer h.mu.Unlock()
	err = h.try(changes, func(session *retime.Session) error {
		effect = h.effect(session.Effect(h.plan))
		h.segments(session, effect)
		return nil
	})
	return effect, err
}

func stalePlan(s *Schedule) error {
	return problem.Stale(problem.StaleData{Current: config(s), ChangedAt: s.UpdatedAt.Format(time.RFC3339)})
}

// try makes changes in a session and lets look see the outcome; the plan in memory stays as it is. Every refusal names
// the change and its field.
func (h *heldPlan) try(changes []PlanChange, look func(*retime.Session) error) error {
	if len(changes) == 0 || len(changes) > mostChanges {
		return problem.Invalid(problem.Field("changes", "count", msgChangeNone, mostChanges))
	}
	session := retime.Open(h.board)
	defer session.Close()
	h.splits = h.splits[:0]
	for i := range changes {
		c, bad := h.change(session, &changes[i])
		if bad == nil {
			bad = h.refused(session.Try(c))
		}
		if bad != nil {
			if c.Kind == retime.Split && bad.Rule == "range" {
				*bad = problem.Field("minutes", "range", msgChangeSplit)
			}
			bad.Field = fmt.Sprintf("changes.%d.%s", i, bad.Field)
			return problem.Invalid(*bad)
		}
		if c.Kind == retime.Split {
			h.splits = append(h.splits, c.Op)
		}
	}
	return look(session)
}

// refused words what the engine refuses; the fields are those that change cannot have checked before.
func (h *heldPlan) refused(err error) *problem.FieldError {
	var p *solver.ProblemError
	if !errors.As(err, &p) {
		return nil
	}
	bad := problem.Field("start", "horizon", msgChangeHorizon)
	switch p.Code {
	case solver.ErrFix:
		bad = problem.Field("taskId", "fixed", msgChangeFixed)
	case solver.ErrNegative:
		bad = problem.Field("minutes", "range", msgChangeMinutes, solver.MaxMinutes)
	case solver.ErrNoModes, solver.ErrUnknown:
		bad = problem.Field("resourceId", "eligible", msgChangeResource)
	case solver.ErrCalendar:
		bad = problem.Field("to", "order", msgChangeSpan)
	}
	return &bad
}

var changeKinds = map[string]retime.Kind{
	"move": retime.Move, "lock": retime.Lock, "unlock": retime.Unlock, "hours": retime.Hours, "outsource": retime.Outsource, "split": retime.Split, "overtime": retime.Overtime,
}

// change translates a change for the engine.
func (h *heldPlan) change(session *retime.Session, in *PlanChange) (c retime.Change, bad *problem.FieldError) {
	fail := func(field, rule string, text problem.Text, args ...any) (retime.Change, *problem.FieldError) {
		f := problem.Field(field, rule, text, args...)
		return c, &f
	}
	p := session.Board().Shop().Problem
	c.Kind = changeKinds[in.Kind]
	if c.Kind == 0 {
		return fail("kind", "enum", msgChangeKind)
	}
	c.Resource = int32(slices.IndexFunc(p.Resources, func(r solver.Resource) bool { return r.Name == in.ResourceID }))
	if c.Kind == retime.Overtime {
		switch {
		case c.Resource < 0:
			return fail("resourceId", "reference", msgChangeResource)
		case in.From == nil || in.To == nil || !h.within(*in.From) || !h.within(*in.To):
			return fail("to", "order", msgChangeSpan)
		}
		c.From, c.To = h.minute(*in.From), h.minute(*in.To)
		return c, nil
	}
	o, known := h.task[in.TaskID]
	if !known || h.plan.Resource[o] < 0 {
		return fail("taskId", "reference", msgChangeTask)
	}
	c.Op, c.Minutes = o, solver.Min(max(0, min(in.Minutes, int(solver.MaxMinutes)+1)))
	switch c.Kind {
	case retime.Outsource:
		if c.Resource < 0 || p.Resources[c.Resource].Cap != 0 {
			return fail("resourceId", "supplier", msgChangeSupplier)
		}
	case retime.Move:
		if c.Mode = h.modeOn(session, o, c.Resource, in.ResourceID); c.Mode < 0 {
			return fail("resourceId", "eligible", msgChangeResource)
		}
		c.At = session.Board().Start(o)
		if in.Start != nil {
			if in.Start.Before(h.instant(p.Start)) {
				return fail("start", "before", msgChangeStart, h.local(p.Start))
			}
			if !h.within(*in.Start) {
				return fail("start", "horizon", msgChangeHorizon)
			}
			c.At = h.minute(*in.Start)
		}
	}
	return c, nil
}

// within reports whether a moment lies between the epoch and the horizon.
func (h *heldPlan) within(t time.Time) bool {
	return !t.Before(h.loaded.Epoch) && t.Before(h.instant(h.loaded.Problem.End))
}

func (h *heldPlan) local(m solver.Min) string {
	zone, err := time.LoadLocation(h.file.Zone)
	if err != nil {
		zone = time.UTC
	}
	return h.instant(m).In(zone).Format("2006-01-02 15:04")
}

// modeOn is the mode of o on a resource, or its present one when none is named.
func (h *heldPlan) modeOn(session *retime.Session, o, resource int32, named string) int32 {
	p := session.Board().Shop().Problem
	if named == "" {
		return session.Board().Mode(o)
	}
	lo, hi := modesOf(p, int(o))
	for m := lo; m < hi; m++ {
		if p.Modes[m].Resource == resource {
			return m
		}
	}
	return solver.None
}

// mostShifts bounds the tasks that a preview lists.
const mostShifts = 200

func (h *heldPlan) effect(e *retime.Effect) *PlanEffect {
	out := &PlanEffect{Tasks: []TaskShift{}, TaskCount: len(e.Shifts), Segments: []TaskShift{}, Moulds: []MouldEffect{}, Conflicts: []ConflictEffect{}}
	slices.SortStableFunc(e.Shifts, func(a, b retime.Shift) int { return cmp.Compare(far(b), far(a)) })
	for _, s := range e.Shifts[:min(len(e.Shifts), mostShifts)] {
		task := h.named(s.Op)
		to := task.Resource
		if s.After != s.Before {
			to = h.resourceName(s.After)
		}
		out.Tasks = append(out.Tasks, TaskShift{task, to, h.instant(s.StartWas), h.instant(s.Start), h.instant(s.End)})
	}
	for _, j := range e.Jobs {
		m := h.mouldEffect(j)
		out.Moulds = append(out.Moulds, m)
		job := &h.loaded.Problem.Jobs[j.Job]
		if job.Due == solver.None {
			continue
		}
		was, now := max(0, j.Was-job.Due), max(0, j.Ends-job.Due)
		out.Tardiness += int(job.Weight) * int(now-was)
		if m.NowLate {
			out.NowLate++
		}
		if was > 0 && now == 0 {
			out.Rescued++
		}
	}
	slices.SortStableFunc(out.Moulds, func(a, b MouldEffect) int { return cmp.Compare(b.Minutes, a.Minutes) })
	for _, c := range e.Conflicts {
		x := ConflictEffect{Task: h.named(c.Op), Kind: c.Kind.String(), Minutes: int(c.Minutes)}
		if c.Other >= 0 {
			other := h.named(c.Other)
			x.Other = &other
		}
		out.Conflicts = append(out.Conflicts, x)
	}
	return out
}

// segments lists the second segments of the tasks that are split.
func (h *heldPlan) segments(session *retime.Session, out *PlanEffect) {
	b := session.Board()
	for k := range h.splits {
		o := int32(len(h.names) + k)
		start := h.instant(b.Start(o))
		task := h.named(o)
		out.Segments = append(out.Segments, TaskShift{task, h.resourceName(b.Shop().Problem.Modes[b.Mode(o)].Resource), start, start, h.instant(b.End(o))})
	}
}

func far(s retime.Shift) solver.Min { return max(s.Start-s.StartWas, s.StartWas-s.Start) }

func (h *heldPlan) mouldEffect(j retime.JobShift) MouldEffect {
	m := MouldEffect{MouldID: h.moulds[j.Job].id, MouldNo: h.moulds[j.Job].no, Minutes: int(j.Ends - j.Was)}
	before, after := h.instant(j.Was), h.instant(j.Ends)
	m.Before, m.After = &before, &after
	if due := h.loaded.Problem.Jobs[j.Job].Due; due != solver.None {
		at := h.instant(due)
		m.Due, m.Late, m.NowLate = &at, int(max(0, j.Ends-due)), j.Was <= due && j.Ends > due
	}
	return m
}
