package production_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/production"
)

// causesOf lists "rule value xCount entity columns rows" of the causes of a file.
func causesOf(result *production.ImportResult) (all []string) {
	for _, c := range result.Causes {
		var columns, rows []string
		for _, x := range c.Columns {
			columns = append(columns, x.Sheet+"."+x.Column)
		}
		for _, x := range c.Rows {
			rows = append(rows, fmt.Sprint(x.Row))
		}
		all = append(all, fmt.Sprintf("%s %s %q x%d %s %s %s", c.Level, c.Rule, c.Value, c.Count, c.Entity, strings.Join(columns, "+"), strings.Join(rows, ",")))
	}
	return all
}

// The faults of a file are told by what they have in common: an unknown name once whatever column and case it stands in,
// single slips of one column together, each with its first ten rows; errors first, the most frequent first.
func TestFaultsAreToldByWhatTheyHaveInCommon(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds":     {"mouldNo|delivery|customer|priority|assemblyGroup|assemblyHours", "M0|2020-03-20||||", "M1|2030-03-20|NoCo|50|NOGROUP|1", "M2|2030-03-20|NOCO|urgent||", "M3|2030-03-20||high||", "M4|soon||||"},
			"parts":      {"mouldNo|partNo|material", "M1|P1|butter"},
			"electrodes": {"mouldNo|electrodeNo|material", "M1|E1|Butter"},
			"operations": {"mouldNo|partNo|opNo|process|group|hours", "M1|P1|10|CNC|nogroup|1"},
		}
		for i := range 12 {
			sheets["operations"] = append(sheets["operations"], fmt.Sprintf("M1|P1|%d|CNX||1", 20+i))
		}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, DryRun: true, Data: book(t, sheets)})
		if err != nil {
			t.Fatal(err)
		}
		got := causesOf(result)
		want := []string{
			`error reference "CNX" x12 process operations.process 3,4,5,6,7,8,9,10,11,12`, `error reference "NoCo" x2 customer moulds.customer 3,4`,
			`error reference "NOGROUP" x2 group moulds.assemblyGroup+operations.group 3,2`, `error number "" x2  moulds.priority 4,5`, `error reference "butter" x2 material parts.material+electrodes.material 2,2`,
			`error date "soon" x1  moulds.delivery 6`, `warning overdue "2020-03-20" x1  moulds.delivery 2`, `warning dateOrder "" x1  moulds.release 2`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s", strings.Join(got, "\n"))
		}
		for _, c := range result.Causes {
			creates := c.Entity == "customer" || c.Entity == "process" // what the planner may add
			if c.Creates != creates {
				t.Errorf("%+v", c)
			}
			if c.Entity == "process" && !slices.Equal(resourcetest.Worded(c.Allowed, "en"), []string{"CNC", "CMM", "EDM", "FIT", "HT", "放电", "检测", "热处理", "数控加工", "钳工装配"}) {
				t.Errorf("%q", c.Allowed)
			}
		}
	})
}

// What a choice may be is told in both languages, as its message is, whichever the call has.
func TestAllowedWordsAreInBothLanguages(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for _, lang := range []string{"zh", "en"} {
			result, err := s.production.Import(problem.WithLanguage(ctx, lang), s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, DryRun: true, Data: book(t, map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": {"mouldNo|electrodeNo|state", "M1|E1|odd"},
			})})
			if err != nil {
				t.Fatal(err)
			}
			told := false
			for _, c := range result.Causes {
				if c.Rule == "choice" {
					told = true
					if zh, en := resourcetest.Worded(c.Allowed, "zh"), resourcetest.Worded(c.Allowed, "en"); len(zh) < 2 || len(en) != len(zh) || zh[0] == en[0] || !strings.Contains(c.Texts.Zh, zh[0]) || !strings.Contains(c.Texts.En, en[0]) {
						t.Errorf("%s: %q and %q beside %+v", lang, zh, en, c.Texts)
					}
				}
			}
			if !told {
				t.Errorf("%s: no choice is refused: %+v", lang, result.Causes)
			}
		}
	})
}
