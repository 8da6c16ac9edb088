package aps

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/aps/setting"
	"mouldworks/internal/aps/solving"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/retime"
)

// whatIf is a plan in memory with what changes of it ask the rest of the product.
type whatIf struct {
	*testing.T
	a       *APS
	s       *entity.Schedule
	h       *explaining.Plan
	out     *result.Outcome
	shop    *model.Shop
	records map[string]OperationRecord
	checked []ExtraTime
	overlap error // what the stored exceptions say to overtime
}

// imagine plans mould A: an hour each of o10 and o20 on the machines m1 and m2, of f30 by people, all with a set-up of ten minutes.
func imagine(t *testing.T, change func(s *model.Shop, p *model.Part)) *whatIf {
	t.Helper()
	x := &whatIf{T: t, s: &entity.Schedule{}, h: &explaining.Plan{Aside: map[string]bool{"carried": true, "finished": false}}, records: map[string]OperationRecord{}}
	none := map[string]any{"defaultFlowTime": 0.0, "taskSchedulingRule": 1.0}
	x.out = &result.Outcome{Start: ruleStart, Solution: solving.Solution{Translation: modeltest.Asked(none, func(s *model.Shop, p *model.Part) {
		s.Groups[0].Periods = nil
		s.Groups = append(s.Groups, model.Group{ID: "fit", Name: "Fitting", Scheduled: true, People: true, Members: 2})
		s.Suppliers = []model.Supplier{{ID: "s1", Name: "Hardening", LeadDays: quantity.Whole(2)}, {ID: "s2", Name: "Coating"}}
		p.Ops = append(p.Ops, model.Operation{ID: "f30", No: 30, GroupID: "fit", Minutes: 60, Crew: 1})
		for i := range p.Ops {
			p.Ops[i].Setup, p.Ops[i].Pausable = 10, true
		}
		change(s, p)
		x.shop = s
	})}}
	var err error
	if x.out.Loaded, err = x.out.Translation.File.Build(); err != nil {
		t.Fatal(err)
	}
	if err = x.out.SolveFree(t.Context(), setting.Layered(none), solver.Params{}, nil); err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(x.out.Translation.File)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := result.Pack(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := x.out.Tasks("")
	if err := x.h.Read(packed, rows); err != nil {
		t.Fatal(err)
	}
	x.h.Count(rows, nil)
	for i := range rows {
		x.records[rows[i].TaskID] = OperationRecord{Version: 1}
	}
	x.a = &APS{deps: Deps{
		Now:  func() time.Time { return ruleStart },
		Shop: func(context.Context, store.Tx, []string) (*model.Shop, error) { return x.shop, nil },
		Operations: func(_ context.Context, _ store.Tx, ids []string) (map[string]OperationRecord, error) {
			if len(ids) == 0 {
				return nil, errors.New("records of nothing are read")
			}
			found := map[string]OperationRecord{}
			for _, id := range ids {
				if r, known := x.records[id]; known {
					found[id] = r
				}
			}
			return found, nil
		},
		CheckExtraTime: func(_ context.Context, _ store.Tx, e ExtraTime) error {
			x.checked = append(x.checked, e)
			return x.overlap
		},
	}}
	return x
}

func (x *whatIf) try(changes ...draft.PlanChange) (*trial, error) {
	return x.a.try(x.Context(), store.Tx{}, x.s, x.h, changes)
}

// refusal is what an error refuses: fields with their rules.
func refusal(err error) string {
	var p *problem.Problem
	if !errors.As(err, &p) {
		return fmt.Sprint(err)
	}
	if len(p.Fields) == 0 {
		return p.Text.En
	}
	var all []string
	for _, f := range p.Fields {
		all = append(all, f.Field+" "+f.Rule)
	}
	return strings.Join(all, ", ")
}

// says is what changes come to: what they are refused for, else which tasks they move.
func (x *whatIf) says(changes ...draft.PlanChange) string {
	t, err := x.try(changes...)
	if err != nil {
		return refusal(err)
	}
	defer t.session.Close()
	return x.moves(t)
}

func (x *whatIf) moves(t *trial) string {
	var all []string
	for _, s := range t.session.Effect(x.h.Plan).Shifts {
		all = append(all, fmt.Sprintf("%s %s %d-%d", x.h.Names[s.Op].Task, x.h.Loaded.Problem.Resources[s.After].Name, s.Start, s.End))
	}
	return strings.Join(all, ", ")
}

func nothingElse(*model.Shop, *model.Part) {}

// A preview takes from one change to a hundred.
func TestHowManyChangesAreTried(t *testing.T) {
	x := imagine(t, nothingElse)
	for count, want := range map[int]string{0: "changes count", 1: "", 100: "", 101: "changes count"} {
		changes := make([]draft.PlanChange, count)
		for i := range changes {
			changes[i] = draft.PlanChange{Kind: "move", TaskID: "o10"}
		}
		if got := x.says(changes...); got != want {
			t.Errorf("%d changes: %q, want %q", count, got, want)
		}
	}
}

// A move goes to a machine that may make the task, from the start of the plan until its horizon; what is left out stays.
func TestWhereATaskMoves(t *testing.T) {
	x := imagine(t, nothingElse)
	end := x.h.Instant(x.h.Loaded.Problem.End)
	move := func(task, to string, at *time.Time) draft.PlanChange {
		return draft.PlanChange{Kind: "move", TaskID: task, ResourceID: to, Start: at}
	}
	minute := func(m *time.Time, by time.Duration) *time.Time { at := m.Add(by * time.Minute); return &at }
	for _, c := range []struct {
		what   string
		change draft.PlanChange
		want   string
	}{
		{"where it is", move("o10", "", nil), ""},
		{"to the machine beside", move("o10", "m2", nil), "o10 m2 0-60"},
		{"to its own machine", move("o10", "m1", nil), ""},
		{"later", move("o20", "", hour(12)), "o20 m1 240-300, f30 fit 300-360"},
		{"later and elsewhere", move("o20", "m2", hour(12)), "o20 m2 240-300, f30 fit 300-360"},
		{"of people", move("f30", "fit", hour(12)), "f30 fit 240-300"},
		{"to people", move("o10", "fit", nil), "changes.0.resourceId eligible"},
		{"to nowhere", move("o10", "x", nil), "changes.0.resourceId eligible"},
		{"to a supplier", move("o10", "s1", nil), "changes.0.resourceId eligible"},
		{"when the plan begins", move("o10", "", hour(8)), ""},
		{"a minute before", move("o10", "", minute(hour(8), -1)), "changes.0.start before"},
		{"to the end of the horizon", move("f30", "", minute(&end, -60)), "f30 fit 1051140-1051200"},
		{"a minute longer", move("f30", "", minute(&end, -59)), "changes.0.start horizon"},
		{"behind it", move("f30", "", &end), "changes.0.start horizon"},
		{"what is unknown", move("x", "", nil), "changes.0.taskId reference"},
		{"what is carried over", move("carried", "", nil), "changes.0.taskId carried"},
		{"what is finished", move("finished", "", nil), "changes.0.taskId fixed"},
		{"of no kind", draft.PlanChange{TaskID: "o10"}, "changes.0.kind enum"},
		{"of an unknown kind", draft.PlanChange{Kind: "x", TaskID: "o10"}, "changes.0.kind enum"},
	} {
		if got := x.says(c.change); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if got := x.says(move("o10", "m2", nil), move("x", "", nil)); got != "changes.1.taskId reference" {
		t.Errorf("the second of two: %s", got)
	}
	if got := x.says(move("o20", "m2", hour(12)), move("f30", "", hour(14))); got != "o20 m2 240-300, f30 fit 360-420" {
		t.Errorf("one on top of the other: %s", got)
	}
	other := imagine(t, func(_ *model.Shop, p *model.Part) {
		p.Ops[0].Machines, p.Ops[1].Machines = []model.Eligible{{MachineID: "m1"}}, []model.Eligible{{MachineID: "m2"}}
	})
	if got := other.says(move("o10", "m2", nil)); got != "changes.0.resourceId eligible" {
		t.Errorf("to the machine of the next task: %s", got)
	}
	locked := imagine(t, func(_ *model.Shop, p *model.Part) {
		p.Ops[0].Lock, p.Ops[0].LockMachine = model.LockResource, "m1"
	})
	if got := locked.says(move("o10", "m2", nil)); got != "changes.0.resourceId held" {
		t.Errorf("what is locked to a machine: %s", got)
	}
	x.s.Simulation = true
	if got := x.says(move("o10", "m2", nil)); got != "o10 m2 0-60" {
		t.Errorf("in a simulation: %s", got)
	}
}

// What has no place, has begun or is locked does not change; a lock can only be taken off.
func TestWhatDoesNotChange(t *testing.T) {
	for _, c := range []struct {
		what   string
		shop   func(s *model.Shop, p *model.Part)
		change draft.PlanChange
		want   string
	}{
		{"it has no place", func(_ *model.Shop, p *model.Part) { p.Ops[0].GroupID = "x" }, draft.PlanChange{Kind: "move", TaskID: "o10"}, "changes.0.taskId reference"},
		{"it runs", func(_ *model.Shop, p *model.Part) { p.Ops[0].Status, p.Ops[0].OnMachine = 1, "m1" }, draft.PlanChange{Kind: "outsource", TaskID: "o10"}, "changes.0.taskId fixed"},
		{"it runs, unlocked", func(_ *model.Shop, p *model.Part) { p.Ops[0].Status, p.Ops[0].OnMachine = 1, "m1" }, draft.PlanChange{Kind: "unlock", TaskID: "o10"}, "changes.0.taskId fixed"},
		{"it is locked", func(_ *model.Shop, p *model.Part) {
			p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].LockStart = 2, "m1", hour(9)
		}, draft.PlanChange{Kind: "outsource", TaskID: "o10"}, "changes.0.taskId fixed"},
		{"locked to its machine alone", func(_ *model.Shop, p *model.Part) { p.Ops[0].Lock, p.Ops[0].LockMachine = 1, "m1" }, draft.PlanChange{Kind: "outsource", TaskID: "o10"}, "changes.0.resourceId supplier"},
		{"nothing of it", nothingElse, draft.PlanChange{Kind: "outsource", TaskID: "o10"}, "changes.0.resourceId supplier"},
		{"a lock taken off", func(_ *model.Shop, p *model.Part) {
			p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].LockStart = 2, "m1", hour(9)
		}, draft.PlanChange{Kind: "unlock", TaskID: "o10"}, "o10 m1 0-60, o20 m1 60-120, f30 fit 120-180"},
	} {
		x := imagine(t, c.shop)
		x.records["o10"] = OperationRecord{Version: 1, Lock: 2}
		if got := x.says(c.change); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Overtime is of a machine or of people, a day at most, from today and the start of the plan until its horizon, and never twice.
func TestWhenOvertimeMayBe(t *testing.T) {
	x := imagine(t, nothingElse)
	horizon := x.h.Instant(x.h.Loaded.Problem.End)
	at := func(m time.Time, minutes int) *time.Time {
		moment := m.Add(time.Duration(minutes) * time.Minute)
		return &moment
	}
	more := func(on string, from, to *time.Time) draft.PlanChange {
		return draft.PlanChange{Kind: "overtime", ResourceID: on, From: from, To: to}
	}
	one := func(c draft.PlanChange) []draft.PlanChange { return []draft.PlanChange{c} }
	for _, c := range []struct {
		what    string
		changes []draft.PlanChange
		want    string
	}{
		{"of the first machine", one(more("m1", hour(18), hour(20))), ""},
		{"of people", one(more("fit", hour(18), hour(20))), ""},
		{"of a supplier", one(more("s1", hour(18), hour(20))), "changes.0.resourceId reference"},
		{"of nobody", one(more("x", hour(18), hour(20))), "changes.0.resourceId reference"},
		{"without a start", one(more("m1", nil, hour(20))), "changes.0.to order"},
		{"without an end", one(more("m1", hour(18), nil)), "changes.0.to order"},
		{"of no minute", one(more("m1", hour(18), hour(18))), "changes.0.to order"},
		{"of a minute", one(more("m1", hour(18), at(*hour(18), 1))), ""},
		{"yesterday", one(more("m1", at(*hour(0), -1), hour(20))), "changes.0.from past"},
		{"today, before the plan", one(more("m1", hour(0), hour(9))), "changes.0.from before"},
		{"when the plan begins", one(more("m1", hour(8), hour(9))), ""},
		{"a day", one(more("m1", hour(18), hour(42))), ""},
		{"a minute more", one(more("m1", hour(18), at(*hour(42), 1))), "changes.0.to atMost"},
		{"behind the horizon", one(more("m1", &horizon, at(horizon, 60))), "changes.0.from horizon"},
		{"across it", one(more("m1", at(horizon, -60), at(horizon, 1))), "changes.0.to horizon"},
		{"one behind the other", []draft.PlanChange{more("m1", hour(18), hour(20)), more("m1", hour(20), hour(21)), more("m1", hour(17), hour(18))}, ""},
		{"a minute of it twice", []draft.PlanChange{more("m1", hour(18), hour(20)), more("m1", at(*hour(20), -1), hour(21))}, "changes.1.from overlap"},
		{"a minute of it twice, before", []draft.PlanChange{more("m1", hour(18), hour(20)), more("m1", hour(17), at(*hour(18), 1))}, "changes.1.from overlap"},
		{"of people twice", []draft.PlanChange{more("fit", hour(18), hour(20)), more("fit", hour(19), hour(21))}, "changes.1.from overlap"},
		{"of two machines at once", []draft.PlanChange{more("m1", hour(18), hour(20)), more("m2", hour(19), hour(21))}, ""},
	} {
		if got := x.says(c.changes...); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	x.s.Simulation = true
	if got := x.says(more("m1", hour(18), hour(20))); got != "changes.0.kind simulation" {
		t.Errorf("in a simulation: %s", got)
	}
	x.h.File.Zone = "Asia/Shanghai" // eight in the morning in UTC is four in the afternoon there, and the day began at 16 of the day before
	for from, want := range map[*time.Time]string{hour(-8): "changes.0.from before", at(*hour(-8), -1): "changes.0.from past"} {
		if got := x.says(more("m1", from, hour(9))); got != want {
			t.Errorf("from %s in Shanghai: %s, want %s", from, got, want)
		}
	}
	x.h.File.Zone = "Nowhere/Atall"
	if got := x.says(more("m1", hour(0), hour(9))); got != "changes.0.from before" {
		t.Errorf("in no zone: %s", got)
	}
}

// Overtime is held against what is stored, each stretch once and as of its machine or group; the refusal names its change.
func TestOvertimeAgainstWhatIsStored(t *testing.T) {
	x := imagine(t, nothingElse)
	changes := []draft.PlanChange{{Kind: "overtime", ResourceID: "m1", From: hour(18), To: hour(20)}, {Kind: "move", TaskID: "o10"}, {Kind: "overtime", ResourceID: "fit", From: hour(18), To: hour(19)}}
	if got := x.says(changes...); got != "" {
		t.Error(got)
	}
	if got, want := fmt.Sprint(x.checked), fmt.Sprint([]ExtraTime{{"m1", "", *hour(18), *hour(20)}, {"", "fit", *hour(18), *hour(19)}}); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	x.overlap = problem.Invalid(problem.Field("from", "overlap", msgOvertimeTwice))
	if got := x.says(changes[1], changes[0]); got != "changes.1.from overlap" {
		t.Errorf("the second of two: %s", got)
	}
	x.overlap = errors.New("no answer")
	if got := x.says(changes...); got != "no answer" {
		t.Error(got)
	}
}

// What the engine refuses is told at the field that the change has.
func TestWhatTheEngineRefuses(t *testing.T) {
	for _, c := range []struct {
		kind retime.Kind
		code solver.ErrorCode
		want string
	}{
		{retime.Move, solver.ErrHorizon, "start horizon"},
		{retime.Hours, solver.ErrHorizon, "minutes horizon"},
		{retime.Outsource, solver.ErrHorizon, "minutes horizon"},
		{retime.Split, solver.ErrHorizon, "start horizon"},
		{retime.Split, solver.ErrNegative, "minutes range"},
		{retime.Hours, solver.ErrNegative, "minutes range"},
		{retime.Lock, solver.ErrFix, "taskId fixed"},
		{retime.Hours, solver.ErrFix, "taskId fixed"},
		{retime.Move, solver.ErrNoModes, "resourceId eligible"},
		{retime.Move, solver.ErrUnknown, "resourceId eligible"},
		{retime.Overtime, solver.ErrCalendar, "to order"},
		{retime.Hours, solver.ErrCalendar, "to order"},
	} {
		got := refused(c.kind, &solver.ProblemError{Code: c.code})
		if text := got.Field + " " + got.Rule; text != c.want {
			t.Errorf("%d of %d: %s, want %s", c.code, c.kind, text, c.want)
		}
	}
	for kind, want := range map[retime.Kind]string{retime.Split: "first segment", retime.Hours: "exceed the set-up"} {
		if err := problem.Invalid(*refused(kind, &solver.ProblemError{Code: solver.ErrNegative})); !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", kind, err)
		}
	}
}
