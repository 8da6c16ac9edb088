package aps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/check"
)

// Commit keeps changes: they become a new plan of the schedule, which is stored like that of a run, and what they mean for
// operations and working times is written with it, or nothing is. The plan in force stays until somebody publishes.
// planID or version say what the changes were made for, see current.
func (a *APS) Commit(ctx context.Context, scheduleID, planID string, version int64, changes []draft.PlanChange) (*entity.Schedule, error) {
	return a.keepChanges(ctx, scheduleID, planID, version, changes, func(store.Tx, *entity.Schedule) error { return nil })
}

// keepChanges is Commit with what else is written when the changes are.
func (a *APS) keepChanges(ctx context.Context, scheduleID, planID string, version int64, changes []draft.PlanChange, also func(store.Tx, *entity.Schedule) error) (*entity.Schedule, error) {
	for range mostTries - 1 {
		s, err := a.commit(ctx, scheduleID, planID, version, changes, also)
		if !errors.Is(err, errFaster) {
			return s, err
		}
	}
	s, err := a.commit(ctx, scheduleID, planID, version, changes, also)
	if errors.Is(err, errFaster) {
		return nil, problem.Refuse(msgBusyPlan)
	}
	return s, err
}

// mostTries is how often changes are tried when plans of other people come in between.
const mostTries = 5

// errFaster says that another plan came between the reading and the writing of changes.
var errFaster = errors.New("aps: another plan was faster")

var (
	msgWhichPlan = L("请带上读取时的计划（planId）或排程版本号（version）", "Send the plan (planId) or the version of the schedule that was read")
	msgOtherPlan = L("该计划属于排程“%s”，不属于“%s”", "That plan is of the schedule “%s”, not of “%s”")
	msgSamePlan  = L("这些变更不改变计划，没有需要保存的内容", "These changes leave the plan as it is: there is nothing to keep")
	msgBusyPlan  = L("多人正在保存这个排程的计划，请稍后再试", "Several people are saving plans of this schedule: please try again in a moment")
)

func (a *APS) commit(ctx context.Context, scheduleID, planID string, version int64, changes []draft.PlanChange, also func(store.Tx, *entity.Schedule) error) (*entity.Schedule, error) {
	var k keeping
	err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) {
		k = keeping{a: a}
		s, err := a.current(ctx, tx, scheduleID, planID, version, changes)
		if err != nil {
			return err
		}
		h, err := a.Hold(ctx, tx, s, s.PlanID)
		if err != nil {
			return err
		}
		defer h.Release()
		return k.read(ctx, tx, s, h, changes)
	})
	if err != nil {
		return nil, err
	}
	was := k.from.Schedule.PlanID
	plan, err := a.Store(ctx, k.out, k.from)
	if err != nil {
		return nil, err
	}
	var s *entity.Schedule
	err = a.deps.DB.Write(ctx, func(tx store.Tx) (err error) {
		if s, err = a.current(ctx, tx, scheduleID, was, version, nil); err != nil {
			return err
		}
		if s.PlanID != was {
			return errFaster
		}
		if err := k.write(ctx, tx, plan); err != nil {
			return err
		}
		if err := s.Append(ctx, tx, plan); err != nil {
			return err
		}
		if err := tx.Update(ctx, s); errors.Is(err, store.ErrStale) {
			return errFaster
		} else if err != nil {
			return err
		}
		if err := also(tx, s); err != nil {
			return err
		}
		a.Changed(ctx, tx, s.ID)
		return logKept(ctx, tx, s, was, plan, changes)
	})
	if err != nil {
		a.Abandon(ctx, plan.ID)
		return nil, err
	}
	return s, nil
}

