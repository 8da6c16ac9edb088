package aps_test

import (
	"slices"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
)

// resourceSelectionRule, value 6: of several finished operations of the part it is the machine of the last one before that
// a part stays on, in whatever order they stand.
func TestAPartStaysOnTheMachineOfTheOperationBefore(t *testing.T) {
	for _, turned := range []bool{false, true} {
		shop := smallShop(1)
		part := &shop.Moulds[0].Parts[0]
		cut := part.Ops[0]
		ops := []model.Operation{cut, cut, cut, cut}
		for i, x := range []struct {
			id      string
			no      int
			status  int
			machine string
		}{{"o5", 5, 3, "m1"}, {"o8", 8, 3, "m2"}, {"o10", 10, 0, ""}, {"o20", 20, 0, ""}} {
			ops[i].ID, ops[i].No, ops[i].Status, ops[i].OnMachine = x.id, x.no, x.status, x.machine
		}
		if turned {
			slices.Reverse(ops)
		}
		part.Ops = ops
		file := aps.TranslateWith(shop, at(t, shop.Zone, "2026-03-02 08:00"), map[string]any{"resourceSelectionRule": 6.0, "sameMachineTolerance": 4.0})
		seen := false
		for _, op := range file.Ops {
			if op.ID != "A001/P1/10/" {
				continue
			}
			seen = true
			for _, m := range op.Modes {
				if want := map[string]int32{"m1": 240, "m2": 0}[m.On]; m.Reluctance != want {
					t.Errorf("turned %v: %s costs %d, want %d", turned, m.On, m.Reluctance, want)
				}
			}
		}
		if !seen {
			t.Errorf("turned %v: the operation is not in the file", turned)
		}
	}
}
