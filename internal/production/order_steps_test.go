package production_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

const orderSheet, operationSheet = "mouldNo|delivery|assemblyGroup|assemblyHours|tryoutGroup|tryoutHours", "mouldNo|partNo|opNo|process|hours|pred"

// A step of an order that gets another number stays that step, and the other one follows the order as before.
func TestARenumberedStepOfAnOrderStaysOne(t *testing.T) {
	for _, c := range []struct {
		what     string
		from, to int
		want     []string
		called   string
	}{
		{"the try-out", 20, 30, []string{"ASM/10 960 implied", "ASM/30 360"}, "Try-out"},
		{"the assembly", 10, 15, []string{"ASM/15 960", "ASM/20 360 implied"}, "Assembly"},
	} {
		t.Run(c.what, func(t *testing.T) {
			each(t, func(ctx context.Context, t *testing.T, s *shop) {
				s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}})
				var o production.Operation
				find := func(number int) {
					read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", number).Scan(ctx) })
				}
				find(c.from)
				if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, `"opNo": `+map[int]string{30: "30", 15: "15"}[c.to]); got != "" {
					t.Fatal(got)
				}
				for range 2 {
					write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
					if got := s.stepsOf(ctx, t); !slices.Equal(got, c.want) {
						t.Errorf("the steps are %q, want %q", got, c.want)
					}
				}
				o = production.Operation{}
				if find(c.to); o.StepName().En != c.called {
					t.Errorf("it is called %q", o.StepName().En)
				}
			})
		})
	}
}

// The try-out of an order comes after its assembly, whatever numbers somebody gives the two.
func TestTheTryoutFollowsTheAssembly(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}})
		renumber := func(from int, to string) string {
			var o production.Operation
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", from).Scan(ctx) })
			return patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, `"opNo": `+to)
		}
		for _, c := range []struct {
			from     int
			to, want string
		}{{10, "100", "opNo order"}, {20, "5", "opNo order"}, {20, "110", ""}, {10, "100", ""}} {
			if got := renumber(c.from, c.to); got != c.want {
				t.Errorf("%d becomes %s: %q, want %q", c.from, c.to, got, c.want)
			}
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got, want := s.stepsOf(ctx, t), []string{"ASM/100 960", "ASM/110 360"}; !slices.Equal(got, want) {
			t.Errorf("the steps are %q, want %q", got, want)
		}
		// A try-out that the order names later comes behind an assembly with a number of its own.
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M2|2030-03-20|FIT|8||"}})
		var o production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", 10).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, `"opNo": 25`); got != "" {
			t.Fatal(got)
		}
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M2||FIT|8|TRY|6"}})
		if got, want := s.stepsOf(ctx, t), []string{"ASM/100 960", "ASM/110 360", "ASM/25 480", "ASM/30 360 implied"}; !slices.Equal(got, want) {
			t.Errorf("the steps are %q, want %q", got, want)
		}
	})
}

// A step on which work has begun does not go: what waits for it waits for it, also beside an assembly of the planner.
func TestRoutesBesideABegunStepAreNoCycle(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {orderSheet, "M1|2030-03-20|FIT|16||"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|"},
		})
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|realStart|realEnd", "M1|P1|10|3|2026-01-05 08:00|2026-01-05 12:00", "M1|ASM|10|3|2026-01-06 08:00|2026-01-06 16:00"}})
		rework := map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|REW|3"}, "operations": {operationSheet, "M1|REW|10|CNC|4|", "M1|P1|40|CNC|4|REW/10", "M1|REW|20|CNC|4|P1/40"}}
		for _, mode := range []string{production.ModeMould, production.ModeRow} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: mode, DryRun: true, Data: book(t, rework), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			if slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "cycle" }) {
				t.Errorf("%s: told is %+v", mode, result.Faults)
			}
		}
		// Where the report was taken back the step stays all the same: somebody has reported on it.
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status", "M1|ASM|10|0"}})
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeMould, DryRun: true, Data: book(t, rework), Trusted: true})
		if err != nil || slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "cycle" }) {
			t.Errorf("taken back: told is %+v, %v", result.Faults, err)
		}
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|realStart|realEnd", "M1|ASM|10|3|2026-01-06 08:00|2026-01-06 16:00"}})
		s.take(ctx, t, rework)
		// And whoever saves one of them in a form later is not refused.
		var o production.Operation
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", 40).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, `"crew": 2`); got != "" {
			t.Error(got)
		}
	})
}

