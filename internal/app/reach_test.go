package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// staffed is a company with departments: the works with CNC below it and milling below that, and sales beside it. Hua manages CNC and
// asks; everybody has signed in once and stands in the logs.
type staffed struct {
	*testing.T
	ctx         context.Context
	app         *App
	server      *httptest.Server
	departments map[string]string // ids by name
	people      map[string]org.User
	hua         map[string]string // header
}

// officePhones are the people with their departments; Free has none.
var officePhones = []struct{ name, phone, department string }{
	{"Hua", "13811110001", "CNC"}, {"Lin", "13811110002", "CNC"}, {"Mei", "13811110003", "Milling"}, {"Sun", "13811110004", "Sales"}, {"Wei", "13811110005", "Works"}, {"Free", "13811110006", ""},
}

func newStaffed(ctx context.Context, t *testing.T, a *App) *staffed {
	t.Helper()
	o := &staffed{T: t, ctx: ctx, app: a, server: httptest.NewServer(a.Handler()), departments: map[string]string{"": ""}, people: map[string]org.User{}}
	t.Cleanup(o.server.Close)
	owner, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	o.write(func(tx store.Tx) error {
		for _, d := range [][2]string{{"Works", ""}, {"CNC", "Works"}, {"Milling", "CNC"}, {"Sales", ""}} {
			row := org.Department{Code: d[0], Name: d[0], ParentID: o.departments[d[1]], Valid: true}
			if err := a.Org.Departments.Save(ctx, tx, &row); err != nil {
				return err
			}
			o.departments[d[0]] = row.ID
		}
		role := access.Role{
			Code: "lead", NameZh: "组长", NameEn: "Lead", Type: access.UserDefined, Valid: true, DataScope: access.ScopeSelf, Departments: []string{},
			Grants: []string{"system.user.*", "system.department.*", "system.role.*", "system.loginLog.*", "system.group.*", "common.operationLog.*", "common.onlineUser.*"},
		}
		wide := role
		wide.Code, wide.NameZh, wide.NameEn, wide.DataScope, wide.Grants = "wide", "宽", "Wide", access.ScopeAll, []string{"system.user.check"}
		return errors.Join(tx.Insert(ctx, &role), tx.Insert(ctx, &wide))
	})
	for _, p := range officePhones {
		if err := a.DB.System(ctx, "the test makes people", func(tx store.Tx) error {
			_, err := a.Identity.Add(ctx, tx, identity.NewMember{
				TenantID: owner.TenantID, Phone: p.phone, Password: "Passw0rd1", UserName: strings.ToLower(p.name), RealName: p.name, Roles: []string{"lead"}, Factories: []string{owner.FactoryID},
			})
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	o.write(func(tx store.Tx) error {
		for _, p := range officePhones {
			if _, err := tx.Change((*org.User)(nil)).Set("department_id = ?", o.departments[p.department]).Where("real_name = ?", p.name).Exec(ctx); err != nil {
				return err
			}
			var row org.User
			if err := tx.Select(&row).Where("real_name = ?", p.name).Scan(ctx); err != nil {
				return err
			}
			o.people[p.name] = row
		}
		return nil
	})
	for _, p := range officePhones {
		header := signedIn(t, o.server, p.phone)
		header["Accept-Language"] = "en"
		if p.name == "Hua" {
			o.hua = header
		}
		actor, err := a.Identity.Authenticate(ctx, api.Caller{Token: header["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.DB.Write(store.WithActor(ctx, actor), func(tx store.Tx) error {
			return tx.Log(ctx, "machine", store.NewID(), "by "+p.name, store.ActionCreate)
		}); err != nil {
			t.Fatal(err)
		}
	}
	a.Identity.Wait()
	return o
}

func (o *staffed) write(fn func(tx store.Tx) error) {
	o.Helper()
	if err := o.app.DB.Write(o.ctx, fn); err != nil {
		o.Fatal(err)
	}
}

// scope says whose records the role of Hua shows.
func (o *staffed) scope(scope int, departments ...string) {
	o.Helper()
	ids := []string{}
	for _, d := range departments {
		ids = append(ids, o.departments[d])
	}
	o.write(func(tx store.Tx) error {
		var role access.Role
		if err := tx.Select(&role).Where("code = ?", "lead").Scan(o.ctx); err != nil {
			return err
		}
		role.DataScope, role.Departments = scope, ids
		return tx.Update(o.ctx, &role, "data_scope", "departments")
	})
}

// told are the names of the office that an answer to Hua holds.
func (o *staffed) told(method, path string, body any) (names []string) {
	o.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		o.Fatal(err)
	}
	if method == http.MethodGet {
		raw = nil
	}
	status, _, text := send(o.T, method, o.server.URL+api.Prefix+path, o.hua, "application/json", bytes.NewReader(raw))
	if status != http.StatusOK {
		o.Errorf("%s: %d %.200s", path, status, text)
	}
	for _, p := range officePhones {
		if strings.Contains(string(text), p.name) {
			names = append(names, p.name)
		}
	}
	return names
}

func (o *staffed) roleID(code string) (id string) {
	o.Helper()
	o.write(func(tx store.Tx) error {
		return tx.Select((*access.Role)(nil)).Columns("id").Where("code = ?", code).ScanColumn(o.ctx, &id)
	})
	return id
}

// ROLE-01: the data scope of a role says whose records it shows, in lists, records, files, searches, choices, logs and sessions alike.
func TestTheDataScopeOfARole(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := newStaffed(ctx, t, a)
		role := o.roleID("lead")
		if _, r, raw := send(t, http.MethodPatch, o.server.URL+api.Prefix+"upms/department/"+o.departments["Sales"], signedIn(t, o.server, "13800000001"), "application/json",
			strings.NewReader(`{"version":1,"managerId":"`+o.people["Sun"].ID+`"}`)); r.Code > 1 {
			t.Fatalf("%s", raw)
		}
		everybody := []string{"Hua", "Lin", "Mei", "Sun", "Wei", "Free"}
		for what, c := range map[string]struct {
			scope       int
			chosen      []string
			people      []string
			departments []string
		}{
			"all":                   {access.ScopeAll, nil, everybody, []string{"Works", "CNC", "Milling", "Sales"}},
			"chosen departments":    {access.ScopeChosen, []string{"Sales", "Works"}, []string{"Hua", "Sun", "Wei"}, []string{"Works", "Sales"}},
			"own and below":         {access.ScopeBelow, nil, []string{"Hua", "Lin", "Mei"}, []string{"CNC", "Milling"}},
			"own":                   {access.ScopeOwn, nil, []string{"Hua", "Lin"}, []string{"CNC"}},
			"oneself":               {access.ScopeSelf, nil, []string{"Hua"}, nil},
			"an old number or none": {0, nil, []string{"Hua"}, nil},
		} {
			o.scope(c.scope, c.chosen...)
			for path, method := range map[string]string{
				"upms/user?size=500": "GET", "upms/user/export?format=csv": "GET", "bms/member?size=500": "GET", "upms/role/" + role + "/users": "GET", "upms/online-user?size=500": "GET",
				"upms/login-log?size=500": "GET", "upms/login-log/export?format=csv": "GET", "upms/operation-log?size=500&entity=machine": "GET", "upms/operation-log/people": "GET",
				"upms/operation-log/export?format=csv&entity=machine": "GET",
			} {
				if got := o.told(method, path, nil); !slices.Equal(got, c.people) {
					t.Errorf("%s: %s tells %q, want %q", what, path, got, c.people)
				}
			}
			for _, p := range officePhones {
				want := http.StatusNotFound
				if slices.Contains(c.people, p.name) {
					want = http.StatusOK
				}
				for _, path := range []string{"upms/user/" + o.people[p.name].ID, "upms/user/" + o.people[p.name].ID + "/log", "upms/user/" + o.people[p.name].ID + "/photo", "upms/member/" + o.people[p.name].ID + "/permission"} {
					if status, _, raw := send(t, http.MethodGet, o.server.URL+api.Prefix+path, o.hua, "", nil); status != want {
						t.Errorf("%s: %s of %s: %d %.150s", what, path, p.name, status, raw)
					}
				}
				found := o.told(http.MethodPost, "bms/sys/search", map[string]any{"q": strings.ToLower(p.name)})
				if slices.Contains(found, p.name) != (want == http.StatusOK) {
					t.Errorf("%s: a search for %s finds %q", what, p.name, found)
				}
			}
			for _, path := range []string{"upms/department?size=500", "upms/department-tree", "upms/department/export?format=csv"} {
				_, _, raw := send(t, http.MethodGet, o.server.URL+api.Prefix+path, o.hua, "", nil)
				var got []string
				for _, d := range []string{"Works", "CNC", "Milling", "Sales"} {
					if strings.Contains(string(raw), d) {
						got = append(got, d)
					}
				}
				if !slices.Equal(got, c.departments) {
					t.Errorf("%s: %s tells %q, want %q", what, path, got, c.departments)
				}
				if isTold := strings.Contains(string(raw), "Sun"); isTold && !slices.Contains(c.people, "Sun") {
					t.Errorf("%s: %s names the manager of a department: %s", what, path, raw)
				}
			}
		}
	})
}

// The departments of a person are the one they work in, the one they manage, and those that name them their manager; roles add up,
// and one that may do everything shows everybody's records.
func TestWhatOwnDepartmentsAre(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeOwn)
		wants := func(what string, want ...string) {
			t.Helper()
			if got := o.told(http.MethodGet, "upms/user?size=500", nil); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		set := func(model any, column, value, id string) {
			t.Helper()
			o.write(func(tx store.Tx) error {
				_, err := tx.Change(model).Set(column+" = ?", value).Where("id = ?", id).Exec(ctx)
				return err
			})
		}
		hua := o.people["Hua"].ID
		set((*org.User)(nil), "managed_department_id", o.departments["Sales"], hua)
		wants("a managed department", "Hua", "Lin", "Sun")
		set((*org.Department)(nil), "manager_id", hua, o.departments["Works"])
		wants("a department that names them", "Hua", "Lin", "Sun", "Wei")
		set((*org.User)(nil), "department_id", "", hua)
		wants("without a department of their own", "Hua", "Sun", "Wei")
		o.scope(access.ScopeBelow)
		wants("and below", "Hua", "Lin", "Mei", "Sun", "Wei")
		o.scope(access.ScopeSelf)
		wants("oneself", "Hua")
		o.write(func(tx store.Tx) error {
			second := access.Role{Code: "second", NameZh: "第二", NameEn: "Second", Type: access.UserDefined, Valid: true, DataScope: access.ScopeChosen, Departments: []string{o.departments["Milling"]}, Grants: []string{"system.user.check"}}
			if err := tx.Insert(ctx, &second); err != nil {
				return err
			}
			var m org.User
			if err := tx.Select(&m).Where("id = ?", hua).Scan(ctx); err != nil {
				return err
			}
			m.Roles = []string{"lead", "second"}
			return tx.Update(ctx, &m, "roles")
		})
		wants("with a second role", "Hua", "Mei")
		o.write(func(tx store.Tx) error {
			var role access.Role
			if err := tx.Select(&role).Where("code = ?", "second").Scan(ctx); err != nil {
				return err
			}
			role.Grants = []string{"*"}
			return tx.Update(ctx, &role, "grants")
		})
		wants("with one that may do everything", "Hua", "Lin", "Mei", "Sun", "Wei", "Free")
	})
}

