package aps_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/quantity"
)

// goldenShop is the three moulds, twelve workpieces, thirty electrodes and fourteen machines whose plans were computed
// by hand: the oracle of the settings. Group, machine and part ids are their names.
func goldenShop(t *testing.T) *aps.Shop {
	const zone = "Asia/Shanghai"
	day := [][2]string{{"08:00", "12:00"}, {"13:00", "17:00"}}
	two := [][2]string{{"08:00", "24:00"}}
	s := &aps.Shop{Zone: zone, Suppliers: []aps.Supplier{{ID: "HT", LeadDays: quantity.Whole(2)}}}
	group := func(name string, periods [][2]string, automatic bool, machines ...string) {
		g := aps.Group{ID: name, Code: name, Name: name, Scheduled: true, Periods: periods, Rest: []int{0}, Closed: []string{"2026-03-05"}}
		if len(periods) == 2 {
			g.Overtime = [][2]string{{"17:00", "20:00"}}
		}
		s.Groups = append(s.Groups, g)
		for _, m := range machines {
			s.Machines = append(s.Machines, aps.Machine{ID: m, Name: m, GroupID: name, WorkRate: quantity.Whole(1), Automation: automatic})
		}
	}
	group("CNC", two, false, "C1", "C2", "C3")
	group("MILL", two, false, "M1", "M2")
	group("EDM", two, true, "D1", "D2", "D3")
	group("WEDM", two, true, "W1", "W2")
	group("GRIND", day, false, "R1", "R2")
	group("CMM", two, false, "Q1")
	for i, size := range []int64{1200, 800, 800} {
		s.Machines[i].Limits.Length = quantity.Whole(size)
		s.Machines[i].Level = min(i, 1) + 1 // A, B, B
	}
	group("TRY", day, false, "T1")
	group("FIT", day, false)
	s.Groups[7].People, s.Groups[7].Members = true, 2

	op := func(no int, group string, hours float64, machines ...string) aps.Operation {
		o := aps.Operation{No: no, Process: group, GroupID: group, EDM: group == "EDM", Unattended: group == "EDM" || group == "WEDM", Minutes: quantity.Minutes(hours * 60), Crew: 1, Pausable: true}
		for _, m := range machines {
			o.Machines = append(o.Machines, aps.Eligible{MachineID: m})
		}
		return o
	}
	clock := func(o aps.Operation, text string) aps.Operation { // locked in time
		start := at(t, zone, "2026-03-02 "+text)
		o.Lock, o.LockMachine, o.LockStart = 2, o.Machines[0].MachineID, &start
		return o
	}
	var mould *aps.Mould
	part := func(no string, ops ...aps.Operation) *aps.Part {
		for i := range ops {
			ops[i].ID = fmt.Sprintf("%s-%d", no, ops[i].No)
		}
		mould.Parts = append(mould.Parts, aps.Part{ID: no, No: no, Ops: ops})
		return &mould.Parts[len(mould.Parts)-1]
	}
	// burnt gives the last operation of the mould's newest workpiece six electrodes.
	burnt := func(minutes quantity.Minutes, make func(e *aps.Part)) {
		work := mould.Parts[len(mould.Parts)-1]
		ops := work.Ops
		for k := range 6 {
			e := aps.Part{ID: fmt.Sprintf("%s-E%d", work.No, k+1), No: fmt.Sprintf("%s-E%d", work.No, k+1), Electrode: true}
			make(&e)
			mould.Parts = append(mould.Parts, e)
			ops[len(ops)-1].Burns = append(ops[len(ops)-1].Burns, aps.Burn{PartID: e.ID, Minutes: minutes})
		}
	}
	milled := func(machine, design string) func(e *aps.Part) {
		return func(e *aps.Part) {
			o := op(10, "MILL", 2, machine)
			o.ID = e.ID + "-10"
			e.Ops = []aps.Operation{o}
			if design != "" {
				ready := at(t, zone, design)
				e.DesignReady = &ready
			}
		}
	}
	for i, due := range []string{"2026-03-20 17:00", "2026-03-13 17:00", "2026-03-04 12:00"} {
		no := string(rune('A' + i))
		delivery := at(t, zone, due)
		mould = &aps.Mould{ID: no, No: no, Priority: 50, Delivery: &delivery, AssemblyGroup: "FIT", Assembly: 480, TryoutGroup: "TRY", Tryout: 240}
		switch no {
		case "A":
			part("A1", op(20, "EDM", 12, "D1"))
			burnt(120, milled("M1", ""))
			started := op(5, "WEDM", 10, "W2")
			started.Status, started.OnMachine, started.Reported = 1, "W2", 720
			part("A2", started, op(20, "EDM", 3, "D2"))
			burnt(30, milled("M2", ""))
			part("A3", clock(op(10, "CNC", 10, "C1"), "08:00"))
			part("A4", op(10, "GRIND", 10, "R1"), op(20, "CMM", 1, "Q1"))
		case "B":
			part("B1", op(10, "CNC", 4, "C3"), op(20, "EDM", 4, "D3"))
			burnt(40, func(e *aps.Part) { e.Stocked = true })
			part("B2", clock(op(5, "WEDM", 4, "W1"), "11:00"), op(20, "EDM", 4, "D1"))
			burnt(40, func(*aps.Part) {})
			part("B3", op(10, "CNC", 10, "C1", "C2", "C3")).Grade = 1
			part("B4", op(10, "CNC", 4, "C1", "C2")).Length = quantity.Whole(1000)
		case "C":
			treated := op(10, "HT", 48)
			treated.Outsource, treated.SupplierID = 2, "HT"
			part("C1", treated, op(20, "EDM", 6, "D2"))
			burnt(60, milled("M1", "2026-03-03 08:00"))
			waits := part("C2", op(10, "WEDM", 4, "W2"), op(20, "EDM", 4, "D3"))
			waits.Ops[1].Expected = 6
			part("C3", op(10, "GRIND", 12, "R2"), op(20, "CMM", 1, "Q1"))
			part("C4", op(10, "WEDM", 5, "W1"))
		}
		s.Moulds = append(s.Moulds, *mould)
	}
	return s
}

