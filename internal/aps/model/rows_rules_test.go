package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// op is an operation of a problem, nil where it is not in it.
func (t *Translation) op(id string) *instance.Op {
	if i := slices.IndexFunc(t.Tasks, func(x Task) bool { return x.ID == id }); i >= 0 {
		return &t.File.Ops[i]
	}
	return nil
}

// A place is the same when resource and both moments are, in whatever zone they are told.
func TestWhatIsTheSamePlace(t *testing.T) {
	at := Place{Resource: "m1", Start: *hour(8), End: *hour(9)}
	for _, c := range []struct {
		what string
		q    Place
		same bool
	}{
		{"itself", at, true},
		{"in another zone", Place{"m1", at.Start.In(time.FixedZone("", 3600)), at.End, false}, true},
		{"another resource", Place{"m2", at.Start, at.End, false}, false},
		{"another start", Place{"m1", at.Start.Add(time.Minute), at.End, false}, false},
		{"another end", Place{"m1", at.Start, at.End.Add(time.Minute), false}, false},
		{"nothing of it", Place{"m2", at.Start.Add(time.Minute), at.End.Add(time.Minute), false}, false},
	} {
		if at.Equal(c.q) != c.same {
			t.Errorf("%s: %v", c.what, !c.same)
		}
	}
}

