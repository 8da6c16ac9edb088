package workbook

import (
	"regexp"
	"strconv"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// when reads a date, a local date and time, an RFC 3339 instant or a serial number of a spreadsheet program.
func (in *reader) when(s string, kind Kind) (When, *broken) {
	w, bad := cell.Dates{Zone: in.zone, Date1904: in.date1904}.When(s)
	if bad != nil {
		return When{}, &broken{bad.Rule, noDate(s)}
	}
	if !quantity.Planned(w.At.In(in.zone)) {
		return When{}, &broken{RuleDate, msgYears.With(quantity.FirstYear, quantity.LastYear)}
	}
	return ended(w, kind, in.zone), nil
}

var dayParts = regexp.MustCompile(`^(\d{4,5})[-/.年](\d{1,2})[-/.月](\d{1,2})(?:日|[ T]|$)|^(\d{4})(\d{2})(\d{2})$`)

// noDate says why a text is no date: one that has the form of a date may lie beyond the years or name a day that no month
// has, and a number may be the serial date of a spreadsheet program.
func noDate(s string) problem.Text {
	s = cell.Fold(s)
	if parts := dayParts.FindStringSubmatch(s); parts != nil {
		year, month, day := wholeNumber(parts[1]+parts[4]), wholeNumber(parts[2]+parts[5]), wholeNumber(parts[3]+parts[6])
		inCalendar := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
		switch {
		case month < 1 || month > 12 || day < 1 || day > 31:
		case !quantity.Planned(time.Date(year, 7, 1, 0, 0, 0, 0, time.UTC)):
			return msgYears.With(quantity.FirstYear, quantity.LastYear)
		case inCalendar.Day() != day:
			return msgNoSuchDay
		}
		return msgDate
	}
	if _, bad := cell.Number(s); bad == nil {
		return msgSerialYears.With(quantity.FirstYear, quantity.LastYear)
	}
	return msgDate
}

// wholeNumber reads digits that an expression has matched.
func wholeNumber(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// ended moves a date alone to its end where the column means that.
func ended(w When, kind Kind, zone *time.Location) When {
	if kind == KindDateEnd && w.Day != "" {
		w.At = w.Day.End(zone).UTC()
	}
	return w
}

// Day is the date cell of a calendar date, as a column of the given kind reads it in a zone.
func Day(d quantity.Date, kind Kind, zone *time.Location) Date {
	if _, err := time.Parse(time.DateOnly, string(d)); err != nil {
		return Date{}
	}
	return Of(ended(When{At: d.In(zone).UTC(), Day: d}, kind, zone))
}

// Moment is the date cell of a point in time, cut to the minute.
func Moment(t time.Time) Date { return Of(When{At: t.UTC().Truncate(time.Minute)}) }
