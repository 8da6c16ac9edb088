package aps

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
	"mouldworks/solver"
	"mouldworks/solver/check"
	"mouldworks/solver/instance"
)

// Engine is the engine's version as runs record it.
const Engine = "1"

// The states of a run.
const (
	stateQueued    = "queued"
	stateRunning   = "running"
	stateSuccess   = "success"
	stateFailure   = "failure"
	stateCancelled = "cancelled"
)

// How a run is kept alive and watched.
const (
	tellEvery = 500 * time.Millisecond
	deadAfter = 12 * time.Second
	// A waiting run is looked at each second; one that nobody looks at has lost its place.
	forgottenAfter = time.Minute
	maxAttempts    = 3
	planChunk      = 5000
	plansKept      = 10
)

// Run is one run of a schedule: its row is the truth about it.
type Run struct {
	bun.BaseModel `bun:"table:schedule_run"`
	store.FactoryRow
	ScheduleID      string         `bun:"schedule_id"`
	State           string         `bun:"state"`
	Attempt         int            `bun:"attempt"`
	HeartbeatAt     time.Time      `bun:"heartbeat_at"`
	StartedAt       *time.Time     `bun:"started_at"`
	EndedAt         *time.Time     `bun:"ended_at"`
	SnapshotAt      *time.Time     `bun:"snapshot_at"`
	Phase           string         `bun:"phase"`
	Percent         int            `bun:"percent"`
	Objective       int64          `bun:"objective"`
	Late            int            `bun:"late"`
	CancelRequested bool           `bun:"cancel_requested"`
	KeepBest        bool           `bun:"keep_best"`
	Settings        map[string]any `bun:"settings,type:text"` // the effective set, frozen
	Seed            int64          `bun:"seed"`
	Iterations      int64          `bun:"iterations"`
	Engine          string         `bun:"engine"`
	SnapshotHash    string         `bun:"snapshot_hash"`
	StatusBefore    int            `bun:"status_before"`
	Message         string         `bun:"message"`
	Actor           runActor       `bun:"actor,type:text"`
}

// runActor is who started the run; an attempt after a crash goes on in that name.
type runActor struct {
	Account, Member, Name, Zone string
}

// RunJob is the queue's part of a run: an attempt of it.
type RunJob struct {
	RunID   string `json:"runId"`
	Attempt int    `json:"attempt"`
}

// Work does an attempt of a run. It is durable work: killed half way it is taken up again by Reap, and an attempt that
// is no longer the run's does nothing.
func (a *APS) Work(ctx context.Context, job RunJob) error {
	run, schedule, err := a.claim(ctx, job)
	if err != nil || run == nil {
		return err
	}
	w := &worker{a: a, run: run, schedule: schedule, began: a.deps.Now(), attempt: true}
	solving, stop := context.WithCancelCause(ctx)
	w.stop = stop
	var watching sync.WaitGroup
	watching.Add(1)
	over := make(chan struct{})
	go func() { defer watching.Done(); w.watch(ctx, over) }()
	out, err := w.plan(solving)
	end := w.keep(ctx, out, err) // storing a large plan takes longer than a heart may stand still
	close(over)
	watching.Wait()
	stop(nil)
	if ctx.Err() != nil { // the server stops: the reaper, here or elsewhere, takes the run up
		return ctx.Err()
	}
	if end == nil {
		return nil
	}
	return w.end(ctx, end.state, end.message, end.plan)
}

// claim makes the attempt the running one. One run a factory: others wait.
func (a *APS) claim(ctx context.Context, job RunJob) (run *Run, schedule *Schedule, err error) {
	wait := false
	err = a.deps.DB.Write(ctx, func(tx store.Tx) error {
		run, schedule, wait = &Run{}, &Schedule{}, false
		if err := tx.Select(run).Where("id = ?", job.RunID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			run = nil
			return nil
		} else if err != nil {
			return err
		}
		if run.Attempt != job.Attempt || run.State != stateQueued {
			run = nil
			return nil
		}
		if err := tx.Select(schedule).Where("id = ?", run.ScheduleID).Scan(ctx); err != nil {
			return err
		}
		busy, err := tx.Select((*Run)(nil)).Where("state = ?", stateRunning).Where("id <> ?", run.ID).Exists(ctx)
		if err != nil {
			return err
		}
		if busy { // alive, though it waits: the reaper looks at this
			wait = true
			_, err := tx.Change((*Run)(nil)).Set("heartbeat_at = ?", a.deps.Now()).Where("id = ?", run.ID).Where("attempt = ?", run.Attempt).Where("state = ?", stateQueued).Exec(ctx)
			return err
		}
		now := a.deps.Now()
		run.State, run.HeartbeatAt, run.StartedAt, run.Phase = stateRunning, now, &now, "snapshot"
		return tx.Update(ctx, run)
	})
	if errors.Is(err, store.ErrDuplicate) { // another node was faster
		err, wait = nil, true
	}
	if err == nil && wait {
		return nil, nil, a.deps.Later(time.Second)
	}
	return run, schedule, err
}

