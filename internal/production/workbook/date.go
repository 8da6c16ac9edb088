package workbook

import (
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/quantity"
)

// when reads a date, a local date and time, an RFC 3339 instant or a serial number of a spreadsheet program.
func (in *reader) when(s string, kind Kind) (When, *broken) {
	w, bad := cell.Dates{Zone: in.zone, Date1904: in.date1904}.When(s)
	if bad != nil {
		return When{}, brokenBy(bad)
	}
	if !quantity.Planned(w.At.In(in.zone)) {
		return When{}, &broken{RuleDate, cell.Years}
	}
	return ended(w, kind, in.zone), nil
}

// ended moves a date alone to its end where the column means that.
func ended(w When, kind Kind, zone *time.Location) When {
	if kind == KindDateEnd {
		return w.Due(zone)
	}
	w.Midnight = false
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
