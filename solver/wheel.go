package solver

import (
	"math"
	"math/rand/v2"
)

// wheel looks for weighted tardiness in the space of urgencies, in the manner
// of squeaky wheel optimisation (Joslin and Clements 1999): serial generation
// makes a plan, every job that is late in it gets a longer lead, and the next
// plan is made. The most urgent operation takes the earliest place that is
// free, so a tight job finds the shop empty and those with slack fill the gaps;
// a dispatcher, which never keeps a machine waiting, cannot do that.
type wheel struct {
	shop   *Shop
	slack  []float64 // per job, minutes between its end alone in the shop and its due date
	favour []float64 // per job, logarithm of its weight
	spins  [streams]spin
}

// spin is the search of one stream.
type spin struct {
	lead  []float64 // per job, minutes by which its operations are more urgent than their latest start
	tried []float64 // the leads of the plan that is being made
	value []int64   // of the plan of lead
	late  []Min     // per job, minutes late in that plan
	quiet int       // plans since it got better
}

// style is how a stream makes urgencies of latest starts, in minutes: the
// weight of a job counts favour x ln(weight), its slack share x slack.
type style struct {
	favour, share float64
	alpha         int64
}

var styles = [streams]style{
	{0, 0, 0}, {1440, 0, 0}, {480, 1, 0}, {2880, 0, 1}, {0, 4, 0}, {5760, 0, 0}, {1440, 0.5, 1}, {2880, 2, 0},
}

// newWheel returns nil where tardiness is not what counts first.
func newWheel(s *Shop, keys []Key) *wheel {
	if len(keys) == 0 || keys[0] != KeyTardiness || s.weightless {
		return nil
	}
	w := &wheel{shop: s, slack: make([]float64, len(s.Problem.Jobs)), favour: make([]float64, len(s.Problem.Jobs))}
	for j, end := range s.LeastEnds() {
		job := &s.Problem.Jobs[j]
		w.favour[j] = math.Log(float64(max(1, job.Weight)))
		if job.Due != None && end != None {
			w.slack[j] = float64(max(0, job.Due-end))
		}
	}
	for i := range w.spins {
		w.spins[i] = spin{lead: make([]float64, len(w.slack)), tried: make([]float64, len(w.slack)), late: make([]Min, len(w.slack))}
	}
	return w
}

// turn makes the next plan of stream i; nil when stopped.
func (w *wheel) turn(d *dispatcher, i int, rng *rand.Rand, keys []Key) *Plan {
	sp, st := &w.spins[i], &styles[i]
	copy(sp.tried, sp.lead)
	if sp.value != nil {
		w.oil(sp, rng)
	}
	d.rule, d.alpha = RulePriority, st.alpha
	for o := range d.prio {
		key := float64(min(w.shop.latestS[o], farFuture/2))
		if j := w.shop.Problem.Ops[o].Job; j >= 0 {
			key += st.share*w.slack[j] - st.favour*w.favour[j] - sp.tried[j]
		}
		d.prio[o] = int64(16 * key)
	}
	p := d.serial()
	if p != nil {
		p.Keys, p.Value = keys, w.shop.Evaluate(p, keys)
		w.learn(sp, p)
	}
	return p
}

// oil gives late jobs a longer lead, and takes some of the others'.
func (w *wheel) oil(sp *spin, rng *rand.Rand) {
	jobs := w.shop.Problem.Jobs
	pace := math.Exp(1.2 * rng.NormFloat64())
	for j := range sp.tried {
		switch {
		case sp.late[j] > 0 && rng.IntN(4) > 0:
			sp.tried[j] += pace * rng.Float64() * float64(sp.late[j]) * math.Sqrt(float64(jobs[j].Weight)/20)
		case sp.late[j] == 0 && sp.tried[j] > 0 && rng.IntN(8) == 0:
			sp.tried[j] *= rng.Float64()
		}
	}
	if sp.quiet > 0 && len(sp.tried) > 0 { // all of it has been tried: shake
		for range 1 + rng.IntN(4) {
			sp.tried[rng.IntN(len(sp.tried))] += 1440 * rng.NormFloat64()
		}
	}
}

// learn keeps the leads of a plan that is no worse.
func (w *wheel) learn(sp *spin, p *Plan) {
	if sp.value != nil && less(sp.value, p.Value) {
		sp.quiet++
		return
	}
	sp.quiet = 0
	sp.value = p.Value
	copy(sp.lead, sp.tried)
	for j, end := range w.shop.JobEnds(p) {
		sp.late[j] = 0
		if due := w.shop.Problem.Jobs[j].Due; due != None {
			sp.late[j] = max(0, end-due)
		}
	}
}
