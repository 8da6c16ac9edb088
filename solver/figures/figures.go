// Package figures measures finished plans: deliveries, load, the eight axes of
// the evaluation. It only reads a problem and a plan. What never lives here:
// anything that places an operation, weights of a tenant, words for a screen.
package figures

import (
	"context"
	"math"

	"mouldworks/solver"
)

// Params are what a measurement needs beside the plan.
type Params struct {
	// Window is the length from S over which load is counted, in minutes.
	Window solver.Min
	// Moved is how far a start may move and count as unmoved, in minutes.
	Moved solver.Min
	// Target is the utilisation of a machine without a target of its own, ppm.
	Target int32
	// Machines are the groups of machines; people and suppliers are no part of
	// the balance, and the bottleneck only where they are marked as one.
	Machines map[int32]bool
	// Choice are the operations that could be made inside and go outside.
	Choice map[int32]bool
	// Standard is the minutes of each operation before any work rate.
	Standard []solver.Min
	// Begun are the jobs that work was done on before S, which the problem may
	// hold nothing of.
	Begun map[int32]bool
	// Paused are the operations that have begun and rest: where they go on is no
	// change of the plan.
	Paused map[int32]bool
	// Day numbers the days, by which overtime is reported; nil cuts them every
	// 1440 minutes from minute 0.
	Day func(solver.Min) int32
	// BlockWork is the working minutes of each block, where they are known: they
	// tell whether it runs on while nobody is there, or works overtime.
	BlockWork []solver.Min
	// BlockJob is the job of each block, by numbers that no job of the problem
	// has: a machine that goes from it to another one is changed over.
	BlockJob []int32
	// Before is where the plan in force has each operation, where that is another plan than when the problem was made; nil
	// takes Op.Prev.
	Before []solver.Place
}

// Undefined is a figure without a denominator; it is never 0 or NaN.
const Undefined = -1

// Figures are the measures of one plan. Ratios are parts of 1, Undefined where
// there is nothing to divide by; times are elapsed minutes.
type Figures struct {
	Jobs, OnTime, Late int
	OnTimeRate         float64
	// Tardiness of the jobs that are wholly placed.
	MeanTardiness, MaxTardiness float64
	WeightedTardiness           int64 // sum of weight x minutes
	// Lateness is 1 - weighted tardiness / weighted time allowed.
	Lateness   float64
	Makespan   solver.Min
	MeanFlow   float64 // from S or release to the end, mean over jobs
	LeadRatio  float64
	Groups     []Load // by group id
	Bottleneck int32  // group, None without one
	// Utilisation is that of the bottleneck, Target what it should have.
	Utilisation, Target float64
	Imbalance           float64
	Changeovers         int
	OvertimeMinutes     int64
	OutsideMinutes      int64 // standard minutes of Params.Choice
	OutsideOps          int
	StandardMinutes     int64
	OpenJobs            float64 // mean number of jobs in work until the last end
	Unscheduled         map[solver.ReasonCode]int
	Common, Unmoved     int // tasks also in the plan in force
	Buffered, Red       int
}

// Load is the work of a group within the window.
type Load struct {
	Group int32
	// Resources are machines, or people.
	Resources int
	// Occupied is all work of the plan, blocks too; Own that of its operations.
	Occupied, Own, Available int64
}

// Ratio is occupied over available.
func (l Load) Ratio() float64 { return ratio(float64(l.Occupied), float64(l.Available)) }

func ratio(a, b float64) float64 {
	if b <= 0 {
		return Undefined
	}
	return a / b
}

// Of measures plan. An uncapacitated pass over the problem gives the lead
// ratio; ctx ends it.
func Of(ctx context.Context, s *solver.Shop, plan *solver.Plan, params Params) (*Figures, error) {
	m := &measure{shop: s, p: s.Problem, plan: plan, params: params, f: &Figures{Bottleneck: solver.None, Unscheduled: map[solver.ReasonCode]int{}}}
	m.jobs()
	if err := m.leadRatio(ctx); err != nil {
		return nil, err
	}
	m.load()
	m.bottleneck()
	m.imbalance()
	m.changeovers()
	m.extra()
	m.moved()
	m.buffers()
	return m.f, nil
}

type measure struct {
	shop   *solver.Shop
	p      *solver.Problem
	plan   *solver.Plan
	params Params
	f      *Figures

	start, end []solver.Min // of each job
	incomplete []bool
	ratios     map[int32][]float64 // occupied / available of the resources of a group
}

func (m *measure) placed(o int) bool { return m.plan.Resource[o] >= 0 }

