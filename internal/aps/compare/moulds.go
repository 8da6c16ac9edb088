package compare

import (
	"cmp"
	"slices"
	"time"

	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
)

// Which moulds a plan brings forward, delays, takes in and drops against the plan in force.

// Why a mould becomes late, or is late no more.
const (
	lateByDate = "newDate" // where it stands in force it misses, or holds, the date that holds now
	lateByPlan = "newPlan" // the plan ends it later, or earlier
	lateByNone = "notPlanned"
)

// MouldShift is how the end of a mould moves.
type MouldShift struct {
	MouldNo  string        `json:"mouldNo"`
	Customer string        `json:"customer" doc:"of the mould, empty for none"`
	Before   *time.Time    `json:"before"`
	After    *time.Time    `json:"after"`
	Hours    float64       `json:"hours" doc:"later is positive"`
	Cause    string        `json:"cause" enum:",newDate,newPlan,notPlanned" doc:"of what becomes late, or is late no more: newDate: as it is planned in force it misses, or holds, the date that holds now; newPlan: the plan ends it later, or earlier; notPlanned: for the reason, of one that comes in, too; empty for any other"`
	Reason   *problem.Text `json:"reason" doc:"why it is not wholly planned, or has no task in the new plan any more; null otherwise"`
}

// NewMould is a mould that comes into the plan, or into its schedule without a task; it has no end before.
type NewMould struct {
	MouldShift
	Late bool `json:"late"`
}

func shiftOf(no string, was, now result.End) MouldShift {
	shift := MouldShift{MouldNo: no, Before: was.At, After: now.At}
	if was.At != nil && now.At != nil {
		shift.Hours = now.At.Sub(*was.At).Hours()
	}
	return shift
}

// unplanned says why the mould is not wholly planned; m is nil where it is.
func (s MouldShift) unplanned(m *result.UnplannedMould) MouldShift {
	if m != nil {
		words := m.Words
		s.Cause, s.Reason = lateByNone, &words
	}
	return s
}

func (s MouldShift) compare(x MouldShift) int {
	return cmp.Or(cmp.Compare(x.Hours, s.Hours), cmp.Compare(s.MouldNo, x.MouldNo))
}

func (d *Difference) moulds(before, after []result.Task, beside *Beside) {
	d.Late, d.Rescued, d.New, d.Gone, d.Moulds, d.LateAfter = []MouldShift{}, []MouldShift{}, []NewMould{}, []MouldShift{}, []MouldShift{}, []string{}
	d.LateToday, d.OnTimeToday = []string{}, []string{}
	old, now := result.Ends(before, result.OfMould), result.Ends(after, result.OfMould)
	d.countCarried(after, now, beside)
	for no, then := range now {
		was, known := old[no]
		shift := shiftOf(no, was, then)
		shift.Customer = beside.Customers[no]
		late := beside.LateNow(no, then)
		if late {
			d.LateAfter = append(d.LateAfter, no)
		}
		switch {
		case late && !then.Late:
			d.LateToday = append(d.LateToday, no)
		case then.Late && !late:
			d.OnTimeToday = append(d.OnTimeToday, no)
		}
		unplanned := beside.Partly[no]
		if then.At != nil {
			unplanned = nil
		}
		if !known {
			d.New = append(d.New, NewMould{shift.unplanned(unplanned), late})
			continue
		}
		if late && !beside.wasLate(no, was) {
			named := shift
			named.Cause = beside.causeOf(no, was)
			named = named.unplanned(unplanned)
			d.Late = append(d.Late, named)
		}
		if beside.Known[no] && !late {
			named := shift
			named.Cause = beside.causeOfRescue(no, was)
			d.Rescued = append(d.Rescued, named)
		}
		if shift.Hours != 0 || (was.At == nil) != (then.At == nil) {
			d.Moulds = append(d.Moulds, shift)
		}
	}
	for no, was := range old {
		if _, stays := now[no]; !stays {
			gone := shiftOf(no, was, result.End{})
			gone.Customer, gone.Reason = beside.Customers[no], beside.Gone[no]
			d.Gone = append(d.Gone, gone)
		}
	}
	for no, m := range beside.Now { // late wherever moulds are counted, and nothing of them stands in the plan
		d.LateAfter = append(d.LateAfter, no)
		was, known := old[no]
		shift := MouldShift{MouldNo: no, Customer: beside.Customers[no], Before: was.At}.unplanned(m)
		switch {
		case beside.wasLate(no, was): // as people were told
		case known:
			d.Late = append(d.Late, shift)
		default:
			d.New = append(d.New, NewMould{shift, true})
		}
	}
	for no := range beside.Known { // still open, and no plan since has said anything of it
		if _, planned := now[no]; !planned && beside.Now[no] == nil && beside.Due[no] != nil {
			d.LateAfter = append(d.LateAfter, no)
		}
	}
	for _, list := range [][]string{d.LateAfter, d.LateToday, d.OnTimeToday} {
		slices.Sort(list)
	}
	for _, list := range [][]MouldShift{d.Late, d.Rescued, d.Moulds, d.Gone} {
		slices.SortFunc(list, MouldShift.compare)
	}
	slices.SortFunc(d.New, func(a, b NewMould) int {
		if a.Late != b.Late {
			if a.Late {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.MouldNo, b.MouldNo)
	})
}

// countCarried counts the moulds that the plan carries over, and those of them that are late by the dates of today.
func (d *Difference) countCarried(after []result.Task, now map[string]result.End, beside *Beside) {
	counted := map[string]bool{}
	for i := range after {
		no := after[i].MouldNo
		if !after[i].Carried || counted[no] {
			continue
		}
		counted[no] = true
		d.CarriedMoulds++
		if beside.LateNow(no, now[no]) {
			d.CarriedLate++
		}
	}
}
