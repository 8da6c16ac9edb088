package solver

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
)

// streams is the number of logical streams: each round makes one iteration in
// every stream and then joins, so the result never depends on the threads.
const streams = 8

// search improves a plan: first by the dispatch rules, then by the wheel where
// tardiness counts first; after that classic shops are searched by tabu and
// path relinking, all others by annealing their sequences. Where no sequences
// can be timed it goes on dispatching with other urgencies: random restarts of
// the rules and perturbations of the order of the best plans, with the machine
// choice of randomised list scheduling (end + alpha x extra minutes).
type search struct {
	shop    *Shop
	params  Params
	keys    []Key
	workers []*dispatcher
	scratch []*ranking
	best    *Plan
	bound   []int64
	own     [streams]*Plan // incumbent of each stream
	rules   [][]int64      // urgencies of the rules, shared
	wheel   *wheel
	spins   int64 // iterations of the wheel
	quiet   int   // its rounds since the best plan got better
	net     *net  // nil for the tabu search
	anneal  *anneal
	relink  *relink
}

// mostSpins bounds the plans that each stream of the wheel makes.
const mostSpins = 60

// ranking is the scratch of one worker.
type ranking struct{ order []int32 }

func newSearch(s *Shop, params Params, keys []Key, d *dispatcher, best *Plan) *search {
	n := len(s.Problem.Ops)
	r := &search{shop: s, params: params, keys: keys, best: best, bound: best.Bound}
	for w := range min(streams, max(1, params.Workers)) {
		if w > 0 {
			d = d.sibling()
		}
		r.workers = append(r.workers, d)
		r.scratch = append(r.scratch, &ranking{make([]int32, n)})
	}
	for i := range r.own {
		r.own[i] = best
	}
	rules := []Rule{params.rule(), RuleSlack, RuleEDD, RulePriority, RuleLPT, RuleSPT}
	if r.wheel = newWheel(s, keys); r.wheel != nil {
		rules = rules[:1] // it does better than any of them
		r.spins = streams * max(4, min(mostSpins, 400_000/int64(max(1, n))))
	}
	for _, rule := range rules {
		prio := make([]int64, n)
		s.urgencies(rule, d.quickest, prio)
		r.rules = append(r.rules, prio)
	}
	if r.wheel != nil {
		return r
	}
	prio := s.tails(d.quickest)
	for i := range prio {
		prio[i] = -prio[i]
	}
	r.rules = append(r.rules, prio)
	if len(r.keys) > 0 && r.keys[0] == KeyMakespan {
		// Due dates say little about the makespan, remaining work much.
		r.rules = append(r.rules, prio, prio, prio)
	}
	return r
}

// run makes rounds until stop or the iteration limit. It returns the number
// of iterations that count: an unfinished one and all after it do not, so the
// same number of iterations gives the same plan again.
func (r *search) run(stop *atomic.Bool, improved func(done int64)) int64 {
	var done int64
	rules := int64(len(r.rules))
	opening := rules + r.spins
	for !stop.Load() && (r.params.Iterations == 0 || done < r.params.Iterations) {
		batch := int64(streams)
		if done < rules {
			batch = min(batch, rules-done)
		}
		if done < opening {
			batch = min(batch, opening-done)
		}
		if r.params.Iterations > 0 {
			batch = min(batch, r.params.Iterations-done)
		}
		before := r.best
		if done == rules {
			r.begin(stop)
		}
		if done == opening {
			r.settleDown()
		}
		if r.relink != nil {
			batch = min(batch, int64(len(r.relink.streams)))
		}
		var n int64
		switch {
		case r.relink != nil:
			n = r.relinkRound(stop, int(batch))
		case r.anneal != nil:
			n = r.annealRound(stop, int(batch))
		default:
			n = r.dispatchRound(done, int(batch))
		}
		done += n
		if done > rules && done < opening && r.spun(r.best != before) {
			r.spins = done - rules
			opening = done
		}
		if r.best != before || done%(streams*16) == 0 {
			improved(done)
		}
		if n < batch || r.proven() {
			break
		}
	}
	return done
}

// proven reports that the tabu search, which looks at nothing but the first
// key, has reached the bound.
func (r *search) proven() bool {
	return r.relink != nil && r.best.Value[0] == 0 && len(r.bound) > 1 && r.best.Value[1] <= r.bound[1]
}

