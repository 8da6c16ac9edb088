package app

import (
	"context"
	"strconv"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// openableModules are the modules that the operator can open for a tenant: those with pages of ours.
func openableModules(lang string) []resource.Entry {
	var list []resource.Entry
	for _, key := range tenancy.Starter() {
		list = append(list, resource.Entry{ID: key, Name: menu.NameOf(key).In(lang)})
	}
	return list
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
