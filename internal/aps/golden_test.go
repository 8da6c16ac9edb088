package aps_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
	"mouldworks/solver/check"
)

// goldenCase is a shop with what a row needs beside it.
type goldenCase struct {
	shop       *model.Shop
	inForce    map[string]aps.Standing
	iterations int64 // of the search; 0 = the dispatch rule alone
}

// fixture builds a case and says what it is.
type fixture struct {
	build  func(t *testing.T) goldenCase
	zh, en string
}

// onlyAxis gives one axis of the evaluation all the weight.
func onlyAxis(key string) map[string]any {
	set := map[string]any{}
	for _, s := range setting.Table() {
		if strings.HasPrefix(s.Key, "weight") {
			set[s.Key] = 0.0
		}
	}
	set[key] = 1.0
	return set
}

// settings is the whole set of a row.
func (r *goldenRow) settings() map[string]any {
	set := maps.Clone(goldenBase)
	maps.Copy(set, r.with)
	set[r.key] = r.value
	return set
}

// goldenTimes plans a case from Monday 2 March 2026, 08:00 in Shanghai and gives "start-end" by operation.
func goldenTimes(t *testing.T, c goldenCase, set map[string]any) map[string]string {
	t.Helper()
	file, loaded, plan, err := aps.Planned(t.Context(), c.shop, at(t, c.shop.Zone, "2026-03-02 08:00"), set, c.inForce, c.iterations)
	if err != nil {
		t.Fatal(err)
	}
	if broken := check.Plan(loaded.Problem, plan); len(broken) > 0 {
		t.Fatal(broken)
	}
	zone, _ := time.LoadLocation(c.shop.Zone)
	clock := func(m solver.Min) string {
		return loaded.Epoch.Add(time.Duration(m) * time.Minute).In(zone).Format("02T15:04")
	}
	times := map[string]string{}
	for i := range file.Ops {
		times[file.Ops[i].ID] = clock(plan.Start[i]) + "-" + clock(plan.End[i])
	}
	return times
}

// Every value of every setting moves its marker task to the minute that was computed by hand.
// APS-SET-03 to APS-SET-22
func TestGoldenShop(t *testing.T) {
	base := goldenTimes(t, goldenPlain.build(t), goldenBase)
	for op, want := range map[string]string{"A/ASM/20/": "04T16:00", "B/ASM/20/": "06T12:00", "C/ASM/20/": "10T12:00"} {
		if !strings.HasSuffix(base[op], "-"+want) {
			t.Errorf("base: %s is %s, want its end at %s", op, base[op], want)
		}
	}
	for i := range goldenRows {
		row := &goldenRows[i]
		t.Run(fmt.Sprintf("%d %s %v %s", i, row.key, row.value, row.marker), func(t *testing.T) {
			if got := goldenTimes(t, row.of.build(t), row.settings())[row.marker]; !strings.HasPrefix(got, row.start+"-") {
				t.Errorf("%s, want it to start at %s: %s", got, row.start, row.en)
			}
		})
	}
	// Nobody knows any hours: the assembly stays out, with the reason, and its mould is not on time.
	shop := smallAssemblyCase(model.AssemblyHours{}, 0)(t).shop
	if got := aps.Barred(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"assemblyHourMethod": 4.0})[0]; got != solver.ReasonNoHours {
		t.Errorf("an assembly without hours: %v", got)
	}
	// The number of fitters is no setting, but moves as much.
	for members, want := range map[int]string{2: "04T08:00-04T17:00", 1: "04T11:00-06T11:00"} {
		if got := goldenTimes(t, goldenFitters(members).build(t), goldenBase)["B/ASM/10/"]; got != want {
			t.Errorf("%d fitters: %s, want %s", members, got, want)
		}
	}
}

// Every choice of a setting has a row of its own.
func TestEveryChoiceHasAGoldenRow(t *testing.T) {
	covered := map[string]bool{}
	for i := range goldenRows {
		covered[fmt.Sprint(goldenRows[i].key, goldenRows[i].value)] = true
	}
	for _, s := range setting.Table() {
		for _, o := range s.Options {
			if !covered[fmt.Sprint(s.Key, o.Value)] {
				t.Errorf("%s %d has no golden row", s.Key, o.Value)
			}
		}
	}
	if len(goldenRows) < 60 {
		t.Errorf("%d rows", len(goldenRows))
	}
}
