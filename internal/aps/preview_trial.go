package aps

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/instance"
	"mouldworks/solver/retime"
)

// trial is a plan with changes, and what these mean for the records that they belong to.
type trial struct {
	h        *explaining.Plan
	schedule *entity.Schedule
	now      time.Time
	session  *retime.Session
	records  map[string]OperationRecord // by operation
	// Of the moulds whose tasks change their hours or go elsewhere.
	floor   map[string]onFloor
	adapter *model.Adapter

	changes []recordChange // in the order in which they were made, one for each operation
	extra   []extraTime
}

// recordChange is the change of an operation with what made it.
type recordChange struct {
	OperationChange
	op int32
	by int // index of its first change
}

type extraTime struct {
	ExtraTime
	by int
}

// try makes changes on top of a plan in memory, which stays as it is. Every refusal names the change and its field. The
// caller closes the session.
func (a *APS) try(ctx context.Context, tx store.Tx, s *entity.Schedule, h *explaining.Plan, changes []draft.PlanChange) (*trial, error) {
	if len(changes) == 0 || len(changes) > draft.MostChanges {
		return nil, problem.Invalid(problem.Field("changes", "count", msgChangeNone, draft.MostChanges))
	}
	if err := tasksInReach(ctx, tx, s, h, changes); err != nil {
		return nil, err
	}
	t := &trial{h: h, schedule: s, now: a.deps.Now()}
	if err := a.recall(ctx, tx, t, changes); err != nil {
		return nil, err
	}
	t.session = retime.Open(h.Board, h.File, h.Loaded)
	h.Splits = h.Splits[:0]
	if err := t.make(changes, func(i int) error { return a.overtimeFree(ctx, tx, t, i) }); err != nil {
		return nil, err
	}
	return t, nil
}

// make makes changes in the session of the trial; may has the last word about each. Where one is refused the session is closed.
func (t *trial) make(changes []draft.PlanChange, may func(i int) error) error {
	for i := range changes {
		bad, err := t.change(i, &changes[i])
		if err == nil && bad == nil {
			err = may(i)
		}
		if err == nil && bad == nil {
			continue
		}
		t.session.Close()
		if err != nil {
			return err
		}
		bad.Field = fmt.Sprintf("changes.%d.%s", i, bad.Field)
		return problem.Invalid(*bad)
	}
	return nil
}

// overtimeFree holds the overtime that the i-th change adds against the exceptions that are stored by now, which may be
// younger than the plan: keeping it would refuse it.
func (a *APS) overtimeFree(ctx context.Context, tx store.Tx, t *trial, i int) error {
	if k := len(t.extra) - 1; k >= 0 && t.extra[k].by == i {
		return below(a.deps.CheckExtraTime(ctx, tx, t.extra[k].ExtraTime), i)
	}
	return nil
}

// recall reads the records that changes belong to.
func (a *APS) recall(ctx context.Context, tx store.Tx, t *trial, changes []draft.PlanChange) error {
	var operations, moulds []string
	for i := range changes {
		o, known := t.h.Task[changes[i].TaskID]
		kind := changeKinds[changes[i].Kind]
		if !known {
			continue
		}
		if id := t.h.Names[o].Operation; !model.Implied(id) {
			operations = append(operations, id)
		}
		if kind == retime.Hours || changes[i].ResourceID != "" {
			moulds = append(moulds, t.h.Moulds[t.h.Loaded.Problem.Ops[o].Job].ID)
		}
	}
	return a.recallOf(ctx, tx, t, operations, moulds)
}

// recallOf reads the records of operations, and the shop with moulds whose tasks may change their hours or go elsewhere.
func (a *APS) recallOf(ctx context.Context, tx store.Tx, t *trial, operations, moulds []string) (err error) {
	if len(operations) > 0 {
		if t.records, err = a.deps.Operations(ctx, tx, operations); err != nil {
			return err
		}
	}
	if len(moulds) == 0 {
		return nil
	}
	shop, err := a.deps.Shop(ctx, tx, moulds)
	if err != nil {
		return err
	}
	t.floor = readFloor(shop)
	t.h.Called = shop.Names()
	t.adapter = &model.Adapter{Request: model.Request{Shop: shop, Start: t.h.Loaded.Epoch}, File: &instance.File{}, Groups: map[string]*model.Group{}, Machines: map[string][]model.Machine{}, Machine: map[string]*model.Machine{}, Suppliers: map[string]*model.Supplier{}, Calendars: map[string]string{}}
	t.adapter.Resources()
	return nil
}

