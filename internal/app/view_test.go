package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// views is a company whose administrator views it as others do.
type views struct {
	*testing.T
	ctx    context.Context
	app    *App
	server *httptest.Server
	admin  map[string]string // header
	ids    map[string]string // of members, by their first role
}

func eachViews(t *testing.T, fn func(v *views)) {
	t.Helper()
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		v := &views{T: t, ctx: ctx, app: a, server: httptest.NewServer(a.Handler()), ids: map[string]string{}}
		defer v.server.Close()
		write(ctx, t, a, func(tx store.Tx) error {
			var members []identity.Member
			err := tx.Select(&members).Scan(ctx)
			for i := range members {
				v.ids[members[i].Roles[0]] = members[i].ID
			}
			_, fault := tx.Change((*identity.Member)(nil)).Set("joining = 1").Where("joining <> ?", 1).Exec(ctx)
			return errors.Join(err, fault)
		})
		v.admin = signedIn(t, v.server, "13800000001")
		v.admin["Accept-Language"] = "en"
		fn(v)
	})
}

// call is a call of the administrator's page.
func (v *views) call(method, path string, body any) (int, reply) {
	v.Helper()
	return ask(v.T, v.server, v.admin, method, path, body)
}

// tree is what the page knows of its user.
func (v *views) tree() (tree menu.Tree) {
	v.Helper()
	status, r := v.call(http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1})
	if err := json.Unmarshal(r.Data, &tree); err != nil || status != http.StatusOK {
		v.Fatal(status, r.Message, err)
	}
	return tree
}

func (v *views) begin(role string) (int, reply) {
	v.Helper()
	return v.call(http.MethodPost, "upms/user/"+v.ids[role]+"/view", map[string]any{})
}

// logged holds what the log tells of views as the planner, the newest first: true for a beginning, false for an end.
func (v *views) logged(by, as string, want ...any) {
	v.Helper()
	var told []any
	write(v.ctx, v.T, v.app, func(tx store.Tx) error {
		lines, err := tx.History(v.ctx, "user", v.ids["planner"], 10)
		for _, l := range lines {
			var changes []store.FieldChange
			err = errors.Join(err, json.Unmarshal(l.Changes, &changes))
			for _, c := range changes {
				if c.Field == "viewedAs" && l.By == by && l.Title == as {
					told = append(told, c.After)
				}
			}
		}
		return err
	})
	if !slices.Equal(told, want) {
		v.Errorf("the log says %v, want %v", told, want)
	}
}

