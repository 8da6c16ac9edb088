package workbook_test

import (
	"slices"
	"testing"
	"time"

	"mouldworks/internal/production/workbook"
)

// What people type and what spreadsheet programs store is read like the plain form of the same value.
func TestValuesAsPeopleTypeThem(t *testing.T) {
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	for _, day := range []string{"2027-05-01", "2027/5/1", "2027.5.1", "2027年5月1日", "20270501", "46508", "２０２７年５月１日", "2027-05-01\u200b"} {
		res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, "moulds", [][]any{{"mouldNo", "delivery"}, {"Ｍ１\ufeff", day}}), workbook.Options{Zone: zone})
		if err != nil || len(res.Faults.List()) > 0 {
			t.Errorf("%q: %v %+v", day, err, res)
			continue
		}
		if m := res.Book.Moulds[0]; m.MouldNo != "M1" || m.Delivery.Value.Day != "2027-05-01" {
			t.Errorf("%q: %+v", day, m)
		}
	}
	res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, "operations", [][]any{
		{"mouldNo", "partNo", "opNo", "process", "hours", "group"},
		{"M1", "P1", "１０", "CNC", "1,234.5", "－"},
		{"M1", "P1", 20, "CNC", "１．５", "#N/A"},
	}), workbook.Options{Zone: zone})
	if err != nil {
		t.Fatal(err)
	}
	first, second := res.Book.Operations[0], res.Book.Operations[1]
	if first.OpNo != 10 || first.Hours.Value.Hours().String() != "1234.5" || first.Group.State != workbook.Cleared || second.Hours.Value != 90 {
		t.Errorf("%+v %+v", first, second)
	}
	if i := slices.IndexFunc(res.Faults.List(), func(f workbook.Fault) bool { return f.Row == 3 && f.Value == "#N/A" && f.Rule == "formula" }); i < 0 {
		t.Errorf("the error of a formula was taken: %+v", res.Faults.List())
	}
}

// Periods are read with any dash or tilde between the times, and what is none is told with an example of its own column.
func TestPeriodsAndPredecessorsAreToldWithAnExample(t *testing.T) {
	for _, text := range []string{"08:00-12:00", "08:00—12:00", "08:00~12:00", "08:00～12:00", "０８：００～１２：００", "08:00\u301c12:00"} {
		if p, ok := workbook.ParsePeriod(text); !ok || p != (workbook.Period{Start: 480, End: 720}) {
			t.Errorf("%q is %v, %v", text, p, ok)
		}
	}
	for _, c := range []struct {
		sheet  string
		rows   [][]any
		zh, en string
	}{
		{"shifts", [][]any{{"name", "periods"}, {"D", "8 to 12"}}, "“8 to 12”不是时段，请写 08:00-12:00，多个用分号隔开", "“8 to 12” is not a period; write 08:00-12:00, several separated by semicolons"},
		{"operations", [][]any{{"mouldNo", "partNo", "opNo", "process", "pred"}, {"M1", "P1", 20, "CNC", "first"}}, "“first”不是前工序，请写 10 或 P3/20，多个用分号隔开", "“first” is not a predecessor; write 10 or P3/20, several separated by semicolons"},
	} {
		res, err := workbook.Parse(t.Context(), "b.xlsx", file(t, c.sheet, c.rows), workbook.Options{})
		if err != nil {
			t.Fatal(err)
		}
		faults := res.Faults.List()
		if len(faults) != 1 || faults[0].Text.In("zh") != c.zh || faults[0].Text.In("en") != c.en {
			t.Errorf("%s: %+v", c.sheet, faults)
		}
	}
}
