// Package push tells open pages that something has changed: a websocket per page, a hub per node, a bus between nodes.
//
// What lives here: the protocol (handshake, bind, push, signal, kick), the fan-out and the bus. What never does: data
// that a page must not miss. Rows are the truth; a push says what to read again.
package push

import (
	"context"
	"encoding/json"
	"log/slog"
	"sync"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Scope says who hears a frame. Empty parts mean everybody there.
type Scope struct {
	Tenant     string `json:"tenant"`
	Factory    string `json:"factory,omitempty"`
	Account    string `json:"account,omitempty"`
	Session    string `json:"session,omitempty"`
	Permission string `json:"permission,omitempty"` // that a page's person must hold when the frame leaves for it
}

// NoFactory in place of a factory are the pages that stand in none, such as those of people of suppliers and customers.
const NoFactory = "-"

// Of is the scope of an actor's factory.
func Of(a store.Actor) Scope { return Scope{Tenant: a.TenantID, Factory: a.FactoryID} }

func (s Scope) covers(c Scope) bool {
	return (s.Tenant == c.Tenant || s.Tenant == "" && s.Session != "") &&
		(s.Factory == "" || s.Factory == c.Factory || s.Factory == NoFactory && c.Factory == "") && (s.Account == "" || s.Account == c.Account) && (s.Session == "" || s.Session == c.Session)
}

// frame is what travels on the wire.
type frame struct {
	Type string          `json:"type"`
	ID   string          `json:"id,omitempty"`
	Ack  bool            `json:"ack,omitempty"`
	Data json.RawMessage `json:"data,omitempty"`
}

// note is a frame with its scope, as it travels between nodes.
type note struct {
	Scope Scope  `json:"scope"`
	Topic string `json:"topic,omitempty"` // signals of one topic replace each other in a slow page's queue
	Frame frame  `json:"frame"`
	Kick  bool   `json:"kick,omitempty"`
}

// Bus carries notes to every node, this one included.
type Bus interface {
	// Publish gives a note to all nodes.
	Publish(ctx context.Context, note []byte) error
	// Listen calls fn for every note until ctx ends, and missed when it hears again after a time in which it may not have.
	Listen(ctx context.Context, fn func(note []byte), missed func()) error
}

// Presence is one sign of life of a connection, or its end.
type Presence struct {
	Scope  Scope
	Client Client
	Up     bool
	Until  time.Time // when the next sign is due; at the end of the connection, when it would have been
}

// Client is what the other end says of itself in the handshake. Nothing follows from it.
type Client struct {
	DeviceID      string `json:"deviceId"`
	OSName        string `json:"osName"`
	OSVersion     string `json:"osVersion"`
	ClientVersion string `json:"clientVersion"`
	PublicKey     string `json:"publicKey"` // of a gateway's process
}

// Hub knows the open pages of this node.
type Hub struct {
	bus  Bus
	auth func(ctx context.Context, token string) (actor store.Actor, session string, err error)

	// Again looks at each ping whether a bound token still stands for the same scope. It must not take the page for work
	// of its person: an open page would never idle.
	Again func(ctx context.Context, token string) (actor store.Actor, session string, err error)

	// Present hears of every page when it is bound, at each ping it answers, and when it is gone. Called beside the
	// hub's lock, it may take its time.
	Present func(ctx context.Context, p Presence)

	// Origins are those whose pages may open a line although it stands under another host: https://host.
	Origins []string

	ping     time.Duration // between two questions to a page whether it is there
	farewell time.Duration // that Stop leaves pages to take their leave

	leaving context.Context // ends when Stop begins: pages that are not bound yet go at once
	leave   context.CancelFunc
	living  context.Context // ends when the farewell is over: whatever a page is doing then, it goes
	cut     context.CancelFunc

	mu     sync.Mutex
	conns  map[*conn]struct{}
	closed bool
	busy   sync.WaitGroup
	cancel context.CancelFunc
}

// New makes a hub. auth finds the actor behind a session token; it serves as Again too until another is set.
func New(bus Bus, auth func(ctx context.Context, token string) (store.Actor, string, error)) *Hub {
	h := &Hub{bus: bus, auth: auth, Again: auth, ping: pingEvery, farewell: farewell, Present: func(context.Context, Presence) {}, conns: map[*conn]struct{}{}}
	h.leaving, h.leave = context.WithCancel(context.Background())
	h.living, h.cut = context.WithCancel(context.Background())
	return h
}

// Start listens to the bus.
func (h *Hub) Start(ctx context.Context) {
	ctx, h.cancel = context.WithCancel(context.WithoutCancel(ctx))
	h.busy.Add(1)
	go func() {
		defer h.busy.Done()
		if err := h.bus.Listen(ctx, h.deliver, h.startOver); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "the push bus ended", "error", err)
		}
	}()
}