// An administrator sees what a planner sees, changes nothing meanwhile, and is themselves again afterwards; the log has both names.
func TestAnAdministratorViewsAsAnotherUser(t *testing.T) {
	eachViews(t, func(v *views) {
		before := v.tree()
		if before.UserData.Viewer != "" || before.UserData.ViewUntil != nil || !before.MenuData.PermittedOperations["system.user.modify"] {
			v.Fatalf("nobody views yet: %+v", before.UserData)
		}
		if status, r := v.begin("planner"); status != http.StatusOK {
			v.Fatal(status, r.Message)
		}
		as := v.tree()
		own := signedIn(v.T, v.server, "13800000002")
		var planner menu.Tree
		_, r := ask(v.T, v.server, own, http.MethodPost, "upms/user/getModuleTree.do", map[string]any{"needMenu": 1})
		if err := json.Unmarshal(r.Data, &planner); err != nil {
			v.Fatal(err)
		}
		if as.UserData.RealName != planner.UserData.RealName || as.UserData.Viewer != before.UserData.RealName || as.UserData.UserID != before.UserData.UserID {
			v.Errorf("viewed as %+v", as.UserData)
		}
		if got, want := len(as.MenuData.PermittedOperations), len(planner.MenuData.PermittedOperations); got != want || as.MenuData.PermittedOperations["system.user.modify"] {
			v.Errorf("%d permissions, a planner has %d", got, want)
		}
		if until := as.UserData.ViewUntil; until == nil || time.Until(*until) > 30*time.Minute || time.Until(*until) < 29*time.Minute {
			v.Errorf("until %v", until)
		}
		// Nothing is changed, whether the planner may change it or not, and whichever way it would be.
		for _, c := range []struct {
			method, path string
			body         any
		}{
			{http.MethodPost, "bms/section", map[string]any{"name": "VIEW", "chineseName": "看"}},
			{http.MethodPost, "pm/mould", map[string]any{"number": "VIEW"}},
			{http.MethodPut, "upms/preference/list.moulds", map[string]any{"value": map[string]any{}}},
			{http.MethodPost, "upms/user/changeLanguage", map[string]any{"language": "zh"}},
			{http.MethodPost, "switchTenant", map[string]any{"tenantId": before.UserData.TenantID, "factoryId": before.UserData.FactoryID}},
			{http.MethodPost, "upms/user/token", map[string]any{"name": "x", "password": "Passw0rd1"}},
			{http.MethodPost, "sso/ticket", map[string]any{"path": "/home"}},
			{http.MethodPost, "upms/user/" + v.ids["floor"] + "/view", map[string]any{}},
		} {
			status, r := v.call(c.method, c.path, c.body)
			if status != http.StatusConflict || !strings.HasPrefix(r.Message, "You view the company as somebody else") {
				v.Errorf("%s %s: %d %s", c.method, c.path, status, r.Message)
			}
		}
		if status, _ := v.call(http.MethodGet, "upms/user", nil); status != http.StatusForbidden {
			v.Errorf("a planner does not see users, but: %d", status)
		}
		if status, r := v.call(http.MethodGet, "pm/mould", nil); status != http.StatusOK {
			v.Errorf("a planner sees moulds: %d %s", status, r.Message)
		}
		// The database refuses what a call would forget to.
		actor, err := v.app.Identity.Authenticate(v.ctx, api.Caller{Token: v.admin["mdbtk"]})
		if err != nil {
			v.Fatal(err)
		}
		if err := v.app.DB.Write(store.WithActor(v.ctx, actor), func(store.Tx) error { return nil }); !errors.Is(err, store.ErrViewing) {
			v.Errorf("writing: %v", err)
		}
		// A page that is pushed to hears what the administrator hears.
		if pushed, _, err := v.app.Identity.LookSession(v.ctx, v.admin["mdbtk"]); err != nil || pushed.Viewer != "" || pushed.MemberID == actor.MemberID {
			v.Errorf("pushed to as %+v, %v", pushed.Name, err)
		}
		for range 2 { // to end it twice is no fault
			if status, r := v.call(http.MethodPost, "upms/view/end", map[string]any{}); status != http.StatusOK {
				v.Fatal(status, r.Message)
			}
		}
		if after := v.tree(); after.UserData.Viewer != "" || after.UserData.RealName != before.UserData.RealName || !after.MenuData.PermittedOperations["system.user.modify"] {
			v.Errorf("afterwards %+v", after.UserData)
		}
		logged := func(want ...any) {
			v.Helper()
			v.logged(before.UserData.RealName, planner.UserData.RealName, want...)
		}
		logged(false, true)
		if _, r := v.call(http.MethodGet, "upms/operation-log?entity=user&size=50", nil); strings.Count(string(r.Data), `"summary":"View as"`) != 2 {
			v.Errorf("the page of the log says %s", r.Data)
		}
		// Who signs out has ended the view, too.
		if status, r := v.begin("planner"); status != http.StatusOK {
			v.Fatal(status, r.Message)
		}
		if status, r := v.call(http.MethodPost, "logout", nil); status != http.StatusOK {
			v.Fatal(status, r.Message)
		}
		logged(false, true, false, true)
	})
}

