package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
)

// Who deletes a record names the version that they were shown: what somebody has changed since stays, alone and among
// others, and the answer says who changed it. Programs may leave the version out.
func TestWhatWasChangedSinceIsNotDeletedUnseen(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		call := func(method, path string, body any) (int, reply) {
			var sent io.Reader
			if body != nil {
				raw, err := json.Marshal(body)
				if err != nil {
					t.Fatal(err)
				}
				sent = bytes.NewReader(raw)
			}
			status, r, _ := send(t, method, in.server.URL+api.Prefix+path, in.header, "application/json", sent)
			return status, r
		}
		for path, bodies := range map[string][]map[string]any{
			"pm/mould":     {{"mouldNo": "D1", "delivery": "2030-01-01T00:00:00Z"}, {"mouldNo": "D2", "delivery": "2030-01-01T00:00:00Z"}},
			"bms/customer": {{"number": "D1", "name": "one"}, {"number": "D2", "name": "two"}},
		} {
			var ids []string
			for _, body := range bodies {
				status, r := call(http.MethodPost, path, body)
				var made struct{ Row struct{ ID string } }
				if err := json.Unmarshal(r.Data, &made); err != nil || status != http.StatusOK {
					t.Fatalf("%s: %d %+v", path, status, r)
				}
				ids = append(ids, made.Row.ID)
			}
			if status, r := call(http.MethodPatch, path+"/"+ids[0], map[string]any{"version": 1, "name": "changed"}); status != http.StatusOK {
				t.Fatalf("%s: %d %+v", path, status, r)
			}
			stray := map[string]any{"ids": ids[1:], "versions": map[string]int{ids[0]: 2}}
			if status, r := call(http.MethodPost, path+"/delete", stray); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), `"versions.`+ids[0]+`"`) {
				t.Errorf("%s: a version of a record that is not to go: %d %s", path, status, r.Data)
			}
			shown := map[string]int{ids[0]: 1, ids[1]: 1}
			for what, refused := range map[string]func() (int, reply){
				"alone": func() (int, reply) { return call(http.MethodDelete, path+"/"+ids[0]+"?version=1", nil) },
				"among others": func() (int, reply) {
					return call(http.MethodPost, path+"/delete", map[string]any{"ids": ids, "versions": shown})
				},
			} {
				_, r := refused()
				var stale struct{ ChangedBy string }
				if err := json.Unmarshal(r.Data, &stale); err != nil || r.Code != problem.StaleVersion || stale.ChangedBy == "" {
					t.Errorf("%s %s: %+v", path, what, r)
				}
			}
			for _, id := range ids {
				if status, _ := call(http.MethodGet, path+"/"+id, nil); status != http.StatusOK {
					t.Errorf("%s: a record is gone: %d", path, status)
				}
			}
			now := map[string]int{ids[0]: 2}
			if status, r := call(http.MethodPost, path+"/delete", map[string]any{"ids": ids[:1], "versions": now}); status != http.StatusOK {
				t.Errorf("%s as shown: %d %+v", path, status, r)
			}
			if status, r := call(http.MethodDelete, fmt.Sprintf("%s/%s", path, ids[1]), nil); status != http.StatusOK {
				t.Errorf("%s without a version: %d %+v", path, status, r)
			}
		}
	})
}
