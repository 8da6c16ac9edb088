// Package quantity holds the numbers and dates of the product: fixed-point decimals, working time in minutes that
// travels as decimal hours, and calendar dates without a time of day.
//
// What never lives here: money arithmetic of a domain, calendars, zones.
package quantity

import (
	"bytes"
	"cmp"
	"database/sql/driver"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Decimal is a fixed-point number with six decimals. It is never a float: sums are exact.
// On the wire it is a JSON number whose absolute value stays below 1e9.
type Decimal int64

const (
	one = 1_000_000
	// limit keeps every Decimal exact in a JavaScript number.
	limit = 1_000_000_000 * one
)

// ErrNumber is returned for text that is no number of the wanted kind or that is out of range.
var ErrNumber = errors.New("quantity: not a number in range")

// Whole makes a Decimal of an integer.
func Whole(n int64) Decimal { return Decimal(n * one) }

// Figure is a number as it was typed: the decimal that is kept of it, and to which side of that it lies. A limit holds what was
// typed, so that no figure beyond it comes in by being rounded.
type Figure struct {
	Kept Decimal
	rest int // sign of what was typed less what is kept
}

// Below tells whether the figure is less than a limit.
func (f Figure) Below(low Decimal) bool { return f.Kept < low || f.Kept == low && f.rest < 0 }

// Above tells whether the figure is more than a limit.
func (f Figure) Above(high Decimal) bool { return f.Kept > high || f.Kept == high && f.rest > 0 }

// IsWhole tells whether the figure is a whole number.
func (f Figure) IsWhole() bool { return f.Kept%one == 0 && f.rest == 0 }

// Percent is the figure of which this one counts hundredths.
func (f Figure) Percent() Figure {
	kept := f.Kept / 100
	return Figure{kept, cmp.Or(cmp.Compare(f.Kept, kept*100), f.rest)}
}

// Nearest makes a Decimal of a limit that is declared as a float.
func Nearest(f float64) Decimal { return Decimal(math.Round(f * one)) }

// ParseDecimal reads digits with at most one decimal point; decimals after the sixth are rounded half up.
func ParseDecimal(s string) (Decimal, error) {
	f, err := ParseFigure(s)
	return f.Kept, err
}

// ParseFigure is ParseDecimal for a number that has limits.
func ParseFigure(s string) (Figure, error) {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "eE") { // 1e3, as a spreadsheet may write it
		f, err := strconv.ParseFloat(s, 64)
		if err != nil || f >= limit/one || f <= -limit/one {
			return Figure{}, ErrNumber
		}
		s = strconv.FormatFloat(f, 'f', -1, 64)
	}
	negative := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(strings.TrimPrefix(s, "-"), "+")
	whole, fraction, _ := strings.Cut(s, ".")
	if whole == "" && fraction == "" || !digits(whole) || !digits(fraction) || len(strings.TrimLeft(whole, "0")) > 9 {
		return Figure{}, ErrNumber
	}
	padded := fraction + "0000000"
	sixth, err := strconv.ParseInt("0"+whole+padded[:6], 10, 64)
	if err != nil {
		return Figure{}, ErrNumber
	}
	f := Figure{Kept: Decimal(sixth)}
	if strings.Trim(padded[6:], "0") != "" {
		f.rest = 1
	}
	if padded[6] >= '5' {
		f = Figure{f.Kept + 1, -1} // more is kept than was typed
	}
	if f.Kept >= limit {
		return Figure{}, ErrNumber
	}
	if negative {
		f = Figure{-f.Kept, -f.rest}
	}
	return f, nil
}

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// String writes the number without trailing zeros.
func (d Decimal) String() string {
	v, sign := int64(d), ""
	if v < 0 {
		v, sign = -v, "-"
	}
	s := sign + strconv.FormatInt(v/one, 10)
	if f := v % one; f != 0 {
		s += "." + strings.TrimRight(fmt.Sprintf("%06d", f), "0")
	}
	return s
}

// Float is for ratios that leave the domain, such as a work rate given to the engine.
func (d Decimal) Float() float64 { return float64(d) / one }

// MarshalJSON writes a JSON number.
func (d Decimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a JSON number; null is zero.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		*d = 0
		return nil
	}
	v, err := ParseDecimal(string(b))
	*d = v
	return err
}

// Minutes is working time or a wait in whole minutes; the API speaks decimal hours.
type Minutes int64

// ParseHours reads decimal hours and rounds half up to minutes, once, here at the border.
func ParseHours(s string) (Minutes, error) {
	d, err := ParseDecimal(s)
	if err != nil {
		return 0, err
	}
	return HoursToMinutes(d), nil
}

// Figure is the span in hours as it was typed with seconds of a last minute, which were rounded.
func (m Minutes) Figure(seconds int) Figure {
	rest := seconds
	if seconds >= 30 {
		rest = -1
	}
	return Figure{m.Hours(), cmp.Compare(rest, 0)}
}

