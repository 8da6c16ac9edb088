package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/batching"
)

// eachBatched runs fn on a planned shop: of the part P1 the second operation may go to the supplier S01, of P2 none may; E1 is an electrode.
func eachBatched(t *testing.T, fn func(p *planned)) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery", "K1|2030-03-20"},
			"parts":      {"mouldNo|partNo|kind|qty", "K1|P1|1|4", "K1|P2|1|2"},
			"operations": {"mouldNo|partNo|opNo|process|hours|outsource|supplier", "K1|P1|10|" + mill + "|4|0|", "K1|P1|20|" + mill + "|8|1|S01", "K1|P2|10|" + mill + "|2|0|"},
			"electrodes": {"mouldNo|electrodeNo|state", "K1|E1|1"},
		}))
		if result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		fn(a.plan(ctx, t))
	})
}

func (p *planned) lots(query map[string]any) (rows []batching.Row) {
	p.Helper()
	var found batching.Rows
	if r := p.post("bom/bomBatch/query", query, &found); r.Code != 1 || found.Total != len(found.Rows) {
		p.Fatalf("%+v, %d of %d", r, len(found.Rows), found.Total)
	}
	return found.Rows
}

// lot is the row of a part, of a batch of it where one is named.
func (p *planned) lot(part, batch string) batching.Row {
	p.Helper()
	rows := p.lots(map[string]any{})
	at := slices.IndexFunc(rows, func(r batching.Row) bool { return r.PartNo == part && r.BatchNo == batch })
	if at < 0 {
		p.Fatalf("no row %s %q in %+v", part, batch, rows)
	}
	return rows[at]
}

// batch asks a verb of lots.
func (p *planned) batch(verb string, more map[string]any, lots ...batching.Row) reply {
	p.Helper()
	refs := []batching.LotRef{}
	for _, l := range lots {
		refs = append(refs, l.LotRef)
	}
	body := map[string]any{"lots": refs}
	for key, value := range more {
		body[key] = value
	}
	return p.post(verb, body, nil)
}

// told is what a refusal says in both languages.
func (p *planned) told(verb string, lots ...batching.Row) string {
	p.Helper()
	en := p.batch(verb, nil, lots...)
	p.header["Accept-Language"] = "zh"
	zh := p.batch(verb, nil, lots...)
	p.header["Accept-Language"] = "en"
	if en.Code != zh.Code {
		p.Errorf("%s: %d in English, %d in Chinese", verb, en.Code, zh.Code)
	}
	return fmt.Sprintf("%d %s | %s", en.Code, en.Message, zh.Message)
}

// run plans the schedule anew.
func (p *planned) run() {
	p.Helper()
	if r := p.post("aps/exe/job/startScheduling", map[string]any{"id": p.schedule}, nil); r.Code != 1 {
		p.Fatalf("%+v", r)
	}
	work, err := p.a.APS.Next(p.ctx)
	if err == nil {
		err = work(p.ctx)
	}
	if err != nil {
		p.Fatal(err)
	}
}