func (m *measure) jobs() {
	m.end = m.shop.JobEnds(m.plan)
	m.start = make([]solver.Min, len(m.p.Jobs))
	m.incomplete = make([]bool, len(m.p.Jobs))
	for j := range m.start {
		m.start[j] = math.MaxInt32
	}
	for _, r := range m.plan.Unplaced {
		m.f.Unscheduled[r.Code]++
		if j := m.p.Ops[r.Op].Job; j >= 0 {
			m.incomplete[j] = true
		}
	}
	for o := range m.p.Ops {
		if !m.placed(o) {
			continue
		}
		m.f.Makespan = max(m.f.Makespan, m.plan.End[o]-m.p.Start)
		if j := m.p.Ops[o].Job; j >= 0 {
			m.start[j] = min(m.start[j], m.plan.Start[o])
		}
	}
	working := make([]bool, len(m.p.Jobs))
	for o := range m.p.Ops {
		if j := m.p.Ops[o].Job; j >= 0 {
			working[j] = true
		}
	}
	var late, flow, open float64
	var allowed, overdue int64
	whole := 0
	for j := range m.p.Jobs {
		if !working[j] { // all done, or nothing to do yet: the plan decides nothing of it
			continue
		}
		m.f.Jobs++
		job := &m.p.Jobs[j]
		if job.Due != solver.None {
			allowed += int64(job.Weight) * int64(max(24*60, job.Due-m.p.Start))
		}
		open += m.inWork(j)
		if m.incomplete[j] || m.end[j] == solver.None {
			continue
		}
		whole++
		flow += float64(m.end[j] - max(m.p.Start, job.Release))
		t := solver.Min(0)
		if job.Due != solver.None {
			t = max(0, m.end[j]-job.Due)
		}
		if t == 0 {
			m.f.OnTime++
		}
		late += float64(t)
		overdue += int64(job.Weight) * int64(t)
		m.f.MaxTardiness = max(m.f.MaxTardiness, float64(t))
	}
	m.f.Late = m.f.Jobs - m.f.OnTime
	m.f.OnTimeRate = ratio(float64(m.f.OnTime), float64(m.f.Jobs))
	m.f.MeanTardiness, m.f.MeanFlow = ratio(late, float64(whole)), ratio(flow, float64(whole))
	m.f.WeightedTardiness = overdue
	m.f.Lateness = Undefined
	if allowed > 0 {
		m.f.Lateness = max(0, 1-float64(overdue)/float64(allowed))
	}
	m.f.OpenJobs = ratio(open, float64(m.f.Makespan))
}

// inWork is how long a job is in work between S and the last end of the plan: from its first work, or from S when that
// lies before, however long it waits then, to its end; without an end it still is when the plan ends.
func (m *measure) inWork(j int) float64 {
	from, to := m.start[j], m.end[j]
	if m.params.Begun[int32(j)] {
		from = m.p.Start
	}
	if from == math.MaxInt32 {
		return 0
	}
	if m.incomplete[j] || to == solver.None {
		to = m.p.Start + m.f.Makespan
	}
	return float64(max(0, min(to, m.p.Start+m.f.Makespan)-max(from, m.p.Start)))
}

// leadRatio is, per job, the elapsed time that it would take from its start if
// nothing else were in the shop, over the time that it takes.
func (m *measure) leadRatio(ctx context.Context) error {
	free := Uncapacitated(m.p)
	for j := range free.Jobs {
		if m.start[j] != math.MaxInt32 {
			free.Jobs[j].Release = m.start[j]
		}
	}
	// Work that began before S begins then in both.
	for j := range free.Jobs {
		free.Start = min(free.Start, max(0, m.start[j]))
	}
	s, err := solver.Prepare(free)
	if err != nil {
		return err
	}
	alone, err := s.Solve(ctx, solver.Params{Rule: solver.RuleFIFO}, nil)
	if err != nil {
		return err
	}
	ends := s.JobEnds(alone)
	sum, n := 0.0, 0
	for j := range ends {
		took := m.end[j] - m.start[j]
		if m.incomplete[j] || m.end[j] == solver.None || ends[j] == solver.None || took <= 0 {
			continue
		}
		sum += min(1, float64(ends[j]-m.start[j])/float64(took))
		n++
	}
	m.f.LeadRatio = ratio(sum, float64(n))
	return nil
}

// Uncapacitated is p with room for everything: calendars, flow, releases and
// what is running stay, queues and locks are gone. So is what only says which
// machine is worth waiting for, as that of the plan before.
func Uncapacitated(p *solver.Problem) *solver.Problem {
	free := *p
	free.Resources = append([]solver.Resource(nil), p.Resources...)
	free.Jobs = append([]solver.Job(nil), p.Jobs...)
	free.Ops = append([]solver.Op(nil), p.Ops...)
	free.Modes = append([]solver.Mode(nil), p.Modes...)
	free.Blocks = nil
	for r := range free.Resources {
		free.Resources[r].Cap = 0
	}
	for m := range free.Modes {
		free.Modes[m].Reluctance = 0
	}
	for o := range free.Ops {
		free.Ops[o].Prev = solver.Place{}
		f := &free.Ops[o].Fix
		if f.Kind == solver.FixTimes {
			f.Kind = solver.FixResource
		}
	}
	return &free
}

// moved counts the tasks that are also in the plan in force and have not
// started, and those of them that stay where and about when they are.
func (m *measure) moved() {
	for o := range m.p.Ops {
		op := &m.p.Ops[o]
		prev := op.Prev
		if m.params.Before != nil {
			prev = m.params.Before[o]
		}
		if !prev.Set || op.Fix.Kind >= solver.FixRunning || m.params.Paused[int32(o)] {
			continue
		}
		m.f.Common++
		shift := m.plan.Start[o] - prev.Start
		if m.plan.Resource[o] == prev.Resource && max(shift, -shift) <= m.params.Moved {
			m.f.Unmoved++
		}
	}
}

// redFrom is the penetration from which a buffer is red, in millionths: the
// last third, as in drum-buffer-rope.
const redFrom = 670_000

// buffers counts the buffered operations and those whose buffer is red or gone.
func (m *measure) buffers() {
	for o := range m.p.Ops {
		if ppm, ok := m.shop.Penetration(m.plan, int32(o)); ok {
			m.f.Buffered++
			if ppm >= redFrom {
				m.f.Red++
			}
		}
	}
}

// extra counts what goes outside by choice, and all standard minutes.
func (m *measure) extra() {
	for o := range m.p.Ops {
		if !m.placed(o) || o >= len(m.params.Standard) {
			continue
		}
		m.f.StandardMinutes += int64(m.params.Standard[o])
		if m.params.Choice[int32(o)] {
			m.f.OutsideMinutes += int64(m.params.Standard[o])
			m.f.OutsideOps++
		}
	}
}
