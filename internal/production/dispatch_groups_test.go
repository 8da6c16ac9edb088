package production_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What is dispatched to groups is what has begun there and what the plan puts there, of open moulds, no more rows than are
// asked for; a group without work, or none, has none. The places of the floor are machines by group and open moulds.
func TestWhatIsDispatchedToGroups(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery|status", "M1|2030-03-20|0", "M2|2030-03-20|1"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2", "M1|P3", "M2|P1"}, "electrodes": {"mouldNo|electrodeNo|state", "M1|E1|2", "M1|E2|3"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P2|10|CNC|4", "M1|P3|10|EDM|4", "M2|P1|10|CNC|4", "M1|E1|10|CNC|1", "M1|E2|10|CNC|1",
			},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart", "M1|P1|10|1|CN01|2026-01-05 08:00"},
		})
		cnc, edm, qc := idOf(ctx, t, s, "数控组"), idOf(ctx, t, s, "放电组"), idOf(ctx, t, s, "检测组")
		list := func(most int, groups ...string) (rows []string, total int) {
			read(ctx, t, s, func(tx store.Tx) error {
				d, err := s.production.DispatchTo(ctx, tx, groups, most)
				if err != nil {
					return err
				}
				for _, r := range d.Rows {
					rows = append(rows, r.PartNo)
				}
				total = d.Total
				return nil
			})
			return rows, total
		}
		if rows, total := list(10, cnc, edm); !slices.Equal(rows, []string{"P1"}) || total != 1 {
			t.Errorf("without a plan: %q of %d", rows, total)
		}
		start := time.Date(2030, 1, 7, 0, 0, 0, 0, time.UTC)
		s.planned = map[string]production.Planned{}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Operation
			err := tx.Select(&all).Scan(ctx)
			for i := range all {
				s.planned[all[i].ID] = production.Planned{Start: start, End: start.Add(time.Hour)}
			}
			return err
		})
		if rows, total := list(10, cnc, edm); !slices.Equal(rows, []string{"P1", "E1", "P2", "P3"}) || total != 4 {
			t.Errorf("planned: %q of %d", rows, total)
		}
		if rows, total := list(2, cnc, edm); !slices.Equal(rows, []string{"P1", "E1"}) || total != 4 {
			t.Errorf("two of them: %q of %d", rows, total)
		}
		if rows, _ := list(10, edm); !slices.Equal(rows, []string{"P3"}) {
			t.Errorf("of one group: %q", rows)
		}
		if rows, total := list(10, qc); len(rows) != 0 || total != 0 {
			t.Errorf("of a group without work: %q", rows)
		}
		var places production.Places
		s.planner(ctx, t).get("mf/place", &places)
		var names []string
		for _, p := range places.Machines {
			names = append(names, p.Name)
		}
		if len(places.Moulds) != 1 || places.Moulds[0].Name != "M1" || !slices.Equal(names, []string{"ED01", "ED02", "CN01", "CN02", "CN03", "QC01", "TR01"}) {
			t.Errorf("%q %+v", names, places.Moulds)
		}
	})
}