// moves returns the number of neighbours scored so far.
func (r *search) moves() int64 {
	switch {
	case r.relink != nil:
		n := int64(0)
		for _, t := range r.relink.streams {
			n += t.scored
		}
		return n
	case r.anneal != nil:
		return r.anneal.moves
	}
	return 0
}

// begin chooses how to improve the best plan of the rules, and takes the earlier
// plan where its sequences are better.
func (r *search) begin(stop *atomic.Bool) {
	d := r.workers[0]
	if warm := r.fullerWarm(); warm != nil {
		r.best = warm
	}
	if c := newClassic(r.shop, r.keys); c != nil && len(r.best.Unplaced) == 0 {
		if warm := r.warmPlan(); warm != nil {
			r.own[0] = warm
		}
		r.relink = newRelink(c, r.keys, r.own[:], r.params.Seed)
		if p := c.store(r.relink.best, r.keys); p != nil && less(p.Value, r.best.Value) {
			r.best = p
		}
		return
	}
	g := newNet(r.shop, d.fixed, r.best, d.base)
	if stop.Load() {
		return
	}
	if warm := r.warmPlan(); warm != nil {
		st := newState(g, r.keys)
		if st.load(warm, len(warm.Unplaced)) && less(st.value, r.best.Value) {
			r.best = st.store(warm, d)
		}
	}
	r.net = g
}

// settleDown starts the annealing from the best plan so far. It is on another
// net when a plan came up that places more or other operations.
func (r *search) settleDown() {
	if r.net == nil {
		return
	}
	d := r.workers[0]
	if r.net.misfits(r.best) {
		r.net = newNet(r.shop, d.fixed, r.best, d.base)
	}
	r.anneal = newAnneal(r.net, r.keys, r.best, len(r.workers), r.params.Seed)
}

// mostQuiet is the number of rounds without a better plan that end the wheel.
const mostQuiet = 15

// spun reports that the wheel has done what it can: nothing is late, or it
// finds nothing better any more.
func (r *search) spun(better bool) bool {
	r.quiet++
	if better {
		r.quiet = 0
	}
	return r.quiet >= mostQuiet || (r.best.Value[0] == 0 && r.best.Value[1] == 0)
}

// fullerWarm is the earlier plan, timed anew, when it places operations that the
// rules leave out and may still be made as it is: what the best plan does not
// place its net cannot take over. Nil otherwise.
func (r *search) fullerWarm() *Plan {
	q, warm := r.shop.Problem, r.params.Warm
	if warm == nil || len(warm.Mode) != len(q.Ops) || len(warm.Unplaced) >= len(r.best.Unplaced) {
		return nil
	}
	for o := range q.Ops {
		lo, hi := r.shop.modes(int32(o))
		if m := warm.Mode[o]; m != None && !q.Ops[o].Fix.Timed() && (m < lo || m >= hi || !r.shop.allowed(int32(o), m)) {
			return nil
		}
	}
	own := warm.Clone()
	own.Keys = r.keys
	if again := r.shop.retime(own); again != nil && less(again.Value, r.best.Value) {
		return again
	}
	return nil
}

// warmPlan is the earlier plan, or else the plan in force, in the shape of the
// best one: operations that it does not know, or on a resource that they may
// no longer use, stay as they are there. Only the sequences of the result are
// meant. Nil without one.
func (r *search) warmPlan() *Plan {
	q, warm := r.shop.Problem, r.params.Warm
	if n := len(q.Ops); warm != nil && (len(warm.Mode) != n || len(warm.Start) != n || len(warm.End) != n) {
		warm = nil
	}
	var p *Plan
	for o := range q.Ops {
		prev := &q.Ops[o].Prev
		if r.best.Resource[o] < 0 || q.Ops[o].Fix.Timed() || (warm == nil && !prev.Set) {
			continue
		}
		if p == nil {
			p = r.best.Clone()
		}
		lo, hi := r.shop.modes(int32(o))
		for m := lo; m < hi; m++ {
			mode := &q.Modes[m]
			switch {
			case !r.shop.allowed(int32(o), m):
			case warm != nil && warm.Mode[o] == m:
				p.Mode[o], p.Resource[o], p.Start[o], p.End[o] = m, mode.Resource, warm.Start[o], warm.End[o]
			case warm == nil && prev.Resource == mode.Resource:
				p.Mode[o], p.Resource[o], p.Start[o], p.End[o] = m, mode.Resource, prev.Start, prev.Start+mode.Setup+mode.Run
			}
		}
	}
	return p
}

