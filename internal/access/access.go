// Package access holds roles: what they are, what they permit, who holds them, and why somebody may or may not do something.
//
// What lives here: the role rows with everything that is bound to them, the five roles of a new tenant, the matching of grants
// against permission keys, and the rules by which roles change. What never does: sessions and people (identity), the check itself
// (api, before every operation), the names of pages (menu).
package access

import (
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// The types of roles.
const (
	SupervisorAuthorised = 1
	SystemDefined        = 2 // one of the five that every tenant starts with
	UserDefined          = 3
)

// Role is a named set of grants of a tenant. Members name it by its code, which therefore never changes.
type Role struct {
	bun.BaseModel `bun:"table:role" json:"-"`
	store.Row
	Code      string `bun:"code" json:"code"`
	NameZh    string `bun:"name_zh" json:"nameZh"`
	NameEn    string `bun:"name_en" json:"nameEn"`
	GroupID   string `bun:"group_id,nullzero" json:"groupId"`
	Type      int    `bun:"type" json:"type"`
	SortOrder int    `bun:"sort_order" json:"sortOrder"`
	Valid     bool   `bun:"valid" json:"valid"` // an invalid role gives nothing
	Remark    string `bun:"remark" json:"remark"`
	DataScope int    `bun:"data_scope" json:"dataScope"` // whose records it shows, see Scope constants
	// Departments are those whose records it shows where somebody has chosen them.
	Departments []string `bun:"departments,type:text" json:"departments"`
	Grants      []string `bun:"grants,type:text" json:"-"`    // patterns, see Expand
	AppMenus    []string `bun:"app_menus,type:text" json:"-"` // pages of the shop floor's app
	Sections    []string `bun:"sections,type:text" json:"-"`  // ids, of all factories
	Files       []string `bun:"files,type:text" json:"-"`     // {kind}.{see, download or replace}
	Checks      []string `bun:"checks,type:text" json:"-"`    // quality steps that may be signed
}

// Whose records a role shows, of those that belong to people or departments. Own departments are the one a person works in, the one
// they manage, and those of which they are the manager.
const (
	ScopeAll    = 1
	ScopeChosen = 2
	ScopeBelow  = 3 // own departments and all below them
	ScopeOwn    = 4
	ScopeSelf   = 5
)

// pagesOfPeople are the pages, and the operations on them, whose records belong to people. Departments alone are none: planners see them,
// and whoever leads one may be a planner, too.
var (
	pagesOfPeople = []string{"system.user", "system.role", "system.loginLog", "common.operationLog", "common.onlineUser"}
	onThesePages  = []string{"check", "detail", "add", "modify", "remove", "delete", "export", "reset", "viewAs", "kick"}
)

// pagesOfWork are the pages that show moulds or work on them.
var (
	pagesOfWork = []string{
		"pm.mould", "pm.import", "bom.part", "bom.batch", "capp.operation", "capp.outsource", "mf.progress", "mf.program",
		"aps.schedule", "aps.task", "aps.workshop", "aps.batch", "aps.weekPlan", "aps.capacity", "aps.completionRate", "aps.autoSchedule",
	}
	onPagesOfWork = []string{"check", "detail", "add", "modify", "delete", "export", "release", "run", "cancel"}
)

// ShowsPeople tells whether a role opens a page whose records belong to people. The data scope of other roles says
// nothing: who may see their colleagues' records by one role does not see more of them because another one permits machines.
func (r *Role) ShowsPeople() bool { return r.opens(pagesOfPeople, onThesePages) }

// ShowsWork tells whether a role opens a page that shows moulds or work on them: its data scope says whose.
func (r *Role) ShowsWork() bool { return r.opens(pagesOfWork, onPagesOfWork) }

func (r *Role) opens(pages, operations []string) bool {
	var all []string
	for _, page := range pages {
		for _, operation := range operations {
			all = append(all, page+"."+operation)
		}
	}
	return len(Expand(r.Grants, all)) > 0
}

// Subject is what a data scope narrows. It counts for a subject by the roles that open a page of it.
type Subject int

// The subjects.
const (
	People Subject = iota
	Moulds         // with their work
)

var subjects = []Subject{People, Moulds}

// Shows tells whether a role opens a page of a subject.
func (r *Role) Shows(of Subject) bool {
	if of == Moulds {
		return r.ShowsWork()
	}
	return r.ShowsPeople()
}

// reach is whose records of the subject an actor sees.
func (s Subject) reach(a store.Actor) store.Reach {
	if s == Moulds {
		return a.Work
	}
	return a.Reach
}

// narrows tells whether the data scope of a role says anything.
func (r *Role) narrows() bool { return r.ShowsPeople() || r.ShowsWork() }

// scopes are the data scopes, the widest first.
var scopes = []struct {
	scope int
	key   string
	name  problem.Text
}{
	{ScopeAll, "all", L("全部", "All")},
	{ScopeChosen, "chosen", L("指定部门", "Chosen departments")},
	{ScopeBelow, "below", L("本部门及下级", "Own department and below")},
	{ScopeOwn, "own", L("本部门", "Own department")},
	{ScopeSelf, "self", L("仅本人", "Oneself")},
}

// scopeName is the data scope of a role in words.
func (r *Role) scopeName() problem.Text {
	for _, s := range scopes {
		switch {
		case s.scope != r.DataScope && !r.everything(): // such a role shows everybody's: the first
		case s.scope == ScopeChosen:
			return chosenDepartments(len(r.Departments))
		default:
			return s.name
		}
	}
	return problem.Text{}
}

func chosenDepartments(n int) problem.Text {
	text := problem.Count(n, "指定的 %d 个部门", "%d chosen department", "%d chosen departments")
	return L(text.In(problem.Chinese), text.In(problem.English)) // worded: it is an answer
}

// Codes of the roles that every tenant starts with.
const (
	Administrator = "administrator"
	Planner       = "planner"
	Scheduler     = "scheduler"
	Floor         = "floor"
	Viewer        = "viewer"
)

// Standard makes the roles of a new tenant; its administrator may change them later.
func Standard() []Role {
	roles := []Role{
		{Code: Administrator, NameZh: "管理员", NameEn: "Administrator", Grants: []string{"*"}},
		{Code: Planner, NameZh: "计划员", NameEn: "Planner", Grants: []string{
			"pm.*", "bom.*", "capp.*", "mf.*", "aps.*",
			"ems.*.check", "ems.*.detail", "ems.*.export", "system.*.check", "system.*.detail", "system.*.export",
			"!system.loginLog.*", "!common.onlineUser.*", "!common.operationLog.*", "!system.user.*", "!system.role.*",
		}},
		{Code: Scheduler, NameZh: "排程员", NameEn: "Scheduler", Grants: []string{
			"aps.*", "!aps.schedule.release",
			"pm.*.check", "pm.*.detail", "bom.*.check", "bom.*.detail", "capp.*.check", "capp.*.detail", "mf.*.check", "mf.*.detail",
		}},
		{Code: Floor, NameZh: "车间", NameEn: "Shop floor", Grants: []string{
			"mf.progress.check", "mf.progress.modify", "mf.program.check", "aps.task.check", "aps.workshop.check",
		}},
		{Code: Viewer, NameZh: "查看者", NameEn: "Viewer", Grants: []string{
			"*.*.check", "*.*.detail", "*.*.export",
			"!system.loginLog.*", "!common.onlineUser.*", "!common.operationLog.*", "!system.user.*", "!system.role.*",
		}},
	}
	for i := range roles {
		roles[i].AppMenus, roles[i].Checks = appMenusOf[roles[i].Code], checksOf[roles[i].Code]
		roles[i].Files = fileRights(roles[i].Code == Scheduler || roles[i].Code == Floor || roles[i].Code == Viewer)
		roles[i].Type, roles[i].Valid, roles[i].SortOrder, roles[i].DataScope = SystemDefined, true, i+1, ScopeAll
		roles[i].complete()
	}
	return roles
}

// What the roles of a new tenant show in the app, and sign. Everything is the administrator's by their grant.
var (
	appMenusOf = map[string][]string{
		Planner: {"aps.workshop", "mf.progress", "pm.mould"}, Scheduler: {"aps.workshop", "mf.progress"},
		Floor: {"aps.workshop", "mf.program", "mf.progress"}, Viewer: {"aps.workshop", "pm.mould"},
	}
	checksOf = map[string][]string{Planner: {"cam"}}
)

// complete gives a new role empty lists where it has none.
func (r *Role) complete() {
	for _, list := range []*[]string{&r.Grants, &r.AppMenus, &r.Sections, &r.Files, &r.Checks, &r.Departments} {
		if *list == nil {
			*list = []string{}
		}
	}
}

// Permits are the exact permissions among all that a role gives: by its grants, and those that are bound to it.
func (r *Role) Permits(all []string) map[string]bool {
	may, bound := Expand(r.Grants, all), r.bound()
	for _, permission := range all {
		if bound[permission] {
			may[permission] = true
		}
	}
	return may
}

// Expand turns grants into the exact permissions among all. A star stands for one part of a key, at the end for the
// rest of it; a grant that begins with ! takes away.
func Expand(grants, all []string) map[string]bool {
	may := map[string]bool{}
	for _, permission := range all {
		for _, g := range grants {
			pattern, not := strings.CutPrefix(g, "!")
			if !matches(pattern, permission) {
				continue
			}
			if not {
				delete(may, permission)
				break
			}
			may[permission] = true
		}
	}
	return may
}

// matches is asked some ten thousand times by every call, so it splits nothing.
func matches(pattern, permission string) bool {
	for isLeft := true; ; {
		part, rest, goesOn := strings.Cut(pattern, ".")
		if part == "*" && !goesOn {
			return true
		}
		if !isLeft {
			return false
		}
		key, further, more := strings.Cut(permission, ".")
		if part != "*" && part != key {
			return false
		}
		if !goesOn {
			return !more
		}
		pattern, permission, isLeft = rest, further, more
	}
}
