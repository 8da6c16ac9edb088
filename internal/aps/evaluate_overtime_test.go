package aps_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
)

func overtimeOf(t *testing.T, shop *model.Shop, set map[string]any) (string, float64) {
	t.Helper()
	e, err := aps.Evaluate(t.Context(), shop, at(t, shop.Zone, "2026-03-02 08:00"), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	sum := 0.0
	for _, d := range e.Overtime {
		rows = append(rows, fmt.Sprintf("%s %s %v", d.Day, d.Resource, d.Hours))
		sum += d.Hours
	}
	if fmt.Sprintf("%.6f", sum) != fmt.Sprintf("%.6f", e.Figures.OvertimeHours) {
		t.Errorf("the days sum to %v h, the figure is %v h", sum, e.Figures.OvertimeHours)
	}
	return strings.Join(rows, ", "), sum
}

// APS-SET-07: overtime is reported by resource and day: of all people of a crew, and of the manned set-up of what then runs
// by itself.
func TestOvertimeByDay(t *testing.T) {
	set := maps.Clone(goldenBase)
	set["overtimeChoice"] = 3.0
	// C is late: its try-out of four hours takes the three hours of Monday evening.
	if got, _ := overtimeOf(t, goldenShop(t), set); got != "2026-03-09 T1 3" {
		t.Errorf("the golden shop: %s", got)
	}
	set["overtimeChoice"] = 0.0
	if got, _ := overtimeOf(t, goldenShop(t), set); got != "" {
		t.Errorf("without overtime: %s", got)
	}
	shop := smallShop(2)
	for i := range shop.Groups {
		shop.Groups[i].Overtime = [][2]string{{"17:00", "20:00"}}
	}
	for i := range shop.Moulds {
		shop.Moulds[i].Delivery = nil
	}
	// Ten hours of fitting by two: from eight to five, and two hours in the evening, for both.
	crew := &shop.Moulds[0].Parts[0]
	crew.Ops = crew.Ops[2:]
	crew.Ops[0].Minutes, crew.Ops[0].Crew = 600, 2
	// Eight hours of EDM until five; then an hour of set-up, and a run through the night.
	edm := &shop.Moulds[1].Parts[0]
	edm.Ops = edm.Ops[1:2]
	edm.Ops[0].Minutes, edm.Ops[0].Setup, edm.Ops[0].Unattended = 480, 0, false
	night := edm.Ops[0]
	night.ID, night.No, night.Minutes, night.Setup, night.Unattended = "A002-25", 25, 600, 60, true
	edm.Ops = append(edm.Ops, night)
	if got, sum := overtimeOf(t, shop, map[string]any{"overtimeChoice": 1.0, "defaultFlowTime": 0.0, "timeLimitSeconds": 0.0}); got != "2026-03-02 E1 1, 2026-03-02 钳工组 4" || sum != 5 {
		t.Errorf("crew and set-up: %s", got)
	}
}

// Overtime that is entered for one day, as an exception or from the Gantt, counts like that of a shift, whatever the choice is: what is
// worked of it, in the list by day, in the figure and in the axis. The day is its own, unless it follows the shift before.
func TestOvertimeEnteredForADayCounts(t *testing.T) {
	shop := small("M1")
	zone := at(t, shop.Zone, "2026-03-02 08:00").Location()
	extra := func(day, from, hours int) model.Exception {
		begins := time.Date(2026, 3, day, from, 0, 0, 0, zone)
		return model.Exception{From: begins, To: begins.Add(time.Duration(hours) * time.Hour), Extra: true}
	}
	shop.Groups[0].Periods = [][2]string{{"08:00", "17:00"}}
	shop.Machines[0].Exceptions = []model.Exception{extra(2, 17, 3), extra(3, 0, 2), extra(3, 17, 5)}
	smallMould(t, shop, "X", 100, 50, hoursOf(9+3+2+9+1, "M1"))
	set := map[string]any{"timeLimitSeconds": 0.0}
	if got, _ := overtimeOf(t, shop, set); got != "2026-03-02 M1 3, 2026-03-03 M1 3" {
		t.Errorf("overtime by day: %s", got)
	}
	e, err := aps.Evaluate(t.Context(), shop, at(t, shop.Zone, "2026-03-02 08:00"), set, nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "six of 24 hours", axis(e, "extra"), 75)
	shop.Machines[0].Exceptions = nil
	if got, _ := overtimeOf(t, shop, set); got != "" {
		t.Errorf("without any: %s", got)
	}
}

// Where no overtime is worked its hours are none that a group has, whoever might work it: of the golden shop C alone does, on one evening.
// Where days of the factory are meant, not those of UTC: from six to seven belongs to the evening of the same day.
func TestHoursOfOvertimeThatNobodyWorks(t *testing.T) {
	hours := func(shop *model.Shop, choice float64) map[string]float64 {
		set := maps.Clone(goldenBase)
		set["overtimeChoice"] = choice
		e, err := aps.Evaluate(t.Context(), shop, at(t, shop.Zone, "2026-03-02 08:00"), set, nil)
		if err != nil {
			t.Fatal(err)
		}
		of := map[string]float64{}
		for _, l := range e.Load {
			of[l.Group] = l.AvailableHours
		}
		return of
	}
	was, now := hours(goldenShop(t), 0), hours(goldenShop(t), 3)
	for group, h := range was {
		want := h
		if group == "TRY" {
			want += 3
		}
		if now[group] != want {
			t.Errorf("%s has %v h with overtime where it helps, want %v", group, now[group], want)
		}
	}
	for minutes, more := range map[float64]float64{9 * 60: 0, 9*60 + 1: 3, 13 * 60: 7} {
		s := small("M1", "M2")
		s.Groups[0].Periods, s.Groups[0].Overtime = [][2]string{{"08:00", "17:00"}}, [][2]string{{"06:00", "07:00"}, {"17:00", "20:00"}}
		smallMould(t, s, "X", 100, 50, hoursOf(minutes/60, "M1"))
		if was, now := hours(s, 0)["M"], hours(s, 1)["M"]; now != was+more {
			t.Errorf("%v minutes: %v h with overtime, %v h without, want %v more", minutes, now, was, more)
		}
	}
}
