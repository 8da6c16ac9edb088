package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// Sections that a role hides, with their groups and machines, are not there for a workbook: nobody refers to them, is offered them or
// is told what they hold. All that their names tell is that they are taken.
func TestAWorkbookKnowsNothingOfHiddenSections(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var group basedata.Group
		var calendar basedata.Calendar
		var shift basedata.Shift
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&group).Order("code").Limit(1, 0).Scan(ctx), tx.Select(&calendar).Order("name").Limit(1, 0).Scan(ctx), tx.Select(&shift).Order("name").Limit(1, 0).Scan(ctx))
		})
		south := &basedata.Section{Name: "SOUTH", ChineseName: "南段", CAMUploadType: basedata.UploadProgram, Valid: true}
		far := &basedata.Group{Code: "FAR9", Name: "远组", Kind: basedata.GroupMachines, CalendarID: calendar.ID, ShiftID: shift.ID, Valid: true, Scheduled: true}
		lathe := &basedata.Machine{Name: "FM9", Status: basedata.MachineNormal, WorkRate: quantity.Whole(1), IPs: []basedata.MachineIP{}, Attributes: []basedata.AttributeValue{}}
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			err := a.Master.Sections.Save(ctx, tx, south)
			if far.SectionID = south.ID; err == nil {
				err = a.Master.Groups.Save(ctx, tx, far)
			}
			if lathe.GroupID = far.ID; err == nil {
				err = a.Master.Machines.Save(ctx, tx, lathe)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		actor.Hidden = store.Hidden{Sections: []string{south.ID}, SectionNames: []string{"SOUTH"}, Groups: []string{far.ID}, Machines: []string{lathe.ID}}
		actor.May = map[string]bool{"pm.import.add": true}
		for _, s := range workbook.Sheets() {
			for _, verb := range []string{".check", ".add", ".modify"} {
				actor.May[production.MasterPermissions[s.Code]+verb] = true
			}
		}
		for _, page := range []string{"pm.mould", "bom.part", "capp.operation"} {
			actor.May[page+".check"], actor.May[page+".add"] = true, true
		}
		plain := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}}
		for what, c := range map[string]struct {
			sheet string
			lines []string
			want  string
		}{
			"the section":            {"sections", []string{"name|chineseName", "SOUTH|黑段"}, "name unique"},
			"the group":              {"groups", []string{"code|name", "FAR9|黑组"}, "code unique"},
			"the machine":            {"machines", []string{"name|group|workRate|labourRate", "FM9|" + group.Code + "|0.5|1"}, "name unique"},
			"a group of the section": {"groups", []string{"code|name|section|calendar|shift", "NEW9|新|SOUTH|" + calendar.Name + "|" + shift.Name}, "section reference"},
			"a machine of the group": {"machines", []string{"name|group|workRate|labourRate", "NM9|FAR9|1|1"}, "group reference"},
			"a way to the group":     {"flowTimes", []string{"up|down|hours", group.Code + "|FAR9|3"}, "down reference"},
			"a step in the group":    {"operations", []string{"mouldNo|partNo|opNo|process|group|hours", "M1|P1|10|" + mill + "|FAR9|4"}, "group reference"},
		} {
			sheets := map[string][]string{c.sheet: c.lines}
			if c.sheet == "operations" {
				sheets["moulds"], sheets["parts"] = plain["moulds"], plain["parts"]
			}
			for _, dryRun := range []bool{true, false} {
				r, err := a.Production.Import(store.WithActor(ctx, actor), a.DB, production.Upload{Name: "x.xlsx", Data: book(t, sheets), DryRun: dryRun, Mode: production.ModeRow})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, f := range r.Faults {
					got = append(got, f.Column+" "+f.Rule)
					if told := fmt.Sprintf("%+v", r); strings.Contains(told, "南段") || strings.Contains(told, "远组") {
						t.Errorf("%s: what is hidden is told: %s", what, told)
					}
				}
				if !slices.Contains(got, c.want) || r.Counts[c.sheet].Refused != 1 {
					t.Errorf("%s: %q, want %q", what, got, c.want)
				}
				if offered := fmt.Sprint(r.Causes); strings.Contains(offered, "远组") || c.want != "section reference" && c.want != "name unique" && strings.Contains(offered, "SOUTH") {
					t.Errorf("%s: what is hidden is offered: %s", what, offered)
				}
			}
		}
		// Who may not add is not told of a hidden name that it is taken.
		for sheet, lines := range map[string][]string{
			"sections": {"name|chineseName", "SOUTH|黑段", "NORTH|白段"}, "groups": {"code|name|calendar|shift", "FAR9|黑组|" + calendar.Name + "|" + shift.Name, "FREE9|白组|" + calendar.Name + "|" + shift.Name}, "machines": {"name|group", "FM9|" + group.Code, "NM9|" + group.Code},
		} {
			actor.May[production.MasterPermissions[sheet]+".add"] = false
			r, err := a.Production.Import(store.WithActor(ctx, actor), a.DB, production.Upload{Name: "x.xlsx", Data: book(t, map[string][]string{sheet: lines}), DryRun: true, Mode: production.ModeRow})
			if err != nil {
				t.Fatal(err)
			}
			if len(r.Faults) != 2 || r.Faults[0].Rule != "permission" || r.Faults[0].Texts.En != r.Faults[1].Texts.En {
				t.Errorf("%s without the right to add: %+v", sheet, r.Faults)
			}
		}
	})
}