// Routes are held against cycles as they wait once the steps of the order are gone: an assembly of the planner takes their place.
func TestACycleWithoutTheStepsOfTheOrderIsRefused(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {orderSheet, "M1|2030-03-20|FIT|16||"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|"},
		})
		sheets := map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|TOP|3"}, "operations": {operationSheet, "M1|TOP|10|CNC|4|", "M1|P1|20|CNC|4|TOP/10"}}
		for _, mode := range []string{production.ModeMould, production.ModeRow, production.ModeReplace} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: mode, DryRun: true, Data: book(t, sheets), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "cycle" && f.Sheet == "operations" }) {
				t.Errorf("%s: told is %+v", mode, result.Faults)
			}
		}
		// In the forms as well, where the operation comes that makes the assembly the planner's.
		s.take(ctx, t, map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|TOP|1"}, "operations": {operationSheet, "M1|TOP|10|CNC|4|", "M1|P1|20|CNC|4|TOP/10"}})
		var top production.Part
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&top).Where("part_no = ?", "TOP").Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Parts.Patch, top.ID, top.Version, `"kind": 3`); got == "" {
			t.Error("the part became the assembly in which its own operation waits for itself")
		}
	})
}

// A part with a route stays in its mould: the operations, and what is told of them, cannot go along.
func TestAPartWithARouteStaysInItsMould(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {orderSheet, "M1|2030-03-20||||", "M2|2030-03-20|FIT|16||"}, "parts": {"mouldNo|partNo|kind", "M1|TOP|3", "M1|P1|1"}, "operations": {operationSheet, "M1|TOP|10|CNC|4|"},
		})
		var other production.Mould
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&other).Where("mould_no = ?", "M2").Scan(ctx) })
		for no, want := range map[string]string{"TOP": "mouldId operations", "P1": ""} {
			var part production.Part
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&part).Where("part_no = ?", no).Scan(ctx) })
			if got := patched(ctx, t, s, s.production.Parts.Patch, part.ID, part.Version, `"mouldId": "`+other.ID+`"`); got != want {
				t.Errorf("%s: %q, want %q", no, got, want)
			}
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
	})
}

// A step goes for the planner's assembly, but not from a part into which others are built: nothing would wait for them.
func TestAStepThatTakesUpPartsStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}})
		s.take(ctx, t, map[string][]string{"parts": {"mouldNo|partNo|kind|parentPart", "M1|P1|1|ASM"}, "operations": {operationSheet, "M1|P1|10|CNC|4|"}})
		s.take(ctx, t, map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|TOP|3"}, "operations": {operationSheet, "M1|TOP|10|CNC|9|"}})
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got, want := s.stepsOf(ctx, t), []string{"ASM/10 960 implied", "P1/10 240", "TOP/10 540"}; !slices.Equal(got, want) {
			t.Errorf("the steps are %q, want %q", got, want)
		}
		// A file that replaces the mould, and names no groups for its steps, promises the same.
		removed, _ := s.replaced(ctx, t, map[string][]string{
			"moulds": {orderSheet, "M1|2030-03-20|-||-|"}, "parts": {"mouldNo|partNo|kind|parentPart", "M1|P1|1|ASM", "M1|TOP|3|"}, "operations": {operationSheet, "M1|P1|10|CNC|4|", "M1|TOP|10|CNC|9|"},
		})
		if len(removed) > 0 {
			t.Errorf("removed are %q", removed)
		}
	})
}

