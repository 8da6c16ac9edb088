package production_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A spreadsheet program writes a day as its midnight. What is due then is due on that day in every list, whichever way it came
// in: as a workbook, a list or a form. Exported and imported again it is the same.
func TestTheMidnightOfASpreadsheetIsTheDayThatIsDue(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		dues := func() (all []string) {
			t.Helper()
			file, err := s.production.Moulds.Export(ctx, s.db, resource.Query{Sort: "mouldNo"}, "csv")
			if err != nil {
				t.Fatal(err)
			}
			rows := rowsOf(t, file)
			at := slices.Index(rows[0], "Delivery")
			for _, row := range rows[1:] {
				all = append(all, row[0]+" "+row[at])
			}
			return all
		}
		is := func(way string, want ...string) {
			t.Helper()
			if got := dues(); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", way, got, want)
			}
		}
		asMoment := "yyyy-mm-dd hh:mm"
		workbook := excelize.NewFile()
		style, err := workbook.NewStyle(&excelize.Style{CustomNumFmt: &asMoment})
		if err != nil {
			t.Fatal(err)
		}
		const sheet = "moulds"
		if err := workbook.SetSheetName("Sheet1", sheet); err != nil {
			t.Fatal(err)
		}
		for at, value := range map[string]any{"A1": "mouldNo", "B1": "delivery", "A2": "M1", "B2": 46508, "A3": "M2", "B3": "2027-05-01T00:00:00", "A4": "M3", "B4": "2027-04-30 24:00"} {
			if err := workbook.SetCellValue(sheet, at, value); err != nil {
				t.Fatal(err)
			}
		}
		if err := workbook.SetCellStyle(sheet, "B2", "B2", style); err != nil {
			t.Fatal(err)
		}
		var data bytes.Buffer
		if err := workbook.Write(&data); err != nil {
			t.Fatal(err)
		}
		if result := s.importBook(ctx, t, data.Bytes()); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		is("workbook", "M1 2027-05-01", "M2 2027-05-01", "M3 2027-04-30")

		list := func(text string) resource.ImportResult {
			t.Helper()
			result, err := s.production.Moulds.Import(mayImport(ctx, t, "pm.mould"), s.db, resource.ImportFile{Data: []byte("mouldNo,delivery\n" + text)})
			if err != nil || len(result.Faults) > 0 {
				t.Fatalf("%+v (%v)", result.Faults, err)
			}
			return result
		}
		list("M1,2027/6/1 0:00\nM2,2027-06-02 00:00:00\nM3,2027-06-03 24:00\n")
		is("list", "M1 2027-06-01", "M2 2027-06-02", "M3 2027-06-03")
		if again := list("M1,2027-06-01\nM2,2027-06-02\nM3,2027-06-03\n"); again.Same != 3 {
			t.Errorf("what the list shows, taken in again: %+v", again)
		}

		for typed, want := range map[string]string{
			"2027-07-01 00:00": "M1 2027-07-01", "20270702": "M1 2027-07-02", "２０２７－０７－０３": "M1 2027-07-03", "2027年7月4日 0:00": "M1 2027-07-04",
			"2027-07-05T00:00:00+08:00": "M1 2027-07-05", "2027-07-06T16:00:00Z": "M1 2027-07-06", "2027-07-07T16:00:00+00:00": "M1 2027-07-07",
		} {
			err := s.db.Write(ctx, func(tx store.Tx) error {
				var m production.Mould
				if err := tx.Select(&m).Where("mould_no = ?", "M1").Scan(ctx); err != nil {
					return err
				}
				_, err := s.production.Moulds.Patch(ctx, tx, m.ID, resourcetest.Body(t, map[string]any{"delivery": typed, "version": m.Version}))
				return err
			})
			if got := dues(); err != nil || got[0] != want {
				t.Errorf("form %q: %q (%v), want %s", typed, got, err, want)
			}
		}
	})
}
