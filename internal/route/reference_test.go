package route_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mouldworks/internal/route"
)

// Any mould, against the rules taken one by one as they are written.
func TestRandomMouldsFollowTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := make([]route.Part, rapid.IntRange(1, 6).Draw(t, "parts"))
		numbers := []string{"", "A", "B", "C", "D", "E"}
		for i := range parts {
			parts[i] = route.Part{
				No: rapid.SampledFrom(numbers[1:]).Draw(t, "number"), Kind: route.Kind(rapid.IntRange(0, 2).Draw(t, "kind")),
				Parent: rapid.SampledFrom(numbers).Draw(t, "parent"), NeededAt: rapid.SampledFrom([]int{0, 0, 10, 20}).Draw(t, "needed at"),
			}
			for k := range i { // lots are alike
				if parts[k].No == parts[i].No {
					parts[i] = parts[k]
				}
			}
		}
		ops := make([]route.Operation, rapid.IntRange(0, 12).Draw(t, "operations"))
		for i := range ops {
			o := &ops[i]
			*o = route.Operation{
				Part: rapid.IntRange(0, len(parts)-1).Draw(t, "part"), No: 10 * rapid.IntRange(1, 4).Draw(t, "no"),
				Branch: rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "branch"), Gone: rapid.IntRange(0, 2).Draw(t, "gone") == 0,
			}
			for range max(0, rapid.IntRange(-3, 2).Draw(t, "preds")) {
				o.Pred = append(o.Pred, route.Predecessor{
					PartNo: rapid.SampledFrom(numbers).Draw(t, "pred part"), OpNo: 10 * rapid.IntRange(1, 4).Draw(t, "pred no"),
					Branch: rapid.SampledFrom([]string{"", "", "x"}).Draw(t, "pred branch"),
				})
			}
			if rapid.IntRange(0, 4).Draw(t, "burns") == 0 {
				o.Burns = []string{rapid.SampledFrom(numbers[1:]).Draw(t, "electrode")}
			}
		}
		m, naive := route.Of(parts, ops), reference{parts, ops}
		cyclic := naive.cyclic(func(o int) []int { return naive.before(o, false) })
		if cycles := route.Of(parts, whole(ops)).Cycles(); (len(cycles) > 0) != cyclic {
			t.Fatalf("cycles %v, in truth %v", cycles, cyclic)
		}
		if naive.later() { // where parts meet then depends on who waits for whom
			return
		}
		for o := range ops {
			before, waits := ids(m.Before(o)), ids(m.Waits(o))
			if want := naive.before(o, true); !slices.Equal(before, want) {
				t.Fatalf("%d follows %v, want %v", o, before, want)
			}
			if want := naive.waits(o); !slices.Equal(waits, want) {
				t.Fatalf("%d waits for %v, want %v", o, waits, want)
			}
		}
	})
}

// However much is done in whatever order: what is left of a mould without cycles has none.
func TestWhatIsLeftHasNoCycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := []route.Part{{No: "Y", Kind: route.Assembly}, {No: "Z", Kind: route.Assembly}, {No: "A"}, {No: "B", Parent: "A"}, {No: "E", Kind: route.Electrode}}
		ops := make([]route.Operation, rapid.IntRange(1, 12).Draw(t, "operations"))
		for i := range ops {
			ops[i] = route.Operation{Part: rapid.IntRange(0, 4).Draw(t, "part"), No: 10 * rapid.IntRange(1, 3).Draw(t, "no"), Gone: rapid.Bool().Draw(t, "gone")}
			if rapid.IntRange(0, 2).Draw(t, "named") == 0 {
				ops[i].Pred = []route.Predecessor{{PartNo: rapid.SampledFrom([]string{"", "A", "B", "E", "Y", "Z"}).Draw(t, "of"), OpNo: 10 * rapid.IntRange(1, 3).Draw(t, "number")}}
			}
			if ops[i].Part == 2 && rapid.Bool().Draw(t, "burns") {
				ops[i].Burns = []string{"E"}
			}
		}
		if len(route.Of(parts, whole(ops)).Cycles()) > 0 {
			return
		}
		m, naive := route.Of(parts, ops), reference{parts, ops}
		if naive.cyclic(func(o int) []int {
			if ops[o].Gone {
				return nil
			}
			return ids(m.Waits(o))
		}) {
			t.Fatal("what is left waits for itself")
		}
	})
}

