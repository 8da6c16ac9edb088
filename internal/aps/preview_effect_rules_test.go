package aps

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/explaining"
	"mouldworks/solver"
	"mouldworks/solver/instance"
	"mouldworks/solver/retime"
)

// effectOf is the effect of shifts, jobs and conflicts on a plan of operations a, b and c of the moulds M1 (due at 100, priority 3), M2 (no
// delivery) and M3 (due at 100, priority 2) on r1.
func effectOf(e *retime.Effect, changed ...string) *PlanEffect {
	p := &solver.Problem{
		Resources: []solver.Resource{{Name: "r1"}, {Name: "r2"}, {Name: "r3"}},
		Jobs:      []solver.Job{{Due: 100, Weight: 3}, {Due: solver.None, Weight: 9}, {Due: 100, Weight: 2}}, Ops: []solver.Op{{Job: 0}, {Job: 1}, {Job: 2}},
	}
	h := &explaining.Plan{
		Loaded: &instance.Loaded{Problem: p, Epoch: ruleStart}, Plan: &solver.Plan{Resource: []int32{0, 0, 1}}, Called: map[string]string{"r3": "Third"},
		Names: []explaining.TaskName{{Task: "a", Part: "P1", Op: 10, Resource: "First"}, {Task: "b", Op: 10, Resource: "First"}, {Task: "c", Op: 10, Resource: "Second"}},
		Task:  map[string]int32{"a": 0, "b": 1, "c": 2}, Moulds: []explaining.Mould{{ID: "i1", No: "M1"}, {ID: "i2", No: "M2"}, {ID: "i3", No: "M3"}},
	}
	var changes []draft.PlanChange
	for _, id := range changed {
		changes = append(changes, draft.PlanChange{TaskID: id})
	}
	return wordedEffect(h, e, changes)
}

// sinceStart is a moment in minutes from the start.
func sinceStart(t time.Time) int { return int(t.Sub(ruleStart).Minutes()) }

// Shifts begin with the tasks that were changed, then the farthest; they name where each goes, and say how many there are.
func TestShiftsOfAPreview(t *testing.T) {
	shift := func(op, to int32, was, start solver.Min) retime.Shift {
		return retime.Shift{Op: op, Before: 0, After: to, StartWas: was, Start: start, End: start + 5}
	}
	for _, c := range []struct {
		what    string
		changed []string
		shifts  []retime.Shift
		want    string
	}{
		{"the farthest first, to either side", nil, []retime.Shift{shift(0, 0, 50, 60), shift(1, 0, 50, 20), shift(2, 0, 50, 70)}, "b First 50 20-25, c Second 50 70-75, a First 50 60-65"},
		{"equally far, in their order", nil, []retime.Shift{shift(1, 0, 50, 60), shift(0, 0, 50, 40)}, "b First 50 60-65, a First 50 40-45"},
		{"the changed one first", []string{"a", "unknown", ""}, []retime.Shift{shift(1, 0, 50, 20), shift(0, 0, 50, 51)}, "a First 50 51-56, b First 50 20-25"},
		{"of two changed ones the farthest", []string{"a", "b"}, []retime.Shift{shift(0, 0, 50, 51), shift(1, 0, 50, 20), shift(2, 0, 50, 99)}, "b First 50 20-25, a First 50 51-56, c Second 50 99-104"},
		{"elsewhere", nil, []retime.Shift{shift(0, 1, 50, 50), shift(1, 2, 50, 50)}, "a Second 50 50-55, b Third 50 50-55"},
	} {
		got := effectOf(&retime.Effect{Shifts: c.shifts}, c.changed...)
		var all []string
		for _, x := range got.Tasks {
			all = append(all, fmt.Sprintf("%s %s %d %d-%d", x.Task.TaskID, x.Resource, sinceStart(x.Was), sinceStart(x.Start), sinceStart(x.End)))
		}
		if text := strings.Join(all, ", "); text != c.want || got.TaskCount != len(c.shifts) {
			t.Errorf("%s: %d, %s, want %s", c.what, got.TaskCount, text, c.want)
		}
	}
	for count, listed := range map[int]int{0: 0, 200: 200, 201: 200} {
		if got := effectOf(&retime.Effect{Shifts: make([]retime.Shift, count)}); got.TaskCount != count || len(got.Tasks) != listed || got.Tasks == nil || got.Segments == nil || got.Moulds == nil || got.Conflicts == nil {
			t.Errorf("%d shifts: %d, %d listed", count, got.TaskCount, len(got.Tasks))
		}
	}
}