// What is out of reach is changed by no road, and nobody leaves or widens their reach.
func TestNobodyChangesWhatIsOutOfReach(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeBelow)
		role := o.roleID("lead")
		sun, lin := o.people["Sun"], o.people["Lin"]
		for what, c := range map[string]struct {
			method, path string
			body         map[string]any
			status       int
			says         string
		}{
			"a user of others":                {"PATCH", "upms/user/" + sun.ID, map[string]any{"version": sun.Version, "intro": "x"}, 404, ""},
			"deleting one":                    {"DELETE", "upms/user/" + sun.ID, nil, 404, ""},
			"a user sent to another":          {"PATCH", "upms/user/" + lin.ID, map[string]any{"version": lin.Version, "departmentId": o.departments["Sales"]}, 422, "departmentId"},
			"a user of no department":         {"PATCH", "upms/user/" + lin.ID, map[string]any{"version": lin.Version, "departmentId": ""}, 422, "within your data scope"},
			"a new user of no department":     {"POST", "upms/user", map[string]any{"userName": "new", "realName": "New", "phone": "13811110009", "roles": []string{"lead"}, "joinWay": 2}, 422, "within your data scope"},
			"a role for a user of others":     {"POST", "upms/role/" + role + "/users", map[string]any{"remove": []string{sun.ID}}, 404, ""},
			"a department of others":          {"PATCH", "upms/department/" + o.departments["Sales"], map[string]any{"version": 1, "phone": "1"}, 404, ""},
			"a department moved to the top":   {"PATCH", "upms/department/" + o.departments["Milling"], map[string]any{"version": 1, "parentId": ""}, 422, "You do not see the whole company"},
			"a department at the top":         {"POST", "upms/department", map[string]any{"code": "N", "name": "New"}, 422, "You do not see the whole company"},
			"a department below others":       {"POST", "upms/department", map[string]any{"code": "N", "name": "New", "parentId": o.departments["Sales"]}, 422, "parentId"},
			"a role that shows others":        {"POST", "upms/role", map[string]any{"code": "broad", "nameZh": "广", "dataScope": access.ScopeChosen, "departments": []string{o.departments["Sales"]}}, 422, "departments"},
			"a role that others hold":         {"PATCH", "upms/role/" + role, map[string]any{"version": 2, "valid": false}, 422, "Users of other departments hold the role “Lead”, too"},
			"a role of wide scope for a user": {"POST", "upms/role/" + o.roleID("wide") + "/users", map[string]any{"add": []string{lin.ID}}, 422, "goes beyond your own"},
		} {
			raw, err := json.Marshal(c.body)
			if err != nil {
				t.Fatal(err)
			}
			status, _, text := send(t, c.method, o.server.URL+api.Prefix+c.path, o.hua, "application/json", bytes.NewReader(raw))
			if status != c.status || !strings.Contains(string(text), c.says) || strings.Contains(string(text), "Sun") || strings.Contains(string(text), "Sales") {
				t.Errorf("%s: %d %.300s", what, status, text)
			}
		}
		// Within reach all goes on: a department below one's own, and a user with a scope that is one's own.
		for what, c := range map[string]struct {
			method, path string
			body         string
		}{
			"a department below": {"POST", "upms/department", `{"code":"N","name":"New","parentId":"` + o.departments["Milling"] + `"}`},
			"a user":             {"PATCH", "upms/user/" + lin.ID, `{"version":2,"departmentId":"` + o.departments["Milling"] + `"}`},
			"a narrower role":    {"POST", "upms/role", `{"code":"own","nameZh":"本","dataScope":4}`},
			"a role of the same": {"POST", "upms/role", `{"code":"same","nameZh":"同","dataScope":3}`},
		} {
			if status, _, text := send(t, c.method, o.server.URL+api.Prefix+c.path, o.hua, "application/json", strings.NewReader(c.body)); status != http.StatusOK {
				t.Errorf("%s: %d %.300s", what, status, text)
			}
		}
		o.scope(access.ScopeOwn)
		if status, _, text := send(t, http.MethodPost, o.server.URL+api.Prefix+"upms/department", o.hua, "application/json", strings.NewReader(`{"code":"M","name":"More","parentId":"`+o.departments["CNC"]+`"}`)); status != http.StatusUnprocessableEntity || !strings.Contains(string(text), "does not hold what stands below") {
			t.Errorf("a department below by a scope without: %d %s", status, text)
		}
	})
}

