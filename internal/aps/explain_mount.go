package aps

import (
	"context"
	"net/http"

	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

type whyInput struct {
	ScheduleID string `path:"scheduleId"`
	PlanNumber int    `query:"planNumber" minimum:"1" maximum:"1000000" doc:"1, 2, 3 ... of the schedule's plans; none: the newest"`
	Mould      string `query:"mould" doc:"id; a mould or a task must be given, and of both the task is of the mould"`
	Task       string `query:"task" doc:"id"`
}

// mountExplain registers the calls that say why a plan is as it is.
func (a *APS) mountExplain(s *api.Server) {
	list := api.Operation{
		Method: http.MethodGet, Path: "aps/plan/{scheduleId}/why", ID: "aps-why-list", Tag: "aps", Summary: "Why the moulds of a plan end when they do", Permission: "aps.schedule.check",
		Example: &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}},
	}
	api.Read(s, list, func(ctx context.Context, tx store.Tx, in *planPath) (explaining.WhyList, error) {
		return a.WhyList(ctx, tx, in.ScheduleID, in.PlanNumber)
	})
	one := api.Operation{
		Method: http.MethodGet, Path: "aps/plan/{scheduleId}/explain", ID: "aps-explain", Tag: "aps", Summary: "Why a mould or a task ends when it does", Permission: "aps.schedule.check",
		Example: &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}, Query: map[string]string{"task": exampleTask}},
	}
	api.Read(s, one, func(ctx context.Context, tx store.Tx, in *whyInput) (*explaining.Why, error) {
		return a.Explain(ctx, tx, in.ScheduleID, in.PlanNumber, in.Mould, in.Task)
	})
}
