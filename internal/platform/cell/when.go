package cell

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// Dates says how the dates of a file are to be read.
type Dates struct {
	Zone     *time.Location // nil is UTC
	Date1904 bool           // serial dates count from 1904
	First    int            // the first year that is read; 0 is that of a shop
}

// first is the first year that is read.
func (d Dates) first() int {
	if d.First != 0 {
		return d.First
	}
	return quantity.FirstYear
}

// planned tells whether a moment lies in the years that are read.
func (d Dates) planned(at time.Time) bool {
	return at.Year() >= d.first() && at.Year() <= quantity.LastYear
}

// A minute is the product's unit of time: seconds of a time of day are cut in every cell and text, as a clock without seconds
// shows them. Durations are rounded, see Hours.

// When is a point in time, and the calendar date when no time of day was written.
type When struct {
	At  time.Time     // UTC, whole minutes; the start of Day
	Day quantity.Date // "" when a time was written
	// Midnight says that a day was written with 00:00 beside it, as spreadsheet programs write a date in the format of a time.
	Midnight bool
}

// Due is the moment by which something is due: a day, with or without a midnight beside it, means its end.
func (w When) Due(zone *time.Location) When {
	if w.Midnight {
		w.Day, w.Midnight = quantity.DateOf(w.At, zone), false
	}
	if w.Day != "" {
		w.At = w.Day.End(zone).UTC()
	}
	return w
}

// Show writes the point in time as a cell.
func (w When) Show(zone *time.Location) string {
	if w.Day != "" {
		return string(w.Day)
	}
	return w.At.In(zone).Format("2006-01-02 15:04")
}

var dayLayouts = []string{"2006-1-2", "2006/1/2", "2006.1.2", "2006年1月2日", "2006年1月2号", "20060102"}

var clockLayouts = []string{"15:04", "15:04:05", "15:04:05.999999999", "3:04 PM", "3:04:05 PM", "3:04PM", "15时04分", "15时4分", "15点04分", "15点4分", "15时", "15点"}

func (d Dates) zone() *time.Location {
	if d.Zone == nil {
		return time.UTC
	}
	return d.Zone
}

// When reads a date, a local date and time, an RFC 3339 instant or a serial number of a spreadsheet program.
func (d Dates) When(s string) (When, *Fault) {
	s = Fold(s)
	w, ok := d.when(s)
	switch {
	case ok && d.Skips(s):
		return When{}, &Fault{RuleDate, msgSkipped}
	case ok:
		return w, nil
	}
	return When{}, &Fault{RuleDate, d.noDate(s)}
}

var dayParts = regexp.MustCompile(`^(\d{4,5})[-/.年](\d{1,2})[-/.月](\d{1,2})(?:[日号]|[ T]|$)|^(\d{4})(\d{2})(\d{2})$`)

// noDate says why a folded text is no date: one that has the form of a date may lie beyond the years or name a day that no month
// has, and a number may be the serial date of a spreadsheet program.
func (d Dates) noDate(s string) problem.Text {
	if parts := dayParts.FindStringSubmatch(s); parts != nil {
		year, month, day := wholeNumber(parts[1]+parts[4]), wholeNumber(parts[2]+parts[5]), wholeNumber(parts[3]+parts[6])
		inCalendar := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		switch {
		case month < 1 || month > 12 || day < 1 || day > 31:
		case !d.planned(time.Date(year, 7, 1, 0, 0, 0, 0, time.UTC)):
			return YearsFrom(d.first())
		case inCalendar.Day() != day:
			return msgNoSuchDay
		}
		return NoDate
	}
	if _, bad := Number(s); bad == nil {
		return msgSerialYears.With(d.first(), quantity.LastYear)
	}
	return NoDate
}

