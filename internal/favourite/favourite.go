// Package favourite keeps the menus that a person has starred, in the order and the folders that they gave them.
//
// What lives here: adding, removing and sorting favourites, and their folders. What never does: what a menu is called and who may open it
// (menu), and how a person arranges a screen (preference).
package favourite

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Most is how many favourites a person may have (FAV-04).
const Most = 10

var (
	msgTooMany = problem.L("最多收藏 %d 个菜单", "At most %d menus can be favourites")
	msgMenu    = problem.L("菜单", "Menu")
	msgNeeded  = problem.L("请指出要移除的收藏", "Name the favourites to remove")
)

// Favourite is one starred menu of one person.
type Favourite struct {
	bun.BaseModel `bun:"table:favourite"`
	store.Row
	AccountID string `bun:"account_id"`
	MenuKey   string `bun:"menu_key"`
	SortOrder int    `bun:"sort_order"`
	FolderID  string `bun:"folder_id"` // empty: in the bar itself
}

// Menu is what a favourite shows; menu fills it in the language of the request.
type Menu struct {
	Name, URL, TreeKey, ModuleKey, IconName string
	NewWindow, External                     int
}

// View is a favourite as the browser reads it.
type View struct {
	UserMenuID      string `json:"userMenuId"`
	TreeKey         string `json:"treeKey"`
	MenuName        string `json:"menuName"`
	ModuleKey       string `json:"moduleKey"`
	SortOrder       int    `json:"sortOrder"`
	MenuKey         string `json:"menuKey"`
	MenuURL         string `json:"menuUrl"`
	IconName        string `json:"iconName"`
	NewWindowFlag   int    `json:"newWindowFlag"`
	ExternalURLFlag int    `json:"externalUrlFlag"`
	FolderID        string `json:"folderId" doc:"empty: in no folder"`
}

// Deps are what favourites need of others; main fills them in.
type Deps struct {
	// Opens finds, by their keys, the menus that the caller may open.
	Opens func(ctx context.Context, tx store.Tx) (func(menuKey string) (Menu, bool), error)
}

type addInput struct {
	Body struct {
		MenuKey string `json:"menuKey"`
	}
}

type removeInput struct {
	Body struct {
		UserMenuIDs       string `json:"userMenuIds,omitempty" doc:"comma list"`
		DeleteUserMenuIDs string `json:"deleteUserMenuIds,omitempty" doc:"comma list; the same"`
	}
}

// Place is where a favourite goes.
type Place struct {
	UserMenuID string `json:"userMenuId"`
	SortOrder  int    `json:"sortOrder"`
	// FolderID puts it into a folder; empty takes it out; nil leaves it where it is.
	FolderID *string `json:"folderId,omitempty"`
}

// Arrangement is how a person wants the favourites.
type Arrangement struct {
	UserMenus         []Place `json:"userMenus,omitempty" nullable:"false"`
	DeleteUserMenuIDs string  `json:"deleteUserMenuIds,omitempty" doc:"comma list"`
	// Folders are all that there shall be; nil leaves them as they are.
	Folders []FolderWanted `json:"folders,omitempty" nullable:"false" doc:"all folders that there shall be; left out: as they are"`
}

type editInput struct{ Body Arrangement }

// Mount registers the calls.
func Mount(s *api.Server, d Deps) {
	op := func(name, id, summary string, body any) api.Operation {
		return api.Operation{
			Method: http.MethodPost, Path: "upms/userMenu/" + name, ID: id, Summary: summary, Tag: "session",
			Access: api.SignedIn, Example: &api.Example{Body: body},
		}
	}
	api.Read(s, op("getUserMenuList", "favourites", "The caller's favourite menus", map[string]any{}), func(ctx context.Context, tx store.Tx, _ *struct{}) ([]View, error) {
		return d.List(ctx, tx)
	})
	api.Read(s, op("getFolderList", "favourite-folders", "The caller's folders of favourites", map[string]any{}), func(ctx context.Context, tx store.Tx, _ *struct{}) ([]FolderView, error) {
		return Folders(ctx, tx)
	})
	api.Write(s, op("addUserMenu", "favourite-add", "Star a menu", map[string]any{"menuKey": "common.message"}), func(ctx context.Context, tx store.Tx, in *addInput) ([]View, error) {
		if err := d.Add(ctx, tx, in.Body.MenuKey); err != nil {
			return nil, err
		}
		return d.List(ctx, tx)
	})
	gone := "01900000-0000-7000-8000-000000000000"
	api.Write(s, op("removeUserMenu", "favourite-remove", "Take stars away", map[string]any{"userMenuIds": gone}), func(ctx context.Context, tx store.Tx, in *removeInput) ([]View, error) {
		ids := append(split(in.Body.UserMenuIDs), split(in.Body.DeleteUserMenuIDs)...)
		if len(ids) == 0 {
			return nil, problem.Invalid(problem.Field("userMenuIds", "required", msgNeeded))
		}
		if err := remove(ctx, tx, ids); err != nil {
			return nil, err
		}
		return d.List(ctx, tx)
	})
	api.Write(s, op("editUserMenus", "favourite-edit", "Sort favourites, remove some and arrange their folders", map[string]any{"userMenus": []Place{}, "deleteUserMenuIds": gone}), func(ctx context.Context, tx store.Tx, in *editInput) ([]View, error) {
		if err := d.Edit(ctx, tx, in.Body); err != nil {
			return nil, err
		}
		return d.List(ctx, tx)
	})
}

