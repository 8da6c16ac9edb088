package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// stepsOf are the steps of a mould with the parts that hold them, in the order of their numbers; an implied one has a mark.
func (s *shop) stepsOf(ctx context.Context, t *testing.T) (steps []string) {
	t.Helper()
	var parts []production.Part
	var operations []production.Operation
	read(ctx, t, s, func(tx store.Tx) error {
		if err := tx.Select(&parts).Scan(ctx); err != nil {
			return err
		}
		return tx.Select(&operations).Scan(ctx)
	})
	numbers := map[string]string{}
	for _, p := range parts {
		numbers[p.ID] = p.PartNo
	}
	for _, o := range operations {
		step := fmt.Sprintf("%s/%d %d", numbers[o.PartID], o.OpNo, o.Minutes)
		if o.Implied {
			step += " implied"
		}
		steps = append(steps, step)
	}
	slices.Sort(steps)
	return steps
}

// A row of an order's step says what stays, although it is as stored and the order says otherwise in the same file.
func TestARowOfAnOrdersStepStaysAsItIs(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		orders, rows := "mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "mouldNo|partNo|opNo|group|hours"
		s.take(ctx, t, map[string][]string{
			"moulds": {orders, "M1|2030-03-20|FIT|16|TRY|6", "M2|2030-03-20|FIT|16|TRY|6"}, "parts": {"mouldNo|partNo", "M1|P1", "M2|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M2|P1|10|CNC|4"},
		})
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1|||20||"}, "operations": {rows, "M1|ASM|10|FIT|16"}})
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M2||-||-|"}, "parts": {"mouldNo|partNo", "M2|ASM"}, "operations": {rows, "M2|ASM|10|FIT|16", "M2|ASM|20|TRY|6"}})
		want := []string{"ASM/10 960", "ASM/10 960", "ASM/20 360", "ASM/20 360 implied", "P1/10 240", "P1/10 240"}
		if got := s.stepsOf(ctx, t); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got := s.stepsOf(ctx, t); !slices.Equal(got, want) {
			t.Errorf("after the start of a run: %q, want %q", got, want)
		}
	})
}

// Somebody who plans one step of an order otherwise has it from then on, under its name; the other one follows the order as before.
func TestTheOtherStepOfAnOrderStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		orders, rows := "mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "mouldNo|partNo|opNo|group|hours"
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1|2030-03-20|FIT|16|TRY|6"}})
		s.take(ctx, t, map[string][]string{"operations": {rows, "M1|ASM|10|FIT|18"}})
		expect := func(what string, want ...string) {
			t.Helper()
			write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
			if got := s.stepsOf(ctx, t); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		expect("a longer assembly", "ASM/10 1080", "ASM/20 360 implied")
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1||||TRY|8"}})
		expect("a longer try-out", "ASM/10 1080", "ASM/20 480 implied")
		var operation production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&operation).Where("op_no = ?", 20).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Operations.Patch, operation.ID, operation.Version, `"crew": 2`); got != "" {
			t.Fatal(got)
		}
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1||-||-|"}})
		expect("without groups", "ASM/10 1080", "ASM/20 480")
		var names []string
		read(ctx, t, s, func(tx store.Tx) error {
			list, err := s.production.Dispatch(ctx, tx, &production.DispatchQuestion{})
			for _, r := range list.Rows {
				names = append(names, r.Process)
			}
			return err
		})
		if slices.Sort(names); !slices.Equal(names, []string{"Assembly", "Try-out"}) {
			t.Errorf("on the floor they are called %q", names)
		}
		// One that gets the number of the other is a step of the planner's own, and no run fails for it.
		var operations []production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&operations).Order("op_no").Scan(ctx) })
		write(ctx, t, s, func(tx store.Tx) error { return s.production.Operations.Delete(ctx, tx, operations[0].ID) })
		if got := patched(ctx, t, s, s.production.Operations.Patch, operations[1].ID, operations[1].Version, `"opNo": 10`); got != "" {
			t.Fatal(got)
		}
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1||FIT|16|TRY|6"}})
		expect("renumbered", "ASM/10 480")
	})
}

// A file that brings an assembly and holds the row of a step leaves the step where its row says, also when the next run starts.
func TestARowOfAnOrdersStepStaysInItsPart(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|FIT|16"}})
		s.take(ctx, t, map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|TOP|3"}, "operations": {"mouldNo|partNo|opNo|group|hours", "M1|ASM|10|FIT|16"}})
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got := s.stepsOf(ctx, t); !slices.Equal(got, []string{"ASM/10 960"}) {
			t.Errorf("left are %q", got)
		}
	})
}

