package aps_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// batchShop has machines M1 and N1 and a fitter, all of whom never close. Mould X has a part of ten pieces: on M1 an hour
// of set-up and half an hour a piece, on N1 half an hour and 24 minutes a piece; then an hour of assembly.
func batchShop(t *testing.T, batches ...model.Batch) *model.Shop {
	s := small("M1")
	s.Groups = append(s.Groups, model.Group{ID: "N", Code: "N", Name: "N", Scheduled: true}, model.Group{ID: "FIT", Code: "FIT", Name: "FIT", Scheduled: true, People: true, Members: 1})
	s.Machines = append(s.Machines, model.Machine{ID: "N1", Name: "N1", GroupID: "N", WorkRate: quantity.Whole(1)})
	first, second := hoursOf(6), hoursOf(4.5)
	first.Setup, second.Setup, second.GroupID = 60, 30, "N"
	p := smallMould(t, s, "X", 100, 50, first, second)
	p.Qty, p.Batches = 10, batches
	s.Moulds[0].AssemblyGroup, s.Moulds[0].Assembly = "FIT", 60
	return s
}

// four is a batch of four pieces of ten in a state.
func four(state int) model.Batch { return model.Batch{ID: "b4", No: "B1", Qty: 4, State: state} }

// A batch of 4 of 10 pieces takes the set-up and four tenths of the run; what is in no batch goes first, and the mould is
// assembled when both are there. By hand: 6 pieces 60 + 180 min, then 30 + 144; 4 pieces 60 + 120, then 30 + 96.
func TestABatchIsPlannedByItself(t *testing.T) {
	whole := planned(t, batchShop(t))
	if got := whole["X/X/20/"]; got != "02T14:00-02T18:30" {
		t.Fatalf("without a batch %s", got)
	}
	want := map[string]string{
		"X/X/10/": "02T08:00-02T12:00", "X/X/10//B1": "02T12:00-02T15:00", "X/X/20/": "02T12:00-02T14:54", "X/X/20//B1": "02T15:00-02T17:06", "X/ASM/10/": "02T17:06-02T18:06",
	}
	if got := planned(t, batchShop(t, four(1))); !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	// Everything in batches: nothing is left over. 3 and 7 pieces.
	got := planned(t, batchShop(t, model.Batch{ID: "b2", No: "B2", Qty: 7, State: 1}, model.Batch{ID: "b1", No: "B1", Qty: 3, State: 1}))
	want = map[string]string{
		"X/X/10//B1": "02T08:00-02T10:30", "X/X/20//B1": "02T10:30-02T12:12", "X/X/10//B2": "02T10:30-02T15:00", "X/X/20//B2": "02T15:00-02T18:18", "X/ASM/10/": "02T18:18-02T19:18",
	}
	if !maps.Equal(got, want) {
		t.Errorf("all in batches: %v", got)
	}
}

// A paused batch is not planned, and says so; a closed or finished one needs nothing more. What runs goes on.
func TestStatesOfABatchInAPlan(t *testing.T) {
	start := at(t, "Asia/Shanghai", "2026-03-02 08:00")
	names := func(s *model.Shop) (got []string) {
		file := aps.TranslateWith(s, start, nil)
		barred := aps.Barred(s, start, nil)
		for i := range file.Ops {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s", file.Ops[i].ID, barred[i])))
		}
		return got
	}
	paused := batchShop(t, four(2))
	if got, want := names(paused), []string{"X/X/10/", "X/X/20/", "X/X/10//B1 batch paused", "X/X/20//B1 batch paused", "X/ASM/10/"}; !slices.Equal(got, want) {
		t.Errorf("paused: %q", got)
	}
	_, loaded, plan, err := aps.Planned(t.Context(), paused, start, nil, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]solver.ReasonCode{}
	for _, r := range plan.Unplaced {
		reasons[loaded.Problem.Ops[r.Op].Name] = r.Code
	}
	if want := map[string]solver.ReasonCode{"X/X/10//B1": solver.ReasonPaused, "X/X/20//B1": solver.ReasonPaused, "X/ASM/10/": solver.ReasonPredecessor}; !maps.Equal(reasons, want) {
		t.Errorf("unplaced: %v", reasons)
	}
	begun := start.Add(-time.Hour)
	paused.Moulds[0].Parts[0].Ops[0].ByBatch = map[string]model.Progress{"b4": {Status: 1, OnMachine: "M1", RealStart: &begun, Reported: 60}}
	if got, want := names(paused), []string{"X/X/10/", "X/X/20/", "X/X/10//B1", "X/X/20//B1 batch paused", "X/ASM/10/"}; !slices.Equal(got, want) {
		t.Errorf("one that runs: %q", got)
	}
	for _, state := range []int{3, 4} {
		if got, want := names(batchShop(t, four(state))), []string{"X/X/10/", "X/X/20/", "X/ASM/10/"}; !slices.Equal(got, want) {
			t.Errorf("state %d: %q", state, got)
		}
	}
}

