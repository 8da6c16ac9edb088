package aps_test

import (
	"fmt"
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

func (h *house) capacity(q aps.CapacityQuery) (c *aps.CapacityDetail) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { c, err = h.aps.Capacity(h.ctx, tx, q); return err }))
	return c
}

func capacityOf(c *aps.CapacityDetail, group string) (found aps.CapacityGroup) {
	for _, g := range c.Groups {
		if g.Group == group {
			found = g
		}
	}
	return found
}

func figuresOf(f aps.CapacityFigures) string {
	h := func(m interface{ Float() float64 }) float64 { return m.Float() }
	return fmt.Sprintf("%v available, %v planned, %v locked, %v free, %v beyond, %v outsourced, %v overload, %v free so far", h(f.Available.Hours()), h(f.Planned.Hours()),
		h(f.Locked.Hours()), h(f.Free.Hours()), h(f.Beyond.Hours()), h(f.Outsourced.Hours()), h(f.Overload.Hours()), h(f.CumulativeFree.Hours()))
}

var marchWeek = aps.CapacityQuery{CapacityDate: "2030-03-04", Days: 7}

// APS-CAP-02: what each group can work, is given and has left. Two machines mill three moulds of four hours on Monday, and
// fitting takes 2 + 2 + 10 hours of two people. Without queues all milling begins on Monday at 8.
func TestCapacityDetail(t *testing.T) {
	published(t, func(h *house, s *entity.Schedule) {
		c := h.capacity(marchWeek)
		if c.InForce == nil || c.InForce.ScheduleID != s.ID || len(c.Days) != 7 || c.Days[6] != "2030-03-10" || len(c.Groups) != 3 {
			t.Fatalf("%+v", c)
		}
		for group, want := range map[string]string{
			"数控组":  "96 available, 12 planned, 0 locked, 84 free, 0 beyond, 0 outsourced, 0 overload, 84 free so far",
			"电火花组": "168 available, 15 planned, 0 locked, 153 free, 0 beyond, 0 outsourced, 0 overload, 153 free so far",
			"钳工组":  "96 available, 14 planned, 0 locked, 82 free, 0 beyond, 0 outsourced, 0 overload, 82 free so far",
		} {
			if got := figuresOf(capacityOf(c, group).Total); got != want {
				t.Errorf("%s: %s\nwant %s", group, got, want)
			}
		}
		mill := capacityOf(c, "数控组")
		if mill.Units != 2 || mill.People || *mill.Total.Load != 12.5 || mill.Days[0].CumulativeFree.Hours().Float() != 4 || mill.Days[1].CumulativeFree.Hours().Float() != 20 || mill.Days[6].Load != nil {
			t.Errorf("milling: %+v", mill)
		}
		if fit := capacityOf(c, "钳工组"); fit.Units != 2 || !fit.People {
			t.Errorf("fitting: %+v", fit)
		}
		if got := h.capacity(aps.CapacityQuery{CapacityDate: "2030-03-04"}); len(got.Days) != 14 {
			t.Errorf("without a number of days: %d", len(got.Days))
		}
		for want, q := range map[string]aps.CapacityQuery{"数控组": {Group: "数控组"}, "钳工组": {Section: "装配"}, "": {Section: "装配", Group: "数控组"}} {
			q.CapacityDate = "2030-03-04"
			var got []string
			for _, g := range h.capacity(q).Groups {
				got = append(got, g.Group)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%+v: %v", q, got)
			}
		}
	})
}

// APS-CAP-05: a capacity date must be chosen.
func TestACapacityDateMustBeChosen(t *testing.T) {
	each(t, false, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for _, c := range []struct {
			q    aps.CapacityQuery
			want string
		}{
			{aps.CapacityQuery{}, "capacityDate required"},
			{aps.CapacityQuery{CapacityDate: "soon"}, "capacityDate required"},
			{aps.CapacityQuery{CapacityDate: "9999-01-01"}, "capacityDate required"},
			{aps.CapacityQuery{CapacityDate: "2030-03-04", Days: 93}, "days range"},
			{aps.CapacityQuery{CapacityDate: "2030-03-04", Days: -1}, "days range"},
		} {
			err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Capacity(h.ctx, tx, c.q); return err })
			if !strings.HasSuffix(said(err), c.want) {
				t.Errorf("%+v: %s", c.q, said(err))
			}
		}
		if c := h.capacity(marchWeek); c.InForce != nil || len(c.Groups) != 0 || len(c.Days) != 7 {
			t.Errorf("before anything is published: %+v", c)
		}
	})
}

