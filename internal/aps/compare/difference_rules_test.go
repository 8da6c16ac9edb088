package compare

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
)

func nothingBeside() *Beside {
	return &Beside{Due: map[string]*time.Time{}, Now: map[string]*result.UnplannedMould{}, Known: map[string]bool{}, Customers: map[string]string{}, Gone: map[string]*problem.Text{}}
}

// One change of one task counts as what it is, and tells the resources that it concerns; moved begins beyond the threshold, shifted with a minute.
func TestWhatAChangeOfATaskCountsAs(t *testing.T) {
	one := func(x ...result.Task) []result.Task { return x }
	running := func(x *result.Task) { x.Status = model.OpRunning }
	for _, c := range []struct {
		what          string
		before, after []result.Task
		want          string // compared moved shifted elsewhere added removed, resources
	}{
		{"nothing", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 8)), "1 0 0 0 0 0"},
		{"a minute later", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 8.0+1.0/60)), "1 0 1 0 0 0 M1+0-0~1"},
		{"the threshold itself", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 12)), "1 0 1 0 0 0 M1+0-0~1"},
		{"just beyond it", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 12.25)), "1 1 1 0 0 0 M1+0-0~1"},
		{"as much earlier", one(bar("A1", "M1", 12.25)), one(bar("A1", "M1", 8)), "1 1 1 0 0 0 M1+0-0~1"},
		{"elsewhere", one(bar("A1", "M2", 8)), one(bar("A1", "M1", 8)), "1 1 1 1 0 0 M1+1-0~0 M2+0-1~0"},
		{"elsewhere and later", one(bar("A1", "M2", 8)), one(bar("A1", "M1", 20)), "1 1 1 1 0 0 M1+1-0~0 M2+0-1~0"},
		{"added", nil, one(bar("A1", "M1", 8)), "0 0 0 0 1 0 M1+1-0~0"},
		{"added without a place", nil, one(bar("A1", "M1", -1)), "0 0 0 0 1 0"},
		{"removed", one(bar("A1", "M1", 8)), nil, "0 0 0 0 0 1 M1+0-1~0"},
		{"removed, and had no place", one(bar("A1", "M1", -1)), nil, "0 0 0 0 0 1"},
		{"it loses its place", one(bar("A1", "M1", 8)), one(bar("A1", "", -1)), "1 1 1 0 0 0 M1+0-1~0"},
		{"it gets a place", one(bar("A1", "", -1)), one(bar("A1", "M1", 8)), "0 0 0 0 1 0 M1+1-0~0"},
		{"it has none in either", one(bar("A1", "", -1)), one(bar("A1", "", -1)), "0 0 0 0 0 0"},
		{"it runs already", one(bar("A1", "M1", 8)), one(bar("A1", "M2", 20, running)), "0 0 0 0 0 0"},
		{"it ran and does not any more", one(bar("A1", "M1", 8, running)), one(bar("A1", "M1", 9)), "1 0 1 0 0 0 M1+0-0~1"},
		{"several, by the names of resources", one(bar("A1", "M9", 8), bar("A2", "M1", 8), bar("A3", "M5", 8)), one(bar("A1", "M9", 9), bar("A2", "M5", 8), bar("A4", "M5", 8)), "2 1 2 1 1 1 M1+0-1~0 M5+2-1~0 M9+0-0~1"},
	} {
		d := Plans(c.before, c.after, 4*time.Hour, nothingBeside())
		got := fmt.Sprint(d.Compared, d.Moved, d.Shifted, d.Elsewhere, d.Added, d.Removed)
		for _, r := range d.Resources {
			got += fmt.Sprintf(" %s+%d-%d~%d", r.Resource, r.Gained, r.Lost, r.Moved)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
		if d.InForce != (len(c.before) > 0) {
			t.Errorf("%s: there is a plan in force: %v", c.what, d.InForce)
		}
	}
}

