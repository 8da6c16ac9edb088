package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
)

// Where people may be sent: to paths of ours, and to whole origins by https. The rest is how open redirects begin.
func TestPathsAndOrigins(t *testing.T) {
	for text, want := range map[string]bool{
		"/": true, "/pm/mould?q=M1#row": true, "/a//b": true,
		"": false, "home": false, "//evil.example": false, `/\evil.example`: false, "https://evil.example/": false, "javascript:alert(1)": false, "/a\nb": false, "/\t/evil.example": false,
		"/" + strings.Repeat("a", 2000): false,
	} {
		if api.IsPath(text) != want {
			t.Errorf("IsPath(%.40q) is %v", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"https://north.example": true, "https://north.example:8443": true, "http://localhost:8080": true, "http://127.0.0.1": true,
		"": false, "north.example": false, "http://north.example": false, "https://north.example/": false, "https://a@north.example": false, "ftp://north.example": false, "javascript:alert(1)": false,
	} {
		if api.IsOrigin(text) != want {
			t.Errorf("IsOrigin(%q) is %v", text, !want)
		}
	}
}

// A Host header that is no name or address is never made an address of: the request is refused, or the configured address serves.
func TestAddressesAreMadeOfHostsAlone(t *testing.T) {
	answer := func(origin, host, path string) (int, string) {
		s := api.New(nil, "test")
		s.Origin = origin
		s.Handle("GET /readyz", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		api.Call(s, api.Operation{Method: http.MethodGet, Path: "address", ID: "address", Access: api.Public}, func(ctx context.Context, _ *struct{}) (string, error) {
			return api.CallerFrom(ctx).Origin, nil
		})
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		var reply struct{ Data any }
		_ = json.Unmarshal(w.Body.Bytes(), &reply) // readyz says nothing
		text, _ := reply.Data.(string)
		return w.Code, text
	}
	address := api.Prefix + "address"
	for _, host := range []string{"localhost:8080", "mouldworks.example", "a-b.example.", "10.0.0.1:80", "[::1]", "[fe80::1]:8080", "xn--fiq.example", "moulds_1"} {
		if code, origin := answer("", host, address); code != http.StatusOK || origin != "http://"+host {
			t.Errorf("%s: %d %s", host, code, origin)
		}
	}
	for _, host := range []string{"", "a.example:80:80", "a.example:", "a.example:0", "a.example:99999", "a.example:-1", "a.example:+80", "a'b", "a b", "a;b", "a,b.example", "a@b", "a/b", `a\b`, "a%2fb", "..", ".a", "-a", "[::1", "::1", "[1.2.3.4]", "[::1%25x]", "[a]:80", "模具.example", strings.Repeat("a", 64), strings.Repeat("a.", 130) + "a"} {
		if code, origin := answer("", host, address); code != http.StatusBadRequest || origin != "" {
			t.Errorf("%q: %d %s", host, code, origin)
		}
		if code, origin := answer("https://moulds.example", host, address); code != http.StatusOK || origin != "https://moulds.example" {
			t.Errorf("%q with a configured address: %d %s", host, code, origin)
		}
		if code, _ := answer("", host, "/readyz"); code != http.StatusOK {
			t.Errorf("readyz for %q: %d", host, code)
		}
	}
}
