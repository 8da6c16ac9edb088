package aps

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
		"":             "",
		"10":           "1x-10a 1x-10b",
		"10#b":         "1x-10b",
		"20":           "1x-20",
		"20#a":         "",
		"40":           "",
		"P1/20":        "1x-20", // its own part: a lot follows itself
		"P2/20":        "2-20",
		"P2/10":        "2-10a 2-10b",
		"P2/10#a":      "2-10a",
		"P9/10":        "",
		"20;P2/10#b":   "1x-20 2-10b",
		"P2/10#b;30;x": "2-10b 1x-30",
	} {
		m := ordered()
		var got []string
		named(m, &m.Parts[0], &Operation{Pred: pred}, func(part *Part, x *Operation) {
			if !strings.HasPrefix(x.ID, part.ID) {
				t.Errorf("%s: %s is of %s", pred, x.ID, part.ID)
			}
			got = append(got, x.ID)
		})
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", pred, text, want)
		}
	}
	m := ordered()
	var got []string
	named(m, &m.Parts[1], &Operation{Pred: "P1/20"}, func(_ *Part, x *Operation) { got = append(got, x.ID) })
	if !slices.Equal(got, []string{"1x-20", "1y-20"}) {
		t.Errorf("from another part: %q", got)
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
		{"without what is finished", func(m *Mould) { m.Parts[0].Ops[1].Status = opFinished }, []string{"1x-10a", "1y-10a", "1y-10b"}},
		{"without a lot that is closed", func(m *Mould) { m.Parts[0].Batch.State = batchClosed }, []string{"1y-10a", "1y-10b"}},
		{"without a lot that is finished", func(m *Mould) { m.Parts[2].Batch.State = batchFinished }, []string{"1x-10a", "1x-10b"}},
		{"nothing", func(m *Mould) { m.Parts[0].Batch.State, m.Parts[2].Batch.State = batchClosed, batchFinished }, []string{}},
	} {
		m := ordered()
		c.change(m)
		got := (&adapter{}).preds(m, &m.Parts[1], &Operation{Pred: "P1/10"})
		if got == nil || !slices.Equal(*got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, *got, c.want)
		}
	}
}

// What is built into a part comes in all branches of its first operation of the run, or of the one that is named, in each lot.
func TestWhereAPartTakesUpWhatIsBuiltIn(t *testing.T) {
	for _, c := range []struct {
		what   string
		absent []string
		no     int
		want   []string
	}{
		{"the first", nil, 0, []string{"1x-10a", "1x-10b", "1y-10a", "1y-10b"}},
		{"the named one", nil, 20, []string{"1x-20", "1y-20"}},
		{"one that is not there", nil, 40, nil},
		{"the first that is left", []string{"1x-10a", "1x-10b"}, 0, []string{"1x-20", "1y-10a", "1y-10b"}},
		{"the branch that is left", []string{"1x-10a"}, 0, []string{"1x-10b", "1y-10a", "1y-10b"}},
		{"the named one, of the lot that has it", []string{"1y-20"}, 20, []string{"1x-20"}},
	} {
		m, a := ordered(), &adapter{at: map[string]int{}}
		for i := range m.Parts {
			for _, o := range m.Parts[i].Ops {
				if !slices.Contains(c.absent, o.ID) {
					a.at[o.ID] = len(a.at)
				}
			}
		}
		if got := a.entries(lotsOf(m, "P1"), c.no); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if lots := lotsOf(ordered(), "P1"); len(lots) != 2 || lots[0].ID != "1x" || lots[1].ID != "1y" {
		t.Errorf("the lots of P1: %+v", lots)
	}
	if lots := lotsOf(ordered(), "P9"); lots != nil {
		t.Errorf("the lots of nothing: %+v", lots)
	}
}