// logKept says in the log which version came out of which, and the tasks that somebody changed by hand.
func logKept(ctx context.Context, tx store.Tx, s *entity.Schedule, was string, plan *entity.Plan, changes []draft.PlanChange) error {
	var before entity.Plan
	if err := tx.Select(&before).Columns("number").Where("id = ?", was).Scan(ctx); err != nil {
		return err
	}
	ids := make([]string, 0, len(changes))
	for i := range changes {
		if changes[i].TaskID != "" {
			ids = append(ids, changes[i].TaskID)
		}
	}
	var tasks []result.Task
	err := tx.Select(&tasks).Columns("mould_no", "part_no", "batch_no", "op_no", "segment").Where("plan_id = ?", was).WhereIn("task_id", ids).Order("mould_no", "part_no", "batch_no", "op_no").Scan(ctx)
	if err != nil {
		return err
	}
	log := []store.FieldChange{{Field: "planNumber", Before: before.Number, After: plan.Number}}
	if len(tasks) > 0 {
		titles := make([]string, len(tasks))
		for i := range tasks {
			titles[i] = tasks[i].Title()
		}
		log = append(log, store.FieldChange{Field: "tasks", After: titles})
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionChange, log...)
}

// keeping is a trial on its way into the database.
type keeping struct {
	a       *APS
	from    plan.Source
	out     *result.Outcome
	changes []recordChange
	extra   []extraTime
	moulds  []string // whose records change
}

// read makes the changes and prepares what is to be written.
func (k *keeping) read(ctx context.Context, tx store.Tx, s *entity.Schedule, h *explaining.Plan, changes []draft.PlanChange) error {
	t, err := k.a.try(ctx, tx, s, h, changes)
	if err != nil {
		return err
	}
	defer t.session.Close()
	for _, c := range t.changes {
		if c.Version == 0 {
			return problem.Invalid(problem.Field(fmt.Sprintf("changes.%d.version", c.by), "required", msgRecordVersion))
		}
	}
	changed := t.session.Board().Plan()
	if broken := check.Plan(t.session.Loaded().Problem, changed); len(broken) > 0 {
		return fmt.Errorf("aps: a changed plan breaks a rule: %s", broken[0])
	}
	if k.from, k.out, err = k.a.restore(ctx, tx, s, t); err != nil {
		return err
	}
	isExample := k.out.Seen == nil // its change must hold at whatever hour, and moves its task to where it is
	if !isExample && len(t.changes)+len(t.extra) == 0 && sameTimes(changed, h.Plan) {
		return problem.Refuse(msgSamePlan)
	}
	k.out.Plan, k.changes, k.extra = changed, t.changes, t.extra
	jobs := h.Loaded.Problem.Ops
	for _, c := range t.changes {
		k.moulds = append(k.moulds, h.Moulds[jobs[c.op].Job].ID)
	}
	if len(k.moulds) == 0 { // one is enough to read working times with
		k.moulds = []string{h.Moulds[0].ID}
	}
	return nil
}

// sameTimes tells that two plans of one problem have every task on the same resource at the same time.
func sameTimes(a, b *solver.Plan) bool {
	return slices.Equal(a.Resource, b.Resource) && slices.Equal(a.Start, b.Start) && slices.Equal(a.End, b.End) && slices.Equal(a.Segments, b.Segments)
}

// write changes the records. What the plan has seen of them before, it has seen afterwards too; what somebody else has
// changed since stays unseen.
func (k *keeping) write(ctx context.Context, tx store.Tx, plan *entity.Plan) error {
	if len(k.changes)+len(k.extra) == 0 {
		return nil
	}
	look := func() (*result.Fingerprint, error) {
		if k.out.Seen == nil { // an example's plan
			return &result.Fingerprint{}, nil
		}
		shop, err := k.a.deps.Shop(ctx, tx, k.moulds)
		if err != nil {
			return nil, err
		}
		return result.FingerprintOf(shop, k.from.Settings), nil
	}
	before, err := look()
	if err != nil {
		return err
	}
	for _, c := range k.changes {
		if err := k.a.deps.ChangeOperation(ctx, tx, c.OperationChange); err != nil {
			return below(err, c.by)
		}
	}
	for _, x := range k.extra {
		if err := k.a.deps.AddExtraTime(ctx, tx, x.ExtraTime); err != nil {
			return below(err, x.by)
		}
	}
	after, err := look()
	if err != nil || k.out.Seen == nil {
		return err
	}
	k.out.Seen.Follow(before, after)
	seen, err := json.Marshal(k.out.Seen)
	if err != nil {
		return err
	}
	plan.Fingerprint, err = result.Pack(seen)
	return err
}