// file is the problem with the changes made so far.
func (t *trial) file() *instance.File { return t.session.File() }

// mostOvertime bounds one stretch of overtime: a day has no more hours.
const mostOvertime = 24 * time.Hour

var changeKinds = map[string]retime.Kind{
	"move": retime.Move, "lock": retime.Lock, "unlock": retime.Unlock, "hours": retime.Hours, "outsource": retime.Outsource, "split": retime.Split, "overtime": retime.Overtime,
}

// change makes the i-th change: first the rules of the product, then those of the engine.
func (t *trial) change(i int, in *draft.PlanChange) (*problem.FieldError, error) {
	c, record, bad := t.translate(in)
	if bad != nil {
		return bad, nil
	}
	if err := t.session.Try(c); err != nil {
		var p *solver.ProblemError
		if !errors.As(err, &p) {
			return nil, err
		}
		return refused(c.Kind, p), nil
	}
	switch {
	case c.Kind == retime.Split:
		t.h.Splits = append(t.h.Splits, c.Op)
	case c.Kind == retime.Overtime:
		t.extend(i, c.Resource, in)
	case record != nil:
		t.record(i, c.Op, in.Version, record)
	}
	return nil, nil
}

// extend notes the overtime of a change.
func (t *trial) extend(by int, resource int32, in *draft.PlanChange) {
	x := extraTime{ExtraTime{From: *in.From, To: *in.To}, by}
	if t.machine(resource) {
		x.Machine = in.ResourceID
	} else {
		x.Group = in.ResourceID
	}
	t.extra = append(t.extra, x)
}

// record notes what a change means for the record of its operation.
func (t *trial) record(by int, o int32, version int64, change func(*OperationChange)) {
	id := t.h.Names[o].Operation
	k := slices.IndexFunc(t.changes, func(c recordChange) bool { return c.ID == id })
	if k < 0 {
		k = len(t.changes)
		t.changes = append(t.changes, recordChange{OperationChange{ID: id}, o, by})
	}
	if t.changes[k].Version == 0 {
		t.changes[k].Version = version
	}
	change(&t.changes[k].OperationChange)
}

// locked tells that an operation is locked by an earlier change.
func (t *trial) locked(operation string) bool {
	return slices.ContainsFunc(t.changes, func(c recordChange) bool {
		return c.ID == operation && c.Lock != nil && c.Lock.Machine != ""
	})
}

// split tells that a task is split by an earlier change.
func (t *trial) split(o int32) bool { return slices.Contains(t.h.Splits, o) }

// refused words what the engine refuses; the fields are those that translate cannot have checked before.
func refused(kind retime.Kind, p *solver.ProblemError) *problem.FieldError {
	bad := problem.Field("start", "horizon", msgChangeHorizon)
	if kind == retime.Hours || kind == retime.Outsource {
		bad.Field = "minutes"
	}
	switch {
	case kind == retime.Split && p.Code == solver.ErrNegative:
		bad = problem.Field("minutes", "range", msgChangeSplit)
	case p.Code == solver.ErrFix:
		bad = problem.Field("taskId", "fixed", msgChangeFixed)
	case p.Code == solver.ErrNegative:
		bad = problem.Field("minutes", "range", msgChangeMinutes, solver.MaxMinutes)
	case p.Code == solver.ErrNoModes, p.Code == solver.ErrUnknown:
		bad = problem.Field("resourceId", "eligible", msgChangeResource)
	case p.Code == solver.ErrCalendar:
		bad = problem.Field("to", "order", msgChangeSpan)
	}
	return &bad
}

