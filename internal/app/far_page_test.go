package app

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A page that is too far is refused by every list, whatever number is sent, and searches clean what they are given (VALID-01).
func TestListsRefuseFarPagesAndTakeAnySearch(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		a.examples(ctx, t)
		header := signedIn(t, server, "13800000001")
		for _, page := range []int64{9223372036854775807, 18446744073709553, 4611686018427387905, -9223372036854775808} {
			for _, list := range []string{"bms/section", "mf/program", "upms/online-user", "bms/member", "upms/sms/log"} {
				if status, r := ask(t, server, header, http.MethodGet, fmt.Sprintf("%s?page=%d&size=500", list, page), nil); status != http.StatusUnprocessableEntity {
					t.Errorf("page %d of %s: %d %+v", page, list, status, r)
				}
			}
			for _, list := range []string{"bms/msg/getUserMsgList.do", "aps/exe/job/query"} {
				if status, r := ask(t, server, header, http.MethodPost, list, map[string]any{"page": page, "size": 500}); status != http.StatusUnprocessableEntity {
					t.Errorf("page %d of %s: %d %+v", page, list, status, r)
				}
			}
		}
		for list, q := range map[string]string{"upms/online-user": "**138*01", "mf/program": "**EX*P"} {
			every, narrowed := ask1(t, server, header, list, ""), ask1(t, server, header, list, q)
			none := ask1(t, server, header, list, "***")
			if none != every || narrowed > every {
				t.Errorf("%s: %q gives %q, %q of %q", list, "***", none, narrowed, every)
			}
		}
	})
}

// ask1 is the total of a list that is searched.
func ask1(t *testing.T, server *httptest.Server, header map[string]string, list, q string) string {
	t.Helper()
	status, r := ask(t, server, header, http.MethodGet, list+"?q="+q, nil)
	if status != http.StatusOK {
		t.Fatalf("%s for %q: %d %+v", list, q, status, r)
	}
	_, after, _ := strings.Cut(string(r.Data), `"total":`)
	total, _, _ := strings.Cut(after, ",")
	return total
}
