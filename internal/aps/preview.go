package aps

import (
	"context"
	"net/http"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// PlanEffect is what changes do to a plan.
type PlanEffect struct {
	Tasks     []TaskShift      `json:"tasks" nullable:"false" doc:"the changed tasks, then the largest shifts, at most 200"`
	TaskCount int              `json:"taskCount" doc:"tasks that change time or resource"`
	Segments  []TaskShift      `json:"segments" nullable:"false" doc:"what splits add: the second segments, each following its first"`
	Moulds    []MouldEffect    `json:"moulds" nullable:"false" doc:"whose end moves, the largest delay first"`
	Parts     []PartEffect     `json:"parts" nullable:"false" doc:"with a due date of their own, whose end moves, the largest delay first"`
	NowLate   int              `json:"nowLate" doc:"moulds on time before, late now"`
	Rescued   int              `json:"rescued" doc:"moulds late before, on time now"`
	Tardiness int              `json:"tardiness" doc:"change of the sum of priority x minutes late, of moulds and of parts with a due date of their own; less is better"`
	Conflicts []ConflictEffect `json:"conflicts" nullable:"false" doc:"that the plan does not have without the changes"`
}

// TaskShift is a task that changes its place.
type TaskShift struct {
	Task       explaining.WhyTask `json:"task" doc:"with the resource that it leaves"`
	Resource   string             `json:"resource" doc:"where it goes"`
	ResourceID string             `json:"resourceId" doc:"of where it goes"`
	Was        time.Time          `json:"was"`
	Start      time.Time          `json:"start"`
	End        time.Time          `json:"end"`
}

// MouldEffect is a mould whose end moves.
type MouldEffect struct {
	MouldID string     `json:"mouldId"`
	MouldNo string     `json:"mouldNo"`
	Due     *time.Time `json:"due"`
	Before  *time.Time `json:"before"`
	After   *time.Time `json:"after"`
	Minutes int        `json:"minutes" doc:"later is positive"`
	Late    int        `json:"late" doc:"minutes late afterwards"`
	NowLate bool       `json:"nowLate" doc:"it was on time"`
}

// PartEffect is a forced delivery whose end moves.
type PartEffect struct {
	MouldNo string    `json:"mouldNo"`
	PartNo  string    `json:"partNo"`
	BatchNo string    `json:"batchNo" doc:"empty for what is in no batch"`
	Due     time.Time `json:"due"`
	Before  time.Time `json:"before"`
	After   time.Time `json:"after"`
	Minutes int       `json:"minutes" doc:"later is positive"`
	Late    int       `json:"late" doc:"minutes late afterwards"`
	NowLate bool      `json:"nowLate" doc:"it was on time"`
	Rescued bool      `json:"rescued" doc:"it was late and is on time"`
}

// ConflictEffect is a rule that a fixed task breaks under the changes.
type ConflictEffect struct {
	Task    explaining.WhyTask  `json:"task"`
	Other   *explaining.WhyTask `json:"other"`
	Kind    string              `json:"kind" enum:"capacity,calendar,eligibility,precedence,release"`
	Minutes int                 `json:"minutes"`
}

type previewInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		PlanID  string             `json:"planId" doc:"the plan that the changes are meant for"`
		Changes []draft.PlanChange `json:"changes"`
	}
}

// mountPreview registers the call that tries changes of a plan.
func (a *APS) mountPreview(s *api.Server) {
	change := map[string]any{"kind": "move", "taskId": exampleTask}
	path := &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}, Body: map[string]any{"planId": examplePlan, "changes": []any{change}}}
	preview := api.Operation{Method: http.MethodPost, Path: "aps/plan/{scheduleId}/preview", ID: "aps-preview", Tag: "aps", Summary: "What changes would do to a plan", Permission: "aps.schedule.check", Example: path}
	api.Read(s, preview, func(ctx context.Context, tx store.Tx, in *previewInput) (*PlanEffect, error) {
		return a.Preview(ctx, tx, in.ScheduleID, in.Body.PlanID, in.Body.Changes)
	})
	a.mountKeep(s)
	a.mountRescue(s)
}

// Preview tries changes on the newest plan of a schedule and says what they would do. Nothing is written.
func (a *APS) Preview(ctx context.Context, tx store.Tx, scheduleID, planID string, changes []draft.PlanChange) (effect *PlanEffect, err error) {
	s, err := a.meant(ctx, tx, scheduleID, planID, changes)
	if err != nil {
		return nil, err
	}
	h, err := a.Hold(ctx, tx, s, s.PlanID)
	if err != nil {
		return nil, err
	}
	defer h.Release()
	t, err := a.try(ctx, tx, s, h, changes)
	if err != nil {
		return nil, err
	}
	defer t.session.Close()
	effect = wordedEffect(h, t.session.Effect(h.Plan), changes)
	segments(h, t.session, effect)
	board := t.session.Board()
	shifts, tardiness := h.ForcedShifts(board.Shop(), board.Plan())
	effect.Parts = partEffects(shifts)
	effect.Tardiness += int(tardiness)
	return effect, nil
}

// meant is the schedule of changes that whoever sees the whole shop means for its newest plan.
func (a *APS) meant(ctx context.Context, tx store.Tx, scheduleID, planID string, changes []draft.PlanChange) (*entity.Schedule, error) {
	if err := result.WholeShop(ctx); err != nil {
		return nil, err
	}
	s, err := entity.FindSchedule(ctx, tx, scheduleID)
	if err != nil {
		return nil, err
	}
	if err := planOf(ctx, tx, s, planID); err != nil {
		return nil, err
	}
	return s, a.stillMeant(ctx, tx, s, planID, changes)
}
