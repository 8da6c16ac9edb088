package recurrence

import (
	"slices"
	"strconv"
	"strings"
)

// How often something recurs, as a form offers it.
const (
	EveryDay   = "day"
	EveryWeek  = "week"
	EveryMonth = "month"
)

// Choice is what a form offers: days, and times on these days. Choices alone make expressions; what else Quartz can say has no form.
type Choice struct {
	Every     string // day, week or month; empty: not chosen
	Weekdays  []int  // of every week, 1 Monday to 7 Sunday
	MonthDays []int  // of every month; months without one of them leave it out
	LastDay   bool   // the last day of every month, in place of MonthDays
	Hours     []int
	Minute    *int // of each of the hours
}

// Expression is the choice as a Quartz expression. The choice must be complete.
func (c Choice) Expression() string {
	day, week := "*", "?"
	switch {
	case c.Every == EveryWeek:
		names := []string{}
		for _, d := range ordered(c.Weekdays) {
			names = append(names, dayNames[d%7])
		}
		day, week = "?", strings.Join(names, ",")
	case c.Every == EveryMonth && c.LastDay:
		day = "L"
	case c.Every == EveryMonth:
		day = joined(c.MonthDays)
	}
	hours := joined(c.Hours)
	if len(ordered(c.Hours)) == 24 {
		hours = "*"
	}
	return "0 " + strconv.Itoa(*c.Minute) + " " + hours + " " + day + " * " + week
}

func ordered(values []int) []int { return slices.Compact(slices.Sorted(slices.Values(values))) }

func joined(values []int) string {
	words := []string{}
	for _, v := range ordered(values) {
		words = append(words, strconv.Itoa(v))
	}
	return strings.Join(words, ",")
}

// ChoiceOf is the choice whose expression was stored.
func ChoiceOf(text string) (Choice, error) {
	e, err := Parse(text)
	if err != nil {
		return Choice{}, err
	}
	c := Choice{Every: EveryDay, Weekdays: []int{}, MonthDays: []int{}, Hours: valuesOf(e.values[Hours], Hours), Minute: &valuesOf(e.values[Minutes], Minutes)[0]}
	switch {
	case e.values[DayOfWeek] != nil:
		c.Every = EveryWeek
		for _, d := range e.values[DayOfWeek] {
			c.Weekdays = append(c.Weekdays, (d+5)%7+1)
		}
		slices.Sort(c.Weekdays)
	case e.rule == dayFromLast:
		c.Every, c.LastDay = EveryMonth, true
	case e.values[DayOfMonth] != nil:
		c.Every, c.MonthDays = EveryMonth, e.values[DayOfMonth]
	}
	return c, nil
}
