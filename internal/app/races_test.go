package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"mouldworks/internal/platform/api"
)

// rival calls as one of several who write at the same moment.
type rival struct{ importer }

func (v rival) call(method, path string, body any) (int, reply) {
	v.t.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		v.t.Error(err)
	}
	status, r, _ := send(v.t, method, v.server.URL+api.Prefix+path, v.header, "application/json", bytes.NewReader(raw))
	return status, r
}

// made creates a record and gives its id.
func (v rival) made(path string, fields map[string]any) string {
	v.t.Helper()
	status, r := v.call(http.MethodPost, path, fields)
	var made struct{ Row struct{ ID string } }
	if err := json.Unmarshal(r.Data, &made); err != nil || status != http.StatusOK || made.Row.ID == "" {
		v.t.Fatalf("%s: %d %s", path, status, r.Data)
	}
	return made.Row.ID
}

// atOnce makes the calls at the same moment and counts those that came through. Whoever lost reads why: a field and its rule, or
// what the record is now.
func (v rival) atOnce(calls ...func() (int, reply)) (won int) {
	v.t.Helper()
	var all sync.WaitGroup
	var lock sync.Mutex
	start := make(chan struct{})
	for _, call := range calls {
		all.Go(func() {
			<-start
			status, r := call()
			lock.Lock()
			defer lock.Unlock()
			switch {
			case status == http.StatusOK && r.Code == 1:
				won++
			case status != http.StatusUnprocessableEntity && status != http.StatusConflict && status != http.StatusBadRequest, len(r.Data) == 0, string(r.Data) == "null":
				v.t.Errorf("%d %d %s %s", status, r.Code, r.Message, r.Data)
			}
		})
	}
	close(start)
	all.Wait()
	return won
}

const rounds = 5 // of each race

// A rule over several rows holds when each of two callers would keep it alone: no processes that wait for each other, no more
// pieces in batches than the part has, no two equal exceptions of a machine, no reference to a record that goes away.
func TestRulesOverRowsHoldAmongCallers(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		all := a.importer(t)
		as := func(t *testing.T) rival { return rival{importer{t, all.server, all.header}} }
		t.Run("processes", func(t *testing.T) {
			v := as(t)
			for n := range rounds {
				one := v.made("bms/process", map[string]any{"code": fmt.Sprintf("RA%d", n), "name": fmt.Sprintf("RA%d", n), "class": 1})
				two := v.made("bms/process", map[string]any{"code": fmt.Sprintf("RB%d", n), "name": fmt.Sprintf("RB%d", n), "class": 1})
				before := func(id, pre string) func() (int, reply) {
					return func() (int, reply) {
						return v.call(http.MethodPatch, "bms/process/"+id, map[string]any{"version": 1, "preProcessId": pre})
					}
				}
				if won := v.atOnce(before(one, two), before(two, one)); won != 1 {
					t.Errorf("%d of two processes come after each other", won)
				}
			}
		})
		t.Run("part and batches", func(t *testing.T) {
			v := as(t)
			mould := v.made("pm/mould", map[string]any{"mouldNo": "RACE-1", "delivery": "2031-03-20T09:00:00Z"})
			for n := range rounds {
				part := v.made("bom/part", map[string]any{"mouldId": mould, "partNo": fmt.Sprintf("P%d", n), "qty": 10})
				batch := func(no string, qty int) func() (int, reply) {
					return func() (int, reply) {
						return v.call(http.MethodPost, "bom/batch", map[string]any{"mouldId": mould, "partId": part, "batchNo": no, "qty": qty})
					}
				}
				if won := v.atOnce(batch("1", 6), batch("2", 6)); won != 1 {
					t.Errorf("%d batches of 6 of 10 pieces", won)
				}
				part = v.made("bom/part", map[string]any{"mouldId": mould, "partNo": fmt.Sprintf("Q%d", n), "qty": 10})
				fewer := func() (int, reply) {
					return v.call(http.MethodPatch, "bom/part/"+part, map[string]any{"version": 1, "qty": 2})
				}
				if won := v.atOnce(batch("1", 8), fewer); won != 1 {
					t.Errorf("%d of a batch of 8 and a part of 2 pieces", won)
				}
			}
		})
		t.Run("customer and mould", func(t *testing.T) {
			v := as(t)
			for n := range rounds {
				customer := v.made("bms/customer", map[string]any{"number": fmt.Sprintf("RC%d", n), "name": fmt.Sprintf("RC%d", n)})
				won := v.atOnce(func() (int, reply) {
					return v.call(http.MethodDelete, "bms/customer/"+customer, nil)
				}, func() (int, reply) {
					return v.call(http.MethodPost, "pm/mould", map[string]any{"mouldNo": fmt.Sprintf("RC-%d", n), "delivery": "2031-03-20T09:00:00Z", "customerId": customer})
				})
				if won != 1 {
					t.Errorf("%d of the deletion of a customer and a mould of it", won)
				}
			}
		})
	})
}

// Settings, policies and what else has one row that the first saving makes: one is first, the others read what it saved and who.
func TestTheFirstSavingHasOneWinner(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		v := rival{a.importer(t)}
		for path, body := range map[string]map[string]any{
			"aps/schedule/param/setting/save.do": {"layer": "default", "version": 0, "values": map[string]any{"bottleneckBufferHours": 3}},
			"upms/security/policy":               {"version": 0, "minLength": 8, "maxFailures": 5, "lockMinutes": 15},
		} {
			calls := make([]func() (int, reply), 8)
			for n := range calls {
				calls[n] = func() (int, reply) {
					status, r := v.call(http.MethodPost, path, body)
					var stale struct {
						Current   json.RawMessage
						ChangedBy string
					}
					if err := json.Unmarshal(r.Data, &stale); status != http.StatusOK && (err != nil || r.Code != 20009 || stale.ChangedBy == "" || len(stale.Current) == 0) {
						t.Errorf("%s: %d %d %s", path, status, r.Code, r.Data)
					}
					return status, r
				}
			}
			if won := v.atOnce(calls...); won != 1 {
				t.Errorf("%s: %d were first", path, won)
			}
		}
	})
}
