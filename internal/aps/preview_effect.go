package aps

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/explaining"
	"mouldworks/solver"
	"mouldworks/solver/retime"
)

// mostShifts bounds the tasks that a preview lists.
const mostShifts = 200

// wordedEffect words what changes do; the tasks that they name come first.
func wordedEffect(h *explaining.Plan, e *retime.Effect, changes []draft.PlanChange) *PlanEffect {
	own := map[int32]int{}
	for i := range changes {
		if o, known := h.Task[changes[i].TaskID]; known {
			own[o] = 1
		}
	}
	out := &PlanEffect{Tasks: []TaskShift{}, TaskCount: len(e.Shifts), Segments: []TaskShift{}, Moulds: []MouldEffect{}, Parts: []PartEffect{}, Conflicts: []ConflictEffect{}}
	slices.SortStableFunc(e.Shifts, func(a, b retime.Shift) int {
		return cmp.Or(cmp.Compare(own[b.Op], own[a.Op]), cmp.Compare(far(b), far(a)))
	})
	for _, s := range e.Shifts[:min(len(e.Shifts), mostShifts)] {
		task := h.Named(s.Op)
		to := task.Resource
		if s.After != s.Before {
			to = h.ResourceName(s.After)
		}
		out.Tasks = append(out.Tasks, TaskShift{task, to, h.Loaded.Problem.Resources[s.After].Name, h.Instant(s.StartWas), h.Instant(s.Start), h.Instant(s.End)})
	}
	for _, j := range e.Jobs {
		m := mouldEffect(h, j)
		out.Moulds = append(out.Moulds, m)
		job := &h.Loaded.Problem.Jobs[j.Job]
		if job.Due == solver.None {
			continue
		}
		was, now := max(0, j.Was-job.Due), max(0, j.Ends-job.Due)
		out.Tardiness += int(job.Weight) * int(now-was)
		if m.NowLate {
			out.NowLate++
		}
		if was > 0 && now == 0 {
			out.Rescued++
		}
	}
	slices.SortStableFunc(out.Moulds, func(a, b MouldEffect) int { return cmp.Compare(b.Minutes, a.Minutes) })
	for _, c := range e.Conflicts {
		x := ConflictEffect{Task: h.Named(c.Op), Kind: c.Kind.String(), Minutes: int(c.Minutes)}
		if c.Other >= 0 {
			other := h.Named(c.Other)
			x.Other = &other
		}
		out.Conflicts = append(out.Conflicts, x)
	}
	return out
}

// segments lists the second segments of the tasks that are split.
func segments(h *explaining.Plan, session *retime.Session, out *PlanEffect) {
	b := session.Board()
	for k := range h.Splits {
		o := int32(len(h.Names) + k)
		start := h.Instant(b.Start(o))
		task := h.Named(o)
		on := b.Shop().Problem.Modes[b.Mode(o)].Resource
		out.Segments = append(out.Segments, TaskShift{task, h.ResourceName(on), b.Shop().Problem.Resources[on].Name, start, start, h.Instant(b.End(o))})
	}
}

// partEffects words the forced deliveries whose end moves, the largest delay first.
func partEffects(shifts []explaining.ForcedShift) []PartEffect {
	out := []PartEffect{}
	for _, s := range shifts {
		out = append(out, PartEffect{
			MouldNo: s.Now.MouldNo, PartNo: s.Now.PartNo, BatchNo: s.Now.BatchNo, Due: s.Now.Due, Before: *s.Was.End, After: *s.Now.End,
			Minutes: int(s.Now.End.Sub(*s.Was.End) / time.Minute), Late: s.Now.Late, NowLate: !s.Was.IsLate() && s.Now.IsLate(), Rescued: s.Was.IsLate() && !s.Now.IsLate(),
		})
	}
	slices.SortStableFunc(out, func(a, b PartEffect) int { return cmp.Compare(b.Minutes, a.Minutes) })
	return out
}

func far(s retime.Shift) solver.Min { return max(s.Start-s.StartWas, s.StartWas-s.Start) }

func mouldEffect(h *explaining.Plan, j retime.JobShift) MouldEffect {
	m := MouldEffect{MouldID: h.Moulds[j.Job].ID, MouldNo: h.Moulds[j.Job].No, Minutes: int(j.Ends - j.Was)}
	before, after := h.Instant(j.Was), h.Instant(j.Ends)
	m.Before, m.After = &before, &after
	if due := h.Loaded.Problem.Jobs[j.Job].Due; due != solver.None {
		at := h.Instant(due)
		m.Due, m.Late, m.NowLate = &at, int(max(0, j.Ends-due)), j.Was <= due && j.Ends > due
	}
	return m
}