// goldenBase are the settings of the golden shop as far as the engine honours them; one row changes one.
var goldenBase = map[string]any{"defaultFlowTime": 0.0, "electrodePreProcessTime": 0.0, "edmLeadNotSplit": 72.0, "edmLeadNotStocked": 24.0, "timeLimitSeconds": 0.0}

// Every setting moves its marker task to the minute that was computed by hand.
// APS-SET-05, APS-SET-07, APS-SET-15, APS-SET-16, APS-SET-18, APS-SET-20, APS-SET-21, APS-SET-22
func TestGoldenShop(t *testing.T) {
	// Base: when the moulds end.
	base := plannedWith(t, goldenShop(t), goldenBase)
	for op, want := range map[string]string{"A/ASM/20/": "04T16:00", "C/ASM/20/": "10T12:00"} {
		if !strings.HasSuffix(base[op], "-"+want) {
			t.Errorf("base: %s is %s, want its end at %s", op, base[op], want)
		}
	}
	for _, row := range []struct {
		key    string
		value  float64
		marker string
		start  string
	}{
		{"minElectrodeTransferQty", 1, "A/A1/20/", "02T10:00"},
		{"minElectrodeTransferQty", 3, "A/A1/20/", "02T14:00"},
		{"minElectrodeTransferQty", 6, "A/A1/20/", "02T20:00"},
		{"minElectrodeTransferQty", 1, "A/A2/20/", "02T17:30"},
		{"minElectrodeTransferQty", 3, "A/A2/20/", "02T17:30"},
		{"minElectrodeTransferQty", 6, "A/A2/20/", "02T20:00"},
		{"electrodePreProcessTime", 4, "A/A1/20/", "02T14:00"},
		{"defaultFlowTime", 1, "A/A1/20/", "02T11:00"},
		{"edmLeadNotStocked", 24, "B/B1/20/", "02T12:00"},
		{"edmLeadNotStocked", 24, "B/B2/20/", "03T16:00"},
		{"edmLeadNotStocked", 0, "B/B2/20/", "02T15:00"},
		{"edmLeadNotSplit", 72, "C/C2/20/", "07T16:00"},
		{"edmLeadNotSplit", 0, "C/C2/20/", "02T16:00"}, // D3 after B1
		{"overtimeChoice", 0, "A/A4/20/", "03T10:00"},
		{"overtimeChoice", 1, "A/A4/20/", "02T19:00"},
		{"overtimeChoice", 0, "C/ASM/20/", "10T08:00"},
		{"overtimeChoice", 1, "C/ASM/20/", "09T17:00"},
		{"overtimeChoice", 0, "C/C3/20/", "03T12:00"},
		{"overtimeChoice", 1, "C/C3/20/", "03T09:00"},
		{"timeoutSurplusCoefficient", 0, "C/C2/10/", "02T08:30"},
		{"timeoutSurplusCoefficient", 0.2, "C/C2/10/", "02T10:00"},
		{"timeoutSurplusCoefficient", 0.6, "C/C2/10/", "02T14:00"},
		{"resourceLevelAllocation", 0, "B/B3/10/", "02T08:00"},
		{"resourceLevelAllocation", 2, "B/B3/10/", "02T18:00"}, // C1 is locked until then
		{"taskSchedulingRule", 2, "C/C4/10/", "02T15:00"},
		{"resourceLevelAllocation", 1, "B/B3/10/", "02T18:00"},
		{"resourceLevelAllocation", 3, "B/B3/10/", "02T08:00"},
		{"overtimeChoice", 3, "A/A4/20/", "03T10:00"},
		{"overtimeChoice", 3, "C/ASM/20/", "09T17:00"},
		{"overtimeChoice", 3, "C/C3/20/", "03T12:00"},
		{"productionDirection", 2, "B/B1/10/", "11T21:00"},
		{"productionDirection", 2, "B/B1/20/", "12T09:00"},
		{"productionDirection", 2, "B/ASM/10/", "12T13:00"},
		{"productionDirection", 2, "B/ASM/20/", "13T13:00"},
	} {
		t.Run(fmt.Sprintf("%s %v %s", row.key, row.value, row.marker), func(t *testing.T) {
			set := map[string]any{}
			for k, v := range goldenBase {
				set[k] = v
			}
			set[row.key] = row.value
			got := plannedWith(t, goldenShop(t), set)[row.marker]
			if !strings.HasPrefix(got, row.start+"-") {
				t.Errorf("%s, want it to start at %s", got, row.start)
			}
		})
	}
	// B3 is on C1 by its grade; B4 takes the free C2 unless it must fit, and only C1 is long enough.
	t.Run("specification", func(t *testing.T) {
		for value, want := range map[float64]string{0: "02T08:00-02T12:00", 1: "03T12:00-03T16:00", 2: "03T12:00-03T16:00"} {
			set := map[string]any{"resourceLevelAllocation": 2.0, "resourceSpecConstraints": value}
			for k, v := range goldenBase {
				set[k] = v
			}
			if got := plannedWith(t, goldenShop(t), set)["B/B4/10/"]; got != want {
				t.Errorf("%v: %s, want %s", value, got, want)
			}
		}
	})
	t.Run("fitters", func(t *testing.T) {
		shop := goldenShop(t)
		fit := slices.IndexFunc(shop.Groups, func(g aps.Group) bool { return g.ID == "FIT" })
		for members, want := range map[int]string{2: "04T08:00-04T17:00", 1: "04T11:00-06T11:00"} {
			shop.Groups[fit].Members = members
			if got := plannedWith(t, shop, goldenBase)["B/ASM/10/"]; got != want {
				t.Errorf("%d fitters: %s, want %s", members, got, want)
			}
		}
	})
}
