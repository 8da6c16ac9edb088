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
	"kick": problem.L("踢出", "kick out"), "audit": problem.L("审核", "review"), "reset": problem.L("重置密码", "reset the password"),
}

// pageless are the pages of permissions that stand in no menu of their own.
var pageless = map[string]problem.Text{
	"aps.task": problem.L("工序任务", "Tasks"), "common.assistant": problem.L("智能助手", "Assistant"),
	"common.kanban": problem.L("看板", "Kanban"), "common.news": problem.L("新闻", "News"),
}

// PermissionName is what people call a permission: the page as the menu names it, and the operation ("Moulds: change").
// A key that stands in no catalogue names itself.
func PermissionName(key string) problem.Text {
	at := strings.LastIndex(key, ".")
	if at < 0 {
		return problem.L(key, key)
	}
	page, known := pageless[key[:at]]
	if !known {
		page, known = pageOf(key[:at])
	}
	operation, worded := operationNames[key[at+1:]]
	if !known || !worded {
		return problem.L(key, key)
	}
	return problem.L(page.Zh+"："+operation.Zh, page.En+": "+operation.En)
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
