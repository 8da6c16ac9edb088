package aps_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// server serves the calls to somebody with every permission.
func (h *house) server() (*api.Server, store.Actor) {
	h.Helper()
	s := api.New(h.db, "test")
	h.aps.Mount(s)
	a := h.actor
	a.May = map[string]bool{}
	for _, p := range s.Permissions() {
		a.May[p] = true
	}
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return a, nil }
	return s, a
}

// send makes a call at an address and gives the status and the whole reply.
func (h *house) send(s *api.Server, method, address, language string, body any) (int, string) {
	h.Helper()
	sent, err := json.Marshal(body)
	h.must(err)
	r := httptest.NewRequest(method, address, bytes.NewReader(sent))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Language", language)
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// client calls the server by paths of aps.
func (h *house) client() func(method, path, language string, body any) (int, string) {
	h.Helper()
	s, _ := h.server()
	return func(method, path, language string, body any) (int, string) {
		h.Helper()
		return h.send(s, method, "/front/api/v1/aps/"+path, language, body)
	}
}

// APS-SCHED-13: each action on records asks for one that is selected, in both languages, and changes nothing without it.
func TestActionsNeedASelection(t *testing.T) {
	each(t, false, func(h *house) {
		call := h.client()
		s := h.schedule("stays", 0)
		for path, body := range map[string]map[string]any{
			"exe/job/startScheduling":  {"id": ""},
			"exe/job/cancelScheduling": {"id": "", "keepBest": false},
			"exe/job/releaseApsPlan":   {"id": "", "ids": []string{}, "version": 1, "inForce": ""},
			"exe/job/deleteSchedule":   {"ids": []string{}},
			"exe/job/modifyExejobName": {"id": "", "version": 1, "name": "Other"},
		} {
			for language, words := range map[string]string{"zh": "请至少选择一条记录", "en": "Please select at least one record"} {
				if code, text := call(http.MethodPost, path, language, body); code == http.StatusOK || !strings.Contains(text, words) {
					h.Errorf("%s without a record: %d %s", path, code, text)
				}
			}
		}
		if now := h.get(s.ID); now.Name != "stays" || now.Status != entity.NotStarted {
			h.Errorf("a call without a record has left %+v", now)
		}
	})
}

// APS-API-01 to APS-API-06: the calls of a schedule stand at their addresses, and each does what it is called by.
func TestTheCallsOfASchedule(t *testing.T) {
	each(t, false, func(h *house) {
		call := h.client()
		h.schedule("stays", 0)
		ask := func(path string, body, data any) {
			h.Helper()
			code, text := call(http.MethodPost, "exe/job/"+path, "en", body)
			if err := json.Unmarshal([]byte(text), &struct{ Data any }{data}); err != nil || code != http.StatusOK {
				h.Fatalf("%s: %d %.300s %v", path, code, text, err)
			}
		}
		names := func() string {
			var list struct{ Rows []struct{ Name string } }
			ask("query", map[string]any{}, &list)
			var names []string
			for _, row := range list.Rows {
				names = append(names, row.Name)
			}
			slices.Sort(names)
			return strings.Join(names, " ")
		}
		var saved struct{ ID string }
		ask("configSave", map[string]any{"name": "March", "startTime": time.Now().Add(time.Hour)}, &saved)
		one := map[string]any{"id": saved.ID}
		var form struct{ Name string }
		if ask("configQuery", one, &form); form.Name != "March" {
			h.Errorf("the form says %+v", form)
		}
		ask("modifyExejobName", map[string]any{"id": saved.ID, "version": 1, "name": "April"}, nil)
		if got := names(); got != "April stays" {
			h.Errorf("the list says %s", got)
		}
		var base struct{ Machines, Moulds []struct{ ID string } }
		if ask("getApsBaseData", map[string]any{}, &base); len(base.Machines) != len(h.shop.Machines) || len(base.Moulds) != len(h.shop.Moulds) || len(base.Moulds) == 0 {
			h.Errorf("a form chooses from %+v", base)
		}
		var need struct{ Needed bool }
		if ask("isNeedImportData", one, &need); !need.Needed {
			h.Error("a schedule without a plan needs no data")
		}
		ask("deleteSchedule", map[string]any{"ids": []string{saved.ID}}, nil)
		if got := names(); got != "stays" {
			h.Errorf("after its deletion the list says %s", got)
		}
	})
}

// A new name keeps to the rules of a first one: what breaks them changes nothing.
func TestRenamingKeepsToTheRulesOfNames(t *testing.T) {
	each(t, false, func(h *house) {
		call := h.client()
		s := h.schedule("stays", 0)
		h.schedule("taken", 0)
		for name, rule := range map[string]string{"": "length", " \u3000": "length", strings.Repeat("长", 51): "length", "taken": "unique"} {
			code, text := call(http.MethodPost, "exe/job/modifyExejobName", "en", map[string]any{"id": s.ID, "version": 1, "name": name})
			if code != http.StatusUnprocessableEntity || !strings.Contains(text, `"field":"name","rule":"`+rule+`"`) || h.get(s.ID).Name != "stays" {
				h.Errorf("%q: %d %s, and it is called %q", name, code, text, h.get(s.ID).Name)
			}
		}
		start := time.Now().Add(time.Hour)
		for name, rule := range map[string]string{"": "length", strings.Repeat("长", 51): "length", "taken": "unique"} {
			code, text := call(http.MethodPost, "exe/job/configSave", "en", map[string]any{"name": name, "startTime": start})
			if code != http.StatusUnprocessableEntity || !strings.Contains(text, `"field":"name","rule":"`+rule+`"`) {
				h.Errorf("a new one called %q: %d %s", name, code, text)
			}
		}
		longest := strings.Repeat("长", 50)
		if code, text := call(http.MethodPost, "exe/job/modifyExejobName", "en", map[string]any{"id": s.ID, "version": 1, "name": longest}); code != http.StatusOK || h.get(s.ID).Name != longest {
			h.Errorf("50 characters: %d %s", code, text)
		}
	})
}

// APS-RUN-03: how a run has ended is told in these words.
func TestARunSaysHowItEnded(t *testing.T) {
	each(t, true, func(h *house) {
		call := h.client()
		start := time.Now().Add(time.Hour)
		good := h.schedule("good", 0)
		nothing, err := h.save(entity.Config{Name: "nothing", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0}})
		h.must(err)
		h.start(good)
		h.settled(good)
		h.mu.Lock()
		h.shop.Moulds = nil
		h.mu.Unlock()
		h.start(nothing)
		h.settled(nothing)
		for _, c := range []struct{ of, language, want string }{
			{good.ID, "en", `"message":"schedule run success"`},
			{good.ID, "zh", `"message":"排程运行成功"`},
			{nothing.ID, "en", `"message":"schedule run failed: There is no mould to schedule"`},
			{nothing.ID, "zh", `"message":"排程运行失败：没有可排程的模具"`},
		} {
			if code, text := call(http.MethodGet, "run/"+c.of, c.language, nil); code != http.StatusOK || !strings.Contains(text, c.want) {
				h.Errorf("%d %s, want %s", code, text, c.want)
			}
		}
	})
}

