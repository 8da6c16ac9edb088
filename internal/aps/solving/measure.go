package solving

import (
	"context"
	"math"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/setting"
	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// What a plan is measured by.

// GroupNames finds the groups by the engine's ids.
func (out *Solution) GroupNames() map[int32]*model.Group {
	groups := map[string]*model.Group{}
	for i := range out.Translation.Shop.Groups {
		groups[out.Translation.Shop.Groups[i].ID] = &out.Translation.Shop.Groups[i]
	}
	names := map[int32]*model.Group{}
	for i := range out.Translation.File.Resources {
		if g := groups[out.Translation.File.Resources[i].Group]; g != nil {
			names[out.Loaded.Problem.Resources[i].Group] = g
		}
	}
	return names
}

// Measure takes the figures of the plan.
func (out *Solution) Measure(ctx context.Context, set map[string]any) (*figures.Figures, error) {
	days := int(setting.Number(set, "evaluationDays"))
	params := figures.Params{
		Window: solver.Min(days) * model.MinutesADay, Moved: solver.Min(math.Round(setting.Number(set, "movedThreshold") * 60)),
		Target: int32(math.Round(setting.Number(set, "bottleneckThreshold") * 10_000)), Machines: map[int32]bool{}, Choice: map[int32]bool{},
		Standard: make([]solver.Min, len(out.Translation.Tasks)), Begun: out.begun(), Paused: map[int32]bool{}, Day: out.days(), Before: out.Before,
	}
	params.BlockWork, params.BlockJob = out.carriedWork()
	for id, g := range out.GroupNames() {
		params.Machines[id] = !g.People
	}
	for i := range out.Translation.Tasks {
		t := &out.Translation.Tasks[i]
		params.Paused[int32(i)] = t.Op.Status == model.OpPaused
		if t.Group == nil || t.Group.Outside { // it can only be made outside
			continue
		}
		params.Standard[i] = solver.Min(t.Op.Minutes)
		params.Choice[int32(i)] = t.Op.Away()
	}
	return figures.Of(ctx, out.Shop, out.Plan, params)
}

// begun are the moulds, by the engine's job, on which work was done before the plan begins.
func (out *Solution) begun() map[int32]bool {
	at, begun := map[string]int32{}, map[int32]bool{}
	for j := range out.Translation.File.Jobs {
		at[out.Translation.File.Jobs[j].ID] = int32(j)
	}
	for _, tasks := range [][]model.Task{out.Translation.Done, out.Translation.Tasks} {
		for i := range tasks {
			if j, known := at[tasks[i].Mould.No]; known && tasks[i].Op.Status != 0 {
				begun[j] = true
			}
		}
	}
	return begun
}

// Zone is the time zone of the factory.
func (out *Solution) Zone() *time.Location {
	zone, err := time.LoadLocation(out.Translation.Shop.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// days numbers the days of the factory.
func (out *Solution) days() func(solver.Min) int32 {
	zone := out.Zone()
	return func(m solver.Min) int32 {
		year, month, day := out.Loaded.Epoch.Add(time.Duration(m) * time.Minute).In(zone).Date()
		return int32(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
	}
}

// carriedWork is the working minutes of the engine's blocks, and their jobs, numbered behind the engine's: each is a task that is
// carried over, of a mould that the run does not plan.
func (out *Solution) carriedWork() (work []solver.Min, jobs []int32) {
	p, minutes := out.Loaded.Problem, map[string]solver.Min{}
	mould, number := map[string]string{}, map[string]int32{}
	for _, t := range out.Beside {
		mould[t.ID], minutes[t.ID] = t.Mould, t.Minutes
	}
	work, jobs = make([]solver.Min, len(p.Blocks)), make([]int32, len(p.Blocks))
	for i := range p.Blocks {
		id := mould[p.Blocks[i].Name]
		if _, known := number[id]; !known {
			number[id] = int32(len(p.Jobs) + len(number))
		}
		work[i], jobs[i] = minutes[p.Blocks[i].Name], number[id]
	}
	return work, jobs
}
