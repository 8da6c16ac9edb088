package production_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Each sheet of a planner needs the permission of its list for rows that are new, that change, or that a file which replaces its
// moulds does not hold any more; without it the rows of exactly these sheets are refused, and nothing of them is written.
func TestEachSheetOfAPlannerAsksForItsOwnPermission(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		take := func(sheets map[string][]string, mode string, dryRun bool, without string) *production.ImportResult {
			t.Helper()
			actor := planner
			actor.May = maps.Clone(planner.May)
			delete(actor.May, without)
			result, err := s.production.Import(store.WithActor(ctx, actor), s.db, production.Upload{Name: "x.xlsx", Data: book(t, sheets), Mode: mode, DryRun: dryRun})
			if err != nil {
				t.Fatalf("without %q: %v", without, err)
			}
			return result
		}
		refused := func(what string, sheets map[string][]string, mode string, want map[string][]string) {
			t.Helper()
			for permission, list := range want {
				result := take(sheets, mode, true, permission)
				var got []string
				for _, f := range result.Faults {
					if f.Rule == "permission" && strings.Contains(f.Texts.En, permission) && f.Level == "error" {
						got = append(got, f.Sheet)
					}
				}
				if slices.Sort(got); !slices.Equal(slices.Compact(got), list) {
					t.Errorf("%s without %s: refused are %q, want %q; %+v", what, permission, got, list, result.Faults)
				}
			}
			if result := take(sheets, mode, true, ""); result.FaultCount != 0 {
				t.Fatalf("%s with every permission: %+v", what, result.Faults)
			}
		}

		full := map[string][]string{
			"moulds": {"mouldNo|name|delivery", "M1|One|2030-03-20"}, "parts": {"mouldNo|partNo|name|qty", "M1|P1|One|4", "M1|P2|Two|1"},
			"electrodes":         {"mouldNo|electrodeNo|gap", "M1|E1|0.1", "M1|E2|0.1"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|EDM|4", "M1|P1|30|HT|4", "M1|P1|40|CNC|4"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo|burnSeq", "M1|P1|20|E1|1", "M1|P1|20|E2|2"},
			"operationResources": {"mouldNo|partNo|opNo|process|partType|resource|rank", "M1|P1|40|||CN02|1", "M1|P1|40|||CN01|2", "|||CNC|型腔|CN03|1"},
			"batches":            {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|1", "M1|P1|B2|2"},
			"progress":           {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|10|B1|1|CN01|2026-01-05 08:00|1"},
			"outsourcing":        {"mouldNo|partNo|opNo|batchNo|promised", "M1|P1|30|B1|2030-01-05", "M1|P1|30|B2|2030-01-05"},
		}
		refused("new rows", full, production.ModeRow, map[string][]string{
			"pm.mould.add": {"moulds"}, "bom.part.add": {"electrodes", "parts"}, "capp.operation.add": {"edmLinks", "operationResources", "operations"}, "capp.eligibleMachine.add": {"operationResources"},
			"bom.batch.add": {"batches"}, "mf.progress.modify": {"progress"}, "capp.outsource.add": {"outsourcing"},
		})
		if result := take(full, production.ModeRow, false, ""); result.FaultCount != 0 || !result.Committed {
			t.Fatalf("%+v", result.Faults)
		}

		refused("changed rows", map[string][]string{
			"moulds": {"mouldNo|name|delivery", "M1|Uno|2030-03-20"}, "parts": {"mouldNo|partNo|name", "M1|P1|Uno"},
			"electrodes":         {"mouldNo|electrodeNo|gap", "M1|E1|0.2"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "M1|P1|40|CNC|5"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo|burnSeq", "M1|P1|20|E1|2", "M1|P1|20|E2|1"},
			"operationResources": {"mouldNo|partNo|opNo|process|partType|resource|rank", "M1|P1|40|||CN02|3", "|||CNC|型腔|CN03|2"},
			"batches":            {"mouldNo|partNo|batchNo|qty", "M1|P1|B2|1"},
			"progress":           {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|10|B1|1|CN01|2026-01-05 08:00|2"},
			"outsourcing":        {"mouldNo|partNo|opNo|batchNo|promised", "M1|P1|30|B1|2030-01-06"},
		}, production.ModeRow, map[string][]string{
			"pm.mould.modify": {"moulds"}, "bom.part.modify": {"electrodes", "parts"}, "capp.operation.modify": {"edmLinks", "operationResources", "operations"}, "capp.eligibleMachine.modify": {"operationResources"},
			"bom.batch.modify": {"batches"}, "mf.progress.modify": {"progress"}, "capp.outsource.modify": {"outsourcing"},
		})

		moulds := full["moulds"]
		for _, gone := range []struct {
			sheets map[string][]string
			want   map[string][]string
		}{
			{map[string][]string{"parts": full["parts"][:2]}, map[string][]string{"bom.part.delete": {"parts"}}},
			{map[string][]string{"electrodes": full["electrodes"][:2]}, map[string][]string{"bom.part.delete": {"electrodes"}}},
			{map[string][]string{"operations": full["operations"][:4]}, map[string][]string{"capp.operation.delete": {"operations"}}},
			{map[string][]string{"edmLinks": full["edmLinks"][:2]}, map[string][]string{"capp.operation.modify": {"edmLinks"}}},
			{map[string][]string{"operationResources": full["operationResources"][:2]}, map[string][]string{"capp.operation.modify": {"operationResources"}}},
			{map[string][]string{"batches": full["batches"][:2]}, map[string][]string{"bom.batch.delete": {"batches"}}},
			{map[string][]string{"outsourcing": full["outsourcing"][:2]}, map[string][]string{"capp.outsource.delete": {"outsourcing"}}},
		} {
			gone.sheets["moulds"] = moulds
			refused("rows that go", gone.sheets, production.ModeReplace, gone.want)
		}

		// Refused as a whole, the mould keeps what the file would have removed.
		take(map[string][]string{"moulds": moulds, "parts": full["parts"][:2]}, production.ModeReplace, false, "bom.part.delete")
		read(ctx, t, s, func(tx store.Tx) error {
			n, err := tx.Select((*production.Part)(nil)).Count(ctx)
			if n != 4 {
				t.Errorf("%d parts are left, want P1, P2, E1 and E2", n)
			}
			return err
		})
	})
}
