package result

import (
	"math"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/solver"
)

// Flags of a bar.
const (
	barLate       = 1   // its mould is late, or the delivery of its own that its part has
	barLocked     = 2   // its machine, or its machine and times; Lock says which
	barOutsourced = 4   // made by a supplier
	barAssumed    = 8   // rests on an assumed date or duration
	barElectrode  = 16  // of an electrode
	barConflict   = 32  // a lock or a fact breaks a rule; Conflicts say which
	barCarried    = 64  // of a mould that the schedule does not hold, kept from the plan in force
	barEDM        = 128 // burns with electrodes
	barPassed     = 256 // its latest times lie before Start, where no calendar tells how far
	// What its resource goes against.
	barCoarse      = 512  // a coarser machine than its part asks for
	barBreaksSpec  = 1024 // a specification of its part
	barChangesOver = 2048 // it goes on elsewhere than it began
	barOvertime    = 8192 // may work the overtime of its resource; 4096 is barHidden
)

// Gantt is a plan as columns, so that tens of thousands of bars travel and load fast. Times are minutes from Epoch.
// It is kept with its plan: plans of older versions lack what is not required.
type Gantt struct {
	PlanID     string          `json:"planId"`
	ScheduleID string          `json:"scheduleId"`
	Name       string          `json:"name"`
	Zone       string          `json:"zone"`
	Epoch      time.Time       `json:"epoch"`
	From       int             `json:"from"`
	To         int             `json:"to"`
	Now        int             `json:"now" doc:"time of the snapshot"`
	Start      int             `json:"start" doc:"nothing that has not begun is planned before it"`
	Resources  []GanttResource `json:"resources" nullable:"false"`
	Calendars  []GanttCalendar `json:"calendars" nullable:"false"`
	Overtime   string          `json:"overtime,omitempty" enum:"none,some,all" doc:"which tasks may work the overtime of the calendars; some: those whose flags say so"`
	Moulds     []GanttMould    `json:"moulds" nullable:"false"`
	Processes  []GanttProcess  `json:"processes" nullable:"false"`
	Parts      []GanttPart     `json:"parts" nullable:"false"`
	Batches    []string        `json:"batches" required:"false" nullable:"false" doc:"numbers of batches"`
	Bars       GanttBars       `json:"bars"`
	Links      GanttLinks      `json:"links"`
	Conflicts  []GanttConflict `json:"conflicts" nullable:"false"`
	Buffers    []GanttBuffer   `json:"buffers" nullable:"false"`
	Releases   []GanttRelease  `json:"releases" nullable:"false"`
	Electrodes []GanttReady    `json:"electrodes" required:"false" nullable:"false"`
}

// GanttResource is a row.
type GanttResource struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	OtherName  string `json:"otherName,omitempty" doc:"on English screens: the name that people type, where it is another one"`
	Group      string `json:"group"`
	Section    string `json:"section"`
	Kind       string `json:"kind" enum:"machine,people,outside"`
	Capacity   int    `json:"capacity" doc:"bars side by side, 0 = unlimited"`
	Unattended bool   `json:"unattended" doc:"runs on while nobody is there"`
	Calendar   int    `json:"calendar" doc:"index into calendars, -1 = always open"`
}

// GanttMould is a mould of the plan.
type GanttMould struct {
	ID          string `json:"id"`
	No          string `json:"no"`
	Name        string `json:"name"`
	Priority    int    `json:"priority"`
	Due         *int   `json:"due"`
	End         *int   `json:"end" doc:"hand-over of its last task, null while a task is not scheduled"`
	Late        bool   `json:"late"`
	LateMinutes *int   `json:"lateMinutes" doc:"elapsed from due to end, 0 when on time, null when one of them is missing"`
	Unscheduled int    `json:"unscheduled" doc:"tasks without a place in the plan"`
	State       string `json:"state" required:"false" enum:"planned,partly,notPlanned,carried" doc:"carried: of another schedule"`
	// Nobody has to wonder at a row without bars.
	Reason *problem.Text `json:"reason" required:"false" doc:"why it is not planned, or partly; null otherwise"`
}

// GanttPart is a part of a mould.
type GanttPart struct {
	No    string `json:"no"`
	Name  string `json:"name"`
	Kind  int    `json:"kind" doc:"1 workpiece, 2 electrode, 3 assembly"`
	Mould int    `json:"mould"`
}

