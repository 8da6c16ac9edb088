package result

import (
	"mouldworks/internal/aps/model"
	"mouldworks/internal/route"
	"mouldworks/solver"
	"mouldworks/solver/calendar"
)

// Kinds of links.
const (
	linkRoute     = 0 // next in the route of its part
	linkJoin      = 1 // part joins its parent
	linkElectrode = 2 // electrode is burnt
	linkPred      = 3 // predecessor named by the route
	linkPiece     = 4 // hands on a piece of an electrode
)

// GanttLinks are the precedences between bars, column by column.
type GanttLinks struct {
	From []int `json:"from" nullable:"false"`
	To   []int `json:"to" nullable:"false"`
	Kind []int `json:"kind" nullable:"false" doc:"0 route, 1 join, 2 electrode, 3 named predecessor, 4 the same piece of an electrode"`
}

// GanttConflict is a rule that a locked or running bar breaks.
type GanttConflict struct {
	Bar     int    `json:"bar"`
	Kind    string `json:"kind" enum:"capacity,calendar,eligibility,precedence,release"`
	Other   int    `json:"other" doc:"second bar, -1 = none"`
	More    int    `json:"more" doc:"further tasks that it collides with; minutes are those of all together"`
	Minutes int    `json:"minutes"`
}

// GanttBuffer is the time kept free before a bar.
type GanttBuffer struct {
	Bar   int `json:"bar"`
	Start int `json:"start" doc:"where it begins; it ends where the bar starts"`
}

// GanttRelease is why a bar cannot start earlier whatever is free.
type GanttRelease struct {
	Bar   int    `json:"bar"`
	At    int    `json:"at"`
	Cause string `json:"cause" enum:"mould,material,program,design,assumed"`
}

// GanttReady is how many electrodes a bar burns, and how many of them need no task any more: they lie ready, or are
// inspected and on their way.
type GanttReady struct {
	Bar   int `json:"bar"`
	All   int `json:"all"`
	Ready int `json:"ready"`
}

// drawLinks takes the engine's precedences. What is finished or carried over is no part of its problem: the routes say what
// follows the one, and the order of operation numbers stands for the other, whose routes nobody has read.
func (g *ganttDraft) drawLinks(tasks []Task) {
	l := &g.Links
	l.From, l.To, l.Kind = []int{}, []int{}, []int{}
	seen := map[[2]int]bool{}
	add := func(from, to, kind int) {
		if a, b := g.barOf(from), g.barOf(to); a >= 0 && b >= 0 && !seen[[2]int{a, b}] {
			seen[[2]int{a, b}] = true
			l.From, l.To, l.Kind = append(l.From, a), append(l.To, b), append(l.Kind, kind)
		}
	}
	edges := g.out.Loaded.Problem.Edges
	// Electrodes first: an electrode's edge may double a join.
	for _, electrode := range []bool{true, false} {
		for i := range edges {
			if e := &edges[i]; e.From != solver.None && (e.Kind == solver.EdgeElectrode) == electrode {
				add(int(e.From), int(e.To), g.linkKind(e))
			}
		}
	}
	g.finishedLinks(tasks, add)
	g.carriedLinks(tasks, add)
}

func (g *ganttDraft) linkKind(e *solver.Edge) int {
	ops := g.out.Loaded.Problem.Ops
	switch e.Kind {
	case solver.EdgeJoin:
		if ops[e.From].Class == solver.ClassElectrode && ops[e.To].Class == solver.ClassEDM {
			return linkElectrode // of several operations that end an electrode
		}
		if ops[e.From].Class == solver.ClassEDM && ops[e.To].Class == solver.ClassEDM {
			return linkPiece
		}
		if ops[e.From].Part != ops[e.To].Part { // inside a part it is a wait, such as cooling
			return linkJoin
		}
	case solver.EdgeElectrode:
		return linkElectrode
	case solver.EdgePred:
		return linkPred
	}
	return linkRoute
}

func (g *ganttDraft) barOf(task int) int {
	if bar, drawn := g.bars[task]; drawn {
		return bar
	}
	return -1
}

// finishedLinks ties each finished task to those that follow it.
func (g *ganttDraft) finishedLinks(tasks []Task, add func(from, to, kind int)) {
	finished, moulds, at := map[string]bool{}, map[string]bool{}, map[string][]int{}
	for i := range tasks {
		if t := &tasks[i]; !t.Carried {
			at[t.TaskID] = append(at[t.TaskID], i)
			if t.Status == model.OpFinished {
				finished[t.TaskID], moulds[t.MouldID] = true, true
			}
		}
	}
	for i := range g.out.Translation.Shop.Moulds {
		m := g.out.Translation.Shop.Moulds[i].Lots()
		if !moulds[m.ID] {
			continue
		}
		r := model.RoutesOf(&m)
		for k, o := range r.Ops {
			for _, l := range r.Before(k) {
				if from := r.Ops[l.Op].ID; finished[from] {
					for _, to := range at[o.ID] {
						add(at[from][0], to, linkOf[l.Why])
					}
				}
			}
		}
	}
}

