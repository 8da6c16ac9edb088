package production_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A part is told to be too large for every machine only by somebody who sees all that may do its operation: of hidden ones nobody hears.
func TestAPartIsNotTooLargeForHiddenMachines(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		var third basedata.Machine
		write(ctx, t, s, func(tx store.Tx) error {
			var machines []basedata.Machine
			var length basedata.MachineAttribute
			err := errors.Join(tx.Select(&machines).Where("name IN ('CN01', 'CN02')").Scan(ctx), tx.Select(&third).Where("name = ?", "CN03").Scan(ctx), tx.Select(&length).Where("code = ?", "X").Scan(ctx))
			for i := range machines {
				machines[i].Attributes = []basedata.AttributeValue{{AttributeID: length.ID, Value: "100"}}
				err = errors.Join(err, s.master.Machines.Save(ctx, tx, &machines[i]))
			}
			return err
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Machines: []string{third.ID}}
		near := store.WithActor(ctx, planner)
		for what, c := range map[string]struct {
			ctx      context.Context
			narrowed []string
			want     bool
		}{
			"a hidden machine may take it":      {near, nil, false},
			"a machine of the group takes it":   {ctx, nil, false},
			"narrowed to what is seen":          {near, []string{"M1|P1|10|CN01", "M1|P1|10|CN02"}, true},
			"narrowed to what all see":          {ctx, []string{"M1|P1|10|CN01"}, true},
			"narrowed to one that is large":     {ctx, []string{"M1|P1|10|CN01", "M1|P1|10|CN03"}, false},
			"a group of which nothing is known": {near, []string{"M1|P1|10|ED01"}, false},
		} {
			sheets := map[string][]string{
				"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|length", "M1|P1|500"}, "operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|CNC|4"},
			}
			if c.narrowed != nil {
				sheets["operationResources"] = append([]string{"mouldNo|partNo|opNo|resource"}, c.narrowed...)
			}
			result, err := s.production.Import(c.ctx, s.db, production.Upload{Name: "x.xlsx", Data: book(t, sheets), DryRun: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.ContainsFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "tooSmall" }); got != c.want || result.Errors > 0 {
				t.Errorf("%s: %v, %+v", what, got, result.Faults)
			}
		}
	})
}

// Whoever does not see every group hears the same of a process whose default group is hidden and of one that has none.
func TestNobodyHearsOfAHiddenDefaultGroup(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		var group basedata.Group
		var burning, other basedata.Process
		var part production.Part
		s.take(ctx, t, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}})
		write(ctx, t, s, func(tx store.Tx) error {
			none := &basedata.Process{Code: "NONE", Name: "无组", Class: basedata.ClassMachining, DefaultMinutes: 60, Valid: true}
			return errors.Join(s.master.Processes.Save(ctx, tx, none), tx.Select(&group).Where("code = ?", "EDM").Scan(ctx), tx.Select(&burning).Where("code = ?", "EDM").Scan(ctx),
				tx.Select(&other).Where("code = ?", "NONE").Scan(ctx), tx.Select(&part).Scan(ctx))
		})
		planner, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		planner.Hidden = store.Hidden{Sections: []string{"south"}, Groups: []string{group.ID}}
		near := store.WithActor(ctx, planner)
		const en, zh = "Enter the resource group: the process has no default one that you may see", "请填写资源组：工艺没有您可查看的默认资源组"
		for _, process := range []basedata.Process{burning, other} {
			file := book(t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + process.Code + "|4"}})
			result, err := s.production.Import(near, s.db, production.Upload{Name: "x.xlsx", Data: file, DryRun: true})
			if err != nil || len(result.Faults) != 1 || result.Faults[0].Column != "group" || result.Faults[0].Texts.En != en || result.Faults[0].Texts.Zh != zh {
				t.Errorf("%s: %v %+v", process.Code, err, result.Faults)
			}
			err = s.db.Write(near, func(tx store.Tx) error {
				return s.production.Operations.Save(near, tx, &production.Operation{MouldID: part.MouldID, PartID: part.ID, OpNo: 10, ProcessID: process.ID, Minutes: 60, Crew: 1, CAMStatus: production.CAMNone})
			})
			var refused *problem.Problem
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), "groupId: "+en) {
				t.Errorf("%s in the form: %v", process.Code, err)
			}
		}
		// Whoever sees all hears of the one that has none as before.
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, map[string][]string{"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|NONE|4"}})})
		if err != nil || len(result.Faults) != 1 || result.Faults[0].Texts.En != "There is no resource group, and the process has no default one" {
			t.Errorf("%v %+v", err, result.Faults)
		}
	})
}
