package plan

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
) // How a plan comes in force.

// mouldsNamed counts moulds and names the first few of them; others are those that whoever reads it may not see.
func mouldsNamed(numbers []string, others int) problem.Text {
	unseen := problem.Count(others, "%d 副您无权查看的模具", "%d mould that you may not see", "%d moulds that you may not see")
	switch {
	case others == 0:
	case len(numbers) == 0:
		return unseen
	default:
		return L("%s和%s", "%s and %s").With(mouldsNamed(numbers, 0), unseen)
	}
	const few = 3
	names := problem.Joined(numbers[:min(few, len(numbers))])
	switch n := len(numbers); {
	case n == 1:
		return L("模具 %s", "mould %s").With(names)
	case n <= few:
		return L("模具 %s", "moulds %s").With(names)
	default:
		return L("模具 %[1]s 等 %[2]d 副", "%[2]d moulds (%[1]s ...)").With(names, n)
	}
}

var msgReplaced = L("在您对比之后，“%s”已由%s发布。请对比执行中的计划后再发布。", "“%s” was published by %s since you compared. Compare with the plan in force now, then publish.")

var msgNeverInForce = L("该计划从未发布；请带上对比时执行中的计划", "That plan was never in force: name the plan in force that was compared with")

var msgIsInForce = L("版本 %d 已经是排程“%s”执行中的计划", "Version %d of “%s” is the plan in force already")

// InForceNow is the plan that a factory works by, as a refusal to publish tells it.
type InForceNow struct {
	InForce    string `json:"inForce"` // id of the plan; empty: none
	ScheduleID string `json:"scheduleId"`
}

// Replaced says whose publication another one has taken the place of.
type Replaced struct {
	By         string // account that had published it
	Was, Now   string // names of the schedules
	ScheduleID string // of the one in force now
	PlanID     string // in force now
	PlanNumber int
}

// otherInForce refuses a publication that was compared with a plan that is in force no more, and tells who published what.
func (g *Registry) otherInForce(ctx context.Context, tx store.Tx) error {
	now, err := entity.InForce(ctx, tx)
	if err != nil {
		return err
	}
	d := problem.StaleData{Current: InForceNow{now.PlanID, now.ScheduleID}}
	if now.PlanID == "" {
		return problem.Stale(d)
	}
	s, err := entity.FindSchedule(ctx, tx, now.ScheduleID)
	if err != nil {
		return err
	}
	d.Name, d.ChangedBy, d.ChangedAt = s.Name, s.PublisherName, now.Since.Format(time.RFC3339)
	return problem.StaleAs(d, msgReplaced.With(s.Name, s.PublisherName))
}

// onceInForce refuses the comparison with a plan that was never in force: nobody has published since, the plan is another one.
func onceInForce(ctx context.Context, tx store.Tx, planID string) error {
	never, err := tx.Select((*entity.Plan)(nil)).Where("id = ?", planID).Where("published = ?", false).Exists(ctx)
	if err == nil && never {
		err = problem.Invalid(problem.Field("inForce", "reference", msgNeverInForce))
	}
	return err
}

// Publication says which plan is to come in force, and what was looked at before.
type Publication struct {
	PlanNumber int   // of the schedule's plans; 0: its newest
	Version    int64 // of the schedule; one that was planned anew or changed meanwhile is refused
	// InForce is the id of the plan in force that it was compared with, empty where there was none: when another is in
	// force by now, the figures that were looked at are not what would happen.
	InForce string
}

