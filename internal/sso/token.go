package sso

import (
	"context"
	"errors"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/uptrace/bun"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
	"golang.org/x/text/language"

	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/store"
)

// tokenRow is an access token, known by its id, or a refresh token, known by its hash.
type tokenRow struct {
	bun.BaseModel `bun:"table:sso_token"`
	ID            string    `bun:"id,pk"`
	Kind          string    `bun:"kind"`
	TokenHash     string    `bun:"token_hash"`
	Family        string    `bun:"family"` // the authorization that it came from
	ClientID      string    `bun:"client_id"`
	AccountID     string    `bun:"account_id"`
	Scopes        []string  `bun:"scopes,type:text"`
	SignedInAt    time.Time `bun:"signed_in_at"`
	ExpiresAt     time.Time `bun:"expires_at"`
	UsedAt        time.Time `bun:"used_at,nullzero"`
}

const (
	kindAccess  = "access"
	kindRefresh = "refresh"
)

// endFamily ends everything that came of an authorization.
func endFamily(ctx context.Context, tx store.Tx, family string) error {
	_, err := tx.Remove((*tokenRow)(nil)).Where("family = ?", family).Exec(ctx)
	return err
}

// grant is where tokens come from: a request, or the refresh token before.
type grant struct {
	tokenRow
	scopes []string // fewer than the original ones, when the program asks for fewer
}

// The library asks a refresh for these.

func (g *grant) GetAMR() []string                 { return nil }
func (g *grant) GetAudience() []string            { return []string{g.ClientID} }
func (g *grant) GetAuthTime() time.Time           { return g.SignedInAt }
func (g *grant) GetClientID() string              { return g.ClientID }
func (g *grant) GetSubject() string               { return g.AccountID }
func (g *grant) SetCurrentScopes(scopes []string) { g.scopes = scopes }
func (g *grant) GetScopes() []string {
	if g.scopes != nil {
		return g.scopes
	}
	return g.Scopes
}

func (p *storage) accessFor(from op.TokenRequest) (*tokenRow, error) {
	t := &tokenRow{ID: store.NewID(), Kind: kindAccess, AccountID: from.GetSubject(), Scopes: from.GetScopes(), ExpiresAt: p.deps.Now().Add(accessLife)}
	switch r := from.(type) {
	case *request:
		t.Family, t.ClientID, t.SignedInAt = r.ID, r.ClientID, r.SignedInAt
	case *grant:
		t.Family, t.ClientID, t.SignedInAt = r.Family, r.ClientID, r.SignedInAt
	default:
		return nil, oidc.ErrUnsupportedGrantType()
	}
	return t, nil
}

// CreateAccessToken keeps a new access token.
func (p *storage) CreateAccessToken(ctx context.Context, from op.TokenRequest) (string, time.Time, error) {
	t, err := p.accessFor(from)
	if err != nil {
		return "", time.Time{}, err
	}
	return t.ID, t.ExpiresAt, p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error { return tx.Insert(ctx, t) })
}

// CreateAccessAndRefreshTokens keeps a pair. A refresh token serves once: of two programs that send the same one, the
// second ends the whole family, for one of them has stolen it.
func (p *storage) CreateAccessAndRefreshTokens(ctx context.Context, from op.TokenRequest, used string) (string, string, time.Time, error) {
	access, err := p.accessFor(from)
	if err != nil {
		return "", "", time.Time{}, err
	}
	secret, hash := opaque.Token()
	refresh := *access
	refresh.ID, refresh.Kind, refresh.TokenHash, refresh.ExpiresAt = store.NewID(), kindRefresh, hash, p.deps.Now().Add(refreshLife)
	if g, ok := from.(*grant); ok {
		refresh.Scopes = g.Scopes // the next refresh may ask for all of them again
	}
	replayed := false
	err = p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if used != "" {
			n, err := tx.Change((*tokenRow)(nil)).Set("used_at = ?", p.deps.Now()).Where("kind = ? AND token_hash = ? AND used_at IS NULL", kindRefresh, opaque.Hash(used)).Exec(ctx)
			if err != nil {
				return err
			}
			if replayed = n == 0; replayed {
				return endFamily(ctx, tx, access.Family)
			}
		}
		return tx.Insert(ctx, &[]*tokenRow{access, &refresh})
	})
	if err == nil && replayed {
		err = oidc.ErrInvalidGrant()
	}
	return access.ID, secret, access.ExpiresAt, err
}

