package menu

import (
	"strings"

	"mouldworks/internal/platform/problem"
)

// operationNames are the last part of a permission, as people call it.
var operationNames = map[string]problem.Text{
	"check": problem.L("查看", "view"), "detail": problem.L("查看详情", "view details"), "add": problem.L("新增", "add"),
	"modify": problem.L("修改", "change"), "delete": problem.L("删除", "delete"), "export": problem.L("导出", "export"),
	"release": problem.L("发布", "publish"), "run": problem.L("运行排程", "run"), "cancel": problem.L("取消", "cancel"),
	"kick": problem.L("踢出", "kick out"), "audit": problem.L("审核", "review"),
	"see": problem.L("查看", "see"), "download": problem.L("下载", "download"), "replace": problem.L("替换和删除", "replace and delete"),
	"sign": problem.L("签核", "sign"), "remove": problem.L("移除", "remove"), "reset": problem.L("重置", "reset"), "viewAs": problem.L("以其身份查看", "view as"),
}

// pageless are the pages of permissions that stand in no menu of their own.
var pageless = map[string]problem.Text{
	"aps.task": problem.L("工序任务", "Tasks"), "common.assistant": problem.L("智能助手", "Assistant"),
	"file.program": problem.L("程序文件", "Program files"), "file.picture": problem.L("模具图片", "Pictures of moulds"),
	"qa.cam":        problem.L("CAM 校对", "CAM check"),
	"common.kanban": problem.L("看板", "Kanban"), "common.news": problem.L("新闻", "News"),
}

// several are the pages whose permissions stand behind several entries of the menu, named by what they are about.
var several = map[string]problem.Text{"system.user": problem.L("用户", "Users")}

// PermissionName is what people call a permission: the page as the menu names it, and the operation ("Moulds: change").
// A key that stands in no catalogue names itself.
func PermissionName(key string) problem.Text {
	if tree, isApp := strings.CutPrefix(key, "app."); isApp {
		page := PageName(tree)
		return problem.L("应用菜单："+page.Zh, "App menu: "+page.En)
	}
	at := strings.LastIndex(key, ".")
	if at < 0 {
		return problem.L(key, key)
	}
	page, known := pageNamed(key[:at])
	operation, worded := operationNames[key[at+1:]]
	if !known || !worded {
		return problem.L(key, key)
	}
	return problem.L(page.Zh+"："+operation.Zh, page.En+": "+operation.En)
}

// OperationName is what people call the last part of a permission; one that is unknown names itself.
func OperationName(operation string) problem.Text {
	if name, ok := operationNames[operation]; ok {
		return name
	}
	return problem.L(operation, operation)
}

// PageName is what people call the page of a permission, given without its operation.
func PageName(tree string) problem.Text {
	if name, ok := pageNamed(tree); ok {
		return name
	}
	return problem.L(tree, tree)
}

func pageNamed(tree string) (problem.Text, bool) {
	if page, known := pageless[tree]; known {
		return page, true
	}
	if page, known := several[tree]; known {
		return page, true
	}
	return pageOf(tree)
}

// Leaf is a page of the menu that asks for permissions.
type Leaf struct {
	Module, Area string // keys; Area is "" where the page stands below its module
	AreaName     problem.Text
	Tree         string
}

// Leaves are the pages of the menu that ask for permissions, each permission's page once, in the order of the menu.
func Leaves() (leaves []Leaf) {
	seen := map[string]bool{}
	add := func(l Leaf) {
		if l.Tree != "" && !seen[l.Tree] {
			seen[l.Tree] = true
			leaves = append(leaves, l)
		}
	}
	for _, m := range Catalogue() {
		for _, a := range m.Areas {
			add(Leaf{Module: m.Key, Tree: a.Tree})
			for _, c := range a.Children {
				add(Leaf{Module: m.Key, Area: a.Key, AreaName: a.Name, Tree: c.Tree})
			}
		}
	}
	return leaves
}

// AppPages are the pages that the app of the shop floor can show, by the permission of each.
func AppPages() []string {
	return []string{"mf.progress", "mf.program", "aps.workshop", "pm.mould", "ems.machine"}
}

// pageOf is the page whose operations a permission key without its operation names.
func pageOf(tree string) (problem.Text, bool) {
	for _, m := range Catalogue() {
		if a, ok := areaOf(m, tree, m.Areas); ok {
			return a.Name, true
		}
	}
	return problem.Text{}, false
}

func areaOf(m Module, tree string, areas []Area) (Area, bool) {
	for _, a := range areas {
		if a.tree(m) == tree {
			return a, true
		}
		if child, ok := areaOf(m, tree, a.Children); ok {
			return child, true
		}
	}
	return Area{}, false
}
