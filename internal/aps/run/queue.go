package run

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The queue of runs: whose turn it is, on every node of every tenant, and where each waiting run stands.
//
// Tenants take turns: the one whose last run began longest ago is next, then its factory of which the same is true, then
// that factory's oldest run. So whoever starts ten runs delays others by one of them, not by ten. A factory has one run
// at a time and at most waitingLimit that wait.

// waitingLimit is how many runs of a factory may wait.
const waitingLimit = 10

var msgQueueFull = L("本工厂已有 %d 个排程在排队，请等其中一个开始运行，或先取消一个", "%d runs of this factory are waiting already: wait until one of them begins, or cancel one first")

// runTurn is when a factory last began a run. It outlives the runs, so that deleting schedules gives nobody a better turn.
type runTurn struct {
	bun.BaseModel `bun:"table:run_turn"`
	store.FactoryRow
	BeganAt *time.Time `bun:"began_at"`
}

// factoryRef names a factory of a tenant.
type factoryRef struct{ tenant, factory string }

func factoryOf(run *entity.Run) factoryRef { return factoryRef{run.TenantID, run.FactoryID} }

// turns is the order of service: who was served least recently comes first.
type turns struct {
	tenant  map[string]int64     // when its last run began, in microseconds
	factory map[factoryRef]int64 // the same
	last    int64                // the latest of all
}

func turnsOf(rows []runTurn) *turns {
	t := &turns{tenant: map[string]int64{}, factory: map[factoryRef]int64{}}
	for i := range rows {
		if r := &rows[i]; r.BeganAt != nil {
			t.serve(factoryRef{r.TenantID, r.FactoryID}, r.BeganAt.UnixMicro())
		}
	}
	return t
}

func (t *turns) serve(f factoryRef, at int64) {
	t.tenant[f.tenant] = max(t.tenant[f.tenant], at)
	t.factory[f] = max(t.factory[f], at)
	t.last = max(t.last, at)
}

// order sorts waiting runs by their turns: the first is next, the second would be next after it, and so on.
func (t *turns) order(waiting []entity.Run) []*entity.Run {
	sim := &turns{tenant: maps.Clone(t.tenant), factory: maps.Clone(t.factory), last: t.last}
	queues := map[factoryRef][]*entity.Run{} // oldest first
	for i := range waiting {
		queues[factoryOf(&waiting[i])] = append(queues[factoryOf(&waiting[i])], &waiting[i])
	}
	for _, q := range queues {
		slices.SortFunc(q, func(x, y *entity.Run) int {
			return cmp.Or(x.CreatedAt.Compare(y.CreatedAt), strings.Compare(x.ID, y.ID))
		})
	}
	var order []*entity.Run
	for len(queues) > 0 {
		var next *entity.Run
		for _, q := range queues {
			if next == nil || sim.before(q[0], next) {
				next = q[0]
			}
		}
		at := factoryOf(next)
		sim.serve(at, sim.last+1)
		if queues[at] = queues[at][1:]; len(queues[at]) == 0 {
			delete(queues, at)
		}
		order = append(order, next)
	}
	return order
}

func (t *turns) before(x, y *entity.Run) bool {
	return cmp.Or(cmp.Compare(t.tenant[x.TenantID], t.tenant[y.TenantID]), cmp.Compare(t.factory[factoryOf(x)], t.factory[factoryOf(y)]),
		x.CreatedAt.Compare(y.CreatedAt), strings.Compare(x.ID, y.ID)) < 0
}

// queue is what waits at a moment, in the order of turns, and which factories are busy.
type queue struct {
	order []*entity.Run
	busy  map[factoryRef]bool
}

// readQueue reads the queue of all tenants, without the settings of the runs.
func (rn *Runner) readQueue(ctx context.Context) (*queue, error) {
	q := &queue{busy: map[factoryRef]bool{}}
	err := rn.deps.DB.SystemRead(ctx, "the runs of all tenants wait in one queue", func(tx store.Tx) error {
		var runs []entity.Run
		columns := []string{"id", "tenant_id", "factory_id", "created_at", "schedule_id", "state", "attempt", "phase", "percent", "objective", "late", "started_at", "spent_millis", "actor"}
		if err := tx.Select(&runs).Columns(columns...).Where("state IN (?, ?)", entity.StateQueued, entity.StateRunning).Scan(ctx); err != nil {
			return err
		}
		var waiting []entity.Run
		tenants := map[string]bool{}
		for i := range runs {
			if runs[i].State == entity.StateRunning {
				q.busy[factoryOf(&runs[i])] = true
				continue
			}
			waiting = append(waiting, runs[i])
			tenants[runs[i].TenantID] = true
		}
		if len(waiting) == 0 {
			return nil
		}
		var rows []runTurn
		if err := tx.Select(&rows).WhereIn("tenant_id", slices.Collect(maps.Keys(tenants))).Scan(ctx); err != nil {
			return err
		}
		q.order = turnsOf(rows).order(waiting)
		return nil
	})
	return q, err
}