// Each lot has its own progress: a batch that is finished on M1 goes on to N1 at once while the rest waits for M1.
func TestABatchHasItsOwnProgress(t *testing.T) {
	s := batchShop(t, four(1))
	from, until := at(t, "Asia/Shanghai", "2026-03-01 08:00"), at(t, "Asia/Shanghai", "2026-03-01 11:00")
	s.Moulds[0].Parts[0].Ops[0].ByBatch = map[string]model.Progress{"b4": {Status: 3, OnMachine: "M1", RealStart: &from, RealEnd: &until, Reported: 180}}
	got := planned(t, s)
	if want := map[string]string{"X/X/10/": "02T08:00-02T12:00", "X/X/20//B1": "02T08:00-02T10:06", "X/X/20/": "02T12:00-02T14:54", "X/ASM/10/": "02T14:54-02T15:54"}; !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// A lock of times can hold for one lot only: the first that waits. The others keep the resource.
func TestALockHoldsForOneLot(t *testing.T) {
	s := batchShop(t, four(1))
	o := &s.Moulds[0].Parts[0].Ops[0]
	o.Lock, o.LockMachine, o.LockStart = 2, "M1", after(t, 4)
	got := planned(t, s)
	if got["X/X/10/"] != "02T12:00-02T16:00" || got["X/X/10//B1"] != "02T08:00-02T11:00" {
		t.Errorf("got %v", got)
	}
}

// Named predecessors mean every lot of another part, and the lot itself within its part.
func TestPredecessorsOfLots(t *testing.T) {
	s := batchShop(t, four(1))
	other := model.Part{ID: "Y", No: "Y", Ops: []model.Operation{hoursOf(1)}}
	other.Ops[0].ID, other.Ops[0].No, other.Ops[0].GroupID, other.Ops[0].Pred, other.Ops[0].Pausable = "Y-1", 10, "N", "X/10", true
	s.Moulds[0].Parts = append(s.Moulds[0].Parts, other)
	s.Moulds[0].Parts[0].Ops[1].Pred = "X/10"
	file := aps.TranslateWith(s, at(t, "Asia/Shanghai", "2026-03-02 08:00"), nil)
	got := map[string]string{}
	for i := range file.Ops {
		if p := file.Ops[i].Pred; p != nil {
			got[file.Ops[i].ID] = strings.Join(*p, " ")
		}
	}
	if want := map[string]string{"X/X/20/": "X/X/10/", "X/X/20//B1": "X/X/10//B1", "X/Y/10/": "X/X/10/ X/X/10//B1"}; !maps.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}

// What an order at a supplier promises beats the lead days; one batch can be there alone.
func TestOrdersAtASupplier(t *testing.T) {
	ordered := at(t, "Asia/Shanghai", "2026-02-27 08:00")
	for _, row := range []struct {
		name  string
		order model.Progress
		want  string
	}{
		{"no order: two lead days", model.Progress{}, "02T12:00-04T12:00"},
		{"promised sooner", model.Progress{Promised: after(t, 24)}, "02T12:00-03T12:00"},
		{"promised later", model.Progress{Promised: after(t, 96)}, "04T08:00-06T08:00"},
		{"there, promised", model.Progress{Ordered: &ordered, Promised: after(t, 6)}, "02T08:00-02T14:00"},
		{"there, not promised: two days since the order, which are over", model.Progress{Ordered: &ordered}, "02T08:00-02T08:01"},
	} {
		s := batchShop(t, four(1))
		s.Suppliers = []model.Supplier{{ID: "S1", Code: "S1", Name: "S1", LeadDays: quantity.Whole(2)}}
		o := &s.Moulds[0].Parts[0].Ops[1]
		o.Outsource, o.SupplierID = 2, "S1"
		o.Progress = row.order
		o.ByBatch = map[string]model.Progress{"b4": {Status: 3, RealEnd: &ordered}}
		if got := planned(t, s); got["X/X/20/"] != row.want {
			t.Errorf("%s: %s, want %s", row.name, got["X/X/20/"], row.want)
		}
	}
}

// Without batches nothing changes, and one batch of everything is the part itself under another name.
func TestLotsProperty(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 1))
		plain, whole, cut := batchShop(t), batchShop(t, model.Batch{ID: "all", No: "B", Qty: 10, State: 1}), batchShop(t)
		for k, left := 0, 10; left > 0; k++ {
			q := 1 + r.IntN(left)
			cut.Moulds[0].Parts[0].Batches = append(cut.Moulds[0].Parts[0].Batches, model.Batch{ID: fmt.Sprint(k), No: fmt.Sprint(k), Qty: q, State: 1})
			if left -= q; r.IntN(3) == 0 {
				break
			}
		}
		for _, s := range []*model.Shop{plain, whole, cut} {
			draw := rand.New(rand.NewPCG(seed, 2))
			for i := range s.Moulds[0].Parts[0].Ops {
				o := &s.Moulds[0].Parts[0].Ops[i]
				o.Setup = quantity.Minutes(draw.IntN(60))
				o.Minutes = o.Setup + quantity.Minutes(1+draw.IntN(600))
			}
		}
		before, once := planned(t, plain), planned(t, whole)
		for name, times := range before {
			if lot := name + "/B"; once[lot] != times && once[name] != times {
				t.Fatalf("seed %d: %s is %s, in one batch %s", seed, name, times, once[lot])
			}
		}
		// Rounded up, the lots make the whole and at most a minute more each.
		run := map[int32][2]int32{}
		file := aps.Translate(cut, at(t, "Asia/Shanghai", "2026-03-02 08:00"))
		for i := range file.Ops {
			if o := &file.Ops[i]; !strings.Contains(o.ID, "ASM") {
				sum := run[o.Seq]
				run[o.Seq] = [2]int32{sum[0] + o.Modes[0].Run, sum[1] + 1}
			}
		}
		for _, o := range cut.Moulds[0].Parts[0].Ops {
			sum := run[int32(o.No)]
			if over := sum[0] - int32(o.Minutes-o.Setup); over < 0 || over >= sum[1] {
				t.Fatalf("seed %d: the lots of %d run %d minutes of %d", seed, o.No, sum[0], o.Minutes-o.Setup)
			}
		}
		// The same shop twice gives the same bytes.
		a, _ := json.Marshal(file)
		b, _ := json.Marshal(aps.Translate(cut, at(t, "Asia/Shanghai", "2026-03-02 08:00")))
		if !bytes.Equal(a, b) {
			t.Fatalf("seed %d: two translations differ", seed)
		}
	}
}

