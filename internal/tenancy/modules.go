package tenancy

import (
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Starter are the modules of a new tenant: all that are routes of ours.
func Starter() []string {
	return []string{"aps", "bom", "capp", "pm", "tooling", "ems", "system", "common", "reports"}
}

// modules maps the first part of a path or of a permission to its module. What stands here is refused to a tenant that
// has not opened the module; what does not is no module's and always open.
var modules = map[string]string{
	"aps": "aps", "bom": "bom", "capp": "capp", "pm": "pm", "production": "pm", "mf": "tooling", "tooling": "tooling", "ems": "ems", "system": "system", "common": "common",
}

// ModuleOf names the module that a call belongs to, by its permission or, for calls that ask for none, by its path.
// The second value is false for calls of no module.
func ModuleOf(path, permission string) (string, bool) {
	if page, _, found := strings.Cut(permission, "."); found {
		if module, gated := modules[page]; gated {
			return module, true
		}
	}
	segment, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	module, gated := modules[segment]
	return module, gated
}

// ModuleOpen refuses calls of a module that the tenant has not opened (PERM-05). nameOf gives a module's name.
func ModuleOpen(actor store.Actor, path, permission string, nameOf func(module string) problem.Text) error {
	module, gated := ModuleOf(path, permission)
	if !gated || actor.Modules[module] {
		return nil
	}
	return problem.Refuse(L("模块“%s”未开通", "Module %s is not opened"), nameOf(module))
}

// operatorPage begins the permissions of the operator.
const operatorPage = "platform."

// Confine takes away what only the operator may do from everybody else, whatever their roles say.
func Confine(tenantID string, may map[string]bool) {
	if tenantID == Operator {
		return
	}
	for permission := range may {
		if strings.HasPrefix(permission, operatorPage) {
			delete(may, permission)
		}
	}
}
