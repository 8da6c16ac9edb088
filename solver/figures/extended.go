package figures

import (
	"math"

	"mouldworks/solver"
)

// extended are the days on which somebody works overtime on a resource: its
// calendar is then the longer one.
type extended struct {
	p    *solver.Problem
	day  func(solver.Min) int32
	days map[[2]int32]bool // resource and day
}

// always is the day of overtime that never ends.
const always = math.MinInt32

func newExtended(p *solver.Problem, day func(solver.Min) int32) *extended {
	if day == nil {
		day = func(m solver.Min) int32 { return int32(math.Floor(float64(m) / 1440)) }
	}
	return &extended{p, day, map[[2]int32]bool{}}
}

// by adds what is worked within [from, to) on a resource, by a calendar with
// overtime beside the one without.
func (e *extended) by(r int32, pair [2]int32, from, to solver.Min) {
	switch {
	case pair[0] == pair[1] || pair[0] == 0:
	case pair[1] == 0:
		e.days[[2]int32{r, always}] = true
	default:
		beyond(e.p, pair, from, to, func(on, _, _ solver.Min) { e.days[[2]int32{r, e.day(on)}] = true })
	}
}

// byOp adds what operation o of a plan works.
func (e *extended) byOp(plan *solver.Plan, o int) {
	r, m := plan.Resource[o], plan.Mode[o]
	if !e.p.Ops[o].Overtime || m < 0 {
		return
	}
	res, mode := &e.p.Resources[r], &e.p.Modes[m]
	start, end := plan.Start[o], plan.End[o]
	if mode.Unattended {
		e.by(r, res.Run, start, end)
		if res.Manned[1] != 0 {
			end = worked(&e.p.Calendars[res.Manned[1]], start, end, mode.Setup)
		}
	}
	e.by(r, res.Manned, start, end)
}

// available is the working minutes of a resource within [from, to), of overtime
// those of the days on which it is worked; a machine that may run unattended
// counts its run calendar.
func (e *extended) available(r int32, from, to solver.Min) int64 {
	res, most := &e.p.Resources[r], int64(0)
	for _, pair := range [...][2]int32{res.Run, res.Manned} {
		if pair[0] != 0 && pair[1] == 0 && e.days[[2]int32{r, always}] {
			pair[0] = 0
		}
		minutes := open(e.p, pair[0], from, to)
		if pair[0] != 0 && pair[1] != 0 {
			beyond(e.p, pair, from, to, func(on, from, to solver.Min) {
				if e.days[[2]int32{r, e.day(on)}] {
					minutes += int64(to - from)
				}
			})
		}
		most = max(most, minutes)
	}
	return most * int64(res.Cap)
}
