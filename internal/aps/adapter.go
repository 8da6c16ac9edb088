package aps

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// task is an operation on its way through a run.
type task struct {
	id    string // of operation and batch; steps that a mould implies have "assembly:" or "tryout:" and the mould's id
	mould *Mould
	part  *Part
	op    *Operation
	group *Group
	kind  int
	name  string // of the process
	// assumed: its time rests on a lead time of the settings instead of a date
	assumed bool
	segment int // of a task that was cut: 1, 2 ...; 0 = in one go
	// misplaced: locked to a machine that it may not be made on
	misplaced bool
}

// title is how people call a task.
func (t *task) title() string {
	return segmentID(fmt.Sprintf("%s/%s/%d", t.mould.No, t.part.lotNo(), t.op.No), t.segment)
}

// Where a task comes from.
const (
	SourceNormal    = 0
	SourceCopy      = 1
	SourceForced    = 2 // its part has a due date of its own
	SourceOutsource = 3 // it goes outside, though it could be made inside
	SourcePLM       = 4
)

// forcedPriority is the priority of parts with a due date of their own.
const forcedPriority = 100

func (t *task) source() int {
	switch {
	case t.op.away() && t.group != nil && !t.group.Outside:
		return SourceOutsource
	case t.part.Due != nil:
		return SourceForced
	}
	return SourceNormal
}

// request is what a run asks of the adapter.
type request struct {
	shop     *Shop
	start    time.Time
	blocks   []instance.Block
	work     map[string]solver.Min // working minutes of the blocks, by name
	settings map[string]any        // the whole set; nil gives the defaults
	inForce  map[string]place      // by task
}

// place is where the plan in force has a task.
type place struct {
	resource   string
	start, end time.Time
	cut        bool // start and end are those of its first segment
}

func (p place) equal(q place) bool {
	return p.resource == q.resource && p.start.Equal(q.start) && p.end.Equal(q.end)
}

func places(inForce []planTask) map[string]place {
	at := map[string]place{}
	for i := range inForce {
		if t := &inForce[i]; t.PlannedStart != nil && t.PlannedEnd != nil && t.ResourceID != "" && t.Segment <= 1 {
			at[t.TaskID] = place{t.ResourceID, *t.PlannedStart, *t.PlannedEnd, t.Segment > 0}
		}
	}
	return at
}

// translation is a shop as a problem of the engine: tasks[i] is operation i.
type translation struct {
	shop  *Shop
	file  *instance.File
	tasks []task
	done  []task // finished: in the plan for the record, not in the problem
	notes Notes
	clock clock
}

// The horizon: what would end later is unscheduled "beyond horizon".
const horizonDays = 730

type adapter struct {
	request
	file      *instance.File
	out       translation
	groups    map[string]*Group
	machines  map[string][]Machine // by group
	machine   map[string]*Machine
	suppliers map[string]*Supplier
	calendars map[string]string // content -> id
	at        map[string]int    // of an operation in the problem, by id
	unfit     map[string]bool   // no eligible machine fits the part
	noHours   map[string]bool   // an assembly without hours
	misplaced map[string]bool   // locked to a machine that it may not be made on
	pinned    []pinned
	routes    *Routes // of the mould at hand
	clock     clock   // working time, for what counts from S
}

// translate turns a shop into the mould/1 problem of design section "model". The order is that of mould, part and
// operation numbers, so the same shop gives the same bytes.
func translate(r request) *translation {
	a := &adapter{request: r, groups: map[string]*Group{}, machines: map[string][]Machine{}, machine: map[string]*Machine{}, suppliers: map[string]*Supplier{}, calendars: map[string]string{}, at: map[string]int{}, unfit: map[string]bool{}, noHours: map[string]bool{}, misplaced: map[string]bool{}}
	a.file = &instance.File{
		Format: instance.Format, Start: r.start.UTC().Format(time.RFC3339), Zone: r.shop.Zone, HorizonDays: horizonDays, WindowDays: int(a.number("evaluationDays")),
		Blocks: r.blocks, Settings: instance.Settings{
			Goal: a.goal(), Rule: int(a.number("taskSchedulingRule")), Direction: int(a.number("productionDirection")),
			Select: int(a.number("resourceSelectionRule")), SameTolerance: a.minutes("sameMachineTolerance"),
			Overtime: int(a.number("overtimeChoice")), MovedAfter: new(a.minutes("movedThreshold")), ReSetup: a.minutes("reSetup"),
		},
	}
	a.resources()
	a.flow()
	a.clock = newClock(a.file, r.shop.Groups, a.minute)
	moulds := slices.Clone(r.shop.Moulds)
	slices.SortFunc(moulds, func(x, y Mould) int { return strings.Compare(x.No, y.No) })
	for i := range moulds {
		moulds[i] = moulds[i].lots()
		a.mould(&moulds[i])
	}
	a.pin()
	a.name()
	a.bottlenecks()
	a.out.file, a.out.shop, a.out.clock = a.file, r.shop, a.clock
	return &a.out
}

