package route_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/route"
)

// shop builds a mould from "part [kind] [>parent[/op]]" and "part/op[#branch] [pred] [!electrode] [-]", where - is gone.
// The second P1 of the parts is a lot of it and its operations are written P1'2/10.
func shop(parts, ops string) (*route.Mould, map[string]int) {
	var all []route.Part
	lots, at := map[string]int{}, map[string]int{}
	for line := range strings.SplitSeq(parts, ",") {
		words := strings.Fields(line)
		p := route.Part{No: words[0]}
		for _, w := range words[1:] {
			switch w {
			case "assembly":
				p.Kind = route.Assembly
			case "electrode":
				p.Kind = route.Electrode
			default:
				parent, no, _ := strings.Cut(w[1:], "/")
				p.Parent = parent
				_, _ = fmt.Sscan(no, &p.NeededAt)
			}
		}
		name := p.No
		if lots[p.No]++; lots[p.No] > 1 {
			name = fmt.Sprintf("%s'%d", p.No, lots[p.No])
		}
		at[name] = len(all)
		all = append(all, p)
	}
	var steps []route.Operation
	named := map[string]int{}
	for line := range strings.SplitSeq(ops, ",") {
		words := strings.Fields(line)
		part, rest, _ := strings.Cut(words[0], "/")
		no, branch, _ := strings.Cut(rest, "#")
		o := route.Operation{Part: at[part], Branch: branch}
		_, _ = fmt.Sscan(no, &o.No)
		for _, w := range words[1:] {
			switch {
			case w == "-":
				o.Gone = true
			case strings.HasPrefix(w, "!"):
				o.Burns = append(o.Burns, w[1:])
			default:
				o.Pred, _ = route.Parse(w)
			}
		}
		named[words[0]] = len(steps)
		steps = append(steps, o)
	}
	return route.Of(all, steps), named
}

