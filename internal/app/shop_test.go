package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Stretches of a working day by hand: rests, overtime that stops at the next period, nights.
func TestWorkPeriods(t *testing.T) {
	for _, row := range []struct {
		name           string
		periods        []basedata.Period
		deduct         bool
		work, overtime string
	}{
		{"a day with a rest", []basedata.Period{{Start: "08:00", End: "17:00", RestStart: "12:00", RestEnd: "13:00", Overtime: 180}}, true, "[[08:00 12:00] [13:00 17:00]]", "[[17:00 20:00]]"},
		{"rest not deducted", []basedata.Period{{Start: "08:00", End: "17:00", RestStart: "12:00", RestEnd: "13:00"}}, false, "[[08:00 17:00]]", "[]"},
		{"overtime up to the next period", []basedata.Period{{Start: "08:00", End: "12:00", Overtime: 180}, {Start: "13:00", End: "17:00"}}, true, "[[08:00 12:00] [13:00 17:00]]", "[[12:00 13:00]]"},
		{"overtime up to the next day", []basedata.Period{{Start: "08:00", End: "24:00", Overtime: 600}}, true, "[[08:00 24:00]]", "[[24:00 32:00]]"},
		{"night, rest after midnight", []basedata.Period{{Start: "22:00", End: "06:00", RestStart: "02:00", RestEnd: "02:30"}}, true, "[[22:00 26:00] [26:30 30:00]]", "[]"},
		{"around the clock", []basedata.Period{{Start: "08:00", End: "08:00", Overtime: 60}}, true, "[[08:00 32:00]]", "[]"},
		{"rest at the end", []basedata.Period{{Start: "08:00", End: "12:00", RestStart: "11:00", RestEnd: "12:00"}}, true, "[[08:00 11:00]]", "[]"},
	} {
		work, overtime := workPeriods(basedata.Shift{Periods: row.periods}, row.deduct)
		if fmt.Sprint(work) != row.work || fmt.Sprint(overtime) != row.overtime {
			t.Errorf("%s: %v and %v, want %s and %s", row.name, work, overtime, row.work, row.overtime)
		}
	}
}

// The capacity of people by hand: members who are there; without members the number that was given, else as many as their
// hours fill shifts, at least one.
func TestHeadcount(t *testing.T) {
	day := [][2]string{{"08:00", "12:00"}, {"13:00", "17:00"}}
	valid := map[string]bool{"a": true, "b": true, "gone": false}
	for _, row := range []struct {
		name string
		g    basedata.Group
		want int
	}{
		{"two of three members", basedata.Group{UserIDs: []string{"a", "b", "gone"}, Members: 3}, 2},
		{"a number", basedata.Group{Members: 4, Capacity: quantity.Whole(80)}, 4},
		{"35 hours are four shifts of eight", basedata.Group{Capacity: quantity.Whole(35)}, 4},
		{"six hours are less than a shift", basedata.Group{Capacity: quantity.Whole(6)}, 1},
		{"all members are gone", basedata.Group{UserIDs: []string{"gone"}, Members: 1, Capacity: quantity.Whole(16)}, 2},
	} {
		if got := headcount(&row.g, valid, day); got != row.want {
			t.Errorf("%s: %d, want %d", row.name, got, row.want)
		}
	}
	if got := headcount(&basedata.Group{Capacity: quantity.Whole(16)}, valid, [][2]string{{"22:00", "30:00"}}); got != 2 {
		t.Errorf("a night shift: %d", got)
	}
}