// relinkRound makes one round of the tabu searches and returns how many
// iterations were finished.
func (r *search) relinkRound(stop *atomic.Bool, batch int) int64 {
	done := make([]bool, batch)
	r.share(batch, func(_, i int) { done[i] = r.relink.walk(i, stop) })
	n := 0
	for n < batch && done[n] {
		n++
	}
	if r.relink.merge(n) {
		if p := r.relink.c.store(r.relink.best, r.keys); p != nil && less(p.Value, r.best.Value) {
			r.best = p
		}
	}
	return int64(n)
}

// annealRound makes one round of the annealing and returns how many
// iterations were finished.
func (r *search) annealRound(stop *atomic.Bool, batch int) int64 {
	done := make([]bool, batch)
	r.share(batch, func(w, i int) { done[i] = r.anneal.walk(r.anneal.walkers[w], i, stop) })
	n := 0
	for n < batch && done[n] {
		n++
	}
	better, ok := r.anneal.merge(n, stop)
	if !ok {
		return 0
	}
	if better {
		// Loading may have made it worse: crews share lanes by other rules.
		if p := r.anneal.best.store(r.anneal.base, r.workers[0]); less(p.Value, r.best.Value) {
			r.best = p
		}
	}
	return int64(n)
}

// share runs work items 0..n-1 on all threads.
func (r *search) share(n int, work func(worker, item int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for w := range r.workers {
		wait.Go(func() {
			for {
				i := int(next.Add(1) - 1)
				if i >= n {
					return
				}
				work(w, i)
			}
		})
	}
	wait.Wait()
}

func (r *search) dispatchRound(done int64, batch int) int64 {
	plans := make([]*Plan, batch)
	r.share(batch, func(w, i int) { plans[i] = r.iterate(r.workers[w], r.scratch[w], done+int64(i), i) })
	n := int64(0)
	for i, p := range plans {
		if p == nil {
			break
		}
		if !less(r.own[i].Value, p.Value) {
			r.own[i] = p
		}
		if less(p.Value, r.best.Value) {
			r.best = p
		}
		n++
	}
	return n
}

// iterate makes iteration k in a stream; nil when stopped.
func (r *search) iterate(d *dispatcher, mem *ranking, k int64, stream int) *Plan {
	rng := rand.New(rand.NewPCG(r.params.Seed, uint64(k)))
	d.alpha = [...]int64{0, 1, 3, 8, 20}[rng.IntN(5)]
	d.rule = RulePriority // urgencies are final
	if n := k - int64(len(r.rules)); n >= 0 && n < r.spins {
		return r.wheel.turn(d, stream, rng, r.keys)
	}
	base := r.own[stream]
	spread := [...]float64{2, 6, 20, 60}[rng.IntN(4)]
	switch {
	case k == 0 && r.params.Warm != nil && len(r.params.Warm.Start) == len(mem.order):
		r.orderBy(d, mem, func(o int32) int64 { return int64(r.params.Warm.Start[o]) })
		spread, d.alpha = 0, 0
	case k < int64(len(r.rules)):
		prio := r.rules[k]
		r.orderBy(d, mem, func(o int32) int64 { return prio[o] })
		spread = 0
		d.alpha = 1
	case stream < 2:
		prio := r.rules[rng.IntN(len(r.rules))]
		r.orderBy(d, mem, func(o int32) int64 { return prio[o] })
	default:
		if stream >= 5 {
			base = r.best
		}
		r.orderBy(d, mem, func(o int32) int64 { return int64(base.Start[o]) })
	}
	if spread > 0 {
		share := rng.Float64()
		for o := range d.prio {
			if rng.Float64() < share {
				d.prio[o] += int64(spread * 16 * rng.NormFloat64())
			}
		}
	}
	var p *Plan
	if spread > 0 && stream%2 == 1 {
		p = d.serial()
	} else {
		p = d.dispatch()
	}
	if p != nil {
		p.Keys, p.Value = r.keys, r.shop.Evaluate(p, r.keys)
	}
	return p
}

// orderBy sets the urgencies to sixteen times the rank by key, so that noise
// is measured in places of the order.
func (r *search) orderBy(d *dispatcher, mem *ranking, key func(int32) int64) {
	for i := range mem.order {
		mem.order[i] = int32(i)
	}
	slices.SortFunc(mem.order, func(a, b int32) int {
		if c := cmp.Compare(key(a), key(b)); c != 0 {
			return c
		}
		return cmp.Compare(r.shop.tie[a], r.shop.tie[b])
	})
	for i, o := range mem.order {
		d.prio[o] = int64(i) * 16
	}
}
