package recurrence_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mouldworks/internal/aps/recurrence"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func next(t testing.TB, text, in, after string, n int) string {
	t.Helper()
	e, err := recurrence.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	from, err := time.ParseInLocation("2006-01-02 15:04", after, zone(t, in))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, at := range e.Next(from, zone(t, in), n) {
		said = append(said, at.In(zone(t, in)).Format("2006-01-02 15:04"))
	}
	return strings.Join(said, ", ")
}

// APS-AUTO-03: an expression fires at these moments, in the factory's zone.
func TestWhenExpressionsFire(t *testing.T) {
	for _, c := range []struct{ text, after, want string }{
		{"0 30 6 * * ?", "2026-03-02 06:29", "2026-03-02 06:30, 2026-03-03 06:30, 2026-03-04 06:30"},
		{"0 30 6 * * ?", "2026-03-02 06:30", "2026-03-03 06:30, 2026-03-04 06:30, 2026-03-05 06:30"},
		{"0 0 6,18 * * ?", "2026-03-02 12:00", "2026-03-02 18:00, 2026-03-03 06:00, 2026-03-03 18:00"},
		{"0 30 6 ? * MON-FRI", "2026-03-06 07:00", "2026-03-09 06:30, 2026-03-10 06:30, 2026-03-11 06:30"},
		{"0 30 6 ? * 2,1", "2026-03-06 07:00", "2026-03-08 06:30, 2026-03-09 06:30, 2026-03-15 06:30"},
		{"0 30 6 ? * mon", "2026-03-06 07:00", "2026-03-09 06:30, 2026-03-16 06:30, 2026-03-23 06:30"},
		{"0 0 6 31 * ?", "2026-03-02 00:00", "2026-03-31 06:00, 2026-05-31 06:00, 2026-07-31 06:00"},
		{"0 0 6 L * ?", "2026-02-01 00:00", "2026-02-28 06:00, 2026-03-31 06:00, 2026-04-30 06:00"},
		{"0 0 6 L-3 * ?", "2026-02-01 00:00", "2026-02-25 06:00, 2026-03-28 06:00, 2026-04-27 06:00"},
		{"0 0 6 LW * ?", "2026-02-01 00:00", "2026-02-27 06:00, 2026-03-31 06:00, 2026-04-30 06:00"},
		{"0 0 6 15W * ?", "2026-02-01 00:00", "2026-02-16 06:00, 2026-03-16 06:00, 2026-04-15 06:00"},
		{"0 0 6 1W * ?", "2026-07-15 00:00", "2026-08-03 06:00, 2026-09-01 06:00, 2026-10-01 06:00"},
		{"0 0 6 ? * 6L", "2026-03-02 00:00", "2026-03-27 06:00, 2026-04-24 06:00, 2026-05-29 06:00"},
		{"0 0 6 ? * FRI#5", "2026-03-02 00:00", "2026-05-29 06:00, 2026-07-31 06:00, 2026-10-30 06:00"},
		{"0 0 6 ? * L", "2026-03-02 00:00", "2026-03-07 06:00, 2026-03-14 06:00, 2026-03-21 06:00"},
		{"0 0 6 29 2 ?", "2026-03-02 00:00", "2028-02-29 06:00, 2032-02-29 06:00, 2036-02-29 06:00"},
		{"0 0 6 ? 2 MON#5", "2026-03-02 00:00", "2044-02-29 06:00, 2072-02-29 06:00, 2112-02-29 06:00"},
		{"0 0/20 8-9 * * ?", "2026-03-02 08:30", "2026-03-02 08:40, 2026-03-02 09:00, 2026-03-02 09:20"},
		{"0/10 * * * * ?", "2026-03-02 08:30", "2026-03-02 08:31, 2026-03-02 08:32, 2026-03-02 08:33"},
		{"0 0 6 1 JAN,jul ? 2027-2028/1", "2026-03-02 00:00", "2027-01-01 06:00, 2027-07-01 06:00, 2028-01-01 06:00"},
		{"0 0 6 1 1 ? 2027", "2026-03-02 00:00", "2027-01-01 06:00"},
		// What never comes.
		{"0 0 6 30 2 ?", "2026-03-02 00:00", ""},
		{"0 0 6 31 2,4,6,9,11 ?", "2026-03-02 00:00", ""},
		{"0 0 6 29 2 ? 2027", "2026-03-02 00:00", ""},
		{"0 0 6 L-30 2 ?", "2026-03-02 00:00", ""},
		{"0 0 6 * * ? 2020", "2026-03-02 00:00", ""},
	} {
		if got := next(t, c.text, "Asia/Shanghai", c.after, 3); got != c.want {
			t.Errorf("%s after %s: %s, want %s", c.text, c.after, got, c.want)
		}
	}
}