// Whoever is above, out, elsewhere or oneself is not viewed as; nor does somebody view who sees only a part, or an API token.
func TestNobodyViewsAsWhoeverIsAbove(t *testing.T) {
	eachViews(t, func(v *views) {
		if status, r := v.begin("administrator"); status != http.StatusConflict || !strings.Contains(r.Message, "yourself") {
			v.Errorf("oneself: %d %s", status, r.Message)
		}
		if status, _ := v.call(http.MethodPost, "upms/user/"+store.NewID()+"/view", map[string]any{}); status != http.StatusNotFound {
			v.Errorf("nobody: %d", status)
		}
		set := func(column string, value any, role string) {
			write(v.ctx, v.T, v.app, func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set(column+" = ?", value).Where("id = ?", v.ids[role]).Exec(v.ctx)
				return err
			})
		}
		set("factories", `[]`, "floor")
		if status, r := v.begin("floor"); status != http.StatusConflict || !strings.Contains(r.Message, "factory") {
			v.Errorf("of no factory: %d %s", status, r.Message)
		}
		set("enabled", false, "floor")
		if status, r := v.begin("floor"); status != http.StatusConflict || !strings.Contains(r.Message, "cannot sign in") {
			v.Errorf("disabled: %d %s", status, r.Message)
		}
		// A keeper of users may view as a planner only if they could do all of it themselves, and see everything.
		keep := func(scope int, grants ...string) {
			write(v.ctx, v.T, v.app, func(tx store.Tx) error {
				_, err := tx.Remove((*access.Role)(nil)).Where("code = ?", "keeper").Exec(v.ctx)
				files := []string{"picture.replace", "picture.see", "program.download", "program.replace", "program.see"}
				return errors.Join(err, tx.Insert(v.ctx, &access.Role{Code: "keeper", NameZh: "人事", NameEn: "Personnel", Type: access.UserDefined, Valid: true, DataScope: scope, Grants: grants, Files: files, Checks: []string{"cam"}}))
			})
		}
		keep(access.ScopeAll, "system.user.*")
		set("roles", `["keeper"]`, "scheduler")
		keeper := signedIn(v.T, v.server, "13800000003")
		keeper["Accept-Language"] = "en"
		view := func() (int, string) {
			status, r := ask(v.T, v.server, keeper, http.MethodPost, "upms/user/"+v.ids["planner"]+"/view", map[string]any{})
			return status, r.Message
		}
		if status, told := view(); status != http.StatusConflict || !strings.Contains(told, "may do more than you") {
			v.Errorf("of more permissions: %d %s", status, told)
		}
		if err := v.app.DB.System(v.ctx, "the test makes a guest", func(tx store.Tx) error {
			guest, err := v.app.Identity.Add(v.ctx, tx, identity.NewMember{TenantID: v.tree().UserData.TenantID, Phone: "13844440001", Password: "Passw0rd1", UserName: "guest", RealName: "Guest", SupplierID: "s"})
			v.ids["guest"] = guest.ID
			return err
		}); err != nil {
			v.Fatal(err)
		}
		if status, r := ask(v.T, v.server, keeper, http.MethodPost, "upms/user/"+v.ids["guest"]+"/view", map[string]any{}); status != http.StatusConflict || !strings.Contains(r.Message, "may do more than you") {
			v.Errorf("a supplier's person by who sees no orders: %d %s", status, r.Message)
		}
		if status, r := v.begin("guest"); status != http.StatusOK || v.tree().UserData.Guest != "supplier" {
			v.Errorf("a supplier's person: %d %s", status, r.Message)
		}
		if status, r := v.call(http.MethodGet, "upms/partner-order", nil); status != http.StatusOK {
			v.Errorf("their orders: %d %s", status, r.Message)
		}
		if status, _ := v.call(http.MethodGet, "pm/mould", nil); status != http.StatusForbidden {
			v.Errorf("guests see moulds: %d", status)
		}
		keep(access.ScopeSelf, "system.user.*", "aps.*", "pm.*", "bom.*", "mf.*", "capp.*", "system.*", "ems.*", "common.*", "purchase.*")
		if status, told := view(); status != http.StatusConflict || !strings.Contains(told, "may do more than you") {
			v.Errorf("of a planner who sees more moulds: %d %s", status, told)
		}
		set("roles", `["keeper", "planner"]`, "scheduler")
		if status, told := view(); status != http.StatusConflict || !strings.Contains(told, "who sees everything") {
			v.Errorf("of a narrow scope: %d %s", status, told)
		}
		set("roles", `["keeper"]`, "scheduler")
		keep(access.ScopeAll, "system.user.check", "system.user.modify")
		if status, _ := view(); status != http.StatusForbidden {
			v.Errorf("without the permission: %d", status)
		}
	})
}