// Of two operations that earlier versions have made for one step, the one on which work has begun stays.
func TestOfTwoStepsTheOneThatCountsStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|FIT|16"}})
		var first production.Operation
		var part production.Part
		second := production.Operation{}
		write(ctx, t, s, func(tx store.Tx) error {
			if err := errors.Join(tx.Select(&first).Scan(ctx), tx.Select(&part).Scan(ctx)); err != nil {
				return err
			}
			other := production.Part{MouldID: part.MouldID, PartNo: "ASM-2", Kind: production.Assembly, Qty: 1, Pieces: 1, State: part.State, Implied: true}
			if err := tx.Insert(ctx, &other); err != nil {
				return err
			}
			second = production.Operation{MouldID: part.MouldID, PartID: other.ID, OpNo: 10, GroupID: first.GroupID, Minutes: first.Minutes, Crew: 1, Pausable: true, OrderStep: 10, Implied: true}
			if err := tx.Insert(ctx, &second); err != nil {
				return err
			}
			_, err := s.production.Report(ctx, tx, production.Report{OperationID: second.ID, Status: production.Running, Now: true})
			return err
		})
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got := s.stepsOf(ctx, t); !slices.Equal(got, []string{"ASM-2/10 960 implied"}) {
			t.Errorf("left are %q", got)
		}
	})
}

// The steps of an order are made once, whatever becomes of the part that holds them: another kind, another place, and back.
func TestTheStepsOfAnOrderMoveWithTheirAssembly(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		parts := "mouldNo|partNo|kind|parentPart"
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "M1|2030-03-20|FIT|16|TRY|6"}})
		for _, c := range []struct {
			what string
			rows []string
			want []string
		}{
			{"it becomes a workpiece", []string{"M1|ASM|1|"}, []string{"ASM-2/10 960 implied", "ASM-2/20 360 implied"}},
			{"it becomes an assembly again", []string{"M1|ASM|3|"}, []string{"ASM/10 960 implied", "ASM/20 360 implied"}},
			{"it is built into another", []string{"M1|TOP|3|", "M1|ASM|3|TOP"}, []string{"TOP/10 960 implied", "TOP/20 360 implied"}},
			{"it is not any more", []string{"M1|ASM|3|-"}, []string{"ASM/10 960 implied", "ASM/20 360 implied"}},
		} {
			s.take(ctx, t, map[string][]string{"parts": append([]string{parts}, c.rows...)})
			for range 2 {
				if got := s.stepsOf(ctx, t); !slices.Equal(got, c.want) {
					t.Errorf("%s: %q, want %q", c.what, got, c.want)
				}
				write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
			}
		}
		var made []production.Part
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&made).Where("implied = ?", true).Scan(ctx) })
		if len(made) > 0 {
			t.Errorf("%+v is left", made)
		}
	})
}

// A step with program files, or that a report names a batch for, is somebody's: it does not go with the group of its order.
func TestAStepWithFilesOrABatchStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		orders := "mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours"
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1|2030-03-20|FIT|16|TRY|6"}})
		var operations []production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&operations).Order("op_no").Scan(ctx) })
		s.filed = map[string]int{operations[0].ID: 2}
		s.take(ctx, t, map[string][]string{"batches": {"mouldNo|partNo|batchNo|qty", "M1|ASM|B1|1"}, "progress": {"mouldNo|partNo|opNo|batchNo|status", "M1|ASM|20|B1|0"}})
		if removed, _ := s.replaced(ctx, t, map[string][]string{"moulds": {orders, "M1|2030-03-20|-||-|"}}); len(removed) > 0 {
			t.Errorf("a file that replaces the mould takes away %q", removed)
		}
		s.take(ctx, t, map[string][]string{"moulds": {orders, "M1||-||-|"}})
		if got := s.stepsOf(ctx, t); !slices.Equal(got, []string{"ASM/10 960 implied", "ASM/20 360 implied"}) {
			t.Errorf("left are %q", got)
		}
	})
}

// The steps of an order move into the assembly that the planner brings later: there the parts are taken up that they wait for.
func TestStepsOfAnOrderFollowThePlannersAssembly(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|FIT|16"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"},
		})
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|tryoutGroup|tryoutHours", "M1|TRY|6"}, "parts": {"mouldNo|partNo|kind|parentPart", "M1|00|3|", "M1|P1||00"},
		})
		if got := s.stepsOf(ctx, t); !slices.Equal(got, []string{"00/10 960 implied", "00/20 360 implied", "P1/10 240"}) {
			t.Errorf("the steps are %q", got)
		}
		if there := s.logOf(ctx, t, "part", "M1 · ASM"); !slices.Equal(there, []string{store.ActionCreate, store.ActionDelete}) {
			t.Errorf("of the assembly that held them the log says %q", there)
		}
	})
}

