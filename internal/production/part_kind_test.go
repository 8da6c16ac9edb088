package production_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A part with batches cannot become an electrode, nor a burned electrode anything else, by the workbook as by the form.
func TestTheKindOfAPartThatOthersRestOn(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		if result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10", "M1|P2|1"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + burn + "|6"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|6"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		for _, x := range []struct {
			mode, sheet, head string
			rows              []string
			want              string
		}{
			{"row", "parts", "mouldNo|partNo|kind", []string{"M1|P2|2", "M1|P1|2"}, "parts 3 kind: Electrodes cannot be batched"},
			{"mould", "parts", "mouldNo|partNo|kind", []string{"M1|E1|1"}, "parts 2 kind: Operation P1/20 burns with this electrode, which cannot become another kind: take it off the electrodes of that operation first"},
			{"replace", "parts", "mouldNo|partNo|kind", []string{"M1|P1|1", "M1|E1|3"}, "parts 3 kind: Operation P1/20 burns with this electrode, which cannot become another kind: take it off the electrodes of that operation first"},
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Trusted: true, DryRun: true, Mode: x.mode, Data: book(t, map[string][]string{x.sheet: append([]string{x.head}, x.rows...)})})
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, f := range result.Faults {
				got = append(got, fmt.Sprintf("%s %d %s: %s", f.Sheet, f.Row, f.Column, f.Texts.En))
			}
			if !slices.Contains(got, x.want) || result.Errors != 1 {
				t.Errorf("%s %s: %q", x.mode, x.rows, got)
			}
		}
		parts := map[string]production.Part{}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Part
			err := tx.Select(&all).Scan(ctx)
			for _, p := range all {
				parts[p.PartNo] = p
			}
			return err
		})
		if got := patched(ctx, t, s, s.production.Parts.Patch, parts["E1"].ID, parts["E1"].Version, `"kind": 1`); got != "kind burned" {
			t.Errorf("the form: %q", got)
		}
		for no, kind := range map[string]int{"E2": 1, "P2": 2} { // nothing rests on these
			if got := patched(ctx, t, s, s.production.Parts.Patch, parts[no].ID, parts[no].Version, fmt.Sprintf(`"kind": %d`, kind)); got != "" {
				t.Errorf("%s: %q", no, got)
			}
		}
	})
}

// An operation keeps an EDM process as long as electrodes stay with it, also where a file says nothing of them because their part has begun.
func TestABegunPartKeepsItsBurningProcess(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds, parts, operations := []string{"mouldNo|delivery", "M1|2030-03-20"}, []string{"mouldNo|partNo|qty", "M1|P1|2"}, "mouldNo|partNo|opNo|process|hours"
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": append(slices.Clone(parts), "M1|P2|1"), "electrodes": {"mouldNo|electrodeNo", "M1|E1"},
			"operations": {operations, "M1|P1|10|EDM|4", "M1|P2|10|CNC|4", "M1|P2|20|EDM|4"}, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|10|E1", "M1|P2|20|E1"},
		})
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P2|10|1|CN01|2026-01-05 08:00|1"}})
		_, faults := s.replaced(ctx, t, map[string][]string{
			"moulds": moulds, "parts": parts, "electrodes": {"mouldNo|electrodeNo", "M1|E1"}, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|10|E1"},
			"operations": {operations, "M1|P1|10|EDM|4", "M1|P2|20|CNC|4"},
		})
		if !slices.Contains(faults, "operations edm CNC") {
			t.Errorf("told is %q", faults)
		}
	})
}

// A process under operations that burn electrodes stays an EDM one, in the form, its list and the workbook.
func TestTheClassOfAProcessThatBurns(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		code := burn
		if result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + code + "|6", "M1|P1|30|" + code + "|6", "M1|P1|40|" + code + "|6"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2", "M1|P1|30|E1"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		var process basedata.Process
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&process).Where("code = ?", code).Scan(ctx) })
		err := s.db.Write(ctx, func(tx store.Tx) error {
			changed := process
			changed.Class = basedata.ClassMachining
			return s.master.Processes.Save(ctx, tx, &changed)
		})
		if p := problem.Of(err); len(p.Fields) != 1 || p.Fields[0].Field != "class" || !strings.Contains(p.Fields[0].Text().In("en"), "2 operations of this process burn electrodes") {
			t.Errorf("the form: %v", err)
		}
		list := "code,name,class\n" + code + "," + process.Name + ",machining\n"
		if result, err := s.master.Processes.Import(ctx, s.db, resource.ImportFile{Name: "x.csv", Data: []byte(list)}); err != nil || result.Committed || len(result.Faults) != 1 || result.Faults[0].Column != "class" {
			t.Errorf("the list: %+v, %v", result, err)
		}
		if got := patched(ctx, t, s, s.master.Processes.Patch, process.ID, process.Version, `"class": 4, "content": "x"`); got != "" {
			t.Errorf("another field: %q", got)
		}
	})
}