// TokenRequestByRefreshToken finds what a refresh token stands for.
func (p *storage) TokenRequestByRefreshToken(ctx context.Context, token string) (op.RefreshTokenRequest, error) {
	var t tokenRow
	valid := false
	err := p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if err := tx.Select(&t).Where("kind = ? AND token_hash = ?", kindRefresh, opaque.Hash(token)).Scan(ctx); err != nil {
			return err
		}
		if !t.UsedAt.IsZero() {
			return endFamily(ctx, tx, t.Family)
		}
		if p.deps.Now().After(t.ExpiresAt) {
			return nil
		}
		may, err := p.deps.May(ctx, tx, t.AccountID)
		valid = may
		return err
	})
	if err == nil && valid {
		return &grant{tokenRow: t}, nil
	}
	if err == nil || errors.Is(err, store.ErrNotFound) {
		err = op.ErrInvalidRefreshToken
	}
	return nil, err
}

// GetRefreshTokenInfo says whose refresh token it is, for its revocation.
func (p *storage) GetRefreshTokenInfo(ctx context.Context, clientID, token string) (userID, tokenID string, err error) {
	var t tokenRow
	err = p.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&t).Where("kind = ? AND token_hash = ? AND client_id = ?", kindRefresh, opaque.Hash(token), clientID).Scan(ctx)
	})
	if errors.Is(err, store.ErrNotFound) {
		err = op.ErrInvalidRefreshToken
	}
	return t.AccountID, t.ID, err
}

// RevokeToken ends a token of the program and what came with it; of others it says nothing (RFC 7009).
func (p *storage) RevokeToken(ctx context.Context, tokenID, _, clientID string) *oidc.Error {
	err := p.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		var t tokenRow
		if err := tx.Select(&t).Where("id = ? AND client_id = ?", tokenID, clientID).Scan(ctx); err != nil {
			return err
		}
		return endFamily(ctx, tx, t.Family)
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return oidc.ErrServerError().WithParent(err)
	}
	return nil
}

// live reads an access token that still opens something, for an account that still may enter.
func (p *storage) live(ctx context.Context, tokenID, subject string) (t tokenRow, who Person, err error) {
	err = p.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		if err := tx.Select(&t).Where("id = ? AND kind = ? AND account_id = ? AND expires_at > ?", tokenID, kindAccess, subject, p.deps.Now()).Scan(ctx); err != nil {
			return err
		}
		if may, err := p.deps.May(ctx, tx, t.AccountID); err != nil || !may {
			return errors.Join(err, store.ErrNotFound)
		}
		who, err = p.deps.Person(ctx, tx, t.AccountID)
		return err
	})
	return t, who, err
}

// SetUserinfoFromToken tells a program what its token lets it know.
func (p *storage) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, _ string) error {
	t, who, err := p.live(ctx, tokenID, subject)
	if err != nil {
		return oidc.ErrAccessDenied().WithDescription("the token has ended")
	}
	for _, scope := range t.Scopes {
		switch scope {
		case oidc.ScopeOpenID:
			info.Subject = t.AccountID
		case oidc.ScopeProfile:
			info.Name, info.PreferredUsername = who.Name, who.UserName
			if tag, err := language.Parse(who.Language); err == nil {
				info.Locale = oidc.NewLocale(tag)
			}
		case oidc.ScopePhone:
			info.PhoneNumber, info.PhoneNumberVerified = who.Phone, oidc.Bool(who.PhoneVerified)
		}
	}
	return nil
}

// SetUserinfoFromScopes adds nothing to identity tokens but who it is, which the library takes from here: userinfo says
// more.
func (*storage) SetUserinfoFromScopes(_ context.Context, info *oidc.UserInfo, accountID, _ string, _ []string) error {
	info.Subject = accountID
	return nil
}

// SetIntrospectionFromToken tells a program about a token of its own.
func (p *storage) SetIntrospectionFromToken(ctx context.Context, out *oidc.IntrospectionResponse, tokenID, subject, clientID string) error {
	t, _, err := p.live(ctx, tokenID, subject)
	if err != nil || t.ClientID != clientID {
		return nil // not active
	}
	out.Active, out.Subject, out.ClientID, out.Scope, out.Expiration = true, t.AccountID, t.ClientID, t.Scopes, oidc.FromTime(t.ExpiresAt)
	return nil
}

// TerminateSession is not used: TerminateSessionFromRequest takes its place.
func (*storage) TerminateSession(context.Context, string, string) error { return nil }

// GetPrivateClaimsFromScopes adds nothing: access tokens are opaque.
func (*storage) GetPrivateClaimsFromScopes(context.Context, string, string, []string) (map[string]any, error) {
	return map[string]any{}, nil
}

// GetKeyByIDAndClientID: no program has keys with us, they have secrets.
func (*storage) GetKeyByIDAndClientID(context.Context, string, string) (*jose.JSONWebKey, error) {
	return nil, oidc.ErrInvalidClient()
}

// ValidateJWTProfileScopes: programs do not sign in without a person.
func (*storage) ValidateJWTProfileScopes(context.Context, string, []string) ([]string, error) {
	return nil, oidc.ErrUnsupportedGrantType()
}

// Health of the database is what readyz asks.
func (*storage) Health(context.Context) error { return nil }
