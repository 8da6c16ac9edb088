package menu

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// How a module of somebody else is shown.
const (
	InFrame  = 1 // inside a page of ours
	InWindow = 2 // beside our pages, for those that let nobody frame them
)

// ModuleSetting says where a company enters a module that is no route of ours.
type ModuleSetting struct {
	bun.BaseModel `bun:"table:module_setting" json:"-"`
	store.Row
	Module  string `bun:"module" json:"module"`
	Address string `bun:"address" json:"address"`
	Opens   int    `bun:"opens" json:"opens"`
}

// entrance is the only entry of such a module's menu.
const entrance = "entrance"

var (
	msgInsecure   = problem.L("请输入以 https:// 开头的网址；只有工厂内网的网址可以以 http:// 开头", "Enter an address that begins with https://; only inside the factory's network may it begin with http://")
	msgOnlyBeside = problem.L("以 http:// 开头的网址只能在新窗口中打开，请改选“在新窗口中”", "An address of http:// opens in a new window only: choose that")
)

// foreign are the modules that may stand elsewhere: all that are no pages of ours.
func foreign() []Module {
	return slices.DeleteFunc(everything(), func(m Module) bool { return m.MenuOnly || !m.planned() })
}

// Openable are the modules that the operator may open for a tenant, in the order of the panel.
func Openable(lang string) []resource.Entry {
	list := []resource.Entry{}
	for _, m := range everything() {
		if !m.MenuOnly {
			list = append(list, resource.Entry{ID: m.Key, Name: m.Name.In(lang)})
		}
	}
	return list
}

// foreignModules lists, for a form, the modules that may stand elsewhere.
func foreignModules() *resource.Directory {
	list := func(ctx context.Context, tx store.Tx, fits func(e resource.Entry) bool) ([]resource.Entry, error) {
		company, err := CompanyOf(ctx, tx)
		entries := []resource.Entry{}
		for _, m := range foreign() {
			if e := (resource.Entry{ID: m.Key, Name: company.NameOf(m.Key).In(problem.Language(ctx))}); fits(e) {
				entries = append(entries, e)
			}
		}
		return entries, err
	}
	return &resource.Directory{
		Path: "bms/foreign-module", Of: problem.L("外部模块", "External modules"), Permission: "system.module",
		Find: func(ctx context.Context, tx store.Tx, ids []string) ([]resource.Entry, error) {
			return list(ctx, tx, func(e resource.Entry) bool { return slices.Contains(ids, e.ID) })
		},
		Search: func(ctx context.Context, tx store.Tx, text string, most int) ([]resource.Entry, error) {
			found, err := list(ctx, tx, func(e resource.Entry) bool { return resource.Fits(text, e.Name) })
			return found[:min(most, len(found))], err
		},
	}
}

// Settings declares where a company enters the modules of others. secure tells whether an address is one of https, inside
// whether it is one of http within a factory's network; such a page opens beside ours, for no frame of an https page shows it.
func Settings(secure, inside func(address string) bool, changed func(ctx context.Context, actor store.Actor, entity, id string)) resource.Catalogue {
	o := resource.Opt
	modules := foreignModules()
	return resource.Catalogue{modules, resource.Define(resource.Spec[*ModuleSetting]{
		Path: "bms/module-setting", Label: problem.L("模块设置", "Module setting"), Permission: "system.module", Sort: "address", Changed: changed,
		ExampleID:  "01900000-0000-7000-8000-000000000722",
		Example:    &api.Example{Body: map[string]any{"module": "crm", "address": "https://crm.example.com/home?user={userId}", "opens": InFrame}},
		ExampleRow: map[string]any{"module": "qa"},
		Form: func(s *ModuleSetting, f *resource.Form) {
			f.Ref(&s.Module, modules, "模块", "Module").Required().Unique().Help("平台为贵公司开通该模块后，才会出现在菜单中", "It appears in the menu once the platform has opened it for your company")
			f.Text(&s.Address, "网址", "Address").Required().Title().Max(500).
				Help("以 https:// 开头；工厂内网的地址也可以 http:// 开头，但只能在新窗口中打开。可使用 {userId}、{userName}、{tenantId}、{factoryId}", "Begins with https://, or with http:// inside the factory's network, in a new window only; {userId}, {userName}, {tenantId} and {factoryId} are filled in")
			f.Choice(&s.Opens, "打开方式", "Opens", o(InFrame, "在本页面中", "Inside this page"), o(InWindow, "在新窗口中", "In a new window")).Initial(InFrame).
				Help("对方网站不允许嵌入时，请选择新窗口", "Choose the window for sites that do not let others embed them")
		},
		BeforeSave: func(_ context.Context, _ store.Tx, _, now *ModuleSetting) error {
			switch {
			case secure(now.Address):
				return nil
			case !inside(now.Address):
				return problem.Invalid(problem.Field("address", "https", msgInsecure))
			case now.Opens != InWindow:
				return problem.Invalid(problem.Field("opens", "https", msgOnlyBeside))
			}
			return nil
		},
	})}
}

// entrance is how the menu opens a module that stands elsewhere.
func (s ModuleSetting) entrance(m Module, lang string, opened bool) Item {
	beside := flag(s.Opens == InWindow)
	return Item{
		MenuName: m.Name.In(lang), MenuURL: s.Address, MenuKey: m.Key + "." + entrance, HTTPMenuKey: entrance, ModuleKey: m.Key, TreeKey: m.Key + "." + entrance,
		Display: flag(opened), IconName: m.Icon, NewWindowFlag: beside, ExternalURLFlag: beside, Children: []Item{}, OptChildren: map[string][]string{},
	}
}