// An operation that a file removes takes its program files with it: the check says so.
func TestTheFilesOfARemovedOperationAreTold(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|CNC|4", "M1|P1|30|CNC|4"},
		}
		s.take(ctx, t, sheets)
		var operations []production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&operations).Order("op_no").Scan(ctx) })
		s.filed = map[string]int{operations[0].ID: 3, operations[1].ID: 2}
		sheets["operations"] = sheets["operations"][:2]
		if removed, faults := s.replaced(ctx, t, sheets); len(removed) != 2 || !slices.Equal(faults, []string{"operations files M1 · P1 · 20"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
	})
}

// A step that both its electrode's row and its own give is told with all that changes, once.
func TestAStepOfTwoRowsIsToldAsItIsWritten(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		electrodes, operations := "mouldNo|electrodeNo|millGroup|millHours", "mouldNo|partNo|opNo|process|hours"
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "electrodes": {electrodes, "M1|E1|CNC|4"}})
		s.take(ctx, t, map[string][]string{"operations": {operations, "M1|E1|10|CNC|"}})
		for _, c := range []struct{ shorthand, row, told string }{{"5", "", "changed 4 → 5"}, {"4", "5", "same"}, {"6", "5", "same"}, {"", "3", "changed 5 → 3"}} {
			result := s.take(ctx, t, map[string][]string{"electrodes": {electrodes, "M1|E1||" + c.shorthand}, "operations": {operations, "M1|E1|10|CNC|" + c.row}})
			got := "none"
			for _, r := range result.Rows {
				if r.Sheet == "operations" {
					got = r.Action
					for _, change := range r.Changes {
						got += " " + change.Before.En + " → " + change.After.En
					}
				}
			}
			if got != c.told {
				t.Errorf("shorthand %q, row %q: told is %q, want %q", c.shorthand, c.row, got, c.told)
			}
		}
		if got := s.stepsOf(ctx, t); !slices.Equal(got, []string{"E1/10 180"}) {
			t.Errorf("written is %q", got)
		}
		// Hours of the electrode's row beat those that follow its pieces, and are enough for a new step.
		s.take(ctx, t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hoursPerPiece", "M1|E1|10|CNC|2"}})
		s.take(ctx, t, map[string][]string{"electrodes": {electrodes, "M1|E1||5", "M1|E2|CNC|7"}, "operations": {operations, "M1|E1|10|CNC|", "M1|E2|10|CNC|"}})
		if got := s.stepsOf(ctx, t); !slices.Equal(got, []string{"E1/10 300", "E2/10 420"}) {
			t.Errorf("written is %q", got)
		}
	})
}

// The steps that an electrode's row gives are there for the other sheets of the same file, and count in cycles.
func TestSheetsKnowTheStepsOfElectrodeRows(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|4"},
			"operations":         {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|E1/10"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|E1|10|CN01"},
			"progress":           {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|E1|10|1|CN01|2026-01-05 08:00|1"},
		})
	})
}

// Where a part is taken up must exist as the part will be, whichever of the two cells the file has.
func TestAPartIsTakenUpWhereAStepIs(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|TOP||", "M1|SUB||", "M1|P2|TOP|20"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|TOP|20|CNC|4", "M1|SUB|10|CNC|4", "M1|P2|10|CNC|4"},
		})
		for _, c := range []struct{ head, row, fault string }{
			{"parentPart", "M1|P2|SUB", "error parts parentPart reference SUB"},
			{"neededAtOp", "M1|P2|99", "error parts neededAtOp reference 99"},
			{"neededAtOp", "M1|P7|20", "error parts neededAtOp required 20"},
			{"parentPart", "M1|P2|-", "error parts parentPart required -"},
			{"name", "M1|P2|Core", ""},
			{"parentPart|neededAtOp", "M1|P2|SUB|10", ""},
		} {
			result := s.importBook(ctx, t, book(t, map[string][]string{"parts": {"mouldNo|partNo|" + c.head, c.row}}))
			if got := strings.Join(faultsOf(result), ", "); !strings.HasPrefix(got, c.fault) || c.fault == "" && got != "" {
				t.Errorf("%s: %s: %q, want %q", c.head, c.row, got, c.fault)
			}
		}
	})
}

