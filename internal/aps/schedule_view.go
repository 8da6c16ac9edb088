package aps

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"math"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Schedules and runs as pages see them.

// ScheduleView is a row of the schedule list.
type ScheduleView struct {
	ID             string          `json:"id"`
	Version        int64           `json:"version"`
	Name           string          `json:"name"`
	StartTime      time.Time       `json:"startTime"`
	DeliveryTime   *time.Time      `json:"deliveryTime"`
	LatestDelivery *time.Time      `json:"latestDelivery" doc:"of its open moulds: what holds where it has no delivery of its own"`
	MouldIDs       []string        `json:"mouldIds" nullable:"false" doc:"that the caller sees"`
	HiddenMoulds   int             `json:"hiddenMoulds" doc:"further moulds of it, which the caller may not see"`
	Status         int             `json:"status" enum:"0,1,2,3" doc:"0 not scheduled, 1 in progress, 2 completed, 3 published"`
	RunStatus      int             `json:"runStatus" enum:"0,1,2,3" doc:"of its newest run"`
	RunSeconds     *float64        `json:"runSeconds"`
	SchedulerName  string          `json:"schedulerName"`
	PublisherName  string          `json:"publisherName"`
	PublishTime    *time.Time      `json:"publishTime"`
	CreateTime     time.Time       `json:"createTime"`
	CreateUserName string          `json:"createUserName"`
	DefaultFlag    bool            `json:"defaultFlag"`
	ApsFlag        bool            `json:"apsFlag" doc:"false for a simulation"`
	Simulation     bool            `json:"simulation" doc:"plans with the mock settings before the others and is never published"`
	LockState      int             `json:"lockState" doc:"1: running, or its newest plan is in force: its form cannot be changed; 0 otherwise"`
	PlanNumber     int             `json:"planNumber" doc:"of its newest plan, 0 before the first one"`
	InForceNumber  int             `json:"inForceNumber" doc:"of that of its plans that the factory works by, 0: none is in force"`
	InForceSince   *time.Time      `json:"inForceSince"`
	ReplacedBy     *plan.Name      `json:"replacedBy" doc:"the plan that took the place of the one of its plans that was in force last; null while one is, and where none was"`
	Moulds         int             `json:"moulds"`
	Tasks          int             `json:"tasks"`
	Unscheduled    int             `json:"unscheduled"`
	Late           int             `json:"late"`
	CarriedMoulds  int             `json:"carriedMoulds" doc:"moulds of other schedules that its plan keeps from the plan in force; moulds and late do not count them"`
	CarriedLate    int             `json:"carriedLate" doc:"of these, late"`
	Today          *plan.LateToday `json:"today" doc:"late moulds by the dates of today, while its newest plan is in force; null where they are the same"`
	InForce        *InForceFigures `json:"inForce" doc:"of that of its plans that the factory works by, while it is not the newest; else null"`
	Run            *run.View       `json:"run"`
	Message        string          `json:"message"`
}

// InForceFigures are the counts of the plan in force, beside those of a newer one that nobody works by.
type InForceFigures struct {
	Moulds        int             `json:"moulds"`
	Late          int             `json:"late"`
	CarriedMoulds int             `json:"carriedMoulds"`
	CarriedLate   int             `json:"carriedLate"`
	Today         *plan.LateToday `json:"today" doc:"late moulds by the dates of today; null where they are the same"`
}

func (a *APS) view(ctx context.Context, s *entity.Schedule, beside *besideSchedules) *ScheduleView {
	v := &ScheduleView{
		ID: s.ID, Version: s.Version, Name: s.Name, StartTime: s.StartTime, DeliveryTime: s.DeliveryTime, MouldIDs: s.MouldIDs, Status: s.Status, RunStatus: s.RunStatus,
		SchedulerName: s.SchedulerName, PublisherName: s.PublisherName, PublishTime: s.PublishTime, CreateTime: s.CreatedAt, CreateUserName: s.CreatorName, DefaultFlag: s.Default,
		ApsFlag: !s.Simulation, Simulation: s.Simulation, Message: run.Words(s.Message).In(problem.Language(ctx)),
	}
	if s.Status == entity.InProgress || s.Status == entity.Published && !s.IsAhead(beside.inForce) {
		v.LockState = 1
	}
	if s.RunMillis > 0 {
		seconds := runSeconds(s)
		v.RunSeconds = &seconds
	}
	if p := beside.plans[s.PlanID]; p != nil {
		v.PlanNumber, v.Moulds, v.Tasks, v.Unscheduled, v.Late = p.Number, p.Moulds, p.Tasks, p.Unscheduled, p.Late
		v.CarriedMoulds, v.CarriedLate = p.CarriedMoulds, p.CarriedLate
		if s.PlanID == beside.inForce.PlanID {
			v.Today = beside.today
		}
	}
	if s.DeliveryTime == nil {
		v.LatestDelivery = beside.latest(s)
	}
	if beside.inForce.ScheduleID != s.ID {
		v.ReplacedBy = beside.replaced[s.ID]
	} else {
		v.InForceSince = &beside.inForce.Since
		if p := beside.plans[beside.inForce.PlanID]; p != nil {
			v.InForceNumber = p.Number
			if s.PlanID != beside.inForce.PlanID {
				v.InForce = &InForceFigures{p.Moulds, p.Late, p.CarriedMoulds, p.CarriedLate, beside.today}
			}
		}
	}
	if r := beside.runs[s.RunID]; r != nil && s.Status == entity.InProgress {
		v.Run = a.Worded(ctx, r)
	}
	return v
}

