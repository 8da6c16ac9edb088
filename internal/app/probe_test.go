package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/identity/identitytest"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/floor"
	"mouldworks/internal/tenancy"
)

type reply struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data"`
}

// send calls a server as whoever the header says.
func send(t *testing.T, method, address string, header map[string]string, contentType string, body io.Reader) (int, reply, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	for k, v := range header {
		r.Header.Set(k, v)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(res.Body)
	if err := res.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var out reply
	_ = json.Unmarshal(raw, &out) // downloads are no JSON
	return res.StatusCode, out, raw
}

func encrypted(t *testing.T, server *httptest.Server, password string) string {
	t.Helper()
	_, key, _ := send(t, http.MethodGet, server.URL+api.Prefix+"getKeyAndIv", nil, "", nil)
	var data struct{ PublicKey string }
	if err := json.Unmarshal(key.Data, &data); err != nil {
		t.Fatal(err)
	}
	return identitytest.Encrypted(t, data.PublicKey, password)
}

func login(t *testing.T, server *httptest.Server, phone, password string) (int, reply, map[string]any) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"phoneNum": phone, "password": encrypted(t, server, password)})
	if err != nil {
		t.Fatal(err)
	}
	status, r, _ := send(t, http.MethodPost, server.URL+api.Prefix+"upms/user/login", nil, "application/json", bytes.NewReader(body))
	data := map[string]any{}
	_ = json.Unmarshal(r.Data, &data) // null when refused
	return status, r, data
}

// LOGIN-04, LOGIN-05, LOGIN-07, LOGIN-12, SAPI-01, SAPI-04: the key, the login and its reply, the refusal, the
// session and its end.
func TestSigningInAndOut(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		if status, r, _ := login(t, server, "13800000002", "wrong1"); status != http.StatusForbidden || r.Code != 11015 {
			t.Errorf("a wrong password: %d %+v", status, r)
		}
		_, unknown, _ := login(t, server, "13899999999", "wrong1")
		if _, wrong, _ := login(t, server, "13800000003", "wrong1"); unknown.Message != wrong.Message {
			t.Errorf("the answer tells whether a phone exists: %q, %q", unknown.Message, wrong.Message)
		}
		_, r, data := login(t, server, "13800000002", "Passw0rd1")
		token, _ := data["token"].(string)
		if r.Code != 1 || token == "" {
			t.Fatalf("signing in: %+v", r)
		}
		for _, field := range []string{"allowLoginFlag", "expireDate", "expireRemainDays", "maxOverdueDays", "tenantName", "loginDelaySeconds", "haspExpireSwitch"} {
			if _, ok := data[field]; !ok {
				t.Errorf("the reply lacks %s", field)
			}
		}
		mine := map[string]string{"mdbtk": token}
		if status, _, _ := send(t, http.MethodGet, server.URL+api.Prefix+"checklogin", mine, "", nil); status != http.StatusOK {
			t.Errorf("the session is not known: %d", status)
		}
		send(t, http.MethodPost, server.URL+api.Prefix+"logout", mine, "", nil)
		if status, r, _ := send(t, http.MethodGet, server.URL+api.Prefix+"checklogin", mine, "", nil); status != http.StatusUnauthorized || r.Code != 401 {
			t.Errorf("after signing out: %d %+v", status, r)
		}
		for range 6 {
			login(t, server, "13800000004", "wrong1")
		}
		if _, r, _ := login(t, server, "13800000004", "Passw0rd1"); r.Code != 11015 || !strings.Contains(r.Message, "15") {
			t.Errorf("after six wrong passwords the right one got %+v", r)
		}
	})
}

