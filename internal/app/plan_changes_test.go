package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// planned is a shop with two moulds whose schedule has a plan, and somebody who calls.
type planned struct {
	*testing.T
	a        *App
	ctx      context.Context
	address  string
	header   map[string]string
	schedule string
}

func (p *planned) post(path string, body any, into any) reply {
	p.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	_, r, _ := send(p.T, http.MethodPost, p.address+api.Prefix+path, p.header, "application/json", bytes.NewReader(raw))
	if into != nil {
		if err := json.Unmarshal(r.Data, into); err != nil && r.Code == 1 {
			p.Fatalf("%s: %v", path, err)
		}
	}
	return r
}

// version is that of the schedule.
func (p *planned) version() int64 {
	p.Helper()
	var s entity.Schedule
	if err := p.a.DB.Read(p.ctx, func(tx store.Tx) error { return tx.Select(&s).Where("id = ?", p.schedule).Scan(p.ctx) }); err != nil {
		p.Fatal(err)
	}
	return s.Version
}

// task is a task of the schedule by part and operation number, as getList gives it.
func (p *planned) task(part string, op int) map[string]any {
	p.Helper()
	var list struct{ Rows []map[string]any }
	if r := p.post("aps/schedule/task/getList", map[string]any{"scheduleId": p.schedule, "partNo": part, "size": 500}, &list); r.Code != 1 {
		p.Fatalf("getList: %+v", r)
	}
	for _, row := range list.Rows {
		if row["opNo"] == float64(op) && row["mouldNo"] == "K1" {
			return row
		}
	}
	p.Fatalf("no task %s/%d in %v", part, op, list.Rows)
	return nil
}

// keep keeps one change under the name of its kind.
func (p *planned) keep(kind string, change map[string]any) reply {
	p.Helper()
	return p.post("aps/task/plan/edit/"+kind, map[string]any{"scheduleId": p.schedule, "version": p.version(), "changes": []any{change}}, nil)
}

func (p *planned) operation(id any) (o production.Operation) {
	p.Helper()
	if err := p.a.DB.Read(p.ctx, func(tx store.Tx) error { return tx.Select(&o).Where("id = ?", id).Scan(p.ctx) }); err != nil {
		p.Fatal(err)
	}
	return o
}

func eachPlanned(t *testing.T, fn func(p *planned)) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		machine := machineFor(ctx, t, a, mill)
		result := a.importBook(ctx, t, book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery|priority", "K1|2030-03-20|50", "K2|2030-03-20|50"},
			"parts":      {"mouldNo|partNo|kind|qty", "K1|P1|1|1", "K1|P2|1|4", "K2|P1|1|1"},
			"operations": {"mouldNo|partNo|opNo|process|hours|setupHours", "K1|P1|10|" + mill + "|8|1", "K1|P1|20|" + mill + "|4|", "K1|P2|10|" + mill + "|6|", "K2|P1|10|" + mill + "|5|"},
			"batches":    {"mouldNo|partNo|batchNo|qty|state", "K1|P2|B1|2|1"},

			"operationResources": {"mouldNo|partNo|opNo|resource|hours|setupHours", "K1|P1|20|" + machine + "|3|0.5"},
		}))
		if result.FaultCount != 0 {
			t.Fatalf("%+v", result.Faults)
		}
		fn(a.plan(ctx, t))
	})
}

// plan plans every open mould and signs a planner in.
func (a *App) plan(ctx context.Context, t *testing.T) *planned {
	t.Helper()
	start := time.Now().Add(time.Hour).Truncate(time.Minute)
	var s *entity.Schedule
	write(ctx, t, a, func(tx store.Tx) (err error) {
		if s, err = a.APS.Save(ctx, tx, entity.Config{Name: "keep", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0}}); err != nil {
			return err
		}
		_, err = a.APS.Start(ctx, tx, s.ID)
		return err
	})
	work, err := a.APS.Next(ctx)
	if err == nil {
		err = work(ctx)
	}
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(a.Handler())
	t.Cleanup(server.Close)
	return &planned{t, a, ctx, server.URL, signedIn(t, server, "13800000001"), s.ID}
}