// A member who is disabled or whose time is over is no capacity any more, without anybody saving the group; a group whose
// last day is over is not scheduled, one that has not begun waits for its first day.
func TestGroupsOfToday(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var group basedata.Group
		var members []identity.Member
		write(ctx, t, a, func(tx store.Tx) error {
			if err := tx.Select(&group).Where("kind = ?", basedata.GroupPeople).Where("scheduled = ?", true).Order("code").Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&members).Order("id").Limit(2, 0).Scan(ctx); err != nil {
				return err
			}
			group.UserIDs = nil
			for _, m := range members {
				group.UserIDs = append(group.UserIDs, m.ID)
			}
			return tx.Update(ctx, &group)
		})
		if len(members) != 2 {
			t.Fatalf("%d members", len(members))
		}
		now := func() (g model.Group) {
			read(ctx, t, a, func(tx store.Tx) error {
				shop, err := readOutline(ctx, tx, nil)
				if err == nil {
					g = shop.Groups[slices.IndexFunc(shop.Groups, func(g model.Group) bool { return g.ID == group.ID })]
				}
				return err
			})
			return g
		}
		if g := now(); g.Members != 2 || !g.Scheduled {
			t.Errorf("with both: %+v", g)
		}
		change := func(column string, value any) {
			write(ctx, t, a, func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set(column+" = ?", value).Where("id = ?", members[0].ID).Exec(ctx)
				return err
			})
		}
		change("expire_date", "2020-01-01")
		if g := now(); g.Members != 1 {
			t.Errorf("with one whose time is over: %d", g.Members)
		}
		change("expire_date", "")
		change("enabled", false)
		if g := now(); g.Members != 1 {
			t.Errorf("with one who is disabled: %d", g.Members)
		}
		life := func(from, to quantity.Date) model.Group {
			write(ctx, t, a, func(tx store.Tx) error {
				_, err := tx.Change((*basedata.Group)(nil)).Set("from_date = ?", from).Set("end_date = ?", to).Where("id = ?", group.ID).Exec(ctx)
				return err
			})
			return now()
		}
		if g := life("", "2020-01-01"); g.Scheduled {
			t.Error("past its last day it is scheduled")
		}
		if g := life("2040-01-01", "2040-12-31"); !g.Scheduled || len(g.Exceptions) != 2 || g.Exceptions[0].To.Year() != 2039 && g.Exceptions[0].To.Year() != 2040 {
			t.Errorf("before its first day: %+v", g.Exceptions)
		}
	})
}

// The phone and the plan wait for the same, in a mould where facts and routes go against one another.
func TestPhoneAndPlanWaitForTheSame(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		line := func(part string, no int, pred string) string {
			return fmt.Sprintf("M1|%s|%d|%s|4|%s", part, no, mill, pred)
		}
		finished := "|3|" + machineFor(ctx, t, a, mill) + "|2026-01-05 08:00|2026-01-05 14:00"
		result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery", "M1|2030-03-20"},
			"parts":      {"mouldNo|partNo|kind|parentPart|neededAtOp", "M1|P1|1||", "M1|P2|1|P1|20", "M1|P3|1||", "M1|Y|3||", "M1|Z|3||"},
			"electrodes": {"mouldNo|electrodeNo|state", "M1|E1|3", "M1|E2|1"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours|pred", line("P1", 10, ""), line("P1", 20, ""), line("P1", 30, ""), line("P1", 40, "20;P1/20"), line("P2", 10, ""), line("P2", 20, ""),
				line("P3", 10, "E1/10;E2/10"), line("P3", 20, "Z/10"), line("E1", 10, ""), line("E2", 10, ""), line("Y", 10, ""), line("Z", 10, ""),
			},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P1|20" + finished, "M1|P2|20" + finished, "M1|Y|10" + finished},
		}))
		if result.Errors != 0 || !result.Committed {
			t.Fatalf("%+v", result.Faults)
		}
		var d production.Dispatch
		in.get("mf/dispatch", &d)
		phone := map[string]string{}
		for _, r := range d.Rows {
			var before []string
			for _, w := range r.Waits {
				no, _, _ := strings.Cut(w, " ")
				before = append(before, no)
			}
			slices.Sort(before)
			phone[fmt.Sprintf("%s/%d", r.PartNo, r.OpNo)] = strings.Join(before, " ")
		}
		want := map[string]string{"P1/10": "", "P1/30": "P1/10 P2/10", "P1/40": "P1/10 P2/10", "P2/10": "", "P3/10": "E2/10", "P3/20": "Z/10", "E2/10": "", "Z/10": "P1/40"}
		if !maps.Equal(phone, want) {
			t.Errorf("the phone: %v, want %v", phone, want)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			shop, err := readShop(ctx, tx, nil)
			if err != nil {
				return err
			}
			plan, names := map[string]string{}, map[string]string{}
			routes := model.RoutesOf(&shop.Moulds[0])
			for _, finished := range []bool{true, false} {
				for _, p := range shop.Moulds[0].Parts {
					for _, o := range p.Ops {
						if names[o.ID] = fmt.Sprintf("%s/%d", p.No, o.No); finished || o.Status == production.Finished {
							continue
						}
						var before []string
						for _, x := range routes.Waited(o.ID) {
							if x.Status != production.Finished {
								before = append(before, names[x.ID])
							}
						}
						slices.Sort(before)
						plan[names[o.ID]] = strings.Join(before, " ")
					}
				}
			}
			if !maps.Equal(plan, want) {
				t.Errorf("the plan: %v, want %v", plan, want)
			}
			return nil
		})
	})
}

