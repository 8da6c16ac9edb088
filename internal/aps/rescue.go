package aps

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/rescue"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// Rescues are what may be done about a late mould.
type Rescues struct {
	MouldID  string     `json:"mouldId"`
	MouldNo  string     `json:"mouldNo"`
	Due      time.Time  `json:"due"`
	End      time.Time  `json:"end" doc:"with the changes that were sent"`
	Late     int        `json:"late" doc:"minutes after the due date, with the changes that were sent"`
	Rescues  []Rescue   `json:"rescues" nullable:"false" doc:"the best first, at most three"`
	Earliest *time.Time `json:"earliest" doc:"a bound: with the dates, locks, machines and working times as they are and every machine free of other work, no plan ends the mould earlier; null where none is known"`
	// Barred are ways that were left out.
	Barred   []BarredRescue `json:"barred" nullable:"false" doc:"ways that were not tried, for whoever asks may not keep them"`
	Tried    int            `json:"tried" doc:"candidates that were tried"`
	Complete bool           `json:"complete" doc:"false where the time was up before all were tried"`
}

// BarredRescue is a way to rescue a mould that somebody may not keep.
type BarredRescue struct {
	Kind       string `json:"kind" enum:"overtime,outsource"`
	Permission string `json:"permission" doc:"that they lack"`
}

// Rescue is a list of changes by which a late mould ends earlier, with exactly what they do.
type Rescue struct {
	Kinds             []string           `json:"kinds" nullable:"false" enum:"ahead,machine,overtime,outsource,split"`
	Changes           []draft.PlanChange `json:"changes" nullable:"false" doc:"as the preview and the keeping of changes take them, behind those that were sent"`
	Steps             []RescueStep       `json:"steps" nullable:"false" doc:"one for each change"`
	End               time.Time          `json:"end" doc:"of the mould, once the changes are kept"`
	Late              int                `json:"late" doc:"minutes after the due date that are left"`
	Rescued           bool               `json:"rescued" doc:"on time"`
	OvertimeMinutes   int                `json:"overtimeMinutes"`
	OutsourcedMinutes int                `json:"outsourcedMinutes" doc:"hours of the shop that suppliers work instead"`
	Harmed            []MouldEffect      `json:"harmed" nullable:"false" doc:"other moulds that end later: those late by it first, then the largest delay"`
	HarmedParts       []PartEffect       `json:"harmedParts" nullable:"false" doc:"parts with a due date of their own that end later"`
	TaskCount         int                `json:"taskCount" doc:"tasks that change time or resource"`
}

// RescueStep is what one change of a rescue says to people.
type RescueStep struct {
	Kind     string              `json:"kind" enum:"ahead,machine,overtime,outsource,split"`
	Task     *explaining.WhyTask `json:"task" doc:"null for overtime; with the resource where it stands now"`
	Other    *explaining.WhyTask `json:"other" doc:"ahead: the first task that it goes before; null where there is none"`
	Resource string              `json:"resource" doc:"where it goes, or what works longer; empty for a supplier and a split"`
	Supplier string              `json:"supplier"`
	From     *time.Time          `json:"from" doc:"overtime: its stretch; else when the task begins then"`
	To       *time.Time          `json:"to" doc:"and when it ends"`
	Minutes  int                 `json:"minutes" doc:"overtime: of the stretch; outsource: lead time; split: of the run in the first segment"`
}

type rescueInput struct {
	ScheduleID string `path:"scheduleId"`
	Body       struct {
		PlanID  string             `json:"planId" doc:"the plan that the changes are meant for"`
		MouldID string             `json:"mouldId"`
		Changes []draft.PlanChange `json:"changes" doc:"made before: rescues are tried on top of them; may be empty"`
	}
}

// rescueTime is how long an answer about rescues takes; a quarter of it is left to try once more what is offered.
const rescueTime = 5 * time.Second

// mountRescue registers the call that looks for rescues.
func (a *APS) mountRescue(s *api.Server) {
	path := &api.Example{Path: map[string]string{"scheduleId": exampleSchedule}, Body: map[string]any{"planId": examplePlan, "mouldId": exampleMould, "changes": []any{}}}
	op := api.Operation{
		Method: http.MethodPost, Path: "aps/plan/{scheduleId}/rescues", ID: "aps-rescues", Tag: "aps", Summary: "What would rescue a late mould of a plan", Permission: "aps.schedule.check", Example: path,
		Viewing: true,
	}
	api.Call(s, op, func(ctx context.Context, in *rescueInput) (*Rescues, error) {
		return a.Rescues(ctx, in.ScheduleID, in.Body.PlanID, in.Body.MouldID, in.Body.Changes, rescueTime)
	})
}

