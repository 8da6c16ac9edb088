package aps

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// DispatchList is what the groups of a factory have to do on a day, by the plan in force and the progress of this
// moment.
type DispatchList struct {
	PlanDate string          `json:"planDate"`
	Zone     string          `json:"zone"`
	InForce  *plan.WorkedBy  `json:"inForce" doc:"the plan that the list follows; null while none is in force"`
	Groups   []DispatchGroup `json:"groups" nullable:"false"`
}

// DispatchGroup is the list of one group; each is printed on pages of its own.
type DispatchGroup struct {
	Group     string             `json:"group"`
	Section   string             `json:"section"`
	Resources []DispatchResource `json:"resources" nullable:"false"`
}

// DispatchResource is the list of one machine or team.
type DispatchResource struct {
	Resource string         `json:"resource"`
	Tasks    []DispatchTask `json:"tasks" nullable:"false"`
}

// DispatchTask is one line of a dispatch list.
type DispatchTask struct {
	TaskView
	MouldName string `json:"mouldName"`
	// Beside what is left of it (surplusHours).
	TotalHours   quantity.Minutes `json:"totalHours" doc:"of the whole operation or batch on its resource: what is reported and what is left of it once begun, else its planned hours"`
	Done         int              `json:"done" doc:"operations directly before it that are finished"`
	Before       int              `json:"before" doc:"named predecessors, else those of the number before, and the last ones of the parts that are built in"`
	Material     bool             `json:"material" doc:"material is there"`
	Program      bool             `json:"program" doc:"the program is done, or none is needed"`
	Drawing      bool             `json:"drawing" doc:"the drawing is there, for an electrode its design"`
	ElectrodesIn int              `json:"electrodesIn" doc:"electrodes that lie ready"`
	Electrodes   int              `json:"electrodes"`
	Overdue      bool             `json:"overdue" doc:"should have started before the day, and before now"`
}

type workshopInput struct {
	Body struct {
		PlanDate string `json:"planDate,omitempty" doc:"YYYY-MM-DD in the factory's zone"`
		Group    string `json:"group,omitempty" doc:"name of a group; empty: all"`
		Section  string `json:"section,omitempty"`
	}
}

var msgPlanDate = L("请选择计划日期", "Please choose a plan date")

func (a *APS) mountWorkshop(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodPost, Path: "aps/workshop/plan/query", ID: "aps-workshop", Summary: "Dispatch lists of a day", Tag: "aps", Permission: "aps.workshop.check",
		Example: &api.Example{Body: map[string]any{"planDate": "2026-03-02"}},
	}, func(ctx context.Context, tx store.Tx, in *workshopInput) (*DispatchList, error) {
		return a.Dispatch(ctx, tx, in.Body.PlanDate, in.Body.Group, in.Body.Section)
	})
}

