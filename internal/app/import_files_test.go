package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// An empty factory needs one file: basic data and moulds that use it, checked without a trace and then written.
func TestOneFileFillsAnEmptyFactory(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		file := book(t, map[string][]string{
			"shifts": {"name|periods", "新班|08:00-12:00;13:00-24:00"}, "calendars": {"name|rest|holidays", "单休|0|2030-10-01"},
			"groups": {"code|name|calendar|shift", "NEW|新资源组|单休|新班", "BADG|坏资源组|没有|新班"}, "machines": {"name|group|workRate|automation|changerSlots", "NEW01|NEW|1.25|1|40", "NEW02|BADG|1|0|"},
			"exceptions": {"resource|from|to|kind|reason", "NEW01|2030-03-04 08:00|2030-03-04 12:00|1|保养"}, "flowTimes": {"up|down|hours", "NEW|" + demo.Factory().Groups[0].Code + "|1.5"},
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {"mouldNo|partNo|opNo|process|group|hours|lockResource|lock", "M1|P1|10|" + mill + "|NEW|4|NEW01|1"},
		})
		count := func() int {
			var n int
			if err := a.DB.Read(ctx, func(tx store.Tx) (err error) {
				n, err = tx.Select((*basedata.Machine)(nil)).Where("name = ?", "NEW01").Count(ctx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		checked := in.run(file, map[string]string{"dryRun": "true"})
		if c := checked.Counts; c["exceptions"].New != 1 || c["flowTimes"].New != 1 {
			t.Errorf("exceptions and flow times: %+v %+v: %+v", c["exceptions"], c["flowTimes"], checked.Faults)
		}
		if c := checked.Counts; c["shifts"].New != 1 || c["calendars"].New != 1 || c["groups"].New != 1 || c["groups"].Refused != 1 || c["machines"].New != 1 || c["operations"].New != 1 {
			t.Fatalf("the check: %+v", checked.Faults)
		}
		var faults []string
		for _, f := range checked.Faults {
			faults = append(faults, strings.Join([]string{f.Sheet, f.Column, f.Rule, f.Level}, " "))
		}
		if want := []string{"groups calendar reference error", "machines changerSlots notKept warning", "machines group reference error"}; !slices.Equal(faults, want) {
			t.Errorf("the faults: %q", faults)
		}
		if count() != 0 {
			t.Error("a check has written a machine")
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed || count() != 1 {
			t.Errorf("the commit: %+v", done)
		}
		if again := in.run(file, map[string]string{"dryRun": "true"}); again.Counts["exceptions"].Same != 1 || again.Counts["flowTimes"].Same != 1 {
			t.Errorf("exceptions and flow times again: %+v %+v", again.Counts["exceptions"], again.Counts["flowTimes"])
		}
		if again := in.run(file, map[string]string{"dryRun": "true"}); again.Counts["shifts"].Same != 1 || again.Counts["calendars"].Same != 1 || again.Counts["groups"].Same != 1 || again.Counts["machines"].Same != 1 {
			t.Errorf("again: %+v %+v %+v %+v", again.Counts["shifts"], again.Counts["calendars"], again.Counts["groups"], again.Counts["machines"])
		}
	})
}

// UPLOAD-01, UPLOAD-02: an import that accepts only .xls refuses every other format, says so, and takes the
// rows of a workbook of Excel 97 to 2003 as they stand there (testdata/moulds.xls was written by xlwt).
func TestAnImportOfOldWorkbooksAcceptsOnlyXLS(t *testing.T) {
	old, err := os.ReadFile("testdata/moulds.xls")
	if err != nil {
		t.Fatal(err)
	}
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		only := map[string]string{"dryRun": "true", "only": "xls"}
		for name, file := range map[string][]byte{"xlsx": book(t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}), "csv": []byte("mouldNo,delivery\nM1,2030-03-20\n")} {
			if status, r, _ := in.form("production/import", file, only); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), "File format not supported: only .xls accepted") {
				t.Errorf("%s: %d %s", name, status, r.Data)
			}
		}
		checked := in.run(old, only)
		if c := checked.Counts; c["moulds"].New != 2 || c["parts"].New != 3 || len(checked.Faults) != 0 {
			t.Fatalf("the check: %+v %+v", checked.Counts, checked.Faults)
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed {
			t.Fatalf("the commit: %+v", done.Faults)
		}
		var moulds []production.Mould
		var parts []production.Part
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			return errors.Join(tx.Select(&moulds).Where("mould_no LIKE 'OLD-%'").Order("mould_no").Scan(ctx), tx.Select(&parts).Scan(ctx))
		}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, m := range moulds {
			got = append(got, m.MouldNo+" "+m.Name+" "+m.Delivery.Add(-time.Minute).In(time.FixedZone("", 8*60*60)).Format("2006-01-02 15:04"))
			for _, p := range parts {
				if p.MouldID == m.ID {
					got = append(got, fmt.Sprint(m.MouldNo, " ", p.PartNo, " ", p.Qty))
				}
			}
		}
		if slices.Sort(got); strings.Join(got, ", ") != "OLD-1 Cover 2030-04-01 23:59, OLD-1 P1 2, OLD-1 P2 12, OLD-2 P1 1, OLD-2 后盖 2030-03-20 23:59" {
			t.Errorf("the rows of the old workbook came in as %q", got)
		}
	})
}
