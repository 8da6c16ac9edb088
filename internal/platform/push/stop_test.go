package push_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/push"
)

// A stop ends while a page says nothing, neither its name nor that it has understood, and while what hears of pages hangs.
func TestAStopWaitsForNobodyForEver(t *testing.T) {
	h := push.New(&push.Local{}, auth)
	h.Farewell(50 * time.Millisecond)
	hanging, release := make(chan struct{}), make(chan struct{})
	h.Present = func(_ context.Context, p push.Presence) {
		if p.Scope.Account == "hangs" && !p.Up {
			close(hanging)
			<-release // deaf to everything
		}
	}
	h.Start(t.Context())
	s := httptest.NewServer(h)
	defer s.Close()
	url := strings.Replace(s.URL, "http", "ws", 1)
	unnamed, _, err := websocket.Dial(t.Context(), url, nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = unnamed.CloseNow() }()
	deaf := open(t, url, "t1/f1/deaf")
	deaf.expect("bound") // and reads no further: the close is never answered
	open(t, url, "t1/f1/hangs").expect("bound")
	h.Stop() // a stop that waits for ever ends with the test's deadline
	<-hanging
	close(release)
	h.Stop() // now it finds all gone
	if _, _, err := unnamed.Read(t.Context()); err == nil {
		t.Error("a page that had no name is still open")
	}
}