// APS-API-07, APS-API-08: what is kept under the calls' names stands in the records of the operations and in the working
// times of the machines, under their rules and versions; the plan knows it and is published without a question.
func TestKeptChangesStandInTheirRecords(t *testing.T) {
	eachPlanned(t, func(p *planned) {
		first, second := p.task("P1", 10), p.task("P1", 20)
		id, machine := first["operationId"], second["resourceId"]
		if first["version"] != 1.0 || first["recordHours"] != 8.0 || first["setupHours"] != 1.0 || second["recordHours"] != 3.0 || second["setupHours"] != 0.5 {
			p.Fatalf("%v, %v", first, second)
		}
		if r := p.keep("hours", map[string]any{"taskId": id, "minutes": 300, "version": 1}); r.Code != 1 {
			p.Fatalf("hours: %+v", r)
		}
		if r := p.keep("lock", map[string]any{"taskId": id, "version": 2}); r.Code != 1 {
			p.Fatalf("lock: %+v", r)
		}
		now := p.task("P1", 10)
		o := p.operation(id)
		if o.Minutes != 300 || o.Lock != 2 || o.LockMachineID != now["resourceId"] || o.LockStart.UTC().Format(time.RFC3339) != now["plannedStart"] || o.Version != 3 {
			p.Errorf("the operation %+v, the task %v", o, now)
		}
		if now["lockStatus"] != 1.0 || now["hours"] != 5.0 || now["version"] != 3.0 {
			p.Errorf("the task: %v", now)
		}
		// The hours hold more than the set-up of half an hour.
		for _, minutes := range []int{29, 30} {
			if r := p.keep("hours", map[string]any{"taskId": second["taskId"], "minutes": minutes, "version": 1}); r.Code != 422 || !strings.Contains(string(r.Data), `"changes.0.minutes","rule":"range"`) {
				p.Errorf("%d minutes: %+v %s", minutes, r, r.Data)
			}
		}
		// On a machine that has hours of its own, those.
		if r := p.keep("hours", map[string]any{"taskId": second["taskId"], "minutes": 120, "version": 1}); r.Code != 1 {
			p.Fatalf("hours on a machine: %+v", r)
		}
		var line production.OperationResource
		if err := p.a.DB.Read(p.ctx, func(tx store.Tx) error {
			return tx.Select(&line).Where("operation_id = ?", second["operationId"]).Scan(p.ctx)
		}); err != nil || line.Minutes != 120 || line.SetupMinutes != 30 {
			p.Errorf("%v: %+v", err, line)
		}
		if o := p.operation(second["operationId"]); o.Minutes != 240 || o.Version != 2 {
			p.Errorf("%+v", o)
		}
		from := time.Now().UTC().AddDate(0, 0, 3).Truncate(time.Hour)
		overtime := map[string]any{"resourceId": machine, "from": from, "to": from.Add(2 * time.Hour)}
		if r := p.keep("overtime", overtime); r.Code != 1 {
			p.Fatalf("overtime: %+v", r)
		}
		var x basedata.Exception
		if err := p.a.DB.Read(p.ctx, func(tx store.Tx) error { return tx.Select(&x).Where("machine_id = ?", machine).Scan(p.ctx) }); err != nil || x.Kind != basedata.ExceptionExtra || !x.From.Equal(from) || x.Reason != "Extra working time" {
			p.Errorf("%v: %+v", err, x)
		}
		if r := p.keep("overtime", overtime); r.Code != 422 || !strings.Contains(string(r.Data), `"changes.0.from"`) || !strings.Contains(string(r.Data), "overlaps") {
			p.Errorf("twice the same overtime: %+v %s", r, r.Data)
		}
		if r := p.keep("outsource", map[string]any{"taskId": second["taskId"], "resourceId": p.supplier(), "minutes": 2160, "version": 2}); r.Code != 1 {
			p.Fatalf("outsource: %+v", r)
		}
		if o := p.operation(second["operationId"]); o.Outsource != 2 || o.SupplierID != p.supplier() || o.LeadDays.String() != "1.5" || o.Lock != 0 {
			p.Errorf("%+v", o)
		}
		if r := p.post("aps/exe/job/releaseApsPlan", map[string]any{"id": p.schedule, "version": p.version(), "inForce": ""}, nil); r.Code != 1 {
			p.Errorf("publishing asks: %+v", r)
		}
	})
}