// An order that names nobody for a step any more takes it away: routes that would wait for one another without it are refused, in the
// form and in a file.
func TestACycleOfAnOrderThatNamesNobodyIsRefused(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1", "M1|P2|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|", "M1|P2|10|CNC|4|"}})
		// A try-out of the parts before the assembly: the last of P2 waits for it, and the assembly takes P2 up.
		s.take(ctx, t, map[string][]string{"operations": {operationSheet, "M1|ASM|20|CNC|6|P1/10", "M1|P2|20|CNC|4|ASM/20"}})
		var mould production.Mould
		find := func() { read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) }) }
		find()
		clear := func() string {
			return patched(ctx, t, s, s.production.Moulds.Patch, mould.ID, mould.Version, `"assemblyGroupId": null`)
		}
		if got, want := clear(), "assemblyGroupId cycle"; got != want {
			t.Errorf("the form says %q, want %q", got, want)
		}
		file := map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|-|||"}}
		told := func(sheets map[string][]string) bool {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeMould, DryRun: true, Data: book(t, sheets), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			return slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "cycle" })
		}
		if !told(file) {
			t.Error("the file is not refused")
		}
		// Begun, it stays, and the routes with it, also where the file itself reports so.
		file["progress"] = []string{"mouldNo|partNo|opNo|status|realStart|realEnd", "M1|P1|10|3|2026-01-04 08:00|2026-01-04 16:00", "M1|P2|10|3|2026-01-04 08:00|2026-01-04 16:00", "M1|ASM|10|3|2026-01-05 08:00|2026-01-05 16:00"}
		if told(file) {
			t.Error("the file is refused although it reports that the step has begun")
		}
		s.importBook(ctx, t, book(t, map[string][]string{"progress": file["progress"]}))
		if find(); clear() != "" {
			t.Error("the form is refused although the step has begun")
		}
	})
}

// A step on which somebody counts stays although the order names nobody for it, and the cycle without it never comes.
func TestAStepThatStaysBreaksACycle(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1", "M1|P2|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|", "M1|P2|10|CNC|4|"}})
		s.take(ctx, t, map[string][]string{
			"parts":      {"mouldNo|partNo|kind|parentPart|neededAtOp", "M1|P3|1|ASM|10"},
			"operations": {operationSheet, "M1|ASM|20|CNC|6|P1/10", "M1|P2|20|CNC|4|ASM/20"},
		})
		file := map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|-|||"}}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeMould, DryRun: true, Data: book(t, file), Trusted: true})
		if err != nil || slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "cycle" }) {
			t.Errorf("the file says %+v, %v", result.Faults, err)
		}
		var mould production.Mould
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Moulds.Patch, mould.ID, mould.Version, `"assemblyGroupId": null`); got != "" {
			t.Errorf("the form says %q", got)
		}
		if got := s.stepsOf(ctx, t); !slices.ContainsFunc(got, func(step string) bool { return strings.HasPrefix(step, "ASM/10 ") }) {
			t.Errorf("the steps are %q", got)
		}
	})
}

