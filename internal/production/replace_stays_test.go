package production_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// countedRows are how many rows of each kind of production are stored.
func (s *shop) countedRows(ctx context.Context, t *testing.T) (counts [7]int) {
	t.Helper()
	read(ctx, t, s, func(tx store.Tx) (err error) {
		for i, model := range []any{(*production.Part)(nil), (*production.Operation)(nil), (*production.EDMLink)(nil), (*production.OperationResource)(nil), (*production.Batch)(nil), (*production.Progress)(nil), (*production.OutsourceOrder)(nil)} {
			n, bad := tx.Select(model).Count(ctx)
			counts[i], err = n, errors.Join(err, bad)
		}
		return err
	})
	return counts
}

// A part on which work has begun stays whole also where the file holds rows of it and not the part's own: they are taken, and the part is
// told. What the check says is what is written.
func TestAPartThatHasBegunStaysBesideItsRows(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		all := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|2", "M1|P2|4"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|EDM|4", "M1|P2|10|CNC|4", "M1|P2|20|EDM|4", "M1|E2|10|CNC|4", "M1|E2|20|CMM|4"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P2|20|E1"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|10|CN01", "M1|P2|10|CN02"},
			"batches":            {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|1", "M1|P2|B1|1", "M1|P2|B2|1"},
			"outsourcing":        {"mouldNo|partNo|opNo|promised", "M1|P2|20|2030-03-01"},
		}
		s.take(ctx, t, all)
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P2|10|B1|1|CN02|2026-01-05 08:00|1", "M1|E2|10||1|CN01|2026-01-05 08:00|1"}})
		before := s.countedRows(ctx, t)
		for what, c := range map[string]struct {
			rows map[string][]string // of what has begun
			want []string
		}{
			"the step that has begun":  {map[string][]string{"operations": {"M1|P2|10|CNC|6", "M1|E2|10|CNC|6"}}, []string{"electrodes begun M1 · E2", "parts begun M1 · P2"}},
			"another step":             {map[string][]string{"operations": {"M1|P2|20|EDM|6", "M1|E2|20|CMM|6"}}, []string{"operations begun M1 · E2 · 10", "operations begun M1 · P2 · 10"}},
			"the batch that has begun": {map[string][]string{"batches": {"M1|P2|B1|1"}, "operations": {"M1|P2|10|CNC|6", "M1|E2|10|CNC|6"}}, []string{"electrodes begun M1 · E2", "parts begun M1 · P2"}},
			"a machine and a burn":     {map[string][]string{"operationResources": {"M1|P2|10|CN02"}, "edmLinks": {"M1|P2|20|E1"}}, []string{"operations begun M1 · E2 · 10", "operations begun M1 · P2 · 10"}},
		} {
			file := map[string][]string{}
			for sheet, lines := range all {
				for i, line := range lines {
					if i == 0 || !strings.HasPrefix(line, "M1|P2") && !strings.HasPrefix(line, "M1|E2") {
						file[sheet] = append(file[sheet], line)
					}
				}
				file[sheet] = append(file[sheet], c.rows[sheet]...)
			}
			removed, faults := s.replaced(ctx, t, file)
			if len(removed) > 0 || !slices.Equal(faults, c.want) {
				t.Errorf("%s: removed are %q, told is %q", what, removed, faults)
			}
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, file)})
			if err != nil || result.Errors > 0 || len(result.NotWritten) > 0 || result.Committed != (len(c.rows["operations"]) > 0) {
				t.Errorf("%s: %v %+v", what, err, result)
			}
			if after := s.countedRows(ctx, t); after != before {
				t.Errorf("%s: %v rows are left of %v", what, after, before)
			}
			s.take(ctx, t, map[string][]string{"operations": all["operations"]})
		}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, DryRun: true, Data: book(t, map[string][]string{
			"moulds": all["moulds"], "parts": all["parts"][:2], "operations": all["operations"][:4],
		})})
		if err != nil || len(result.Faults) != 1 || result.Faults[0].Texts.En != "Work on this part or with it has begun or is ordered: it stays with its whole route although the file does not hold it" ||
			result.Faults[0].Texts.Zh != "此零件或用到它的工序已开工或已下单：文件中没有此零件，它连同整条工艺路线予以保留" {
			t.Errorf("%v %+v", err, result.Faults)
		}
	})
}

