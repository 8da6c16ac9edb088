package api

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// originOf is the origin under which the request reached us.
func (s *Server) originOf(r *http.Request) string {
	if s.Origin != "" {
		return s.Origin
	}
	if !isHost(r.Host) {
		return "" // such a request is refused, see Handler
	}
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

var (
	hostName = regexp.MustCompile(`^([a-zA-Z0-9_]([a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?\.)*[a-zA-Z0-9_]([a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?\.?$`)
	hostPort = regexp.MustCompile(`^[0-9]{1,5}$`)
)

// isHost tells whether a Host header is a name or an address, perhaps with a port: net/http lets far more through, such as
// "a.example:80:80" or "a'b", and addresses are made of it that go into QR codes, invitations and redirects.
func isHost(text string) bool {
	name := text
	if rest, port, found := strings.Cut(text[strings.LastIndexByte(text, ']')+1:], ":"); found {
		if n, err := strconv.Atoi(port); !hostPort.MatchString(port) || err != nil || n < 1 || n > 65535 {
			return false
		}
		name = text[:strings.LastIndexByte(text, ']')+1] + rest
	}
	if inside, found := strings.CutPrefix(name, "["); found {
		inside, closed := strings.CutSuffix(inside, "]")
		address, err := netip.ParseAddr(inside)
		return closed && err == nil && address.Is6() && address.Zone() == ""
	}
	return len(name) <= 253 && hostName.MatchString(name)
}

// Secure tells whether the request came over https, here or at a proxy before us.
func (c Caller) Secure() bool { return strings.HasPrefix(c.Origin, "https://") }

// FromElsewhere tells whether a browser says that a page of another site made the request.
func (c Caller) FromElsewhere() bool { return c.Site == "cross-site" }

// OwnStep tells whether a browser says that the request is a step of the person: an address that they typed or chose
// among their bookmarks, a link of our own pages, or a call of a script of ours. A link of another host is none, be it of our
// site, nor is a picture on our own page, nor a page that the browser fetches before anybody has asked for it. Tokens in
// headers say the same without the browser's word: no page of another origin can send them.
func (c Caller) OwnStep() bool {
	if c.Token != "" || c.Bearer != "" {
		return true
	}
	switch {
	case c.Ahead:
		return false
	case c.Mode == "navigate":
		return c.Site == "none" || c.Site == "same-origin"
	}
	return c.Site == "same-origin" && (c.Mode == "cors" || c.Mode == "same-origin")
}

// FromOwnPage tells whether a page of ours made the request, by the browser's word or by a token in a header, which no page of
// another origin can send. A form of another host of the same site is none.
func (c Caller) FromOwnPage() bool {
	return c.Token != "" || c.Bearer != "" || c.Site == "same-origin"
}

// cookieName binds a cookie to this host and to https where there is https: no other host of the domain can set it.
func (c Caller) cookieName(name string) string {
	if c.Secure() {
		return "__Host-" + name
	}
	return name
}

// Cookie is the value of one of our cookies; "" when the browser did not send it.
func (c Caller) Cookie(name string) string {
	full := c.cookieName(name)
	for _, k := range c.cookies {
		if k.Name == full {
			return k.Value
		}
	}
	return ""
}

// CookiesOf are the values of our cookies whose names begin with prefix, in the order in which the browser sent them.
func (c Caller) CookiesOf(prefix string) []string {
	var values []string
	for _, k := range c.cookies {
		if strings.HasPrefix(k.Name, c.cookieName(prefix)) && k.Value != "" {
			values = append(values, k.Value)
		}
	}
	return values
}

// SetCookie gives the browser a cookie that no script can read and that pages of other sites cannot use to write. Life
// 0 keeps it until the browser closes.
func (c Caller) SetCookie(name, value string, life time.Duration) {
	c.put(&http.Cookie{Name: c.cookieName(name), Value: value, MaxAge: int(life / time.Second)})
}

// DropCookie takes a cookie back.
func (c Caller) DropCookie(name string) {
	if c.Cookie(name) != "" {
		c.put(&http.Cookie{Name: c.cookieName(name), MaxAge: -1})
	}
}

func (c Caller) put(k *http.Cookie) {
	k.Path, k.HttpOnly, k.Secure, k.SameSite = "/", true, c.Secure(), http.SameSiteLaxMode
	if c.reply != nil {
		c.reply.Add("Set-Cookie", k.String())
	}
}

// IsOrigin tells whether text is https://host with an optional port and nothing behind it; plain http passes on this
// machine only.
func IsOrigin(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || text != u.Scheme+"://"+u.Host {
		return false
	}
	host := u.Hostname()
	return u.Scheme == "https" || u.Scheme == "http" && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// IsPath tells whether text is a path of ours: neither an address of somebody else nor one that a browser would take
// for such.
func IsPath(text string) bool {
	return strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, `/\`) && len(text) <= 2000 &&
		!strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f })
}
