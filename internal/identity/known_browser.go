package identity

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/store"
)

// knownBrowser is a browser in which an account has signed in. The browser keeps a random mark in a cookie, the row its
// hash: whoever brings the mark guesses at the account's password on a count of their own, and is no more trusted than that.
type knownBrowser struct {
	bun.BaseModel `bun:"table:known_browser"`
	MarkHash      string    `bun:"mark_hash,pk"`
	AccountID     string    `bun:"account_id,pk"`
	SeenAt        time.Time `bun:"seen_at"` // the last sign-in
}

const (
	markCookie = "mw-known"
	// knownFor is how long a browser stays known without a sign-in.
	knownFor = 90 * 24 * time.Hour
)

// knownBrowser is the hash of the request's mark when the account has signed in under it, else "". tx is a system
// transaction.
func (d *Identity) knownBrowser(ctx context.Context, tx store.Tx, accountID string) (string, error) {
	mark := api.CallerFrom(ctx).Cookie(markCookie)
	if mark == "" || accountID == "" {
		return "", nil
	}
	hash := opaque.Hash(mark)
	known, err := tx.Select((*knownBrowser)(nil)).Where("mark_hash = ? AND account_id = ? AND seen_at > ?", hash, accountID, d.deps.Now().Add(-knownFor)).Exists(ctx)
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}

// knowBrowser notes that the account has signed in in the browser of the request. A browser brings its own mark only as
// long as the server knows it: nobody else may choose what marks a browser. tx is a system transaction.
func (d *Identity) knowBrowser(ctx context.Context, tx store.Tx, accountID string) error {
	c, now := api.CallerFrom(ctx), d.deps.Now()
	mark := c.Cookie(markCookie)
	hash := opaque.Hash(mark)
	known, err := tx.Select((*knownBrowser)(nil)).Where("mark_hash = ?", hash).Exists(ctx)
	if err != nil {
		return err
	}
	if mark == "" || !known {
		mark, hash = opaque.Token()
	}
	n, err := tx.Change((*knownBrowser)(nil)).Set("seen_at = ?", now).Where("mark_hash = ? AND account_id = ?", hash, accountID).Exec(ctx)
	if err == nil && n == 0 {
		err = tx.Try(ctx, func(tx store.Tx) error {
			return tx.Insert(ctx, &knownBrowser{MarkHash: hash, AccountID: accountID, SeenAt: now})
		})
		if errors.Is(err, store.ErrDuplicate) {
			err = nil // the browser signs in twice at the same moment
		}
	}
	tx.AfterCommit(func() { c.SetCookie(markCookie, mark, knownFor) })
	return err
}