// translate words a change for the engine, and says what it means for the record of its operation.
func (t *trial) translate(in *draft.PlanChange) (c retime.Change, record func(*OperationChange), bad *problem.FieldError) {
	fail := func(field, rule string, text problem.Text, args ...any) (retime.Change, func(*OperationChange), *problem.FieldError) {
		f := problem.Field(field, rule, text, args...)
		return c, nil, &f
	}
	h, p := t.h, t.session.Loaded().Problem
	if c.Kind = changeKinds[in.Kind]; c.Kind == 0 {
		return fail("kind", "enum", msgChangeKind)
	}
	c.Resource = int32(slices.IndexFunc(p.Resources, func(r solver.Resource) bool { return r.Name == in.ResourceID }))
	if c.Kind == retime.Overtime {
		bad = t.overtime(&c, in)
		return c, nil, bad
	}
	o, known := h.Task[in.TaskID]
	if carried, aside := h.Aside[in.TaskID]; !known && aside {
		if carried {
			return fail("taskId", "carried", msgChangeCarried)
		}
		return fail("taskId", "fixed", msgChangeFixed)
	}
	if !known || h.Plan.Resource[o] < 0 {
		return fail("taskId", "reference", msgChangeTask)
	}
	c.Op, c.Minutes = o, solver.Min(max(0, min(in.Minutes, int(solver.MaxMinutes)+1)))
	if fix := p.Ops[o].Fix.Kind; fix == solver.FixRunning || fix == solver.FixDone || fix == solver.FixTimes && c.Kind != retime.Unlock {
		return fail("taskId", "fixed", msgChangeFixed)
	}
	if bad := t.refuses(c.Kind, o); bad != nil {
		return c, nil, bad
	}
	switch c.Kind {
	case retime.Move:
		return t.move(c, in)
	case retime.Lock:
		b := t.session.Board()
		at := OperationLock{p.Resources[t.on(o)].Name, h.Instant(b.Start(o))}
		record = func(x *OperationChange) { x.Lock = &at }
	case retime.Unlock:
		record = func(x *OperationChange) { x.Lock = &OperationLock{} }
	case retime.Hours:
		c.Modes, record, bad = t.hours(o, in.Minutes)
	case retime.Outsource:
		if c.Resource < 0 || p.Resources[c.Resource].Cap != 0 || in.ResourceID == model.AnySupplier {
			return fail("resourceId", "supplier", msgChangeSupplier)
		}
		c.Minutes, record, bad = t.outside(o, in.ResourceID, in.Minutes)
	}
	return c, record, bad
}

// overtime reads the stretch of a resource, which is one day's: what is longer, or gone by, is no overtime but a slip, or
// belongs on the page of exceptions.
func (t *trial) overtime(c *retime.Change, in *draft.PlanChange) *problem.FieldError {
	fail := func(field, rule string, text problem.Text, args ...any) *problem.FieldError {
		f := problem.Field(field, rule, text, args...)
		return &f
	}
	h := t.h
	switch r := c.Resource; {
	case r < 0 || t.session.Loaded().Problem.Resources[r].Cap == 0:
		return fail("resourceId", "reference", msgOvertimeOf)
	case in.From == nil || in.To == nil || !in.To.After(*in.From):
		return fail("to", "order", msgChangeSpan)
	case in.From.Before(today(h, t.now)):
		return fail("from", "past", msgOvertimePast)
	case in.From.Before(h.Loaded.Epoch):
		return fail("from", "before", msgOvertimeStart, local(h, 0))
	case !within(h, *in.From):
		return fail("from", "horizon", msgOvertimeAfter, local(h, h.Loaded.Problem.End))
	case in.To.Sub(*in.From) > mostOvertime:
		return fail("to", "atMost", msgOvertimeLong, int(mostOvertime.Hours()))
	case !within(h, *in.To):
		return fail("to", "horizon", msgOvertimeAfter, local(h, h.Loaded.Problem.End))
	case t.schedule.Simulation:
		return fail("kind", "simulation", msgSimulation)
	}
	for _, x := range t.extra {
		if x.Machine+x.Group == in.ResourceID && in.From.Before(x.To) && x.From.Before(*in.To) {
			return fail("from", "overlap", msgOvertimeTwice)
		}
	}
	c.From, c.To = h.Minute(*in.From), h.Minute(*in.To)
	return nil
}

func (t *trial) move(c retime.Change, in *draft.PlanChange) (retime.Change, func(*OperationChange), *problem.FieldError) {
	fail := func(field, rule string, text problem.Text, args ...any) (retime.Change, func(*OperationChange), *problem.FieldError) {
		f := problem.Field(field, rule, text, args...)
		return c, nil, &f
	}
	h, p, b := t.h, t.session.Loaded().Problem, t.session.Board()
	c.Mode = b.Mode(c.Op)
	if in.ResourceID != "" {
		c.Mode = solver.None
		lo, hi := p.ModesOf(c.Op)
		for m := lo; m < hi; m++ {
			if p.Modes[m].Resource == c.Resource {
				c.Mode = m
				break
			}
		}
	}
	if fix := p.Ops[c.Op].Fix; in.ResourceID != "" && fix.Kind == solver.FixResource && c.Resource != fix.Resource {
		return fail("resourceId", "held", msgChangeHeld, h.ResourceName(fix.Resource))
	}
	if c.Mode < 0 {
		return fail("resourceId", "eligible", msgChangeResource)
	}
	c.At = b.Start(c.Op)
	if in.Start != nil {
		if in.Start.Before(h.Instant(p.Start)) {
			return fail("start", "before", msgChangeStart, local(h, p.Start))
		}
		if !within(h, *in.Start) {
			return fail("start", "horizon", msgChangeHorizon)
		}
		c.At = h.Minute(*in.Start)
	}
	return c, nil, nil
}