// worker is one attempt, or a commit of moves, which stores a plan as an attempt does.
type worker struct {
	a        *APS
	run      *Run
	schedule *Schedule
	began    time.Time
	attempt  bool // of run, which another may take over; a commit has it all to itself
	stop     context.CancelCauseFunc

	mu       sync.Mutex
	progress solver.Progress
	phase    string
}

var (
	errStale     = errors.New("aps: another attempt has taken over")
	errCancelled = errors.New("aps: cancelled")
)

// watch beats the heart, tells pages how it goes, and stops the solver when the user or another attempt says so.
func (w *worker) watch(ctx context.Context, over <-chan struct{}) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		select {
		case <-over:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := w.beat(ctx); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "a run's heartbeat failed", "run", w.run.ID, "error", err)
		}
	}
}

func (w *worker) beat(ctx context.Context) error {
	w.mu.Lock()
	p, phase := w.progress, w.phase
	w.mu.Unlock()
	var now Run
	err := w.a.deps.DB.Write(ctx, func(tx store.Tx) error {
		if _, err := tx.Change((*Run)(nil)).Set("heartbeat_at = ?", w.a.deps.Now()).Set("phase = ?", phase).Set("percent = ?", int(p.Percent)).
			Set("objective = ?", objective(p.Value)).Set("late = ?", p.Late).Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", stateRunning).Exec(ctx); err != nil {
			return err
		}
		return tx.Select(&now).Where("id = ?", w.run.ID).Scan(ctx)
	})
	if err != nil {
		return err
	}
	switch {
	case now.Attempt != w.run.Attempt || now.State != stateRunning:
		w.stop(errStale)
	case now.CancelRequested:
		w.stop(errCancelled)
	}
	w.a.tell(ctx, &now)
	return nil
}

// holds makes sure, at the end of a transaction that writes a piece of the plan, that the run is still this attempt's: the
// reaper cannot take it up before that is committed, and then removes the piece too. At the end, because it keeps the
// heart from beating until the commit.
func (w *worker) holds(ctx context.Context, tx store.Tx) error {
	if !w.attempt {
		return nil
	}
	n, err := tx.Change((*Run)(nil)).Set("heartbeat_at = ?", w.a.deps.Now()).Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", stateRunning).Exec(ctx)
	if err == nil && n == 0 {
		err = errStale
	}
	return err
}

func objective(value []int64) int64 {
	if len(value) > 1 {
		return value[1]
	}
	return 0
}

func (w *worker) enter(phase string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.phase = phase
}

// outcome is a checked plan with everything needed to store it.
type outcome struct {
	translation *translation
	loaded      *instance.Loaded
	shop        *solver.Shop
	plan        *solver.Plan
	snapshot    []byte
	seen        *fingerprint
	hash        string
	start       time.Time
	at          time.Time // of the snapshot
	carried     []planTask
	cancelled   bool
	segmented   bool // by setting 2
}

// failure is a run that cannot end well, with words for the user.
type failure struct{ code, detail string }

func (f failure) Error() string { return f.code + ": " + f.detail }

