package basedata_test

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// plot is a shop with two sections: M1 and M2 stand in the first by their own field, M3 by that of its group.
type plot struct {
	*shop
	south, north string
	ids          map[string]string
	codes        map[string]string
}

func eachPlot(t *testing.T, fn func(p *plot)) {
	each(t, func(s *shop) {
		p := &plot{s, "", "", map[string]string{}, map[string]string{}}
		p.south = must(s, s.master.Sections, map[string]any{"name": "SOUTH", "chineseName": "南"}).ID
		p.north = must(s, s.master.Sections, map[string]any{"name": "NORTH", "chineseName": "北"}).ID
		if err := edit(s, s.master.Groups, s.groupID, map[string]any{"sectionId": p.south}); err != nil {
			s.Fatal(err)
		}
		for code, section := range map[string]string{"M1": p.south, "M2": p.south, "M3": ""} {
			m, err := s.create(map[string]any{"name": code, "sectionId": section})
			if err != nil {
				s.Fatal(err)
			}
			p.ids[code], p.codes[m.ID] = m.ID, code
		}
		fn(p)
	})
}

// as lets another actor ask until it returns.
func (p *plot) as(change func(a *store.Actor), fn func()) {
	ctx, actor := p.ctx, p.actor
	change(&actor)
	p.ctx = store.WithActor(p.ctx, actor)
	fn()
	p.ctx = ctx
}

func tile(x, y, width, height int) basedata.Tile {
	return basedata.Tile{X: x, Y: y, Width: width, Height: height}
}

// draft places machines by their codes; the grid is 10 by 8.
func (p *plot) draft(version int64, tiles map[string]basedata.Tile) *basedata.LayoutDraft {
	d := &basedata.LayoutDraft{Version: version, Width: 10, Height: 8, Machines: []basedata.PlacedMachine{}}
	for _, code := range []string{"M1", "M2", "M3"} {
		if t, there := tiles[code]; there {
			d.Machines = append(d.Machines, basedata.PlacedMachine{ID: p.ids[code], Place: t})
		}
	}
	return d
}

func (p *plot) save(section string, d *basedata.LayoutDraft) (got basedata.MachineLayout, err error) {
	err = p.db.Write(p.ctx, func(tx store.Tx) error {
		got, err = p.master.SaveLayout(p.ctx, tx, section, d)
		return err
	})
	return got, err
}

func (p *plot) mustSave(d *basedata.LayoutDraft) basedata.MachineLayout {
	p.Helper()
	got, err := p.save(p.south, d)
	if err != nil {
		p.Fatal(err)
	}
	return got
}

func (p *plot) layout(section string) (got basedata.MachineLayout) {
	p.Helper()
	if err := p.db.Read(p.ctx, func(tx store.Tx) (err error) { got, err = p.master.Layout(p.ctx, tx, section); return err }); err != nil {
		p.Fatal(err)
	}
	return got
}

// drawn is a plan in a line: its version and grid, and the machines that it shows.
func drawn(l basedata.MachineLayout) string {
	words := []string{fmt.Sprintf("v%d %dx%d", l.Version, l.Width, l.Height)}
	for _, m := range l.Machines {
		at := "tray"
		if m.Place != nil {
			at = fmt.Sprintf("%d,%d %dx%d", m.Place.X, m.Place.Y, m.Place.Width, m.Place.Height)
		}
		words = append(words, m.Code+" "+at)
	}
	return strings.Join(words, "; ")
}

func (p *plot) draws(what, section, want string) {
	p.Helper()
	if got := drawn(p.layout(section)); got != want {
		p.Errorf("%s: %s, want %s", what, got, want)
	}
}

// floors is how far the plans of the sections that the actor sees have come.
func (p *plot) floors() (all string) {
	p.Helper()
	if err := p.db.Read(p.ctx, func(tx store.Tx) error {
		sections, err := basedata.FloorsShown(p.master, p.ctx, tx)
		for _, s := range sections.Rows {
			all += fmt.Sprintf("%s %d/%d ", s.Name, s.Placed, s.Machines)
		}
		return err
	}); err != nil {
		p.Fatal(err)
	}
	return strings.TrimSpace(all)
}

