package push

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Close codes of the protocol.
const (
	closeUnauthenticated = websocket.StatusCode(4401)
	closeKicked          = websocket.StatusCode(4403)
	closeTooSlow         = websocket.StatusCode(4408)
	closeMissed          = websocket.StatusCode(4409)
	closeGoingAway       = websocket.StatusGoingAway
)

const (
	bindWithin  = 10 * time.Second // handshake and bind together
	pingEvery   = 25 * time.Second
	pongWithin  = 2 * pingEvery
	farewell    = 3 * time.Second
	judgedFor   = time.Second // that a page's person holds what they held when they were last looked at
	queueLength = 64
	frameLimit  = 16 << 10
)

// item is a frame in a page's queue.
type item struct {
	topic, key string
	permission string
	wire       []byte
}

// conn is one open page.
type conn struct {
	socket *websocket.Conn
	token  string
	scope  Scope
	client Client
	topics map[string]bool // empty: all

	actor  store.Actor // as of judged; the goroutine that writes alone reads and sets both
	judged time.Time

	mu     sync.Mutex
	queue  []item
	wake   chan struct{}
	code   websocket.StatusCode // set once the connection must end
	reason string
}

func (c *conn) wants(topic string) bool { return len(c.topics) == 0 || c.topics[topic] }

// enqueue never blocks: a slow page delays nobody. A signal replaces an older one about the same thing; when the queue
// is full, signals make room first and a message ends the connection, so that the page reads everything again.
func (c *conn) enqueue(it item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.signal()
	if it.topic != "" {
		for i := range c.queue {
			if c.queue[i].key == it.key && c.queue[i].topic != "" {
				c.queue[i] = it
				return
			}
		}
	}
	if len(c.queue) >= queueLength {
		for i := range c.queue {
			if c.queue[i].topic != "" {
				c.queue = append(c.queue[:i], c.queue[i+1:]...)
				break
			}
		}
	}
	if len(c.queue) >= queueLength {
		c.code, c.reason = closeTooSlow, "too slow"
		return
	}
	c.queue = append(c.queue, it)
}

// end closes the connection after what is queued has been written.
func (c *conn) end(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.code == 0 {
		c.code, c.reason = code, reason
	}
	c.signal()
}

func (c *conn) signal() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

func (c *conn) take() (items []item, code websocket.StatusCode, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	items, c.queue = c.queue, nil
	return items, c.code, c.reason
}

// ServeHTTP upgrades a request. The origin must be our own or one of Origins; the token travels in the bind frame, never in the URL.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		http.Error(w, "", http.StatusServiceUnavailable)
		return
	}
	h.busy.Add(1)
	h.mu.Unlock()
	defer h.busy.Done()
	socket, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled, OriginPatterns: h.Origins})
	if err != nil {
		return // Accept has answered
	}
	defer func() { _ = socket.CloseNow() }() // already closed in the ordinary case
	socket.SetReadLimit(frameLimit)
	c := &conn{socket: socket, wake: make(chan struct{}, 1)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	defer cancel()
	defer context.AfterFunc(h.living, cancel)()
	if !h.greet(ctx, c) {
		return
	}
	if !h.add(c) {
		_ = socket.Close(closeGoingAway, "")
		return
	}
	defer h.remove(c)
	if c.send(ctx, "bound", map[string]any{"sessionId": c.scope.Session}) != nil {
		return
	}
	var until time.Time
	present := func(ctx context.Context, up bool) {
		if up {
			until = store.Now().Add(pingEvery + pongWithin)
		}
		h.Present(ctx, Presence{Scope: c.scope, Client: c.client, Up: up, Until: until})
	}
	present(ctx, true)
	defer func() {
		if !h.another(c) { // that came while this one was dying
			ctx, done := h.ending(ctx)
			defer done()
			present(ctx, false)
		}
	}()
	go c.read(ctx, cancel)
	c.write(ctx, h.ping, func(permission string) bool { return h.mayHear(ctx, c, permission) }, func() {
		if h.stillIn(ctx, c) {
			present(ctx, true)
		}
	})
}

// ending is for what is still to be written when a page has gone: it outlives the page, but not the farewell of a hub that
// stops.
func (h *Hub) ending(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	release := context.AfterFunc(h.living, cancel)
	return ctx, func() { release(); cancel() }
}