// A step that stays because work on it has begun keeps its machines, electrodes and orders, unless the file has others for it.
func TestAStepThatHasBegunKeepsItsLines(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		all := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|2"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|EDM|4", "M1|P1|30|EDM|4"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|30|E2"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|20|ED01", "M1|P1|30|ED01"},
			"outsourcing":        {"mouldNo|partNo|opNo|promised", "M1|P1|20|2030-03-01", "M1|P1|30|2030-03-01"},
		}
		s.take(ctx, t, all)
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|30|1|ED01|2026-01-05 08:00|1"}})
		without := map[string][]string{}
		for sheet, lines := range all {
			without[sheet] = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.Contains(line, "|30|") || strings.Contains(line, "|E2") })
		}
		removed, faults := s.replaced(ctx, t, without)
		if len(removed) > 0 || !slices.Equal(faults, []string{"edmLinks begun M1 · P1 · 30 · E2", "operations begun M1 · P1 · 30"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		without["operationResources"] = append(without["operationResources"], "M1|P1|30|ED02")
		if removed, _ := s.replaced(ctx, t, without); !slices.Equal(removed, []string{"removed operationResources M1 · P1 · 30 · ED01"}) {
			t.Errorf("by a file that has another machine for it go %q", removed)
		}
	})
}

// A step of an order goes once the order names nobody for it, told before: by a file that replaces its mould and by the next run, as it
// does by the form. What somebody counts on stays.
func TestAStepThatItsOrderNamesNobodyForGoes(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds, parts, machines := []string{"mouldNo|delivery|assemblyGroup|tryoutGroup|tryoutHours"}, []string{"mouldNo|partNo"}, []string{"mouldNo|partNo|opNo|resource"}
		cleared, routes := []string{"mouldNo|assemblyGroup"}, []string{"mouldNo|partNo|opNo|process|hours|pred"}
		for _, no := range []string{"M1", "M2", "M3", "M4"} {
			moulds, parts, machines, cleared = append(moulds, no+"|2030-03-20|CNC|"+map[string]string{"M4": "TRY|2"}[no]), append(parts, no+"|P1"), append(machines, no+"|ASM|10|CN01"), append(cleared, no+"|-")
			routes = append(routes, no+"|P1|10|CNC|4|"+map[string]string{"M4": "ASM/10"}[no])
		}
		s.take(ctx, t, map[string][]string{"moulds": moulds, "parts": parts})
		s.take(ctx, t, map[string][]string{"operationResources": machines, "operations": routes, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M4|P1|ASM|20"}})
		s.take(ctx, t, map[string][]string{"moulds": cleared}) // the steps stay: they have machines
		write(ctx, t, s, func(tx store.Tx) error {
			_, err := tx.Remove((*production.OperationResource)(nil)).Where("mould_id NOT IN (SELECT id FROM mould_order WHERE mould_no = ?)", "M3").Exec(ctx)
			return err
		})
		steps := func() (left []string) {
			read(ctx, t, s, func(tx store.Tx) error {
				var all []production.Mould
				if err := tx.Select(&all).Where("id IN (SELECT mould_id FROM operation WHERE implied = ? AND op_no = 10)", true).Order("mould_no").Scan(ctx); err != nil {
					return err
				}
				for _, m := range all {
					left = append(left, m.MouldNo)
				}
				return nil
			})
			return left
		}
		if got := steps(); !slices.Equal(got, []string{"M1", "M2", "M3", "M4"}) {
			t.Fatalf("before, %q have their step", got)
		}
		file := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M3|2030-03-20", "M4|2030-03-20"}, "parts": {parts[0], parts[1], parts[3], parts[4]}}
		if removed, faults := s.replaced(ctx, t, file); !slices.Equal(removed, []string{"removed operations M1 · ASM · 10"}) || len(faults) > 0 {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, file)})
		if err != nil || !result.Committed || result.Total.Removed != 1 {
			t.Errorf("%v %+v", err, result)
		}
		given := func() (n int) {
			read(ctx, t, s, func(tx store.Tx) (err error) {
				n, err = tx.Select((*production.Part)(nil)).Where("implied = ?", true).Count(ctx)
				return err
			})
			return n
		}
		if got := steps(); !slices.Equal(got, []string{"M2", "M3", "M4"}) || given() != 4 { // of the part nobody was told
			t.Errorf("replaced, %q have their step, in %d parts", got, given())
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if got := steps(); !slices.Equal(got, []string{"M3", "M4"}) {
			t.Errorf("at the next run, %q have their step", got)
		}
		if n := given(); n != 2 {
			t.Errorf("%d parts for such steps are left", n)
		}
	})
}

