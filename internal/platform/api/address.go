package api

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// BehindProxies gives requests that come through a proxy of ours the address of whoever sent them, so that limits by
// address count clients and not the proxy. Only addresses in trusted are believed: anybody may write X-Forwarded-For, and
// choose by traceparent whether a request is traced, and below which trace.
func BehindProxies(next http.Handler, trusted []netip.Prefix) http.Handler {
	ours := func(a netip.Addr) bool {
		for _, p := range trusted {
			if p.Contains(a) {
				return true
			}
		}
		return false
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil || !ours(peer.Addr().Unmap()) {
			if r.Header.Get("Traceparent") != "" || r.Header.Get("Tracestate") != "" {
				r = r.Clone(r.Context())
				r.Header.Del("Traceparent")
				r.Header.Del("Tracestate")
			}
			next.ServeHTTP(w, r)
			return
		}
		// From the right: each proxy has added whom it heard. What stands left of the first stranger is the stranger's word.
		client := peer.Addr().Unmap()
		hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for i := len(hops) - 1; i >= 0 && ours(client); i-- {
			hop, ok := hopOf(strings.TrimSpace(hops[i]))
			if !ok {
				break
			}
			client = hop.Unmap()
		}
		r = r.Clone(r.Context())
		r.RemoteAddr = net.JoinHostPort(client.String(), "0")
		next.ServeHTTP(w, r)
	})
}

// hopOf reads an address as proxies write it: some add the port, and some put IPv6 into brackets.
func hopOf(text string) (netip.Addr, bool) {
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr(), true
	}
	if inner, closed := strings.CutSuffix(text, "]"); closed {
		text = strings.TrimPrefix(inner, "[")
	}
	hop, err := netip.ParseAddr(text)
	return hop, err == nil
}

// Network is what a limit by address counts: the address itself, of IPv6 the /64 that it lies in, for one subscriber has
// at least that many addresses.
func (c Caller) Network() string {
	a, err := netip.ParseAddr(c.Address)
	if err != nil {
		return c.Address
	}
	if a = a.Unmap(); a.Is4() {
		return a.String()
	}
	return netip.PrefixFrom(a.WithZone(""), 64).Masked().String()
}