// A time that the clocks leave out counts as the first minute after the gap, one that they show twice counts once.
func TestWhenTheClocksChange(t *testing.T) {
	for _, c := range []struct{ text, zone, after, want string }{
		{"0 30 2 * * ?", "Europe/Berlin", "2026-03-28 00:00", "2026-03-28 02:30, 2026-03-29 03:00, 2026-03-30 02:30"},
		{"0 0,30 2,3 * * ?", "Europe/Berlin", "2026-03-29 00:00", "2026-03-29 03:00, 2026-03-29 03:30, 2026-03-30 02:00"},
		{"0 30 2 * * ?", "Europe/Berlin", "2026-10-24 00:00", "2026-10-24 02:30, 2026-10-25 02:30, 2026-10-26 02:30"},
		{"0 30 0 * * ?", "America/Sao_Paulo", "2018-11-03 00:00", "2018-11-03 00:30, 2018-11-04 01:00, 2018-11-05 00:30"},
		{"0 0 12 * * ?", "Pacific/Apia", "2011-12-29 00:00", "2011-12-29 12:00, 2011-12-31 00:00, 2011-12-31 12:00"}, // the 30th was left out
	} {
		if got := next(t, c.text, c.zone, c.after, 3); got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.text, c.zone, got, c.want)
		}
	}
	e, err := recurrence.Parse("0 30 2 25 10 ? 2026")
	if err != nil {
		t.Fatal(err)
	}
	twice := e.Next(time.Date(2026, 10, 24, 0, 0, 0, 0, time.UTC), zone(t, "Europe/Berlin"), 10)
	if len(twice) != 1 || twice[0].UTC().Format("15:04") != "00:30" { // summer time
		t.Errorf("2:30 of a day that has it twice: %v", twice)
	}
}

