package workbook_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/production/workbook"
)

// A key in words has a mark between its numbers that nobody writes in one, and leaves out what is not there; its owner is the
// mould, and the part where there is one.
func TestKeysInWords(t *testing.T) {
	operation, branched := workbook.OperationKey{Mould: "SA", Part: "B/C", Op: 10}, workbook.OperationKey{Mould: "SA/B", Part: "C", Op: 20, Branch: "a"}
	for _, c := range []struct {
		key         workbook.Key
		words       string
		mould, part string
	}{
		{workbook.Name("NAK80"), "NAK80", "", ""},
		{workbook.PartKey{Mould: "M1", Part: "P1"}, "M1 · P1", "M1", "P1"},
		{operation, "SA · B/C · 10", "SA", "B/C"},
		{branched, "SA/B · C · 20#a", "SA/B", "C"},
		{workbook.LinkKey{Operation: branched, Electrode: "E1"}, "SA/B · C · 20#a · E1", "SA/B", "C"},
		{workbook.ResourceKey{Operation: operation, Resource: "W1"}, "SA · B/C · 10 · W1", "SA", "B/C"},
		{workbook.TypeKey{Process: "CNC", PartType: "Core", Resource: "W1"}, "CNC · Core · W1", "", ""},
		{workbook.BatchKey{Mould: "M1", Part: "P1", Batch: "B1"}, "M1 · P1 · B1", "M1", "P1"},
		{workbook.ReportKey{Operation: operation}, "SA · B/C · 10", "SA", "B/C"},
		{workbook.ReportKey{Operation: operation, Batch: "B2"}, "SA · B/C · 10 · B2", "SA", "B/C"},
		{workbook.ExceptionKey{Resource: "W1", Start: time.Date(2026, 3, 5, 8, 30, 0, 0, time.UTC)}, "W1 · 2026-03-05 08:30", "", ""},
		{workbook.ExceptionKey{Group: "CNC", Start: time.Date(2026, 3, 5, 8, 30, 0, 0, time.UTC)}, "CNC · 2026-03-05 08:30", "", ""},
		{workbook.FlowKey{Up: "CNC", Down: "EDM"}, "CNC → EDM", "", ""},
	} {
		if got := c.key.String(); got != c.words {
			t.Errorf("%q, want %q", got, c.words)
		}
		if mould, part := workbook.Owner(c.key); mould != c.mould || part != c.part {
			t.Errorf("%s belongs to %q %q", c.words, mould, part)
		}
	}
}

