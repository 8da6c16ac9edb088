package access

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

const (
	groupExample = "01900000-0000-7000-8000-000000000e11"
	roleExample  = "01900000-0000-7000-8000-000000000e21"
	// MemberExample is a member whom examples speak of.
	MemberExample = "01900000-0000-7000-8000-000000000e31"

	permission = "system.role"
)

// RoleGroup is a heading over roles. It gives nothing.
type RoleGroup struct {
	bun.BaseModel `bun:"table:role_group" json:"-"`
	store.Row
	Name      string `bun:"name" json:"name"`
	SortOrder int    `bun:"sort_order" json:"sortOrder"`
}

func (d *Roles) group() resource.Spec[*RoleGroup] {
	return resource.Spec[*RoleGroup]{
		Path: "upms/role-group", Label: L("角色分组", "Role group"), Permission: permission, Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: groupExample,
		Example:   &api.Example{Body: map[string]any{"name": "车间角色 9", "sortOrder": 90}},
		Form: func(g *RoleGroup, f *resource.Form) {
			f.Text(&g.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.SortOrder(&g.SortOrder)
		},
	}
}

func (d *Roles) role() resource.Spec[*Role] {
	return resource.Spec[*Role]{
		Path: "upms/role", Label: L("角色", "Role"), Permission: permission, Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: roleExample,
		Example: &api.Example{Body: map[string]any{
			"code": "fitting-lead-9", "nameZh": "钳工组长", "nameEn": "Fitting lead",
			"type": UserDefined, "sortOrder": 90,
		}},
		Form: func(r *Role, f *resource.Form) {
			f.Text(&r.Code, "编码", "Code").Required().Unique().Max(20).
				Pattern(`^[A-Za-z0-9_-]+$`, "字母、数字、下划线或短横", "letters, digits, underscores or hyphens").
				Help("保存后不能更改：用户凭编码持有角色", "Fixed once it is saved: users hold a role by its code")
			f.Text(&r.NameZh, "名称", "Name").Required().Unique().Title().Max(20)
			f.Text(&r.NameEn, "英文名称", "English name").Unique().Max(50)
			f.Ref(&r.GroupID, d.Groups, "分组", "Group")
			f.Choice(&r.Type, "类型", "Type", Opt(SupervisorAuthorised, "主管授权", "Supervisor-authorised"), Opt(SystemDefined, "系统定义", "System-defined"),
				Opt(UserDefined, "用户定义", "User-defined")).Initial(UserDefined).
				Help("系统定义的角色随企业一起建立，不能新建", "System-defined roles come with the company and are not made by people")
			scope := f.Choice(&r.DataScope, "数据范围", "Data scope", scopeOptions()...).Initial(ScopeAll).
				Help("在允许的页面上可以看到谁的数据：用户、在线用户、登录日志和操作日志；角色开放其中某一页面时，也包括部门。多个角色取并集", "Whose records the role shows on the pages that it permits: users, who is signed in, sign-ins and the operation log, and departments where the role opens one of these pages too. Several roles add up")
			f.Refs(&r.Departments, d.deps.Departments, "部门", "Departments").AtMost(200).When(scope, ScopeChosen).HideInList()
			f.SortOrder(&r.SortOrder)
			f.Valid(&r.Valid).
				Help("无效的角色不给予任何权限", "An invalid role gives nothing")
			f.Text(&r.Remark, "备注", "Remark").Max(30)
		},
		Rules: d.rules, BeforeDelete: d.beforeDelete, Logs: d.logs(),
	}
}

func scopeOptions() (options []resource.Option) {
	for _, s := range scopes {
		options = append(options, Opt(s.scope, s.name.Zh, s.name.En))
	}
	return options
}

var (
	msgCodeFixed  = L("角色编码保存后不能更改", "The code of a role cannot change once it is saved")
	msgTypeFixed  = L("系统定义的角色不能改变类型", "A system-defined role keeps its type")
	msgNameTaken  = L("已有名为“%s”的角色", "There is a role called “%s” already")
	msgTypeSystem = L("不能把角色设为系统定义", "Nobody can make a role system-defined")
)

// taken refuses a name that another role is read by: who gives roles could not tell them apart. Without an English name a role is
// read by its Chinese one, which no unique field sees. A name that stays is no fault.
func (s *standing) taken(old, now *Role) []problem.FieldError {
	var was problem.Text
	if old != nil {
		was = named(old)
	}
	name := named(now)
	for _, r := range s.ordered(func(r *Role) bool { return r.Code != now.Code }) {
		switch other := named(r); {
		case was.Zh != name.Zh && cell.Key(other.Zh) == cell.Key(name.Zh):
			return []problem.FieldError{problem.Field("nameZh", "unique", msgNameTaken, name.Zh)}
		case was.En == name.En || cell.Key(other.En) != cell.Key(name.En):
		case now.NameEn == "": // it is read by its Chinese name in English, too
			return []problem.FieldError{problem.Field("nameZh", "unique", msgNameTaken, name.En)}
		default:
			return []problem.FieldError{problem.Field("nameEn", "unique", msgNameTaken, name.En)}
		}
	}
	return nil
}

// rules hold a role against its former self, the actor and the company's need of somebody who administers it.
func (d *Roles) rules(ctx context.Context, tx store.Tx) (func(old, now *Role) error, error) {
	s, err := d.standing(ctx, tx)
	if err != nil {
		return nil, err
	}
	rights, err := d.rights(ctx, tx, s)
	if err != nil {
		return nil, err
	}
	return func(old, now *Role) error {
		now.complete()
		var bad []problem.FieldError
		if old != nil && old.Code != now.Code {
			bad = append(bad, problem.Field("code", "fixed", msgCodeFixed))
		}
		switch isStandard := old != nil && old.Type == SystemDefined; {
		case isStandard && now.Type != SystemDefined:
			bad = append(bad, problem.Field("type", "fixed", msgTypeFixed))
		case !isStandard && now.Type == SystemDefined:
			bad = append(bad, problem.Field("type", "system", msgTypeSystem))
		}
		bad = append(bad, rights.scoping(old, now)...)
		if bad = append(bad, s.taken(old, now)...); len(bad) > 0 {
			return problem.Invalid(bad...)
		}
		if old != nil {
			if changes := d.Roles.Logged(old, now, "").Changes; len(changes) > 0 {
				if err := rights.changing(changes[0].Field, old); err != nil {
					return err
				}
			}
		}
		was := s.governed()
		role := *now
		s.roles[now.Code] = &role
		return s.keepGoverned(was)
	}, nil
}

var (
	msgStandard = L("“%s”是系统定义的角色，不能删除；不需要时可以设为无效",
		"“%s” is a system-defined role and cannot be deleted; make it invalid when it is not needed")
	msgStranded = L("删除“%s”后，以下用户将没有任何角色：%s。请先给他们别的角色", "Without “%s” these users would have no role: %s. Give them another one first")
	msgTakeAway = L("“%s”有 %s。删除后他们将失去此角色的权限。要继续吗？", "“%s” has %s, who will lose what it gives them. Delete it?")
)

// beforeDelete asks before a role is taken from its users (ROLE-07), and takes it from them.
func (d *Roles) beforeDelete(ctx context.Context, tx store.Tx, old *Role) error {
	name := named(old)
	if old.Type == SystemDefined {
		return problem.Refuse(msgStandard, name)
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return err
	}
	rights, err := d.rights(ctx, tx, s)
	if err != nil {
		return err
	}
	if why, shared := rights.alone(old); shared {
		return problem.Refuse(why)
	}
	if rights.giving("", old) != nil {
		return problem.Refuse(msgRoleAbove, name, rights.Helpers())
	}
	holders := s.holders(old.Code)
	if len(holders) == 0 {
		return nil
	}
	var stranded []*Member
	for _, m := range holders {
		if why, above := rights.AboveMember(m.ID); above { // they lose what it gives them
			return problem.Refuse(why)
		}
		if len(s.without(m, old.Code)) == 0 {
			stranded = append(stranded, m)
		}
	}
	if len(stranded) > 0 {
		return problem.Refuse(msgStranded, name, toldTogether(stranded))
	}
	was := s.governed()
	about := make([]string, len(holders))
	for i, m := range holders {
		about[i] = m.ID
	}
	if err := resource.Confirm(tx.Actor(), resource.About("users-"+old.Code, about...), msgTakeAway.With(name, users(len(holders))), told(holders, problem.Language(ctx))...); err != nil {
		return err
	}
	for _, m := range holders {
		m.Roles = s.without(m, old.Code)
		if err := d.deps.SetRoles(ctx, tx, m.ID, m.Roles); err != nil {
			return err
		}
	}
	return s.keepGoverned(was)
}

func users(n int) problem.Text { return problem.Count(n, "%d 位用户", "%d user", "%d users") }

// named is what people call a role; without an English name it has its Chinese one in both languages.
func named(r *Role) problem.Text {
	if r.NameEn == "" {
		return L(r.NameZh, r.NameZh)
	}
	return L(r.NameZh, r.NameEn)
}
