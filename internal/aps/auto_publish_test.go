package aps_test

import (
	"slices"
	"testing"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// publishing is a house whose plan of Monday, 4 March 2030, was published by its auto-schedule. Three moulds wait for one EDM machine, A001
// first: it ends on Tuesday at 10. An evening later it would be Wednesday at 10.
func publishing(t *testing.T, delivery string, fn func(h *house, s *entity.Schedule)) {
	automatic(t, true, func(h *house, s *entity.Schedule) {
		due := at(h.T, "Asia/Shanghai", delivery)
		h.shop.Moulds[0].Delivery = &due
		f := weekdays("Early")
		f.Publish = true
		h.must(second(h.saveAuto(f)))
		h.morning("2030-03-04")
		h.ranAs("Early", "03-04 06:30 succeeded plan 1 published")
		fn(h, s)
	})
}

// morning lets a day begin, with its run to the end.
func (h *house) morning(day string) {
	h.Helper()
	h.opens(day + " 06:30")
	h.due()
	h.autoEnds()
	h.ctx = problem.WithLanguage(h.ctx, problem.English)
}

// A plan is published where it is on time no less often than the plan in force, which is timed anew from the same start: by its old
// times that one would have no late mould.
func TestAnAutoScheduleComparesWithThePlanAsItStandsNow(t *testing.T) {
	publishing(t, "2030-03-05 12:00", func(h *house, s *entity.Schedule) {
		first := h.inForce()
		h.morning("2030-03-05") // nothing was done on Monday
		h.ranAs("Early", "03-05 06:30 succeeded plan 2 published; 03-04 06:30 succeeded plan 1 published")
		r := h.autos()["Early"].Runs[0]
		if r.Moulds != 3 || r.OnTime != 2 || r.OnTimeBefore == nil || *r.OnTimeBefore != 2 || h.inForce() == first || h.get(s.ID).Status != entity.Published {
			h.Errorf("%+v, in force is %s after %s", r, h.inForce(), first)
		}
		if r := h.autos()["Early"].Runs[1]; r.Moulds != 3 || r.OnTime != 3 || r.OnTimeBefore != nil {
			h.Errorf("the first one had nothing to be compared with: %+v", r)
		}
	})
}

// A plan that is on time less often stays unpublished, and the list says by how much.
func TestAnAutoScheduleDoesNotPublishWhatIsWorse(t *testing.T) {
	publishing(t, "2030-03-06 12:00", func(h *house, _ *entity.Schedule) {
		inForce := h.inForce()
		h.mu.Lock()
		h.shop.Moulds[2].Priority = 100 // goes first from now on, and A001 ends on Wednesday at 15
		h.mu.Unlock()
		h.morning("2030-03-05")
		r := h.autos()["Early"].Runs[0]
		if r.Published || r.Outcome != "succeeded" || r.PlanNumber != 2 || r.Reason != "Less on time than the plan in force: of 3 moulds 2 would be on time by the new plan, and 3 by the plan in force from the same start" || r.OnTime != 2 || *r.OnTimeBefore != 3 {
			h.Errorf("%+v", r)
		}
		if h.inForce() != inForce {
			h.Error("it was published all the same")
		}
		h.ctx = problem.WithLanguage(h.ctx, problem.Chinese)
		if got := h.autos()["Early"].Runs[0].Reason; got != "不如执行中的计划准时：3 副模具中，新计划准时 2 副，执行中的计划从同一时间起准时 3 副" {
			h.Errorf("in Chinese: %s", got)
		}
	})
}

// A mould that the plan in force does not hold is not on time by it, nor one whose machine there is gone.
func TestWhatThePlanInForceCannotKeepIsNotOnTime(t *testing.T) {
	publishing(t, "2030-04-30 12:00", func(h *house, _ *entity.Schedule) {
		h.mu.Lock()
		fourth := smallShop(4).Moulds[3]
		fourth.Delivery = h.shop.Moulds[1].Delivery
		h.shop.Moulds = append(h.shop.Moulds, fourth)
		h.mu.Unlock()
		h.morning("2030-03-05")
		if r := h.autos()["Early"].Runs[0]; !r.Published || r.Moulds != 4 || r.OnTime != 4 || *r.OnTimeBefore != 3 {
			h.Errorf("a new mould: %+v", r)
		}
		h.mu.Lock()
		h.shop.Machines = slices.Delete(slices.Clone(h.shop.Machines), 0, 1) // M1, which has two of them
		h.mu.Unlock()
		h.morning("2030-03-06")
		if r := h.autos()["Early"].Runs[0]; !r.Published || r.OnTime != 4 || *r.OnTimeBefore != 2 {
			h.Errorf("without a machine: %+v", r)
		}
	})
}

// untilRunsEnd waits for the end of every run that has begun.
func (h *house) untilRunsEnd() {
	h.Helper()
	h.until("the runs", func() bool {
		return !slices.ContainsFunc(h.allRuns(), func(r entity.Run) bool { return r.EndedAt == nil })
	})
}

// What a person would be asked before publishing is left to people: here, whether data that have changed since the run matter.
func TestAnAutoScheduleAnswersNoQuestions(t *testing.T) {
	publishing(t, "2030-04-30 12:00", func(h *house, _ *entity.Schedule) {
		h.opens("2030-03-05 06:30")
		h.due()
		h.untilRunsEnd()
		h.mu.Lock()
		later := h.shop.Moulds[0].Delivery.AddDate(0, 0, -3)
		h.shop.Moulds[0].Delivery = &later
		h.mu.Unlock()
		h.must(h.aps.EndAutoRuns(h.Context()))
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		if r := h.autos()["Early"].Runs[0]; r.Published || r.Outcome != "succeeded" || r.Reason != "Data have changed since the run: look at the plan and publish it by hand" {
			h.Errorf("%+v", r)
		}
	})
}

// A rule that refuses to publish says why, and names no mould to whoever does not see all of them.
func TestWhyAPlanWasNotPublished(t *testing.T) {
	publishing(t, "2030-04-30 12:00", func(h *house, s *entity.Schedule) {
		h.opens("2030-03-05 06:30")
		h.due()
		h.untilRunsEnd()
		h.stop(h.node)
		h.start(s) // a planner runs it again at once
		h.must(h.aps.EndAutoRuns(h.Context()))
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		if r := h.autos()["Early"].Runs[0]; r.Published || r.Outcome != "succeeded" || r.Reason != "The schedule “daily” is in progress: one cannot publish it now" {
			h.Errorf("%+v", r)
		}
		narrow := h.actor
		narrow.Hidden = store.Hidden{Moulds: []string{"mould-A002"}, MouldNumbers: []string{"A002"}}
		h.enter(narrow)
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		if r := h.autos()["Early"].Runs[0]; r.Reason != "The reason concerns moulds that you may not see" {
			h.Errorf("who sees less reads %q", r.Reason)
		}
	})
}
