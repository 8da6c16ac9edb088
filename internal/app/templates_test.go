package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// take takes a template, or with "" all of the kind, and tells the kinds and names of what was made.
func (a *App) take(ctx context.Context, t *testing.T, kind, key string) []string {
	t.Helper()
	made, err := a.tryTaking(ctx, kind, key)
	if err != nil {
		t.Fatalf("%s %s: %v", kind, key, err)
	}
	return made
}

func (a *App) tryTaking(ctx context.Context, kind, key string) ([]string, error) {
	made := []string{}
	err := a.DB.Write(ctx, func(tx store.Tx) error {
		taken, err := a.takeTemplates(ctx, tx, kind, key, key == "")
		for _, v := range taken.Made {
			if !v.Taken || v.Section != "" {
				return fmt.Errorf("made, and yet %+v", v)
			}
			made = append(made, v.Kind+" "+v.Name)
		}
		return err
	})
	return made, err
}

// templateViews are the templates of a kind that the first hour offers, by their keys.
func (a *App) templateViews(ctx context.Context, t *testing.T, kind string) map[string]TemplateView {
	t.Helper()
	_, h := a.steps(ctx, t)
	views := map[string]TemplateView{}
	for _, v := range h.Templates {
		if v.Kind == kind {
			views[v.Key] = v
		}
	}
	return views
}

func processesByCode(ctx context.Context, t *testing.T, a *App) map[string]basedata.Process {
	t.Helper()
	var rows []basedata.Process
	read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&rows).Scan(ctx) })
	stored := map[string]basedata.Process{}
	for _, p := range rows {
		stored[p.Code] = p
	}
	return stored
}

func TestAllTemplatesOfAKindAreTakenAtOnce(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		ctx = problem.WithLanguage(ctx, problem.Chinese)
		for _, kind := range []string{processTemplate, sectionTemplate, partTypeTemplate, calendarTemplate, shiftTemplate} {
			a.take(ctx, t, kind, "")
			if made := a.take(ctx, t, kind, ""); len(made) > 0 {
				t.Errorf("all %s templates a second time made %q", kind, made)
			}
			for key, v := range a.templateViews(ctx, t, kind) {
				if !v.Taken {
					t.Errorf("the %s %s is not taken", kind, key)
				}
			}
		}
		var sections []basedata.Section
		var partTypes []basedata.PartType
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&sections).Scan(ctx), tx.Select(&partTypes).Scan(ctx))
		})
		types := map[string]int{}
		for _, s := range sections {
			types[s.ChineseName] = s.SectionType
		}
		if want := map[string]int{"数控铣": 1, "放电": 2, "线切割": 3, "磨床": 4, "检测": 5, "钳工": 6, "试模": 7, "编程": 8}; !maps.Equal(types, want) {
			t.Errorf("the sections are of the types %v, want %v", types, want)
		}
		kinds := map[string]int{}
		for _, p := range partTypes {
			kinds[p.Name] = p.WorkpieceType
		}
		if len(kinds) != len(demo.StandardPartTypes) || kinds["型腔"] != basedata.WorkpieceWorkpiece || kinds["电极"] != basedata.WorkpieceElectrode {
			t.Errorf("the part types are %v", kinds)
		}
		stored := processesByCode(ctx, t, a)
		if len(stored) != len(demo.StandardProcesses) {
			t.Errorf("%d processes", len(stored))
		}
		fine := stored["CNCF"]
		if fine.Name != "CNC精铣" || fine.PreProcessID != stored["CNCR"].ID || fine.DefaultMinutes != 420 || !fine.Unattended || !fine.Valid {
			t.Errorf("CNC finishing is %+v", fine)
		}
		if edm := stored["EDM"]; edm.Class != basedata.ClassEDM || edm.PreProcessID != stored["EINS"].ID {
			t.Errorf("EDM is %+v", edm)
		}
	})
}

func TestAProcessTakesItsSectionWithIt(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		if v := a.templateViews(ctx, t, processTemplate); v["WEDM"].Section != "Wire EDM" || v["HT"].Section != "" {
			t.Errorf("before: %+v, %+v", v["WEDM"], v["HT"])
		}
		if made := a.take(ctx, t, processTemplate, "WEDM"); !slices.Equal(made, []string{"section Wire EDM", "process Wire EDM"}) {
			t.Errorf("wire EDM made %q", made)
		}
		if v := a.templateViews(ctx, t, processTemplate); v["WEDM"].Section != "" || v["HOLE"].Section != "" || v["EDM"].Section != "EDM" {
			t.Errorf("after: %+v, %+v, %+v", v["WEDM"], v["HOLE"], v["EDM"])
		}
		if made := a.take(ctx, t, processTemplate, "HT"); !slices.Equal(made, []string{"process Heat treatment"}) {
			t.Errorf("heat treatment made %q", made)
		}
	})
}

