package identity

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// loginFailure counts wrong passwords by account and address.
type loginFailure struct {
	bun.BaseModel `bun:"table:login_failure"`
	Who           string    `bun:"who,pk"`
	Failures      int       `bun:"failures"`
	LastAt        time.Time `bun:"last_at"`
	LockedUntil   time.Time `bun:"locked_until,nullzero"` // by the measure of a tenant of the person
}

const (
	maxFailures = 5
	lockedFor   = 15 * time.Minute
)

// try is a guess at a password that may be judged, unless it is locked.
type try struct {
	locked bool // by the platform's measure, which is said to anybody
	// silent means that only a tenant's own measure locks. It is answered, and takes as long, as a wrong password: the
	// platform's answer would tell that the phone is known there.
	silent bool
}

// take counts a guess of who before it is judged, under the row's lock, so that guesses at once cannot share a count.
// A right password forgets it.
func (d *Identity) take(ctx context.Context, who string, policy Policy) (t try, err error) {
	for range 2 { // the second after somebody else has just made the row
		err = d.deps.DB.System(ctx, reasonTries, func(tx store.Tx) error {
			t, err = takeIn(ctx, tx, who, policy, d.deps.Now())
			return err
		})
		if !errors.Is(err, store.ErrDuplicate) {
			break
		}
	}
	return t, err
}

const reasonTries = "nobody is signed in before the password is judged"

func takeIn(ctx context.Context, tx store.Tx, who string, policy Policy, now time.Time) (t try, err error) {
	fresh := now.Add(-lockedFor) // what failed last until then counts no more
	n, err := tx.Change((*loginFailure)(nil)).Set("failures = CASE WHEN last_at <= ? THEN 1 ELSE failures + 1 END", fresh).Set("last_at = ?", now).
		Where("who = ? AND (failures < ? OR last_at <= ?)", who, maxFailures, fresh).Exec(ctx)
	if err != nil {
		return t, err
	}
	var row loginFailure
	if err := tx.Select(&row).Where("who = ?", who).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return t, tx.Insert(ctx, &loginFailure{Who: who, Failures: 1, LastAt: now})
	} else if err != nil {
		return t, err
	}
	if n == 0 {
		if row.Failures < maxFailures || !row.LastAt.After(fresh) { // made since the statement above: not yet counted
			return t, store.ErrDuplicate
		}
		return try{locked: true}, nil
	}
	if now.Before(row.LockedUntil) {
		return try{silent: true}, nil // it does not last longer for being tried
	}
	if row.Failures < policy.MaxFailures {
		return t, nil
	}
	_, err = tx.Change((*loginFailure)(nil)).Set("locked_until = ?", now.Add(time.Duration(policy.LockMinutes)*time.Minute)).Where("who = ?", who).Exec(ctx)
	return t, err
}

// forgetFailures clears the count of who: the password was right.
func (d *Identity) forgetFailures(ctx context.Context, who string) error {
	return d.deps.DB.System(ctx, reasonTries, func(tx store.Tx) error {
		_, err := tx.Remove((*loginFailure)(nil)).Where("who = ?", who).Exec(ctx)
		return err
	})
}