// An operation keeps the name by which others wait for it or take it up, and its mould where those that stay would wait for one another.
func TestAnOperationKeepsTheNameThatOthersUse(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {orderSheet, "M1|2030-03-20||||", "M2|2030-03-20||||"},
			"parts":  {"mouldNo|partNo|kind|parentPart|neededAtOp", "M1|P1|1||", "M1|P2|1||", "M1|A|3||", "M1|P3|1|A|10", "M2|P1|1||"},
			"operations": {
				operationSheet, "M1|P2|10|CNC|4|", "M1|P1|10|CNC|4|30", "M1|P1|20|CNC|4|P2/10", "M1|P1|30|CNC|4|", "M1|P1|40|CNC|4|", "M1|A|10|CNC|4|", "M1|P3|10|CNC|4|", "M2|P1|90|CNC|4|",
			},
		})
		ids := map[string]string{} // of moulds and parts
		at := func(mould, part string, number int) (o production.Operation) {
			read(ctx, t, s, func(tx store.Tx) error {
				return tx.Select(&o).Where("part_id = ?", ids[mould+"/"+part]).Where("op_no = ?", number).Scan(ctx)
			})
			return o
		}
		var moulds []production.Mould
		var parts []production.Part
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&moulds).Scan(ctx) })
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&parts).Scan(ctx) })
		for i := range moulds {
			ids[moulds[i].MouldNo] = moulds[i].ID
		}
		for i := range parts {
			for no, id := range ids {
				if id == parts[i].MouldID {
					ids[no+"/"+parts[i].PartNo] = parts[i].ID
				}
			}
		}
		to := func(mould, part string) string {
			return fmt.Sprintf(`"mouldId": %q, "partId": %q, "pred": ""`, ids[mould], ids[mould+"/"+part])
		}
		for _, c := range []struct {
			what, part   string
			number       int
			change, want string
		}{
			{"another number of what is waited for", "P2", 10, `"opNo": 15`, "opNo reference"},
			{"another branch of it that still fits", "P2", 10, `"branch": "B"`, ""},
			{"another part of it", "P2", 10, to("M1", "P1"), "partId reference"},
			{"another mould of it", "P2", 10, to("M2", "P1"), "mouldId reference"},
			{"another number of what takes a part up", "A", 10, `"opNo": 15`, "opNo reference"},
			{"another mould of what keeps others apart", "P1", 20, to("M2", "P1"), "mouldId cycle"},
			{"another number of what nobody names", "P1", 40, `"opNo": 45`, ""},
			{"another mould of it", "P1", 45, to("M2", "P1"), ""},
		} {
			o := at("M1", c.part, c.number)
			if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, c.change); got != c.want {
				t.Errorf("%s: %q, want %q", c.what, got, c.want)
			}
		}
	})
}

// An operation does not go where others would wait for one another without it.
func TestACycleWithoutAnOperationIsRefused(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20||||"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1", "M1|P2|1"}, "operations": {operationSheet, "M1|P2|10|CNC|4|", "M1|P1|10|CNC|4|30", "M1|P1|20|CNC|4|P2/10", "M1|P1|30|CNC|4|", "M1|P1|40|CNC|4|"}})
		for _, c := range []struct {
			number int
			goes   bool
		}{{20, false}, {40, true}} {
			var o production.Operation
			read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", c.number).Scan(ctx) })
			err := s.db.Write(ctx, func(tx store.Tx) error { return s.production.Operations.Delete(ctx, tx, o.ID) })
			if c.goes && err != nil || !c.goes && (err == nil || !strings.Contains(err.Error(), "P1/10 → P1/30")) {
				t.Errorf("%d: %v", c.number, err)
			}
		}
	})
}

// Lists of one factory are a workbook for another: rows of steps without a process are the steps of an electrode or of an order there.
func TestStepsWithoutAProcessComeWithTheirRows(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		sheets := func(m, order, operations string) map[string][]string {
			return map[string][]string{
				"moulds": {orderSheet, m + "|2030-03-20|" + order}, "parts": {"mouldNo|partNo|kind|parentPart", m + "|P1|1|", m + "|ASM|3|", m + "|SUB|3|ASM", m + "|E1|2|"},
				"operations": append([]string{"mouldNo|partNo|opNo|group|hours|crew", m + "|E1|10|FIT|4|"}, strings.Split(strings.ReplaceAll(operations, "@", m), ";")...),
			}
		}
		s.take(ctx, t, sheets("M1", "FIT|16|TRY|6", "@|ASM|10|FIT|16|;@|ASM|20|TRY|6|2"))
		want := []string{"ASM/10 960 implied", "ASM/20 360", "E1/10 240"} // two people try it out: that is somebody's word
		if got := s.stepsOf(ctx, t); !slices.Equal(got, want) {
			t.Errorf("the steps are %q, want %q", got, want)
		}
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1||FIT|20|TRY|8"}})
		want[0] = "ASM/10 1200 implied"
		if got := s.stepsOf(ctx, t); !slices.Equal(got, want) {
			t.Errorf("after the order the steps are %q, want %q", got, want)
		}
		// What the row says of the step goes before the order, and an assembly of the planner beside it does not take it away.
		s.take(ctx, t, sheets("M3", "FIT|16||", "@|ASM|10|FIT|12|"))
		s.take(ctx, t, map[string][]string{"operations": {operationSheet, "M3|ASM|20|CNC|4|"}})
		if got := s.stepsOf(ctx, t); !slices.Contains(got, "ASM/10 720") {
			t.Errorf("the row of the step is %q", got)
		}
		for what, c := range map[string]struct{ order, row string }{
			"an order without try-out":     {"FIT|16||", "@|ASM|20|TRY|6|"},
			"another number":               {"FIT|16|TRY|6", "@|ASM|30|TRY|6|"},
			"an assembly that is built in": {"FIT|16|TRY|6", "@|SUB|10|FIT|6|"},
			"a workpiece":                  {"FIT|16|TRY|6", "@|P1|10|FIT|6|"},
			"another step of an electrode": {"FIT|16|TRY|6", "@|E1|30|FIT|6|"},
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeMould, DryRun: true, Data: book(t, sheets("M2", c.order, c.row)), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Column == "process" && f.Rule == "required" }) || result.Errors != 1 {
				t.Errorf("%s: told is %+v", what, result.Faults)
			}
		}
	})
}

