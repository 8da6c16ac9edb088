package workbook

import (
	"strings"
	"time"

	"mouldworks/internal/platform/quantity"
)

// Dates outside these years are typing errors: a planner who writes 20 in a date column does not mean 1900.
const (
	firstYear = 1990
	lastYear  = 2199
)

var dateLayouts = []string{"2006-1-2", "2006/1/2", "2006.1.2", "2006年1月2日"}

var clockLayouts = []string{"15:04", "15:04:05", "15:04:05.999999999"}

// when reads a date, a local date and time, an RFC 3339 instant or a serial number of a spreadsheet program.
func (in *reader) when(s string, kind Kind) (When, *broken) {
	w, ok := in.parseWhen(s, kind)
	if year := w.At.In(in.zone).Year(); !ok || year < firstYear || year > lastYear {
		return When{}, &broken{RuleDate, msgDate}
	}
	return w, nil
}

func (in *reader) parseWhen(s string, kind Kind) (When, bool) {
	if serial, err := quantity.ParseDecimal(s); err == nil {
		return in.serial(serial, kind)
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return When{At: t.UTC().Truncate(time.Minute)}, true
	}
	day, rest := s, ""
	if i := strings.IndexAny(s, " T"); i > 0 {
		day, rest = s[:i], strings.TrimSpace(s[i+1:])
	}
	for _, layout := range dateLayouts {
		t, err := time.Parse(layout, day)
		if err != nil {
			continue
		}
		if rest == "" {
			return in.wholeDay(t, kind), true
		}
		if rest == "24:00" {
			return When{At: in.local(t.AddDate(0, 0, 1), 0)}, true
		}
		for _, layout := range clockLayouts {
			if c, err := time.Parse(layout, rest); err == nil {
				return When{At: in.local(t, c.Hour()*60+c.Minute())}, true
			}
		}
		return When{}, false
	}
	return When{}, false
}

// serial reads days since the epoch of spreadsheet programs; the fraction is the time of day, rounded to minutes.
func (in *reader) serial(d quantity.Decimal, kind Kind) (When, bool) {
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if in.date1904 {
		epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	one := quantity.Whole(1)
	days, fraction := int(d/one), int64(d%one)
	minutes := int((fraction*24*60 + int64(one)/2) / int64(one))
	if days < 1 || days > 200_000 || fraction < 0 {
		return When{}, false
	}
	day := epoch.AddDate(0, 0, days)
	if fraction == 0 {
		return in.wholeDay(day, kind), true
	}
	return When{At: in.local(day, minutes)}, true
}

func (in *reader) wholeDay(t time.Time, kind Kind) When {
	day := quantity.Date(t.Format(time.DateOnly))
	if kind == KindDateEnd {
		return When{At: day.End(in.zone).UTC(), Day: day}
	}
	return When{At: day.In(in.zone).UTC(), Day: day}
}

// local is the wall time of the factory; a time that a clock change skips moves on by the change.
func (in *reader) local(day time.Time, minutes int) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, minutes, 0, 0, in.zone).UTC()
}

// show writes the point in time as the workbook does.
func (w When) show(zone *time.Location) string {
	if w.Day != "" {
		return string(w.Day)
	}
	return w.At.In(zone).Format("2006-01-02 15:04")
}

// Day is the date cell of a calendar date, as a column of the given kind reads it in a zone.
func Day(d quantity.Date, kind Kind, zone *time.Location) Date {
	in := reader{zone: zone}
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return Date{}
	}
	return Of(in.wholeDay(t, kind))
}

// Moment is the date cell of a point in time, cut to the minute.
func Moment(t time.Time) Date { return Of(When{At: t.UTC().Truncate(time.Minute)}) }
