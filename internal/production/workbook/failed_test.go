package workbook_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/production/workbook"
)

// The file of refused rows has the columns of the file in its order, the empty ones too, so that the two can be compared.
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
				"Delivery|备注列|Name||Nr|Mould no|Project no||# Reason", "soon|急|Lid|loose||M1|P1|far|why", "2030-03-20|||||M2|||why",
			},
		},
		"an empty column without heading is none": {
			[]any{"moulds", [][]any{{"Nr", "", "mouldNo"}, {"1", "", "M1"}}},
			nil,
			[]string{"Nr|Mould no|Delivery|# Reason", "1|M1||why"},
		},
		"a mended cell of a column that the file lacks": {
			[]any{"moulds", [][]any{{"Nr", "mouldNo"}, {"1", "M1", "far"}}},
			[]workbook.Edit{{Sheet: "moulds", Row: 2, Column: "name", Value: "Lid"}},
			[]string{"Nr|Mould no||Name|Delivery|# Reason", "1|M1|far|Lid||why"},
		},
		"two sheets of one kind": {
			[]any{
				"moulds",
				[][]any{{"Nr", "mouldNo", "delivery"}, {"1", "M1", "2030-03-20"}},
				"模具",
				[][]any{{"delivery", "name", "mouldNo", "Ort", "Nr"}, {"2030-03-21", "Lid", "M2", "Ulm", "2"}},
			},
			nil,
			[]string{"Nr|Mould no|Ort|Delivery|Name|# Reason", "1|M1||2030-03-20||why", "2|M2|Ulm|2030-03-21|Lid|why"},
		},
		"no row may begin with the mark of a remark": {
			[]any{
				"moulds",
				[][]any{{"Nr", "mouldNo", "delivery"}, {"1", "M1", "2030-03-20"}},
				"模具",
				[][]any{{"mouldNo", "delivery", "Nr"}, {"M2", "2030-03-21", "#2"}},
			},
			nil,
			[]string{"Mould no|Nr|Delivery|# Reason", "M1|1|2030-03-20|why", "M2|#2|2030-03-21|why"},
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