// history is what the record of a section tells of its plan, the newest first, in English.
func (p *plot) history(section string) (all []string) {
	p.Helper()
	ctx := problem.WithLanguage(p.ctx, "en")
	if err := p.db.Read(ctx, func(tx store.Tx) error {
		row, err := p.master.Sections.Get(ctx, tx, section)
		if err != nil {
			return err
		}
		log, err := p.master.Sections.History(ctx, tx, row)
		for _, line := range log.Rows {
			for _, c := range line.Changes {
				if strings.HasPrefix(c.Field, "floor") {
					all = append(all, fmt.Sprintf("%s %s: %v to %v", line.By, c.Label.In("en"), c.Before, c.After))
				}
			}
		}
		return err
	}); err != nil {
		p.Fatal(err)
	}
	return all
}

// The machines of a section, by their own field or by their group, get a place, move and go back into the tray; the record of the
// section tells it.
func TestPlacingTheMachinesOfASection(t *testing.T) {
	eachPlot(t, func(p *plot) {
		p.draws("at first", p.south, "v0 24x14; M1 tray; M2 tray; M3 tray")
		got := p.mustSave(p.draft(0, map[string]basedata.Tile{"M1": tile(1, 1, 3, 2), "M3": tile(8, 7, 3, 2)}))
		want := "v1 10x8; M1 1,1 3x2; M2 tray; M3 8,7 3x2"
		if drawn(got) != want {
			p.Errorf("the answer draws %s", drawn(got))
		}
		p.draws("saved", p.south, want)
		if got := p.mustSave(p.draft(1, map[string]basedata.Tile{"M1": tile(1, 1, 3, 2), "M3": tile(8, 7, 3, 2)})); got.Version != 1 {
			p.Errorf("saving the same again made version %d", got.Version)
		}
		p.mustSave(p.draft(1, map[string]basedata.Tile{"M2": tile(1, 1, 3, 2), "M3": tile(5, 7, 6, 1)}))
		p.draws("rearranged", p.south, "v2 10x8; M1 tray; M2 1,1 3x2; M3 5,7 6x1")
		if got, want := p.history(p.south), []string{
			"Test A Machine layout: [M1 (column 1, row 1, 3 × 2 cells) M3 (column 8, row 7, 3 × 2 cells)] to [M2 (column 1, row 1, 3 × 2 cells) M3 (column 5, row 7, 6 × 1 cells)]",
			"Test A Grid of the machine layout: 24 × 14 to 10 × 8",
			"Test A Machine layout: [] to [M1 (column 1, row 1, 3 × 2 cells) M3 (column 8, row 7, 3 × 2 cells)]",
		}; !slices.Equal(got, want) {
			p.Errorf("the history says\n%s", strings.Join(got, "\n"))
		}
	})
}

