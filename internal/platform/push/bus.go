package push

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

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

// Listen hears every note until ctx ends.
func (l *Local) Listen(ctx context.Context, fn func([]byte)) error {
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

// Postgres is the bus of several nodes on one PostgreSQL: LISTEN and NOTIFY. What is lost while a node reconnects is
// read again by its pages.
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

// Listen keeps a connection of its own and reconnects after a second when it breaks.
func (p *Postgres) Listen(ctx context.Context, fn func([]byte)) error {
	for ctx.Err() == nil {
		if err := p.hear(ctx, fn); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "the push bus reconnects", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return ctx.Err()
}

func (p *Postgres) hear(ctx context.Context, fn func([]byte)) error {
	conn, err := pgx.Connect(ctx, p.URL)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // the next connection is a new one
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return err
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		fn([]byte(n.Payload))
	}
}