// stillIn ends a page whose session has run out, was ended or stands in another factory now: it may hear no more. What
// keeps the answer from being known, such as a database that is away, changes nothing until the next ping.
func (h *Hub) stillIn(ctx context.Context, c *conn) bool {
	actor, session, err := h.Again(ctx, c.token)
	if err == nil && scopeOf(actor, session) == c.scope {
		c.actor, c.judged = actor, time.Now()
		return true
	}
	if err == nil {
		c.end(closeUnauthenticated, "elsewhere")
		return false
	}
	if problem.Of(err).Status < http.StatusInternalServerError {
		c.end(closeUnauthenticated, "sign in")
		return false
	}
	slog.WarnContext(ctx, "a page's session could not be looked at", "error", err)
	return true
}

// mayHear tells whether a page's person holds a permission now: what is taken away is not told any more a moment later.
// Where it cannot be looked at, they do not; pages read again anyhow.
func (h *Hub) mayHear(ctx context.Context, c *conn, permission string) bool {
	if permission == "" {
		return true
	}
	if time.Since(c.judged) > judgedFor && !h.stillIn(ctx, c) {
		return false
	}
	return time.Since(c.judged) <= judgedFor && c.actor.Allowed(permission)
}

// scopeOf is what a session hears: it follows from the session, never from a frame.
func scopeOf(a store.Actor, session string) Scope {
	return Scope{Tenant: a.TenantID, Factory: a.FactoryID, Account: a.AccountID, Session: session}
}

// greet takes the handshake and the bind frame.
func (h *Hub) greet(ctx context.Context, c *conn) bool {
	ctx, cancel := context.WithTimeout(ctx, bindWithin)
	defer cancel()
	defer context.AfterFunc(h.leaving, cancel)()
	var hello, bind frame
	if !c.next(ctx, &hello) || hello.Type != "handshake" {
		_ = c.socket.Close(websocket.StatusPolicyViolation, "handshake expected")
		return false
	}
	_ = json.Unmarshal(hello.Data, &c.client) // what it says of itself may be missing
	if c.send(ctx, "handshake", map[string]any{"connectionId": newID(), "serverTime": time.Now().UTC()}) != nil {
		return false
	}
	var data struct {
		Tags []string `json:"tags"`
		Auth struct {
			Token string `json:"token"`
		} `json:"auth"`
	}
	if !c.next(ctx, &bind) || bind.Type != "bind" || json.Unmarshal(bind.Data, &data) != nil {
		_ = c.socket.Close(closeUnauthenticated, "bind expected")
		return false
	}
	actor, session, err := h.auth(ctx, data.Auth.Token)
	if err != nil {
		_ = c.socket.Close(closeUnauthenticated, "sign in")
		return false
	}
	c.token, c.scope = data.Auth.Token, scopeOf(actor, session)
	c.actor, c.judged = actor, time.Now()
	c.topics = map[string]bool{}
	for _, t := range data.Tags {
		c.topics[t] = true
	}
	return true
}

func (c *conn) next(ctx context.Context, f *frame) bool {
	_, b, err := c.socket.Read(ctx)
	return err == nil && json.Unmarshal(b, f) == nil
}

func (c *conn) send(ctx context.Context, kind string, data any) error {
	b, err := json.Marshal(data)
	if err != nil {
		return err
	}
	wire, err := json.Marshal(frame{Type: kind, Data: b})
	if err != nil {
		return err
	}
	return c.put(ctx, wire)
}

func (c *conn) put(ctx context.Context, wire []byte) error {
	ctx, cancel := context.WithTimeout(ctx, pongWithin)
	defer cancel()
	return c.socket.Write(ctx, websocket.MessageText, wire)
}

// read takes acknowledgements and notices that the page has gone.
func (c *conn) read(ctx context.Context, gone context.CancelFunc) {
	defer gone()
	var f frame
	for c.next(ctx, &f) {
	}
}

// write sends what is queued and may be heard, and asks now and then whether the page is still there; answered hears that
// it is.
func (c *conn) write(ctx context.Context, every time.Duration, may func(permission string) bool, answered func()) {
	ping := time.NewTicker(every)
	defer ping.Stop()
	for {
		items, code, reason := c.take()
		for _, it := range items {
			if may(it.permission) && c.put(ctx, it.wire) != nil {
				return
			}
		}
		if code != 0 {
			_ = c.socket.Close(code, reason)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		case <-ping.C:
			alive, cancel := context.WithTimeout(ctx, pongWithin)
			err := c.socket.Ping(alive)
			cancel()
			if err != nil {
				return
			}
			answered()
		}
	}
}
