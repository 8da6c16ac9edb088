package app

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// An exported list is taken by the workbook: the columns that the workbook cannot keep are passed over, and named. A heading that
// neither knows is asked for as ever.
func TestTheWorkbookTakesExportedLists(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		ctx = mayImport(ctx, t, "pm.mould")
		if r, err := a.Production.Moulds.Import(ctx, a.DB, resource.ImportFile{Data: []byte("模具编号,名称,交期\nM1,上盖,2030-05-01\n")}); err != nil || !r.Committed {
			t.Fatal(err, r)
		}
		remarks := map[string]string{}
		for _, lang := range []string{problem.Chinese, problem.English} {
			for sheet, list := range listOfSheet {
				if strings.Contains(list, ".") || slices.Contains([]string{"parts", "electrodes", "operations", "batches", "outsourcing", "operationResources", "flowTimes"}, sheet) {
					continue // their export lacks a key of the sheet: it names the records above it in one cell, and flow times have a page of their own
				}
				in := problem.WithLanguage(ctx, lang)
				file, err := a.Entities.Find(list).(interface {
					Export(ctx context.Context, db *store.DB, q resource.Query, format string) (*api.File, error)
				}).Export(in, a.DB, resource.Query{}, "xlsx")
				var data bytes.Buffer
				if err == nil {
					err = file.Write(&data)
				}
				if err != nil {
					t.Fatal(err)
				}
				result, err := a.Production.Import(in, a.DB, production.Upload{Name: "list.xlsx", Data: data.Bytes(), DryRun: true, Trusted: true})
				if err != nil {
					t.Errorf("%s in %s: %v", list, lang, err)
					continue
				}
				for _, f := range result.Faults {
					switch {
					case f.Rule == "notKept" && f.Level == "warning" && f.Row == 1:
						remarks[sheet+" "+lang] = f.Message
					case f.Level == "error" && !(sheet == "shifts" && f.Column == "periods" || sheet == "calendars" && f.Column == "holidays"): // lines have a form of their own
						t.Errorf("%s in %s: %+v", list, lang, f)
					}
				}
				if len(result.Strange) > 0 || len(result.Unknown) > 0 || result.Total.Read == 0 && sheet != "exceptions" {
					t.Errorf("%s in %s: %+v %v %v", list, lang, result.Total, result.Strange, result.Unknown)
				}
			}
		}
		for at, want := range map[string]string{
			"moulds zh": "", "accuracyGrades zh": "工作簿没有这些列，已略过：“备注”、“状态”。请通过列表导入",
			"calendars en": "The workbook has no such columns and passes them over: “Status”; “Sort order”; “Remark”. Import them with the list",
		} {
			if remarks[at] != want {
				t.Errorf("%s: %q, want %q", at, remarks[at], want)
			}
		}
		result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "moulds.csv", Data: []byte("mouldNo,delivery,颜色\nM1,2030-05-01,red\n"), DryRun: true, Trusted: true})
		if err != nil || !slices.Equal(result.Strange["moulds"], []string{"颜色"}) || result.Total.Refused != 1 {
			t.Errorf("%v %+v", err, result)
		}
	})
}
