package basedata

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// floor is a section with its plan and its machines, those that the actor does not see included.
type floor struct {
	section  Section
	plan     FloorPlan // version 0: nobody has saved one yet
	groups   map[string]Group
	machines []Machine               // in the order of their names
	stored   map[string]MachinePlace // by machine, also where it stood in another section
}

// at is where a machine stands on this plan.
func (f *floor) at(machineID string) (Tile, bool) {
	p, there := f.stored[machineID]
	return p.Tile, there && p.SectionID == f.section.ID
}

// readFloor reads a section that the actor sees, with its plan.
func (d *Master) readFloor(ctx context.Context, tx store.Tx, sectionID string) (*floor, error) {
	section, err := d.Sections.Get(ctx, tx, sectionID)
	if err != nil {
		return nil, err
	}
	f := &floor{section: *section, plan: FloorPlan{SectionID: sectionID, Width: firstGridWidth, Height: firstGridHeight}, stored: map[string]MachinePlace{}}
	if err := tx.Select(&f.plan).Where("section_id = ?", sectionID).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	if f.groups, err = readGroups(ctx, tx); err != nil {
		return nil, err
	}
	var all []Machine
	if err := tx.Select(&all).Columns(layoutColumns...).Order("name").Scan(ctx); err != nil {
		return nil, err
	}
	var ids []string
	for i := range all {
		if all[i].sectionIn(f.groups) == sectionID {
			f.machines, ids = append(f.machines, all[i]), append(ids, all[i].ID)
		}
	}
	var places []MachinePlace
	if err := tx.Select(&places).WhereIn("machine_id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	for _, p := range places {
		f.stored[p.MachineID] = p
	}
	return f, nil
}

// layoutColumns are what a plan tells of its machines.
var layoutColumns = []string{"id", "name", "alias", "status", "section_id", "group_id"}

// shown is the plan as the actor sees it.
func (f *floor) shown(ctx context.Context, tx store.Tx) MachineLayout {
	out := MachineLayout{
		SectionID: f.section.ID, Section: f.section.Name, ChineseName: f.section.ChineseName,
		Version: f.plan.Version, Width: f.plan.Width, Height: f.plan.Height, Machines: []LayoutMachine{},
	}
	for i := range f.machines {
		m := &f.machines[i]
		if tx.Hides(m) {
			continue
		}
		group := f.groups[m.GroupID]
		one := LayoutMachine{ID: m.ID, Code: m.Name, Name: m.Alias, Status: m.Status, GroupID: m.GroupID, Group: resource.ShownName(ctx, group.Name, group.EnglishName)}
		if tile, placed := f.at(m.ID); placed {
			one.Place = &tile
		}
		out.Machines = append(out.Machines, one)
	}
	return out
}

// Layout is the floor plan of a section as the actor sees it. It asks for no permission: whoever calls it has.
func (d *Master) Layout(ctx context.Context, tx store.Tx, sectionID string) (MachineLayout, error) {
	f, err := d.readFloor(ctx, tx, sectionID)
	if err != nil {
		return MachineLayout{Machines: []LayoutMachine{}}, err
	}
	return f.shown(ctx, tx), nil
}

// layoutSections are the sections that the actor sees, with how many of their machines have a place.
func (d *Master) layoutSections(ctx context.Context, tx store.Tx) (LayoutSections, error) {
	out := LayoutSections{Rows: []LayoutSection{}}
	var sections []Section
	if err := tx.Seen(&sections).Columns("id", "name", "chinese_name", "valid").Order("sort_order", "name").Scan(ctx); err != nil {
		return out, err
	}
	groups, err := readGroups(ctx, tx)
	if err != nil {
		return out, err
	}
	var machines []Machine
	if err := tx.Seen(&machines).Columns(layoutColumns...).Scan(ctx); err != nil {
		return out, err
	}
	var places []MachinePlace
	if err := tx.Seen(&places).Columns("machine_id", "section_id").Scan(ctx); err != nil {
		return out, err
	}
	in, placed := map[string]int{}, map[string]int{}
	belongs := map[string]string{}
	for i := range machines {
		section := machines[i].sectionIn(groups)
		belongs[machines[i].ID] = section
		in[section]++
	}
	for _, p := range places {
		if belongs[p.MachineID] == p.SectionID {
			placed[p.SectionID]++
		}
	}
	for i := range sections {
		s := &sections[i]
		out.Rows = append(out.Rows, LayoutSection{s.ID, s.Name, s.ChineseName, s.Valid, in[s.ID], placed[s.ID]})
	}
	return out, nil
}