// below names the change whose record is refused.
func below(err error, change int) error {
	var p *problem.Problem
	if !errors.As(err, &p) || len(p.Fields) == 0 {
		return err
	}
	refused := *p
	refused.Fields = slices.Clone(p.Fields)
	for i := range refused.Fields {
		refused.Fields[i].Field = fmt.Sprintf("changes.%d.%s", change, refused.Fields[i].Field)
	}
	return &refused
}

// current is the schedule, if its state allows another plan and changes that were made for planID, or for a version of the
// schedule, still mean what they meant. Changes of different tasks do not touch each other: both stay.
func (a *APS) current(ctx context.Context, tx store.Tx, scheduleID, planID string, version int64, changes []draft.PlanChange) (*entity.Schedule, error) {
	s, err := entity.FindSchedule(ctx, tx, scheduleID)
	if err != nil {
		return nil, err
	}
	if planID == "" && version == 0 {
		return nil, problem.Invalid(problem.Field("planId", "required", msgWhichPlan))
	}
	if s.PlanID == "" {
		return nil, problem.Refuse(entity.MsgNoPlan, s.Name)
	}
	if err := entity.VerbChange.Check(s); err != nil {
		return nil, err
	}
	if err := planOf(ctx, tx, s, planID); err != nil {
		return nil, err
	}
	if version != 0 && version != s.Version {
		return nil, entity.StaleSchedule(ctx, tx, s)
	}
	return s, a.stillMeant(ctx, tx, s, planID, changes)
}

// planOf refuses a plan that another schedule of the factory has made. One that is not there passes: it may be an old plan
// of this schedule that was removed since, see forget.
func planOf(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string) error {
	if planID == "" || planID == s.PlanID {
		return nil
	}
	var p entity.Plan
	switch err := tx.Select(&p).Columns("schedule_id").Where("id = ?", planID).Scan(ctx); {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	case p.ScheduleID == s.ID:
		return nil
	}
	other := new(entity.Schedule)
	if err := tx.Select(other).Columns("name").Where("id = ?", p.ScheduleID).Scan(ctx); err != nil {
		return err
	}
	return problem.Invalid(problem.Field("planId", "reference", msgOtherPlan, other.Name, s.Name))
}

// stillMeant refuses changes for another plan than the newest of a schedule, unless that was made of theirs by hand and
// their tasks stand in it as they stood.
func (a *APS) stillMeant(ctx context.Context, tx store.Tx, s *entity.Schedule, planID string, changes []draft.PlanChange) error {
	if planID == "" || planID == s.PlanID {
		return nil
	}
	var plans []entity.Plan
	if err := tx.Select(&plans).Columns("id", "run_id").Where("schedule_id = ? AND complete = ?", s.ID, true).WhereIn("id", []string{planID, s.PlanID}).Scan(ctx); err != nil {
		return err
	}
	if len(plans) < 2 || plans[0].RunID != plans[1].RunID {
		return entity.StaleSchedule(ctx, tx, s)
	}
	ids := []string{}
	for i := range changes {
		if id := changes[i].TaskID; id != "" {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	was, err := placesOf(ctx, tx, planID, ids)
	if err != nil {
		return err
	}
	now, err := placesOf(ctx, tx, s.PlanID, ids)
	if err != nil {
		return err
	}
	if !maps.Equal(was, now) {
		return entity.StaleSchedule(ctx, tx, s)
	}
	return nil
}

// taskPlace is what of a task a hand can change in a plan.
type taskPlace struct {
	resource   string
	start, end int64 // seconds of the epoch, 0 where it is not scheduled
	minutes    quantity.Minutes
	lock       int
	outside    bool
	segment    int
}

// placesOf reads where tasks of a plan stand, by their ids.
func placesOf(ctx context.Context, tx store.Tx, planID string, ids []string) (map[string]taskPlace, error) {
	var rows []result.Task
	if err := tx.Select(&rows).Where("plan_id = ?", planID).WhereIn("task_id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	seconds := func(t *time.Time) int64 {
		if t == nil {
			return 0
		}
		return t.Unix()
	}
	places := map[string]taskPlace{}
	for i := range rows {
		r := &rows[i]
		places[r.TaskID] = taskPlace{r.ResourceID, seconds(r.PlannedStart), seconds(r.PlannedEnd), r.Minutes, r.LockStatus, r.Outsourced, r.Segment}
	}
	return places, nil
}
