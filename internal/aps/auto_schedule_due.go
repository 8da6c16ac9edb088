package aps

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/recurrence"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What happens at the times of auto-schedules. Every node looks; the row of the auto-schedule decides: whoever moves its next time
// forward has its turn, in the same transaction that begins the run and notes it. So a time is served once, by one node, or by none
// and then again.

const (
	caughtUpAfter = time.Minute // who begins later was not there at the time
	catchUpWithin = time.Hour   // what is older is not worth a run of its own: the next time comes soon enough
	autoRunsKept  = 50          // of an auto-schedule
)

// autoTurn is the part of an auto-schedule that serving a time writes. The version stays: a form that is open is not out of date.
type autoTurn struct {
	bun.BaseModel `bun:"table:auto_schedule"`
	TenantID      string     `bun:"tenant_id"`
	FactoryID     string     `bun:"factory_id"`
	NextAt        *time.Time `bun:"next_at"`
	Zone          string     `bun:"zone"`
}

// StartDue begins the runs of the auto-schedules whose time has come, of all tenants.
func (a *APS) StartDue(ctx context.Context) error {
	var due []entity.AutoSchedule
	err := a.deps.DB.SystemRead(ctx, "an auto-schedule that is due may be any tenant's", func(tx store.Tx) error {
		return tx.Select(&due).Where("enabled = ?", true).Where("next_at <= ?", a.deps.Now()).Order("next_at", "id").Scan(ctx)
	})
	for i := range due {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = errors.Join(err, a.startDue(ctx, &due[i]))
	}
	return err
}

// acting is who an auto-schedule runs as, and why it must not where that person may not be here any more. Refused, its bookkeeping goes
// on in the name of the person, who then does nothing else.
func (a *APS) acting(ctx context.Context, tenant, factory string, owner entity.RunActor) (actor store.Actor, refused, err error) {
	if a.deps.Acting != nil {
		if actor, err = a.deps.Acting(ctx, tenant, factory, owner.Account); err == nil {
			actor.Through = store.ThroughJob
			return actor, nil, nil
		}
		var p *problem.Problem
		if !errors.As(err, &p) {
			return actor, nil, err
		}
		refused = err
	}
	return store.Actor{TenantID: tenant, FactoryID: factory, AccountID: owner.Account, MemberID: owner.Member, Name: owner.Name, Zone: owner.Zone, Through: store.ThroughJob}, refused, nil
}

func (a *APS) startDue(ctx context.Context, seen *entity.AutoSchedule) error {
	actor, refused, err := a.acting(ctx, seen.TenantID, seen.FactoryID, seen.Owner)
	if err != nil {
		return err
	}
	ctx = store.WithActor(ctx, actor)
	return a.deps.DB.Write(ctx, func(tx store.Tx) error {
		now, x := a.deps.Now(), &entity.AutoSchedule{}
		err := tx.Select(x).Where("id = ?", seen.ID).Where("enabled = ?", true).Where("next_at <= ?", now).Locked().Scan(ctx)
		if errors.Is(err, store.ErrNotFound) || err == nil && x.Owner != seen.Owner {
			return nil // another node was faster, or somebody has saved it: then the next look finds what it is now
		}
		if err != nil {
			return err
		}
		if x.Zone != actor.Zone {
			return setNext(ctx, tx, x, now, actor.Zone)
		}
		due, missed, next, err := turnOf(x, now, actor.Zone)
		if err != nil {
			return err
		}
		if _, err := tx.Change((*autoTurn)(nil)).Set("next_at = ?", next).Where("id = ?", x.ID).Exec(ctx); err != nil {
			return err
		}
		line := &entity.AutoRun{AutoScheduleID: x.ID, DueAt: due, BeganAt: now, CaughtUp: now.Sub(due) > caughtUpAfter, Missed: missed, Publish: x.Publish, Owner: x.Owner}
		if err := a.serve(ctx, tx, x, line, refused); err != nil {
			return err
		}
		if line.Outcome != entity.AutoRunning {
			line.EndedAt = &now
		}
		if err := tx.Insert(ctx, line); err != nil {
			return err
		}
		a.autoChanged(ctx, tx, x.ID)
		return forgetAutoRuns(ctx, tx, x.ID)
	})
}

// setNext sets the next time anew, in the zone that the factory has by now.
func setNext(ctx context.Context, tx store.Tx, x *entity.AutoSchedule, now time.Time, name string) error {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return err
	}
	next, err := nextOf(x.Expression, now, zone)
	if err != nil {
		return err
	}
	_, err = tx.Change((*autoTurn)(nil)).Set("next_at = ?", next).Set("zone = ?", name).Where("id = ?", x.ID).Exec(ctx)
	return err
}

