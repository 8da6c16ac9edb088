package production_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// fieldRules are "field rule" of what a save was refused for.
func fieldRules(err error) (rules []string) {
	var p *problem.Problem
	if errors.As(err, &p) {
		for _, f := range p.Fields {
			rules = append(rules, f.Field+" "+f.Rule)
		}
	}
	return rules
}

// A part has at least as many pieces as its batches share, whichever way its quantity is changed.
func TestAPartCannotFallBelowItsBatches(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10", "M1|P2|5"},
			"batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|4", "M1|P1|B2|3"},
		}
		if result := s.importBook(ctx, t, book(t, sheets)); !result.Committed {
			t.Fatalf("%+v", result.Faults)
		}
		var part production.Part
		var other production.Mould
		read(ctx, t, s, func(tx store.Tx) error {
			if err := tx.Select(&other).Where("mould_no = ?", "M2").Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&part).Where("part_no = ?", "P1").Scan(ctx)
		})
		for _, x := range []struct{ fields, want string }{
			{`"qty": 6`, "qty batchSum"}, {`"kind": 2`, "kind kind"}, {`"mouldId": "` + other.ID + `"`, "mouldId batches"}, {`"qty": 7`, ""}, {`"name": "core"`, ""},
		} {
			err := s.db.Write(ctx, func(tx store.Tx) error {
				current, err := s.production.Parts.Get(ctx, tx, part.ID)
				if err != nil {
					return err
				}
				_, err = s.production.Parts.Patch(ctx, tx, part.ID, changesOf(t, fmt.Sprintf(`{"version": %d, %s}`, current.Version, x.fields)))
				return err
			})
			if got := strings.Join(fieldRules(err), ","); got != x.want {
				t.Errorf("%s: %q, want %q (%v)", x.fields, got, x.want, err)
			}
		}
		parts := func(rows ...string) map[string][]string {
			return map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": append([]string{"mouldNo|partNo|qty"}, rows...)}
		}
		result := s.importBook(ctx, t, book(t, parts("M1|P2|4", "M1|P1|6")))
		if at := slices.IndexFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "batchSum" }); at < 0 || result.Faults[at].Sheet != "parts" || result.Faults[at].Row != 3 || result.Faults[at].Column != "qty" || result.Committed {
			t.Errorf("a file of parts alone: committed %v, %+v", result.Committed, result.Faults)
		}
		if result = s.importBook(ctx, t, book(t, parts("M1|P1|8"))); result.FaultCount != 0 || !result.Committed {
			t.Errorf("above the batches: %+v", result.Faults)
		}
		fewer := parts("M1|P1|2")
		fewer["batches"] = []string{"mouldNo|partNo|batchNo|qty", "M1|P1|B1|1", "M1|P1|B2|1"}
		if result = s.importBook(ctx, t, book(t, fewer)); result.FaultCount != 0 || !result.Committed {
			t.Errorf("with smaller batches in the same file: %+v", result.Faults)
		}
	})
}

// What is due on a day is exported as that day, though it is stored as its end; a file that is taken in again changes
// nothing.
func TestADeliveryIsExportedAsItsDay(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		if result := s.importBook(ctx, t, book(t, map[string][]string{
			"moulds":      {"mouldNo|delivery|release", "M1|2030-04-01|2030-01-05", "M2|2030-04-01 15:30|2030-01-05 07:45"},
			"parts":       {"mouldNo|partNo|due|materialReady", "M1|P1|2030-03-01|2030-02-01"},
			"operations":  {"mouldNo|partNo|opNo|process|hours|electrodeDesignDue", "M1|P1|10|" + mill + "|4|2030-02-28"},
			"outsourcing": {"mouldNo|partNo|opNo|orderedAt|promised", "M1|P1|10|2030-01-05|2030-01-31"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		for _, format := range []string{"csv", "xlsx"} {
			for what, x := range map[string]struct {
				export func(context.Context, *store.DB, resource.Query, string) (*api.File, error)
				want   map[string]string
			}{
				"moulds":      {s.production.Moulds.Export, map[string]string{"Delivery": "2030-04-01", "Release": "2030-01-05 00:00"}},
				"parts":       {s.production.Parts.Export, map[string]string{"Part delivery": "2030-03-01", "Material ready": "2030-02-01 00:00"}},
				"operations":  {s.production.Operations.Export, map[string]string{"Electrode design due": "2030-02-28"}},
				"outsourcing": {s.production.Outsourced.Export, map[string]string{"Promised": "2030-01-31"}},
			} {
				file, err := x.export(ctx, s.db, resource.Query{}, format)
				if err != nil {
					t.Fatal(err)
				}
				rows := rowsOf(t, file)
				if what == "moulds" && rows[2][slices.Index(rows[0], "Delivery")] != "2030-04-01 15:30" {
					t.Errorf("an hour of the day: %q", rows[2])
				}
				for title, want := range x.want {
					if at := slices.Index(rows[0], title); at < 0 || rows[1][at] != want {
						t.Errorf("%s as %s: %s is %q in %q, want %q", what, format, title, rows[1], rows[0], want)
					}
				}
			}
		}
		file, err := s.production.Moulds.Export(ctx, s.db, resource.Query{}, "csv")
		if err != nil {
			t.Fatal(err)
		}
		var again bytes.Buffer
		if err := file.Write(&again); err != nil {
			t.Fatal(err)
		}
		result, err := s.production.Moulds.Import(mayImport(ctx, t, "pm.mould"), s.db, resource.ImportFile{Data: again.Bytes()})
		if err != nil || result.Same != 2 || len(result.Faults) > 0 {
			t.Errorf("the export taken in again: %+v (%v)", result, err)
		}
	})
}

// rowsOf reads a file that was written.
func rowsOf(t *testing.T, file *api.File) (rows [][]string) {
	t.Helper()
	var written bytes.Buffer
	if err := file.Write(&written); err != nil {
		t.Fatal(err)
	}
	if err := sheet.Read(t.Context(), written.Bytes(), sheet.Limits{}, func(r sheet.Row) error { rows = append(rows, slices.Clone(r.Cells)); return nil }); err != nil {
		t.Fatal(err)
	}
	return rows
}

// CALL-17: an export without rows has its headings, and says that it has no more.
func TestAnEmptyExportHasItsHeadings(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for _, format := range []string{"csv", "xlsx"} {
			file, err := s.production.Moulds.Export(ctx, s.db, resource.Query{Search: "no such mould"}, format)
			if err != nil {
				t.Fatal(err)
			}
			if rows := rowsOf(t, file); len(rows) != 1 || rows[0][0] != "Mould no" || !file.Empty {
				t.Errorf("%s: %q, empty %v", format, rows, file.Empty)
			}
			written := httptest.NewRecorder()
			api.ServeFile(written, httptest.NewRequest(http.MethodGet, "/", nil), file)
			if written.Header().Get("X-Empty-Export") != "true" || written.Body.Len() == 0 {
				t.Errorf("%s: the client hears %v", format, written.Header())
			}
		}
	})
}
