package aps

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Draft is the draft of the actor for a schedule, and who else has one.
func (a *APS) Draft(ctx context.Context, tx store.Tx, scheduleID string) (*DraftView, error) {
	s, err := entity.FindSchedule(ctx, tx, scheduleID)
	if err != nil {
		return nil, err
	}
	return a.draftView(ctx, tx, s)
}

func (a *APS) draftView(ctx context.Context, tx store.Tx, s *entity.Schedule) (*DraftView, error) {
	var all []draft.Draft
	if err := tx.Select(&all).Where("schedule_id = ?", s.ID).Order("updated_at DESC").Scan(ctx); err != nil {
		return nil, err
	}
	v, own := viewOfDraft(&draft.Draft{}, ""), tx.Actor()
	others := []DraftOther{}
	for i := range all {
		switch d := &all[i]; {
		case d.AccountID != own.AccountID:
			if n := len(d.Changes()); n > 0 {
				others = append(others, DraftOther{d.PersonName, n, d.PlanNumber, d.UpdatedAt})
			}
		case result.WholeShop(ctx) == nil: // whose roles have narrowed since can keep nothing of it, and its names are out of reach
			v = viewOfDraft(d, problem.Language(ctx))
		}
	}
	v.Others = others
	if s.PlanID == "" {
		return v, nil
	}
	v.NewestID, v.Behind = s.PlanID, v.PlanID != "" && v.PlanID != s.PlanID
	newest, err := numberOf(ctx, tx, s.PlanID)
	v.NewestNumber = newest
	return v, err
}

// numberOf is the number of a plan of a schedule, 0 for one that is gone.
func numberOf(ctx context.Context, tx store.Tx, planID string) (int, error) {
	var p entity.Plan
	err := tx.Select(&p).Columns("number").Where("id = ?", planID).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return p.Number, err
}

// ownDraft reads the draft of the actor in the version that they have seen; one that is not there is new.
func (a *APS) ownDraft(ctx context.Context, tx store.Tx, s *entity.Schedule, version int64) (*draft.Draft, error) {
	d := &draft.Draft{ScheduleID: s.ID, AccountID: tx.Actor().AccountID, Steps: []draft.Step{}, Left: []draft.LeftOut{}}
	err := tx.Select(d).Where("schedule_id = ? AND account_id = ?", s.ID, d.AccountID).Scan(ctx)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if d.Version != version {
		return nil, staleDraft(ctx, d)
	}
	d.PersonName = tx.Actor().Name
	return d, nil
}

// changeable is a schedule whose plan may be changed by hand by the actor.
func changeable(ctx context.Context, tx store.Tx, scheduleID string) (*entity.Schedule, error) {
	if err := result.WholeShop(ctx); err != nil {
		return nil, err
	}
	s, err := entity.FindSchedule(ctx, tx, scheduleID)
	if err != nil {
		return nil, err
	}
	if s.PlanID == "" {
		return nil, problem.Refuse(entity.MsgNoPlan, s.Name)
	}
	return s, entity.VerbChange.Check(s)
}

// AddToDraft tries changes on top of one's draft and adds them as one step. Where there are no steps yet they are meant for the newest plan.
func (a *APS) AddToDraft(ctx context.Context, scheduleID, planID string, version int64, changes []draft.PlanChange) (*DraftView, error) {
	var step draft.Step
	return a.changeDraft(ctx, scheduleID, version, func(tx store.Tx, s *entity.Schedule, d *draft.Draft) error {
		if planID == "" {
			return problem.Invalid(problem.Field("planId", "required", msgWhichPlan))
		}
		if err := planOf(ctx, tx, s, planID); err != nil {
			return err
		}
		before := d.Changes()
		switch {
		case len(d.Steps) == 0:
			if err := a.stillMeant(ctx, tx, s, planID, changes); err != nil {
				return err
			}
			d.PlanID = s.PlanID
		case d.PlanID != s.PlanID:
			return a.draftBehind(ctx, tx, s, d)
		case planID != d.PlanID:
			return entity.StaleSchedule(ctx, tx, s)
		}
		if len(changes) == 0 {
			return problem.Invalid(problem.Field("changes", "count", msgChangeNone, draft.MostChanges))
		}
		if len(before)+len(changes) > draft.MostChanges {
			return problem.Invalid(problem.Field("changes", "count", msgDraftFull, draft.MostChanges))
		}
		h, err := a.Hold(ctx, tx, s, s.PlanID)
		if err != nil {
			return err
		}
		defer h.Release()
		t, err := a.try(ctx, tx, s, h, append(before, changes...))
		if err != nil {
			return since(err, len(before))
		}
		defer t.session.Close()
		step = draft.Step{Changes: changes, Subjects: t.subjects(changes), Time: a.deps.Now().UTC()}
		return nil
	}, func(d *draft.Draft) { d.Add(step) })
}

