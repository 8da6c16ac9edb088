package production

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource/resourcetest"
)

func rulesOf(bad []problem.FieldError) string {
	if len(bad) == 0 {
		return ""
	}
	return strings.Join(resourcetest.Broken(problem.Invalid(bad...)), " ")
}

// A promise of the day before the order ends when the day of the order begins, and is refused; what comes back on the day of
// the order is not. A file says the same, see workbook.
func TestDatesOfAnOrderAreInOrder(t *testing.T) {
	day := func(n, minute int) *time.Time {
		d := time.Date(2026, 3, n, 0, minute, 0, 0, time.UTC)
		return &d
	}
	for what, c := range map[string]struct {
		o    OutsourceOrder
		want string
	}{
		"nothing":                                {OutsourceOrder{}, ""},
		"not ordered":                            {OutsourceOrder{Promised: day(1, 0), Received: day(1, 0)}, ""},
		"promised for the day before":            {OutsourceOrder{OrderedAt: day(2, 0), Promised: day(2, 0)}, "promised dateOrder"},
		"promised a minute later":                {OutsourceOrder{OrderedAt: day(2, 0), Promised: day(2, 1)}, ""},
		"received on the day of the order":       {OutsourceOrder{OrderedAt: day(2, 0), Received: day(2, 0)}, ""},
		"received before":                        {OutsourceOrder{OrderedAt: day(2, 1), Received: day(2, 0)}, "received dateOrder"},
		"promised in time, received before that": {OutsourceOrder{OrderedAt: day(2, 0), Promised: day(4, 0), Received: day(1, 0)}, "received dateOrder"},
	} {
		got := ""
		if err := c.o.inOrder(); err != nil {
			got = strings.Join(resourcetest.Broken(err), " ")
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
	for what, o := range map[string]OutsourceOrder{"placed": {OrderedAt: day(1, 0)}, "back": {Received: day(1, 0)}} {
		if !o.Placed() {
			t.Errorf("%s: it does not bind", what)
		}
	}
	if (&OutsourceOrder{Promised: day(1, 0)}).Placed() {
		t.Error("a promise alone binds")
	}
}

// The hours of a quantity are set-up and pieces, of one piece at least; a total that somebody has written is none of them.
func TestHoursOfAQuantity(t *testing.T) {
	o := Operation{SetupMinutes: 30, PieceMinutes: 12}
	for qty, want := range map[int]quantity.Minutes{0: 42, 1: 42, 2: 54, 10: 150} {
		if got := o.sum(qty); got != want {
			t.Errorf("%d pieces: %d, want %d", qty, got, want)
		}
	}
	for what, c := range map[string]struct {
		o, old *Operation
		want   quantity.Minutes
	}{
		"new and empty":               {&Operation{SetupMinutes: 30, PieceMinutes: 12}, nil, 66},
		"new and written":             {&Operation{SetupMinutes: 30, PieceMinutes: 12, Minutes: 60}, nil, 60},
		"without hours per piece":     {&Operation{SetupMinutes: 30}, nil, 0},
		"it followed, and follows":    {&Operation{SetupMinutes: 40, PieceMinutes: 12, Minutes: 66}, &Operation{SetupMinutes: 30, PieceMinutes: 12, Minutes: 66}, 76},
		"it followed, and is written": {&Operation{SetupMinutes: 40, PieceMinutes: 12, Minutes: 67}, &Operation{SetupMinutes: 30, PieceMinutes: 12, Minutes: 66}, 67},
		"it was written":              {&Operation{SetupMinutes: 40, PieceMinutes: 12, Minutes: 60}, &Operation{SetupMinutes: 30, PieceMinutes: 12, Minutes: 60}, 60},
		"emptied":                     {&Operation{SetupMinutes: 30, PieceMinutes: 12}, &Operation{SetupMinutes: 30, PieceMinutes: 12, Minutes: 60}, 66},
	} {
		if c.o.total(c.old, 3); c.o.Minutes != c.want {
			t.Errorf("%s: %d, want %d", what, c.o.Minutes, c.want)
		}
	}
	for minutes, want := range map[quantity.Minutes]bool{66: true, 65: false, 0: false} {
		if got := (&Operation{SetupMinutes: 30, PieceMinutes: 12, Minutes: minutes}).summed(3); got != want {
			t.Errorf("%d: %v", minutes, got)
		}
	}
	if (&Operation{SetupMinutes: 30, Minutes: 30}).summed(3) {
		t.Error("set-up alone is no sum of pieces")
	}
}

// What has begun keeps its process, and its hours stay at what is reported or above; hours that were below may stay or grow.
func TestWhatHasBegunKeepsItsProcessAndHours(t *testing.T) {
	old := &Operation{ProcessID: "p", Minutes: 120}
	running, waiting := &Progress{Status: Running, ReportedMinutes: 60}, &Progress{Status: NotStarted, ReportedMinutes: 60}
	for what, c := range map[string]struct {
		now  Operation
		last *Progress
		want string
	}{
		"nothing reported":         {Operation{ProcessID: "q", Minutes: 10}, nil, ""},
		"not begun":                {Operation{ProcessID: "q", Minutes: 10}, waiting, ""},
		"another process":          {Operation{ProcessID: "q", Minutes: 120}, running, "processId started"},
		"as much as is reported":   {Operation{ProcessID: "p", Minutes: 60}, running, ""},
		"a minute less":            {Operation{ProcessID: "p", Minutes: 59}, running, "hours reported"},
		"both":                     {Operation{ProcessID: "q", Minutes: 59}, running, "hours reported processId started"},
		"as low as it was already": {Operation{ProcessID: "p", Minutes: 120}, &Progress{Status: Paused, ReportedMinutes: 300}, ""},
		"lower than it was":        {Operation{ProcessID: "p", Minutes: 119}, &Progress{Status: Paused, ReportedMinutes: 300}, "hours reported"},
		"paused":                   {Operation{ProcessID: "q", Minutes: 120}, &Progress{Status: Paused}, "processId started"},
		"finished":                 {Operation{ProcessID: "q", Minutes: 120}, &Progress{Status: Finished}, "processId started"},
	} {
		if got := rulesOf(changedStarted(old, &c.now, c.last)); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
	was := &Operation{Resources: []Eligible{{MachineID: "m1", Minutes: 120}, {MachineID: "m2", Minutes: 120}}}
	for what, c := range map[string]struct {
		lines []Eligible
		last  *Progress
		want  string
	}{
		"a minute less on the second": {[]Eligible{{MachineID: "m1", Minutes: 60}, {MachineID: "m2", Minutes: 59}}, running, "operationResources.1.hours reported"},
		"both":                        {[]Eligible{{MachineID: "m2", Minutes: 1}, {MachineID: "m1", Minutes: 1}}, running, "operationResources.0.hours reported operationResources.1.hours reported"},
		"none of its own any more":    {[]Eligible{{MachineID: "m1"}}, running, ""},
		"a machine that is new":       {[]Eligible{{MachineID: "m3", Minutes: 1}}, running, ""},
		"not begun":                   {[]Eligible{{MachineID: "m1", Minutes: 1}}, waiting, ""},
		"nothing reported":            {[]Eligible{{MachineID: "m1", Minutes: 1}}, nil, ""},
	} {
		if got := rulesOf(droppedLines(was, &Operation{Resources: c.lines}, c.last)); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// What keeps an operation from its plan, one thing missing at a time.
func TestWhatAnOperationLacks(t *testing.T) {
	masters := &Masters{
		Groups:    map[string]MasterGroup{"CNC": {ID: "g1", Name: "CNC", Scheduled: true}, "OLD": {ID: "g2", Name: "OLD"}},
		Processes: map[string]MasterProcess{"EDM": {ID: "edm", EDM: true}, "CNC": {ID: "cnc", DefaultGroup: "CNC", Unattended: true, Minutes: 90}},
		Leads:     map[string]SupplierLead{"s1": {Days: quantity.Whole(3)}, "s2": {Processes: map[string]quantity.Decimal{"cnc": quantity.Whole(2)}}, "s3": {}},
	}
	start := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for what, c := range map[string]struct {
		now  Operation
		old  *Operation
		want string
	}{
		"nothing":                              {Operation{GroupID: "g1"}, nil, ""},
		"a group":                              {Operation{}, nil, "groupId required"},
		"a group, although it may be bought":   {Operation{Outsource: 1}, nil, ""},
		"a group that is planned":              {Operation{GroupID: "g2"}, nil, "groupId scheduled"},
		"the group that it has had":            {Operation{GroupID: "g2"}, &Operation{GroupID: "g2"}, ""},
		"another group than it has had":        {Operation{GroupID: "g2"}, &Operation{GroupID: "g1"}, "groupId scheduled"},
		"the machine of a lock":                {Operation{GroupID: "g1", Lock: 1}, nil, "lockResource required"},
		"the start of a lock of times":         {Operation{GroupID: "g1", Lock: 2, LockMachineID: "m"}, nil, "lockStart required"},
		"both of a lock of times":              {Operation{GroupID: "g1", Lock: 2}, nil, "lockResource required lockStart required"},
		"no start of a lock of the machine":    {Operation{GroupID: "g1", Lock: 1, LockMachineID: "m"}, nil, ""},
		"a whole lock":                         {Operation{GroupID: "g1", Lock: 2, LockMachineID: "m", LockStart: &start}, nil, ""},
		"a process that burns":                 {Operation{GroupID: "g1", ProcessID: "cnc", ElectrodesExpected: 1}, nil, "electrodesExpected edm"},
		"nothing to burn with":                 {Operation{GroupID: "g1", ProcessID: "edm", ElectrodesExpected: 1}, nil, ""},
		"what it has had all along":            {Operation{GroupID: "g1", ProcessID: "cnc", ElectrodesExpected: 1}, &Operation{GroupID: "g1", ProcessID: "cnc", ElectrodesExpected: 1}, ""},
		"more than it has had":                 {Operation{GroupID: "g1", ProcessID: "cnc", ElectrodesExpected: 2}, &Operation{GroupID: "g1", ProcessID: "cnc", ElectrodesExpected: 1}, "electrodesExpected edm"},
		"a supplier":                           {Operation{Outsource: 2}, nil, "supplierId required"},
		"a lead time":                          {Operation{Outsource: 2, SupplierID: "s3", ProcessID: "cnc"}, nil, "leadDays required"},
		"a lead time of its own":               {Operation{Outsource: 2, SupplierID: "s3", LeadDays: 1}, nil, ""},
		"the lead time of its supplier":        {Operation{Outsource: 2, SupplierID: "s1"}, nil, ""},
		"that of its supplier for the process": {Operation{Outsource: 2, SupplierID: "s2", ProcessID: "cnc"}, nil, ""},
		"that for another process":             {Operation{Outsource: 2, SupplierID: "s2", ProcessID: "edm"}, nil, "leadDays required"},
	} {
		if got := rulesOf(c.now.lacks(masters, c.old)); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
	if d := masters.defaults("cnc"); d != (OperationDefaults{GroupID: "g1", Unattended: true, Hours: 90}) {
		t.Errorf("%+v", d)
	}
	if d := masters.defaults("none"); d != (OperationDefaults{}) {
		t.Errorf("%+v", d)
	}
	for id, burns := range map[string]bool{"edm": true, "cnc": false, "": false, "none": false} {
		if masters.burns(id) != burns || masters.edm(id) != burns {
			t.Errorf("%q burns: %v", id, !burns)
		}
	}
	if masters.group("") != nil || masters.group("g3") != nil || masters.group("g2").Name != "OLD" {
		t.Error("groups by their ids")
	}
}

// An operation is never quite done before it is finished; what is left, where that is known, counts more than its hours.
func TestHowMuchOfAnOperationIsDone(t *testing.T) {
	for what, c := range map[string]struct {
		r    *Progress
		want quantity.Minutes
	}{
		"no report":                        {nil, 0},
		"not begun":                        {&Progress{Status: NotStarted, ReportedMinutes: 300}, 0},
		"finished":                         {&Progress{Status: Finished, ReportedMinutes: 1}, 600},
		"half":                             {&Progress{Status: Running, ReportedMinutes: 300}, 300},
		"paused":                           {&Progress{Status: Paused, ReportedMinutes: 150}, 150},
		"all its hours":                    {&Progress{Status: Running, ReportedMinutes: 600}, 594},
		"more than its hours":              {&Progress{Status: Running, ReportedMinutes: 900}, 594},
		"as much left as done":             {&Progress{Status: Running, ReportedMinutes: 100, RemainingMinutes: 100, HasRemaining: true}, 300},
		"nothing left":                     {&Progress{Status: Running, ReportedMinutes: 100, HasRemaining: true}, 594},
		"nothing reported, nothing left":   {&Progress{Status: Running, HasRemaining: true}, 0},
		"a remainder that nobody has told": {&Progress{Status: Running, ReportedMinutes: 300, RemainingMinutes: 300}, 300},
	} {
		if got := share(&Operation{Minutes: 600}, c.r); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
	if got := share(&Operation{}, &Progress{Status: Running}); got != 0 {
		t.Errorf("a milestone that runs: %d", got)
	}
}

// The batches of an operation and what is in none of them make up its state, its times and its sums.
func TestBatchesTogether(t *testing.T) {
	at := func(hour int) *time.Time { d := time.Date(2026, 3, 2, hour, 0, 0, 0, time.UTC); return &d }
	report := func(status, from, to int) *Progress {
		p := &Progress{Status: status, RealStart: at(from), ReportedMinutes: 60, RemainingMinutes: 30, HasRemaining: true, QtyDone: 2, ReportedAt: *at(from), MachineID: map[int]string{Running: "running"}[status]}
		if p.MachineID == "" {
			p.MachineID = "other"
		}
		if to > 0 {
			p.RealEnd = at(to)
		}
		return p
	}
	five := map[string]int{"b1": 5, "b2": 5}
	for what, c := range map[string]struct {
		rest        *Progress
		own         map[string]*Progress
		qty         int
		status      int
		remaining   quantity.Minutes
		first, last int // hours; 0 for none
		machine     string
	}{
		"both finished":                  {nil, map[string]*Progress{"b1": report(Finished, 8, 10), "b2": report(Finished, 9, 12)}, 10, Finished, 60, 8, 12, "other"},
		"one finished, one silent":       {nil, map[string]*Progress{"b1": report(Finished, 8, 10)}, 10, Paused, 330, 8, 0, "other"},
		"one finished, one runs":         {nil, map[string]*Progress{"b1": report(Finished, 8, 10), "b2": report(Running, 9, 0)}, 10, Running, 60, 8, 0, "running"},
		"finished, and a rest silent":    {nil, map[string]*Progress{"b1": report(Finished, 8, 10), "b2": report(Finished, 9, 12)}, 11, Paused, 115, 8, 0, "other"},
		"finished, and its rest as well": {report(Finished, 7, 13), map[string]*Progress{"b1": report(Finished, 8, 10), "b2": report(Finished, 9, 12)}, 12, Finished, 90, 7, 13, "other"},
		"the rest runs":                  {report(Running, 11, 0), map[string]*Progress{"b1": report(Finished, 8, 10), "b2": report(Finished, 9, 12)}, 12, Running, 90, 8, 0, "running"},
		"not begun":                      {nil, map[string]*Progress{"b1": {Status: NotStarted, HasRemaining: true}, "b2": {Status: NotStarted, HasRemaining: true}}, 10, NotStarted, 0, 0, 0, ""},
	} {
		sum := combined(c.rest, c.own, five, c.qty, 600)
		moment := func(p *time.Time) int {
			if p == nil {
				return 0
			}
			return p.Hour()
		}
		if sum.Status != c.status || sum.RemainingMinutes != c.remaining || moment(sum.RealStart) != c.first || moment(sum.RealEnd) != c.last || sum.MachineID != c.machine {
			t.Errorf("%s: status %d, %d left, %d to %d on %q", what, sum.Status, sum.RemainingMinutes, moment(sum.RealStart), moment(sum.RealEnd), sum.MachineID)
		}
	}
	both := map[string]*Progress{"b1": report(Finished, 8, 10), "b2": report(Paused, 9, 0)}
	if sum := combined(nil, both, five, 10, 600); sum.ReportedMinutes != 120 || sum.QtyDone != 4 || !sum.HasRemaining || !sum.ReportedAt.Equal(*at(9)) {
		t.Errorf("%+v", sum)
	}
	both["b2"].HasRemaining = false
	if combined(nil, both, five, 10, 600).HasRemaining {
		t.Error("what one of two does not know is known of both")
	}
	if got := later(nil, *at(8)); !got.Equal(*at(8)) {
		t.Error(got)
	}
	if !later(at(8), *at(7)).Equal(*at(8)) || !later(at(8), *at(9)).Equal(*at(9)) {
		t.Error("the later of two")
	}
}

// A report of the whole operation stands beside those of its batches; the newest of each counts.
func TestTheNewestReportsCount(t *testing.T) {
	reports := []Progress{
		{OperationID: "o1", Status: Running},
		{OperationID: "o1", Status: Paused},
		{OperationID: "o2", BatchID: "b1", Status: Running, HasRemaining: true},
		{OperationID: "o2", BatchID: "b2", Status: Finished, HasRemaining: true},
		{OperationID: "o2", BatchID: "b1", Status: Finished, HasRemaining: true},
	}
	part := Part{Qty: 10}
	part.ID = "p"
	two := Operation{PartID: "p", Minutes: 600}
	two.ID = "o2"
	b1, b2 := Batch{Qty: 4}, Batch{Qty: 6}
	b1.ID, b2.ID = "b1", "b2"
	all := standings(reports, []Batch{b1, b2}, []Operation{two}, []Part{part})
	if all["o1"].Status != Paused || all["o2"].Status != Finished || all["o2"].RemainingMinutes != 0 {
		t.Errorf("%+v %+v", all["o1"], all["o2"])
	}
	if alone := standings(reports[:2], nil, nil, nil); len(alone) != 1 || alone["o1"] != &reports[1] {
		t.Errorf("%+v", alone)
	}
}

// A step that an order implies is named for what it is, whoever plans it; an operation without a process is the making of an electrode.
func TestNamesOfSteps(t *testing.T) {
	for want, o := range map[string]Operation{"Electrode making/电极加工": {OpNo: 10}, "Assembly/装配": {OpNo: 10, OrderStep: 10}, "Try-out/试模": {OpNo: 20, OrderStep: 20}} {
		if name := o.StepName(); name.En+"/"+name.Zh != want {
			t.Errorf("%s/%s, want %s", name.En, name.Zh, want)
		}
	}
}
