package aps

import (
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
)

// scoped are what a plan makes of its moulds: one of each state, with the rows of their tasks written by hand.
func scoped(t *testing.T, due *time.Time, tasks []result.Task, earlier ...result.UnplannedMould) map[string]result.Mould {
	t.Helper()
	ops := func(no string, status int) []model.Part {
		of := func(n int) model.Operation {
			o := model.Operation{ID: fmt.Sprint(no, n), No: n, GroupID: "g", Minutes: 60, Crew: 1, Progress: model.Progress{Status: status}}
			if status == model.OpFinished {
				o.RealStart, o.RealEnd = hour(6), hour(7)
			}
			return o
		}
		return []model.Part{{ID: "part-" + no, No: "P1", Qty: 1, Ops: []model.Operation{of(10), of(20)}}}
	}
	translation := modeltest.Translated(func(s *model.Shop, _ *model.Part) {
		s.Moulds = []model.Mould{
			{ID: "id-A", No: "A", Name: "Cover", Priority: 7, Delivery: due, Parts: ops("A", 0)},
			{ID: "id-B", No: "B", Delivery: due},
			{ID: "id-C", No: "C", Delivery: due, Parts: ops("C", 0)},
			{ID: "id-D", No: "D", Shut: model.MouldOnHold},
			{ID: "id-E", No: "E", Delivery: due, Parts: ops("E", model.OpFinished)},
			{ID: "id-F", No: "F", Parts: ops("F", 0)},
			{ID: "id-G", No: "G", Parts: []model.Part{{ID: "asm", No: "ASM", Qty: 1, Ops: []model.Operation{{ID: "g10", No: 10, Implied: true}}}}},
		}
	})
	out := &result.Outcome{Start: ruleStart, Solution: solving.Solution{Translation: translation}, Earlier: earlier}
	var err error
	if out.Loaded, err = translation.File.Build(); err != nil {
		t.Fatal(err)
	}
	if err = out.Solve(t.Context(), setting.Layered(), solver.Params{}, nil); err != nil {
		t.Fatal(err)
	}
	found := map[string]result.Mould{}
	for _, m := range out.Moulds(tasks) {
		found[m.No] = m
	}
	return found
}

// Every mould stands in its plan as its own tasks do: what was cut counts once, what is carried over and what is of no mould
// of the schedule not at all.
func TestWhatAPlanMakesOfItsMoulds(t *testing.T) {
	with := func(reason int) func(*result.Task) { return func(x *result.Task) { x.Reason = reason } }
	finished := func(x *result.Task) { x.Status = model.OpFinished }
	tasks := []result.Task{
		bar("A1", "M1", 8), bar("A2", "M1", 9, func(x *result.Task) { x.Segment = 1 }), bar("A3", "M1", 12, func(x *result.Task) { x.Segment, x.Reason = 2, 1 }),
		bar("A4", "M1", 20, func(x *result.Task) { x.Carried, x.Reason = true, 1 }), bar("X1", "M1", 8),
		bar("C1", "", -1, with(2)), bar("C2", "", -1, with(4)), bar("C3", "", -1, with(1)), bar("C4", "M1", 8, finished),
		bar("E1", "M1", 10, finished), bar("E2", "M1", 8, finished), bar("E3", "", -1, finished),
		bar("F1", "", -1, with(2)), bar("F2", "", -1, with(2)),
	}
	told := func(m result.Mould) string {
		end := "-"
		if m.End != nil {
			end = m.End.UTC().Format("02T15:04")
		}
		return fmt.Sprintf("%s %s %d of %d finished, %d without a place for %d, ends %s, late %v", m.ID, m.State(), m.Finished, m.Tasks, m.Unscheduled, m.Reason, end, m.Late)
	}
	found := scoped(t, hour(12), tasks)
	for no, want := range map[string]string{
		"A": "id-A planned 0 of 2 finished, 0 without a place for 0, ends 02T10:00, late false",
		"B": "id-B notPlanned 0 of 0 finished, 0 without a place for 101, ends -, late true",
		"C": "id-C partly 1 of 4 finished, 3 without a place for 4, ends -, late true",
		"D": "id-D notPlanned 0 of 0 finished, 0 without a place for 103, ends -, late true",
		"E": "id-E planned 3 of 3 finished, 0 without a place for 0, ends 02T11:00, late false",
		"F": "id-F notPlanned 0 of 2 finished, 2 without a place for 2, ends -, late true",
		"G": "id-G notPlanned 0 of 0 finished, 0 without a place for 101, ends -, late true",
	} {
		if got := told(found[no]); got != want {
			t.Errorf("%s: %s\nwant %s", no, got, want)
		}
	}
	if a := found["A"]; a.Name != "Cover" || a.Priority != 7 || !a.Due.Equal(*hour(12)) || found["F"].Due != nil {
		t.Errorf("%+v", a)
	}
	// With operations and no task left, all batches are closed; what the plan before said of a mould stays.
	if got := scoped(t, nil, nil)["C"].Reason; got != 102 {
		t.Errorf("C without a task: %d", got)
	}
	if b := scoped(t, nil, nil, result.UnplannedMould{MouldID: "id-1", MouldNo: "B", Reason: 102}, result.UnplannedMould{MouldNo: "X", Reason: 103})["B"]; b.Reason != 102 || b.ID != "id-1" {
		t.Errorf("B after an earlier plan: %d of %s", b.Reason, b.ID)
	}
}

// The minute that a mould is due is on time, by its plan and by what was finished; without a date nothing planned is late.
func TestTheMinuteThatAMouldIsDue(t *testing.T) {
	tasks := []result.Task{bar("A1", "M1", 8), bar("A2", "M1", 9), bar("E1", "M1", 9, func(x *result.Task) { x.Status = model.OpFinished })}
	for _, c := range []struct {
		due  *time.Time
		late bool
	}{{hour(10), false}, {hour(10 - 1.0/60), true}, {hour(10 + 1.0/60), false}, {nil, false}} {
		found := scoped(t, c.due, tasks)
		if found["A"].Late != c.late || found["E"].Late != c.late {
			t.Errorf("due %v: A late %v, E late %v", c.due, found["A"].Late, found["E"].Late)
		}
	}
}