// A record that refers to people out of reach keeps them when somebody changes it who does not see them, and a file tells nothing of them.
func TestPeopleOutOfReachStayReferredTo(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeBelow)
		const group = "bms/group/01900000-0000-7000-8000-000000000204"
		administrator := signedIn(t, o.server, "13800000001")
		patch := func(header map[string]string, version int, ids ...string) (int, string) {
			t.Helper()
			raw, err := json.Marshal(map[string]any{"version": version, "userIds": ids})
			if err != nil {
				t.Fatal(err)
			}
			status, _, text := send(t, http.MethodPatch, o.server.URL+api.Prefix+group, header, "application/json", bytes.NewReader(raw))
			return status, string(text)
		}
		sun, lin, mei := o.people["Sun"].ID, o.people["Lin"].ID, o.people["Mei"].ID
		if status, text := patch(administrator, 1, sun, lin); status != http.StatusOK {
			t.Fatalf("%d %s", status, text)
		}
		if status, text := patch(o.hua, 2, sun, lin, mei); status != http.StatusOK || strings.Contains(text, "Sun") {
			t.Errorf("one more member: %d %s", status, text)
		}
		if _, _, raw := send(t, http.MethodGet, o.server.URL+api.Prefix+group, o.hua, "", nil); !strings.Contains(string(raw), `"`+sun+`":"Hidden from you"`) || !strings.Contains(string(raw), `"`+lin+`":"Lin"`) {
			t.Errorf("the members are told as %s", raw)
		}
		if status, text := patch(o.hua, 3, sun, lin, mei, o.people["Wei"].ID); status != http.StatusUnprocessableEntity || strings.Contains(text, "Wei") {
			t.Errorf("a member out of reach: %d %s", status, text)
		}

		actor, err := a.Identity.Authenticate(ctx, api.Caller{Token: o.hua["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		near := store.WithActor(ctx, actor)
		for what, c := range map[string]struct{ file, says string }{
			"somebody out of reach":     {"userName,realName,phone,roles,departmentId\nsun,Sunny,13811110004,lead,CNC\n", ""},
			"a department out of reach": {"userName,realName,phone,roles,departmentId\nnew,New,13811110009,lead,Sales\n", "Sales"},
			"no department":             {"userName,realName,phone,roles\nnew,New,13811110009,lead\n", "within your data scope"},
		} {
			result, err := a.Org.Users.Import(near, a.DB, resource.ImportFile{Name: "u.csv", Data: []byte(c.file), DryRun: true})
			if err != nil || len(result.Faults) == 0 || strings.Contains(fmt.Sprintf("%+v", result.Faults), "Sun ") || !strings.Contains(fmt.Sprintf("%+v", result.Faults), c.says) {
				t.Errorf("%s: %v %+v", what, err, result)
			}
		}
	})
}

