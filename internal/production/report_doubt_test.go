package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A report far from the plan is a question, not a refusal: nothing is written until it is answered, and the answer of another
// question is none.
func TestImplausibleReportsAreAskedAbout(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		op := s.oneOperation(ctx, t, 1) // four hours
		in := s.importer(ctx, t)
		name, began, newest := "CN01", time.Now().Add(-48*time.Hour), ""
		var machine string
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			m, err := masters(ctx, tx)
			machine = m.Machines[name].ID
			return err
		}); err != nil {
			t.Fatal(err)
		}
		report := func(confirm string, body map[string]any) (int, reply) {
			t.Helper()
			body["operationId"], body["basedOn"], body["realStart"], body["machineId"] = op.ID, newest, began, machine
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, _ := in.call(ctx, http.MethodPost, "mf/progress"+confirm, "application/json", raw)
			if r.Code == 1 {
				var sent production.Reported
				if err := json.Unmarshal(r.Data, &sent); err != nil {
					t.Fatal(err)
				}
				newest = sent.ID
			}
			return status, r
		}
		ended := time.Now()
		for _, x := range []struct {
			body  map[string]any
			items []string // none: it is believed
		}{
			{map[string]any{"status": 1, "reportedHours": 12}, nil},
			{map[string]any{"status": 1, "reportedHours": 12.05}, []string{"12.05 h worked, 4 h planned"}},
			{map[string]any{"status": 1, "reportedHours": 1666.65}, []string{"1666.65 h worked, 4 h planned"}},
			{map[string]any{"status": 1, "remainingHours": 12}, nil},
			{map[string]any{"status": 1, "remainingHours": 12.05}, []string{"12.05 h left, 4 h planned"}},
			{map[string]any{"status": 1, "reportedHours": 0.2}, []string{"12 h reported already, now 0.2 h"}},
			{map[string]any{"status": 3, "reportedHours": 0, "realEnd": ended}, []string{"Finished with 0 h worked; 4 h planned", "Finished, and pieces done: 0 of 1", "12 h reported already, now 0 h"}},
		} {
			before := newest
			status, r := report("", x.body)
			if x.items == nil {
				if r.Code != 1 {
					t.Errorf("%v: %+v", x.body, r)
				}
				continue
			}
			asked := questionIn(t, r)
			if status != http.StatusConflict || r.Code != problem.Question || !strings.HasPrefix(asked.Key, "implausible-") || !slices.Equal(asked.Items, x.items) {
				t.Errorf("%v: %d %+v, %+v", x.body, status, r, asked)
			}
			for _, other := range []string{"changed", "implausible", "implausible-000000000000"} {
				if _, r := report("?confirm="+other, x.body); r.Code != problem.Question || newest != before {
					t.Errorf("%v: the answer %q of another question is taken: %+v", x.body, other, r)
				}
			}
		}
		body := map[string]any{"status": 3, "reportedHours": 0, "realEnd": ended}
		_, r := report("", body)
		if _, r := report("?confirm="+questionIn(t, r).Key, body); r.Code != 1 {
			t.Errorf("confirmed: %+v", r)
		}
	})
}

// question is what the server asks instead of writing.
type question struct {
	Key   string
	Items []string
}

func questionIn(t *testing.T, r reply) (asked question) {
	t.Helper()
	if err := json.Unmarshal(r.Data, &asked); err != nil || r.Code != problem.Question {
		t.Errorf("no question: %+v %s", r, r.Data)
	}
	return asked
}

// askedBy is the question that a report has raised.
func askedBy(t *testing.T, err error) (asked question) {
	t.Helper()
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.Question {
		t.Fatalf("no question: %v", err)
	}
	_, data := p.Wire(problem.English)
	raw, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &asked); err != nil {
		t.Fatal(err)
	}
	return asked
}

// doubtfulShop has two moulds: M1 with a step of mill after another, in two batches of two pieces, and M2 with one step.
func doubtfulShop(ctx context.Context, t *testing.T, s *shop) (w *station, first, second, other production.Operation, batches []production.Batch) {
	t.Helper()
	w = atStation(ctx, t, s)
	s.take(ctx, t, map[string][]string{
		"moulds": {"mouldNo|delivery", "M2|2030-03-20", "M3|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M2|P1|4", "M3|P1|1"},
		"operations": {"mouldNo|partNo|opNo|process|hours", "M2|P1|10|" + mill + "|4", "M2|P1|20|" + mill + "|4", "M3|P1|10|" + mill + "|10.7"},
		"batches":    {"mouldNo|partNo|batchNo|qty", "M2|P1|B1|2", "M2|P1|B2|2"},
	})
	read(ctx, t, s, func(tx store.Tx) error {
		var all []production.Operation
		if err := tx.Select(&all).Order("op_no").Scan(ctx); err != nil {
			return err
		}
		for i := range all {
			var m production.Mould
			if err := tx.Select(&m).Where("id = ?", all[i].MouldID).Scan(ctx); err != nil {
				return err
			}
			switch {
			case m.MouldNo == "M3":
				other = all[i]
			case m.MouldNo == "M2" && all[i].OpNo == 10:
				first = all[i]
			case m.MouldNo == "M2":
				second = all[i]
			}
		}
		return tx.Select(&batches).Order("batch_no").Scan(ctx)
	})
	return w, first, second, other, batches
}

