package aps_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

func (h *house) evaluation(s *entity.Schedule) (e *result.Evaluation) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { e, err = h.aps.EvaluationOf(h.ctx, tx, s.ID, 0); return err }))
	return e
}

// Settings 8, 12 and 14, and the release of section 1: what a run has missed is listed by part, task or machine.
func TestMissingDataIsListed(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop.Machines[0].Level, h.shop.Machines[0].Limits.Length = 1, quantity.Whole(500)
		h.shop.Moulds[1].Parts[0].Grade, h.shop.Moulds[1].Parts[0].Weight = 2, quantity.Whole(80)
		h.shop.Groups[1].NeedCAM = true
		second := time.Now().Add(time.Hour)
		h.shop.Moulds[1].Parts[0].Ops[1].ProgramReady, h.shop.Moulds[2].Parts[0].Ops[1].CAMStatus = &second, 2
		old, running := time.Now().Add(-25*time.Hour), &h.shop.Moulds[2].Parts[0].Ops[0]
		running.Status, running.OnMachine, running.Reported, running.ReportedAt = 1, "m2", 60, &old
		h.mu.Unlock()
		s := h.hasPlan()
		want := []string{
			"grade A001/P1/0  []", "level //0 E1 []", "level //0 M2 []", "limit //0 E1 [weight]", "limit //0 M1 [weight]", "limit //0 M2 [weight]",
			"program A001/P1/20  []", "report A003/P1/10  []", "size A001/P1/0  [length]", "size A002/P1/0  [length]",
		}
		list := func(e *result.Evaluation) (got []string) {
			for _, x := range e.Hints {
				got = append(got, fmt.Sprintf("%s %s/%s/%d %s %v", x.Kind, x.MouldNo, x.PartNo, x.OpNo, x.Machine, x.Missing))
			}
			slices.Sort(got)
			return got
		}
		e := h.evaluation(s)
		if got := list(e); !slices.Equal(got, want) {
			h.Errorf("missing:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if n := len(e.HintCounts); n != 6 {
			h.Errorf("%d kinds are counted", n)
		}
		// A plan changed by hand rests on the same data.
		later := h.rowsOf(s)["A001-30"].PlannedStart.AddDate(0, 0, 5)
		s, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, s.Version, []draft.PlanChange{{Kind: "move", TaskID: "A001-30", Start: &later}})
		h.must(err)
		if got := list(h.evaluation(s)); !slices.Equal(got, want) {
			h.Errorf("after a change by hand: %v", got)
		}
	})
}

// APS-SET-06, APS-SET-07: a setting that needs a bottleneck says so when there is none.
func TestWithoutABottleneck(t *testing.T) {
	each(t, true, func(h *house) {
		for i, row := range []struct {
			set  map[string]any
			want string
		}{
			{map[string]any{"overtimeChoice": 2.0}, "overtime"},
			{map[string]any{"optimisationGoal": 3.0}, "goal"},
			{map[string]any{"productionDirection": 4.0}, "planned forward"},
			{map[string]any{}, ""},
		} {
			start := time.Now().Add(time.Hour)
			row.set["timeLimitSeconds"] = 0.0
			s, err := h.save(entity.Config{Name: fmt.Sprint(i), StartTime: &start, Settings: row.set})
			h.must(err)
			h.start(s)
			notes := fmt.Sprint(h.evaluation(h.settled(s)).Notes)
			if (row.want == "") != (notes == "[]") || !strings.Contains(notes, row.want) {
				h.Errorf("%v says %s", row.set, notes)
			}
		}
	})
}

// A coarser machine, one that breaks a specification and one that is not the one where
// work began are marked in the table and in the chart.
func TestWhatGoesAgainstAPreferenceIsMarked(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		first, second := &h.shop.Moulds[0].Parts[0], &h.shop.Moulds[1].Parts[0]
		h.shop.Machines[0].Level, h.shop.Machines[1].Level, h.shop.Machines[2].Limits.Weight = 3, 3, quantity.Whole(10)
		first.Grade, second.Weight = 2, quantity.Whole(99)
		third := &h.shop.Moulds[2].Parts[0].Ops[0]
		third.Status, third.OnMachine, third.Reported = 2, "m2", 60
		h.shop.Machines = slices.Delete(h.shop.Machines, 1, 2) // out of service
		h.mu.Unlock()
		start := time.Now().Add(time.Hour)
		s, err := h.save(entity.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "resourceLevelAllocation": 3.0, "resourceSpecConstraints": 2.0}})
		h.must(err)
		h.start(s)
		s = h.settled(s)
		marked := map[string]string{}
		for _, r := range h.tasks(aps.TaskQuery{ScheduleID: s.ID, State: "marked", Size: 100}) {
			marked[r.TaskID] = strings.Join(r.Marks, " ")
		}
		want := map[string]string{"A001-10": "coarse", "A002-20": "breaksSpec", "A003-10": "changesMachine"}
		for id, mark := range want {
			if marked[id] != mark {
				h.Errorf("%s is marked %q, want %q", id, marked[id], mark)
			}
		}
		if len(marked) != len(want) {
			h.Errorf("marked: %v", marked)
		}
		g := h.gantt(s)
		for i, id := range g.Bars.ID {
			if got := g.Bars.Flags[i] & (512 | 1024 | 2048); got != map[string]int{"A001-10": 512, "A002-20": 1024, "A003-10": 2048}[id] {
				h.Errorf("the bar %s has %d", id, got)
			}
		}
	})
}
