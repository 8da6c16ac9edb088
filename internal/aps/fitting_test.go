package aps_test

import (
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
)

// APS-SET-14: a part of 600 x 400 x 300 mm, 500 kg and 52 HRC before machines that each lack one thing.
func TestSpecification(t *testing.T) {
	n := quantity.Whole
	whole := model.Part{Length: n(600), Width: n(400), Height: n(300), Weight: n(500), Hardness: n(52)}
	for _, row := range []struct {
		name   string
		limits model.Limits
		fits   bool
	}{
		{"nothing known of the machine", model.Limits{}, true},
		{"just large enough", model.Limits{Length: n(600), Width: n(400), Height: n(300), Weight: n(500), Softest: n(52), Hardest: n(52)}, true},
		{"turned", model.Limits{Length: n(400), Width: n(600)}, true},
		{"too short", model.Limits{Length: n(599), Width: n(599)}, false},
		{"too narrow", model.Limits{Length: n(900), Width: n(399)}, false},
		{"too low", model.Limits{Height: n(299)}, false},
		{"too weak", model.Limits{Weight: n(499)}, false},
		{"too soft", model.Limits{Hardest: n(51)}, false},
		{"for harder parts only", model.Limits{Softest: n(53)}, false},
	} {
		for value, want := range map[float64][2]bool{0: {true, false}, 1: {row.fits, false}, 2: {true, !row.fits}} {
			shop, _ := oneMould()
			part := &shop.Moulds[0].Parts[0]
			part.Length, part.Width, part.Height, part.Weight, part.Hardness = whole.Length, whole.Width, whole.Height, whole.Weight, whole.Hardness
			part.Ops = part.Ops[:1]
			shop.Machines = shop.Machines[:1]
			shop.Machines[0].Limits = row.limits
			file := aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"resourceSpecConstraints": value})
			modes := file.Ops[0].Modes
			if placed, marked := len(modes) == 1, len(modes) == 1 && len(modes[0].Flags) == 1; placed != want[0] || marked != want[1] {
				t.Errorf("%s under %v: placed %v, marked %v", row.name, value, placed, marked)
			}
		}
	}
	// The reason is the specification, not a missing resource; a fitting machine is preferred to marking one.
	shop, _ := oneMould()
	shop.Moulds[0].Parts[0].Length = n(900)
	shop.Machines[0].Limits.Length, shop.Machines[1].Limits.Length = n(500), n(500)
	if got := aps.Barred(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"resourceSpecConstraints": 1.0})[0]; got != solver.ReasonSpecification {
		t.Errorf("the reason is %v", got)
	}
	shop.Machines[1].Limits.Length = n(1000)
	file := aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"resourceSpecConstraints": 2.0})
	if modes := file.Ops[0].Modes; len(modes) != 1 || modes[0].On != "m2" || len(modes[0].Flags) != 0 {
		t.Errorf("soft takes %v", modes)
	}
}

// resourceLevelAllocation, value 2: machines of exactly the part's grade; what is unknown fits.
func TestExactLevel(t *testing.T) {
	for _, row := range []struct {
		part, machine int
		fits          bool
	}{{1, 1, true}, {1, 2, false}, {2, 1, false}, {0, 1, true}, {1, 0, true}} {
		shop, _ := oneMould()
		shop.Moulds[0].Parts[0].Grade = row.part
		for i := range shop.Machines {
			shop.Machines[i].Level = row.machine
		}
		file := aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"resourceLevelAllocation": 2.0})
		if fits := len(file.Ops[0].Modes) > 0; fits != row.fits {
			t.Errorf("grade %d on level %d: %v", row.part, row.machine, fits)
		}
	}
}
