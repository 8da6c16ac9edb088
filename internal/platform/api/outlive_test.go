package api_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"mouldworks/internal/platform/api"
)

// Work that goes on without its caller ends with the server, and nothing of it stays behind.
func TestOutlive(t *testing.T) {
	working, stopServer := context.WithCancel(t.Context())
	server := &http.Server{BaseContext: func(net.Listener) context.Context { return working }}
	caller, leave := context.WithCancel(context.WithValue(working, http.ServerContextKey, server))
	ctx, end := api.Outlive(caller)
	done, endDone := api.Outlive(caller)
	endDone()
	leave()
	if ctx.Err() != nil || done.Err() == nil {
		t.Errorf("when the caller leaves: %v; when it is done: %v", ctx.Err(), done.Err())
	}
	stopServer()
	<-ctx.Done()
	end()
	alone, endAlone := api.Outlive(t.Context()) // no server at all
	if alone.Err() != nil {
		t.Error("it ends at once")
	}
	endAlone()
	<-alone.Done()
}
