package app

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// linkOrigin is the https://host of links that go to other people, of the actor's company; "" where none is known. Whoever has a link
// sent must not choose it: the Host of their request would carry the secret of the link to any server. It is the address that the
// command line gives, to the company or to everybody; without one, that of the request where it is this machine's or the one that the
// server listens at.
func (a *App) linkOrigin(ctx context.Context) (string, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return "", err
	}
	own, err := a.Identity.LoginDomainOf(ctx, actor.TenantID)
	if err != nil || own != "" {
		return own, err
	}
	if a.options.Origin != "" {
		return a.options.Origin, nil
	}
	origin := api.CallerFrom(ctx).Origin
	if u, err := url.Parse(origin); err != nil || !isOwnHost(u, a.options.Listen) {
		return "", nil
	}
	return origin, nil
}

// isOwnHost tells whether an address is one that only this machine answers at, or the HOST:PORT that the server listens at.
func isOwnHost(u *url.URL, listen string) bool {
	if isThisMachine(u.Hostname()) {
		return true
	}
	host, port, err := net.SplitHostPort(listen)
	if ip, bad := netip.ParseAddr(host); err != nil || host == "" || bad == nil && ip.IsUnspecified() {
		return false // everywhere is no address
	}
	return strings.EqualFold(u.Hostname(), host) && (u.Port() == port || u.Port() == "" && port == map[string]string{"http": "80", "https": "443"}[u.Scheme])
}

func isThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}
