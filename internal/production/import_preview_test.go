package production_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A faulty cell is mended in the preview, checked again without a second upload, and what is committed is the mended
// file; until then nothing is stored.
func TestAFaultyCellIsMendedInThePreview(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		checked := in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|four"},
		}), map[string]string{"dryRun": "true"})
		if len(checked.Faults) != 1 || checked.Errors != 1 {
			t.Fatalf("faults: %+v", checked.Faults)
		}
		f := checked.Faults[0]
		if f.Sheet != "operations" || f.Row != 2 || f.Column != "hours" || !f.Editable {
			t.Errorf("the fault is %+v", f)
		}
		edits := `[{"sheet":"operations","row":2,"column":"hours","value":"4"}]`
		again := in.run(nil, map[string]string{"dryRun": "true", "importId": checked.ImportID, "edits": edits})
		if again.Errors != 0 || again.Counts["operations"].New != 1 || len(again.Edits) != 1 {
			t.Fatalf("mended: %+v %+v", again.Faults, again.Counts["operations"])
		}
		if stored := storedMoulds(ctx, t, s); len(stored) != 0 {
			t.Errorf("a check has stored %v", stored)
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed {
			t.Errorf("not committed: %+v", done)
		}
		var o production.Operation
		if err := s.db.Read(ctx, func(tx store.Tx) error { return tx.Select(&o).Scan(ctx) }); err != nil || o.Minutes != 240 {
			t.Errorf("stored: %v %v", o.Minutes, err)
		}
		// A second commit of the same check changes nothing.
		if twice := in.run(nil, map[string]string{"importId": checked.ImportID}); twice.Committed || twice.Counts["operations"].Same != 1 {
			t.Errorf("committed twice: %+v", twice.Counts["operations"])
		}
		if status, r, _ := in.form("production/import", nil, map[string]string{"importId": store.NewID()}); status != http.StatusConflict || r.Code != problem.Refused {
			t.Errorf("an unknown check: %d %+v", status, r)
		}
		in = in.other() // a planner, who may import too and has not checked this file
		if status, r, _ := in.form("production/import", nil, map[string]string{"importId": checked.ImportID}); status != http.StatusConflict || r.Code != problem.Refused {
			t.Errorf("somebody else's check: %d %+v", status, r)
		}
	})
}

// The preview says of each row what would change, old and new beside each other, as people read it.
func TestThePreviewNamesWhatWouldChange(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		sheets := map[string][]string{
			"moulds": {"mouldNo|name|delivery", "M1|old|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
		}
		in.run(book(t, sheets), nil)
		sheets["moulds"] = []string{"mouldNo|name|customer|delivery|status", "M1|new|" + customer + "|2030-03-21|1"}
		sheets["operations"] = append(sheets["operations"], "M1|P1|20|"+mill+"|2.5")
		result := in.run(book(t, sheets), map[string]string{"dryRun": "true"})
		actions := map[string]string{}
		var changes []string
		for _, r := range result.Rows {
			actions[r.Sheet+" "+r.Key] = r.Action
			for _, c := range r.Changes {
				changes = append(changes, fmt.Sprintf("%s: %s > %s", c.Column, c.Before.En, c.After.En))
			}
		}
		for key, want := range map[string]string{"moulds M1": "changed", "parts M1 · P1": "same", "operations M1 · P1 · 10": "same", "operations M1 · P1 · 20": "new"} {
			if actions[key] != want {
				t.Errorf("%s: %q, want %q", key, actions[key], want)
			}
		}
		joined := strings.Join(changes, "; ")
		for _, want := range []string{"name: old > new", "delivery: 2030-03-20 > 2030-03-21", "status: Open > On hold"} {
			if !strings.Contains(joined, want) {
				t.Errorf("%q is missing in %q", want, joined)
			}
		}
		if strings.Contains(joined, customer) || !strings.Contains(joined, "customer:  > ") {
			t.Errorf("the customer is not named: %q", joined)
		}
	})
}

// Sheets and headers of the tenant's own are given a meaning once; the next file is understood.
func TestOwnHeadingsAreLearnt(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		strange := func(no string) []byte {
			return book(t, map[string][]string{"订单": {"工单|客户交期|颜色", no + "|2030-03-20|red"}})
		}
		first := in.run(strange("M1"), map[string]string{"dryRun": "true"})
		if len(first.Unknown) != 1 || first.Unknown[0].Name != "订单" || !slices.Equal(first.Unknown[0].Headers, []string{"工单", "客户交期", "颜色"}) {
			t.Fatalf("the unknown sheet is %+v", first.Unknown)
		}
		if status, r, _ := in.form("production/import", nil, map[string]string{"importId": first.ImportID, "dryRun": "true", "headings": `{"sheets":{"订单":"nothing"}}`}); status != http.StatusUnprocessableEntity {
			t.Errorf("a sheet that does not exist: %d %+v", status, r)
		}
		second := in.run(nil, map[string]string{"importId": first.ImportID, "dryRun": "true", "headings": `{"sheets":{"订单":"moulds"}}`})
		if !slices.Equal(second.Strange["moulds"], []string{"工单", "客户交期", "颜色"}) || second.Errors == 0 {
			t.Fatalf("strange headers: %+v", second.Strange)
		}
		taught := `{"columns":{"moulds":{"工单":"mouldNo","客户交期":"delivery","颜色":""}}}`
		if third := in.run(nil, map[string]string{"importId": first.ImportID, "dryRun": "true", "headings": taught}); third.Errors != 0 || third.Counts["moulds"].New != 1 {
			t.Fatalf("taught: %+v", third.Faults)
		}
		in.run(nil, map[string]string{"importId": first.ImportID})
		in.run(strange("M2"), nil)
		if stored := storedMoulds(ctx, t, s); !slices.Equal(stored, []string{"M1", "M2"}) {
			t.Errorf("stored: %v", stored)
		}
	})
}