func (a *APS) runView(ctx context.Context, tx store.Tx, id string) (*run.View, error) {
	if id == "" {
		return nil, nil
	}
	var r entity.Run
	if err := tx.Select(&r).Where("id = ?", id).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return a.Worded(ctx, &r), nil
}

// RunReply is the newest run of a schedule, null when it never ran.
type RunReply struct {
	Run *run.View `json:"run"`
}

type schedulePath struct {
	ScheduleID string `path:"scheduleId"`
}

// planPath names a plan of a schedule.
type planPath struct {
	ScheduleID string `path:"scheduleId"`
	PlanNumber int    `query:"planNumber" minimum:"1" maximum:"1000000" doc:"1, 2, 3 ... of the schedule's plans; none: the newest"`
}

func (a *APS) runOf(ctx context.Context, tx store.Tx, in *schedulePath) (RunReply, error) {
	s, err := entity.FindSchedule(ctx, tx, in.ScheduleID)
	if err != nil {
		return RunReply{}, err
	}
	v, err := a.runView(ctx, tx, s.RunID)
	return RunReply{v}, err
}

func (a *APS) ganttOf(ctx context.Context, in *planPath) (*api.File, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return nil, err
	}
	return a.planFile(ctx, in, "", func(tx store.Tx, p *entity.Plan) (string, error) {
		words, err := a.deps.EnglishNames.Words(ctx, tx)
		if err != nil {
			return "", err
		}
		return result.SeenGantt(p.Gantt, actor.Hidden, words)
	}, "gantt")
}

// problemOf gives the problem that the plan answers, with what repeats the run: `mouldworks solve --replay` makes the
// same plan outside the product.
func (a *APS) problemOf(ctx context.Context, in *planPath) (*api.File, error) {
	if err := result.WholeShop(ctx); err != nil {
		return nil, err
	}
	return a.planFile(ctx, in, ".json", func(_ store.Tx, p *entity.Plan) (string, error) { return p.Snapshot, nil }, "snapshot")
}

// planFile gives a packed column of a plan, as JSON; with an ending it is a file to keep.
func (a *APS) planFile(ctx context.Context, in *planPath, ending string, of func(store.Tx, *entity.Plan) (string, error), column string) (file *api.File, err error) {
	err = a.deps.DB.Read(ctx, func(tx store.Tx) error {
		s, planID, err := entity.PlanAt(ctx, tx, in.ScheduleID, in.PlanNumber)
		if err != nil {
			return err
		}
		var p entity.Plan
		if err := tx.Select(&p).Columns("id", column).Where("id = ?", planID).Scan(ctx); err != nil {
			return err
		}
		text, err := of(tx, &p)
		if err != nil {
			return err
		}
		packed, err := base64.StdEncoding.DecodeString(text)
		file = &api.File{Type: "application/json", Gzip: true, Write: func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(packed)); return err }}
		if ending != "" {
			file.Name = s.Name + ending
		}
		return err
	})
	return file, err
}

// runSeconds is how long the last run took.
func runSeconds(s *entity.Schedule) float64 {
	return tenths(time.Duration(s.RunMillis) * time.Millisecond)
}

// tenths are seconds with one figure after the point: nobody reads milliseconds of a search.
func tenths(d time.Duration) float64 { return math.Round(float64(d.Milliseconds())/100) / 10 }

// runSecondsOf is how long a run of a schedule took, the last one or one before.
func (a *APS) runSecondsOf(ctx context.Context, tx store.Tx, s *entity.Schedule, runID string) (float64, error) {
	if runID == s.RunID {
		return runSeconds(s), nil
	}
	var r entity.Run
	if err := tx.Select(&r).Columns("id", "started_at", "ended_at", "spent_millis").Where("id = ?", runID).Scan(ctx); errors.Is(err, store.ErrNotFound) || r.StartedAt == nil || r.EndedAt == nil {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	return tenths(r.SpentBefore() + r.EndedAt.Sub(*r.StartedAt)), nil
}
