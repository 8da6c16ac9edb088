package workbook_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// The file of refused rows has the columns of the file in its order and with its headings, the empty ones too, so that the two can be
// compared.
func TestRefusedRowsKeepTheOrderOfTheColumns(t *testing.T) {
	head := []any{"交期", "备注列", "名称", "", "Nr", "# Reason", "mouldNo", "项目号"}
	for name, c := range map[string]struct {
		sheets []any
		edits  []workbook.Edit
		want   []string
	}{
		"one sheet": {
			[]any{"moulds", [][]any{head, {"soon", "急", "Lid", "loose", "", "old", "M1", "P1", "far"}, {"2030-03-20", "", "", "", "", "", "M2"}}},
			nil,
			[]string{
				"交期|备注列|名称||Nr|mouldNo|项目号||# Reason", "soon|急|Lid|loose||M1|P1|far|why", "2030-03-20|||||M2|||why",
			},
		},
		"an empty column without heading is none": {
			[]any{"moulds", [][]any{{"Nr", "", "mouldNo"}, {"1", "", "M1"}}},
			nil,
			[]string{"Nr|mouldNo|Delivery|# Reason", "1|M1||why"},
		},
		"a mended cell of a column that the file lacks": {
			[]any{"moulds", [][]any{{"Nr", "mouldNo"}, {"1", "M1", "far"}}},
			[]workbook.Edit{{Sheet: "moulds", Row: 2, Column: "name", Value: "Lid"}},
			[]string{"Nr|mouldNo||Name|Delivery|# Reason", "1|M1|far|Lid||why"},
		},
		"two sheets of one kind": {
			[]any{
				"moulds",
				[][]any{{"Nr", "mouldNo", "delivery"}, {"1", "M1", "2030-03-20"}},
				"模具",
				[][]any{{"delivery", "name", "mouldNo", "Ort", "Nr"}, {"2030-03-21", "Lid", "M2", "Ulm", "2"}},
			},
			nil,
			[]string{"Nr|mouldNo|Ort|delivery|name|# Reason", "1|M1||2030-03-20||why", "2|M2|Ulm|2030-03-21|Lid|why"},
		},
		"no row may begin with the mark of a remark": {
			[]any{
				"moulds",
				[][]any{{"Nr", "mouldNo", "delivery"}, {"1", "M1", "2030-03-20"}},
				"模具",
				[][]any{{"mouldNo", "delivery", "Nr"}, {"M2", "2030-03-21", "#2"}},
			},
			nil,
			[]string{"mouldNo|Nr|delivery|# Reason", "M1|1|2030-03-20|why", "M2|#2|2030-03-21|why"},
		},
	} {
		res, err := workbook.Parse(t.Context(), "x.xlsx", file(t, c.sheets...), workbook.Options{Keep: true, Edits: c.edits})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := workbook.WriteRows(&out, res.Raw, "en", func(workbook.Raw) string { return "why" }); err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := sheet.Read(t.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error { got = append(got, strings.Join(r.Cells, "|")); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}

// The mended file of refused rows is understood as its file was: by what is taught about its sheet and headings too. A heading that was
// given another meaning than its own is written as what it means.
func TestRefusedRowsAreUnderstoodAsTheirFile(t *testing.T) {
	data := file(t, "Liste", [][]any{{"Werkzeug", "Farbe", "Termin", "name"}, {"M1", "rot", "2030-03-20", "P7"}})
	taught := workbook.Taught{Sheet: "moulds", Columns: map[string]string{"Werkzeug": "mouldNo", "Termin": "delivery", "Farbe": "", "name": "projectNo"}}
	layout := ""
	options := workbook.Options{Keep: true, Taught: func(l string) (workbook.Taught, bool) {
		if layout == "" {
			layout = l
		}
		return taught, l == layout
	}}
	res, err := workbook.Parse(t.Context(), "x.xlsx", data, options)
	if err != nil {
		t.Fatal(err)
	}
	written := func() (out bytes.Buffer, heads []string) {
		if err := workbook.WriteRows(&out, res.Raw, "en", func(workbook.Raw) string { return "why" }); err != nil {
			t.Fatal(err)
		}
		if err := sheet.Read(t.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error {
			if heads == nil {
				heads = append([]string{r.Sheet}, r.Cells...)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return out, heads
	}
	if _, heads := written(); !slices.Equal(heads, []string{"Liste", "Werkzeug", "Farbe", "Termin", "Project no", "# Reason"}) {
		t.Errorf("%q", heads)
	}
	data, layout = file(t, "Liste", [][]any{{"Werkzeug", "Farbe", "Termin"}, {"M1", "rot", "2030-03-20"}}), ""
	if res, err = workbook.Parse(t.Context(), "x.xlsx", data, options); err != nil {
		t.Fatal(err)
	}
	out, heads := written()
	again, err := workbook.Parse(t.Context(), "failed.xlsx", out.Bytes(), options)
	if err != nil || len(again.Book.Moulds) != 1 || again.Book.Moulds[0].MouldNo != "M1" || again.Faults.Len() > 0 {
		t.Errorf("%q: %v %+v", heads, err, again)
	}
}

// The rows of a JSON come back in the order of their names there: a name that only a later row has stands behind its neighbour.
func TestRefusedRowsOfAJSONKeepTheOrderOfItsNames(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want []string
	}{
		"one row": {
			`{"parts": [{"name": "P", "Ort": "x", "partNo": "P1", "mouldNo": "M1", "qty": "soon"}]}`,
			[]string{"name|Ort|partNo|mouldNo|qty|# Reason", "P|x|P1|M1|soon|why"},
		},
		"a later row has more": {
			`{"parts": [{"name": "P", "partNo": "P1", "mouldNo": "M1"}, {"hardness": 5, "name": "P", "qty": 2, "Ort": "x", "partNo": "P2", "mouldNo": "M1"}]}`,
			[]string{"hardness|name|qty|Ort|partNo|mouldNo|# Reason", "|P|||P1|M1|why", "5|P|2|x|P2|M1|why"},
		},
	} {
		res, err := workbook.Parse(t.Context(), "x.json", []byte(c.file), workbook.Options{Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := workbook.WriteRows(&out, res.Raw, "en", func(workbook.Raw) string { return "why" }); err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := sheet.Read(t.Context(), out.Bytes(), sheet.Limits{}, func(r sheet.Row) error { got = append(got, strings.Join(r.Cells, "|")); return nil }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, c.want)
		}
	}
}

// Rows of several sheets whose headings were taught come back below the headings that everybody knows: the joined sheet is none that
// anything was taught of.
func TestTaughtHeadingsOfJoinedSheets(t *testing.T) {
	taught := workbook.Taught{Sheet: "parts", Columns: map[string]string{"Length (mm)": "length", "Termin": "due"}}
	head := []any{"mouldNo", "partNo", "Length (mm)", "Termin"}
	data := file(t, "Teile 1", [][]any{head, {"M1", "P1", "x", "2030-03-20"}}, "Teile 2", [][]any{head, {"M1", "P2", "y", "2030-03-21"}})
	res, err := workbook.Parse(t.Context(), "x.xlsx", data, workbook.Options{Keep: true, Taught: func(string) (workbook.Taught, bool) { return taught, true }})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := workbook.WriteRows(&out, res.Raw, "en", func(workbook.Raw) string { return "why" }); err != nil {
		t.Fatal(err)
	}
	again, err := workbook.Parse(t.Context(), "x.xlsx", out.Bytes(), workbook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Book.Parts) != 2 || again.Book.Parts[1].PartNo != "P2" {
		t.Errorf("read again: %+v", again.Book.Parts)
	}
	for f := range again.Faults.All() {
		if f.Rule == workbook.RuleUnknownColumn {
			t.Errorf("unknown when it is read again: %s", f.Column)
		}
	}
}
