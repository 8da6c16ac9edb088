package aps

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
	"mouldworks/solver/instance"
)

// Ids of the rows that the OpenAPI examples speak of.
const (
	exampleSchedule  = "01900000-0000-7000-8000-000000000501" // completed, with a plan
	exampleDefault   = "01900000-0000-7000-8000-000000000502"
	exampleSpare     = "01900000-0000-7000-8000-000000000503" // not started, may be deleted
	exampleRunning   = "01900000-0000-7000-8000-000000000504" // in progress
	exampleReady     = "01900000-0000-7000-8000-000000000505" // completed, untouched by other examples
	exampleNewPlan   = "01900000-0000-7000-8000-000000000512" // its plan
	examplePlan      = "01900000-0000-7000-8000-000000000511"
	exampleTask      = "01900000-0000-7000-8000-000000000303" // of the operation that production gives as its example
	exampleRun       = "01900000-0000-7000-8000-000000000531"
	exampleMould     = "01900000-0000-7000-8000-000000000541"
	exampleAuto      = "01900000-0000-7000-8000-000000000561"
	exampleSpareAuto = "01900000-0000-7000-8000-000000000562" // may be deleted
	exampleMachine   = "01900000-0000-7000-8000-000000000551"
	// A machine of the basic data, where the machines of the plan above are none.
	exampleStoredMachine = "01900000-0000-7000-8000-000000000205"
)

// exampleDrafted are completed schedules, each with a plan and a draft of its own: every call of drafts changes one of them.
var exampleDrafted = [6]string{
	"01900000-0000-7000-8000-000000000571", "01900000-0000-7000-8000-000000000572", "01900000-0000-7000-8000-000000000573",
	"01900000-0000-7000-8000-000000000574", "01900000-0000-7000-8000-000000000575", "01900000-0000-7000-8000-000000000576",
}

