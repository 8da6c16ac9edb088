package model

import (
	"fmt"
	"testing"
	"time"
)

// The week from Monday, the second of March 2026: two machines, or three people, eight hours from Monday to Friday.
func TestGroupTimesCountWhatARunPlansWith(t *testing.T) {
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC) }
	for _, row := range []struct {
		name   string
		change func(s *Shop)
		want   string // of this week and the next: staffed and available hours; units
	}{
		{"two machines", func(*Shop) {}, "80/80 80/80 of 2"},
		{"a holiday", func(s *Shop) { s.Groups[0].Closed = []string{"2026-03-03"} }, "64/64 80/80 of 2"},
		{"a make-up day", func(s *Shop) { s.Groups[0].Workdays = []string{"2026-03-14"} }, "80/80 96/96 of 2"},
		{"maintenance of one machine", func(s *Shop) { s.Machines[0].Exceptions = []Exception{{From: at(4, 8), To: at(5, 12)}} }, "68/68 80/80 of 2"},
		{"maintenance of the group", func(s *Shop) { s.Groups[0].Exceptions = []Exception{{From: at(4, 8), To: at(4, 12)}} }, "72/72 80/80 of 2"},
		{"extra time of the group", func(s *Shop) { s.Groups[0].Exceptions = []Exception{{From: at(7, 8), To: at(7, 12), Extra: true}} }, "88/88 80/80 of 2"},
		{"overtime is not counted", func(s *Shop) { s.Groups[0].Overtime = [][2]string{{"16:00", "19:00"}} }, "80/80 80/80 of 2"},
		{"a machine that may run unattended", func(s *Shop) { s.Machines[0].Automation = true }, "80/208 80/208 of 2"},
		{"a machine of another group", func(s *Shop) { s.Machines[0].GroupID = "h" }, "40/40 40/40 of 1"},
		{"without machines", func(s *Shop) { s.Machines = nil }, "0/0 0/0 of 0"},
		{"people", func(s *Shop) { s.Machines, s.Groups[0].People, s.Groups[0].Members = nil, true, 3 }, "120/120 120/120 of 3"},
		{"neither shift nor calendar", func(s *Shop) { s.Groups[0].Periods, s.Groups[0].Rest = nil, nil }, "336/336 336/336 of 2"},
		{"out of scheduling", func(s *Shop) { s.Groups[0].Scheduled = false }, "0/0 0/0 of 0"},
	} {
		s := &Shop{
			Zone:     "UTC",
			Groups:   []Group{{ID: "g", Scheduled: true, Periods: [][2]string{{"08:00", "16:00"}}, Rest: []int{0, 6}}},
			Machines: []Machine{{ID: "m1", GroupID: "g"}, {ID: "m2", GroupID: "g"}},
		}
		row.change(s)
		times, units, err := s.GroupTimes("g", []time.Time{at(2, 0), at(9, 0), at(16, 0)})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		got := ""
		for _, x := range times {
			got += fmt.Sprintf("%d/%d ", x.Staffed/60, x.Available/60)
		}
		if got += fmt.Sprintf("of %d", units); got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// A week in which the clock goes forward is an hour shorter around the clock, and as long as ever by day.
func TestGroupTimesFollowTheClockOfTheFactory(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	s := &Shop{Zone: "Europe/Berlin", Groups: []Group{{ID: "g", Scheduled: true, Periods: [][2]string{{"08:00", "16:00"}}}}, Machines: []Machine{{ID: "m", GroupID: "g", Automation: true}}}
	monday := func(day int) time.Time { return time.Date(2026, 3, day, 0, 0, 0, 0, berlin) }
	times, _, err := s.GroupTimes("g", []time.Time{monday(23), monday(30)})
	if err != nil || times[0].Staffed != 56*60 || times[0].Available != 167*60 {
		t.Errorf("%+v, %v", times, err)
	}
}
