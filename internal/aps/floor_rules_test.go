package aps

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
)

// What is left of a task follows its newest report: of what was left at its run and what it had then, where it had begun.
func TestHowATaskStands(t *testing.T) {
	set := map[string]any{"minRemaining": 0.5, "timeoutSurplusCoefficient": 0.0}
	half := quantity.Minutes(70)
	for _, c := range []struct {
		what string
		t    result.Task
		p    model.Progress
		want quantity.Minutes
	}{
		{"not begun", result.Task{Minutes: 100, SurplusMinutes: 100}, model.Progress{}, 100},
		{"begun since", result.Task{Minutes: 100, SurplusMinutes: 100}, model.Progress{Status: model.OpRunning, Reported: 30}, 70},
		{"paused since", result.Task{Minutes: 100, SurplusMinutes: 100}, model.Progress{Status: model.OpPaused, Reported: 30}, 70},
		{"of its time on the machine", result.Task{Minutes: 100, PlannedMinutes: 80, SurplusMinutes: 80}, model.Progress{Status: model.OpRunning, Reported: 30}, 50},
		{"it ran then", result.Task{Minutes: 100, PlannedMinutes: 60, Reported: 40, Status: model.OpRunning, SurplusMinutes: 60}, model.Progress{Status: model.OpRunning, Reported: 50}, 50},
		{"it was paused then", result.Task{Minutes: 100, PlannedMinutes: 60, Reported: 40, Status: model.OpPaused, SurplusMinutes: 60}, model.Progress{Status: model.OpRunning, Reported: 50}, 50},
		{"a word of its own", result.Task{Minutes: 100, SurplusMinutes: 100}, model.Progress{Status: model.OpRunning, Reported: 50, Remaining: &half}, 70},
		{"finished", result.Task{Minutes: 100, SurplusMinutes: 100}, model.Progress{Status: model.OpFinished, Reported: 90}, 0},
		{"its report was taken back", result.Task{PlannedMinutes: 60, Reported: 40, Status: model.OpRunning, SurplusMinutes: 60}, model.Progress{}, 100},
		{"it was finished, and is no more", result.Task{Minutes: 100, Reported: 40, Status: model.OpFinished}, model.Progress{}, 100},
	} {
		c.t.Lay(0, 0, c.p, set)
		if c.t.SurplusMinutes != c.want || c.t.Status != c.p.Status || c.t.Reported != c.p.Reported {
			t.Errorf("%s: %d left, want %d", c.what, c.t.SurplusMinutes, c.want)
		}
	}
	for lock, want := range map[int]int{0: 0, model.LockResource: 1, model.LockTimes: 1} {
		x := result.Task{}
		x.Lay(lock, 2, model.Progress{QtyDone: 3, RealStart: hour(8), RealEnd: hour(9)}, set)
		if x.LockStatus != want || x.CAMStatus != 2 || x.Done != 3 || !x.RealStart.Equal(*hour(8)) || !x.RealEnd.Equal(*hour(9)) {
			t.Errorf("lock %d: %+v", lock, x)
		}
	}
}

