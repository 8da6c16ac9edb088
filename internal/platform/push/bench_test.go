package push_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/push"
)

// pages is how many are open at once.
const pages = 1000

// BenchmarkThousandPages measures one signal to a thousand pages of one tenant, a tenth of which never reads: the time
// until each reader has heard (p50, p95) and the memory of a page, both ends of its socket together.
func BenchmarkThousandPages(b *testing.B) {
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	h := push.New(&push.Local{}, auth)
	h.Start(ctx)
	s := httptest.NewServer(h)
	defer s.Close()
	defer h.Stop()
	before := inUse()
	heard := make(chan time.Duration, pages)
	var sent time.Time
	var open sync.WaitGroup
	for i := range pages {
		c := greeted(ctx, b, strings.Replace(s.URL, "http", "ws", 1))
		defer func() { _ = c.CloseNow() }()
		if i%10 == 0 {
			continue // a slow reader
		}
		open.Go(func() {
			for {
				if _, _, err := c.Read(ctx); err != nil {
					return
				}
				heard <- time.Since(sent)
			}
		})
	}
	held := inUse() - before
	var times []time.Duration
	for b.Loop() {
		sent = time.Now()
		h.Signal(ctx, push.Scope{Tenant: "t1"}, "aps.run", map[string]any{"scheduleId": "s", "percent": 40, "phase": "improve"})
		for range pages - pages/10 {
			times = append(times, <-heard)
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(held)/pages/1024, "KiB/page")
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
	cancel()
	open.Wait()
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

func greeted(ctx context.Context, b *testing.B, url string) *websocket.Conn {
	b.Helper()
	c, _, err := websocket.Dial(ctx, url, nil) //nolint:bodyclose // the socket owns it
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range []map[string]any{
		{"type": "handshake", "data": map[string]any{}},
		{"type": "bind", "data": map[string]any{"auth": map[string]string{"token": "t1/f1/a"}}},
	} {
		w, err := json.Marshal(f)
		if err == nil {
			err = c.Write(ctx, websocket.MessageText, w)
		}
		if err == nil {
			_, _, err = c.Read(ctx)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return c
}
