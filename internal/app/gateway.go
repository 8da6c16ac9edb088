package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"mouldworks/internal/gateway"
	"mouldworks/internal/identity"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// mountGateways makes the cloud's end of the gateways' lines. The hub asks it first who binds.
func (a *App) mountGateways(bus push.Bus) {
	var cloud *gateway.Cloud
	a.Hub = push.New(bus, func(ctx context.Context, token string) (store.Actor, string, error) {
		return cloud.Authenticate(ctx, token)
	})
	if a.options.SignOn.PushAddress != "" {
		a.Hub.Origins = []string{a.options.Origin}
	}
	cloud = gateway.New(gateway.Deps{
		DB: a.DB, Hub: a.Hub, Place: a.gatewayPlace, Linked: tenancy.Linked, Unlinked: tenancy.Unlinked, KeepPublicKey: tenancy.KeepPublicKey, Session: a.Identity.AuthenticateSession, Look: a.Identity.LookSession, Version: Version,
		Files: a.Files, Blobs: a.blobs, Admit: func(r *http.Request) (context.Context, error) { return a.API.Admit(r) },
		IssueToken: func(ctx context.Context, at gateway.Place) (string, time.Duration, error) {
			return a.Identity.IssueGatewayToken(ctx, identity.GatewayPlace{ID: at.ID, Tenant: at.Tenant, Factory: at.Factory})
		},
		Tell: func(ctx context.Context, tenant, account, cause string, title, content problem.Text) error {
			ctx = store.WithActor(ctx, store.Actor{TenantID: tenant, AccountID: account, Through: store.ThroughGateway})
			return a.DB.Write(ctx, func(tx store.Tx) error {
				return a.Messages.Send(ctx, tx, message.Letter{Cause: cause, To: []string{account}, Title: title, Content: content, Path: "/settings/server"})
			})
		},
	})
	a.Hub.Again = cloud.Again
	a.Hub.Present = func(ctx context.Context, p push.Presence) {
		if err := cloud.Present(ctx, p); err != nil {
			slog.WarnContext(ctx, "the presence of a gateway was not kept", "error", err)
		}
	}
	a.Files.Far = cloud.Bring
	a.Gateways = cloud
}

// gateways is what identity asks about calls that come through one.
func (a *App) gateways() identity.Gateways {
	return identity.Gateways{
		Carries: gateway.Carries,
		Proven: func(ctx context.Context, key string) (identity.GatewayPlace, error) {
			p, err := a.Gateways.Proven(ctx, key)
			return identity.GatewayPlace{ID: p.ID, Tenant: p.Tenant, Factory: p.Factory}, err
		},
	}
}

// gatewayPlace finds a gateway in the scope of the transaction. Guests of suppliers and customers work in the cloud alone.
func (a *App) gatewayPlace(ctx context.Context, tx store.Tx, id string) (gateway.Place, error) {
	if guest, err := a.isGuest(ctx, tx); err != nil || guest {
		return gateway.Place{}, errors.Join(err, store.ErrNotFound)
	}
	var g tenancy.GatewayServer
	if err := tx.Select(&g).Where("id = ?", id).Scan(ctx); err != nil {
		return gateway.Place{}, err
	}
	return gateway.Place{ID: g.ID, Name: g.Name, Tenant: g.TenantID, Factory: g.Factory, Linked: g.StateAt(time.Now()) == tenancy.Reachable, PublicKey: g.PublicKey}, nil
}
