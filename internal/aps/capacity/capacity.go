// Package capacity counts, day by day, what resources can work and what a plan gives them.
//
// What lives here: the days of a factory, ISO weeks, the minutes of a day that tasks occupy, and load with what is left and what
// goes beyond. What never does: the database, names, pages; the calendars themselves are the engine's.
package capacity

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"time"

	"mouldworks/solver"
	"mouldworks/solver/figures"
)

// Days are the midnights that bound n days from one on: n + 1 moments. A day in which the clocks change is as long as it is.
func Days(first time.Time, n int) []time.Time {
	bounds := make([]time.Time, n+1)
	for i := range bounds {
		bounds[i] = first.AddDate(0, 0, i)
	}
	return bounds
}

var weekText = regexp.MustCompile(`^(\d{4})-W(\d{2})$`)

// Week is the Monday of an ISO week that is written like 2026-W10, at midnight in a zone.
func Week(text string, zone *time.Location) (monday time.Time, ok bool) {
	parts := weekText.FindStringSubmatch(text)
	if parts == nil {
		return monday, false
	}
	year, _ := strconv.Atoi(parts[1])
	number, _ := strconv.Atoi(parts[2])
	if year < 1990 || year > 2199 || number == 0 {
		return monday, false
	}
	fourth := time.Date(year, 1, 4, 0, 0, 0, 0, zone) // always in week 1
	monday = fourth.AddDate(0, 0, 7*(number-1)-(int(fourth.Weekday())+6)%7)
	// Most years have no week 53.
	return monday, WeekOf(monday) == text
}

// WeekOf is the ISO week of a day.
func WeekOf(day time.Time) string {
	year, week := day.ISOWeek()
	return fmt.Sprintf("%d-W%02d", year, week)
}

// Occupied is what operation o of a plan works of each day, in minutes of all the units that it takes. Over all days of the
// operation they sum to what it occupies, to the minute.
func Occupied(p *solver.Problem, plan *solver.Plan, o int, bounds []solver.Min) []int64 {
	days := make([]int64, len(bounds)-1)
	for i := range days {
		if bounds[i] < plan.End[o] && plan.Start[o] < bounds[i+1] { // a year of days is asked for thousands of tasks
			days[i] = figures.Occupied(p, plan, o, bounds[i], bounds[i+1])
		}
	}
	return days
}

// Blocked is the same for work of another plan that block i of a problem stands for; work is its minutes where they are known.
func Blocked(p *solver.Problem, i int, work solver.Min, bounds []solver.Min) []int64 {
	days := make([]int64, len(bounds)-1)
	for d := range days {
		days[d], _ = figures.Blocked(p, i, work, bounds[d], bounds[d+1])
	}
	return days
}

// Load is what a resource can work in a stretch and what it is given, in minutes. Available + Beyond = Planned + Free, for one
// resource and day as for any sum of them.
type Load struct {
	Available, Planned int64
	Free               int64 // what is left of Available
	Beyond             int64 // what is planned beyond Available: overtime, or the calendar is another one since
	Tasks              int
}

// LoadOf is the load of one resource in one day.
func LoadOf(available, planned int64, tasks int) Load {
	return Load{available, planned, max(0, available-planned), max(0, planned-available), tasks}
}

// Add sums loads. Tasks are left alone: one that lasts for several days is one task.
func (l *Load) Add(x Load) {
	l.Available += x.Available
	l.Planned += x.Planned
	l.Free += x.Free
	l.Beyond += x.Beyond
}

// Percent is the planned share of what is available: see Percent.
func (l Load) Percent() *float64 { return Percent(l.Planned, l.Available) }

// Percent is a share in per cent, with six decimals and at most 100; nil where there is nothing to have a share of.
func Percent(part, whole int64) *float64 {
	if whole <= 0 {
		return nil
	}
	share := min(100, math.Round(1e8*float64(part)/float64(whole))/1e6)
	return &share
}