var (
	msgPlacesNeeded  = L("请给出设备位置的列表，全部不放置时为空列表", "Give the list of places, an empty one to place none")
	msgGridSize      = L("网格须为 %d 到 %d 格", "The grid has %d to %d cells")
	msgGridInUse     = L("网格不能缩得这么小：去掉的部分仍在使用", "The grid cannot be this small: cells beyond it are in use")
	msgNotOfSection  = L("工段“%s”没有这台设备", "The section “%s” has no such machine")
	msgPlacedTwice   = L("设备“%s”重复放置", "The machine “%s” is placed twice")
	msgTileSize      = L("设备图块须为 1 到 %d 格", "A tile has 1 to %d cells")
	msgBeyondEdge    = L("“%s”超出了网格边缘", "“%s” lies beyond the edge of the grid")
	msgTilesOverlap  = L("“%s”与“%s”重叠", "“%s” overlaps “%s”")
	msgCellsNotToUse = L("“%s”所在的位置不能使用，请换一个位置", "“%s” cannot stand there: choose another place")
)

// check holds an arrangement against the rules, all of it at once. Machines that the actor does not see stay where they are: what
// would lie on them is refused in words that name none.
func (f *floor) check(tx store.Tx, in *LayoutDraft) (bad []problem.FieldError) {
	if in.Width < 1 || in.Width > mostGridWidth {
		bad = append(bad, problem.Field("width", "range", msgGridSize, 1, mostGridWidth))
	}
	if in.Height < 1 || in.Height > mostGridHeight {
		bad = append(bad, problem.Field("height", "range", msgGridSize, 1, mostGridHeight))
	}
	if in.Machines == nil { // a list that is missing by mistake does not clear the plan
		bad = append(bad, problem.Field("machines", "required", msgPlacesNeeded))
	}
	if len(bad) > 0 {
		return bad // without a grid there is no edge
	}
	byID := map[string]*Machine{}
	var unseen []Tile
	for i := range f.machines {
		m := &f.machines[i]
		if !tx.Hides(m) {
			byID[m.ID] = m
			continue
		}
		if tile, placed := f.at(m.ID); placed {
			unseen = append(unseen, tile)
		}
	}
	if slices.ContainsFunc(unseen, func(t Tile) bool { return t.X+t.Width-1 > in.Width }) {
		bad = append(bad, problem.Field("width", "occupied", msgGridInUse))
	}
	if slices.ContainsFunc(unseen, func(t Tile) bool { return t.Y+t.Height-1 > in.Height }) {
		bad = append(bad, problem.Field("height", "occupied", msgGridInUse))
	}
	seen := map[string]bool{}
	var lying []PlacedMachine
	for i, p := range in.Machines {
		m, at := byID[p.ID], fmt.Sprintf("machines.%d", i)
		switch {
		case m == nil:
			bad = append(bad, problem.Field(at+".id", "reference", msgNotOfSection, f.section.Name))
			continue
		case seen[p.ID]:
			bad = append(bad, problem.Field(at+".id", "unique", msgPlacedTwice, m.Name))
			continue
		}
		seen[p.ID] = true
		wrong := p.Place.within(in.Width, in.Height, at+".place", m.Name)
		if len(wrong) == 0 {
			if slices.ContainsFunc(unseen, p.Place.overlaps) {
				wrong = append(wrong, problem.Field(at+".place", "occupied", msgCellsNotToUse, m.Name))
			}
			if n := slices.IndexFunc(lying, func(o PlacedMachine) bool { return p.Place.overlaps(o.Place) }); n >= 0 {
				wrong = append(wrong, problem.Field(at+".place", "overlap", msgTilesOverlap, m.Name, byID[lying[n].ID].Name))
			}
			lying = append(lying, p)
		}
		bad = append(bad, wrong...)
	}
	return bad
}

// within is what is wrong with a tile on a grid, whatever else lies there.
func (t Tile) within(width, height int, field, code string) (bad []problem.FieldError) {
	sides := []struct {
		start, size       string
		from, cells, most int
	}{{".x", ".width", t.X, t.Width, width}, {".y", ".height", t.Y, t.Height, height}}
	for _, s := range sides {
		switch {
		case s.cells < 1 || s.cells > mostTile:
			bad = append(bad, problem.Field(field+s.size, "range", msgTileSize, mostTile))
		case s.from < 1 || s.from > s.most-s.cells+1:
			bad = append(bad, problem.Field(field+s.start, "edge", msgBeyondEdge, code))
		}
	}
	return bad
}