// A step of an order on which work that has begun waits stays, whether the file holds that work or not.
func TestAStepThatBegunWorkWaitsForStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		operations := "mouldNo|partNo|opNo|process|hours|pred"
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery|assemblyGroup|tryoutGroup|tryoutHours", "M1|2030-03-20|CNC|TRY|2"}, "parts": {"mouldNo|partNo", "M1|P1"}})
		s.take(ctx, t, map[string][]string{"operations": {operations, "M1|P1|10|CNC|4|ASM/10", "M1|P1|20|CNC|4|"}, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P1|ASM|20"}})
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|10|1|CN01|2026-01-05 08:00|1"}})
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|assemblyGroup", "M1|-"}})
		removed, faults := s.replaced(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {operations, "M1|P1|20|CNC|5|"}})
		if len(removed) > 0 || !slices.Equal(faults, []string{"operations begun M1 · P1 · 10"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
	})
}

// A step on which work has begun keeps its machines and electrodes where the file says nothing of it, with or without a sheet of operations.
func TestBegunWorkOfWhichTheFileIsSilent(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds, parts := []string{"mouldNo|delivery", "M1|2030-03-20"}, []string{"mouldNo|partNo", "M1|P1", "M1|P9"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": parts, "electrodes": {"mouldNo|electrodeNo", "M1|E1", "M1|E2"},
			"operations":         {"mouldNo|partNo|opNo|process|hours", "M1|P1|20|EDM|4", "M1|P9|20|EDM|4", "M1|E1|10|CNC|1", "M1|E2|10|CNC|1"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E2", "M1|P9|20|E1"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|20|ED01", "M1|P9|20|ED01"},
		})
		s.take(ctx, t, map[string][]string{"progress": {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|20|1|ED01|2026-01-05 08:00|1"}})
		removed, _ := s.replaced(ctx, t, map[string][]string{
			"moulds": moulds, "electrodes": {"mouldNo|electrodeNo", "M1|E1"}, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P9|20|E1"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P9|20|ED02"},
		})
		if want := []string{"removed operationResources M1 · P9 · 20"}; !slices.EqualFunc(removed, want, strings.HasPrefix) {
			t.Errorf("removed are %q", removed)
		}
	})
}