// linkOf is the kind of link for each reason to follow.
var linkOf = map[route.Why]int{route.Next: linkRoute, route.Named: linkPred, route.BuiltIn: linkJoin, route.Burnt: linkElectrode}

// carriedLinks ties each carried task to those with the next operation number of its part.
func (g *ganttDraft) carriedLinks(tasks []Task, add func(from, to, kind int)) {
	planned := len(g.out.Translation.Tasks)
	byPart := map[[3]string][]int{}
	for i := range tasks {
		part := [3]string{tasks[i].MouldID, tasks[i].PartNo, tasks[i].BatchID}
		byPart[part] = append(byPart[part], i)
	}
	for i := planned; i < len(tasks); i++ {
		if !tasks[i].Carried {
			continue
		}
		line := byPart[[3]string{tasks[i].MouldID, tasks[i].PartNo, tasks[i].BatchID}]
		next := 0
		for _, j := range line {
			if no := tasks[j].OpNo; no > tasks[i].OpNo && (next == 0 || no < next) {
				next = no
			}
		}
		for _, j := range line {
			if next != 0 && tasks[j].OpNo == next {
				add(i, j, linkRoute)
			}
		}
	}
}

// drawMarks lists conflicts, buffers and releases of the bars that have them.
func (g *ganttDraft) drawMarks() {
	p, plan := g.out.Loaded.Problem, g.out.Plan
	for _, c := range plan.Conflicts {
		if bar := g.barOf(int(c.Op)); bar >= 0 {
			other, more := g.partner(c)
			g.Conflicts = append(g.Conflicts, GanttConflict{bar, c.Kind.String(), g.barOf(other), more, int(c.Minutes)})
		}
	}
	for i := range g.out.Translation.Tasks { // the engine does not know of these
		if bar := g.barOf(i); bar >= 0 && g.out.Translation.Tasks[i].Misplaced {
			g.Conflicts = append(g.Conflicts, GanttConflict{bar, solver.ConflictEligibility.String(), -1, 0, 0})
		}
	}
	g.drawElectrodes()
	guarded := p.Guarded(plan)
	for i := range p.Ops {
		op, bar := &p.Ops[i], g.barOf(i)
		if bar < 0 {
			continue
		}
		if guarded[i] {
			g.Buffers = append(g.Buffers, GanttBuffer{bar, int(before(p, op.BufferCal, plan.Start[i], op.Buffer))})
		}
		if op.Release > p.Start {
			g.Releases = append(g.Releases, GanttRelease{bar, int(op.Release), causeName(op.Cause)})
		}
	}
}

// partner is the row of the task with which another is in conflict, -1 for none, and how many further ones there are. What is
// carried over stands last among the rows.
func (g *ganttDraft) partner(c solver.Conflict) (row, more int) {
	if c.Kind != solver.ConflictCapacity {
		return int(c.Other), 0
	}
	i, more := g.out.Colliding(c.Op)
	if c.Other < 0 && i >= 0 {
		return len(g.out.Translation.Tasks) + len(g.out.Translation.Done) + i, more
	}
	return int(c.Other), more
}

// drawElectrodes counts what each bar burns. An electrode without a task is ready, unless its arrival is assumed.
func (g *ganttDraft) drawElectrodes() {
	file, at := g.out.Translation.File, map[string]int{}
	for i := range file.Ops {
		at[file.Ops[i].ID] = i
	}
	for _, e := range file.Electrodes {
		i, known := at[e.Op]
		if !known || g.barOf(i) < 0 {
			continue
		}
		ready := 0
		for _, b := range e.Burns {
			if b.From == "" && (b.At == nil || !g.out.Translation.Tasks[i].Assumed) {
				ready++
			}
		}
		g.Electrodes = append(g.Electrodes, GanttReady{g.barOf(i), len(e.Burns), ready})
	}
}

// before is the moment that lies so many working minutes of a calendar before another.
func before(p *solver.Problem, id int32, at, minutes solver.Min) solver.Min {
	if id == 0 {
		return at - minutes
	}
	c, err := calendar.New(p.Calendars[id].Open, p.Calendars[id].Close)
	if err != nil {
		return at - minutes
	}
	return c.Sub(at, minutes)
}

func causeName(c solver.ReleaseCause) string {
	return [...]string{"mould", "material", "program", "design", "assumed"}[min(c, solver.CauseAssumed)]
}
