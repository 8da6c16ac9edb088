package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

// Scripts and styles travel packed to whoever takes them so, and as they are to all others.
func TestTextsTravelPacked(t *testing.T) {
	long := strings.Repeat("body { margin: 0 }\n", 200)
	files := pack(fstest.MapFS{
		"assets/a.css": {Data: []byte(long)}, "assets/short.js": {Data: []byte("1")}, "assets/a.png": {Data: bytes.Repeat([]byte("x"), 4096)}, "index.html": {Data: []byte(long)},
	})
	if files["index.html"] != nil {
		t.Error("the page itself is no file: it carries a nonce")
	}
	for _, c := range []struct {
		name, accepted string
		packed         bool
	}{
		{"assets/a.css", "gzip, deflate, br", true},
		{"assets/a.css", "br;q=1.0, gzip;q=0.8", true},
		{"assets/a.css", "gzip;q=0, br", false},
		{"assets/a.css", "gzip; q=0.0", false},
		{"assets/a.css", "", false},
		{"assets/short.js", "gzip", false},
		{"assets/a.png", "gzip", false},
	} {
		r := httptest.NewRequest(http.MethodGet, "/"+c.name, nil)
		r.Header.Set("Accept-Encoding", c.accepted)
		w := httptest.NewRecorder()
		files[c.name].serve(w, r)
		body := io.Reader(w.Body)
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != c.packed {
			t.Errorf("%s for %q: packed %v", c.name, c.accepted, packed)
		} else if packed {
			if w.Body.Len() > len(long)/10 {
				t.Errorf("%d bytes of %d", w.Body.Len(), len(long))
			}
			var err error
			if body, err = gzip.NewReader(w.Body); err != nil {
				t.Fatal(err)
			}
		}
		got, err := io.ReadAll(body)
		if err != nil || !bytes.Equal(got, files[c.name].plain) {
			t.Errorf("%s for %q: another content, %v", c.name, c.accepted, err)
		}
		if strings.HasSuffix(c.name, ".css") && !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
			t.Errorf("%s is %s", c.name, w.Header().Get("Content-Type"))
		}
	}
}

// Before the first build of the front end there is nothing to serve but the placeholder.
func TestNothingIsPackedBeforeTheFirstBuild(t *testing.T) {
	none, err := fs.Sub(fstest.MapFS{}, "dist/app")
	if err != nil {
		t.Fatal(err)
	}
	if files := pack(none); len(files) != 0 {
		t.Errorf("%v", files)
	}
}

// GATEWAY-02: the document itself says whom its policy lets it call.
func TestAPageKnowsItsPolicy(t *testing.T) {
	w := httptest.NewRecorder()
	page(w, []byte(`<meta name="gateways" content="__GATEWAYS__">`), Policy{Connect: []string{"https://a.example:8443", "https://b.example:443"}})
	if want := `<meta name="gateways" content="https://a.example:8443 https://b.example:443">`; w.Body.String() != want {
		t.Errorf("the page says %s", w.Body)
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "connect-src 'self' https://a.example:8443 https://b.example:443;") {
		t.Errorf("the policy is %s", policy)
	}
}