// plan reads the shop, solves it and holds the plan against the independent checker.
func (w *worker) plan(ctx context.Context) (*outcome, error) {
	w.enter("snapshot")
	out, err := w.snapshot(ctx)
	if err != nil {
		return nil, err
	}
	w.enter("solve")
	if out.loaded, err = out.translation.file.Build(); err != nil {
		return nil, failure{"problem", err.Error()}
	}
	for i := range out.translation.file.Ops {
		if len(out.translation.file.Ops[i].Modes) == 0 {
			out.loaded.Problem.Ops[i].Barred = out.translation.tasks[i].barred
		}
	}
	params := solver.Params{Seed: uint64(number(w.run.Settings, "seed")), Seconds: number(w.run.Settings, "timeLimitSeconds"), Workers: w.a.deps.Workers}
	err = out.solve(ctx, w.run.Settings, params, func(p solver.Progress) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.progress = p
	})
	if out.plan != nil {
		if kept := out.keepOvertime(); kept != nil {
			return nil, kept
		}
	}
	cause := context.Cause(ctx)
	var unsound *solver.ProblemError
	switch {
	case errors.Is(cause, errStale):
		return nil, errStale
	case errors.Is(cause, errCancelled):
		out.cancelled = true
		if out.plan == nil {
			return out, nil
		}
	case errors.As(err, &unsound):
		return nil, failure{"problem", err.Error()}
	case err != nil:
		return nil, err
	}
	if out.segmented { // the problem that is kept has them; the hash stays that of what was read
		if out.snapshot, err = json.Marshal(out.translation.file); err != nil {
			return nil, err
		}
	}
	w.enter("check")
	if broken := check.Plan(out.loaded.Problem, out.plan); len(broken) > 0 {
		return nil, failure{"check", w.taskName(out, broken[0])}
	}
	w.enter("store")
	return out, nil
}

func (w *worker) taskName(out *outcome, v check.Violation) string {
	if v.Op >= 0 && int(v.Op) < len(out.translation.tasks) {
		t := out.translation.tasks[v.Op]
		return fmt.Sprintf("%s: %s %s", t.title(), v.Kind, v.Detail)
	}
	return v.String()
}

func (w *worker) snapshot(ctx context.Context) (*outcome, error) {
	out := &outcome{at: w.a.deps.Now()}
	var shop *Shop
	var blocks []instance.Block
	var inForce []planTask
	err := w.a.deps.DB.Read(ctx, func(tx store.Tx) (err error) {
		if shop, err = w.a.deps.Shop(ctx, tx, w.schedule.MouldIDs); err != nil {
			return err
		}
		if inForce, err = tasksInForce(ctx, tx, nil); err != nil {
			return err
		}
		planned := map[string]bool{}
		for i := range shop.Moulds {
			planned[shop.Moulds[i].ID] = true
		}
		out.carried, err = w.a.carriedOver(ctx, tx, planned, inForce)
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(shop.Moulds) == 0 {
		return nil, failure{"empty", ""}
	}
	out.start = beginsAt(w.schedule.StartTime, out.at)
	for _, t := range out.carried {
		if t.ResourceID != "" && t.PlannedStart != nil && t.PlannedEnd.After(out.start) && !t.Outsourced {
			blocks = append(blocks, instance.Block{On: t.ResourceID, Start: instance.On(t.PlannedStart.UTC()), End: instance.On(t.PlannedEnd.UTC()), Units: int32(t.Crew), Name: t.TaskID})
		}
	}
	out.translation = translate(request{shop: shop, start: out.start, delivery: w.schedule.DeliveryTime, blocks: knownBlocks(shop, blocks), settings: w.run.Settings, inForce: places(inForce)})
	out.seen = fingerprintOf(shop, w.run.Settings)
	if out.snapshot, err = json.Marshal(out.translation.file); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(out.snapshot)
	out.hash = hex.EncodeToString(sum[:])
	return out, nil
}

// beginsAt is S: the start of the schedule, but never in the past for what has not begun. Both are full minutes, rounded
// up before they are compared: else a start half a minute ago would count as now.
func beginsAt(start, now time.Time) time.Time {
	full := func(t time.Time) time.Time { return t.Add(time.Minute - 1).Truncate(time.Minute) }
	if start, now = full(start), full(now); start.Before(now) {
		return now
	}
	return start
}

// knownBlocks leaves out work on resources that are no longer scheduled, and takes no more people than there are.
func knownBlocks(shop *Shop, blocks []instance.Block) []instance.Block {
	known := map[string]bool{}
	scheduled, members := map[string]bool{}, map[string]int32{}
	for _, g := range shop.Groups {
		scheduled[g.ID] = g.Scheduled
		known[g.ID] = g.People && g.Scheduled
		members[g.ID] = int32(max(1, g.Members))
	}
	for _, m := range shop.Machines {
		known[m.ID] = scheduled[m.GroupID]
	}
	var kept []instance.Block
	for _, b := range blocks {
		if known[b.On] {
			b.Units = min(b.Units, max(1, members[b.On])) // a machine is one
			kept = append(kept, b)
		}
	}
	return kept
}

func pack(b []byte) (string, error) {
	var buffer bytes.Buffer
	z := gzip.NewWriter(&buffer)
	if _, err := z.Write(b); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(buffer.Bytes()), nil
}

// ending is how a run ends.
type ending struct {
	state, message string
	plan           *Plan
}

// keep writes the plan in pieces and says how the run ends, nil when it is another attempt's to end. One small
// transaction then makes the plan the schedule's.
func (w *worker) keep(ctx context.Context, out *outcome, err error) *ending {
	var f failure
	switch {
	case errors.Is(err, errStale):
		return nil
	case errors.As(err, &f):
		return &ending{state: stateFailure, message: f.Error()}
	case err != nil:
		slog.ErrorContext(ctx, "a run failed", "run", w.run.ID, "error", err)
		return &ending{state: stateFailure, message: "fault: "}
	case out.cancelled && (out.plan == nil || !w.keepBest(ctx)):
		return &ending{state: stateCancelled}
	}
	plan, err := w.store(ctx, out)
	if errors.Is(err, errStale) {
		return nil
	}
	if err != nil {
		slog.ErrorContext(ctx, "a plan could not be stored", "run", w.run.ID, "error", err)
		return &ending{state: stateFailure, message: "fault: "}
	}
	w.run.Iterations, w.run.SnapshotHash, w.run.SnapshotAt = out.plan.Iterations, out.hash, &out.at
	end := &ending{state: stateSuccess, plan: plan}
	if out.cancelled {
		end.message = "stopped early: "
	}
	return end
}

func (w *worker) keepBest(ctx context.Context) bool {
	var run Run
	err := w.a.deps.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&run).Where("id = ?", w.run.ID).Scan(ctx) })
	return err == nil && run.KeepBest
}

