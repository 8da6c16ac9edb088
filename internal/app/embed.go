package app

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/web"
)

// placeCookie names the gateways of the factories that the visitor may enter: their serverAppUuids, joined by dots, which
// are no secret. It only chooses among origins that the server knows; it can add none.
const (
	placeCookie = "mw-place"
	mostPlaces  = 40
)

// isSecureOrigin tells whether text is https://host with an optional port and nothing else: what may stand in a policy.
func isSecureOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && isPort(u.Port()) && u.User == nil && text == "https://"+u.Host && !containsSpace(u.Host)
}

// isPort tells whether text is a port, or nothing at all.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

// isSecureAddress tells whether text is an https address, with or without a path, that names no user.
func isSecureAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.User == nil && isSecureOrigin(u.Scheme+"://"+u.Host)
}

// isInsideAddress tells whether text is an http address inside a factory's network: of a private IP address or of a name
// that no public name server knows. Such machines can rarely have a certificate; what is public must.
func isInsideAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Scheme != "http" || !isSecureOrigin("https://"+u.Host) {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsPrivate()
	}
	inside := func(ending string) bool { return strings.HasSuffix(host, ending) }
	return host != "localhost" && !isNumber(host) && (!strings.Contains(host, ".") || slices.ContainsFunc([]string{".local", ".lan", ".internal", ".intranet", ".home.arpa"}, inside))
}

// isReachableAddress tells whether phones may be sent to an address: one of https, or one inside a factory's network, that is no
// address of the phone itself.
func isReachableAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || strings.ContainsAny(text, " \"'<>\\`{}|^") {
		return false
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	ip, err := netip.ParseAddr(host)
	own := host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && (ip.IsLoopback() || ip.IsUnspecified())
	return !own && (isSecureAddress(text) || isInsideAddress(text))
}

// isNumber tells whether a browser reads the last part of a host as a number, and so the whole as an IPv4 address.
func isNumber(host string) bool {
	_, err := strconv.ParseUint(host[strings.LastIndex(host, ".")+1:], 0, 64)
	return err == nil
}

func containsSpace(host string) bool {
	return slices.ContainsFunc([]rune(host), func(r rune) bool {
		return r <= ' ' || r == ';' || r == ',' || r == '\'' || r == '"' || r == '*' || r > '~'
	})
}

// pagePolicy lets a page call the gateways of the factories that its visitor may enter and the host of the push channel,
// and show the partners of this server and the modules that the visitor's companies enter elsewhere.
func (a *App) pagePolicy(r *http.Request) web.Policy {
	also := web.Policy{Frames: a.options.Frames, FramedBy: a.options.FramedBy}
	if a.options.SignOn.PushAddress != "" {
		also.Connect = []string{"wss://" + a.options.SignOn.PushAddress}
	}
	cookie, err := r.Cookie(placeCookie)
	if err != nil {
		return also
	}
	ids := slices.DeleteFunc(strings.SplitN(cookie.Value, ".", mostPlaces+1), func(id string) bool { return id == "" || len(id) > 64 })
	if len(ids) == 0 {
		return also
	}
	call, show, err := a.placeOrigins(r.Context(), ids[:min(mostPlaces, len(ids))])
	if err != nil {
		slog.WarnContext(r.Context(), "a page goes without its gateways and modules", "error", err)
	}
	also.Connect, also.Frames = append(also.Connect, call...), union(also.Frames, show)
	return also
}

// placeOrigins are the addresses of gateways, of which a factory in the cloud has none, and of the modules that their
// companies enter elsewhere; none for places that are not known.
func (a *App) placeOrigins(ctx context.Context, ids []string) (call, show []string, err error) {
	err = a.DB.SystemRead(ctx, "the page of a visitor is made before anybody is known", func(tx store.Tx) error {
		var servers []tenancy.GatewayServer
		if err := tx.Select(&servers).WhereIn("id", ids).Order("id").Scan(ctx); err != nil {
			return err
		}
		call = gatewayOrigins(servers)
		var companies []string
		if err := tx.Select((*tenancy.Factory)(nil)).Columns("tenant_id").WhereIn("id", ids).ScanColumn(ctx, &companies); err != nil {
			return err
		}
		for _, g := range servers {
			companies = append(companies, g.TenantID)
		}
		var tenants []tenancy.Tenant
		if err := tx.Select(&tenants).WhereIn("id", companies).Scan(ctx); err != nil {
			return err
		}
		for _, t := range tenants {
			var modules []menu.ModuleSetting
			if err := tx.Select(&modules).Where("tenant_id = ?", t.ID).Scan(ctx); err != nil {
				return err
			}
			show = union(show, moduleOrigins(modules, func(key string) bool { return slices.Contains(t.Modules, key) }))
		}
		return nil
	})
	return call, show, err
}

// moduleOrigins are those of the modules that are opened, as browsers write them.
func moduleOrigins(settings []menu.ModuleSetting, opened func(key string) bool) []string {
	var origins []string
	for _, s := range settings {
		if u, err := url.Parse(s.Address); err == nil && opened(s.Module) && isSecureAddress(s.Address) {
			origins = union(origins, []string{"https://" + strings.TrimSuffix(strings.ToLower(u.Host), ":443")})
		}
	}
	slices.Sort(origins)
	return origins
}

// union is one list and what the other has beside it; neither is changed.
func union(list, more []string) []string {
	all := slices.Clone(list)
	for _, one := range more {
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

func gatewayOrigins(servers []tenancy.GatewayServer) []string {
	var origins []string
	for _, g := range servers {
		for _, at := range []struct {
			host string
			port int
		}{{g.InnerIP, g.HTTPSPort}, {g.OuterIP, g.HTTPSOuterPort}} {
			origin := "https://" + net.JoinHostPort(at.host, strconv.Itoa(at.port))
			if at.host != "" && at.port > 0 && isSecureOrigin(origin) {
				origins = append(origins, origin)
			}
		}
	}
	return origins
}

// FrameOrigins are those whose pages may be shown in a frame.
type FrameOrigins struct {
	Origins []string `json:"origins" nullable:"false"`
}

// Kanban is a board that the caller may see.
type Kanban struct {
	MenuKey  string `json:"menuKey"`
	MenuName string `json:"menuName"`
}

func (a *App) mountEmbedding(s *api.Server) {
	// A kanban comes from elsewhere; whether this person may see it is decided here, before its frame is made.
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "bms/sys/frame/kanban", ID: "kanban", Summary: "Whether the caller may see a kanban", Tag: "session",
		Permission: "common.kanban.check", Example: &api.Example{Query: map[string]string{"menuKey": "oee.kanban"}},
	}, func(ctx context.Context, in *struct {
		MenuKey string `query:"menuKey"`
	},
	) (Kanban, error) {
		if !menu.IsKanban(in.MenuKey) {
			return Kanban{}, problem.NotFound(problem.L("看板", "Kanban"))
		}
		c, err := a.company(ctx)
		return Kanban{in.MenuKey, c.Named(in.MenuKey).In(problem.Language(ctx))}, err
	})
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "bms/sys/frame/getAllowedOrigins", ID: "frame-origins", Summary: "Origins whose pages may be shown in a frame", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{},
	}, func(ctx context.Context, _ *struct{}) (FrameOrigins, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return FrameOrigins{}, err
		}
		c, err := a.company(ctx)
		modules := moduleOrigins(slices.Collect(maps.Values(c.Modules)), func(key string) bool {
			return actor.Modules[key] && len(actor.May) > 0 // guests enter no module: its addresses are none of theirs
		})
		return FrameOrigins{union(append([]string{}, a.options.Frames...), modules)}, err
	})
}
