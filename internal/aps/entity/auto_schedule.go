package entity

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// AutoSchedule repeats the run of a schedule of its factory. While it is enabled, a node begins a run when NextAt has come, in the name
// of its owner, who is the person that last saved it or switched it on.
type AutoSchedule struct {
	bun.BaseModel `bun:"table:auto_schedule"`
	store.FactoryRow
	Name        string     `bun:"name"`
	ScheduleID  string     `bun:"schedule_id,nullzero"` // empty: the default schedule of the factory, whichever that is at the run
	Expression  string     `bun:"expression"`           // Quartz, in the zone of the factory
	Enabled     bool       `bun:"enabled"`
	Publish     bool       `bun:"publish"` // its plans, where they are no worse than the one in force
	Zone        string     `bun:"zone"`    // of the factory, when NextAt was set
	NextAt      *time.Time `bun:"next_at"` // nil while it is off, and where the expression never fires again
	Owner       RunActor   `bun:"owner,type:text"`
	CreatorName string     `bun:"creator_name"`
}

// What an auto-schedule has made of a due time.
const (
	AutoRunning   = "running"   // the run waits or works
	AutoSucceeded = "succeeded" // a plan was made
	AutoFailed    = "failed"    // no run could begin, or it has ended without a plan
	AutoSkipped   = "skipped"   // a run of the schedule was still going
	AutoMissed    = "missed"    // no server was there, for an hour or more
)

// AutoRun is what became of a due time of an auto-schedule.
type AutoRun struct {
	bun.BaseModel `bun:"table:auto_schedule_run"`
	store.FactoryRow
	AutoScheduleID string       `bun:"auto_schedule_id"`
	DueAt          time.Time    `bun:"due_at"`
	BeganAt        time.Time    `bun:"began_at"`
	EndedAt        *time.Time   `bun:"ended_at"`
	Outcome        string       `bun:"outcome"`
	CaughtUp       bool         `bun:"caught_up"` // it began late, because no server was there
	Missed         int          `bun:"missed"`    // due times before this one that nobody served
	ScheduleID     string       `bun:"schedule_id"`
	ScheduleName   string       `bun:"schedule_name"`
	RunID          string       `bun:"run_id"`
	PlanNumber     int          `bun:"plan_number"` // of the schedule; 0 without a plan
	Publish        bool         `bun:"publish"`     // it was to be published
	Published      bool         `bun:"published"`
	Reason         problem.Text `bun:"reason,type:text"` // why it failed, or was not published
	NamesMoulds    bool         `bun:"names_moulds"`     // the reason may: it is not for people who do not see all of them
	Moulds         int          `bun:"moulds"`
	OnTime         int          `bun:"on_time"`        // of these
	OnTimeBefore   *int         `bun:"on_time_before"` // by the plan in force, from the same start; nil without one
	Owner          RunActor     `bun:"owner,type:text"`
}

var labelAutoSchedule = L("自动排程", "Auto-schedule")

// FindAutoSchedule reads an auto-schedule or says that there is none.
func FindAutoSchedule(ctx context.Context, tx store.Tx, id string) (*AutoSchedule, error) {
	x := &AutoSchedule{}
	if id == "" {
		return nil, problem.Refuse(MsgSelect)
	}
	err := tx.Select(x).Where("id = ?", id).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem.NotFound(labelAutoSchedule)
	}
	return x, err
}

var msgAutoDefault = L("工厂还没有默认排程，请先新建排程", "The factory has no default schedule yet: make a schedule first")

// Of finds the schedule that an auto-schedule runs at this moment.
func (x *AutoSchedule) Of(ctx context.Context, tx store.Tx) (*Schedule, error) {
	if x.ScheduleID != "" {
		return FindSchedule(ctx, tx, x.ScheduleID)
	}
	s := &Schedule{}
	err := tx.Select(s).Where("is_default = ?", true).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, problem.Refuse(msgAutoDefault)
	}
	return s, err
}
