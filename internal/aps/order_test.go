package aps_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/model"
)

// orders are the precedences of the problem that a mould becomes: what each operation waits for in its route, into an
// assembly (+) and for its electrodes (!).
func orders(t *testing.T, parts ...model.Part) map[string]string {
	t.Helper()
	shop, _ := oneMould()
	shop.Moulds[0].Parts = parts
	for i := range parts {
		p := &parts[i]
		p.ID, p.Qty = cmpOr(p.ID, "id-"+p.No), max(1, p.Qty)
		for k := range p.Ops {
			o := &p.Ops[k]
			o.ID, o.GroupID, o.Crew = p.ID+"-"+o.ID, "g-fit", 1
			if o.Minutes == 0 && !o.Implied {
				o.Minutes = 60
			}
		}
	}
	start := at(t, shop.Zone, "2026-03-02 08:00")
	file := aps.Translate(shop, start)
	loaded, err := file.Build()
	if err != nil {
		t.Fatal(err)
	}
	after := map[string][]string{}
	short := func(o int32) string { return strings.TrimSuffix(strings.TrimPrefix(file.Ops[o].ID, "A001/"), "/") }
	for i := range loaded.Problem.Edges {
		if e := &loaded.Problem.Edges[i]; e.From >= 0 {
			sign := []string{"", "+", "!", ""}[e.Kind]
			after[short(e.To)] = append(after[short(e.To)], sign+short(e.From))
		}
	}
	got := map[string]string{}
	for o, from := range after {
		slices.Sort(from)
		got[o] = strings.Join(slices.Compact(from), " ")
	}
	return got
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func step(no int, change ...func(*model.Operation)) model.Operation {
	o := model.Operation{ID: string(rune('a' + no/10)), No: no}
	for _, c := range change {
		c(&o)
	}
	return o
}

// The problem of a run has what package route says, whatever of it the engine finds by itself.
func TestTheProblemFollowsTheRoutes(t *testing.T) {
	part := func(no string, ops ...model.Operation) model.Part { return model.Part{No: no, Ops: ops} }
	into := func(p model.Part, parent string) model.Part { p.Parent = parent; return p }
	assembly := func(p model.Part) model.Part { p.Assembly = true; return p }
	electrode := func(p model.Part) model.Part { p.Electrode = true; return p }
	done := func(o *model.Operation) {
		o.Status, o.OnMachine = 3, "g-fit"
		ended := at(t, "Asia/Shanghai", "2026-03-01 08:00")
		o.RealStart, o.RealEnd = &ended, &ended
	}
	pred := func(text string) func(*model.Operation) { return func(o *model.Operation) { o.Pred = text } }
	branch := func(name string) func(*model.Operation) {
		return func(o *model.Operation) { o.Branch, o.ID = name, o.ID+name }
	}
	burns := func(parts ...string) func(*model.Operation) {
		return func(o *model.Operation) {
			o.EDM = true
			for _, p := range parts {
				o.Burns = append(o.Burns, model.Burn{PartID: "id-" + p})
			}
		}
	}
	implied := func(o *model.Operation) { o.Implied = true }
	for name, c := range map[string]struct {
		parts []model.Part
		want  map[string]string
	}{
		"the number before":          {[]model.Part{part("A", step(10), step(20))}, map[string]string{"A/20": "A/10"}},
		"named":                      {[]model.Part{part("A", step(10), step(20), step(30, pred("10")))}, map[string]string{"A/20": "A/10", "A/30": "A/10"}},
		"named twice":                {[]model.Part{part("A", step(10), step(20), step(30, pred("10;A/10;10")))}, map[string]string{"A/20": "A/10", "A/30": "A/10"}},
		"done too early":             {[]model.Part{part("A", step(10), step(20, done), step(30))}, map[string]string{"A/30": "A/10"}},
		"named and done too early":   {[]model.Part{part("A", step(10), step(20, done), step(30, pred("20")))}, map[string]string{"A/30": "A/10"}},
		"over what names another":    {[]model.Part{part("A", step(10), step(20, done, pred("B/10")), step(30)), part("B", step(10))}, map[string]string{"A/30": "B/10"}},
		"a step without hours":       {[]model.Part{assembly(part("Z", step(10, implied), step(20))), part("A", step(10), step(20, pred("Z/10")))}, map[string]string{"Z/20": "+A/20"}},
		"built in":                   {[]model.Part{part("A", step(10), step(20)), into(part("B", step(10), step(20)), "A")}, map[string]string{"A/10": "+B/20", "A/20": "A/10", "B/20": "B/10"}},
		"with a parent that is gone": {[]model.Part{into(part("A", step(10)), "X"), assembly(part("Z", step(10)))}, map[string]string{"Z/10": "+A/10"}},
		"what took it up is done":    {[]model.Part{part("A", step(10, done), step(20)), into(part("B", step(10)), "A")}, map[string]string{"A/20": "+B/10"}},
		"where it was needed is done": {
			[]model.Part{part("A", step(10), step(20, done), step(30)), {No: "B", Parent: "A", NeededAtOp: 20, Ops: []model.Operation{step(10)}}},
			map[string]string{"A/30": "+B/10 A/10"},
		},
		"the last is done too early":          {[]model.Part{part("A", step(10)), into(part("B", step(10), step(20, done)), "A")}, map[string]string{"A/10": "+B/10"}},
		"in the second assembly":              {[]model.Part{part("A", step(10)), assembly(part("Y", step(10, done))), assembly(part("Z", step(10)))}, map[string]string{"Z/10": "+A/10"}},
		"in none that it waits for":           {[]model.Part{part("A", step(10, pred("Z/10"))), assembly(part("Y", step(10, done))), assembly(part("Z", step(10)))}, map[string]string{"A/10": "Z/10"}},
		"an electrode":                        {[]model.Part{part("A", step(10), step(20, burns("E"))), electrode(part("E", step(10), step(20)))}, map[string]string{"A/20": "!E/20 A/10", "E/20": "E/10"}},
		"an electrode that ends in two":       {[]model.Part{part("A", step(10, burns("E"))), electrode(part("E", step(10, branch("x")), step(10, branch("y"))))}, map[string]string{"A/10": "!E/10/y +E/10/x"}},
		"an electrode that is built in":       {[]model.Part{part("A", step(10)), into(electrode(part("E", step(10))), "A")}, map[string]string{}},
		"an electrode that has burnt already": {[]model.Part{part("A", step(10, burns("E"), done), step(20)), electrode(part("E", step(10)))}, map[string]string{}},
	} {
		if got := orders(t, c.parts...); !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Translating a shop leaves it as it was: it is translated again for every question about its plan.
func TestAShopIsTranslatedWithoutATrace(t *testing.T) {
	shop, _ := oneMould()
	shop.Moulds[0].Parts = append(shop.Moulds[0].Parts, model.Part{ID: "z", No: "Z", Assembly: true, Ops: []model.Operation{{ID: "z-10", No: 10, GroupID: "g-fit", Minutes: 480, Crew: 1}}})
	shop.Moulds[0].AssemblyBy = model.AssemblyHours{Fixed: 600}
	start := at(t, shop.Zone, "2026-03-02 08:00")
	file := aps.TranslateWith(shop, start, map[string]any{"assemblyHourMethod": 2.0})
	if got := shop.Moulds[0].Parts[1].Ops[0].Minutes; got != 480 || file.Ops[len(file.Ops)-1].Modes[0].Run != 600 {
		t.Errorf("the shop has %d minutes, the problem %d", got, file.Ops[len(file.Ops)-1].Modes[0].Run)
	}
}
