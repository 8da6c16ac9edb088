package demo

import (
	"math"
	"math/rand/v2"
	"time"

	"mouldworks/internal/platform/quantity"
)

// Options choose a shop. The same options give the same shop.
type Options struct {
	Moulds int    // at least 1
	Seed   uint64 // of all random choices
	// Start is the first day of the plan in Zone; only its date counts. Progress lies at least eight days before it,
	// so that a plan that starts next Monday reports nothing from the future.
	Start time.Time
	Zone  *time.Location // nil means Asia/Shanghai
	// Masters makes the shop refer to its own basic data, as large as the shop; else to the demo factory's, which a
	// demo tenant has.
	Masters bool
	// Series stands between the year and the number of a mould, so that two shops do not take each other's numbers.
	Series string
	// Planted promises the moulds for the days on which they end in a plan that is kept, see Shop.Planted.
	Planted bool
}

// Shop is a mould shop with its orders.
type Shop struct {
	Options
	Basis Masters // what the orders refer to
	// Span is the time over which the loads of the groups are measured; alone, every mould would be done within it.
	Span time.Duration
	// Planted is the known plan without tardiness, nil unless the options ask for it.
	Planted *Planted
	moulds  []*mould
}

type mould struct {
	no, name, project, customer string
	repair                      bool
	release, delivery           quantity.Date
	priority                    int
	parts                       []*part
	electrodes                  []*electrode
	started                     bool
	path                        time.Duration // critical path from the release, before anything is made
}

type part struct {
	no, name, material string
	assembly           bool
	ready              quantity.Date // material; "" = with the release
	ops                []*operation
}

type operation struct {
	part       *part
	no         int
	process    string
	group      string
	setup, run quantity.Minutes
	unattended bool
	crew       int
	supplier   string // outsourced when not empty
	leadDays   int
	program    quantity.Date
	expected   int // electrodes, not split yet
	burns      []burn
	machines   []string // narrows the group
	lock       int
	on         string // machine of the lock or of the report
	lockStart  time.Time
	state      int // progress: 0 none, 1 running, 3 finished
	start, end time.Time
	reported   quantity.Minutes
	remaining  quantity.Minutes
}

type electrode struct {
	no            string
	finish        int
	material      string
	mill, inspect quantity.Minutes
	stocked       bool
}

type burn struct {
	electrode *electrode
	minutes   quantity.Minutes
}

// size is a column of the table of shops.
type size struct {
	partsLeast, partsMost       int
	opsMost                     int
	electrodesMost              int
	newShare                    float64
	repairPartsMost, inspectPct int
}

func sizeOf(moulds int) size {
	switch {
	case moulds < smallBelow:
		return size{6, 14, 7, 6, 0.8, 4, 0}
	case moulds < largeFrom:
		return size{8, 16, 9, 12, 0.75, 5, 50}
	}
	return size{8, 20, 10, 20, 0.75, 5, 45}
}

// Generate makes the shop. It panics on options without a mould.
func Generate(o Options) *Shop {
	if o.Moulds < 1 {
		panic("demo: a shop needs a mould")
	}
	if o.Zone == nil {
		o.Zone = Shanghai()
	}
	local := o.Start.In(o.Zone)
	o.Start = time.Date(local.Year(), local.Month(), local.Day(), 8, 0, 0, 0, o.Zone)
	s := &Shop{Options: o, Basis: Factory()}
	if o.Masters {
		s.Basis = factory(o.Moulds)
	}
	g := &generator{shop: s, size: sizeOf(o.Moulds), rand: rand.New(rand.NewPCG(o.Seed, 0x6d6f756c64))}
	own := factory(o.Moulds) // what is made where does not depend on whose machines are named
	g.own = &own
	for i := range o.Moulds {
		s.moulds = append(s.moulds, g.mould(i))
	}
	g.starts()
	g.balance()
	g.dates()
	g.narrow()
	g.progress()
	g.locks()
	g.deliveries()
	if o.Planted {
		g.plant()
	}
	return s
}

// Shanghai is the zone of the demo factory; a fixed one where the zone files are missing, for China keeps one time.
func Shanghai() *time.Location {
	if z, err := time.LoadLocation("Asia/Shanghai"); err == nil {
		return z
	}
	return time.FixedZone("Asia/Shanghai", 8*3600)
}

// generator holds the state of making one shop.
type generator struct {
	shop *Shop
	own  *Masters
	size size
	rand *rand.Rand
}

func (g *generator) chance(p float64) bool { return g.rand.Float64() < p }

func (g *generator) between(least, most int) int { return least + g.rand.IntN(most-least+1) }

func pick[T any](g *generator, list []T) T { return list[g.rand.IntN(len(list))] }

// hours draws from a lognormal with a coefficient of variation of 0.75 around the geometric middle of the range, cut
// to the range and rounded to six minutes.
func (g *generator) hours(least, most float64) quantity.Minutes {
	sigma := math.Sqrt(math.Log(1 + 0.75*0.75))
	h := math.Sqrt(least*most) * math.Exp(sigma*g.rand.NormFloat64())
	return roundTenth(min(most, max(least, h)))
}

func roundTenth(hours float64) quantity.Minutes {
	return max(6, 6*quantity.Minutes(math.Round(hours*10)))
}

// Count says how many operations the shop has: of parts, of electrodes, and assembly.
func (s *Shop) Count() int {
	n := 0
	for _, m := range s.moulds {
		for _, p := range m.parts {
			n += len(p.ops)
		}
		for _, e := range m.electrodes {
			n += len(e.route())
		}
	}
	return n
}

func (e *electrode) route() []quantity.Minutes {
	if e.inspect == 0 {
		return []quantity.Minutes{e.mill}
	}
	return []quantity.Minutes{e.mill, e.inspect}
}