// end closes the run and gives the schedule its state back, or its new plan.
func (w *worker) end(ctx context.Context, state, message string, plan *Plan) error {
	var ended Run
	err := w.a.deps.DB.Write(ctx, func(tx store.Tx) error {
		now := w.a.deps.Now()
		n, err := tx.Change((*Run)(nil)).Set("state = ?", state).Set("ended_at = ?", now).Set("phase = ?", "end").Set("percent = ?", 100).Set("message = ?", message).
			Set("iterations = ?", w.run.Iterations).Set("snapshot_hash = ?", w.run.SnapshotHash).Set("snapshot_at = ?", w.run.SnapshotAt).
			Where("id = ?", w.run.ID).Where("attempt = ?", w.run.Attempt).Where("state = ?", stateRunning).Exec(ctx)
		if err != nil || n == 0 { // another attempt has it
			return err
		}
		if err := tx.Select(&ended).Where("id = ?", w.run.ID).Scan(ctx); err != nil {
			return err
		}
		return w.a.settle(ctx, tx, &ended, plan, now.Sub(w.began))
	})
	if err == nil && ended.ID != "" {
		w.a.tell(ctx, &ended)
	}
	return err
}

// stateBefore is the state that a schedule returns to after a run without a new plan. What was published when the run
// began may have been replaced since.
func stateBefore(ctx context.Context, tx store.Tx, run *Run) (int, error) {
	state := restored(run.StatusBefore)
	if state != Published {
		return state, nil
	}
	inForce, err := tx.Select((*FactoryPlan)(nil)).Where("schedule_id = ?", run.ScheduleID).Exists(ctx)
	if !inForce {
		state = Completed
	}
	return state, err
}

