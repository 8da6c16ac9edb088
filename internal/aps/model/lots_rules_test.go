package model

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/platform/quantity"
)

// inLots are ten pieces of which the lots b4 and b3 are by themselves, three are in none.
func inLots(states [2]int, o Operation) []Part {
	p := Part{ID: "p", No: "P1", Qty: 10, Batches: []Batch{{ID: "b3", No: "B2", Qty: 3, State: states[1]}, {ID: "b4", No: "B1", Qty: 4, State: states[0]}}, Ops: []Operation{o}}
	return p.lots()
}

// A lock of times holds for the first lot that waits and may go; of the others it leaves the resource alone.
func TestWhichLotHasTheLockOfTimes(t *testing.T) {
	const no, on, times = 0, LockResource, LockTimes
	for _, c := range []struct {
		what   string
		states [2]int
		o      Operation
		want   [3]int
	}{
		{"the first", [2]int{1, 1}, Operation{Lock: times}, [3]int{times, on, on}},
		{"a lock of the resource is everybody's", [2]int{1, 1}, Operation{Lock: on}, [3]int{on, on, on}},
		{"no lock", [2]int{1, 1}, Operation{}, [3]int{no, no, no}},
		{"the first has begun", [2]int{1, 1}, Operation{Lock: times, Progress: Progress{Status: OpRunning}}, [3]int{times, times, on}},
		{"the batch after it rests", [2]int{BatchPaused, 1}, Operation{Lock: times, Progress: Progress{Status: OpRunning}}, [3]int{times, times, times}},
		{"the batch after it is closed", [2]int{BatchClosed, 1}, Operation{Lock: times}, [3]int{times, times, on}},
		{"the batch after it has begun", [2]int{1, 1}, Operation{Lock: times, ByBatch: map[string]Progress{"b4": {Status: OpPaused}}}, [3]int{times, times, on}},
	} {
		lots := inLots(c.states, c.o)
		if len(lots) != 3 {
			t.Fatalf("%s: %d lots", c.what, len(lots))
		}
		if got := [3]int{lots[0].Ops[0].Lock, lots[1].Ops[0].Lock, lots[2].Ops[0].Lock}; got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}

// Each lot has its share of the minutes behind the set-up, rounded up, on each machine too; the set-up it has whole.
func TestWhatALotHasOfTheMinutes(t *testing.T) {
	o := Operation{ID: "o", Minutes: 110, Setup: 9, Machines: []Eligible{{MachineID: "m1"}, {MachineID: "m2", Minutes: 55, Setup: 5}}}
	var got []string
	for _, lot := range inLots([2]int{1, 1}, o) {
		x := lot.Ops[0]
		got = append(got, fmt.Sprintf("%s %s %d of %d: %d, %d/%d, %d/%d", lot.ID, x.ID, lot.Qty, lot.Of, x.Minutes, x.Machines[0].Minutes, x.Machines[0].Setup, x.Machines[1].Minutes, x.Machines[1].Setup))
	}
	// Of 101 minutes 30.3, 40.4 and 30.3; of 50 on the second machine 15, 20 and 15.
	want := "p o 3 of 10: 40, 0/0, 20/5; p/b4 o/b4 4 of 10: 50, 0/0, 25/5; p/b3 o/b3 3 of 10: 40, 0/0, 20/5"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s\nwant %s", text, want)
	}
	if o.Machines[1].Minutes != 55 {
		t.Error("the operation of the whole part has changed")
	}
}

// What is in no batch is a lot of its own as long as there is anything; electrodes have no lots.
func TestWhatIsInNoBatch(t *testing.T) {
	for _, c := range []struct {
		qty       int
		electrode bool
		want      string
	}{{5, false, "P1:1 P1/B1:4"}, {4, false, "P1/B1:4"}, {3, false, "P1/B1:4"}, {0, false, "P1/B1:4"}, {5, true, "P1:5"}} {
		p := Part{No: "P1", Qty: c.qty, Electrode: c.electrode, Batches: []Batch{{ID: "b4", No: "B1", Qty: 4}}}
		var got []string
		for _, lot := range p.lots() {
			got = append(got, fmt.Sprintf("%s:%d", lot.lotNo(), lot.Qty))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%d pieces: %s, want %s", c.qty, text, c.want)
		}
	}
}

// A share is rounded up: of a whole minute each of three lots has one.
func TestASharedMinute(t *testing.T) {
	for _, c := range []struct{ minutes, qty, of, want int }{{1, 1, 3, 1}, {3, 1, 3, 1}, {4, 1, 3, 2}, {0, 1, 3, 0}, {-5, 1, 3, -5}, {100, 1, 0, 100}, {100, 3, 3, 100}} {
		if got := (&Part{Qty: c.qty, Of: c.of}).share(quantity.Minutes(c.minutes)); got != quantity.Minutes(c.want) {
			t.Errorf("%d minutes, %d of %d: %d, want %d", c.minutes, c.qty, c.of, got, c.want)
		}
	}
}

// What a batch that is over has finished stays in its route, whatever stands before it; the rest is given up.
func TestWhatIsLeftOfABatchThatIsOver(t *testing.T) {
	for _, state := range []int{BatchClosed, BatchFinished} {
		m := &Mould{No: "M", Parts: []Part{{ID: "p", No: "P1", Batch: &Batch{No: "x", State: state}, Ops: []Operation{
			{ID: "10", No: 10}, {ID: "20", No: 20, Progress: Progress{Status: OpFinished}}, {ID: "30", No: 30}, {ID: "40", No: 40, Progress: Progress{Status: OpFinished}},
		}}}}
		var ids []string
		for _, o := range RoutesOf(m).Ops {
			ids = append(ids, o.ID)
		}
		if got := strings.Join(ids, " "); got != "20 40" {
			t.Errorf("state %d: %s", state, got)
		}
	}
}