// Several reasons of one row are joined as the language of the file does it.
func TestReasonsAreJoinedAsTheLanguageDoes(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		checked := in.run(book(t, map[string][]string{"moulds": {"mouldNo|delivery|priority", "BAD|someday|-4"}}), map[string]string{"dryRun": "true"})
		for lang, joint := range map[string]string{problem.Chinese: "；", problem.English: "; "} {
			in.header["Accept-Language"] = lang
			status, _, file := in.form("production/import/failed", nil, map[string]string{"importId": checked.ImportID})
			if status != http.StatusOK {
				t.Fatalf("%d %.200s", status, file)
			}
			var last []string
			if err := sheet.Read(t.Context(), file, sheet.Limits{}, func(r sheet.Row) error { last = slices.Clone(r.Cells); return nil }); err != nil {
				t.Fatal(err)
			}
			if why := last[len(last)-1]; !strings.Contains(why, joint) || lang == problem.Chinese && strings.Contains(why, ";") {
				t.Errorf("in %s: %q", lang, last)
			}
		}
	})
}

// The failed rows come back as a workbook with the reason beside each, which is read like any other once it is mended.
func TestTheFailedRowsComeBackWithTheirReasons(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		checked := in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "GOOD|2030-03-20", "BAD|2030-03-20"}, "parts": {"mouldNo|partNo", "GOOD|P1", "BAD|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "GOOD|P1|10|" + mill + "|4", "BAD|P1|10|" + mill + "|-4"},
		}), map[string]string{"dryRun": "true"})
		status, _, file := in.form("production/import/failed", nil, map[string]string{"importId": checked.ImportID})
		if status != http.StatusOK {
			t.Fatalf("%d %.200s", status, file)
		}
		var lines []string
		if err := sheet.Read(t.Context(), file, sheet.Limits{}, func(r sheet.Row) error {
			lines = append(lines, r.Sheet+": "+strings.Join(r.Cells, "|"))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		all := strings.Join(lines, "\n")
		if strings.Contains(all, "GOOD") || !strings.Contains(all, "moulds: BAD") || !strings.Contains(all, "|hours: must not be negative") || !strings.Contains(all, "Another row of this mould has an error") {
			t.Errorf("the file of the failed rows:\n%s", all)
		}
		if again := in.run(file, map[string]string{"dryRun": "true"}); again.Errors != 1 || again.Faults[0].Rule != "negative" || again.Counts["moulds"].Refused != 1 {
			t.Errorf("read again: %+v", again.Faults)
		}
	})
}

// A reason names the heading as it stands in the file, else what the column is called; a heading that keeps all rows out is named by
// each of them, beside what is wrong with the row itself, and with its sheet by the rows of other sheets.
func TestReasonsNameTheirHeadings(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		reasons := func(lang string, sheets map[string][]string) (rows []string) {
			checked := in.run(book(t, sheets), map[string]string{"dryRun": "true"})
			in.header["Accept-Language"] = lang
			status, _, file := in.form("production/import/failed", nil, map[string]string{"importId": checked.ImportID})
			if status != http.StatusOK {
				t.Fatalf("%d %.200s", status, file)
			}
			if err := sheet.Read(t.Context(), file, sheet.Limits{}, func(r sheet.Row) error {
				if r.Number > 1 {
					rows = append(rows, r.Sheet+" "+r.Cells[0]+" "+r.Cells[len(r.Cells)-1])
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if checked.Total.Refused != len(rows) {
				t.Errorf("%d rows are refused, the file holds %q", checked.Total.Refused, rows)
			}
			return rows
		}
		cells := map[string][]string{"moulds": {"mouldNo|Delivery|优先级", "M1|soon|", "M2||70", "M3|2030-03-20|-4"}, "parts": {"mouldNo|partNo", "M3|P1"}}
		if got, want := reasons(problem.English, cells), []string{
			"moulds M1 Delivery: must be a date, with or without a time, such as 2026-03-20 or 2026-03-20 17:00", "moulds M2 Delivery must not be empty", "moulds M3 优先级: must not be negative",
			"parts M3 Another row of this mould has an error",
		}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		unknown := map[string][]string{"moulds": {"mouldNo|颜色|delivery", "M1|red|2030-03-20", "M2|red|soon"}, "parts": {"mouldNo|partNo|qty", "M1|P1|1"}}
		for lang, want := range map[string][]string{
			problem.English: {
				"moulds M1 Unknown heading “颜色”: say which column it means, or leave it out",
				"moulds M2 delivery: must be a date, with or without a time, such as 2026-03-20 or 2026-03-20 17:00; Unknown heading “颜色”: say which column it means, or leave it out",
				"parts M1 Sheet “moulds”: Unknown heading “颜色”: say which column it means, or leave it out",
			},
			problem.Chinese: {
				"moulds M1 表头“颜色”无法识别：请指定对应的列，或忽略此列",
				"moulds M2 delivery：必须是日期，可以加上时间，例如 2026-03-20 或 2026-03-20 17:00；表头“颜色”无法识别：请指定对应的列，或忽略此列",
				"parts M1 工作表“moulds”：表头“颜色”无法识别：请指定对应的列，或忽略此列",
			},
		} {
			if got := reasons(lang, unknown); !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		}
	})
}
