package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Operations of a section that a role hides are neither changed nor removed by a workbook, nor reported on, and their machines and
// groups do not exist for it: a workbook does what the lists do.
func TestAWorkbookLeavesWhatIsHiddenAlone(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		full := map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4", "M1|P2|1"}, "electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1||", "M1|E2|EDM|2"},
			"operations": {
				"mouldNo|partNo|opNo|process|group|hours|pred", "M1|P1|10|CNC|CNC|4|", "M1|P1|20|EDM|EDM|4|10", "M1|P1|30|CNC|CNC|4|20", "M1|P2|10|CNC|CNC|4|", "M1|P2|20|EDM|EDM|4|",
				"M1|P2|30|CNC|CNC|4|",
			},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|20|ED01", "M1|P1|10|CN01", "M1|P1|10|CN03"},
			"progress":           {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|20|1|ED01|2026-01-05 08:00|3"},
		}
		s.take(ctx, t, full)
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var group basedata.Group
		var machines []basedata.Machine
		read(ctx, t, s, func(tx store.Tx) error {
			err := tx.Select(&group).Where("code = ?", "EDM").Scan(ctx)
			return errors.Join(err, tx.Select(&machines).Where("group_id = ?", group.ID).Scan(ctx))
		})
		var third basedata.Machine // of a group that is seen
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&third).Where("name = ?", "CN03").Scan(ctx) })
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}, Machines: []string{machines[0].ID, machines[1].ID, third.ID}}
		near := store.WithActor(ctx, planner)

		for what, c := range map[string]struct {
			sheets map[string][]string
			want   []string
		}{
			"changed":             {map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|20|EDM|9"}}, []string{"operations permission"}},
			"the same":            {map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|20|EDM|4"}}, []string{"operations permission"}},
			"a link":              {map[string][]string{"edmLinks": {"mouldNo|partNo|opNo|electrodeNo|burnSeq", "M1|P1|20|E1|3"}}, []string{"edmLinks permission"}},
			"an electrode's step": {map[string][]string{"electrodes": {"mouldNo|electrodeNo|millHours", "M1|E2|9"}}, []string{"electrodes permission"}},
			"below its reports":   {map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|20|EDM|1"}}, []string{"operations permission"}},
			"reported on":         {map[string][]string{"progress": {"mouldNo|partNo|opNo|status", "M1|P1|20|0"}}, []string{"progress permission"}},
			"beside it":           {map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|5"}}, nil},
		} {
			result, err := s.production.Import(near, s.db, production.Upload{Name: "x.xlsx", Data: book(t, c.sheets), DryRun: true, Mode: production.ModeRow})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range result.Faults {
				got = append(got, f.Sheet+" "+f.Rule)
				if f.Rule == "permission" && f.Texts.En != "This belongs to a section that you may not see: a file cannot change it" {
					t.Errorf("%s: told is %q", what, f.Texts.En)
				}
			}
			if !slices.Equal(got, c.want) || c.want != nil && result.Total.Changed+result.Total.New+result.Total.Same > 0 {
				t.Errorf("%s: %q, want %q, %+v", what, got, c.want, result.Total)
			}
		}

		// A file that replaces the mould by what its author sees takes nothing of the rest away, nor the part that it belongs to.
		seen := map[string][]string{"moulds": full["moulds"], "parts": full["parts"][:2], "operations": {full["operations"][0], full["operations"][1], full["operations"][3], full["operations"][4]}, "edmLinks": {"# replaces"}, "operationResources": {"# replaces"}}
		u := production.Upload{Name: "x.xlsx", Mode: production.ModeReplace, Data: book(t, seen)}
		planner.Confirmed = "replace"
		u.DryRun = true
		result, err := s.production.Import(near, s.db, u)
		if err != nil {
			t.Fatal(err)
		}
		if got := told(result, "removed"); !slices.Equal(got, []string{"removed operations M1 · P2 · 30"}) {
			t.Errorf("removed are %q, with %+v", got, result.Faults)
		}
		// Electrodes that a hidden step burns and hidden machines stay as well, and nothing of either is told.
		others := map[string][]string{"moulds": full["moulds"], "electrodes": {"mouldNo|electrodeNo", "M1|E3"}, "operationResources": {"mouldNo|partNo|opNo|resource", "M1|P1|10|CN01"}, "edmLinks": {"# replaces"}}
		u.Data = book(t, others)
		if result, err = s.production.Import(near, s.db, u); err != nil || len(told(result, "removed")) > 0 || len(result.Faults) > 0 {
			t.Errorf("%v %q %+v", err, told(result, "removed"), result.Faults)
		}
		// What waits for a step keeps it, without a word about what that is.
		seen["operations"] = []string{full["operations"][0], full["operations"][3], full["operations"][4]}
		u.Data = book(t, seen)
		if result, err = s.production.Import(near, s.db, u); err != nil || len(result.Faults) != 1 || result.Faults[0].Texts.En != "An operation of another section waits for P1/10, which the file does not hold any more" {
			t.Errorf("%v %+v", err, result.Faults)
		}
	})
}

// A file that replaces its mould cannot hold a step of a part that it leaves out, nor a part that is built into such a one.
func TestAFileDoesNotKeepWhatHangsOnWhatItRemoves(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		head := "mouldNo|partNo|opNo|process|hours"
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P1||", "M1|P2|P1|20", "M1|P3||"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1"},
			"operations": {head, "M1|P1|10|CNC|4", "M1|P1|20|CNC|4", "M1|P2|10|CNC|4", "M1|P3|10|CNC|4", "M1|E1|10|CNC|1"},
		})
		moulds := []string{"mouldNo|delivery", "M1|2030-03-20"}
		for what, c := range map[string]struct {
			sheets map[string][]string
			want   []string
		}{
			"a step of a part that goes":       {map[string][]string{"parts": {"mouldNo|partNo", "M1|P1", "M1|P2"}, "operations": {head, "M1|P1|10|CNC|4", "M1|P1|20|CNC|4", "M1|P2|10|CNC|4", "M1|P3|10|CNC|4"}}, []string{"operations 5 partNo"}},
			"a step of an electrode that goes": {map[string][]string{"electrodes": {"mouldNo|electrodeNo", "M1|E2"}, "operations": {head, "M1|P1|10|CNC|4", "M1|P1|20|CNC|4", "M1|P2|10|CNC|4", "M1|P3|10|CNC|4", "M1|E1|10|CNC|1"}}, []string{"operations 6 partNo"}},
			"a parent that goes":               {map[string][]string{"parts": {"mouldNo|partNo", "M1|P2", "M1|P3"}}, []string{"parts 2 parentPart"}},
			"the step of a parent that goes":   {map[string][]string{"operations": {head, "M1|P1|10|CNC|4", "M1|P2|10|CNC|4", "M1|P3|10|CNC|4"}}, []string{"parts 0 neededAtOp"}},
			"with another parent":              {map[string][]string{"parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P2|-|-", "M1|P3||"}}, nil},
			"a new child of it":                {map[string][]string{"parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P3||", "M1|P4|P1|20"}}, []string{"parts 3 parentPart"}},
			"the child goes with it":           {map[string][]string{"parts": {"mouldNo|partNo", "M1|P3"}}, nil},
		} {
			c.sheets["moulds"] = moulds
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, c.sheets), DryRun: true, Mode: production.ModeReplace})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range result.Faults {
				got = append(got, fmt.Sprint(f.Sheet, " ", f.Row, " ", f.Column))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %q, want %q", what, got, c.want)
			}
		}
	})
}