// APS-TASK-05, APS-TASK-06: tasks of a batch keep their ids over reruns, name their batch wherever they are shown, and
// can be asked for.
func TestTasksOfBatches(t *testing.T) {
	each(t, true, func(h *house) {
		part := &h.shop.Moulds[0].Parts[0]
		part.Qty, part.Batches = 10, []model.Batch{four(1)}
		h.shop.Moulds = h.shop.Moulds[:1]
		s := h.hasPlan()
		first := h.rowsOf(s)
		ids := slices.Sorted(maps.Keys(first))
		if want := []string{"A001-10", "A001-10/b4", "A001-20", "A001-20/b4", "A001-30", "A001-30/b4"}; !slices.Equal(ids, want) {
			h.Fatalf("the tasks are %v", ids)
		}
		if b := first["A001-10/b4"]; b.BatchNo != "B1" || b.BatchQty != 4 || !b.Batched || b.Hours != 30+84 {
			h.Errorf("the batch's task: %+v", b)
		}
		if r := first["A001-10"]; r.BatchNo != "" || r.BatchQty != 6 || r.Batched || r.Hours != 30+126 {
			h.Errorf("the rest's task: %+v", r)
		}
		for state, want := range map[string]int{"batched": 3, "unbatched": 3} {
			if rows := h.tasks(aps.TaskQuery{ScheduleID: s.ID, State: state}); len(rows) != want || rows[0].Batched != (state == "batched") {
				h.Errorf("%s: %d rows", state, len(rows))
			}
		}
		h.must(h.publish(s))

		// A batch more, and the first one has begun: what was there is found again.
		part.Batches = append(part.Batches, model.Batch{ID: "b2", No: "B2", Qty: 2, State: 1})
		begun := time.Now().Add(-time.Hour).UTC().Truncate(time.Minute)
		part.Ops[0].ByBatch = map[string]model.Progress{"b4": {Status: 1, OnMachine: first["A001-10/b4"].ResourceID, RealStart: &begun, Reported: 30}}
		again := h.schedule("again", 0)
		h.start(again)
		again = h.settled(again)
		second := h.rowsOf(again)
		for id := range first {
			if second[id].TaskID == "" || !second[id].Planned {
				h.Errorf("%s is lost: %+v", id, second[id])
			}
		}
		if got := second["A001-10/b4"]; got.Status != 1 || got.RealStart == nil || second["A001-10"].Status != 0 {
			h.Errorf("progress of the batch: %+v", got)
		}
		if len(second) != 9 || second["A001-10/b2"].Planned {
			h.Errorf("the new batch: %d tasks", len(second))
		}
		h.batchIsNamed(again, second)
	})
}

