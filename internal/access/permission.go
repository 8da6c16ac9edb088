package access

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// RoleName is a role as other answers name it.
type RoleName struct {
	ID   string       `json:"id"`
	Code string       `json:"code"`
	Name problem.Text `json:"name"`
}

// PermissionTree is what a role permits, page by page, among all that members of the tenant can be permitted.
type PermissionTree struct {
	Role    RoleName `json:"role"`
	Version int64    `json:"version"`
	Fixed   bool     `json:"fixed" doc:"the role permits everything, and nobody changes that"`
	Pages
}

// Pages are the pages of the modules that a company has opened, with their operations.
type Pages struct {
	Modules []PermissionModule `json:"modules" nullable:"false"`
	Others  []PermissionPage   `json:"others" nullable:"false" doc:"permissions that belong to no page of the menu"`
}

// PermissionModule is a module with the headings of its menu.
type PermissionModule struct {
	Key   string           `json:"key"`
	Name  problem.Text     `json:"name"`
	Areas []PermissionArea `json:"areas" nullable:"false"`
}

// PermissionArea is a heading of the menu with its pages. The pages that stand directly below a module have none.
type PermissionArea struct {
	Key   string           `json:"key" doc:"empty for the pages without a heading"`
	Name  problem.Text     `json:"name"`
	Pages []PermissionPage `json:"pages" nullable:"false"`
}

// PermissionPage is a page with its operations.
type PermissionPage struct {
	Key        string       `json:"key" doc:"permission without operation"`
	Name       problem.Text `json:"name"`
	Operations []Permitted  `json:"operations" nullable:"false"`
}

// Permitted is an operation, and whether the role, or a role of the member, permits it.
type Permitted struct {
	Key       string       `json:"key" doc:"the whole permission"`
	Operation string       `json:"operation"`
	Name      problem.Text `json:"name"`
	Granted   bool         `json:"granted"`
	Mine      bool         `json:"mine" doc:"the caller has it, and may therefore grant it"`
	By        []string     `json:"by,omitempty" nullable:"false" doc:"of a member: ids of the roles that give it"`
}

// usual are the operations that most pages have, in the order of the page that grants them.
var usual = []string{"check", "detail", "add", "modify", "remove", "delete", "export", "reset"}

// shown are the permissions that the tree of an actor's tenant holds: those of opened modules. What is bound to roles by itself stands elsewhere.
func (d *Roles) shown(actor store.Actor) []string {
	return slices.DeleteFunc(slices.Clone(d.deps.Permissions(actor.TenantID)), func(p string) bool { return IsBound(p) || !d.deps.Open(actor, p) })
}

// Tree is what a role permits.
func (d *Roles) Tree(ctx context.Context, tx store.Tx, id string) (PermissionTree, error) {
	r, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return PermissionTree{}, err
	}
	actor := tx.Actor()
	granted := Expand(r.Grants, d.deps.Permissions(actor.TenantID))
	return PermissionTree{
		Role: RoleName{r.ID, r.Code, named(r)}, Version: r.Version, Fixed: fixed(r),
		Pages: d.pages(actor, func(p *Permitted) { p.Granted = granted[p.Key] }),
	}, nil
}

// pages are all pages that an actor's tenant can permit; judge says of each operation whether it is permitted.
func (d *Roles) pages(actor store.Actor, judge func(p *Permitted)) Pages {
	byPage := map[string][]Permitted{}
	for _, p := range d.shown(actor) {
		tree, operation := parted(p)
		one := Permitted{Key: p, Operation: operation, Name: d.deps.OperationName(operation), Mine: actor.Allowed(p)}
		judge(&one)
		byPage[tree] = append(byPage[tree], one)
	}
	for _, list := range byPage {
		slices.SortFunc(list, func(a, b Permitted) int {
			if x, y := place(a.Operation), place(b.Operation); x != y {
				return x - y
			}
			return strings.Compare(a.Operation, b.Operation)
		})
	}
	t := Pages{Modules: []PermissionModule{}, Others: []PermissionPage{}}
	for _, p := range d.deps.Pages() {
		if operations := byPage[p.Tree]; len(operations) > 0 {
			t.add(p, PermissionPage{p.Tree, d.deps.PageName(p.Tree), operations})
			delete(byPage, p.Tree)
		}
	}
	for tree, operations := range byPage {
		t.Others = append(t.Others, PermissionPage{tree, d.deps.PageName(tree), operations})
	}
	slices.SortFunc(t.Others, func(a, b PermissionPage) int { return strings.Compare(a.Key, b.Key) })
	return t
}

func (t *Pages) add(p Page, page PermissionPage) {
	at := slices.IndexFunc(t.Modules, func(m PermissionModule) bool { return m.Key == p.Module })
	if at < 0 {
		at = len(t.Modules)
		t.Modules = append(t.Modules, PermissionModule{Key: p.Module, Name: p.ModuleName, Areas: []PermissionArea{}})
	}
	m := &t.Modules[at]
	at = slices.IndexFunc(m.Areas, func(a PermissionArea) bool { return a.Key == p.Area })
	if at < 0 {
		at = len(m.Areas)
		m.Areas = append(m.Areas, PermissionArea{Key: p.Area, Name: p.AreaName, Pages: []PermissionPage{}})
	}
	m.Areas[at].Pages = append(m.Areas[at].Pages, page)
}

