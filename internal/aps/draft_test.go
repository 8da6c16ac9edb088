package aps_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// drafter is somebody with the draft that they have seen last.
type drafter struct {
	*house
	ctx context.Context
	s   *entity.Schedule
	v   *aps.DraftView
}

func (h *house) drafts(s *entity.Schedule, account, name string) *drafter {
	h.Helper()
	actor := h.actor
	actor.AccountID, actor.Name = account, name
	p := &drafter{house: h, ctx: store.WithActor(problem.WithLanguage(h.ctx, problem.English), actor), s: s}
	p.look()
	return p
}

func (p *drafter) look() {
	p.Helper()
	p.must(p.db.Read(p.ctx, func(tx store.Tx) (err error) { p.v, err = p.aps.Draft(p.ctx, tx, p.s.ID); return err }))
}

func (p *drafter) did(v *aps.DraftView, err error) {
	p.Helper()
	p.must(err)
	p.v = v
}

func (p *drafter) add(changes ...draft.PlanChange) {
	p.Helper()
	p.did(p.aps.AddToDraft(p.ctx, p.s.ID, p.v.NewestID, p.v.Version, changes))
}

func (p *drafter) steps(done int) {
	p.Helper()
	p.did(p.aps.StepDraft(p.ctx, p.s.ID, p.v.Version, done))
}

// changes are those of the draft that count.
func (p *drafter) changes() (changes []draft.PlanChange) {
	for _, step := range p.v.Steps[:p.v.Done] {
		changes = append(changes, step.Changes...)
	}
	return changes
}

// effect is what the whole draft does to the plan; of nothing it is nothing.
func (p *drafter) effect() *aps.PlanEffect {
	p.Helper()
	if p.v.Done == 0 {
		return &aps.PlanEffect{}
	}
	e, err := p.preview(&entity.Schedule{FactoryRow: store.FactoryRow{Row: store.Row{ID: p.s.ID}}, PlanID: p.v.PlanID}, p.changes()...)
	p.must(err)
	return e
}

func (p *drafter) keeps() *entity.Schedule {
	p.Helper()
	s, err := p.aps.KeepDraft(p.ctx, p.s.ID, p.v.Version)
	p.must(err)
	return s
}

// says is what a refusal says: of fields each with its rule.
func says(err error) string {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return ""
	}
	if len(p.Fields) == 0 {
		return p.Text.In(problem.English)
	}
	var said []string
	for _, f := range p.Fields {
		said = append(said, f.Field+" "+f.Rule)
	}
	return strings.Join(said, ", ")
}

// later is a move of a task to so many hours after it stands in some rows.
func later(rows map[string]aps.TaskView, task string, hours int) draft.PlanChange {
	at := rows[task].PlannedStart.Add(time.Duration(hours) * time.Hour)
	return draft.PlanChange{Kind: "move", TaskID: task, Start: &at}
}

// A draft waits on the server with its steps: what is undone does not count, may be done again, and goes when something else is done in
// its place. Another page or device reads the same. What is kept is what the whole was previewed to do, and the draft is gone with it.
func TestADraftIsUndoneDoneAgainAndKept(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		p := h.drafts(s, "li", "Li")
		if p.v.Version != 0 || len(p.v.Steps) != 0 || p.v.NewestID != s.PlanID || p.v.NewestNumber != 1 || p.v.Behind {
			h.Fatalf("before the first change: %+v", p.v)
		}
		p.add(later(rows, "A001-10", 24))
		p.add(draft.PlanChange{Kind: "hours", TaskID: "A002-10", Minutes: 480, Version: 1}, later(rows, "A003-10", 48))
		p.add(later(rows, "A001-10", 72))
		if len(p.v.Steps) != 3 || p.v.Done != 3 || p.v.PlanID != s.PlanID || p.v.PlanNumber != 1 {
			h.Fatalf("three steps: %+v", p.v)
		}
		if name := p.v.Steps[0].Subjects[0].Task; !strings.HasPrefix(name, "A001 / ") || !strings.Contains(name, "10") {
			h.Errorf("the first step is called %q", name)
		}
		if got := h.rowsOf(s)["A001-10"].PlannedStart; !got.Equal(*rows["A001-10"].PlannedStart) {
			h.Error("a draft has changed the plan")
		}
		p.steps(1)
		elsewhere := h.drafts(s, "li", "Li")
		if elsewhere.v.Done != 1 || len(elsewhere.v.Steps) != 3 || elsewhere.v.Version != p.v.Version {
			h.Errorf("another device reads %+v", elsewhere.v)
		}
		p.steps(3)
		p.steps(2)
		p.add(later(rows, "A001-10", 30)) // in place of the third one
		if len(p.v.Steps) != 3 || p.v.Done != 3 || !p.v.Steps[2].Changes[0].Start.Equal(*later(rows, "A001-10", 30).Start) {
			h.Fatalf("a step in place of an undone one: %+v", p.v.Steps)
		}
		want := foretold(rows, p.effect())
		now := p.keeps()
		h.same("kept", standing(h.rowsOf(now)), want)
		if _, o := h.operation("A002-10"); o.Minutes != 480 {
			h.Errorf("the operation has %d minutes", o.Minutes)
		}
		p.look()
		if p.v.PlanID != "" || len(p.v.Steps) != 0 || p.v.NewestNumber != 2 || p.v.Behind {
			h.Errorf("after it was kept: %+v", p.v)
		}
	})
}

