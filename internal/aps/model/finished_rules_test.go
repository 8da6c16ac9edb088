package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver/instance"
)

// What is finished holds back what follows it by the shortest way to a place where that may be made, whichever stands first.
func TestTheShortestWayFromFinishedWork(t *testing.T) {
	for _, c := range []struct {
		what string
		ways [2]int32 // to m1 and m2
		ops  []Eligible
		want int64
	}{
		{"to the second", [2]int32{60, 30}, nil, 90},
		{"to the first", [2]int32{30, 60}, nil, 90},
		{"no way at all to the first", [2]int32{0, 30}, nil, 60},
		{"no way at all to the second", [2]int32{30, 0}, nil, 60},
		{"to the only one", [2]int32{30, 60}, []Eligible{{MachineID: "m2"}}, 120},
	} {
		got := asked(nil, func(s *Shop, p *Part) {
			s.Groups = append(s.Groups, Group{ID: "h", Scheduled: true})
			s.Machines = append(s.Machines, Machine{ID: "from", GroupID: "h", WorkRate: quantity.Whole(1)})
			s.Flows = []Flow{{From: "from", To: "m1", Minutes: quantity.Minutes(c.ways[0])}, {From: "from", To: "m2", Minutes: quantity.Minutes(c.ways[1])}}
			p.Ops[0].GroupID, p.Ops[0].Lag = "h", 30
			p.Ops[0].Status, p.Ops[0].OnMachine, p.Ops[0].RealStart, p.Ops[0].RealEnd = OpFinished, "from", hour(7), hour(8.5)
			p.Ops[1].Machines = c.ops
		})
		if r := got.op("o20").Release; r == nil || r.Minutes != c.want {
			t.Errorf("%s: held until %v, want %d", c.what, r, c.want)
		}
	}
}

// The clock of a run: manned time of a group, elapsed time without one; nothing takes nothing, be the group closed or not.
func TestTheClockOfARun(t *testing.T) {
	c := asked(nil, func(s *Shop, _ *Part) {
		s.Groups = append(s.Groups, Group{ID: "always", Scheduled: true}, Group{ID: "off"}, Group{ID: "fit", People: true, Scheduled: true, Members: 2})
		s.Machines = append(s.Machines, Machine{ID: "a1", GroupID: "always"})
	}).Clock
	for _, x := range []struct {
		group   string
		from    int64
		minutes int32
		want    int64
	}{
		{"g", 0, 480, 480}, {"g", 0, 481, 1441}, {"g", 60, 480, 1500}, {"g", 500, 0, 500}, {"g", 500, 10, 1450}, {"g", 500, 400_000, 400_500}, {"always", 500, 10, 510}, {"off", 500, 10, 510}, {"none", 500, 10, 510}, {"none", 500, 0, 500},
	} {
		if got := c.add(x.group, x.from, x.minutes); got != x.want {
			t.Errorf("%d minutes of %s from %d: %d, want %d", x.minutes, x.group, x.from, got, x.want)
		}
	}
	for _, x := range []struct {
		on    string
		start int64
		pin   Pinned
		want  int64
	}{
		{"m1", 0, Pinned{Setup: 80, Run: 400}, 480}, {"m1", 0, Pinned{Setup: 80, Run: 401}, 1441}, {"m1", 470, Pinned{Setup: 20, Run: 5}, 1455}, {"a1", 500, Pinned{Setup: 20, Run: 5}, 525}, {"none", 500, Pinned{Setup: 20, Run: 5}, 525},
	} {
		if got := c.Worked(x.on, x.start, x.pin); got != x.want {
			t.Errorf("%+v on %s from %d: %d, want %d", x.pin, x.on, x.start, got, x.want)
		}
	}
	for resource, want := range map[string]bool{"m1": false, "a1": false, "fit": true, "outside": true, "none": false} {
		if c.people(resource) != want {
			t.Errorf("%s takes more than one at a time: %v", resource, !want)
		}
	}
}