func (p *planned) supplier() string {
	p.Helper()
	var s []basedata.Supplier
	if err := p.a.DB.Read(p.ctx, func(tx store.Tx) error { return tx.Select(&s).Order("code").Limit(1, 0).Scan(p.ctx) }); err != nil || len(s) == 0 {
		p.Fatalf("no supplier: %v", err)
	}
	return s[0].ID
}

// APS-API-07: who lacks the permission of a record keeps no change of it, an old version meets the current record, and
// then nothing is kept of the other changes either.
func TestKeptChangesNeedTheRecordsPermission(t *testing.T) {
	eachPlanned(t, func(p *planned) {
		task, other := p.task("P1", 10), p.task("P2", 10)
		id := task["operationId"].(string)
		if r := p.keep("lock", map[string]any{"taskId": other["taskId"], "version": 1}); r.Code != 422 || !strings.Contains(string(r.Data), "batched") {
			p.Errorf("a batch: %+v %s", r, r.Data)
		}
		if r := p.keep("lock", map[string]any{"taskId": id, "kind": "move", "version": 1}); r.Code != 422 || !strings.Contains(string(r.Data), "changes.0.kind") {
			p.Errorf("two kinds: %+v %s", r, r.Data)
		}
		if r := p.keep("steal", map[string]any{"taskId": id}); r.Code == 1 {
			p.Errorf("an unknown kind: %+v", r)
		}
		actor, err := store.ActorFrom(p.ctx)
		if err != nil {
			p.Fatal(err)
		}
		actor.May = map[string]bool{"aps.schedule.modify": true}
		planner := store.WithActor(p.ctx, actor)
		overtime := draft.PlanChange{Kind: "overtime", ResourceID: task["resourceId"].(string), From: new(time.Time), To: new(time.Time)}
		*overtime.From = time.Now().AddDate(0, 0, 2).Truncate(time.Hour)
		*overtime.To = overtime.From.Add(time.Hour)
		for want, c := range map[string]draft.PlanChange{"capp.operation.modify": {Kind: "lock", TaskID: id, Version: 1}, "system.resourceException.add": overtime} {
			var forbidden interface{ Wire(string) (string, any) }
			_, err := p.a.APS.Commit(planner, p.schedule, "", p.version(), []draft.PlanChange{c})
			if !errors.As(err, &forbidden) {
				p.Fatalf("%s: %v", want, err)
			}
			if _, data := forbidden.Wire("en"); !strings.Contains(fmt.Sprint(data), want) {
				p.Errorf("%v, want %s", err, want)
			}
		}
		if o := p.operation(id); o.Version != 1 || o.Lock != 0 {
			p.Errorf("%+v", o)
		}
		body, err := bodyOf(map[string]any{"version": 1, "crew": 2})
		if err != nil {
			p.Fatal(err)
		}
		if err := p.a.DB.Write(p.ctx, func(tx store.Tx) error {
			_, err := p.a.Production.Operations.Patch(p.ctx, tx, id, body)
			return err
		}); err != nil {
			p.Fatal(err)
		}
		move := map[string]any{"kind": "move", "taskId": p.task("P1", 20)["taskId"], "start": time.Now().AddDate(0, 1, 0)}
		before := p.task("P1", 20)["plannedStart"]
		r := p.post("aps/schedule/task/update", map[string]any{"scheduleId": p.schedule, "version": p.version(), "changes": []any{move, map[string]any{"kind": "lock", "taskId": id, "version": 1}}}, nil)
		if r.Code != 20009 || !strings.Contains(string(r.Data), `"crew":2`) {
			p.Errorf("an old version: %+v %s", r, r.Data)
		}
		if now := p.task("P1", 20)["plannedStart"]; now != before {
			p.Errorf("half of it is kept: %v, was %v", now, before)
		}
		current := maps.Clone(move)
		current["kind"] = "unheard"
		if r := p.post("aps/schedule/task/update", map[string]any{"scheduleId": p.schedule, "version": p.version(), "changes": []any{current}}, nil); r.Code == 1 {
			p.Errorf("an unknown kind: %+v", r)
		}
	})
}