// What a page reports and its person may not have meant makes one question with all its facts; a yes counts for these facts and no other
// one, and a program is asked none of it.
func TestWhatAPersonIsAskedAbout(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		w, first, second, other, batches := doubtfulShop(ctx, t, s)
		began := time.Now().Add(-3 * time.Hour)
		newest := map[string]string{}
		send := func(ctx context.Context, r production.Report) (key string, items []string) {
			t.Helper()
			lot := r.OperationID + r.BatchID
			if basis := newest[lot]; r.BasedOn == nil {
				r.BasedOn = &basis
			}
			r.MachineID = w.machine
			err := s.db.Write(ctx, func(tx store.Tx) error {
				row, err := w.production.Report(ctx, tx, r)
				if err == nil {
					newest[lot] = row.ID
				}
				return err
			})
			if err == nil {
				return "", nil
			}
			asked := askedBy(t, err)
			return asked.Key, asked.Items
		}
		yes := func(key string) context.Context {
			actor, _ := store.ActorFrom(w.ctx)
			actor.Confirmed = key
			return store.WithActor(w.ctx, actor)
		}
		expect := func(what string, items []string, want ...string) {
			t.Helper()
			if !slices.Equal(items, want) {
				t.Errorf("%s: %q, want %q", what, items, want)
			}
		}
		hours := func(m quantity.Minutes) *quantity.Minutes { return &m }

		// The step before is open, for this batch.
		start := production.Report{OperationID: second.ID, BatchID: batches[0].ID, Status: production.Running, RealStart: &began}
		open, items := send(w.ctx, start)
		if len(items) != 1 || !strings.HasPrefix(items[0], "Not finished before it: P1/10 ") {
			t.Errorf("the step before is open: %q", items)
		}
		// Meanwhile the machine begins something else: the yes to the first fact is none to that.
		if _, items := send(w.ctx, production.Report{OperationID: other.ID, Status: production.Running, RealStart: &began}); items != nil {
			t.Fatalf("the other mould: %q", items)
		}
		both, items := send(yes(open), start)
		if len(items) != 2 || !strings.HasPrefix(items[1], "Machine CN01 is working on M3 · P1 · 10 ") {
			t.Errorf("the machine is busy: %q", items)
		}
		// One of the facts is gone by the time of the answer: the yes holds for the other.
		pieces := 2
		end := production.Report{OperationID: first.ID, BatchID: batches[0].ID, Status: production.Finished, RealStart: &began, Now: true, ReportedHours: hours(60), QtyDone: &pieces}
		_, items = send(w.ctx, end)
		expect("the first step is done for the batch", items)
		if _, items := send(yes(both), start); items != nil {
			t.Errorf("begun all the same: %q", items)
		}
		// The other batch has its first step to go.
		_, items = send(w.ctx, production.Report{OperationID: second.ID, BatchID: batches[1].ID, Status: production.Running, RealStart: &began})
		if len(items) != 3 || !strings.HasPrefix(items[1], "Machine CN01 is working on M3 · P1 · 10 ") || !strings.HasPrefix(items[2], "Machine CN01 is working on M2 · P1 · 20 ") || !strings.HasSuffix(items[2], " (batch B1)") {
			t.Errorf("the other batch: %q", items)
		}
		// It goes on where it ran: nothing new to ask.
		_, items = send(w.ctx, production.Report{OperationID: other.ID, Status: production.Running, ReportedHours: hours(60)})
		expect("hours", items)
		_, items = send(w.ctx, production.Report{OperationID: other.ID, Status: production.Running, ReportedHours: hours(12)})
		expect("fewer hours", items, "1 h reported already, now 0.2 h")
		_, items = send(w.ctx, production.Report{OperationID: other.ID, Status: production.Finished, Now: true})
		expect("no piece", items, "Finished, and pieces done: 0 of 1")

		// The time between asking and answering does not change the question.
		actor, _ := store.ActorFrom(w.ctx)
		w.op = first
		soon := time.Now().Add(-20 * time.Second)
		quick := production.Report{OperationID: first.ID, BatchID: batches[1].ID, Status: production.Finished, RealStart: &soon, Now: true, QtyDone: &pieces}
		key, items := send(w.ctx, quick)
		expect("at once", items, "Finished with 0 h worked; 2 h planned", "Finished 20 s after the start")
		later := soon.Add(40 * time.Second)
		quick.RealEnd = &later
		if _, items := send(yes(key), quick); items != nil {
			t.Errorf("answered later: %q", items)
		}
		// Finished is finished: to say it again changes nothing, not even when it ended.
		lot := first.ID + batches[1].ID
		before := newest[lot]
		quick.RealEnd, quick.RealStart = nil, nil
		if _, items := send(w.ctx, quick); items != nil || newest[lot] != before {
			t.Errorf("finished again: %q, %s after %s", items, newest[lot], before)
		}

		// A program says what its machine tells.
		actor.Through = store.ThroughAPI
		program := store.WithActor(w.ctx, actor)
		_, items = send(program, production.Report{OperationID: second.ID, BatchID: batches[1].ID, Status: production.Running, Now: true})
		expect("a program begins", items)
		_, items = send(program, production.Report{OperationID: second.ID, BatchID: batches[1].ID, Status: production.Finished, Now: true})
		expect("a program ends", items)
	})
}
