package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"mouldworks/internal/message"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/floor"
)

// Somebody at a machine says that they cannot begin: planners read it at once and on their home page until one answers; whoever told it
// reads the answer. It ends by itself where the work begins.
func TestWorkThatCannotBegin(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|2"},
		}), nil)
		worker, planner, scheduler := signedIn(t, in.server, "13800000004"), signedIn(t, in.server, "13800000002"), signedIn(t, in.server, "13800000003")
		for _, header := range []map[string]string{worker, planner, scheduler} {
			header["Accept-Language"] = "en"
		}
		rows := func(header map[string]string) (list production.Dispatch) {
			t.Helper()
			if status, r := ask(t, in.server, header, http.MethodGet, "mf/dispatch", nil); status != http.StatusOK || json.Unmarshal(r.Data, &list) != nil {
				t.Fatalf("%d %+v", status, r)
			}
			return list
		}
		home := func(header map[string]string) (h Home) {
			t.Helper()
			if status, r := ask(t, in.server, header, http.MethodGet, "upms/home", nil); status != http.StatusOK || json.Unmarshal(r.Data, &h) != nil {
				t.Fatalf("%d %+v", status, r)
			}
			return h
		}
		letters := func(header map[string]string) (page message.Page) {
			t.Helper()
			if status, r := ask(t, in.server, header, http.MethodPost, "bms/msg/getUserMsgList.do", map[string]any{"page": 1, "size": 20}); status != http.StatusOK || json.Unmarshal(r.Data, &page) != nil {
				t.Fatalf("%d %+v", status, r)
			}
			return page
		}
		first, second := rows(worker).Rows[0], rows(worker).Rows[1]
		tell := func(body map[string]any) (int, reply, string) {
			t.Helper()
			status, r := ask(t, in.server, worker, http.MethodPost, "mf/blockedStart", body)
			var made floor.Made
			_ = json.Unmarshal(r.Data, &made) // null where it is refused
			return status, r, made.ID
		}
		for rule, body := range map[string]map[string]any{
			`"choice"`:                     {"operationId": first.OperationID, "reason": 9},
			`"remark","rule":"required"`:   {"operationId": first.OperationID, "reason": 8, "remark": " "},
			`"remark","rule":"length"`:     {"operationId": first.OperationID, "reason": 1, "remark": strings.Repeat("料", 201)},
			`"remark","rule":"required","`: {"operationId": first.OperationID, "reason": 8, "remark": "\u200b\u200b"},
			`"key","rule":"length"`:        {"operationId": first.OperationID, "reason": 1, "key": strings.Repeat("k", 65)},
			`"batchId","rule":"reference"`: {"operationId": first.OperationID, "reason": 1, "batchId": store.NewID()},
		} {
			if status, r, _ := tell(body); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), rule) {
				t.Errorf("%s: %d %s", rule, status, r.Data)
			}
		}
		if h := home(planner); h.Blocked == nil || h.BlockedTotal != 0 {
			t.Errorf("nothing is told yet: %+v", h)
		}
		body := map[string]any{"operationId": first.OperationID, "reason": 1, "remark": strings.Repeat("料", 200), "key": "device-7"}
		_, _, id := tell(body)
		if _, _, again := tell(body); id == "" || again != id {
			t.Errorf("sent twice it is %q and %q", id, again)
		}
		if status, r, _ := tell(map[string]any{"operationId": first.OperationID, "reason": 2, "key": "device-7"}); status != http.StatusUnprocessableEntity {
			t.Errorf("the key of another reason: %d %+v", status, r)
		}
		if status, r, _ := tell(map[string]any{"operationId": first.OperationID, "reason": 2}); status != http.StatusConflict || !strings.Contains(r.Message, "No material") {
			t.Errorf("told already: %d %+v", status, r)
		}
		if h := home(planner); h.BlockedTotal != 1 || h.Blocked[0].MouldNo != "M1" || h.Blocked[0].OpNo != 10 || h.Blocked[0].Reason != "No material" || h.Blocked[0].Remark != body["remark"] || h.Blocked[0].Reporter == "" {
			t.Errorf("on the planner's home: %+v", h)
		}
		if h := home(worker); h.Blocked != nil {
			t.Errorf("who cannot answer reads %+v", h.Blocked)
		}
		if page := letters(planner); page.Total != 1 || !strings.HasPrefix(page.Rows[0].Title, "M1 P1/10 ") || !strings.HasSuffix(page.Rows[0].Title, " cannot start: No material") || page.Rows[0].Path != "/mf/progress?by=mould&mould="+first.MouldID+"&open="+first.OperationID {
			t.Errorf("the planner's messages: %+v", page)
		}
		for who, header := range map[string]map[string]string{"whoever told it": worker, "who cannot answer": scheduler} {
			if page := letters(header); page.Total != 0 {
				t.Errorf("%s reads %+v", who, page)
			}
		}
		if b := rows(worker).Rows[0].Blocked; len(b) != 1 || b[0].ID != id || !b[0].Own || b[0].Reason != 1 || rows(planner).Rows[0].Blocked[0].Own {
			t.Errorf("in the list: %+v", b)
		}
		answer := func(header map[string]string, words string) (int, reply) {
			t.Helper()
			return ask(t, in.server, header, http.MethodPost, "mf/blockedStart/answer", map[string]any{"id": id, "answer": words})
		}
		if status, _ := answer(worker, "now"); status != http.StatusForbidden {
			t.Errorf("a worker answers: %d", status)
		}
		for words, rule := range map[string]string{" ": "required", strings.Repeat("好", 201): "length"} {
			if status, r := answer(planner, words); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), rule) {
				t.Errorf("%s: %d %s", rule, status, r.Data)
			}
		}
		if status, r := answer(planner, "Steel comes at 14:00"); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		if status, r := answer(planner, "again"); status != http.StatusConflict {
			t.Errorf("answered twice: %d %+v", status, r)
		}
		if page := letters(worker); page.Total != 1 || !strings.Contains(page.Rows[0].Content, "Steel comes at 14:00") || !strings.HasPrefix(page.Rows[0].Title, "Answer on why M1 P1/10 ") {
			t.Errorf("the worker's messages: %+v", page)
		}
		if h := home(planner); h.BlockedTotal != 0 || len(rows(worker).Rows[0].Blocked) != 0 {
			t.Errorf("answered it still waits: %+v", h)
		}

		// Begun or taken back it waits no more.
		if _, r, made := tell(map[string]any{"operationId": second.OperationID, "reason": 7}); made == "" {
			t.Fatalf("%+v", r)
		} else if status, r := ask(t, in.server, worker, http.MethodPost, "mf/blockedStart/takeBack", map[string]any{"id": made}); status != http.StatusOK || home(planner).BlockedTotal != 0 {
			t.Errorf("taken back: %d %+v", status, r)
		}
		if _, r, made := tell(map[string]any{"operationId": second.OperationID, "reason": 7}); made == "" {
			t.Fatalf("%+v", r)
		} else if status, r := ask(t, in.server, planner, http.MethodPost, "mf/blockedStart/takeBack", map[string]any{"id": made}); status != http.StatusOK {
			t.Errorf("a planner takes it back: %d %+v", status, r)
		} else if page := letters(worker); page.Total != 2 || !strings.HasSuffix(page.Rows[0].Title, " can start") {
			t.Errorf("the worker's messages: %+v", page)
		}
		if _, r, made := tell(map[string]any{"operationId": second.OperationID, "reason": 7}); made == "" {
			t.Fatalf("%+v", r)
		} else if status, r := answered(t, in.server, worker, "mf/progress", map[string]any{"operationId": second.OperationID, "status": 1, "now": true, "machineId": second.MachineIDs[0], "basedOn": ""}, "Not finished before it: P1/10"); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		} else if h := home(planner); h.BlockedTotal != 0 {
			t.Errorf("begun it still waits: %+v", h)
		}
		if status, r, _ := tell(map[string]any{"operationId": second.OperationID, "reason": 7}); status != http.StatusConflict || r.Message != "The operation has begun" {
			t.Errorf("what runs cannot begin: %d %+v", status, r)
		}
	})
}