// draftBehind refuses what needs the newest plan.
func (a *APS) draftBehind(ctx context.Context, tx store.Tx, s *entity.Schedule, d *draft.Draft) error {
	newest, err := numberOf(ctx, tx, s.PlanID)
	if err != nil {
		return err
	}
	return problem.Refuse(msgDraftBehind, s.Name, newest, d.PlanNumber)
}

// subjects are what changes are about.
func (t *trial) subjects(changes []draft.PlanChange) []draft.Subject {
	names := make([]draft.Subject, len(changes))
	p := t.session.Loaded().Problem
	for i := range changes {
		if o, known := t.h.Task[changes[i].TaskID]; known {
			names[i].Task = taskTitle(t.h.Named(o))
		}
		for r := range p.Resources {
			if p.Resources[r].Name == changes[i].ResourceID && changes[i].ResourceID != "" {
				names[i].Resource = t.h.ResourceName(int32(r))
			}
		}
	}
	return names
}

// taskTitle is what people call a task.
func taskTitle(w explaining.WhyTask) string {
	part := w.PartNo
	if w.BatchNo != "" {
		part += "/" + w.BatchNo
	}
	no := fmt.Sprint(w.OpNo)
	if w.Segment > 0 {
		no = fmt.Sprintf("%d-%d", w.OpNo, w.Segment)
	}
	return strings.TrimSpace(fmt.Sprintf("%s / %s · %s %s", w.MouldNo, part, no, w.Process))
}

// StepDraft undoes steps, or does them again: so many count afterwards.
func (a *APS) StepDraft(ctx context.Context, scheduleID string, version int64, done int) (*DraftView, error) {
	return a.changeDraft(ctx, scheduleID, version, func(_ store.Tx, s *entity.Schedule, d *draft.Draft) error {
		if d.Empty() {
			return problem.Refuse(msgDraftNone, s.Name)
		}
		if done < 0 || done > len(d.Steps) {
			return problem.Invalid(problem.Field("done", "range", msgDraftStep, len(d.Steps)))
		}
		return nil
	}, func(d *draft.Draft) { d.Done = done })
}

// DismissLeft forgets the steps that a newer plan did not take.
func (a *APS) DismissLeft(ctx context.Context, scheduleID string, version int64) (*DraftView, error) {
	return a.changeDraft(ctx, scheduleID, version, a.mustExist, func(d *draft.Draft) { d.Left = []draft.LeftOut{} })
}

// DiscardDraft empties one's draft.
func (a *APS) DiscardDraft(ctx context.Context, scheduleID string, version int64) (*DraftView, error) {
	return a.changeDraft(ctx, scheduleID, version, a.mustExist, (*draft.Draft).Clear)
}

func (a *APS) mustExist(_ store.Tx, s *entity.Schedule, d *draft.Draft) error {
	if d.Empty() {
		return problem.Refuse(msgDraftNone, s.Name)
	}
	return nil
}

// draftOf reads a schedule whose plan may be changed, and one's draft of it in the version that one has seen.
func (a *APS) draftOf(ctx context.Context, tx store.Tx, scheduleID string, version int64) (*entity.Schedule, *draft.Draft, error) {
	s, err := changeable(ctx, tx, scheduleID)
	if err != nil {
		return nil, nil, err
	}
	d, err := a.ownDraft(ctx, tx, s, version)
	return s, d, err
}