// Law: at every depth of undo and redo a draft does what it did when it was made that deep, bit by bit; at depth 0 nothing.
func TestUndoAndRedoAreExact(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		var tasks []string
		for id, r := range rows {
			if r.PlannedStart != nil && !r.Outsourced {
				tasks = append(tasks, id)
			}
		}
		slices.Sort(tasks)
		random := rand.New(rand.NewPCG(7, 11))
		p := h.drafts(s, "li", "Li")
		at := []map[string]stands{standing(rows)}
		for len(at) < 8 {
			p.add(later(rows, tasks[random.IntN(len(tasks))], random.IntN(120)))
			at = append(at, foretold(rows, p.effect()))
		}
		for range 12 {
			depth := random.IntN(len(at))
			p.steps(depth)
			h.same("depth", foretold(rows, p.effect()), at[depth])
		}
		// Of the steps that are undone nothing is kept.
		p.steps(3)
		h.same("kept", standing(h.rowsOf(p.keeps())), at[3])
	})
}

// A colleague keeps a plan meanwhile. The draft says so, goes on to it when it is told to, and leaves out what does not hold there any
// more, each step with its reason, until that is dismissed. What stays is kept with the colleague's changes.
func TestADraftGoesOnToANewerPlan(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		li, hua := h.drafts(s, "li", "Li"), h.drafts(s, "hua", "Hua")
		li.add(later(rows, "A001-10", 24))
		li.add(draft.PlanChange{Kind: "hours", TaskID: "A003-10", Minutes: 300, Version: 1})
		li.add(draft.PlanChange{Kind: "lock", TaskID: "A002-10", Version: 1}, later(rows, "A003-20", 48))
		li.add(later(rows, "A002-20", 24))
		hua.look()
		if len(hua.v.Steps) != 0 || len(hua.v.Others) != 1 || hua.v.Others[0].PersonName != "Li" || hua.v.Others[0].Changes != 5 || hua.v.Others[0].PlanNumber != 1 {
			h.Fatalf("a colleague sees %+v", hua.v)
		}
		hua.add(draft.PlanChange{Kind: "outsource", TaskID: "A002-10", ResourceID: "s1", Minutes: 2880, Version: 1}, draft.PlanChange{Kind: "hours", TaskID: "A003-10", Minutes: 200, Version: 1})
		now := hua.keeps()
		li.look()
		if !li.v.Behind || li.v.PlanNumber != 1 || li.v.NewestNumber != 2 || len(li.v.Steps) != 4 {
			h.Fatalf("behind: %+v", li.v)
		}
		const behind = "The schedule “s” has a newer version 2, and the draft is of version 1: bring the draft to the newest version first"
		if _, err := li.aps.AddToDraft(li.ctx, s.ID, now.PlanID, li.v.Version, []draft.PlanChange{later(rows, "A001-10", 1)}); says(err) != behind {
			h.Errorf("a change of a draft that is behind: %v", err)
		}
		if _, err := li.aps.KeepDraft(li.ctx, s.ID, li.v.Version); says(err) != behind {
			h.Errorf("a draft that is behind was kept: %v", err)
		}
		li.did(li.aps.RebaseDraft(li.ctx, s.ID, li.v.Version))
		if li.v.Behind || li.v.PlanID != now.PlanID || li.v.PlanNumber != 2 || len(li.v.Steps) != 2 || li.v.Done != 2 || len(li.v.Left) != 2 {
			h.Fatalf("on the newest plan: %+v", li.v)
		}
		if a, b := li.v.Left[0], li.v.Left[1]; a.Step.Changes[0].Kind != "lock" || a.Reason != "A lock needs a machine: move what people or suppliers do, or set the earliest start of its operation" ||
			b.Step.Changes[0].Kind != "hours" || b.Reason != "Its operation was changed since: make the change anew" {
			h.Errorf("left out: %+v", li.v.Left)
		}
		li.did(li.aps.DismissLeft(li.ctx, s.ID, li.v.Version))
		if len(li.v.Left) != 0 || len(li.v.Steps) != 2 {
			h.Errorf("dismissed: %+v", li.v)
		}
		want := foretold(h.rowsOf(now), li.effect())
		h.same("kept", standing(h.rowsOf(li.keeps())), want)
		if got := h.rowsOf(s)["A002-10"]; !got.Outsourced {
			h.Error("the colleague's change is gone")
		}
	})
}

