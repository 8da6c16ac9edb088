package workbook_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// An edit lies over the cell of its row and column, also where the file has no such column; other rows keep theirs.
func TestEditsLieOverTheFile(t *testing.T) {
	file := []byte("mouldNo,delivery\nM1,soon\nM2,2030-03-20\n")
	res, err := workbook.Parse(t.Context(), "moulds.csv", file, workbook.Options{Keep: true, Edits: []workbook.Edit{
		{Sheet: "moulds", Row: 2, Column: "delivery", Value: " 2030-01-02 "}, {Sheet: "moulds", Row: 3, Column: "name", Value: "Lid"}, {Sheet: "parts", Row: 2, Column: "name", Value: "no such sheet"},
	}})
	if err != nil || len(res.Faults.List()) != 0 {
		t.Fatalf("%v %+v", err, res.Faults.List())
	}
	m := res.Book.Moulds
	if m[0].Delivery.Value.Day != "2030-01-02" || m[1].Name.Or("") != "Lid" || m[1].Delivery.Value.Day != "2030-03-20" {
		t.Errorf("%+v", m)
	}
	if len(res.Raw) != 2 || res.Raw[0].Cell("delivery") != "2030-01-02" || res.Raw[1].Cell("name") != "Lid" {
		t.Errorf("the rows as they were read: %+v", res.Raw)
	}
}

// Rows of a second sheet with the same meaning have numbers of their own, so that no edit reaches them by mistake.
func TestEditsDoNotReachASecondSheetOfTheSameMeaning(t *testing.T) {
	page := func(name, no string) sheet.Page {
		return sheet.Page{Name: name, Columns: []sheet.Column{{Title: "mouldNo"}, {Title: "delivery"}}, Rows: slices.Values([][]any{{no, "soon"}})}
	}
	var file bytes.Buffer
	if err := sheet.WriteXLSX(&file, page("moulds", "M1"), page("模具", "M2")); err != nil {
		t.Fatal(err)
	}
	res, err := workbook.Parse(t.Context(), "x.xlsx", file.Bytes(), workbook.Options{Edits: []workbook.Edit{{Sheet: "moulds", Row: 2, Column: "delivery", Value: "2030-01-02"}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Faults.List()) != 1 || res.Faults.List()[0].Scope.Mould != "M2" || res.Faults.List()[0].Part != 1 || res.Book.Moulds[1].Part != 1 {
		t.Errorf("%+v", res.Faults.List())
	}
}

// A sheet that nobody knows is told with its headers and a guess; a name of the tenant's own gives it a meaning, or
// leaves it out.
func TestUnknownSheetsAreTold(t *testing.T) {
	page := sheet.Page{Name: "Werkzeuge", Columns: []sheet.Column{{Title: "mouldNo"}, {Title: "delivery"}, {Title: "Farbe"}}, Rows: slices.Values([][]any{{"M1", "2030-03-20", "rot"}})}
	var file bytes.Buffer
	if err := sheet.WriteXLSX(&file, page); err != nil {
		t.Fatal(err)
	}
	res, err := workbook.Parse(t.Context(), "x.xlsx", file.Bytes(), workbook.Options{})
	if !errors.Is(err, workbook.ErrNoSheet) || len(res.Unknown) != 1 || res.Unknown[0].Guess != "moulds" || len(res.Unknown[0].Headers) != 3 {
		t.Fatalf("%v %+v", err, res)
	}
	res, err = workbook.Parse(t.Context(), "x.xlsx", file.Bytes(), workbook.Options{Sheets: map[string]string{"werkzeuge": "moulds"}})
	if err != nil || len(res.Book.Moulds) != 1 || !slices.Equal(res.Strange["moulds"], []string{"Farbe"}) {
		t.Errorf("%v %+v", err, res)
	}
	if res, err = workbook.Parse(t.Context(), "x.xlsx", file.Bytes(), workbook.Options{Sheets: map[string]string{"Werkzeuge": ""}}); !errors.Is(err, workbook.ErrNoSheet) || len(res.Unknown) != 0 {
		t.Errorf("left out: %v %+v", err, res)
	}
}

// Rows are written with their reasons, which a second reading skips; rows without one are left out.
func TestRowsAreWrittenWithTheirReasons(t *testing.T) {
	res, err := workbook.Parse(t.Context(), "moulds.csv", []byte("mouldNo,delivery,name\nM1,soon,=1+1\nM2,2030-03-20,\n"), workbook.Options{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{"zh", "en"} {
		var file bytes.Buffer
		if err := workbook.WriteRows(&file, res.Raw, lang, func(r workbook.Raw) string {
			return map[int]string{2: "not a date"}[r.Row]
		}); err != nil {
			t.Fatal(err)
		}
		var lines []string
		if err := sheet.Read(t.Context(), file.Bytes(), sheet.Limits{}, func(r sheet.Row) error { lines = append(lines, strings.Join(r.Cells, "|")); return nil }); err != nil {
			t.Fatal(err)
		}
		if len(lines) != 2 || !strings.HasSuffix(lines[1], "not a date") || !strings.HasPrefix(lines[1], "M1|") {
			t.Errorf("%s: %q", lang, lines)
		}
		again, err := workbook.Parse(t.Context(), "x.xlsx", file.Bytes(), workbook.Options{})
		if err != nil || again.Faults.Len() != 1 || again.Faults.List()[0].Rule != workbook.RuleDate || again.Book.Moulds[0].Name.Value != "=1+1" {
			t.Errorf("%s: read again: %v %+v", lang, err, again)
		}
	}
}

// The file of refused rows has every cell of them: also below headings that mean nothing, below equal ones and below none.
func TestRefusedRowsKeepColumnsThatMeanNothing(t *testing.T) {
	for name, data := range map[string][]byte{
		"x.xlsx":      file(t, "moulds", [][]any{{"备注列", "mouldNo", "delivery", "备注列", ""}, {"急", "M1", "2030-03-20", 7, "loose"}, {"", "M2", "2030-03-21", "", ""}}),
		"moulds.csv":  []byte("备注列,mouldNo,delivery,备注列,\n急,M1,2030-03-20,7,loose\n,M2,2030-03-21,,\n"),
		"moulds.json": []byte(`{"moulds": [{"mouldNo": "M1", "备注列": "急", "delivery": "2030-03-20"}, {"mouldNo": "M2", "delivery": "2030-03-21", "ort": "Ulm"}]}`),
	} {
		res, err := workbook.Parse(t.Context(), name, data, workbook.Options{Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := workbook.WriteRows(&out, res.Raw, "en", func(workbook.Raw) string { return "unknown column" }); err != nil {
			t.Fatal(err)
		}
		var lines []string
		if err := sheet.Read(t.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error { lines = append(lines, strings.Join(r.Cells, "|")); return nil }); err != nil {
			t.Fatal(err)
		}
		want := []string{"备注列|mouldNo|delivery|备注列||# Reason", "急|M1|2030-03-20|7|loose|unknown column", "|M2|2030-03-21|||unknown column"}
		if name == "moulds.json" {
			want = []string{"mouldNo|备注列|delivery|ort|# Reason", "M1|急|2030-03-20||unknown column", "M2||2030-03-21|Ulm|unknown column"}
		}
		if !slices.Equal(lines, want) {
			t.Errorf("%s: %q", name, lines)
		}
	}
}
