package aps

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// task is an operation on its way through a run.
type task struct {
	id    string // of the operation; steps that a mould implies have "assembly:" or "tryout:" and the mould's id
	mould *Mould
	part  *Part
	op    *Operation
	group *Group
	kind  int
	name  string // of the process
	// assumed: its time rests on a lead time of the settings instead of a date
	assumed bool
	barred  solver.ReasonCode // why no resource is left for it
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
	case t.op.Outsource == outside && t.group != nil && !t.group.Outside:
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
	delivery *time.Time // of the schedule; earlier than a mould's it pulls a single mould in
	blocks   []instance.Block
	settings map[string]any   // the whole set; nil gives the defaults
	inForce  map[string]place // by task
}

// place is where the plan in force has a task.
type place struct {
	resource   string
	start, end time.Time
}

func places(inForce []planTask) map[string]place {
	at := map[string]place{}
	for i := range inForce {
		if t := &inForce[i]; t.PlannedStart != nil && t.PlannedEnd != nil && t.ResourceID != "" {
			at[t.TaskID] = place{t.ResourceID, *t.PlannedStart, *t.PlannedEnd}
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
	ids       map[string]bool
	unfit     map[string]bool // no eligible machine fits the part
	noHours   map[string]bool // an assembly without hours
	pinned    []pinned
	clock     clock // working time, for what counts from S
}

// translate turns a shop into the mould/1 problem of design section "model". The order is that of mould, part and
// operation numbers, so the same shop gives the same bytes.
func translate(r request) *translation {
	a := &adapter{request: r, groups: map[string]*Group{}, machines: map[string][]Machine{}, machine: map[string]*Machine{}, suppliers: map[string]*Supplier{}, calendars: map[string]string{}, ids: map[string]bool{}, unfit: map[string]bool{}, noHours: map[string]bool{}}
	a.file = &instance.File{
		Format: instance.Format, Start: r.start.UTC().Format(time.RFC3339), Zone: r.shop.Zone, HorizonDays: horizonDays, WindowDays: int(a.number("evaluationDays")),
		Blocks: r.blocks, Settings: instance.Settings{
			Goal: a.goal(), Rule: int(a.number("taskSchedulingRule")), Direction: int(a.number("productionDirection")),
			Select: int(a.number("resourceSelectionRule")), SameTolerance: a.minutes("sameMachineTolerance"),
			Overtime: int(a.number("overtimeChoice")),
		},
	}
	a.resources()
	a.flow()
	a.clock = newClock(a.file)
	moulds := slices.Clone(r.shop.Moulds)
	slices.SortFunc(moulds, func(x, y Mould) int { return strings.Compare(x.No, y.No) })
	for i := range moulds {
		a.mould(&moulds[i])
	}
	a.pin()
	a.name()
	a.bottlenecks()
	a.out.file, a.out.shop = a.file, r.shop
	return &a.out
}

func (a *adapter) number(key string) float64 { return number(a.settings, key) }

// minutes reads a setting that is in hours.
func (a *adapter) minutes(key string) int32 { return int32(math.Round(a.number(key) * 60)) }

func (a *adapter) minute(t time.Time) *instance.Moment {
	return instance.At(int64(math.Ceil(t.Sub(a.start).Minutes())))
}

// resources lists machines, people and suppliers with their calendars; equal calendars are shared.
func (a *adapter) resources() {
	a.file.Calendars = append(a.file.Calendars, instance.Calendar{ID: "open"})
	for i := range a.shop.Groups {
		g := &a.shop.Groups[i]
		a.groups[g.ID] = g
	}
	for i := range a.shop.Machines {
		m := &a.shop.Machines[i]
		a.machine[m.ID] = m
		g := a.groups[m.GroupID]
		if g == nil || !g.Scheduled {
			continue
		}
		a.machines[g.ID] = append(a.machines[g.ID], *m)
		exceptions := slices.Concat(g.Exceptions, m.Exceptions)
		r := instance.Resource{ID: m.ID, Group: g.ID, Manned: a.calendar(g, exceptions), Target: int32(m.Target.Float() * 10_000)}
		if m.Automation {
			r.Run = a.calendar(&Group{}, slices.DeleteFunc(exceptions, func(e Exception) bool { return e.Extra }))
		}
		a.file.Resources = append(a.file.Resources, r)
	}
	for i := range a.shop.Groups {
		if g := &a.shop.Groups[i]; g.People && g.Scheduled {
			members := int32(max(1, g.Members))
			a.file.Resources = append(a.file.Resources, instance.Resource{ID: g.ID, Group: g.ID, Cap: &members, Manned: a.calendar(g, g.Exceptions)})
		}
	}
	unlimited := int32(0)
	for i := range a.shop.Suppliers {
		s := &a.shop.Suppliers[i]
		a.suppliers[s.ID] = s
		a.file.Resources = append(a.file.Resources, instance.Resource{ID: s.ID, Cap: &unlimited})
	}
	// Work that goes outside without a named supplier.
	a.file.Resources = append(a.file.Resources, instance.Resource{ID: anySupplier, Cap: &unlimited})
}

const anySupplier = "outside"

// calendar gives the id of a group's working time with exceptions; without periods it is always open but for them.
func (a *adapter) calendar(g *Group, exceptions []Exception) string {
	if len(g.Periods)+len(g.Rest)+len(g.Closed)+len(exceptions) == 0 {
		return "open"
	}
	content := fmt.Sprint(g.Periods, g.Overtime, g.Rest, g.Closed, g.Workdays, exceptions)
	if id, known := a.calendars[content]; known {
		return id
	}
	id := "c" + strconv.Itoa(len(a.calendars)+1)
	a.calendars[content] = id
	c := instance.Calendar{ID: id, Rest: g.Rest, Closed: g.Closed, Workdays: g.Workdays, Periods: g.Periods, OvertimePeriods: g.Overtime}
	for _, e := range exceptions {
		s := instance.Stretch{From: a.minute(e.From), To: a.minute(e.To)}
		if e.Extra {
			c.Extra = append(c.Extra, s)
		} else {
			c.Shut = append(c.Shut, s)
		}
	}
	a.file.Calendars = append(a.file.Calendars, c)
	return id
}

// flow is setting 16 with the flow times of pairs; what goes to a supplier and comes back has times of its own.
func (a *adapter) flow() {
	a.file.Flow.Default = a.minutes("defaultFlowTime")
	known := map[string]bool{}
	for i := range a.file.Resources {
		known[a.file.Resources[i].ID], known[a.file.Resources[i].Group] = true, true
	}
	pair := func(from, to string, minutes quantity.Minutes) {
		if known[from] && known[to] {
			a.file.Flow.Pairs = append(a.file.Flow.Pairs, instance.FlowPair{From: from, To: to, Minutes: int32(minutes)})
		}
	}
	for _, f := range a.shop.Flows {
		pair(f.From, f.To, f.Minutes)
	}
	for i := range a.shop.Suppliers {
		s := &a.shop.Suppliers[i]
		for k := range a.shop.Groups {
			if g := &a.shop.Groups[k]; s.Way {
				pair(g.ID, s.ID, s.Out)
				pair(s.ID, g.ID, s.Back)
			}
		}
	}
}

func (a *adapter) mould(m *Mould) {
	job := instance.Job{ID: m.ID, Weight: int32(m.Priority)}
	due := m.Delivery
	if a.delivery != nil && len(a.shop.Moulds) == 1 && (due == nil || a.delivery.Before(*due)) {
		due = a.delivery
	}
	if due != nil {
		job.Due = a.minute(*due)
	}
	if m.Release != nil && m.Release.After(a.start) {
		job.Release = a.minute(*m.Release)
	}
	a.file.Jobs = append(a.file.Jobs, job)
	slices.SortFunc(m.Parts, func(x, y Part) int { return strings.Compare(x.No, y.No) })
	last := map[string][]string{} // part id -> its last operations in the problem
	for i := range m.Parts {
		a.part(m, &m.Parts[i], last)
	}
	a.electrodes(m, last)
	a.joins(m, last)
	a.waits(m)
}

func (a *adapter) part(m *Mould, p *Part, last map[string][]string) {
	slices.SortFunc(p.Ops, func(x, y Operation) int {
		return cmp.Or(cmp.Compare(x.No, y.No), strings.Compare(x.Branch, y.Branch), strings.Compare(x.ID, y.ID))
	})
	for i := range p.Ops {
		o := a.assembled(m, p, &p.Ops[i], i == 0)
		t := task{id: o.ID, mould: m, part: p, op: o, group: a.groups[o.GroupID], kind: kindOf(p), name: o.Process}
		if o.Status == 3 {
			a.out.done = append(a.out.done, t)
			continue
		}
		a.add(t, a.operation(m, p, o, i == 0))
		if len(last[p.ID]) > 0 && a.lastNo(last[p.ID][0]) != o.No {
			last[p.ID] = nil
		}
		last[p.ID] = append(last[p.ID], o.ID)
	}
	if p.Due != nil {
		for _, op := range last[p.ID] {
			a.file.Targets = append(a.file.Targets, instance.Target{Op: op, Due: a.minute(*p.Due), Weight: forcedPriority})
		}
	}
}

func (a *adapter) lastNo(id string) int {
	for i := len(a.out.tasks) - 1; i >= 0; i-- {
		if a.out.tasks[i].id == id {
			return a.out.tasks[i].op.No
		}
	}
	return -1
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
	a.ids[op.ID] = true
	if len(op.Modes) == 0 {
		t.barred = solver.ReasonNoResource
		if a.unfit[op.ID] {
			t.barred = solver.ReasonSpecification
		}
		if a.noHours[op.ID] {
			t.barred = solver.ReasonNoHours
		}
	}
	a.file.Ops = append(a.file.Ops, op)
	a.out.tasks = append(a.out.tasks, t)
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
		if t == nil || !t.After(a.start) {
			return
		}
		if at := a.minute(*t); op.Release == nil || at.Minutes > op.Release.Minutes {
			op.Release, op.Cause = at, cause
		}
	}
	if first {
		release(p.MaterialReady, "material")
	}
	release(a.afterFinished(p, o), "mould")
	if g := a.groups[o.GroupID]; g != nil && g.NeedCAM && o.CAMStatus < 2 {
		release(o.ProgramReady, "program")
	}
	release(o.Earliest, "mould")
	if o.Pred != "" {
		op.Pred = a.preds(m, p, o)
	}
	if o.Outsource == 2 {
		op.Class, op.Crew = "outsourced", 1
		op.Modes = []instance.Mode{a.outside(o)}
	} else {
		eligible := a.modes(o)
		op.Modes = a.fitting(p, eligible)
		a.cost(op.Modes)
		a.unfit[o.ID] = len(eligible) > 0 && len(op.Modes) == 0
	}
	if a.noHours[o.ID] {
		op.Modes = nil
	}
	if people := a.groups[o.GroupID]; people != nil && people.People {
		op.Crew = min(op.Crew, int32(max(1, people.Members)))
	}
	a.leads(p, o, &op, first)
	a.fix(p, o, &op)
	return op
}

func (a *adapter) outside(o *Operation) instance.Mode {
	days, on := o.LeadDays, anySupplier
	if s := a.suppliers[o.SupplierID]; s != nil {
		on = s.ID
		if days == 0 {
			days = s.LeadDays
		}
	}
	return instance.Mode{On: on, Run: int32(math.Ceil(days.Float() * 24 * 60))}
}

// modes are the resources that may take an operation, with its minutes there.
func (a *adapter) modes(o *Operation) []instance.Mode {
	g := a.groups[o.GroupID]
	if g == nil || !g.Scheduled {
		return nil
	}
	run := o.Minutes - o.Setup
	if run < 0 {
		run = 0
	}
	if g.People {
		return []instance.Mode{{On: g.ID, Setup: int32(o.Setup), Run: int32(run)}}
	}
	var modes []instance.Mode
	mode := func(m *Machine, setup, run quantity.Minutes, rate quantity.Decimal, rank int) {
		modes = append(modes, instance.Mode{On: m.ID, Setup: rated(setup, rate), Run: rated(run, rate), Unattended: o.Unattended && m.Automation, Rank: int16(rank)})
	}
	one := quantity.Whole(1)
	if len(o.Machines) == 0 {
		for i := range a.machines[g.ID] {
			m := &a.machines[g.ID][i]
			mode(m, o.Setup, run, m.WorkRate, 0)
		}
		return modes
	}
	for _, e := range o.Machines {
		m := a.machine[e.MachineID]
		if m == nil || a.groups[m.GroupID] == nil || !a.groups[m.GroupID].Scheduled {
			continue
		}
		setup, own, rate := o.Setup, run, m.WorkRate
		if e.Minutes > 0 { // hours of the pair beat the work rate
			setup, own, rate = e.Setup, e.Minutes-e.Setup, one
		}
		mode(m, setup, max(0, own), rate, e.Rank)
	}
	return modes
}

// rated is the time on a resource, rounded up to the minute; more than nothing stays at least a minute.
func rated(m quantity.Minutes, rate quantity.Decimal) int32 {
	if rate <= 0 {
		rate = quantity.Whole(1)
	}
	one := int64(quantity.Whole(1))
	return int32((int64(m)*one + int64(rate) - 1) / int64(rate))
}

// preds resolves "10;P3/20": all operations of that number, or one branch, of the same part or another of the mould.
func (a *adapter) preds(m *Mould, p *Part, o *Operation) *[]string {
	ids := []string{}
	for _, text := range strings.Split(o.Pred, ";") {
		number, branch, _ := strings.Cut(strings.TrimSpace(text), "#")
		part := p
		if i := strings.LastIndexByte(number, '/'); i >= 0 {
			part = partOf(m, number[:i])
			number = number[i+1:]
		}
		no, err := strconv.Atoi(number)
		if err != nil || part == nil {
			continue
		}
		for i := range part.Ops {
			if x := &part.Ops[i]; x.No == no && x.Status != 3 && (branch == "" || x.Branch == branch) {
				ids = append(ids, x.ID)
			}
		}
	}
	return &ids
}

func partOf(m *Mould, no string) *Part {
	for i := range m.Parts {
		if m.Parts[i].No == no {
			return &m.Parts[i]
		}
	}
	return nil
}

// joins lets parts meet: in the first (or named) operation of their parent, else in the mould's assembly.
func (a *adapter) joins(m *Mould, last map[string][]string) {
	assembly := a.impliedSteps(m)
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Electrode || len(last[p.ID]) == 0 {
			continue
		}
		into := assembly
		if parent := partOf(m, p.Parent); p.Parent != "" && parent != nil {
			into = a.entry(parent, p.NeededAtOp)
		} else if p.Assembly {
			continue
		}
		if into == "" {
			continue
		}
		for _, from := range last[p.ID] {
			if from != into {
				a.file.Edges = append(a.file.Edges, instance.Edge{From: from, To: into})
			}
		}
	}
}