// HoursToMinutes rounds half up, away from zero for negative values.
func HoursToMinutes(h Decimal) Minutes {
	v := int64(h) * 60
	if v < 0 {
		return Minutes(-((-v + one/2) / one))
	}
	return Minutes((v + one/2) / one)
}

// LessThanAMinute tells whether a text is a number of hours that is not 0 but would be kept as 0 minutes: whoever wrote it means
// some time.
func LessThanAMinute(hours string) bool {
	h, err := strconv.ParseFloat(strings.TrimSpace(hours), 64)
	return err == nil && h != 0 && h > -0.01 && h < 0.01 && HoursToMinutes(Decimal(h*one)) == 0
}

// Hours is the same span as a decimal number of hours.
func (m Minutes) Hours() Decimal {
	v := int64(m) * one
	if v < 0 {
		return Decimal(-((-v + 30) / 60))
	}
	return Decimal((v + 30) / 60)
}

// String writes the span in hours.
func (m Minutes) String() string { return m.Hours().String() }

// MarshalJSON writes decimal hours.
func (m Minutes) MarshalJSON() ([]byte, error) { return m.Hours().MarshalJSON() }

// UnmarshalJSON reads decimal hours; null is zero.
func (m *Minutes) UnmarshalJSON(b []byte) error {
	var d Decimal
	if err := d.UnmarshalJSON(b); err != nil {
		return err
	}
	*m = HoursToMinutes(d)
	return nil
}

// The years that a moment or a date of a shop lies in. One outside of them is a slip, and calendars would be laid out over
// centuries.
const (
	FirstYear = 1990
	LastYear  = 2199
)

// Planned tells whether a moment lies in the years of a shop, by its own zone.
func Planned(at time.Time) bool { return at.Year() >= FirstYear && at.Year() <= LastYear }

// Date is a calendar date without a time of day, written 2026-03-20; the empty Date is no date.
type Date string

// ParseDate reads 2026-03-20 and, as people type it, 2026/3/20.
func ParseDate(s string) (Date, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return "", nil
	}
	for _, layout := range []string{time.DateOnly, "2006-1-2", "2006/1/2"} {
		if t, err := time.Parse(layout, s); err == nil {
			return Date(t.Format(time.DateOnly)), nil
		}
	}
	return "", ErrNumber
}

// Planned tells whether a date lies in the years of a shop; no date does. Reading leaves that open, so that rows of earlier
// versions are read.
func (d Date) Planned() bool {
	t, err := time.Parse(time.DateOnly, string(d))
	return d == "" || err == nil && Planned(t)
}

// DateOf is the date of an instant in a zone.
func DateOf(t time.Time, zone *time.Location) Date { return Date(t.In(zone).Format(time.DateOnly)) }

// In is the first moment of the date in a zone; the zero time for no date.
func (d Date) In(zone *time.Location) time.Time {
	t, err := time.ParseInLocation(time.DateOnly, string(d), zone)
	if err != nil {
		return time.Time{}
	}
	return t
}

// End is the first moment after the date in a zone: a date without a time means its end when something is due.
func (d Date) End(zone *time.Location) time.Time {
	t := d.In(zone)
	if t.IsZero() {
		return t
	}
	return time.Date(t.Year(), t.Month(), t.Day()+1, 0, 0, 0, 0, zone)
}

// EndedAt is the date that ends at a moment in a zone: the way back of End. It is "" for a moment within a day.
func EndedAt(at time.Time, zone *time.Location) Date {
	d := Date(at.Add(-time.Nanosecond).In(zone).Format(time.DateOnly))
	if !d.End(zone).Equal(at) {
		return ""
	}
	return d
}

// MarshalJSON writes the date, or null for none.
func (d Date) MarshalJSON() ([]byte, error) {
	if d == "" {
		return []byte("null"), nil
	}
	return strconv.AppendQuote(nil, string(d)), nil
}

// UnmarshalJSON reads a date; null and "" are none.
func (d *Date) UnmarshalJSON(b []byte) error {
	if bytes.Equal(b, []byte("null")) {
		*d = ""
		return nil
	}
	s, err := strconv.Unquote(string(b))
	if err != nil {
		return ErrNumber
	}
	*d, err = ParseDate(s)
	return err
}

// Value stores no date as NULL.
func (d Date) Value() (driver.Value, error) {
	if d == "" {
		return nil, nil
	}
	return string(d), nil
}

// Scan reads a stored date.
func (d *Date) Scan(src any) error {
	switch v := src.(type) {
	case nil:
		*d = ""
	case string:
		*d = Date(v)
	case []byte:
		*d = Date(v)
	default:
		return fmt.Errorf("quantity: cannot read %T as a date", src)
	}
	return nil
}

// Schema describes the number in OpenAPI.
func (Decimal) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Description: "Fixed point, at most six decimals"}
}

// Schema describes the span in OpenAPI.
func (Minutes) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Description: "Hours, decimal, kept in whole minutes"}
}

// Schema describes the date in OpenAPI.
func (Date) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date", Nullable: true}
}
