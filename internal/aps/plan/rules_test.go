package plan

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// A refusal names up to three moulds, and counts more than three.
func TestHowMouldsAreNamed(t *testing.T) {
	for n, want := range map[int][2]string{
		1: {"模具 A1", "mould A1"}, 2: {"模具 A1、A2", "moulds A1, A2"}, 3: {"模具 A1、A2、A3", "moulds A1, A2, A3"}, 4: {"模具 A1、A2、A3 等 4 副", "4 moulds (A1, A2, A3 ...)"},
	} {
		text := mouldsNamed([]string{"A1", "A2", "A3", "A4"}[:n], 0)
		if got := [2]string{text.In("zh"), text.In("en")}; got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// Moulds that the reader does not see are counted beside.
func TestUnseenMouldsAreCounted(t *testing.T) {
	for _, c := range []struct {
		told   []string
		others int
		want   [2]string
	}{
		{nil, 1, [2]string{"1 副您无权查看的模具", "1 mould that you may not see"}},
		{[]string{"A1"}, 2, [2]string{"模具 A1 和 2 副您无权查看的模具", "mould A1 and 2 moulds that you may not see"}},
	} {
		text := mouldsNamed(c.told, c.others)
		if got := [2]string{text.In("zh"), text.In("en")}; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Two moments that may be missing are near where both are, or neither; the limit itself is near.
func TestMomentsThatAreNear(t *testing.T) {
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	later := func(d time.Duration) *time.Time { m := at.Add(d); return &m }
	for name, c := range map[string]struct {
		a, b *time.Time
		want bool
	}{
		"neither": {nil, nil, true}, "one": {&at, nil, false}, "the other": {nil, &at, false}, "both": {&at, later(0), true},
		"as late as it may be": {later(time.Hour), &at, true}, "too late": {later(time.Hour + time.Second), &at, false},
		"as early as it may be": {&at, later(time.Hour), true}, "too early": {&at, later(time.Hour + time.Second), false},
	} {
		if near(c.a, c.b) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

// A plan that comes makes room: of those that were never in force twenty stay with it, of those that were they stay 400 days
// after they were replaced, and pinned ones for ever.
func TestWhichPlansMakeRoom(t *testing.T) {
	now := *hour(12)
	a := &Registry{deps: Deps{Now: func() time.Time { return now }}}
	plain := func(n int) (plans []entity.Plan) {
		for i := range n {
			p := entity.Plan{}
			p.ID = fmt.Sprint("p", i)
			plans = append(plans, p)
		}
		return plans
	}
	const days = 24 * time.Hour
	was := func(id string, pinned, published bool, replaced time.Duration) entity.Plan {
		p := entity.Plan{Pinned: pinned, Published: published}
		p.ID = id
		if replaced >= 0 {
			at := now.Add(-replaced)
			p.ReplacedAt = &at
		}
		return p
	}
	for _, c := range []struct {
		what  string
		plans []entity.Plan
		want  string
	}{
		{"nineteen", plain(19), ""},
		{"twenty", plain(20), "p19"},
		{"twenty-two", plain(22), "p19 p20 p21"},
		{"a pinned one takes no room", append([]entity.Plan{was("x", true, false, -1)}, plain(19)...), ""},
		{"nor does one that was in force", append([]entity.Plan{was("x", false, true, 0)}, plain(19)...), ""},
		{"in force", []entity.Plan{was("x", false, true, -1)}, ""},
		{"replaced 400 days ago", []entity.Plan{was("x", false, true, 400*days)}, ""},
		{"a moment longer ago", []entity.Plan{was("x", false, true, 400*days+1), was("y", false, true, 0)}, "x"},
		{"pinned, however long ago", []entity.Plan{was("x", true, true, 4000*days)}, ""},
	} {
		if got := strings.Join(a.leaving(c.plans), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// A task that has all pieces of its part stands as the whole, its batches together; otherwise as its own lot.
func TestWhoseStandingATaskHas(t *testing.T) {
	s := OperationStanding{Qty: 10, Whole: model.Progress{Reported: 1}, Lots: map[string]model.Progress{"": {Reported: 2}, "b": {Reported: 3}}}
	for _, c := range []struct {
		t    result.Task
		want quantity.Minutes
	}{{result.Task{Qty: 10}, 1}, {result.Task{Qty: 11}, 1}, {result.Task{Qty: 9}, 2}, {result.Task{Qty: 10, BatchID: "b"}, 3}, {result.Task{Qty: 4, BatchID: "b"}, 3}, {result.Task{Qty: 4, BatchID: "gone"}, 0}} {
		if got := s.Of(&c.t).Reported; got != c.want {
			t.Errorf("%d pieces of %q: %d, want %d", c.t.Qty, c.t.BatchID, got, c.want)
		}
	}
}

// Up to 500 operations are asked for by their ids; of more, all of their moulds. Steps that an order implies have none to ask for.
func TestHowManyOperationsAreAskedFor(t *testing.T) {
	for n, want := range map[int]string{0: "nobody is asked", 1: "1 of [id-A id-B]", 500: "500 of [id-A id-B]", 501: "all of [id-A id-B]"} {
		asked := "nobody is asked"
		a := &Registry{deps: Deps{Standings: func(_ context.Context, _ store.Tx, moulds, ids []string) (map[string]OperationStanding, error) {
			asked = fmt.Sprint(len(ids), " of ", moulds)
			if ids == nil {
				asked = fmt.Sprint("all of ", moulds)
			}
			return nil, nil
		}}}
		tasks := []result.Task{bar("B1", "M1", 8, func(x *result.Task) { x.TaskID = "assembly:id-B" })}
		for k := range n {
			tasks = append(tasks, bar(fmt.Sprint("A", k), "M1", 8))
		}
		if _, err := a.Standing(t.Context(), store.Tx{}, tasks); err != nil || asked != want {
			t.Errorf("%d operations: %s, want %s", n, asked, want)
		}
	}
}
