package demo

import (
	"fmt"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/solver"
	"mouldworks/solver/instance"
)

// deliveries promises every mould for a multiple of its critical path: due = release + F x path, F from 1.3 to 2.6 for
// new moulds and from 1.05 to 1.5 for repairs. The path of a mould in work is the one that it had at its release, so
// it may be late already: such a mould is promised for the day on which it could be done if nothing stood before it.
// Deliveries are whole days, and every one can be kept in an empty shop.
func (g *generator) deliveries() {
	s := g.shop
	for i, path := range s.paths() {
		m := s.moulds[i]
		f := 1.3 + 1.3*g.rand.Float64()
		if m.repair {
			f = 1.05 + 0.45*g.rand.Float64()
		}
		due := s.origin(m).Add(time.Duration(f * float64(path)))
		if m.started {
			due = m.release.In(s.Zone).Add(time.Duration(f * float64(m.path)))
			if soonest := s.origin(m).Add(path); due.Before(soonest) {
				due = soonest
			}
		}
		m.delivery = quantity.DateOf(due, s.Zone)
	}
}

// origin is from when on a mould can be worked at.
func (s *Shop) origin(m *mould) time.Time {
	if release := m.release.In(s.Zone); release.After(s.Start) {
		return release
	}
	return s.Start
}

// paths are the critical paths of the moulds: from their origin to their end if each were alone in the shop, with
// nights, days off, transport and suppliers.
func (s *Shop) paths() []time.Duration {
	shop, loaded := s.compile()
	paths := make([]time.Duration, len(s.moulds))
	for i, end := range shop.LeastEnds() {
		paths[i] = loaded.Instant(end).Sub(s.origin(s.moulds[i]))
	}
	return paths
}

// compile is the problem of the shop, job i its mould i. A shop that is no problem is a fault of the generator.
func (s *Shop) compile() (*solver.Shop, *instance.Loaded) {
	loaded, err := s.Problem().Build()
	if err != nil {
		panic(fmt.Sprintf("demo: %v", err))
	}
	shop, err := solver.Prepare(loaded.Problem)
	if err != nil {
		panic(fmt.Sprintf("demo: %v", err))
	}
	return shop, loaded
}
