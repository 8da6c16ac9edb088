package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// gatewayTokenPrefix begins the tokens that browsers show a gateway, so that none is taken for a session.
const gatewayTokenPrefix = "mwt_"

// gatewayTokenLife is short because whoever runs the gateway sees the token. Browsers fetch the next one in time.
const gatewayTokenLife = 10 * time.Minute

// gatewayToken is the row behind a token for one gateway. It stands for a session in one tenant and factory, and ends with
// the session, or when the session leaves the factory. Only the hash of the token is stored.
type gatewayToken struct {
	bun.BaseModel `bun:"table:gateway_token"`
	TokenHash     string    `bun:"token_hash,pk"`
	SessionID     string    `bun:"session_id"`
	Gateway       string    `bun:"gateway"` // serverAppUuid
	Home          string    `bun:"home"`    // tenant
	Factory       string    `bun:"factory"`
	ExpiresAt     time.Time `bun:"expires_at"`
}

var msgGatewayElsewhere = problem.L("您不在该网关所在的工厂，请先切换工厂", "You do not work in the factory of this gateway, please switch to it first")

// GatewayPlace is a gateway and where it stands.
type GatewayPlace struct{ ID, Tenant, Factory string }

// Gateways is what identity needs to know of gateways; without it no token of theirs is taken.
type Gateways struct {
	// Proven finds the gateway that holds a key; an error when none does.
	Proven func(ctx context.Context, key string) (GatewayPlace, error)
	// Carries tells whether gateways may carry calls of a path below api.Prefix for people.
	Carries func(path string) bool
}

// IssueGatewayToken makes the token with which the calling session works through a gateway: good for minutes, at that
// gateway alone, and only while the session is in the gateway's factory. It fails with problem.SignIn for callers without
// a session, such as programs, and with a refusal when the session works elsewhere.
func (d *Identity) IssueGatewayToken(ctx context.Context, at GatewayPlace) (token string, life time.Duration, err error) {
	_, s, err := d.sessionOf(ctx, api.CallerFrom(ctx).Token)
	if err != nil {
		return "", 0, err
	}
	if at.Factory == "" || s.Home != at.Tenant || s.Factory != at.Factory {
		return "", 0, problem.Refuse(msgGatewayElsewhere)
	}
	secret, _ := opaque.Token()
	token = gatewayTokenPrefix + secret
	now := d.deps.Now()
	row := gatewayToken{TokenHash: opaque.Hash(token), SessionID: s.ID, Gateway: at.ID, Home: at.Tenant, Factory: at.Factory, ExpiresAt: now.Add(gatewayTokenLife)}
	return token, gatewayTokenLife, d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		if _, err := tx.Remove((*gatewayToken)(nil)).Where("expires_at < ?", now).Exec(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &row)
	})
}

// ofGateway tells whether a request comes from a gateway, or shows what only a gateway may bring.
func ofGateway(c api.Caller) bool {
	return c.GatewayKey != "" || strings.HasPrefix(c.Token, gatewayTokenPrefix)
}

// authenticateAtGateway finds the person for whom a gateway calls: by the gateway's key and a token for that very gateway.
// A session or a program's token is refused here, and so is every path that gateways do not carry: a gateway that keeps
// what passes through it holds nothing that is good anywhere else.
func (d *Identity) authenticateAtGateway(ctx context.Context, c api.Caller) (actor store.Actor, err error) {
	if c.GatewayKey == "" || c.Bearer != "" || !strings.HasPrefix(c.Token, gatewayTokenPrefix) || d.deps.Gateways.Proven == nil || !d.deps.Gateways.Carries(c.Path) {
		return actor, problem.SignIn()
	}
	place, err := d.deps.Gateways.Proven(ctx, c.GatewayKey)
	if err != nil {
		return actor, err
	}
	var t gatewayToken
	err = d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		return tx.Select(&t).Where("token_hash = ?", opaque.Hash(c.Token)).Scan(ctx)
	})
	if errors.Is(err, store.ErrNotFound) {
		return actor, problem.SignIn()
	}
	if err != nil {
		return actor, err
	}
	if d.deps.Now().After(t.ExpiresAt) || place != (GatewayPlace{t.Gateway, t.Home, t.Factory}) {
		return actor, problem.SignIn()
	}
	actor, s, err := d.sessionWhere(ctx, "id = ?", t.SessionID)
	if err != nil {
		return actor, err
	}
	if s.Home != t.Home || s.Factory != t.Factory || actor.FactoryID != t.Factory {
		return store.Actor{}, problem.SignIn()
	}
	if err := d.seen(ctx, &s); err != nil {
		return actor, err
	}
	actor.Through = store.ThroughGateway
	if err := d.owed(ctx, &s, c); err != nil {
		return actor, err
	}
	return d.viewed(ctx, actor, &s)
}
