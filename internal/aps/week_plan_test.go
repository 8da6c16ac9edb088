package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// published is a house that works by the plan of its small shop from Monday, 4 March 2030, 8:00 in Shanghai, and what it does then:
// both milling machines take a mould of four hours at 8, one of them the third at 13; EDM and fitting follow.
func published(t *testing.T, fn func(h *house, s *entity.Schedule)) {
	each(t, true, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Delivery = nil
		}
		h.shop.Moulds[2].Parts[0].Ops[2].Minutes = 600 // more than a day of fitting
		start := at(h.T, "Asia/Shanghai", "2030-03-04 08:00")
		s, err := h.save(entity.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "defaultFlowTime": 0.0}})
		h.must(err)
		h.start(s)
		s = h.settled(s)
		h.must(h.publish(s))
		fn(h, s)
	})
}

func (h *house) week(q aps.WeekQuery) (w *aps.WeekPlan) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { w, err = h.aps.Week(h.ctx, tx, q); return err }))
	return w
}

func (h *house) workOfDay(resource, date string) (c *aps.CellTasks, err error) {
	err = h.db.Read(h.ctx, func(tx store.Tx) (err error) { c, err = h.aps.WorkOfDay(h.ctx, tx, resource, date); return err })
	return c, err
}

func weekRow(w *aps.WeekPlan, resource string) (row aps.WeekRow) {
	for _, r := range w.Rows {
		if r.ResourceID == resource {
			row = r
		}
	}
	return row
}

// APS-CAP-01: the week of every resource that takes part in scheduling, by the plan in force.
func TestResourceWeekPlan(t *testing.T) {
	published(t, func(h *house, s *entity.Schedule) {
		w := h.week(aps.WeekQuery{Week: "2030-W10"})
		if w.InForce == nil || w.InForce.ScheduleID != s.ID || w.Zone != "Asia/Shanghai" || len(w.Days) != 7 || w.Days[0] != "2030-03-04" || w.Days[6] != "2030-03-10" {
			t.Fatalf("%+v", w)
		}
		var ids []string
		planned := 0.0
		for _, r := range w.Rows {
			ids = append(ids, r.Section+"/"+r.Group+"/"+r.Resource)
			planned += r.Total.Planned.Hours().Float()
		}
		if got := strings.Join(ids, " "); got != "加工/数控组/M1 加工/数控组/M2 加工/电火花组/E1 装配/钳工组/钳工组" {
			t.Errorf("rows: %s", got)
		}
		// Three moulds of 4, 5 and 2 hours, the third with 10 hours of fitting.
		if planned != 41 {
			t.Errorf("%v hours are planned, want 41", planned)
		}
		// Eight hours on six days; the EDM machine runs with nobody there; there are two fitters.
		for id, want := range map[string]struct {
			day, week float64
			units     int
		}{"m1": {8, 48, 1}, "e1": {24, 168, 1}, "g-fit": {16, 96, 2}} {
			r := weekRow(w, id)
			if r.Cells[0].Available.Hours().Float() != want.day || r.Total.Available.Hours().Float() != want.week || r.Units != want.units {
				t.Errorf("%s: %+v, in all %+v", id, r.Cells[0], r.Total)
			}
		}
		m1, m2 := weekRow(w, "m1"), weekRow(w, "m2")
		if m1.Cells[0].Planned+m2.Cells[0].Planned != 12*60 || m1.Cells[0].Free != m1.Cells[0].Available-m1.Cells[0].Planned || m1.Cells[0].Load == nil {
			t.Errorf("milling on Monday: %+v, %+v", m1.Cells[0], m2.Cells[0])
		}
		if sunday := m1.Cells[6]; sunday.Load != nil || sunday.Available != 0 || sunday.Tasks != 0 {
			t.Errorf("nobody works on Sunday: %+v", sunday)
		}
		if got := h.week(aps.WeekQuery{Week: "2030-W11"}); len(got.Rows) != 4 || weekRow(got, "m1").Total.Planned != 0 || weekRow(got, "m1").Total.Load == nil {
			t.Errorf("the week after: %+v", got.Rows)
		}
		for name, q := range map[string]aps.WeekQuery{"M1 M2": {Group: "数控组"}, "钳工组": {Section: "装配"}, "E1": {ResourceID: "e1"}, "": {Section: "装配", ResourceID: "e1"}} {
			q.Week = "2030-W10"
			var got []string
			for _, r := range h.week(q).Rows {
				got = append(got, r.Resource)
			}
			if strings.Join(got, " ") != name {
				t.Errorf("%+v: %v", q, got)
			}
		}
	})
}

