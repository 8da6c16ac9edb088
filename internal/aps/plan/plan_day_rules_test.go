package plan

import (
	"testing"
	"time"

	"mouldworks/internal/aps/completion"
)

// With which plan a day began. The plan is in force since 2 March, 20:00, and replaced on 4 March, 10:00, unless a case says otherwise.
func TestWithWhichPlanADayBegan(t *testing.T) {
	zone := time.FixedZone("", 8*3600)
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, zone) }
	since, until := at(2, 20), at(4, 10)
	for name, c := range map[string]struct {
		day          int
		stored       string
		since, until time.Time
		want         bool
	}{
		"on the day of the publication":                {2, "", since, until, false},
		"the day after":                                {3, "", since, until, true},
		"the day of the replacement":                   {4, "", since, until, true},
		"the day after that":                           {5, "", since, until, false},
		"published at 00:00":                           {3, "", at(3, 0), until, true},
		"replaced at 00:00":                            {4, "", since, at(4, 0), false},
		"kept already":                                 {3, "2026-03-03", since, until, false},
		"after a day that was kept":                    {4, "2026-03-03", since, until, true},
		"midnight moved before the plan came in force": {3, "2026-03-02", at(3, 4), until, true},
	} {
		day := completion.Days(at(c.day, 0), at(c.day, 0))[0]
		if got := began(day, c.stored, c.since, c.until); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