// A faulty expression is refused by the field and the rule that it breaks.
func TestFaultyExpressions(t *testing.T) {
	for text, want := range map[string]recurrence.Fault{
		"":                               {Part: recurrence.Whole, Rule: recurrence.RuleCount},
		"0 0 6 * *":                      {Part: recurrence.Whole, Rule: recurrence.RuleCount},
		"0 0 6 * * ? 2026 1":             {Part: recurrence.Whole, Rule: recurrence.RuleCount},
		"@daily":                         {Part: recurrence.Whole, Rule: recurrence.RuleCount},
		"0 0 6 1 * MON":                  {Part: recurrence.Whole, Rule: recurrence.RuleBoth},
		"60 0 6 * * ?":                   {Part: recurrence.Seconds, Rule: recurrence.RuleRange},
		"0 60 6 * * ?":                   {Part: recurrence.Minutes, Rule: recurrence.RuleRange},
		"0 -1 6 * * ?":                   {Part: recurrence.Minutes, Rule: recurrence.RuleFormat},
		"0 0/0 6 * * ?":                  {Part: recurrence.Minutes, Rule: recurrence.RuleRange},
		"0 ? 6 * * ?":                    {Part: recurrence.Minutes, Rule: recurrence.RuleFormat},
		"0 0 24 * * ?":                   {Part: recurrence.Hours, Rule: recurrence.RuleRange},
		"0 0 9-8 * * ?":                  {Part: recurrence.Hours, Rule: recurrence.RuleRange},
		"0 0 six * * ?":                  {Part: recurrence.Hours, Rule: recurrence.RuleFormat},
		"0 0 6, * * ?":                   {Part: recurrence.Hours, Rule: recurrence.RuleFormat},
		"0 0 6 32 * ?":                   {Part: recurrence.DayOfMonth, Rule: recurrence.RuleRange},
		"0 0 6 L-31 * ?":                 {Part: recurrence.DayOfMonth, Rule: recurrence.RuleRange},
		"0 0 6 1,L * ?":                  {Part: recurrence.DayOfMonth, Rule: recurrence.RuleFormat},
		"0 0 6 * 13 ?":                   {Part: recurrence.Month, Rule: recurrence.RuleRange},
		"0 0 6 * FOO ?":                  {Part: recurrence.Month, Rule: recurrence.RuleFormat},
		"0 0 6 ? * 8":                    {Part: recurrence.DayOfWeek, Rule: recurrence.RuleRange},
		"0 0 6 ? * MON#6":                {Part: recurrence.DayOfWeek, Rule: recurrence.RuleRange},
		"0 0 6 ? * 2#1,3#2":              {Part: recurrence.DayOfWeek, Rule: recurrence.RuleFormat},
		"0 0 6 * * ? 99999":              {Part: recurrence.Year, Rule: recurrence.RuleFormat},
		"0 0 6 * * ? 2200":               {Part: recurrence.Year, Rule: recurrence.RuleRange},
		"0 " + strings.Repeat("1,", 100): {Part: recurrence.Whole, Rule: recurrence.RuleLength},
	} {
		_, err := recurrence.Parse(text)
		var f *recurrence.Fault
		if !errors.As(err, &f) || f.Part != want.Part || f.Rule != want.Rule {
			t.Errorf("%q: %v, want field %d and rule %s", text, err, want.Part, want.Rule)
		}
	}
}

// APS-AUTO-01: what a form offers becomes an expression, and that the same choice again.
func TestChoicesAndTheirExpressions(t *testing.T) {
	every := []int{}
	for h := range 24 {
		every = append(every, h)
	}
	for _, c := range []struct {
		choice recurrence.Choice
		want   string
	}{
		{recurrence.Choice{Every: recurrence.EveryDay, Hours: []int{6}, Minute: new(30)}, "0 30 6 * * ?"},
		{recurrence.Choice{Every: recurrence.EveryDay, Hours: []int{18, 6, 6}, Minute: new(0)}, "0 0 6,18 * * ?"},
		{recurrence.Choice{Every: recurrence.EveryDay, Hours: every, Minute: new(5)}, "0 5 * * * ?"},
		{recurrence.Choice{Every: recurrence.EveryWeek, Weekdays: []int{5, 1, 7}, Hours: []int{6}, Minute: new(30)}, "0 30 6 ? * MON,FRI,SUN"},
		{recurrence.Choice{Every: recurrence.EveryMonth, MonthDays: []int{15, 1}, Hours: []int{6}, Minute: new(30)}, "0 30 6 1,15 * ?"},
		{recurrence.Choice{Every: recurrence.EveryMonth, MonthDays: []int{1}, LastDay: true, Hours: []int{6}, Minute: new(30)}, "0 30 6 L * ?"},
	} {
		got := c.choice.Expression()
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.choice, got, c.want)
		}
		back, err := recurrence.ChoiceOf(got)
		if err != nil || back.Every != c.choice.Every || back.Expression() != got {
			t.Errorf("%s comes back as %+v, %v", got, back, err)
		}
	}
	if week, err := recurrence.ChoiceOf("0 30 6 ? * SUN,MON"); err != nil || !slices.Equal(week.Weekdays, []int{1, 7}) || *week.Minute != 30 || !slices.Equal(week.Hours, []int{6}) {
		t.Errorf("a week: %+v, %v", week, err)
	}
	if _, err := recurrence.ChoiceOf("never"); err == nil {
		t.Error("no expression is a choice")
	}
}

