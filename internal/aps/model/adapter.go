package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
	"mouldworks/solver/instance"
	"mouldworks/solver/retime"
)

// Task is an operation on its way through a run.
type Task struct {
	ID    string // of operation and batch; steps that a mould implies have "assembly:" or "tryout:" and the mould's id
	Mould *Mould
	Part  *Part
	Op    *Operation
	Group *Group
	Kind  int
	Name  string // of the process
	// Assumed: its time rests on a lead time of the settings instead of a date
	Assumed bool
	Segment int // of a task that was cut: 1, 2 ...; 0 = in one go
	// Misplaced: locked to a machine that it may not be made on
	Misplaced bool
}

// Title is how people call a task.
func (t *Task) Title() string {
	return SegmentID(fmt.Sprintf("%s/%s/%d", t.Mould.No, t.Part.lotNo(), t.Op.No), t.Segment)
}

// Where a task comes from.
const (
	SourceNormal    = 0
	SourceCopy      = 1
	SourceForced    = 2 // its part has a due date of its own
	SourceOutsource = 3 // it goes outside, though it could be made inside
	SourcePLM       = 4
)

// ForcedPriority is the priority of parts with a due date of their own.
const ForcedPriority = 100

// Source is where a task comes from.
func (t *Task) Source() int {
	switch {
	case t.Op.Away() && t.Group != nil && !t.Group.Outside:
		return SourceOutsource
	case t.Part.Due != nil:
		return SourceForced
	}
	return SourceNormal
}

// Request is what a run asks of the adapter.
type Request struct {
	Shop     *Shop
	Start    time.Time
	Blocks   []instance.Block
	Work     map[string]solver.Min // working minutes of the blocks, by name
	Settings map[string]any        // the whole set; nil gives the defaults
	InForce  map[string]Place      // by task
}

// Place is where the plan in force has a task.
type Place struct {
	Resource   string
	Start, End time.Time
	Cut        bool // start and end are those of its first segment
}

// Equal tells whether two places are the same resource and times.
func (p Place) Equal(q Place) bool {
	return p.Resource == q.Resource && p.Start.Equal(q.Start) && p.End.Equal(q.End)
}

// Translation is a shop as a problem of the engine: tasks[i] is operation i.
type Translation struct {
	Shop  *Shop
	File  *instance.File
	Tasks []Task
	Done  []Task // finished: in the plan for the record, not in the problem
	Notes Notes
	Clock clock
}

// HorizonDays is the horizon: what would end later is unscheduled "beyond horizon".
const HorizonDays = 730

// Adapter is a translation on its way.
type Adapter struct {
	Request
	File      *instance.File
	out       Translation
	Groups    map[string]*Group
	Machines  map[string][]Machine // by group
	Machine   map[string]*Machine
	Suppliers map[string]*Supplier
	Calendars map[string]string // content -> id
	at        map[string]int    // of an operation in the problem, by id
	unfit     map[string]bool   // no eligible machine fits the part
	noHours   map[string]bool   // an assembly without hours
	misplaced map[string]bool   // locked to a machine that it may not be made on
	pinned    []Pinned
	routes    *Routes // of the mould at hand
	clock     clock   // working time, for what counts from S
}

func newAdapter(r Request) *Adapter {
	return &Adapter{
		Request: r, Groups: map[string]*Group{}, Machines: map[string][]Machine{}, Machine: map[string]*Machine{}, Suppliers: map[string]*Supplier{},
		Calendars: map[string]string{}, at: map[string]int{}, unfit: map[string]bool{}, noHours: map[string]bool{}, misplaced: map[string]bool{},
	}
}

// Translate turns a shop into the mould/1 problem of design section "model". The order is that of mould, part and
// operation numbers, so the same shop gives the same bytes.
func Translate(r Request) *Translation {
	a := newAdapter(r)
	a.File = &instance.File{
		Format: instance.Format, Start: r.Start.UTC().Format(time.RFC3339), Zone: r.Shop.Zone, HorizonDays: HorizonDays, WindowDays: int(a.number("evaluationDays")),
		Blocks: r.Blocks, Settings: instance.Settings{
			Goal: a.goal(), Rule: int(a.number("taskSchedulingRule")), Direction: int(a.number("productionDirection")),
			Select: int(a.number("resourceSelectionRule")), SameTolerance: a.minutes("sameMachineTolerance"),
			Overtime: int(a.number("overtimeChoice")), MovedAfter: new(a.minutes("movedThreshold")), ReSetup: a.minutes("reSetup"),
		},
	}
	a.Resources()
	a.flow()
	a.clock = newClock(a.File, r.Shop.Groups, a.minute)
	moulds := slices.Clone(r.Shop.Moulds)
	slices.SortFunc(moulds, func(x, y Mould) int { return strings.Compare(x.No, y.No) })
	for i := range moulds {
		moulds[i] = moulds[i].Lots()
		a.mould(&moulds[i])
	}
	a.pin()
	a.name()
	a.bottlenecks()
	a.out.File, a.out.Shop, a.out.Clock = a.File, r.Shop, a.clock
	return &a.out
}

func (a *Adapter) number(key string) float64 { return setting.Number(a.Settings, key) }

