package aps

import (
	"cmp"
	"context"
	"slices"

	"mouldworks/internal/aps/rescue"
	"mouldworks/solver"
	"mouldworks/solver/retime"
)

// mostConfirmed bounds how often what is offered is chosen anew.
const mostConfirmed = 4

// answer words what a search has found. Whatever the hour, the best one is made sure of.
func (b *rescueBench) answer(ctx context.Context, found rescue.Search) *Rescues {
	h := b.before.h
	m := &h.Moulds[b.job]
	out := &Rescues{
		MouldID: m.ID, MouldNo: m.No, Due: h.Instant(b.due), End: h.Instant(b.end), Late: int(b.late(b.end)), Rescues: []Rescue{},
		Barred: append([]BarredRescue{}, b.barred...), Tried: found.Tried, Complete: found.Complete,
	}
	if b.earliest != solver.None {
		at := h.Instant(b.earliest)
		out.Earliest = &at
	}
	// What is kept may differ from its trial in a minute or two, and another one may be better then.
	confirmed := map[*rescue.Found]*trial{}
	for range mostConfirmed {
		offered, before := rescue.Offered(found.Found, b.late(b.end)), len(confirmed)
		out.Rescues = out.Rescues[:0]
		for _, f := range offered {
			t := confirmed[f]
			if t == nil && len(confirmed) > 0 && ctx.Err() != nil { // no time is left to make sure of it
				out.Complete = false
				continue
			}
			if t == nil {
				var err error
				if t, err = b.kept(f); err != nil {
					found.Found = slices.DeleteFunc(found.Found, func(x *rescue.Found) bool { return x == f })
					continue
				}
				confirmed[f] = t
			}
			out.Rescues = append(out.Rescues, b.worded(f, t))
		}
		if ctx.Err() != nil || len(offered) == len(out.Rescues) && len(confirmed) == before {
			break
		}
	}
	return out
}

// worded tells a rescue, which t has made on top of the changes before it.
func (b *rescueBench) worded(f *rescue.Found, t *trial) Rescue {
	h, board := b.before.h, t.session.Board()
	now, w := board.Plan(), &f.Worth
	out := Rescue{
		Kinds: []string{}, Changes: b.changes(&f.Candidate), Steps: []RescueStep{}, End: h.Instant(w.End), Late: int(w.Late), Rescued: w.Rescues(),
		OvertimeMinutes: int(w.Overtime), OutsourcedMinutes: int(w.Outside), Harmed: []MouldEffect{}, HarmedParts: []PartEffect{},
	}
	for _, k := range f.Kinds() {
		out.Kinds = append(out.Kinds, string(k))
	}
	for _, s := range f.Steps {
		out.Steps = append(out.Steps, b.step(s, now))
	}
	for o := range b.plan.Resource {
		if b.plan.Resource[o] != now.Resource[o] || b.plan.Start[o] != now.Start[o] || b.plan.End[o] != now.End[o] {
			out.TaskCount++
		}
	}
	for j, end := range board.JobEnds() {
		if int32(j) != b.job && end > b.ends[j] {
			out.Harmed = append(out.Harmed, mouldEffect(h, retime.JobShift{Job: int32(j), Was: b.ends[j], Ends: end}))
		}
	}
	slices.SortStableFunc(out.Harmed, func(x, y MouldEffect) int {
		if x.NowLate != y.NowLate {
			if x.NowLate {
				return -1
			}
			return 1
		}
		return cmp.Compare(y.Minutes, x.Minutes)
	})
	for _, p := range partEffects(t.h.ForcedMoved(b.board.Shop(), b.plan, board.Shop(), now)) {
		if p.Minutes > 0 {
			out.HarmedParts = append(out.HarmedParts, p)
		}
	}
	return out
}

// step words one step; now is the plan with all of them.
func (b *rescueBench) step(s rescue.Step, now *solver.Plan) RescueStep {
	h := b.before.h
	out := RescueStep{Kind: string(s.Kind), Minutes: int(s.Minutes)}
	from, to := s.From, s.To
	if s.Op >= 0 {
		out.Task = named(h, s.Op)
		if r := b.plan.Resource[s.Op]; r >= 0 {
			out.Task.Resource = h.ResourceName(r)
		}
		from, to = now.Start[s.Op], now.End[s.Op]
	}
	begin, end := h.Instant(from), h.Instant(to)
	out.From, out.To = &begin, &end
	switch s.Kind {
	case rescue.Overtime:
		out.Resource, out.Minutes = h.ResourceName(s.Resource), int(s.To-s.From)
	case rescue.Outsource:
		out.Supplier = h.ResourceName(s.Resource)
	case rescue.Ahead, rescue.Machine:
		out.Resource = h.ResourceName(s.Resource)
		if o := b.passed(s, now); o >= 0 && s.Kind == rescue.Ahead {
			out.Other = named(h, o)
		}
	case rescue.Split:
	}
	return out
}

// passed is the first task on a resource that began before a moved one and now comes after it; None where there is none.
func (b *rescueBench) passed(s rescue.Step, now *solver.Plan) int32 {
	first := solver.None
	for o := range b.plan.Resource {
		id := int32(o)
		if id == s.Op || b.plan.Resource[o] != s.Resource || now.Resource[o] != s.Resource || b.plan.Start[o] >= b.plan.Start[s.Op] || now.Start[o] <= now.Start[s.Op] {
			continue
		}
		if first < 0 || now.Start[o] < now.Start[first] {
			first = id
		}
	}
	return first
}