// Nobody widens their own reach or somebody else's beyond it: not by where people stand, not by what departments stand below, not by a
// password of somebody who sees more. A log tells no person and no department out of reach, whoever changed them.
func TestNobodyWidensTheirReach(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeChosen, "Sales")
		o.write(func(tx store.Tx) error {
			row := org.Department{Code: "Abroad", Name: "Abroad", ParentID: o.departments["Sales"], Valid: true}
			if err := a.Org.Departments.Save(ctx, tx, &row); err != nil {
				return err
			}
			below := access.Role{Code: "below", NameZh: "下级", NameEn: "Below", Type: access.UserDefined, Valid: true, DataScope: access.ScopeBelow, Departments: []string{}, Grants: []string{"system.user.*", "system.department.*"}}
			if err := tx.Insert(ctx, &below); err != nil {
				return err
			}
			for _, name := range []string{"Hua", "Lin"} {
				m := o.people[name]
				m.Roles = []string{"lead", "below"}
				if name == "Lin" {
					m.ManagedID = o.departments["Works"]
				}
				if err := tx.Update(ctx, &m, "roles", "managed_department_id"); err != nil {
					return err
				}
				o.people[name] = m
			}
			return nil
		})
		if got := o.told(http.MethodGet, "upms/user?size=500", nil); !slices.Equal(got, []string{"Hua", "Lin", "Mei", "Sun"}) {
			t.Fatalf("Hua sees %q", got)
		}
		hua, lin := o.people["Hua"], o.people["Lin"]
		for what, c := range map[string]struct{ method, path, body, says string }{
			"managing Sales":              {"PATCH", "upms/user/" + hua.ID, fmt.Sprintf(`{"version":%d,"managedDepartmentId":%q}`, hua.Version, o.departments["Sales"]), `"managedDepartmentId","rule":"reach"`},
			"as the manager of Sales":     {"PATCH", "upms/department/" + o.departments["Sales"], fmt.Sprintf(`{"version":1,"managerId":%q}`, hua.ID), `"managerId","rule":"reach"`},
			"Sales below CNC":             {"PATCH", "upms/department/" + o.departments["Sales"], fmt.Sprintf(`{"version":1,"parentId":%q}`, o.departments["CNC"]), `"parentId","rule":"reach"`},
			"a department below Sales":    {"POST", "upms/department", fmt.Sprintf(`{"code":"N","name":"N","parentId":%q}`, o.departments["Sales"]), "does not hold what stands below"},
			"a password of who sees more": {"POST", "upms/user/" + lin.ID + "/reset", `{}`, "Lin sees records beyond your own data scope"},
			"what they are called":        {"PATCH", "upms/user/" + lin.ID, fmt.Sprintf(`{"version":%d,"realName":"Ling"}`, lin.Version), "Lin sees records beyond your own data scope"},
		} {
			status, _, text := send(t, c.method, o.server.URL+api.Prefix+c.path, o.hua, "application/json", strings.NewReader(c.body))
			if status == http.StatusOK || !strings.Contains(string(text), c.says) {
				t.Errorf("%s: %d %.300s", what, status, text)
			}
		}
		if status, _, text := send(t, http.MethodPost, o.server.URL+api.Prefix+"upms/department", o.hua, "application/json", strings.NewReader(fmt.Sprintf(`{"code":"N","name":"N","parentId":%q}`, o.departments["CNC"]))); status != http.StatusOK {
			t.Errorf("a department below CNC: %d %.300s", status, text)
		}

		wide := o.roleID("wide")
		o.write(func(tx store.Tx) error {
			return a.Access.SetUsers(ctx, tx, wide, []string{o.people["Sun"].ID, o.people["Wei"].ID}, nil)
		})
		actor, err := a.Identity.Authenticate(ctx, api.Caller{Token: signedIn(t, o.server, "13811110002")["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.DB.Write(store.WithActor(ctx, actor), func(tx store.Tx) error {
			return errors.Join(
				tx.Log(ctx, "user", o.people["Wei"].ID, "Wei", store.ActionChange, store.FieldChange{Field: "intro", Before: "", After: "secret of Wei"}),
				tx.Log(ctx, "department", o.departments["Works"], "Works", store.ActionChange))
		}); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"upms/operation-log?size=500", "upms/operation-log/export?format=csv", "upms/role/" + wide + "/log"} {
			_, _, text := send(t, http.MethodGet, o.server.URL+api.Prefix+path, o.hua, "", nil)
			if strings.Contains(string(text), "Wei") || strings.Contains(string(text), "Works") {
				t.Errorf("%s tells of Wei: %s", path, text)
			}
		}
	})
}