// The check of a file tells the steps of orders that come, change, move and go with it, as the writing does it.
func TestTheCheckTellsTheStepsOfOrders(t *testing.T) {
	type sheets = map[string][]string
	both := []sheets{{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}}}
	planner := sheets{"parts": {"mouldNo|partNo|kind", "M1|TOP|3"}, "operations": {operationSheet, "M1|TOP|10|CNC|9|"}}
	for _, c := range []struct {
		what   string
		before []sheets
		change string // of the assembly in its form, before the file
		mode   string
		file   sheets
		told   []string // sheet key action, of what has no row in the file
		steps  []string
	}{
		{
			what: "a new mould", file: sheets{"moulds": {orderSheet, "M1|2030-03-20|FIT|16|TRY|6"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|"}},
			told: []string{"operations M1 · ASM · 10 new", "operations M1 · ASM · 20 new", "parts M1 · ASM new"}, steps: []string{"ASM/10 960 implied", "ASM/20 360 implied", "P1/10 240"},
		},
		{
			what: "other hours", before: both, file: sheets{"moulds": {orderSheet, "M1||FIT|20|TRY|"}},
			told: []string{"operations M1 · ASM · 10 changed"}, steps: []string{"ASM/10 1200 implied", "ASM/20 360 implied"},
		},
		{
			what: "no try-out", before: both, file: sheets{"moulds": {orderSheet, "M1||FIT|16||-"}},
			told: []string{"operations M1 · ASM · 20 removed"}, steps: []string{"ASM/10 960 implied"},
		},
		{
			what: "nothing of both", before: both, file: sheets{"moulds": {orderSheet, "M1||-|||-"}},
			told: []string{"operations M1 · ASM · 10 removed", "operations M1 · ASM · 20 removed", "parts M1 · ASM removed"},
		},
		{
			what: "nothing of both, with a batch", before: append(both, sheets{"parts": {"mouldNo|partNo|kind|qty", "M1|ASM|3|2"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|ASM|B1|2"}}), file: sheets{"moulds": {orderSheet, "M1||-|||-"}},
			told: []string{"operations M1 · ASM · 10 removed", "operations M1 · ASM · 20 removed"},
		},
		{
			what: "the planner's assembly", before: both, file: planner,
			told: []string{"operations M1 · ASM · 10 removed", "operations M1 · ASM · 20 removed", "parts M1 · ASM removed"}, steps: []string{"TOP/10 540"},
		},
		{
			what: "an assembly without operations", before: both, file: sheets{"parts": planner["parts"]},
			told: []string{"operations M1 · ASM · 10 changed", "operations M1 · ASM · 20 changed", "parts M1 · ASM removed"}, steps: []string{"TOP/10 960 implied", "TOP/20 360 implied"},
		},
		{what: "another name", before: both, file: sheets{"moulds": {"mouldNo|name", "M1|Cover"}}, steps: []string{"ASM/10 960 implied", "ASM/20 360 implied"}},
		{
			what: "the assembly comes later", before: []sheets{{"moulds": {orderSheet, "M1|2030-03-20|||TRY|6"}}}, file: sheets{"moulds": {orderSheet, "M1||FIT|8|TRY|6"}},
			told: []string{"operations M1 · ASM · 10 new"}, steps: []string{"ASM/10 480 implied", "ASM/20 360 implied"},
		},
		{
			what: "the try-out comes behind", before: []sheets{{"moulds": {orderSheet, "M1|2030-03-20|FIT|8||"}}}, change: `"opNo": 25`, file: sheets{"moulds": {orderSheet, "M1||FIT|8|TRY|6"}},
			told: []string{"operations M1 · ASM · 30 new"}, steps: []string{"ASM/25 480", "ASM/30 360 implied"},
		},
		{
			what: "the name is taken", before: []sheets{{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|kind", "M1|ASM|1"}}}, file: sheets{"moulds": {orderSheet, "M1||FIT|8||"}},
			told: []string{"operations M1 · ASM-2 · 10 new", "parts M1 · ASM-2 new"}, steps: []string{"ASM-2/10 480 implied"},
		},
		{
			what: "a part counts on it", before: append(both, sheets{"parts": {"mouldNo|partNo|kind|parentPart|neededAtOp", "M1|P1|1|ASM|10"}}), file: sheets{"moulds": {orderSheet, "M1||-|||-"}},
			told: []string{"operations M1 · ASM · 20 removed"}, steps: []string{"ASM/10 960 implied"},
		},
		{
			what: "taken over", before: both, change: `"crew": 2`, file: sheets{"moulds": {orderSheet, "M1||FIT|20|TRY|8"}},
			told: []string{"operations M1 · ASM · 20 changed"}, steps: []string{"ASM/10 960", "ASM/20 480 implied"},
		},
		{
			what: "replaced, with a try-out", before: []sheets{{"moulds": {orderSheet, "M1|2030-03-20|FIT|8||"}}}, mode: production.ModeReplace, file: sheets{"moulds": {orderSheet, "M1|2030-03-20|FIT|9|TRY|6"}, "parts": planner["parts"]},
			told: []string{"operations M1 · ASM · 10 changed", "operations M1 · ASM · 20 new"}, steps: []string{"ASM/10 540 implied", "ASM/20 360 implied"},
		},
		{
			what: "replaced, in the place of what goes", before: []sheets{{"moulds": {orderSheet, "M1|2030-03-20|FIT|8||"}}, planner}, mode: production.ModeReplace,
			file: sheets{"moulds": {orderSheet, "M1|2030-03-20|FIT|8||"}, "parts": {"mouldNo|partNo|kind", "M1|TOP|3", "M1|P1|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|"}},
			told: []string{"operations M1 · TOP · 10 new", "operations M1 · TOP · 10 removed"}, steps: []string{"P1/10 240", "TOP/10 480 implied"},
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			each(t, func(ctx context.Context, t *testing.T, s *shop) {
				for _, before := range c.before {
					s.take(ctx, t, before)
				}
				if c.change != "" {
					var o production.Operation
					read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Where("op_no = ?", 10).Scan(ctx) })
					if got := patched(ctx, t, s, s.production.Operations.Patch, o.ID, o.Version, c.change); got != "" {
						t.Fatal(got)
					}
				}
				for _, dry := range []bool{true, false} {
					result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: cmp.Or(c.mode, production.ModeMould), DryRun: dry, Data: book(t, c.file), Trusted: true})
					if err != nil || result.Errors > 0 {
						t.Fatal(err, result.Faults)
					}
					var told []string
					for _, r := range result.Rows {
						if r.Row == 0 {
							told = append(told, r.Sheet+" "+r.Key+" "+r.Action)
						}
					}
					if slices.Sort(told); !slices.Equal(told, c.told) {
						t.Errorf("dry run %v: told is %q, want %q", dry, told, c.told)
					}
				}
				if steps := s.stepsOf(ctx, t); !slices.Equal(steps, c.steps) {
					t.Errorf("the steps are %q, want %q", steps, c.steps)
				}
				var parts []string // what is told of parts is so
				read(ctx, t, s, func(tx store.Tx) error {
					return tx.Select((*production.Part)(nil)).Columns("part_no").ScanColumn(ctx, &parts)
				})
				for _, told := range c.told {
					if f := strings.Fields(told); f[0] == "parts" && slices.Contains(parts, f[3]) != (f[4] == "new") {
						t.Errorf("%s, and there are %q", told, parts)
					}
				}
			})
		})
	}
}

// An order is refused for no cycle that was there before: whoever mends one may change it.
func TestAnOrderIsNotHeldForAnOlderCycle(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {orderSheet, "M1|2030-03-20|FIT|16||"}, "parts": {"mouldNo|partNo|kind", "M1|P1|1"}, "operations": {operationSheet, "M1|P1|10|CNC|4|", "M1|P1|20|CNC|4|"}})
		if _, err := s.db.Pool().ExecContext(ctx, "UPDATE operation SET pred = '20' WHERE op_no = 10 AND part_id IN (SELECT id FROM part WHERE part_no = 'P1')"); err != nil {
			t.Fatal(err)
		}
		var mould production.Mould
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&mould).Scan(ctx) })
		if got := patched(ctx, t, s, s.production.Moulds.Patch, mould.ID, mould.Version, `"assemblyGroupId": null`); got != "" {
			t.Error(got)
		}
	})
}

