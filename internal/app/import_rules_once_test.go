package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/production"
)

// All that is wrong with a row of basic data is told at once: cells that cannot be read, names that nobody has and rules of the
// record. What is wrong with one row never tells of another, and a row that stays out takes nothing.
func TestARowOfBasicDataTellsAllItsFaults(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Trusted: true, DryRun: true, Mode: production.ModeRow, Data: book(t, map[string][]string{
			"machines":  {"name|group|section|hardnessMin|hardnessMax|workRate|travelX", "NM-2|NOGROUP|NOSEC|60|40|-1|y", "NM3|NOGROUP||||1|"},
			"materials": {"code|name|type|hardnessMin|hardnessMax", "MT-2|m|Nonsense|60|40", "MT3|m3|1|40|60"},
			"groups":    {"code|name|section|calendar|shift|kind|members", "G9|g|NOSEC|NOCAL|NOSHIFT|Zzz|-3"},
			"calendars": {"name|default|holidays", "新日历|1|someday"},
			"customers": {"number|name|shortName", "C900|one|too long a name", "C901|one|ok"},
		})})
		if err != nil {
			t.Fatal(err)
		}
		told := map[string][]string{}
		for _, f := range result.Faults {
			if f.Level == "error" {
				at := fmt.Sprint(f.Sheet, " ", f.Row)
				told[at] = append(told[at], f.Column)
			}
		}
		for at, want := range map[string]string{
			"machines 2": "group hardnessMax name section travelX workRate", "machines 3": "group", "materials 2": "hardnessMax type", "materials 3": "",
			"groups 2": "calendar kind members name section shift", "calendars 2": "holidays", "customers 2": "shortName", "customers 3": "",
		} {
			slices.Sort(told[at])
			if got := strings.Join(told[at], " "); got != want {
				t.Errorf("%s: %q, want %q", at, got, want)
			}
		}
		if c := result.Total; c.Read != 8 || c.Refused != 6 || c.New != 2 {
			t.Errorf("%+v %+v", c, result.Faults)
		}
	})
}
