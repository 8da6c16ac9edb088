package model

import (
	"slices"
	"strings"
	"testing"
)

// ordered is a mould with the parts P1 (two lots), P2 and P3; P1's operations 10 and 20 have branches.
func ordered() *Mould {
	ops := func(part string) []Operation {
		return []Operation{{ID: part + "-10a", No: 10, Branch: "a"}, {ID: part + "-10b", No: 10, Branch: "b"}, {ID: part + "-20", No: 20}, {ID: part + "-30", No: 30}}
	}
	return &Mould{No: "M", Parts: []Part{
		{ID: "1x", No: "P1", Batch: &Batch{No: "x"}, Ops: ops("1x")},
		{ID: "2", No: "P2", Ops: ops("2")},
		{ID: "1y", No: "P1", Batch: &Batch{No: "y"}, Ops: ops("1y")},
	}}
}

// A predecessor names all branches of a number or one of them: in the same lot, or in every lot of another part.
func TestWhatAPredecessorNames(t *testing.T) {
	for pred, want := range map[string]string{
		"10":           "1x-10a 1x-10b",
		"10#b":         "1x-10b",
		"20":           "1x-20",
		"20#a":         "",
		"40":           "",
		"P1/20":        "1x-20", // its own part: a lot follows itself
		"P2/20":        "2-20",
		"P2/10":        "2-10a 2-10b",
		"P2/10#b":      "2-10b",
		"P9/10":        "",
		"20;P2/10#b":   "1x-20 2-10b",
		"P2/10#b;20;x": "2-10b 1x-20",
	} {
		m := ordered()
		o := &m.Parts[0].Ops[3]
		o.Pred = pred
		if got := RoutesOf(m).pred(o); got == nil || strings.Join(*got, " ") != want {
			t.Errorf("%s: %v, want %q", pred, got, want)
		}
	}
	m := ordered()
	o := &m.Parts[1].Ops[3]
	o.Pred = "P1/20"
	if got := RoutesOf(m).pred(o); got == nil || !slices.Equal(*got, []string{"1x-20", "1y-20"}) {
		t.Errorf("from another part: %v", got)
	}
	m = ordered()
	if got := RoutesOf(m).pred(&m.Parts[0].Ops[3]); got != nil {
		t.Errorf("what names nothing follows by its number: %q", *got)
	}
}

// Of the named operations a run waits for those that are neither finished nor of a lot that is over.
func TestWhatARunWaitsFor(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(m *Mould)
		want   []string
	}{
		{"all of it", func(*Mould) {}, []string{"1x-10a", "1x-10b", "1y-10a", "1y-10b"}},
		{"without what is finished", func(m *Mould) { m.Parts[0].Ops[1].Status = OpFinished }, []string{"1x-10a", "1y-10a", "1y-10b"}},
		{"without a lot that is closed", func(m *Mould) { m.Parts[0].Batch.State = BatchClosed }, []string{"1y-10a", "1y-10b"}},
		{"without a lot that is finished", func(m *Mould) { m.Parts[2].Batch.State = BatchFinished }, []string{"1x-10a", "1x-10b"}},
		{"nothing", func(m *Mould) { m.Parts[0].Batch.State, m.Parts[2].Batch.State = BatchClosed, BatchFinished }, []string{}},
	} {
		m := ordered()
		c.change(m)
		o := &m.Parts[1].Ops[3]
		o.Pred = "P1/10"
		if got := RoutesOf(m).pred(o); got == nil || !slices.Equal(*got, c.want) {
			t.Errorf("%s: %v, want %q", c.what, got, c.want)
		}
	}
}