// minutes reads a setting that is in hours.
func (a *Adapter) minutes(key string) int32 { return setting.Minutes(a.Settings, key) }

func (a *Adapter) minute(t time.Time) *instance.Moment {
	return instance.At(int64(math.Ceil(t.Sub(a.Start).Minutes())))
}

func (a *Adapter) mould(m *Mould) {
	job := instance.Job{ID: m.ID, Weight: int32(m.Priority)}
	if m.Delivery != nil {
		job.Due = a.minute(*m.Delivery)
	}
	if m.Release != nil && m.Release.After(a.Start) {
		job.Release = a.minute(*m.Release)
	}
	a.File.Jobs = append(a.File.Jobs, job)
	m.inOrder()
	assembled := map[string]*Operation{}
	for i := range m.Parts {
		if p := &m.Parts[i]; len(p.Ops) > 0 {
			assembled[p.Ops[0].ID] = a.assembled(m, p, &p.Ops[0])
		}
	}
	steps := a.impliedSteps(m)
	a.routes = routesOf(m, steps, func(o *Operation) bool { // without hours there is no such step
		o = cmp.Or(assembled[o.ID], o)
		return o.Implied && o.Status == 0 && o.Minutes == 0 && !a.noHours[o.ID]
	})
	for i, o := range a.routes.Ops {
		a.routes.Ops[i] = cmp.Or(assembled[o.ID], o)
	}
	for i := range m.Parts {
		a.part(m, &m.Parts[i])
	}
	a.electrodes(m)
	if steps != nil {
		a.part(m, steps)
	}
	a.joins()
	a.waits()
	a.sharedPieces(m)
}

func (a *Adapter) part(m *Mould, p *Part) {
	for _, i := range a.routes.Route(a.routes.part[p.ID]) {
		o := a.routes.Ops[i]
		t := Task{ID: o.ID, Mould: m, Part: p, Op: o, Group: a.Groups[o.GroupID], Kind: kindOf(p), Name: o.Process}
		switch {
		case o.Status == OpFinished:
			a.out.Done = append(a.out.Done, t)
		case !a.routes.IsGone(i):
			a.add(t, a.operation(m, p, o, o.No == p.Ops[0].No))
		}
	}
	if p.Due != nil {
		for _, op := range a.routes.lastLeft(p.ID) {
			a.File.Targets = append(a.File.Targets, instance.Target{Op: op, Due: a.minute(*p.Due), Weight: ForcedPriority})
		}
	}
}

func kindOf(p *Part) int {
	switch {
	case p.Electrode:
		return 2
	case p.Assembly:
		return 3
	}
	return 1
}

func (a *Adapter) add(t Task, op instance.Op) {
	a.at[op.ID] = len(a.File.Ops)
	t.Misplaced = a.misplaced[op.ID]
	if len(op.Modes) == 0 {
		op.Barred = a.barred(t.Part, op.ID).String()
	}
	a.File.Ops = append(a.File.Ops, op)
	a.out.Tasks = append(a.out.Tasks, t)
}

// barred is why no resource is left for an operation.
func (a *Adapter) barred(p *Part, op string) solver.ReasonCode {
	switch {
	case p.Rests():
		return solver.ReasonPaused
	case a.noHours[op]:
		return solver.ReasonNoHours
	case a.unfit[op]:
		return solver.ReasonSpecification
	}
	return solver.ReasonNoResource
}

// has tells whether an operation is in the problem.
func (a *Adapter) has(id string) bool {
	_, in := a.at[id]
	return in
}

func (a *Adapter) operation(m *Mould, p *Part, o *Operation, first bool) instance.Op {
	op := instance.Op{ID: o.ID, Job: m.ID, Part: p.ID, Seq: int32(o.No), Unpausable: !o.Pausable, Crew: int32(max(1, o.Crew))}
	switch {
	case p.Electrode:
		op.Class = "electrode"
	case o.EDM:
		op.Class = "edm"
	case p.Assembly:
		op.Class = "assembly"
	}
	release := func(t *time.Time, cause string) {
		if t != nil {
			op.NotBefore(a.minute(*t), cause)
		}
	}
	if first {
		release(p.MaterialReady, "material")
		release(p.DrawingReady, "design")
	}
	if g := a.Groups[o.GroupID]; g != nil && g.NeedCAM && o.CAMStatus < 2 {
		release(o.ProgramReady, "program")
	}
	release(o.Earliest, "mould")
	op.Pred = a.routes.pred(o)
	if o.Away() {
		a.atSupplier(o, &op)
	} else {
		eligible := a.Modes(o)
		op.Modes = a.fitting(p, eligible)
		a.cost(op.Modes)
		a.unfit[o.ID] = len(eligible) > 0 && len(op.Modes) == 0
	}
	if a.noHours[o.ID] || p.Rests() && o.Status != OpRunning {
		op.Modes = nil
	}
	if people := a.Groups[o.GroupID]; people != nil && people.People {
		op.Crew = min(op.Crew, int32(max(1, people.Members)))
	}
	release(a.afterFinished(o, &op), "mould")
	a.leads(p, o, &op, first)
	a.fix(p, o, &op)
	return op
}

// SegmentID names the n-th segment of a task; the first keeps the name of the whole.
func SegmentID(whole string, n int) string { return retime.PieceID(whole, n) }
