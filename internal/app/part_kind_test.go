package app

import (
	"context"
	"testing"
)

// A process under operations that burn electrodes stays an EDM one when the workbook says otherwise.
func TestTheWorkbookKeepsTheClassOfAProcessThatBurns(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		code := edmProcess(ctx, t, a)
		if result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + code + "|6", "M1|P1|30|" + code + "|6", "M1|P1|40|" + code + "|6"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2", "M1|P1|30|E1"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		result := a.importBook(ctx, t, book(t, map[string][]string{"processes": {"code|class", code + "|machining"}}))
		if len(result.Faults) != 1 || result.Faults[0].Column != "class" || result.Faults[0].Rule != "burned" {
			t.Errorf("the workbook: %+v", result.Faults)
		}
	})
}