// Dispatch lists what the plan in force works on a day (YYYY-MM-DD in the factory's zone); today and before also what should
// have begun earlier and is not finished. A group or a section narrows it.
func (a *APS) Dispatch(ctx context.Context, tx store.Tx, planDate, group, section string) (*DispatchList, error) {
	zone, err := time.LoadLocation(tx.Actor().Zone)
	if err != nil {
		return nil, err
	}
	now := a.deps.Now()
	day, err := time.ParseInLocation(time.DateOnly, planDate, zone)
	if err != nil {
		return nil, problem.Invalid(problem.Field("planDate", "required", msgPlanDate))
	}
	list := &DispatchList{PlanDate: planDate, Zone: zone.String(), Groups: []DispatchGroup{}}
	if list.InForce, err = a.WorkedBy(ctx, tx); err != nil || list.InForce == nil {
		return list, err
	}
	words, err := a.deps.EnglishNames.Words(ctx, tx)
	if err != nil {
		return nil, err
	}
	inForce, err := entity.TasksBefore(ctx, tx, day.AddDate(0, 0, 1), words.GroupsNamed(group), words.SectionsNamed(section))
	if day.After(now) { // what is open now is on today's list; that it will still be then is not the plan
		inForce = slices.DeleteFunc(inForce, func(t result.Task) bool { return t.PlannedEnd == nil || !t.PlannedEnd.After(day) })
	}
	if err != nil {
		return nil, err
	}
	if len(inForce) == 0 {
		return list, nil
	}
	hidden, err := result.HiddenMouldsOf(ctx, tx, inForce[0].PlanID)
	if err != nil {
		return nil, err
	}
	hidden.Veil(inForce)
	moulds := map[string]bool{}
	for i := range inForce {
		moulds[inForce[i].MouldID] = true
	}
	shop, err := a.deps.Shop(ctx, tx, slices.Sorted(maps.Keys(moulds)))
	if err != nil {
		return nil, err
	}
	set, err := new(entity.Schedule).Effective(ctx, tx)
	if err != nil {
		return nil, err
	}
	floor := readFloor(shop)
	at := map[[2]string]int{}
	rows := map[string]*DispatchResource{}
	for i := range inForce {
		t := &inForce[i]
		live, open := floor[t.Whole()]
		if !open || live.op.Status == model.OpFinished {
			continue
		}
		key := [2]string{t.SectionName, t.GroupName}
		if _, known := at[key]; !known {
			at[key] = len(list.Groups)
			list.Groups = append(list.Groups, DispatchGroup{Group: words.Group(t.GroupName), Section: words.Section(t.SectionName)})
		}
		if rows[t.ResourceID] == nil {
			rows[t.ResourceID] = &DispatchResource{Resource: words.Resource(t.ResourceName)}
			g := &list.Groups[at[key]]
			g.Resources = append(g.Resources, DispatchResource{Resource: t.ResourceID})
		}
		rows[t.ResourceID].Tasks = append(rows[t.ResourceID].Tasks, live.line(t, day, now, words, set))
	}
	for i := range list.Groups {
		g := &list.Groups[i]
		for k := range g.Resources {
			g.Resources[k] = *rows[g.Resources[k].Resource]
		}
		slices.SortFunc(g.Resources, func(x, y DispatchResource) int { return cmp.Compare(x.Resource, y.Resource) })
	}
	slices.SortFunc(list.Groups, func(x, y DispatchGroup) int {
		return cmp.Or(cmp.Compare(x.Section, y.Section), cmp.Compare(x.Group, y.Group))
	})
	return list, nil
}

// onFloor is an operation as it stands now.
type onFloor struct {
	mould *model.Mould
	part  *model.Part
	op    *model.Operation
	group *model.Group
	ready map[string]bool // electrodes of the mould that lie ready
	// before are the operations that it follows, and what has to be done besides.
	before []*model.Operation
}

func readFloor(shop *model.Shop) map[string]onFloor {
	groups := map[string]*model.Group{}
	for i := range shop.Groups {
		groups[shop.Groups[i].ID] = &shop.Groups[i]
	}
	floor := map[string]onFloor{}
	for i := range shop.Moulds {
		m := shop.Moulds[i].Lots()
		ready := map[string]bool{}
		for k := range m.Parts {
			ready[m.Parts[k].ID] = m.Parts[k].Electrode && model.Lies(&m, m.Parts[k].ID)
		}
		routes := model.RoutesOf(&m)
		for k := range m.Parts {
			p := &m.Parts[k]
			for o := range p.Ops {
				if p.Planned() || p.Rests() && p.Ops[o].Status == model.OpRunning {
					floor[p.Ops[o].ID] = onFloor{&m, p, &p.Ops[o], groups[p.Ops[o].GroupID], ready, routes.Waited(p.Ops[o].ID)}
				}
			}
		}
	}
	return floor
}

func (f onFloor) line(t *result.Task, day, at time.Time, words model.Words, set map[string]any) DispatchTask {
	now := *t
	now.Lay(f.op.Lock, f.op.CAMStatus, f.op.Progress, set)
	line := DispatchTask{
		TaskView: taskView(&now, words), MouldName: f.mould.Name,
		Material: there(f.part.MaterialReady, day), Drawing: there(f.part.DrawingReady, day) && there(f.part.DesignReady, day),
		Program: f.group == nil || !f.group.NeedCAM || f.op.CAMStatus >= 2, Overdue: t.PlannedStart.Before(day) && t.PlannedStart.Before(at) && f.op.Status == 0,
	}
	line.TotalHours = line.PlannedHours
	if now.Status != 0 {
		line.TotalHours = now.Reported + now.SurplusMinutes
	}
	line.Planned = true // the list is of the plan in force
	for _, x := range f.before {
		line.Before++
		if x.Status == model.OpFinished {
			line.Done++
		}
	}
	for _, b := range f.op.Burns {
		line.Electrodes++
		if f.ready[b.PartID] {
			line.ElectrodesIn++
		}
	}
	return line
}

// there tells that something with a date is there on a day; without a date nobody waits for it.
func there(ready *time.Time, day time.Time) bool { return ready == nil || !ready.After(day) }