// Next claims the run whose turn it is and gives the work on it; nil when none may begin now.
func (rn *Runner) Next(ctx context.Context) (work func(context.Context) error, err error) {
	broken := map[string]bool{} // runs that cannot be claimed keep nobody else from beginning
	var all error
	for {
		q, err := rn.readQueue(ctx)
		if err != nil {
			return nil, errors.Join(all, err)
		}
		i := slices.IndexFunc(q.order, func(run *entity.Run) bool { return !q.busy[factoryOf(run)] && !broken[run.ID] })
		if i < 0 {
			return nil, all
		}
		next := q.order[i]
		run, schedule, err := rn.claim(store.WithActor(ctx, actorOf(next)), next)
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, err
		case err != nil:
			broken[next.ID], all = true, errors.Join(all, err)
		case run != nil:
			if err := rn.ShowPlaces(ctx); err != nil {
				all = errors.Join(all, err)
			}
			return func(ctx context.Context) error { return rn.work(store.WithActor(ctx, actorOf(run)), run, schedule) }, all
		} // else another node was faster
	}
}

// claim makes a waiting run the running one of its factory; nil when another node was faster. The index on running runs
// and the condition on the state decide, not what was read before.
func (rn *Runner) claim(ctx context.Context, waiting *entity.Run) (run *entity.Run, schedule *entity.Schedule, err error) {
	err = rn.deps.DB.Write(ctx, func(tx store.Tx) error {
		run, schedule = nil, nil
		now := rn.deps.Now()
		n, err := tx.Change((*entity.Run)(nil)).Set("state = ?", entity.StateRunning).Set("heartbeat_at = ?", now).Set("started_at = ?", now).Set("phase = ?", "snapshot").
			Where("id = ?", waiting.ID).Where("attempt = ?", waiting.Attempt).Where("state = ?", entity.StateQueued).Exec(ctx)
		if err != nil || n == 0 {
			return err
		}
		if err := served(ctx, tx, &now); err != nil {
			return err
		}
		claimed, of := &entity.Run{}, &entity.Schedule{}
		if err := tx.Select(claimed).Where("id = ?", waiting.ID).Scan(ctx); err != nil {
			return err
		}
		if err := tx.Select(of).Where("id = ?", claimed.ScheduleID).Scan(ctx); err != nil {
			return err
		}
		run, schedule = claimed, of
		return nil
	})
	if errors.Is(err, store.ErrDuplicate) { // another run of the factory began at the same moment
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return run, schedule, nil
}

// served notes that the factory begins a run; with nil only the row of its turn is made sure of and locked, so that what
// follows in the transaction happens once at a time.
func served(ctx context.Context, tx store.Tx, at *time.Time) error {
	change := tx.Change((*runTurn)(nil))
	if at == nil {
		change.Set("began_at = began_at")
	} else {
		change.Set("began_at = ?", at)
	}
	n, err := change.Exec(ctx)
	if err != nil || n > 0 {
		return err
	}
	err = tx.Try(ctx, func(tx store.Tx) error { return tx.Insert(ctx, &runTurn{BeganAt: at}) })
	if errors.Is(err, store.ErrDuplicate) { // somebody else made it just now
		return served(ctx, tx, at)
	}
	return err
}

// mayWait refuses a run of a factory of which enough wait already. It holds the factory's turn until the transaction
// ends, so that several at once are counted one after the other.
func mayWait(ctx context.Context, tx store.Tx) error {
	if err := served(ctx, tx, nil); err != nil {
		return err
	}
	n, err := tx.Select((*entity.Run)(nil)).Where("state = ?", entity.StateQueued).Count(ctx)
	if err == nil && n >= waitingLimit {
		err = problem.Refuse(msgQueueFull, waitingLimit)
	}
	return err
}

// queuePlace is where a waiting run stands: 1 is next. own counts the runs of its factory before it.
type queuePlace struct{ place, own int }

// queuePlaces are where the waiting runs of all tenants stood when this node last looked.
type queuePlaces struct {
	mu  sync.Mutex
	now map[string]queuePlace // by run
}

func (p *queuePlaces) of(run string) queuePlace {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now[run]
}

// replace takes over a new look at the queue and gives the runs that stand elsewhere than before.
func (p *queuePlaces) replace(order []*entity.Run) (moved []*entity.Run) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, own := make(map[string]queuePlace, len(order)), map[factoryRef]int{}
	for i, run := range order {
		now[run.ID] = queuePlace{i + 1, own[factoryOf(run)]}
		own[factoryOf(run)]++
		if p.now[run.ID] != now[run.ID] {
			moved = append(moved, run)
		}
	}
	p.now = now
	return moved
}

// ShowPlaces looks at the queue and tells open pages where their waiting runs stand, as far as that has changed. Each
// node looks for itself, twice a second and after what it changes: nobody has to tell it.
func (rn *Runner) ShowPlaces(ctx context.Context) error {
	q, err := rn.readQueue(ctx)
	if err != nil {
		return err
	}
	for _, run := range rn.waiting.replace(q.order) {
		rn.tell(ctx, run)
	}
	return nil
}