func TestWhereAMachineCanStand(t *testing.T) {
	eachPlot(t, func(p *plot) {
		type places = map[string]basedata.Tile
		for what, c := range map[string]struct {
			places places
			want   []string
		}{
			"in the last corner":           {places{"M1": tile(8, 7, 3, 2)}, nil},
			"side by side":                 {places{"M1": tile(1, 1, 3, 2), "M2": tile(4, 1, 3, 2), "M3": tile(1, 3, 3, 2)}, nil},
			"the largest":                  {places{"M1": tile(1, 1, 6, 6)}, nil},
			"a common cell":                {places{"M1": tile(1, 1, 3, 2), "M2": tile(3, 2, 3, 2)}, []string{"machines.1.place overlap"}},
			"one within the other":         {places{"M1": tile(1, 1, 6, 6), "M3": tile(2, 2, 1, 1)}, []string{"machines.1.place overlap"}},
			"beyond the right edge":        {places{"M1": tile(9, 1, 3, 2)}, []string{"machines.0.place.x edge"}},
			"beyond the lower edge":        {places{"M1": tile(1, 8, 3, 2)}, []string{"machines.0.place.y edge"}},
			"before the first cell":        {places{"M1": tile(0, 0, 3, 2)}, []string{"machines.0.place.x edge", "machines.0.place.y edge"}},
			"no size":                      {places{"M1": tile(1, 1, 0, 2)}, []string{"machines.0.place.width range"}},
			"too large":                    {places{"M1": tile(1, 1, 2, 7)}, []string{"machines.0.place.height range"}},
			"several things wrong at once": {places{"M1": tile(11, 1, 1, 1), "M2": tile(1, 1, 7, 1), "M3": tile(1, 9, 1, 1)}, []string{"machines.0.place.x edge", "machines.1.place.width range", "machines.2.place.y edge"}},
		} {
			_, err := p.save(p.south, p.draft(p.layout(p.south).Version, c.places))
			if got := broken(err); !slices.Equal(got, c.want) {
				p.Errorf("%s: %v, want %v", what, got, c.want)
			}
		}
		version := p.layout(p.south).Version
		for what, c := range map[string]struct {
			change func(d *basedata.LayoutDraft)
			want   []string
		}{
			"no grid":          {func(d *basedata.LayoutDraft) { d.Width, d.Height = 0, 0 }, []string{"height range", "width range"}},
			"too large a grid": {func(d *basedata.LayoutDraft) { d.Width, d.Height = 61, 41 }, []string{"height range", "width range"}},
			"the machine twice": {func(d *basedata.LayoutDraft) {
				d.Machines = append(d.Machines, basedata.PlacedMachine{ID: p.ids["M1"], Place: tile(5, 5, 1, 1)})
			}, []string{"machines.1.id unique"}},
			"no list":          {func(d *basedata.LayoutDraft) { d.Machines = nil }, []string{"machines required"}},
			"nobody's machine": {func(d *basedata.LayoutDraft) { d.Machines[0].ID = store.NewID() }, []string{"machines.0.id reference"}},
		} {
			d := p.draft(version, places{"M1": tile(1, 1, 1, 1)})
			c.change(d)
			if _, err := p.save(p.south, d); !slices.Equal(broken(err), c.want) {
				p.Errorf("%s: %v, want %v", what, broken(err), c.want)
			}
		}
		if _, err := p.save(p.north, p.draft(0, places{"M1": tile(1, 1, 1, 1)})); !slices.Equal(broken(err), []string{"machines.0.id reference"}) {
			p.Errorf("a machine of another section: %v", err)
		}
		_, err := p.save(p.south, p.draft(version, places{"M1": tile(1, 1, 3, 2), "M2": tile(3, 2, 3, 2)}))
		if zh, en := said(err, "zh"), said(err, "en"); !strings.Contains(zh, "“M2”与“M1”重叠") || !strings.Contains(en, "“M2” overlaps “M1”") {
			p.Errorf("an overlap says %s, %s", zh, en)
		}
		if got := p.layout(p.south); got.Version != version {
			p.Errorf("what was refused made version %d", got.Version)
		}
	})
}

// Nobody saves over what another has arranged meanwhile: the refusal says who it was, and shows their plan.
func TestTwoArrangeASection(t *testing.T) {
	eachPlot(t, func(p *plot) {
		mine := p.draft(0, map[string]basedata.Tile{"M1": tile(1, 1, 1, 1)})
		p.mustSave(p.draft(0, map[string]basedata.Tile{"M2": tile(2, 2, 2, 2)}))
		_, err := p.save(p.south, mine)
		var refused *problem.Problem
		if !errors.As(err, &refused) || refused.Code != problem.StaleVersion {
			p.Fatalf("the second save: %v", err)
		}
		stale := refused.Data.(problem.StaleData)
		if got := drawn(stale.Current.(basedata.MachineLayout)); got != "v1 10x8; M1 tray; M2 2,2 2x2; M3 tray" || stale.ChangedBy != "Test A" || stale.Name != "SOUTH" || stale.ChangedAt == "" {
			p.Errorf("the refusal tells %s, %+v", got, stale)
		}
		if _, err := p.save(p.south, p.draft(7, nil)); !errors.As(err, &refused) || refused.Code != problem.StaleVersion {
			p.Errorf("a version that is none: %v", err)
		}
		mine.Version = 1
		p.mustSave(mine)
		p.draws("over it, knowingly", p.south, "v2 10x8; M1 1,1 1x1; M2 tray; M3 tray")
	})
}

