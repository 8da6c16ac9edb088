package model

import (
	"math"

	"mouldworks/internal/platform/problem"
	"mouldworks/solver"
	"mouldworks/solver/figures"
	"mouldworks/solver/instance"
)

// The values of settings that need to know the bottlenecks.
const (
	goalBottleneck     = 3
	GoalWeighted       = 6
	overtimeBottleneck = 2
	directionDrum      = 4
)

var (
	msgNoBottleneck = L("没有负荷达到瓶颈目标的资源组，也没有指定瓶颈组", "No group is loaded up to the bottleneck target and none is named as one")
	msgBelowTarget  = L("没有负荷达到瓶颈目标的资源组（目标 %.0f%%，不计排队时最高为“%s”%.0f%%），也没有指定瓶颈组", "No group is loaded up to the bottleneck target (%.0f%%; without queues the highest is “%s” with %.0f%%) and none is named as one")
	msgNoDrum       = L("%s：按“正排”处理。", "%s: planned forward.")
	msgNoOvertime   = L("%s：“仅瓶颈”加班没有用到加班。", "%s: “Bottleneck only” gives nobody overtime.")
	msgNoneToServe  = L("%s：目标“利用率最高”没有可提高的瓶颈，只看延期。", "%s: the goal “Bottleneck utilisation” has nothing to improve and looks at tardiness alone.")
)

// bottlenecks marks the resources of the bottleneck groups and keeps the buffer of setting 1 before what is done there.
func (a *Adapter) bottlenecks() {
	buffer := a.minutes("bottleneckBufferHours")
	drum := a.number("productionDirection") == directionDrum
	if goal := a.number("optimisationGoal"); buffer == 0 && !drum && goal != goalBottleneck && goal != GoalWeighted && a.number("overtimeChoice") != overtimeBottleneck {
		return
	}
	groups, why := a.bottleneckGroups()
	if len(groups) == 0 {
		a.noBottleneck(drum, why)
	}
	scarce := map[string]string{} // resource -> group
	for i := range a.File.Resources {
		if r := &a.File.Resources[i]; groups[r.Group] {
			r.Bottleneck, scarce[r.ID] = true, r.Group
		}
	}
	for i := range a.File.Ops {
		op := &a.File.Ops[i]
		if len(op.Modes) == 0 || buffer == 0 {
			continue
		}
		if g := a.Groups[scarce[op.Modes[0].On]]; g != nil {
			op.Buffer, op.BufferCalendar = buffer, a.calendar(g, nil)
		}
	}
}

// noBottleneck says what the settings that need a bottleneck come to without one.
func (a *Adapter) noBottleneck(drum bool, why problem.Text) {
	if drum {
		a.out.Notes = append(a.out.Notes, msgNoDrum.With(why))
	}
	if a.number("overtimeChoice") == overtimeBottleneck {
		a.out.Notes = append(a.out.Notes, msgNoOvertime.With(why))
	}
	if a.number("optimisationGoal") == goalBottleneck {
		a.out.Notes = append(a.out.Notes, msgNoneToServe.With(why))
	}
}

// bottleneckGroups are the groups that people have named; without any the group of machines with the highest load ratio
// of a pass without queues beside the work that is carried over, if it reaches the bottleneck target. Without any, why says so.
func (a *Adapter) bottleneckGroups() (groups map[string]bool, why problem.Text) {
	groups = map[string]bool{}
	for i := range a.Shop.Groups {
		if g := &a.Shop.Groups[i]; g.Bottleneck && g.Scheduled {
			groups[g.ID] = true
		}
	}
	if len(groups) > 0 {
		return groups, why
	}
	loaded, err := a.File.Build()
	if err != nil {
		return groups, msgNoBottleneck // the run will say it again
	}
	plan := passWithoutQueues(loaded)
	if plan == nil {
		return groups, msgNoBottleneck
	}
	p := loaded.Problem
	until := p.Start + solver.Min(a.number("evaluationDays"))*MinutesADay
	occupied, available := map[string]int64{}, map[string]int64{}
	for r := range p.Resources {
		if g := a.Groups[a.File.Resources[r].Group]; g != nil && !g.People {
			available[g.ID] += figures.Available(p, int32(r), false, p.Start, until)
		}
	}
	for o := range p.Ops {
		if r := plan.Resource[o]; r >= 0 {
			occupied[a.File.Resources[r].Group] += figures.Occupied(p, plan, o, p.Start, until)
		}
	}
	for i := range p.Blocks { // what the plan goes around fills its group, too
		minutes, _ := figures.Blocked(p, i, a.Work[p.Blocks[i].Name], p.Start, until)
		occupied[a.File.Resources[p.Blocks[i].Resource].Group] += minutes
	}
	best, highest := "", math.Inf(-1)
	for i := range a.Shop.Groups { // in their order: ties go to the first
		id := a.Shop.Groups[i].ID
		if available[id] == 0 {
			continue
		}
		if ratio := float64(occupied[id]) / float64(available[id]); ratio > highest {
			best, highest = id, ratio
		}
	}
	switch target := a.number("bottleneckThreshold"); {
	case best == "":
		return groups, msgNoBottleneck
	case 100*highest < target:
		return groups, msgBelowTarget.With(target, a.Groups[best].Name, math.Floor(100*highest))
	}
	groups[best] = true
	return groups, why
}

// passWithoutQueues plans as if every resource had room for everything.
func passWithoutQueues(loaded *instance.Loaded) *solver.Plan {
	s, err := solver.Prepare(figures.Uncapacitated(loaded.Problem))
	if err != nil {
		return nil
	}
	return s.Alone()
}

// Notes are what a run has to say of how it understood its settings.
type Notes []problem.Text

// MinutesADay are the minutes of a day.
const MinutesADay = 24 * 60

// goal is setting 4 as the engine knows it. The weighted goal is not the engine's: see weighted.
func (a *Adapter) goal() int {
	if goal := int(a.number("optimisationGoal")); goal != GoalWeighted {
		return goal
	}
	return 1
}
