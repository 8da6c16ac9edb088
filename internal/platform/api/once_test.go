package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A call that its sender has named works once, however often it arrives; a call without a name, another person's call of
// the same name and a question that is put as a POST are nobody's repetition.
func TestANamedCallWorksOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		wrote, read, accounts, refuses := 0, 0, 0, false
		people := map[string]store.Actor{"anna": storetest.Tenant(t, db, "a"), "ben": storetest.Tenant(t, db, "b")}
		s := api.New(db, "test")
		s.Authenticate = func(_ context.Context, c api.Caller) (store.Actor, error) { return people[c.Token], nil }
		type nothing struct{}
		write := api.Operation{Method: http.MethodPost, Path: "note", ID: "note", Access: api.SignedIn}
		api.Write(s, write, func(context.Context, store.Tx, *nothing) (int, error) {
			if refuses {
				return 0, problem.Refuse(problem.L("不行", "no"))
			}
			wrote++
			return wrote, nil
		})
		ask := api.Operation{Method: http.MethodPost, Path: "note/query", ID: "notes", Access: api.SignedIn}
		api.Call(s, ask, func(context.Context, *nothing) (int, error) { read++; return read, nil })
		above := write
		above.Path, above.ID = "account", "account"
		api.Call(s, above, func(ctx context.Context, _ *nothing) (n int, err error) {
			return n, db.System(ctx, "the test changes what stands above tenants", func(store.Tx) error { accounts++; n = accounts; return nil })
		})
		both := write
		both.Path, both.ID = "both", "both"
		api.Call(s, both, func(ctx context.Context, _ *nothing) (int, error) {
			err := db.System(ctx, "the test changes what stands above tenants", func(store.Tx) error { accounts++; return nil })
			if err == nil {
				err = db.Write(ctx, func(store.Tx) error { wrote++; return nil })
			}
			return accounts, err
		})
		h := s.Handler()
		send := func(who, path, name string) string {
			t.Helper()
			q := httptest.NewRequest(http.MethodPost, api.Prefix+path, nil).WithContext(t.Context())
			q.Header.Set("mdbtk", who)
			q.Header.Set("Accept-Language", "en")
			if name != "" {
				q.Header.Set("Idempotency-Key", name)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, q)
			return strings.TrimSpace(w.Body.String())
		}
		const again = `{"code":20011,"message":"This action was already submitted once: please check its result before you do it again","data":null,"texts":{"zh":"此操作已经提交过一次，请检查结果后再决定是否重试","en":"This action was already submitted once: please check its result before you do it again"}}`
		for _, step := range []struct{ who, path, name, want string }{
			{"anna", "note", "n1", `{"code":1,"message":"ok","data":1}`},
			{"anna", "note", "n1", again},
			{"anna", "note", "n1", again},
			{"anna", "note", "n2", `{"code":1,"message":"ok","data":2}`},
			{"ben", "note", "n1", `{"code":1,"message":"ok","data":3}`},
			{"ben", "note", "", `{"code":1,"message":"ok","data":4}`},
			{"ben", "note", "", `{"code":1,"message":"ok","data":5}`},
			{"anna", "account", "a1", `{"code":1,"message":"ok","data":1}`},
			{"anna", "account", "a1", again},
			{"ben", "account", "a1", `{"code":1,"message":"ok","data":2}`},
			{"anna", "both", "a2", `{"code":1,"message":"ok","data":3}`},
			{"anna", "both", "a2", again},
			{"anna", "account", "a2", again},
			{"anna", "account", "", `{"code":1,"message":"ok","data":4}`},
			{"anna", "note/query", "n3", `{"code":1,"message":"ok","data":1}`},
			{"anna", "note/query", "n3", `{"code":1,"message":"ok","data":2}`},
		} {
			if got := send(step.who, step.path, step.name); got != step.want {
				t.Errorf("%s sends %s named %q: %s", step.who, step.path, step.name, got)
			}
		}
		refuses = true
		if got := send("anna", "note", "n4"); !strings.Contains(got, `"code":20000`) {
			t.Errorf("a refused call: %s", got)
		}
		refuses = false
		for _, want := range []string{`{"code":1,"message":"ok","data":7}`, again} {
			if got := send("anna", "note", "n4"); got != want {
				t.Errorf("after the refusal: %s", got)
			}
		}
	})
}
