package app

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Companies are opened at the same moment with one new phone, or with one code: a refusal names what they share, and the same call
// made again goes on from what the first one has made.
func TestCompaniesOpenedAtOnceNameWhatTheyShare(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		operator := operatorIn(t.Context(), t, a, server)
		open := func(code, phone string) (status int, fields []struct{ Field, Rule string }) {
			status, r := ask(t, server, operator, http.MethodPost, "platform/tenant/open", map[string]any{
				"code": code, "name": "企业" + code, "factoryName": "一厂", "zone": "Asia/Shanghai", "realName": "张三", "phoneNum": phone,
			})
			_ = json.Unmarshal(r.Data, &fields) // the company when it was opened
			return status, fields
		}
		for _, row := range []struct {
			shared      string
			code, phone func(round, n int) string
		}{
			{"phoneNum", func(round, n int) string { return fmt.Sprintf("p%d%d", round, n) }, func(round, _ int) string { return fmt.Sprintf("1365555010%d", round) }},
			{"code", func(round, _ int) string { return fmt.Sprintf("c%d", round) }, func(round, n int) string { return fmt.Sprintf("136555502%d%d", round, n) }},
		} {
			for round := range 4 {
				var all sync.WaitGroup
				var lock sync.Mutex
				won := 0
				for n := range 8 {
					all.Go(func() {
						status, fields := open(row.code(round, n), row.phone(round, n))
						lock.Lock()
						defer lock.Unlock()
						if status == http.StatusOK {
							won++
							return
						}
						for _, f := range fields {
							if f.Rule != "unique" || f.Field != row.shared && (row.shared != "code" || f.Field != "name") {
								t.Errorf("one %s: refused with %+v", row.shared, f)
							}
						}
						if status != http.StatusUnprocessableEntity || len(fields) == 0 {
							t.Errorf("one %s: %d", row.shared, status)
						}
					})
				}
				all.Wait()
				if won == 0 || row.shared == "code" && won > 1 {
					t.Errorf("one %s: %d have won", row.shared, won)
				}
			}
		}
		if status, fields := open("again", "13655550100"); status != http.StatusOK {
			t.Errorf("afterwards: %d %+v", status, fields)
		}
	})
}