// Rescues looks for changes, on top of some, by which a late mould of the newest plan of a schedule ends earlier. Each is tried exactly.
// Nothing is written. Records are read at the beginning; then neither a transaction nor the plan in memory is held.
func (a *APS) Rescues(ctx context.Context, scheduleID, planID, mouldID string, changes []draft.PlanChange, limit time.Duration) (*Rescues, error) {
	select { // those before it are done within seconds
	case a.searches <- struct{}{}:
		defer func() { <-a.searches }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	whole, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	searching, stop := context.WithTimeout(whole, limit*3/4)
	defer stop()
	var b *rescueBench
	err := a.deps.DB.Read(ctx, func(tx store.Tx) (err error) {
		b, err = a.rescueBench(ctx, tx, scheduleID, planID, mouldID, changes)
		return err
	})
	if err != nil {
		return nil, err
	}
	found := rescue.Find(searching, b.situation, b.end, b.late(b.end), b)
	if err := ctx.Err(); err != nil { // nobody waits for it any more
		return nil, err
	}
	if b.err != nil {
		return nil, b.err
	}
	return b.answer(whole, found), nil
}

// rescueBench reads all that rescues of a mould depend on, and makes the changes that come before them.
func (a *APS) rescueBench(ctx context.Context, tx store.Tx, scheduleID, planID, mouldID string, changes []draft.PlanChange) (*rescueBench, error) {
	s, err := a.meant(ctx, tx, scheduleID, planID, changes)
	if err != nil {
		return nil, err
	}
	held, err := a.Hold(ctx, tx, s, s.PlanID)
	if err != nil {
		return nil, err
	}
	h, err := held.Apart()
	held.Release()
	if err != nil {
		return nil, err
	}
	t := &trial{h: h, schedule: s, now: a.deps.Now()}
	if len(changes) > 0 {
		if t, err = a.try(ctx, tx, s, h, changes); err != nil {
			return nil, err
		}
	} else {
		t.open()
	}
	board := t.session.Board()
	board.Keep() // the plan that rescues are made on
	b := &rescueBench{a: a, ctx: ctx, before: t, board: board, plan: board.Plan(), base: changes, free: map[ExtraTime]bool{}}
	job, why, err := h.LateMould(mouldID, len(changes) > 0, board.Shop(), b.plan)
	if err != nil {
		return nil, err
	}
	b.job, b.due, b.end, b.earliest, b.ends = job, why.Due, why.End, why.Earliest, board.JobEnds()
	if err := a.recallRescue(ctx, tx, b); err != nil {
		return nil, err
	}
	now := h.Minute(t.now.Add(time.Minute - 1))
	b.situation = &rescue.Situation{
		Shop: board.Shop(), Plan: b.plan, Job: job, Named: int32(len(h.Names)), Now: max(now, board.Shop().Problem.Start), May: b.may, Suppliers: b.suppliers,
	}
	b.leaveOut(tx.Actor())
	return b, nil
}

// recallRescue reads the records of the tasks of the mould and of those that may be parted for it, and the mould as production has it.
func (a *APS) recallRescue(ctx context.Context, tx store.Tx, b *rescueBench) error {
	p, h := b.board.Shop().Problem, b.before.h
	onWay := map[int32]bool{}
	for o := range h.Names {
		if p.Ops[o].Job == b.job && b.plan.Resource[o] >= 0 {
			onWay[b.plan.Resource[o]] = true
		}
	}
	var operations []string
	moulds := map[string]bool{h.Moulds[b.job].ID: true}
	for o := range h.Names {
		own := p.Ops[o].Job == b.job
		rival := b.plan.Resource[o] >= 0 && onWay[b.plan.Resource[o]] && b.plan.Start[o] < b.end && b.plan.End[o]-b.plan.Start[o] >= 2*60
		if (own || rival) && !model.Implied(h.Names[o].Operation) {
			operations = append(operations, h.Names[o].Operation)
		}
	}
	for i := range b.base { // what they have read is read again with the rest
		if o, known := h.Task[b.base[i].TaskID]; known {
			moulds[h.Moulds[p.Ops[o].Job].ID] = true
			if !model.Implied(h.Names[o].Operation) {
				operations = append(operations, h.Names[o].Operation)
			}
		}
	}
	slices.Sort(operations)
	return a.recallOf(ctx, tx, b.before, slices.Compact(operations), slices.Sorted(maps.Keys(moulds)))
}

// leaveOut notes the kinds that are not proposed: what whoever asks may not keep, and in a simulation what belongs into a record.
func (b *rescueBench) leaveOut(actor store.Actor) {
	for _, kind := range []rescue.Kind{rescue.Overtime, rescue.Outsource} {
		if b.before.schedule.Simulation {
			b.situation.Without = append(b.situation.Without, kind)
		} else if b.a.deps.Lacks != nil {
			if permission := b.a.deps.Lacks(actor, string(kind)); permission != "" {
				b.situation.Without = append(b.situation.Without, kind)
				b.barred = append(b.barred, BarredRescue{string(kind), permission})
			}
		}
	}
}

// late is by how much an end misses the due date of the mould.
func (b *rescueBench) late(end solver.Min) solver.Min { return max(0, end-b.due) }
