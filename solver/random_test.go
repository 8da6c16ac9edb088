package solver_test

import (
	"fmt"

	"pgregory.net/rapid"

	"mouldworks/solver"
)

// randomCalendar draws open intervals on [0, until), never ending early.
func randomCalendar(t *rapid.T, until int32) solver.Calendar {
	var c solver.Calendar
	at := int32(rapid.IntRange(0, 60).Draw(t, "opens"))
	for at < until {
		room := int32(rapid.IntRange(20, 240).Draw(t, "room"))
		c.Open, c.Close = append(c.Open, at), append(c.Close, at+room)
		at += room + int32(rapid.SampledFrom([]int{10, 60, 120, 121, 300}).Draw(t, "gap"))
	}
	return c
}

// randomShop draws a small shop with every feature of the model.
func randomShop(t *rapid.T, fixes bool) *solver.Problem {
	const horizon = 4000
	draw := func(name string, lo, hi int) int32 { return int32(rapid.IntRange(lo, hi).Draw(t, name)) }
	flip := func(name string) bool { return rapid.IntRange(0, 3).Draw(t, name) == 0 }
	p := &solver.Problem{Start: draw("S", 0, 200), End: horizon, MovedAfter: draw("moved", 0, 300), Ranked: flip("ranked"), Calendars: []solver.Calendar{{}}}
	if flip("near") {
		p.Window = p.Start + draw("window", 1, 800)
	}
	if flip("tight") {
		p.End = 900
	}
	for range 3 {
		p.Calendars = append(p.Calendars, randomCalendar(t, horizon+500))
	}
	p.Classes = 2
	p.Flow = []int32{0, draw("flow", 0, 90), draw("flow", 0, 90), 0}
	resources := draw("resources", 1, 5)
	for r := range resources {
		res := solver.Resource{Name: fmt.Sprintf("R%d", r), Cap: draw("cap", 0, 3), Class: draw("class", 0, 1)}
		res.Manned = [2]int32{draw("cal", 0, 3), draw("cal", 0, 3)}
		res.Run = res.Manned
		res.Group, res.Bottleneck = draw("group", 0, int(min(2, resources-1))), flip("bottleneck")
		if flip("unattended") {
			res.Run = [2]int32{}
		}
		if r == 0 || res.Cap != 0 {
			res.Cap = max(1, res.Cap)
		}
		p.Resources = append(p.Resources, res)
	}
	jobs := draw("jobs", 1, 4)
	for j := range jobs {
		p.Jobs = append(p.Jobs, solver.Job{
			Name: fmt.Sprintf("J%d", j), Release: draw("release", 0, 300), Due: draw("due", -1, 1500), Weight: draw("weight", 0, 100),
		})
	}
	for i := range draw("ops", 1, 14) {
		op := solver.Op{
			Name: fmt.Sprintf("o%02d", i), Job: draw("job", 0, int(jobs)-1), Part: draw("part", 0, 2), Seq: i,
			Mode0: int32(len(p.Modes)), Crew: draw("crew", 1, 2), Overtime: flip("overtime"), Unpausable: flip("whole"), First: draw("head", 0, 9) == 0,
		}
		first := draw("first", 0, int(resources)-1)
		for k := range draw("modes", 1, int(resources)) {
			mode := solver.Mode{
				Resource: (first + k) % resources, Setup: draw("setup", 0, 1) * draw("set", 0, 40),
				Run: draw("run", 0, 150), Unattended: flip("alone"), Rank: int16(draw("rank", 0, 1)), Cost: int64(draw("cost", 0, 2)),
			}
			if flip("reluctant") {
				mode.Reluctance = draw("reluctance", 0, 60)
			}
			if c := p.Resources[mode.Resource].Cap; c > 0 && c < op.Crew {
				op.Crew = c
			}
			p.Modes = append(p.Modes, mode)
		}
		if fixes && flip("fixed") {
			at := p.Start + draw("at", 0, 400)
			op.Fix = solver.Fix{
				Kind:     solver.FixKind(draw("fix", 1, 4)),
				Resource: p.Modes[op.Mode0].Resource, Start: at, End: at + draw("long", 0, 200),
			}
			if flip("foreign") && op.Fix.Timed() {
				op.Fix.Resource = draw("lock", 0, int(resources)-1)
			}
		}
		if fixes && flip("known") {
			op.Prev = solver.Place{Set: true, Resource: draw("prevOn", 0, int(resources)-1), Start: draw("prev", 0, 600)}
		}
		for range draw("preds", 0, 2) {
			if i == 0 {
				break
			}
			e := solver.Edge{
				From: draw("from", 0, int(i)-1), To: i, FromAt: solver.Million, ToAt: solver.SetupPoint,
				Lag: draw("lag", 0, 30), WithFlow: flip("moves"), HandOver: flip("hands"),
			}
			if flip("points") {
				e.FromAt, e.ToAt = draw("fromAt", 0, 1_000_000), draw("toAt", -1, 1_000_000)
			}
			p.Edges = append(p.Edges, e)
		}
		if flip("outside") {
			p.Edges = append(p.Edges, solver.Edge{From: solver.None, To: i, ToAt: draw("toAt", -1, 1_000_000), Lag: draw("lag", 0, 600)})
		}
		p.Ops = append(p.Ops, op)
	}
	for range draw("blocks", 0, 3) {
		at := draw("at", 0, 600)
		p.Blocks = append(p.Blocks, solver.Block{Resource: draw("on", 0, int(resources)-1), Start: at, End: at + draw("long", 1, 200), Units: 1})
	}
	return p
}
