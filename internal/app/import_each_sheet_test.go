package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// Of every sheet of basic data a new row needs the permission to add to its list, a changed one that to modify it; whoever has both
// brings them in, and sees every cell that changes before and after.
func TestEverySheetOfBasicDataIsAskedAndShown(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		group := codeOfGroup(ctx, t, a)
		var shift basedata.Shift
		var calendar basedata.Calendar
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&shift).Order("name").Limit(1, 0).Scan(ctx), tx.Select(&calendar).Order("name").Limit(1, 0).Scan(ctx))
		})
		type sheet struct {
			head, added, changed string
			shown                []string // column: before > after
		}
		sheets := map[string]sheet{
			"sections":       {"name|chineseName|colour", "NS1|新工段|#112233", "NS1|旧工段|#445566", []string{"chineseName: 新工段 > 旧工段", "colour: #112233 > #445566"}},
			"processes":      {"code|name|englishName|class|defaultHours|unattended", "NP1|新工艺|New|1|2|0", "NP1|旧工艺|Old||3|1", []string{"name: 新工艺 > 旧工艺", "englishName: New > Old", "defaultHours: 2 > 3", "unattended: No > Yes"}},
			"customers":      {"number|name|englishName|shortName", "NC1|新客户|New|NEW", "NC1|旧客户|Old|OLD", []string{"name: 新客户 > 旧客户", "englishName: New > Old", "shortName: NEW > OLD"}},
			"suppliers":      {"code|name|englishName|shortName|leadDays", "NV1|新供应商|New|新|3", "NV1|旧供应商|Old|旧|4", []string{"name: 新供应商 > 旧供应商", "englishName: New > Old", "shortName: 新 > 旧", "leadDays: 3 > 4"}},
			"partTypes":      {"name|englishName|code|prefix", "新类型|New|NT1|N", "新类型|Old|NT2|M", []string{"englishName: New > Old", "code: NT1 > NT2", "prefix: N > M"}},
			"accuracyGrades": {"grade|rank|tolerance", "NG1|901|0.1", "NG1|902|0.2", []string{"rank: 901 > 902", "tolerance: 0.1 > 0.2"}},
			"materials":      {"code|name|englishName|type|hardnessMin|hardnessMax", "NM1|新材|New|1|30|40", "NM1|旧材|Old||31|41", []string{"name: 新材 > 旧材", "englishName: New > Old", "hardnessMin: 30 > 31", "hardnessMax: 40 > 41"}},
			"groups":         {"code|name|englishName|calendar|shift|members", "NR1|新资源组|New|" + calendar.Name + "|" + shift.Name + "|2", "NR1|旧资源组|Old|||3", []string{"name: 新资源组 > 旧资源组", "englishName: New > Old", "members: 2 > 3"}},
			"machines":       {"name|group|workRate|labourRate", "NX1|" + group + "|1|50", "NX1||0.9|60", []string{"workRate: 1 > 0.9", "labourRate: 50 > 60"}},
			"shifts":         {"name|englishName|periods|overtime", "新班次|New|08:00-12:00|1", "新班次|Old|08:00-13:00|2", []string{"englishName: New > Old", "periods: 08:00-12:00 (overtime 1 h) > 08:00-13:00 (overtime 2 h)"}},
			"calendars":      {"name|englishName|rest", "新日历|New|0", "新日历|Old|6", []string{"englishName: New > Old", "holidays: Sunday > Saturday"}},
			"exceptions":     {"group|from|to|kind|reason", group + "|2031-03-04 08:00|2031-03-04 12:00|1|新", group + "|2031-03-04 08:00|2031-03-04 13:00|1|旧", []string{"to: 2031-03-04 12:00 > 2031-03-04 13:00", "reason: 新 > 旧"}},
			"flowTimes":      {"up|down|hours", "NR1|" + group + "|1", "NR1|" + group + "|2", []string{"hours: 1 > 2"}},
		}
		fresh, changed := map[string][]string{}, map[string][]string{}
		var may []string
		for _, s := range workbook.Sheets() {
			page := production.MasterPermissions[s.Code]
			if !s.Master {
				continue
			}
			x, known := sheets[s.Code]
			if !known {
				t.Errorf("sheet %s is not tried", s.Code)
				continue
			}
			fresh[s.Code], changed[s.Code] = []string{x.head, x.added}, []string{x.head, x.changed}
			may = append(may, page+".check", page+".add", page+".modify")
		}
		refused := func(what string, file []byte, permission, code string) {
			t.Helper()
			r, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: file, DryRun: true}, slices.DeleteFunc(slices.Clone(may), func(p string) bool { return p == permission })...)
			if err != nil {
				t.Fatalf("%s %s: %v", what, code, err)
			}
			var got []string
			for _, f := range r.Faults {
				if f.Rule == "permission" {
					got = append(got, fmt.Sprint(f.Sheet, " ", f.Row, " ", strings.Contains(f.Texts.En, menu.PermissionName(permission).In(problem.English))))
				}
			}
			if want := code + " 2 true"; !slices.Equal(got, []string{want}) {
				t.Errorf("%s without %s: %q, want %s", what, permission, got, want)
			}
		}
		file := book(t, fresh)
		for code := range sheets {
			refused("a new row", file, production.MasterPermissions[code]+".add", code)
		}
		r, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: file}, may...)
		if err != nil || !r.Committed || r.Total.New != len(sheets) || r.Total.Refused != 0 {
			t.Fatalf("with every permission: %v %+v %q", err, r.Total, reasonsOf(*r))
		}
		file = book(t, changed)
		for code := range sheets {
			refused("a changed row", file, production.MasterPermissions[code]+".modify", code)
		}
		r, err = a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: file, DryRun: true}, may...)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range r.Rows {
			var shown []string
			for _, c := range row.Changes {
				shown = append(shown, fmt.Sprintf("%s: %s > %s", c.Column, c.Before.En, c.After.En))
			}
			want := slices.Clone(sheets[row.Sheet].shown)
			if slices.Sort(want); !slices.Equal(slices.Sorted(slices.Values(shown)), want) {
				t.Errorf("%s shows %q, want %q", row.Sheet, shown, want)
			}
		}
		if len(r.Rows) != len(sheets) {
			t.Errorf("%d rows change", len(r.Rows))
		}
	})
}