// dated is a workbook of one sheet in which a spreadsheet has made the date 2026-03-01 of each number 46082.
func dated(t *testing.T, sheet string, rows ...[]any) []byte {
	t.Helper()
	file := excelize.NewFile()
	style, bad := file.NewStyle(&excelize.Style{NumFmt: 14})
	err := errors.Join(bad, file.SetSheetName("Sheet1", sheet))
	for y, row := range rows {
		for x, value := range row {
			at, bad := excelize.CoordinatesToCellName(x+1, y+1)
			err = errors.Join(err, bad, file.SetCellValue(sheet, at, value))
			if value == 46082 {
				err = errors.Join(err, file.SetCellStyle(sheet, at, at, style))
			}
		}
	}
	var data bytes.Buffer
	if err := errors.Join(err, file.Write(&data)); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// What is stored and called like a date is named by a date cell as well: nobody refuses what it is called. What is not stored is refused.
func TestWhatIsCalledLikeADate(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {orderSheet, "2026-03-01|2030-03-20||||", "M1|2030-03-20||||"}, "parts": {"mouldNo|partNo|kind|qty", "M1|P1|1|4", "M1|2026-03-01|2|1", "M1|E2|2|1"},
			"operations": {"mouldNo|partNo|opNo|branch|process|hours", "M1|P1|10||EDM|4", "M1|P1|20|2026-03-01|CNC|4"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|2026-03-01|4"},
		})
		for _, c := range []struct {
			what, sheet string
			rows        [][]any
			refused     int
		}{
			{"a mould", "parts", [][]any{{"mouldNo", "partNo", "kind"}, {46082, "P1", 1}}, 0},
			{"a batch", "progress", [][]any{{"mouldNo", "partNo", "opNo", "batchNo", "status"}, {"M1", "P1", 10, 46082, 0}}, 0},
			{"a branch", "operationResources", [][]any{{"mouldNo", "partNo", "opNo", "branch", "resource"}, {"M1", "P1", 20, 46082, "CN01"}}, 0},
			{"an electrode", "edmLinks", [][]any{{"mouldNo", "partNo", "opNo", "electrodeNo"}, {"M1", "P1", 10, 46082}}, 0},
			{"no batch", "batches", [][]any{{"mouldNo", "partNo", "batchNo", "qty"}, {"M1", "E2", 46082, 1}}, 1},
		} {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeMould, DryRun: true, Data: dated(t, c.sheet, c.rows...), Trusted: true})
			if err != nil {
				t.Fatal(err)
			}
			refused := 0
			for _, f := range result.Faults {
				if f.Rule == "moment" {
					refused++
				}
			}
			if refused != c.refused || c.refused == 0 && result.Errors > 0 {
				t.Errorf("%s: %+v", c.what, result.Faults)
			}
		}
	})
}
