package workbook_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/production/workbook"
)

// Numbers that differ in case or width alone are one: written as they are stored, else as the file has them first; what is
// stored in two ways keeps both. What tells a part in one mould tells nothing in another.
func TestNumbersHaveOneSpelling(t *testing.T) {
	res := parse(t, "x.xlsx", file(t,
		"moulds", [][]any{{"mouldNo", "delivery"}, {"m1", "2030-03-20"}, {"New-1", "2030-03-20"}},
		"parts", [][]any{{"mouldNo", "partNo", "parentPart"}, {"M1", "core", ""}, {"M1", "CORE", ""}, {"NEW-1", "Core", "ASM"}, {"new-1", "asm", ""}},
		"operations", [][]any{{"mouldNo", "partNo", "opNo", "branch", "process", "pred"}, {"M1", "core", 10, "Left", "CNC", ""}, {"M1", "core", 20, "", "CNC", "10#LEFT"}, {"New-1", "ASM", 10, "", "CNC", "CORE/10#left"}},
		"electrodes", [][]any{{"mouldNo", "electrodeNo"}, {"m1", "e1"}},
		"edmLinks", [][]any{{"mouldNo", "partNo", "opNo", "branch", "electrodeNo"}, {"m1", "core", 10, "LEFT", "e1"}},
		"operationResources", [][]any{{"mouldNo", "partNo", "opNo", "branch", "process", "partType", "resource"}, {"m1", "core", 10, "LEFT", "", "", "w1"}, {"", "", "", "", "cnc", "Core", "w1"}},
		"batches", [][]any{{"mouldNo", "partNo", "batchNo", "qty"}, {"m1", "core", "b1", 1}},
		"progress", [][]any{{"mouldNo", "partNo", "opNo", "branch", "batchNo", "status"}, {"m1", "core", 10, "LEFT", "B1", 2}},
		"outsourcing", [][]any{{"mouldNo", "partNo", "opNo", "branch", "batchNo"}, {"m1", "core", 10, "LEFT", "B1"}},
	))
	if res.Faults.Len() > 0 {
		t.Fatal(brief(res.Faults.List()))
	}
	stored := workbook.Spelling{}
	stored.KnowMould("M1")
	stored.KnowPart("M1", "core")
	stored.KnowPart("M1", "CORE") // beside the other one
	stored.KnowPart("M1", "E1")
	stored.KnowBranch("M1", "core", 10, "left")
	stored.KnowBatch("M1", "core", "B-1")
	res.Respell(stored)
	var got []string
	for _, s := range workbook.Sheets() {
		res.Book.Each(s.Code, func(line workbook.Line, scope workbook.Scope, key workbook.Key) {
			got = append(got, s.Code+": "+key.String())
			if line.Row < 2 || s.Code != "operationResources" && scope.Mould == "" {
				t.Errorf("%s: row %d of %q", s.Code, line.Row, scope.Mould)
			}
		})
	}
	want := []string{
		"moulds: M1", "moulds: New-1", "parts: M1 · core", "parts: M1 · CORE", "parts: New-1 · Core", "parts: New-1 · asm",
		"operations: M1 · core · 10#left", "operations: M1 · core · 20", "operations: New-1 · asm · 10", "electrodes: M1 · E1",
		"edmLinks: M1 · core · 10#left · E1", "operationResources: M1 · core · 10#left · w1", "operationResources: cnc · Core · w1",
		"batches: M1 · core · b1", "progress: M1 · core · 10#left · b1", "outsourcing: M1 · core · 10#left · b1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if parent := res.Book.Parts[2].ParentPart.Value; parent != "asm" {
		t.Errorf("the parent is %q", parent)
	}
	if p := res.Book.Operations[1].Pred.Value[0]; p.PartNo != "" || p.Branch != "left" {
		t.Errorf("%+v", p)
	}
	if p := res.Book.Operations[2].Pred.Value[0]; p.PartNo != "Core" || p.Branch != "left" {
		t.Errorf("%+v", p)
	}
	typed := map[string]string{}
	for at, was := range res.Typed {
		typed[at.Sheet] = was
		if at.Sheet == "parts" && at.Row < 4 {
			t.Errorf("row %d of the parts stays as it is typed", at.Row)
		}
	}
	wantTyped := map[string]string{
		"moulds": "m1", "operations": "M1 · core · 10#Left", "electrodes": "m1 · e1", "edmLinks": "m1 · core · 10#LEFT · e1", "operationResources": "m1 · core · 10#LEFT · w1",
		"batches": "m1 · core · b1", "progress": "m1 · core · 10#LEFT · B1", "outsourcing": "m1 · core · 10#LEFT · B1",
	}
	for sheet, was := range wantTyped {
		if sheet != "operations" && typed[sheet] != was {
			t.Errorf("%s was typed %q, want %q", sheet, typed[sheet], was)
		}
	}
	if _, there := typed["moulds"]; !there || res.Typed[workbook.Place{Sheet: "moulds", Row: 3}] != "" {
		t.Errorf("%v", res.Typed)
	}
}

