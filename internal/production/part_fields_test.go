package production_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What is told of electrodes stands at electrodes alone: not in the row of a workpiece, not among what a list finds by it,
// not in the log of a workpiece that comes.
func TestTheStateOfAnElectrodeStandsAtElectrodesAlone(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		if result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1", "M1|P2|3"},
			"electrodes": {"mouldNo|electrodeNo|pieces|finish|millGroup|millHours", "M1|E1|2|1||"},
		})); !result.Committed {
			t.Fatalf("%+v", result.Faults)
		}
		file, err := s.production.Parts.Export(ctx, s.db, resource.Query{Sort: "partNo"}, "csv")
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(t, file)
		for title, want := range map[string][]string{"Electrode state": {"Designed", "", ""}, "Electrode pieces": {"2", "", ""}, "Finish": {"Rough", "", ""}, "Gap": {"0", "", ""}} {
			at := slices.Index(rows[0], title)
			if got := []string{rows[1][at], rows[2][at], rows[3][at]}; !slices.Equal(got, want) {
				t.Errorf("%s of E1, P1 and P2: %q, want %q", title, got, want)
			}
		}
		read(ctx, t, s, func(tx store.Tx) error {
			page, err := s.production.Parts.List(ctx, tx, resource.Query{Filters: map[string]string{"state": "1"}})
			if err == nil && (page.Total != 1 || page.Rows[0].PartNo != "E1") {
				t.Errorf("parts whose electrode state is “designed”: %d, want the electrode alone", page.Total)
			}
			return err
		})
		write(ctx, t, s, func(tx store.Tx) error {
			var assembly production.Part
			if err := tx.Select(&assembly).Where("part_no = ?", "P2").Scan(ctx); err != nil {
				return err
			}
			for _, change := range []string{`"state": 3`, `"pieces": 3`, `"gap": 0.1`, `"finish": 1`, `"designReady": "2030-03-01T00:00:00Z"`} {
				field, _, _ := strings.Cut(strings.Trim(change, `"`), `"`)
				_, err := s.production.Parts.Patch(ctx, tx, assembly.ID, changesOf(t, fmt.Sprintf(`{"version": %d, %s}`, assembly.Version, change)))
				if got := refusal(err); got != field+" condition" {
					t.Errorf("an assembly with %s: %q", change, got)
				}
			}
			return nil
		})
		for partNo, want := range map[string]bool{"E9": true, "P9": false} {
			read := ""
			err := s.db.Write(ctx, func(tx store.Tx) error {
				var mould production.Mould
				if err := tx.Select(&mould).Where("mould_no = ?", "M1").Scan(ctx); err != nil {
					return err
				}
				kind := map[bool]int{true: production.Electrode, false: production.Workpiece}[want]
				made, err := s.production.Parts.Create(ctx, tx, changesOf(t, fmt.Sprintf(`{"mouldId": %q, "partNo": %q, "kind": %d, "stockPosition": "R1"}`, mould.ID, partNo, kind)))
				if got := refusal(err); !want {
					if got != "stockPosition condition" {
						t.Errorf("a workpiece with the place of an electrode: %q", got)
					}
					made, err = s.production.Parts.Create(ctx, tx, changesOf(t, fmt.Sprintf(`{"mouldId": %q, "partNo": %q, "kind": %d}`, mould.ID, partNo, kind)))
				}
				if err != nil {
					return err
				}
				log, err := tx.History(ctx, s.production.Parts.Name(), made.ID, 10)
				for i := range log {
					read += string(log[i].Changes)
				}
				return err
			})
			if err != nil || strings.Contains(read, `"state"`) != want || strings.Contains(read, `"stockPosition"`) != want {
				t.Errorf("the log of %s names the state and place of an electrode: want %v in %s (%v)", partNo, want, read, err)
			}
		}
	})
}

// What was told of an electrode goes when it becomes a workpiece: made an electrode again, it begins anew.
func TestAWorkpieceKeepsNothingOfAnElectrode(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		if result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": {"mouldNo|electrodeNo|pieces|finish|millGroup|millHours", "M1|E1|5|1||", "M1|E2|5|1||"},
		})); !result.Committed {
			t.Fatalf("%+v", result.Faults)
		}
		for partNo, also := range map[string]string{"E1": "", "E2": `, "state": 1, "pieces": 1, "gap": 0, "finish": 0, "designReady": null, "stockPosition": ""`} {
			patch := func(change string) (part production.Part) {
				write(ctx, t, s, func(tx store.Tx) error {
					if err := tx.Select(&part).Where("part_no = ?", partNo).Scan(ctx); err != nil {
						return err
					}
					now, err := s.production.Parts.Patch(ctx, tx, part.ID, changesOf(t, fmt.Sprintf(`{"version": %d, %s}`, part.Version, change)))
					if err == nil {
						part = *now
					}
					return err
				})
				return part
			}
			if e := patch(`"state": 3, "gap": 0.1, "designReady": "2030-03-01T00:00:00Z", "stockPosition": "R1"`); e.State != production.ElectrodeInspected || e.Pieces != 5 {
				t.Fatalf("%s is %+v", partNo, e)
			}
			patch(`"kind": 1` + also)
			e := patch(`"kind": 2`)
			if e.State != production.ElectrodeDesigned || e.Pieces != 1 || e.Gap != 0 || e.Finish != 0 || e.DesignReady != nil || e.StockPosition != "" {
				t.Errorf("%s comes back as state %d, %d pieces, gap %v, finish %d, design %v, place %q", partNo, e.State, e.Pieces, e.Gap, e.Finish, e.DesignReady, e.StockPosition)
			}
		}
	})
}

// So it is by a workbook, whose preview names what goes.
func TestAWorkbookTakesWhatWasToldOfAnElectrode(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		parts := func(kind string) *production.ImportResult {
			t.Helper()
			result := s.importBook(ctx, t, book(t, map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|E1|" + kind}}))
			if !result.Committed {
				t.Fatalf("%+v", result.Faults)
			}
			return result
		}
		s.importBook(ctx, t, book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery", "M1|2030-03-20"},
			"electrodes": {"mouldNo|electrodeNo|pieces|finish|gap|state|designReady|stockPosition", "M1|E1|5|3|0.15|2|2030-03-01|R1"},
		}))
		told := []string{}
		for _, row := range parts("1").Rows {
			for _, c := range row.Changes {
				told = append(told, c.Label.En)
				if c.Label.En == "Finish" && (c.Before.Zh != "精" || c.Before.En != "Fine" || c.After.En != "") {
					t.Errorf("the preview clears the finish from %q to %q", c.Before.En, c.After.En)
				}
			}
		}
		slices.Sort(told)
		if want := []string{"Design ready", "Finish", "Gap", "Kind", "Pieces", "Status", "Stock position"}; !slices.Equal(told, want) {
			t.Errorf("the preview names %q, want each once: %q", told, want)
		}
		parts("2")
		read(ctx, t, s, func(tx store.Tx) error {
			var e production.Part
			if err := tx.Select(&e).Where("part_no = ?", "E1").Scan(ctx); err != nil {
				return err
			}
			if e.Kind != production.Electrode || e.State != production.ElectrodeDesigned || e.Pieces != 1 || e.Gap != 0 || e.Finish != 0 || e.DesignReady != nil || e.StockPosition != "" {
				t.Errorf("E1 comes back as %+v", e)
			}
			return nil
		})
	})
}
