package aps_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
)

// goldenShop is the three moulds, twelve workpieces, thirty electrodes and fourteen machines whose plans were computed
// by hand: the oracle of the settings. Group, machine and part ids are their names.
func goldenShop(t *testing.T) *model.Shop {
	const zone = "Asia/Shanghai"
	day := [][2]string{{"08:00", "12:00"}, {"13:00", "17:00"}}
	two := [][2]string{{"08:00", "24:00"}}
	s := &model.Shop{Zone: zone, Suppliers: []model.Supplier{{ID: "HT", LeadDays: quantity.Whole(2)}}}
	group := func(name string, periods [][2]string, automatic bool, machines ...string) {
		g := model.Group{ID: name, Code: name, Name: name, Scheduled: true, Periods: periods, Rest: []int{0}, Closed: []string{"2026-03-05"}}
		if len(periods) == 2 {
			g.Overtime = [][2]string{{"17:00", "20:00"}}
		}
		s.Groups = append(s.Groups, g)
		for _, m := range machines {
			s.Machines = append(s.Machines, model.Machine{ID: m, Name: m, GroupID: name, WorkRate: quantity.Whole(1), Automation: automatic})
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

	op := func(no int, group string, hours float64, machines ...string) model.Operation {
		o := model.Operation{No: no, Process: group, GroupID: group, EDM: group == "EDM", Unattended: group == "EDM" || group == "WEDM", Minutes: quantity.Minutes(hours * 60), Crew: 1, Pausable: true}
		for _, m := range machines {
			o.Machines = append(o.Machines, model.Eligible{MachineID: m})
		}
		return o
	}
	clock := func(o model.Operation, text string) model.Operation { // locked in time
		start := at(t, zone, "2026-03-02 "+text)
		o.Lock, o.LockMachine, o.LockStart = 2, o.Machines[0].MachineID, &start
		return o
	}
	var mould *model.Mould
	part := func(no string, ops ...model.Operation) *model.Part {
		for i := range ops {
			ops[i].ID = fmt.Sprintf("%s-%d", no, ops[i].No)
		}
		mould.Parts = append(mould.Parts, model.Part{ID: no, No: no, Ops: ops})
		return &mould.Parts[len(mould.Parts)-1]
	}
	// burnt gives the last operation of the mould's newest workpiece six electrodes.
	burnt := func(minutes quantity.Minutes, make func(e *model.Part)) {
		work := mould.Parts[len(mould.Parts)-1]
		ops := work.Ops
		for k := range 6 {
			e := model.Part{ID: fmt.Sprintf("%s-E%d", work.No, k+1), No: fmt.Sprintf("%s-E%d", work.No, k+1), Electrode: true}
			make(&e)
			mould.Parts = append(mould.Parts, e)
			ops[len(ops)-1].Burns = append(ops[len(ops)-1].Burns, model.Burn{PartID: e.ID, Minutes: minutes})
		}
	}
	milled := func(machine, design string) func(e *model.Part) {
		return func(e *model.Part) {
			o := op(10, "MILL", 2, machine)
			o.ID = e.ID + "-10"
			e.Ops = []model.Operation{o}
			if design != "" {
				ready := at(t, zone, design)
				e.DesignReady = &ready
			}
		}
	}
	for i, due := range []string{"2026-03-20 17:00", "2026-03-13 17:00", "2026-03-04 12:00"} {
		no := string(rune('A' + i))
		delivery := at(t, zone, due)
		mould = &model.Mould{ID: no, No: no, Priority: 50, Delivery: &delivery, AssemblyGroup: "FIT", Assembly: 480, TryoutGroup: "TRY", Tryout: 240}
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
			burnt(40, func(e *model.Part) { e.Stocked = true })
			part("B2", clock(op(5, "WEDM", 4, "W1"), "11:00"), op(20, "EDM", 4, "D1"))
			burnt(40, func(*model.Part) {})
			part("B3", op(10, "CNC", 10, "C1", "C2", "C3")).Grade = 1
			long := part("B4", op(10, "CNC", 4, "C1", "C2"))
			long.Grade, long.Length = 2, quantity.Whole(1000)
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

// goldenOf finds a workpiece of the golden shop.
func goldenOf(shop *model.Shop, part string) *model.Part {
	m := &shop.Moulds[part[0]-'A']
	for i := range m.Parts {
		if m.Parts[i].No == part {
			return &m.Parts[i]
		}
	}
	return nil
}

// changed is the golden shop with a change.
func changed(zh, en string, change func(shop *model.Shop)) fixture {
	return fixture{func(t *testing.T) goldenCase {
		shop := goldenShop(t)
		change(shop)
		return goldenCase{shop: shop}
	}, zh, en}
}

var (
	goldenPlain = changed("黄金车间", "the golden shop", func(*model.Shop) {})
	edmNamed    = named("EDM")
	grindNamed  = named("GRIND")
	// The WEDM of A2 is paused on W2, with two hours left, and may go on W1 too.
	goldenPaused = changed("A2 的线切割暂停在 W2 上，还剩 2 小时，也可以用 W1", "WEDM of A2 is paused on W2 with two hours left; W1 could take it", func(shop *model.Shop) {
		op := &goldenOf(shop, "A2").Ops[0]
		op.Status, op.Machines = 2, append(op.Machines, model.Eligible{MachineID: "W1"})
	})
	goldenReported = changed("A2 的线切割只报了 6 小时", "WEDM of A2 has reported six hours", func(shop *model.Shop) { goldenOf(shop, "A2").Ops[0].Reported = 360 })
	goldenFlow     = changed("流转时间表：铣到放电 2 小时", "flow times: two hours from milling to EDM", func(shop *model.Shop) {
		shop.Flows = []model.Flow{{From: "MILL", To: "EDM", Minutes: 120}}
	})
)

// flowing is the golden shop with the first so many lines of a table of flow times, each more precise than the one before:
// group to group, group to machine, machine to group, machine to machine.
func flowing(lines int) fixture {
	table := []model.Flow{{From: "MILL", To: "EDM", Minutes: 120}, {From: "MILL", To: "D1", Minutes: 180}, {From: "M1", To: "EDM", Minutes: 240}, {From: "M1", To: "D1", Minutes: 300}}
	zh := []string{"MILL 到 EDM 2 小时", "MILL 到 D1 3 小时", "M1 到 EDM 4 小时", "M1 到 D1 5 小时"}[:lines]
	en := []string{"MILL to EDM 2 h", "MILL to D1 3 h", "M1 to EDM 4 h", "M1 to D1 5 h"}[:lines]
	if lines == 0 {
		zh, en = []string{"空"}, []string{"empty"}
	}
	return changed("流转时间表："+strings.Join(zh, "、"), "flow times: "+strings.Join(en, ", "), func(shop *model.Shop) { shop.Flows = table[:lines] })
}

// named is the golden shop with a bottleneck group that people have named.
func named(group string) fixture {
	return changed("指定瓶颈组 "+group, group+" is named as the bottleneck", func(shop *model.Shop) {
		for i := range shop.Groups {
			shop.Groups[i].Bottleneck = shop.Groups[i].ID == group
		}
	})
}

// goldenFitters is the golden shop with another number of fitters.
func goldenFitters(members int) fixture {
	return changed(fmt.Sprintf("%d 名钳工", members), fmt.Sprintf("%d fitters", members), func(shop *model.Shop) {
		for i := range shop.Groups {
			if shop.Groups[i].People {
				shop.Groups[i].Members = members
			}
		}
	})
}

// goldenInForce is the golden shop while the plan in force has B3 on a machine.
func goldenInForce(machine, start string) fixture {
	return fixture{func(t *testing.T) goldenCase {
		from := at(t, "Asia/Shanghai", "2026-03-02 "+start)
		return goldenCase{shop: goldenShop(t), inForce: map[string]aps.Standing{"B3-10": {Resource: machine, Start: from, End: from.Add(10 * time.Hour)}}}
	}, fmt.Sprintf("执行中计划：B3 在 %s 上，周一 %s 开始", machine, start), fmt.Sprintf("in force: B3 on %s from Monday %s", machine, start)}
}