// within reports whether a moment lies between the epoch and the horizon.
func within(h *explaining.Plan, t time.Time) bool {
	return !t.Before(h.Loaded.Epoch) && t.Before(h.Instant(h.Loaded.Problem.End))
}

// zone is the factory's, as the plan knows it.
func zone(h *explaining.Plan) *time.Location {
	zone, err := time.LoadLocation(h.File.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// today is when the factory's day of a moment began.
func today(h *explaining.Plan, now time.Time) time.Time {
	y, m, d := now.In(zone(h)).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, zone(h))
}

// tasksInReach refuses, before anything else is looked at, tasks of moulds that the caller does not see, and tasks that are not there: one
// answers like the other.
func tasksInReach(ctx context.Context, tx store.Tx, s *entity.Schedule, h *explaining.Plan, changes []draft.PlanChange) error {
	hidden := tx.Actor().Hidden
	if len(hidden.Moulds) == 0 {
		return nil
	}
	for i := range changes {
		id := changes[i].TaskID
		o, known := h.Task[id]
		_, aside := h.Aside[id]
		unseen := id != "" && !known && !aside || known && hidden.Mould(h.Moulds[h.Loaded.Problem.Ops[o].Job].ID)
		if aside {
			var err error
			if unseen, err = h.Unseen(ctx, tx, s.PlanID, id); err != nil {
				return err
			}
		}
		if unseen {
			return problem.Invalid(problem.Field(fmt.Sprintf("changes.%d.taskId", i), "reference", msgChangeTask))
		}
	}
	return nil
}

func local(h *explaining.Plan, m solver.Min) string {
	return h.Instant(m).In(zone(h)).Format("2006-01-02 15:04")
}

var (
	msgChangeNone     = L("请给出 1 到 %d 项变更", "Give 1 to %d changes")
	msgChangeKind     = L("未知的变更类型", "Unknown kind of change")
	msgChangeTask     = L("该任务不在计划中或未排", "The task is not in the plan, or unscheduled")
	msgChangeCarried  = L("该任务所属模具不在本排程内，沿用执行中的计划；请在排它的排程中调整", "The task is of a mould that this schedule does not plan, and keeps its place of the plan in force: change it in the schedule that has planned it")
	msgChangeFixed    = L("任务已开工、已完成或已锁定，不能变更", "The task has begun, is finished or locked: it cannot change")
	msgChangeResource = L("该资源不能加工此任务", "That resource cannot make this task")
	msgChangeHeld     = L("该任务由锁定或冻结期固定在“%s”", "The task is held on “%s”, by a lock or the frozen window")
	msgChangeSupplier = L("请选择供应商", "Choose a supplier")
	msgChangeStart    = L("开始时间不能早于排程开始 %s", "It cannot start before the schedule does, %s")
	msgChangeHorizon  = L("任务将超出计划范围", "The task would end beyond the planning horizon")
	msgChangeMinutes  = L("工时必须大于准备时间，最多 %d 分钟", "The minutes must exceed the set-up and be at most %d")
	msgChangeSpan     = L("结束时间必须晚于开始时间", "The end must lie after the start")
	msgOvertimeStart  = L("加班不能早于计划的起点 %s", "Overtime cannot begin before the plan does, %s")
	msgOvertimeAfter  = L("加班须在计划范围内，该范围到 %s 为止", "Overtime must lie within the planning horizon, which ends %s")
	msgOvertimePast   = L("加班不能早于今天", "Overtime cannot begin before today")
	msgOvertimeLong   = L("一次加班最多 %d 小时；更长的时段请在“资源例外”页添加", "Overtime is at most %d hours at a time: add a longer stretch on the page Resource exceptions")
	msgOvertimeTwice  = L("与同一资源的另一项加班时间重叠", "It overlaps other overtime of the same resource")
	msgChangeSplit    = L("第一段加工工时必须大于零，并小于加工时间", "The first segment needs more than no minutes and less than the whole run")
)