// settle gives a schedule its state after a run has ended.
func (a *APS) settle(ctx context.Context, tx store.Tx, run *Run, plan *Plan, took time.Duration) error {
	var s Schedule
	if err := tx.Select(&s).Where("id = ?", run.ScheduleID).Scan(ctx); err != nil {
		return err
	}
	before, err := stateBefore(ctx, tx, run)
	if err != nil {
		return err
	}
	s.RunMillis, s.Message = took.Milliseconds(), run.Message
	switch run.State {
	case stateSuccess:
		s.Status, s.RunStatus, s.PlanID = Completed, RunSuccess, plan.ID
		if _, err := tx.Change((*Plan)(nil)).Set("complete = ?", true).Where("id = ?", plan.ID).Exec(ctx); err != nil {
			return err
		}
	case stateFailure:
		s.Status, s.RunStatus = before, RunFailure
	default:
		s.Status, s.RunStatus = before, RunNone
		if s.PlanID != "" {
			s.RunStatus = RunSuccess
		}
	}
	if err := tx.Update(ctx, &s); err != nil {
		return err
	}
	return tx.Log(ctx, "schedule", s.ID, s.Name, store.ActionRun, store.FieldChange{Field: "state", After: run.State})
}

// Reap takes up runs whose worker has died, and waiting ones whose place in the queue is lost: again, up to three
// attempts, or as failed. It runs on every node.
func (a *APS) Reap(ctx context.Context) error {
	return a.deps.DB.System(ctx, "a dead worker's run may be any tenant's", func(tx store.Tx) error {
		var dead []Run
		if err := tx.Select(&dead).Where("state = ?", stateRunning).Where("heartbeat_at < ?", a.deps.Now().Add(-deadAfter)).Scan(ctx); err != nil {
			return err
		}
		for i := range dead {
			if err := a.takeUp(ctx, tx, &dead[i]); err != nil {
				return err
			}
		}
		return a.requeue(ctx, tx)
	})
}

// requeue gives waiting runs that nobody has looked at for long a place in the queue again. A second place does no harm:
// whoever comes first claims the run, the other finds nothing to do.
func (a *APS) requeue(ctx context.Context, tx store.Tx) error {
	var waiting []Run
	if err := tx.Select(&waiting).Where("state = ?", stateQueued).Where("heartbeat_at < ?", a.deps.Now().Add(-forgottenAfter)).Scan(ctx); err != nil {
		return err
	}
	for i := range waiting {
		run := &waiting[i]
		run.HeartbeatAt = a.deps.Now()
		if err := tx.Update(ctx, run); err != nil {
			return err
		}
		if err := a.deps.EnqueueFor(ctx, tx, run.actor(), RunJob{run.ID, run.Attempt}); err != nil {
			return err
		}
	}
	return nil
}

func (run *Run) actor() store.Actor {
	return store.Actor{TenantID: run.TenantID, FactoryID: run.FactoryID, AccountID: run.Actor.Account, MemberID: run.Actor.Member, Name: run.Actor.Name, Zone: run.Actor.Zone, Through: store.ThroughJob}
}

func (a *APS) takeUp(ctx context.Context, tx store.Tx, run *Run) error {
	// What the dead attempt has written of a plan was never visible; it goes.
	var half []Plan
	if err := tx.Select(&half).Where("run_id = ?", run.ID).Where("complete = ?", false).Scan(ctx); err != nil {
		return err
	}
	for i := range half {
		if _, err := tx.Remove((*planTask)(nil)).Where("plan_id = ?", half[i].ID).Exec(ctx); err != nil {
			return err
		}
		if _, err := tx.Remove((*Plan)(nil)).Where("id = ?", half[i].ID).Exec(ctx); err != nil {
			return err
		}
	}
	actor := run.actor()
	run.HeartbeatAt = a.deps.Now()
	if run.Attempt < maxAttempts && !run.CancelRequested {
		run.Attempt++
		run.State = stateQueued
		if err := tx.Update(ctx, run); err != nil {
			return err
		}
		return a.deps.EnqueueFor(ctx, tx, actor, RunJob{run.ID, run.Attempt})
	}
	now := a.deps.Now()
	run.State, run.EndedAt, run.Message = stateFailure, &now, "lost: "
	if run.CancelRequested {
		run.State, run.Message = stateCancelled, ""
	}
	if err := tx.Update(ctx, run); err != nil {
		return err
	}
	runStatus := RunFailure
	if run.State == stateCancelled {
		runStatus = RunNone
	}
	before, err := stateBefore(ctx, tx, run)
	if err != nil {
		return err
	}
	tx.AfterCommit(func() { a.tell(ctx, run) })
	_, err = tx.Change((*Schedule)(nil)).Set("status = ?", before).Set("run_status = ?", runStatus).Set("message = ?", run.Message).
		Where("id = ?", run.ScheduleID).Exec(ctx)
	return err
}
