package recurrence

import (
	"slices"
	"time"
)

// Day by day is how moments are found: each day of the coming years is held against the fields. That ends for every expression, at the
// latest in LastYear, and is right about days that a month does not have; a calendar that steps from field to field has to be told
// of each of them.

// Next are the next n moments after a moment, in a zone and to the minute; fewer where the expression does not fire that often before the
// end of LastYear. A time that the zone leaves out when its clocks go forward counts as the first minute after the gap; one that comes
// twice when they go back counts once, the first time.
func (e *Expression) Next(after time.Time, zone *time.Location, n int) []time.Time {
	moments := []time.Time{}
	year, month, day := after.In(zone).AddDate(0, 0, -1).Date() // a gap may have moved a time of yesterday into today
	date := civil{year, month, day}
	for len(moments) < n && date.year <= LastYear {
		if next, skipped := e.nextMonth(date); skipped {
			date = next
			continue
		}
		if e.firesOn(date) {
			for _, at := range e.timesOn(date, zone) {
				if at.After(after) && len(moments) < n && (len(moments) == 0 || at.After(moments[len(moments)-1])) {
					moments = append(moments, at)
				}
			}
		}
		date = date.next()
	}
	return moments
}

// civil is a date of the calendar.
type civil struct {
	year  int
	month time.Month
	day   int
}

// length is how many days the month has.
func (c civil) length() int { return time.Date(c.year, c.month+1, 0, 0, 0, 0, 0, time.UTC).Day() }

// weekday counts from Sunday, which is 1, as expressions do.
func (c civil) weekday() int {
	return 1 + int(time.Date(c.year, c.month, c.day, 0, 0, 0, 0, time.UTC).Weekday())
}

func (c civil) next() civil {
	if c.day < c.length() {
		return civil{c.year, c.month, c.day + 1}
	}
	return c.nextMonth()
}

func (c civil) nextMonth() civil {
	if c.month == time.December {
		return civil{c.year + 1, time.January, 1}
	}
	return civil{c.year, c.month + 1, 1}
}

// nextMonth skips a month, or a year, in which the expression never fires.
func (e *Expression) nextMonth(c civil) (civil, bool) {
	switch {
	case !matches(e.values[Year], c.year):
		return civil{c.year + 1, time.January, 1}, true
	case !matches(e.values[Month], int(c.month)):
		return c.nextMonth(), true
	}
	return c, false
}

func matches(values []int, x int) bool {
	if values == nil {
		return true
	}
	_, found := slices.BinarySearch(values, x)
	return found
}

// firesOn tells whether a date of a month that counts is one of the days.
func (e *Expression) firesOn(c civil) bool {
	last := c.length()
	switch e.rule {
	case dayFromLast:
		return c.day == last-e.n
	case dayLastWorkday:
		return c.day == workdayNear(civil{c.year, c.month, last})
	case dayNearWorkday:
		return e.n <= last && c.day == workdayNear(civil{c.year, c.month, e.n})
	case weekdayLast:
		return c.weekday() == e.n && c.day+7 > last
	case weekdayNth:
		return c.weekday() == e.n && (c.day-1)/7+1 == e.week
	}
	return matches(e.values[DayOfMonth], c.day) && matches(e.values[DayOfWeek], c.weekday())
}

// workdayNear is the day from Monday to Friday nearest to a date, within its month.
func workdayNear(c civil) int {
	const sunday, saturday = 1, 7
	last := c.length()
	switch c.weekday() {
	case saturday:
		if c.day == 1 {
			return 3
		}
		return c.day - 1
	case sunday:
		if c.day == last {
			return c.day - 2
		}
		return c.day + 1
	}
	return c.day
}

// timesOn are the moments of a day, in their order, each once.
func (e *Expression) timesOn(c civil, zone *time.Location) []time.Time {
	var moments []time.Time
	for _, hour := range valuesOf(e.values[Hours], Hours) {
		for _, minute := range valuesOf(e.values[Minutes], Minutes) {
			moments = append(moments, instant(c, hour, minute, zone))
		}
	}
	slices.SortFunc(moments, time.Time.Compare)
	return slices.CompactFunc(moments, time.Time.Equal)
}

func valuesOf(values []int, part Part) []int {
	if values != nil {
		return values
	}
	for v := bounds[part].from; v <= bounds[part].to; v++ {
		values = append(values, v)
	}
	return values
}

// instant is the moment at which the clocks of a zone first show a time, or where they never do, the first one after the gap.
func instant(c civil, hour, minute int, zone *time.Location) time.Time {
	at := time.Date(c.year, c.month, c.day, hour, minute, 0, 0, zone)
	since, until := at.ZoneBounds()
	if shows := at.Day() == c.day && at.Hour() == hour && at.Minute() == minute; !shows {
		if reads := time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC); reads.Before(time.Date(c.year, c.month, c.day, hour, minute, 0, 0, time.UTC)) {
			return until // by the clocks before the gap
		}
		return since
	}
	if since.IsZero() {
		return at
	}
	// Where the clocks went back, the time may have been shown before that, too.
	_, now := at.Zone()
	_, before := since.Add(-time.Minute).Zone()
	if earlier := at.Add(time.Duration(now-before) * time.Second); before > now && earlier.Before(since) {
		return earlier.In(zone)
	}
	return at
}
