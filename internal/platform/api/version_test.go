package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
)

// The version stands in the document, on its page and in the replies to whoever is signed in; a stranger's reply has none.
func TestTheVersionIsTold(t *testing.T) {
	s := links() // of version "test"
	api.Call(s, api.Operation{Method: http.MethodGet, Path: "open", ID: "open", Access: api.Public}, func(context.Context, *struct{}) (string, error) { return "", nil })
	if v := s.OpenAPI().Info.Version; v != "test" {
		t.Errorf("the document says %q", v)
	}
	for target, want := range map[string]string{"/front/api/v1/link/1": "test", "/front/api/v1/open": "", "/page": "", "/healthz": ""} {
		if got := serveOne(s, http.MethodGet, target, "").Header().Get("X-Mouldworks-Version"); got != want {
			t.Errorf("%s: version %q", target, got)
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/docs", nil))
	if !strings.Contains(w.Body.String(), "Mouldworks API test") {
		t.Errorf("the page: %.300s", w.Body)
	}
}
