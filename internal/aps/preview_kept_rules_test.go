package aps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/solver"
)

// Changes leave a plan as it is where every task has its resource, its times and its pauses.
func TestWhenAPlanStaysAsItIs(t *testing.T) {
	plan := func(change func(p *solver.Plan)) *solver.Plan {
		p := &solver.Plan{Resource: []int32{0, 1}, Start: []solver.Min{5, 6}, End: []solver.Min{7, 8}, Mode: []int32{0, 0}, Segments: []solver.Segment{{}}}
		change(p)
		return p
	}
	for _, c := range []struct {
		what   string
		change func(p *solver.Plan)
		same   bool
	}{
		{"nothing", func(*solver.Plan) {}, true},
		{"the number of its way", func(p *solver.Plan) { p.Mode[0] = 1 }, true},
		{"a resource", func(p *solver.Plan) { p.Resource[0] = 1 }, false},
		{"a start", func(p *solver.Plan) { p.Start[1] = 5 }, false},
		{"an end", func(p *solver.Plan) { p.End[1] = 9 }, false},
		{"a pause", func(p *solver.Plan) { p.Segments = nil }, false},
	} {
		if got := sameTimes(plan(func(*solver.Plan) {}), plan(c.change)); got != c.same {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

// A plan that has seen a thing as it was before a change has seen it as it is now; what it has seen otherwise stays unseen.
func TestWhatAKeptChangeHasSeen(t *testing.T) {
	numbers := func(x uint64) *result.Fingerprint {
		of := func(k uint64) map[string]uint64 { return map[string]uint64{"x": x + k} }
		return &result.Fingerprint{Moulds: of(0), Tasks: of(100), Masters: of(200)}
	}
	for _, c := range []struct {
		what              string
		seen, before, now uint64
		want              string
	}{
		{"seen before", 1, 1, 2, "2 102 202"},
		{"changed by somebody else before", 1, 3, 2, "1 101 201"},
		{"changed by nobody", 1, 1, 1, "1 101 201"},
		{"neither seen nor changed", 1, 3, 3, "1 101 201"},
	} {
		f := numbers(c.seen)
		f.Follow(numbers(c.before), numbers(c.now))
		if got := fmt.Sprint(f.Moulds["x"], f.Tasks["x"], f.Masters["x"]); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	f, made := &result.Fingerprint{Moulds: map[string]uint64{}}, &result.Fingerprint{Moulds: map[string]uint64{"new": 7}}
	if f.Follow(&result.Fingerprint{}, made); f.Moulds["new"] != 7 {
		t.Errorf("what the change has made is not seen: %v", f.Moulds)
	}
}

// A refusal of a record names the change that it belongs to; any other error stays what it is.
func TestWhoseRefusalItIs(t *testing.T) {
	two := problem.Invalid(problem.Field("from", "overlap", msgOvertimeTwice), problem.Field("to", "order", msgChangeSpan))
	if got := refusal(below(two, 3)); got != "changes.3.from overlap, changes.3.to order" {
		t.Error(got)
	}
	if got := refusal(two); got != "from overlap, to order" {
		t.Errorf("the refusal itself is changed: %s", got)
	}
	whole, other := problem.Refuse(msgSamePlan), errors.New("no answer")
	if below(whole, 3) != error(whole) || below(other, 3) != other || below(nil, 3) != nil {
		t.Error("an error without fields is changed")
	}
}

// recording is a change on its way into records that are only noted down.
func recording(fail map[string]error, change func(k *keeping)) (*keeping, *[]string) {
	var notes []string
	reads := 0
	k := &keeping{out: &result.Outcome{Seen: &result.Fingerprint{Moulds: map[string]uint64{}, Tasks: map[string]uint64{}, Masters: map[string]uint64{}}}, moulds: []string{"id-A"}}
	k.a = &APS{deps: Deps{
		Shop: func(_ context.Context, _ store.Tx, ids []string) (*model.Shop, error) {
			reads++
			notes = append(notes, "read "+strings.Join(ids, "+"))
			return &model.Shop{Zone: fmt.Sprint("zone ", reads), Moulds: []model.Mould{{ID: "id-A", No: "A", Name: fmt.Sprint(reads)}}}, fail[fmt.Sprint("read ", reads)]
		},
		ChangeOperation: func(_ context.Context, _ store.Tx, c OperationChange) error {
			notes = append(notes, "change "+c.ID)
			return fail[c.ID]
		},
		AddExtraTime: func(_ context.Context, _ store.Tx, x ExtraTime) error {
			notes = append(notes, "extra "+x.Machine)
			return fail[x.Machine]
		},
	}}
	change(k)
	return k, &notes
}

// What changes mean for records is written between two looks at them, in its order, and the first refusal ends it.
func TestRecordsOfAKeptChange(t *testing.T) {
	refused := problem.Invalid(problem.Field("lock", "range", msgChangeSpan))
	down := errors.New("no answer")
	both := func(k *keeping) {
		k.changes = []recordChange{{OperationChange{ID: "o10"}, 0, 2}, {OperationChange{ID: "o20"}, 1, 4}}
		k.extra = []extraTime{{ExtraTime{Machine: "m1"}, 3}}
	}
	for _, c := range []struct {
		what  string
		fail  map[string]error
		state func(k *keeping)
		want  string // what is done, then how it ends
	}{
		{"nothing to write", nil, func(*keeping) {}, ": <nil>"},
		{"all of it", nil, both, "read id-A, change o10, change o20, extra m1, read id-A: <nil> seen"},
		{"one of each", nil, func(k *keeping) { both(k); k.changes = k.changes[1:] }, "read id-A, change o20, extra m1, read id-A: <nil> seen"},
		{"overtime alone", nil, func(k *keeping) { both(k); k.changes = nil }, "read id-A, extra m1, read id-A: <nil> seen"},
		{"records alone", nil, func(k *keeping) { both(k); k.extra = nil }, "read id-A, change o10, change o20, read id-A: <nil> seen"},
		{"an example's plan", nil, func(k *keeping) { both(k); k.out.Seen = nil }, "change o10, change o20, extra m1: <nil>"},
		{"the first look fails", map[string]error{"read 1": down}, both, "read id-A: no answer"},
		{"the second record refuses", map[string]error{"o20": refused}, both, "read id-A, change o10, change o20: changes.4.lock range"},
		{"overtime refuses", map[string]error{"m1": refused}, both, "read id-A, change o10, change o20, extra m1: changes.3.lock range"},
		{"the second look fails", map[string]error{"read 2": down}, both, "read id-A, change o10, change o20, extra m1, read id-A: no answer"},
	} {
		k, notes := recording(c.fail, c.state)
		plan := &entity.Plan{}
		err := k.write(t.Context(), store.Tx{}, plan)
		got := strings.Join(*notes, ", ") + ": " + refusal(err)
		if plan.Fingerprint != "" {
			got += " seen"
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// The tasks of a plan that is stored again have what changes make of them: locks, hours of the operation itself, the way outside.
func TestTasksOfAKeptChange(t *testing.T) {
	ninety := quantity.Minutes(90)
	for _, c := range []struct {
		what   string
		change OperationChange
		want   string // lock, minutes, outside
	}{
		{"a lock", OperationChange{Lock: &OperationLock{Machine: "m1"}}, "2 60 0"},
		{"taken off", OperationChange{Lock: &OperationLock{}}, "0 60 0"},
		{"its hours", OperationChange{Minutes: &ninety}, "1 90 0"},
		{"hours of a machine", OperationChange{Minutes: &ninety, Machine: "m1"}, "1 60 0"},
		{"outside", OperationChange{Outside: &OperationOutside{Supplier: "s1"}, Lock: &OperationLock{}}, "0 60 2"},
	} {
		x := imagine(t, func(_ *model.Shop, p *model.Part) { p.Ops[0].Lock, p.Ops[0].LockMachine = 1, "m1" })
		trial, err := x.try(draft.PlanChange{Kind: "move", TaskID: "o10"})
		if err != nil {
			t.Fatal(err)
		}
		o := x.h.Task["o10"]
		trial.changes = []recordChange{{c.change, o, 0}}
		trial.carry(x.out.Translation)
		op := x.out.Translation.Tasks[o].Op
		if got := fmt.Sprint(op.Lock, int(op.Minutes), op.Outsource); got != c.want || len(x.out.Translation.Tasks) != 3 {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// A split leaves two tasks, each with the minutes of its own, behind those of the plan.
func TestTasksOfAKeptSplit(t *testing.T) {
	x := imagine(t, nothingElse)
	trial, err := x.try(draft.PlanChange{Kind: "split", TaskID: "o20", Minutes: 20}, draft.PlanChange{Kind: "split", TaskID: "o10", Minutes: 40})
	if err != nil {
		t.Fatal(err)
	}
	trial.carry(x.out.Translation)
	var all []string
	for _, k := range x.out.Translation.Tasks {
		all = append(all, fmt.Sprintf("%s/%d %d", k.ID, k.Segment, k.Op.Minutes))
	}
	if got := strings.Join(all, ", "); got != "o10/1 50, o20/1 30, f30/0 60, o20#2/2 30, o10#2/2 10" {
		t.Error(got)
	}
}

// A stored row becomes the task that it was: of its mould, part, batch and group, with its progress, and forced where it was.
func TestTasksOfStoredRows(t *testing.T) {
	known := &model.Shop{Groups: []model.Group{{ID: "g", Name: "Milling", Section: "North", People: true}}}
	row := func(change func(r *result.Task)) result.Task {
		r := result.Task{TaskID: "o10", MouldID: "id-A", MouldNo: "A", PartNo: "P1", PartName: "Core", Kind: 1, OpNo: 10, Branch: "a", ProcessName: "Mill", SectionName: "North", GroupName: "Milling", ResourceID: "m1", Minutes: 60, Qty: 3, Priority: 5, LockStatus: 1, CAMStatus: 2, Reported: 7, Segment: 1}
		change(&r)
		return r
	}
	for _, c := range []struct {
		what   string
		change func(r *result.Task)
		want   string // group, kind of part, due, batch, outside, forced, misplaced
	}{
		{"of a known group", func(*result.Task) {}, "g Milling people workpiece"},
		{"of a group that is gone", func(r *result.Task) { r.GroupName = "Old" }, " Old workpiece"},
		{"of one that is gone, outside", func(r *result.Task) { r.GroupName, r.Outsourced = "Old", true }, " Old outside workpiece away"},
		{"outside, of a group inside that is gone", func(r *result.Task) { r.GroupName, r.Outsourced, r.SourceFlag = "Old", true, model.SourceOutsource }, " Old workpiece away"},
		{"of no group", func(r *result.Task) { r.SectionName, r.GroupName = "", "" }, "- workpiece"},
		{"an electrode", func(r *result.Task) { r.Kind = 2 }, "g Milling people electrode"},
		{"an assembly", func(r *result.Task) { r.Kind = 3 }, "g Milling people assembly"},
		{"of a batch", func(r *result.Task) { r.BatchID, r.BatchNo = "b", "B1" }, "g Milling people workpiece B1 of 3"},
		{"forced", func(r *result.Task) { r.SourceFlag, r.PartDue, r.PlannedEnd = 2, hour(12), hour(9) }, "g Milling people workpiece due 12"},
		{"forced, of an older plan", func(r *result.Task) { r.SourceFlag, r.PlannedEnd = 2, hour(9) }, "g Milling people workpiece due 9"},
		{"not forced any more", func(r *result.Task) { r.PartDue, r.PlannedEnd = hour(12), hour(9) }, "g Milling people workpiece"},
		{"misplaced", func(r *result.Task) { r.Broken = []result.KeptRule{{Kind: int(solver.ConflictEligibility)}} }, "g Milling people workpiece misplaced"},
	} {
		r := row(c.change)
		got := newRestorer(known).task(&r)
		text := "-"
		if g := got.Group; g != nil {
			text = g.ID + " " + g.Name + map[bool]string{true: " people"}[g.People] + map[bool]string{true: " outside"}[g.Outside]
		}
		text += map[[2]bool]string{{false, false}: " workpiece", {true, false}: " electrode", {false, true}: " assembly"}[[2]bool{got.Part.Electrode, got.Part.Assembly}]
		if b := got.Part.Batch; b != nil {
			text += fmt.Sprintf(" %s of %d", b.No, b.Qty)
		}
		if d := got.Part.Due; d != nil {
			text += fmt.Sprint(" due ", d.Hour())
		}
		text += map[bool]string{true: " away"}[got.Op.Away()] + map[bool]string{true: " misplaced"}[got.Misplaced]
		if text != c.want {
			t.Errorf("%s: %s, want %s", c.what, text, c.want)
		}
		if o := got.Op; o.ID != "o10" || o.No != 10 || o.Branch != "a" || o.Minutes != 60 || o.Lock != 1 || o.CAMStatus != 2 || o.Reported != 7 || o.OnMachine != "m1" || got.Mould.Priority != 5 || got.Part.Qty != 3 || got.Segment != 1 || got.Name != "Mill" {
			t.Errorf("%s: %+v of %+v", c.what, o, got)
		}
	}
	// Rows of one mould, part or batch are of one; batches of a part are apart.
	b := newRestorer(known)
	rows := []result.Task{row(func(*result.Task) {}), row(func(r *result.Task) { r.OpNo = 20 }), row(func(r *result.Task) { r.BatchID = "b" }), row(func(r *result.Task) { r.PartNo = "P2" }), row(func(r *result.Task) { r.MouldID, r.GroupName = "id-B", "Old" }), row(func(r *result.Task) { r.GroupName = "Old" })}
	var tasks []model.Task
	for i := range rows {
		tasks = append(tasks, b.task(&rows[i]))
	}
	parts, moulds, groups := map[*model.Part]bool{}, map[*model.Mould]bool{}, map[*model.Group]bool{}
	for _, x := range tasks {
		parts[x.Part], moulds[x.Mould], groups[x.Group] = true, true, true
	}
	if tasks[0].Part != tasks[1].Part || len(parts) != 4 || len(moulds) != 2 || len(groups) != 2 {
		t.Errorf("%d parts, %d moulds, %d groups", len(parts), len(moulds), len(slices.Collect(maps.Keys(groups))))
	}
}
