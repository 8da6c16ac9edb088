package app

import (
	"context"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/operationlog"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What an import says of its rows: whose fault it is, in which row of which sheet, in both languages.
func TestAnImportNamesRowsAndCauses(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		upload := production.Upload{Name: "x.xlsx", Trusted: true, DryRun: true, Mode: production.ModeRow, Data: book(t, map[string][]string{
			"groups":     {"code|calendar|shift|section", "NEWG|nowhere|missing|"},
			"machines":   {"name|group|level", "NEWM|NEWG|", "NEWN|elsewhere|"},
			"exceptions": {"resource|from|to|kind", "NEWM|2031-03-05 08:00|2031-03-05 09:00|1"},
			"shifts":     {"name|periods", "Endless|17:00-17:00", "Around|00:00-24:00"},
			"moulds":     {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20||", "M2|20 May||", "M3|21 May||", "M4|2030-03-20|NEWG|2"},
			"parts":      {"mouldNo|partNo", "M1|P1", "M2|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours|electrodesExpected", "M1|P1|10|" + mill + "|4|2", "M1|P1|20|" + mill + "|4|0", "M2|P1|10|" + mill + "|4|"},
		})}
		result, err := a.Production.Import(ctx, a.DB, upload)
		if err != nil {
			t.Fatal(err)
		}
		const zh, en = problem.Chinese, problem.English
		said := func(lang string) string {
			var lines []string
			for _, f := range result.Faults {
				lines = append(lines, f.Sheet+" "+f.Column+" "+f.Texts.In(lang))
			}
			return strings.Join(lines, "\n")
		}
		for text, lang := range map[string]string{
			"machines group It refers to “NEWG” in row 2 of the sheet “groups”, which has an error and stays out: mend that row first": en,
			"machines group 所引用的“NEWG”在工作表“groups”第 2 行，该行有错误，未导入：请先修正该行":                                                              zh,
			"machines group Resource group “elsewhere” does not exist":                                                                 en,
			"exceptions resource It refers to “NEWM” in row 2 of the sheet “machines”":                                                 en,
			"moulds assemblyGroup It refers to “NEWG” in row 2 of the sheet “groups”":                                                  en,
			"parts mouldNo It refers to “M2” in row 3 of the sheet “moulds”":                                                           en,
			"operations electrodesExpected Only an EDM operation expects electrodes":                                                   en,
			"operations electrodesExpected 只有放电工序才能填写预计电极数":                                                                            zh,
			"shifts periods “17:00-17:00” begins and ends at the same time: write 00:00-24:00 for the whole day":                       en,
			"shifts periods “17:00-17:00”的开始和结束相同：全天请写 00:00-24:00":                                                                    zh,
		} {
			if !strings.Contains(said(lang), text) {
				t.Errorf("%q is missing in\n%s", text, said(lang))
			}
		}
		if strings.Contains(said(en), "“00:00-24:00”") || strings.Contains(said(en), "row 3 of the sheet “operations”") {
			t.Errorf("said too much:\n%s", said(en))
		}
		// Two dates that cannot be read are one kind of slip, each with its own row; names that nobody has stay apart.
		var dates []production.Cause
		for _, c := range result.Causes {
			if c.Rule == "date" {
				dates = append(dates, c)
			}
		}
		if len(dates) != 1 || dates[0].Count != 2 || dates[0].Value != "" || len(dates[0].Rows) != 2 || dates[0].Rows[0].Row != 3 || dates[0].Rows[1].Row != 4 {
			t.Errorf("%+v", dates)
		}
		sum := 0
		for _, c := range result.Causes {
			sum += c.Count
		}
		if sum != result.FaultCount {
			t.Errorf("the causes have %d of %d faults", sum, result.FaultCount)
		}
	})
}

// A mould without a release is released at the beginning of the factory's day, whatever the minute of the import; a shift
// is of the type that its times say, and a stored one keeps its own.
func TestWhatAFileLeavesOpen(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"},
			"shifts": {"name|periods|type", "Day9|08:00-17:00|", "Late9|16:00-24:00|", "Night9|20:00-08:00|", "Round9|00:00-24:00|", "Mine9|08:00-12:00|夜班"},
		}))
		a.importBook(ctx, t, book(t, map[string][]string{"shifts": {"name|periods", "Mine9|08:00-12:30", "Night9|08:00-12:00"}}))
		var m production.Mould
		var shifts []basedata.Shift
		read(ctx, t, a, func(tx store.Tx) error {
			if err := tx.Select(&m).Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&shifts).Where("name LIKE ?", "%9").Order("name").Scan(ctx)
		})
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		zone, err := time.LoadLocation(actor.Zone)
		if err != nil {
			t.Fatal(err)
		}
		if at := m.Release.In(zone); at.Hour()+at.Minute()+at.Second() != 0 || time.Since(at) > 25*time.Hour {
			t.Errorf("released at %s", at)
		}
		var types []int
		for _, s := range shifts {
			types = append(types, s.ShiftType)
		}
		if !slices.Equal(types, []int{1, 2, 3, 3, 5}) {
			t.Errorf("%+v", types)
		}
	})
}

// The operation log's line of an import says what its outcome says: every row of every sheet, whatever became of it.
func TestTheLogHoldsTheOutcomeOfAnImport(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		first := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "customers": {"number|name", "C900|x"}}
		a.importBook(ctx, t, book(t, first))
		mixed := []string{"mouldNo|delivery", "M1|2030-03-20", "M2|2031-03-20", "# a remark|", "M3|2030-03-20", "M4|someday", "|2030-03-20"}
		for _, tc := range []struct {
			file, mode string
			sheets     map[string][]string
			want       string
		}{
			{
				"mixed.xlsx", production.ModeRow,
				map[string][]string{
					"moulds": mixed, "customers": {"number|name", "C900|y", "C901|z", "C902|", "C900|again"}, "parts": {"mouldNo|partNo", "M1|P1", "M4|P1"},
					"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
				},
				"Customers: read 4, new 2, changed 1, refused 1; Moulds: read 6, new 1, changed 1, unchanged 1, refused 2, skipped 1; Operations: read 1, new 1; Parts: read 2, new 1, refused 1",
			},
			{"refused.xlsx", production.ModeMould, map[string][]string{"moulds": {"mouldNo|delivery", "M7|someday"}}, "Moulds: read 1, refused 1; Nothing was written"},
			{"same.xlsx", production.ModeMould, map[string][]string{"customers": {"number|name", "C901|z"}}, "Customers: read 1, unchanged 1; Nothing was written"},
		} {
			result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: tc.file, Trusted: true, Mode: tc.mode, Data: book(t, tc.sheets)})
			if err != nil {
				t.Fatal(err)
			}
			anna := signedIn(t, server, "13800000001")
			page, _ := asked[operationlog.Page](t, server, anna, "?action=import&q="+tc.file)
			if page.Total != 1 || len(page.Rows) != 1 {
				t.Fatalf("%s: %+v", tc.file, page)
			}
			parts := strings.Split(page.Rows[0].Summary, "; ")
			slices.Sort(parts)
			if got := strings.Join(parts, "; "); got != tc.want {
				t.Errorf("%s: %s\n%+v", tc.file, got, result.Total)
			}
			if zh, _ := asked[operationlog.Page](t, server, anna, "?action=import&lang=zh&q="+tc.file); len(zh.Rows) != 1 || strings.Contains(zh.Rows[0].Summary, ": ") || !strings.Contains(zh.Rows[0].Summary, "：读取") {
				t.Errorf("%s in Chinese: %+v", tc.file, zh.Rows)
			}
		}
	})
}
