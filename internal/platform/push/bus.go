package push

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"mouldworks/internal/platform/store"
)

func newID() string { return store.NewID() }

// Local is the bus of a single process.
type Local struct {
	mu        sync.Mutex
	listeners map[int]func([]byte)
	next      int
}

// Publish calls every listener.
func (l *Local) Publish(_ context.Context, note []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, fn := range l.listeners {
		fn(note)
	}
	return nil
}

// Listen hears every note until ctx ends; none is ever missed.
func (l *Local) Listen(ctx context.Context, fn func([]byte), _ func()) error {
	l.mu.Lock()
	if l.listeners == nil {
		l.listeners = map[int]func([]byte){}
	}
	id := l.next
	l.next++
	l.listeners[id] = fn
	l.mu.Unlock()
	<-ctx.Done()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.listeners, id)
	return ctx.Err()
}

// channel is PostgreSQL's name for our notes.
const channel = "mouldworks_push"

// notifyLimit is PostgreSQL's limit of a notification's payload, with some room.
const notifyLimit = 7900

// The connection that listens is polled: after a second without a note it has to answer within two, or it is given up.
// A broken line is also noticed where nothing tells of it, such as behind a firewall that forgets.
const (
	pollEvery    = time.Second
	answerWithin = 2 * time.Second
	dialWithin   = 5 * time.Second
)

// wordAfter is how many times in a row the line breaks, the database answering, before the log has a line of it: one that comes back
// with the database at the next try is part of an outage that is in the log already. A line that holds for steadyFor ends the row.
const (
	wordAfter = 3
	steadyFor = 10 * time.Second
)

// Postgres is the bus of several nodes on one PostgreSQL: LISTEN and NOTIFY with a poll behind it. What is lost while a
// node reconnects its pages read again.
type Postgres struct {
	URL string
	DB  *store.DB
}

// ErrTooLarge is returned for a note that PostgreSQL cannot carry.
var ErrTooLarge = errors.New("push: the note is too large for the bus")

// Publish notifies every node.
func (p *Postgres) Publish(ctx context.Context, note []byte) error {
	if len(note) > notifyLimit {
		return ErrTooLarge
	}
	_, err := p.DB.Pool().ExecContext(ctx, "SELECT pg_notify($1, $2)", channel, string(note))
	return err
}

// Listen keeps a connection of its own and reconnects after a second when it breaks. From then on it hears again, and
// says that it may have missed something.
func (p *Postgres) Listen(ctx context.Context, fn func([]byte), missed func()) error {
	broken, listening := 0, func() {}
	for ctx.Err() == nil {
		began := time.Now()
		err := p.hear(ctx, fn, listening)
		if time.Since(began) > steadyFor {
			broken = 0
		}
		if err != nil && ctx.Err() == nil && p.DB.Ready(ctx) == nil { // a database that is down is in the log already
			if broken++; broken == wordAfter {
				slog.WarnContext(ctx, "the push bus is cut again and again although the database answers", "error", err)
			}
		}
		listening = missed
		select {
		case <-ctx.Done():
		case <-time.After(pollEvery):
		}
	}
	return ctx.Err()
}

func (p *Postgres) hear(ctx context.Context, fn func([]byte), listening func()) error {
	conn, err := p.dial(ctx)
	if err != nil {
		return err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerWithin)
		defer cancel()
		_ = conn.Close(ctx) // the next connection is a new one
	}()
	listening()
	for {
		n, err := within(ctx, pollEvery, conn.WaitForNotification)
		if n != nil {
			fn([]byte(n.Payload))
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case pgconn.Timeout(err):
			if _, err := within(ctx, answerWithin, func(ctx context.Context) (any, error) { return nil, conn.Ping(ctx) }); err != nil {
				return err
			}
		case err != nil:
			return err
		}
	}
}

func (p *Postgres) dial(ctx context.Context) (*pgx.Conn, error) {
	return within(ctx, dialWithin, func(ctx context.Context) (*pgx.Conn, error) {
		conn, err := pgx.Connect(ctx, p.URL)
		if err != nil {
			return nil, err
		}
		if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
			return nil, errors.Join(err, conn.Close(ctx))
		}
		return conn, nil
	})
}

// within gives a step some time.
func within[T any](ctx context.Context, d time.Duration, step func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	return step(ctx)
}
