package solver_test

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/solver"
	"mouldworks/solver/check"
)

// union is the time that either calendar is open.
func union(a, b solver.Calendar) (out solver.Calendar) {
	type span struct{ from, to int32 }
	var all []span
	for _, c := range []solver.Calendar{a, b} {
		for i := range c.Open {
			all = append(all, span{c.Open[i], c.Close[i]})
		}
	}
	slices.SortFunc(all, func(x, y span) int { return cmp.Compare(x.from, y.from) })
	for _, s := range all {
		if n := len(out.Close); n > 0 && s.from <= out.Close[n-1] {
			out.Close[n-1] = max(out.Close[n-1], s.to)
		} else {
			out.Open, out.Close = append(out.Open, s.from), append(out.Close, s.to)
		}
	}
	return out
}

// Objective(all) <= objective(late) <= objective(none), and with the
// bottlenecks in between likewise. APS-SET-07
func TestMoreOvertimeIsNeverWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := randomShop(t, true)
		for r := range p.Resources {
			res := &p.Resources[r]
			res.Bottleneck = rapid.Bool().Draw(t, "bottleneck")
			if res.Manned[0] != 0 {
				p.Calendars = append(p.Calendars, union(p.Calendars[res.Manned[0]], randomCalendar(t, 4500)))
				res.Manned[1] = int32(len(p.Calendars) - 1)
			} else {
				res.Manned[1] = 0
			}
			if res.Run[0] != 0 {
				res.Run = res.Manned
			}
		}
		params := solver.Params{Direction: solver.Direction(rapid.IntRange(0, 4).Draw(t, "direction"))}
		value := map[solver.Overtime][]int64{}
		for _, choice := range []solver.Overtime{solver.OvertimeAll, solver.OvertimeBottleneck, solver.OvertimeLate} {
			params.Overtime = choice
			shop, plan, err := solver.Run(context.Background(), p, params, nil)
			if err != nil {
				t.Fatal(err)
			}
			if bad := check.Plan(shop.Problem, plan); len(bad) > 0 {
				t.Fatalf("choice %d: %v", choice, bad)
			}
			value[choice] = plan.Value[:2]
		}
		for o := range p.Ops {
			p.Ops[o].Overtime = false
		}
		params.Overtime = 0
		_, none, err := solver.Run(context.Background(), p, params, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2][]int64{
			{value[solver.OvertimeAll], value[solver.OvertimeLate]},
			{value[solver.OvertimeAll], value[solver.OvertimeBottleneck]},
			{value[solver.OvertimeLate], none.Value[:2]},
			{value[solver.OvertimeBottleneck], none.Value[:2]},
		} {
			if none.Keys[0] == solver.KeyTardiness && slices.Compare(pair[0], pair[1]) > 0 {
				t.Fatalf("%v, none %v", value, none.Value[:2])
			}
		}
	})
}

// A machine works 480 minutes a day and may work 120 more. J1 needs 600 and is
// due after 600: late by 960 without overtime, in time with it. J2 comes next
// and has time: its overtime is given back.
func TestOvertimeForTheLateAlone(t *testing.T) {
	day, long := solver.Calendar{}, solver.Calendar{}
	for d := range int32(20) {
		day.Open, day.Close = append(day.Open, d*1440), append(day.Close, d*1440+480)
		long.Open, long.Close = append(long.Open, d*1440), append(long.Close, d*1440+600)
	}
	p := &solver.Problem{
		End: 20_000, Calendars: []solver.Calendar{{}, day, long},
		Resources: []solver.Resource{{Name: "A", Cap: 1, Manned: [2]int32{1, 2}, Run: [2]int32{1, 2}}},
		Jobs:      []solver.Job{{Name: "J1", Due: 600, Weight: 2}, {Name: "J2", Due: 10_000, Weight: 1}},
		Ops:       []solver.Op{{Name: "1"}, {Name: "2", Job: 1, Mode0: 1}},
		Modes:     []solver.Mode{{Run: 600}, {Run: 600}},
	}
	for choice, want := range map[solver.Overtime][2]solver.Min{
		0: {1560, 3120}, solver.OvertimeAll: {600, 2040}, solver.OvertimeLate: {600, 3000}, solver.OvertimeBottleneck: {1560, 3120},
	} {
		shop, plan, err := solver.Run(context.Background(), p, solver.Params{Overtime: choice}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]solver.Min(plan.End); got != want {
			t.Errorf("choice %d: ends %v, want %v", choice, got, want)
		}
		if late := shop.Problem.Ops[1].Overtime; choice == solver.OvertimeLate && late {
			t.Error("the job in time works overtime")
		}
	}
}