// changeDraft looks at one's draft in a transaction that holds up nobody, and writes it when nobody has changed it meanwhile.
func (a *APS) changeDraft(ctx context.Context, scheduleID string, version int64, look func(store.Tx, *entity.Schedule, *draft.Draft) error, change func(*draft.Draft)) (*DraftView, error) {
	var d *draft.Draft
	err := a.deps.DB.Read(ctx, func(tx store.Tx) error {
		s, own, err := a.draftOf(ctx, tx, scheduleID, version)
		if err != nil {
			return err
		}
		d = own
		return look(tx, s, d)
	})
	if err != nil {
		return nil, err
	}
	change(d)
	var v *DraftView
	err = a.deps.DB.Write(ctx, func(tx store.Tx) error {
		s, _, err := a.draftOf(ctx, tx, scheduleID, version)
		if err != nil {
			return err
		}
		if d.PlanNumber, err = numberOf(ctx, tx, d.PlanID); err != nil {
			return err
		}
		if err := writeDraft(ctx, tx, d); err != nil {
			return err
		}
		v, err = a.draftView(ctx, tx, s)
		return err
	})
	return v, err
}

// writeDraft writes a draft over the version that was read. One of nothing stays as an empty row: its version goes on, so that nobody
// takes the next draft for one that they have seen.
func writeDraft(ctx context.Context, tx store.Tx, d *draft.Draft) error {
	if d.Empty() {
		d.PlanID, d.PlanNumber = "", 0
	}
	var err error
	if d.Version == 0 {
		err = tx.Insert(ctx, d)
	} else {
		err = tx.Update(ctx, d, "person_name", "plan_id", "plan_number", "steps", "done", "left_out")
	}
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrDuplicate) { // at the same moment
		return staleDraft(ctx, d)
	}
	return err
}

// KeepDraft makes a new plan of one's draft, as Commit does, and empties the draft with it. What was undone goes, too.
func (a *APS) KeepDraft(ctx context.Context, scheduleID string, version int64) (*entity.Schedule, error) {
	var d *draft.Draft
	err := a.deps.DB.Read(ctx, func(tx store.Tx) error {
		s, own, err := a.draftOf(ctx, tx, scheduleID, version)
		d = own
		switch {
		case err != nil:
			return err
		case d.Empty():
			return problem.Refuse(msgDraftNone, s.Name)
		case d.Done == 0:
			return problem.Refuse(msgDraftEmpty)
		case d.PlanID != s.PlanID:
			return a.draftBehind(ctx, tx, s, d)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return a.keepChanges(ctx, scheduleID, d.PlanID, 0, d.Changes(), func(tx store.Tx, s *entity.Schedule) error {
		kept, err := a.ownDraft(ctx, tx, s, version)
		if err != nil {
			return err
		}
		kept.Clear()
		return writeDraft(ctx, tx, kept)
	})
}

// since counts the changes of a refusal from the first that is new; one of before stands for the whole.
func since(err error, before int) error {
	var p *problem.Problem
	if !errors.As(err, &p) || len(p.Fields) == 0 {
		return err
	}
	refused := *p
	refused.Fields = append([]problem.FieldError(nil), p.Fields...)
	for i := range refused.Fields {
		if at, field, ok := refusedChange(refused.Fields[i].Field); ok && at >= before {
			refused.Fields[i].Field = fmt.Sprintf("changes.%d.%s", at-before, field)
		}
	}
	return &refused
}

// refusedChange reads the change that a field of a refusal belongs to.
func refusedChange(field string) (at int, rest string, ok bool) {
	if n, err := fmt.Sscanf(field, "changes.%d.%s", &at, &rest); err == nil && n == 2 {
		return at, rest, true
	}
	return 0, "", false
}

// outdated is the first change whose operation was changed after it was read; -1 where none was.
func (t *trial) outdated() int {
	first := -1
	for i := range t.changes {
		c := &t.changes[i]
		if record, known := t.records[c.ID]; known && c.Version != 0 && c.Version != record.Version && (first < 0 || c.by < first) {
			first = c.by
		}
	}
	return first
}
