package basedata

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The grid of a section whose plan nobody has saved yet, and how large grids and tiles may be, in cells.
const (
	firstGridWidth, firstGridHeight = 24, 14
	mostGridWidth, mostGridHeight   = 60, 40
	mostTile                        = 6
)

// FloorPlan is the grid on which the machines of a section stand. Its version is that of the whole arrangement: whatever places a
// machine, moves it or takes it away raises it, so that nobody saves over what others have arranged.
type FloorPlan struct {
	bun.BaseModel `bun:"table:floor_plan"`
	store.FactoryRow
	SectionID string `bun:"section_id"`
	Width     int    `bun:"width"`
	Height    int    `bun:"height"`
}

// Belonging says that a plan is hidden with its section.
func (*FloorPlan) Belonging() store.Belonging {
	return store.Belonging{Sections: []string{"section_id"}}
}

// Tile is a rectangle of cells. x and y are its first column and row, counted from 1 at the left and at the top.
type Tile struct {
	X      int `bun:"x" json:"x" doc:"first column, from 1 at the left"`
	Y      int `bun:"y" json:"y" doc:"first row, from 1 at the top"`
	Width  int `bun:"width" json:"width" doc:"cells, 1 to 6"`
	Height int `bun:"height" json:"height" doc:"cells, 1 to 6"`
}

// overlaps tells whether two tiles have a cell in common.
func (t Tile) overlaps(o Tile) bool {
	return t.X < o.X+o.Width && o.X < t.X+t.Width && t.Y < o.Y+o.Height && o.Y < t.Y+t.Height
}

// MachinePlace is where a machine stands on the plan of its section. It goes with the machine, and when the machine goes to another
// section.
type MachinePlace struct {
	bun.BaseModel `bun:"table:machine_place"`
	store.FactoryRow
	MachineID string `bun:"machine_id"`
	SectionID string `bun:"section_id"`
	Tile
}

// Belonging says that a place is hidden with its machine.
func (*MachinePlace) Belonging() store.Belonging {
	return store.Belonging{Machines: []string{"machine_id"}}
}

// readGroups reads the groups of the factory, which give machines without a section of their own that of the group.
func readGroups(ctx context.Context, tx store.Tx) (map[string]Group, error) {
	var rows []Group
	if err := tx.Select(&rows).Columns("id", "name", "english_name", "section_id").Scan(ctx); err != nil {
		return nil, err
	}
	groups := make(map[string]Group, len(rows))
	for i := range rows {
		groups[rows[i].ID] = rows[i]
	}
	return groups, nil
}

// sectionIn is the section on whose plan a machine stands: its own, else that of its group; "" for none.
func (m *Machine) sectionIn(groups map[string]Group) string {
	if m.SectionID != "" {
		return m.SectionID
	}
	return groups[m.GroupID].SectionID
}

// machineMoved takes a machine whose section or group has changed off the plan of a section that it left.
func (d *Master) machineMoved(ctx context.Context, tx store.Tx, old, now *Machine) error {
	if old.SectionID == now.SectionID && old.GroupID == now.GroupID {
		return nil
	}
	return d.leaveFloors(ctx, tx, now.ID)
}

// groupMoved does the same for the machines of a group whose section has changed.
func (d *Master) groupMoved(ctx context.Context, tx store.Tx, old, now *Group) error {
	if old.SectionID == now.SectionID {
		return nil
	}
	var ids []string
	if err := tx.Select((*Machine)(nil)).Columns("id").Where("group_id = ?", now.ID).ScanColumn(ctx, &ids); err != nil {
		return err
	}
	return d.leaveFloors(ctx, tx, ids...)
}

// leaveFloors takes those of the machines off the plans that belong to another section by now.
func (d *Master) leaveFloors(ctx context.Context, tx store.Tx, machineIDs ...string) error {
	var places []MachinePlace
	if err := tx.Select(&places).WhereIn("machine_id", machineIDs).Scan(ctx); err != nil || len(places) == 0 {
		return err
	}
	groups, err := readGroups(ctx, tx)
	if err != nil {
		return err
	}
	var machines []Machine
	if err := tx.Select(&machines).Columns("id", "section_id", "group_id").WhereIn("id", machineIDs).Scan(ctx); err != nil {
		return err
	}
	section := map[string]string{}
	for i := range machines {
		section[machines[i].ID] = machines[i].sectionIn(groups)
	}
	return d.takeOff(ctx, tx, slices.DeleteFunc(places, func(p MachinePlace) bool { return section[p.MachineID] == p.SectionID }))
}

