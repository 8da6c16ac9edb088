package app

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/basedata"
	"mouldworks/internal/menu"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// accessDeps ties roles to people, to the menu and to the modules that a company has opened.
func (a *App) accessDeps() access.Deps {
	return access.Deps{
		Departments: a.Org.Departments,
		Chart: func(ctx context.Context, tx store.Tx) (access.Chart, error) {
			return chartOf(ctx, tx, tx.Actor().TenantID)
		},
		Changed: a.changed, Permissions: a.permissionsOf, PermissionName: menu.PermissionName,
		PageName: menu.PageName, OperationName: menu.OperationName,
		Open: func(actor store.Actor, permission string) bool {
			return tenancy.ModuleOpen(actor, "", permission, menu.NameOf) == nil
		},
		ModuleName: func(permission string) problem.Text {
			if module, gated := tenancy.ModuleOf("", permission); gated {
				return menu.NameOf(module)
			}
			return problem.Text{}
		},
		Pages: rolePages, AppMenus: appMenus, Sections: sectionsOf, Factories: factoriesOf,
		Members:  a.Identity.RoleHolders,
		SetRoles: a.Identity.SetRoles,
		Ask:      a.bringRequest,
	}
}

// mostRequests is for how many permissions somebody may ask within a day: whoever lacks more needs a talk, not messages.
const mostRequests = 20

var msgAskedEnough = problem.L("您今天已请求 %d 项权限，请直接联系企业管理员", "You have asked for %d permissions today: please talk to your administrator")

// bringRequest tells those who can grant a permission who asks for it; the message opens what that person may do.
func (a *App) bringRequest(ctx context.Context, tx store.Tx, asks access.Request) error {
	all := "permission:" + asks.From + ":" + store.Now().In(resource.ZoneOf(tx)).Format(time.DateOnly) + ":"
	if causes, err := a.Messages.Causes(ctx, tx, all); err != nil {
		return err
	} else if len(causes) >= mostRequests && !slices.Contains(causes, all+asks.About) {
		return problem.Refuse(msgAskedEnough, mostRequests)
	}
	return a.Messages.Send(ctx, tx, message.Letter{
		Cause: all + asks.About, To: asks.To, Title: asks.Title, Content: asks.Content, Path: "/settings/user/" + asks.From + "/rights",
	})
}

// judge tells whose sessions and tokens whoever asks may not end: those of people who may do more than they.
func (a *App) judge(ctx context.Context, tx store.Tx) (func(memberID string) (problem.Text, bool), error) {
	rights, err := a.Access.Rights(ctx, tx)
	if err != nil {
		return nil, err
	}
	return rights.AboveMember, nil
}

// permissionsOf are the permissions that members of a tenant can have.
func (a *App) permissionsOf(tenantID string) []string {
	all := a.API.Permissions()
	may := make(map[string]bool, len(all))
	for _, p := range all {
		may[p] = true
	}
	tenancy.Confine(tenantID, may)
	list := all[:0]
	for _, p := range all {
		if may[p] {
			list = append(list, p)
		}
	}
	return list
}

func rolePages() (pages []access.Page) {
	for _, l := range menu.Leaves() {
		pages = append(pages, access.Page{Module: l.Module, ModuleName: menu.NameOf(l.Module), Area: l.Area, AreaName: l.AreaName, Tree: l.Tree})
	}
	return pages
}

func appMenus() (list []access.Named) {
	for _, tree := range menu.AppPages() {
		list = append(list, access.Named{Key: tree, Name: menu.PageName(tree)})
	}
	return list
}

// factoriesOf are the factories of the tenant, also those that whoever asks may not enter.
func factoriesOf(ctx context.Context, tx store.Tx) (ids []string, err error) {
	err = tx.Select((*tenancy.Factory)(nil)).Columns("id").ScanColumn(ctx, &ids)
	return ids, err
}

// sectionsOf are the sections of the factory, also those that ask for no permission of their own yet.
func sectionsOf(ctx context.Context, tx store.Tx) (list []access.Named, err error) {
	var rows []basedata.Section
	if err := tx.Seen(&rows).Order("sort_order", "name").Scan(ctx); err != nil {
		return nil, err
	}
	for _, s := range rows {
		list = append(list, access.Named{Key: s.ID, Name: problem.L(s.ChineseName, s.Name)})
	}
	return list, nil
}
