package production

import (
	"slices"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

func minutes(n quantity.Minutes) *quantity.Minutes { return &n }

func pieces(n int) *int { return &n }

// march is a moment of the second of March.
func march(hour, minute int) *time.Time {
	at := time.Date(2026, 3, 2, hour, minute, 0, 0, time.UTC)
	return &at
}

// A report is refused for what cannot be: each rule at its limit and just beyond. The floor's clock may run two minutes ahead.
func TestWhatAReportMayNotSay(t *testing.T) {
	begun := Progress{Status: Running, RealStart: march(8, 0)}
	ended := Progress{Status: Finished, RealStart: march(8, 0), RealEnd: march(9, 0)}
	for what, c := range map[string]struct {
		now  Progress
		last int // status
		want string
	}{
		"it runs":                         {begun, NotStarted, ""},
		"it is finished":                  {ended, Running, ""},
		"no such status below":            {Progress{Status: -1, RealStart: march(8, 0)}, NotStarted, "status choice"},
		"no such status above":            {Progress{Status: 4, RealStart: march(8, 0)}, NotStarted, "status choice"},
		"undone":                          {Progress{}, Finished, ""},
		"a pause before it runs":          {Progress{Status: Paused, RealStart: march(8, 0)}, NotStarted, "status notRunning"},
		"a pause after it is finished":    {Progress{Status: Paused, RealStart: march(8, 0)}, Finished, "status notRunning"},
		"a pause":                         {Progress{Status: Paused, RealStart: march(8, 0)}, Running, ""},
		"a second report of a pause":      {Progress{Status: Paused, RealStart: march(8, 0)}, Paused, ""},
		"it runs after it was finished":   {begun, Finished, "status finished"},
		"finished again":                  {ended, Finished, ""},
		"it goes on after a pause":        {begun, Paused, ""},
		"no start":                        {Progress{Status: Running}, NotStarted, "realStart required"},
		"no end":                          {Progress{Status: Finished, RealStart: march(8, 0)}, Running, "realEnd required"},
		"neither":                         {Progress{Status: Finished}, Running, "realEnd required realStart required"},
		"a start two minutes ahead":       {Progress{Status: Running, RealStart: march(12, 2)}, NotStarted, ""},
		"a start three minutes ahead":     {Progress{Status: Running, RealStart: march(12, 3)}, NotStarted, "realStart future"},
		"an end two minutes ahead":        {Progress{Status: Finished, RealStart: march(8, 0), RealEnd: march(12, 2)}, Running, ""},
		"an end three minutes ahead":      {Progress{Status: Finished, RealStart: march(8, 0), RealEnd: march(12, 3)}, Running, "realEnd future"},
		"an end with the start":           {Progress{Status: Finished, RealStart: march(8, 0), RealEnd: march(8, 0)}, Running, ""},
		"an end before the start":         {Progress{Status: Finished, RealStart: march(8, 1), RealEnd: march(8, 0)}, Running, "realEnd dateOrder"},
		"less than no hours":              {Progress{Status: Running, RealStart: march(8, 0), ReportedMinutes: -1}, NotStarted, "reportedHours negative"},
		"less than no hours left":         {Progress{Status: Running, RealStart: march(8, 0), RemainingMinutes: -1}, NotStarted, "remainingHours negative"},
		"five thousand hours":             {Progress{Status: Running, RealStart: march(8, 0), ReportedMinutes: 300_000, RemainingMinutes: 300_000}, NotStarted, ""},
		"a minute more":                   {Progress{Status: Running, RealStart: march(8, 0), ReportedMinutes: 300_001}, NotStarted, "reportedHours range"},
		"a minute more left":              {Progress{Status: Running, RealStart: march(8, 0), RemainingMinutes: 300_001}, NotStarted, "remainingHours range"},
		"all pieces":                      {Progress{Status: Running, RealStart: march(8, 0), QtyDone: 3}, NotStarted, ""},
		"a piece more than there are":     {Progress{Status: Running, RealStart: march(8, 0), QtyDone: 4}, NotStarted, "qtyDone range"},
		"a piece less than none":          {Progress{Status: Running, RealStart: march(8, 0), QtyDone: -1}, NotStarted, "qtyDone negative"},
		"a start that nobody asks it for": {Progress{Status: NotStarted, RealStart: march(13, 0)}, Running, "realStart future"},
	} {
		if got := rulesOf(checkReport(&c.now, &Progress{Status: c.last}, *march(12, 0), 3)); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// A report keeps what the last one said and it leaves out; one that undoes keeps nothing.
func TestWhatAReportKeeps(t *testing.T) {
	o := &Operation{MouldID: "m"}
	o.ID = "o"
	last := Progress{Status: Running, MachineID: "m1", RealStart: march(8, 0), ReportedMinutes: 60, RemainingMinutes: 30, HasRemaining: true, QtyDone: 2}
	noon := *march(12, 0)
	same := func(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }
	for what, c := range map[string]struct {
		r          Report
		last, want Progress
	}{
		"it begins now":            {Report{Status: Running, Now: true, MachineID: "m2"}, Progress{}, Progress{Status: Running, MachineID: "m2", RealStart: &noon}},
		"it begins some time":      {Report{Status: Running}, Progress{}, Progress{Status: Running}},
		"it goes on":               {Report{Status: Running, Now: true}, last, Progress{Status: Running, MachineID: "m1", RealStart: march(8, 0), ReportedMinutes: 60, RemainingMinutes: 30, HasRemaining: true, QtyDone: 2}},
		"on another machine":       {Report{Status: Paused, MachineID: "m2", RealStart: march(9, 0)}, last, Progress{Status: Paused, MachineID: "m2", RealStart: march(9, 0), ReportedMinutes: 60, RemainingMinutes: 30, HasRemaining: true, QtyDone: 2}},
		"undone":                   {Report{Status: NotStarted, Now: true}, last, Progress{}},
		"undone, with a word":      {Report{Status: NotStarted, ReportedHours: minutes(5), QtyDone: pieces(1)}, last, Progress{ReportedMinutes: 5, QtyDone: 1}},
		"finished now":             {Report{Status: Finished, Now: true}, last, Progress{Status: Finished, MachineID: "m1", RealStart: march(8, 0), RealEnd: &noon, ReportedMinutes: 60, HasRemaining: true, QtyDone: 2}},
		"finished at a moment":     {Report{Status: Finished, Now: true, RealEnd: march(10, 0), QtyDone: pieces(3)}, last, Progress{Status: Finished, MachineID: "m1", RealStart: march(8, 0), RealEnd: march(10, 0), ReportedMinutes: 60, HasRemaining: true, QtyDone: 3}},
		"finished, nobody says so": {Report{Status: Finished, RemainingHours: minutes(9)}, last, Progress{Status: Finished, MachineID: "m1", RealStart: march(8, 0), ReportedMinutes: 60, HasRemaining: true, QtyDone: 2}},
		"it runs and has no end":   {Report{Status: Running, Now: true, ReportedHours: minutes(0)}, last, Progress{Status: Running, MachineID: "m1", RealStart: march(8, 0), QtyDone: 2}},
	} {
		c.r.BatchID = "b"
		got := c.r.after(o, &c.last, noon)
		if got.MouldID != "m" || got.OperationID != "o" || got.BatchID != "b" || !got.ReportedAt.Equal(noon) {
			t.Errorf("%s: it is about %+v", what, got)
		}
		if got.Status != c.want.Status || got.MachineID != c.want.MachineID || !same(got.RealStart, c.want.RealStart) || !same(got.RealEnd, c.want.RealEnd) || got.ReportedMinutes != c.want.ReportedMinutes ||
			got.RemainingMinutes != c.want.RemainingMinutes || got.HasRemaining != c.want.HasRemaining || got.QtyDone != c.want.QtyDone {
			t.Errorf("%s: %+v, want %+v", what, got, c.want)
		}
	}
}

// Hours are hard to believe beyond three times the plan, and at none when it is finished; without a plan nothing is.
func TestWhichReportsAreHardToBelieve(t *testing.T) {
	for what, c := range map[string]struct {
		r       Report
		planned quantity.Minutes
		want    []string
	}{
		"three times":                  {Report{Status: Running, ReportedHours: minutes(180)}, 60, nil},
		"three minutes more":           {Report{Status: Running, ReportedHours: minutes(183)}, 60, []string{"3.05 h worked, 1 h planned"}},
		"nobody has planned it":        {Report{Status: Finished, ReportedHours: minutes(0)}, 0, nil},
		"a minute is planned":          {Report{Status: Finished, ReportedHours: minutes(0)}, 6, []string{"Finished with 0 h worked; 0.1 h planned"}},
		"no hours yet":                 {Report{Status: Running, ReportedHours: minutes(0)}, 60, nil},
		"a minute, and finished":       {Report{Status: Finished, ReportedHours: minutes(1)}, 60, nil},
		"three times left":             {Report{Status: Paused, RemainingHours: minutes(180)}, 60, nil},
		"more left":                    {Report{Status: Paused, RemainingHours: minutes(240)}, 60, []string{"4 h left, 1 h planned"}},
		"more left of what is done":    {Report{Status: Finished, RemainingHours: minutes(240)}, 60, nil},
		"both":                         {Report{Status: Running, ReportedHours: minutes(240), RemainingHours: minutes(300)}, 60, []string{"4 h worked, 1 h planned", "5 h left, 1 h planned"}},
		"nothing is said of its hours": {Report{Status: Finished}, 60, nil},
	} {
		var got []string
		for _, d := range c.r.doubts(c.planned) {
			got = append(got, d.In(problem.English))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// The hours of an operation for some of its pieces hold the whole set-up; a minute that is begun counts.
func TestHoursOfSomePieces(t *testing.T) {
	o := &Operation{Minutes: 130, SetupMinutes: 30}
	for _, c := range []struct {
		pieces, of int
		want       quantity.Minutes
	}{{10, 10, 130}, {5, 10, 80}, {0, 10, 30}, {1, 3, 64}, {2, 3, 97}, {1, 0, 130}, {1, 1, 130}} {
		if got := o.minutesFor(c.pieces, c.of); got != c.want {
			t.Errorf("%d of %d: %d, want %d", c.pieces, c.of, got, c.want)
		}
	}
}

// The batches of an operation stand in their order, the pieces that are in none behind them: while there are any, or while
// a report on them can be undone. Without batches there is nothing to tell apart.
func TestTurnsOfBatches(t *testing.T) {
	b1, b2 := Batch{BatchNo: "B1", Qty: 6, State: 1}, Batch{BatchNo: "B2", Qty: 4, State: 2}
	b1.ID, b2.ID = "b1", "b2"
	o := &Operation{Minutes: 130, SetupMinutes: 30}
	o.ID = "o"
	part := &Part{}
	part.ID = "p"
	for what, c := range map[string]struct {
		batches []Batch
		qty     int
		reports map[string]*Progress
		want    []BatchTurn
	}{
		"no batches":                   {nil, 10, nil, nil},
		"every piece in a batch":       {[]Batch{b1, b2}, 10, map[string]*Progress{"o/b2": {Status: Running}}, []BatchTurn{{TreeBatch{"b1", "B1", 6, 1}, 90, Standing{}}, {TreeBatch{"b2", "B2", 4, 2}, 70, Standing{Status: Running}}}},
		"a piece more":                 {[]Batch{b2}, 5, nil, []BatchTurn{{TreeBatch{"b2", "B2", 4, 2}, 110, Standing{}}, {TreeBatch{Qty: 1}, 50, Standing{}}}},
		"a report of none to undo":     {[]Batch{b2}, 4, map[string]*Progress{"o": {Status: Paused}}, []BatchTurn{{TreeBatch{"b2", "B2", 4, 2}, 130, Standing{}}, {TreeBatch{}, 30, Standing{Status: Paused}}}},
		"a report of none, undone":     {[]Batch{b2}, 4, map[string]*Progress{"o": {}}, []BatchTurn{{TreeBatch{"b2", "B2", 4, 2}, 130, Standing{}}}},
		"more in batches than it has":  {[]Batch{b1}, 4, map[string]*Progress{"o": {Status: Finished}}, []BatchTurn{{TreeBatch{"b1", "B1", 6, 1}, 180, Standing{}}, {TreeBatch{}, 30, Standing{Status: Finished}}}},
		"a report of the whole, alone": {nil, 4, map[string]*Progress{"o": {Status: Running}}, nil},
	} {
		part.Qty = c.qty
		got := batchTurns(&Order{Batches: map[string][]Batch{"p": c.batches}, Reports: c.reports}, part, o)
		if len(got) != len(c.want) {
			t.Errorf("%s: %+v", what, got)
			continue
		}
		for i := range got {
			if got[i].TreeBatch != c.want[i].TreeBatch || got[i].Hours != c.want[i].Hours || got[i].Status != c.want[i].Status {
				t.Errorf("%s: the %d. is %+v, want %+v", what, i+1, got[i], c.want[i])
			}
		}
	}
	if s := standingAt(&Progress{Status: Paused, MachineID: "m", ReportedMinutes: 60, RemainingMinutes: 30, QtyDone: 2}); s.Status != 2 || s.MachineID != "m" || s.ReportedHours != 60 || s.RemainingHours != nil || s.QtyDone != 2 || s.ReportedAt == nil {
		t.Errorf("%+v", s)
	}
	if s := standingAt(&Progress{HasRemaining: true, RemainingMinutes: 30}); s.RemainingHours == nil || *s.RemainingHours != 30 {
		t.Errorf("%+v", s)
	}
	if s := standingAt(nil); s.ReportedAt != nil {
		t.Errorf("%+v", s)
	}
}