// Stop closes every page's socket and waits for them, twice the farewell at most: pages that do not take their leave are
// cut off, and what hangs even then, such as a database that does not answer, no longer keeps the server.
func (h *Hub) Stop() {
	h.mu.Lock()
	h.closed = true
	for c := range h.conns {
		c.end(closeGoingAway, "")
	}
	h.mu.Unlock()
	if h.cancel != nil {
		h.cancel()
	}
	h.leave()
	gone := make(chan struct{})
	go func() { h.busy.Wait(); close(gone) }()
	within := func() bool {
		over := time.NewTimer(h.farewell)
		defer over.Stop()
		select {
		case <-gone:
			return true
		case <-over.C:
			return false
		}
	}
	polite := within()
	h.cut()
	if !polite && !within() {
		slog.Warn("pages hang and were left behind")
	}
}

// Signal sends silent news: topic and data. It never fails the caller: pages read again anyhow.
func (h *Hub) Signal(ctx context.Context, to Scope, topic string, data any) {
	h.publish(ctx, note{Scope: to, Topic: topic, Frame: frame{Type: "signal"}}, map[string]any{"topic": topic, "data": data})
}

// Message shows a stored message as a notification and is acknowledged by the page.
func (h *Hub) Message(ctx context.Context, to Scope, id string, data any) {
	h.publish(ctx, note{Scope: to, Frame: frame{Type: "push", ID: id, Ack: true}}, data)
}

// Kick closes pages with a reason, whose words are in both languages: a page has the language of the person who reads it.
func (h *Hub) Kick(ctx context.Context, to Scope, reason string, words problem.Text) {
	h.publish(ctx, note{Scope: to, Kick: true, Frame: frame{Type: "kick"}}, map[string]any{"reason": reason, "message": words.In(problem.Language(ctx)), "texts": words})
}

func (h *Hub) publish(ctx context.Context, n note, data any) {
	b, err := json.Marshal(data)
	if err == nil {
		n.Frame.Data = b
		b, err = json.Marshal(n)
	}
	if err == nil {
		err = h.bus.Publish(ctx, b)
	}
	if err != nil {
		slog.WarnContext(ctx, "a push was not sent", "error", err)
	}
}

func (h *Hub) deliver(b []byte) {
	var n note
	if err := json.Unmarshal(b, &n); err != nil {
		slog.Warn("a push could not be read", "error", err)
		return
	}
	wire, err := json.Marshal(n.Frame)
	if err != nil {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		if !n.Scope.covers(c.scope) || n.Topic != "" && !c.wants(n.Topic) {
			continue
		}
		c.enqueue(item{topic: n.Topic, key: n.Topic + string(keyOf(n.Frame.Data)), permission: n.Scope.Permission, wire: wire})
		if n.Kick {
			c.end(closeKicked, "kicked")
		}
	}
}

// startOver closes every line after a time in which notes may have been lost. The pages come back, are let in only by
// sessions that are still good, and read everything again.
func (h *Hub) startOver() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		c.end(closeMissed, "notes were missed")
	}
}

// keyOf tells signals of one topic about different things apart.
func keyOf(data json.RawMessage) []byte {
	var about struct {
		Data struct {
			ScheduleID string `json:"scheduleId"`
			Entity     string `json:"entity"`
			ID         string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(data, &about) != nil {
		return nil
	}
	return []byte(about.Data.ScheduleID + about.Data.Entity + about.Data.ID)
}

func (h *Hub) add(c *conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return false
	}
	h.conns[c] = struct{}{}
	return true
}

// another tells whether the session of c has a further connection here.
func (h *Hub) another(c *conn) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	for other := range h.conns {
		if other != c && other.scope == c.scope {
			return true
		}
	}
	return false
}

// Count tells how many connections of this node are bound, those of a scope that fits.
func (h *Hub) Count(fits func(Scope) bool) (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.conns {
		if fits(c.scope) {
			n++
		}
	}
	return n
}

func (h *Hub) remove(c *conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.conns, c)
}
