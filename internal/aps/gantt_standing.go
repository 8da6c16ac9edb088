package aps

import (
	"context"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// GanttStanding is how the tasks of a plan stand at this moment, column by column: only those that stand otherwise than
// when the plan was made, so that a chart that is open can ask again after every report. Times are minutes from Epoch.
type GanttStanding struct {
	PlanID    string    `json:"planId"`
	Epoch     time.Time `json:"epoch"`
	ID        []string  `json:"id" nullable:"false" doc:"of bars; what is not named stands as the plan says"`
	Status    []int     `json:"status" nullable:"false" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	RealStart []*int    `json:"realStart" nullable:"false"`
	RealEnd   []*int    `json:"realEnd" nullable:"false"`
}

func (a *APS) ganttStandingOf(ctx context.Context, tx store.Tx, in *planPath) (*GanttStanding, error) {
	_, planID, err := entity.PlanAt(ctx, tx, in.ScheduleID, in.PlanNumber)
	if err != nil {
		return nil, err
	}
	var plan entity.Plan
	if err := tx.Select(&plan).Columns("id", "start_used").Where("id = ?", planID).Scan(ctx); err != nil {
		return nil, err
	}
	var tasks []result.Task
	columns := []string{"id", "task_id", "mould_id", "batch_id", "segment", "qty", "status", "real_start", "real_end"}
	if err := tx.Seen(&tasks).Columns(columns...).Where("plan_id = ?", plan.ID).Where("planned_start IS NOT NULL").Scan(ctx); err != nil {
		return nil, err
	}
	standing, err := a.Standing(ctx, tx, tasks)
	out := &GanttStanding{PlanID: plan.ID, Epoch: plan.StartUsed.UTC(), ID: []string{}, Status: []int{}, RealStart: []*int{}, RealEnd: []*int{}}
	for i := range tasks {
		t := &tasks[i]
		if now, known := standing[t.Operation()]; known {
			out.add(t, now.Of(t))
		}
	}
	return out, err
}

// add tells how a task stands where that is not what the plan keeps of it.
func (g *GanttStanding) add(t *result.Task, now model.Progress) {
	if now.Status == t.Status && same(now.RealStart, t.RealStart) && same(now.RealEnd, t.RealEnd) {
		return
	}
	g.ID = append(g.ID, t.TaskID)
	g.Status = append(g.Status, now.Status)
	g.RealStart = append(g.RealStart, g.minute(now.RealStart))
	g.RealEnd = append(g.RealEnd, g.minute(now.RealEnd))
}

func (g *GanttStanding) minute(t *time.Time) *int {
	if t == nil {
		return nil
	}
	at := result.MinutesFrom(g.Epoch, *t)
	return &at
}

// same tells that two moments are one, or both missing.
func same(x, y *time.Time) bool {
	return x == y || x != nil && y != nil && x.Equal(*y)
}
