package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"mouldworks/internal/platform/api"
)

// The document declares the ways to say who calls, and every operation says which of them it takes: one of a list is enough,
// and a public one takes none.
func TestTheDocumentSaysWhoMayCall(t *testing.T) {
	s := api.New(nil, "test")
	answer := func(context.Context, *struct{}) (string, error) { return "", nil }
	for _, op := range []api.Operation{
		{Method: http.MethodGet, Path: "open", ID: "open", Access: api.Public},
		{Method: http.MethodPost, Path: "open", ID: "open-post", Access: api.Public},
		{Method: http.MethodGet, Path: "mine", ID: "mine", Access: api.SignedIn},
		{Method: http.MethodPost, Path: "mine", ID: "mine-post", Access: api.SignedIn},
		{Method: http.MethodDelete, Path: "theirs", ID: "theirs", Permission: "pm.mould.delete"},
	} {
		api.Call(s, op, answer)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/openapi.json", nil))
	var document struct {
		Components struct {
			SecuritySchemes map[string]struct{ Type, In, Name string }
		}
		Paths map[string]map[string]struct{ Security json.RawMessage }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &document); err != nil {
		t.Fatalf("%d %.200s: %v", w.Code, w.Body, err)
	}
	for name, want := range map[string][3]string{
		"session": {"apiKey", "header", "mdbtk"},
		"token":   {"apiKey", "header", "Blade-Auth"},
		"cookie":  {"apiKey", "cookie", "__Host-mw"},
	} {
		if got := document.Components.SecuritySchemes[name]; [3]string{got.Type, got.In, got.Name} != want {
			t.Errorf("the way %s is declared as %+v", name, got)
		}
	}
	for path, methods := range map[string]map[string]string{
		"open":   {"get": `[]`, "post": `[]`},
		"mine":   {"get": `[{"session":[]},{"token":[]},{"cookie":[]}]`, "post": `[{"session":[]},{"token":[]}]`},
		"theirs": {"delete": `[{"session":[]},{"token":[]}]`},
	} {
		for method, want := range methods {
			if got := string(document.Paths[api.Prefix+path][method].Security); got != want {
				t.Errorf("%s %s takes %q, not %q", method, path, got, want)
			}
		}
	}
	if len(document.Paths) < 3 {
		t.Errorf("the document has %d paths", len(document.Paths))
	}
}