// A row that stays out keeps no other one out, and what is wrong with it is told once.
func TestAnExceptionThatStaysOutOverlapsNothing(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var m basedata.Machine
		var g basedata.Group
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&m).Order("name").Limit(1, 0).Scan(ctx), tx.Select(&g).Order("code").Limit(1, 0).Scan(ctx))
		})
		r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, DryRun: true, Data: book(t, map[string][]string{"exceptions": {
			"resource|group|from|to|kind",
			m.Name + "||2031-02-05 08:00|2031-02-05 07:00|1",
			m.Name + "||2031-02-05 06:00|2031-02-05 12:00|1",
			m.Name + "|" + g.Code + "|2031-03-05 08:00|2031-03-05 17:00|1",
			"||2031-04-05 08:00|2031-04-05 17:00|1",
			m.Name + "||2031-05-05|2031-05-05|1",
			"|NOPE|2031-06-05 08:00|2031-06-05 17:00|1",
			"NOPE||2031-06-05 08:00|2031-06-05 17:00|1",
		}})})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range r.Faults {
			got = append(got, fmt.Sprint(f.Row, " ", f.Texts.En))
		}
		want := []string{
			"2 The end must be later than the start; a date alone means its 00:00",
			"4 Give a machine or a resource group, one of the two", "5 Give a machine or a resource group, one of the two",
			"6 The end must be later than the start; a date alone means its 00:00",
			"7 There is no group or machine “NOPE”", "8 There is no group or machine “NOPE”",
		}
		if c := r.Counts["exceptions"]; c.New != 1 || c.Refused != 6 || !slices.Equal(got, want) {
			t.Errorf("%+v\ngot  %q\nwant %q", c, got, want)
		}
	})
}