// GanttProcess is a process of the plan.
type GanttProcess struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// GanttBars are the bars, column by column.
type GanttBars struct {
	ID          []string `json:"id" nullable:"false"`
	Resource    []int    `json:"resource" nullable:"false"`
	Mould       []int    `json:"mould" nullable:"false"`
	Process     []int    `json:"process" nullable:"false"`
	Part        []int    `json:"part" nullable:"false"`
	Batch       []int    `json:"batch" required:"false" nullable:"false" doc:"index into batches, -1 for what is in none"`
	Op          []int    `json:"op" nullable:"false"`
	Segment     []int    `json:"segment" required:"false" nullable:"false" doc:"of a task that was cut: 1, 2 ...; 0 = in one go"`
	Start       []int    `json:"start" nullable:"false"`
	End         []int    `json:"end" nullable:"false"`
	Status      []int    `json:"status" nullable:"false" doc:"0 not started, 1 running, 2 paused, 3 finished"`
	Flags       []int    `json:"flags" nullable:"false"`
	Lock        []int    `json:"lock" nullable:"false" doc:"0 none, 1 machine, 2 machine and times"`
	LatestStart []*int   `json:"latestStart" nullable:"false" doc:"null without a due date, and once begun"`
	LatestEnd   []*int   `json:"latestEnd" nullable:"false"`
	RealStart   []*int   `json:"realStart" nullable:"false"`
	RealEnd     []*int   `json:"realEnd" nullable:"false"`
	Minutes     []int    `json:"minutes" nullable:"false" doc:"standard minutes with set-up"`
	Qty         []int    `json:"qty" nullable:"false"`
}

// index hands out numbers to names.
type index map[string]int

func (x index) of(name string, add func()) int {
	i, known := x[name]
	if !known {
		i = len(x)
		x[name] = i
		add()
	}
	return i
}

// ganttDraft is a Gantt being drawn from the outcome of a run.
type ganttDraft struct {
	*Gantt
	out                               *Outcome
	rows                              map[string]int // resource id -> row
	moulds, processes, parts, batches index
	bars                              map[int]int // task of the plan -> bar
	names                             map[string]string
	scope                             map[string]*Mould // by id
	carriedEnds                       map[string]End    // by number
}

// DrawGantt draws the rows of a plan of a schedule; tasks are those of out.Tasks: the engine's operations first, in its order.
func DrawGantt(out *Outcome, scheduleID, name, planID string, tasks []Task) *Gantt {
	g := &ganttDraft{
		Gantt: &Gantt{
			PlanID: planID, ScheduleID: scheduleID, Name: name, Zone: out.Translation.File.Zone, Epoch: out.Loaded.Epoch.UTC(),
			Resources: []GanttResource{}, Calendars: []GanttCalendar{}, Moulds: []GanttMould{}, Processes: []GanttProcess{}, Parts: []GanttPart{}, Batches: []string{},
			Conflicts: []GanttConflict{}, Buffers: []GanttBuffer{}, Releases: []GanttRelease{}, Electrodes: []GanttReady{},
		},
		out: out, moulds: index{}, processes: index{}, parts: index{}, batches: index{}, bars: map[int]int{},
		names: map[string]string{}, scope: map[string]*Mould{}, carriedEnds: Ends(out.Carried, OfMould),
	}
	g.Now, g.Start = g.minute(out.At), g.minute(out.Start)
	for i := range tasks {
		if t := &tasks[i]; t.PlannedStart != nil && t.PlannedEnd != nil {
			g.From, g.To = min(g.From, g.minute(*t.PlannedStart)), max(g.To, g.minute(*t.PlannedEnd))
		}
	}
	g.drawRows(tasks)
	moulds := out.Moulds(tasks)
	for i := range moulds {
		g.scope[moulds[i].ID] = &moulds[i]
	}
	for i := range out.Translation.Shop.Moulds {
		g.names[out.Translation.Shop.Moulds[i].ID] = out.Translation.Shop.Moulds[i].Name
	}
	g.drawBars(tasks)
	for i := range moulds { // those without a bar
		m := &moulds[i]
		g.moulds.of(m.ID, func() {
			g.Moulds = append(g.Moulds, g.mould(&Task{MouldID: m.ID, MouldNo: m.No, Priority: m.Priority}))
		})
	}
	g.drawLinks(tasks)
	g.drawMarks()
	return g.Gantt
}

func (g *ganttDraft) minute(t time.Time) int { return MinutesFrom(g.Epoch, t) }

// MinutesFrom is the minute in which a moment lies, counted from another, before it too: seconds are cut, as in tables.
func MinutesFrom(epoch, t time.Time) int { return int(math.Floor(t.Sub(epoch).Minutes())) }

func (g *ganttDraft) optional(t *time.Time) *int {
	if t == nil {
		return nil
	}
	at := g.minute(*t)
	return &at
}

// latest is a latest time. The engine counts back on calendars that begin with its problem: what it would have to count
// beyond them it puts ages before, and here it stands at Start.
func (g *ganttDraft) latest(t *time.Time) (at *int, passed bool) {
	at = g.optional(t)
	if at != nil && *at < g.Start-model.HorizonDays*24*60 {
		*at, passed = g.Start, true
	}
	return at, passed
}

// mould is what the bars say of the mould of a task.
func (g *ganttDraft) mould(t *Task) GanttMould {
	m := GanttMould{ID: t.MouldID, No: t.MouldNo, Name: g.names[t.MouldID], Priority: t.Priority, State: "carried", Late: t.MouldLate}
	x := g.scope[t.MouldID]
	if x == nil {
		m.Due, m.End = g.optional(t.Due), g.optional(g.carriedEnds[t.MouldNo].At)
		m.LateMinutes = m.lateBy()
		return m
	}
	m.Priority, m.Due, m.End, m.Late, m.Unscheduled, m.State = x.Priority, g.optional(x.Due), g.optional(x.End), x.Late, x.Unscheduled, x.State()
	if m.State != Wholly {
		words := ReasonWords(x.Reason)
		m.Reason = &words
	}
	m.LateMinutes = m.lateBy()
	return m
}