// Whoever may add processes and no sections takes the processes of sections that are there.
func TestTheSectionOfAProcessAsksForItsOwnPermission(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.take(ctx, t, sectionTemplate, "GRIND")
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		actor.May = maps.Clone(actor.May)
		delete(actor.May, "system.section.add")
		without := store.WithActor(ctx, actor)
		a.take(without, t, processTemplate, "SG")
		for _, key := range []string{"EDM", ""} {
			_, err = a.tryTaking(without, processTemplate, key)
			var p *problem.Problem
			if !errors.As(err, &p) || p.Status != 403 || p.Data != (problem.MissingPermission{Permission: "system.section.add"}) {
				t.Errorf("taking %q without sections: %v", key, err)
			}
		}
		if stored := processesByCode(ctx, t, a); len(stored) != 1 {
			t.Errorf("%d processes are left behind", len(stored))
		}
		for _, op := range a.API.Operations() {
			for _, kind := range templateKinds {
				if op.ID == "first-hour-"+kind && op.Permission != "system."+kind+".add" {
					t.Errorf("%s asks for %q", op.ID, op.Permission)
				}
			}
		}
	})
}

func TestWhatIsThereCountsAsTaken(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			return errors.Join(
				a.Master.Sections.Save(ctx, tx, &basedata.Section{Name: "Edm", ChineseName: "火花机", CAMUploadType: 1, Valid: true}),
				a.Master.Sections.Save(ctx, tx, &basedata.Section{Name: "S2", ChineseName: "数控铣", CAMUploadType: 1, Valid: true}),
				a.Master.Processes.Save(ctx, tx, &basedata.Process{Code: "01", Name: "CNC粗铣", Class: 3, Valid: true}),
				a.Master.Processes.Save(ctx, tx, &basedata.Process{Code: "cmm", Name: "3D", Class: 5, Valid: true}),
				a.Master.PartTypes.Save(ctx, tx, &basedata.PartType{Name: "Female die", Code: "CAVITY", Prefix: "F", Manufacturing: 2, Valid: true}),
			)
		}); err != nil {
			t.Fatal(err)
		}
		for _, one := range []struct {
			kind string
			keys []string
		}{ // in this order: the processes bring the sections that are missing
			{sectionTemplate, []string{"EDM", "CNC"}},
			{processTemplate, []string{"CNCR", "CMM"}},
			{partTypeTemplate, []string{"CAVITY"}},
		} {
			views := a.templateViews(ctx, t, one.kind)
			for key, v := range views {
				if v.Taken != slices.Contains(one.keys, key) {
					t.Errorf("%s %s: taken %v", one.kind, key, v.Taken)
				}
			}
			if made := a.take(ctx, t, one.kind, ""); len(made) != len(views)-len(one.keys) {
				t.Errorf("all of %s made %q", one.kind, made)
			}
		}
		stored := processesByCode(ctx, t, a)
		if stored["CNCR"].ID != "" || stored["CNCF"].PreProcessID != stored["01"].ID {
			t.Errorf("roughing is %+v, finishing stands behind %q", stored["CNCR"], stored["CNCF"].PreProcessID)
		}
	})
}

// Processes refer to groups; where the section has one alone, it does the operations that name none.
func TestAProcessIsDoneByTheOnlyGroupOfItsSection(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for kind, key := range map[string]string{calendarTemplate: "six-day", shiftTemplate: "day"} {
			a.take(ctx, t, kind, key)
		}
		a.take(ctx, t, sectionTemplate, "")
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			rows, err := readMasters(ctx, tx)
			if err != nil {
				return err
			}
			for code, section := range map[string]string{"WIRE": "WEDM", "FIT": "FIT", "POL": "FIT"} {
				at := slices.IndexFunc(rows.sections, func(s basedata.Section) bool { return s.Name == section })
				if err := a.Master.Groups.Save(ctx, tx, &basedata.Group{
					Code: code, Name: "Group " + code, Kind: 1, SectionID: rows.sections[at].ID, CalendarID: rows.calendars[0].ID,
					ShiftID: rows.shifts[0].ID, Weight: 1, Scheduled: true, Valid: true,
				}); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		a.take(ctx, t, processTemplate, "")
		stored := processesByCode(ctx, t, a)
		got := []string{stored["WEDM"].DefaultGroup, stored["POL"].DefaultGroup, stored["SG"].DefaultGroup}
		if !slices.Equal(got, []string{"WIRE", "", ""}) {
			t.Errorf("the default groups are %q", got)
		}
	})
}

func TestATemplateOrAllOfThem(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for _, all := range []bool{true, false} {
			key := map[bool]string{true: "EDM", false: ""}[all]
			err := a.DB.Write(ctx, func(tx store.Tx) error {
				_, err := a.takeTemplates(ctx, tx, sectionTemplate, key, all)
				return err
			})
			var p *problem.Problem
			if !errors.As(err, &p) || len(p.Fields) != 1 || p.Fields[0].Field != "template" || p.Fields[0].Rule != "either" {
				t.Errorf("key %q, all %v: %v", key, all, err)
			}
		}
	})
}