func (a *adapter) entry(p *Part, no int) string {
	for i := range p.Ops {
		if o := &p.Ops[i]; a.ids[o.ID] && (no == 0 || o.No == no) {
			return o.ID
		}
	}
	return ""
}

// impliedSteps gives the operation in which parts without parent meet: the first of the mould's assembly parts, else
// the step that the order's assembly hours make.
func (a *adapter) impliedSteps(m *Mould) string {
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Assembly && p.Parent == "" {
			if entry := a.entry(p, 0); entry != "" {
				return entry
			}
		}
	}
	previous := ""
	first := ""
	part := &Part{ID: "assembly:" + m.ID, No: "ASM", Assembly: true}
	assembly := m.Assembly
	if m.AssemblyGroup != "" {
		minutes, known := a.assemblyMinutes(m, m.Assembly, 1)
		assembly, a.noHours["assembly:"+m.ID] = minutes, !known
	}
	for no, step := range []struct {
		id, name string
		group    string
		minutes  quantity.Minutes
	}{{"assembly:" + m.ID, "装配", m.AssemblyGroup, assembly}, {"tryout:" + m.ID, "试模", m.TryoutGroup, m.Tryout}} {
		if step.group == "" || (step.minutes == 0 && !a.noHours[step.id]) {
			continue
		}
		o := &Operation{ID: step.id, No: (no + 1) * 10, Process: step.name, GroupID: step.group, Minutes: step.minutes, Crew: 1, Pausable: true}
		a.add(task{id: o.ID, mould: m, part: part, op: o, group: a.groups[o.GroupID], kind: 3, name: step.name}, a.operation(m, part, o, previous == ""))
		if first == "" {
			first = o.ID
		}
		previous = o.ID
	}
	return first
}