// outside are the tasks of the plan that a supplier makes, as part/operation/batch with their hours from start to end.
func (p *planned) outside() string {
	p.Helper()
	var list struct {
		Rows []struct {
			PartNo, BatchNo string
			OpNo            int
			Outsourced      bool
			SourceFlag      int
		}
	}
	if r := p.post("aps/schedule/task/getList", map[string]any{"scheduleId": p.schedule, "size": 500}, &list); r.Code != 1 {
		p.Fatalf("%+v", r)
	}
	var all []string
	for _, x := range list.Rows {
		if x.Outsourced {
			all = append(all, fmt.Sprintf("%s/%d/%s %d", x.PartNo, x.OpNo, x.BatchNo, x.SourceFlag))
		}
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// APS-BATCH-05, APS-BATCH-06, APS-BATCH-07: pieces are dispatched in batches; a batch is paused, closed, finished and reset, each by its
// call and from the states that allow it; electrodes are neither batched nor batch-completed.
func TestBatchesAreDispatchedPausedClosedAndFinished(t *testing.T) {
	eachBatched(t, func(p *planned) {
		whole := p.lot("P1", "")
		if whole.State != 0 || whole.Qty != 4 || whole.Steps != 2 || whole.Kind != 1 || whole.MayApply != 1 || whole.MayCancel != 0 {
			p.Errorf("before it is dispatched: %+v", whole)
		}
		for qty, want := range map[int]int{-1: 422, 0: 422, 5: 422} {
			if r := p.batch("bom/bomBatch/dispatch", map[string]any{"qty": qty}, whole); r.Code != want || !strings.Contains(string(r.Data), `"field":"qty"`) {
				p.Errorf("a batch of %d: %+v %s", qty, r, r.Data)
			}
		}
		if r := p.batch("bom/bomBatch/dispatch", map[string]any{"qty": 3}, whole); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		if r := p.batch("bom/bomBatch/dispatch", nil, p.lot("P1", "")); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		first, second := p.lot("P1", "B1"), p.lot("P1", "B2")
		if rows := p.lots(map[string]any{"q": "p1"}); len(rows) != 2 || first.Qty != 3 || second.Qty != 1 || first.State != 1 || second.State != 1 {
			p.Errorf("%+v", rows)
		}
		electrode, loose := p.lot("E1", ""), p.lot("P2", "")
		for verb, want := range map[string]string{
			"bom/bomBatch/dispatch":      "20000 Electrode-type items cannot be batched: K1 / E1 | 电极类物料不能分批：K1 / E1",
			"bom/bomBatch/pauseDispatch": "20000 Electrode-type items cannot be batched: K1 / E1 | 电极类物料不能分批：K1 / E1",
			"bom/bomBatch/close":         "20000 Electrode-type items cannot be batched: K1 / E1 | 电极类物料不能分批：K1 / E1",
			"bom/part/finishBatch":       "20000 Electrode-type items cannot be batch-completed: K1 / E1 | 电极类物料不能批次完工：K1 / E1",
		} {
			if got := p.told(verb, first, electrode); got != want {
				p.Errorf("%s of an electrode: %s", verb, got)
			}
			if verb != "bom/bomBatch/dispatch" {
				if got := p.told(verb, loose); got != "20000 These pieces are in no batch yet: dispatch them first: K1 / P2 | 这些工件尚未分批，请先派工：K1 / P2" {
					p.Errorf("%s of pieces in no batch: %s", verb, got)
				}
			}
			if got := p.told(verb); !strings.HasPrefix(got, "422 ") {
				p.Errorf("%s of nothing: %s", verb, got)
			}
		}
		steps := []struct {
			verb        string
			code, state int
		}{
			{"bom/bomBatch/pauseDispatch", 1, 2},
			{"bom/bomBatch/pauseDispatch", 1, 2},
			{"bom/bomBatch/dispatch", 1, 1},
			{"bom/bomBatch/close", 1, 3},
			{"bom/bomBatch/pauseDispatch", 20000, 3},
			{"bom/bomBatch/dispatch", 1, 1},
			{"bom/bomBatch/close", 1, 3},
			{"bom/part/finishBatch?confirm=finishBatch", 1, 4},
			{"bom/bomBatch/dispatch", 20000, 4},
			{"bom/bomBatch/close", 20000, 4},
			{"bom/bomBatch/pauseDispatch", 20000, 4},
			{"bom/bomBatch/reset", 1, 1},
		}
		for i, x := range steps {
			r := p.batch(x.verb, nil, first)
			if now := p.lot("P1", "B1").State; r.Code != x.code || now != x.state {
				p.Errorf("step %d, %s: %+v, state %d instead of %d", i, x.verb, r, now, x.state)
			}
		}
		if now := p.lot("P1", "B2"); now.State != 1 {
			p.Errorf("the other batch: %+v", now)
		}
		// Whoever finishes a batch with open operations, or closes one that has begun, is asked first, and about these very operations.
		r := p.batch("bom/part/finishBatch", nil, first, second)
		var asked struct {
			Key   string
			Text  string
			Items []string
		}
		if err := json.Unmarshal(r.Data, &asked); err != nil || r.Code != 20010 || len(asked.Items) != 4 || asked.Text != "Operations that are not finished: 4. Finish the batches anyway?" {
			p.Fatalf("%+v %s", r, r.Data)
		}
		if r := p.batch("bom/part/finishBatch?confirm="+asked.Key, nil, first); r.Code != 20010 || p.lot("P1", "B1").State != 1 {
			p.Errorf("a yes to other batches: %+v", r)
		}
		operation := p.stepOf("P1", 10)
		if r := p.post("mf/progress", map[string]any{"operationId": operation, "batchId": first.BatchID, "status": 1, "machineId": p.machineOf(operation), "now": true, "basedOn": ""}, nil); r.Code != 1 {
			p.Fatalf("%+v %s", r, r.Data)
		}
		if r := p.batch("bom/bomBatch/close", nil, first); r.Code != 20010 || p.lot("P1", "B1").Running != 1 {
			p.Errorf("closing what has begun: %+v", r)
		}
		if r := p.batch("bom/part/finishBatch?confirm="+asked.Key, nil, first, second); r.Code != 20010 {
			p.Errorf("a yes to what was otherwise: %+v", r)
		}
	})
}

// stepOf is the id of an operation.
func (p *planned) stepOf(part string, op int) (id string) {
	p.Helper()
	read(p.ctx, p.T, p.a, func(tx store.Tx) error {
		var parts []string
		if err := tx.Select((*production.Part)(nil)).Columns("id").Where("part_no = ?", part).ScanColumn(p.ctx, &parts); err != nil {
			return err
		}
		var ids []string
		err := tx.Select((*production.Operation)(nil)).Columns("id").WhereIn("part_id", parts).Where("op_no = ?", op).ScanColumn(p.ctx, &ids)
		id = ids[0]
		return err
	})
	return id
}

// machineOf is a machine of the group of an operation.
func (p *planned) machineOf(operation string) string {
	p.Helper()
	var ids []string
	read(p.ctx, p.T, p.a, func(tx store.Tx) error {
		return tx.Query(p.ctx, &ids, "SELECT m.id FROM machine AS m JOIN operation AS o ON o.group_id = m.group_id WHERE {m} AND {o} AND o.id = ? ORDER BY m.name", operation)
	})
	return ids[0]
}

// APS-BATCH-01, APS-BATCH-02, APS-BATCH-03, APS-BATCH-04: outsourcing of a batch is applied for and cancelled: the next plan sends that batch
// outside and no other, and applying, then cancelling, leaves everything as it was. A batch without a process for it can do neither.
func TestOutsourcingOfABatchIsAppliedAndCancelled(t *testing.T) {
	eachBatched(t, func(p *planned) {
		for _, qty := range []int{3, 1} {
			if r := p.batch("bom/bomBatch/dispatch", map[string]any{"qty": qty}, p.lot("P1", "")); r.Code != 1 {
				p.Fatalf("%+v", r)
			}
		}
		p.run()
		if out := p.outside(); out != "" {
			p.Fatalf("outside before anything: %s", out)
		}
		first, second, without := p.lot("P1", "B1"), p.lot("P1", "B2"), p.lot("P2", "")
		before, needed := p.lots(map[string]any{}), p.needed()
		var found batching.Rows
		if p.post("bom/bomBatch/query", map[string]any{"size": 1}, &found); len(found.Rows) != 1 || found.Total != 4 || !slices.ContainsFunc(found.Suppliers, func(s batching.Supplier) bool { return s.Name == "Hengtai Heat Treatment" }) {
			p.Errorf("a page of one row: %+v", found)
		}
		if first.MayApply != 1 || without.MayApply != 0 || needed {
			p.Errorf("%+v, %+v, %v", first, without, needed)
		}
		const noneToApply = "20000 No process available to apply outsourcing | 没有可申请外协的工序"
		const noneToCancel = "20000 None to cancel | 没有可取消的外协"
		if got := p.told("bom/bomBatch/applyOutsource", without); got != noneToApply {
			p.Errorf("apply without a process: %s", got)
		}
		if got := p.told("bom/bomBatch/cancelOutsource", first, without); got != noneToCancel {
			p.Errorf("cancel before anything is applied for: %s", got)
		}
		// Of several, those that can are sent, and the others are named.
		if r := p.batch("bom/bomBatch/applyOutsource", nil, without, first); r.Code != 207 || string(r.Data) != `["K1 / P2"]` {
			p.Fatalf("%+v %s", r, r.Data)
		}
		now := p.lot("P1", "B1")
		if now.MayApply != 0 || now.MayCancel != 1 || len(now.Outside) != 1 || now.Outside[0].State != "applied" || now.Outside[0].OpNo != 20 || now.Outside[0].Supplier == "" {
			p.Errorf("applied: %+v", now)
		}
		if other := p.lot("P1", "B2"); other.MayApply != 1 || len(other.Outside) != 0 {
			p.Errorf("the other batch: %+v", other)
		}
		if rows := p.lots(map[string]any{"outsourcing": "applied"}); len(rows) != 1 || rows[0].BatchNo != "B1" {
			p.Errorf("narrowed to applied: %+v", rows)
		}
		if rows := p.lots(map[string]any{"outsourcing": "possible"}); len(rows) != 1 || rows[0].BatchNo != "B2" {
			p.Errorf("narrowed to possible: %+v", rows)
		}
		if got := p.told("bom/bomBatch/applyOutsource", first); got != noneToApply {
			p.Errorf("applied twice: %s", got)
		}
		if !p.needed() {
			p.Error("the plan does not know that it is out of date")
		}
		p.run()
		if out := p.outside(); out != "P1/20/B1 3" {
			p.Errorf("outside: %s", out)
		}
		if r := p.batch("bom/bomBatch/cancelOutsource", nil, first, second); r.Code != 207 || string(r.Data) != `["K1 / P1 / B2"]` {
			p.Errorf("%+v %s", r, r.Data)
		}
		if !p.needed() {
			p.Error("the plan does not know that the application is gone")
		}
		if after := p.lots(map[string]any{}); !reflect.DeepEqual(after, before) {
			p.Errorf("applied and cancelled: %+v, before %+v", after, before)
		}
		p.run()
		if out := p.outside(); out != "" {
			p.Errorf("outside after it was cancelled: %s", out)
		}
		// What is ordered stays; reset takes back what is not.
		if r := p.batch("bom/bomBatch/applyOutsource", nil, first, second); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		p.order("B1")
		if got := p.told("bom/bomBatch/cancelOutsource", first); got != noneToCancel {
			p.Errorf("cancelling what is ordered: %s", got)
		}
		if r := p.batch("bom/bomBatch/reset", nil, first, second); r.Code != 1 {
			p.Errorf("%+v", r)
		}
		if one, two := p.lot("P1", "B1"), p.lot("P1", "B2"); len(one.Outside) != 1 || one.Outside[0].State != "ordered" || len(two.Outside) != 0 {
			p.Errorf("after reset: %+v, %+v", one, two)
		}
	})
}

// What was applied for goes along when pieces are dispatched, whole or in part. A batch that is finished by hand makes the plan out of date,
// and is not asked about twice.
func TestApplicationsGoWithTheirPieces(t *testing.T) {
	eachBatched(t, func(p *planned) {
		if r := p.batch("bom/bomBatch/applyOutsource", nil, p.lot("P1", "")); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		for _, x := range []struct {
			qty  int
			lots []string
		}{{3, []string{"B1", ""}}, {1, []string{"B1", "B2"}}} {
			if r := p.batch("bom/bomBatch/dispatch", map[string]any{"qty": x.qty}, p.lot("P1", "")); r.Code != 1 {
				p.Fatalf("%+v", r)
			}
			for _, batch := range x.lots {
				if l := p.lot("P1", batch); l.MayCancel != 1 || l.MayApply != 0 || len(l.Outside) != 1 {
					p.Errorf("%d dispatched, batch %q: %+v", x.qty, batch, l)
				}
			}
		}
		var orders []production.OutsourceOrder
		read(p.ctx, p.T, p.a, func(tx store.Tx) error { return tx.Select(&orders).Scan(p.ctx) })
		if len(orders) != 2 || orders[0].BatchID == "" || orders[1].BatchID == "" || orders[0].BatchID == orders[1].BatchID {
			p.Errorf("%+v", orders)
		}
		p.run()
		if out := p.outside(); out != "P1/20/B1 3, P1/20/B2 3" {
			p.Errorf("outside: %s", out)
		}
		first := p.lot("P1", "B1")
		if r := p.batch("bom/part/finishBatch?confirm=finishBatch", nil, first); r.Code != 1 || !p.needed() {
			p.Errorf("%+v, needed %v", r, p.needed())
		}
		if r := p.batch("bom/part/finishBatch", nil, first); r.Code != 1 {
			p.Errorf("finished twice: %+v", r)
		}
		if l := p.lot("P1", "B1"); l.Finished != l.Steps || l.Running != 0 {
			p.Errorf("%+v", l)
		}
		for field, value := range map[string]any{"kind": 9, "state": 9, "outsourcing": "x", "page": 1_000_000_000_000_000_000} {
			if r := p.post("bom/bomBatch/query", map[string]any{field: value}, nil); r.Code != 422 || !strings.Contains(string(r.Data), `"field":"`+field+`"`) {
				p.Errorf("%s %v: %+v", field, value, r)
			}
		}
	})
}

// An order that was written by hand is no application: it is shown as what it is, nobody applies beside it or cancels it, and it goes along
// with the pieces. Work that begins on a batch which is held back is asked about.
func TestWrittenOrdersAndBatchesThatAreHeldBack(t *testing.T) {
	eachBatched(t, func(p *planned) {
		whole := p.lot("P1", "")
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			return p.a.Production.Outsourced.Save(p.ctx, tx, &production.OutsourceOrder{MouldID: whole.MouldID, OperationID: p.stepOf("P1", 20), OrderNo: "BYHAND"})
		})
		if l := p.lot("P1", ""); l.MayApply != 0 || l.MayCancel != 0 || len(l.Outside) != 1 || l.Outside[0].State != "written" {
			p.Errorf("written by hand: %+v", l)
		}
		if r := p.batch("bom/bomBatch/dispatch", map[string]any{"qty": 1}, whole); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		if one, rest := p.lot("P1", "B1"), p.lot("P1", ""); len(one.Outside) != 0 || len(rest.Outside) != 1 {
			p.Errorf("a part of the pieces is dispatched: %+v, the rest %+v", one, rest)
		}
		if r := p.batch("bom/bomBatch/dispatch", nil, p.lot("P1", "")); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		second := p.lot("P1", "B2")
		if len(second.Outside) != 1 || second.Outside[0].State != "written" {
			p.Errorf("all pieces are dispatched: %+v", second)
		}
		operation := p.stepOf("P1", 10)
		report := map[string]any{"operationId": operation, "batchId": second.BatchID, "status": 1, "machineId": p.machineOf(operation), "now": true, "basedOn": ""}
		var asked struct {
			Key   string
			Items []string
		}
		for _, x := range []struct{ verb, item string }{
			{"bom/bomBatch/pauseDispatch", "Batch B2 is paused"}, {"bom/bomBatch/close", "Batch B2 is closed"}, {"bom/part/finishBatch?confirm=finishBatch", "Batch B2 is finished"},
		} {
			if r := p.batch(x.verb, nil, second); r.Code != 1 {
				p.Fatalf("%s: %+v", x.verb, r)
			}
			r := p.post("mf/progress", report, nil)
			if err := json.Unmarshal(r.Data, &asked); err != nil || r.Code != 20010 || !slices.Contains(asked.Items, x.item) {
				p.Errorf("%s: %+v %s", x.verb, r, r.Data)
			}
		}
		if r := p.post("mf/progress?confirm="+asked.Key, report, nil); r.Code != 1 || p.lot("P1", "B2").Running != 0 {
			p.Errorf("begun all the same: %+v", r)
		}
	})
}

