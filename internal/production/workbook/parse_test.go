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
		res, err := workbook.Parse("b.xlsx", file(t, "moulds", [][]any{{"mouldNo", "delivery"}, {"Ｍ１\ufeff", day}}), workbook.Options{Zone: zone})
		if err != nil || len(res.Faults) > 0 {
			t.Errorf("%q: %v %+v", day, err, res)
			continue
		}
		if m := res.Book.Moulds[0]; m.MouldNo != "M1" || m.Delivery.Value.Day != "2027-05-01" {
			t.Errorf("%q: %+v", day, m)
		}
	}
	res, err := workbook.Parse("b.xlsx", file(t, "operations", [][]any{
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
	if i := slices.IndexFunc(res.Faults, func(f workbook.Fault) bool { return f.Row == 3 && f.Value == "#N/A" && f.Rule == "formula" }); i < 0 {
		t.Errorf("the error of a formula was taken: %+v", res.Faults)
	}
}
