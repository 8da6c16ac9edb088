package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// A database can fall silent while its connections stay open: a network that drops packets, a host that hangs. Nobody then says
// that a statement will never be answered, so whoever waits for one longer than silentAfter has the database asked over a
// connection of its own. A long statement of a database that answers there goes on for as long as it takes.

// silentAfter is how long a statement may stay without a byte of its answer before the database is asked.
const silentAfter = 5 * time.Second

// lines are the connections to PostgreSQL that statements use.
type lines struct {
	db *DB

	mu   sync.Mutex
	open map[*line]bool
}

// dialer gives what it dials to the watch.
func (l *lines) dialer(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		watched := &line{Conn: c, of: l}
		watched.heard.Store(time.Now().UnixNano())
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.open == nil {
			l.open = map[*line]bool{}
		}
		l.open[watched] = true
		return watched, nil
	}
}

// hangUp closes the connections that have heard nothing since a time, the idle ones too: each would be found dead by a call of
// its own.
func (l *lines) hangUp(since time.Time) {
	l.mu.Lock()
	var dead []*line
	for c := range l.open {
		if c.heard.Load() < since.UnixNano() {
			dead = append(dead, c)
		}
	}
	l.mu.Unlock()
	for _, c := range dead {
		_ = c.Close() // nobody answers at its other end
	}
}

// line is one connection. Only one goroutine reads it at a time.
type line struct {
	net.Conn
	of    *lines
	heard atomic.Int64 // when the last bytes came, nanoseconds since 1970
}

// Read has the database asked when nothing comes for long, and fails with net.ErrClosed when it gives no sign of life.
func (c *line) Read(b []byte) (int, error) {
	waiting, over := context.WithCancel(context.Background())
	timer := time.AfterFunc(silentAfter, func() { c.of.listen(waiting) })
	n, err := c.Conn.Read(b)
	timer.Stop()
	over()
	if n > 0 {
		c.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

// Close ends the watch.
func (c *line) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

// listen asks the database while somebody waits. Two questions in a row without any answer are an outage: all who wait are told.
func (l *lines) listen(waiting context.Context) {
	pause := time.NewTicker(probeEvery) // so that each question is a new one
	defer pause.Stop()
	began := time.Now()
	for unanswered := 0; waiting.Err() == nil; {
		err := l.db.ask(waiting)
		if !silent(err) {
			unanswered, began = 0, time.Now()
		} else if unanswered++; unanswered == 2 {
			l.db.note(context.WithoutCancel(waiting), fmt.Errorf("no answer for %s: %w", time.Since(began).Round(time.Second)+silentAfter, err))
			l.hangUp(began)
			return
		}
		select {
		case <-waiting.Done():
		case <-pause.C:
		}
	}
}

// silent tells whether a database gave no answer at all. One that refuses in words is there.
func silent(err error) bool {
	var words *pgconn.PgError
	return errors.Is(err, ErrUnavailable) && !errors.As(err, &words)
}

// gate opens no connection while the database is known to be away: pools open them one after the other, and each would wait for
// connectWithin.
type gate struct {
	driver.Connector
	db *DB
}

// Connect opens a connection, or gives ErrUnavailable.
func (g gate) Connect(ctx context.Context) (driver.Conn, error) {
	if g.db.Outage() == ErrUnavailable {
		if err := g.db.ask(ctx); errors.Is(err, ErrUnavailable) {
			return nil, err
		}
	}
	return g.Connector.Connect(ctx)
}
