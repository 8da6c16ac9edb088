package production

import (
	"testing"

	"mouldworks/internal/platform/quantity"
)

// A part is too large for a machine where one of its sizes is known to be; it may be turned about its height.
func TestPartsThatAMachineDoesNotTake(t *testing.T) {
	n := quantity.Whole
	machine := MasterMachine{Length: n(800), Width: n(500), Height: n(400), Weight: n(1000)}
	for what, c := range map[string]struct {
		m    MasterMachine
		p    Part
		want bool
	}{
		"just as large":               {machine, Part{Length: n(800), Width: n(500), Height: n(400), Weight: n(1000)}, false},
		"turned":                      {machine, Part{Length: n(500), Width: n(800)}, false},
		"too long":                    {machine, Part{Length: n(801), Width: n(10)}, true},
		"too long when it is turned":  {machine, Part{Length: n(10), Width: n(801)}, true},
		"too wide both ways":          {machine, Part{Length: n(600), Width: n(501)}, true},
		"too high":                    {machine, Part{Height: n(401)}, true},
		"too heavy":                   {machine, Part{Weight: n(1001)}, true},
		"nobody knows the part":       {machine, Part{}, false},
		"nobody knows the machine":    {MasterMachine{}, Part{Length: n(9000), Width: n(9000), Height: n(9000), Weight: n(9000)}, false},
		"one size of two is known":    {MasterMachine{Length: n(800)}, Part{Length: n(700), Width: n(600)}, false},
		"the other size of two":       {MasterMachine{Width: n(800)}, Part{Length: n(700), Width: n(801)}, true},
		"only the length of the part": {machine, Part{Length: n(700)}, false},
	} {
		if got := c.m.smaller(&c.p); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
	m := &Masters{Machines: map[string]MasterMachine{
		"S1": {ID: "s1", GroupID: "small", Height: n(100)}, "S2": {ID: "s2", GroupID: "small", Height: n(200)}, "L1": {ID: "l1", GroupID: "large", Height: n(900)}, "X": {ID: "x", Height: n(1)},
	}}
	for what, c := range map[string]struct {
		group string
		only  []Eligible
		high  int64
		want  bool
	}{
		"one of its group takes it":        {"small", nil, 200, false},
		"none of its group":                {"small", nil, 201, true},
		"another group":                    {"large", nil, 201, false},
		"a group without machines":         {"none", nil, 201, false},
		"no group":                         {"", nil, 201, false},
		"narrowed to what is too small":    {"large", []Eligible{{MachineID: "s1"}, {MachineID: "s2"}}, 201, true},
		"narrowed to one that takes it":    {"small", []Eligible{{MachineID: "s1"}, {MachineID: "l1"}}, 201, false},
		"narrowed to what nobody knows of": {"small", []Eligible{{MachineID: "gone"}}, 201, false},
	} {
		if got := m.tooSmall(&Operation{GroupID: c.group}, c.only, &Part{Height: n(c.high)}); got != c.want {
			t.Errorf("%s: %v", what, got)
		}
	}
}

// A mould is overdue while it is open and its delivery is past; released late when no time is left before the delivery.
func TestOddDatesOfAMould(t *testing.T) {
	now := *march(12, 0)
	for what, c := range map[string]struct {
		m             Mould
		overdue, late bool
	}{
		"no dates":                  {Mould{}, false, false},
		"due now":                   {Mould{Delivery: march(12, 0)}, false, false},
		"due a minute ago":          {Mould{Delivery: march(11, 59)}, true, false},
		"due, and finished":         {Mould{Delivery: march(11, 59), Status: MouldFinished}, false, false},
		"released a minute before":  {Mould{Delivery: march(13, 0), Release: march(12, 59)}, false, false},
		"released in that moment":   {Mould{Delivery: march(13, 0), Release: march(13, 0)}, false, true},
		"released without delivery": {Mould{Release: march(13, 0)}, false, false},
	} {
		if c.m.overdue(now) != c.overdue || c.m.releasedLate() != c.late {
			t.Errorf("%s: overdue %v, late %v", what, c.m.overdue(now), c.m.releasedLate())
		}
	}
}

// Each state of an electrode contains the earlier ones; what is expected counts where it is more than what is known.
func TestReadinessOfElectrodes(t *testing.T) {
	state := func(n int) *Part { return &Part{State: n} }
	g := &grower{
		order: &Order{Links: map[string][]EDMLink{}}, electrodes: map[string]*Part{"e0": state(0), "e1": state(1), "e2": state(2), "e3": state(3), "e4": state(4)},
	}
	for _, id := range []string{"e0", "e1", "e2", "e3", "e4", "gone"} {
		g.order.Links["o"] = append(g.order.Links["o"], EDMLink{Burn: Burn{ElectrodeID: id}})
	}
	for expected, total := range map[int]int{0: 5, 5: 5, 6: 6} {
		o := &Operation{ElectrodesExpected: expected}
		o.ID = "o"
		if got := *g.readiness(o); got != (Readiness{Total: total, Known: 5, Designed: 4, Machined: 3, Inspected: 2, Stocked: 1}) {
			t.Errorf("%d are expected: %+v", expected, got)
		}
	}
}

// A step of a route in the tree: what is reported beats what is planned, an order beats its operation, and an electrode that
// is made has nothing left to do.
func TestOperationsOfTheTree(t *testing.T) {
	o := &Operation{OpNo: 10, ProcessID: "edm", GroupID: "g", Minutes: 100, Outsource: 2, SupplierID: "s1"}
	o.ID = "o"
	names := &Names{
		Processes: map[string]string{"edm": "EDM"}, Groups: map[string]string{"g": "Sinking"}, Suppliers: map[string]string{"s1": "One", "s2": "Two"}, EDM: map[string]bool{"edm": true},
		Machines: map[string]NamedMachine{"m1": {Name: "D1"}},
	}
	grow := func(change func(order *Order, planned map[string]Planned)) TreeOperation {
		g := &grower{order: &Order{Progress: map[string]*Progress{}, Outsourced: map[string]*OutsourceOrder{}, Links: map[string][]EDMLink{}}, names: names, planned: map[string]Planned{}}
		change(g.order, g.planned)
		return g.operation(o)
	}
	if op := grow(func(*Order, map[string]Planned) {}); op.Process != "EDM" || op.Group != "Sinking" || !op.Outsourced || op.Supplier != "One" || op.Electrodes == nil || op.PlannedStart != nil || op.Machine != "" || op.ElectrodeIDs == nil {
		t.Errorf("by itself: %+v", op)
	}
	if op := grow(func(_ *Order, planned map[string]Planned) {
		planned["o"] = Planned{MachineName: "D9", Start: *march(8, 0), End: *march(9, 0)}
	}); op.Machine != "D9" || !op.PlannedStart.Equal(*march(8, 0)) || !op.PlannedEnd.Equal(*march(9, 0)) {
		t.Errorf("planned: %+v", op)
	}
	if op := grow(func(order *Order, planned map[string]Planned) {
		planned["o"] = Planned{MachineName: "D9"}
		order.Progress["o"] = &Progress{Status: Running, MachineID: "m1", RealStart: march(8, 0), ReportedMinutes: 40}
	}); op.Machine != "D1" || op.Status != Running || op.ReportedHours != 40 || op.DoneHours != 40 || op.RealStart == nil {
		t.Errorf("reported: %+v", op)
	}
	if op := grow(func(order *Order, planned map[string]Planned) {
		planned["o"] = Planned{MachineName: "D9"}
		order.Progress["o"] = &Progress{Status: Running, MachineID: "gone"}
	}); op.Machine != "D9" {
		t.Errorf("reported on a machine that nobody knows: %+v", op)
	}
	o.Outsource = 1
	if op := grow(func(order *Order, _ map[string]Planned) {
		order.Outsourced["o"] = &OutsourceOrder{SupplierID: "s2", Promised: march(9, 0)}
	}); op.Outsourced || op.Supplier != "Two" || op.Promised == nil {
		t.Errorf("an order that is not placed: %+v", op)
	}
	if op := grow(func(order *Order, _ map[string]Planned) {
		order.Outsourced["o"] = &OutsourceOrder{OrderedAt: march(9, 0)}
	}); !op.Outsourced || op.Supplier != "One" {
		t.Errorf("an order that is placed: %+v", op)
	}
	o.ProcessID = ""
	if op := grow(func(order *Order, _ map[string]Planned) {
		order.Links["o"] = []EDMLink{{Burn: Burn{ElectrodeID: "e2"}}, {Burn: Burn{ElectrodeID: "e1"}}}
	}); op.EDM || op.Electrodes == nil || len(op.ElectrodeIDs) != 2 || op.ElectrodeIDs[0] != "e2" || op.Process != "电极加工" {
		t.Errorf("without a process, burning: %+v", op)
	}
	if op := grow(func(*Order, map[string]Planned) {}); op.Electrodes != nil {
		t.Errorf("neither: %+v", op)
	}
}