// What waits for parts that are built in names them, on the phone and on the list of the workshop, and both know a report at
// once: they ask the same routes.
func TestAssemblyWaitsForItsParts(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		in.run(book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "M1|2030-03-20|" + peopleGroup(ctx, t, a) + "|8|" + peopleGroup(ctx, t, a) + "|4"},
			"parts":      {"mouldNo|partNo|parentPart|drawingReady", "M1|P1||2029-01-01", "M1|P2|P1|"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|2", "M1|P2|10|" + mill + "|2"},
		}), nil)
		write(ctx, t, a, func(tx store.Tx) error { return a.Production.ImplySteps(ctx, tx, nil) })
		waits := func() map[string]string {
			var d production.Dispatch
			in.get("mf/dispatch?status=all", &d)
			got := map[string]string{}
			for _, r := range d.Rows {
				var before []string
				for _, w := range r.Waits {
					no, _, _ := strings.Cut(w, " ")
					before = append(before, no)
					if strings.HasSuffix(w, " ") {
						t.Errorf("%q names no process", w)
					}
				}
				got[fmt.Sprintf("%s/%d", r.PartNo, r.OpNo)] = strings.Join(before, " ")
			}
			return got
		}
		want := map[string]string{"P1/10": "P2/10", "P1/20": "P1/10", "P2/10": "", "ASM/10": "P1/20", "ASM/20": "ASM/10"}
		if got := waits(); !maps.Equal(got, want) {
			t.Errorf("the phone: %v, want %v", got, want)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			shop, err := readShop(ctx, tx, nil)
			if err != nil {
				return err
			}
			names, before := map[string]string{}, map[string]string{}
			for _, p := range shop.Moulds[0].Parts {
				for _, o := range p.Ops {
					names[o.ID] = fmt.Sprintf("%s/%d", p.No, o.No)
				}
				if (p.No == "P1") != (p.DrawingReady != nil) {
					t.Errorf("the drawing of %s: %v", p.No, p.DrawingReady)
				}
			}
			routes := model.RoutesOf(&shop.Moulds[0])
			for _, p := range shop.Moulds[0].Parts {
				for _, o := range p.Ops {
					var all []string
					for _, x := range routes.Waited(o.ID) {
						all = append(all, names[x.ID])
					}
					before[names[o.ID]] = strings.Join(all, " ")
				}
			}
			if !maps.Equal(before, want) {
				t.Errorf("the workshop: %v, want %v", before, want)
			}
			return nil
		})
		// A report changes how an operation stands, and its lock and program with it.
		read(ctx, t, a, func(tx store.Tx) error {
			var mould production.Mould
			if err := tx.Select(&mould).Where("mould_no = ?", "M1").Scan(ctx); err != nil {
				return err
			}
			standings, err := standingsOf(ctx, tx, []string{mould.ID}, nil)
			if len(standings) != 5 {
				t.Errorf("%d operations stand", len(standings))
			}
			return err
		})
	})
}

// Which moulds have a part with a date of its own is asked of those that are named, each answered once.
func TestMouldsOfDatedParts(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.importer(t).run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20", "M3|2030-03-20"},
			"parts":  {"mouldNo|partNo|due", "M1|P1|2030-03-01", "M1|P2|2030-03-02", "M2|P1|", "M3|P1|2030-03-01"},
		}), nil)
		read(ctx, t, a, func(tx store.Tx) error {
			var moulds []production.Mould
			if err := tx.Select(&moulds).Order("mould_no").Scan(ctx); err != nil {
				return err
			}
			dated, err := production.Dated(ctx, tx, []string{moulds[0].ID, moulds[1].ID})
			if !slices.Equal(dated, []string{moulds[0].ID}) {
				t.Errorf("of %s and %s dated are %v", moulds[0].ID, moulds[1].ID, dated)
			}
			return err
		})
	})
}

func peopleGroup(ctx context.Context, t *testing.T, a *App) string {
	t.Helper()
	var g basedata.Group
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		return tx.Select(&g).Where("kind = ?", basedata.GroupPeople).Order("code").Limit(1, 0).Scan(ctx)
	}); err != nil {
		t.Fatal(err)
	}
	return g.Code
}
