// Package jobs runs durable work in the background: a job is a row that commits with the transaction that wants it,
// and it is worked at least once, on whichever node is free.
//
// What lives here: the queue (River, on both engines), workers, leases and periodic calls. What never does: what a
// job does; its effect must hold when it runs twice.
package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"mouldworks/internal/platform/store"
)

// Handler does the work of one kind of job. ctx carries the actor who asked, and ends when the server stops. An error
// is tried again later; Later asks for another time without being an error.
type Handler func(ctx context.Context, payload json.RawMessage) error

// envelope is the one kind of job that River sees; our kinds travel inside it.
type envelope struct {
	Name    string          `json:"name"`
	Actor   actor           `json:"actor"`
	Payload json.RawMessage `json:"payload"`
}

// actor is who asked, without permissions: those were checked when the job was enqueued.
type actor struct {
	Tenant  string `json:"tenant"`
	Factory string `json:"factory"`
	Account string `json:"account"`
	Member  string `json:"member"`
	Name    string `json:"name"`
	Zone    string `json:"zone"`
}

// Kind names the job for River.
func (envelope) Kind() string { return "mouldworks" }

// later is the wish to run again.
type later struct{ in time.Duration }

func (l later) Error() string { return fmt.Sprintf("jobs: again in %s", l.in) }

// Later is returned by a handler that must wait for something else: it runs again after d.
func Later(d time.Duration) error { return later{d} }

// Queue enqueues and works jobs.
type Queue struct {
	db       *store.DB
	handlers map[string]Handler
	insert   *river.Client[*sql.Tx]
	start    func(context.Context) error
	stop     func(context.Context) error
	close    func()

	cancel context.CancelFunc
	done   sync.WaitGroup
	every  []periodic
}

type periodic struct {
	every time.Duration
	fn    func(context.Context) error
	name  string
}

// Options of a queue.
type Options struct {
	URL     string // of the database, as store.Open took it
	Workers int    // jobs at once on this node; 0 enqueues only
}

// Open prepares the queue's tables; handlers are registered before Start.
func Open(ctx context.Context, db *store.DB, o Options) (*Queue, error) {
	q := &Queue{db: db, handlers: map[string]Handler{}, close: func() {}}
	workers := river.NewWorkers()
	if err := river.AddWorkerSafely(workers, &worker{q: q}); err != nil {
		return nil, err
	}
	config := &river.Config{
		Workers: workers, JobTimeout: -1, MaxAttempts: 5, Logger: slog.New(quiet{slog.Default().Handler(), db}),
		FetchCooldown: 100 * time.Millisecond, FetchPollInterval: 500 * time.Millisecond,
		// Long work rescues itself by its lease; this is only for what has none.
		RescueStuckJobsAfter: time.Hour,
	}
	if o.Workers > 0 {
		config.Queues = map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: o.Workers}}
	}
	if db.Postgres() {
		return q, q.openPostgres(ctx, o, config)
	}
	return q, q.openSQLite(ctx, config)
}

func (q *Queue) openSQLite(ctx context.Context, config *river.Config) error {
	driver := riversqlite.New(q.db.Pool())
	migrator, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: config.Logger})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("prepare the job queue: %w", err)
	}
	client, err := river.NewClient(driver, config)
	if err != nil {
		return err
	}
	q.insert, q.start, q.stop = client, client.Start, client.StopAndCancel
	return nil
}

func (q *Queue) openPostgres(ctx context.Context, o Options, config *river.Config) error {
	pool, err := pgxpool.New(ctx, o.URL)
	if err != nil {
		return fmt.Errorf("connect the job queue: %w", err)
	}
	q.close = pool.Close
	driver := riverpgxv5.New(pool)
	migrator, err := rivermigrate.New[pgx.Tx](driver, &rivermigrate.Config{Logger: config.Logger})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("prepare the job queue: %w", err)
	}
	// A tenant's transaction enqueues as the tenant role.
	if err := q.db.Secure(ctx, "GRANT SELECT, INSERT, UPDATE ON river_job TO mouldworks_tenant", "GRANT SELECT ON river_queue TO mouldworks_tenant",
		"GRANT USAGE ON SEQUENCE river_job_id_seq TO mouldworks_tenant"); err != nil {
		return err
	}
	client, err := river.NewClient(driver, config)
	if err != nil {
		return err
	}
	q.start, q.stop = client.Start, client.StopAndCancel
	q.insert, err = river.NewClient(riverdatabasesql.New(q.db.Pool()), &river.Config{Logger: config.Logger})
	return err
}

