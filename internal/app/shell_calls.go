package app

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

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
		Modules   string `json:"modules,omitempty" doc:"comma list of table, table_value, menu; none = all"`
		CacheTime string `json:"cacheTime,omitempty" doc:"of the copy that the caller has"`
	}
}

// mountShellCalls serves what the layout asks for on entering and belongs to no domain (SAPI-14, SAPI-20, SAPI-21).
func (a *App) mountShellCalls(s *api.Server) {
	started := time.Now().UTC().Format(time.RFC3339)
	op := func(path, id, summary string, body map[string]any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.SignedIn, Example: &api.Example{Body: body}}
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
		if in.Body.CacheTime == started {
			return menu.LanguageData{CacheTime: started}, nil
		}
		actor, err := store.ActorFrom(ctx)
		return menu.LanguageData{CacheTime: started, Maps: a.languageMaps(actor, problem.Language(ctx), in.Body.Modules)}, err
	})
}

// languageMaps are the server's own words: table {"machine.name"}, table_value {"machine.status.1"} and menu
// {"aps.schedule"}; of the menu only what the caller sees.
func (a *App) languageMaps(actor store.Actor, lang, modules string) map[string]any {
	wanted := func(name string) bool {
		for m := range strings.SplitSeq(modules, ",") {
			if strings.TrimSpace(m) == name {
				return true
			}
		}
		return strings.TrimSpace(modules) == ""
	}
	maps := map[string]any{}
	table, values := map[string]string{}, map[string]string{}
	for _, e := range a.Entities {
		m := e.Meta(func(string) bool { return true })
		for _, f := range m.Fields {
			table[m.Entity+"."+f.Key] = f.Label.In(lang)
			for _, o := range f.Options {
				values[m.Entity+"."+f.Key+"."+strconv.Itoa(o.Value)] = o.Label.In(lang)
			}
		}
	}
	if wanted("table") {
		maps["table"] = table
	}
	if wanted("table_value") {
		maps["table_value"] = values
	}
	if wanted("menu") {
		names := map[string]string{}
		for _, m := range menu.For(actor, menu.View{Language: lang}) {
			collect(names, m.MenuChildren)
		}
		maps["menu"] = names
	}
	return maps
}

func collect(names map[string]string, items []menu.Item) {
	for _, i := range items {
		names[i.MenuKey] = i.MenuName
		collect(names, i.Children)
	}
}
