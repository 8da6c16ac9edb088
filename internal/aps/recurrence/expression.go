// Package recurrence reads Quartz expressions and tells when they come round.
//
// What lives here: the parser, the moments at which an expression fires in a zone, the choices of a form and their expression. What never
// does: the clock, rows, what is to happen at those moments.
package recurrence

import (
	"slices"
	"strconv"
	"strings"
)

// Part is a field of an expression.
type Part int

// The fields of an expression in their order; Whole stands for all of it.
const (
	Seconds Part = iota
	Minutes
	Hours
	DayOfMonth
	Month
	DayOfWeek
	Year
	Whole
)

// Rule is what a faulty expression breaks.
type Rule string

// The rules.
const (
	RuleCount  Rule = "fields" // six or seven fields
	RuleLength Rule = "length" // at most MostLength characters
	RuleRange  Rule = "range"  // a number beyond its bounds, or a range that runs backwards
	RuleFormat Rule = "format" // no way of writing the field
	RuleBoth   Rule = "days"   // a day of the month and a day of the week
)

// MostLength bounds an expression, in bytes.
const MostLength = 200

// LastYear is the last year that an expression may name and in which anything is looked for.
const LastYear = 2199

const firstYear = 1970

// Fault says which rule an expression breaks and where.
type Fault struct {
	Part     Part
	Rule     Rule
	Text     string // what stands there
	From, To int    // bounds of the field, for RuleRange
}

// Error words the fault for logs and tests.
func (f *Fault) Error() string {
	return "recurrence: field " + strconv.Itoa(int(f.Part)) + " breaks " + string(f.Rule) + ": " + f.Text
}

// bounds are the numbers of each field; days of the week count from Sunday, which is 1.
var bounds = [...]struct{ from, to int }{Seconds: {0, 59}, Minutes: {0, 59}, Hours: {0, 23}, DayOfMonth: {1, 31}, Month: {1, 12}, DayOfWeek: {1, 7}, Year: {firstYear, LastYear}}

var (
	monthNames = []string{"JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"}
	dayNames   = []string{"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"}
)

// dayRule is a day that depends on its month.
type dayRule int

const (
	dayListed      dayRule = iota // the values of the field
	dayFromLast                   // n days before the last one: L, L-3
	dayNearWorkday                // the weekday nearest to day n: 15W
	dayLastWorkday                // LW
	weekdayLast                   // the last weekday n of the month: 6L
	weekdayNth                    // the nth weekday of the month: 6#3
)

// Expression is a Quartz expression that was read. Seconds are read and do not count: it fires once in a minute.
type Expression struct {
	values  [Year + 1][]int // sorted; nil: any
	rule    dayRule
	n, week int // of the rule; week: which one of the month
}

// Parse reads an expression of six or seven fields: second, minute, hour, day of month, month, day of week, year. The error is a *Fault.
func Parse(text string) (*Expression, error) {
	if len(text) > MostLength {
		return nil, &Fault{Part: Whole, Rule: RuleLength}
	}
	fields := strings.Fields(strings.ToUpper(text))
	if len(fields) < 6 || len(fields) > 7 {
		return nil, &Fault{Part: Whole, Rule: RuleCount, Text: text}
	}
	e := &Expression{}
	for i, field := range fields {
		if err := e.read(Part(i), field); err != nil {
			return nil, err
		}
	}
	if !isAny(fields[DayOfMonth]) && !isAny(fields[DayOfWeek]) {
		return nil, &Fault{Part: Whole, Rule: RuleBoth, Text: fields[DayOfMonth] + " " + fields[DayOfWeek]}
	}
	return e, nil
}

func isAny(field string) bool { return field == "*" || field == "?" }

// read takes over one field.
func (e *Expression) read(part Part, field string) error {
	if field == "*" || field == "?" && (part == DayOfMonth || part == DayOfWeek) {
		return nil
	}
	if special, err := e.special(part, field); special || err != nil {
		return err
	}
	for _, item := range strings.Split(field, ",") {
		values, err := list(part, item)
		if err != nil {
			return err
		}
		e.values[part] = append(e.values[part], values...)
	}
	slices.Sort(e.values[part])
	e.values[part] = slices.Compact(e.values[part])
	return nil
}

// special takes over a day that depends on its month, if the field is one: L, L-3, LW, 15W; L, 6L, 6#3.
func (e *Expression) special(part Part, field string) (is bool, err error) {
	switch part {
	case DayOfMonth:
		before, counted := strings.CutPrefix(field, "L-")
		near, isNear := strings.CutSuffix(field, "W")
		switch {
		case field == "L":
			e.rule = dayFromLast
		case field == "LW":
			e.rule = dayLastWorkday
		case counted:
			e.rule = dayFromLast
			e.n, err = number(part, before, nil, 1, 30)
		case isNear:
			e.rule = dayNearWorkday
			e.n, err = number(part, near, nil, 1, 31)
		default:
			return false, nil
		}
	case DayOfWeek:
		day, isLast := strings.CutSuffix(field, "L")
		weekday, nth, isNth := strings.Cut(field, "#")
		switch {
		case field == "L": // the last day of the week
			e.values[DayOfWeek] = []int{7}
		case isLast:
			e.rule = weekdayLast
			e.n, err = number(part, day, dayNames, 1, 7)
		case isNth:
			e.rule = weekdayNth
			if e.n, err = number(part, weekday, dayNames, 1, 7); err == nil {
				e.week, err = number(part, nth, nil, 1, 5)
			}
		default:
			return false, nil
		}
	default:
		return false, nil
	}
	return true, err
}

// list are the numbers of one item of a field: 5, 1-5, MON-FRI, *, 0/15, 8-18/2.
func list(part Part, item string) ([]int, error) {
	b := bounds[part]
	var names []string
	switch part {
	case Month:
		names = monthNames
	case DayOfWeek:
		names = dayNames
	}
	span, stepped, hasStep := strings.Cut(item, "/")
	step := 1
	var err error
	if hasStep {
		if step, err = number(part, stepped, nil, 1, b.to); err != nil {
			return nil, err
		}
	}
	low, high, isRange := strings.Cut(span, "-")
	from, to := b.from, b.to
	switch {
	case span == "*":
	case isRange:
		if from, err = number(part, low, names, b.from, b.to); err != nil {
			return nil, err
		}
		if to, err = number(part, high, names, b.from, b.to); err != nil {
			return nil, err
		}
		if to < from {
			return nil, &Fault{part, RuleRange, item, b.from, b.to}
		}
	default:
		if from, err = number(part, span, names, b.from, b.to); err != nil {
			return nil, err
		}
		if !hasStep {
			to = from
		}
	}
	var values []int
	for v := from; v <= to; v += step {
		values = append(values, v)
	}
	return values, nil
}

// number reads a number of a field, or one of its names.
func number(part Part, text string, names []string, from, to int) (int, error) {
	if k := slices.Index(names, text); k >= 0 {
		return k + 1, nil
	}
	if text == "" || len(text) > 4 || strings.Trim(text, "0123456789") != "" {
		return 0, &Fault{Part: part, Rule: RuleFormat, Text: text}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < from || n > to {
		return 0, &Fault{part, RuleRange, text, from, to}
	}
	return n, nil
}