func (a *adapter) number(key string) float64 { return number(a.settings, key) }

// minutes reads a setting that is in hours.
func (a *adapter) minutes(key string) int32 { return minutesOf(a.settings, key) }

func (a *adapter) minute(t time.Time) *instance.Moment {
	return instance.At(int64(math.Ceil(t.Sub(a.start).Minutes())))
}

func (a *adapter) mould(m *Mould) {
	job := instance.Job{ID: m.ID, Weight: int32(m.Priority)}
	if m.Delivery != nil {
		job.Due = a.minute(*m.Delivery)
	}
	if m.Release != nil && m.Release.After(a.start) {
		job.Release = a.minute(*m.Release)
	}
	a.file.Jobs = append(a.file.Jobs, job)
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
	for i, o := range a.routes.ops {
		a.routes.ops[i] = cmp.Or(assembled[o.ID], o)
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

func (a *adapter) part(m *Mould, p *Part) {
	for _, i := range a.routes.Route(a.routes.part[p.ID]) {
		o := a.routes.ops[i]
		t := task{id: o.ID, mould: m, part: p, op: o, group: a.groups[o.GroupID], kind: kindOf(p), name: o.Process}
		switch {
		case o.Status == opFinished:
			a.out.done = append(a.out.done, t)
		case !a.routes.IsGone(i):
			a.add(t, a.operation(m, p, o, o.No == p.Ops[0].No))
		}
	}
	if p.Due != nil {
		for _, op := range a.routes.lastLeft(p.ID) {
			a.file.Targets = append(a.file.Targets, instance.Target{Op: op, Due: a.minute(*p.Due), Weight: forcedPriority})
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

func (a *adapter) add(t task, op instance.Op) {
	a.at[op.ID] = len(a.file.Ops)
	t.misplaced = a.misplaced[op.ID]
	if len(op.Modes) == 0 {
		op.Barred = a.barred(t.part, op.ID).String()
	}
	a.file.Ops = append(a.file.Ops, op)
	a.out.tasks = append(a.out.tasks, t)
}

// barred is why no resource is left for an operation.
func (a *adapter) barred(p *Part, op string) solver.ReasonCode {
	switch {
	case p.rests():
		return solver.ReasonPaused
	case a.noHours[op]:
		return solver.ReasonNoHours
	case a.unfit[op]:
		return solver.ReasonSpecification
	}
	return solver.ReasonNoResource
}

// has tells whether an operation is in the problem.
func (a *adapter) has(id string) bool {
	_, in := a.at[id]
	return in
}

func (a *adapter) operation(m *Mould, p *Part, o *Operation, first bool) instance.Op {
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
	if g := a.groups[o.GroupID]; g != nil && g.NeedCAM && o.CAMStatus < 2 {
		release(o.ProgramReady, "program")
	}
	release(o.Earliest, "mould")
	op.Pred = a.routes.pred(o)
	if o.away() {
		a.atSupplier(o, &op)
	} else {
		eligible := a.modes(o)
		op.Modes = a.fitting(p, eligible)
		a.cost(op.Modes)
		a.unfit[o.ID] = len(eligible) > 0 && len(op.Modes) == 0
	}
	if a.noHours[o.ID] || p.rests() && o.Status != opRunning {
		op.Modes = nil
	}
	if people := a.groups[o.GroupID]; people != nil && people.People {
		op.Crew = min(op.Crew, int32(max(1, people.Members)))
	}
	release(a.afterFinished(o, &op), "mould")
	a.leads(p, o, &op, first)
	a.fix(p, o, &op)
	return op
}
