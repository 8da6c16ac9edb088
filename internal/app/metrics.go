package app

import (
	"context"
	"net/http"

	"mouldworks/internal/aps/run"
	"mouldworks/internal/gateway"
	"mouldworks/internal/platform/metrics"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/tracing"
)

// The figures that are read at every scrape, beside those of requests and of the runs that this node works on.
var (
	runsOpen   = metrics.Figure{Name: "mouldworks_runs", Help: "Runs of all companies on all nodes, by state: queued or running.", Label: "state"}
	runsSilent = metrics.Figure{Name: "mouldworks_runs_silent", Help: "Running runs without a sign of life, which a node should have taken up."}

	poolOpen    = metrics.Figure{Name: "mouldworks_database_connections_open", Help: "Open connections to the database, by pool.", Label: "pool"}
	poolUsed    = metrics.Figure{Name: "mouldworks_database_connections_in_use", Help: "Connections at work, by pool.", Label: "pool"}
	poolMost    = metrics.Figure{Name: "mouldworks_database_connections_max", Help: "The most connections that a pool opens.", Label: "pool"}
	poolWaits   = metrics.Figure{Name: "mouldworks_database_waits_total", Help: "Calls that waited for a connection, by pool.", Label: "pool", Grows: true}
	poolWaiting = metrics.Figure{Name: "mouldworks_database_wait_seconds_total", Help: "Time that calls waited for a connection, by pool.", Label: "pool", Grows: true}
	away        = metrics.Figure{Name: "mouldworks_database_away", Help: "1 while the database cannot be used or not be written."}
	outages     = metrics.Figure{Name: "mouldworks_database_outages_total", Help: "Outages of the database that began.", Grows: true}
	failed      = metrics.Figure{Name: "mouldworks_database_failed_calls_total", Help: "Calls that failed because of an outage.", Grows: true}
)

// observe counts and, where somebody takes traces, traces requests from the first one on.
func (a *App) observe(ctx context.Context) (err error) {
	if a.options.OTLP != "" {
		if a.tracer, err = tracing.Open(ctx, a.options.OTLP, Version); err != nil {
			return err
		}
		a.API.Observe(a.tracer.Request)
	}
	a.metrics = metrics.New(Version)
	a.API.Observe(a.metrics.Request)
	a.metrics.Gauge("mouldworks_websocket_clients", "Open pages that are signed in, at this node.", func() float64 {
		return float64(a.Hub.Count(func(s push.Scope) bool { return !gateway.IsLine(s) }))
	})
	a.metrics.Gauge("mouldworks_gateway_lines", "Gateways of factories whose line to this node is up.", func() float64 {
		return float64(a.Hub.Count(gateway.IsLine))
	})
	a.metrics.Together([]metrics.Figure{runsOpen, runsSilent}, a.runFigures)
	a.metrics.Together([]metrics.Figure{poolOpen, poolUsed, poolMost, poolWaits, poolWaiting, away, outages, failed}, a.databaseFigures)
	return nil
}

// Metrics answers scrapes of Prometheus.
func (a *App) Metrics() http.Handler { return a.metrics.Handler() }

// worked counts and traces this node's work on a run.
func (a *App) worked(ctx context.Context, run, tenant string) (context.Context, func(outcome string)) {
	ended := []func(string){a.metrics.Run()}
	if a.tracer != nil {
		var end func(string)
		ctx, end = a.tracer.Run(ctx, run, tenant)
		ended = append(ended, end)
	}
	return ctx, func(outcome string) {
		for _, end := range ended {
			end(outcome)
		}
	}
}

func (a *App) runFigures(ctx context.Context) ([]metrics.Value, error) {
	c, err := run.TakeCensus(ctx, a.DB, store.Now())
	if err != nil {
		return nil, err
	}
	return []metrics.Value{{Figure: runsOpen, Label: "queued", Value: float64(c.Waiting)}, {Figure: runsOpen, Label: "running", Value: float64(c.Running)}, {Figure: runsSilent, Value: float64(c.Silent)}}, nil
}

func (a *App) databaseFigures(context.Context) (all []metrics.Value, _ error) {
	f := a.DB.Figures()
	isAway := 0.
	if f.Away {
		isAway = 1
	}
	all = append(all, metrics.Value{Figure: away, Value: isAway}, metrics.Value{Figure: outages, Value: float64(f.Outages)}, metrics.Value{Figure: failed, Value: float64(f.Failed)})
	for pool, s := range f.Pools {
		for figure, value := range map[metrics.Figure]float64{
			poolOpen: float64(s.OpenConnections), poolUsed: float64(s.InUse), poolMost: float64(s.MaxOpenConnections),
			poolWaits: float64(s.WaitCount), poolWaiting: s.WaitDuration.Seconds(),
		} {
			all = append(all, metrics.Value{Figure: figure, Label: pool, Value: value})
		}
	}
	return all, nil
}