// A step of an order that a role hides is neither taken away nor changed by a file or a form that clears its group: the next run does it.
func TestAHiddenStepOfAnOrderStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery|assemblyGroup|assemblyHours", "M1|2030-03-20|EDM|3"}, "parts": {"mouldNo|partNo", "M1|P1"}})
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var step production.Operation
		find := func() (found bool) {
			t.Helper()
			read(ctx, t, s, func(tx store.Tx) error {
				step = production.Operation{}
				err := tx.Select(&step).Where("implied = ?", true).Scan(ctx)
				if found = err == nil; errors.Is(err, store.ErrNotFound) {
					err = nil
				}
				return err
			})
			return found
		}
		if !find() {
			t.Fatal("there is no step")
		}
		actor.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{step.GroupID}}
		narrow := store.WithActor(ctx, actor)
		for _, change := range []string{"M1|2030-03-20|9", "M1|2030-03-20|-"} {
			column := map[bool]string{true: "assemblyHours", false: "assemblyGroup"}[strings.HasSuffix(change, "9")]
			s.take(narrow, t, map[string][]string{"moulds": {"mouldNo|delivery|" + column, change}})
			if !find() || step.Minutes != quantity.Minutes(180) {
				t.Errorf("after %s the hidden step is %+v", change, step)
			}
		}
		write(ctx, t, s, func(tx store.Tx) error { return s.production.ImplySteps(ctx, tx, nil) })
		if find() {
			t.Errorf("the next run leaves %+v", step)
		}
	})
}

// A batch whose second order binds somebody says that it is ordered, although a hidden step names it too; and so does one with work that was
// taken back.
func TestABatchSaysWhyItStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|qty", "M1|P1|6"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|EDM|4"},
			"batches":     {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2", "M1|P1|B3|1", "M1|P1|B4|1"},
			"progress":    {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|20|B1|0|||", "M1|P1|20|B2|0|||", "M1|P1|20|B3|0|||", "M1|P1|10|B2|1|CN01|2026-01-05 08:00|1"},
			"outsourcing": {"mouldNo|partNo|opNo|batchNo|promised", "M1|P1|10|B1|2030-03-01"},
		})
		var group basedata.Group
		var o production.Operation
		var b production.Batch
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(tx.Select(&group).Where("code = ?", "EDM").Scan(ctx), tx.Select(&o).Where("op_no = ?", 10).Scan(ctx), tx.Select(&b).Where("batch_no = ?", "B2").Scan(ctx))
		})
		write(ctx, t, s, func(tx store.Tx) error {
			if _, err := s.production.Report(ctx, tx, production.Report{OperationID: o.ID, BatchID: b.ID, Status: production.NotStarted}); err != nil {
				return err
			}
			var order production.OutsourceOrder
			if err := tx.Select(&order).Scan(ctx); err != nil {
				return err
			}
			more, day := order, store.Now()
			more.Row, more.OrderNo, more.OrderedAt = store.Row{}, "X-1", &day
			return tx.Insert(ctx, &more)
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		file := map[string][]string{"moulds": moulds, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B4|1"}}
		if removed, faults := s.replaced(ctx, t, file); !slices.Equal(removed, []string{"removed batches M1 · P1 · B3", "removed progress M1 · P1 · 20 · B3"}) || !slices.Equal(faults, []string{"batches begun M1 · P1 · B1", "batches begun M1 · P1 · B2"}) {
			t.Errorf("whoever sees all: %q %q", removed, faults)
		}
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}}
		removed, faults := s.replaced(store.WithActor(ctx, planner), t, file)
		if len(removed) > 0 || !slices.Equal(faults, []string{"batches begun M1 · P1 · B1", "batches begun M1 · P1 · B2", "batches hidden M1 · P1 · B3"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
	})
}

