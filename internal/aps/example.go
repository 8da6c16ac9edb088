package aps

import (
	"context"
	"time"

	"mouldworks/internal/platform/store"
)

// Ids of the rows that the OpenAPI examples speak of.
const (
	exampleSchedule = "01900000-0000-7000-8000-000000000501" // completed, with a plan
	exampleDefault  = "01900000-0000-7000-8000-000000000502"
	exampleSpare    = "01900000-0000-7000-8000-000000000503" // not started, may be deleted
	exampleRunning  = "01900000-0000-7000-8000-000000000504" // in progress
	examplePlan     = "01900000-0000-7000-8000-000000000511"
	exampleTask     = "01900000-0000-7000-8000-000000000521"
	exampleRun      = "01900000-0000-7000-8000-000000000531"
)

// Example inserts the rows that the OpenAPI examples speak of, for documentation and for the probes that replay them.
func (a *APS) Example(ctx context.Context, tx store.Tx) error {
	now := a.deps.Now()
	start := now.Add(time.Hour).Truncate(time.Minute)
	gantt, err := pack([]byte(`{"code":1,"message":"ok","data":{}}`))
	if err != nil {
		return err
	}
	plan := &Plan{ScheduleID: exampleSchedule, Complete: true, StartUsed: start, SnapshotAt: now.Add(time.Hour), Moulds: 1, Tasks: 1, Gantt: gantt, Evaluation: &Evaluation{Axes: []EvaluationAxis{}, Load: []GroupLoad{}, Sections: []SectionFigures{}}}
	plan.ID = examplePlan
	end := start.Add(time.Hour)
	task := &planTask{PlanID: examplePlan, TaskID: exampleTask, MouldNo: "M1", PartNo: "P1", Kind: 1, OpNo: 10, ProcessName: "CNC", PlannedStart: &start, PlannedEnd: &end, Minutes: 60, PlannedMinutes: 60, Qty: 1}
	task.ID = exampleTask
	run := &Run{ScheduleID: exampleRunning, State: stateQueued, Attempt: 1, HeartbeatAt: now, Phase: stateQueued, Settings: freshSettings(), Seed: 1, Engine: Engine}
	run.ID = exampleRun
	rows := []any{plan, task, run}
	for _, s := range []*Schedule{
		{FactoryRow: row0(exampleDefault), Name: "Example default", Default: true},
		{FactoryRow: row0(exampleSchedule), Name: "Example completed", Status: Completed, RunStatus: RunSuccess, PlanID: examplePlan},
		{FactoryRow: row0(exampleSpare), Name: "Example not started"},
		{FactoryRow: row0(exampleRunning), Name: "Example in progress", Status: InProgress, RunStatus: RunRunning, RunID: exampleRun},
	} {
		s.StartTime, s.MouldIDs, s.Settings = start, []string{}, map[string]any{}
		rows = append(rows, s)
	}
	for _, r := range rows {
		if err := tx.Insert(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

func row0(id string) store.FactoryRow { return store.FactoryRow{Row: store.Row{ID: id}} }
