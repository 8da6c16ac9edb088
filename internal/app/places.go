package app

import (
	"context"
	"strconv"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// moduleName is what the company of a caller calls a module; the product's own word serves where it cannot be read.
func (a *App) moduleName(ctx context.Context, actor store.Actor, module string) problem.Text {
	c, err := a.company(store.WithActor(ctx, actor))
	if err != nil {
		return menu.NameOf(module)
	}
	return c.NameOf(module)
}

// gatewayOf is the gateway of the factory where the actor works, by the address that browsers try first.
func (a *App) gatewayOf(ctx context.Context, actor store.Actor) (m menu.Gateway, err error) {
	err = a.DB.SystemRead(ctx, "the rows of tenants belong to the operator", func(tx store.Tx) error {
		g, err := tenancy.GatewayAt(ctx, tx, actor.TenantID, actor.FactoryID, store.Now())
		m = menu.Gateway{ID: g.ServerAppUUID, IP: g.InnerIP}
		port := g.HTTPSPort
		if g.InnerIP == "" {
			m.IP, port = g.OuterIP, g.HTTPSOuterPort
		}
		if port != nil {
			m.Port = strconv.Itoa(*port)
		}
		return err
	})
	return m, err
}

// personalURL is where a personal user's modules are.
func (o Options) personalURL() string {
	if o.Personal == "" {
		return "/account/?from=mouldworks"
	}
	return o.Personal
}
