// Package entity holds the rows of scheduling: schedules, plans, runs and the plan that a factory works by.
//
// What lives here: the rows, how they are found, the states of a schedule and what may be done in them, the settings and dates that a
// schedule plans with. What never does: making a plan, comparing or publishing one, work on a run (plan, run, draft).
package entity

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/store"
)

// The states of a schedule (R25).
const (
	NotStarted = 0
	InProgress = 1
	Completed  = 2
	Published  = 3
)

// How a schedule's last run ended.
const (
	RunNone    = 0
	RunRunning = 1
	RunSuccess = 2
	RunFailure = 3
)

// Schedule is a named scheduling run over moulds of a factory.
type Schedule struct {
	bun.BaseModel `bun:"table:schedule"`
	store.FactoryRow
	Name          string         `bun:"name"`
	StartTime     time.Time      `bun:"start_time"`
	DeliveryTime  *time.Time     `bun:"delivery_time"`
	MouldIDs      []string       `bun:"mould_ids,type:text"` // empty: every open mould at the run
	Moulds        []MouldRow     `bun:"mould_rows,type:text"`
	Status        int            `bun:"status"`
	RunStatus     int            `bun:"run_status"`
	Default       bool           `bun:"is_default"`
	Simulation    bool           `bun:"simulation"` // plans with the mock settings before the others; never published
	CreatorName   string         `bun:"creator_name"`
	SchedulerName string         `bun:"scheduler_name"`
	PublisherName string         `bun:"publisher_name"`
	PublishTime   *time.Time     `bun:"publish_time"`
	RunMillis     int64          `bun:"run_millis"`
	Settings      map[string]any `bun:"settings,type:text"` // overrides only
	PlanID        string         `bun:"plan_id"`            // the newest complete plan
	RunID         string         `bun:"run_id"`             // the newest run
	Message       string         `bun:"message"`            // code of why the last run failed, with its detail
}

// Effective is the whole set of the schedule's runs.
func (s *Schedule) Effective(ctx context.Context, tx store.Tx) (map[string]any, error) {
	return setting.Effective(ctx, tx, s.Simulation, s.Settings)
}

// MouldRow is what a schedule says of one of its moulds. A mould without a row keeps its own delivery.
type MouldRow struct {
	MouldID  string     `json:"mouldId"`
	Delivery *time.Time `json:"delivery,omitempty" doc:"earlier than the mould's own; none: that of the mould"`
	PullIn   bool       `json:"pullIn,omitempty" doc:"the schedule's delivery holds for it too, where that is earlier"`
}

// Equal tells that two rows say the same.
func (r MouldRow) Equal(x MouldRow) bool {
	same := r.Delivery == nil && x.Delivery == nil || r.Delivery != nil && x.Delivery != nil && r.Delivery.Equal(*x.Delivery)
	return same && r.MouldID == x.MouldID && r.PullIn == x.PullIn
}

// delivery is d(m): the mould's own date, or the earlier one of its row; the schedule's where that is earlier and holds for
// the mould, which it does for one alone.
func (s *Schedule) delivery(m *model.Mould, alone bool) *time.Time {
	due, pulled := m.Delivery, alone
	for i := range s.Moulds {
		if r := &s.Moulds[i]; r.MouldID == m.ID {
			due, pulled = Earlier(due, r.Delivery), pulled || r.PullIn
		}
	}
	if pulled {
		due = Earlier(due, s.DeliveryTime)
	}
	return due
}

// Earlier is the earlier of two moments, either of which may be missing.
func Earlier(a, b *time.Time) *time.Time {
	if a == nil || b != nil && b.Before(*a) {
		return b
	}
	return a
}

// Due gives a shop with the deliveries that a schedule plans for.
func (s *Schedule) Due(shop *model.Shop) *model.Shop {
	planned := *shop
	planned.Moulds = slices.Clone(shop.Moulds)
	alone := shop.Open() == 1
	for i := range planned.Moulds {
		m := &planned.Moulds[i]
		if due := s.delivery(m, alone); due != nil && (m.Delivery == nil || due.Before(*m.Delivery)) {
			m.Delivery, m.HeldDue = due, due
		}
	}
	return &planned
}

// Append makes a plan that is wholly stored the newest version of its schedule. A plan in force stays in force.
func (s *Schedule) Append(ctx context.Context, tx store.Tx, plan *Plan) error {
	var newest []int
	if err := tx.Select((*Plan)(nil)).Columns("number").Where("schedule_id = ?", s.ID).Order("number DESC").Limit(1, 0).ScanColumn(ctx, &newest); err != nil {
		return err
	}
	plan.Number = 1
	if len(newest) > 0 {
		plan.Number = newest[0] + 1
	}
	if _, err := tx.Change((*Plan)(nil)).Set("complete = ?", true).Set("number = ?", plan.Number).Set("fingerprint = ?", plan.Fingerprint).Where("id = ?", plan.ID).Exec(ctx); err != nil {
		return err
	}
	s.PlanID = plan.ID
	return s.Rest(ctx, tx)
}

// Rest gives a schedule the state that it has while no run of it is under way.
func (s *Schedule) Rest(ctx context.Context, tx store.Tx) error {
	inForce, err := InForce(ctx, tx)
	switch {
	case inForce.ScheduleID == s.ID:
		s.Status = Published
	case s.PlanID != "":
		s.Status = Completed
	default:
		s.Status = NotStarted
	}
	return err
}

// IsAhead tells that a published schedule has a newer plan than the one in force.
func (s *Schedule) IsAhead(inForce FactoryPlan) bool {
	return s.Status == Published && s.PlanID != inForce.PlanID
}