// examples makes every row that the OpenAPI examples speak of, where it is missing.
func (a *App) examples(ctx context.Context, t *testing.T) {
	t.Helper()
	// No transaction of a tenant makes the account behind the example of a user.
	if err := a.DB.System(ctx, "the example of a user needs an account", func(tx store.Tx) error {
		known, err := tx.Select((*identity.Account)(nil)).Where("id = ?", org.ExampleAccount).Exists(ctx)
		if err != nil || known {
			return err
		}
		return tx.Insert(ctx, &identity.Account{ID: org.ExampleAccount, Phone: "13900000902", Language: "zh", CreatedAt: store.Now()})
	}); err != nil {
		t.Fatal(err)
	}
	if err := a.DB.Write(ctx, func(tx store.Tx) error {
		return errors.Join(a.Entities.Example(ctx, tx), a.Production.ExampleLayout(ctx, tx), blockedExamples(ctx, tx))
	}); err != nil {
		t.Fatal(err)
	}
	owner, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	a.exampleMember(t, owner)
	// Several examples change one role, and each says that it saw its first version.
	if _, err := a.DB.Pool().ExecContext(ctx, "UPDATE role SET version = 1 WHERE id = '01900000-0000-7000-8000-000000000e21'"); err != nil {
		t.Fatal(err)
	}
	// Lines of the operation log get their id when they are written.
	if _, err := a.DB.Pool().ExecContext(ctx, fmt.Sprintf(`INSERT INTO operation_log (id, tenant_id, factory_id, at, account_id, by_name, through, entity, row_id, title, action, changes)
		VALUES ('01900000-0000-7000-8000-000000000d01', '%s', '%s', '2026-03-20 00:00:00', '', 'Example', 'ui', 'mould', '01900000-0000-7000-8000-000000000d02', 'Example', 'delete', '[]')
		ON CONFLICT DO NOTHING`, owner.TenantID, owner.FactoryID)); err != nil {
		t.Fatal(err)
	}
}

