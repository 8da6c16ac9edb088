package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// listOfSheet is the list that keeps the rows of a sheet.
var listOfSheet = map[string]string{
	"moulds": "mould", "parts": "part", "electrodes": "part", "operations": "operation", "batches": "batch", "outsourcing": "outsource-order",
	"materials": "material", "groups": "group", "machines": "machine", "shifts": "shift", "exceptions": "resource-exception",
}

// A choice has the same words in the workbook and in the list that keeps it. The columns of a planner's own records have the
// same name, too; the list of the parts may say whose it is: electrode state.
func TestTheWorkbookAndTheListsHaveOneWord(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		names, words := 0, 0
		for _, sheet := range workbook.Sheets() {
			list, known := listOfSheet[sheet.Code]
			if !known {
				continue
			}
			for _, f := range a.Entities.Find(list).Meta(func(string) bool { return true }).Fields {
				i := slices.IndexFunc(sheet.Columns, func(c workbook.Column) bool { return f.Key == c.Code || f.Key == c.Code+"Id" })
				if i < 0 {
					continue
				}
				column := sheet.Columns[i]
				if zh, en := column.Label.Zh, strings.ToLower(strings.TrimSuffix(column.Label.En, ".")); !sheet.Master && (!strings.HasSuffix(f.Label.Zh, zh) || !strings.HasSuffix(strings.ToLower(f.Label.En), en)) {
					t.Errorf("%s.%s is %v in the list, %v in the workbook", sheet.Code, column.Code, f.Label, column.Label)
				}
				names++
				for _, o := range column.Options {
					words++
					if !slices.ContainsFunc(f.Options, func(x resource.Option) bool {
						return x.Value == o.Value && fmt.Sprint(x.Label) == fmt.Sprint(o.Label)
					}) {
						t.Errorf("%s.%s: the list has %v, the workbook %v", sheet.Code, column.Code, f.Options, o.Label)
					}
				}
			}
		}
		if names < 60 || words < 30 {
			t.Errorf("%d columns and %d words were compared", names, words)
		}
	})
}

// Both ways of import read a mould's state in the words of people and refuse a day beyond the years with one sentence.
func TestBothWaysReadTheStatesAndDatesOfMoulds(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for i, word := range []string{"进行中", "暂停", "完成", "取消"} {
			file := []byte("mouldNo,delivery,status\nW" + word + ",2030-03-20," + word + "\n")
			result, err := a.Production.Moulds.Import(ctx, a.DB, resource.ImportFile{Name: "m.csv", Data: file, DryRun: true})
			if err != nil || result.Created != 1 || len(result.Faults) != 0 {
				t.Errorf("list, %s: %v %+v", word, err, result)
			}
			parsed, err := workbook.Parse(t.Context(), "moulds.csv", file, workbook.Options{})
			if err != nil || len(parsed.Book.Moulds) != 1 || parsed.Book.Moulds[0].Status.Or(-1) != i {
				t.Errorf("workbook, %s: %v", word, err)
			}
		}
		if production.MouldOpen != 0 {
			t.Error("a mould in work is not finished")
		}
		file := []byte("mouldNo,delivery\nW9,9999-12-31\n")
		result, err := a.Production.Moulds.Import(ctx, a.DB, resource.ImportFile{Name: "m.csv", Data: file, DryRun: true})
		parsed, bad := workbook.Parse(t.Context(), "moulds.csv", file, workbook.Options{})
		if err != nil || bad != nil || len(result.Faults) != 1 || parsed.Faults.Len() != 1 {
			t.Fatalf("%v %v %+v", err, bad, result)
		}
		const zh, en = "年份须在1990到2199之间", "The year must lie between 1990 and 2199"
		said := parsed.Faults.List()[0].Text
		if m := result.Faults[0].Message; said.Zh != zh || said.En != en || !strings.HasSuffix(m, zh) && !strings.HasSuffix(m, en) {
			t.Errorf("list %q, workbook %v", m, said)
		}
	})
}