// What moves along with a department is shown to nobody by a person who does not see it, not even to a third one.
func TestNobodyShowsOthersWhatTheyDoNotSee(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeChosen, "Sales", "Milling")
		abroad := org.Department{Code: "Abroad", Name: "Abroad", ParentID: o.departments["Sales"], Valid: true}
		o.write(func(tx store.Tx) error {
			below := access.Role{Code: "below", NameZh: "下级", NameEn: "Below", Type: access.UserDefined, Valid: true, DataScope: access.ScopeBelow, Departments: []string{}, Grants: []string{"system.user.*"}}
			mei := o.people["Mei"] // of Milling
			mei.Roles = []string{"below"}
			return errors.Join(a.Org.Departments.Save(ctx, tx, &abroad), tx.Insert(ctx, &below), tx.Update(ctx, &mei, "roles"))
		})
		move := func() (int, string) {
			body := fmt.Sprintf(`{"version":1,"parentId":%q}`, o.departments["Milling"])
			status, _, text := send(t, http.MethodPatch, o.server.URL+api.Prefix+"upms/department/"+o.departments["Sales"], o.hua, "application/json", strings.NewReader(body))
			return status, string(text)
		}
		if status, text := move(); status == http.StatusOK || !strings.Contains(text, `"parentId","rule":"reach"`) {
			t.Errorf("Sales with Abroad below Milling shows Abroad to Mei: %d %.300s", status, text)
		}
		o.write(func(tx store.Tx) error {
			abroad.ParentID = ""
			return a.Org.Departments.Save(ctx, tx, &abroad)
		})
		if status, text := move(); status != http.StatusOK {
			t.Errorf("Sales alone below Milling, all seen by Hua: %d %.300s", status, text)
		}
	})
}

