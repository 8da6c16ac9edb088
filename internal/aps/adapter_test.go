package aps_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

func at(t testing.TB, zone, text string) time.Time {
	t.Helper()
	z, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	m, err := time.ParseInLocation("2006-01-02 15:04", text, z)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// planned dispatches a shop from Monday 2 March 2026, 08:00 and gives "start-end" of each operation by its name.
func planned(t *testing.T, shop *model.Shop) map[string]string {
	t.Helper()
	return plannedWith(t, shop, map[string]any{"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0})
}

// plannedWith is planned under settings.
func plannedWith(t *testing.T, shop *model.Shop, set map[string]any) map[string]string {
	t.Helper()
	times, _ := solved(t, aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), set))
	return times
}

// solved dispatches a problem and gives when and on what each operation is.
func solved(t *testing.T, file *instance.File) (times, on map[string]string) {
	t.Helper()
	loaded, err := file.Build()
	if err != nil {
		t.Fatal(err)
	}
	shop, plan, err := solver.Run(t.Context(), loaded.Problem, loaded.Params, nil)
	if err != nil {
		t.Fatal(err)
	}
	if broken := check.Plan(shop.Problem, plan); len(broken) > 0 {
		t.Fatal(broken)
	}
	zone, _ := time.LoadLocation(file.Zone)
	times, on = map[string]string{}, map[string]string{}
	for i := range file.Ops {
		clock := func(m solver.Min) string {
			return loaded.Epoch.Add(time.Duration(m) * time.Minute).In(zone).Format("02T15:04")
		}
		times[file.Ops[i].ID] = clock(plan.Start[i]) + "-" + clock(plan.End[i])
		if r := plan.Resource[i]; r >= 0 {
			on[file.Ops[i].ID] = loaded.Problem.Resources[r].Name
		}
	}
	return times, on
}

func oneMould() (*model.Shop, []model.Operation) {
	s := smallShop(1)
	s.Moulds[0].Delivery = nil
	return s, s.Moulds[0].Parts[0].Ops
}

func TestAdapterByHand(t *testing.T) {
	for _, row := range []struct {
		name   string
		change func(s *model.Shop, ops []model.Operation)
		want   map[string]string
	}{
		// Set-up 13:00 to 13:30, four and a half hours unattended, handed over next morning.
		{"route", func(*model.Shop, []model.Operation) {}, map[string]string{"A001/P1/10/": "02T08:00-02T12:00", "A001/P1/20/": "02T13:00-02T18:00", "A001/P1/30/": "03T08:00-03T10:00"}},
		{"work rate 1.5", func(s *model.Shop, _ []model.Operation) { s.Machines[0].WorkRate = quantity.Decimal(1_500_000) }, map[string]string{"A001/P1/10/": "02T08:00-02T10:40"}},
		{"own hours of a machine beat its rate", func(s *model.Shop, ops []model.Operation) {
			s.Machines[0].WorkRate = quantity.Whole(2)
			ops[0].Machines = []model.Eligible{{MachineID: "m1", Minutes: 180, Setup: 30}}
		}, map[string]string{"A001/P1/10/": "02T08:00-02T11:00"}},
		{"wait after", func(_ *model.Shop, ops []model.Operation) { ops[0].Lag = 180 }, map[string]string{"A001/P1/20/": "02T15:00-02T20:00"}},
		{"parallel numbers", func(_ *model.Shop, ops []model.Operation) { ops[1].No = 10 }, map[string]string{"A001/P1/10/": "02T08:00-02T12:00"}},
		{"pred overrides", func(_ *model.Shop, ops []model.Operation) { ops[2].Pred = "10" }, map[string]string{"A001/P1/30/": "02T13:00-02T15:00"}},
		{"a part number with the marks of the notation", func(s *model.Shop, ops []model.Operation) {
			s.Moulds[0].Parts = append(s.Moulds[0].Parts, model.Part{ID: "other", No: "P#1;2/3", Ops: []model.Operation{{ID: "other-10", No: 10, GroupID: "g-fit", Minutes: 360, Crew: 1, Pausable: true}}})
			ops[2].Pred = `10;"P#1;2/3"/10`
		}, map[string]string{"A001/P#1;2/3/10/": "02T08:00-02T15:00", "A001/P1/30/": "02T15:00-02T17:00"}},
		{"finished", func(_ *model.Shop, ops []model.Operation) { ops[0].Status = 3 }, map[string]string{"A001/P1/20/": "02T08:00-02T13:00"}},
		// Two of four hours are done; overdue: a fifth of four hours remains.
		{"running", func(_ *model.Shop, ops []model.Operation) {
			ops[0].Status, ops[0].OnMachine, ops[0].Reported = 1, "m2", 120
		}, map[string]string{"A001/P1/10/": "02T08:00-02T10:00", "A001/P1/20/": "02T10:00-02T15:00"}},
		{"overdue", func(_ *model.Shop, ops []model.Operation) {
			ops[0].Status, ops[0].OnMachine, ops[0].Reported = 1, "m2", 300
		}, map[string]string{"A001/P1/10/": "02T08:00-02T08:48"}},
		{"locked over noon", func(_ *model.Shop, ops []model.Operation) {
			start := time.Date(2026, 3, 2, 2, 0, 0, 0, time.UTC) // 10:00 in Shanghai
			ops[0].Lock, ops[0].LockMachine, ops[0].LockStart = 2, "m2", &start
		}, map[string]string{"A001/P1/10/": "02T10:00-02T15:00"}},
		// Two days elapsed, from the end of the morning on.
		{"outsourced", func(_ *model.Shop, ops []model.Operation) { ops[1].Outsource, ops[1].SupplierID = 2, "s1" }, map[string]string{"A001/P1/20/": "02T12:00-04T12:00", "A001/P1/30/": "04T13:00-04T15:00"}},
		{"electrode before its burn", func(s *model.Shop, ops []model.Operation) {
			s.Moulds[0].Parts = append(s.Moulds[0].Parts, model.Part{ID: "el", No: "E1", Electrode: true, Ops: []model.Operation{{ID: "el-10", No: 10, GroupID: "g-fit", Minutes: 360, Crew: 1, Pausable: true}}})
			ops[1].Burns = []model.Burn{{PartID: "el", Minutes: 270}}
		}, map[string]string{"A001/E1/10/": "02T08:00-02T15:00", "A001/P1/20/": "02T15:00-02T20:00"}},
		{"assembly and try-out", func(s *model.Shop, _ []model.Operation) {
			m := &s.Moulds[0]
			m.AssemblyGroup, m.Assembly, m.TryoutGroup, m.Tryout = "g-fit", 60, "g-fit", 60
		}, map[string]string{"A001/ASM/10/": "03T10:00-03T11:00", "A001/ASM/20/": "03T11:00-03T12:00"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			shop, ops := oneMould()
			row.change(shop, ops)
			got := planned(t, shop)
			for op, want := range row.want {
				if got[op] != want {
					t.Errorf("%s: %s, want %s", op, got[op], want)
				}
			}
		})
	}
}

// The same shop gives the same bytes, whatever the order in which it was read.
func TestAdapterIsDeterministic(t *testing.T) {
	start := at(t, "Asia/Shanghai", "2026-03-02 08:00")
	a, b := smallShop(3), smallShop(3)
	for i := range b.Moulds {
		b.Moulds[i].Delivery = a.Moulds[i].Delivery
		ops := b.Moulds[i].Parts[0].Ops
		ops[0], ops[2] = ops[2], ops[0]
	}
	b.Moulds[0], b.Moulds[2] = b.Moulds[2], b.Moulds[0]
	x, _ := json.Marshal(aps.Translate(a, start))
	y, _ := json.Marshal(aps.Translate(b, start))
	if string(x) != string(y) {
		t.Errorf("%s\n%s", x, y)
	}
}

// Working minutes of days, by hand: a holiday, a make-up Sunday, a night shift, the day when clocks change.
func TestCalendarsByHand(t *testing.T) {
	day := [][2]string{{"08:00", "12:00"}, {"13:00", "17:00"}}
	for _, row := range []struct {
		name, zone, from, to string
		group                model.Group
		want                 int32
	}{
		{"working day", "Asia/Shanghai", "2026-03-02 00:00", "2026-03-03 00:00", model.Group{Periods: day, Rest: []int{0}}, 480},
		{"holiday", "Asia/Shanghai", "2026-03-03 00:00", "2026-03-04 00:00", model.Group{Periods: day, Rest: []int{0}, Closed: []string{"2026-03-03"}}, 0},
		{"Sunday", "Asia/Shanghai", "2026-03-08 00:00", "2026-03-09 00:00", model.Group{Periods: day, Rest: []int{0}}, 0},
		{"make-up Sunday, though a holiday", "Asia/Shanghai", "2026-03-08 00:00", "2026-03-09 00:00", model.Group{Periods: day, Rest: []int{0}, Closed: []string{"2026-03-08"}, Workdays: []string{"2026-03-08"}}, 480},
		{"night before the rest day", "Asia/Shanghai", "2026-03-07 12:00", "2026-03-08 12:00", model.Group{Periods: [][2]string{{"22:00", "06:00"}}, Rest: []int{0}}, 480},
		{"night of the rest day", "Asia/Shanghai", "2026-03-08 12:00", "2026-03-09 12:00", model.Group{Periods: [][2]string{{"22:00", "06:00"}}, Rest: []int{0}}, 0},
		{"night with a rest after midnight", "Asia/Shanghai", "2026-03-07 12:00", "2026-03-08 12:00", model.Group{Periods: [][2]string{{"22:00", "26:00"}, {"26:30", "30:00"}}, Rest: []int{0}}, 450},
		{"its rest day", "Asia/Shanghai", "2026-03-08 12:00", "2026-03-09 12:00", model.Group{Periods: [][2]string{{"22:00", "26:00"}, {"26:30", "30:00"}}, Rest: []int{0}}, 0},
		{"maintenance on a working day", "Asia/Shanghai", "2026-03-02 00:00", "2026-03-03 00:00", model.Group{Periods: day, Rest: []int{0}, Exceptions: []model.Exception{{From: at(t, "Asia/Shanghai", "2026-03-02 10:00"), To: at(t, "Asia/Shanghai", "2026-03-02 14:00")}}}, 300},
		{"extra working time on a Sunday", "Asia/Shanghai", "2026-03-08 00:00", "2026-03-09 00:00", model.Group{Periods: day, Rest: []int{0}, Exceptions: []model.Exception{{From: at(t, "Asia/Shanghai", "2026-03-08 08:00"), To: at(t, "Asia/Shanghai", "2026-03-08 11:00"), Extra: true}}}, 180},
		{"breakdown in extra working time", "Asia/Shanghai", "2026-03-08 00:00", "2026-03-09 00:00", model.Group{Periods: day, Rest: []int{0}, Exceptions: []model.Exception{
			{From: at(t, "Asia/Shanghai", "2026-03-08 08:00"), To: at(t, "Asia/Shanghai", "2026-03-08 11:00"), Extra: true}, {From: at(t, "Asia/Shanghai", "2026-03-08 10:00"), To: at(t, "Asia/Shanghai", "2026-03-09 00:00")},
		}}, 120},
		{"clocks go forward", "Europe/Berlin", "2026-03-29 00:00", "2026-03-29 12:00", model.Group{Periods: [][2]string{{"00:00", "08:00"}}}, 420},
		{"clocks go back", "Europe/Berlin", "2026-10-25 00:00", "2026-10-25 12:00", model.Group{Periods: [][2]string{{"00:00", "08:00"}}}, 540},
	} {
		row.group.ID, row.group.Scheduled = "g", true
		shop := &model.Shop{
			Zone: row.zone, Groups: []model.Group{row.group, {ID: "h", Scheduled: true, Periods: row.group.Periods, Rest: row.group.Rest, Closed: row.group.Closed, Workdays: row.group.Workdays, Exceptions: row.group.Exceptions}},
			Machines: []model.Machine{{ID: "m", GroupID: "g"}, {ID: "n", GroupID: "h"}},
		}
		loaded, err := aps.Translate(shop, at(t, row.zone, "2026-03-01 00:00")).Build()
		if err != nil {
			t.Fatal(err)
		}
		var m solver.Resource
		for i, r := range loaded.Problem.Resources {
			if r.Name == "m" {
				m = r
				if other := loaded.Problem.Resources[i+1]; other.Manned != r.Manned {
					t.Errorf("%s: equal calendars are not shared", row.name)
				}
			}
		}
		if got := open(loaded, m, at(t, row.zone, row.from), at(t, row.zone, row.to)); got != row.want {
			t.Errorf("%s: %d minutes, want %d", row.name, got, row.want)
		}
	}
}

// open counts the working minutes of a resource between two moments.
func open(l *instance.Loaded, r solver.Resource, from, to time.Time) (sum int32) {
	c := l.Problem.Calendars[r.Manned[0]]
	lo, hi := int32(from.Sub(l.Epoch).Minutes()), int32(to.Sub(l.Epoch).Minutes())
	for i := range c.Open {
		sum += max(0, min(hi, c.Close[i])-max(lo, c.Open[i]))
	}
	return sum
}

// An operation whose group takes no part in scheduling stays in the problem, without a resource.
func TestNoResource(t *testing.T) {
	shop, ops := oneMould()
	ops[0].GroupID = "g-off"
	file := aps.Translate(shop, at(t, shop.Zone, "2026-03-02 08:00"))
	if got := fmt.Sprint(len(file.Ops), len(file.Ops[0].Modes)); got != "3 0" {
		t.Errorf("operations and modes: %s", got)
	}
}