// A row of totals is passed over and told: it keeps no mould out, makes no part and does not keep rows that a file removes.
func TestARowOfTotalsSpoilsNothing(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		all := map[string][]string{
			"moulds": {"mouldNo|delivery|priority", "M1|2030-03-20|50", "M2|2030-03-20|50"}, "parts": {"mouldNo|partNo|qty", "M1|P1|2", "M1|P2|3", "M2|P1|4"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4", "M1|P1|20|CNC|6", "M2|P1|10|CNC|5"},
		}
		s.take(ctx, t, all)
		with := maps.Clone(all)
		with["moulds"] = append(slices.Clone(all["moulds"]), "合 计||100")
		with["parts"] = []string{all["parts"][0], "M1|P1|2", "M1|小计|2", "M2|P1|4", "Total||6"}
		with["operations"] = []string{all["operations"][0], "M1|P1|10|CNC|4", "M1|P1 小计|||4", "M2|P1|10|CNC|5", "||合计||9", "Grand total: 9||||"}
		removed, faults := s.replaced(ctx, t, with)
		if !slices.Equal(removed, []string{"removed parts M1 · P2", "removed operations M1 · P1 · 20"}) || !slices.Equal(faults, []string{
			"moulds totals 合 计", "operations totals Grand total: 9", "operations totals P1 小计", "operations totals 合计", "parts totals Total", "parts totals 小计",
		}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		result := s.importBook(ctx, t, book(t, with))
		if result.Errors > 0 || result.Committed || result.Total.Same != 6 || result.Total.Skipped != 6 {
			t.Errorf("%+v %+v", result.Total, result.Faults)
		}
		for _, f := range result.Faults {
			if f.Level != "warning" || f.Row == 0 || f.Texts.En != "This is a row of totals and is passed over. If it is a record after all, make it in its list first and then import the file" {
				t.Errorf("%+v", f)
			}
		}
		// What is called so is a record.
		write(ctx, t, s, func(tx store.Tx) error {
			var m production.Mould
			if err := tx.Select(&m).Where("mould_no = ?", "M1").Scan(ctx); err != nil {
				return err
			}
			return s.production.Parts.Save(ctx, tx, &production.Part{MouldID: m.ID, PartNo: "Total", Kind: production.Workpiece, Qty: 1, Pieces: 1, State: production.ElectrodeDesigned})
		})
		if known := s.importBook(ctx, t, book(t, map[string][]string{"parts": {"mouldNo|partNo|qty", "M1|TOTAL|5", "|Total|5"}})); !known.Committed || known.Counts["parts"].Changed != 1 || known.Counts["parts"].Skipped != 1 {
			t.Errorf("%+v %+v", known.Counts["parts"], known.Faults)
		}
	})
}

// A part that stays because work on it has begun keeps what it is built into and the parts that it waits for: a file that lacks all of them
// is no reason to refuse the mould.
func TestAPartThatHasBegunKeepsWhatItIsBuiltInto(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|kind|parentPart|neededAtOp", "M1|P1|1||", "M1|P2|1|TOP|10", "M1|P3|1||", "M1|P4|1||", "M1|TOP|3||"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|", "M1|P2|10|CNC|4|P3/10", "M1|P3|10|EDM|4|", "M1|P4|10|CNC|4|", "M1|TOP|10|FIT|4|"},
			"edmLinks":   {"mouldNo|partNo|opNo|electrodeNo", "M1|P3|10|E1"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P2|10|1|CN01|2026-01-05 08:00|1"},
		})
		before := s.countedRows(ctx, t)
		file := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"}, "electrodes": {"mouldNo|electrodeNo", "M1|E9"}}
		removed, faults := s.replaced(ctx, t, file)
		if !slices.Equal(removed, []string{"removed parts M1 · P4", "removed operations M1 · P4 · 10"}) || !slices.Equal(faults, []string{"edmLinks begun M1 · P3 · 10 · E1", "operations begun M1 · P2 · 10", "parts begun M1 · P3", "parts begun M1 · TOP"}) {
			t.Errorf("removed are %q, told is %q", removed, faults)
		}
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Trusted: true, Data: book(t, file)})
		if err != nil || !result.Committed || len(result.NotWritten) > 0 {
			t.Errorf("%v %+v", err, result)
		}
		after := s.countedRows(ctx, t)
		before[1]-- // and one part goes, one comes
		if after != before {
			t.Errorf("%v rows are left, want %v", after, before)
		}
	})
}
