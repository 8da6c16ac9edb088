package aps

import (
	"context"
	"errors"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// How the runs of auto-schedules end, and whether their plans are published. Runs end in many ways, on any node; so it is looked for
// here, and the first node to note it is the one that publishes, in the same transaction.

// EndAutoRuns notes the ends of runs that auto-schedules have begun, of all tenants.
func (a *APS) EndAutoRuns(ctx context.Context) error {
	var lines []entity.AutoRun
	ended := map[string]*entity.Run{}
	err := a.deps.DB.SystemRead(ctx, "an auto-schedule whose run has ended may be any tenant's", func(tx store.Tx) error {
		if err := tx.Select(&lines).Where("outcome = ?", entity.AutoRunning).Order("began_at", "id").Scan(ctx); err != nil || len(lines) == 0 {
			return err
		}
		var ids []string
		for i := range lines {
			ids = append(ids, lines[i].RunID)
		}
		var runs []entity.Run
		err := tx.Select(&runs).Columns("id", "schedule_id", "state", "message", "ended_at").WhereIn("id", ids).Scan(ctx)
		for i := range runs {
			ended[runs[i].ID] = &runs[i]
		}
		return err
	})
	if err != nil {
		return err
	}
	for i := range lines {
		of := ended[lines[i].RunID]
		if of != nil && (of.State == entity.StateQueued || of.State == entity.StateRunning) {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = errors.Join(err, a.endAutoRun(ctx, &lines[i], of))
	}
	return err
}

// autoVerdict says whether the plan of a run may be published, by what it is worth.
type autoVerdict struct {
	planNumber int
	inForce    string // plan that it was compared with
	moulds     int    // compared
	onTime     int
	before     *int // on time by the plan in force
	refusal    problem.Text
}

func (a *APS) endAutoRun(ctx context.Context, seen *entity.AutoRun, of *entity.Run) error {
	actor, refused, err := a.acting(ctx, seen.TenantID, seen.FactoryID, seen.Owner)
	if err != nil {
		return err
	}
	ctx = store.WithActor(ctx, actor)
	var verdict autoVerdict
	if of != nil && of.State == entity.StateSuccess {
		// Before the transaction that writes: to time a large plan anew takes longer than others should wait for.
		if err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) { verdict, err = a.judgeAuto(ctx, tx, seen, of); return err }); err != nil {
			return err
		}
	}
	return a.deps.DB.Write(ctx, func(tx store.Tx) error {
		line := &entity.AutoRun{}
		err := tx.Select(line).Where("id = ?", seen.ID).Where("outcome = ?", entity.AutoRunning).Locked().Scan(ctx)
		if errors.Is(err, store.ErrNotFound) {
			return nil // another node was faster, or the auto-schedule is gone
		}
		if err != nil {
			return err
		}
		now := a.deps.Now()
		line.EndedAt = &now
		switch {
		case of == nil:
			line.Outcome, line.Reason = entity.AutoFailed, msgAutoRunGone
		case of.State == entity.StateSuccess:
			line.EndedAt, line.Outcome = of.EndedAt, entity.AutoSucceeded
			line.PlanNumber, line.Moulds, line.OnTime, line.OnTimeBefore = verdict.planNumber, verdict.moulds, verdict.onTime, verdict.before
			if line.Publish {
				if err := a.publishAuto(ctx, tx, line, verdict, refused); err != nil {
					return err
				}
			}
		case of.State == entity.StateCancelled:
			line.EndedAt, line.Outcome, line.Reason = of.EndedAt, entity.AutoFailed, msgAutoCancelled
		default:
			line.EndedAt, line.Outcome, line.Reason, line.NamesMoulds = of.EndedAt, entity.AutoFailed, run.Words(of.Message).Worded(), true
		}
		if err := tx.Update(ctx, line); err != nil {
			return err
		}
		a.autoChanged(ctx, tx, line.AutoScheduleID)
		return nil
	})
}

var (
	msgAutoRunGone   = L("该次运行已随排程删除", "The run was deleted with its schedule")
	msgAutoCancelled = L("运行被取消", "The run was cancelled")
	msgAutoNoPlan    = L("该次运行的计划已不存在", "The plan of the run is gone")
	msgAutoWorse     = L("不如执行中的计划准时：%d 副模具中，新计划准时 %d 副，执行中的计划从同一时间起准时 %d 副", "Less on time than the plan in force: of %d moulds %d would be on time by the new plan, and %d by the plan in force from the same start")
	msgAutoMoved     = L("排程运行之后数据又有变化，请查看后手动发布", "Data have changed since the run: look at the plan and publish it by hand")
	msgAutoNoPublish = L("%s没有发布计划的权限", "%s is not permitted to publish plans")
)

// judgeAuto finds the plan of a run and compares it with the plan in force, timed anew from the same start: as it was published, the
// old plan would always look better than it still is.
func (a *APS) judgeAuto(ctx context.Context, tx store.Tx, line *entity.AutoRun, of *entity.Run) (v autoVerdict, err error) {
	var made entity.Plan
	err = tx.Select(&made).Columns("id", "number").Where("run_id = ?", of.ID).Where("origin = ?", entity.OriginRun).Where("complete = ?", true).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return autoVerdict{refusal: msgAutoNoPlan}, nil
	}
	if err != nil {
		return v, err
	}
	v.planNumber = made.Number
	inForce, err := entity.InForce(ctx, tx)
	if err != nil || !line.Publish {
		return v, err
	}
	v.inForce = inForce.PlanID
	s, err := entity.FindSchedule(ctx, tx, of.ScheduleID)
	if err != nil {
		return v, err
	}
	rows, err := entity.TasksInForce(ctx, tx, nil)
	if err != nil {
		return v, err
	}
	var count explaining.OnTime
	h, err := a.Hold(ctx, tx, s, made.ID)
	if err != nil {
		return v, err
	}
	count, err = h.OnTimeBeside(rows)
	h.Release()
	if err != nil {
		return v, err
	}
	v.moulds, v.onTime = count.Moulds, count.Here
	if inForce.PlanID == "" {
		return v, nil
	}
	v.before = &count.Otherwise
	if count.Otherwise > count.Here {
		v.refusal = msgAutoWorse.With(count.Moulds, count.Here, count.Otherwise).Worded()
	}
	return v, nil
}

// publishAuto publishes the plan of a run, or notes why not. What a person would be asked, nobody answers here: it is left to them.
func (a *APS) publishAuto(ctx context.Context, tx store.Tx, line *entity.AutoRun, v autoVerdict, refused error) error {
	switch {
	case refused != nil:
		line.Reason = msgAutoGone.With(line.Owner.Name).Worded()
		return nil
	case a.deps.Acting != nil && !tx.Actor().Allowed(mayPublish):
		line.Reason = msgAutoNoPublish.With(line.Owner.Name).Worded()
		return nil
	case v.refusal.En != "":
		line.Reason = v.refusal
		return nil
	}
	err := tx.Try(ctx, func(tx store.Tx) error {
		s, err := entity.FindSchedule(ctx, tx, line.ScheduleID)
		if err != nil {
			return err
		}
		return a.Publish(ctx, tx, s.ID, plan.Publication{PlanNumber: v.planNumber, Version: s.Version, InForce: v.inForce})
	})
	if err == nil {
		line.Published = true
		return nil
	}
	if problem.Of(err).Code == problem.Question {
		line.Reason = msgAutoMoved
		return nil
	}
	outcome := line.Outcome
	if err := failAuto(line, err); err != nil {
		return err
	}
	line.Outcome = outcome // the plan is there
	return nil
}