// APS-CAP-07: without an interval there is no question.
func TestAWeekMustBeChosen(t *testing.T) {
	each(t, false, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for week, want := range map[string]string{"": "week required", "2030-W60": "week format", "March": "week format"} {
			err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Week(h.ctx, tx, aps.WeekQuery{Week: week}); return err })
			if !strings.HasSuffix(said(err), want) {
				t.Errorf("%q: %s", week, said(err))
			}
		}
		if w := h.week(aps.WeekQuery{Week: "2030-W10"}); w.InForce != nil || len(w.Rows) != 0 || len(w.Days) != 7 {
			t.Errorf("before anything is published: %+v", w)
		}
	})
}

// Every task of a resource stands on the days on which it works, and its days sum to its planned hours.
func TestTheCellsOfAWeekSumToTheirTasks(t *testing.T) {
	published(t, func(h *house, s *entity.Schedule) {
		sums, cells := map[string]float64{}, map[string]int{}
		for _, week := range []string{"2030-W10", "2030-W11"} {
			w := h.week(aps.WeekQuery{Week: week})
			for _, r := range w.Rows {
				for i, cell := range r.Cells {
					c, err := h.workOfDay(r.ResourceID, w.Days[i])
					h.must(err)
					sum := 0.0
					for _, x := range c.Tasks {
						sums[x.TaskID] += x.DayHours.Hours().Float()
						cells[x.TaskID]++
						sum += x.DayHours.Hours().Float()
						if x.ResourceID != r.ResourceID || x.MouldID != "mould-"+x.MouldNo {
							t.Errorf("%s is listed for %s", x.TaskID, r.Resource)
						}
					}
					if sum != cell.Planned.Hours().Float() || len(c.Tasks) != cell.Tasks || c.Load.Planned != cell.Planned || c.Load.Available != cell.Available {
						t.Errorf("%s on %s: %v of %+v", r.Resource, w.Days[i], sum, cell)
					}
				}
			}
		}
		for id, row := range h.rowsOf(s) {
			if got := sums[id]; got != row.PlannedHours.Hours().Float() {
				t.Errorf("%s: its days sum to %v of %v hours", id, got, row.PlannedHours.Hours().Float())
			}
		}
		if cells["A003-30"] < 2 || cells["A001-10"] != 1 {
			t.Errorf("days of tasks: %v", cells)
		}
	})
}

// A breakdown that was noted since the run takes hours from those available; what is planned goes beyond them.
func TestAWeekFollowsTheCalendarOfToday(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		h.mu.Lock()
		from := at(h.T, "Asia/Shanghai", "2030-03-04 09:00")
		h.shop.Machines[0].Exceptions = []model.Exception{{From: from, To: from.Add(48 * time.Hour)}}
		h.mu.Unlock()
		m1 := weekRow(h.week(aps.WeekQuery{Week: "2030-W10"}), "m1")
		monday := m1.Cells[0]
		if monday.Available != 60 || monday.Planned <= 60 || monday.Beyond != monday.Planned-60 || monday.Free != 0 || *monday.Load != 100 {
			t.Errorf("Monday of the broken machine: %+v", monday)
		}
		if m1.Total.Available+m1.Total.Beyond != m1.Total.Planned+m1.Total.Free {
			t.Errorf("its week: %+v", m1.Total)
		}
	})
}

