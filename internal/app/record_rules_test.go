package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Whatever is changed by its version is left alone by a version that is not the newest, on every resource: the answer is
// what stands there, with the titles of what it refers to.
func TestAStaleVersionOverwritesNothingAnywhere(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		asked := 0
		for _, op := range a.API.Operations() {
			if op.Method != http.MethodPatch || operators(op) {
				continue
			}
			asked++
			path := "/front/api/v1/" + strings.ReplaceAll(op.Path, "{id}", op.Example.Path["id"])
			_, before, _ := send(t, http.MethodGet, server.URL+path, header, "", nil)
			for _, version := range []string{"0", "99"} {
				status, r, raw := send(t, http.MethodPatch, server.URL+path, header, "application/json", strings.NewReader(`{"version": `+version+`}`))
				var stale struct{ Current map[string]any }
				if err := json.Unmarshal(r.Data, &stale); err != nil || status != http.StatusConflict || r.Code != 20009 || stale.Current["id"] != op.Example.Path["id"] {
					t.Errorf("%s with version %s: %d %.300s", op.Path, version, status, raw)
				}
			}
			if status, r, _ := send(t, http.MethodPatch, server.URL+path, header, "application/json", strings.NewReader(`{}`)); status != http.StatusUnprocessableEntity || r.Code != 422 {
				t.Errorf("%s without a version: %d %+v", op.Path, status, r)
			}
			if _, after, _ := send(t, http.MethodGet, server.URL+path, header, "", nil); !bytes.Equal(before.Data, after.Data) {
				t.Errorf("%s changed: %s, %s", op.Path, before.Data, after.Data)
			}
		}
		if asked < 25 {
			t.Errorf("only %d resources were asked", asked)
		}
	})
}
