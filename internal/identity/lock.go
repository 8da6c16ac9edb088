package identity

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// loginFailure counts the wrong passwords of an account, whatever address they come from. A browser in which the account
// has signed in before has a count of its own: strangers lock nobody out of their own browser.
type loginFailure struct {
	bun.BaseModel `bun:"table:login_failure"`
	Who           string    `bun:"who,pk"` // the phone, also one that nobody has; of a known browser followed by its mark's hash
	Failures      int       `bun:"failures"`
	LastAt        time.Time `bun:"last_at"`
	LockedUntil   time.Time `bun:"locked_until,nullzero"` // by the measure of a tenant of the person
}

const (
	maxFailures = 5
	lockedFor   = 15 * time.Minute
)

// fromNetwork is how many wrong passwords one network may offer, whatever the accounts: an office of people who mistype,
// not a list of guesses. Known browsers count apart, so that a company behind one address is never locked as a whole.
var fromNetwork = throttle.Limit{Most: 30, Window: 15 * time.Minute}

var msgNetwork = problem.L("当前网络的密码错误次数过多，请 %d 分钟后再试", "Too many wrong passwords came from this network, please try again in %d minutes")

// try is a guess at a password that may be judged, unless it is locked.
type try struct {
	who     string // whose failures it counts with
	network string // the network's count, "" for a known browser
	locked  bool   // by the platform's measure, which is said to anybody
	// silent means that only a tenant's own measure locks. It is answered, and takes as long, as a wrong password: the
	// platform's answer would tell that the phone is known there.
	silent bool
}

// verdict is how a password was judged.
type verdict struct {
	locked     bool // not judged; told to anybody
	silent     bool // not judged; told as wrong
	unreadable bool // not judged: its encryption was no current one, which is no guess
	right      bool
}

// judge judges a password that is offered for an account, known by its phone; of a phone that nobody has the account is
// empty, or holds the password of whoever applies for a company by it. Few are judged at a time, and each is counted before,
// so that guesses at once cannot share a count. The error is 429 where too many wait, or came from the caller's network.
func (d *Identity) judge(ctx context.Context, account *Account, phone, secret string, policy Policy) (v verdict, err error) {
	leave, err := d.turns.take(ctx)
	if err != nil {
		return v, err
	}
	defer leave()
	password, err := d.decrypt(ctx, secret)
	if errors.Is(err, errUndecipherable) {
		return verdict{unreadable: true}, nil
	}
	if err != nil {
		return v, err
	}
	t, err := d.take(ctx, account, phone, policy)
	if err != nil || t.locked {
		return verdict{locked: t.locked}, err
	}
	v = verdict{silent: t.silent}
	hash := account.PasswordHash
	isNobodys := t.silent || hash == ""
	if isNobodys {
		hash = nobodysHash
	}
	if !VerifyPassword(hash, password) || isNobodys {
		return v, nil
	}
	v.right = true
	return v, d.forgetFailures(ctx, t)
}

// take counts a guess before it is judged, under the locks of its rows. A right password takes the count back.
func (d *Identity) take(ctx context.Context, account *Account, phone string, policy Policy) (t try, err error) {
	now, c := d.deps.Now(), api.CallerFrom(ctx)
	err = throttle.Count(ctx, d.deps.DB, reasonTries, func(tx store.Tx) error {
		mark, err := d.knownBrowser(ctx, tx, account.ID)
		if err != nil {
			return err
		}
		who, network := phone, "password "+c.Network()
		if mark != "" {
			who, network = phone+" "+mark, ""
		}
		if t, err = takeIn(ctx, tx, who, policy, now); err != nil || t.locked || network == "" {
			return err
		}
		t.network = network
		wait, err := fromNetwork.Take(ctx, tx, network, now)
		if err == nil && wait > 0 {
			err = problem.Slow(wait, msgNetwork.With(minutes(wait))) // the account's count is taken back with the transaction
		}
		return err
	})
	return t, err
}

// minutes rounds a wait up to whole minutes, for people.
func minutes(wait time.Duration) int { return int((wait + time.Minute - 1) / time.Minute) }

const reasonTries = "nobody is signed in before the password is judged"

func takeIn(ctx context.Context, tx store.Tx, who string, policy Policy, now time.Time) (t try, err error) {
	t.who = who
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
		t.locked = true
		return t, nil
	}
	if now.Before(row.LockedUntil) {
		t.silent = true // it does not last longer for being tried
		return t, nil
	}
	if row.Failures < policy.MaxFailures {
		return t, nil
	}
	_, err = tx.Change((*loginFailure)(nil)).Set("locked_until = ?", now.Add(time.Duration(policy.LockMinutes)*time.Minute)).Where("who = ?", who).Exec(ctx)
	return t, err
}

// forgetFailures takes back what a guess was counted with: the password was right.
func (d *Identity) forgetFailures(ctx context.Context, t try) error {
	return d.deps.DB.System(ctx, reasonTries, func(tx store.Tx) error {
		if _, err := tx.Remove((*loginFailure)(nil)).Where("who = ?", t.who).Exec(ctx); err != nil || t.network == "" {
			return err
		}
		return throttle.Return(ctx, tx, t.network)
	})
}