// A part into which others are built, and a step at which they are taken up, is neither deleted nor renumbered in the lists.
func TestWhatOthersAreBuiltIntoStays(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart|neededAtOp", "M1|P1||", "M1|P2|P1|20", "M1|P3||"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|20|CNC|4|", "M1|P2|10|CNC|4|P3/10", "M1|P3|10|CNC|4|"},
		})
		parts, steps := map[string]production.Part{}, map[string]production.Operation{}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Part
			var operations []production.Operation
			err := errors.Join(tx.Select(&all).Scan(ctx), tx.Select(&operations).Scan(ctx))
			byID := map[string]string{}
			for _, p := range all {
				parts[p.PartNo], byID[p.ID] = p, p.PartNo
			}
			for _, o := range operations {
				steps[byID[o.PartID]] = o
			}
			return err
		})
		renumbered := func(no string) error {
			return s.db.Write(ctx, func(tx store.Tx) error {
				p := parts[no]
				p.PartNo = "P9"
				return s.production.Parts.Save(ctx, tx, &p)
			})
		}
		for what, c := range map[string]struct {
			err  error
			want string
		}{
			"a parent, renumbered":      {renumbered("P1"), "partNo: Part P2 is built into this one"},
			"a predecessor, renumbered": {renumbered("P3"), "partNo: Operation P2/10 waits for a step of this part"},
			"the step of a parent": {s.db.Write(ctx, func(tx store.Tx) error {
				return s.production.Operations.Delete(ctx, tx, steps["P1"].ID)
			}), "Part P2 is taken up at this operation"},
			"the part alone, renumbered": {renumbered("P2"), ""},
		} {
			if c.want == "" && c.err != nil || c.want != "" && (c.err == nil || !strings.Contains(c.err.Error(), c.want)) {
				t.Errorf("%s: %v, want %q", what, c.err, c.want)
			}
		}
	})
}