// List gives the favourites of the caller in their order, without those whose menu is closed to them just now.
func (d Deps) List(ctx context.Context, tx store.Tx) ([]View, error) {
	rows, err := own(ctx, tx)
	if err != nil {
		return nil, err
	}
	opens, err := d.Opens(ctx, tx)
	if err != nil {
		return nil, err
	}
	views := []View{}
	for _, f := range rows {
		m, ok := opens(f.MenuKey)
		if !ok {
			continue
		}
		views = append(views, View{
			UserMenuID: f.ID, TreeKey: m.TreeKey, MenuName: m.Name, ModuleKey: m.ModuleKey, SortOrder: f.SortOrder,
			MenuKey: f.MenuKey, MenuURL: m.URL, IconName: m.IconName, NewWindowFlag: m.NewWindow, ExternalURLFlag: m.External,
			FolderID: f.FolderID,
		})
	}
	return views, nil
}

// Add stars a menu; starring it again changes nothing.
func (d Deps) Add(ctx context.Context, tx store.Tx, menuKey string) error {
	opens, err := d.Opens(ctx, tx)
	if err != nil {
		return err
	}
	if _, ok := opens(menuKey); !ok {
		return problem.NotFound(msgMenu)
	}
	rows, err := own(ctx, tx)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(rows, func(f Favourite) bool { return f.MenuKey == menuKey }) {
		return nil
	}
	seen, err := d.List(ctx, tx)
	if err != nil {
		return err
	}
	// Those that the person cannot see do not count: they could not make room.
	if len(seen) >= Most {
		return problem.Refuse(msgTooMany, Most)
	}
	order := 0
	if len(rows) > 0 {
		order = rows[len(rows)-1].SortOrder + 1
	}
	return tx.Insert(ctx, &Favourite{AccountID: tx.Actor().AccountID, MenuKey: menuKey, SortOrder: order})
}

// Edit removes favourites, makes the folders those that are wanted, and puts the other favourites in their places; those
// without a place keep their order behind, in the folder where they are. The numbers begin at 0 again (FAV-07).
// Identities that are not the caller's are ignored.
func (d Deps) Edit(ctx context.Context, tx store.Tx, wanted Arrangement) error {
	if err := remove(ctx, tx, split(wanted.DeleteUserMenuIDs)); err != nil {
		return err
	}
	folders, err := foldersOf(ctx, tx, wanted.Folders)
	if err != nil {
		return err
	}
	rows, err := own(ctx, tx)
	if err != nil {
		return err
	}
	place := map[string]Place{}
	for _, p := range wanted.UserMenus {
		place[p.UserMenuID] = p
	}
	slices.SortStableFunc(rows, func(a, b Favourite) int {
		pa, oka := place[a.ID]
		pb, okb := place[b.ID]
		switch {
		case oka && okb:
			return cmp.Compare(pa.SortOrder, pb.SortOrder)
		case oka:
			return -1
		case okb:
			return 1
		}
		return 0
	})
	for i := range rows {
		folder := rows[i].FolderID
		if to := place[rows[i].ID].FolderID; to != nil {
			folder = folders[*to] // empty where it is none of the caller's
		}
		if rows[i].SortOrder == i && rows[i].FolderID == folder {
			continue
		}
		rows[i].SortOrder, rows[i].FolderID = i, folder
		if err := tx.Update(ctx, &rows[i], "sort_order", "folder_id"); err != nil {
			return err
		}
	}
	return nil
}

func remove(ctx context.Context, tx store.Tx, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Remove((*Favourite)(nil)).Where("account_id = ?", tx.Actor().AccountID).WhereIn("id", ids).Exec(ctx)
	return err
}

func own(ctx context.Context, tx store.Tx) ([]Favourite, error) {
	var rows []Favourite
	err := tx.Select(&rows).Where("account_id = ?", tx.Actor().AccountID).Order("sort_order", "id").Scan(ctx)
	return rows, err
}

func split(list string) []string {
	var ids []string
	for id := range strings.SplitSeq(list, ",") {
		if id = strings.TrimSpace(id); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}
