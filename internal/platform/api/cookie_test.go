package api_test

import (
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
