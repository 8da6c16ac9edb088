package aps

import (
	"context"
	"net/http"
	"reflect"

	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

type scheduleIDInput struct {
	Body struct {
		ID string `json:"id"`
	}
}

type planInput struct {
	Body struct {
		ID         string `json:"id"`
		PlanNumber int    `json:"planNumber,omitempty" minimum:"1" maximum:"1000000" doc:"of the schedule's plans; none: the newest"`
	}
}

type planRemarkInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       plan.Remark
}

type scheduleOptionalIDInput struct {
	Body struct {
		ID string `json:"id,omitempty"`
	}
}

type scheduleConfigInput struct {
	Body struct {
		ID   string `json:"id,omitempty"`
		Copy bool   `json:"copy,omitempty" doc:"a new schedule that plans again from now what this published one holds"`
		// What is finished or cancelled since is not simulated.
		Simulate bool `json:"simulate,omitempty" doc:"a new simulation of what this one holds and is not finished or cancelled"`
	}
}

type scheduleCancelInput struct {
	Body struct {
		ID       string `json:"id"`
		KeepBest bool   `json:"keepBest,omitempty"`
	}
}

type scheduleReleaseInput struct {
	Body struct {
		ID         string   `json:"id,omitempty"`
		IDs        []string `json:"ids,omitempty" doc:"a selection; more than one is refused"`
		PlanNumber int      `json:"planNumber,omitempty" minimum:"1" maximum:"1000000" doc:"of the schedule's plans; none: the newest. An older one comes back in force through the same checks"`
		Version    int64    `json:"version" doc:"of the schedule whose plan was looked at; refused when it was planned anew or changed since"`
		InForce    string   `json:"inForce" doc:"id of the plan in force that the plan was compared with, as getDifference names it in against; empty while none is in force; refused when another is in force by now"`
	}
}

var msgOnlyOne = L("只能选择一条记录发布", "Exactly one record can be selected to publish")

type scheduleIDsInput struct {
	Body struct {
		IDs      []string         `json:"ids"`
		Versions map[string]int64 `json:"versions,omitempty" doc:"that were shown, by id; when somebody has changed one of the schedules since, none is deleted (20009)"`
	}
}

type scheduleRenameInput struct {
	Body struct {
		ID      string `json:"id"`
		Version int64  `json:"version" doc:"that the schedule had when its name was read"`
		Name    string `json:"name"`
	}
}

// Saved says which row a save has written.
type Saved struct {
	ID      string `json:"id"`
	Version int64  `json:"version"`
}

// SavedSchedule says which schedule a save has written, and what its planner should know of it.
type SavedSchedule struct {
	Saved
	Warnings []Warning `json:"warnings" nullable:"false"`
}

// Started says which run has begun.
type Started struct {
	RunID string `json:"runId"`
}

