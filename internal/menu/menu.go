// Package menu holds the catalogue of modules and pages and serves the module tree.
//
// What lives here: names and order of modules and pages, and what of them a caller sees. What never does: the check of
// a permission (api) and the opening of modules (tenancy).
package menu

import (
	"context"
	"net/http"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// UserData is what the browser keeps of the user.
type UserData struct {
	UserID      string `json:"userId"`
	UserName    string `json:"userName"`
	RealName    string `json:"realName"`
	TenantID    string `json:"tenantId"`
	TenantName  string `json:"tenantName"`
	FactoryID   string `json:"factoryId"`
	FactoryName string `json:"factoryName"`
	FactoryZone string `json:"factoryZone"`
	HeadImg     string `json:"headImg"`
	Language    string `json:"language"`
	PageSize    int    `json:"pageSize"`
	// WorkplaceLogin hides the personal centre from people whom a work app has signed in (HEADER-24).
	WorkplaceLogin bool `json:"workplaceLogin"`
	// Viewer is the name of whoever views the company as this user, empty: nobody; and until when they do.
	Viewer    string     `json:"viewer"`
	ViewUntil *time.Time `json:"viewUntil" nullable:"true"`
	// Guest says whose person somebody is who does not belong to the company: their home shows what concerns them.
	Guest string `json:"guest" enum:",supplier,customer"`
}

// Item is a node of a module's menu.
type Item struct {
	MenuName        string              `json:"menuName"`
	MenuURL         string              `json:"menuUrl"`
	MenuKey         string              `json:"menuKey"`
	HTTPMenuKey     string              `json:"httpMenuKey"`
	ModuleKey       string              `json:"moduleKey"`
	TreeKey         string              `json:"treeKey"`
	Need            string              `json:"need" doc:"permission that shows the page; empty: whoever is signed in"`
	Display         int                 `json:"display"`
	IconName        string              `json:"iconName"`
	RouterURL       string              `json:"routerUrl"`
	NewWindowFlag   int                 `json:"newWindowFlag"`
	ExternalURLFlag int                 `json:"externalUrlFlag"`
	Children        []Item              `json:"children" nullable:"false"`
	OptChildren     map[string][]string `json:"optChildren"`
}

// ModuleData is a module as the panel shows it.
type ModuleData struct {
	ModuleID     int      `json:"moduleId"`
	ModuleKey    string   `json:"moduleKey"`
	ModuleName   string   `json:"moduleName"`
	ModuleURL    string   `json:"moduleUrl"`
	IconName     string   `json:"iconName"`
	TreeKey      string   `json:"treeKey"`
	MenuKey      string   `json:"menuKey"`
	Name         string   `json:"name" doc:"in Chinese, whatever the language of the request"`
	FName        string   `json:"fname" doc:"in English"`
	Kind         string   `json:"kind" enum:"internal,external,planned"`
	Opened       bool     `json:"opened"`
	PlannedAreas []string `json:"plannedAreas,omitempty" doc:"of a module without pages yet: the areas that it will have, in the language of the request"`
	MenuChildren []Item   `json:"menuChildren" nullable:"false"`
}

// Flags are the operations that the caller may do, by exact key.
type Flags struct {
	PermittedOperations map[string]bool `json:"permittedOperations"`
}

// LanguageData are the language maps; null maps mean that the client's copy is current.
type LanguageData struct {
	CacheTime string `json:"cacheTime" doc:"opaque; send it back as languageCacheTime"`
	Maps      Maps   `json:"maps" nullable:"true" doc:"null: the copy of the client is current"`
}

// Tree is the reply of getModuleTree.do.
type Tree struct {
	UserData      UserData     `json:"userData"`
	ModuleData    []ModuleData `json:"moduleData" nullable:"false"`
	MenuData      Flags        `json:"menuData"`
	GatewayIP     string       `json:"gatewayIp"`
	GatewayPort   string       `json:"gatewayPort"`
	ServerAppUUID string       `json:"serverAppUuid"`
	WSConnectIP   string       `json:"wsConnectIp"`
	MdbID         string       `json:"mdbId"`
	LanguageData  LanguageData `json:"languageData"`
	ServerTime    time.Time    `json:"serverTime"`
}

// TreeInput asks for the tree.
type TreeInput struct {
	Body struct {
		NeedMenu          int    `json:"needMenu,omitempty" doc:"1 = with the menus"`
		NeedHideMenu      int    `json:"needHideMenu,omitempty" doc:"1 = also the entries with display 0"`
		Language          string `json:"language,omitempty"`
		LanguageModules   string `json:"languageModules,omitempty"`
		LanguageCacheTime string `json:"languageCacheTime,omitempty"`
	}
}

// Gateway is where a factory's gateway stands; a factory in the cloud has an id and no address.
type Gateway struct{ ID, IP, Port string }

// Deps are what the menu needs of others; main fills them in.
type Deps struct {
	// Profile gives what the browser keeps of the user, and the session's public id.
	Profile func(ctx context.Context, actor store.Actor) (UserData, string, error)
	// Gateway gives the gateway of the factory where the caller works.
	Gateway func(ctx context.Context, actor store.Actor) (Gateway, error)
	// PersonalURL is where a personal user's modules are: a path of ours or an https address.
	PersonalURL string
	// Company is what the caller's company has made of the catalogue; Words puts the maps of a language together.
	Company func(ctx context.Context) (Company, error)
	Words   func(actor store.Actor, company Company, lang, modules, cacheTime string) LanguageData
	// Version of the product.
	Version string
	// PushAddress is the host of the push channel; empty when it is the page's own.
	PushAddress string
}

// Version is what the header shows beside the logo.
type Version struct {
	VersionNo string `json:"versionNo"`
}

// Mount registers the module tree, short links and the version.
func Mount(s *api.Server, d Deps) {
	op := api.Operation{
		Method: http.MethodPost, Path: "upms/user/getModuleTree.do", ID: "module-tree", Summary: "User, modules, menus and permissions", Tag: "session",
		Access: api.SignedIn, Viewing: true, Example: &api.Example{Body: map[string]any{"needMenu": 1, "language": "zh", "languageModules": "table,table_value,common,menu,system,aps"}},
	}
	api.Call(s, op, func(ctx context.Context, in *TreeInput) (Tree, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return Tree{}, err
		}
		user, session, err := d.Profile(ctx, actor)
		if err != nil {
			return Tree{}, err
		}
		lang := problem.Language(ctx)
		switch {
		case strings.HasPrefix(in.Body.Language, problem.English):
			lang = problem.English
		case in.Body.Language != "":
			lang = problem.Chinese
		}
		gateway, err := d.Gateway(ctx, actor)
		if err != nil {
			return Tree{}, err
		}
		if user.Guest != "" { // their pages are the cloud's
			gateway.IP, gateway.Port = "", ""
		}
		company, err := d.Company(ctx)
		if err != nil {
			return Tree{}, err
		}
		modules := company.Menu(actor, View{Language: lang, NoMenus: in.Body.NeedMenu == 0, Hidden: in.Body.NeedHideMenu == 1})
		return Tree{
			UserData: user, ModuleData: modules, MenuData: Flags{actor.May},
			ServerAppUUID: gateway.ID, GatewayIP: gateway.IP, GatewayPort: gateway.Port,
			WSConnectIP: d.PushAddress, MdbID: session, LanguageData: d.Words(actor, company, lang, in.Body.LanguageModules, in.Body.LanguageCacheTime), ServerTime: store.Now(),
		}, nil
	})
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "upms/userMenu/getMenuTree", ID: "menu-tree", Summary: "The menus that the caller may open", Tag: "session",
		Access: api.SignedIn, Viewing: true, Example: &api.Example{Body: map[string]any{}},
	}, func(ctx context.Context, _ *struct{}) ([]ModuleData, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return nil, err
		}
		company, err := d.Company(ctx)
		return company.Menu(actor, View{Language: problem.Language(ctx)}), err
	})
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "bms/appVersion/getCurAppVersion.do", ID: "app-version", Summary: "The version of the product", Tag: "session",
		Access: api.SignedIn, Viewing: true, Example: &api.Example{Body: map[string]any{}},
	}, func(context.Context, *struct{}) (Version, error) { return Version{d.Version}, nil })
	mountModuleAddresses(s, d)
	mountShortLinks(s)
	mountBasePaths(s)
}
