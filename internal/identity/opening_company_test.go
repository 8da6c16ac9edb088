package identity_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/tenancy"
)

const operators = "13600000001"

// eachOperator is each with a person of the operator, whose browser opens companies.
func eachOperator(t *testing.T, fn func(t *testing.T, w *identitytest.World, operator *identitytest.Browser)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		w := identitytest.New(t, db, func(w *identitytest.World, _ *identity.Deps) func() {
			return func() { w.Identity.MountOperator(w.API) }
		})
		w.Person(t, w.North, annas, "anna")
		w.System(t, func(tx store.Tx) error {
			if err := tenancy.MakeOperator(t.Context(), tx, "Asia/Shanghai"); err != nil {
				return err
			}
			_, err := w.Identity.Add(t.Context(), tx, identity.NewMember{TenantID: "000000", Phone: operators, Password: identitytest.Password, UserName: "operator", RealName: "Olga", Roles: []string{access.Administrator}, Factories: []string{}})
			return err
		})
		b := w.Browser(t)
		b.SignIn(t, operators)
		fn(t, w, b)
	})
}

func company(change map[string]any) map[string]any {
	body := map[string]any{"code": "west", "name": "West", "factoryName": "West 1", "zone": "Europe/Berlin", "realName": "Wilma", "phoneNum": "13655550001"}
	for k, v := range change {
		body[k] = v
	}
	return body
}

// brokenFields are the fields of a refusal with the rules that they broke.
func brokenFields(t *testing.T, a identitytest.Answer) string {
	t.Helper()
	if a.Status != http.StatusUnprocessableEntity {
		return http.StatusText(a.Status)
	}
	var fields []problem.FieldError
	a.Into(t, &fields)
	told := []string{}
	for _, f := range fields {
		told = append(told, f.Field+" "+f.Rule)
	}
	return strings.Join(told, ", ")
}

// LOGIN-07 (its date and switch). What the operator opens: a company with its factory and its administrator, whose password is shown once and is to be
// changed; what was typed is cleaned, and the log of the operator tells of it.
func TestWhatTheOperatorOpens(t *testing.T) {
	eachOperator(t, func(t *testing.T, w *identitytest.World, operator *identitytest.Browser) {
		open := func(change map[string]any) (r identity.OpenTenantReply) {
			t.Helper()
			a := operator.Call(t, http.MethodPost, "platform/tenant/open", company(change))
			if a.Code != 1 {
				t.Fatalf("%v: %+v", change, a)
			}
			a.Into(t, &r)
			return r
		}
		read := func(id string) (c tenancy.Tenant, factories []tenancy.Factory, members []identity.Member) {
			t.Helper()
			w.System(t, func(tx store.Tx) error {
				return errors.Join(tx.Select(&c).Where("id = ?", id).Scan(t.Context()), tx.Select(&factories).Where("tenant_id = ?", id).Scan(t.Context()), tx.Select(&members).Where("tenant_id = ?", id).Scan(t.Context()))
			})
			return c, factories, members
		}
		made := open(map[string]any{"name": " West  ", "factoryName": " West 1 ", "realName": " Wilma ", "phoneNum": "136 5555-0001", "expireDate": "2099-12-31"})
		c, factories, members := read(made.TenantID)
		if c.Code != "west" || c.Name != "West" || c.Type != 0 || c.Zone != "Europe/Berlin" || c.ExpireDate != "2099-12-31" || c.HaspExpireSwitch != tenancy.Watched {
			t.Errorf("the company: %+v", c)
		}
		if len(factories) != 1 || factories[0].Code != "F1" || factories[0].Name != "West 1" || factories[0].Zone != "Europe/Berlin" {
			t.Fatalf("its factories: %+v", factories)
		}
		if len(members) != 1 || members[0].UserName != "admin" || members[0].RealName != "Wilma" || !slices.Equal(members[0].Roles, []string{"administrator"}) || !slices.Equal(members[0].Factories, []string{factories[0].ID}) ||
			members[0].LastFactory != factories[0].ID || !members[0].Enabled {
			t.Errorf("its people: %+v", members)
		}
		if len(made.Password) != 9 {
			t.Errorf("the password has %d characters", len(made.Password))
		}
		wilma := w.Browser(t)
		var in identity.LoginReply
		wilma.Login(t, "13655550001", made.Password, nil).Into(t, &in)
		if in.TenantID != made.TenantID || in.TenantName != "West" || in.ExpireDate == nil || *in.ExpireDate != "2099-12-31" || in.HaspExpireSwitch != tenancy.Watched {
			t.Errorf("its administrator comes into %+v", in)
		}
		wilma.Token = in.Token
		if a := wilma.Call(t, http.MethodGet, "upms/online-user?page=1&size=20", nil); a.Status != http.StatusConflict || a.Message != "Please set a password of your own first" {
			t.Errorf("with the password that the operator has seen: %+v", a)
		}
		var lines []store.Operation
		w.System(t, func(tx store.Tx) (err error) {
			return tx.Select(&lines).Where("entity = 'tenant' AND row_id = ?", made.TenantID).Scan(t.Context())
		})
		if len(lines) != 1 || lines[0].Title != "West" || lines[0].Action != store.ActionCreate || lines[0].TenantID != "000000" {
			t.Errorf("the operator's log: %+v", lines)
		}
		// A phone that is known keeps its password, and none is shown.
		if again := open(map[string]any{"code": "west-2", "name": "West 2"}); again.Password != "" || again.TenantID == made.TenantID {
			t.Errorf("a second company of the same person: %+v", again)
		}
		if known := open(map[string]any{"code": "west-3", "name": "West 3", "phoneNum": annas}); known.Password != "" {
			t.Errorf("a company of somebody who is here already: %+v", known)
		}
		w.Browser(t).SignIn(t, annas)
		// A personal user has no factory, and needs no name of one.
		own := open(map[string]any{"code": "solo", "name": "Solo", "tenantType": 1, "factoryName": "", "phoneNum": "13655550009"})
		c, factories, members = read(own.TenantID)
		if c.Type != 1 || c.ExpireDate != "" || c.HaspExpireSwitch != tenancy.Unlimited || len(factories) != 0 {
			t.Errorf("a personal user: %+v, %+v", c, factories)
		}
		if len(members) != 1 || len(members[0].Factories) != 0 || members[0].LastFactory != "" || own.Password == "" {
			t.Errorf("a personal user: %+v", members)
		}
	})
}