// machineGoes removes the place of a machine that is deleted.
func (d *Master) machineGoes(ctx context.Context, tx store.Tx, old *Machine) error {
	var places []MachinePlace
	if err := tx.Select(&places).Where("machine_id = ?", old.ID).Scan(ctx); err != nil {
		return err
	}
	return d.takeOff(ctx, tx, places)
}

// takeOff removes places and raises the versions of their plans: an arrangement that was begun before does not bring them back.
func (d *Master) takeOff(ctx context.Context, tx store.Tx, places []MachinePlace) error {
	left := map[string][]string{} // what the log says, by section
	var ids []string
	for _, p := range places {
		left[p.SectionID] = append(left[p.SectionID], placeKey(p.MachineID, p.Tile))
		ids = append(ids, p.ID)
	}
	if len(ids) == 0 {
		return nil
	}
	if _, err := tx.Remove((*MachinePlace)(nil)).WhereIn("id", ids).Exec(ctx); err != nil {
		return err
	}
	var sections []Section
	if err := tx.Select(&sections).Columns("id", "name").Order("name").Scan(ctx); err != nil {
		return err
	}
	for _, s := range sections {
		before, has := left[s.ID]
		if !has {
			continue
		}
		if _, err := tx.Change((*FloorPlan)(nil)).Where("section_id = ?", s.ID).Exec(ctx); err != nil {
			return err
		}
		change := store.FieldChange{Field: logPlaces, Before: before, After: []string{}}
		if err := tx.Log(ctx, d.Sections.Name(), s.ID, s.Name, store.ActionChange, change); err != nil {
			return err
		}
	}
	d.tellPlaces(ctx, tx)
	return nil
}

// tellPlaces tells the screens that show machines: a place is shown with its machine.
func (d *Master) tellPlaces(ctx context.Context, tx store.Tx) {
	if actor := tx.Actor(); d.deps.Changed != nil {
		tx.AfterCommit(func() { d.deps.Changed(context.WithoutCancel(ctx), actor, d.Machines.Name(), "") })
	}
}

// sectionGoes removes the plan of a section that is deleted. Machines on it keep the section from that.
func sectionGoes(ctx context.Context, tx store.Tx, old *Section) error {
	_, err := tx.Remove((*FloorPlan)(nil)).Where("section_id = ?", old.ID).Exec(ctx)
	return err
}

// What the operation log tells of a section's plan.
const (
	logGrid   = "floorGrid"
	logPlaces = "floorPlaces"
)

var (
	wordPlace  = L("%s（第 %d 列，第 %d 行，%d × %d 格）", "%s (column %d, row %d, %d × %d cells)")
	wordNoMore = L("已删除的设备", "deleted machine")
)

// floorLogs are the lines of a section's history that its plan writes.
func floorLogs() []resource.LogField {
	return []resource.LogField{
		{Key: logGrid, Label: L("设备布局网格", "Grid of the machine layout")},
		{Key: logPlaces, Label: L("设备布局", "Machine layout"), Words: placeWords},
	}
}

// placeKey is a place as the log keeps it: by the identity of the machine, so that whoever reads it is told no hidden name.
func placeKey(machineID string, t Tile) string {
	return fmt.Sprintf("%s %d %d %d %d", machineID, t.X, t.Y, t.Width, t.Height)
}

// placeWords are the places of the log as the person may know them.
func placeWords(ctx context.Context, tx store.Tx, keys []string) (map[string]string, error) {
	tiles, ids := map[string]Tile{}, map[string]string{}
	for _, key := range keys {
		id, rest, _ := strings.Cut(key, " ")
		var t Tile
		if n, err := fmt.Sscan(rest, &t.X, &t.Y, &t.Width, &t.Height); err == nil && n == 4 {
			tiles[key], ids[key] = t, id
		}
	}
	var machines []Machine
	if err := tx.Select(&machines).Columns("id", "name").Scan(ctx); err != nil {
		return nil, err
	}
	lang := problem.Language(ctx)
	names := map[string]string{}
	for i := range machines {
		names[machines[i].ID] = machines[i].Name
		if tx.Hides(&machines[i]) {
			names[machines[i].ID] = resource.WordUnseen.In(lang)
		}
	}
	words := map[string]string{}
	for key, t := range tiles {
		name, there := names[ids[key]]
		if !there {
			name = wordNoMore.In(lang)
		}
		words[key] = wordPlace.In(lang, name, t.X, t.Y, t.Width, t.Height)
	}
	return words, nil
}
