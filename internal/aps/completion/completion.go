// Package completion counts how much of what was planned for its days was done by then.
//
// What lives here: the days of a factory, the state of a task on the day for which it was planned, sums by count and by minutes, and
// rates. What never does: the database, names, pages, and which plan was in force.
package completion

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// State is what became of a task that was planned for a day.
type State string

// The states. The first two are what was completed; the last one is no part of any plan and of no rate.
const (
	Early      State = "early"      // finished before the day began
	OnTime     State = "onTime"     // finished by the end of the day, or by the planned end
	Late       State = "late"       // finished later
	Unfinished State = "unfinished" // not finished yet
	OutOfPlan  State = "outOfPlan"  // finished, and planned for no day that is asked about
)

// By what on time is meant.
const (
	ByDay    = "day"    // the end of the planned day
	ByMoment = "moment" // the planned end, to the minute
)

// Day is a day of a factory: from a midnight to the next one. Where the clocks change it has 23 or 25 hours.
type Day struct {
	Date         string // YYYY-MM-DD
	Begins, Ends time.Time
}

// Has tells whether a moment lies in the day; the midnight at its end is of the next one.
func (d Day) Has(at time.Time) bool { return !at.Before(d.Begins) && at.Before(d.Ends) }

// Days are the days from one moment's day to that of another one, in the zone of the first; none where they are the wrong way round.
func Days(first, last time.Time) (days []Day) {
	y, m, d := first.Date()
	for i := 0; ; i++ {
		begins := time.Date(y, m, d+i, 0, 0, 0, 0, first.Location())
		if begins.After(last) {
			return days
		}
		days = append(days, Day{begins.Format(time.DateOnly), begins, time.Date(y, m, d+i+1, 0, 0, 0, 0, first.Location())})
	}
}

// StateOf is what became of a task that was planned to end on a day. Plans keep whole minutes, so seconds of the real end do not count.
func StateOf(day Day, plannedEnd time.Time, realEnd *time.Time, onTime string) State {
	switch {
	case realEnd == nil:
		return Unfinished
	case realEnd.Before(day.Begins):
		return Early
	case onTime == ByMoment && realEnd.Truncate(time.Minute).After(plannedEnd):
		return Late
	case !realEnd.Before(day.Ends):
		return Late
	}
	return OnTime
}

// Sum is how much of a base is in which state.
type Sum struct{ Base, Early, OnTime, Late, Unfinished, OutOfPlan int64 }

// Add adds an amount that is in a state.
func (s *Sum) Add(state State, amount int64) {
	switch state {
	case Early:
		s.Early += amount
	case OnTime:
		s.OnTime += amount
	case Late:
		s.Late += amount
	case Unfinished:
		s.Unfinished += amount
	case OutOfPlan:
		s.OutOfPlan += amount
		return
	}
	s.Base += amount
}

// Rate is what was completed in per cent of the base, with six decimals and at most 100; nil without a base.
func (s Sum) Rate() *float64 {
	if s.Base <= 0 {
		return nil
	}
	rate := min(100, math.Round(1e8*float64(s.Early+s.OnTime)/float64(s.Base))/1e6)
	return &rate
}

// Figures are sums by count and by planned minutes.
type Figures struct{ Count, Minutes Sum }

// Add counts a task with its minutes.
func (f *Figures) Add(state State, minutes int64) {
	f.Count.Add(state, 1)
	f.Minutes.Add(state, minutes)
}

// Counted is something that is counted, with what it is counted by.
type Counted[K comparable] struct {
	Of      K
	State   State
	Minutes int64
}

// Count sums what is counted, for each key and in all.
func Count[K comparable](all []Counted[K]) (of map[K]*Figures, total Figures) {
	of = map[K]*Figures{}
	for _, c := range all {
		if of[c.Of] == nil {
			of[c.Of] = &Figures{}
		}
		of[c.Of].Add(c.State, c.Minutes)
		total.Add(c.State, c.Minutes)
	}
	return of, total
}

// Piece is a stretch of a task in a plan: a segment, or the task in one go.
type Piece struct {
	Task    string
	End     *time.Time // nil: it has no place
	Minutes int64
}

// Whole is a task as the day is counted by which it is to be done: when its last piece ends, with the minutes of all of them.
type Whole struct {
	Last    int // of the pieces
	End     time.Time
	Minutes int64
}

// Wholes joins pieces to tasks, the earliest end first. One of which a piece has no place has no planned end, and is left out.
func Wholes(pieces []Piece) []Whole {
	at, out := map[string]int{}, []Whole{}
	open := map[string]bool{}
	for i, p := range pieces {
		if p.End == nil {
			open[p.Task] = true
			continue
		}
		k, known := at[p.Task]
		if !known {
			k = len(out)
			at[p.Task], out = k, append(out, Whole{Last: i, End: *p.End})
		}
		w := &out[k]
		if w.Minutes += p.Minutes; p.End.After(w.End) {
			w.Last, w.End = i, *p.End
		}
	}
	out = slices.DeleteFunc(out, func(w Whole) bool { return open[pieces[w.Last].Task] })
	slices.SortStableFunc(out, func(x, y Whole) int {
		return cmp.Or(x.End.Compare(y.End), cmp.Compare(pieces[x.Last].Task, pieces[y.Last].Task))
	})
	return out
}
