// Package tracing sends a span for each request and each run to a collector of OpenTelemetry, by OTLP over HTTP.
//
// What lives here: the exporter, and what a span says. What never does: a span that somebody else names. A span holds the
// route, never the path; ids of request, tenant and run, and nothing that a person has typed.
package tracing

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"mouldworks/internal/platform/api"
)

// Tracer makes spans and sends them.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
	from     propagation.TraceContext // of a proxy in front
}

// Open sends to a collector: http://HOST:4318 or an address with a path of its own. Spans wait in memory for a few seconds
// and are dropped while the collector is away.
func Open(ctx context.Context, endpoint, version string) (*Tracer, error) {
	address, err := url.Parse(endpoint)
	if err != nil || address.Host == "" || address.User != nil || address.RawQuery != "" || address.Fragment != "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, fmt.Errorf("--otlp-endpoint has to be http://HOST:PORT or https://HOST:PORT of a collector, with or without a path, but without a user, a query (?) or a #: a key of the collector goes in OTEL_EXPORTER_OTLP_HEADERS")
	}
	if strings.Trim(address.Path, "/") == "" {
		address.Path = "/v1/traces"
	}
	exporter, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(address.String()))
	if err != nil {
		return nil, fmt.Errorf("traces: %w", err)
	}
	what := resource.NewSchemaless(attribute.String("service.name", "mouldworks"), attribute.String("service.version", version))
	// Not the provider of the whole process: libraries would add spans whose content nobody has looked at.
	provider := sdk.NewTracerProvider(sdk.WithBatcher(&watched{SpanExporter: exporter, host: address.Host}), sdk.WithResource(what))
	return &Tracer{provider: provider, tracer: provider.Tracer("mouldworks")}, nil
}

// Request makes the span of a request.
func (t *Tracer) Request(ctx context.Context, r *http.Request) (context.Context, func(api.Served)) {
	ctx = t.from.Extract(ctx, propagation.HeaderCarrier(r.Header))
	ctx, span := t.tracer.Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
	return ctx, func(done api.Served) {
		span.SetName(done.Method + " " + done.Route)
		span.SetAttributes(attribute.String("http.request.method", done.Method), attribute.String("http.route", done.Route), attribute.Int("http.response.status_code", done.Status),
			attribute.Int64("http.response.body.size", done.Bytes), attribute.String("mouldworks.request", done.ID), attribute.String("mouldworks.tenant", done.Tenant))
		if done.Status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, http.StatusText(done.Status))
		}
		span.End()
	}
}

// Run makes the span of a node's work on a run.
func (t *Tracer) Run(ctx context.Context, run, tenant string) (context.Context, func(outcome string)) {
	ctx, span := t.tracer.Start(ctx, "run", trace.WithNewRoot(), trace.WithAttributes(attribute.String("mouldworks.run", run), attribute.String("mouldworks.tenant", tenant)))
	return ctx, func(outcome string) {
		span.SetAttributes(attribute.String("mouldworks.outcome", outcome))
		if outcome == "failure" {
			span.SetStatus(codes.Error, outcome)
		}
		span.End()
	}
}

// closeWithin is how long what still waits may take to be sent at the end.
const closeWithin = 2 * time.Second

// Close sends what still waits. A collector that does not answer is no reason for a stop to fail.
func (t *Tracer) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeWithin)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		slog.Warn("the last traces were not sent", "error", err)
	}
}

// watched writes one line when the collector goes away and one when it is back, however many spans that costs.
type watched struct {
	sdk.SpanExporter
	host string

	mu   sync.Mutex
	away bool
}

// ExportSpans sends a batch. Its failure is told here and is nobody else's.
func (w *watched) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := w.SpanExporter.ExportSpans(ctx, spans)
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case err != nil && !w.away:
		slog.WarnContext(ctx, "traces cannot be sent", "collector", w.host, "error", err)
	case err == nil && w.away:
		slog.InfoContext(ctx, "traces are sent again", "collector", w.host)
	}
	w.away = err != nil
	return nil
}
