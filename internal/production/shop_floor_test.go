package production_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// One mould as a tree: its parts, their routes, how far its electrodes are, its progress, and the plan where there is one.
func TestTheTreeOfAMould(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		edm := burn
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|parentPart", "M1|P1|", "M1|P2|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours|electrodesExpected", "M1|P1|10|" + mill + "|6|", "M1|P1|20|" + edm + "|2|5", "M1|P2|10|" + mill + "|2|"},
			"electrodes": {"mouldNo|electrodeNo|state", "M1|E1|4", "M1|E2|2"}, "edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "M1|P1|20|E1", "M1|P1|20|E2"},
			"progress": {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "M1|P1|10|3|" + "CN01" + "|2026-01-05 08:00|2026-01-05 14:00"},
		}), nil)
		var places production.Places
		in.get("mf/place", &places)
		id := places.Moulds[0].ID
		var tree production.MouldTree
		in.get("pm/mould/"+id+"/tree", &tree)
		if tree.MouldNo != "M1" || len(tree.Parts) != 4 || tree.Operations != 3 || tree.Finished != 1 || tree.Hours != 600 || tree.DoneHours != 360 || tree.Planned {
			t.Errorf("the mould: %+v", tree)
		}
		if e := tree.Electrodes; e != (production.Readiness{Total: 2, Known: 2, Designed: 2, Machined: 2, Inspected: 1, Stocked: 1}) {
			t.Errorf("the electrodes: %+v", e)
		}
		p1 := tree.Parts[slices.IndexFunc(tree.Parts, func(p production.TreePart) bool { return p.PartNo == "P1" })]
		burn := p1.Operations[1]
		if !burn.EDM || burn.Electrodes == nil || burn.Electrodes.Total != 5 || burn.Electrodes.Known != 2 || len(burn.ElectrodeIDs) != 2 {
			t.Errorf("the burn: %+v %+v", burn, burn.Electrodes)
		}
		status, _ := in.send(http.MethodGet, "pm/mould/"+store.NewID()+"/tree", nil)
		if status != http.StatusNotFound {
			t.Errorf("an unknown mould: %d", status)
		}
	})
}

