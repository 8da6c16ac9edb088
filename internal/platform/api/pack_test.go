package api_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

type row struct {
	ID, MouldNo, PartNo, Process, Resource, Start, End string
	Minutes                                            int
}

// rows are as a page of the task table has them.
func rows(n int) []row {
	list := make([]row, n)
	for i := range list {
		list[i] = row{
			store.NewID(), fmt.Sprintf("M26-%04d", i/9), fmt.Sprintf("P%02d", i%17), []string{"CNC roughing", "EDM", "Wire cutting", "Polishing"}[i%4], fmt.Sprintf("MC-%02d", i%23),
			fmt.Sprintf("2026-11-%02dT%02d:%02d:00Z", 1+i%28, i%24, i*7%60), fmt.Sprintf("2026-11-%02dT%02d:%02d:00Z", 1+(i+1)%28, (i+3)%24, i*11%60), 30 + i*13%900,
		}
	}
	return list
}

// server has a call for each kind of reply.
func server() http.Handler {
	s := api.New(nil, "test")
	s.Authenticate = func(context.Context, api.Caller) (store.Actor, error) { return store.Actor{AccountID: "a"}, nil }
	call := func(id string, access api.Access, secret bool, n int) {
		api.Call(s, api.Operation{Method: http.MethodGet, Path: id, ID: id, Access: access, Secret: secret}, func(context.Context, *struct{}) ([]row, error) { return rows(n), nil })
	}
	call("list", api.SignedIn, false, 100)
	call("short", api.SignedIn, false, 1)
	call("secret", api.SignedIn, true, 100)
	call("public", api.Public, false, 100)
	api.Download(s, api.Operation{Method: http.MethodGet, Path: "table", ID: "table", Access: api.SignedIn}, func(context.Context, *struct{}) (*api.File, error) {
		return &api.File{Name: "table.csv", Type: "text/csv", Write: func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("a,b\n", 1000))
			return err
		}}, nil
	})
	return s.Handler()
}

// JSON over a kilobyte goes packed to whom takes it; secrets, replies to nobody in particular, downloads and small replies go
// as they are.
func TestRepliesArePacked(t *testing.T) {
	h := server()
	for _, c := range []struct {
		path, accept string
		packed       bool
	}{
		{"list", "gzip, deflate, br", true},
		{"list", "br;q=1.0, gzip;q=0.8", true},
		{"list", "", false},
		{"list", "gzip;q=0", false},
		{"list", "br", false},
		{"short", "gzip", false},
		{"secret", "gzip", false},
		{"public", "gzip", false},
		{"table", "gzip", false},
		{"nowhere", "gzip", false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, api.Prefix+c.path, nil)
		r.Header.Set("Accept-Encoding", c.accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		name := c.path + " for " + c.accept
		if packed := w.Header().Get("Content-Encoding") == "gzip"; packed != c.packed {
			t.Errorf("%s: packed %v", name, packed)
		}
		body := io.Reader(w.Body)
		if c.packed {
			var err error
			if body, err = gzip.NewReader(body); err != nil {
				t.Fatal(err)
			}
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if c.path == "list" && (w.Code != http.StatusOK || strings.Count(string(text), `"MouldNo"`) != 100 || !strings.HasPrefix(string(text), `{"code":1`) || w.Header().Get("Vary") == "") {
			t.Errorf("%s: %d %v %.100s", name, w.Code, w.Header(), text)
		}
		if c.path == "nowhere" && w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", name, w.Code)
		}
	}
}

// A page of 100 tasks, as it is and packed: bytes on the wire, and the time of the whole request.
func BenchmarkPackedReply(b *testing.B) {
	h := server()
	for _, accept := range []string{"identity", "gzip"} {
		b.Run(accept, func(b *testing.B) {
			var sent int
			for b.Loop() {
				r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, api.Prefix+"list", nil)
				r.Header.Set("Accept-Encoding", accept)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				sent = w.Body.Len()
			}
			b.ReportMetric(float64(sent), "B/reply")
		})
	}
}
