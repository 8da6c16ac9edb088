package production_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production"
)

// The outcome of a large import is asked for again and again: what is read is bounded, its counts are of all, each action can
// be looked at, and each refused row that is listed has its reason.
func TestTheOutcomeOfALargeImportIsShort(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.planner(ctx, t)
		sheets := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty"}}
		for i := range 1500 {
			sheets["parts"] = append(sheets["parts"], fmt.Sprintf("M1|P%04d|1", i), fmt.Sprintf("M1|Q%04d|many", i))
		}
		if result := in.run(book(t, sheets), map[string]string{"mode": "row"}); len(result.Rows) != 3001 || len(result.Faults) != 1000 {
			t.Errorf("the answer of its own call: %d rows, %d faults", len(result.Rows), len(result.Faults))
		}
		status, _, raw := in.call(ctx, http.MethodGet, "production/import/run", "", nil)
		if status != http.StatusOK || len(raw) > 150<<10 {
			t.Errorf("%d, %d bytes", status, len(raw))
		}
		var run production.ImportRun
		in.get("production/import/run", &run)
		if run.Result == nil {
			t.Fatalf("%+v", run)
		}
		r, actions, why := run.Result, map[string]int{}, map[int]bool{}
		for _, f := range r.Faults {
			why[f.Row] = true
		}
		for _, row := range r.Rows {
			if actions[row.Action]++; row.Action == production.ActionRefused && !why[row.Row] {
				t.Errorf("row %d is refused without a reason", row.Row)
			}
		}
		if actions["new"] != 100 || actions["refused"] != 100 || r.RowCount != 3001 || r.FaultCount != 1500 || r.Total.New != 1501 || r.Total.Refused != 1500 || r.Causes[0].Count != 1500 {
			t.Errorf("%v of %d rows, %d faults, %+v, %+v", actions, r.RowCount, r.FaultCount, r.Total, r.Causes)
		}
	})
}

// IMPORT: what is refused is shown as the file writes it, beside the number that is stored: in the faults, the rows, the cells to mend
// and the file of the refused rows.
func TestRefusedRowsAreShownAsTheyWereTyped(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1"}}))
		in := s.planner(ctx, t)
		file := book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "m1|someday"}, "parts": {"mouldNo|partNo|qty", "m1|p1|many", "m1||2"}, "batches": {"mouldNo|partNo|batchNo|qty", "m1|e1|B1|1"},
		})
		result := in.run(file, map[string]string{"dryRun": "true"})
		var faults, rows []string
		for _, f := range result.Faults {
			faults = append(faults, fmt.Sprintf("%s %d %s %q of %s typed %s", f.Sheet, f.Row, f.Column, f.Value, f.MouldNo, f.Typed))
		}
		for _, r := range result.Rows {
			rows = append(rows, fmt.Sprintf("%s %d %s typed %s: %s", r.Sheet, r.Row, r.Key, r.Typed, r.Action))
		}
		if want := []string{
			`moulds 2 delivery "someday" of M1 typed m1`, `parts 2 qty "many" of M1 typed m1 · p1`, `parts 3 partNo "" of M1 typed m1`, `batches 2 partNo "e1" of M1 typed m1 · e1 · B1`,
		}; !slices.Equal(faults, want) {
			t.Errorf("the faults: %q, want %q", faults, want)
		}
		if want := []string{
			"moulds 2 M1 typed m1: refused", "parts 2 M1 · P1 typed m1 · p1: refused", "parts 3  typed m1: refused", "batches 2 M1 · E1 · B1 typed m1 · e1 · B1: refused",
		}; !slices.Equal(rows, want) {
			t.Errorf("the rows: %q, want %q", rows, want)
		}
		status, _, raw := in.form("production/import/failed", file, nil)
		var cells []string
		if err := sheet.Read(ctx, raw, sheet.Limits{}, func(r sheet.Row) error { cells = append(cells, r.Cells...); return nil }); err != nil || status != http.StatusOK {
			t.Fatalf("%d %v", status, err)
		}
		if text := strings.Join(cells, " "); strings.Contains(text, "M1") || strings.Contains(text, "P1") || strings.Contains(text, "E1") {
			t.Errorf("the file of the refused rows: %q", text)
		}
	})
}
