package api_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"mouldworks/internal/platform/api"
)

// The address of a request is the client's behind proxies of ours, and nobody writes their own.
func TestTheAddressBehindProxies(t *testing.T) {
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for _, row := range []struct {
		name, peer string
		forwarded  []string
		want       string
	}{
		{"nobody between", "203.0.113.9:5000", nil, "203.0.113.9:5000"},
		{"a stranger who writes an address", "203.0.113.9:5000", []string{"198.51.100.1"}, "203.0.113.9:5000"},
		{"one proxy", "10.0.0.2:443", []string{"203.0.113.9"}, "203.0.113.9:0"},
		{"a stranger's word before the proxy's", "10.0.0.2:443", []string{"198.51.100.1, 203.0.113.9"}, "203.0.113.9:0"},
		{"two proxies", "10.0.0.2:443", []string{"203.0.113.9, 10.0.0.7"}, "203.0.113.9:0"},
		{"two headers", "10.0.0.2:443", []string{"198.51.100.1", "203.0.113.9"}, "203.0.113.9:0"},
		{"a proxy that says nothing", "10.0.0.2:443", nil, "10.0.0.2:0"},
		{"a proxy that says nonsense", "10.0.0.2:443", []string{"203.0.113.9, unknown"}, "10.0.0.2:0"},
		{"a proxy that writes the port", "10.0.0.2:443", []string{"203.0.113.9:51000"}, "203.0.113.9:0"},
		{"a proxy that writes IPv6 with a port", "10.0.0.2:443", []string{"[2001:db8::5]:51000"}, "[2001:db8::5]:0"},
		{"a proxy that writes IPv6 in brackets", "10.0.0.2:443", []string{"[2001:db8::5]"}, "[2001:db8::5]:0"},
		{"a bracket alone", "10.0.0.2:443", []string{"203.0.113.9]x"}, "10.0.0.2:0"},
		{"IPv6", "[::1]:443", []string{"2001:db8::5"}, "[2001:db8::5]:0"},
		{"IPv4 written as IPv6", "[::ffff:10.0.0.2]:443", []string{"::ffff:203.0.113.9"}, "203.0.113.9:0"},
	} {
		got := ""
		h := api.BehindProxies(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.RemoteAddr }), trusted)
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr = row.peer
		for _, f := range row.forwarded {
			r.Header.Add("X-Forwarded-For", f)
		}
		h.ServeHTTP(httptest.NewRecorder(), r)
		if got != row.want {
			t.Errorf("%s: %s, want %s", row.name, got, row.want)
		}
	}
}

// Only a proxy of ours says below which trace a request stands, and whether it is traced at all.
func TestTheTraceBehindProxies(t *testing.T) {
	for peer, want := range map[string]string{"10.0.0.2:443": "00-aa-bb-00 a=b", "203.0.113.9:5000": " "} {
		for _, trusted := range [][]netip.Prefix{{netip.MustParsePrefix("10.0.0.0/8")}, nil} {
			got := ""
			h := api.BehindProxies(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				got = r.Header.Get("traceparent") + " " + r.Header.Get("tracestate")
			}), trusted)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.RemoteAddr = peer
			r.Header.Set("traceparent", "00-aa-bb-00")
			r.Header.Set("tracestate", "a=b")
			h.ServeHTTP(httptest.NewRecorder(), r)
			if trusted == nil && got != " " || trusted != nil && got != want {
				t.Errorf("%s, proxies %v: %q", peer, trusted, got)
			}
		}
	}
}

// A limit by address counts the /64 of an IPv6 address and an IPv4 address by itself, however it is written.
func TestWhatALimitByAddressCounts(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.9": "203.0.113.9", "::ffff:203.0.113.9": "203.0.113.9", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::": "2001:db8:1:2::/64",
		"2001:db8:1:3::1": "2001:db8:1:3::/64", "fe80::1%eth0": "fe80::/64", "unknown": "unknown",
	} {
		if got := (api.Caller{Address: address}).Network(); got != want {
			t.Errorf("%s counts as %s, not %s", address, got, want)
		}
	}
}
