package model

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/platform/quantity"
)

// A part fits a machine in what is known of both: its longer side along the longer travel, and a limit is the last that fits.
func TestWhatIsKnownOfBothDecides(t *testing.T) {
	n := quantity.Whole
	for name, c := range map[string]struct {
		part   Part
		limits Limits
		want   bool
	}{
		"one side known of the part":            {Part{Length: n(600)}, Limits{Length: n(600), Width: n(300)}, true},
		"the other side known of the part":      {Part{Width: n(600)}, Limits{Length: n(600), Width: n(300)}, true},
		"one side known of the machine":         {Part{Length: n(600), Width: n(400)}, Limits{Length: n(600)}, true},
		"the other side known of the machine":   {Part{Length: n(600), Width: n(400)}, Limits{Width: n(600)}, true},
		"one side known, too long":              {Part{Width: n(601)}, Limits{Length: n(600), Width: n(300)}, false},
		"turned, just":                          {Part{Length: n(400), Width: n(600)}, Limits{Length: n(600), Width: n(400)}, true},
		"turned, too wide":                      {Part{Length: n(401), Width: n(600)}, Limits{Length: n(600), Width: n(400)}, false},
		"no height before a low machine":        {Part{}, Limits{Height: n(1)}, true},
		"unknown hardness before a hard one":    {Part{}, Limits{Softest: n(53), Hardest: n(60)}, true},
		"as soft as it takes":                   {Part{Hardness: n(53)}, Limits{Softest: n(53)}, true},
		"softer than it takes":                  {Part{Hardness: n(52)}, Limits{Softest: n(53)}, false},
		"as hard as it takes":                   {Part{Hardness: n(60)}, Limits{Hardest: n(60)}, true},
		"harder than it takes":                  {Part{Hardness: n(60) + 1}, Limits{Hardest: n(60)}, false},
		"as heavy as it takes":                  {Part{Weight: n(500)}, Limits{Weight: n(500)}, true},
		"heavier, where only that is too much":  {Part{Length: n(1), Weight: n(500) + 1}, Limits{Length: n(1), Weight: n(500)}, false},
		"higher, where everything else is fine": {Part{Height: n(300) + 1, Weight: n(1)}, Limits{Height: n(300), Weight: n(1)}, false},
	} {
		if got := (&Machine{Limits: c.limits}).takes(&c.part); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Standard minutes over a rate are rounded up, so that a plan never promises too little; what has a rate of nothing has its own.
func TestMinutesAtARate(t *testing.T) {
	rate := func(text string) quantity.Decimal {
		d, err := quantity.ParseDecimal(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		minutes quantity.Minutes
		rate    string
		want    int32
	}{{60, "1", 60}, {60, "1.25", 48}, {60, "0.9", 67}, {1, "100", 1}, {0, "0.5", 0}, {60, "0", 60}, {60, "-1", 60}, {61, "2", 31}, {62, "2", 31}, {60, "0.000001", 60_000_000}} {
		if got := Rated(c.minutes, rate(c.rate)); got != c.want {
			t.Errorf("%d at %s: %d, want %d", c.minutes, c.rate, got, c.want)
		}
	}
}

// The hours of assembly by each method, else by the next simpler one, else those of the route; a lot has its share.
func TestHoursOfAssemblyByMethod(t *testing.T) {
	hours := func(fixed, parts, mean quantity.Minutes) *Mould {
		m := &Mould{}
		m.AssemblyBy.Fixed, m.AssemblyBy.Parts, m.AssemblyBy.Mean = fixed, parts, mean
		return m
	}
	for _, c := range []struct {
		method float64
		mould  *Mould
		route  quantity.Minutes
		crew   int
		want   quantity.Minutes
		known  bool
	}{
		{1, hours(10, 20, 30), 5, 1, 5, true},
		{1, hours(10, 20, 30), 0, 1, 0, true},
		{2, hours(10, 20, 30), 5, 1, 10, true},
		{2, hours(0, 20, 30), 5, 1, 5, true},
		{2, hours(0, 20, 30), 0, 1, 0, false},
		{3, hours(10, 21, 30), 5, 1, 21, true},
		{3, hours(10, 21, 30), 5, 2, 11, true},
		{3, hours(10, 21, 30), 5, 0, 21, true},
		{3, hours(10, 0, 30), 5, 1, 5, true},
		{3, hours(10, 0, 30), 0, 1, 0, false},
		{4, hours(10, 20, 30), 5, 1, 30, true},
		{4, hours(10, 20, 0), 5, 1, 10, true},
		{4, hours(0, 20, 0), 5, 1, 5, true},
		{4, hours(0, 0, 0), 0, 1, 0, false},
	} {
		a := &Adapter{Request: Request{Settings: map[string]any{"assemblyHourMethod": c.method}}}
		if got, known := a.assemblyMinutes(c.mould, &Part{}, c.route, c.crew); got != c.want || known != c.known {
			t.Errorf("method %v of %+v, route %d, crew %d: %d %v, want %d %v", c.method, c.mould.AssemblyBy, c.route, c.crew, got, known, c.want, c.known)
		}
	}
	a := &Adapter{Request: Request{Settings: map[string]any{"assemblyHourMethod": 2.0}}}
	if got, _ := a.assemblyMinutes(hours(10, 0, 0), &Part{Qty: 1, Of: 3}, 0, 1); got != 4 {
		t.Errorf("a third of ten minutes: %d", got)
	}
}

// What is in no batch comes first, then the batches by their numbers; an electrode has one lot, and what more than the
// quantity is in batches leaves no rest.
func TestLotsOfAPart(t *testing.T) {
	batches := []Batch{{ID: "y", No: "B2", Qty: 4}, {ID: "x", No: "B1", Qty: 3}}
	for name, c := range map[string]struct {
		part Part
		want string
	}{
		"no batches":                   {Part{No: "P", Qty: 10}, "P 10 of 0"},
		"a rest":                       {Part{No: "P", Qty: 10, Batches: batches}, "P 3 of 10, P/B1 3 of 10, P/B2 4 of 10"},
		"no rest":                      {Part{No: "P", Qty: 7, Batches: batches}, "P/B1 3 of 7, P/B2 4 of 7"},
		"more than there is":           {Part{No: "P", Qty: 6, Batches: batches}, "P/B1 3 of 6, P/B2 4 of 6"},
		"an electrode":                 {Part{No: "E", Qty: 10, Batches: batches, Electrode: true}, "E 10 of 0"},
		"a quantity that nobody knows": {Part{No: "P", Batches: batches[:1]}, "P/B2 4 of 1"},
	} {
		var got []string
		for _, lot := range c.part.lots() {
			got = append(got, fmt.Sprint(lot.lotNo(), " ", lot.Qty, " of ", lot.Of))
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%s: %s, want %s", name, text, c.want)
		}
	}
	for state, want := range map[int][2]bool{1: {false, false}, 2: {false, true}, 3: {true, false}, 4: {true, false}} {
		lot := Part{Batch: &Batch{State: state}}
		if lot.over() != want[0] || lot.Rests() != want[1] || lot.Planned() != (!want[0] && !want[1]) {
			t.Errorf("state %d: over %v, rests %v", state, lot.over(), lot.Rests())
		}
	}
	if whole := (Part{}); whole.over() || whole.Rests() || whole.batchNo() != "" {
		t.Error("what is in no batch is planned")
	}
	for minutes, want := range map[quantity.Minutes]quantity.Minutes{0: 0, 1: 1, 10: 4, 9: 3} {
		if got := (&Part{Qty: 1, Of: 3}).share(minutes); got != want {
			t.Errorf("a third of %d: %d, want %d", minutes, got, want)
		}
	}
}