// The list of a machine holds what is next there; reporting follows the rules of the floor, and answers plainly.
func TestReportingFromTheDispatchList(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		name := "CN01"
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery|status", "M1|2030-03-20|0", "M2|2030-03-20|1"}, "parts": {"mouldNo|partNo|qty", "M1|P1|3", "M2|P1|1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|2", "M2|P1|10|" + mill + "|2"},
		}), nil)
		var places production.Places
		in.get("mf/place", &places)
		machine := places.Machines[slices.IndexFunc(places.Machines, func(p production.Place) bool { return p.Name == name })].ID
		stranger := places.Machines[slices.IndexFunc(places.Machines, func(p production.Place) bool {
			return p.Title != places.Machines[slices.IndexFunc(places.Machines, func(q production.Place) bool { return q.Name == name })].Title
		})].ID
		list := func(query string) []production.DispatchRow {
			var d production.Dispatch
			in.get("mf/dispatch?"+query, &d)
			return d.Rows
		}
		rows := list("machine=" + machine)
		if len(rows) != 2 || rows[0].OpNo != 10 || len(rows[0].Waits) != 0 || len(rows[1].Waits) != 1 || !strings.HasPrefix(rows[1].Waits[0], "P1/10 ") {
			t.Fatalf("the list: %+v", rows)
		}
		op := rows[0].OperationID
		report := func(body map[string]any) (int, reply) {
			s.seenOnThePage(ctx, t, body)
			return in.send(http.MethodPost, "mf/progress", body)
		}
		sure := func(body map[string]any) (int, reply) {
			status, r := report(body)
			if r.Code == problem.Question {
				return in.send(http.MethodPost, "mf/progress?confirm="+questionIn(t, r).Key, body)
			}
			return status, r
		}
		refused := func(what, rule string, body map[string]any) {
			t.Helper()
			if status, r := report(body); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"`+rule+`"`) {
				t.Errorf("%s: %d %s %s", what, status, r.Message, r.Data)
			}
		}
		refused("a report on what nobody has read", "basedOn", map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "basedOn": nil})
		refused("pausing what does not run", "notRunning", map[string]any{"operationId": op, "status": 2, "now": true})
		refused("a machine of another group", "eligible", map[string]any{"operationId": op, "status": 1, "now": true, "machineId": stranger})
		refused("finishing before the start", "dateOrder", map[string]any{"operationId": op, "status": 3, "realStart": "2026-01-05T08:00:00Z", "realEnd": "2026-01-05T07:00:00Z"})
		refused("finishing without a start", "required", map[string]any{"operationId": op, "status": 3, "realEnd": "2026-01-05T07:00:00Z"})
		refused("more pieces than there are", "range", map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "qtyDone": 4})
		if status, r := report(map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "basedOn": ""}); status != http.StatusOK {
			t.Fatalf("starting: %d %s %s", status, r.Message, r.Data)
		}
		// The same report again, as after an answer that was lost on its way.
		if status, r := report(map[string]any{"operationId": op, "status": 1, "now": true, "machineId": machine, "basedOn": ""}); status != http.StatusConflict || r.Code != problem.Refused {
			t.Errorf("starting twice: %d %+v", status, r)
		}
		running := list("machine=" + machine)[0]
		if running.Status != production.Running || running.MachineID != machine || running.RealStart == nil || time.Since(*running.RealStart) > time.Minute {
			t.Errorf("running: %+v", running)
		}
		if status, r := report(map[string]any{"operationId": op, "status": 2, "pauseReason": 5, "reportedHours": 1.5, "remainingHours": 2, "basedOn": running.ReportID}); status != http.StatusOK {
			t.Fatalf("pausing: %d %s %s", status, r.Message, r.Data)
		}
		paused := list("status=2")[0]
		if paused.ReportedHours != 90 || paused.PauseReason != 5 || paused.RemainingHours == nil || *paused.RemainingHours != 120 || paused.MachineID != machine || !paused.RealStart.Equal(*running.RealStart) {
			t.Errorf("a report keeps what it leaves out: %+v", paused)
		}
		if _, r := report(map[string]any{"operationId": op, "status": 3, "now": true, "qtyDone": 3}); r.Code != problem.Question {
			t.Errorf("finished at once: %+v", r)
		}
		if status, _ := sure(map[string]any{"operationId": op, "status": 3, "now": true, "qtyDone": 3}); status != http.StatusOK {
			t.Error("finishing is refused")
		}
		if rows := list("machine=" + machine); len(rows) != 1 || rows[0].OpNo != 20 || len(rows[0].Waits) != 0 {
			t.Errorf("afterwards: %+v", rows)
		}
		refused("starting what is finished", "finished", map[string]any{"operationId": op, "status": 1, "now": true})
		if status, _ := report(map[string]any{"operationId": op, "status": 0}); status != http.StatusOK || len(list("machine="+machine)) != 2 {
			t.Error("undoing is refused")
		}
		var held production.Operation
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			var m production.Mould
			if err := tx.Select(&m).Where("mould_no = ?", "M2").Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&held).Where("mould_id = ?", m.ID).Scan(ctx)
		}); err != nil {
			t.Fatal(err)
		}
		if status, r := report(map[string]any{"operationId": held.ID, "status": 1, "now": true}); status != http.StatusConflict || !strings.Contains(r.Message, "M2") {
			t.Errorf("a mould on hold: %d %s", status, r.Message)
		}
	})
}

// Each batch has reports of its own: its hours are not those of the others, and the pieces in no batch stand beside
// them (APS-TASK-05).
func TestBatchesAreReportedByThemselves(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "M1|P1|10"},
			"operations": {"mouldNo|partNo|opNo|process|hours|setupHours", "M1|P1|10|" + mill + "|11|1"},
			"batches":    {"mouldNo|partNo|batchNo|qty", "M1|P1|B1|4", "M1|P1|B2|4"},
		}), nil)
		row := func() production.DispatchRow {
			var d production.Dispatch
			in.get("mf/dispatch?status=all", &d)
			return d.Rows[0]
		}
		report := func(body map[string]any) (int, reply) {
			s.seenOnThePage(ctx, t, body)
			return in.send(http.MethodPost, "mf/progress", body)
		}
		sure := func(body map[string]any) (int, reply) {
			status, r := report(body)
			if r.Code == problem.Question {
				return in.send(http.MethodPost, "mf/progress?confirm="+questionIn(t, r).Key, body)
			}
			return status, r
		}
		first := row()
		if len(first.Batches) != 3 || first.Batches[0].BatchNo != "B1" || first.Batches[0].Hours != 300 || first.Batches[2].ID != "" || first.Batches[2].Qty != 2 {
			t.Fatalf("the batches: %+v", first.Batches)
		}
		op, b1, b2, machine := first.OperationID, first.Batches[0].ID, first.Batches[1].ID, first.MachineIDs[0]
		for what, body := range map[string]map[string]any{
			"B1": {"batchId": b1, "reportedHours": 3}, "B2": {"batchId": b2, "reportedHours": 2}, "the rest": {"reportedHours": 1},
		} {
			body["operationId"], body["status"], body["now"], body["machineId"], body["basedOn"] = op, production.Running, true, machine, ""
			if status, r := sure(body); status != http.StatusOK {
				t.Fatalf("starting %s: %d %s %s", what, status, r.Message, r.Data)
			}
		}
		now := row()
		for i, minutes := range []quantity.Minutes{180, 120, 60} {
			if b := now.Batches[i]; b.Status != production.Running || b.ReportedHours != minutes || b.ReportID == "" {
				t.Errorf("batch %d: %+v", i, b)
			}
		}
		if now.ReportedHours != 360 {
			t.Errorf("together %d minutes are reported", now.ReportedHours)
		}
		if status, r := report(map[string]any{"operationId": op, "batchId": b1, "status": 3, "now": true, "basedOn": now.Batches[1].ReportID}); status != http.StatusConflict || r.Code != problem.Refused {
			t.Errorf("a report that rests on another batch's: %d %+v", status, r)
		}
		if status, r := sure(map[string]any{"operationId": op, "batchId": b1, "status": 3, "now": true, "basedOn": now.Batches[0].ReportID}); status != http.StatusOK {
			t.Errorf("finishing B1: %d %+v", status, r)
		}
		if b := row().Batches; b[0].Status != production.Finished || b[1].Status != production.Running {
			t.Errorf("after B1: %+v", b)
		}
		if status, r := report(map[string]any{"operationId": op, "status": 1, "qtyDone": 3}); status != http.StatusUnprocessableEntity {
			t.Errorf("more pieces than are in no batch: %d %+v", status, r)
		}
		part := mustPart(ctx, t, s, "P1")
		if err := s.db.Write(ctx, func(tx store.Tx) error {
			return s.production.Batches.Save(ctx, tx, &production.Batch{MouldID: part.MouldID, PartID: part.ID, BatchNo: "B3", Qty: 2, State: production.BatchDispatched})
		}); err != nil {
			t.Fatal(err)
		}
		if status, r := report(map[string]any{"operationId": op, "status": 2}); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), "batchId") {
			t.Errorf("a report on no batch where every piece is in one: %d %s", status, r.Data)
		}
		if status, r := report(map[string]any{"operationId": op, "status": 0}); status != http.StatusOK {
			t.Errorf("undoing what was reported before: %d %+v", status, r)
		}
	})
}

// seenOnThePage has a report rest on the newest one, as that of a page does which was just read.
func (s *shop) seenOnThePage(ctx context.Context, t *testing.T, body map[string]any) {
	t.Helper()
	if _, told := body["basedOn"]; told {
		return
	}
	var rows []production.Progress
	batch, _ := body["batchId"].(string)
	if err := s.db.Read(ctx, func(tx store.Tx) error {
		return tx.Select(&rows).Where("operation_id = ? AND COALESCE(batch_id, '') = ?", body["operationId"], batch).Order("reported_at DESC", "id DESC").Limit(1, 0).Scan(ctx)
	}); err != nil {
		t.Fatal(err)
	}
	body["basedOn"] = ""
	if len(rows) > 0 {
		body["basedOn"] = rows[0].ID
	}
}

func mustPart(ctx context.Context, t *testing.T, s *shop, no string) (part production.Part) {
	t.Helper()
	if err := s.db.Read(ctx, func(tx store.Tx) error { return tx.Select(&part).Where("part_no = ?", no).Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	return part
}

// BASE-PARTTYPE-01: of two parts that are as urgent by their mould the one whose type has the higher level comes first.
func TestPartTypesOrderTheListOfTheFloor(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		write(ctx, t, s, func(tx store.Tx) error {
			kind := func(name string, level int) error {
				return s.master.PartTypes.Save(ctx, tx, &basedata.PartType{Name: name, Prefix: name, Manufacturing: 2, Priority: level, Valid: true})
			}
			return errors.Join(kind("Plate", 10), kind("Core", 90))
		})
		in := s.importer(ctx, t)
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|partType", "M1|P1|Plate", "M1|P2|Core", "M1|P3|"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|1", "M1|P2|10|" + mill + "|1", "M1|P3|10|" + mill + "|1"},
		}), nil)
		var d production.Dispatch
		in.get("mf/dispatch", &d)
		got := ""
		for _, r := range d.Rows {
			got += r.PartNo + " "
		}
		if got != "P2 P1 P3 " {
			t.Errorf("the order: %s", got)
		}
	})
}
