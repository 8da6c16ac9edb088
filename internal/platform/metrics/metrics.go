// Package metrics counts what happens on a node, for Prometheus.
//
// What lives here: the registry of a node, and what it counts by itself of requests and runs. What never does: figures of
// one company or one person. Labels are routes, methods, classes of status and outcomes: texts that the program holds, never
// what somebody has sent.
package metrics

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"mouldworks/internal/platform/api"
)

// scrapeWithin is how long the answer to a scrape may take, the questions to the database included.
const scrapeWithin = 5 * time.Second

// Registry is what one node tells.
type Registry struct {
	all      *prometheus.Registry
	requests *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	open     prometheus.Gauge
	runs     *prometheus.HistogramVec
	working  prometheus.Gauge
}

// New makes a registry with the figures of the Go runtime, the process and the build.
func New(version string) *Registry {
	r := &Registry{
		all: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mouldworks_http_request_duration_seconds", Help: "Time from a request to the end of its reply, by route, method and class of status.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route", "method", "status"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "mouldworks_http_response_bytes_total", Help: "Bytes of the bodies of replies, by route.",
		}, []string{"route"}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "mouldworks_http_requests_open", Help: "Requests that are being served, open websockets among them.",
		}),
		runs: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "mouldworks_run_duration_seconds", Help: "Time that this node worked on a run of a schedule, by outcome.",
			Buckets: []float64{1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600},
		}, []string{"outcome"}),
		working: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "mouldworks_runs_on_node", Help: "Runs that this node works on.",
		}),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "mouldworks_build_info", Help: "1, with the version of the program.", ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 })
	r.all.MustRegister(r.requests, r.bytes, r.open, r.runs, r.working, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, outcome := range []string{"success", "failure", "cancelled", "handed_over", "taken_over"} {
		r.runs.WithLabelValues(outcome) // shown from the start, so that the first failure is a change
	}
	return r
}

// Gauge adds a figure that is read at every scrape.
func (r *Registry) Gauge(name, help string, read func() float64) {
	r.all.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, read))
}

// Counter adds a figure that only grows and is read at every scrape.
func (r *Registry) Counter(name, help string, read func() float64) {
	r.all.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, read))
}

// Figure is one of several that are read together.
type Figure struct {
	Name, Help string
	Grows      bool   // a counter
	Label      string // its name; "" = none
}

// Value is a figure at a moment, with what its label says.
type Value struct {
	Figure Figure
	Label  string
	Value  float64
}

// Together adds figures that are read at once at every scrape. Where they cannot be read, the scrape goes without them.
func (r *Registry) Together(figures []Figure, read func(ctx context.Context) ([]Value, error)) {
	t := &together{figures: map[Figure]*prometheus.Desc{}, read: read}
	for _, f := range figures {
		var labels []string
		if f.Label != "" {
			labels = []string{f.Label}
		}
		t.figures[f] = prometheus.NewDesc(f.Name, f.Help, labels, nil)
	}
	r.all.MustRegister(t)
}

// Request counts requests.
func (r *Registry) Request(ctx context.Context, _ *http.Request) (context.Context, func(api.Served)) {
	r.open.Inc()
	return ctx, func(done api.Served) {
		r.open.Dec()
		class := strconv.Itoa(done.Status/100) + "xx"
		if done.Status != http.StatusSwitchingProtocols { // a socket's time is not that of a reply
			r.requests.WithLabelValues(done.Route, done.Method, class).Observe(done.Took.Seconds())
		}
		r.bytes.WithLabelValues(done.Route).Add(float64(done.Bytes))
	}
}

// Run counts a run that begins here, and how it ends.
func (r *Registry) Run() (ended func(outcome string)) {
	began := time.Now()
	r.working.Inc()
	return func(outcome string) {
		r.working.Dec()
		r.runs.WithLabelValues(outcome).Observe(time.Since(began).Seconds())
	}
}

// Handler answers scrapes.
func (r *Registry) Handler() http.Handler {
	return promhttp.HandlerFor(r.all, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError, Timeout: scrapeWithin})
}

// together is what Together adds.
type together struct {
	figures map[Figure]*prometheus.Desc
	read    func(ctx context.Context) ([]Value, error)
}

// Describe names the figures.
func (t *together) Describe(to chan<- *prometheus.Desc) {
	for _, d := range t.figures {
		to <- d
	}
}

// Collect reads them.
func (t *together) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), scrapeWithin)
	defer cancel()
	values, err := t.read(ctx)
	if err != nil {
		for _, d := range t.figures {
			to <- prometheus.NewInvalidMetric(d, err)
		}
		return
	}
	for _, v := range values {
		kind := prometheus.GaugeValue
		if v.Figure.Grows {
			kind = prometheus.CounterValue
		}
		var labels []string
		if v.Figure.Label != "" {
			labels = []string{v.Label}
		}
		to <- prometheus.MustNewConstMetric(t.figures[v.Figure], kind, v.Value, labels...)
	}
}