// A quantity changes the hours of hidden steps as the form does, without a word about them.
func TestAQuantityTellsNothingOfHiddenSteps(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|4"},
			"operations": {"mouldNo|partNo|opNo|process|setupHours|hoursPerPiece", "M1|P1|10|CNC|1|1", "M1|P1|20|EDM|1|1"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|reportedHours", "M1|P1|20|1|ED01|2026-01-05 08:00|4"},
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var group basedata.Group
		read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&group).Where("code = ?", "EDM").Scan(ctx) })
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}}
		near := store.WithActor(ctx, planner)
		file := func(quantity string) []byte {
			return book(t, map[string][]string{"parts": {"mouldNo|partNo|qty", "M1|P1|" + quantity}})
		}
		less, err := s.production.Import(near, s.db, production.Upload{Name: "x.xlsx", Data: file("1"), DryRun: true})
		if err != nil || len(less.Faults) != 1 || less.Faults[0].Texts.En != "Another section has reported more than this quantity leaves" {
			t.Errorf("%v %+v", err, less.Faults)
		}
		more, err := s.production.Import(near, s.db, production.Upload{Name: "x.xlsx", Data: file("5")})
		if err != nil || !more.Committed {
			t.Fatalf("%v %+v", err, more)
		}
		if got := told(more, "changed"); !slices.Equal(got, []string{"changed parts M1 · P1", "changed operations M1 · P1 · 10"}) && !slices.Equal(got, []string{"changed operations M1 · P1 · 10"}) {
			t.Errorf("told are %q", got)
		}
		read(ctx, t, s, func(tx store.Tx) error {
			var all []production.Operation
			err := tx.Select(&all).Scan(ctx)
			for i := range all {
				if all[i].Minutes != 6*60 {
					t.Errorf("operation %d takes %d min", all[i].OpNo, all[i].Minutes)
				}
			}
			return err
		})
	})
}