// What is wrong with a company, or taken, is said at its field, all of it at once; nothing of it is made.
func TestWhatTheOperatorCannotOpen(t *testing.T) {
	eachOperator(t, func(t *testing.T, w *identitytest.World, operator *identitytest.Browser) {
		if a := operator.Call(t, http.MethodPost, "platform/tenant/open", company(nil)); a.Code != 1 {
			t.Fatalf("%+v", a)
		}
		for _, c := range []struct {
			change map[string]any
			want   string
		}{
			{map[string]any{}, "code unique, name unique"},
			{map[string]any{"code": "other"}, "name unique"},
			{map[string]any{"name": "Other"}, "code unique"},
			{map[string]any{"name": " West "}, "code unique, name unique"},
			{map[string]any{"code": "other", "name": "Other", "expireDate": "2099-02-29"}, "expireDate type"},
			{map[string]any{"code": "other", "name": "Other", "expireDate": "soon"}, "expireDate type"},
			{map[string]any{"code": "o", "name": "", "expireDate": "soon"}, "expireDate type"},
			{map[string]any{"code": "other", "name": "Other", "factoryName": "  "}, "factoryName length"},
			{map[string]any{"code": "other", "name": "Other", "tenantType": 0, "factoryName": ""}, "factoryName length"},
			{map[string]any{"code": "other", "name": "Other", "realName": "", "phoneNum": "1", "zone": ""}, "realName length, phoneNum digits, zone zone"},
		} {
			if got := brokenFields(t, operator.Call(t, http.MethodPost, "platform/tenant/open", company(c.change))); got != c.want {
				t.Errorf("%v: %q, want %q", c.change, got, c.want)
			}
		}
		var names []string
		w.System(t, func(tx store.Tx) error {
			return tx.Select((*tenancy.Tenant)(nil)).Columns("name").Order("name").ScanColumn(t.Context(), &names)
		})
		if !slices.Equal(names, []string{"Mouldworks", "North", "South", "West"}) {
			t.Errorf("the companies are %q", names)
		}
		anna := w.Browser(t)
		anna.SignIn(t, annas)
		if a := anna.Call(t, http.MethodPost, "platform/tenant/open", company(map[string]any{"code": "mine", "name": "Mine"})); a.Status != http.StatusForbidden {
			t.Errorf("the administrator of a company opens another: %+v", a)
		}
	})
}

// Who loses a race for a code, a name or a phone hears at which field, whatever the engine calls the index.
func TestWhatAnotherCallHasJustTaken(t *testing.T) {
	each(t, func(t *testing.T, w *identitytest.World) {
		insert := func(row any) error {
			return w.DB.System(t.Context(), "the test makes a row twice", func(tx store.Tx) error { return tx.Insert(t.Context(), row) })
		}
		of := func(code, name string) *tenancy.Tenant {
			row := &tenancy.Tenant{Code: code, Name: name, Zone: "UTC", Modules: []string{}}
			row.TenantID = tenancy.Operator
			return row
		}
		for _, c := range []struct {
			what, want string
			err        error
		}{
			{"a phone", "phoneNum unique", insert(&identity.Account{ID: store.NewID(), Phone: annas, CreatedAt: store.Now()})},
			{"a code", "code unique", insert(of("North", "East"))},
			{"a name, where an index holds it", "name unique", &store.Duplicate{Columns: []string{"name"}}},
			{"a name and more", "name unique", &store.Duplicate{Columns: []string{"tenant_id", "name"}}},
			{"a phone and more", "code unique", &store.Duplicate{Columns: []string{"tenant_id", "phone"}}},
			{"nothing that is known", "code unique", errors.New("something else")},
		} {
			if got := identity.TakenOf(c.err); got.Field+" "+got.Rule != c.want {
				t.Errorf("%s: %s %s for %v", c.what, got.Field, got.Rule, c.err)
			}
		}
	})
}