// What a person may not see is counted and never named: moulds out of reach in cells and in the sum of their tasks, resources of a
// hidden section not at all.
func TestAWeekNamesNothingHidden(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		all := weekRow(h.week(aps.WeekQuery{Week: "2030-W10"}), "e1")
		whole, err := h.workOfDay("e1", "2030-03-04")
		h.must(err)
		if len(whole.Tasks) == 0 || whole.Others != 0 {
			t.Fatalf("EDM on Monday: %+v", whole)
		}
		out := whole.Tasks[0]
		narrow := h.actor
		narrow.Hidden = store.Hidden{Moulds: []string{out.MouldID}, MouldNumbers: []string{out.MouldNo}}
		h.enter(narrow)
		if got := weekRow(h.week(aps.WeekQuery{Week: "2030-W10"}), "e1"); got.Total.Planned != all.Total.Planned || got.Total.Tasks != all.Total.Tasks {
			t.Errorf("the week of whoever sees less: %+v, want %+v", got.Total, all.Total)
		}
		less, err := h.workOfDay("e1", "2030-03-04")
		h.must(err)
		if len(less.Tasks) != len(whole.Tasks)-1 || less.Others != 1 || less.OtherHours != out.DayHours || less.Load.Planned != whole.Load.Planned {
			t.Errorf("EDM on Monday for whoever sees less: %+v", less)
		}
		for _, x := range less.Tasks {
			if x.MouldNo == out.MouldNo {
				t.Errorf("%s is named", x.MouldNo)
			}
		}
		narrow.Hidden = store.Hidden{Sections: []string{"s"}, SectionNames: []string{"装配"}, Groups: []string{"g-fit"}}
		h.enter(narrow)
		if got := h.week(aps.WeekQuery{Week: "2030-W10"}); len(got.Rows) != 3 || weekRow(got, "g-fit").Resource != "" {
			t.Errorf("rows of whoever does not see fitting: %+v", got.Rows)
		}
		if _, err := h.workOfDay("g-fit", "2030-03-04"); !strings.HasPrefix(said(err), "404") {
			t.Errorf("a hidden group says %s", said(err))
		}
	})
}

// Nothing of a factory shows in another one, nor to another company.
func TestAWeekStaysInItsTenant(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		other := storetest.Tenant(h.T, h.db, "b")
		other.Zone = "Asia/Shanghai"
		h.enter(other)
		if w := h.week(aps.WeekQuery{Week: "2030-W10"}); w.InForce != nil || len(w.Rows) != 0 {
			t.Errorf("another tenant reads %+v", w)
		}
	})
}

// On an English screen groups are called by their English names, and are asked for by either.
func TestAWeekInEnglish(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		h.english = &model.EnglishNames{Groups: map[string]string{"钳工组": "Fitters"}, Sections: map[string]string{"装配": "ASM"}, Resources: map[string]string{"钳工组": "Fitters"}}
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		for _, group := range []string{"Fitters", "钳工组"} {
			w := h.week(aps.WeekQuery{Week: "2030-W10", Group: group})
			if len(w.Rows) != 1 || w.Rows[0].Group != "Fitters" || w.Rows[0].Resource != "Fitters" || w.Rows[0].Section != "ASM" {
				t.Errorf("%s: %+v", group, w.Rows)
			}
		}
		lines := h.linesOf(h.aps.ExportWeek(h.ctx, aps.WeekQuery{Week: "2030-W10", Group: "Fitters"}, "csv"))
		if len(lines) != 2 || !strings.HasPrefix(lines[0], "Section | Resource group | Resource | 2030-03-04 available h | 2030-03-04 planned h | 2030-03-04 load %") || !strings.HasPrefix(lines[1], "ASM | Fitters | Fitters | 16 | ") {
			t.Errorf("%q", lines)
		}
	})
}

// The file has a row for each resource and three figures for each day; a share of nothing is a dash.
func TestTheWeekAsAFile(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		for _, format := range []string{"csv", "xlsx"} {
			lines := h.linesOf(h.aps.ExportWeek(h.ctx, aps.WeekQuery{Week: "2030-W10", ResourceID: "e1"}, format))
			if len(lines) != 2 {
				t.Fatalf("%s: %q", format, lines)
			}
			cells := strings.Split(lines[1], " | ")
			if len(cells) != 3+8*3+1 || cells[2] != "E1" || cells[3] != "24" || cells[24] != "168" || cells[25] != "15" || cells[26] != "8.928571" || cells[27] != "0" {
				t.Errorf("%s: %q", format, cells)
			}
		}
		cells := strings.Split(h.linesOf(h.aps.ExportWeek(h.ctx, aps.WeekQuery{Week: "2030-W10", ResourceID: "m1"}, "csv"))[1], " | ")
		if cells[21] != "0" || cells[23] != "-" {
			t.Errorf("Sunday: %q", cells)
		}
		if _, err := h.aps.ExportWeek(h.ctx, aps.WeekQuery{}, "xlsx"); !strings.HasSuffix(said(err), "week required") {
			t.Errorf("a file of no week: %s", said(err))
		}
	})
}
