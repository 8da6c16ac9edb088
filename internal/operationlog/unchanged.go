package operationlog

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// exported writes down that somebody took records out of the company as a file: one of the record rowID, "" for a list. A viewer's own
// name stands there, not that of the member as whom they look.
func (l *Log) exported(ctx context.Context, entity, rowID, fileName string) {
	if actor, err := store.ActorFrom(ctx); err == nil {
		l.note(ctx, actor, entity, store.Logged{RowID: rowID, Title: fileName}, store.ActionExport)
	}
}

// refuse writes down that somebody was refused for want of a permission. Whoever views as somebody else tries what the other may do;
// that is no attempt of theirs.
func (l *Log) refuse(ctx context.Context, actor store.Actor, permission string) {
	if actor.Viewer != "" || !l.refused.isNew(actor, permission, store.Now()) {
		return
	}
	l.note(ctx, actor, kindPermission, store.Logged{RowID: permission, Title: l.deps.PermissionName(permission).In(problem.Language(ctx))}, store.ActionRefuse)
}

// noteWithin is how long a person waits for their line behind other writes.
const noteWithin = 5 * time.Second

// note writes a line about what changes nothing: also where the company may only read, and when the caller has gone. Where the log
// cannot be written, people still get at their own records.
func (l *Log) note(ctx context.Context, actor store.Actor, entity string, row store.Logged, action string) {
	if actor.Viewer != "" {
		actor.Name = actor.ViewedBy
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteWithin)
	defer cancel()
	err := l.deps.DB.System(ctx, "the log tells of reading where nothing may be written", func(tx store.Tx) error {
		return tx.LogFor(ctx, actor, entity, row.RowID, row.Title, action, row.Changes...)
	})
	if err != nil {
		slog.ErrorContext(ctx, "the operation log misses a line", "tenant", actor.TenantID, "entity", entity, "action", action, "error", err)
	}
}

// refusals remember what was refused to whom, so that a page that asks again and again does not fill the log.
type refusals struct {
	mu   sync.Mutex
	last map[refusal]time.Time
}

type refusal struct{ tenant, account, permission string }

// refusedAgain is how long the same refusal of the same person stands for all that follow, mostRefusals how many are remembered.
const (
	refusedAgain = time.Hour
	mostRefusals = 10_000
)

func (r *refusals) isNew(actor store.Actor, permission string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := refusal{actor.TenantID, actor.AccountID, permission}
	if last, there := r.last[of]; there && now.Sub(last) < refusedAgain {
		return false
	}
	if r.last == nil || len(r.last) >= mostRefusals {
		r.last = map[refusal]time.Time{}
	}
	r.last[of] = now
	return true
}
