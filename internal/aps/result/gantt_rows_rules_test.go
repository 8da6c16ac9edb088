package result

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/model/modeltest"
	"mouldworks/internal/aps/solving"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// opened is a calendar that is open between pairs of minutes.
func opened(pairs ...solver.Min) *solver.Calendar {
	c := &solver.Calendar{}
	for i := 0; i < len(pairs); i += 2 {
		c.Open, c.Close = append(c.Open, pairs[i]), append(c.Close, pairs[i+1])
	}
	return c
}

// Nobody works between the stretches of a calendar, before the first and after the last, as far as the chart looks.
func TestWhenTheRowsOfAChartAreClosed(t *testing.T) {
	for _, c := range []struct {
		what string
		open *solver.Calendar
		want string
	}{
		{"never open", opened(), "[100 200]"},
		{"open all the time", opened(100, 200), "[]"},
		{"and longer", opened(0, 300), "[]"},
		{"a gap before, between and after", opened(110, 120, 150, 190), "[100 110 120 150 190 200]"},
		{"one ends where the chart begins", opened(50, 100, 150, 200), "[100 150]"},
		{"one ends behind it", opened(50, 101, 150, 200), "[101 150]"},
		{"one begins where the chart ends", opened(100, 150, 200, 250), "[150 200]"},
		{"one begins before that", opened(100, 150, 199, 250), "[150 199]"},
		{"all before the chart", opened(10, 20), "[100 200]"},
		{"all behind it", opened(210, 220), "[100 200]"},
		{"one follows the other at once", opened(100, 150, 150, 200), "[]"},
	} {
		if got := fmt.Sprint(closedTimes(c.open, 100, 200)); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// Overtime is what the longer calendar opens beyond the shift, between the ends of the chart.
func TestWhenTheRowsOfAChartWorkOvertime(t *testing.T) {
	for _, c := range []struct {
		what         string
		wide, narrow *solver.Calendar
		want         string
	}{
		{"none", opened(100, 150), opened(100, 150), "[]"},
		{"beside a shift that never ends", opened(100, 150), opened(100, 200), "[]"},
		{"behind the shift", opened(100, 170), opened(100, 150), "[150 170]"},
		{"before and behind it", opened(110, 190), opened(120, 150), "[110 120 150 190]"},
		{"on days of its own", opened(100, 120, 140, 160, 180, 190), opened(100, 120), "[140 160 180 190]"},
		{"of two shifts in a stretch", opened(100, 200), opened(110, 120, 150, 160), "[100 110 120 150 160 200]"},
		{"two evenings in one night", opened(100, 120, 130, 150), opened(100, 110, 170, 180), "[110 120 130 150]"},
		{"of two days", opened(100, 130, 150, 180), opened(100, 120, 150, 170), "[120 130 170 180]"},
		{"begun before the chart", opened(50, 150), opened(120, 150), "[100 120]"},
		{"longer than the chart", opened(150, 300), opened(150, 160), "[160 200]"},
		{"before the chart alone", opened(20, 60), opened(), "[]"},
		{"behind the chart alone", opened(220, 260), opened(), "[]"},
		{"a minute", opened(100, 151), opened(100, 150), "[150 151]"},
	} {
		if got := fmt.Sprint(openOnly(c.wide, c.narrow, 100, 200)); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// blank is a chart in Shanghai that begins at eight in the morning of the second of March.
func blank() *ganttDraft {
	return &ganttDraft{Gantt: &Gantt{Zone: "Asia/Shanghai", Epoch: ruleStart.Add(-8 * time.Hour)}}
}

// Days run from midnight to midnight of the factory; those that follow each other are one stretch, and each counts once.
func TestDaysOfAChart(t *testing.T) {
	const midnight = 16 * 60 // from eight in the morning of the second
	for _, c := range []struct {
		what     string
		dates    []string
		from, to int
		want     []int
	}{
		{"none", nil, 0, 10000, []int{}},
		{"a day", []string{"2026-03-04"}, 0, 10000, []int{midnight + 1440, midnight + 2880}},
		{"two in a row, in any order and twice", []string{"2026-03-04", "2026-03-03", "2026-03-04"}, 0, 10000, []int{midnight, midnight + 2880}},
		{"two apart", []string{"2026-03-03", "2026-03-05"}, 0, 10000, []int{midnight, midnight + 1440, midnight + 2880, midnight + 4320}},
		{"the first has begun", []string{"2026-03-02"}, 0, 10000, []int{0, midnight}},
		{"the last goes on", []string{"2026-03-03"}, 0, midnight + 60, []int{midnight, midnight + 60}},
		{"the day before", []string{"2026-03-01", "2026-03-03"}, 0, 10000, []int{midnight, midnight + 1440}},
		{"it ends where the chart begins", []string{"2026-03-02"}, midnight, 10000, []int{}},
		{"it begins where the chart ends", []string{"2026-03-03"}, 0, midnight, []int{}},
		{"two in a row and one apart", []string{"2026-03-03", "2026-03-04", "2026-03-06"}, 0, 10000, []int{midnight, midnight + 2880, midnight + 4320, midnight + 5760}},
		{"no date, then one", []string{"2026-03-00", "2026-03-03"}, 0, 10000, []int{midnight, midnight + 1440}},
	} {
		if got := blank().days(c.dates, c.from, c.to); fmt.Sprint(got) != fmt.Sprint(c.want) || got == nil {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
	nowhere := blank()
	nowhere.Zone = "Nowhere/Atall"
	if got := nowhere.days([]string{"2026-03-03"}, 0, 10000); len(got) != 0 || got == nil {
		t.Errorf("nobody knows when the days of an unknown zone begin: %v", got)
	}
}

// A task stands in the row of its resource, else in that of its group; what has no row has one of its own, of a supplier
// where it went outside.
func TestRowsOfWhatIsGone(t *testing.T) {
	for _, c := range []struct {
		what, row, want string
		task            Task
	}{
		{"a machine", "m9", "M9 machine of Milling in North", Task{ResourceID: "m9", ResourceName: "M9", SectionName: "North", GroupName: "Milling"}},
		{"nobody has named it", "group:5:North/Milling", "@unnamed machine of Milling in North", Task{SectionName: "North", GroupName: "Milling"}},
		{"a supplier", "s9", "S9 outside of  in ", Task{ResourceID: "s9", ResourceName: "S9", SectionName: "North", GroupName: "Milling", Outsourced: true}},
		{"a section with a slash", "group:4:A/B1/CC", "@unnamed machine of CC in A/B1", Task{SectionName: "A/B1", GroupName: "CC"}},
		{"a group with one", "group:1:A/B1/CC", "@unnamed machine of B1/CC in A", Task{SectionName: "A", GroupName: "B1/CC"}},
		{"nobody has named the supplier", "group:5:North/Milling", "@outside outside of  in ", Task{SectionName: "North", GroupName: "Milling", Outsourced: true}},
	} {
		r := goneResource(&c.task, "x")
		if got := fmt.Sprintf("%s %s of %s in %s", r.Name, r.Kind, r.Group, r.Section); c.task.RowID() != c.row || got != c.want || r.ID != "x" || r.Capacity != 0 || r.Calendar != -1 {
			t.Errorf("%s: %s %+v, want %s %s", c.what, c.task.RowID(), r, c.row, c.want)
		}
	}
}

// lined are the rows of a chart: id, kind, units, calendar.
func lined(g *ganttDraft) string {
	var all []string
	for _, r := range g.Resources {
		text := fmt.Sprintf("%s:%s:%d:%d", r.ID, r.Kind, r.Capacity, r.Calendar)
		if r.Unattended {
			text += ":alone"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// rowsOfShop draws the rows of a shop of two groups of machines and one of people, all with a shift of eight hours.
func rowsOfShop(t *testing.T, change func(s *model.Shop), tasks ...Task) *ganttDraft {
	t.Helper()
	var shop *model.Shop
	made := modeltest.Asked(nil, func(s *model.Shop, _ *model.Part) {
		shift := [][2]string{{"08:00", "16:00"}}
		s.Groups[0].Section = "B"
		s.Groups = append(s.Groups, model.Group{ID: "edm", Name: "EDM", Section: "A", Scheduled: true, Periods: shift}, model.Group{ID: "fit", Name: "Fitting", Section: "B", Scheduled: true, People: true, Members: 3, Periods: shift})
		s.Machines = append(s.Machines, model.Machine{ID: "e1", Name: "E1", GroupID: "edm", Automation: true})
		s.Suppliers = []model.Supplier{{ID: "s1", Name: "Hardening"}}
		change(s)
		shop = s
	})
	loaded, err := made.File.Build()
	if err != nil {
		t.Fatal(err)
	}
	g := &ganttDraft{Gantt: &Gantt{Zone: "UTC", Epoch: ruleStart, To: 60}, out: &Outcome{Solution: solving.Solution{Translation: &model.Translation{Shop: shop, File: &instance.File{}}, Loaded: loaded}}}
	g.drawRows(tasks)
	for i, r := range g.Resources {
		if g.rows[r.ID] != i {
			t.Errorf("%s is row %d, not %d", r.ID, i, g.rows[r.ID])
		}
	}
	return g
}

// Rows go by section, group, name and id, suppliers last; they share the calendars that are alike.
func TestRowsOfAChart(t *testing.T) {
	placed := func(id string) Task {
		return Task{ResourceID: id, PlannedStart: hour(9), PlannedEnd: hour(10)}
	}
	const first, machines, last = "e1:machine:1:0:alone ", "m1:machine:1:0 m2:machine:1:0", " outside:outside:0:-1 s1:outside:0:-1"
	const people = "fit:people:3:0 "
	for _, c := range []struct {
		what   string
		change func(s *model.Shop)
		tasks  []Task
		want   string
	}{
		{"all alike", func(*model.Shop) {}, nil, first + people + machines + last},
		{"nobody in the group", func(s *model.Shop) { s.Groups[2].Members = 0 }, nil, first + "fit:people:1:0 " + machines + last},
		{"one name for two", func(s *model.Shop) { s.Machines[0].Name = "M2" }, nil, first + people + machines + last},
		{"by name, not by id", func(s *model.Shop) { s.Machines[0].Name = "M3" }, nil, first + people + "m2:machine:1:0 m1:machine:1:0" + last},
		{"of a group of its own name", func(s *model.Shop) { s.Groups[2].Name = "Polishing" }, nil, first + machines + " fit:people:3:0" + last},
		{"other hours", func(s *model.Shop) { s.Groups[2].Periods = [][2]string{{"08:00", "12:00"}} }, nil, "e1:machine:1:1:alone fit:people:3:0 m1:machine:1:1 m2:machine:1:1" + last},
		{"other holidays", func(s *model.Shop) { s.Groups[0].Closed = []string{"2026-03-04"} }, nil, first + people + "m1:machine:1:1 m2:machine:1:1" + last},
		{"always open", func(s *model.Shop) { s.Groups[2].Periods = nil }, nil, first + "fit:people:3:-1 " + machines + last},
		{"a group that takes no part", func(s *model.Shop) { s.Groups[2].Scheduled = false }, nil, first + "fit:people:3:-1 " + machines + last},
		{"a machine of no group", func(s *model.Shop) { s.Machines[0].GroupID = "x" }, nil, "m1:machine:1:-1 " + first + people + "m2:machine:1:0" + last},
		{"work on what is gone, once", func(*model.Shop) {}, []Task{placed("x"), placed("x"), placed("m1")}, "x:machine:0:-1 " + first + people + machines + last},
		{"work without a place", func(*model.Shop) {}, []Task{{ResourceID: "x", PlannedStart: hour(9)}, {ResourceID: "y", PlannedEnd: hour(9)}, {ResourceID: "z"}}, first + people + machines + last},
	} {
		if got := lined(rowsOfShop(t, c.change, c.tasks...)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.what, got, c.want)
		}
	}
}

// A chart says which tasks may work the overtime of its calendars: the page proposes more of it where nobody does.
func TestOvertimeOfAChart(t *testing.T) {
	none, may := solver.Op{}, solver.Op{Overtime: true}
	for want, ops := range map[string][]solver.Op{"none": {none, none}, "some": {none, may}, "all": {may, may}} {
		if got := overtimeOf(ops); got != want {
			t.Errorf("%v of %s", got, want)
		}
	}
	if g := rowsOfShop(t, func(*model.Shop) {}); g.Overtime != "none" {
		t.Errorf("of a plan without overtime: %q", g.Overtime)
	}
}

// A calendar reaches from the start of the plan to four weeks behind its end, and names what its group closes and opens by date.
func TestCalendarsOfAChart(t *testing.T) {
	g := rowsOfShop(t, func(s *model.Shop) {
		s.Groups[0].Overtime, s.Groups[0].Closed, s.Groups[0].Workdays = [][2]string{{"18:00", "20:00"}}, []string{"2026-03-03"}, []string{"2026-03-08"}
	})
	c := g.Calendars[slices.IndexFunc(g.Calendars, func(c GanttCalendar) bool { return len(c.Holidays) > 0 })]
	// The plan begins at eight of a Monday, is an hour long and the week has no day of rest.
	if got := fmt.Sprint(c.Closed[:8], c.Closed[len(c.Closed)-2:]); got != "[480 600 720 2880 3360 3480 3600 4320] [39600 40320]" {
		t.Errorf("closed %s", got)
	}
	if got := fmt.Sprint(c.Overtime[:4]); got != "[600 720 3480 3600]" {
		t.Errorf("overtime %s", got)
	}
	if got := fmt.Sprint(c.Holidays, c.Makeup); got != "[960 2400] [8160 9600]" {
		t.Errorf("holidays and make-up days %s", got)
	}
	g.To = 0
	if c := g.calendar(opened(), opened(0, 100000), &model.Group{Workdays: []string{"2026-03-30", "2026-03-29"}}); fmt.Sprint(c.Makeup) != "[38400 40320]" || len(c.Closed) != 0 || fmt.Sprint(c.Overtime) != "[0 40320]" {
		t.Errorf("four weeks behind the plan: %+v", c)
	}
	g.Start = 600
	if c := g.calendar(opened(), opened(), &model.Group{}); fmt.Sprint(c.Closed) != "[600 40320]" {
		t.Errorf("from its start: %+v", c)
	}
}