// Of any lists of numbers, exactly the minutes fire that a walk over every minute finds.
func TestAgainstEveryMinute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := func(name string, from, to int) (field string, has func(int) bool) {
			values := rapid.SliceOfNDistinct(rapid.IntRange(from, to), 0, 4, rapid.ID[int]).Draw(t, name)
			if len(values) == 0 {
				return "*", func(int) bool { return true }
			}
			return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(values), "[]")), ","), func(x int) bool { return slices.Contains(values, x) }
		}
		minutes, inMinutes := set("minutes", 0, 59)
		hours, inHours := set("hours", 0, 23)
		months, inMonths := set("months", 1, 12)
		days, inDays := set("days", 1, 31)
		weekdays, inWeekdays := "?", func(int) bool { return true }
		if rapid.Bool().Draw(t, "by weekday") {
			days, inDays = "?", inWeekdays
			weekdays, inWeekdays = set("weekdays", 1, 7)
		}
		text := strings.Join([]string{"0", minutes, hours, days, months, weekdays}, " ")
		e, err := recurrence.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		from := time.Date(2027, 12, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 90*24*60).Draw(t, "after")) * time.Minute)
		until := from.AddDate(0, 1, 0)
		var want []time.Time
		for at := from.Add(time.Minute); len(want) < 10 && at.Before(until); at = at.Add(time.Minute) {
			if inMinutes(at.Minute()) && inHours(at.Hour()) && inDays(at.Day()) && inMonths(int(at.Month())) && inWeekdays(int(at.Weekday())+1) {
				want = append(want, at)
			}
		}
		got := slices.DeleteFunc(e.Next(from, time.UTC, 10), func(at time.Time) bool { return !at.Before(until) })
		if !slices.EqualFunc(got, want, time.Time.Equal) {
			t.Fatalf("%s after %s: %s, want %s", text, from, got, want)
		}
	})
}

// FuzzParse: whatever somebody sends is read or refused, and what was read ends, in every zone, with moments in their order.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"0 30 6 * * ?", "0 0 6 30 2 ?", "0 0 6 29 2 ? 2027", "0 0 6 ? 2 MON#5", "0 0 6 L-30 2 ?", "0 0 6 31 2,4,6,9,11 ?", "* * * * * *", "0 0 6 15W * ?", "0 0 6 LW * ?", "0 0 6 ? * 7L",
		"0 0/59 0/23 1/31 1/12 ?", "0 0 6 * * ? 1970-2199/200", "@daily", "0 0 6 L * L", ", , , , , ,", "0 0 6 1,,2 * ?", "0 0 6 ? * #", "0 0 6 W * ?", "0 0 6 - * ?", "0 0 6 / * ?", "９ 0 6 * * ?", "\x00",
	} {
		f.Add(seed)
	}
	zones := []*time.Location{zone(f, "Asia/Shanghai"), zone(f, "Europe/Berlin"), zone(f, "America/Sao_Paulo"), zone(f, "Pacific/Apia")}
	from := time.Date(2011, 12, 1, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := recurrence.Parse(text)
		if err != nil {
			var fault *recurrence.Fault
			if !errors.As(err, &fault) || fault.Rule == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, z := range zones {
			began := time.Now()
			last := from
			for _, at := range e.Next(from, z, 10) {
				if !at.After(last) || at.Second() != 0 || at.In(z).Year() > recurrence.LastYear+1 {
					t.Fatalf("%q in %s: %s after %s", text, z, at, last)
				}
				last = at
			}
			if took := time.Since(began); took > 5*time.Second { // some milliseconds, on a machine that does nothing else
				t.Fatalf("%q took %s", text, took)
			}
		}
	})
}
