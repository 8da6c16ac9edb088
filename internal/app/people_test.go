package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
)

// BASE-TEAM-01, BASE-TEAM-02: the members of a group are users of the tenant; with members, they are its headcount.
func TestGroupsChooseTheirMembersAmongTheUsers(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		_, listed, _ := send(t, http.MethodGet, server.URL+api.Prefix+"bms/member?size=50", header, "", nil)
		var people resource.Page[resource.Entry]
		if err := json.Unmarshal(listed.Data, &people); err != nil || len(people.Rows) < 2 {
			t.Fatalf("the users are %s", listed.Data)
		}
		_, found, _ := send(t, http.MethodGet, server.URL+api.Prefix+"bms/member?q="+people.Rows[0].ID[:8]+"nobody", header, "", nil)
		var none resource.Page[resource.Entry]
		if err := json.Unmarshal(found.Data, &none); err != nil || len(none.Rows) != 0 {
			t.Errorf("a search for nobody found %s", found.Data)
		}
		body, err := json.Marshal(map[string]any{"version": 1, "kind": 2, "members": 9, "userIds": []string{people.Rows[0].ID, people.Rows[1].ID, people.Rows[0].ID}})
		if err != nil {
			t.Fatal(err)
		}
		status, saved, raw := send(t, http.MethodPatch, server.URL+api.Prefix+"bms/group/01900000-0000-7000-8000-000000000204", header, "application/json", bytes.NewReader(body))
		var one struct {
			Row struct {
				Members int
				UserIDs []string `json:"userIds"`
			}
			Names map[string]string
		}
		if err := json.Unmarshal(saved.Data, &one); err != nil || status != http.StatusOK {
			t.Fatalf("saving the members: %d %s", status, raw)
		}
		if one.Row.Members != 2 || len(one.Row.UserIDs) != 2 || one.Names[people.Rows[0].ID] != people.Rows[0].Name {
			t.Errorf("the group came back as %s", saved.Data)
		}
	})
}
