package aps_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// APS-API-01, APS-API-02, APS-API-03, APS-API-04, APS-API-05, APS-API-06, APS-RUN-01: every call succeeds with the
// example that its document shows.
func TestExamplesSucceed(t *testing.T) {
	each(t, false, func(h *house) {
		s, a := h.server()
		h.enter(a)
		h.must(h.write(func(tx store.Tx) error { return h.aps.Example(h.ctx, tx) }))
		_, o := h.operation("A003-20")
		o.ID = "01900000-0000-7000-8000-000000000303"                  // the record of the task that the examples move
		h.shop.Machines[0].ID = "01900000-0000-7000-8000-000000000205" // the machine of the basic data whose day the examples read
		call := func(op api.Operation, body any) (int, string) {
			path := api.Prefix + op.Path
			for k, v := range op.Example.Path {
				path = strings.ReplaceAll(path, "{"+k+"}", v)
			}
			query := url.Values{}
			for k, v := range op.Example.Query {
				query.Set(k, v)
			}
			return h.send(s, op.Method, path+"?"+query.Encode(), "en", body)
		}
		last := map[string]int{"aps-release": 1, "aps-start": 2, "aps-delete": 2} // they change what others ask
		for round := range 3 {
			for _, op := range s.Operations() {
				if last[op.ID] != round {
					continue
				}
				if code, text := call(op, op.Example.Body); code != http.StatusOK {
					h.Errorf("%s: %d %.300s", op.ID, code, text)
				}
			}
		}
		for _, op := range s.Operations() {
			if op.ID != "aps-release" {
				continue
			}
			if code, text := call(op, map[string]any{"ids": []string{"a", "b"}, "version": 1, "inForce": ""}); code == http.StatusOK || !strings.Contains(text, "Exactly one record") { // APS-SCHED-08
				h.Errorf("a selection of two: %d %s", code, text)
			}
			// A selection of one is that schedule, which is in force by now.
			one := map[string]any{"ids": []string{"01900000-0000-7000-8000-000000000505"}, "version": 1, "inForce": ""}
			if code, text := call(op, one); code != http.StatusConflict || !strings.Contains(text, "“Example to publish” is published") {
				h.Errorf("a selection of one: %d %s", code, text)
			}
		}
	})
}