// A task that is cut is one task: its segments are neither new nor gone, and its resource sees it once.
func TestWhatACutOfATaskCountsAs(t *testing.T) {
	one := func(x ...result.Task) []result.Task { return x }
	first := func(x *result.Task) { x.Segment = 1 }
	piece := func(n int, on string, from float64) result.Task {
		return bar(model.SegmentID("A1", n), on, from, func(x *result.Task) { x.Segment = n })
	}
	whole, head := bar("A1", "M1", 8), bar("A1", "M1", 8, first)
	for _, c := range []struct {
		what          string
		before, after []result.Task
		want          string // compared moved shifted elsewhere cut added removed, resources
	}{
		{"cut where it stands", one(whole), one(head, piece(2, "M1", 12)), "1 0 0 0 1 0 0 M1+0-0~1"},
		{"cut and moved", one(whole), one(bar("A1", "M1", 14, first), piece(2, "M1", 20)), "1 1 1 0 1 0 0 M1+0-0~1"},
		{"a share of it elsewhere", one(whole), one(head, piece(2, "M2", 8)), "1 0 0 0 1 0 0 M2+1-0~0"},
		{"in one go again", one(head, piece(2, "M1", 12)), one(whole), "1 0 0 0 1 0 0 M1+0-0~1"},
		{"cut as before", one(piece(2, "M1", 12), head), one(head, piece(2, "M1", 12)), "1 0 0 0 0 0 0"},
		{"its second segment alone moves", one(head, piece(2, "M1", 12)), one(head, piece(2, "M1", 13)), "1 0 0 0 1 0 0 M1+0-0~1"},
		{"all of it moves", one(head, piece(2, "M1", 12)), one(bar("A1", "M1", 9, first), piece(2, "M1", 13)), "1 0 1 0 0 0 0 M1+0-0~1"},
		{"new, and cut", nil, one(head, piece(2, "M1", 12)), "0 0 0 0 0 1 0 M1+1-0~0"},
		{"gone, and was cut", one(head, piece(2, "M2", 12)), nil, "0 0 0 0 0 0 1 M1+0-1~0 M2+0-1~0"},
	} {
		d := Plans(c.before, c.after, 4*time.Hour, nothingBeside())
		got := fmt.Sprint(d.Compared, d.Moved, d.Shifted, d.Elsewhere, d.Cut, d.Added, d.Removed)
		for _, r := range d.Resources {
			got += fmt.Sprintf(" %s+%d-%d~%d", r.Resource, r.Gained, r.Lost, r.Moved)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// shifts are moulds in their order: number, hours, cause or reason.
func shifts(list []MouldShift) string {
	var all []string
	for _, s := range list {
		text := fmt.Sprintf("%s%+g", s.MouldNo, s.Hours)
		if s.Cause != "" {
			text += " " + s.Cause
		}
		if s.Reason != nil {
			text += " " + s.Reason.En
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// A mould ends with the last of its tasks, or not at all; what is delayed most stands first, then by number, and moulds that
// stay are not named.
func TestWhichMouldsMove(t *testing.T) {
	before := []result.Task{
		bar("A1", "M1", 8), bar("A2", "M1", 10), bar("B1", "M1", 8), bar("C1", "M1", 8), bar("D1", "M1", 8), bar("E1", "M1", 20), bar("F1", "M1", 8), bar("F2", "M1", -1), bar("G1", "M1", 8), bar("X1", "M1", 8),
	}
	after := []result.Task{
		bar("A1", "M1", 7), bar("A2", "M1", 10), // its last task stays
		bar("B1", "M1", 10), bar("C1", "M1", 10), bar("D1", "M1", 30), // 2, 2 and 22 hours later
		bar("E1", "M1", 8),                      // earlier
		bar("F1", "M1", 8), bar("F2", "M1", 12), // it had no end
		bar("G1", "M1", 8), bar("G2", "M1", -1), // it has none now
		bar("Y1", "M1", 8), bar("W1", "M1", 8, func(x *result.Task) { x.MouldLate = true }), bar("V1", "M1", 8), bar("Z1", "M1", 8, func(x *result.Task) { x.MouldLate = true }),
	}
	beside := nothingBeside()
	for _, no := range []string{"B", "X", "Y"} {
		beside.Customers[no] = "customer of " + no
	}
	words := L("模具已取消", "The mould is cancelled")
	beside.Gone["X"] = &words
	d := Plans(before, after, time.Hour, beside)
	if got := shifts(d.Moulds); got != "D+22, B+2, C+2, F+0, G+0, E-12" {
		t.Errorf("moved: %s", got)
	}
	if b := d.Moulds[1]; b.Customer != "customer of B" || !b.Before.Equal(*hour(9)) || !b.After.Equal(*hour(11)) {
		t.Errorf("B: %+v", b)
	}
	if f, g := d.Moulds[3], d.Moulds[4]; f.Before != nil || !f.After.Equal(*hour(13)) || g.After != nil || !g.Before.Equal(*hour(9)) {
		t.Errorf("F: %+v, G: %+v", f, g)
	}
	if got := shifts(d.Gone); got != "X+0 The mould is cancelled" || d.Gone[0].Customer != "customer of X" || !d.Gone[0].Before.Equal(*hour(9)) || d.Gone[0].After != nil {
		t.Errorf("gone: %s, %+v", got, d.Gone)
	}
	var came []string
	for _, n := range d.New {
		came = append(came, fmt.Sprint(n.MouldNo, " ", n.Late))
	}
	if got := strings.Join(came, ", "); got != "W true, Z true, V false, Y false" || d.New[3].Customer != "customer of Y" || d.New[3].Before != nil {
		t.Errorf("new: %s, %+v", got, d.New)
	}
}

// A mould becomes late by the date that holds today; it is told once, with the cause, and taken back when a plan puts it right.
// The minute that it is due is on time.
func TestWhichMouldsBecomeLate(t *testing.T) {
	late := func(x *result.Task) { x.MouldLate = true }
	one := func(x ...result.Task) []result.Task { return x }
	for _, c := range []struct {
		what          string
		before, after []result.Task
		due           float64 // 0: none
		known         bool
		late, rescued string
		after1        string // late after
	}{
		{"on time in both", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 10)), 12, false, "", "", ""},
		{"on time to the minute", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 11)), 12, false, "", "", ""},
		{"the plan ends it later", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 11.25)), 12, false, "A+3.25 newPlan", "", "[A]"},
		{"a new date that it misses where it stands", one(bar("A1", "M1", 13)), one(bar("A1", "M1", 14)), 12, false, "A+1 newDate", "", "[A]"},
		{"told already", one(bar("A1", "M1", 13)), one(bar("A1", "M1", 14)), 12, true, "", "", "[A]"},
		{"told, put right by a later date, late again", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 13)), 12, true, "A+5 newPlan", "", "[A]"},
		{"put right", one(bar("A1", "M1", 13)), one(bar("A1", "M1", 8)), 12, true, "", "A-5 newPlan", ""},
		{"nobody was told that it was late", one(bar("A1", "M1", 13)), one(bar("A1", "M1", 8)), 12, false, "", "", ""},
		{"without a date as the plan says", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 9, late)), 0, false, "A+1 newPlan", "", "[A]"},
		{"without a date, told already", one(bar("A1", "M1", 8, late)), one(bar("A1", "M1", 9, late)), 0, true, "", "", "[A]"},
		{"a date of today beats what the plan says", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 9, late)), 12, false, "", "", ""},
		{"without an end, as the plan says", one(bar("A1", "M1", 8)), one(bar("A1", "M1", 9, late), bar("A2", "M1", -1, late)), 12, false, "A+0 newPlan", "", "[A]"},
		{"without an end before, told already", one(bar("A1", "M1", -1, late)), one(bar("A1", "M1", 13)), 12, true, "", "", "[A]"},
		{"told, still open and in no plan", one(bar("A1", "M1", 8)), nil, 12, true, "", "", "[A]"},
		{"told, and open no more", one(bar("A1", "M1", 8)), nil, 0, true, "", "", ""},
		{"new and late is named with the new ones", nil, one(bar("A1", "M1", 13)), 12, false, "", "", "[A]"},
	} {
		beside := nothingBeside()
		beside.Customers["A"] = "ACME"
		if c.due > 0 {
			beside.Due["A"] = hour(c.due)
		}
		if c.known {
			beside.Known["A"] = true
		}
		d := Plans(c.before, c.after, time.Hour, beside)
		after := ""
		if len(d.LateAfter) > 0 {
			after = fmt.Sprint(d.LateAfter)
		}
		if shifts(d.Late) != c.late || shifts(d.Rescued) != c.rescued || after != c.after1 {
			t.Errorf("%s: late %q, rescued %q, late after %s", c.what, shifts(d.Late), shifts(d.Rescued), after)
		}
		for _, s := range append(d.Late, d.Rescued...) {
			if s.Customer != "ACME" {
				t.Errorf("%s: of %q", c.what, s.Customer)
			}
		}
	}
}

