package app

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/web"
)

// placeCookie names the gateway of the factory where the browser works: its serverAppUuid, which is no secret. It only
// chooses among origins that the server knows; it can add none.
const placeCookie = "mw-place"

// isSecureOrigin tells whether text is https://host with an optional port and nothing else: what may stand in a policy.
func isSecureOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Scheme == "https" && u.Hostname() != "" && u.User == nil && text == "https://"+u.Host && !containsSpace(u.Host)
}

// isSecureAddress tells whether text is an https address, with or without a path.
func isSecureAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && isSecureOrigin(u.Scheme+"://"+u.Host)
}

func containsSpace(host string) bool {
	return slices.ContainsFunc([]rune(host), func(r rune) bool {
		return r <= ' ' || r == ';' || r == ',' || r == '\'' || r == '"' || r == '*' || r > '~'
	})
}

// pagePolicy lets a page call the gateways of the factory where its visitor works, and show the partners of this server.
func (a *App) pagePolicy(r *http.Request) web.Policy {
	also := web.Policy{Frames: a.options.Frames}
	cookie, err := r.Cookie(placeCookie)
	if err != nil || cookie.Value == "" || len(cookie.Value) > 64 {
		return also
	}
	if also.Connect, err = a.gatewayOrigins(r.Context(), cookie.Value); err != nil {
		slog.WarnContext(r.Context(), "a page goes without its gateway", "error", err)
	}
	return also
}

// gatewayOrigins are the addresses of a gateway; none for one that is not known.
func (a *App) gatewayOrigins(ctx context.Context, id string) ([]string, error) {
	var servers []tenancy.GatewayServer
	err := a.DB.SystemRead(ctx, "the page of a visitor is made before anybody is known", func(tx store.Tx) error {
		return tx.Select(&servers).Where("id = ?", id).Limit(1, 0).Scan(ctx)
	})
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
	return origins, err
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
		return Kanban{in.MenuKey, menu.Named(in.MenuKey).In(problem.Language(ctx))}, nil
	})
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "bms/sys/frame/getAllowedOrigins", ID: "frame-origins", Summary: "Origins whose pages may be shown in a frame", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{},
	}, func(context.Context, *struct{}) (FrameOrigins, error) {
		return FrameOrigins{append([]string{}, a.options.Frames...)}, nil
	})
}
