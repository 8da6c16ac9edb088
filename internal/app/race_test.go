package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// signedIn gives the header of a member of the demo tenant.
func signedIn(t *testing.T, server *httptest.Server, phone string) map[string]string {
	t.Helper()
	return signedInWith(t, server, phone, "Passw0rd1")
}

func signedInWith(t *testing.T, server *httptest.Server, phone, password string) map[string]string {
	t.Helper()
	_, r, data := login(t, server, phone, password)
	token, _ := data["token"].(string)
	if token == "" {
		t.Fatalf("signing in: %+v", r)
	}
	return map[string]string{"mdbtk": token}
}

// Fifty clients change one record from the same version: one wins, the others get the current row and who changed it,
// put their change on top of it and lose nothing.
func TestFiftyClientsSaveOneRecord(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var id string
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			row, err := a.Master.Sections.Create(ctx, tx, map[string]json.RawMessage{"name": json.RawMessage(`"RACE"`), "chineseName": json.RawMessage(`"start"`)})
			id = row.ID
			return err
		}); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		save := func(version int64, name string) (int, reply) {
			body := fmt.Sprintf(`{"version":%d,"chineseName":%q}`, version, name)
			status, r, _ := send(t, http.MethodPatch, server.URL+api.Prefix+"bms/section/"+id, header, "application/json", bytes.NewReader([]byte(body)))
			return status, r
		}
		var all sync.WaitGroup
		var lock sync.Mutex
		winners, merged := 0, 0
		for client := range 50 {
			all.Go(func() {
				version := int64(1)
				for try := 0; ; try++ {
					status, r := save(version, fmt.Sprintf("client %d", client))
					if status == http.StatusOK {
						lock.Lock()
						if merged++; try == 0 {
							winners++
						}
						lock.Unlock()
						return
					}
					var stale struct {
						Current   struct{ Version int64 }
						ChangedBy string
					}
					if err := json.Unmarshal(r.Data, &stale); err != nil || status != http.StatusConflict || r.Code != 20009 || stale.ChangedBy == "" || stale.Current.Version <= version {
						t.Errorf("client %d, try %d: %d, code %d, %.200s", client, try, status, r.Code, r.Data)
						return
					}
					version = stale.Current.Version
				}
			})
		}
		all.Wait()
		if winners != 1 || merged != 50 {
			t.Errorf("%d won at once, %d changes came in", winners, merged)
		}
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			row, err := a.Master.Sections.Get(ctx, tx, id)
			if err == nil && row.Version != 51 {
				t.Errorf("after 50 changes the version is %d", row.Version)
			}
			if err != nil {
				return err
			}
			lines, err := tx.History(ctx, "section", id, 100)
			if len(lines) != 51 {
				t.Errorf("%d lines of log", len(lines))
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}