// needed tells whether production data changed since the last run.
func (p *planned) needed() bool {
	p.Helper()
	var answer struct{ Needed bool }
	if r := p.post("aps/exe/job/isNeedImportData", map[string]any{"id": p.schedule}, &answer); r.Code != 1 {
		p.Fatalf("%+v", r)
	}
	return answer.Needed
}

// order places the order of a batch of P1.
func (p *planned) order(batch string) {
	p.Helper()
	write(p.ctx, p.T, p.a, func(tx store.Tx) error {
		var o production.OutsourceOrder
		if err := tx.Select(&o).Where("batch_id = ?", p.lot("P1", batch).BatchID).Scan(p.ctx); err != nil {
			return err
		}
		at := store.Now().UTC()
		o.OrderedAt = &at
		return p.a.Production.Outsourced.Save(p.ctx, tx, &o)
	})
}

// APS-BATCH-08: the outsourcing of a task is changed by its own call, and its purchase side is read: application, order, receipt.
func TestTheOutsourcingOfATaskAndItsPurchaseSide(t *testing.T) {
	eachBatched(t, func(p *planned) {
		task := p.stepOf("P1", 20)
		const update, purchase = "aps/schedule/task/updateOutSource", "aps/schedule/task/getPurchase"
		var side batching.Purchase
		if r := p.post(purchase, map[string]any{"taskId": task}, &side); r.Code != 1 || len(side.Orders) != 0 || side.Supplier == "" || side.Process == "" {
			p.Errorf("before: %+v %+v", r, side)
		}
		for _, x := range []struct {
			body map[string]any
			want string
		}{
			{map[string]any{"taskIds": []string{}, "outsource": true}, "422 taskIds Please select the task before proceeding"},
			{map[string]any{"taskIds": []string{store.NewID()}, "outsource": true}, "404 Task not found"},
			{map[string]any{"taskIds": []string{p.stepOf("P1", 10)}, "outsource": true}, "20000 No process available to apply outsourcing"},
			{map[string]any{"taskIds": []string{task}, "outsource": false}, "20000 None to cancel"},
			{map[string]any{"taskIds": []string{task}, "outsource": true, "supplierId": store.NewID()}, "422 supplierId There is no such supplier, or it may not be chosen"},
		} {
			r := p.post(update, x.body, nil)
			got := fmt.Sprint(r.Code, " ", r.Message)
			var fields []struct{ Field, Message string }
			if json.Unmarshal(r.Data, &fields) == nil && len(fields) == 1 {
				got = fmt.Sprint(r.Code, " ", fields[0].Field, " ", fields[0].Message)
			}
			if got != x.want {
				p.Errorf("%v: %s", x.body, got)
			}
		}
		if r := p.post(update, map[string]any{"taskIds": []string{task}, "outsource": true}, nil); r.Code != 1 {
			p.Fatalf("%+v %s", r, r.Data)
		}
		if r := p.post(purchase, map[string]any{"taskId": task}, &side); r.Code != 1 || len(side.Orders) != 1 || side.Orders[0].State != "applied" || side.Orders[0].AppliedAt == nil || side.Orders[0].AppliedBy == "" || side.Orders[0].OrderNo != "K1/P1/20" {
			p.Errorf("applied: %+v %+v", r, side)
		}
		p.run()
		if out := p.outside(); out != "P1/20/ 3" {
			p.Errorf("outside: %s", out)
		}
		if r := p.post(update, map[string]any{"taskIds": []string{task}, "outsource": false}, nil); r.Code != 1 {
			p.Errorf("%+v", r)
		}
		if p.post(purchase, map[string]any{"taskId": task}, &side); len(side.Orders) != 0 {
			p.Errorf("cancelled: %+v", side)
		}
		// Who may not see orders reads none, and who may not add any applies for nothing.
		floor := signedIn(p.T, &httptest.Server{URL: p.address}, "13800000004")
		for path, body := range map[string]map[string]any{purchase: {"taskId": task}, update: {"taskIds": []string{task}, "outsource": true}, "bom/bomBatch/query": {}} {
			raw, err := json.Marshal(body)
			if err != nil {
				p.Fatal(err)
			}
			if _, r, _ := send(p.T, http.MethodPost, p.address+api.Prefix+path, floor, "application/json", strings.NewReader(string(raw))); r.Code != 403 {
				p.Errorf("%s for somebody of the floor: %+v", path, r)
			}
		}
	})
}
