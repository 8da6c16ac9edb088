package aps

import (
	"context"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A dispatch list has the groups by section and name and their resources by name, whatever the order of the tasks; of a day to
// come what is worked then, of today what is open too; nothing that is finished, made outside, gone, or of another group.
func TestWhatStandsInADispatchList(t *testing.T) {
	storetest.EachURL(t, func(t *testing.T, url string) {
		db := storetest.Open(t, url)
		actor := storetest.Tenant(t, db, "a")
		actor.Zone = "UTC"
		ctx := store.WithActor(t.Context(), actor)
		now := *hour(20)
		shop := &model.Shop{Groups: []model.Group{{ID: "g"}}, Moulds: []model.Mould{{ID: "id-A", No: "A", Parts: []model.Part{{ID: "p", No: "P1", Qty: 1}}}}}
		a := New(Deps{DB: db, Now: func() time.Time { return now }, Shop: func(context.Context, store.Tx, []string) (*model.Shop, error) { return shop, nil }})
		list := func(day, group, section string) string {
			t.Helper()
			var d *DispatchList
			if err := db.Read(ctx, func(tx store.Tx) (err error) { d, err = a.Dispatch(ctx, tx, day, group, section); return err }); err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, g := range d.Groups {
				for _, r := range g.Resources {
					for _, x := range r.Tasks {
						text := g.Section + "/" + g.Group + "/" + r.Resource + "/" + x.TaskID
						if x.Overdue {
							text += "!"
						}
						all = append(all, text)
					}
				}
			}
			if d.InForce == nil {
				return "no plan is in force"
			}
			return strings.Join(all, " ")
		}
		if got := list("2026-03-02", "", ""); got != "no plan is in force" {
			t.Error(got)
		}
		row := func(id, section, group, on string, from float64, change ...func(*result.Task)) result.Task {
			x := bar(id, on, from, change...)
			x.SectionName, x.GroupName, x.PlanID = section, group, "plan"
			shop.Moulds[0].Parts[0].Ops = append(shop.Moulds[0].Parts[0].Ops, model.Operation{ID: id, No: len(shop.Moulds[0].Parts[0].Ops) + 1, GroupID: "g"})
			return x
		}
		rows := []result.Task{
			row("A9", "S2", "b", "M9", 8), row("A5", "S1", "z", "M5", 9), row("A4", "S2", "a", "M4", 10), row("A3", "S2", "b", "M3", 11), row("A6", "S1", "z", "M5", 12),
			row("A7", "S1", "z", "M5", 13), row("A1", "S1", "z", "M6", 13, func(x *result.Task) { x.Outsourced = true }), row("Agone", "S1", "z", "M5", 14),
			row("Anight", "S1", "z", "M7", 23.5), row("Auntil", "S1", "z", "M8", 23), row("Anext", "S1", "z", "M5", 24), row("Alast", "S1", "z", "M5", 47.5), row("Athird", "S1", "z", "M5", 48),
		}
		ops := shop.Moulds[0].Parts[0].Ops
		for i := range ops {
			switch ops[i].ID {
			case "A7":
				ops[i].Status = model.OpFinished
			case "Agone":
				ops[i].ID = "other"
			case "A6":
				ops[i].Status = model.OpRunning
			}
		}
		if err := db.Write(ctx, func(tx store.Tx) error {
			s := &entity.Schedule{Name: "s", StartTime: now}
			if err := tx.Insert(ctx, s); err != nil {
				return err
			}
			plan := &entity.Plan{ScheduleID: s.ID, Complete: true, Number: 1}
			if err := tx.Insert(ctx, plan); err != nil {
				return err
			}
			for i := range rows {
				rows[i].PlanID = plan.ID
				if err := tx.Insert(ctx, &rows[i]); err != nil {
					return err
				}
			}
			return tx.Insert(ctx, &entity.FactoryPlan{PlanID: plan.ID, ScheduleID: s.ID, Since: now})
		}); err != nil {
			t.Fatal(err)
		}
		const today = "S1/z/M5/A5 S1/z/M5/A6 S1/z/M7/Anight S1/z/M8/Auntil S2/a/M4/A4 S2/b/M3/A3 S2/b/M9/A9"
		for _, c := range []struct{ what, day, group, section, want string }{
			{"today", "2026-03-02", "", "", today},
			{"a group", "2026-03-02", "b", "", "S2/b/M3/A3 S2/b/M9/A9"},
			{"a section", "2026-03-02", "", "S1", "S1/z/M5/A5 S1/z/M5/A6 S1/z/M7/Anight S1/z/M8/Auntil"},
			{"a group of another section", "2026-03-02", "b", "S1", ""},
			{"tomorrow", "2026-03-03", "", "", "S1/z/M5/Anext S1/z/M5/Alast S1/z/M7/Anight"},
			{"the day before", "2026-03-01", "", "", ""},
		} {
			if got := list(c.day, c.group, c.section); got != c.want {
				t.Errorf("%s: %s\nwant %s", c.what, got, c.want)
			}
		}
		now = *hour(24) // the day has come
		if got := list("2026-03-03", "S1", ""); got != "" {
			t.Errorf("a section is no group: %s", got)
		}
		want := "S1/z/M5/A5! S1/z/M5/A6 S1/z/M5/Anext S1/z/M5/Alast S1/z/M7/Anight! S1/z/M8/Auntil!"
		if got := list("2026-03-03", "", "S1"); got != want {
			t.Errorf("what is open: %s\nwant %s", got, want)
		}
	})
}