// A mould that a plan holds nothing of is late, with the reason; once people know, it only stays late.
func TestMouldsWithoutATaskAreLate(t *testing.T) {
	const closed = "A+0 notPlanned All batches closed"
	for _, c := range []struct {
		what       string
		before     []result.Task
		known      bool
		late, came string
	}{
		{"it was planned", []result.Task{bar("A1", "M1", 8)}, false, closed, ""},
		{"it is new, and was never on time", nil, false, "", closed},
		{"told already", nil, true, "", ""},
	} {
		beside := nothingBeside()
		beside.Now["A"] = &result.UnplannedMould{MouldNo: "A", Words: L("批次均已关闭", "All batches closed")}
		beside.Customers["A"], beside.Due["A"] = "ACME", hour(12)
		if c.known {
			beside.Known["A"] = true
		}
		d := Plans(c.before, nil, time.Hour, beside)
		came := newcomers(d)
		if got := shifts(d.Late); got != c.late || shifts(came) != c.came || fmt.Sprint(d.LateAfter) != "[A]" {
			t.Errorf("%s: late %q, new %q, late after %v", c.what, got, shifts(came), d.LateAfter)
		}
		for _, s := range append(d.Late, came...) {
			if s.Customer != "ACME" {
				t.Errorf("%s: %+v", c.what, s)
			}
		}
		if len(d.New) == 1 && !d.New[0].Late {
			t.Errorf("%s: new, and on time", c.what)
		}
	}
	// All that are late stand in the order of their numbers.
	beside := nothingBeside()
	for _, no := range []string{"C", "A", "B"} {
		beside.Now[no] = &result.UnplannedMould{MouldNo: no}
	}
	if d := Plans(nil, nil, time.Hour, beside); fmt.Sprint(d.LateAfter) != "[A B C]" || shifts(newcomers(d)) != "A+0 notPlanned , B+0 notPlanned , C+0 notPlanned " {
		t.Errorf("new: %q, late after %v", shifts(newcomers(d)), d.LateAfter)
	}
}

