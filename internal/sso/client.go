package sso

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"github.com/uptrace/bun"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/store"
)

// client is a program that sends its people to us. It uses the code flow with PKCE and nothing else.
type client struct {
	bun.BaseModel   `bun:"table:sso_client"`
	ID              string    `bun:"id,pk"`
	Name            string    `bun:"name"`
	SecretHash      string    `bun:"secret_hash"` // empty: a program that cannot keep a secret
	Redirects       []string  `bun:"redirects,type:text"`
	LogoutRedirects []string  `bun:"logout_redirects,type:text"`
	CreatedAt       time.Time `bun:"created_at"`
}

// NewClient describes a program to be registered.
type NewClient struct {
	Name            string
	Redirects       []string // exact addresses that may receive codes
	LogoutRedirects []string
	Public          bool // it cannot keep a secret: a page or an app
}

// AddClient registers a program and gives its id and, unless it is public, its secret, which cannot be read again.
func (s *SSO) AddClient(ctx context.Context, n NewClient) (id, secret string, err error) {
	if strings.TrimSpace(n.Name) == "" || len(n.Redirects) == 0 {
		return "", "", errors.New("a client needs a name and at least one redirect address")
	}
	for i, address := range append(append([]string{}, n.Redirects...), n.LogoutRedirects...) {
		if err := checkRedirect(address); err != nil {
			return "", "", fmt.Errorf("redirect address %d: %w", i+1, err)
		}
	}
	c := client{ID: store.NewID(), Name: n.Name, Redirects: n.Redirects, LogoutRedirects: n.LogoutRedirects, CreatedAt: s.deps.Now()}
	if c.LogoutRedirects == nil {
		c.LogoutRedirects = []string{}
	}
	if !n.Public {
		secret, c.SecretHash = opaque.Token()
	}
	return c.ID, secret, s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error { return tx.Insert(ctx, &c) })
}

// Client is a registered program as the command line shows it.
type Client struct {
	ID, Name  string
	Redirects []string
	Public    bool
	CreatedAt time.Time
}

// Clients lists the registered programs, the oldest first.
func (s *SSO) Clients(ctx context.Context) ([]Client, error) {
	var rows []client
	err := s.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error { return tx.Select(&rows).Order("created_at", "id").Scan(ctx) })
	list := make([]Client, 0, len(rows))
	for _, c := range rows {
		list = append(list, Client{c.ID, c.Name, c.Redirects, c.SecretHash == "", c.CreatedAt})
	}
	return list, err
}

// RemoveClient takes a program's registration away, with every token that it holds and every authorization that it began.
func (s *SSO) RemoveClient(ctx context.Context, id string) error {
	return s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		n, err := tx.Remove((*client)(nil)).Where("id = ?", id).Exec(ctx)
		if err == nil && n == 0 {
			err = fmt.Errorf("there is no client %q", id)
		}
		if err != nil {
			return err
		}
		for _, of := range []any{(*tokenRow)(nil), (*request)(nil)} {
			if _, err := tx.Remove(of).Where("client_id = ?", id).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkRedirect: https, or http on this machine; whole, without a user, a fragment or a star. The error does not repeat it: what is
// wrong may be a password in it.
func checkRedirect(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || strings.Contains(address, "*"):
		return errors.New("it is no whole address of https://HOST, without a user, a fragment and *")
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http" && (u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()):
		return nil
	}
	return errors.New("it must be https, or http on this machine")
}

// webClient is our own front end, wherever it is reached.
func webClient(origin string) *client {
	return &client{ID: WebClient, Name: "Mouldworks", Redirects: []string{origin + "/loginMedium"}, LogoutRedirects: []string{origin + "/login"}}
}

// GetID names the program.
func (c *client) GetID() string { return c.ID }

// RedirectURIs are the exact addresses that may receive codes.
func (c *client) RedirectURIs() []string { return c.Redirects }

// PostLogoutRedirectURIs are the exact addresses that people may be sent to after signing out.
func (c *client) PostLogoutRedirectURIs() []string { return c.LogoutRedirects }

// ApplicationType tells whether the program keeps a secret.
func (c *client) ApplicationType() op.ApplicationType {
	if c.SecretHash == "" {
		return op.ApplicationTypeUserAgent
	}
	return op.ApplicationTypeWeb
}

// AuthMethod is how the program proves itself when it exchanges a code.
func (c *client) AuthMethod() oidc.AuthMethod {
	if c.SecretHash == "" {
		return oidc.AuthMethodNone
	}
	return oidc.AuthMethodBasic
}

// ResponseTypes: a code, never a token in an address.
func (*client) ResponseTypes() []oidc.ResponseType {
	return []oidc.ResponseType{oidc.ResponseTypeCode}
}

// GrantTypes of registered programs; our own front end has sessions and needs no refresh.
func (c *client) GrantTypes() []oidc.GrantType {
	if c.ID == WebClient {
		return []oidc.GrantType{oidc.GrantTypeCode}
	}
	return []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken}
}

// LoginURL is where an authorization goes on.
func (*client) LoginURL(id string) string { return Root + "/begin?id=" + url.QueryEscape(id) }

// AccessTokenType: opaque to the program.
func (*client) AccessTokenType() op.AccessTokenType { return op.AccessTokenTypeBearer }

// IDTokenLifetime is short: it is read once.
func (*client) IDTokenLifetime() time.Duration { return idLife }

// DevMode lets registered http addresses pass; checkRedirect has let in none but those of this machine.
func (*client) DevMode() bool { return true }

// RestrictAdditionalIdTokenScopes adds nothing; the name is the library's.
//
//nolint:staticcheck
func (*client) RestrictAdditionalIdTokenScopes() func([]string) []string { return same }

// RestrictAdditionalAccessTokenScopes adds nothing.
func (*client) RestrictAdditionalAccessTokenScopes() func([]string) []string { return same }

func same(scopes []string) []string { return scopes }

// IsScopeAllowed knows no scopes beyond the standard's.
func (*client) IsScopeAllowed(string) bool { return false }

// IDTokenUserinfoClaimsAssertion leaves names and numbers to the userinfo call.
func (*client) IDTokenUserinfoClaimsAssertion() bool { return false }

// ClockSkew that we allow ourselves.
func (*client) ClockSkew() time.Duration { return 0 }

// GetClientByClientID finds a program.
func (p *storage) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	if id == WebClient {
		return webClient(originFrom(ctx)), nil
	}
	var c client
	err := p.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error { return tx.Select(&c).Where("id = ?", id).Scan(ctx) })
	if errors.Is(err, store.ErrNotFound) {
		return nil, oidc.ErrInvalidClient().WithDescription("unknown client")
	}
	return &c, err
}

// AuthorizeClientIDSecret checks a program's secret.
func (p *storage) AuthorizeClientIDSecret(ctx context.Context, id, secret string) error {
	found, err := p.GetClientByClientID(ctx, id)
	if err != nil {
		return err
	}
	c, ok := found.(*client)
	if !ok || c.SecretHash == "" || subtle.ConstantTimeCompare([]byte(c.SecretHash), []byte(opaque.Hash(secret))) != 1 {
		return oidc.ErrInvalidClient().WithDescription("wrong secret")
	}
	return nil
}