// Nobody is told of, reads, answers or takes back what stands still on a mould that their roles do not show.
func TestBlockedStartsOfMouldsOutOfReach(t *testing.T) {
	eachParted(t, func(p *parted) {
		owner := signedIn(p.T, &httptest.Server{URL: p.address}, "13800000001")
		blocked := map[string]string{}
		for _, no := range []string{"ZQFAR7", "ZQNEAR1"} {
			var o production.Operation
			read(p.ctx, p.T, p.a, func(tx store.Tx) error {
				return tx.Select(&o).Where("mould_id = ?", p.moulds[no].ID).Where("op_no = ?", 10).Scan(p.ctx)
			})
			status, r, raw := p.as(owner, http.MethodPost, "mf/blockedStart", map[string]any{"operationId": o.ID, "reason": 2})
			var made floor.Made
			if err := json.Unmarshal(r.Data, &made); err != nil || status != http.StatusOK {
				p.Fatalf("%d %s", status, raw)
			}
			blocked[no] = made.ID
			if status, _, _ := p.as(p.hua, http.MethodPost, "mf/blockedStart", map[string]any{"operationId": o.ID, "reason": 2}); (status == http.StatusNotFound) != (no == "ZQFAR7") {
				p.Errorf("%s: Hua tells of it: %d", no, status)
			}
		}
		for _, path := range []string{"upms/home", "mf/blockedStart", "mf/dispatch"} {
			status, _, raw := p.as(p.hua, http.MethodGet, path, nil)
			if status != http.StatusOK || len(p.told(raw, "")) > 0 || bytes.Contains(raw, []byte(blocked["ZQFAR7"])) || !bytes.Contains(raw, []byte(blocked["ZQNEAR1"])) {
				p.Errorf("%s: %d %v %.400s", path, status, p.told(raw, ""), raw)
			}
		}
		if _, _, raw := p.as(p.hua, http.MethodPost, "bms/msg/getUserMsgList.do", map[string]any{"page": 1, "size": 20}); len(p.told(raw, "")) > 0 || !bytes.Contains(raw, []byte("ZQNEAR1")) {
			p.Errorf("Hua's messages: %.400s", raw)
		}
		for verb, more := range map[string]string{"answer": "soon", "takeBack": ""} {
			body := map[string]any{"id": blocked["ZQFAR7"]}
			if more != "" {
				body["answer"] = more
			}
			if status, _, raw := p.as(p.hua, http.MethodPost, "mf/blockedStart/"+verb, body); status != http.StatusNotFound {
				p.Errorf("%s: %d %.200s", verb, status, raw)
			}
		}
	})
}

// answered makes a call, and once more with yes to the question that it meets, which names something.
func answered(t *testing.T, server *httptest.Server, header map[string]string, path string, body map[string]any, about string) (int, reply) {
	t.Helper()
	status, r := ask(t, server, header, http.MethodPost, path, body)
	var asked struct{ Key string }
	if err := json.Unmarshal(r.Data, &asked); err != nil || r.Code != 20010 || !strings.Contains(string(r.Data), about) {
		t.Fatalf("no question about %q: %d %+v", about, status, r)
	}
	return ask(t, server, header, http.MethodPost, path+"?confirm="+url.QueryEscape(asked.Key), body)
}
