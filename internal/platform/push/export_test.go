package push

import "time"

// PingEvery lets the tests of pings not wait for half a minute.
func (h *Hub) PingEvery(d time.Duration) { h.ping = d }
