package app

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	files "mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// An exported list is taken by the workbook: the columns that the workbook cannot keep are passed over, and named. A heading that
// neither knows is asked for as ever.
func TestTheWorkbookTakesExportedLists(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		ctx = mayImport(ctx, t, "pm.mould")
		mill, _ := codes(t)
		var kind basedata.PartType
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			return tx.Select(&kind).Order("name").Limit(1, 0).Scan(ctx)
		}); err != nil {
			t.Fatal(err)
		}
		if result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Trusted: true, Data: book(t, map[string][]string{
			"moulds": {"mouldNo|name|delivery", "M1|上盖|2030-05-01"}, "electrodes": {"mouldNo|electrodeNo|pieces", "M1|E1|2"},
			"parts":              {"mouldNo|partNo|name|qty|due", "M1|P1|core|10|2030-04-01", "M1|P;2|plate|1|"},
			"operations":         {"mouldNo|partNo|opNo|branch|process|hours|pred", "M1|P1|10|A|" + mill + "|4|", "M1|P1|10|B|" + mill + "|4|", "M1|P1|20||" + mill + "|6|10"},
			"batches":            {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|4", "M1|P1|B2|6"},
			"operationResources": {"process|partType|resource", mill + "|" + kind.Name + "|CNR01"},
			"exceptions":         {"resource|from|to|kind", "CNR01|2030-03-05 08:00|2030-03-05 17:00|1"},
			"outsourcing":        {"mouldNo|partNo|opNo|branch|batchNo|orderedAt|promised", "M1|P1|10|B||2030-01-05|2030-01-31", "M1|P1|20||B2|2030-01-05|2030-01-31"},
		})}); err != nil || !result.Committed {
			t.Fatal(err, result)
		}
		remarks := map[string]string{}
		for _, lang := range []string{problem.Chinese, problem.English} {
			for sheet, list := range listOfSheet {
				if strings.Contains(list, ".") || sheet == "electrodes" {
					continue // a list of parts is the sheet of parts, with electrodes among them
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
				keys := keyHeadings(t, sheet, lang)
				if err := files.Read(in, data.Bytes(), files.Limits{}, func(r files.Row) error {
					for _, key := range keys {
						if !slices.ContainsFunc(r.Cells, func(c string) bool { return strings.TrimRight(c, " *") == key }) {
							t.Errorf("%s in %s has no column %q: %q", list, lang, key, r.Cells)
						}
					}
					keys = nil
					return nil
				}); err != nil {
					t.Error(err)
				}
				for _, f := range result.Faults {
					switch {
					case f.Rule == "notKept" && f.Level == "warning" && f.Row == 1:
						remarks[sheet+" "+lang] += f.Texts.In(lang)
						if toList := strings.Contains(f.Texts.En, "Import them with the list"); toList && !a.Entities.Find(list).Meta(func(string) bool { return true }).Imports {
							t.Errorf("%s in %s has no import of a list: %s", list, lang, f.Texts.In(lang))
						}
					case sheet == "shifts" && f.Column == "periods", sheet == "calendars" && f.Column == "holidays": // lines have a form of their own
						way := map[string]string{problem.Chinese: "这是列表导出的写法，工作簿不能读取：请在“", problem.English: "This is written as a list exports it"}[lang]
						if !strings.HasPrefix(f.Texts.In(lang), way) {
							t.Errorf("%s in %s: %s", list, lang, f.Texts.In(lang))
						}
					case f.Level == "error":
						t.Errorf("%s in %s: %+v", list, lang, f)
					}
				}
				if c := result.Total; sheet != "shifts" && sheet != "calendars" && c.New+c.Changed+c.Refused+c.NotReached > 0 {
					t.Errorf("%s in %s is not what is stored: %+v %+v", list, lang, c, result)
				}
				if len(result.Strange) > 0 || len(result.Unknown) > 0 || result.Total.Read == 0 {
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
		for at, want := range map[string]string{
			"operations zh": "。请填写在工作表“可用设备”中", "operations en": ". Fill them in on the sheet “EDM links”", "parts zh": "。请填写在工作表“电极”中", "parts en": ". Fill them in on the sheet “Electrodes”",
		} {
			if !strings.Contains(remarks[at], want) {
				t.Errorf("%s: %q is missing in %q", at, want, remarks[at])
			}
		}
		result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "moulds.csv", Data: []byte("mouldNo,delivery,颜色\nM1,2030-05-01,red\n"), DryRun: true, Trusted: true})
		if err != nil || !slices.Equal(result.Strange["moulds"], []string{"颜色"}) || result.Total.Refused != 1 {
			t.Errorf("%v %+v", err, result)
		}
	})
}

// keyHeadings are the headings of the keys of a sheet. An eligible machine of a list is one of a process and a part type, never
// of an operation.
func keyHeadings(t *testing.T, code, lang string) (headings []string) {
	t.Helper()
	for _, s := range workbook.Sheets() {
		for _, c := range s.Columns {
			ofOperation := slices.Contains([]string{"mouldNo", "partNo", "opNo", "branch"}, c.Code)
			if s.Code == code && c.Key && (code != "operationResources" || !ofOperation) {
				headings = append(headings, c.Label.In(lang))
			}
		}
	}
	if len(headings) == 0 {
		t.Errorf("the sheet %s has no keys", code)
	}
	return headings
}