// What goes, and what is refused, names neither machines nor operations of hidden sections, in either language.
func TestWhatGoesTellsNothingOfHiddenSections(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		moulds := []string{"mouldNo|delivery|assemblyGroup", "M1|2030-03-20|EDM"}
		s.take(ctx, t, map[string][]string{
			"moulds": moulds, "parts": {"mouldNo|partNo|qty", "M1|P1|6", "M1|P2|4"}, "electrodes": {"mouldNo|electrodeNo", "M1|E1"},
			"operations":         {"mouldNo|partNo|opNo|process|setupHours|hoursPerPiece|pred", "M1|P1|10|CNC|1|1|", "M1|P1|20|EDM|1|1|10", "M1|P1|30|EDM|1|1|10", "M1|P2|10|CNC|1|1|"},
			"edmLinks":           {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1"},
			"operationResources": {"mouldNo|partNo|opNo|resource", "M1|P2|10|CN01", "M1|P2|10|CN03"},
			"batches":            {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|2", "M1|P1|B2|2"},
			"progress":           {"mouldNo|partNo|opNo|batchNo|status|resource|realStart|reportedHours", "M1|P1|20|B1|0|||", "M1|P1|20|B2|1|ED01|2026-01-05 08:00|6", "M1|P1|30|B2|1|ED01|2026-01-05 08:00|6"},
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var group basedata.Group
		var third basedata.Machine
		var electrode, part production.Part
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(
				tx.Select(&group).Where("code = ?", "EDM").Scan(ctx), tx.Select(&third).Where("name = ?", "CN03").Scan(ctx),
				tx.Select(&electrode).Where("part_no = ?", "E1").Scan(ctx), tx.Select(&part).Where("part_no = ?", "P1").Scan(ctx))
		})
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}, Machines: []string{third.ID}}
		planner.Confirmed = "replace"
		near := store.WithActor(ctx, planner)
		check := func(sheets map[string][]string, mode string) *production.ImportResult {
			t.Helper()
			result, err := s.production.Import(near, s.db, production.Upload{Name: "x.xlsx", Data: book(t, sheets), DryRun: true, Mode: mode})
			if err != nil {
				t.Fatal(err)
			}
			return result
		}

		without := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "batches": {"mouldNo|partNo|batchNo|qty", "M1|P1|B2|2"}}
		if result := check(without, production.ModeReplace); len(result.Faults) != 1 || result.Faults[0].Texts.En != "Another section uses this batch: it stays although the file does not hold it" || !slices.Equal(told(result, "removed"), []string{
			"removed parts M1 · P2", "removed operations M1 · P2 · 10", "removed operationResources M1 · P2 · 10 · CN01",
		}) {
			t.Errorf("%q %+v", told(result, "removed"), result.Faults)
		}
		for what, c := range map[string]struct {
			sheets     map[string][]string
			mode, want string
		}{
			"another kind":         {map[string][]string{"parts": {"mouldNo|partNo|kind", "M1|E1|1"}}, production.ModeRow, "An operation of another section burns with this electrode: neither its kind nor its mould can change"},
			"fewer than reported":  {map[string][]string{"parts": {"mouldNo|partNo|qty", "M1|P1|4"}}, production.ModeRow, "Another section has reported more than this quantity leaves"},
			"what two steps await": {map[string][]string{"moulds": without["moulds"], "operations": {"mouldNo|partNo|opNo|process|setupHours|hoursPerPiece", "M1|P2|10|CNC|1|1"}}, production.ModeReplace, "An operation of another section waits for P1/10, which the file does not hold any more"},
		} {
			result := check(c.sheets, c.mode)
			var got []string
			for _, f := range result.Faults {
				if f.Level != "warning" {
					got = append(got, f.Texts.En)
				}
			}
			if !slices.Contains(got, c.want) || len(got) > 1 && got[0] == got[1] || strings.Contains(strings.Join(got, " "), "P1/20") {
				t.Errorf("%s: %q", what, got)
			}
		}
		changed := check(map[string][]string{"moulds": {"mouldNo|assemblyGroup", "M1|-"}}, production.ModeRow)
		if raw := fmt.Sprintf("%+v", changed.Rows); !strings.Contains(raw, "Other section") || !strings.Contains(raw, "其他工段") {
			t.Errorf("the group that is given up: %s", raw)
		}

		// The forms say no more.
		save := func(change func(p *production.Part), p production.Part) error {
			return s.db.Write(near, func(tx store.Tx) error {
				change(&p)
				return s.production.Parts.Save(near, tx, &p)
			})
		}
		if err := save(func(p *production.Part) { p.Kind = production.Workpiece }, electrode); err == nil || !strings.Contains(err.Error(), "of another section burns") {
			t.Errorf("another kind in the form: %v", err)
		}
		if err := save(func(p *production.Part) { p.Qty = 4 }, part); err == nil || !strings.Contains(err.Error(), "Another section has reported") {
			t.Errorf("fewer in the form: %v", err)
		}
	})
}

// What waits for a step or makes a cycle with it has no name where the person's roles hide it, in forms and in files.
func TestHiddenStepsHaveNoName(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		s.take(ctx, t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2"},
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|", "M1|P1|20|EDM|4|10;P2/10", "M1|P2|10|CNC|4|"},
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var group basedata.Group
		var first production.Operation
		var second production.Part
		read(ctx, t, s, func(tx store.Tx) error {
			return errors.Join(
				tx.Select(&group).Where("code = ?", "EDM").Scan(ctx), tx.Select(&second).Where("part_no = ?", "P2").Scan(ctx),
				tx.Select(&first).Where("op_no = ?", 10).Where("part_id <> ?", second.ID).Scan(ctx))
		})
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}}
		near := store.WithActor(ctx, planner)
		for want, change := range map[string]func(tx store.Tx) error{
			"Operations wait for one another in a cycle: P1/10 → … → P1/10": func(tx store.Tx) error {
				o := first
				o.Pred = "20"
				return s.production.Operations.Save(near, tx, &o)
			},
			"An operation of another section waits for this one, which cannot be deleted": func(tx store.Tx) error {
				return s.production.Operations.Delete(near, tx, first.ID)
			},
			"An operation of another section waits for a step of this part, which cannot get another number": func(tx store.Tx) error {
				p := second
				p.PartNo = "P3"
				return s.production.Parts.Save(near, tx, &p)
			},
		} {
			if err := s.db.Write(near, change); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v", want, err)
			}
		}
		result, err := s.production.Import(near, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, map[string][]string{
			"operations": {"mouldNo|partNo|opNo|process|hours|pred", "M1|P1|10|CNC|4|20"},
		})})
		if err != nil || len(result.Faults) != 1 || result.Faults[0].Texts.En != "Operations wait for one another in a cycle: P1/10 → … → P1/10" {
			t.Errorf("a file: %v %+v", err, result.Faults)
		}
	})
}
