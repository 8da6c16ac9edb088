package completion_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"mouldworks/internal/aps/completion"
)

func shanghai(t *testing.T, text string) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04:05", text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// A day is what the clock of the factory makes of it.
func TestDaysFollowTheClockOfTheFactory(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	days := completion.Days(time.Date(2026, 3, 28, 13, 0, 0, 0, berlin), time.Date(2026, 3, 30, 0, 0, 0, 0, berlin))
	var got []string
	for _, d := range days {
		got = append(got, fmt.Sprint(d.Date, " ", d.Ends.Sub(d.Begins).Hours()))
	}
	if want := []string{"2026-03-28 24", "2026-03-29 23", "2026-03-30 24"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if autumn := completion.Days(time.Date(2026, 10, 25, 5, 0, 0, 0, berlin), time.Date(2026, 10, 25, 6, 0, 0, 0, berlin)); len(autumn) != 1 || autumn[0].Ends.Sub(autumn[0].Begins) != 25*time.Hour {
		t.Errorf("%v", autumn)
	}
	if none := completion.Days(days[2].Begins, days[0].Begins); len(none) != 0 {
		t.Errorf("an interval that ends before it begins: %v", none)
	}
}

// The planned day is 2 March, the planned end 16:00.
func TestWhatBecameOfATask(t *testing.T) {
	day := completion.Days(shanghai(t, "2026-03-02 00:00:00"), shanghai(t, "2026-03-02 00:00:00"))[0]
	end := shanghai(t, "2026-03-02 16:00:00")
	for _, c := range []struct {
		real          string
		byDay, moment completion.State
	}{
		{"2026-03-01 23:59:59", completion.Early, completion.Early},
		{"2026-03-02 00:00:00", completion.OnTime, completion.OnTime},
		{"2026-03-02 16:00:59", completion.OnTime, completion.OnTime}, // the minute counts
		{"2026-03-02 16:01:00", completion.OnTime, completion.Late},
		{"2026-03-02 23:59:59", completion.OnTime, completion.Late},
		{"2026-03-03 00:00:00", completion.Late, completion.Late},
	} {
		real := shanghai(t, c.real)
		if got := completion.StateOf(day, end, &real, completion.ByDay); got != c.byDay {
			t.Errorf("%s by the day: %s", c.real, got)
		}
		if got := completion.StateOf(day, end, &real, completion.ByMoment); got != c.moment {
			t.Errorf("%s by the planned end: %s", c.real, got)
		}
	}
	if got := completion.StateOf(day, end, nil, completion.ByDay); got != completion.Unfinished {
		t.Errorf("without a real end: %s", got)
	}
}

// APS-CAP-04: one task of three makes 33.333333 %; what is out of plan is in no base, and without a base there is no rate.
func TestRates(t *testing.T) {
	var s completion.Sum
	if s.Add(completion.OutOfPlan, 7); s.Rate() != nil || s.Base != 0 {
		t.Errorf("a rate of nothing: %+v", s)
	}
	s.Add(completion.Early, 1)
	s.Add(completion.Late, 1)
	s.Add(completion.Unfinished, 1)
	if rate := s.Rate(); rate == nil || *rate != 33.333333 {
		t.Errorf("%v", rate)
	}
	s.Add(completion.OnTime, 1)
	if *s.Rate() != 50 || s != (completion.Sum{Base: 4, Early: 1, OnTime: 1, Late: 1, Unfinished: 1, OutOfPlan: 7}) {
		t.Errorf("%+v", s)
	}
}

func TestTheLastSegmentSaysWhenATaskEnds(t *testing.T) {
	at := func(hour int) *time.Time { x := time.Date(2026, 3, 2, hour, 0, 0, 0, time.UTC); return &x }
	wholes := completion.Wholes([]completion.Piece{
		{"cut", at(30), 60}, {"cut", at(10), 90}, {"one", at(12), 15}, {"open", at(8), 5}, {"open", nil, 5}, {"none", nil, 20},
	})
	if got := fmt.Sprint(wholes); got != fmt.Sprint([]completion.Whole{{2, *at(12), 15}, {0, *at(30), 150}}) {
		t.Errorf("%s", got)
	}
}

// Parts sum to the total, whatever they are parts of.
func TestPartsSumToTheTotal(t *testing.T) {
	states := []completion.State{completion.Early, completion.OnTime, completion.Late, completion.Unfinished, completion.OutOfPlan}
	rapid.Check(t, func(t *rapid.T) {
		var all []completion.Counted[int]
		for range rapid.IntRange(0, 60).Draw(t, "tasks") {
			all = append(all, completion.Counted[int]{
				Of: rapid.IntRange(0, 5).Draw(t, "of"), State: rapid.SampledFrom(states).Draw(t, "state"), Minutes: rapid.Int64Range(0, 5000).Draw(t, "minutes"),
			})
		}
		of, total := completion.Count(all)
		var sum completion.Figures
		for _, f := range of {
			for _, x := range []struct{ to, add *completion.Sum }{{&sum.Count, &f.Count}, {&sum.Minutes, &f.Minutes}} {
				x.to.Base += x.add.Base
				x.to.Early += x.add.Early
				x.to.OnTime += x.add.OnTime
				x.to.Late += x.add.Late
				x.to.Unfinished += x.add.Unfinished
				x.to.OutOfPlan += x.add.OutOfPlan
			}
		}
		if sum != total {
			t.Fatalf("%+v, in all %+v", sum, total)
		}
		for _, s := range []completion.Sum{total.Count, total.Minutes} {
			if s.Base != s.Early+s.OnTime+s.Late+s.Unfinished {
				t.Fatalf("%+v", s)
			}
			if rate := s.Rate(); (rate == nil) != (s.Base == 0) || rate != nil && (*rate < 0 || *rate > 100) {
				t.Fatalf("%+v has the rate %v", s, rate)
			}
		}
	})
}
