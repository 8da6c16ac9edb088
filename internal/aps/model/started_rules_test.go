package model

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
)

// fixed are the operations of a problem that are held: where, and when.
func fixed(t *Translation) string {
	var all []string
	for _, f := range t.File.Fixed {
		text := f.Kind + " " + f.On
		if f.Start != nil {
			text += fmt.Sprint(" ", f.Start.Minutes)
		}
		if f.End != nil {
			text += fmt.Sprint("-", f.End.Minutes)
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// What has begun goes on where it stands, or elsewhere by the settings; what is locked is where the lock says; what has no
// hours, or rests with its batch, is nowhere.
func TestWhatIsHeldWhere(t *testing.T) {
	begun := func(status int, on string) func(*Shop, *Part) {
		return func(_ *Shop, p *Part) { p.Ops[0].Status, p.Ops[0].OnMachine, p.Ops[0].Reported = status, on, 20 }
	}
	lock := func(scope int, on string) func(*Shop, *Part) {
		return func(_ *Shop, p *Part) { p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].LockStart = scope, on, hour(9) }
	}
	both := func(all ...func(*Shop, *Part)) func(*Shop, *Part) {
		return func(s *Shop, p *Part) {
			for _, change := range all {
				change(s, p)
			}
		}
	}
	resting := func(_ *Shop, p *Part) {
		p.Batches = []Batch{{ID: "b", No: "B1", Qty: 1, State: BatchPaused}}
		p.Ops[0].ByBatch = map[string]Progress{"b": p.Ops[0].Progress}
	}
	off := func(s *Shop, _ *Part) {
		s.Groups = append(s.Groups, Group{ID: "off"})
		s.Machines = append(s.Machines, Machine{ID: "m3", GroupID: "off", WorkRate: quantity.Whole(1)})
	}
	other := func(s *Shop, _ *Part) {
		s.Groups = append(s.Groups, Group{ID: "h", Scheduled: true})
		s.Machines = append(s.Machines, Machine{ID: "m3", GroupID: "h", WorkRate: quantity.Whole(2), Automation: true})
	}
	ordered := func(_ *Shop, p *Part) { p.Ops[0].Ordered, p.Ops[0].Promised = hour(7), hour(12) }
	free, way, queue := map[string]any{"resourceLocking": 0.0}, map[string]any{"pauseResourcePriority": 3.0}, map[string]any{"pauseResourcePriority": 2.0}
	firm, first := map[string]any{"resourceLocking": 1.0}, map[string]any{"pauseResourcePriority": 1.0, "resourceLocking": 0.0}
	for _, c := range []struct {
		what        string
		set         map[string]any
		change      func(*Shop, *Part)
		fixed, made string
	}{
		{"it runs", firm, begun(OpRunning, "m1"), "running m1 0-40", "m1:0+40 m2:15+40"},
		{"it runs on the second", firm, begun(OpRunning, "m2"), "running m2 0-40", "m1:15+40 m2:0+40"},
		{"it runs and may go elsewhere", free, begun(OpRunning, "m1"), "", "m1:0+40 m2:15+40"},
		{"it is paused, and goes on first, though what runs may go elsewhere", first, begun(OpPaused, "m1"), "running m1 0-40", "m1:0+40 m2:15+40"},
		{"it is paused, and queues", queue, begun(OpPaused, "m1"), "resource m1", "m1:0+40 m2:15+40"},
		{"it is paused, and goes on wherever", way, begun(OpPaused, "m1"), "", "m1:0+40 m2:15+40"},
		{"it runs, whatever is said of pauses", map[string]any{"pauseResourcePriority": 3.0, "resourceLocking": 1.0}, begun(OpRunning, "m1"), "running m1 0-40", "m1:0+40 m2:15+40"},
		{"it runs nowhere", firm, begun(OpRunning, ""), "", "m1:15+40 m2:15+40"},
		{"what is left counts on its machine", firm, both(begun(OpRunning, "m1"), func(s *Shop, _ *Part) { s.Machines[0].WorkRate = quantity.Whole(1) / 2 }), "running m1 0-100", "m1:0+100 m2:15+50"},
		{"as the second machine works", firm, both(begun(OpRunning, "m2"), func(s *Shop, _ *Part) { s.Machines[1].WorkRate = quantity.Whole(1) / 2 }), "running m2 0-100", "m1:15+50 m2:0+100"},
		{"it rests with its batch", firm, both(func(_ *Shop, p *Part) { p.Ops = p.Ops[:1] }, resting), "", ""},
		{"it is locked, and rests with its batch", firm, both(lock(LockTimes, "m1"), resting), "", ""},
		{"it runs though its batch rests", firm, both(begun(OpRunning, "m1"), resting), "running m1 0-40", "m1:0+40 m2:15+40"},
		{"it is paused, and rests with its batch", firm, both(begun(OpPaused, "m1"), resting), "", ""},
		{"its machine is locked", firm, lock(LockResource, "m2"), "resource m2", "m1:0+60 m2:0+60"},
		{"machine and times are locked", firm, lock(LockTimes, "m2"), "times m2 60-120", "m1:0+60 m2:0+60"},
		{"times without a start", firm, both(lock(LockTimes, "m1"), func(_ *Shop, p *Part) { p.Ops[0].LockStart = nil }), "resource m1", "m1:0+60 m2:0+60"},
		{"a machine without a lock", firm, both(other, lock(0, "m3")), "", "m1:0+60 m2:0+60"},
		{"locked to a machine of another kind", firm, both(other, lock(LockResource, "m3")), "resource m3", "m1:0+60 m2:0+60 m3:0+30"},
		{"locked to one that takes no part", firm, both(off, lock(LockResource, "m3")), "", "m1:0+60 m2:0+60"},
		{"locked to one that is gone", firm, lock(LockResource, "m3"), "", "m1:0+60 m2:0+60"},
		{"locked to what is no machine", firm, lock(LockResource, "outside"), "", "m1:0+60 m2:0+60"},
		{"it runs on a machine of another kind", firm, both(other, begun(OpRunning, "m3")), "running m3 0-10", "m1:15+20 m2:15+20 m3:0+10"},
		{"it lies at a supplier, and is locked", firm, both(lock(LockResource, "m1"), ordered), "running outside 0-240", "outside:0+0"},
	} {
		got := asked(setting.Layered(c.set, map[string]any{"reSetup": 0.25}), c.change)
		x, modes := got.op("o10"), ""
		if x == nil {
			x = got.op("o10/b")
		}
		if modes = made(x); fixed(got) != c.fixed || modes != c.made {
			t.Errorf("%s: %q, made on %q; want %q, %q", c.what, fixed(got), modes, c.fixed, c.made)
		}
	}
}

// A lock on a machine that an operation may not be made on is told; one on a machine of its own is not.
func TestWhichLocksAreMisplaced(t *testing.T) {
	for on, want := range map[string]bool{"m1": false, "m2": false, "m3": true, "m4": false, "": false} {
		got := asked(nil, func(s *Shop, p *Part) {
			s.Groups = append(s.Groups, Group{ID: "h", Scheduled: true})
			s.Machines = append(s.Machines, Machine{ID: "m3", GroupID: "h", WorkRate: quantity.Whole(1)})
			p.Ops[0].Lock, p.Ops[0].LockMachine = LockResource, on
		})
		if got.Tasks[0].Misplaced != want || got.Tasks[1].Misplaced {
			t.Errorf("on %q: %v, %v", on, got.Tasks[0].Misplaced, got.Tasks[1].Misplaced)
		}
	}
}

// An operation that is admitted to a machine runs there unattended where it may and the machine can.
func TestWhatIsAdmittedMayRunUnattended(t *testing.T) {
	for _, c := range []struct{ may, can, want bool }{{true, true, true}, {true, false, false}, {false, true, false}, {false, false, false}} {
		got := asked(nil, func(s *Shop, p *Part) {
			s.Groups = append(s.Groups, Group{ID: "h", Scheduled: true})
			s.Machines = append(s.Machines, Machine{ID: "m3", GroupID: "h", WorkRate: quantity.Whole(1), Automation: c.can})
			p.Ops[0].Unattended, p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].Setup = c.may, LockResource, "m3", 70
		})
		m := got.op("o10").Modes[2]
		if m.On != "m3" || m.Unattended != c.want || m.Setup != 60 || m.Run != 0 || strings.Join(m.Flags, " ") != "breaks-spec" {
			t.Errorf("may %v, can %v: %+v", c.may, c.can, m)
		}
	}
}

// Reports about people name no resource: it is their group, where nothing else is possible.
func TestWhereWorkOfPeopleStands(t *testing.T) {
	for _, c := range []struct{ on, group, want string }{{"", "fit", "fit"}, {"m1", "fit", "m1"}, {"", "g", ""}, {"m2", "g", "m2"}, {"", "one", ""}} {
		got := asked(map[string]any{"resourceLocking": 1.0}, func(s *Shop, p *Part) {
			s.Groups = append(s.Groups, Group{ID: "fit", People: true, Scheduled: true, Members: 2}, Group{ID: "one", Scheduled: true})
			s.Machines = append(s.Machines, Machine{ID: "m3", GroupID: "one", WorkRate: quantity.Whole(1)})
			p.Ops[0].GroupID, p.Ops[0].Status, p.Ops[0].OnMachine = c.group, OpRunning, c.on
		})
		want := ""
		if c.want != "" {
			want = "running " + c.want + " 0-60"
		}
		if text := fixed(got); text != want {
			t.Errorf("%q of %s: %q, want %q", c.on, c.group, text, want)
		}
	}
}

// What resumes begins when its machine has done what runs there, whichever stands first; people do both at once, and what is
// locked in time holds up nobody.
func TestWhatResumesBehindWhatRuns(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(s *Shop, p *Part)
		want   string
	}{
		{"behind what runs", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[1].Status = OpRunning, OpPaused
		}, "running m1 0-60, running m1 60-120"},
		{"whichever stands first", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[1].Status = OpPaused, OpRunning
		}, "running m1 60-120, running m1 0-60"},
		{"one after the other", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[1].Status = OpPaused, OpPaused
		}, "running m1 0-60, running m1 60-120"},
		{"on another machine at once", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[1].Status, p.Ops[1].OnMachine = OpRunning, OpPaused, "m2"
		}, "running m1 0-60, running m2 0-60"},
		{"two that run", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[1].Status = OpRunning, OpRunning
		}, "running m1 0-60, running m1 0-60"},
		{"behind the longer of two that run", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[1].Status = OpRunning, OpRunning
			p.Ops[0].Minutes = 90
			p.Ops = append(p.Ops, Operation{ID: "o30", No: 30, GroupID: "g", Minutes: 60, Crew: 1, Progress: Progress{Status: OpPaused, OnMachine: "m1"}})
		}, "running m1 0-90, running m1 0-60, running m1 90-150"},
		{"people at once", func(s *Shop, p *Part) {
			s.Groups = append(s.Groups, Group{ID: "fit", People: true, Scheduled: true, Members: 2})
			p.Ops[0].Status, p.Ops[0].GroupID, p.Ops[1].Status, p.Ops[1].GroupID = OpRunning, "fit", OpPaused, "fit"
			p.Ops[0].OnMachine, p.Ops[1].OnMachine = "", ""
		}, "running fit 0-60, running fit 0-60"},
		{"beside a lock of times", func(_ *Shop, p *Part) {
			p.Ops[0].Status, p.Ops[0].OnMachine, p.Ops[1].Status = 0, "", OpPaused
			p.Ops[0].Lock, p.Ops[0].LockMachine, p.Ops[0].LockStart = LockTimes, "m1", new(ruleStart.Add(2*time.Hour))
		}, "times m1 120-180, running m1 0-60"},
	} {
		got := asked(map[string]any{"resourceLocking": 1.0, "pauseResourcePriority": 1.0}, func(s *Shop, p *Part) {
			for i := range p.Ops {
				p.Ops[i].OnMachine = "m1"
			}
			c.change(s, p)
		})
		if text := fixed(got); text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
	}
}
