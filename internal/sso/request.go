package sso

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/store"
)

// request is an authorization under way. It belongs to the browser that began it: without that, whoever lures somebody
// else to sign in for a request of theirs would get the code.
type request struct {
	bun.BaseModel `bun:"table:sso_request"`
	ID            string    `bun:"id,pk"`
	ClientID      string    `bun:"client_id"`
	BrowserHash   string    `bun:"browser_hash"`
	RedirectURI   string    `bun:"redirect_uri"`
	Scopes        []string  `bun:"scopes,type:text"`
	State         string    `bun:"state"`
	Nonce         string    `bun:"nonce"`
	Challenge     string    `bun:"challenge"` // S256
	Prompt        string    `bun:"prompt"`
	MaxAge        int       `bun:"max_age"`    // seconds; -1 = any
	AccountID     string    `bun:"account_id"` // empty until somebody has signed in
	SignedInAt    time.Time `bun:"signed_in_at,nullzero"`
	CodeHash      string    `bun:"code_hash"`
	CodeAt        time.Time `bun:"code_at,nullzero"`
	UsedAt        time.Time `bun:"used_at,nullzero"`
	CreatedAt     time.Time `bun:"created_at"`
}

// The library asks a request for these.

func (r *request) GetID() string          { return r.ID }
func (r *request) GetACR() string         { return "" }
func (r *request) GetAMR() []string       { return nil }
func (r *request) GetAudience() []string  { return []string{r.ClientID} }
func (r *request) GetAuthTime() time.Time { return r.SignedInAt }
func (r *request) GetClientID() string    { return r.ClientID }
func (r *request) GetCodeChallenge() *oidc.CodeChallenge {
	return &oidc.CodeChallenge{Challenge: r.Challenge, Method: oidc.CodeChallengeMethodS256}
}
func (r *request) GetNonce() string                   { return r.Nonce }
func (r *request) GetRedirectURI() string             { return r.RedirectURI }
func (r *request) GetResponseType() oidc.ResponseType { return oidc.ResponseTypeCode }
func (r *request) GetResponseMode() oidc.ResponseMode { return "" }
func (r *request) GetScopes() []string                { return r.Scopes }
func (r *request) GetState() string                   { return r.State }
func (r *request) GetSubject() string                 { return r.AccountID }
func (r *request) Done() bool                         { return r.AccountID != "" }

// storage is what the library keeps with us.
type storage struct{ *SSO }

var _ op.Storage = (*storage)(nil)

// maxParameter is how long state and nonce of other programs may be.
const maxParameter = 1000

// CreateAuthRequest keeps an authorization. It insists on what the library leaves open: the exact address, a code
// challenge by S256, and no other mode than the query.
func (p *storage) CreateAuthRequest(ctx context.Context, in *oidc.AuthRequest, _ string) (op.AuthRequest, error) {
	found, err := p.GetClientByClientID(ctx, in.ClientID)
	if err != nil {
		return nil, err
	}
	switch {
	case !slices.Contains(found.RedirectURIs(), in.RedirectURI): // the library compares after unescaping once more
		return nil, oidc.ErrInvalidRequestRedirectURI().WithDescription("the redirect_uri must be one of the registered ones, letter by letter")
	case in.CodeChallenge == "" || in.CodeChallengeMethod != oidc.CodeChallengeMethodS256:
		return nil, oidc.ErrInvalidRequest().WithDescription("a code_challenge with the method S256 is required")
	case in.ResponseMode != "" && in.ResponseMode != oidc.ResponseModeQuery:
		return nil, oidc.ErrInvalidRequest().WithDescription("the only response_mode is query")
	case len(in.State) > maxParameter || len(in.Nonce) > maxParameter || len(in.CodeChallenge) > maxParameter:
		return nil, oidc.ErrInvalidRequest().WithDescription("state, nonce or code_challenge is too long")
	}
	r := &request{
		ID: store.NewID(), ClientID: in.ClientID, BrowserHash: beganIn(ctx), RedirectURI: in.RedirectURI, Scopes: in.Scopes, State: in.State, Nonce: in.Nonce,
		Challenge: in.CodeChallenge, Prompt: strings.Join(in.Prompt, " "), MaxAge: -1, CreatedAt: p.deps.Now(),
	}
	if in.MaxAge != nil {
		r.MaxAge = int(min(*in.MaxAge, 1<<30))
	}
	return r, p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error { return tx.Insert(ctx, r) })
}

var errNoRequest = errors.New("this sign-in has expired, was used already or was begun in another browser")

// AuthRequestByID finds an authorization of this browser that has got no code yet.
func (p *storage) AuthRequestByID(ctx context.Context, id string) (op.AuthRequest, error) {
	var r request
	err := p.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error { return p.open(tx, &r, id, browserFrom(ctx)).Scan(ctx) })
	if errors.Is(err, store.ErrNotFound) {
		return nil, errNoRequest
	}
	return &r, err
}

// open asks for a request that still waits, in the browser that began it.
func (s *SSO) open(tx store.Tx, r *request, id string, browser []string) *store.Select {
	return tx.Select(r).Where("id = ? AND code_hash = '' AND created_at > ?", id, s.deps.Now().Add(-requestLife)).WhereIn("browser_hash", browser)
}

// settle says who has signed in for a request, once. It does nothing for a request of another browser.
func (s *SSO) settle(ctx context.Context, tx store.Tx, id string, browser []string, accountID string, signedInAt time.Time) (bool, error) {
	n, err := tx.Change((*request)(nil)).Set("account_id = ?", accountID).Set("signed_in_at = ?", signedInAt).
		Where("id = ? AND code_hash = '' AND created_at > ?", id, s.deps.Now().Add(-requestLife)).WhereIn("browser_hash", browser).Exec(ctx)
	return n == 1, err
}

// SaveAuthCode remembers the code of a request; there is never a second.
func (p *storage) SaveAuthCode(ctx context.Context, id, code string) error {
	return p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		n, err := tx.Change((*request)(nil)).Set("code_hash = ?", opaque.Hash(code)).Set("code_at = ?", p.deps.Now()).Where("id = ? AND code_hash = '' AND account_id <> ''", id).Exec(ctx)
		if err == nil && n == 0 {
			err = errNoRequest
		}
		return err
	})
}

// AuthRequestByCode takes a code: once, within a minute. Whoever sends it again ends what came of it (RFC 6749, 4.1.2).
func (p *storage) AuthRequestByCode(ctx context.Context, code string) (op.AuthRequest, error) {
	var r request
	fresh := false
	err := p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if err := tx.Select(&r).Where("code_hash = ?", opaque.Hash(code)).Scan(ctx); err != nil {
			return err
		}
		now := p.deps.Now()
		n, err := tx.Change((*request)(nil)).Set("used_at = ?", now).Where("id = ? AND used_at IS NULL AND code_at > ?", r.ID, now.Add(-codeLife)).Exec(ctx)
		if fresh = n == 1; fresh || err != nil {
			return err
		}
		return endFamily(ctx, tx, r.ID)
	})
	if err == nil && fresh {
		return &r, nil
	}
	if err == nil || errors.Is(err, store.ErrNotFound) {
		err = errNoRequest
	}
	return nil, err
}

// DeleteAuthRequest keeps the request until the sweep, to notice a code that comes back.
func (*storage) DeleteAuthRequest(context.Context, string) error { return nil }