// One step goes out from among the others; what cannot go without it is left out and named. A draft of nothing is none.
func TestStepsAreTakenOutOfADraft(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		p := h.drafts(s, "li", "Li")
		p.add(draft.PlanChange{Kind: "lock", TaskID: "A001-10", Version: 1})
		p.add(later(rows, "A003-10", 24))
		p.add(draft.PlanChange{Kind: "unlock", TaskID: "A001-10", Version: 1})
		p.did(p.aps.RemoveFromDraft(p.ctx, s.ID, p.v.Version, 1))
		if len(p.v.Steps) != 1 || p.v.Steps[0].Changes[0].TaskID != "A003-10" || p.v.Done != 1 || len(p.v.Left) != 1 || p.v.Left[0].Step.Changes[0].Kind != "unlock" {
			h.Fatalf("without the lock: %+v", p.v)
		}
		if _, err := p.aps.RemoveFromDraft(p.ctx, s.ID, p.v.Version, 2); says(err) != "step range" {
			h.Errorf("a step that is not there: %v", err)
		}
		p.did(p.aps.DiscardDraft(p.ctx, s.ID, p.v.Version))
		if p.v.PlanID != "" || len(p.v.Steps)+len(p.v.Left) != 0 {
			h.Errorf("discarded: %+v", p.v)
		}
		if _, err := p.aps.DiscardDraft(p.ctx, s.ID, p.v.Version); says(err) != "You have no draft for the schedule “s”" {
			h.Errorf("discarded again: %v", err)
		}
	})
}

// What does not fit is refused with its place among the changes that were sent, and leaves the draft as it was.
func TestWhatADraftRefuses(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		p := h.drafts(s, "li", "Li")
		p.add(later(rows, "A001-10", 24))
		one := later(rows, "A003-10", 1)
		many := make([]draft.PlanChange, draft.MostChanges)
		for i := range many {
			many[i] = one
		}
		for what, row := range map[string]struct {
			plan    string
			version int64
			changes []draft.PlanChange
			says    string
		}{
			"a task that is not there":      {s.PlanID, p.v.Version, []draft.PlanChange{one, {Kind: "move", TaskID: "x"}}, "changes.1.taskId reference"},
			"nothing":                       {s.PlanID, p.v.Version, nil, "changes count"},
			"more than a draft holds":       {s.PlanID, p.v.Version, many, "changes count"},
			"no plan":                       {"", p.v.Version, []draft.PlanChange{one}, "planId required"},
			"the version before the last":   {s.PlanID, p.v.Version - 1, []draft.PlanChange{one}, "The draft was changed on another page or device"},
			"a plan that was never of here": {"no plan", p.v.Version, []draft.PlanChange{one}, "This record was changed after you opened it"},
		} {
			_, err := p.aps.AddToDraft(p.ctx, s.ID, row.plan, row.version, row.changes)
			if got := says(err); !strings.HasPrefix(got, row.says) {
				h.Errorf("%s: %q, want %q", what, got, row.says)
			}
		}
		before := p.v
		p.look()
		if !reflect.DeepEqual(before.Steps, p.v.Steps) || p.v.Version != before.Version {
			h.Errorf("a refusal has changed the draft: %+v", p.v)
		}
		if _, err := p.aps.StepDraft(p.ctx, s.ID, p.v.Version, 2); says(err) != "done range" {
			h.Errorf("more steps than there are: %v", err)
		}
		p.steps(0)
		if _, err := p.aps.KeepDraft(p.ctx, s.ID, p.v.Version); says(err) != "The draft has no changes to keep" {
			h.Errorf("nothing was kept: %v", err)
		}
		// Roles that hide a mould hide what the draft says of it, and let nothing be changed.
		narrow := p.actor
		narrow.AccountID, narrow.Hidden = "li", store.Hidden{Moulds: []string{"mould-A001"}, MouldNumbers: []string{"A001"}}
		unseen := &drafter{house: h, ctx: store.WithActor(h.ctx, narrow), s: s}
		unseen.look()
		if len(unseen.v.Steps) != 0 || unseen.v.Version != 0 {
			h.Errorf("out of reach: %+v", unseen.v)
		}
		if _, err := h.aps.StepDraft(unseen.ctx, s.ID, p.v.Version, 1); err == nil {
			h.Error("a draft was changed by whoever does not see all of the shop")
		}
	})
}

