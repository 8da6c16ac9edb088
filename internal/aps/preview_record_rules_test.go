package aps

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/instance"
	"mouldworks/solver/retime"
)

// Which changes a task takes depends on its record: what has none, goes in batches or was cut takes none of the kinds that
// belong into it; a split takes a whole operation of a workpiece on a machine.
func TestWhatATaskTakes(t *testing.T) {
	kinds := []string{"lock", "unlock", "hours", "outsource", "split", "move"}
	all := func(what string) []string { return []string{what, what, what, what, "", ""} }
	record := func(change func(r *OperationRecord)) func(x *whatIf) {
		return func(x *whatIf) {
			r := x.records["o10"]
			change(&r)
			x.records["o10"] = r
		}
	}
	name := func(change func(n *explaining.TaskName)) func(x *whatIf) {
		return func(x *whatIf) { change(&x.h.Names[x.h.Task["o10"]]) }
	}
	op := func(change func(o *instance.Op)) func(x *whatIf) {
		return func(x *whatIf) { change(&x.h.File.Ops[x.h.Task["o10"]]) }
	}
	const whole = "taskId whole"
	for _, c := range []struct {
		what   string
		task   string
		change func(x *whatIf)
		want   []string // of the kinds
	}{
		{"a task on a machine", "o10", func(*whatIf) {}, []string{"", "taskId unlocked", "", "", "", ""}},
		{"that is locked", "o10", record(func(r *OperationRecord) { r.Lock = 1 }), []string{"", "", "", "", "", ""}},
		{"that is deleted", "o10", func(x *whatIf) { delete(x.records, "o10") }, []string{"taskId deleted", "taskId deleted", "taskId deleted", "taskId deleted", "taskId deleted", "taskId deleted"}},
		{"in a simulation", "o10", func(x *whatIf) { x.s.Simulation = true }, all("kind simulation")},
		{"whose part has batches", "o10", record(func(r *OperationRecord) { r.Batched = true }), all("taskId batched")},
		{"of a batch", "o10", name(func(n *explaining.TaskName) { n.Batch = "B1" }), all("taskId batched")},
		{"that was cut", "o10", name(func(n *explaining.TaskName) { n.Segment = 1 }), []string{"taskId cut", "taskId cut", "taskId cut", "taskId cut", whole, ""}},
		{"that an order implies", "o10", func(x *whatIf) {
			name(func(n *explaining.TaskName) { n.Operation = "assembly:id-A" })(x)
			delete(x.records, "o10")
		}, all("taskId record")},
		{"its try-out", "o10", func(x *whatIf) { name(func(n *explaining.TaskName) { n.Operation = "tryout:id-A" })(x) }, all("taskId record")},
		{"of people", "f30", func(*whatIf) {}, []string{"taskId machine", "taskId unlocked", "", "", whole, ""}},
		{"that goes outside", "o10", op(func(o *instance.Op) { o.Class = "outsourced" }), []string{"taskId machine", "taskId unlocked", "taskId outside", "", whole, ""}},
		{"with an order", "o10", record(func(r *OperationRecord) { r.Ordered = true }), []string{"", "taskId unlocked", "", "taskId ordered", "", ""}},
		{"locked where it may not be made", "o10", func(x *whatIf) {
			record(func(r *OperationRecord) { r.Lock = 1 })(x)
			name(func(n *explaining.TaskName) { n.Misplaced = true })(x)
		}, []string{"", "taskId misplaced", "", "", "", ""}},
		{"that may not pause", "o10", op(func(o *instance.Op) { o.Unpausable = true }), []string{"", "taskId unlocked", "", "", whole, ""}},
		{"of an electrode", "o10", name(func(n *explaining.TaskName) { n.Kind = 2 }), []string{"", "taskId unlocked", "", "", whole, ""}},
		{"that burns one by one", "o10", func(x *whatIf) {
			x.h.File.Electrodes = []instance.Electrode{{Op: x.h.File.Ops[x.h.Task["o10"]].ID}, {Op: "another"}}
		}, []string{"", "taskId unlocked", "", "", whole, ""}},
		{"beside what burns", "o10", func(x *whatIf) { x.h.File.Electrodes = []instance.Electrode{{Op: "another"}} }, []string{"", "taskId unlocked", "", "", "", ""}},
	} {
		for i, kind := range kinds {
			x := imagine(t, nothingElse)
			c.change(x)
			records, err := x.a.deps.Operations(t.Context(), store.Tx{}, []string{x.h.Names[x.h.Task[c.task]].Operation})
			if err != nil {
				t.Fatal(err)
			}
			trial := &trial{h: x.h, schedule: x.s, session: retime.Open(x.h.Board, x.h.File, x.h.Loaded), records: records}
			got := ""
			if bad := trial.refuses(changeKinds[kind], x.h.Task[c.task]); bad != nil {
				got = bad.Field + " " + bad.Rule
			}
			if got != c.want[i] {
				t.Errorf("%s, %s: %q, want %q", c.what, kind, got, c.want[i])
			}
		}
	}
}