// How much of a task is done: by pieces where several are asked for and some are told, else by hours, at most all of it.
func TestHowMuchOfATaskIsDone(t *testing.T) {
	for _, c := range []struct {
		what string
		t    result.Task
		want float64
	}{
		{"not begun", result.Task{Reported: 50, SurplusMinutes: 50, Qty: 4, Done: 2}, -1},
		{"begun, nothing told", result.Task{Status: model.OpRunning, SurplusMinutes: 50}, 0},
		{"by hours", result.Task{Status: model.OpRunning, Reported: 25, SurplusMinutes: 75}, 25},
		{"by pieces", result.Task{Status: model.OpRunning, Reported: 25, SurplusMinutes: 75, Qty: 4, Done: 2}, 50},
		{"no piece yet", result.Task{Status: model.OpRunning, Reported: 25, SurplusMinutes: 75, Qty: 4}, 25},
		{"a single piece", result.Task{Status: model.OpPaused, Reported: 25, SurplusMinutes: 75, Qty: 1, Done: 1}, 25},
		{"of two", result.Task{Status: model.OpRunning, Qty: 2, Done: 1}, 50},
		{"more pieces than asked for", result.Task{Status: model.OpRunning, Qty: 2, Done: 3}, 100},
		{"finished", result.Task{Status: model.OpFinished, Reported: 25, SurplusMinutes: 75, Qty: 4, Done: 2}, 100},
	} {
		got := -1.0
		if r := c.t.Reach(); r != nil {
			got = *r
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// Locks and states change after the run: what asks for them, or for their order, cannot be answered by the plan.
func TestWhichQuestionsAreLive(t *testing.T) {
	all, none, one := lockAll, 0, 1
	for _, c := range []struct {
		what string
		q    TaskQuery
		want bool
	}{
		{"nothing", TaskQuery{}, false},
		{"any lock", TaskQuery{LockStatus: &all}, false},
		{"locked", TaskQuery{LockStatus: &one}, true},
		{"not locked", TaskQuery{LockStatus: &none}, true},
		{"a state", TaskQuery{Status: &none}, true},
		{"any lock of a state", TaskQuery{LockStatus: &all, Status: &one}, true},
		{"by state", TaskQuery{Sort: "status"}, true},
		{"by state, downwards", TaskQuery{Sort: "-status"}, true},
		{"by start", TaskQuery{Sort: "plannedStart"}, false},
	} {
		if got := c.q.live(); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// floored is the floor of a mould of one part, in two lots, and an electrode that it burns.
func floored(change func(s *model.Shop, p, e *model.Part)) map[string]onFloor {
	s := &model.Shop{Groups: []model.Group{{ID: "g", NeedCAM: true}, {ID: "h"}}, Moulds: []model.Mould{{ID: "id-A", No: "A", Name: "Cover", Parts: []model.Part{
		{ID: "p", No: "P1", Qty: 3, Batches: []model.Batch{{ID: "b", No: "B1", Qty: 2, State: model.BatchDispatched}}, Ops: []model.Operation{
			{ID: "o10", No: 10, GroupID: "g", Minutes: 60}, {ID: "o20", No: 20, GroupID: "h", Minutes: 60, Burns: []model.Burn{{PartID: "e"}, {PartID: "f"}}},
		}},
		{ID: "e", No: "E1", Electrode: true, Stocked: true},
		{ID: "f", No: "E2", Electrode: true},
	}}}}
	change(s, &s.Moulds[0].Parts[0], &s.Moulds[0].Parts[1])
	return readFloor(s)
}

// On the floor is what may be worked on: of a batch that rests what runs, of one that is over nothing.
func TestWhatIsOnTheFloor(t *testing.T) {
	for _, c := range []struct {
		state, status int
		want          bool
	}{
		{model.BatchDispatched, 0, true}, {model.BatchDispatched, model.OpRunning, true}, {model.BatchPaused, model.OpRunning, true}, {model.BatchPaused, 0, false}, {model.BatchPaused, model.OpPaused, false}, {model.BatchClosed, model.OpRunning, false}, {model.BatchClosed, 0, false}, {model.BatchFinished, 0, false},
	} {
		floor := floored(func(_ *model.Shop, p, _ *model.Part) {
			p.Batches[0].State, p.Ops[0].ByBatch = c.state, map[string]model.Progress{"b": {Status: c.status}}
		})
		if _, on := floor["o10/b"]; on != c.want {
			t.Errorf("a batch in state %d, operation %d: %v", c.state, c.status, on)
		}
		if _, on := floor["o10"]; !on {
			t.Error("what is in no batch is missing")
		}
	}
}

// A line of a dispatch list says what is ready on its day, what of it was there before, and whether it is overdue.
func TestALineOfADispatchList(t *testing.T) {
	day := hour(24) // the third of March
	line := func(x result.Task, now *time.Time, id string, change func(s *model.Shop, p, e *model.Part)) string {
		l := floored(change)[id].line(&x, *day, *now, model.Words{Lang: "en"}, setting.Layered())
		var yes []string
		for _, flag := range []struct {
			word string
			on   bool
		}{{"material", l.Material}, {"program", l.Program}, {"drawing", l.Drawing}, {"overdue", l.Overdue}} {
			if flag.on {
				yes = append(yes, flag.word)
			}
		}
		return fmt.Sprintf("%s %d/%d %d/%d %d", strings.Join(yes, " "), l.Done, l.Before, l.ElectrodesIn, l.Electrodes, l.TotalHours)
	}
	plain := func(*model.Shop, *model.Part, *model.Part) {}
	at := func(h float64) result.Task {
		return bar("A1", "M1", h, func(x *result.Task) { x.Minutes, x.PlannedMinutes = 100, 80 })
	}
	for _, c := range []struct {
		what   string
		t      result.Task
		now    float64
		id     string
		change func(s *model.Shop, p, e *model.Part)
		want   string
	}{
		{"nothing is missing but its program", at(30), 24, "o10", plain, "material drawing 0/0 0/0 80"},
		{"its program is being made", at(30), 24, "o10", func(_ *model.Shop, p, _ *model.Part) { p.Ops[0].CAMStatus = 1 }, "material drawing 0/0 0/0 80"},
		{"its program is done", at(30), 24, "o10", func(_ *model.Shop, p, _ *model.Part) { p.Ops[0].CAMStatus = 2 }, "material program drawing 0/0 0/0 80"},
		{"of a group that nobody knows", at(30), 24, "o10", func(_ *model.Shop, p, _ *model.Part) { p.Ops[0].GroupID = "x" }, "material program drawing 0/0 0/0 80"},
		{"behind another, with electrodes", at(30), 24, "o20", plain, "material program drawing 0/1 1/2 80"},
		{"the one before is finished", at(30), 24, "o20", func(_ *model.Shop, p, _ *model.Part) { p.Ops[0].Status = model.OpFinished }, "material program drawing 1/1 1/2 80"},
		{"the one before runs", at(30), 24, "o20", func(_ *model.Shop, p, _ *model.Part) { p.Ops[0].Status = model.OpRunning }, "material program drawing 0/1 1/2 80"},
		{"its electrode is no electrode", at(30), 24, "o20", func(_ *model.Shop, _, e *model.Part) { e.Electrode = false }, "material program drawing 0/1 0/2 80"},
		{"material comes on the day", at(30), 24, "o20", func(_ *model.Shop, p, _ *model.Part) { p.MaterialReady = hour(24) }, "material program drawing 0/1 1/2 80"},
		{"material comes a minute later", at(30), 24, "o20", func(_ *model.Shop, p, _ *model.Part) { p.MaterialReady = hour(24 + 1.0/60) }, "program drawing 0/1 1/2 80"},
		{"its drawing comes later", at(30), 24, "o20", func(_ *model.Shop, p, _ *model.Part) { p.DrawingReady = hour(48) }, "material program 0/1 1/2 80"},
		{"its design comes later", at(30), 24, "o20", func(_ *model.Shop, p, _ *model.Part) { p.DesignReady = hour(48) }, "material program 0/1 1/2 80"},
		{"it should have begun the day before", at(20), 30, "o20", plain, "material program drawing overdue 0/1 1/2 80"},
		{"it begins with the day", at(24), 30, "o20", plain, "material program drawing 0/1 1/2 80"},
		{"the day is to come", at(20), 19, "o20", plain, "material program drawing 0/1 1/2 80"},
		{"it should begin this moment", at(20), 20, "o20", plain, "material program drawing 0/1 1/2 80"},
		{"it should have begun, and did", at(20), 30, "o20", func(_ *model.Shop, p, _ *model.Part) { p.Ops[1].Status, p.Ops[1].Reported = model.OpRunning, 30 }, "material program drawing 0/1 1/2 80"},
		{"it took longer", at(20), 30, "o20", func(_ *model.Shop, p, _ *model.Part) {
			left := quantity.Minutes(90)
			p.Ops[1].Status, p.Ops[1].Reported, p.Ops[1].Remaining = model.OpRunning, 30, &left
		}, "material program drawing 0/1 1/2 120"},
	} {
		if got := line(c.t, hour(c.now), c.id, c.change); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
