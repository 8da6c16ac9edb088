package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// What a run reads of production: the machines, hours, electrodes, batches and steps that the records hold.

// A row of sheet F by process and part type narrows every such operation without rows of its own, from the file to the
// plan (production.md 1).
func TestAPlanKeepsToTheMachinesOfAPartType(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		first, last := endsOfGroup(ctx, t, a, mill)
		result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "K1|2030-03-20"}, "parts": {"mouldNo|partNo|partType", "K1|P1|型腔", "K1|P2|SLIDER", "K1|P3|型腔"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "K1|P1|10|" + mill + "|8", "K1|P2|10|" + mill + "|8", "K1|P3|10|" + mill + "|8"},
			"operationResources": {"mouldNo|partNo|opNo|process|partType|resource|rank|hours|setupHours", "|||" + mill + "|型腔|" + last.name + "|1|3|0.5", "K1|P3|10|||" + first.name + "|1||"},
		}))
		if result.FaultCount != 0 || result.Counts["operationResources"].New != 2 {
			t.Fatalf("%+v %+v", result.Faults, result.Counts["operationResources"])
		}
		p := a.plan(ctx, t)
		for part, on := range map[string]place{"P1": last, "P3": first} {
			if task := p.task(part, 10); task["resourceId"] != on.id {
				t.Errorf("%s is planned on %v, not on %s", part, task, on.name)
			}
		}
		if task := p.task("P1", 10); task["plannedHours"] != 3.0 {
			t.Errorf("the hours of the machine: %v", task)
		}
	})
}

// The burns of an operation make up its hours, and its rows of machines are the ones of the run.
func TestARunReadsTheLinesOfAnOperation(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		operations, parts := a.routeWithElectrodes(ctx, t)
		o := operations["P1/20"]
		var machine string
		read(ctx, t, a, func(tx store.Tx) error {
			machine = importedMachine(ctx, t, tx, machineFor(ctx, t, a, edmProcess(ctx, t, a)))
			return nil
		})
		change := fmt.Sprintf(`"operationResources": [{"resource": %q, "rank": 2, "hours": 3}], "edmLinks": [{"electrodeId": %q, "burnSeq": 1, "burnHours": 2.5}]`, machine, parts["E1"])
		if got := patched(ctx, t, a, a.Production.Operations.Patch, o.ID, o.Version, change); got != "" {
			t.Fatal(got)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			shop, err := readShop(ctx, tx, []string{o.MouldID})
			if err != nil {
				return err
			}
			var machines, burns, minutes int
			for _, p := range shop.Moulds[0].Parts {
				for _, x := range p.Ops {
					if x.ID == o.ID {
						minutes, burns = int(x.Minutes), len(x.Burns)
						for _, e := range x.Machines {
							machines += e.Rank
						}
					}
				}
			}
			if machines != 2 || burns != 1 || minutes != 210 {
				t.Errorf("ranks %d, %d electrodes, %d minutes", machines, burns, minutes)
			}
			return nil
		})
	})
}

// Batches stand beside the pieces that are in none, each with its own state; the order of a supplier is read with them.
func TestARunReadsBatchesAndOrders(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		if result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
			"batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|6", "M1|P1|B2|4"}, "outsourcing": {"mouldNo|partNo|opNo|orderedAt|promised", "M1|P1|10|2026-01-05|2026-01-09"},
			"progress": {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|realEnd|reportedHours", "M1|P1|10|B1|3|" + machine + "|2026-01-05 08:00|2026-01-05 10:00|2", "M1|P1|10|B2|1|" + machine + "|2026-01-05 10:00||0.5"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			shop, err := readShop(ctx, tx, nil)
			if err != nil {
				return err
			}
			lots := shop.Moulds[0].Parts[slices.IndexFunc(shop.Moulds[0].Parts, func(x model.Part) bool { return x.No == "P1" })]
			states := map[string]int{}
			for _, b := range lots.Batches {
				states[b.No+" "+strconv.Itoa(b.Qty)] = lots.Ops[0].ByBatch[b.ID].Status
			}
			if !maps.Equal(states, map[string]int{"B1 6": production.Finished, "B2 4": production.Running}) || lots.Ops[0].Status != production.NotStarted || lots.Ops[0].Promised == nil {
				t.Errorf("what the scheduler reads of the batches: %v, %+v", states, lots.Ops[0].Progress)
			}
			return nil
		})
	})
}

// The assembly and the try-out that an order names are steps of a part of their own; the kinds of moulds and parts rank and
// measure them.
func TestARunReadsStepsAndKinds(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		if result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|orderType|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "M1|2030-03-20|改模|FIT|16|TRY|6"}, "parts": {"mouldNo|partNo|partType|accuracyGrade", "M1|P1|SLIDER|B"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
		})); result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		read(ctx, t, a, func(tx store.Tx) error {
			shop, err := readShop(ctx, tx, nil)
			if err != nil {
				return err
			}
			part := shop.Moulds[0].Parts[0]
			if part.No != "ASM" || !part.Assembly || len(part.Ops) != 2 || part.Ops[0].Process != model.StepAssembly || part.Ops[1].Process != model.StepTryout {
				t.Errorf("a run reads %+v", part)
			}
			for _, p := range shop.Moulds[0].Parts {
				if p.No == "P1" && p.Grade != 2 {
					t.Errorf("grade B is ranked %d", p.Grade)
				}
			}
			if by := shop.Moulds[0].AssemblyBy; by.Fixed != 16*60 || by.Parts != 60 {
				t.Errorf("the hours of its order type and part type are %+v", by)
			}
			return nil
		})
	})
}