type viewedSession struct {
	bun.BaseModel `bun:"table:session"`
	ID            string `bun:"id,pk"`
}

// A view is over after half an hour, with the permission, and with the member; until it is ended, nothing is written.
func TestAViewEndsByItself(t *testing.T) {
	eachViews(t, func(v *views) {
		is := func(whose string) {
			v.Helper()
			u := v.tree().UserData
			if (u.RealName != u.Viewer) != (whose == "theirs") || u.Viewer == "" {
				v.Errorf("the view is %+v, wanted %s", u, whose)
			}
			// Nobody who thinks that they only look writes all at once.
			if status, _ := v.call(http.MethodPost, "bms/section", map[string]any{"name": "VIEW", "chineseName": "看"}); status != http.StatusConflict {
				v.Errorf("writing, when the eyes are %s: %d", whose, status)
			}
		}
		begin := func() {
			v.Helper()
			if status, r := v.begin("planner"); status != http.StatusOK {
				v.Fatal(status, r.Message)
			}
			is("theirs")
		}
		change := func(set string, value any) {
			v.Helper()
			write(v.ctx, v.T, v.app, func(tx store.Tx) error {
				_, err := tx.Change((*identity.Member)(nil)).Set(set+" = ?", value).Where("id = ?", v.ids["planner"]).Exec(v.ctx)
				return err
			})
		}
		sweep := func() {
			v.Helper()
			if err := v.app.Identity.Sweep(v.ctx); err != nil {
				v.Fatal(err)
			}
		}
		own := v.tree().UserData.RealName
		begin()
		theirs := v.tree().UserData.RealName
		if err := v.app.DB.System(v.ctx, "the test lets time pass", func(tx store.Tx) error {
			_, err := tx.Change((*viewedSession)(nil)).Set("view_until = ?", store.Now().Add(-time.Second)).Where("view_as <> ''").Exec(v.ctx)
			return err
		}); err != nil {
			v.Fatal(err)
		}
		is("own")
		// The log says so, once, though nobody has ended it.
		sweep()
		sweep()
		v.logged(own, theirs, false, true)
		is("own")
		if status, r := v.call(http.MethodPost, "upms/view/end", map[string]any{}); status != http.StatusOK {
			v.Fatal(status, r.Message)
		}
		v.logged(own, theirs, false, true)
		begin()
		change("enabled", false)
		is("own")
		change("enabled", true)
		is("theirs")
		change("factories", `[]`)
		if u := v.tree().UserData; u.FactoryID != "" || u.Viewer == "" {
			v.Errorf("of no factory any more: %+v", u)
		}
		if status, r := v.call(http.MethodPost, "upms/view/end", map[string]any{}); status != http.StatusOK || v.tree().UserData.Viewer != "" {
			v.Errorf("ended: %d %s", status, r.Message)
		}
		// A view that ends with the session of a viewer who is disabled.
		write(v.ctx, v.T, v.app, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("factories = (SELECT admin.factories FROM member AS admin WHERE admin.real_name = ?)", own).Where("id = ?", v.ids["planner"]).Exec(v.ctx)
			return err
		})
		begin()
		write(v.ctx, v.T, v.app, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("real_name = ?", own).Exec(v.ctx)
			return err
		})
		sweep()
		v.logged(own, theirs, false, true, false, true, false, true)
	})
}