// Changes one on top of the other are one change of the record: it has the first version that is given, and a lock that an
// earlier change has set can be taken off, none that it has taken off.
func TestChangesOfOneRecord(t *testing.T) {
	change := func(kind, task string, version int64) draft.PlanChange {
		c := draft.PlanChange{Kind: kind, TaskID: task, Version: version}
		if kind == "hours" {
			c.Minutes = 90
		}
		return c
	}
	for _, c := range []struct {
		what    string
		changes []draft.PlanChange
		want    string // id, version, first change, lock, minutes
	}{
		{"a lock", []draft.PlanChange{change("lock", "o10", 4)}, "o10 v4 by 0 m1"},
		{"with other hours first", []draft.PlanChange{change("hours", "o10", 4), change("lock", "o10", 5)}, "o10 v4 by 0 m1 90"},
		{"a version that comes later", []draft.PlanChange{change("hours", "o10", 0), change("lock", "o10", 5)}, "o10 v5 by 0 m1 90"},
		{"of two operations", []draft.PlanChange{change("lock", "o10", 4), change("lock", "o20", 5), change("move", "f30", 0)}, "o10 v4 by 0 m1, o20 v5 by 1 m1"},
		{"locked and unlocked", []draft.PlanChange{change("lock", "o10", 4), change("unlock", "o10", 4)}, "o10 v4 by 0 unlocked"},
		{"and unlocked again", []draft.PlanChange{change("lock", "o10", 4), change("unlock", "o10", 4), change("unlock", "o10", 4)}, "changes.2.taskId unlocked"},
		{"another one is locked", []draft.PlanChange{change("lock", "o10", 4), change("unlock", "o20", 4)}, "changes.1.taskId unlocked"},
		{"other hours are no lock", []draft.PlanChange{change("hours", "o10", 4), change("unlock", "o10", 4)}, "changes.1.taskId unlocked"},
		{"split and split again", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 20}, {Kind: "split", TaskID: "o10", Minutes: 10}}, "changes.1.taskId whole"},
		{"split and another one", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 20}, {Kind: "split", TaskID: "o20", Minutes: 10}}, ""},
		{"split and locked", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 20}, change("lock", "o10", 4)}, "changes.1.taskId cut"},
		{"a minute of the run", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 1}}, ""},
		{"all but a minute", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 49}}, ""},
		{"all of it", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 50}}, "changes.0.minutes range"},
		{"nothing of it", []draft.PlanChange{{Kind: "split", TaskID: "o10"}}, "changes.0.minutes range"},
		{"less than nothing", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: -1 << 40}}, "changes.0.minutes range"},
		{"more than there is", []draft.PlanChange{{Kind: "split", TaskID: "o10", Minutes: 1<<32 + 20}}, "changes.0.minutes range"},
	} {
		x := imagine(t, nothingElse)
		got, err := x.try(c.changes...)
		text := refusal(err)
		if err == nil {
			text = recordsOf(got)
		}
		if text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
	}
}

