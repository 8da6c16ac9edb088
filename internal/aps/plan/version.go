package plan

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The plans of a schedule are its versions: numbered, never changed, one of them the newest. Runs and kept changes append.

// Which plans are kept: pinned ones for ever, those that were in force so long after they were replaced, of the others so
// many of a schedule.
const (
	plansKept     = 20
	publishedKept = 400 * 24 * time.Hour
)

// maxNote bounds the note of a plan, in characters.
const maxNote = 200

var msgNote = L("备注最多 %d 个字符", "A note has at most %d characters")

// Version is a plan of a schedule in the list of its versions.
type Version struct {
	PlanID        string     `json:"planId"`
	PlanNumber    int        `json:"planNumber" doc:"1, 2, 3 ... within its schedule"`
	Version       int64      `json:"version" doc:"of its note and pin; a change of them names it"`
	Newest        bool       `json:"newest" doc:"the next changes go on top of it"`
	Origin        string     `json:"origin" enum:"run,hand" doc:"run: the engine made it; hand: changes that were kept"`
	Parent        int        `json:"parent" doc:"number of the plan that it was made of; 0: none"`
	AuthorName    string     `json:"authorName"`
	CreateTime    time.Time  `json:"createTime"`
	Note          string     `json:"note"`
	Pinned        bool       `json:"pinned" doc:"it is never cleared away"`
	InForce       bool       `json:"inForce" doc:"the factory works by it"`
	PublishTime   *time.Time `json:"publishTime" doc:"when it came in force last; null for one that never was, and where that is not known"`
	PublisherName string     `json:"publisherName"`
	ReplacedTime  *time.Time `json:"replacedTime" doc:"when another one took its place"`
	ReplacedBy    *Name      `json:"replacedBy" doc:"the plan that took its place; null for one that is in force or never was, and where that is not known"`
	Goes          bool       `json:"goes" doc:"the next plan of the schedule clears it away, unless it is pinned before"`
	Moulds        int        `json:"moulds"`
	Tasks         int        `json:"tasks"`
	Unscheduled   int        `json:"unscheduled"`
	Late          int        `json:"late"`
	CarriedMoulds int        `json:"carriedMoulds" doc:"moulds of other schedules that its plan keeps from the plan in force; moulds and late do not count them"`
	CarriedLate   int        `json:"carriedLate" doc:"of these, late"`
	Today         *LateToday `json:"today" doc:"of the plan in force, late moulds by the dates of today; null for any other, and where they are the same"`
	Overtaken     []string   `json:"overtaken" nullable:"false" doc:"moulds planned by a plan that was published since its run: while there are any it cannot be published, nor restored"`
}

// Versions are the plans of a schedule, the newest first.
type Versions struct {
	Rows    []Version `json:"rows" nullable:"false"`
	InForce *WorkedBy `json:"inForce" doc:"the plan that the factory works by, of whichever schedule; null while none is in force"`
}

// Versions lists the plans of a schedule, the newest first.
func (g *Registry) Versions(ctx context.Context, tx store.Tx, scheduleID string) (Versions, error) {
	out := Versions{Rows: []Version{}}
	s, err := entity.FindSchedule(ctx, tx, scheduleID)
	if err != nil {
		return out, err
	}
	plans, err := entity.Versions(ctx, tx, scheduleID)
	if err != nil {
		return out, err
	}
	if out.InForce, err = g.WorkedBy(ctx, tx); err != nil {
		return out, err
	}
	inForce, err := entity.InForce(ctx, tx)
	if err != nil {
		return out, err
	}
	by, err := replacers(ctx, tx, plans)
	if err != nil {
		return out, err
	}
	goes := g.leaving(plans)
	for i := range plans {
		p := &plans[i]
		out.Rows = append(out.Rows, Version{
			PlanID: p.ID, PlanNumber: p.Number, Version: p.Version, Newest: p.ID == s.PlanID, Origin: p.Origin, Parent: p.Parent, AuthorName: p.AuthorName, CreateTime: p.CreatedAt,
			Note: p.Note, Pinned: p.Pinned, InForce: p.ID == inForce.PlanID, PublishTime: p.PublishedAt, PublisherName: p.PublisherName, ReplacedTime: p.ReplacedAt, ReplacedBy: by[p.ReplacedBy], Goes: slices.Contains(goes, p.ID),
			Moulds: p.Moulds, Tasks: p.Tasks, Unscheduled: p.Unscheduled, Late: p.Late, CarriedMoulds: p.CarriedMoulds, CarriedLate: p.CarriedLate,
			Overtaken: []string{},
		})
		if p.ID == inForce.PlanID {
			if out.Rows[i].Today, err = g.LateToday(ctx, tx, s, p); err != nil {
				return out, err
			}
		}
	}
	return out, g.markOvertaken(ctx, tx, s, plans, out.Rows)
}

