package basedata_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// BASE-TEAM-01: the list says how many machines each group has: those of the factory that the reader may see.
func TestAGroupCountsItsMachines(t *testing.T) {
	each(t, func(s *shop) {
		other := must(s, s.master.Groups, team(s))
		section := must(s, s.master.Sections, map[string]any{"name": "HID", "chineseName": "隐藏"})
		for _, fields := range []map[string]any{{"name": "A1"}, {"name": "A2", "sectionId": section.ID}, {"name": "B1", "groupId": other.ID}} {
			if _, err := s.create(fields); err != nil {
				s.Fatal(err)
			}
		}
		counts := func(actor store.Actor) (got []string) {
			if err := s.db.Read(store.WithActor(s.T.Context(), actor), func(tx store.Tx) error {
				page, err := s.master.Groups.List(s.ctx, tx, resource.Query{Sort: "code", Size: 50})
				for _, g := range page.Rows {
					got = append(got, fmt.Sprintf("%s %d", g.Code, g.Machines))
				}
				return err
			}); err != nil {
				s.Fatal(err)
			}
			return got
		}
		if got := counts(s.actor); !slices.Equal(got, []string{"CNC 2", "T1 1"}) {
			s.Errorf("everybody sees %q", got)
		}
		blind := s.actor
		var hidden basedata.Machine
		s.write(func(tx store.Tx) error { return tx.Select(&hidden).Where("name = ?", "A2").Scan(s.ctx) })
		blind.Hidden = store.Hidden{Sections: []string{section.ID}, Machines: []string{hidden.ID}}
		if got := counts(blind); !slices.Equal(got, []string{"CNC 1", "T1 1"}) {
			s.Errorf("who sees less sees %q", got)
		}
		if got := counts(storetest.Tenant(s.T, s.db, "b")); len(got) != 0 {
			s.Errorf("another company sees %q", got)
		}
		// A count is no change of the group, and neither orders nor narrows its list.
		row := read(s, s.master.Groups, other.ID)
		row.Machines = 7
		s.write(func(tx store.Tx) error { return s.master.Groups.Save(s.ctx, tx, row) })
		s.write(func(tx store.Tx) error {
			if lines, err := tx.History(s.ctx, "group", other.ID, 9); err != nil || len(lines) != 1 {
				s.Errorf("the history says %+v, %v", lines, err)
			}
			for _, q := range []resource.Query{{Sort: "machineCount"}, {Filters: map[string]string{"machineCount": "1"}}} {
				if _, err := s.master.Groups.List(s.ctx, tx, q); len(resourcetest.Broken(err)) != 1 {
					s.Errorf("%+v: %v", q, err)
				}
			}
			return nil
		})
	})
}

// BASE-TEAM-01: the capacity is told for this week and seven more, with what is missing.
func TestTheCapacityOfAGroupIsToldByWeek(t *testing.T) {
	each(t, func(s *shop) {
		var asked []time.Time
		scheduled, units, day := true, 2, quantity.Minutes(480)
		master := basedata.New(basedata.Deps{GroupTime: func(_ context.Context, _ store.Tx, _ string, bounds []time.Time) (basedata.GroupTime, error) {
			asked = bounds
			out := basedata.GroupTime{Scheduled: scheduled, Units: units, Day: day}
			for range bounds[1:] {
				out.Stretches = append(out.Stretches, basedata.StretchTime{Staffed: 4800, Unattended: 60, Usual: 4920})
			}
			return out, nil
		}})
		capacity := func(id string) (c basedata.GroupCapacity, err error) {
			err = s.db.Read(s.ctx, func(tx store.Tx) (err error) { c, err = master.GroupCapacity(s.ctx, tx, id); return err })
			return c, err
		}
		c, err := capacity(s.groupID)
		if err != nil || len(c.Weeks) != 8 || len(asked) != 9 || len(c.Notes) != 0 || c.Shift != 480 || c.Units != 2 {
			s.Fatalf("%+v, %v", c, err)
		}
		zone := asked[0].Location()
		if now := store.Now(); asked[0].Weekday() != time.Monday || now.Before(asked[0]) || !now.Before(asked[1]) || asked[0].Hour() != 0 {
			s.Errorf("it begins %v", asked[0])
		}
		want := basedata.CapacityWeek{From: quantity.DateOf(asked[7], zone), Hours: 4800, Unattended: 60, Usual: 4920}
		if c.Weeks[7] != want {
			s.Errorf("the last week is %+v", c.Weeks[7])
		}
		scheduled, units, day = false, 0, 0
		if c, err = capacity(s.groupID); err != nil || !slices.Equal(c.Notes, []string{"scheduled", "shift", "units"}) {
			s.Errorf("with nothing to work: %+v, %v", c.Notes, err)
		}
		if err := change(s, s.master.Groups, s.groupID, 1, map[string]any{"kind": basedata.GroupSupplier}); err != nil {
			s.Fatal(err)
		}
		if c, err = capacity(s.groupID); err != nil || !slices.Equal(c.Notes, []string{"supplier"}) || len(c.Weeks) != 0 {
			s.Errorf("outside: %+v, %v", c, err)
		}
		if _, err := capacity(store.NewID()); !slices.Equal(resourcetest.Broken(err), []string{"404"}) {
			s.Errorf("of no group: %v", err)
		}
	})
}
