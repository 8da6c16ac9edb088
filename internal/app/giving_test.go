package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// Whoever keeps users, and nothing else, makes nobody mightier than they are: not by a role, not by a password that they get to know.
func TestKeepersOfUsersGiveNoMoreThanTheyHave(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		ids := map[string]string{} // of members, by their first role
		write(ctx, t, a, func(tx store.Tx) error {
			keeper := &access.Role{Code: "keeper", NameZh: "人事", NameEn: "Personnel", Type: 3, Valid: true, DataScope: access.ScopeAll, Grants: []string{"system.user.*"}}
			if err := tx.Insert(ctx, keeper); err != nil {
				return err
			}
			var members []identity.Member
			if err := tx.Select(&members).Scan(ctx); err != nil {
				return err
			}
			for i := range members {
				ids[members[i].Roles[0]] = members[i].ID
			}
			_, err := tx.Change((*identity.Member)(nil)).Set("roles = ?", `["keeper"]`).Where("id = ?", ids["planner"]).Exec(ctx)
			return err
		})
		header := signedIn(t, server, "13800000002")
		ask := func(method, path string, body any) (int, string) {
			t.Helper()
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, _, answer := send(t, method, server.URL+api.Prefix+path, header, "application/json", bytes.NewReader(raw))
			return status, string(answer)
		}
		floor := "upms/user/" + ids["floor"]
		var version struct {
			Data struct{ Row struct{ Version int64 } }
		}
		if _, answer := ask(http.MethodGet, floor, nil); json.Unmarshal([]byte(answer), &version) != nil || version.Data.Row.Version == 0 {
			t.Fatal(answer)
		}
		for _, roles := range [][]string{{"floor", "administrator"}, {"administrator"}, {"keeper"}} {
			status, answer := ask(http.MethodPatch, floor, map[string]any{"version": version.Data.Row.Version, "roles": roles})
			if status != http.StatusUnprocessableEntity || !strings.Contains(answer, `"roles"`) || !strings.Contains(answer, "You do not have these permissions yourself") {
				t.Errorf("roles %v: %d %s", roles, status, answer)
			}
		}
		give := func(roles ...string) (int, string) {
			t.Helper()
			return ask(http.MethodPatch, floor, map[string]any{"version": version.Data.Row.Version, "roles": roles})
		}
		if status, answer := give("floor", "keeper"); status != http.StatusUnprocessableEntity || !strings.Contains(answer, "may do more than you") {
			t.Errorf("to somebody who may do more: %d %s", status, answer)
		}
		for role, refused := range map[string]bool{"administrator": true, "floor": true} { // the floor reports progress, they do not
			if status, answer := ask(http.MethodPost, "upms/user/"+ids[role]+"/reset", nil); (status == http.StatusConflict) != refused {
				t.Errorf("the password of %s: %d %s", role, status, answer)
			}
		}
		write(ctx, t, a, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("roles = ?", `["gone"]`).Where("id = ?", ids["floor"]).Exec(ctx)
			return err
		})
		version.Data.Row.Version++
		if status, answer := give("keeper"); status != http.StatusOK {
			t.Errorf("a role that they have themselves: %d %s", status, answer)
		}
	})
}
