package figures

import (
	"cmp"
	"slices"

	"mouldworks/solver"
)

// Overtime calls each with the stretches of overtime that operation o of a
// plan works, for as many people as it takes: set-up and run in manned time
// beyond the shift, which overtime or the extra working time of a day opens.
// An unattended run needs nobody, its set-up does. on is a minute of the day
// that the stretch counts to: the last one of the shift that it follows, else
// its own first one in the calendar.
func Overtime(p *solver.Problem, plan *solver.Plan, o int, each func(on, from, to solver.Min)) {
	if plan.Mode[o] < 0 {
		return
	}
	res, mode := &p.Resources[plan.Resource[o]], &p.Modes[plan.Mode[o]]
	shift, manned := cmp.Or(res.Shift, res.Manned[0]), res.Manned[0]
	if p.Ops[o].Overtime {
		manned = res.Manned[1]
	}
	if shift == 0 || manned == 0 || shift == manned {
		return
	}
	end := plan.End[o]
	if mode.Unattended {
		end = worked(&p.Calendars[manned], plan.Start[o], end, mode.Setup)
	}
	beyond(p, [2]int32{shift, manned}, plan.Start[o], end, each)
}

// beyond calls each with the stretches of the wider one of two calendars that
// the narrower one leaves closed, within [start, end); on as in Overtime.
func beyond(p *solver.Problem, pair [2]int32, start, end solver.Min, each func(on, from, to solver.Min)) {
	narrow, wide := &p.Calendars[pair[0]], &p.Calendars[pair[1]]
	k := closing(narrow, start)
	for i := closing(wide, start); i < len(wide.Open) && wide.Open[i] < end; i++ {
		from, to := max(wide.Open[i], start), min(wide.Close[i], end)
		if from >= to {
			continue
		}
		for k < len(narrow.Open) && narrow.Close[k] <= from {
			k++
		}
		on := wide.Open[i]
		if k > 0 && narrow.Close[k-1] > on {
			on = narrow.Close[k-1] - 1
		}
		for j := k; from < to; j++ {
			next := to
			if j < len(narrow.Open) {
				next = min(to, narrow.Open[j])
			}
			if from < next {
				each(on, from, next)
			}
			if j >= len(narrow.Open) {
				break
			}
			from, on = max(from, narrow.Close[j]), narrow.Close[j]-1
		}
	}
}

// closing is the first interval of a calendar that closes after t.
func closing(c *solver.Calendar, t solver.Min) int {
	i, _ := slices.BinarySearchFunc(c.Close, t, func(shut, t solver.Min) int { return cmp.Compare(shut, t+1) })
	return i
}

// worked is when so many minutes of a calendar are worked since from, but no
// later than latest.
func worked(c *solver.Calendar, from, latest, minutes solver.Min) solver.Min {
	for i := closing(c, from); i < len(c.Open); i++ {
		start := max(from, c.Open[i])
		if minutes <= 0 || start >= latest {
			break
		}
		if here := c.Close[i] - start; here > 0 {
			if here >= minutes {
				return min(latest, start+minutes)
			}
			minutes -= here
		}
	}
	if minutes <= 0 {
		return from
	}
	return latest
}