// A way leads from a resource, else from its group; from or to what takes no part in the run there is none.
func TestWaysBetweenResources(t *testing.T) {
	c := asked(map[string]any{"defaultFlowTime": 1.0}, func(s *Shop, _ *Part) {
		s.Groups = append(s.Groups, Group{ID: "h", Scheduled: true}, Group{ID: "off"})
		s.Machines = append(s.Machines, Machine{ID: "h1", GroupID: "h"})
		s.Flows = []Flow{{From: "g", To: "h", Minutes: 90}, {From: "m1", To: "h1", Minutes: 20}, {From: "h", To: "g", Minutes: 45}}
	}).Clock
	for _, x := range []struct {
		from, group, to string
		want            int32
	}{{"m1", "g", "h1", 20}, {"m2", "g", "h1", 90}, {"gone", "g", "h1", 90}, {"", "g", "h1", 90}, {"gone", "off", "h1", 0}, {"h1", "h", "m1", 45}, {"", "h", "m2", 45}, {"m1", "g", "m2", 0}, {"m1", "g", "gone", 0}} {
		if got := c.way(x.from, x.group, x.to); got != x.want {
			t.Errorf("from %s of %s to %s: %d, want %d", x.from, x.group, x.to, got, x.want)
		}
	}
}

// The bottleneck is what people have named; else the group of machines with the highest load, if that reaches the target.
func TestWhichGroupIsTheBottleneck(t *testing.T) {
	two := func(s *Shop, p *Part, first, second quantity.Minutes) {
		s.Groups[0].Periods = [][2]string{{"08:00", "16:00"}}
		s.Groups = append([]Group{{ID: "empty", Scheduled: true}}, s.Groups...)
		s.Groups = append(s.Groups, Group{ID: "h", Scheduled: true, Periods: [][2]string{{"08:00", "16:00"}}}, Group{ID: "fit", People: true, Scheduled: true, Members: 1, Periods: [][2]string{{"08:00", "16:00"}}})
		s.Machines = []Machine{{ID: "m1", GroupID: "g", WorkRate: quantity.Whole(1)}, {ID: "h1", GroupID: "h", WorkRate: quantity.Whole(1)}}
		p.Ops = []Operation{{ID: "x", No: 10, Branch: "a", GroupID: "g", Minutes: first, Crew: 1}, {ID: "y", No: 10, Branch: "b", GroupID: "h", Minutes: second, Crew: 1}}
	}
	for _, c := range []struct {
		what   string
		target float64
		set    map[string]any
		change func(s *Shop, p *Part)
		want   string
		notes  int
	}{
		{"the first has more", 50, nil, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "m1", 0},
		{"the second has more", 50, nil, func(s *Shop, p *Part) { two(s, p, 120, 240) }, "h1", 0},
		{"both have the same", 50, nil, func(s *Shop, p *Part) { two(s, p, 240, 240) }, "m1", 0},
		{"just below the target", 51, nil, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "", 1},
		{"within two days it is half of that", 50, map[string]any{"evaluationDays": 2.0}, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "", 1},
		{"people have the most", 25, nil, func(s *Shop, p *Part) { two(s, p, 120, 60); p.Ops[1].GroupID, p.Ops[1].Minutes = "fit", 400 }, "m1", 0},
		{"the other one is named", 50, nil, func(s *Shop, p *Part) { two(s, p, 240, 120); s.Groups[2].Bottleneck = true }, "h1", 0},
		{"one that takes no part is named", 50, nil, func(s *Shop, p *Part) {
			two(s, p, 240, 120)
			s.Groups = append(s.Groups, Group{ID: "off", Bottleneck: true})
		}, "m1", 0},
		{"for the weighted goal", 50, map[string]any{"optimisationGoal": 6.0}, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "m1", 0},
		{"for overtime of bottlenecks", 50, map[string]any{"optimisationGoal": 1.0, "overtimeChoice": 2.0}, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "m1", 0},
		{"for the drum", 50, map[string]any{"optimisationGoal": 1.0, "productionDirection": 4.0}, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "m1", 0},
		{"nothing asks for it", 50, map[string]any{"optimisationGoal": 1.0}, func(s *Shop, p *Part) { two(s, p, 240, 120) }, "", 0},
	} {
		set := setting.Layered(map[string]any{"optimisationGoal": 3.0, "evaluationDays": 1.0, "bottleneckThreshold": c.target, "bottleneckBufferHours": 0.0}, c.set)
		got := asked(set, c.change)
		var marked []string
		for _, r := range got.File.Resources {
			if r.Bottleneck {
				marked = append(marked, r.ID)
			}
		}
		if text := strings.Join(marked, " "); text != c.want || len(got.Notes) != c.notes {
			t.Errorf("%s: %q with %d notes, want %q with %d", c.what, text, len(got.Notes), c.want, c.notes)
		}
	}
}

