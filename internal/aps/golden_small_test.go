package aps_test

import (
	"fmt"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
)

// Shops of a few machines that never close, for settings that the golden shop has no question for. They start on Monday,
// 2 March, at 08:00 as well.

// small is a shop of machines in one group M.
func small(machines ...string) *model.Shop {
	s := &model.Shop{Zone: "Asia/Shanghai", Groups: []model.Group{{ID: "M", Code: "M", Name: "M", Scheduled: true}}}
	for _, name := range machines {
		s.Machines = append(s.Machines, model.Machine{ID: name, Name: name, GroupID: "M", WorkRate: quantity.Whole(1)})
	}
	return s
}

// after is a moment some hours after the start.
func after(t testing.TB, hours float64) *time.Time {
	m := at(t, "Asia/Shanghai", "2026-03-02 08:00").Add(time.Duration(hours * float64(time.Hour)))
	return &m
}

// smallMould adds a mould with one workpiece of the same number; it is due some hours after the start.
func smallMould(t testing.TB, s *model.Shop, no string, due float64, priority int, ops ...model.Operation) *model.Part {
	for i := range ops {
		ops[i].ID, ops[i].No = fmt.Sprintf("%s-%d", no, i+1), 10*(i+1)
		ops[i].Crew, ops[i].Pausable = 1, true
		if ops[i].GroupID == "" {
			ops[i].GroupID = "M"
		}
	}
	s.Moulds = append(s.Moulds, model.Mould{ID: no, No: no, Priority: priority, Delivery: after(t, due), Parts: []model.Part{{ID: no, No: no, Ops: ops}}})
	return &s.Moulds[len(s.Moulds)-1].Parts[0]
}

func hoursOf(h float64, machines ...string) model.Operation {
	o := model.Operation{Minutes: quantity.Minutes(h * 60)}
	for i, m := range machines {
		o.Machines = append(o.Machines, model.Eligible{MachineID: m, Rank: i + 1})
	}
	return o
}

// busy keeps a machine occupied by a locked operation of a mould of its own.
func busy(t testing.TB, s *model.Shop, machine string, from, hours float64) {
	o := hoursOf(hours, machine)
	o.Lock, o.LockMachine, o.LockStart = 2, machine, after(t, from)
	smallMould(t, s, fmt.Sprintf("busy %s %v", machine, from), 1000, 1, o)
}

// smallSixCase has six machines for one operation of ten hours; see scheduling rule 10: when each is free, how fast it
// works, what is booked on it, its rank and its rate all point to another one. The part was on M6 before.
func smallSixCase(t *testing.T) goldenCase {
	s := small("M1", "M2", "M3", "M4", "M5", "M6")
	before := hoursOf(1, "M6")
	before.Status, before.OnMachine = 3, "M6"
	op := hoursOf(10)
	for i, m := range []struct {
		free, booked, rate float64
		rank               int
		cost               int64
	}{{6, 30, 1.25, 5, 150}, {0, 40, 0.5, 6, 150}, {8, 8, 1, 4, 150}, {9, 31, 1, 1, 150}, {10, 32, 1, 3, 60}, {7, 33, 1, 2, 150}} {
		machine := &s.Machines[i]
		machine.WorkRate, machine.HourRate = quantity.Decimal(m.rate*1_000_000), quantity.Whole(m.cost)
		op.Machines = append(op.Machines, model.Eligible{MachineID: machine.ID, Rank: m.rank})
		if m.free > 0 {
			busy(t, s, machine.ID, 0, m.free*m.rate)
		}
		if m.booked > m.free {
			busy(t, s, machine.ID, 100, (m.booked-m.free)*m.rate)
		}
	}
	smallMould(t, s, "X", 100, 50, before, op)
	return goldenCase{shop: s}
}

// smallLevels has a fine machine A and a coarse machine C, busy for some hours, for a part of grade C.
func smallLevels(hours float64) fixture {
	return fixture{func(t *testing.T) goldenCase {
		s := small("A", "C")
		s.Machines[0].Level, s.Machines[1].Level = 1, 3
		busy(t, s, "C", 0, hours)
		smallMould(t, s, "X", 100, 50, hoursOf(4, "A", "C")).Grade = 3
		return goldenCase{shop: s}
	}, fmt.Sprintf("C 级零件 X 4 小时；A 级设备 A 空闲，C 级设备 C 忙 %v 小时", hours), fmt.Sprintf("part X of grade C, 4 h; machine A of level A is free, C of level C busy for %v h", hours)}
}

// smallRulesCase is one machine and three moulds, all there at the start: X 8 h due after 20 h, Y 2 h after 11 h, Z 4 h after
// 12 h; priorities 60, 40 and 50.
func smallRulesCase(t *testing.T) goldenCase {
	s := small("M1")
	smallMould(t, s, "X", 20, 60, hoursOf(8))
	smallMould(t, s, "Y", 11, 40, hoursOf(2))
	smallMould(t, s, "Z", 12, 50, hoursOf(4))
	return goldenCase{shop: s}
}

// smallCycleCase is one machine, P of eight hours due after them, Q of one hour with time.
func smallCycleCase(t *testing.T) goldenCase {
	s := small("M1")
	smallMould(t, s, "P", 8, 50, hoursOf(8))
	smallMould(t, s, "Q", 100, 50, hoursOf(1))
	return goldenCase{shop: s, iterations: 200}
}

