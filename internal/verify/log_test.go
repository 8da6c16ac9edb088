package verify_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// A company's administrator reads what its people were sent, masked and without codes; another company's messages, and
// those of a member of both in the other one, are not in it.
func TestTheLogOfMessages(t *testing.T) {
	eachDesk(t, func(d *desk) {
		d.fresh("one", first, 4) // session "one" is of tenant t1
		d.later(time.Second)
		d.fresh("", second, 2)
		d.later(time.Second)
		d.fresh("", "13877777777", 1)
		server := api.New(d.db, "test")
		server.Authenticate = func(_ context.Context, c api.Caller) (store.Actor, error) {
			return store.Actor{TenantID: c.Token, AccountID: "admin", May: map[string]bool{"system.security.check": c.Token != "t3"}}, nil
		}
		d.verify.MountLog(server, func(_ context.Context, tenantID string) ([]string, error) {
			return map[string][]string{"t1": {first, second}, "t2": {first}}[tenantID], nil
		})
		front := httptest.NewServer(server.Handler())
		defer front.Close()
		read := func(tenant, query string) (page verify.LogPage, status int, raw string) {
			r, err := http.NewRequestWithContext(d.t.Context(), http.MethodGet, front.URL+api.Prefix+"upms/sms/log"+query, nil)
			if err != nil {
				d.t.Fatal(err)
			}
			r.Header.Set("mdbtk", tenant)
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				d.t.Fatal(err)
			}
			var a struct{ Data json.RawMessage }
			err = json.NewDecoder(res.Body).Decode(&a)
			if closed := res.Body.Close(); err != nil || closed != nil {
				d.t.Fatal(err, closed)
			}
			_ = json.Unmarshal(a.Data, &page) // a refusal has no page
			return page, res.StatusCode, string(a.Data)
		}
		page, _, raw := read("t1", "")
		if page.Total != 2 || len(page.Rows) != 2 || page.Rows[0].PhoneNum != "138******02" || page.Rows[0].SendType != 2 || page.Rows[1].SendType != 4 || page.Rows[1].Outcome != "sent" || page.Rows[1].Receipt != "receipt" {
			d.t.Errorf("the first company reads %s", raw)
		}
		if page.Limits != (verify.Limits{EverySeconds: 60, PerHour: 5, PerDay: 10}) || strings.Contains(raw, first) || strings.Contains(raw, d.box.last(d.t).Code) {
			d.t.Errorf("the first company reads %s", raw)
		}
		if page, _, raw := read("t1", "?page=2&size=1"); len(page.Rows) != 1 || page.Rows[0].SendType != 4 || page.Total != 2 {
			d.t.Errorf("page 2 is %s", raw)
		}
		if page, _, raw := read("t2", ""); page.Total != 0 || len(page.Rows) != 0 {
			d.t.Errorf("the second company reads %s", raw)
		}
		if _, status, _ := read("t3", ""); status != http.StatusForbidden {
			d.t.Errorf("without the permission: %d", status)
		}
	})
}
