package main

import (
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"time"

	"mouldworks/internal/app"
)

// The addresses beside the public one: profiles and figures, for whoever runs the server.

// isLoopback tells whether only this machine reaches an address HOST:PORT.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// debugHandler gives profiles and figures. The command line is left out: it may hold a secret.
func debugHandler(metrics http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", http.NotFound)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("POST /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /metrics", metrics)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A page in a browser on this machine may have a name of its own lead here.
		if !isLoopback(r.Host) && !isLoopback(net.JoinHostPort(r.Host, "0")) {
			http.Error(w, "only by a loopback address", http.StatusForbidden)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// serveSides opens the addresses beside the public one, as far as there are any.
func (c *serveCommand) serveSides(a app.Server) (stop func(), err error) {
	scrapes := http.NewServeMux()
	scrapes.Handle("GET /metrics", a.Metrics())
	var servers []*http.Server
	stop = func() {
		for _, s := range servers {
			_ = s.Close() // nobody waits for a profile of a server that stops
		}
	}
	for _, side := range []struct {
		flag, address string
		handler       http.Handler
	}{{"--debug-listen", c.DebugListen, debugHandler(a.Metrics())}, {"--metrics-listen", c.MetricsListen, scrapes}} {
		if side.address == "" {
			continue
		}
		listener, err := listen(side.flag, side.address)
		if err != nil {
			stop()
			return nil, err
		}
		server := &http.Server{Handler: side.handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
		servers = append(servers, server)
		go func() {
			if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
				slog.Error("an address is no longer served", "option", side.flag, "error", err)
			}
		}()
	}
	return stop, nil
}