// wholeNumber reads digits that an expression has matched.
func wholeNumber(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// Skips tells a wall time that the clock of the zone leaves out when it is put forward: nobody has worked then, and the hour
// after it would be a guess. A serial number has no seconds to be sure of, so it moves on by the change.
func (d Dates) Skips(s string) bool {
	s = Fold(s)
	if _, err := time.Parse(time.RFC3339, s); err == nil {
		return false
	}
	day, rest := cutClock(s)
	minutes, ok := clock(rest)
	if rest == "" || !ok {
		return false
	}
	for _, layout := range dayLayouts {
		if t, err := time.Parse(layout, day); err == nil {
			at := d.local(t, minutes).In(d.zone())
			return (at.Hour()*60+at.Minute())%(24*60) != minutes%(24*60)
		}
	}
	return false
}

// cutClock parts a date, without blanks, from the time of day behind it.
func cutClock(s string) (day, clock string) {
	day = s
	if before, after, ok := strings.Cut(s, "日"); ok {
		day, clock = before+"日", after
	} else if i := strings.IndexAny(s, " T"); i > 0 {
		day, clock = s[:i], s[i+1:]
	}
	return strings.ReplaceAll(day, " ", ""), strings.TrimSpace(clock)
}

// Date reads a date. A midnight beside it, at its beginning or its end, is passed over, as spreadsheet programs add one to dates;
// any other time of day would be lost.
func (d Dates) Date(s string) (quantity.Date, *Fault) {
	w, bad := d.When(s)
	switch {
	case bad != nil && bad.Text.En == NoDate.En:
		return "", &Fault{RuleDate, NoDay}
	case bad != nil || w.Day != "":
		return w.Day, bad
	}
	if t, err := time.Parse(time.RFC3339, Fold(s)); err == nil && t.Hour()+t.Minute() == 0 { // of programs that know dates in UTC only
		return quantity.Date(t.Format(time.DateOnly)), nil
	}
	if at := w.At.In(d.zone()); at.Hour()+at.Minute() > 0 {
		return "", &Fault{RuleDate, msgNoTime}
	}
	if _, rest := cutClock(Fold(s)); rest != "" {
		if minutes, ok := clock(rest); ok && minutes == 24*60 { // the end of the day that is written
			return quantity.DateOf(w.At.Add(-time.Minute), d.zone()), nil
		}
	}
	return quantity.DateOf(w.At, d.zone()), nil
}

func (d Dates) when(s string) (When, bool) {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return When{At: t.UTC().Truncate(time.Minute), Midnight: d.isMidnight(s, t)}, d.planned(t)
	}
	day, rest := cutClock(s)
	for _, layout := range dayLayouts {
		t, err := time.Parse(layout, day)
		if err != nil {
			continue
		}
		if !d.planned(t) {
			return When{}, false
		}
		if rest == "" {
			return d.wholeDay(t), true
		}
		minutes, ok := clock(rest)
		return When{At: d.local(t, minutes), Midnight: minutes == 0}, ok
	}
	if serial, bad := Number(s); bad == nil {
		return d.serial(serial.Kept)
	}
	return When{}, false
}

// leastSerial is the first number that is read as a date, in 1927: a shorter one is a slip, even where a birthday stands.
const leastSerial = 10_000

// serial reads days since the epoch of spreadsheet programs; the fraction is the time of day.
func (d Dates) serial(number quantity.Decimal) (When, bool) {
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if d.Date1904 {
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	one := quantity.Whole(1)
	days, fraction := int(number/one), int64(number%one)
	if days < leastSerial || days > 200_000 || fraction < 0 {
		return When{}, false
	}
	day := epoch.AddDate(0, 0, days)
	if !d.planned(day) { // who writes 20 in a date column does not mean January 1900
		return When{}, false
	}
	if fraction == 0 {
		return d.wholeDay(day), true
	}
	minutes := minutesOf(fraction)
	return When{At: d.local(day, minutes), Midnight: minutes == 0}, true
}

// isMidnight tells an instant that was written as midnight by the clock of the zone. One in UTC is a moment that a program has
// computed: the end of the day before, where it is midnight.
func (d Dates) isMidnight(s string, t time.Time) bool {
	_, own := t.Zone()
	_, there := t.In(d.zone()).Zone()
	return !strings.HasSuffix(s, "Z") && own == there && t.Hour()+t.Minute() == 0
}

// minutesOf is the time of day of a part of a day, in millionths. Which second it is follows from its last digits, so that it
// is known to the nearest; four digits tell no seconds, and stand for the nearest minute as far as they leave it open.
func minutesOf(fraction int64) int {
	const second = 1_000_000 / (24 * 60 * 60.0)
	seconds := int(math.Round(float64(fraction) / second))
	if fraction%100 == 0 {
		seconds += 5 // 0.0001 of a day are 8.64 s
	}
	return seconds / 60
}

func (d Dates) wholeDay(t time.Time) When {
	day := quantity.Date(t.Format(time.DateOnly))
	return When{At: day.In(d.zone()).UTC(), Day: day}
}

// local is the wall time of the factory; a time that a clock change skips moves on by the change, see Skips.
func (d Dates) local(day time.Time, minutes int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, minutes, 0, 0, d.zone()).UTC()
}

// Clock reads a time of day in minutes after midnight: 08:00, 8：00, 8:00 PM, 8点30分, 24:00 for the end of the day, and the
// fraction of a day in which spreadsheet programs keep it.
func Clock(s string) (int, *Fault) {
	s = Fold(s)
	if minutes, ok := clock(s); ok {
		return minutes, nil
	}
	if day, bad := Number(s); bad == nil && !day.Below(0) && !day.Above(quantity.Whole(1)) && s != "" {
		return minutesOf(int64(day.Kept)), nil
	}
	return 0, &Fault{RuleTime, msgTime}
}

func clock(s string) (int, bool) {
	if s == "24:00" || s == "24:00:00" {
		return 24 * 60, true
	}
	for _, layout := range clockLayouts {
		if t, err := time.Parse(layout, strings.ToUpper(s)); err == nil {
			return t.Hour()*60 + t.Minute(), true
		}
	}
	return 0, false
}

// ShowClock writes minutes after midnight as 08:00.
func ShowClock(m int) string {
	return string([]byte{'0' + byte(m/600), '0' + byte(m/60%10), ':', '0' + byte(m%60/10), '0' + byte(m%10)})
}