// newcomers are the moulds that come into a plan.
func newcomers(d *Difference) (all []MouldShift) {
	for _, n := range d.New {
		all = append(all, n.MouldShift)
	}
	return all
}

// A mould with tasks that have no place says why, as one without any does: one that comes in, and one that becomes late.
func TestMouldsWithoutAnEndSayWhy(t *testing.T) {
	late := func(x *result.Task) { x.MouldLate = true }
	after := []result.Task{bar("A1", "M1", 8, late), bar("A2", "", -1, late), bar("B1", "M1", 8, late), bar("B2", "", -1, late), bar("C1", "M1", 20, late)}
	beside := nothingBeside()
	beside.Partly = map[string]*result.UnplannedMould{"A": {Words: L("没有可用资源", "No resource")}, "B": {Words: L("没有工时", "No hours")}}
	for _, no := range []string{"A", "B"} {
		beside.Due[no] = hour(40)
	}
	beside.Due["C"] = hour(12)
	d := Plans([]result.Task{bar("B1", "M1", 8), bar("B2", "M1", 9)}, after, time.Hour, beside)
	if got := shifts(newcomers(d)); got != "A+0 notPlanned No resource, C+0" || !d.New[0].Late || !d.New[1].Late {
		t.Errorf("new: %s", got)
	}
	if got := shifts(d.Late); got != "B+0 notPlanned No hours" {
		t.Errorf("late: %s", got)
	}
}