// batchIsNamed: on the Gantt, in explanations, previews, committed plans and the dispatch list.
func (h *house) batchIsNamed(s *entity.Schedule, rows map[string]aps.TaskView) {
	h.Helper()
	g := h.gantt(s)
	bar := slices.Index(g.Bars.ID, "A001-20/b4")
	if rest := slices.Index(g.Bars.ID, "A001-20"); bar < 0 || g.Batches[g.Bars.Batch[bar]] != "B1" || g.Bars.Batch[rest] != -1 {
		h.Errorf("the Gantt: %v %v", g.Batches, g.Bars.Batch)
	}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		why, err := h.aps.Explain(h.ctx, tx, s.ID, 0, "", "A001-20/b4")
		if err == nil && (why.Task == nil || why.Task.BatchNo != "B1") {
			h.Errorf("the explanation: %+v", why.Task)
		}
		return err
	}))
	later := rows["A001-30/b4"].PlannedStart.Add(24 * time.Hour)
	move := draft.PlanChange{Kind: "move", TaskID: "A001-30/b4", Start: &later}
	e, err := h.preview(s, move)
	h.must(err)
	if len(e.Tasks) == 0 || e.Tasks[0].Task.BatchNo != "B1" {
		h.Errorf("the preview: %+v", e.Tasks)
	}
	kept, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, 0, []draft.PlanChange{move})
	h.must(err)
	if got := h.rowsOf(kept)["A001-30/b4"]; got.BatchNo != "B1" || got.BatchQty != 4 || got.PlannedStart.Before(later) {
		h.Errorf("the kept plan: %+v", got)
	}
	h.must(h.publish(kept))
	day := rows["A001-20/b4"].PlannedStart.In(zoneOf(h, "Asia/Shanghai")).Format(time.DateOnly)
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
		list, err := h.aps.Dispatch(h.ctx, tx, day, "", "")
		found := false
		for _, group := range list.Groups {
			for _, r := range group.Resources {
				for _, task := range r.Tasks {
					found = found || task.TaskID == "A001-20/b4" && task.BatchNo == "B1" && task.Before == 1
				}
			}
		}
		if !found {
			h.Errorf("the dispatch list of %s has no batch: %+v", day, list.Groups)
		}
		return err
	}))
}

func zoneOf(h *house, name string) *time.Location {
	zone, err := time.LoadLocation(name)
	h.must(err)
	return zone
}
