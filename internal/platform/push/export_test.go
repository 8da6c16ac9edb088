package push

import "time"

// PingEvery lets the tests of pings not wait for half a minute.
func (h *Hub) PingEvery(d time.Duration) { h.ping = d }

// Farewell lets the tests of a stop not wait for seconds.
func (h *Hub) Farewell(d time.Duration) { h.farewell = d }

// JudgedFor is how long what is known of a page's person counts.
const JudgedFor = judgedFor
