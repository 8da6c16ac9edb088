package aps_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"mouldworks/internal/aps"
)

func overtimeOf(t *testing.T, shop *aps.Shop, set map[string]any) (string, float64) {
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