// recordsOf is what a trial means for records.
func recordsOf(t *trial) string {
	var all []string
	for _, c := range t.changes {
		text := fmt.Sprintf("%s v%d by %d", c.ID, c.Version, c.by)
		if c.Lock != nil && c.Lock.Machine != "" {
			text += " " + c.Lock.Machine
		} else if c.Lock != nil {
			text += " unlocked"
		}
		if c.Minutes != nil {
			text += strings.TrimRight(fmt.Sprintf(" %d %s", *c.Minutes, c.Machine), " ")
		}
		if c.Outside != nil {
			text += fmt.Sprintf(" at %s for %s", c.Outside.Supplier, c.Outside.LeadDays)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// Other hours are those of the operation, by the rates of its machines; where the machine on which it stands has hours of its
// own, they are of that pair alone. They exceed the set-up, and what they cost goes with them.
func TestOtherHours(t *testing.T) {
	half := quantity.Whole(1) / 2
	pair := func(minutes, setup quantity.Minutes) func(s *model.Shop, p *model.Part) {
		return func(_ *model.Shop, p *model.Part) {
			p.Ops[0].Machines = []model.Eligible{{MachineID: "m1", Minutes: minutes, Setup: setup}, {MachineID: "m2"}}
		}
	}
	for _, c := range []struct {
		what    string
		shop    func(s *model.Shop, p *model.Part)
		minutes int
		want    string // modes, then the record
	}{
		{"of the operation", nothingElse, 90, "m1:10+80 m2:10+80; o10 v1 by 0 90"},
		{"by the rates", func(s *model.Shop, _ *model.Part) { s.Machines[1].WorkRate = half }, 90, "m1:10+80 m2:20+160; o10 v1 by 0 90"},
		{"a minute more than its set-up", nothingElse, 11, "m1:10+1 m2:10+1; o10 v1 by 0 11"},
		{"its set-up", nothingElse, 10, "changes.0.minutes range"},
		{"none", nothingElse, 0, "changes.0.minutes range"},
		{"more than any plan holds", nothingElse, 1<<29 + 1, "changes.0.minutes range"},
		{"more than the horizon", nothingElse, 1 << 29, "changes.0.minutes horizon"},
		{"of the pair", pair(40, 5), 90, "m1:5+85 m2:10+50; o10 v1 by 0 90 m1"},
		{"of the pair, its set-up", pair(40, 15), 15, "changes.0.minutes range"},
		{"of the pair, above its set-up", pair(40, 5), 6, "m1:5+1 m2:10+50; o10 v1 by 0 6 m1"},
		{"the pair has none", pair(0, 0), 90, "m1:10+80 m2:10+80; o10 v1 by 0 90"},
		{"a fast machine takes a minute", func(s *model.Shop, p *model.Part) { s.Machines[0].WorkRate, p.Ops[0].Setup = quantity.Whole(1000), 0 }, 1, "m1:0+1 m2:0+1; o10 v1 by 0 1"},
	} {
		x := imagine(t, c.shop)
		got, err := x.try(draft.PlanChange{Kind: "hours", TaskID: "o10", Minutes: c.minutes, Version: 1})
		text := refusal(err)
		if err == nil {
			text = modeltest.Modes(&got.file().Ops[x.h.Task["o10"]]) + "; " + recordsOf(got)
		}
		if text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
	for _, op := range imagine(t, nothingElse).shop.Moulds[0].Parts[0].Ops {
		if op.Minutes != 60 {
			t.Errorf("%s has %d minutes", op.ID, op.Minutes)
		}
	}
}

// A machine that only a lock has opened keeps its place among the modes, at its rate; costs follow the minutes, rounded.
func TestOtherHoursOfAnOpenedMachine(t *testing.T) {
	x := imagine(t, func(s *model.Shop, p *model.Part) {
		s.Groups = append(s.Groups, model.Group{ID: "other", Scheduled: true})
		s.Machines = append(s.Machines, model.Machine{ID: "m3", GroupID: "other", WorkRate: quantity.Whole(2)}, model.Machine{ID: "m4", GroupID: "other", WorkRate: quantity.Whole(1)})
	})
	op := &x.h.File.Ops[x.h.Task["o10"]]
	op.Modes = []instance.Mode{{On: "m1", Setup: 10, Run: 50, Cost: 100}, {On: "m3", Setup: 5, Run: 25, Cost: 7}, {On: "gone", Setup: 1, Run: 2, Cost: 3}, {On: "m2", Cost: 9}}
	got := &trial{h: x.h, session: retime.Open(x.h.Board, x.h.File, x.h.Loaded)}
	if err := x.a.recall(t.Context(), store.Tx{}, got, []draft.PlanChange{{Kind: "hours", TaskID: "o10"}}); err != nil {
		t.Fatal(err)
	}
	modes, _, bad := got.hours(x.h.Task["o10"], 95)
	var all []string
	for _, m := range modes {
		all = append(all, fmt.Sprintf("%s:%d+%d for %d", m.On, m.Setup, m.Run, m.Cost))
	}
	if text := strings.Join(all, ", "); bad != nil || text != "m1:10+85 for 158, m3:5+43 for 11, gone:1+2 for 3, m2:10+85 for 9" {
		t.Errorf("%v %s", bad, text)
	}
	delete(got.floor, "o10")
	if _, _, bad := got.hours(x.h.Task["o10"], 95); bad == nil || bad.Rule != "record" {
		t.Errorf("it is not there any more: %+v", bad)
	}
	if _, _, bad := got.outside(x.h.Task["o10"], "s1", 95); bad == nil || bad.Rule != "record" {
		t.Errorf("it is not there any more: %+v", bad)
	}
}

// Work outside takes a supplier and a lead time of up to a year, else the supplier's own; a lock goes with it.
func TestWorkOutside(t *testing.T) {
	for _, c := range []struct {
		what, supplier string
		minutes        int
		want           string // how long it is away, then the record
	}{
		{"two days of the supplier", "s1", 0, "2880; o10 v1 by 0 unlocked at s1 for 0"},
		{"a day", "s1", 1440, "1440; o10 v1 by 0 unlocked at s1 for 1"},
		{"a minute", "s1", 1, "1; o10 v1 by 0 unlocked at s1 for 0.000694"},
		{"a day and seven minutes", "s2", 1447, "1447; o10 v1 by 0 unlocked at s2 for 1.004861"},
		{"a year", "s2", 525600, "525600; o10 v1 by 0 unlocked at s2 for 365"},
		{"a minute more", "s2", 525601, "changes.0.minutes range"},
		{"less than nothing", "s2", -1, "changes.0.minutes range"},
		{"nobody says how long", "s2", 0, "changes.0.minutes lead"},
		{"by nobody", "", 60, "changes.0.resourceId supplier"},
		{"by any supplier", "outside", 60, "changes.0.resourceId supplier"},
		{"on a machine", "m1", 60, "changes.0.resourceId supplier"},
		{"by people", "fit", 60, "changes.0.resourceId supplier"},
	} {
		x := imagine(t, nothingElse)
		got, err := x.try(draft.PlanChange{Kind: "outsource", TaskID: "o10", ResourceID: c.supplier, Minutes: c.minutes, Version: 1})
		text := refusal(err)
		if err == nil {
			b, o := got.session.Board(), x.h.Task["o10"]
			text = fmt.Sprint(b.End(o)-b.Start(o), "; ", recordsOf(got))
		}
		if text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
}

// A machine has a single unit, people and suppliers say how many they are; what stands nowhere is none.
func TestWhatIsAMachine(t *testing.T) {
	x := imagine(t, nothingElse)
	got := &trial{h: x.h, session: retime.Open(x.h.Board, x.h.File, x.h.Loaded)}
	for i, r := range x.h.File.Resources {
		if is := got.machine(int32(i)); is != strings.HasPrefix(r.ID, "m") {
			t.Errorf("%s: %v", r.ID, is)
		}
	}
	if got.machine(solver.None) {
		t.Error("nothing is no machine")
	}
	if on := got.on(x.h.Task["o10"]); x.h.Loaded.Problem.Resources[on].Name != "m1" {
		t.Errorf("it stands on %d", on)
	}
	x = imagine(t, func(_ *model.Shop, p *model.Part) { p.Ops[0].Machines = []model.Eligible{{MachineID: "m2"}} })
	got = &trial{h: x.h, session: retime.Open(x.h.Board, x.h.File, x.h.Loaded)}
	if on := got.on(x.h.Task["o10"]); x.h.Loaded.Problem.Resources[on].Name != "m2" {
		t.Errorf("what is made on the second machine alone stands on %d", on)
	}
}
