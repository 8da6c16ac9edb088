package api

import (
	"context"
	"net/http"
)

// Outlive gives the context of work that goes on when its caller leaves: it ends when end is called or when the server's
// own requests are told to end, whichever comes first.
func Outlive(caller context.Context) (ctx context.Context, end context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(caller))
	server, ok := caller.Value(http.ServerContextKey).(*http.Server)
	if !ok || server.BaseContext == nil {
		return ctx, cancel
	}
	stop := context.AfterFunc(server.BaseContext(nil), cancel)
	return ctx, func() { stop(); cancel() }
}
