package aps

import (
	"context"
	"encoding/json"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// How a plan comes in force.

// someOf names the first few of many.
func someOf(names []string) string {
	const few = 3
	if len(names) > few {
		return strings.Join(names[:few], ", ") + "…"
	}
	return strings.Join(names, ", ")
}

// Publish makes a schedule's plan the one that the factory works by: one transaction swaps the pointer and sets the
// schedule published before back to completed. version is that of the schedule whose plan was looked at; a schedule that
// was planned anew or changed meanwhile is refused.
func (a *APS) Publish(ctx context.Context, tx store.Tx, id string, version int64) error {
	s, err := a.find(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := versionGiven(version); err != nil {
		return err
	}
	if version != s.Version {
		return staleSchedule(ctx, tx, s)
	}
	if err := verbPublish.check(s); err != nil {
		return err
	}
	if s.Simulation {
		return problem.Refuse(msgSimulated, s.Name)
	}
	if s.PlanID == "" {
		return problem.Refuse(msgNoPlan, s.Name)
	}
	var plan Plan
	if err := tx.Select(&plan).Columns("id", "version").Where("id = ?", s.PlanID).Scan(ctx); err != nil {
		return err
	}
	dropped, err := a.overtaken(ctx, tx, plan.ID)
	if err != nil {
		return err
	}
	if len(dropped) > 0 {
		return problem.Refuse(msgOvertaken, s.Name, someOf(dropped))
	}
	moulds, tasks, masters, err := a.changesSince(ctx, tx, s, plan.ID)
	if err != nil {
		return err
	}
	if moulds+tasks+masters > 0 && tx.Actor().Confirmed != "changed" {
		return problem.Confirm("changed", msgMovedOn.With(moulds, tasks, masters))
	}
	set, err := s.effective(ctx, tx)
	if err != nil {
		return err
	}
	change, err := a.difference(ctx, tx, plan.ID, set)
	if err != nil {
		return err
	}
	now := a.deps.Now()
	if _, err := tx.Change((*Schedule)(nil)).Set("status = ?", Completed).Where("status = ?", Published).Exec(ctx); err != nil {
		return err
	}
	s.Status, s.PublisherName, s.PublishTime = Published, tx.Actor().Name, &now
	if err := a.updateSchedule(ctx, tx, s); err != nil {
		return err
	}
	kept, err := json.Marshal(change)
	if err != nil {
		return err
	}
	if _, err := tx.Change((*Plan)(nil)).Set("published = ?", true).Set("difference = ?", string(kept)).Where("id = ?", plan.ID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Remove((*FactoryPlan)(nil)).Where("1 = 1").Exec(ctx); err != nil {
		return err
	}
	if err := tx.Insert(ctx, &FactoryPlan{PlanID: plan.ID, ScheduleID: s.ID, Since: now}); err != nil {
		return err
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionPublish)
}
