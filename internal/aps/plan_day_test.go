package aps_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// planDays are the days of an interval with their plans and tasks, one in a line.
func (h *house) planDays(from, to string) string {
	h.Helper()
	var lines []string
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		days, err := h.aps.DaysOfPlans(h.ctx, tx, from, to)
		for _, d := range days {
			line := fmt.Sprintf("%s %s/%d:", d.Day, d.ScheduleName, d.PlanNumber)
			for _, t := range d.Tasks {
				line += " " + t.TaskID + " " + t.PlannedEnd.In(d.Begins.Location()).Format("15:04")
			}
			lines = append(lines, line)
		}
		return err
	}))
	return strings.Join(lines, "\n")
}

func (h *house) storedDays() (days []string) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		return tx.Select((*entity.PlanDay)(nil)).Columns("day").Order("day").ScanColumn(h.ctx, &days)
	}))
	return days
}

// again plans everything anew at a moment, under another name, and publishes it.
func (h *house) again(name, at string) *entity.Schedule {
	h.Helper()
	moment := shanghaiTime(h.T, at)
	h.clock(moment)
	s, err := h.save(entity.Config{Name: name, StartTime: &moment, Settings: map[string]any{"timeLimitSeconds": 0.0, "defaultFlowTime": 0.0}})
	h.must(err)
	h.start(s)
	s = h.settled(s)
	h.must(h.publish(s))
	return s
}

// APS-CAP-04: a day is counted by the plan with which it began, whatever is published, deleted or moved later.
func TestPublishingKeepsTheDaysOfThePlanBefore(t *testing.T) {
	each(t, true, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Delivery = nil
		}
		first := h.again("first", "2030-03-03 20:00") // Sunday: begins on Monday at 8
		if got := h.storedDays(); len(got) != 0 {
			t.Errorf("the first plan replaces nothing: %q", got)
		}
		if got := h.planDays("2030-03-01", "2030-03-03"); got != "" {
			t.Errorf("no day began with a plan: %s", got)
		}
		h.clock(shanghaiTime(t, "2030-03-05 07:00"))
		before := h.planDays("2030-03-01", "2030-03-31")
		if lines := strings.Split(before, "\n"); len(lines) != 2 || !strings.HasPrefix(lines[0], "2030-03-04 first/1: ") || !strings.HasPrefix(lines[1], "2030-03-05 first/1:") {
			t.Fatalf("read from the plan in force:\n%s", before)
		}
		tasks := strings.Count(before, "A00")
		if tasks == 0 {
			t.Fatal("nothing was planned")
		}
		rate := states(h.rate(aps.CompletionQuery{From: "2030-03-03", To: "2030-03-05"}).Total)

		// Two publications on one day: the first keeps the days up to it, the second finds them kept.
		h.again("second", "2030-03-05 07:10")
		h.again("third", "2030-03-05 07:20")
		if got := strings.Join(h.storedDays(), " "); got != "2030-03-04 2030-03-05" {
			t.Errorf("kept: %s", got)
		}
		if got := h.planDays("2030-03-01", "2030-03-31"); got != before {
			t.Errorf("after republication:\n%s\nwant\n%s", got, before)
		}
		h.clock(shanghaiTime(t, "2030-03-06 00:30"))
		if got, want := h.planDays("2030-03-06", "2030-03-06"), "2030-03-06 third/1:"; !strings.HasPrefix(got, want) {
			t.Errorf("the next day: %s", got)
		}
		// An older plan comes back in force.
		h.must(h.publish(h.get(first.ID)))
		if got := strings.Join(h.storedDays(), " "); got != "2030-03-04 2030-03-05 2030-03-06" {
			t.Errorf("kept: %s", got)
		}
		h.again("fourth", "2030-03-06 07:00")
		h.must(h.write(func(tx store.Tx) error { // it is the default one
			s := h.get(first.ID)
			s.Default = false
			return tx.Update(h.ctx, s, "is_default")
		}))
		h.must(h.write(func(tx store.Tx) error { return h.aps.Delete(h.ctx, tx, []string{first.ID}, nil) }))
		h.shop.Moulds = h.shop.Moulds[:1]
		if got := h.planDays("2030-03-01", "2030-03-05"); got != before {
			t.Errorf("after schedule and moulds are gone:\n%s\nwant\n%s", got, before)
		}
		if got := states(h.rate(aps.CompletionQuery{From: "2030-03-03", To: "2030-03-05"}).Total); got != rate {
			t.Errorf("the rate was %s, now %s", rate, got)
		}
		// Another zone begins its days at other moments; days that were kept stay as they were.
		h.actor.Zone = "Europe/Berlin"
		h.enter(h.actor)
		if got := h.planDays("2030-03-01", "2030-03-05"); got != before {
			t.Errorf("in another zone:\n%s\nwant\n%s", got, before)
		}
	})
}