// A sheet removes nobody whom the person who sends it does not see.
func TestASheetKeepsPeopleOutOfReach(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		o := newStaffed(ctx, t, a)
		o.scope(access.ScopeBelow)
		var group basedata.Group
		o.write(func(tx store.Tx) error {
			if err := tx.Select(&group).Where("id = ?", "01900000-0000-7000-8000-000000000204").Scan(ctx); err != nil {
				return err
			}
			group.UserIDs = []string{o.people["Sun"].ID, o.people["Lin"].ID}
			return tx.Update(ctx, &group, "user_ids")
		})
		actor, err := a.Identity.Authenticate(ctx, api.Caller{Token: o.hua["mdbtk"]})
		if err != nil {
			t.Fatal(err)
		}
		for cell, want := range map[string][]string{"mei": {"Mei", "Sun"}, "-": {"Sun"}} {
			file := "code,userIds\n" + group.Code + "," + cell + "\n"
			if _, err := a.Master.Groups.Import(store.WithActor(ctx, actor), a.DB, resource.ImportFile{Name: "g.csv", Data: []byte(file)}); err != nil {
				t.Fatal(err)
			}
			var names []string
			o.write(func(tx store.Tx) error {
				err := tx.Select(&group).Where("id = ?", group.ID).Scan(ctx)
				for name, u := range o.people {
					if slices.Contains(group.UserIDs, u.ID) {
						names = append(names, name)
					}
				}
				return err
			})
			if slices.Sort(names); !slices.Equal(names, want) {
				t.Errorf("after %q the members are %q", cell, names)
			}
		}
	})
}
