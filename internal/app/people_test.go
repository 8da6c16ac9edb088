package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
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

// Who is disabled or expired, and a role that is invalid, is chosen neither in a form nor by a file, and both say why. Who had them keeps
// them; they are not offered.
func TestWhatMayNotBeChosenNowIsRefusedOnEachWay(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		header["Accept-Language"] = "en"
		var people []identity.Member
		write := func(fn func(tx store.Tx) error) {
			t.Helper()
			if err := a.DB.Write(ctx, fn); err != nil {
				t.Fatal(err)
			}
		}
		write(func(tx store.Tx) error {
			return tx.Select(&people).Where("user_name <> ?", "admin").Order("user_name").Limit(3, 0).Scan(ctx)
		})
		held, off, over := people[0], people[1], people[2]
		const group = "bms/group/01900000-0000-7000-8000-000000000204"
		patch := func(path string, version int, fields map[string]any) (int, string) {
			t.Helper()
			fields["version"] = version
			body, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			status, _, raw := send(t, http.MethodPatch, server.URL+api.Prefix+path, header, "application/json", bytes.NewReader(body))
			return status, string(raw)
		}
		if status, raw := patch(group, 1, map[string]any{"userIds": []string{held.ID}}); status != http.StatusOK {
			t.Fatal(raw)
		}
		write(func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).WhereIn("id", []string{held.ID, off.ID}).Exec(ctx)
			return err
		})
		write(func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("expire_date = ?", "2020-01-01").Where("id = ?", over.ID).Exec(ctx)
			return err
		})
		write(func(tx store.Tx) error {
			_, err := tx.Change((*access.Role)(nil)).Set("valid = ?", false).Where("code = ?", "viewer").Exec(ctx)
			return err
		})
		for word, m := range map[string]identity.Member{"Disabled": off, "Expired": over} {
			if status, raw := patch(group, 2, map[string]any{"userIds": []string{held.ID, m.ID}}); status != http.StatusUnprocessableEntity || !strings.Contains(raw, "has the state “"+word+"” and cannot be chosen") {
				t.Errorf("%s by a form: %d %s", word, status, raw)
			}
			file := "code,name,sectionId,userIds\nG9,Nine,CNC,\"" + m.UserName + "\"\n"
			result, err := a.Master.Groups.Import(mayImport(ctx, t, "system.group"), a.DB, resource.ImportFile{Name: "g.csv", Data: []byte(file), DryRun: true})
			if err != nil || !slices.ContainsFunc(result.Faults, func(f resource.RowFault) bool { return strings.Contains(f.Texts.En, "“"+word+"”") }) {
				t.Errorf("%s by a file: %v %+v", word, err, result.Faults)
			}
			_, _, raw := send(t, http.MethodGet, server.URL+api.Prefix+"bms/member?size=50", header, "", nil)
			if strings.Contains(string(raw), m.ID) {
				t.Errorf("%s is offered", word)
			}
		}
		if status, raw := patch(group, 2, map[string]any{"userIds": []string{held.ID}, "kind": 2, "name": "Nine"}); status != http.StatusOK {
			t.Errorf("who was chosen before is kept: %d %s", status, raw)
		}
		_, user, _ := send(t, http.MethodGet, server.URL+api.Prefix+"upms/user/"+over.ID, header, "", nil)
		var one struct{ Row struct{ Version int } }
		if err := json.Unmarshal(user.Data, &one); err != nil {
			t.Fatal(err)
		}
		if status, raw := patch("upms/user/"+over.ID, one.Row.Version, map[string]any{"roles": []string{"planner", "viewer"}}); status != http.StatusUnprocessableEntity || !strings.Contains(raw, "has the state “Invalid” and cannot be chosen") {
			t.Errorf("an invalid role is given: %d %s", status, raw)
		}
		if _, _, raw := send(t, http.MethodGet, server.URL+api.Prefix+"upms/member-role?size=50", header, "", nil); strings.Contains(string(raw), `"viewer"`) {
			t.Error("an invalid role is offered")
		}
	})
}