// Publish makes a plan of a schedule the one that the factory works by: one transaction swaps the pointer and sets the
// schedule published before back to completed. An older plan comes back through the same checks.
func (g *Registry) Publish(ctx context.Context, tx store.Tx, id string, of Publication) error {
	s, err := entity.FindSchedule(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := g.Within(ctx, tx, s); err != nil {
		return err
	}
	if err := entity.VersionGiven(of.Version); err != nil {
		return err
	}
	replaced, err := entity.InForce(ctx, tx)
	if err != nil {
		return err
	}
	plan, err := g.publishable(ctx, tx, s, of.PlanNumber, replaced)
	if err != nil {
		return err
	}
	if replaced.PlanID != of.InForce {
		if err := onceInForce(ctx, tx, of.InForce); err != nil {
			return err
		}
		return g.otherInForce(ctx, tx) // told first: it raises the version of its schedule too, and a new comparison settles both
	}
	if of.Version != s.Version {
		return entity.StaleSchedule(ctx, tx, s)
	}
	dropped, err := g.overtaken(ctx, tx, plan.ID)
	if err != nil {
		return err
	}
	if len(dropped) > 0 {
		hidden, err := result.HiddenMouldsOf(ctx, tx, plan.ID, replaced.PlanID)
		if err != nil {
			return err
		}
		return problem.Refuse(msgOvertaken, s.Name, mouldsNamed(hidden.Split(dropped)))
	}
	moved, err := g.ChangesSince(ctx, tx, s, plan.ID)
	if err != nil {
		return err
	}
	if moved.Count() > 0 {
		key := resource.About("changed", append(moved.things, plan.ID)...)
		if err := resource.Confirm(tx.Actor(), key, msgMovedOn.With(problem.Count(moved.Moulds, "%d 副模具", "%d mould", "%d moulds"),
			problem.Count(moved.Tasks, "%d 个零件或工序", "%d part or operation", "%d parts or operations"), problem.Count(moved.Masters, "%d 项基础数据或设置", "%d master record or setting", "%d master records or settings"), moved.named())); err != nil {
			return err
		}
	}
	set, err := s.Effective(ctx, tx)
	if err != nil {
		return err
	}
	change, err := g.difference(ctx, tx, s, plan.ID, set)
	if err != nil {
		return err
	}
	letter := Replaced{By: replaced.CreatedBy, Now: s.Name, ScheduleID: s.ID, PlanID: plan.ID, PlanNumber: plan.Number}
	if replaced.PlanID != "" {
		was, err := entity.FindSchedule(ctx, tx, replaced.ScheduleID)
		if err != nil {
			return err
		}
		letter.Was = was.Name
	}
	now := g.deps.Now()
	if err := g.keepDays(ctx, tx, replaced, now); err != nil {
		return err
	}
	if _, err := tx.Change((*entity.Schedule)(nil)).Set("status = ?", entity.Completed).Where("status = ?", entity.Published).Where("id <> ?", s.ID).Exec(ctx); err != nil {
		return err
	}
	s.Status, s.PublisherName, s.PublishTime = entity.Published, tx.Actor().Name, &now
	if err := g.UpdateSchedule(ctx, tx, s); err != nil {
		return err
	}
	kept, err := json.Marshal(change)
	if err != nil {
		return err
	}
	if _, err := tx.Change((*entity.Plan)(nil)).Set("published = ?", true).Set("published_at = ?", now).Set("publisher_name = ?", tx.Actor().Name).Set("replaced_at = NULL").Set("replaced_by = ''").Set("difference = ?", string(kept)).
		Where("id = ?", plan.ID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Change((*entity.Plan)(nil)).Set("replaced_at = ?", now).Set("replaced_by = ?", plan.ID).Where("id = ?", replaced.PlanID).Exec(ctx); err != nil {
		return err
	}
	if removed, err := tx.Remove((*entity.FactoryPlan)(nil)).Where("plan_id = ?", replaced.PlanID).Exec(ctx); err != nil {
		return err
	} else if removed == 0 && replaced.PlanID != "" { // somebody published at the same moment
		return g.otherInForce(ctx, tx)
	}
	if err := tx.Insert(ctx, &entity.FactoryPlan{PlanID: plan.ID, ScheduleID: s.ID, Since: now}); errors.Is(err, store.ErrDuplicate) {
		return problem.Stale(problem.StaleData{}) // the first two at once: PostgreSQL reads no more in this transaction
	} else if err != nil {
		return err
	}
	if letter.By != "" && letter.By != tx.Actor().AccountID && g.deps.Replaced != nil {
		if err := g.deps.Replaced(ctx, tx, letter); err != nil {
			return err
		}
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionPublish, store.FieldChange{Field: "planNumber", After: plan.Number})
}

// publishable finds the plan of a schedule that is to come in force, if its state allows that.
func (g *Registry) publishable(ctx context.Context, tx store.Tx, s *entity.Schedule, planNumber int, inForce entity.FactoryPlan) (plan entity.Plan, err error) {
	if s.Simulation {
		return plan, problem.Refuse(msgSimulated, s.Name)
	}
	if planNumber == 0 {
		if err := entity.VerbPublish.CheckAhead(s, inForce); err != nil {
			return plan, err
		}
		if s.PlanID == "" {
			return plan, problem.Refuse(entity.MsgNoPlan, s.Name)
		}
		return plan, tx.Select(&plan).Columns(entity.VersionColumns...).Where("id = ?", s.PlanID).Scan(ctx)
	}
	if s.Status == entity.InProgress {
		return plan, entity.VerbPublish.Check(s)
	}
	if plan, err = entity.VersionOf(ctx, tx, s, planNumber); err == nil && plan.ID == inForce.PlanID {
		err = problem.Refuse(msgIsInForce, plan.Number, s.Name)
	}
	return plan, err
}

var msgMovedOn = L("排程运行之后，有 %s、%s、%s发生了变化%s。仍要按该计划执行吗？", "Changed since the run: %s, %s and %s%s. Put the plan in force all the same?")

var msgOvertaken = L("排程“%s”运行之后发布了别的计划，发布它会丢失或覆盖 %s 的安排。请重新排程后再发布。", "Another plan was published after “%s” was run: publishing it would drop or move the work on %s. Run it again first.")

var msgSimulated = L("模拟排程“%s”不能发布；请用正式排程按同样的参数重新排", "“%s” is a simulation and cannot be published; plan again with the same settings in a real schedule")