// Register says what a kind of job does. It must be called before Start.
func (q *Queue) Register(name string, h Handler) { q.handlers[name] = h }

// Every calls fn again and again on this node while the queue runs: reapers, clean-up.
func (q *Queue) Every(name string, every time.Duration, fn func(context.Context) error) {
	q.every = append(q.every, periodic{every, fn, name})
}

// Enqueue adds a job for the transaction's actor; it exists only if the transaction commits.
func (q *Queue) Enqueue(ctx context.Context, tx store.Tx, name string, payload any) error {
	return q.EnqueueFor(ctx, tx, tx.Actor(), name, payload)
}

// EnqueueFor adds a job for an actor of the past; for system transactions that take up somebody's work again.
func (q *Queue) EnqueueFor(ctx context.Context, tx store.Tx, a store.Actor, name string, payload any) error {
	if q.handlers[name] == nil {
		return fmt.Errorf("jobs: nobody does %q", name)
	}
	b, err := json.Marshal(payload)
	if err != nil {
		return err
	}
	_, err = q.insert.InsertTx(ctx, tx.SQL(), envelope{name, actor{a.TenantID, a.FactoryID, a.AccountID, a.MemberID, a.Name, a.Zone}, b}, nil)
	return err
}

// Start begins to work.
func (q *Queue) Start(ctx context.Context) error {
	ctx, q.cancel = context.WithCancel(context.WithoutCancel(ctx))
	for _, p := range q.every {
		q.done.Add(1)
		go q.repeat(ctx, p)
	}
	if err := q.start(ctx); err != nil {
		return fmt.Errorf("start the job queue: %w", err)
	}
	return nil
}

func (q *Queue) repeat(ctx context.Context, p periodic) {
	defer q.done.Done()
	tick := time.NewTicker(p.every)
	defer tick.Stop()
	for {
		if err := p.fn(ctx); err != nil && ctx.Err() == nil && !store.IsOutage(err) {
			slog.ErrorContext(ctx, "periodic work failed", "what", p.name, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Stop tells running jobs to end and waits for them, at most as long as ctx allows.
func (q *Queue) Stop(ctx context.Context) error {
	if q.cancel == nil {
		q.close()
		return nil
	}
	err := q.stop(ctx)
	q.cancel()
	q.done.Wait()
	q.close()
	return err
}

type worker struct {
	river.WorkerDefaults[envelope]
	q *Queue
}

// Work runs the handler as the actor who asked.
func (w *worker) Work(ctx context.Context, job *river.Job[envelope]) error {
	h := w.q.handlers[job.Args.Name]
	if h == nil {
		return fmt.Errorf("jobs: nobody does %q", job.Args.Name)
	}
	a := job.Args.Actor
	ctx = store.WithActor(ctx, store.Actor{TenantID: a.Tenant, FactoryID: a.Factory, AccountID: a.Account, MemberID: a.Member, Name: a.Name, Zone: a.Zone, Through: store.ThroughJob})
	err := h(ctx, job.Args.Payload)
	var wait later
	if errors.As(err, &wait) {
		return river.JobSnooze(wait.in)
	}
	return err
}

// quiet lets only warnings of the library through: its bookkeeping is no news, and that it cannot reach a database that is down
// the store has told already, once.
type quiet struct {
	slog.Handler
	db *store.DB
}

// Enabled keeps information out.
func (h quiet) Enabled(ctx context.Context, level slog.Level) bool {
	return level >= slog.LevelWarn && h.Handler.Enabled(ctx, level)
}

// Handle keeps out what the library says while the database is down.
func (h quiet) Handle(ctx context.Context, r slog.Record) error {
	if h.db.Outage() != nil || h.db.Ready(ctx) != nil {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs keeps the threshold.
func (h quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quiet{h.Handler.WithAttrs(attrs), h.db}
}

// WithGroup keeps the threshold.
func (h quiet) WithGroup(name string) slog.Handler { return quiet{h.Handler.WithGroup(name), h.db} }