func place(operation string) int {
	if at := slices.Index(usual, operation); at >= 0 {
		return at
	}
	return len(usual)
}

// parted is a permission as its page and its operation.
func parted(permission string) (tree, operation string) {
	at := strings.LastIndex(permission, ".")
	if at < 0 {
		return permission, ""
	}
	return permission[:at], permission[at+1:]
}

// fixed tells whether a role is the one that permits everything: without it a company could lock itself out.
func fixed(r *Role) bool { return r.Code == Administrator && r.Type == SystemDefined }

// Canonical writes a set of permissions down as grants: everything, whole modules and whole pages by a star, so that what a later
// version adds there is included, and single operations as they are. all is what there is.
func Canonical(permissions map[string]bool, all []string) []string {
	whole := map[string]bool{"*": true}
	for _, p := range all {
		module, _, _ := strings.Cut(p, ".")
		tree, _ := parted(p)
		for _, star := range []string{"*", module + ".*", tree + ".*"} {
			if _, seen := whole[star]; !seen {
				whole[star] = true
			}
			whole[star] = whole[star] && permissions[p]
		}
	}
	if len(all) > 0 && whole["*"] {
		return []string{"*"}
	}
	grants := []string{}
	for _, p := range all {
		module, _, _ := strings.Cut(p, ".")
		tree, _ := parted(p)
		switch {
		case whole[module+".*"]:
			grants = append(grants, module+".*")
		case whole[tree+".*"]:
			grants = append(grants, tree+".*")
		case permissions[p]:
			grants = append(grants, p)
		}
	}
	slices.Sort(grants)
	return slices.Compact(grants)
}

var (
	msgAdministrator = L("管理员角色始终拥有全部权限，不能更改", "The administrator's role always permits everything and cannot change")
	msgNoPermission  = L("没有权限“%s”，或其模块未开通", "There is no permission “%s”, or its module is not opened")
)

// Grant makes a role permit exactly these of the permissions that its tree shows. What it permits in modules that are not opened
// stays as it is, unless all that is shown is ticked by somebody who has the rest, too: then it permits everything.
func (d *Roles) Grant(ctx context.Context, tx store.Tx, id string, ticked []string, version int64) error {
	if err := d.Roles.IsAsShown(ctx, tx, id, version); err != nil {
		return err
	}
	r, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return err
	}
	if fixed(r) {
		return problem.Refuse(msgAdministrator)
	}
	actor := tx.Actor()
	all, shown := d.deps.Permissions(actor.TenantID), d.shown(actor)
	for _, p := range ticked {
		if !slices.Contains(shown, p) {
			return problem.Invalid(problem.Field("grants", "unknown", msgNoPermission, p))
		}
	}
	before := Expand(r.Grants, all)
	after := map[string]bool{}
	for _, p := range ticked {
		after[p] = true
	}
	isWhole := len(after) == len(shown) && !slices.ContainsFunc(all, func(p string) bool {
		return !before[p] && !after[p] && !actor.Allowed(p)
	})
	var added []string
	for _, p := range all {
		if isWhole || before[p] && !slices.Contains(shown, p) {
			after[p] = true
		}
		if after[p] && !before[p] {
			added = append(added, p)
		}
	}
	changed := slices.Clone(added) // nobody takes away either what they could not give back
	for _, p := range all {
		if before[p] && !after[p] {
			changed = append(changed, p)
		}
	}
	if err := d.beyond(actor, "grants", changed); err != nil {
		return err
	}
	if len(added) == 0 && len(after) == len(before) {
		return nil // in whatever words, it permits the same
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return err
	}
	rights, err := d.rights(ctx, tx, s)
	if err != nil {
		return err
	}
	if err := rights.changing("grants", r); err != nil {
		return err
	}
	was, former := s.governed(), r.Grants
	r.Grants = Canonical(after, all)
	if r.everything() && r.DataScope != ScopeAll {
		return problem.Invalid(problem.Field("grants", "whole", msgWholeScope))
	}
	if err := rights.giving("grants", r); err != nil { // everything holds every section, too
		return err
	}
	s.roles[r.Code] = r
	if err := s.keepGoverned(was); err != nil {
		return err
	}
	return d.bind(ctx, tx, r, "grants", "grants", former, r.Grants)
}

// bind writes one list of a role, logs it and lets the screens know.
func (d *Roles) bind(ctx context.Context, tx store.Tx, r *Role, column, field string, before, after []string) error {
	if err := tx.Update(ctx, r, column); err != nil {
		return err
	}
	d.tell(ctx, tx, r.ID)
	return tx.Log(ctx, d.Roles.Name(), r.ID, r.NameZh, store.ActionChange, store.FieldChange{Field: field, Before: before, After: after})
}