// Whoever has seen a draft that is gone does not keep the next one for it, and what comes in while a draft is kept is not lost with it.
func TestADraftIsNotTakenForAnother(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		here, there := h.drafts(s, "li", "Li"), h.drafts(s, "li", "Li")
		const stale = "The draft was changed on another page or device"
		here.add(later(rows, "A001-10", 24))
		there.look()
		there.did(there.aps.DiscardDraft(there.ctx, s.ID, there.v.Version))
		there.add(later(rows, "A003-10", 48))
		if _, err := here.aps.KeepDraft(here.ctx, s.ID, here.v.Version); says(err) != stale {
			h.Errorf("a draft that is gone was kept: %v", err)
		}
		here.look()
		now := here.keeps()
		if _, err := there.aps.AddToDraft(there.ctx, s.ID, now.PlanID, there.v.Version, []draft.PlanChange{later(rows, "A001-10", 1)}); says(err) != stale {
			h.Errorf("a step was added to a draft that is kept: %v", err)
		}
		there.look()
		there.add(later(rows, "A001-10", 1))
		if len(there.v.Steps) != 1 || there.v.PlanID != now.PlanID {
			h.Errorf("the next draft: %+v", there.v)
		}
	})
}

// Two first steps at the same moment: one of them is added, the other one is told.
func TestFirstStepsAtTheSameMoment(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		rows := h.rowsOf(s)
		p := h.drafts(s, "li", "Li")
		errs := make(chan error)
		for _, task := range []string{"A001-10", "A003-10", "A002-10"} {
			go func() {
				_, err := p.aps.AddToDraft(p.ctx, s.ID, s.PlanID, 0, []draft.PlanChange{later(rows, task, 24)})
				errs <- err
			}()
		}
		added := 0
		for range 3 {
			if err := <-errs; err == nil {
				added++
			} else if got := says(err); got != "The draft was changed on another page or device" {
				h.Errorf("%q", got)
			}
		}
		p.look()
		if added != 1 || len(p.v.Steps) != 1 {
			h.Errorf("%d were added, the draft has %d steps", added, len(p.v.Steps))
		}
	})
}

// A schedule takes its drafts with it.
func TestDraftsGoWithTheirSchedule(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		other := h.schedule("other", 0)
		h.start(other)
		other = h.settled(other)
		if other.Default {
			s, other = other, s
		}
		p := h.drafts(other, "li", "Li")
		p.add(later(h.rowsOf(other), "A001-10", 24))
		kept := h.drafts(s, "li", "Li")
		kept.add(later(h.rowsOf(s), "A001-10", 24))
		h.must(h.db.Write(h.ctx, func(tx store.Tx) error { return h.aps.Delete(h.ctx, tx, []string{other.ID}, nil) }))
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			var all []draft.Draft
			err := tx.Select(&all).Scan(h.ctx)
			if len(all) != 1 || all[0].ScheduleID != s.ID {
				h.Errorf("%d drafts: %+v", len(all), all)
			}
			return err
		}))
	})
}
