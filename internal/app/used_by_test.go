package app

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Who refers to a record is named to those alone who may view their list: a planner sees departments, but no users.
func TestUsesNameNobodyWhoseListIsClosed(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		admin, planner := signedIn(t, server, "13800000001"), signedIn(t, server, "13800000002")
		get := func(header map[string]string, path string, into any) {
			t.Helper()
			status, r := ask(t, server, header, http.MethodGet, path, nil)
			if status != http.StatusOK {
				t.Fatalf("%s: %d %+v", path, status, r)
			}
			if err := json.Unmarshal(r.Data, into); err != nil {
				t.Fatal(err)
			}
		}
		users := func(header map[string]string, department string) (n int) {
			var uses resource.Uses
			get(header, "upms/department/"+department+"/used-by", &uses)
			for _, use := range uses.Items {
				if use.Entity == "user" {
					n += use.Count
				}
			}
			return n
		}
		var departments struct {
			Rows []struct{ ID string }
		}
		get(admin, "upms/department?size=100", &departments)
		if len(departments.Rows) == 0 {
			t.Fatal("there is no department")
		}
		write(ctx, t, a, func(tx store.Tx) error {
			_, err := tx.Change((*org.User)(nil)).Set("department_id = ?", departments.Rows[0].ID).Where("user_name <> ?", "").Exec(ctx)
			return err
		})
		seen := 0
		for _, d := range departments.Rows {
			seen += users(admin, d.ID)
			if n := users(planner, d.ID); n != 0 {
				t.Errorf("a planner is told of %d users in %s", n, d.ID)
			}
		}
		if seen == 0 {
			t.Error("no department has users: nothing was tried")
		}
	})
}
