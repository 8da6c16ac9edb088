package budget

import (
	"runtime/debug"
	"sync"
)

// workGC is the growth of the heap, in per cent, after which garbage is collected while uploads are in work. By default the
// heap may double between two collections: a file would cost twice what it needs.
const workGC = 20

// collection counts the uploads in work; the last one to end gives the runtime back its own pace.
var collection struct {
	mu      sync.Mutex
	working int
	usual   int // per cent
}

func collectOften() (usually func()) {
	c := &collection
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.working++; c.working == 1 {
		c.usual = debug.SetGCPercent(workGC)
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.working--; c.working == 0 {
			debug.SetGCPercent(c.usual)
		}
	}
}