// Each setting that needs a bottleneck says what it comes to without one.
func TestWhatASettingComesToWithoutABottleneck(t *testing.T) {
	for _, c := range []struct {
		set  map[string]any
		want string
	}{
		{map[string]any{"productionDirection": 4.0}, "drum"},
		{map[string]any{"overtimeChoice": 2.0}, "overtime"},
		{map[string]any{"optimisationGoal": 3.0}, "goal"},
		{map[string]any{"optimisationGoal": 6.0}, ""},
		{map[string]any{"productionDirection": 4.0, "overtimeChoice": 2.0, "optimisationGoal": 3.0}, "drum overtime goal"},
	} {
		got := asked(setting.Layered(map[string]any{"optimisationGoal": 1.0}, c.set), func(*Shop, *Part) {})
		var said []string
		for _, n := range got.Notes {
			if !strings.Contains(n.In("en"), "without queues the highest is “") || strings.Contains(n.In("zh")+n.In("en"), "%!") {
				t.Errorf("%v: %s", c.set, n.In("en"))
			}
			for word, part := range map[string]string{"drum": "planned forward", "overtime": "gives nobody overtime", "goal": "looks at tardiness alone"} {
				if strings.Contains(n.In("en"), part) {
					said = append(said, word)
				}
			}
		}
		if text := strings.Join(said, " "); text != c.want || len(said) != len(got.Notes) {
			t.Errorf("%v: %q of %d, want %q", c.set, text, len(got.Notes), c.want)
		}
	}
}

// What the plan goes around loads its group, too: it may make the bottleneck of a schedule that brings it little work itself.
func TestCarriedWorkMakesABottleneck(t *testing.T) {
	set := setting.Layered(map[string]any{"productionDirection": 4.0, "evaluationDays": 1.0, "bottleneckThreshold": 80.0})
	var shop *Shop
	hinting(func(s *Shop, _ *Part) { shop = s })
	on := shop.Machines[0].ID
	for _, c := range []struct {
		what  string
		hours int
		want  bool
	}{{"none", 0, false}, {"the whole day", 24, true}} {
		var blocks []instance.Block
		if c.hours > 0 {
			for _, m := range shop.Machines {
				if m.GroupID == shop.Machines[0].GroupID {
					blocks = append(blocks, instance.Block{On: m.ID, Start: instance.On(ruleStart), End: instance.On(ruleStart.Add(time.Duration(c.hours) * time.Hour)), Units: 1, Name: "carried " + m.ID})
				}
			}
		}
		got := Translate(Request{Shop: shop, Start: ruleStart, Settings: set, Blocks: blocks})
		i := slices.IndexFunc(got.File.Resources, func(r instance.Resource) bool { return r.ID == on })
		if got.File.Resources[i].Bottleneck != c.want {
			t.Errorf("%s: %v", c.what, got.File.Resources[i].Bottleneck)
		}
	}
}

// The buffer stands before what a bottleneck makes, whatever cannot be made at all stands before it in the list.
func TestTheBufferBeforeABottleneck(t *testing.T) {
	got := asked(map[string]any{"bottleneckBufferHours": 2.0}, func(s *Shop, p *Part) {
		s.Groups[0].Bottleneck = true
		s.Groups = append(s.Groups, Group{ID: "off"}, Group{ID: "h", Scheduled: true})
		s.Machines = append(s.Machines, Machine{ID: "h1", GroupID: "h", WorkRate: quantity.Whole(1)})
		p.Ops = append([]Operation{{ID: "no", No: 2, GroupID: "off", Minutes: 5}, {ID: "other", No: 5, GroupID: "h", Minutes: 5}}, p.Ops...)
	})
	var all []string
	for i := range got.File.Ops {
		all = append(all, fmt.Sprintf("%s:%d", got.Tasks[i].ID, got.File.Ops[i].Buffer))
	}
	if text := strings.Join(all, " "); text != "no:0 other:0 o10:120 o20:120" {
		t.Error(text)
	}
}