// A mould is late behind its due minute; the sum counts minutes late by priority, both ways, and moulds without delivery not at all.
func TestMouldsOfAPreview(t *testing.T) {
	job := func(j int32, was, ends solver.Min) retime.JobShift {
		return retime.JobShift{Job: j, Was: was, Ends: ends}
	}
	for _, c := range []struct {
		what string
		jobs []retime.JobShift
		want string // moulds, then how many are late now, rescued, and the sum
	}{
		{"none", nil, "; 0 0 0"},
		{"late now", []retime.JobShift{job(0, 90, 110)}, "M1 90-110 20 late 10 now; 1 0 30"},
		{"late by a minute", []retime.JobShift{job(0, 100, 101)}, "M1 100-101 1 late 1 now; 1 0 3"},
		{"as late as it may be", []retime.JobShift{job(0, 90, 100)}, "M1 90-100 10 late 0; 0 0 0"},
		{"later still", []retime.JobShift{job(0, 110, 130)}, "M1 110-130 20 late 30; 0 0 60"},
		{"by a minute", []retime.JobShift{job(0, 101, 130)}, "M1 101-130 29 late 30; 0 0 87"},
		{"rescued", []retime.JobShift{job(0, 120, 100)}, "M1 120-100 -20 late 0; 0 1 -60"},
		{"less late", []retime.JobShift{job(0, 120, 101)}, "M1 120-101 -19 late 1; 0 0 -57"},
		{"earlier", []retime.JobShift{job(0, 100, 50)}, "M1 100-50 -50 late 0; 0 0 0"},
		{"without a delivery, then another one", []retime.JobShift{job(1, 50, 200), job(0, 90, 110)}, "M2 50-200 150 late 0, M1 90-110 20 late 10 now; 1 0 30"},
		{"the largest delay first", []retime.JobShift{job(0, 120, 90), job(2, 90, 150)}, "M3 90-150 60 late 50 now, M1 120-90 -30 late 0; 1 1 40"},
	} {
		got := effectOf(&retime.Effect{Jobs: c.jobs})
		var all []string
		for _, m := range got.Moulds {
			text := fmt.Sprintf("%s %d-%d %d late %d", m.MouldNo, sinceStart(*m.Before), sinceStart(*m.After), m.Minutes, m.Late)
			if m.NowLate {
				text += " now"
			}
			if (m.Due != nil) != (m.MouldNo != "M2") || m.Due != nil && sinceStart(*m.Due) != 100 || m.MouldID != "i"+m.MouldNo[1:] {
				t.Errorf("%s: %+v", c.what, m)
			}
			all = append(all, text)
		}
		if text := fmt.Sprintf("%s; %d %d %d", strings.Join(all, ", "), got.NowLate, got.Rescued, got.Tardiness); text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
}

// A conflict names its tasks, the second where there is one.
func TestConflictsOfAPreview(t *testing.T) {
	got := effectOf(&retime.Effect{Conflicts: []solver.Conflict{{Op: 1, Kind: solver.ConflictCapacity, Other: 0, Minutes: 30}, {Op: 0, Kind: solver.ConflictCalendar, Other: solver.None, Minutes: 5}}}).Conflicts
	if len(got) != 2 || got[0].Task.TaskID != "b" || got[0].Other == nil || got[0].Other.TaskID != "a" || got[0].Kind != "capacity" || got[0].Minutes != 30 || got[1].Task.TaskID != "a" || got[1].Other != nil || got[1].Kind != "calendar" {
		t.Errorf("%+v", got)
	}
}

// What a split adds is told beside the shifts: the second segment of each, in the order of the splits.
func TestSegmentsOfAPreview(t *testing.T) {
	x := imagine(t, nothingElse)
	trial, err := x.try(draft.PlanChange{Kind: "split", TaskID: "o20", Minutes: 20}, draft.PlanChange{Kind: "split", TaskID: "o10", Minutes: 30}, draft.PlanChange{Kind: "move", TaskID: "f30", Start: hour(12)})
	if err != nil {
		t.Fatal(err)
	}
	effect := &PlanEffect{}
	segments(x.h, trial.session, effect)
	var all []string
	for _, s := range effect.Segments {
		all = append(all, fmt.Sprintf("%s#%d %s %d %d-%d", s.Task.TaskID, s.Task.Segment, s.Resource, sinceStart(s.Was), sinceStart(s.Start), sinceStart(s.End)))
	}
	if text := strings.Join(all, ", "); text != "o20#2 M1 90 90-120, o10#2 M1 40 40-60" {
		t.Error(text)
	}
	trial.session.Close()
	// The next trial has nothing of it.
	if trial, err = x.try(draft.PlanChange{Kind: "move", TaskID: "o10", ResourceID: "m2"}); err != nil || len(x.h.Splits) != 0 || x.moves(trial) != "o10 m2 0-60" {
		t.Errorf("%v %v", err, x.h.Splits)
	}
}