func whole(ops []route.Operation) []route.Operation {
	ops = slices.Clone(ops)
	for i := range ops {
		ops[i].Gone = false
	}
	return ops
}

func ids(links []route.Link) []int {
	all := []int{}
	for _, l := range links {
		all = append(all, l.Op)
	}
	slices.Sort(all)
	return all
}

// reference answers from the rules alone, with no thought of speed.
type reference struct {
	parts []route.Part
	ops   []route.Operation
}

func (r reference) number(part int, greatest bool) (no int) {
	for _, o := range r.ops {
		if o.Part == part && (no == 0 || (o.No > no) == greatest) {
			no = o.No
		}
	}
	return no
}

// meeting is the part number of the assembly that parts without a parent meet in.
func (r reference) meeting(gone bool) string {
	first, left := "", ""
	for _, o := range r.ops {
		if p := r.parts[o.Part]; p.Kind == route.Assembly && p.Parent == "" {
			if first == "" || p.No < first {
				first = p.No
			}
			if (!o.Gone || !gone) && (left == "" || p.No < left) {
				left = p.No
			}
		}
	}
	if left != "" {
		return left
	}
	return first
}

func (r reference) later() bool { return r.meeting(true) != r.meeting(false) }

func (r reference) follows(o, x int, gone bool) bool {
	a, b := r.ops[o], r.ops[x]
	pa, pb := r.parts[a.Part], r.parts[b.Part]
	for _, p := range a.Pred {
		own := p.PartNo == "" || p.PartNo == pa.No
		if p.OpNo == b.No && (p.Branch == "" || p.Branch == b.Branch) && (own && a.Part == b.Part || !own && p.PartNo == pb.No) {
			return true
		}
	}
	last := b.No == r.number(b.Part, true)
	if slices.Contains(a.Burns, pb.No) && last {
		return true
	}
	if len(a.Pred) == 0 && a.Part == b.Part && b.No < a.No &&
		!slices.ContainsFunc(r.ops, func(y route.Operation) bool { return y.Part == a.Part && y.No < a.No && y.No > b.No }) {
		return true
	}
	if pb.Kind == route.Electrode || !last {
		return false
	}
	if pb.Parent != "" && slices.ContainsFunc(r.parts, func(p route.Part) bool { return p.No == pb.Parent }) {
		return pa.No == pb.Parent && (a.No == pb.NeededAt || pb.NeededAt == 0 && a.No == r.number(a.Part, false))
	}
	return pb.Kind != route.Assembly && r.meeting(gone) != "" && pa.No == r.meeting(gone) && a.No == r.number(a.Part, false)
}

func (r reference) before(o int, gone bool) []int {
	all := []int{}
	for x := range r.ops {
		if r.follows(o, x, gone) {
			all = append(all, x)
		}
	}
	return all
}

// waits are what is not gone and stands before it over nothing but what is gone.
func (r reference) waits(o int) []int {
	all := []int{}
	seen := map[int]bool{o: true}
	var walk func(at int)
	walk = func(at int) {
		for _, x := range r.before(at, true) {
			if seen[x] || at != o && r.burnt(at, x) {
				continue
			}
			if seen[x] = true; r.ops[x].Gone {
				walk(x)
			} else {
				all = append(all, x)
			}
		}
	}
	walk(o)
	slices.Sort(all)
	return all
}

// burnt tells that the only reason to follow is an electrode.
func (r reference) burnt(o, x int) bool {
	without := reference{r.parts, slices.Clone(r.ops)}
	without.ops[o].Burns = nil
	return !without.follows(o, x, true)
}

func (r reference) cyclic(before func(int) []int) bool {
	for o := range r.ops {
		seen, next := map[int]bool{}, before(o)
		for len(next) > 0 {
			x := next[0]
			next = next[1:]
			if x == o {
				return true
			}
			if !seen[x] {
				seen[x] = true
				next = append(next, before(x)...)
			}
		}
	}
	return false
}
