package main

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"
)

// A request that goes on when the server stops is told to end, and the stop does not wait for its whole time.
func TestStopEndsRequests(t *testing.T) {
	working, endRequests := context.WithCancel(t.Context())
	defer endRequests()
	begun, ended := make(chan struct{}), make(chan error, 1)
	server := &http.Server{BaseContext: func(net.Listener) context.Context { return working }, ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(begun)
		<-r.Context().Done()
		ended <- r.Context().Err()
	})}
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }() // ends with the shutdown
	go func() {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String(), nil)
		if err != nil {
			return
		}
		if reply, err := http.DefaultClient.Do(request); err == nil {
			_ = reply.Body.Close() // whatever it says
		}
	}()
	<-begun
	if err := shutdown(t.Context(), server, endRequests, time.Millisecond); err != nil {
		t.Error(err)
	}
	if err := <-ended; err == nil {
		t.Error("the request was not told to end")
	}
}

// A request that does not end although it is told to loses its connection, and the stop is no error.
func TestStopCutsRequestsOff(t *testing.T) {
	begun, mayEnd := make(chan struct{}), make(chan struct{})
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(begun)
		<-mayEnd
	})}
	defer close(mayEnd)
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }() // ends with the shutdown
	broken := make(chan error, 1)
	go func() {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String(), nil)
		if err == nil {
			var reply *http.Response
			if reply, err = http.DefaultClient.Do(request); err == nil {
				_ = reply.Body.Close() // whatever it says
			}
		}
		broken <- err
	}()
	<-begun
	if err := shutdown(t.Context(), server, func() {}, time.Millisecond); err != nil {
		t.Errorf("the last word is %v", err)
	}
	if err := <-broken; err == nil {
		t.Error("the request was answered")
	}
}