// SaveLayout arranges a section anew, as a whole: machines that the actor sees and that the draft leaves out go back into the tray.
func (d *Master) SaveLayout(ctx context.Context, tx store.Tx, sectionID string, in *LayoutDraft) (MachineLayout, error) {
	none := MachineLayout{Machines: []LayoutMachine{}}
	f, err := d.readFloor(ctx, tx, sectionID)
	if err != nil {
		return none, err
	}
	if in.Version != f.plan.Version {
		return none, d.staleLayout(ctx, tx, f)
	}
	if bad := f.check(tx, in); len(bad) > 0 {
		return none, problem.Invalid(bad...)
	}
	changes, err := f.arrange(ctx, tx, in)
	if err != nil || len(changes) == 0 {
		return f.shown(ctx, tx), err
	}
	f.plan.Width, f.plan.Height = in.Width, in.Height
	if f.plan.Version == 0 {
		err = tx.Insert(ctx, &f.plan)
	} else {
		err = tx.Update(ctx, &f.plan)
	}
	if err != nil {
		return none, err
	}
	if err := tx.Log(ctx, d.Sections.Name(), sectionID, f.section.Name, store.ActionChange, changes...); err != nil {
		return none, err
	}
	d.tellPlaces(ctx, tx)
	return f.shown(ctx, tx), nil
}

// arrange writes the places that differ, and tells what the log says of them.
func (f *floor) arrange(ctx context.Context, tx store.Tx, in *LayoutDraft) ([]store.FieldChange, error) {
	wanted := map[string]Tile{}
	for _, p := range in.Machines {
		wanted[p.ID] = p.Place
	}
	before, after := []string{}, []string{}
	for i := range f.machines {
		m := &f.machines[i]
		if tx.Hides(m) {
			continue
		}
		old, stood := f.at(m.ID)
		now, stands := wanted[m.ID]
		if stood == stands && old == now {
			continue
		}
		if stood {
			before = append(before, placeKey(m.ID, old))
		}
		if stands {
			after = append(after, placeKey(m.ID, now))
		}
		if err := f.put(ctx, tx, m.ID, now, stands); err != nil {
			return nil, err
		}
	}
	var changes []store.FieldChange
	if f.plan.Width != in.Width || f.plan.Height != in.Height {
		size := func(width, height int) string { return fmt.Sprintf("%d × %d", width, height) }
		changes = append(changes, store.FieldChange{Field: logGrid, Before: size(f.plan.Width, f.plan.Height), After: size(in.Width, in.Height)})
	}
	if len(before)+len(after) > 0 {
		changes = append(changes, store.FieldChange{Field: logPlaces, Before: before, After: after})
	}
	return changes, nil
}

// put gives a machine a place on this plan, or takes it.
func (f *floor) put(ctx context.Context, tx store.Tx, machineID string, tile Tile, stands bool) error {
	p, there := f.stored[machineID]
	if !stands {
		delete(f.stored, machineID)
		_, err := tx.Remove((*MachinePlace)(nil)).Where("id = ?", p.ID).Exec(ctx)
		return err
	}
	p.MachineID, p.SectionID, p.Tile = machineID, f.section.ID, tile
	var err error
	if there {
		err = tx.Update(ctx, &p)
	} else {
		err = tx.Insert(ctx, &p)
	}
	f.stored[machineID] = p
	return err
}

// historyOfFloor is how many lines of a section are looked through for who has arranged it last.
const historyOfFloor = 50

// staleLayout tells what stands on the plan now and who has arranged it.
func (d *Master) staleLayout(ctx context.Context, tx store.Tx, f *floor) error {
	s := problem.StaleData{Name: f.section.Name, Current: f.shown(ctx, tx)}
	if f.plan.Version == 0 { // nobody has: the caller has made its version up
		return problem.Stale(s)
	}
	s.ChangedAt = f.plan.UpdatedAt.Format(time.RFC3339)
	lines, err := tx.History(ctx, d.Sections.Name(), f.section.ID, historyOfFloor)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if told := string(line.Changes); strings.Contains(told, `"`+logPlaces+`"`) || strings.Contains(told, `"`+logGrid+`"`) {
			s.ChangedBy = resource.AuthorOf(ctx, tx, line)
			break
		}
	}
	return problem.Stale(s)
}