// smallDrumCase is a machine and a bottleneck: Q of four hours is due after them, P needs two hours and then twenty on the
// bottleneck. Load counts for one day.
func smallDrumCase(t *testing.T) goldenCase {
	s := small("M1")
	s.Groups = append(s.Groups, model.Group{ID: "B", Code: "B", Name: "B", Scheduled: true, Bottleneck: true})
	s.Machines = append(s.Machines, model.Machine{ID: "B1", Name: "B1", GroupID: "B", WorkRate: quantity.Whole(1)})
	drum := hoursOf(20)
	drum.GroupID = "B"
	smallMould(t, s, "P", 100, 50, hoursOf(2), drum)
	smallMould(t, s, "Q", 4, 90, hoursOf(4))
	return goldenCase{shop: s, iterations: 200}
}

// smallBalanceCase is a fast machine and a slow one, 4 h against 10 h; P is due after 4 h, Q after 8 h.
func smallBalanceCase(t *testing.T) goldenCase {
	s := small("N1", "N2")
	s.Machines[1].WorkRate = quantity.Decimal(400_000)
	smallMould(t, s, "P", 4, 50, hoursOf(4))
	smallMould(t, s, "Q", 8, 50, hoursOf(4))
	return goldenCase{shop: s, iterations: 200}
}

// smallChangeoversCase is one machine and two moulds: P has two parts of two hours, the first due after two hours, the
// second there after four; Q of two hours is due after four.
func smallChangeoversCase(t *testing.T) goldenCase {
	s := small("M1")
	smallMould(t, s, "P", 100, 50, hoursOf(2)).Due = after(t, 2)
	later := model.Part{ID: "P2", No: "P2", MaterialReady: after(t, 4), Ops: []model.Operation{hoursOf(2)}}
	later.Ops[0].ID, later.Ops[0].No, later.Ops[0].GroupID, later.Ops[0].Crew, later.Ops[0].Pausable = "P2-1", 10, "M", 1, true
	s.Moulds[0].Parts = append(s.Moulds[0].Parts, later)
	smallMould(t, s, "Q", 4, 90, hoursOf(2))
	return goldenCase{shop: s, iterations: 200}
}

// smallPublishedCase is one machine with P of four hours and Q of two, published at 8:00 and 12:00; Q is more urgent and
// due after two hours.
func smallPublishedCase(t *testing.T) goldenCase {
	s := small("M1")
	smallMould(t, s, "P", 100, 50, hoursOf(4))
	smallMould(t, s, "Q", 2, 90, hoursOf(2))
	return goldenCase{shop: s, inForce: map[string]aps.Standing{
		"P-1": {Resource: "M1", Start: *after(t, 0), End: *after(t, 4)}, "Q-1": {Resource: "M1", Start: *after(t, 4), End: *after(t, 6)},
	}}
}

// smallAssembly is a mould of an assembly by two of two fitters, eight hours by its route, and a try-out on M1 behind
// it. Its order type says ten hours, its twelve parts are an hour each, finished moulds took five.
func smallAssemblyCase(hours model.AssemblyHours, route float64) func(t *testing.T) goldenCase {
	return func(t *testing.T) goldenCase {
		s := small("M1")
		s.Groups = append(s.Groups, model.Group{ID: "FIT", Code: "FIT", Name: "FIT", Scheduled: true, People: true, Members: 2})
		fit := hoursOf(route)
		fit.GroupID = "FIT"
		part := smallMould(t, s, "X", 100, 50, fit, hoursOf(4))
		part.Assembly, part.Ops[0].Crew = true, 2
		s.Moulds[0].AssemblyBy = hours
		return goldenCase{shop: s}
	}
}

// smallAssembly tells the page what is known of the hours.
func smallAssembly(zh, en string, hours model.AssemblyHours) fixture {
	return fixture{smallAssemblyCase(hours, 8), "两人装配，工艺 8 小时；" + zh + "；之后试模", "assembly by two, 8 h by its route; " + en + "; then the try-out"}
}

var (
	smallSix         = fixture{smallSixCase, "零件 X 10 小时，可用六台设备：何时空闲、速度、已排工时、顺位、费率各不相同；上一道在 M6", "part X of ten hours and six machines that differ in when they are free, speed, load, rank and rate; it was on M6 before"}
	smallRules       = fixture{smallRulesCase, "一台设备，三副模具：X 8 小时、Y 2 小时、Z 4 小时", "one machine and three moulds: X 8 h, Y 2 h, Z 4 h"}
	smallCycle       = fixture{smallCycleCase, "一台设备：P 8 小时，8 小时后交；Q 1 小时，不急", "one machine: P of 8 h due after them, Q of 1 h with time"}
	smallDrum        = fixture{smallDrumCase, "M1 和瓶颈 B1：P 在 M1 2 小时再在 B1 20 小时；Q 在 M1 4 小时，4 小时后交", "M1 and the bottleneck B1: P needs 2 h on M1, then 20 on B1; Q 4 h on M1, due after them"}
	smallBalance     = fixture{smallBalanceCase, "快机 N1（4 小时）和慢机 N2（10 小时）：P 4 小时后交，Q 8 小时后交", "a fast machine N1 (4 h) and a slow one N2 (10 h); P is due after 4 h, Q after 8 h"}
	smallPublished   = fixture{smallPublishedCase, "一台设备，执行中计划：P 4 小时 8:00 开始，Q 2 小时 12:00 开始；Q 更急", "one machine; in force: P of 4 h from 8:00, Q of 2 h from 12:00; Q is more urgent"}
	smallChangeovers = fixture{smallChangeoversCase, "一台设备：P 的两个零件各 2 小时，第二个 4 小时后才到；Q 2 小时，4 小时后交", "one machine: P has two parts of 2 h, the second there after 4 h; Q of 2 h is due after 4 h"}
)