// lateBy is how long after its due minute a mould ends.
func (m *GanttMould) lateBy() *int {
	if m.End == nil || m.Due == nil {
		return nil
	}
	return new(max(0, *m.End-*m.Due))
}

func (g *ganttDraft) drawBars(tasks []Task) {
	b := &g.Bars
	ops := g.out.Translation.Tasks
	broken := g.out.Broken()
	for i := range tasks {
		t := &tasks[i]
		resource, known := g.rows[t.RowID()]
		if t.PlannedStart == nil || t.PlannedEnd == nil || !known {
			continue
		}
		g.bars[i] = len(b.ID)
		mould := g.moulds.of(t.MouldID, func() { g.Moulds = append(g.Moulds, g.mould(t)) })
		lock, more := t.LockStatus, 0
		if t.Carried {
			more |= barCarried
		}
		if i < len(ops) {
			lock = ops[i].Op.Lock
			more |= g.engineFlags(i, len(broken[i]) > 0)
		}
		latestStart, startPassed := g.latest(t.LatestStart)
		latestEnd, endPassed := g.latest(t.LatestEnd)
		if startPassed || endPassed {
			more |= barPassed
		}
		b.ID = append(b.ID, t.TaskID)
		b.Resource = append(b.Resource, resource)
		b.Mould = append(b.Mould, mould)
		b.Process = append(b.Process, g.processes.of(t.ProcessName, func() { g.Processes = append(g.Processes, GanttProcess{t.ProcessName, t.ProcessName}) }))
		b.Part = append(b.Part, g.parts.of(t.MouldID+"\x00"+t.PartNo, func() {
			g.Parts = append(g.Parts, GanttPart{No: t.PartNo, Name: t.PartName, Kind: t.Kind, Mould: mould})
		}))
		batch := -1
		if t.BatchNo != "" {
			batch = g.batches.of(t.BatchNo, func() { g.Batches = append(g.Batches, t.BatchNo) })
		}
		b.Batch = append(b.Batch, batch)
		b.Op = append(b.Op, t.OpNo)
		b.Segment = append(b.Segment, t.Segment)
		b.Start = append(b.Start, g.minute(*t.PlannedStart))
		b.End = append(b.End, g.minute(*t.PlannedEnd))
		b.Status = append(b.Status, t.Status)
		b.Flags = append(b.Flags, flags(t)|more)
		b.Lock = append(b.Lock, lock)
		b.LatestStart = append(b.LatestStart, latestStart)
		b.LatestEnd = append(b.LatestEnd, latestEnd)
		b.RealStart = append(b.RealStart, g.optional(t.RealStart))
		b.RealEnd = append(b.RealEnd, g.optional(t.RealEnd))
		b.Minutes = append(b.Minutes, int(t.Minutes))
		b.Qty = append(b.Qty, t.Qty)
	}
	b.neverNil()
}

// neverNil gives every column an empty list where the plan has no bar: the page counts on lists.
func (b *GanttBars) neverNil() {
	for _, column := range []*[]int{&b.Resource, &b.Mould, &b.Process, &b.Part, &b.Batch, &b.Op, &b.Segment, &b.Start, &b.End, &b.Status, &b.Flags, &b.Lock, &b.Minutes, &b.Qty} {
		*column = append([]int{}, *column...)
	}
	for _, column := range []*[]*int{&b.LatestStart, &b.LatestEnd, &b.RealStart, &b.RealEnd} {
		*column = append([]*int{}, *column...)
	}
	b.ID = append([]string{}, b.ID...)
}

// engineFlags are the flags of operation i that only the engine's problem knows.
func (g *ganttDraft) engineFlags(i int, conflict bool) (f int) {
	p := g.out.Loaded.Problem
	op := &p.Ops[i]
	if conflict {
		f |= barConflict
	}
	if op.Class == solver.ClassEDM {
		f |= barEDM
	}
	if op.Cause == solver.CauseAssumed && op.Release > p.Start || op.Job >= 0 && p.Jobs[op.Job].Assumed {
		f |= barAssumed
	}
	if op.Overtime {
		f |= barOvertime
	}
	return f
}

func flags(t *Task) (f int) {
	for bit, on := range map[int]bool{barLate: t.Late, barLocked: t.LockStatus == 1, barOutsourced: t.Outsourced, barAssumed: t.Assumed, barElectrode: t.Kind == 2, barCoarse: t.Marked(solver.FlagCoarse), barBreaksSpec: t.Marked(solver.FlagBreaksSpec), barChangesOver: t.Marked(solver.FlagChangesMachine)} {
		if on {
			f |= bit
		}
	}
	return f
}