// leaving are the ids of those plans of a schedule, the newest first, that make room when another one comes.
func (g *Registry) leaving(plans []entity.Plan) (ids []string) {
	others := 1 // the one that comes
	for i := range plans {
		p := &plans[i]
		switch {
		case p.Pinned:
		case p.Published:
			if p.ReplacedAt != nil && g.deps.Now().Sub(*p.ReplacedAt) > publishedKept {
				ids = append(ids, p.ID)
			}
		default:
			if others++; others > plansKept {
				ids = append(ids, p.ID)
			}
		}
	}
	return ids
}

// forget clears away the plans of a schedule that make room for another one.
func (g *Registry) forget(ctx context.Context, tx store.Tx, scheduleID string) error {
	plans, err := entity.Versions(ctx, tx, scheduleID)
	if err != nil {
		return err
	}
	for _, id := range g.leaving(plans) {
		if _, err := tx.Remove((*result.Task)(nil)).Where("plan_id = ?", id).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Remove((*entity.Plan)(nil)).Where("id = ?", id).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Remark is what people say of a plan; the plan itself never changes.
type Remark struct {
	PlanNumber int     `json:"planNumber" minimum:"1"`
	Version    int64   `json:"version" doc:"of the plan when it was read"`
	Note       *string `json:"note,omitempty" doc:"at most 200 characters; none: it stays as it is"`
	Pinned     *bool   `json:"pinned,omitempty" doc:"it is never cleared away; none: it stays as it is"`
}

// Remark changes the note and the pin of a plan.
func (g *Registry) Remark(ctx context.Context, tx store.Tx, scheduleID string, r Remark) error {
	s, err := entity.FindSchedule(ctx, tx, scheduleID)
	if err != nil {
		return err
	}
	if err := g.Within(ctx, tx, s); err != nil {
		return err
	}
	if err := entity.VersionGiven(r.Version); err != nil {
		return err
	}
	p, err := entity.VersionOf(ctx, tx, s, r.PlanNumber)
	if err != nil {
		return err
	}
	if r.Version != p.Version {
		return stalePlan(ctx, tx, &p, s)
	}
	changes := []store.FieldChange{{Field: "planNumber", Before: p.Number, After: p.Number}} // which one it is about
	if r.Note != nil {
		note := cell.Clean(*r.Note)
		if utf8.RuneCountInString(note) > maxNote {
			return problem.Invalid(problem.Field("note", "length", msgNote, maxNote))
		}
		changes = append(changes, store.FieldChange{Field: "note", Before: p.Note, After: note})
		p.Note = note
	}
	if r.Pinned != nil {
		changes = append(changes, store.FieldChange{Field: "pinned", Before: p.Pinned, After: *r.Pinned})
		p.Pinned = *r.Pinned
	}
	if err := tx.Update(ctx, &p, "note", "pinned"); errors.Is(err, store.ErrStale) {
		return stalePlan(ctx, tx, &p, s)
	} else if err != nil {
		return err
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionChange, changes...)
}

// stalePlan tells that somebody has changed the note or the pin of a plan meanwhile, or published it or another one in its place.
func stalePlan(ctx context.Context, tx store.Tx, p *entity.Plan, s *entity.Schedule) error {
	d := problem.StaleData{
		Name: entity.LabelPlan.With(p.Number).In(problem.Language(ctx)), ChangedAt: p.UpdatedAt.Format(time.RFC3339),
		Current: Remark{PlanNumber: p.Number, Version: p.Version, Note: &p.Note, Pinned: &p.Pinned},
	}
	var err error
	d.ChangedBy, err = changedBy(ctx, tx, p, s)
	if err != nil {
		return err
	}
	return problem.Stale(d)
}

// changedBy names who has changed a plan last. What people do with a plan stands in the log of its schedule, with its
// number; that another one has taken its place stands with that one.
func changedBy(ctx context.Context, tx store.Tx, p *entity.Plan, s *entity.Schedule) (name string, err error) {
	const back = 200 // lines: a schedule has others, too
	lines, err := tx.History(ctx, "schedule", s.ID, back)
	if err != nil {
		return "", err
	}
	var at time.Time
	for _, line := range lines {
		var changes []struct {
			Field string `json:"field"`
			After any    `json:"after"`
		}
		if err := json.Unmarshal(line.Changes, &changes); err != nil {
			return "", err
		}
		if len(changes) > 0 && changes[0].Field == "planNumber" && changes[0].After == float64(p.Number) {
			name, at = line.By, line.At
			break
		}
	}
	if p.ReplacedAt == nil || p.ReplacedAt.Before(at) {
		return name, nil
	}
	var by []string
	err = tx.Select((*entity.Plan)(nil)).Columns("publisher_name").Where("published_at = ?", *p.ReplacedAt).Limit(1, 0).ScanColumn(ctx, &by)
	if len(by) > 0 {
		name = by[0]
	}
	return name, err
}