// A part with a date of its own is named when it becomes late and when it is put right, batch by batch, the longest delay first.
func TestWhichPartsBecomeLate(t *testing.T) {
	part := func(id, no, batch string, from float64, late bool) result.Task {
		return bar(id, "M1", from, func(x *result.Task) { x.PartNo, x.BatchNo, x.PartLate = no, batch, late })
	}
	before := []result.Task{part("A1", "P1", "", 8, false), part("A2", "P2", "1", 8, false), part("A3", "P2", "2", 8, false), part("A4", "P3", "", 8, true), part("A5", "P4", "", 20, true), part("A6", "P5", "", 8, false), part("B1", "P1", "", 8, false)}
	after := []result.Task{part("A1", "P1", "", 9, true), part("A2", "P2", "1", 12, true), part("A3", "P2", "2", 9, true), part("A4", "P3", "", 9, true), part("A5", "P4", "", 8, false), part("A6", "P5", "", 9, false), part("B1", "P1", "", 9, true), part("A7", "P9", "", 9, true)}
	beside := nothingBeside()
	beside.Customers["A"] = "ACME"
	d := Plans(before, after, time.Hour, beside)
	told := func(list []PartShift) string {
		var all []string
		for _, s := range list {
			all = append(all, fmt.Sprintf("%s/%s/%s%+g %s", s.MouldNo, s.PartNo, s.BatchNo, s.Hours, s.Customer))
		}
		return strings.Join(all, ", ")
	}
	if got := told(d.LateParts); got != "A/P2/1+4 ACME, A/P1/+1 ACME, A/P2/2+1 ACME, B/P1/+1 " {
		t.Errorf("late: %s", got)
	}
	if got := told(d.RescuedParts); got != "A/P4/-12 ACME" {
		t.Errorf("rescued: %s", got)
	}
}

// Conflicts are those of the plan's own tasks, with every rule, in the order of its tasks.
func TestWhichConflictsPublishingBrings(t *testing.T) {
	after := []result.Task{
		bar("A1", "M1", 8), bar("A2", "M1", 9, func(x *result.Task) { x.Breaks([]result.KeptRule{{Kind: 1, With: "B/P1/10"}, {Kind: 5, Minutes: 90}}) }),
		bar("A3", "M1", 9, func(x *result.Task) { x.Conflict, x.Carried = 2, true }), bar("B1", "M1", 10, func(x *result.Task) { x.OpNo, x.Conflict, x.ConflictMinutes = 20, 2, 30 }),
	}
	d := Plans(nil, after, time.Hour, nothingBeside())
	var got []string
	for _, c := range d.Conflicts {
		line := fmt.Sprintf("%s %s/%s/%d:", c.TaskID, c.MouldNo, c.PartNo, c.OpNo)
		for _, r := range c.Rules {
			line += " " + r.Text().In("en") + ";"
		}
		got = append(got, line)
	}
	if want := "A2 A/P1/10: Resource occupied (B/P1/10); Before its earliest start, 1.5 h; | B1 B/P1/20: Outside working time, 0.5 h;"; strings.Join(got, " | ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, " | "), want)
	}
}

// A moulds's tasks are lost where the plan after has none of them at all.
func TestWhichMouldsAreLost(t *testing.T) {
	before := []result.Task{bar("A1", "M1", 8), bar("A2", "M1", 9), bar("B1", "M1", 8), bar("C1", "M1", 8)}
	got := LostMoulds(before, []result.Task{bar("A2", "M1", 9), bar("D1", "M1", 9)})
	if fmt.Sprint(got) != "map[id-B:B id-C:C]" {
		t.Errorf("lost: %v", got)
	}
}

// What is compared with an older publication never lacks a list.
func TestADifferenceOfOlderPlansHasAllLists(t *testing.T) {
	d := (&Difference{Resources: []ResourceChange{{Resource: "M1"}}}).Worded(model.Words{Lang: "en"})
	if d.LateParts == nil || d.RescuedParts == nil || d.Conflicts == nil || d.LateAfter == nil || d.Gone == nil || d.New == nil || d.Overtaken == nil || d.Resources[0].Resource != "M1" {
		t.Errorf("%+v", d)
	}
	kept := &Difference{
		LateParts: []PartShift{{PartNo: "P"}}, RescuedParts: []PartShift{{PartNo: "P"}}, Conflicts: []result.PlanConflict{{TaskID: "t"}},
		LateAfter: []string{"A"}, Gone: []MouldShift{{}}, New: []NewMould{{}}, Overtaken: []string{"B"},
	}
	if kept.Worded(model.Words{Lang: "zh"}); len(kept.LateParts) != 1 || len(kept.RescuedParts) != 1 || len(kept.Conflicts) != 1 || len(kept.LateAfter) != 1 || len(kept.Gone) != 1 || len(kept.New) != 1 || len(kept.Overtaken) != 1 {
		t.Errorf("%+v", kept)
	}
}
