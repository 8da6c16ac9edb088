package result

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/model"
	"mouldworks/solver"
)

// A forced delivery ends with the last of its operations, is late from the minute after its due date, and has no end while one
// of them has no place, whichever it is.
func TestWhenAForcedDeliveryEnds(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		what string
		on   [3]int32
		want string
	}{
		{"the last of three", [3]int32{0, 0, 0}, "c ends 40, 10 late"},
		{"without the first", [3]int32{none, 0, 0}, "a has no end"},
		{"without the second", [3]int32{0, none, 0}, "b has no end"},
		{"without the last", [3]int32{0, 0, none}, "c has no end"},
		{"without two", [3]int32{none, none, 0}, "b has no end"},
	} {
		for _, order := range [][3]int{{0, 1, 2}, {2, 0, 1}} { // the last one to end stands last, or first
			p := &solver.Problem{End: 1 << 20, Resources: []solver.Resource{{Cap: 1}}, Jobs: []solver.Job{{Due: solver.None}}}
			plan := &solver.Plan{}
			names := []string{"a", "b", "c"}
			for k, o := range order {
				p.Ops = append(p.Ops, solver.Op{Mode0: int32(k)})
				p.Modes = append(p.Modes, solver.Mode{Run: 20})
				p.Targets = append(p.Targets, solver.Target{Op: int32(k), Due: 30})
				plan.Resource, plan.Start, plan.End = append(plan.Resource, c.on[o]), append(plan.Start, solver.Min(10*o)), append(plan.End, solver.Min(10*o+20))
				plan.Mode = append(plan.Mode, solver.None)
			}
			shop, err := solver.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			got := Deliveries(shop, plan, func(op int32) (model.Lot, string) {
				return model.Lot{Mould: "A", Part: "P1", Batch: ""}, names[order[op]]
			}, func(m solver.Min) time.Time { return ruleStart.Add(time.Duration(m) * time.Minute) })
			if len(got) != 1 || !got[0].Due.Equal(ruleStart.Add(30*time.Minute)) {
				t.Fatalf("%s: %+v", c.what, got)
			}
			text := got[0].TaskID + " has no end"
			if got[0].End != nil {
				text = fmt.Sprintf("%s ends %.0f, %d late", got[0].TaskID, got[0].End.Sub(ruleStart).Minutes(), got[0].Late)
			}
			if text != c.want {
				t.Errorf("%s, %v: %s, want %s", c.what, order, text, c.want)
			}
		}
	}
}

// A part of which something has no place hides no other one behind it.
func TestForcedDeliveriesBehindOneWithoutAnEnd(t *testing.T) {
	p := &solver.Problem{End: 1 << 20, Resources: []solver.Resource{{Cap: 1}}, Jobs: []solver.Job{{Due: solver.None}}}
	for k := range 3 {
		p.Ops = append(p.Ops, solver.Op{Mode0: int32(k)})
		p.Modes = append(p.Modes, solver.Mode{Run: 20})
		p.Targets = append(p.Targets, solver.Target{Op: int32(k), Due: 30})
	}
	shop, err := solver.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	plan := &solver.Plan{Resource: []int32{solver.None, 0, 0}, Start: []solver.Min{0, 0, 20}, End: []solver.Min{0, 20, 40}, Mode: []int32{solver.None, solver.None, solver.None}}
	got := Deliveries(shop, plan, func(op int32) (model.Lot, string) {
		return model.Lot{Mould: "A", Part: []string{"P1", "P1", "P2"}[op], Batch: ""}, fmt.Sprint(op)
	}, func(m solver.Min) time.Time { return ruleStart.Add(time.Duration(m) * time.Minute) })
	if len(got) != 2 || got[0].PartNo != "P1" || got[0].End != nil || got[0].TaskID != "0" || got[1].PartNo != "P2" || got[1].End == nil || got[1].Late != 10 {
		t.Errorf("%+v", got)
	}
}

// The minute that it is due is on time.
func TestWhatCountsAsForcedAndLate(t *testing.T) {
	end := ruleStart
	e := &Evaluation{}
	e.countForced([]ForcedDelivery{{PartNo: "on time", End: &end}, {PartNo: "a minute late", End: &end, Late: 1}, {PartNo: "endless"}, {PartNo: "on time too", End: &end}})
	var late []string
	for _, d := range e.Forced {
		late = append(late, d.PartNo)
	}
	if got := strings.Join(late, ", "); e.Figures.Forced != 4 || e.Figures.ForcedLate != 2 || got != "a minute late, endless" {
		t.Errorf("%d, %d late: %s", e.Figures.Forced, e.Figures.ForcedLate, got)
	}
}