// blockedExamples makes the blocked starts that examples end.
func blockedExamples(ctx context.Context, tx store.Tx) error {
	for _, id := range []string{floor.ExampleAnswered, floor.ExampleTakenBack} {
		if there, err := tx.Select((*production.BlockedStart)(nil)).Where("id = ?", id).Exists(ctx); there || err != nil {
			return err
		}
		row := &production.BlockedStart{MouldID: "01900000-0000-7000-8000-000000000401", OperationID: floor.ExampleOperation, Reason: 1, ReporterName: "Example", ToldAt: store.Now()}
		row.ID = id
		if err := tx.Insert(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// exampleMember makes the member whom examples speak of, who has no password.
func (a *App) exampleMember(t *testing.T, owner store.Actor) {
	t.Helper()
	if err := a.DB.System(t.Context(), "the test makes the member of the examples", func(tx store.Tx) error {
		if there, err := tx.Select((*identity.Member)(nil)).Where("id = ?", access.MemberExample).Exists(t.Context()); there || err != nil {
			return err
		}
		account := identity.Account{ID: access.MemberExample, Phone: "13900009001", PasswordHash: "none", Language: "zh", CreatedAt: store.Now()}
		m := identity.Member{AccountID: account.ID, UserName: "example.member", RealName: "Example", Roles: []string{access.Floor}, Factories: []string{owner.FactoryID}, PageSize: 50, Phone: account.Phone, ExpireDate: "2099-12-31", Joining: 1, Enabled: true}
		m.ID, m.TenantID = access.MemberExample, owner.TenantID
		return errors.Join(tx.Insert(t.Context(), &account), tx.Insert(t.Context(), &m))
	}); err != nil {
		t.Fatal(err)
	}
}

// Every operation that carries an example succeeds with it for the owner of the example rows, in an order in which
// none takes away what another needs: reading, changing, deleting.
func TestEveryExampleSucceedsForItsOwner(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		// A draft is one person's: of whoever asks.
		if _, err := a.DB.Pool().ExecContext(ctx, "UPDATE plan_draft SET account_id = (SELECT id FROM account WHERE phone = '13800000001')"); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		operations := slices.DeleteFunc(a.API.Operations(), func(op api.Operation) bool {
			if op.Permission != "" && op.Example == nil {
				t.Errorf("%s %s has no example", op.Method, op.Path)
			}
			return op.Permission == "" || operators(op)
		})
		slices.SortStableFunc(operations, func(x, y api.Operation) int { return turn(x) - turn(y) })
		for _, op := range operations {
			a.examples(ctx, t)
			status, r, raw := replay(t, server, op, header)
			if status != http.StatusOK || r.Code > 1 {
				t.Errorf("%s %s: %d %.300s", op.Method, op.Path, status, raw)
			}
			if op.ID == "view-as" { // the owner goes on as themselves
				if status, r := ask(t, server, header, http.MethodPost, "upms/view/end", map[string]any{}); status != http.StatusOK {
					t.Fatalf("the view does not end: %d %s", status, r.Message)
				}
			}
			for _, d := range a.drift(op, status, raw) {
				t.Errorf("%s %s answers otherwise than the document says: %s, in %.300s", op.Method, op.Path, d, raw)
			}
		}
	})
}

// operators tells whether a call is the operator's alone.
func operators(op api.Operation) bool { return strings.HasPrefix(op.Permission, "platform.") }

// turn says when an operation is replayed.
func turn(op api.Operation) int {
	switch {
	case op.Method == http.MethodGet, op.ID == "mould-picture-delete": // there is no picture yet
		return 0
	case op.Method == http.MethodDelete || strings.Contains(op.ID, "delete"):
		return 4
	case op.ID == "aps-release":
		return 2
	case op.ID == "aps-start":
		return 3
	default:
		return 1
	}
}

// Every operation that asks for a session answers nobody and a spent token alike; every one with a permission is replayed by its example as five others: nobody, a spent token, another tenant's
// administrator, another factory's, and a member without any role. None of them gets at a row of the owner.
func TestStrangersFindNothingByAnyRoute(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		secret := "OWNERS-ROW"
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			_, err := a.Master.Sections.Create(ctx, tx, map[string]json.RawMessage{"name": json.RawMessage(`"OWN"`), "chineseName": json.RawMessage(`"` + secret + `"`)})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		strangers := a.strangers(ctx, t)
		shared := map[string]bool{}
		for _, r := range a.Entities {
			if m := r.Meta(func(string) bool { return true }); m.Level == "tenant" {
				shared[m.Path] = true
			}
		}
		probed, personal := 0, 0
		for _, op := range a.API.Operations() {
			if op.Access == api.SignedIn && op.Permission == "" {
				personal++
				op := op
				if op.Example == nil {
					op.Example = &api.Example{} // whoever may not call it does not get as far as the body
				}
				for _, who := range []string{"nobody", "spent"} {
					if status, r, raw := replay(t, server, op, strangers[who]); status != 401 || r.Code != 401 {
						t.Errorf("%s %s as %s: %d %.200s", op.Method, op.Path, who, status, raw)
					}
				}
			}
			if op.Permission == "" || op.Example == nil || operators(op) { // the operator's: TestTheOperator
				continue
			}
			probed++
			for who, header := range strangers {
				if who == "another factory" && op.Method != http.MethodGet && shared[entityPath(op.Path)] {
					continue // the tenant's own administrator may change what its factories share
				}
				status, r, raw := replay(t, server, op, header)
				refused := map[string]int{"nobody": 401, "spent": 401, "no role": 403}[who]
				if refused != 0 && (status != refused || r.Code != refused) {
					t.Errorf("%s %s as %s: %d %+v", op.Method, op.Path, who, status, r)
				}
				if status >= 500 || bytes.Contains(raw, []byte(secret)) || bytes.Contains(raw, []byte("Example completed")) {
					t.Errorf("%s %s as %s: %d %.200s", op.Method, op.Path, who, status, raw)
				}
				// Rows of a factory do not exist for others; rows of the tenant do for its other factory.
				if who != "another factory" && bytes.Contains(raw, []byte(`"01900000-0000-7000-8000-`)) {
					t.Errorf("%s %s as %s gives an example row: %.300s", op.Method, op.Path, who, raw)
				}
				if who == "another tenant" && len(op.Example.Path) > 0 && op.ID != "meta" && status != 404 {
					t.Errorf("%s %s as %s: %d %.200s", op.Method, op.Path, who, status, raw)
				}
			}
		}
		if probed < 60 {
			t.Errorf("only %d operations were probed", probed)
		}
		if personal < 30 {
			t.Errorf("only %d operations of people were probed", personal)
		}
		// And none of them has changed a row.
		header := signedIn(t, server, "13800000001")
		for _, op := range a.API.Operations() {
			if op.Method != http.MethodGet || !strings.HasSuffix(op.ID, "-get") || operators(op) {
				continue
			}
			status, r, raw := replay(t, server, op, header)
			var one struct{ Row struct{ Version int } }
			if err := json.Unmarshal(r.Data, &one); err != nil || status != http.StatusOK || one.Row.Version != 1 {
				t.Errorf("%s after the strangers: %d %.200s", op.Path, status, raw)
			}
		}
	})
}