// What is locked today counts as locked, whatever it was when it was planned; what is outside counts on the day on which it leaves,
// and a pass without queues tells by how much a group is overloaded.
func TestCapacityTellsLockedOutsourcedAndOverload(t *testing.T) {
	each(t, true, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Delivery = nil
			h.shop.Moulds[i].Parts[0].Ops[0].Minutes = 420 // seven hours of milling each: one machine has eight a day
		}
		h.shop.Machines = append(h.shop.Machines[:1], h.shop.Machines[2:]...)
		away := &h.shop.Moulds[0].Parts[0].Ops[2]
		away.Outsource, away.SupplierID = model.Outside, "s1"
		start := at(h.T, "Asia/Shanghai", "2030-03-04 08:00")
		s, err := h.save(entity.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "defaultFlowTime": 0.0}})
		h.must(err)
		h.start(s)
		s = h.settled(s)
		h.must(h.publish(s))
		h.mu.Lock()
		h.shop.Moulds[1].Parts[0].Ops[0].Lock = 1
		h.mu.Unlock()
		c := h.capacity(marchWeek)
		mill := capacityOf(c, "数控组")
		// Monday has 21 hours of milling and eight to work them.
		if got, want := figuresOf(mill.Days[0].CapacityFigures), "8 available, 8 planned, "; !strings.HasPrefix(got, want) || mill.Days[0].Overload.Hours().Float() != 13 || mill.Total.Locked.Hours().Float() != 7 {
			t.Errorf("milling on Monday: %s, in all %s", got, figuresOf(mill.Total))
		}
		fit := capacityOf(c, "钳工组")
		leaves := h.rowsOf(s)["A001-30"].PlannedStart.In(start.Location()).Format(time.DateOnly)
		for _, d := range fit.Days {
			if want := map[bool]float64{true: 2}[d.Date == leaves]; d.Outsourced.Hours().Float() != want {
				t.Errorf("outside on %s: %v", d.Date, d.Outsourced.Hours())
			}
		}
		if fit.Total.Outsourced.Hours().Float() != 2 || fit.Total.Planned.Hours().Float() != 4 {
			t.Errorf("fitting: %s", figuresOf(fit.Total))
		}
	})
}

// Hours of a group are those of its resources in the week plan.
func TestCapacityAgreesWithTheWeekPlan(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		c, w := h.capacity(marchWeek), h.week(aps.WeekQuery{Week: "2030-W10"})
		for _, g := range c.Groups {
			for i, d := range g.Days {
				var sum aps.DayLoad
				for _, r := range w.Rows {
					if r.Group == g.Group {
						sum.Available += r.Cells[i].Available
						sum.Planned += r.Cells[i].Planned
						sum.Free += r.Cells[i].Free
						sum.Beyond += r.Cells[i].Beyond
					}
				}
				if d.Available != sum.Available || d.Planned != sum.Planned || d.Free != sum.Free || d.Beyond != sum.Beyond || d.Available+d.Beyond != d.Planned+d.Free {
					t.Errorf("%s on %s: %s, the week plan has %+v", g.Group, d.Date, figuresOf(d.CapacityFigures), sum)
				}
			}
		}
	})
}

// Work on a machine that is gone stays with its group, beyond what that can work.
func TestCapacityKeepsTheWorkOfMachinesThatAreGone(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		h.mu.Lock()
		h.shop.Machines = h.shop.Machines[1:] // without M1
		h.mu.Unlock()
		mill := capacityOf(h.capacity(marchWeek), "数控组")
		if mill.Units != 1 || mill.Total.Planned.Hours().Float() != 12 || mill.Total.Available.Hours().Float() != 48 || mill.Total.Beyond == 0 || mill.Total.Available+mill.Total.Beyond != mill.Total.Planned+mill.Total.Free {
			t.Errorf("milling without M1: %s", figuresOf(mill.Total))
		}
	})
}

// Moulds out of reach count; a hidden section has no group here, nor has another company.
func TestCapacityNamesNothingHidden(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		all := h.capacity(marchWeek)
		narrow := h.actor
		narrow.Hidden = store.Hidden{Moulds: []string{"mould-A001"}, MouldNumbers: []string{"A001"}}
		h.enter(narrow)
		if got := h.capacity(marchWeek); fmt.Sprintf("%+v", got.Groups[0].Total.Planned) != fmt.Sprintf("%+v", all.Groups[0].Total.Planned) || len(got.Groups) != 3 {
			t.Errorf("whoever sees less reads %+v", got.Groups)
		}
		narrow.Hidden = store.Hidden{Sections: []string{"s"}, SectionNames: []string{"装配"}, Groups: []string{"g-fit"}}
		h.enter(narrow)
		if got := h.capacity(marchWeek); len(got.Groups) != 2 || capacityOf(got, "钳工组").Units != 0 {
			t.Errorf("whoever does not see fitting reads %+v", got.Groups)
		}
		other := storetest.Tenant(h.T, h.db, "b")
		other.Zone = "Asia/Shanghai"
		h.enter(other)
		if got := h.capacity(marchWeek); got.InForce != nil || len(got.Groups) != 0 {
			t.Errorf("another tenant reads %+v", got)
		}
	})
}

// The file has a line for each group and day, with English names on an English screen.
func TestCapacityAsAFile(t *testing.T) {
	published(t, func(h *house, _ *entity.Schedule) {
		h.english = &model.EnglishNames{Groups: map[string]string{"数控组": "Milling"}, Sections: map[string]string{"加工": "CUT"}}
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		q := marchWeek
		q.Group = "Milling"
		for _, format := range []string{"csv", "xlsx"} {
			lines := h.linesOf(h.aps.ExportCapacity(h.ctx, q, format))
			if len(lines) != 8 || lines[0] != "Section | Resource group | Date | Machines or people | Available h | Planned h | Of these locked | Free h | Hours beyond | Outsourced h | Overload h | Load % | Cumulative free h" {
				t.Fatalf("%s: %q", format, lines)
			}
			if lines[1] != "CUT | Milling | 2030-03-04 | 2 | 16 | 12 | 0 | 4 | 0 | 0 | 0 | 75 | 4" || lines[7] != "CUT | Milling | 2030-03-10 | 2 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | - | 84" {
				t.Errorf("%s: %q", format, lines)
			}
		}
	})
}
