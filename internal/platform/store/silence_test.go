package store_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"testing"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// A database falls silent while its connections stay open. Whoever waits for a statement, for a connection or begins anew is told
// ErrUnavailable while the silence lasts, and the log says it once. Nothing that was acknowledged is lost.
func TestADatabaseThatFallsSilent(t *testing.T) {
	lines := logged(t)
	db, line := overLine(t)
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	if err := add(ctx, db, "BEFORE"); err != nil {
		t.Fatal(err)
	}
	// More calls than connections, so that some wait for one; half of them are in the middle of a transaction, each of a tenant of
	// its own: a tenant has one writer at a time.
	const calls = 30
	begun, silent := make(chan struct{}, calls), make(chan struct{})
	results := make(chan error, calls)
	others := make([]context.Context, calls/2)
	for n := range others {
		others[n] = store.WithActor(t.Context(), storetest.Tenant(t, db, fmt.Sprintf("other%d", n)))
	}
	for n := range calls {
		go func() {
			if n >= calls/2 {
				<-silent
				results <- add(ctx, db, fmt.Sprintf("LATE%d", n))
				return
			}
			ctx := others[n]
			results <- db.Write(ctx, func(tx store.Tx) error {
				err := tx.Insert(ctx, &section{Name: fmt.Sprintf("HALF%d", n), ChineseName: "x"})
				begun <- struct{}{}
				<-silent
				return errors.Join(err, tx.Insert(ctx, &section{Name: fmt.Sprintf("REST%d", n), ChineseName: "x"}))
			})
		}()
	}
	for range calls / 2 {
		<-begun
	}
	line.silence()
	close(silent)
	for range calls { // a call that hangs on hangs until the test's own end
		if err := <-results; !errors.Is(err, store.ErrUnavailable) {
			t.Errorf("while it is silent: %v", err)
		}
	}
	if err := add(ctx, db, "DURING"); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a call that begins in the silence: %v", err)
	}
	if err := db.Ready(ctx); !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("it calls itself ready: %v", err)
	}
	line.resume()
	for {
		if err := add(ctx, db, "AFTER"); err == nil {
			break
		} else if !errors.Is(err, store.ErrUnavailable) {
			t.Fatal(err)
		}
		store.ForgetProbe(db)
	}
	if got := names(ctx, t, db); len(got) != 2 || got[0] != "AFTER" || got[1] != "BEFORE" {
		t.Errorf("the rows: %v", got)
	}
	lines.await(t, "works again")
	if lines.count("level=") != 2 || lines.count("database unavailable") != 1 {
		t.Errorf("the log: %s", &lines.text)
	}
}

// A statement that a database works on for long is left alone, as long as the database answers others.
func TestALongStatementIsLeftAlone(t *testing.T) {
	db := storetest.Open(t, storetest.Postgres(t))
	var slept string
	if err := db.Pool().QueryRowContext(t.Context(), "SELECT 'slept' FROM pg_sleep(9)").Scan(&slept); err != nil || slept != "slept" || db.Outage() != nil {
		t.Errorf("%q, %v, %v", slept, err, db.Outage())
	}
}

// The remedy of a PostgreSQL that refuses to write is its own, not that of a disk.
func TestAReadOnlyPostgresHasItsOwnRemedy(t *testing.T) {
	lines := logged(t)
	address := storetest.Postgres(t)
	db := storetest.Open(t, address)
	ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Pool().Exec("ALTER DATABASE " + at.Path[1:] + " SET default_transaction_read_only = on"); err != nil {
		t.Fatal(err)
	}
	db.Pool().SetMaxIdleConns(-1) // the setting holds for new sessions
	if err := add(ctx, db, "A"); !errors.Is(err, store.ErrReadOnly) {
		t.Errorf("%v", err)
	}
	if lines.count("standby") != 1 || lines.count("check the disk") != 0 {
		t.Errorf("the log: %s", &lines.text)
	}
}

// line carries bytes to a server until it is cut.
type line struct {
	to       string
	listener net.Listener

	mu    sync.Mutex
	off   bool
	still chan struct{} // closed = bytes pass
	ends  []net.Conn
	calls sync.WaitGroup
}

// overLine opens a database of PostgreSQL over a line.
func overLine(t *testing.T) (*store.DB, *line) {
	t.Helper()
	address, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	line := newLine(t, address.Host)
	address.Host = line.listener.Addr().String()
	return storetest.Open(t, address.String()), line
}

func newLine(t *testing.T, to string) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{to: to, listener: listener, still: make(chan struct{})}
	close(l.still)
	l.calls.Go(l.serve)
	t.Cleanup(func() {
		_ = listener.Close()
		l.resume()
		l.cut()
		l.calls.Wait()
	})
	return l
}

func (l *line) serve() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.mu.Lock()
		far, err := net.Dial("tcp", l.to)
		if l.off || err != nil {
			_ = near.Close()
			if err == nil {
				_ = far.Close()
			}
			l.mu.Unlock()
			continue
		}
		l.ends = append(l.ends, near, far)
		l.mu.Unlock()
		l.calls.Go(func() { l.pass(near, far) })
		l.calls.Go(func() { l.pass(far, near) })
	}
}

// pass carries bytes one way. While the line is silent they wait, and both ends stay open.
func (l *line) pass(to, from net.Conn) {
	bytes := make([]byte, 32<<10)
	for {
		n, err := from.Read(bytes)
		l.mu.Lock()
		still := l.still
		l.mu.Unlock()
		<-still
		if n > 0 {
			if _, failed := to.Write(bytes[:n]); failed != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = to.Close()
}

// silence lets no byte through any more.
func (l *line) silence() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.still = make(chan struct{})
}

// resume lets bytes through again, also those that were held back.
func (l *line) resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.still:
	default:
		close(l.still)
	}
}

func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.off = true
	for _, c := range l.ends {
		_ = c.Close()
	}
	l.ends = nil
}

func (l *line) restore() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.off = false
}
