package app

import (
	"context"
	"net/http"

	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// ownApp is this product among the applications of the house; assistant is the name of the one that helps people.
const (
	ownApp    = 1
	assistant = "assistant"
)

type anchorInput struct {
	Body struct {
		AppID int `json:"appId"`
	}
}

// Anchor is where an application begins.
type Anchor struct {
	AppID int    `json:"appId"`
	Name  string `json:"name"`
	Path  string `json:"path"`
}

type applicationInput struct {
	Body struct {
		AppName string `json:"appName"`
	}
}

// ApplicationURL is the address of an application; empty: there is none here.
type ApplicationURL struct {
	URL string `json:"url"`
}

type languageMapInput struct {
	Body struct {
		Modules   string `json:"modules,omitempty" doc:"comma list of table, table_value, common, menu, system, aps; none = all"`
		CacheTime string `json:"cacheTime,omitempty" doc:"of the copy that the caller has"`
	}
}

// mountShellCalls serves what the layout asks for on entering and belongs to no domain (SAPI-14, SAPI-20, SAPI-21).
func (a *App) mountShellCalls(s *api.Server) {
	op := func(path, id, summary string, body map[string]any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.SignedIn, Viewing: true, Example: &api.Example{Body: body}}
	}
	api.Call(s, op("bms/sys/anchor/getCurrentAnchor", "anchor", "Where an application begins", map[string]any{"appId": ownApp}), func(_ context.Context, in *anchorInput) (Anchor, error) {
		if in.Body.AppID != ownApp {
			return Anchor{}, problem.NotFound(problem.L("应用", "Application"))
		}
		return Anchor{ownApp, "Mouldworks", "/home"}, nil
	})
	lookup := op("bms/sys/application/getUrl", "application-url", "Address of an application", map[string]any{"appName": assistant})
	lookup.Access, lookup.Permission = api.ByPermission, "common.assistant.check"
	api.Call(s, lookup, func(_ context.Context, in *applicationInput) (ApplicationURL, error) {
		if in.Body.AppName != assistant {
			return ApplicationURL{}, nil
		}
		return ApplicationURL{a.options.Assistant}, nil
	})
	api.Call(s, op("upms/user/getLanguageMapCache", "language-maps", "Names of fields, values and menus in the caller's language", map[string]any{"modules": "table,menu"}), func(ctx context.Context, in *languageMapInput) (menu.LanguageData, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return menu.LanguageData{}, err
		}
		c, err := a.company(ctx)
		return a.words(actor, c, problem.Language(ctx), in.Body.Modules, in.Body.CacheTime), err
	})
}
