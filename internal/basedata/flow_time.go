package basedata

import (
	"cmp"
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// FlowTime is how long a part is on its way from one resource to the next, in elapsed time. Either end is a group or
// one machine; the entry of a machine beats that of its group.
type FlowTime struct {
	bun.BaseModel `bun:"table:flow_time" json:"-"`
	store.FactoryRow
	Name          string           `bun:"name" json:"name"` // "up → down"
	EnglishName   string           `bun:"english_name" json:"englishName"`
	UpGroupID     string           `bun:"up_group_id,nullzero" json:"upGroupId"`
	UpMachineID   string           `bun:"up_machine_id,nullzero" json:"upMachineId"`
	DownGroupID   string           `bun:"down_group_id,nullzero" json:"downGroupId"`
	DownMachineID string           `bun:"down_machine_id,nullzero" json:"downMachineId"`
	Minutes       quantity.Minutes `bun:"minutes" json:"transferHours"`
}

const flowTimeExample = "01900000-0000-7000-8000-000000000117"

// Belonging says that a flow time is hidden with either end.
func (*FlowTime) Belonging() store.Belonging {
	return store.Belonging{Groups: []string{"up_group_id", "down_group_id"}, Machines: []string{"up_machine_id", "down_machine_id"}}
}

func (d *Master) flowTime() resource.Spec[*FlowTime] {
	one, two := resource.ReferredID(groupExample), resource.SecondReferredID(groupExample)
	return resource.Spec[*FlowTime]{
		Path: "aps/flow-time", Label: L("流转时间", "Flow time"), Permission: "aps.flowTime", Sort: "name", Changed: d.deps.Changed,
		ExampleID:  flowTimeExample,
		Example:    &api.Example{Body: map[string]any{"upGroupId": one, "downGroupId": two, "transferHours": 1.5}},
		ExampleRow: map[string]any{"upGroupId": two, "downGroupId": one},
		Form: func(t *FlowTime, f *resource.Form) {
			f.Text(&t.Name, "流转", "Transfer").Title().Fixed()
			f.EnglishName(&t.EnglishName).Fixed().Max(200)
			f.Ref(&t.UpGroupID, d.Groups, "上游资源组", "Upstream group")
			f.Ref(&t.UpMachineID, d.Machines, "上游设备", "Upstream machine")
			f.Ref(&t.DownGroupID, d.Groups, "下游资源组", "Downstream group")
			f.Ref(&t.DownMachineID, d.Machines, "下游设备", "Downstream machine")
			f.Hours(&t.Minutes, "流转时间", "Flow time").Required().Between(0, 720)
		},
		Beside:     &resource.Beside[*FlowTime]{After: "name", Columns: []problem.Text{L("上游资源", "Upstream resource"), L("下游资源", "Downstream resource")}, Cells: flowEnds},
		BeforeSave: d.checkFlow,
	}
}

// flowEnds are the names of both ends, whether groups or machines.
func flowEnds(ctx context.Context, tx store.Tx, rows []*FlowTime) ([][]any, error) {
	places, err := readPlaces(ctx, tx)
	cells := make([][]any, len(rows))
	for i := range rows {
		cells[i] = []any{places[rows[i].up()].Name, places[rows[i].down()].Name}
	}
	return cells, err
}

var (
	msgUpWhose      = L("请选择一个上游资源：资源组或设备", "Choose one upstream resource: a group or a machine")
	msgDownWhose    = L("请选择一个下游资源：资源组或设备", "Choose one downstream resource: a group or a machine")
	msgIntersect    = L("上游资源和下游资源不能有交集", "Upstream and downstream resources must not intersect")
	msgFlowTaken    = L("“%s”的流转时间已存在", "There is a flow time for “%s” already")
	msgTickFlow     = L("请先勾选要保存的数据", "Tick the entries to save first")
	msgUnknownPlace = L("资源不存在", "There is no such resource")
)

func (t *FlowTime) up() string   { return t.UpGroupID + t.UpMachineID }
func (t *FlowTime) down() string { return t.DownGroupID + t.DownMachineID }

func (d *Master) checkFlow(ctx context.Context, tx store.Tx, _, now *FlowTime) error {
	var bad []problem.FieldError
	if (now.UpGroupID == "") == (now.UpMachineID == "") {
		bad = append(bad, problem.Field("upGroupId", "oneOf", msgUpWhose))
	}
	if (now.DownGroupID == "") == (now.DownMachineID == "") {
		bad = append(bad, problem.Field("downGroupId", "oneOf", msgDownWhose))
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	places, err := readPlaces(ctx, tx)
	if err != nil {
		return err
	}
	up, down := places[now.up()], places[now.down()]
	if up.intersects(down) {
		return problem.Invalid(problem.Field("downGroupId", "intersection", msgIntersect))
	}
	now.Name, now.EnglishName = nameFlow(up, down)
	taken, err := tx.Select((*FlowTime)(nil)).Where("COALESCE(up_group_id, up_machine_id) = ?", up.ID).
		Where("COALESCE(down_group_id, down_machine_id) = ?", down.ID).Where("id <> ?", now.ID).Exists(ctx)
	if err == nil && taken {
		err = problem.Invalid(problem.Field("downGroupId", "unique", msgFlowTaken, resource.ShownName(ctx, now.Name, now.EnglishName)))
	}
	return err
}

// Place is a group or a machine that parts come from or go to.
type Place struct {
	ID      string `json:"id"`
	Kind    string `json:"kind" enum:"group,machine"`
	Name    string `json:"name" doc:"of a group or a machine"`
	Title   string `json:"title" doc:"code of a group, alias of a machine"`
	GroupID string `json:"groupId" doc:"group of a machine, or the group itself"`
	// OtherName is the name in the other language, for searches.
	OtherName string `json:"otherName,omitempty" doc:"of a group in the language that is not the caller's, for searches"`

	english string // name of a group
}

// shown is what screens call the place.
func (p Place) shown(ctx context.Context) string { return resource.ShownName(ctx, p.Name, p.english) }

// intersects tells whether two places have a machine in common.
func (p Place) intersects(q Place) bool {
	return p.ID == q.ID || p.GroupID == q.GroupID && (p.Kind != "machine" || q.Kind != "machine")
}

// readPlaces reads every group and machine of the factory by identity.
func readPlaces(ctx context.Context, tx store.Tx) (map[string]Place, error) {
	var groups []Group
	var machines []Machine
	if err := tx.Select(&groups).Columns("id", "code", "name", "english_name").Scan(ctx); err != nil {
		return nil, err
	}
	if err := tx.Select(&machines).Columns("id", "name", "alias", "group_id").Scan(ctx); err != nil {
		return nil, err
	}
	places := make(map[string]Place, len(groups)+len(machines))
	for _, g := range groups {
		places[g.ID] = Place{ID: g.ID, Kind: "group", Name: g.Name, Title: g.Code, GroupID: g.ID, english: g.EnglishName}
	}
	for _, m := range machines {
		places[m.ID] = Place{ID: m.ID, Kind: "machine", Name: m.Name, Title: m.Alias, GroupID: m.GroupID}
	}
	return places, nil
}

// nameFlow is what a flow time between two places is called, and what English screens call it: "" where neither place has an English name.
func nameFlow(up, down Place) (name, english string) {
	name = up.Name + " → " + down.Name
	if up.english+down.english != "" {
		english = cmp.Or(up.english, up.Name) + " → " + cmp.Or(down.english, down.Name)
	}
	return name, english
}

// renameFlows gives the flow times of a renamed group or machine their new names.
func (d *Master) renameFlows(ctx context.Context, tx store.Tx, id string) error {
	var flows []FlowTime
	if err := tx.Select(&flows).Where("up_group_id = ? OR up_machine_id = ? OR down_group_id = ? OR down_machine_id = ?", id, id, id, id).Scan(ctx); err != nil || len(flows) == 0 {
		return err
	}
	places, err := readPlaces(ctx, tx)
	if err != nil {
		return err
	}
	for _, t := range flows {
		name, english := nameFlow(places[t.up()], places[t.down()])
		if _, err := tx.Change((*FlowTime)(nil)).Set("name = ?", name).Set("english_name = ?", english).Where("id = ?", t.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
