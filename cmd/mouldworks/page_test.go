package main

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/api"
)

// openPage is a page's socket.
type openPage struct {
	t *testing.T
	c *websocket.Conn
}

// open binds a session's page at a node.
func (p *process) open(session string) openPage {
	p.t.Helper()
	c, _, err := websocket.Dial(p.t.Context(), "ws://"+p.listen+api.Prefix+"push", nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = c.CloseNow() })
	l := openPage{p.t, c}
	for _, say := range []struct {
		kind, answer string
		data         any
	}{{"handshake", "handshake", map[string]string{"deviceId": "d"}}, {"bind", "bound", map[string]any{"auth": map[string]string{"token": session}}}} {
		b, err := json.Marshal(map[string]any{"type": say.kind, "data": say.data})
		if err == nil {
			err = c.Write(p.t.Context(), websocket.MessageText, b)
		}
		if err != nil {
			p.t.Fatal(err)
		}
		if kind, _, err := l.hear(10 * time.Second); kind != say.answer {
			p.t.Fatalf("heard %q, %v instead of %q", kind, err, say.answer)
		}
	}
	return l
}

// hear gives the next frame.
func (l openPage) hear(within time.Duration) (kind string, data map[string]any, err error) {
	ctx, cancel := context.WithTimeout(l.t.Context(), within)
	defer cancel()
	_, b, err := l.c.Read(ctx)
	if err != nil {
		return "", nil, err
	}
	var f struct {
		Type string
		Data map[string]any
	}
	err = json.Unmarshal(b, &f)
	return f.Type, f.Data, err
}

// untilListening publishes until the page has heard of it: a node listens to the others a moment after it answers.
func (l openPage) untilListening(publish func() string) {
	l.t.Helper()
	heard := make(chan error, 1)
	go func() {
		for {
			if kind, _, err := l.hear(time.Minute); err != nil || kind == "push" {
				heard <- err
				return
			}
		}
	}()
	for {
		publish()
		select {
		case err := <-heard:
			if err != nil {
				l.t.Fatal(err)
			}
			return
		case <-time.After(time.Second):
		}
	}
}

// until hears frames until one of a kind comes; signals come in between.
func (l openPage) until(kind string) map[string]any {
	l.t.Helper()
	for {
		got, data, err := l.hear(30 * time.Second)
		if err != nil {
			l.t.Fatalf("instead of %q: %v", kind, err)
		}
		if got == kind {
			return data
		}
	}
}

// untilSignal hears frames until a signal about an entity comes, and gives the entity's id.
func (l openPage) untilSignal(entity string) string {
	l.t.Helper()
	for {
		data := l.until("signal")
		if about, ok := data["data"].(map[string]any); ok && about["entity"] == entity {
			return fmt.Sprint(about["id"])
		}
	}
}
