package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// Many people save the same at the same moment: one wins, and all others read which field is taken, as they would have a moment
// later.
func TestSimultaneousDuplicatesNameTheField(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		for _, row := range []struct {
			path, field string
			body        map[string]any
		}{
			{"bms/section", "name", map[string]any{"name": "TWICE", "chineseName": "两次"}},
			{"bms/supplier", "name", map[string]any{"name": "TWICE"}},
			{"pm/mould", "mouldNo", map[string]any{"mouldNo": "TWICE-1", "delivery": "2031-03-20T09:00:00Z"}},
		} {
			for round := range 4 {
				body := maps.Clone(row.body)
				body[row.field] = fmt.Sprintf("%s%d", body[row.field], round)
				var all sync.WaitGroup
				var lock sync.Mutex
				won := 0
				for n := range 8 {
					mine := maps.Clone(body)
					if n%2 == 1 { // upper and lower case are one name
						mine[row.field] = strings.ToLower(mine[row.field].(string))
					}
					if row.path == "bms/supplier" {
						mine["code"] = fmt.Sprintf("C%d%d", round, n)
					}
					text, err := json.Marshal(mine)
					if err != nil {
						t.Fatal(err)
					}
					all.Go(func() {
						status, r, raw := send(t, http.MethodPost, server.URL+api.Prefix+row.path, header, "application/json", bytes.NewReader(text))
						lock.Lock()
						defer lock.Unlock()
						var fields []struct{ Field, Rule, Message string }
						_ = json.Unmarshal(r.Data, &fields) // a row when it won
						named := slices.ContainsFunc(fields, func(f struct{ Field, Rule, Message string }) bool {
							return f.Field == row.field && f.Rule == "unique" && strings.Contains(f.Message, "already exists")
						})
						if status == http.StatusOK {
							won++
						} else if status != http.StatusUnprocessableEntity || r.Code != 422 || !named {
							t.Errorf("%s: %d %.300s", row.path, status, raw)
						}
					})
				}
				all.Wait()
				if won != 1 {
					t.Errorf("%s: %d have won", row.path, won)
				}
			}
		}
	})
}

// A call that meets a database which does not answer, or cannot write, says so with its code; the caller of a silent database
// learns when to try again. Reading goes on where only the disk is full, and what is readable stays so.
func TestAnOutageIsNoFaultOfTheServer(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		create := func(name string) (int, reply, http.Header) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+api.Prefix+"bms/section", strings.NewReader(`{"name":"`+name+`","chineseName":"x"}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("mdbtk", header["mdbtk"])
			r.Header.Set("Accept-Language", "zh")
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			var out reply
			err = errors.Join(json.NewDecoder(res.Body).Decode(&out), res.Body.Close())
			if err != nil {
				t.Fatal(err)
			}
			return res.StatusCode, out, res.Header
		}
		if status, r, _ := create("BEFORE"); status != http.StatusOK {
			t.Fatalf("%d %+v", status, r)
		}
		off, on := "PRAGMA query_only = ON", "PRAGMA query_only = OFF"
		if a.DB.Postgres() {
			var name string
			if err := a.DB.Pool().QueryRow("SELECT current_database()").Scan(&name); err != nil {
				t.Fatal(err)
			}
			set := "ALTER DATABASE " + name + " SET default_transaction_read_only = "
			off, on = set+"on", "BEGIN READ WRITE; "+set+"off; COMMIT"
			a.DB.Pool().SetMaxIdleConns(-1) // so that each call has a session of the new setting
		}
		if _, err := a.DB.Pool().Exec(off); err != nil {
			t.Fatal(err)
		}
		status, r, _ := create("DURING")
		if status != http.StatusInsufficientStorage || r.Code != 507 || !strings.Contains(r.Message, "无法保存") {
			t.Errorf("writing: %d %+v", status, r)
		}
		if status, _, raw := send(t, http.MethodGet, server.URL+"/readyz", nil, "", nil); status != http.StatusServiceUnavailable || !strings.Contains(string(raw), "cannot be written") {
			t.Errorf("readyz: %d %s", status, raw)
		}
		if _, err := a.DB.Pool().Exec(on); err != nil {
			t.Fatal(err)
		}
		if status, r, _ := create("AFTER"); status != http.StatusOK {
			t.Errorf("afterwards: %d %+v", status, r)
		}
		if _, r := ask(t, server, header, http.MethodGet, "bms/section?size=500", nil); !bytes.Contains(r.Data, []byte(`"BEFORE"`)) || bytes.Contains(r.Data, []byte(`"DURING"`)) || !bytes.Contains(r.Data, []byte(`"AFTER"`)) {
			t.Errorf("the rows: %.300s", r.Data)
		}
	})
}

// The words and codes of a database that does not answer.
func TestASilentDatabaseSaysWhenToTryAgain(t *testing.T) {
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) {
		return store.Actor{}, fmt.Errorf("read the session: %w", store.ErrUnavailable)
	}
	api.Call(s, api.Operation{Method: http.MethodGet, Path: "x", ID: "x", Access: api.SignedIn}, func(context.Context, *struct{}) (int, error) { return 1, nil })
	for lang, words := range map[string]string{"zh": "数据库暂时没有响应", "en": "does not answer"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, api.Prefix+"x", nil)
		r.Header.Set("Accept-Language", lang)
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if w.Code != 503 || !strings.Contains(w.Body.String(), `"code":503`) || !strings.Contains(w.Body.String(), words) || w.Header().Get("Retry-After") != "5" {
			t.Errorf("%d %v %s", w.Code, w.Header(), w.Body)
		}
	}
}