// Rezone sets the next times of a factory's auto-schedules anew, once it has another zone.
func (a *APS) Rezone(ctx context.Context, tenant, factory string) error {
	var rows []entity.AutoSchedule
	err := a.deps.DB.SystemRead(ctx, "the auto-schedules of a factory whose zone may have changed", func(tx store.Tx) error {
		return tx.Select(&rows).Where("tenant_id = ?", tenant).Where("factory_id = ?", factory).Where("enabled = ?", true).Scan(ctx)
	})
	for i := range rows {
		actor, _, known := a.acting(ctx, tenant, factory, rows[i].Owner)
		if known != nil {
			return errors.Join(err, known)
		}
		ctx := store.WithActor(ctx, actor)
		err = errors.Join(err, a.deps.DB.Write(ctx, func(tx store.Tx) error {
			x := &entity.AutoSchedule{}
			err := tx.Select(x).Where("id = ?", rows[i].ID).Where("enabled = ?", true).Locked().Scan(ctx)
			if errors.Is(err, store.ErrNotFound) || err == nil && x.Zone == actor.Zone {
				return nil
			}
			if err != nil {
				return err
			}
			return setNext(ctx, tx, x, a.deps.Now(), actor.Zone)
		}))
	}
	return err
}

// turnOf is the last time of an auto-schedule that has come, how many came before it and were not served, and the next one.
func turnOf(x *entity.AutoSchedule, now time.Time, zone string) (due time.Time, missed int, next *time.Time, err error) {
	in, err := time.LoadLocation(zone)
	if err != nil {
		return due, 0, nil, err
	}
	e, err := recurrence.Parse(x.Expression)
	if err != nil {
		return due, 0, nil, err
	}
	const look = 100
	due = *x.NextAt
	for {
		times := e.Next(due, in, look)
		for _, at := range times {
			if at.After(now) {
				at = at.UTC()
				return due, missed, &at, nil
			}
			due, missed = at.UTC(), missed+1
		}
		if len(times) < look {
			return due, missed, nil, nil
		}
	}
}

var (
	msgAutoNoRun = L("%s没有运行排程的权限", "%s is not permitted to run schedules")
	msgAutoGone  = L("%s已不能使用本工厂，请由他人重新启用该自动排程", "%s may not work in this factory any more: somebody else has to switch the auto-schedule on again")
)

// serve begins the run of a due time, or notes why there is none.
func (a *APS) serve(ctx context.Context, tx store.Tx, x *entity.AutoSchedule, line *entity.AutoRun, refused error) error {
	s, err := x.Of(ctx, tx)
	switch {
	case err == nil:
		line.ScheduleID, line.ScheduleName = s.ID, s.Name
	case line.BeganAt.Sub(line.DueAt) < catchUpWithin:
		return failAuto(line, err)
	}
	switch {
	case line.BeganAt.Sub(line.DueAt) >= catchUpWithin:
		line.Outcome, line.CaughtUp = entity.AutoMissed, false
		return nil
	case refused != nil:
		line.Outcome, line.Reason = entity.AutoFailed, problem.Of(refused).Text.Worded()
		if code := problem.Of(refused).Code; code != problem.Refused {
			line.Reason = msgAutoGone.With(x.Owner.Name).Worded()
		}
		return nil
	case s.Status == entity.InProgress:
		line.Outcome = entity.AutoSkipped
		return nil
	case a.deps.Acting != nil && !tx.Actor().Allowed(mayRun):
		return failAuto(line, problem.Refuse(msgAutoNoRun, x.Owner.Name))
	}
	err = tx.Try(ctx, func(tx store.Tx) error {
		run, err := a.Start(ctx, tx, s.ID)
		if err == nil {
			line.Outcome, line.RunID = entity.AutoRunning, run.ID
		}
		return err
	})
	return failAuto(line, err)
}

// failAuto notes what a rule has refused; what is no rule of ours is an error, after which the time is served again.
func failAuto(line *entity.AutoRun, err error) error {
	if err == nil {
		return nil
	}
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code == problem.Fault || p.Code == problem.Unavailable || p.Code == problem.NoStorage {
		return err
	}
	line.Outcome, line.Reason, line.NamesMoulds = entity.AutoFailed, p.Text.Worded(), true
	return nil
}

// forgetAutoRuns keeps the newest runs of an auto-schedule.
func forgetAutoRuns(ctx context.Context, tx store.Tx, id string) error {
	var old []string
	if err := tx.Select((*entity.AutoRun)(nil)).Columns("id").Where("auto_schedule_id = ?", id).Where("outcome <> ?", entity.AutoRunning).Order("due_at DESC", "id DESC").Limit(mostForgotten, autoRunsKept).ScanColumn(ctx, &old); err != nil || len(old) == 0 {
		return err
	}
	_, err := tx.Remove((*entity.AutoRun)(nil)).WhereIn("id", old).Exec(ctx)
	return err
}

// mostForgotten bounds a look for old runs: each new one finds at most one.
const mostForgotten = 20