// A fault names the row's mould and key as they are written at last, also where the row has no usable key; a repeat is told
// once, behind others of its sheet.
func TestFaultsAreRespelt(t *testing.T) {
	res := parse(t, "x.xlsx", file(t,
		"operations", [][]any{{"mouldNo", "partNo", "opNo", "process", "hours"}, {"M1", "P1", 10, "CNC", "x"}, {"m1", "", 20, "CNC", 1}, {"m1", "p1", 10, "CNC", 1}, {"M1", "P1", 10, "CNC", 1}, {"M1", "p1", "10", "CNC", 1}}))
	stored := workbook.Spelling{}
	stored.KnowMould("M1")
	res.Respell(stored)
	var got []string
	for _, f := range res.Faults.List() {
		key := ""
		if f.Key != nil {
			key = f.Key.String()
		}
		got = append(got, brief([]workbook.Fault{f})[0]+": "+f.Scope.Mould+" "+key+" "+f.Value)
	}
	want := []string{
		"operations 2 hours number: M1 M1 · P1 · 10 x", "operations 3 partNo required: M1  ", "operations 4 opNo duplicateKey: M1 M1 · P1 · 10 10",
		"operations 5 opNo duplicateKey: M1 M1 · P1 · 10 10", "operations 6 opNo duplicateKey: M1 M1 · P1 · 10 10",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
}

// Rows are taken out by their places, and their cells are shown as people write them.
func TestRowsOfABook(t *testing.T) {
	data := file(t, "moulds", [][]any{{"mouldNo", "name", "delivery", "priority"}, {"M1", "Lid", "2030-03-20", 50}, {"M2", "-", "2030-03-20 17:00", ""}}, "parts", [][]any{{"mouldNo", "partNo"}, {"M1", "P1"}})
	res := parse(t, "x.xlsx", data)
	text := res.Book.Cells("moulds", shanghai)
	for cell, want := range map[[2]any]string{
		{2, "mouldNo"}: "M1", {2, "name"}: "Lid", {2, "delivery"}: "2030-03-20", {2, "priority"}: "50", {3, "name"}: "-", {3, "delivery"}: "2030-03-20 17:00", {3, "priority"}: "", {3, "release"}: "",
		{4, "mouldNo"}: "", {1, "mouldNo"}: "", {2, "colour"}: "",
	} {
		if got := text(workbook.Place{Sheet: "moulds", Row: cell[0].(int)}, cell[1].(string)); got != want {
			t.Errorf("%v: %q, want %q", cell, got, want)
		}
	}
	if got := res.Book.Cells("nothing", time.UTC)(workbook.Place{Sheet: "nothing", Row: 2}, "mouldNo"); got != "" {
		t.Errorf("%q", got)
	}
	res.Book.Each("nothing", func(workbook.Line, workbook.Scope, workbook.Key) { t.Error("a row of no sheet") })
	res.Book.Drop(map[workbook.Place]bool{{Sheet: "moulds", Row: 2}: true, {Sheet: "nothing", Row: 2}: true})
	if len(res.Book.Moulds) != 1 || res.Book.Moulds[0].MouldNo != "M2" || len(res.Book.Parts) != 1 {
		t.Errorf("%+v", res.Book.Moulds)
	}
	raw, err := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	cells := map[string]string{"mouldNo": "M1", "Name": "Lid", "优先级": "50", "status": "", "colour": ""}
	for _, column := range slices.Sorted(maps.Keys(cells)) {
		if got := raw.Raw[0].Cell(column); got != cells[column] {
			t.Errorf("%s: %q", column, got)
		}
	}
	if (workbook.Raw{}).Cell("mouldNo") != "" || (workbook.Raw{Place: workbook.Place{Sheet: "moulds"}}).Cell("mouldNo") != "" {
		t.Error("a cell of no row")
	}
}