// A cycle of stored steps is told at the row that closes it, and keeps the rows of other moulds from nothing.
func TestACycleIsToldWhereItIsMade(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|TOP", "M1|P1", "M2|P1", "M2|P2"}, "electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|CNC|4"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|TOP|10|CNC|4|", "M1|P1|10|CNC|4|TOP/10", "M1|P1|20|EDM|4|", "M1|E1|20|CNC|1|P1/20", "M2|P1|10|CNC|4|"},
		})
		for sheet, row := range map[string][]string{"parts parentPart": {"mouldNo|partNo|parentPart|qty", "M1|P1|TOP|", "M2|P1||3", "M2|P2||-1"}, "edmLinks electrodeNo": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1"}} {
			name, column, _ := strings.Cut(sheet, " ")
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, Data: book(t, map[string][]string{name: row}), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			if f := result.Faults[0]; f.Sheet != name || f.Column != column || f.Rule != "cycle" || f.Row != 2 {
				t.Errorf("%s: told is %+v", name, f)
			}
		}
		// A row that leaves its part or its operation where it is is not to blame.
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M3|2030-03-20", "M4|2030-03-20", "M5|2030-03-20"}, "parts": {"mouldNo|partNo|kind|parentPart|neededAtOp", "M3|TOP|3||", "M3|P1|1|TOP|20", "M4|TOP|3||", "M4|SUB|3||", "M4|P1|1|SUB|", "M5|TOP|1||", "M5|P1|1||"},
			"electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M3|E1|CNC|4"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours|pred", "M3|TOP|10|EDM|4|", "M3|TOP|20|CNC|4|", "M3|P1|10|CNC|4|TOP/10", "M3|E1|20|CNC|1|P1/10", "M4|TOP|10|CNC|4|", "M4|P1|10|CNC|4|TOP/10",
				"M5|TOP|10|CNC|4|", "M5|P1|10|CNC|4|TOP/10",
			},
		})
		for want, sheets := range map[string]map[string][]string{
			"edmLinks electrodeNo 2": {"parts": {"mouldNo|partNo|name", "M3|P1|Core"}, "operations": {"mouldNo|partNo|opNo|hours", "M3|P1|10|5"}, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M3|TOP|10|E1"}},
			"parts parentPart 2":     {"operations": {"mouldNo|partNo|opNo|hours|pred", "M4|P1|10|5|TOP/10"}, "parts": {"mouldNo|partNo|parentPart", "M4|P1|TOP"}},
			"parts kind 2":           {"parts": {"mouldNo|partNo|kind", "M5|TOP|3"}},
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, DryRun: true, Data: book(t, sheets), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Faults) != 1 || fmt.Sprintf("%s %s %d", result.Faults[0].Sheet, result.Faults[0].Column, result.Faults[0].Row) != want || result.Faults[0].Rule != "cycle" {
				t.Errorf("%s: told is %+v", want, result.Faults)
			}
		}
		var part production.Part
		read(ctx, t, s, func(tx store.Tx) error {
			return tx.Select(&part).Where("part_no = ?", "P1").Where("mould_id IN (SELECT id FROM mould_order WHERE mould_no = ?)", "M2").Scan(ctx)
		})
		if part.Qty != 3 {
			t.Errorf("the healthy row of the other mould gives %d pieces", part.Qty)
		}
	})
}

// What stays for hidden work alone keeps what it is built into, in silence, and does not hide what stays for work that is seen.
func TestWhatStaysForHiddenWorkKeepsItsParent(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P1||", "M1|TOP||", "M1|P2|TOP|20", "M1|A1|OUT|", "M1|B1|OUT|", "M1|OUT||"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|TOP|10|CNC|4", "M1|TOP|20|CNC|4", "M1|P2|20|EDM|4", "M1|A1|10|EDM|4", "M1|B1|10|CNC|4"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|TOP|20|CN01"},
			"progress":           {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|A1|10|1|ED01|2026-01-05 08:00|1", "M1|B1|10|1|CN01|2026-01-05 08:00|1"},
		})
		narrow := s.without(ctx, t, "EDM")
		file := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"}}
		if removed, faults := s.replaced(narrow, t, file); len(removed) > 0 || !slices.Equal(faults, []string{"operations begun M1 · B1 · 10", "parts begun M1 · OUT"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		file["parts"], file["operations"] = append(file["parts"], "M1|TOP"), append(file["operations"], "M1|TOP|10|CNC|4")
		file["operationResources"] = []string{"mouldNo|partNo|opNo|resource", "M1|P1|10|CN01"}
		if removed, faults := s.replaced(narrow, t, file); len(removed) > 0 || !slices.Equal(faults, []string{"operations begun M1 · B1 · 10", "parts begun M1 · OUT"}) {
			t.Errorf("with the parent, removed are %q, told is %q", removed, faults)
		}
	})
}