// What goes outside though it could be made inside says so first; then a part with a due date of its own.
func TestWhereATaskComesFrom(t *testing.T) {
	inside, away := &Group{}, &Group{Outside: true}
	for _, c := range []struct {
		what  string
		o     Operation
		group *Group
		due   *time.Time
		want  int
	}{
		{"made inside", Operation{}, inside, nil, SourceNormal},
		{"made inside, forced", Operation{}, inside, hour(8), SourceForced},
		{"could go outside", Operation{Outsource: 1}, inside, nil, SourceNormal},
		{"goes outside", Operation{Outsource: 2}, inside, nil, SourceOutsource},
		{"goes outside, forced", Operation{Outsource: 2}, inside, hour(8), SourceOutsource},
		{"lies at a supplier", Operation{Progress: Progress{Ordered: hour(7)}}, inside, nil, SourceOutsource},
		{"of a group outside", Operation{Outsource: 2}, away, nil, SourceNormal},
		{"of a group outside, forced", Operation{Outsource: 2}, away, hour(8), SourceForced},
		{"of no group", Operation{Outsource: 2}, nil, nil, SourceNormal},
	} {
		x := Task{Op: &c.o, Part: &Part{Due: c.due}, Group: c.group}
		if got := x.Source(); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

// An operation waits for its program where its group needs one and it is not done.
func TestWhatWaitsForItsProgram(t *testing.T) {
	for _, c := range []struct {
		needs bool
		cam   int
		want  int64
	}{{true, 0, 120}, {true, 1, 120}, {true, 2, -1}, {true, 3, -1}, {false, 0, -1}} {
		got := asked(nil, func(s *Shop, p *Part) {
			s.Groups[0].NeedCAM, p.Ops[0].CAMStatus, p.Ops[0].ProgramReady = c.needs, c.cam, hour(10)
		})
		at := int64(-1)
		if r := got.op("o10").Release; r != nil {
			at = r.Minutes
		}
		if at != c.want {
			t.Errorf("a group that needs one %v, program %d: held until %d, want %d", c.needs, c.cam, at, c.want)
		}
	}
}

// Why nothing is left that an operation could be made on: nothing is there, nothing fits, its batch rests.
func TestWhyNothingIsLeft(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(s *Shop, p *Part)
		want   string
	}{
		{"a machine is there", func(*Shop, *Part) {}, "-"},
		{"the group has none", func(s *Shop, _ *Part) { s.Machines = nil }, "no resource"},
		{"the group takes no part", func(s *Shop, _ *Part) { s.Groups[0].Scheduled = false }, "no resource"},
		{"there is no such group", func(_ *Shop, p *Part) { p.Ops[0].GroupID = "x" }, "no resource"},
		{"it is too long for both", func(s *Shop, p *Part) {
			p.Length = quantity.Whole(500)
			for i := range s.Machines {
				s.Machines[i].Limits.Length = quantity.Whole(499)
			}
		}, "specification"},
		{"it is too long for one", func(s *Shop, p *Part) {
			p.Length, s.Machines[0].Limits.Length, s.Machines[1].Limits.Length = quantity.Whole(500), quantity.Whole(499), quantity.Whole(500)
		}, "-"},
		{"its batch rests", func(_ *Shop, p *Part) { p.Batches = []Batch{{ID: "b", No: "B1", Qty: 1, State: BatchPaused}} }, "batch paused"},
	} {
		got := asked(map[string]any{"resourceSpecConstraints": 1.0}, c.change).File.Ops[0]
		if text := map[bool]string{true: got.Barred, false: "-"}[len(got.Modes) == 0]; text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
	}
}

// Only a step that an order implies falls away without hours; one that people have made stays.
func TestWhatFallsAwayWithoutHours(t *testing.T) {
	for _, c := range []struct {
		what    string
		implied bool
		status  int
		minutes quantity.Minutes
		in      bool
	}{{"a step of the order", true, 0, 60, true}, {"without hours", true, 0, 0, false}, {"that has begun", true, OpPaused, 0, true}, {"an operation without hours", false, 0, 0, true}} {
		got := asked(nil, func(_ *Shop, p *Part) {
			p.Ops[0].Implied, p.Ops[0].Status, p.Ops[0].OnMachine, p.Ops[0].Minutes = c.implied, c.status, "m1", c.minutes
		})
		if in := got.op("o10") != nil; in != c.in {
			t.Errorf("%s: in the problem %v", c.what, in)
		}
	}
}

// The hours of setting 15 are those of the operation in which the parts meet: the first of an assembly without parent that
// nobody has begun. A pair of its own has none then.
func TestWhichOperationHasTheHoursOfTheAssembly(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(p *Part, o *Operation)
		want   quantity.Minutes
	}{
		{"an assembly", func(*Part, *Operation) {}, 120},
		{"a workpiece", func(p *Part, _ *Operation) { p.Assembly = false }, 60},
		{"one that is built in", func(p *Part, _ *Operation) { p.Parent = "TOP" }, 60},
		{"one that has begun", func(_ *Part, o *Operation) { o.Status = OpPaused }, 60},
		{"the assembly of an order", func(_ *Part, o *Operation) { o.Implied, o.Step = true, 10 }, 120},
		{"the assembly of an order that is built in", func(p *Part, o *Operation) { p.Parent, o.Implied, o.Step = "TOP", true, 10 }, 120},
		{"that assembly, planned by somebody", func(p *Part, o *Operation) { p.Parent, o.Step = "TOP", 10 }, 60},
		{"its try-out", func(_ *Part, o *Operation) { o.Implied, o.Step, o.No = true, 20, 20 }, 60},
		{"its try-out, planned by somebody", func(_ *Part, o *Operation) { o.Step, o.No = 20, 20 }, 60},
		{"another number of a route", func(_ *Part, o *Operation) { o.No = 20 }, 120},
	} {
		a, _ := choosing(map[string]any{"assemblyHourMethod": 2.0})
		a.noHours = map[string]bool{}
		p := &Part{ID: "p", Assembly: true}
		o := &Operation{ID: "o", No: 10, Minutes: 60, Setup: 20, Machines: []Eligible{{MachineID: "m1", Minutes: 33, Setup: 3}}}
		c.change(p, o)
		got := a.assembled(&Mould{AssemblyBy: AssemblyHours{Fixed: 120}}, p, o)
		own := quantity.Minutes(33)
		if c.want == 120 {
			own = 0
		}
		if got.Minutes != c.want || got.Setup != 20 || got.Machines[0].Minutes != own || o.Machines[0].Minutes != 33 || len(a.noHours) != 0 {
			t.Errorf("%s: %+v", c.what, got)
		}
	}
	a, _ := choosing(map[string]any{"assemblyHourMethod": 2.0})
	a.noHours = map[string]bool{}
	if got := a.assembled(&Mould{AssemblyBy: AssemblyHours{Fixed: 15}}, &Part{Assembly: true}, &Operation{ID: "o", Minutes: 60, Setup: 20}); got.Minutes != 15 || got.Setup != 15 {
		t.Errorf("the set-up is no longer than the whole: %+v", got)
	}
	if a.assembled(&Mould{}, &Part{Assembly: true}, &Operation{ID: "none"}); !a.noHours["none"] {
		t.Error("nobody has hours, and it is not told")
	}
}