// Mount registers the scheduling calls.
func (a *APS) Mount(s *api.Server) {
	s.Rooms("mouldworks/internal/aps")
	s.Named(reflect.TypeFor[draft.Step](), "ApsDraftStep")
	s.Named(reflect.TypeFor[draft.Subject](), "ApsDraftSubject")
	s.Named(reflect.TypeFor[plan.Name](), "ApsPlanName")
	s.Named(reflect.TypeFor[plan.Remark](), "ApsPlanRemark")
	s.Named(reflect.TypeFor[plan.Version](), "ApsPlanVersion")
	s.Named(reflect.TypeFor[plan.Versions](), "ApsPlanVersions")
	s.Named(reflect.TypeFor[run.View](), "ApsRunView")
	op := func(path, id, summary, permission string, body any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: "aps/" + path, ID: "aps-" + id, Summary: summary, Tag: "aps", Permission: permission, Example: &api.Example{Body: body}}
	}
	one := map[string]any{"id": exampleSchedule}
	api.Read(s, op("exe/job/query", "query", "List schedules", "aps.schedule.check", map[string]any{"page": 1, "size": 50}), func(ctx context.Context, tx store.Tx, in *scheduleQueryInput) (ScheduleList, error) {
		return a.List(ctx, tx, in.Body)
	})
	export := op("exe/job/export", "export", "Export schedules", "aps.schedule.export", map[string]any{"columns": []string{"name", "status"}})
	export.Example.Query, export.Exports = map[string]string{"format": "csv"}, "schedule"
	api.Download(s, export, func(ctx context.Context, in *scheduleExportInput) (*api.File, error) {
		return a.Export(ctx, in.Body.ListQuery, in.Body.Columns, in.Format)
	})
	api.Read(s, op("exe/job/configQuery", "config-query", "A schedule's form", "aps.schedule.detail", one), a.configQuery)
	api.Write(s, op("exe/job/configSave", "config-save", "Make or change a schedule", "aps.schedule.modify", map[string]any{"name": "三月计划", "startTime": "2026-03-02T00:00:00Z"}),
		func(ctx context.Context, tx store.Tx, in *struct{ Body entity.Config }) (SavedSchedule, error) {
			sch, err := a.Save(ctx, tx, in.Body)
			if err != nil {
				return SavedSchedule{}, err
			}
			warnings, err := a.WarningsOf(ctx, tx, sch)
			return SavedSchedule{Saved{sch.ID, sch.Version}, warnings}, err
		})
	api.Write(s, op("exe/job/startScheduling", "start", "Run a schedule", "aps.schedule.run", one), func(ctx context.Context, tx store.Tx, in *scheduleIDInput) (Started, error) {
		run, err := a.Start(ctx, tx, in.Body.ID)
		if err != nil {
			return Started{}, err
		}
		return Started{run.ID}, nil
	})
	cancel := op("exe/job/cancelScheduling", "cancel", "Cancel a run", "aps.schedule.cancel", map[string]any{"id": exampleRunning, "keepBest": false})
	api.Write(s, cancel, func(ctx context.Context, tx store.Tx, in *scheduleCancelInput) (api.None, error) {
		return api.None{}, a.Cancel(ctx, tx, in.Body.ID, in.Body.KeepBest)
	})
	release := op("exe/job/releaseApsPlan", "release", "Publish a schedule's plan", "aps.schedule.release", map[string]any{"id": exampleReady, "version": 1, "inForce": ""})
	api.Write(s, release, func(ctx context.Context, tx store.Tx, in *scheduleReleaseInput) (api.None, error) {
		if len(in.Body.IDs) > 1 {
			return api.None{}, problem.Refuse(msgOnlyOne)
		}
		if in.Body.ID == "" && len(in.Body.IDs) == 1 {
			in.Body.ID = in.Body.IDs[0]
		}
		return api.None{}, a.Publish(ctx, tx, in.Body.ID, plan.Publication{PlanNumber: in.Body.PlanNumber, Version: in.Body.Version, InForce: in.Body.InForce})
	})
	api.Write(s, op("exe/job/deleteSchedule", "delete", "Delete schedules", "aps.schedule.delete", map[string]any{"ids": []string{exampleSpare}}),
		func(ctx context.Context, tx store.Tx, in *scheduleIDsInput) (api.None, error) {
			return api.None{}, a.Delete(ctx, tx, in.Body.IDs, in.Body.Versions)
		})
	api.Write(s, op("exe/job/modifyExejobName", "rename", "Rename a schedule", "aps.schedule.modify", map[string]any{"id": exampleSpare, "version": 1, "name": "新名称"}),
		func(ctx context.Context, tx store.Tx, in *scheduleRenameInput) (api.None, error) {
			return api.None{}, a.Rename(ctx, tx, in.Body.ID, in.Body.Version, in.Body.Name)
		})
	api.Read(s, op("exe/job/isNeedImportData", "need-import", "Have production data changed since the run?", "aps.schedule.check", one), a.need)
	api.Read(s, op("exe/job/getApsBaseData", "base", "What the form of a schedule offers", "aps.schedule.detail", map[string]any{}), a.base)
	api.Read(s, op("exe/job/getEvaluate", "evaluate", "What a schedule's plan is worth", "aps.schedule.check", one), func(ctx context.Context, tx store.Tx, in *planInput) (*result.Evaluation, error) {
		return a.EvaluationOf(ctx, tx, in.Body.ID, in.Body.PlanNumber)
	})
	api.Read(s, op("exe/job/getDifference", "difference", "What a schedule's plan changes against the plan in force", "aps.schedule.check", one), func(ctx context.Context, tx store.Tx, in *planInput) (*compare.Difference, error) {
		return a.DifferenceOf(ctx, tx, in.Body.ID, in.Body.PlanNumber)
	})
	api.Read(s, op("task/plan/query", "tasks", "Tasks of a plan", "aps.task.check", map[string]any{"scheduleId": exampleSchedule, "lockStatus": 2}), func(ctx context.Context, tx store.Tx, in *scheduleTasksInput) (TaskList, error) {
		return a.Tasks(ctx, tx, in.Body)
	})
	exportTasks := op("task/plan/export", "tasks-export", "Export tasks of a plan", "aps.task.export", map[string]any{"scheduleId": exampleSchedule, "columns": []string{"mouldNo", "plannedStart"}})
	exportTasks.Example.Query, exportTasks.Exports = map[string]string{"format": "csv"}, "schedule"
	api.Download(s, exportTasks, func(ctx context.Context, in *taskExportInput) (*api.File, error) {
		return a.ExportTasks(ctx, in.Body.TaskQuery, in.Body.Columns, in.Format)
	})
	run := op("run/{scheduleId}", "run", "How the newest run goes", "aps.schedule.check", nil)
	run.Method, run.Example = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}
	api.Read(s, run, a.runOf)
	gantt := op("plan/{scheduleId}/gantt", "gantt", "A plan as columns", "aps.schedule.check", nil)
	gantt.Answer = reflect.TypeFor[api.Envelope[result.Gantt]]()
	gantt.Method, gantt.Example = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}
	api.Download(s, gantt, a.ganttOf)
	standing := op("plan/{scheduleId}/standing", "gantt-standing", "How the bars of a plan stand at this moment", "aps.schedule.check", nil)
	standing.Method, standing.Example = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}
	api.Read(s, standing, a.ganttStandingOf)
	list := op("plan/{scheduleId}/versions", "plan-versions", "The plans of a schedule, the newest first", "aps.schedule.check", nil)
	list.Method, list.Example = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}
	api.Read(s, list, func(ctx context.Context, tx store.Tx, in *schedulePath) (plan.Versions, error) {
		return a.Versions(ctx, tx, in.ScheduleID)
	})
	remark := op("plan/{scheduleId}/remark", "plan-remark", "Change the note or the pin of a plan", "aps.schedule.modify", nil)
	remark.Example = &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}, Body: map[string]any{"planNumber": 1, "version": 1, "note": "初版", "pinned": true}}
	api.Write(s, remark, func(ctx context.Context, tx store.Tx, in *planRemarkInput) (api.None, error) {
		return api.None{}, a.Remark(ctx, tx, in.ScheduleID, in.Body)
	})
	problem := op("plan/{scheduleId}/problem", "problem", "The problem of a plan as a mould/1 file", "aps.schedule.check", nil)
	problem.Method, problem.Example, problem.Exports = http.MethodGet, &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}}, "schedule"
	api.Download(s, problem, a.problemOf)
	setting.Mount(s)
	a.mountWorkshop(s)
	a.mountWeekPlan(s)
	a.mountCapacity(s)
	a.mountCompletion(s)
	a.mountAutoSchedules(s)
	a.mountExplain(s)
	a.mountPreview(s)
	a.mountDraft(s)
}
