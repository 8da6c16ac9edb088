package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"
)

// visit is what becomes known of a request while it is served.
type visit struct {
	id     string
	tenant string // of whoever is signed in; "" before that is known
}

type requestKey struct{}

func visitOf(ctx context.Context) *visit {
	v, _ := ctx.Value(requestKey{}).(*visit)
	if v == nil {
		v = &visit{}
	}
	return v
}

func requestID(ctx context.Context) string { return visitOf(ctx).id }

// Served is how a request ended. It holds nothing that is a secret: no path, no query, no header, no body.
type Served struct {
	ID     string // that the reply carries
	Method string // "OTHER" for one that HTTP does not know
	Route  string // the pattern of the route, such as /front/api/v1/bms/sys/shortLink/{code}
	Status int
	Bytes  int64 // of the reply's body, as sent
	Took   time.Duration
	Tenant string // id; "" for whoever is not signed in
}

// Observer hears of a request when it begins and, by the function that it gives, when it has ended. The request is served
// with the context that it gives.
type Observer func(ctx context.Context, r *http.Request) (context.Context, func(Served))

// Observe adds an observer; before the first request.
func (s *Server) Observe(o Observer) { s.observers = append(s.observers, o) }

// slowFrom is how long a request takes that the log tells of without being asked for every one.
var slowFrom = time.Second

// clientGone stands for the status of a request whose client left before it had an answer.
const clientGone = 499

// methods are those that HTTP knows. Anything else is a stranger's text.
var methods = map[string]bool{
	http.MethodGet: true, http.MethodHead: true, http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true,
	http.MethodDelete: true, http.MethodOptions: true, http.MethodConnect: true, http.MethodTrace: true,
}

// served is what may be told of a request that has ended.
func (s *Server) served(r *http.Request, reply *statusWriter, began time.Time) Served {
	about := visitOf(r.Context())
	done := Served{ID: about.id, Method: r.Method, Route: s.route(r), Status: reply.code, Bytes: reply.bytes, Took: time.Since(began), Tenant: about.tenant}
	if !methods[done.Method] {
		done.Method = "OTHER"
	}
	if done.Status == 0 {
		done.Status = http.StatusOK // which net/http sends for a handler that says nothing
	}
	if done.Status == http.StatusServiceUnavailable && r.Context().Err() != nil { // nobody has read it, and nothing was down
		done.Status = clientGone
	}
	return done
}

// route is the pattern of a request's route, also of one that a guard has refused before. Its path may hold a secret.
func (s *Server) route(r *http.Request) string {
	pattern := r.Pattern
	if pattern == "" {
		_, pattern = s.mux.Handler(r)
	}
	if _, path, found := strings.Cut(pattern, " "); found {
		return path
	}
	return pattern
}

// log writes the line of a request: at debug, and at info when it failed or was slow. A socket stays open for hours and is
// not slow; what fails for want of the database or of room is told once for all, by the store.
func (done Served) log(ctx context.Context) {
	level := slog.LevelDebug
	switch done.Status {
	case http.StatusSwitchingProtocols, http.StatusServiceUnavailable, http.StatusInsufficientStorage:
	default:
		if done.Status >= http.StatusInternalServerError || done.Took >= slowFrom {
			level = slog.LevelInfo
		}
	}
	slog.LogAttrs(ctx, level, "request", slog.String("request", done.ID), slog.String("tenant", done.Tenant), slog.String("method", done.Method), slog.String("route", done.Route),
		slog.Int("status", done.Status), slog.Int64("ms", done.Took.Milliseconds()), slog.Int64("bytes", done.Bytes))
}