func words(links []route.Link, named map[string]int) string {
	var all []string
	for _, l := range links {
		for name, i := range named {
			if i == l.Op {
				all = append(all, []string{"", "=", "+", "!"}[l.Why]+name)
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// In the answers = is named, + built in and ! burnt; nothing is the number before.
func TestWhatFollowsWhat(t *testing.T) {
	for what, c := range map[string]struct{ parts, ops, of, before, waits string }{
		"the first":                         {"A", "A/10, A/20", "A/10", "", ""},
		"the number before":                 {"A", "A/20, A/5, A/10", "A/20", "A/10", "A/10"},
		"all branches of it":                {"A", "A/5, A/10#x, A/10#y, A/20", "A/20", "A/10#x A/10#y", "A/10#x A/10#y"},
		"not its own number":                {"A", "A/10, A/20#x, A/20#y", "A/20#y", "A/10", "A/10"},
		"one branch is done":                {"A", "A/10#x -, A/10#y, A/20", "A/20", "A/10#x A/10#y", "A/10#y"},
		"another number":                    {"A", "A/10, A/20, A/30 10", "A/30", "=A/10", "=A/10"},
		"twice the same":                    {"A", "A/10, A/20 10;A/10;10", "A/20", "=A/10", "=A/10"},
		"its part by name":                  {"A", "A/10, A/20, A/30 A/10", "A/30", "=A/10", "=A/10"},
		"a later number":                    {"A", "A/10 20, A/20 30, A/30 5", "A/10", "=A/20", "=A/20"},
		"one branch of another part":        {"A, B", "A/10#x, A/10#y, B/10 A/10#y", "B/10", "=A/10#y", "=A/10#y"},
		"all branches of another part":      {"A, B", "A/10#x, A/10#y, B/10 A/10", "B/10", "=A/10#x =A/10#y", "=A/10#x =A/10#y"},
		"what is not there":                 {"A", "A/10, A/20 15;B/10", "A/20", "", ""},
		"its own lot":                       {"A, A", "A/10, A/20, A'2/10, A'2/20 10", "A'2/20", "=A'2/10", "=A'2/10"},
		"every lot of another part":         {"A, A, B", "A/10, A'2/10, B/10 A/10", "B/10", "=A'2/10 =A/10", "=A'2/10 =A/10"},
		"what is built in":                  {"A, B >A", "A/10, A/20, B/10, B/20", "A/10", "+B/20", "+B/20"},
		"all last branches of it":           {"A, B >A", "A/10, B/10, B/20#x, B/20#y", "A/10", "+B/20#x +B/20#y", "+B/20#x +B/20#y"},
		"not in the second":                 {"A, B >A", "A/10, A/20, B/10", "A/20", "A/10", "A/10"},
		"where it is needed":                {"A, B >A/20", "A/10, A/20, B/10", "A/20", "+B/10 A/10", "+B/10 A/10"},
		"in every branch":                   {"A, B >A", "A/10#x, A/10#y, B/10", "A/10#y", "+B/10", "+B/10"},
		"every lot in every lot":            {"A, A, B >A, B >A", "A/10, A'2/10, B/10, B'2/10", "A'2/10", "+B'2/10 +B/10", "+B'2/10 +B/10"},
		"in the assembly":                   {"A, Z assembly, B", "A/10, A/20, B/10, Z/10, Z/20", "Z/10", "+A/20 +B/10", "+A/20 +B/10"},
		"with a parent that is not there":   {"A >X, Z assembly", "A/10, Z/10", "Z/10", "+A/10", "+A/10"},
		"an assembly with none":             {"Y assembly >X, Z assembly", "Y/10, Z/10", "Z/10", "", ""},
		"an electrode is built in nowhere":  {"A, E electrode >A", "A/10, E/10", "A/10", "", ""},
		"it is burnt":                       {"A, E electrode", "A/10, A/20 !E, E/10, E/20", "A/20", "!E/20 A/10", "!E/20 A/10"},
		"after all last branches of it":     {"A, E electrode", "A/20 !E, E/10#x, E/10#y", "A/20", "!E/10#x !E/10#y", "!E/10#x !E/10#y"},
		"in the first assembly":             {"A, Z assembly, Y assembly", "A/10, Y/10, Z/10", "Y/10", "+A/10", "+A/10"},
		"not in the second assembly":        {"A, Z assembly, Y assembly", "A/10, Y/10, Z/10", "Z/10", "", ""},
		"in the second once one is done":    {"A, Z assembly, Y assembly", "A/10, Y/10 -, Z/10", "Z/10", "+A/10", "+A/10"},
		"in none that is without work":      {"A, Z assembly, Y assembly", "A/10, Z/10", "Z/10", "+A/10", "+A/10"},
		"in none that it waits for":         {"A, Z assembly, Y assembly", "A/10 Z/10, Y/10 -, Z/10", "Z/10", "", ""},
		"in the first where all are done":   {"A, Z assembly, Y assembly", "A/10, Y/10 -, Z/10 -", "Y/10", "+A/10", "+A/10"},
		"in what is left of it":             {"A, B >A", "A/10 -, A/20, B/10", "A/20", "A/10", "+B/10"},
		"in what is left after a named one": {"A, B >A/20", "A/10, A/20 -, A/30, B/10", "A/30", "A/20", "+B/10 A/10"},
		"over what was done too early":      {"A", "A/10, A/20 -, A/30", "A/30", "A/20", "A/10"},
		"and was named":                     {"A", "A/10, A/20 -, A/30 20", "A/30", "=A/20", "=A/10"},
		"over the last one":                 {"A, B >A", "A/10, B/10, B/20 -", "A/10", "+B/20", "+B/10"},
		"over the last of an electrode":     {"A, E electrode", "A/10 !E, E/10, E/20 -", "A/10", "!E/20", "!E/10"},
		"not for an electrode that is burnt": {
			"A, E electrode", "A/10 - !E, A/20, E/10", "A/20", "A/10", "",
		},
		"all is done":    {"A", "A/10 -, A/20 -, A/30", "A/30", "A/20", ""},
		"not for itself": {"A", "A/10#x 10, A/10#y", "A/10#x", "=A/10#x =A/10#y", "=A/10#y"},
	} {
		m, named := shop(c.parts, c.ops)
		if got := words(m.Before(named[c.of]), named); got != c.before {
			t.Errorf("%s: before %s stands %q, want %q", what, c.of, got, c.before)
		}
		if got := words(m.Waits(named[c.of]), named); got != c.waits {
			t.Errorf("%s: %s waits for %q, want %q", what, c.of, got, c.waits)
		}
	}
}

// Operations that wait for one another are found through all that makes one wait, gone or not.
func TestCycles(t *testing.T) {
	for what, c := range map[string]struct{ parts, ops, cycles string }{
		"none":                               {"P1", "P1/10, P1/20", ""},
		"itself":                             {"P1", "P1/10 10", "P1/10"},
		"the order of the route":             {"P1", "P1/10 P1/30, P1/20, P1/30", "P1/10 P1/20 P1/30"},
		"three parts":                        {"P1, P2, P3", "P1/10 P3/10, P2/10 P1/10, P3/10 P2/10", "P1/10 P2/10 P3/10"},
		"two cycles":                         {"P1, P2", "P1/10 20, P1/20, P2/10 20, P2/20", "P1/10 P1/20, P2/10 P2/20"},
		"branches":                           {"P1", "P1/10#a 10#b, P1/10#b, P1/20", ""},
		"what is needed later waits":         {"P1 >ASM/20, ASM assembly", "P1/10 ASM/10, ASM/10, ASM/20", ""},
		"what is needed first waits":         {"P1 >ASM, ASM assembly", "P1/10 ASM/10, ASM/10, ASM/20", "ASM/10 P1/10"},
		"without a parent":                   {"P1, ASM assembly", "P1/10 ASM/20, ASM/10, ASM/20", "ASM/10 ASM/20 P1/10"},
		"though it is done":                  {"P1, ASM assembly", "P1/10 ASM/20, ASM/10, ASM/20 -", "ASM/10 ASM/20 P1/10"},
		"an electrode after what it burns":   {"P1, E1 electrode", "P1/10 !E1, E1/10, E1/20 P1/10", "E1/20 P1/10"},
		"an electrode that another one uses": {"P1, E1 electrode", "P1/10, P1/20 !E1, E1/10 P1/10", ""},
		"an electrode has no parent":         {"P1, E1 electrode >P1", "P1/10, E1/10 P1/10", ""},
		"a branch of its own":                {"P1, E1 electrode", "P1/10#a, P1/10#b !E1, E1/10 P1/10#a", ""},
		"what leads into one":                {"P1", "P1/10 20, P1/20, P1/30, P1/40 30", "P1/10 P1/20"},
	} {
		m, _ := shop(c.parts, c.ops)
		var got []string
		for _, cycle := range m.Cycles() {
			names := make([]string, len(cycle))
			for i, o := range cycle {
				names[i] = m.Name(o)
				if want := slices.IndexFunc(m.Before(o), func(l route.Link) bool { return l.Op == cycle[(i+len(cycle)-1)%len(cycle)] }); want < 0 {
					t.Errorf("%s: %s does not follow the one before it in %v", what, names[i], cycle)
				}
			}
			slices.Sort(names)
			got = append(got, strings.Join(names, " "))
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.cycles {
			t.Errorf("%s: %q, want %q", what, got, c.cycles)
		}
	}
	if got := route.Path([]string{"P1/10", "P1/20", "P1/30"}, 1); got != "P1/20 → P1/30 → P1/10 → P1/20" {
		t.Error(got)
	}
}

// Parts that are in one another are named once, from the first round to it again, whatever leads into the cycle.
func TestParentCycles(t *testing.T) {
	for text, want := range map[string]string{
		"A, B >A, C >B":               "[]",
		"A >B, B >C, C >D, D >B":      "[[1 2 3]]",
		"A >A":                        "[[0]]",
		"C >B, B >C, X >Y, Y >X, Z":   "[[0 1] [2 3]]",
		"A >B, C >D, D >C, E >D, F":   "[[1 2]]",
		"A >X, B >A, D >E, E >D, C>D": "[[2 3]]",
	} {
		var parts []route.Part
		for line := range strings.SplitSeq(text, ", ") {
			no, parent, _ := strings.Cut(line, ">")
			parts = append(parts, route.Part{No: strings.TrimSpace(no), Parent: parent})
		}
		if got := fmt.Sprint(route.ParentCycles(parts)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestNumbersLookPredecessorsUp(t *testing.T) {
	n := route.Numbers{}
	n.Add("P1", 10, "a")
	n.Add("P2", 20, "")
	for text, want := range map[string]bool{"10": true, "10#a": true, "10#b": false, "20": false, "P2/20": true, "P2/20#a": false, "P1/10#a": true, "P3/10": false} {
		preds, _ := route.Parse(text)
		if got := n.Has("P1", preds[0]); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// The routes of 600 moulds of 125 operations, as an import resolves them.
func BenchmarkMoulds600(b *testing.B) {
	var parts []route.Part
	var ops []route.Operation
	for p := range 25 {
		parts = append(parts, route.Part{No: fmt.Sprintf("P%d", p), Kind: route.Workpiece})
		for no := range 5 {
			o := route.Operation{Part: p, No: 10 * (no + 1)}
			if no == 3 && p > 0 {
				o.Pred = []route.Predecessor{{OpNo: 30}, {PartNo: fmt.Sprintf("P%d", p-1), OpNo: 20}}
			}
			ops = append(ops, o)
		}
	}
	parts[24].Kind = route.Assembly
	for b.Loop() {
		for range 600 {
			if cycles := route.Of(parts, ops).Cycles(); len(cycles) > 0 {
				b.Fatal(cycles)
			}
		}
	}
}