// APS-TASK-02: the filter by lock has the values 0, 1 and 2; none of those beside them is taken for one.
func TestTheLockFilterHasThreeValues(t *testing.T) {
	each(t, true, func(h *house) {
		call := h.client()
		s := everyTask(h)
		for value, want := range map[int]string{0: "A002-20 A002-30", 1: "A002-10", 2: "A002-10 A002-20 A002-30"} {
			code, text := call(http.MethodPost, "task/plan/query", "en", map[string]any{"scheduleId": s.ID, "mouldNo": "A002", "lockStatus": value, "sort": "opNo"})
			var r struct{ Data aps.List[aps.TaskView] }
			h.must(json.Unmarshal([]byte(text), &r))
			var got []string
			for _, row := range r.Data.Rows {
				got = append(got, row.TaskID)
			}
			if code != http.StatusOK || strings.Join(got, " ") != want {
				h.Errorf("%d: %d %v, want %s", value, code, got, want)
			}
		}
		for _, value := range []int{-1, 3} {
			if code, text := call(http.MethodPost, "task/plan/query", "en", map[string]any{"scheduleId": s.ID, "lockStatus": value}); code != http.StatusUnprocessableEntity || !strings.Contains(text, `"field":"lockStatus","rule":"range"`) {
				h.Errorf("%d: %d %s", value, code, text)
			}
		}
	})
}

// A call that leaves the number of a plan out means the newest; 0 names none, as -1 does, and is never taken for the newest.
func TestNoNumberIsNotTheNumberZero(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		call := h.client()
		asked := func(path, number string) (int, string) {
			switch path {
			case "gantt", "standing", "why", "problem":
				if number != "" {
					number = "?planNumber=" + number
				}
				return call(http.MethodGet, "plan/"+s.ID+"/"+path+number, "en", nil)
			}
			body := map[string]any{"id": s.ID, "scheduleId": s.ID}
			switch path {
			case "exe/job/releaseApsPlan":
				body = map[string]any{"id": s.ID, "version": s.Version, "inForce": ""}
			case "task/plan/query", "task/plan/export":
				delete(body, "id")
			default:
				delete(body, "scheduleId")
			}
			if number != "" {
				body["planNumber"] = json.Number(number)
			}
			return call(http.MethodPost, path, "en", body)
		}
		for _, path := range []string{"gantt", "standing", "problem", "why", "exe/job/getEvaluate", "exe/job/getDifference", "task/plan/query", "task/plan/export", "exe/job/releaseApsPlan"} {
			for _, number := range []string{"0", "-1"} {
				if code, text := asked(path, number); code != http.StatusUnprocessableEntity || !strings.Contains(text, "planNumber") {
					h.Errorf("%s of version %s: %d %.200s", path, number, code, text)
				}
			}
			for _, number := range []string{"1", ""} {
				if path == "exe/job/releaseApsPlan" && number == "1" {
					continue // published once
				}
				if code, text := asked(path, number); code != http.StatusOK {
					h.Errorf("%s of version %q: %d %.200s", path, number, code, text)
				}
			}
		}
	})
}