// The number of an order that nobody has numbered tells the orders of one operation apart.
func TestOrderNumbers(t *testing.T) {
	for want, key := range map[string]workbook.ReportKey{
		"M1/P1/10":      {Operation: workbook.OperationKey{Mould: "M1", Part: "P1", Op: 10}},
		"M1/P1/10#a":    {Operation: workbook.OperationKey{Mould: "M1", Part: "P1", Op: 10, Branch: "a"}},
		"M1/P1/10/B1":   {Operation: workbook.OperationKey{Mould: "M1", Part: "P1", Op: 10}, Batch: "B1"},
		"M1/P1/10#a/B1": {Operation: workbook.OperationKey{Mould: "M1", Part: "P1", Op: 10, Branch: "a"}, Batch: "B1"},
	} {
		if got := key.OrderNo(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Keys are ordered by mould, part, number and branch, then by what is theirs alone: numbers as numbers, not as texts.
func TestKeysInOrder(t *testing.T) {
	op := func(mould, part string, no int, branch string) workbook.OperationKey {
		return workbook.OperationKey{Mould: mould, Part: part, Op: no, Branch: branch}
	}
	operations := []workbook.OperationKey{op("M1", "P1", 9, "b"), op("M1", "P1", 10, ""), op("M1", "P1", 10, "a"), op("M1", "P2", 5, ""), op("M2", "P1", 1, "")}
	inOrder(t, operations, workbook.OperationKey.Compare)
	inOrder(t, []workbook.PartKey{{"M1", "P1"}, {"M1", "P2"}, {"M2", "P1"}}, workbook.PartKey.Compare)
	inOrder(t, []workbook.LinkKey{{operations[0], "E2"}, {operations[1], "E1"}, {operations[1], "E2"}}, workbook.LinkKey.Compare)
	inOrder(t, []workbook.ResourceKey{{operations[0], "W2"}, {operations[1], "W1"}, {operations[1], "W2"}}, workbook.ResourceKey.Compare)
	inOrder(t, []workbook.ReportKey{{operations[0], "B2"}, {operations[1], ""}, {operations[1], "B1"}}, workbook.ReportKey.Compare)
	inOrder(t, []workbook.BatchKey{{"M1", "P1", "B2"}, {"M1", "P2", "B1"}, {"M1", "P2", "B2"}, {"M2", "P1", "B1"}}, workbook.BatchKey.Compare)
	inOrder(t, []workbook.Place{{"moulds", 0, 9}, {"moulds", 1, 2}, {"moulds", 1, 3}, {"parts", 0, 1}}, workbook.Place.Compare)
}

func inOrder[K comparable](t *testing.T, want []K, compare func(a, b K) int) {
	t.Helper()
	got := slices.Clone(want)
	slices.Reverse(got)
	if slices.SortFunc(got, compare); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if compare(want[0], want[0]) != 0 {
		t.Errorf("%v is not itself", want[0])
	}
}

// A row of resources names an operation, or a process and a part type: what it lacks is told at the column that lacks it.
func TestAResourceNamesAnOperationOrAType(t *testing.T) {
	for cells, want := range map[string]string{
		"M1,P1,10,,,W1":       "",
		"M1,P1,10,CNC,,W1":    "process either",
		"M1,P1,10,,Core,W1":   "process either",
		",,10,CNC,Core,W1":    "process either",
		"M1,P1,,,,W1":         "opNo required",
		"M1,,10,,,W1":         "partNo required",
		",P1,10,,,W1":         "mouldNo required",
		",,,CNC,Core,W1":      "",
		",,,CNC,,W1":          "partType required",
		",,,,Core,W1":         "process required",
		",,,,,W1":             "mouldNo required",
		"M1,P1,10,,,":         "resource required",
		"M1,P1,10,,,W1,b":     "",
		",,,CNC,Core,W1,b":    "process either",
		",,,,,W1,b":           "mouldNo required",
		"M1,,,CNC,Core,W1":    "process either",
		",P1,,CNC,Core,W1":    "process either",
		"M1,P1,10000,,,W1":    "opNo range",
		"-,-,-,CNC,Core,W1":   "",
		"M1,P1,10,-,-,W1,-":   "",
		"M1,P1,10,CNC,-,W1,-": "process either",
	} {
		res := parse(t, "operationResources.csv", []byte("mouldNo,partNo,opNo,process,partType,resource,branch\n"+cells+"\n"))
		got := ""
		for f := range res.Faults.All() {
			got += fmt.Sprint(f.Column, " ", f.Rule)
		}
		if got != want || (len(res.Book.OperationResources) == 1) != (want == "") {
			t.Errorf("%s: %q, want %q", cells, got, want)
		}
	}
	byType := workbook.OperationResource{Process: "CNC", PartType: "Core", Resource: "W1"}
	if key := (workbook.TypeKey{Process: "CNC", PartType: "Core", Resource: "W1"}); byType.Key() != key || byType.Scope() != (workbook.Scope{Process: "CNC", PartType: "Core"}) {
		t.Errorf("%v %v", byType.Key(), byType.Scope())
	}
	if own := (&workbook.OperationResource{MouldNo: "M1", PartNo: "P1", OpNo: 10, Resource: "W1"}); own.Scope() != workbook.OfMould("M1") || own.Key().String() != "M1 · P1 · 10 · W1" {
		t.Errorf("%v %v", own.Key(), own.Scope())
	}
}

// A report is about a batch only where it names one.
func TestTheBatchOfAReport(t *testing.T) {
	none, one := workbook.Progress{MouldNo: "M1", PartNo: "P1"}, workbook.Outsourcing{MouldNo: "M1", PartNo: "P1", BatchNo: "B1"}
	if none.Batch() != (workbook.BatchKey{}) || one.Batch() != (workbook.BatchKey{Mould: "M1", Part: "P1", Batch: "B1"}) {
		t.Errorf("%+v %+v", none.Batch(), one.Batch())
	}
}

// A row is named with its sheet only for a reader of another one, and without a name where the file has none.
func TestRowsInWords(t *testing.T) {
	pages := []workbook.Page{{Name: "First", Sheet: "moulds"}, {Name: "Second", Sheet: "moulds", Part: 1}, {Name: "", Sheet: "parts"}, {Name: "Electrodes", Sheet: "electrodes"}}
	from := workbook.Place{Sheet: "moulds", Row: 7}
	for _, c := range []struct {
		to     workbook.Place
		zh, en string
	}{
		{workbook.Place{Sheet: "moulds", Row: 2}, "第 2 行", "row 2"},
		{workbook.Place{Sheet: "moulds", Part: 1, Row: 2}, "工作表“Second”第 2 行", "row 2 of the sheet “Second”"},
		{workbook.Place{Sheet: "electrodes", Row: 3}, "工作表“Electrodes”第 3 行", "row 3 of the sheet “Electrodes”"},
		{workbook.Place{Sheet: "electrodes", Part: 1, Row: 3}, "第 3 行", "row 3"},
		{workbook.Place{Sheet: "parts", Row: 3}, "第 3 行", "row 3"},
	} {
		if words := workbook.RowWords(pages, from, c.to); words.In("zh") != c.zh || words.In("en") != c.en {
			t.Errorf("%+v: %s / %s", c.to, words.In("zh"), words.In("en"))
		}
	}
}