// Where the engine finds by itself what an operation follows, the problem does not name it: branches of one number count
// together, and what is finished between does not.
func TestWhatTheEngineFindsByItself(t *testing.T) {
	finished := Progress{Status: OpFinished}
	for _, c := range []struct {
		what string
		ops  []Operation
		want string // what the last one follows, by name; "-" is not named
	}{
		{"the number before", []Operation{{ID: "10", No: 10}, {ID: "20", No: 20}}, "-"},
		{"both branches of it", []Operation{{ID: "10a", No: 10, Branch: "a"}, {ID: "10b", No: 10, Branch: "b"}, {ID: "20", No: 20}}, "-"},
		{"the nearest of two", []Operation{{ID: "10", No: 10}, {ID: "20", No: 20}, {ID: "30", No: 30}}, "-"},
		{"behind a finished one", []Operation{{ID: "10", No: 10, Progress: finished}, {ID: "20", No: 20}, {ID: "30", No: 30}}, "-"},
		{"one that is finished lies between", []Operation{{ID: "10", No: 10}, {ID: "20", No: 20, Progress: finished}, {ID: "30", No: 30}}, "-"},
		{"one branch is finished", []Operation{{ID: "10a", No: 10, Branch: "a", Progress: finished}, {ID: "10b", No: 10, Branch: "b"}, {ID: "20", No: 20}}, "-"},
		{"the first", []Operation{{ID: "10", No: 10}}, "-"},
		{"beside a branch", []Operation{{ID: "5", No: 5}, {ID: "10a", No: 10, Branch: "a"}, {ID: "10b", No: 10, Branch: "b"}}, "-"},
		{"it names the number before", []Operation{{ID: "10", No: 10}, {ID: "20", No: 20, Pred: "10"}}, "10"},
		{"it names another", []Operation{{ID: "10", No: 10}, {ID: "20", No: 20}, {ID: "30", No: 30, Pred: "10"}}, "10"},
		{"one before it names another", []Operation{{ID: "10", No: 10}, {ID: "20", No: 20}, {ID: "30", No: 30, Pred: "10", Progress: finished}, {ID: "40", No: 40}}, "10"},
	} {
		m := &Mould{No: "M", Parts: []Part{{ID: "p", No: "P1", Ops: c.ops}}}
		got := "-"
		if pred := RoutesOf(m).pred(&m.Parts[0].Ops[len(c.ops)-1]); pred != nil {
			got = strings.Join(*pred, " ")
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// The shop floor sees once what an operation follows, finished or not, and what has to be done besides; its electrodes not.
func TestWhatTheFloorSeesBeforeAnOperation(t *testing.T) {
	m := &Mould{No: "M", Parts: []Part{
		{ID: "p", No: "P1", Ops: []Operation{{ID: "10", No: 10}, {ID: "20", No: 20, Progress: Progress{Status: OpFinished}}, {ID: "30", No: 30, Burns: []Burn{{PartID: "e"}}}}},
		{ID: "e", No: "E1", Electrode: true, Ops: []Operation{{ID: "e10", No: 10}}},
	}}
	r := RoutesOf(m)
	for id, want := range map[string]string{"10": "", "20": "10", "30": "20 10", "e10": "", "none": ""} {
		var ids []string
		for _, o := range r.Waited(id) {
			ids = append(ids, o.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("before %s: %s, want %s", id, got, want)
		}
	}
}

// An order implies its assembly and its try-out until a route stands for them: an assembly of its own without an operation is none.
func TestWhatAnOrderImplies(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(m *Mould)
		want   string
	}{
		{"both", func(*Mould) {}, "assembly:id-A tryout:id-A"},
		{"no hours of assembly", func(m *Mould) { m.Assembly = 0 }, "tryout:id-A"},
		{"no hours of try-out", func(m *Mould) { m.Tryout = 0 }, "assembly:id-A"},
		{"no group", func(m *Mould) { m.AssemblyGroup, m.TryoutGroup = "", "" }, ""},
		{"an assembly with a route", func(m *Mould) {
			m.Parts = append(m.Parts, Part{ID: "x", No: "X", Assembly: true, Ops: []Operation{{ID: "x10", No: 10, GroupID: "g", Minutes: 5}}})
		}, ""},
		{"one without operations", func(m *Mould) { m.Parts = append(m.Parts, Part{ID: "x", No: "X", Assembly: true}) }, "assembly:id-A tryout:id-A"},
		{"one that is built in", func(m *Mould) {
			m.Parts = append(m.Parts, Part{ID: "x", No: "X", Assembly: true, Parent: "P1", Ops: []Operation{{ID: "x10", No: 10, GroupID: "g", Minutes: 5}}})
		}, "assembly:id-A tryout:id-A"},
		{"one that is built in and holds the assembly of the order", func(m *Mould) {
			m.Parts = append(m.Parts, Part{ID: "x", No: "X", Assembly: true, Parent: "P1", Ops: []Operation{{ID: "x10", No: 10, GroupID: "g", Minutes: 5, Step: 10}}})
		}, "tryout:id-A"},
	} {
		got := asked(nil, func(s *Shop, _ *Part) {
			m := &s.Moulds[0]
			m.AssemblyGroup, m.Assembly, m.TryoutGroup, m.Tryout = "g", 60, "g", 30
			c.change(m)
		})
		var ids []string
		for i := range got.Tasks {
			if strings.Contains(got.Tasks[i].ID, ":") {
				ids = append(ids, got.Tasks[i].ID)
			}
		}
		if text := strings.Join(ids, " "); text != c.want {
			t.Errorf("%s: %q, want %q", c.what, text, c.want)
		}
	}
}
