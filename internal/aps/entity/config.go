package entity

import (
	"context"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Config is what the form of a schedule sends.
type Config struct {
	ID           string         `json:"id,omitempty"`
	Version      int64          `json:"version,omitempty" doc:"that the schedule had when it was read; needed to change one, but for the default flag alone"`
	Name         string         `json:"name"`
	StartTime    *time.Time     `json:"startTime"`
	DeliveryTime *time.Time     `json:"deliveryTime,omitempty" doc:"none: the latest delivery of its moulds"`
	MouldIDs     []string       `json:"mouldIds,omitempty" doc:"none: every open mould at the run"`
	Moulds       []MouldRow     `json:"moulds,omitempty" doc:"of single moulds; with several the schedule's delivery holds only for those that it pulls in"`
	DefaultFlag  *bool          `json:"defaultFlag,omitempty"`
	Simulation   *bool          `json:"simulation,omitempty" doc:"plans with the mock settings before the others and is never published; fixed once it is saved"`
	Settings     map[string]any `json:"settings,omitempty" doc:"overrides only"`
}

// ConfigOf is what the form of a schedule would send to leave it as it is.
func ConfigOf(s *Schedule) Config {
	start := s.StartTime
	return Config{ID: s.ID, Version: s.Version, Name: s.Name, StartTime: &start, DeliveryTime: s.DeliveryTime, MouldIDs: s.MouldIDs, Moulds: s.Moulds, DefaultFlag: &s.Default, Simulation: &s.Simulation, Settings: s.Settings}
}

var (
	labelVersion = L("版本", "Version")
	msgVersion   = L("缺少版本号：请带上读取这条记录时的%s", "The %s is missing: send the one that the record had when it was read")
)

// VersionGiven refuses a change of a stored record that does not say which version it was made on; 0 stands for none.
func VersionGiven(version int64) error {
	if version == 0 {
		return problem.Invalid(problem.Field("version", "required", msgVersion, labelVersion))
	}
	return nil
}

// StaleSchedule tells a form that somebody saved before it: what is stored now, who changed it last and when.
func StaleSchedule(ctx context.Context, tx store.Tx, s *Schedule) error {
	current, _ := ConfigOf(s).Seen(tx.Actor().Hidden)
	d := problem.StaleData{Name: s.Name, Current: current, ChangedAt: s.UpdatedAt.Format(time.RFC3339)}
	if lines, err := tx.History(ctx, "schedule", s.ID, 1); err == nil && len(lines) > 0 {
		d.ChangedBy = resource.AuthorOf(ctx, tx, lines[0])
	}
	return problem.Stale(d)
}