// strangers are those who must find nothing of the factory's: their headers, by who they are.
func (a *App) strangers(ctx context.Context, t *testing.T) map[string]map[string]string {
	t.Helper()
	owner, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	strangers := map[string]map[string]string{"nobody": {}, "spent": {"mdbtk": "spent"}}
	if err := a.DB.System(t.Context(), "the test makes strangers", func(tx store.Tx) error {
		far, factory, err := tenancy.Create(t.Context(), tx, tenancy.New{Code: "far", Name: "Far", FactoryCode: "F1", FactoryName: "Far 1", Zone: "Europe/Berlin"})
		if err != nil {
			return err
		}
		second := &tenancy.Factory{Code: "F2", Name: "Second", Zone: "Asia/Shanghai"}
		second.TenantID = owner.TenantID
		if err := tx.Insert(t.Context(), second); err != nil {
			return err
		}
		for name, n := range map[string]identity.NewMember{
			"another tenant":  {TenantID: far.ID, Phone: "13911111111", UserName: "far", RealName: "Far", Roles: []string{access.Administrator}, Factories: []string{factory.ID}},
			"another factory": {TenantID: owner.TenantID, Phone: "13922222222", UserName: "second", RealName: "Second", Roles: []string{access.Administrator}, Factories: []string{second.ID}},
			"no role":         {TenantID: owner.TenantID, Phone: "13933333333", UserName: "none", RealName: "None", Roles: []string{}, Factories: []string{owner.FactoryID}},
		} {
			n.Password = "Passw0rd1"
			m, err := a.Identity.Add(t.Context(), tx, n)
			if err != nil {
				return err
			}
			token, err := a.Identity.IssueToken(t.Context(), tx, m, "probe")
			if err != nil {
				return err
			}
			strangers[name] = map[string]string{"Blade-Auth": "bearer " + token}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return strangers
}

// entityPath is the first two segments of a path: those of the entity that it is about.
func entityPath(path string) string {
	return strings.Join(strings.SplitN(path, "/", 3)[:2], "/")
}

// replay sends an operation's example.
func replay(t *testing.T, server *httptest.Server, op api.Operation, header map[string]string) (int, reply, []byte) {
	t.Helper()
	path := op.Path
	for k, v := range op.Example.Path {
		path = strings.ReplaceAll(path, "{"+k+"}", v)
	}
	query := url.Values{}
	for k, v := range op.Example.Query {
		query.Set(k, v)
	}
	if !strings.HasPrefix(path, "/") {
		path = api.Prefix + path
	}
	address := server.URL + path + "?" + query.Encode()
	if op.Upload {
		file := []byte("name\nX\n")
		if strings.HasSuffix(op.Path, "/import/failed") {
			file = []byte("name,no such heading\nX,Y\n")
		}
		if strings.HasSuffix(op.Example.File, ".png") {
			file = noise(t, 72) // large enough for a logo
		}
		fields := maps.Clone(op.Example.Form)
		if strings.Contains(op.Path, "/import") { // what an import may show is no change
			fields = map[string]string{"dryRun": "true"}
			maps.Copy(fields, op.Example.Form)
		}
		kind, body := formBody(t, map[string][]byte{op.Example.File: file}, fields)
		return send(t, op.Method, address, header, kind, bytes.NewReader(body))
	}
	if op.Example.Body == nil {
		return send(t, op.Method, address, header, "", nil)
	}
	body, err := json.Marshal(op.Example.Body)
	if err != nil {
		t.Fatal(err)
	}
	return send(t, op.Method, address, header, "application/json", bytes.NewReader(body))
}
