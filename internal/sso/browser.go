package sso

import (
	"context"
	"errors"
	"net/url"
	"time"

	"github.com/uptrace/bun"
	"github.com/zitadel/oidc/v3/pkg/op"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/store"
)

// sessionRow says who is signed in at the provider in one browser.
type sessionRow struct {
	bun.BaseModel `bun:"table:sso_session"`
	ID            string    `bun:"id,pk"`
	TokenHash     string    `bun:"token_hash"`
	AccountID     string    `bun:"account_id"`
	Hint          string    `bun:"hint"` // identity token of another provider, to sign out there too
	CreatedAt     time.Time `bun:"created_at"`
	ExpiresAt     time.Time `bun:"expires_at"`
}

// Cookies of the provider.
const (
	sessionCookie = "mw-sso"     // who is signed in
	browserCookie = "mw-browser" // which browser began what; it is worth nothing by itself; a prefix, see browserMarks
)

// browserMarks are the hashes of the marks that the browser has brought along. A browser has one, unless several of its
// pages asked for their first at the same time: then each answer gave one, under a name of its own, so that none takes
// the place of another and whatever was begun under any of them comes to its end.
func browserMarks(c api.Caller) []string {
	var hashes []string
	for _, mark := range c.CookiesOf(browserCookie) {
		hashes = append(hashes, opaque.Hash(mark))
	}
	return hashes
}

// browserOf is the hash of a mark of the browser, under which it begins something; a browser without one gets it.
func browserOf(c api.Caller) string {
	if marks := browserMarks(c); len(marks) > 0 {
		return marks[0]
	}
	mark, hash := opaque.Token()
	c.SetCookie(browserCookie+"-"+hash[:8], mark, 0)
	return hash
}

// arrived remembers the person in this browser, and lets the authorization go on that waited for the sign-in.
func (s *SSO) arrived(ctx context.Context, tx store.Tx, a identity.Arrival) (string, error) {
	c, now := api.CallerFrom(ctx), s.deps.Now()
	if a.Way == identity.WaySSO && a.Hint == "" {
		return "", nil // it was this provider that vouched
	}
	if err := s.dropSession(ctx, tx, c); err != nil {
		return "", err
	}
	token, hash := opaque.Token()
	if err := tx.Insert(ctx, &sessionRow{ID: store.NewID(), TokenHash: hash, AccountID: a.AccountID, Hint: a.Hint, CreatedAt: now, ExpiresAt: now.Add(a.Life)}); err != nil {
		return "", err
	}
	life := a.Life
	if life <= shortLife {
		life = 0 // until the browser closes
	}
	c.SetCookie(sessionCookie, token, life)
	if a.AuthRequestID == "" {
		return "", nil
	}
	mine, err := s.settle(ctx, tx, a.AuthRequestID, browserMarks(c), a.AccountID, now)
	if err != nil || !mine {
		return "", err
	}
	return Root + "/authorize/callback?id=" + url.QueryEscape(a.AuthRequestID), nil
}

// shortLife is how long somebody is known who did not ask to be remembered.
const shortLife = 24 * time.Hour

func (s *SSO) dropSession(ctx context.Context, tx store.Tx, c api.Caller) error {
	token := c.Cookie(sessionCookie)
	if token == "" {
		return nil
	}
	_, err := tx.Remove((*sessionRow)(nil)).Where("token_hash = ?", opaque.Hash(token)).Exec(ctx)
	return err
}

// current finds who is signed in at the provider in this browser and may still enter; nil for nobody.
func (s *SSO) current(ctx context.Context, tx store.Tx, c api.Caller) (*sessionRow, error) {
	token := c.Cookie(sessionCookie)
	if token == "" {
		return nil, nil
	}
	var row sessionRow
	err := tx.Select(&row).Where("token_hash = ? AND expires_at > ?", opaque.Hash(token), s.deps.Now()).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if may, err := s.deps.May(ctx, tx, row.AccountID); err != nil || !may {
		return nil, err
	}
	return &row, nil
}

// left forgets the person in this browser (SSO-10). When another provider had vouched, the browser must go there too;
// where, is asked after the commit.
func (s *SSO) left(ctx context.Context, tx store.Tx, origin string) (func() string, error) {
	c, nowhere := api.CallerFrom(ctx), func() string { return "" }
	row, err := s.current(ctx, tx, c)
	if err != nil {
		return nowhere, err
	}
	if err := s.dropSession(ctx, tx, c); err != nil {
		return nowhere, err
	}
	c.DropCookie(sessionCookie)
	if row == nil || row.Hint == "" {
		return nowhere, nil
	}
	return func() string { return s.endElsewhere(ctx, origin, row.Hint) }, nil
}

// forget ends everything of an account at the provider: it was kicked, disabled or has a new password.
func (s *SSO) forget(ctx context.Context, tx store.Tx, accountID string) error {
	if _, err := tx.Remove((*sessionRow)(nil)).Where("account_id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Remove((*ticketRow)(nil)).Where("account_id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Change((*request)(nil)).Set("used_at = ?", s.deps.Now()).Where("account_id = ? AND used_at IS NULL", accountID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.Remove((*tokenRow)(nil)).Where("account_id = ?", accountID).Exec(ctx)
	return err
}

// TerminateSessionFromRequest signs out at the provider for a program that shows the identity token it got, or for our
// own pages. Anybody else could make a link that signs people out; they land at home, still signed in.
func (p *storage) TerminateSessionFromRequest(ctx context.Context, r *op.EndSessionRequest) (string, error) {
	c := api.CallerFrom(ctx)
	var row *sessionRow
	err := p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) (err error) {
		if row, err = p.current(ctx, tx, c); err != nil || row == nil {
			return err
		}
		if r.UserID != row.AccountID && c.Site != "same-origin" {
			return nil
		}
		row = nil
		c.DropCookie(sessionCookie)
		return p.dropSession(ctx, tx, c)
	})
	if err == nil && row != nil {
		return originFrom(ctx) + "/home", nil
	}
	if r.RedirectURI == "" {
		return originFrom(ctx) + "/login", err
	}
	return r.RedirectURI, err
}