// Example inserts the rows that the OpenAPI examples speak of, for documentation and for the probes that replay them.
func (a *APS) Example(ctx context.Context, tx store.Tx) error {
	now := a.deps.Now()
	start := now.Add(time.Hour).Truncate(time.Minute)
	chart, err := json.Marshal(map[string]any{"code": 1, "message": "ok", "data": exampleGantt(start)})
	if err != nil {
		return err
	}
	gantt, err := result.Pack(chart)
	if err != nil {
		return err
	}
	snapshot, err := json.Marshal(exampleProblem(start))
	if err != nil {
		return err
	}
	problem, err := result.Pack(snapshot)
	if err != nil {
		return err
	}
	plan := &entity.Plan{ScheduleID: exampleSchedule, Complete: true, Number: 1, Origin: entity.OriginRun, Snapshot: problem, StartUsed: start, SnapshotAt: now.Add(time.Hour), Moulds: 1, Tasks: 1, Gantt: gantt, Evaluation: &result.Evaluation{Figures: result.EvaluationFigures{Unscheduled: []result.ReasonCount{}}, Axes: []result.EvaluationAxis{}, Load: []result.GroupLoad{}, Sections: []result.SectionFigures{}}}
	plan.ID = examplePlan
	end := start.Add(time.Hour)
	task := &result.Task{PlanID: examplePlan, TaskID: exampleTask, MouldID: exampleMould, MouldNo: "M1", PartNo: "P1", Kind: 1, OpNo: 10, ProcessName: "CNC", ResourceID: exampleMachine, ResourceName: "CNC1", PlannedStart: &start, PlannedEnd: &end, Minutes: 60, PlannedMinutes: 60, Qty: 1}
	task.ID = exampleTask
	run := &entity.Run{ScheduleID: exampleRunning, State: entity.StateQueued, Attempt: 1, HeartbeatAt: now, Phase: entity.StateQueued, Settings: setting.Fresh(), Seed: 1, Engine: entity.Engine}
	run.ID = exampleRun
	ready := *plan
	ready.ID, ready.ScheduleID = exampleNewPlan, exampleReady
	rows := []any{plan, &ready, task, run}
	for _, s := range []*entity.Schedule{
		{FactoryRow: row0(exampleDefault), Name: "Example default", Default: true},
		{FactoryRow: row0(exampleSchedule), Name: "Example completed", Status: entity.Completed, RunStatus: entity.RunSuccess, PlanID: examplePlan},
		{FactoryRow: row0(exampleReady), Name: "Example to publish", Status: entity.Completed, RunStatus: entity.RunSuccess, PlanID: exampleNewPlan},
		{FactoryRow: row0(exampleSpare), Name: "Example not started"},
		{FactoryRow: row0(exampleRunning), Name: "Example in progress", Status: entity.InProgress, RunStatus: entity.RunRunning, RunID: exampleRun},
	} {
		s.StartTime, s.MouldIDs, s.Moulds, s.Settings = start, []string{}, []entity.MouldRow{}, map[string]any{}
		rows = append(rows, s)
	}
	for i, id := range exampleDrafted {
		own, of := *plan, *task
		own.ID, own.ScheduleID = exampleDraftedPlan(i), id
		of.ID, of.PlanID = own.ID, own.ID // the same task, in a plan of its own
		s := &entity.Schedule{FactoryRow: row0(id), Name: fmt.Sprintf("Example with a draft %d", i+1), Status: entity.Completed, RunStatus: entity.RunSuccess, PlanID: own.ID}
		s.StartTime, s.MouldIDs, s.Moulds, s.Settings = start, []string{}, []entity.MouldRow{}, map[string]any{}
		move := draft.Step{Changes: []draft.PlanChange{{Kind: "move", TaskID: exampleTask}}, Subjects: []draft.Subject{{Task: "M1 / P1 · 10 CNC"}}, Time: now}
		d := &draft.Draft{AccountID: tx.Actor().AccountID, PersonName: tx.Actor().Name, ScheduleID: id, PlanID: own.ID, PlanNumber: 1, Steps: []draft.Step{move}, Done: 1, Left: []draft.LeftOut{}}
		rows = append(rows, &own, &of, s, d)
	}
	next := start.Add(24 * time.Hour)
	for id, name := range map[string]string{exampleAuto: "Example auto-schedule", exampleSpareAuto: "Example spare auto-schedule"} {
		rows = append(rows, &entity.AutoSchedule{FactoryRow: row0(id), Name: name, Expression: "0 30 6 * * ?", Enabled: true, NextAt: &next})
	}
	for _, r := range rows {
		if err := tx.Insert(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// exampleProblem is the problem of the example's plan: one mould, one task of an hour, half of it too late.
func exampleProblem(start time.Time) *instance.File {
	return &instance.File{
		Format: instance.Format, Start: start.UTC().Format(time.RFC3339), Zone: "Asia/Shanghai",
		Resources: []instance.Resource{{ID: exampleMachine}},
		Jobs:      []instance.Job{{ID: "M1", Due: instance.At(30), Weight: 50}},
		Ops:       []instance.Op{{ID: "M1/P1/10/", Job: "M1", Part: "P1", Seq: 10, Modes: []instance.Mode{{On: exampleMachine, Run: 60}}}},
	}
}

// exampleDraftedPlan is the id of the plan of one of these.
func exampleDraftedPlan(i int) string {
	return exampleDrafted[i][:len(exampleDrafted[i])-2] + fmt.Sprintf("8%d", i+1)
}

func row0(id string) store.FactoryRow { return store.FactoryRow{Row: store.Row{ID: id}} }

// exampleGantt is the Gantt of a plan without bars.
func exampleGantt(start time.Time) *result.Gantt {
	none := []int{}
	return &result.Gantt{
		PlanID: examplePlan, ScheduleID: exampleSchedule, Name: "Example", Zone: "Asia/Shanghai", Epoch: start.UTC(),
		Resources: []result.GanttResource{}, Calendars: []result.GanttCalendar{}, Moulds: []result.GanttMould{}, Processes: []result.GanttProcess{}, Parts: []result.GanttPart{}, Batches: []string{},
		Bars: result.GanttBars{
			ID: []string{}, Resource: none, Mould: none, Process: none, Part: none, Batch: none, Op: none, Segment: none, Start: none, End: none, Status: none, Flags: none, Lock: none,
			LatestStart: []*int{}, LatestEnd: []*int{}, RealStart: []*int{}, RealEnd: []*int{}, Minutes: none, Qty: none,
		},
		Links:     result.GanttLinks{From: none, To: none, Kind: none},
		Conflicts: []result.GanttConflict{}, Buffers: []result.GanttBuffer{}, Releases: []result.GanttRelease{}, Electrodes: []result.GanttReady{},
	}
}
