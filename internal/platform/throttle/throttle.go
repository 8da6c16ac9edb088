// Package throttle counts what may be done only so often: guesses, puzzles, codes.
//
// What lives here: the count, in rows, so that several nodes share it. What never does: what is counted, and the words of
// a refusal (those stand beside their rule).
package throttle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// Limit is how often something may be done within a window. The window begins with the first use and the next one with
// the first use after its end.
type Limit struct {
	Most   int           // uses in a window, 1 or more
	Window time.Duration // above 0
}

// use is the row behind a name. Names are made by the product, never taken from a request as they come.
type use struct {
	bun.BaseModel `bun:"table:throttle"`
	Name          string    `bun:"name,pk"`
	Used          int       `bun:"used"`
	Since         time.Time `bun:"since"` // when the window began
}

// Take counts one use of name before it happens. wait is 0 when it may happen, else how long until the window ends.
//
// The count is taken under the lock of its row, so that uses at the same moment cannot share it; the lock lasts until the
// transaction ends, so take it last. tx is a system transaction of Count: the first use of a name may need a second try.
func (l Limit) Take(ctx context.Context, tx store.Tx, name string, now time.Time) (wait time.Duration, err error) {
	over := now.Add(-l.Window) // a window that began until then has ended
	n, err := tx.Change((*use)(nil)).
		Set("used = CASE WHEN since <= ? THEN 1 ELSE used + 1 END", over).
		Set("since = CASE WHEN since <= ? THEN ? ELSE since END", over, now).
		Where("name = ? AND (used < ? OR since <= ?)", name, l.Most, over).Exec(ctx)
	if err != nil || n == 1 {
		return 0, err
	}
	var row use
	if err := tx.Select(&row).Where("name = ?", name).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return 0, tx.Insert(ctx, &use{Name: name, Used: 1, Since: now})
	} else if err != nil {
		return 0, err
	}
	if row.Used < l.Most || !row.Since.After(over) { // made since the statement above: not counted yet
		return 0, store.ErrDuplicate
	}
	return row.Since.Add(l.Window).Sub(now), nil
}

// Return takes one use back: it has turned out to be none. A window that has begun meanwhile gains one use by it. tx is a
// system transaction.
func Return(ctx context.Context, tx store.Tx, name string) error {
	_, err := tx.Change((*use)(nil)).Set("used = used - 1").Where("name = ? AND used > 0", name).Exec(ctx)
	return err
}

// tries is how often Count begins. A row can be made and removed by others any number of times meanwhile, as each right
// password removes the count of its account, so a few tries are not enough.
const tries = 30

// Count runs fn, which takes uses, in a system transaction, and again when somebody else made the row of a first use at
// the same moment; store.ErrBusy when that does not end. reason says why no actor can be known. What fn changes besides must
// bear being run again.
func Count(ctx context.Context, db *store.DB, reason string, fn func(tx store.Tx) error) (err error) {
	for range tries {
		if err = db.System(ctx, reason, fn); !errors.Is(err, store.ErrDuplicate) {
			return err
		}
	}
	return fmt.Errorf("%w: %v", store.ErrBusy, err)
}

// kept is how long a count stays after its window began; no window is longer.
const kept = 24 * time.Hour

// Sweep removes counts whose windows have ended. tx is a system transaction.
func Sweep(ctx context.Context, tx store.Tx, now time.Time) error {
	_, err := tx.Remove((*use)(nil)).Where("since < ?", now.Add(-kept)).Exec(ctx)
	return err
}
