package tracing_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/tracing"
)

// receiver is a collector that keeps what it gets.
type receiver struct {
	mu    sync.Mutex
	paths []string
	spans []*wire.Span
	from  []string // service names
}

func (c *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		body = unpacked
	}
	b, err := io.ReadAll(body)
	var got collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(b, &got)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.paths = append(c.paths, r.URL.Path)
	for _, of := range got.ResourceSpans {
		for _, a := range of.Resource.Attributes {
			if a.Key == "service.name" {
				c.from = append(c.from, a.Value.GetStringValue())
			}
		}
		for _, scope := range of.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func said(s *wire.Span) map[string]string {
	said := map[string]string{}
	for _, a := range s.Attributes {
		said[a.Key] = a.Value.GetStringValue()
	}
	return said
}

// A request and a run are a span each at the collector: the request's goes on where a proxy has begun, and holds no path.
func TestSpansReachTheCollector(t *testing.T) {
	at := &receiver{}
	server := httptest.NewServer(at)
	defer server.Close()
	tracer, err := tracing.Open(t.Context(), server.URL, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/link/s3cr3t?code=s3cr3t", nil)
	r.Header.Set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	_, end := tracer.Request(t.Context(), r)
	end(api.Served{ID: "request-1", Method: "GET", Route: "/link/{code}", Status: 503, Bytes: 9, Took: time.Second, Tenant: "tenant-1"})
	_, ended := tracer.Run(t.Context(), "run-1", "tenant-2")
	ended("failure")
	tracer.Close()
	if len(at.spans) != 2 || at.paths[0] != "/v1/traces" || at.from[0] != "mouldworks" {
		t.Fatalf("at %v from %v: %v", at.paths, at.from, at.spans)
	}
	request, run := at.spans[0], at.spans[1]
	if request.Name == "run" {
		request, run = run, request
	}
	about := said(request)
	if request.Name != "GET /link/{code}" || about["http.route"] != "/link/{code}" || about["mouldworks.request"] != "request-1" || about["mouldworks.tenant"] != "tenant-1" ||
		request.Status.GetCode() != wire.Status_STATUS_CODE_ERROR || request.Kind != wire.Span_SPAN_KIND_SERVER {
		t.Errorf("the request: %v", request)
	}
	if !bytes.Equal(request.TraceId, []byte{0x0a, 0xf7, 0x65, 0x19, 0x16, 0xcd, 0x43, 0xdd, 0x84, 0x48, 0xeb, 0x21, 0x1c, 0x80, 0x31, 0x9c}) {
		t.Errorf("the trace of the proxy does not go on: %x", request.TraceId)
	}
	if strings.Contains(request.String(), "s3cr3t") {
		t.Errorf("a secret in %v", request)
	}
	if about = said(run); run.Name != "run" || about["mouldworks.run"] != "run-1" || about["mouldworks.tenant"] != "tenant-2" || about["mouldworks.outcome"] != "failure" || run.Status.GetCode() != wire.Status_STATUS_CODE_ERROR {
		t.Errorf("the run: %v", run)
	}
}

// A collector with a path of its own is asked there; what is none is refused with the name of the option.
func TestTheAddressOfTheCollector(t *testing.T) {
	at := &receiver{}
	server := httptest.NewServer(at)
	defer server.Close()
	tracer, err := tracing.Open(t.Context(), server.URL+"/of/ours", "1")
	if err != nil {
		t.Fatal(err)
	}
	_, ended := tracer.Run(t.Context(), "r", "t")
	ended("success")
	tracer.Close()
	if len(at.paths) != 1 || at.paths[0] != "/of/ours" {
		t.Errorf("asked at %v", at.paths)
	}
	for _, bad := range []string{"collector:4318", "ftp://collector", "http://", "::", "http://collector:4318?key=secret", "http://collector/v1/traces?key=secret", "http://collector#secret"} {
		if _, err := tracing.Open(t.Context(), bad, "1"); err == nil || !strings.Contains(err.Error(), "--otlp-endpoint") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A collector that refuses is one line of the log, and no failure of the stop.
func TestACollectorThatRefuses(t *testing.T) {
	var log bytes.Buffer
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(before)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusForbidden) }))
	defer server.Close()
	tracer, err := tracing.Open(t.Context(), server.URL, "1")
	if err != nil {
		t.Fatal(err)
	}
	_, ended := tracer.Run(t.Context(), "r", "t")
	ended("success")
	tracer.Close()
	if n := strings.Count(log.String(), "traces cannot be sent"); n != 1 || strings.Count(log.String(), "\n") != 1 {
		t.Errorf("the log: %s", &log)
	}
}