// Whoever does not see a machine sees no place of it, cannot place it nor take it away, and hears no name where it stands in the way.
func TestHiddenMachinesStayWhereTheyAre(t *testing.T) {
	eachPlot(t, func(p *plot) {
		p.mustSave(p.draft(0, map[string]basedata.Tile{"M1": tile(1, 1, 1, 1), "M2": tile(9, 7, 2, 2)}))
		p.as(func(a *store.Actor) {
			a.Hidden = store.Hidden{Sections: []string{p.north}, Machines: []string{p.ids["M2"]}}
		}, func() {
			p.draws("without it", p.south, "v1 10x8; M1 1,1 1x1; M3 tray")
			if got := p.floors(); got != "SOUTH 1/2" {
				p.Errorf("the sections count %s", got)
			}
			for what, c := range map[string]struct {
				draft *basedata.LayoutDraft
				want  string
			}{
				"onto it":            {p.draft(1, map[string]basedata.Tile{"M3": tile(8, 6, 2, 2)}), "machines.0.place occupied"},
				"placed by its id":   {p.draft(1, map[string]basedata.Tile{"M2": tile(1, 1, 1, 1)}), "machines.0.id reference"},
				"a grid too narrow":  {&basedata.LayoutDraft{Version: 1, Width: 9, Height: 8, Machines: []basedata.PlacedMachine{}}, "width occupied"},
				"a grid not as high": {&basedata.LayoutDraft{Version: 1, Width: 10, Height: 7, Machines: []basedata.PlacedMachine{}}, "height occupied"},
			} {
				_, err := p.save(p.south, c.draft)
				if got := broken(err); !slices.Equal(got, []string{c.want}) || strings.Contains(said(err, "en"), "M2") {
					p.Errorf("%s: %v, %s", what, got, said(err, "en"))
				}
			}
			p.mustSave(p.draft(1, map[string]basedata.Tile{"M3": tile(1, 1, 2, 2)}))
			if err := p.db.Read(p.ctx, func(tx store.Tx) error { _, err := p.master.Layout(p.ctx, tx, p.north); return err }); problem.Of(err).Status != http.StatusNotFound {
				p.Errorf("the plan of a hidden section: %v", err)
			}
			if told := strings.Join(p.history(p.south), "\n"); strings.Contains(told, "M2") || !strings.Contains(told, "M3 (column 1") {
				p.Errorf("the history says %s", told)
			}
		})
		if got := p.floors(); got != "NORTH 0/0 SOUTH 2/3" {
			p.Errorf("the sections count %s to all others", got)
		}
		p.draws("to all others", p.south, "v2 10x8; M1 tray; M2 9,7 2x2; M3 1,1 2x2")
	})
}

