package production

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
)

// What runs comes first, then what was paused, then what the plan puts earliest, then by the mould's priority, the level of
// the part's type and the numbers.
func TestTheTurnOfOperations(t *testing.T) {
	at := func(hour int) *time.Time { return march(hour, 0) }
	row := func(name string, status int, start *time.Time, priority, level int, mould, part string, op int) turn {
		return turn{DispatchRow{OperationID: name, MouldNo: mould, PartNo: part, OpNo: op, PlannedStart: start, Standing: Standing{Status: status}}, priority, level}
	}
	rows := []turn{
		row("finished", Finished, at(1), 99, 9, "A", "A", 1),
		row("third number", NotStarted, nil, 50, 5, "M", "P", 20),
		row("second number", NotStarted, nil, 50, 5, "M", "P", 10),
		row("a later part", NotStarted, nil, 50, 5, "M", "Q", 1),
		row("a later mould", NotStarted, nil, 50, 5, "N", "A", 1),
		row("a lower level", NotStarted, nil, 50, 4, "A", "A", 1),
		row("a lower priority", NotStarted, nil, 49, 9, "A", "A", 1),
		row("planned late", NotStarted, at(9), 1, 1, "Z", "Z", 99),
		row("planned early", NotStarted, at(8), 1, 1, "Z", "Z", 99),
		row("paused", Paused, nil, 1, 1, "Z", "Z", 99),
		row("running", Running, nil, 1, 1, "Z", "Z", 99),
	}
	slices.SortStableFunc(rows, byTurn)
	var got []string
	for _, r := range rows {
		got = append(got, r.OperationID)
	}
	want := []string{"running", "paused", "planned early", "planned late", "second number", "third number", "a later part", "a later mould", "a lower level", "a lower priority", "finished"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// What a question wants: every word of a search in any of six places, one status, one machine.
func TestWhatTheListIsAskedFor(t *testing.T) {
	open := DispatchRow{MouldNo: "M26-01", MouldName: "Lamp", PartNo: "P1", PartName: "Core", Process: "Milling", Group: "Hall 2", MachineIDs: []string{"m1", "m2"}}
	for what, c := range map[string]struct {
		ask  DispatchQuestion
		row  func(r *DispatchRow)
		want bool
	}{
		"everything open":             {DispatchQuestion{}, nil, true},
		"finished":                    {DispatchQuestion{}, func(r *DispatchRow) { r.Status = Finished }, false},
		"finished, all":               {DispatchQuestion{Status: "all"}, func(r *DispatchRow) { r.Status = Finished }, true},
		"finished, asked for":         {DispatchQuestion{Status: "3"}, func(r *DispatchRow) { r.Status = Finished }, true},
		"another status":              {DispatchQuestion{Status: "1"}, nil, false},
		"its status":                  {DispatchQuestion{Status: "0"}, nil, true},
		"the mould":                   {DispatchQuestion{Search: "m26"}, nil, true},
		"the name of the mould":       {DispatchQuestion{Search: "LAMP"}, nil, true},
		"the part":                    {DispatchQuestion{Search: "p1"}, nil, true},
		"the name of the part":        {DispatchQuestion{Search: "core"}, nil, true},
		"the process":                 {DispatchQuestion{Search: "mill"}, nil, true},
		"the group":                   {DispatchQuestion{Search: "hall"}, nil, true},
		"two words":                   {DispatchQuestion{Search: "lamp hall"}, nil, true},
		"two words with a star":       {DispatchQuestion{Search: "m26*mill"}, nil, true},
		"one of two words":            {DispatchQuestion{Search: "lamp edm"}, nil, false},
		"across two places":           {DispatchQuestion{Search: "lampp1"}, nil, false},
		"a machine that may":          {DispatchQuestion{Machine: "m2"}, nil, true},
		"a machine that may not":      {DispatchQuestion{Machine: "m3"}, nil, false},
		"where it is planned":         {DispatchQuestion{Machine: "m3"}, func(r *DispatchRow) { r.PlannedOn = []string{"m9", "m3"} }, true},
		"planned elsewhere":           {DispatchQuestion{Machine: "m1"}, func(r *DispatchRow) { r.PlannedOn = []string{"m3"} }, false},
		"where it runs":               {DispatchQuestion{Machine: "m4"}, func(r *DispatchRow) { r.PlannedOn, r.MachineID = []string{"m3"}, "m4" }, true},
		"runs elsewhere than planned": {DispatchQuestion{Machine: "m3"}, func(r *DispatchRow) { r.PlannedOn, r.MachineID = []string{"m3"}, "m4" }, false},
	} {
		r := open
		if c.row != nil {
			c.row(&r)
		}
		if got := (&dispatcher{ask: &c.ask}).wanted(&r); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
		if !(&dispatcher{ask: &DispatchQuestion{Search: "铣削"}}).wanted(&open, "铣削", "") {
			t.Error("the name in the other language does not find it")
		}
	}
	for what, c := range map[string]struct {
		groups []string
		row    DispatchRow
		want   bool
	}{
		"nobody asks for groups": {nil, DispatchRow{}, true},
		"planned":                {[]string{"g1", "g2"}, DispatchRow{PlannedStart: march(8, 0)}, true},
		"begun":                  {[]string{"g1", "g2"}, DispatchRow{Standing: Standing{Status: Paused}}, true},
		"neither":                {[]string{"g1", "g2"}, DispatchRow{}, false},
		"of another group":       {[]string{"g1"}, DispatchRow{PlannedStart: march(8, 0)}, false},
	} {
		if got := (&dispatcher{groups: c.groups}).dispatched(&c.row, "g2"); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// The machines that may do an operation: those that it is narrowed to in their order, else its group by name.
func TestMachinesThatMayDoAnOperation(t *testing.T) {
	names := &Names{Machines: map[string]NamedMachine{"m1": {"C2", "g1"}, "m2": {"C1", "g1"}, "m3": {"D1", "g2"}, "m4": {"X", ""}}}
	for what, c := range map[string]struct {
		group    string
		narrowed []Eligible
		want     string
	}{
		"its group by name": {"g1", nil, "m2 m1"}, "another group": {"g2", nil, "m3"}, "no group": {"", nil, ""}, "a group without machines": {"g3", nil, ""},
		"narrowed": {"g1", []Eligible{{MachineID: "m3"}, {MachineID: "m1"}}, "m3 m1"},
	} {
		if got := strings.Join(eligible(&Operation{GroupID: c.group}, c.narrowed, names), " "); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}

// routes are the routes of a mould from "part kind parent neededAt" and "part/op#branch pred"; the status of an operation
// stands behind it, R for one that its supplier has brought back.
func routes(parts []Part, ops string, status map[string]string) (*Order, map[string]*Operation) {
	order := &Order{Operations: map[string][]*Operation{}, Progress: map[string]*Progress{}, Outsourced: map[string]*OutsourceOrder{}}
	for _, p := range parts {
		p.ID = "id-" + p.PartNo
		order.Parts = append(order.Parts, p)
	}
	all := map[string]*Operation{}
	for line := range strings.SplitSeq(ops, ",") {
		name, pred, _ := strings.Cut(strings.TrimSpace(line), " ")
		part, rest, _ := strings.Cut(name, "/")
		number, branch, _ := strings.Cut(rest, "#")
		o := &Operation{PartID: "id-" + part, Branch: branch, Pred: pred, ProcessID: "cnc"}
		_, _ = fmt.Sscan(number, &o.OpNo)
		o.ID = name
		all[name] = o
		order.Operations[o.PartID] = append(order.Operations[o.PartID], o)
		switch status[name] {
		case "F":
			order.Progress[name] = &Progress{Status: Finished}
		case "P":
			order.Progress[name] = &Progress{Status: Paused}
		case "R":
			order.Outsourced[name] = &OutsourceOrder{Received: march(8, 0)}
		case "O":
			order.Outsourced[name] = &OutsourceOrder{OrderedAt: march(8, 0)}
		}
	}
	return order, all
}

// What an operation of the shop floor waits for, by routes, reports and suppliers. What follows what is decided in package
// route; here stands what of the rows it is told.
func TestWhatAnOperationWaitsFor(t *testing.T) {
	for what, c := range map[string]struct {
		parts  []Part
		ops    string
		status map[string]string
		of     string
		waits  string
	}{
		"the first":                                   {[]Part{{PartNo: "A"}}, "A/10, A/20", nil, "A/10", ""},
		"the number before, all its branches":         {[]Part{{PartNo: "A"}}, "A/5, A/10#x, A/10#y, A/20", nil, "A/20", "A/10 A/10"},
		"one of two branches is done":                 {[]Part{{PartNo: "A"}}, "A/10#x, A/10#y, A/20", map[string]string{"A/10#x": "F"}, "A/20", "A/10"},
		"a pause is not done":                         {[]Part{{PartNo: "A"}}, "A/10, A/20", map[string]string{"A/10": "P"}, "A/20", "A/10"},
		"it is back from its supplier":                {[]Part{{PartNo: "A"}}, "A/10, A/20", map[string]string{"A/10": "R"}, "A/20", ""},
		"it is at its supplier":                       {[]Part{{PartNo: "A"}}, "A/10, A/20", map[string]string{"A/10": "O"}, "A/20", "A/10"},
		"another number":                              {[]Part{{PartNo: "A"}}, "A/10, A/20, A/30 10", map[string]string{"A/20": "F"}, "A/30", "A/10"},
		"of another part and a branch":                {[]Part{{PartNo: "A"}, {PartNo: "B"}}, "A/10#x, A/10#y, B/10 A/10#y", nil, "B/10", "A/10"},
		"the number before was done too early":        {[]Part{{PartNo: "A"}}, "A/10, A/20, A/30", map[string]string{"A/20": "F"}, "A/30", "A/10"},
		"a part that is built in":                     {[]Part{{PartNo: "A"}, {PartNo: "B", ParentPartNo: "A"}}, "A/10, A/20, B/10, B/20", nil, "A/10", "B/20"},
		"built in where it is needed":                 {[]Part{{PartNo: "A"}, {PartNo: "B", ParentPartNo: "A", NeededAtOp: 20}}, "A/10, A/20, B/10", nil, "A/20", "A/10 B/10"},
		"in what is left to do":                       {[]Part{{PartNo: "A"}, {PartNo: "B", ParentPartNo: "A"}}, "A/10, A/20, B/10", map[string]string{"A/10": "F"}, "A/20", "B/10"},
		"an electrode is built in none":               {[]Part{{PartNo: "A"}, {PartNo: "E", Kind: Electrode, ParentPartNo: "A"}}, "A/10, E/10", nil, "A/10", ""},
		"parts meet in the assembly":                  {[]Part{{PartNo: "A", Kind: Workpiece}, {PartNo: "Z", Kind: Assembly}, {PartNo: "B", Kind: Workpiece}}, "A/10, A/20, B/10, Z/10", nil, "Z/10", "A/20 B/10"},
		"also with a parent that is gone":             {[]Part{{PartNo: "A", Kind: Workpiece, ParentPartNo: "X"}, {PartNo: "Z", Kind: Assembly}}, "A/10, Z/10", nil, "Z/10", "A/10"},
		"in the second once one is done":              {[]Part{{PartNo: "A", Kind: Workpiece}, {PartNo: "Z", Kind: Assembly}, {PartNo: "Y", Kind: Assembly}}, "A/10, Y/10, Z/10", map[string]string{"Y/10": "F"}, "Z/10", "A/10"},
		"no assembly takes up itself":                 {[]Part{{PartNo: "Z", Kind: Assembly}}, "Z/10, Z/20", nil, "Z/10", ""},
		"an electrode that is made has no more to do": {[]Part{{PartNo: "A"}, {PartNo: "E", Kind: Electrode, State: ElectrodeInspected}}, "A/10 E/10, E/10", nil, "A/10", ""},
		"one that is machined has":                    {[]Part{{PartNo: "A"}, {PartNo: "E", Kind: Electrode, State: ElectrodeMachined}}, "A/10 E/10, E/10", nil, "A/10", "E/10"},
	} {
		order, all := routes(c.parts, c.ops, c.status)
		var waits []string
		for _, w := range (&dispatcher{names: &Names{Processes: map[string]string{"cnc": "Milling"}}, lang: problem.English}).waits(routesOnFloor(order), all[c.of]) {
			no, process, _ := strings.Cut(w, " ")
			if waits = append(waits, no); process != "Milling" {
				t.Errorf("%s: %q", what, w)
			}
		}
		slices.Sort(waits)
		if got := strings.Join(waits, " "); got != c.waits {
			t.Errorf("%s: %s waits for %q, want %q", what, c.of, got, c.waits)
		}
	}
	order, all := routes([]Part{{PartNo: "E"}}, "E/10, E/20", nil)
	all["E/10"].ProcessID = ""
	if got := (&dispatcher{names: &Names{}, lang: problem.English}).waits(routesOnFloor(order), all["E/20"]); !slices.Equal(got, []string{"E/10 Electrode making"}) {
		t.Errorf("a step without a process: %q", got)
	}
}