// An operation may be made on the machines of its group, or on those that it names, by the hours of the pair or the rate.
func TestOnWhatAnOperationCanBeMade(t *testing.T) {
	half := quantity.Whole(1) / 2
	for _, c := range []struct {
		what   string
		change func(s *Shop, o *Operation)
		want   string
	}{
		{"the machines of its group", func(*Shop, *Operation) {}, "m1:10+50 m2:10+50"},
		{"by their rates", func(s *Shop, _ *Operation) { s.Machines[1].WorkRate = half }, "m1:10+50 m2:20+100"},
		{"rounded up", func(s *Shop, _ *Operation) { s.Machines[1].WorkRate = quantity.Whole(3) }, "m1:10+50 m2:4+17"},
		{"without a rate", func(s *Shop, _ *Operation) { s.Machines[1].WorkRate = 0 }, "m1:10+50 m2:10+50"},
		{"no longer than its set-up", func(_ *Shop, o *Operation) { o.Minutes = 10 }, "m1:10+0 m2:10+0"},
		{"a set-up that is longer", func(_ *Shop, o *Operation) { o.Minutes = 9 }, "m1:10+0 m2:10+0"},
		{"one that it names", func(_ *Shop, o *Operation) { o.Machines = []Eligible{{MachineID: "m2"}} }, "m2:10+50"},
		{"with hours of the pair", func(s *Shop, o *Operation) {
			s.Machines[1].WorkRate = half
			o.Machines = []Eligible{{MachineID: "m2", Minutes: 45, Setup: 5}, {MachineID: "m1"}}
		}, "m2:5+40 m1:10+50"},
		{"with less than its set-up", func(_ *Shop, o *Operation) { o.Machines = []Eligible{{MachineID: "m2", Minutes: 4, Setup: 5}} }, "m2:5+0"},
		{"one that is not there, then one that is", func(_ *Shop, o *Operation) { o.Machines = []Eligible{{MachineID: "x"}, {MachineID: "m1"}} }, "m1:10+50"},
		{"one of a group that is not there", func(s *Shop, o *Operation) {
			s.Machines[1].GroupID = "x"
			o.Machines = []Eligible{{MachineID: "m2"}, {MachineID: "m1"}}
		}, "m1:10+50"},
		{"one of a group that takes no part", func(s *Shop, o *Operation) {
			s.Groups = append(s.Groups, Group{ID: "off"})
			s.Machines[1].GroupID = "off"
			o.Machines = []Eligible{{MachineID: "m2"}, {MachineID: "m1"}}
		}, "m1:10+50"},
		{"people", func(s *Shop, o *Operation) {
			s.Groups = append(s.Groups, Group{ID: "fit", People: true, Scheduled: true})
			o.GroupID = "fit"
		}, "fit:10+50"},
		{"people who take no part", func(s *Shop, o *Operation) {
			s.Groups = append(s.Groups, Group{ID: "fit", People: true})
			o.GroupID = "fit"
		}, ""},
	} {
		got := asked(nil, func(s *Shop, p *Part) {
			p.Ops[0].Setup = 10
			c.change(s, &p.Ops[0])
		})
		if text := made(got.op("o10")); text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
}

// A machine of a group that is not there, or takes no part, is none of the run; those behind it are. Targets are shares in a million.
func TestWhatWorksInARun(t *testing.T) {
	got := asked(nil, func(s *Shop, _ *Part) {
		one := quantity.Whole(1)
		s.Groups = append(s.Groups, Group{ID: "off"}, Group{ID: "fit", People: true, Scheduled: true, Members: 3}, Group{ID: "idle", People: true, Members: 2})
		s.Machines = append([]Machine{{ID: "lost", GroupID: "x", WorkRate: one}, {ID: "off1", GroupID: "off", WorkRate: one}}, s.Machines...)
		s.Machines[2].Target = quantity.Whole(85)
		s.Suppliers = []Supplier{{ID: "s1"}}
	})
	var all []string
	for _, r := range got.File.Resources {
		units := int32(1)
		if r.Cap != nil {
			units = *r.Cap
		}
		all = append(all, fmt.Sprintf("%s/%s x%d to %d", r.ID, r.Group, units, r.Target))
	}
	if text := strings.Join(all, ", "); text != "m1/g x1 to 850000, m2/g x1 to 0, fit/fit x3 to 0, s1/ x0 to 0, outside/ x0 to 0" {
		t.Error(text)
	}
}

// Without a promise what lies at a supplier comes back after the lead days since the order, overdue any minute now.
func TestWhenOrderedWorkComesBack(t *testing.T) {
	for _, c := range []struct {
		what            string
		days            int64
		ordered         float64 // hours after the start
		promised        *time.Time
		want            int64
		supplier, known string
	}{
		{"a day after yesterday afternoon", 1, -16, nil, 480, "s1", "s1"},
		{"two days after that", 2, -16, nil, 1920, "s1", "s1"},
		{"overdue", 1, -48, nil, 1, "s1", "s1"},
		{"promised", 1, -16, hour(10), 120, "s1", "s1"},
		{"the promise is overdue", 1, -16, hour(7), 1, "s1", "s1"},
		{"by a supplier that nobody knows", 1, -16, nil, 480, "x", "outside"},
	} {
		got := asked(nil, func(s *Shop, p *Part) {
			s.Suppliers = []Supplier{{ID: "s1", LeadDays: quantity.Whole(9)}}
			o := &p.Ops[0]
			o.LeadDays, o.Supplier, o.Ordered, o.Promised = quantity.Whole(c.days), c.supplier, hour(8+c.ordered), c.promised
		})
		if len(got.File.Fixed) != 1 {
			t.Fatalf("%s: %+v", c.what, got.File.Fixed)
		}
		if f := got.File.Fixed[0]; f.Op != "A/P1/10/" || f.Kind != "running" || f.On != c.known || f.Start.Minutes != 0 || f.End.Minutes != c.want {
			t.Errorf("%s: on %s %d to %d, want %d", c.what, f.On, f.Start.Minutes, f.End.Minutes, c.want)
		}
	}
}

// The lead days of the operation beat those of the supplier for its process, and these the supplier's own.
func TestWhoseLeadDaysCount(t *testing.T) {
	for _, c := range []struct {
		what     string
		days     int64
		process  string
		supplier string
		want     string
	}{
		{"its own", 3, "heat", "s1", "s1:0+4320"}, {"of its process", 0, "heat", "s1", "s1:0+1440"}, {"of the supplier", 0, "coat", "s1", "s1:0+2880"}, {"of nobody", 0, "heat", "x", "outside:0+0"}, {"its own, by nobody", 3, "heat", "", "outside:0+4320"},
	} {
		got := asked(nil, func(s *Shop, p *Part) {
			s.Suppliers = []Supplier{{ID: "s1", LeadDays: quantity.Whole(2), Processes: map[string]quantity.Decimal{"heat": quantity.Whole(1)}}}
			o := &p.Ops[0]
			o.Outsource, o.LeadDays, o.ProcessID, o.SupplierID = Outside, quantity.Whole(c.days), c.process, c.supplier
		})
		if text := made(got.op("o10")); text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
	}
}

// A group has working time as soon as anything is said of it; with nothing it is always open.
func TestWhetherAGroupHasTimes(t *testing.T) {
	for _, c := range []struct {
		what       string
		g          Group
		exceptions int
		want       bool
	}{
		{"nothing", Group{}, 0, false},
		{"working days alone", Group{Workdays: []string{"2026-03-07"}}, 0, false},
		{"periods", Group{Periods: [][2]string{{"08:00", "12:00"}}}, 0, true},
		{"a day of rest", Group{Rest: []int{0}}, 0, true},
		{"a holiday", Group{Closed: []string{"2026-03-05"}}, 0, true},
		{"maintenance", Group{}, 1, true},
		{"one of each", Group{Periods: [][2]string{{"08:00", "12:00"}}, Rest: []int{0}, Closed: []string{"2026-03-05"}}, 1, true},
	} {
		if got := c.g.works(make([]Exception, c.exceptions)); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// The ways to a supplier and back are its own where it has some; without, the default holds, not a way of nothing.
func TestWaysToASupplier(t *testing.T) {
	got := asked(map[string]any{"defaultFlowTime": 1.0}, func(s *Shop, _ *Part) {
		s.Suppliers = []Supplier{{ID: "s0"}, {ID: "s1", Out: 30}, {ID: "s2", Back: 40}}
		s.Flows = []Flow{{From: "g", To: "gone", Minutes: 5}, {From: "gone", To: "g", Minutes: 5}, {From: "m1", To: "m2", Minutes: 0}}
	}).File.Flow
	var all []string
	for _, f := range got.Pairs {
		all = append(all, fmt.Sprintf("%s>%s %d", f.From, f.To, f.Minutes))
	}
	if text := strings.Join(all, ", "); text != "m1>m2 0, g>s1 30, s2>g 40" || got.Default != 60 {
		t.Errorf("%s, else %d", text, got.Default)
	}
}