// A machine that is deleted, or goes to another section by itself or with its group, leaves the plan, and the plan is another one by
// then: an arrangement that was begun before is refused.
func TestAMachineThatLeavesGoesOffThePlan(t *testing.T) {
	leaves := map[string]struct {
		leave func(p *plot) error
		want  string
	}{
		"deleted": {func(p *plot) error {
			return p.db.Write(p.ctx, func(tx store.Tx) error { return p.master.Machines.Delete(p.ctx, tx, p.ids["M1"]) })
		}, "v2 10x8; M2 3,3 2x2; M3 5,5 2x2"},
		"moved": {func(p *plot) error {
			return edit(p.shop, p.master.Machines, p.ids["M1"], map[string]any{"sectionId": p.north})
		}, "v2 10x8; M2 3,3 2x2; M3 5,5 2x2"},
		"its group moved": {func(p *plot) error {
			return edit(p.shop, p.master.Groups, p.groupID, map[string]any{"sectionId": p.north})
		}, "v2 10x8; M1 1,1 2x2; M2 3,3 2x2"},
		"it stays in the section of its group": {func(p *plot) error {
			return edit(p.shop, p.master.Machines, p.ids["M1"], map[string]any{"sectionId": ""})
		}, "v1 10x8; M1 1,1 2x2; M2 3,3 2x2; M3 5,5 2x2"},
		"by a file": {func(p *plot) error {
			if r := take(p.ctx, p.T, p.db, p.master.Machines, "name,sectionId\nM1,NORTH\n", false); r.Changed != 1 {
				return fmt.Errorf("%+v", r)
			}
			return nil
		}, "v2 10x8; M2 3,3 2x2; M3 5,5 2x2"},
	}
	for what, c := range leaves {
		t.Run(what, func(t *testing.T) {
			eachPlot(t, func(p *plot) {
				all := map[string]basedata.Tile{"M1": tile(1, 1, 2, 2), "M2": tile(3, 3, 2, 2), "M3": tile(5, 5, 2, 2)}
				p.mustSave(p.draft(0, all))
				if err := c.leave(p); err != nil {
					p.Fatal(err)
				}
				p.draws(what, p.south, c.want)
				if strings.HasPrefix(c.want, "v1") {
					return
				}
				var refused *problem.Problem
				if _, err := p.save(p.south, p.draft(1, all)); !errors.As(err, &refused) || refused.Code != problem.StaleVersion {
					p.Errorf("what was begun before: %v", err)
				}
				if told := p.history(p.south)[0]; !strings.HasSuffix(told, "2 × 2 cells)] to []") {
					p.Errorf("the history says %s", told)
				}
			})
		})
	}
}

// A section whose last machine has gone can be deleted with its plan.
func TestASectionGoesWithItsPlan(t *testing.T) {
	eachPlot(t, func(p *plot) {
		if _, err := p.save(p.north, p.draft(0, nil)); err != nil { // the grid alone
			p.Fatal(err)
		}
		p.write(func(tx store.Tx) error { return p.master.Sections.Delete(p.ctx, tx, p.north) })
	})
}

// No plan leaves its company or its factory.
func TestPlansOfOthers(t *testing.T) {
	eachPlot(t, func(p *plot) {
		p.mustSave(p.draft(0, map[string]basedata.Tile{"M1": tile(1, 1, 1, 1)}))
		other := storetest.Tenant(p, p.db, "b")
		beside := storetest.Factory(p, p.db, p.actor.TenantID, "a2")
		for what, change := range map[string]func(a *store.Actor){
			"another company": func(a *store.Actor) { *a = other },
			"another factory": func(a *store.Actor) { a.FactoryID = beside },
		} {
			p.as(change, func() {
				if err := p.db.Read(p.ctx, func(tx store.Tx) error { _, err := p.master.Layout(p.ctx, tx, p.south); return err }); problem.Of(err).Status != http.StatusNotFound {
					p.Errorf("%s reads %v", what, err)
				}
				if _, err := p.save(p.south, p.draft(1, nil)); problem.Of(err).Status != http.StatusNotFound {
					p.Errorf("%s saves %v", what, err)
				}
			})
		}
		p.draws("untouched", p.south, "v1 10x8; M1 1,1 1x1; M2 tray; M3 tray")
	})
}

// Looking asks for the permission to view machines, arranging for that to change them.
func TestPermissionsOfPlans(t *testing.T) {
	asks := map[string]string{}
	s := api.New(nil, "test")
	basedata.New(basedata.Deps{}).Mount(s)
	for _, op := range s.Operations() {
		if strings.HasPrefix(op.Path, "bms/machine-layout") {
			asks[op.Method+" "+strings.TrimPrefix(op.Path, "bms/machine-layout")] = op.Permission
		}
	}
	for call, want := range map[string]string{"GET ": "ems.machine.check", "GET /{sectionId}": "ems.machine.check", "POST /{sectionId}": "ems.machine.modify"} {
		if asks[call] != want {
			t.Errorf("%s asks for %q", call, asks[call])
		}
	}
}
