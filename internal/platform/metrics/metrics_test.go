package metrics_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/metrics"
)

func scrape(t *testing.T, r *metrics.Registry) string {
	t.Helper()
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	text, err := io.ReadAll(w.Body)
	if err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d, %v: %s", w.Code, err, text)
	}
	return string(text)
}

func holds(t *testing.T, text string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains("\n"+text, "\n"+line) {
			t.Errorf("without %q:\n%s", line, text)
		}
	}
}

// Requests are counted by route, method and class of status; a socket counts as open while it is, and not as a slow reply.
func TestRequestsAreCounted(t *testing.T) {
	r := metrics.New("1.2.3")
	_, get := r.Request(t.Context(), httptest.NewRequest(http.MethodGet, "/x/1", nil))
	_, fault := r.Request(t.Context(), httptest.NewRequest(http.MethodPost, "/x/2", nil))
	_, socket := r.Request(t.Context(), httptest.NewRequest(http.MethodGet, "/push", nil))
	holds(t, scrape(t, r), "mouldworks_http_requests_open 3\n")
	get(api.Served{Method: "GET", Route: "/x/{id}", Status: 204, Bytes: 30, Took: 30 * time.Millisecond})
	fault(api.Served{Method: "POST", Route: "/x/{id}", Status: 503, Bytes: 12, Took: 3 * time.Second})
	socket(api.Served{Method: "GET", Route: "/push", Status: 101, Took: 3 * time.Hour})
	text := scrape(t, r)
	holds(t, text, "mouldworks_http_requests_open 0\n",
		`mouldworks_http_request_duration_seconds_bucket{method="GET",route="/x/{id}",status="2xx",le="0.025"} 0`,
		`mouldworks_http_request_duration_seconds_bucket{method="GET",route="/x/{id}",status="2xx",le="0.05"} 1`,
		`mouldworks_http_request_duration_seconds_sum{method="POST",route="/x/{id}",status="5xx"} 3`,
		`mouldworks_http_request_duration_seconds_count{method="POST",route="/x/{id}",status="5xx"} 1`,
		`mouldworks_http_response_bytes_total{route="/x/{id}"} 42`, `mouldworks_build_info{version="1.2.3"} 1`, "go_goroutines ", "process_start_time_seconds ")
	if strings.Contains(text, `duration_seconds_count{method="GET",route="/push"`) {
		t.Error("a socket counts as a reply of three hours")
	}
}

// Runs are counted by how they ended, and every outcome is shown before the first.
func TestRunsAreCounted(t *testing.T) {
	r := metrics.New("test")
	holds(t, scrape(t, r), `mouldworks_run_duration_seconds_count{outcome="failure"} 0`, "mouldworks_runs_on_node 0\n")
	one, two := r.Run(), r.Run()
	holds(t, scrape(t, r), "mouldworks_runs_on_node 2\n")
	one("failure")
	two("handed_over")
	holds(t, scrape(t, r), "mouldworks_runs_on_node 0\n", `mouldworks_run_duration_seconds_count{outcome="failure"} 1`, `mouldworks_run_duration_seconds_count{outcome="handed_over"} 1`)
}

// Figures that are read together come with their labels; where they cannot be read, the others are given all the same.
func TestFiguresReadTogether(t *testing.T) {
	r := metrics.New("test")
	waiting := metrics.Figure{Name: "mouldworks_waiting", Help: "Things.", Label: "kind"}
	lost := metrics.Figure{Name: "mouldworks_lost_total", Help: "Things.", Grows: true}
	var broken error
	r.Together([]metrics.Figure{waiting, lost}, func(context.Context) ([]metrics.Value, error) {
		return []metrics.Value{{waiting, "a", 2}, {waiting, "b", 3}, {lost, "", 5}}, broken
	})
	r.Gauge("mouldworks_pages", "Pages.", func() float64 { return 7 })
	holds(t, scrape(t, r), `mouldworks_waiting{kind="a"} 2`, `mouldworks_waiting{kind="b"} 3`, "mouldworks_lost_total 5\n", "# TYPE mouldworks_lost_total counter", "mouldworks_pages 7\n")
	broken = errors.New("the database is away")
	text := scrape(t, r)
	holds(t, text, "mouldworks_pages 7\n")
	if strings.Contains(text, "mouldworks_waiting") || strings.Contains(text, "away") {
		t.Errorf("what cannot be read is shown: %s", text)
	}
}
