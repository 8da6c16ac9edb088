package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Rights judge what whoever asks may give, take and decide. Every road by which a role comes to act, or to give something else,
// asks them: the role itself, its bindings and users, and the roles of a user.
type Rights struct {
	d     *Roles
	actor store.Actor
	s     *standing
	own   []*Role // the valid roles of whoever asks
	chart Chart
	whole bool // they hold everything, or are no member: the work of the server itself
	seen  map[string]bool
	// factories are those that they may enter.
	factories []string
}

// Rights reads what the judgement needs once. Roles count as they are stored now.
func (d *Roles) Rights(ctx context.Context, tx store.Tx) (*Rights, error) {
	s, err := d.standing(ctx, tx)
	if err != nil {
		return nil, err
	}
	return d.rights(ctx, tx, s)
}

func (d *Roles) rights(ctx context.Context, tx store.Tx, s *standing) (*Rights, error) {
	g := &Rights{d: d, actor: tx.Actor(), s: s, seen: map[string]bool{}, whole: tx.Actor().MemberID == ""}
	if me := s.member(g.actor.MemberID); me != nil && !me.Guest {
		g.factories = me.Factories
		for _, code := range me.Roles {
			if r := s.roles[code]; r != nil && r.Valid {
				own := *r // as it is before this change
				g.own = append(g.own, &own)
				g.whole = g.whole || own.everything()
				for _, id := range own.Sections {
					g.seen[id] = true
				}
			}
		}
	}
	chart, err := d.deps.Chart(ctx, tx)
	if err != nil {
		return nil, err
	}
	g.chart = chart
	sections, err := d.deps.Sections(ctx, tx)
	for _, section := range sections {
		g.seen[section.Key] = true
	}
	return g, err
}

// everything tells whether a role holds all there is, also what later versions bring.
func (r *Role) everything() bool {
	return slices.Contains(r.Grants, "*") && !slices.ContainsFunc(r.Grants, func(g string) bool { return g[:min(1, len(g))] == "!" })
}

var (
	msgHiddenSection = L("角色“%s”含有您自己看不到的工段", "The role “%s” holds sections that you do not see yourself")
	msgUnbound       = L("角色“%s”含有您自己没有的文件权限或质检权限", "The role “%s” holds file or QA permissions that you do not hold yourself")
	msgWholeRole     = L("角色“%s”拥有全部权限，只能由拥有全部权限的人授予", "The role “%s” permits everything: only somebody who holds everything can give it")
	msgRoleAbove     = L("角色“%s”的权限超出您自己的权限，请由 %s 操作", "The role “%s” gives more than you have: ask %s")
	msgAbove         = L("“%s”的权限超出您自己的权限，请由 %s 操作", "%s may do more than you: ask %s")
	msgAboveFactory  = L("“%s”可以进入您不能进入的工厂，请由 %s 操作", "%s may enter factories that you may not: ask %s")
	msgWholeScope    = L("拥有全部权限的角色，数据范围也是全部", "A role that permits everything shows everybody's records")
	msgNoDepartment  = L("请至少选择一个部门", "Choose at least one department")
	msgNotHeld       = L("您自己没有“%s”，不能授予或取消", "You do not hold “%s” yourself: you can neither give it nor take it away")
	msgWiderScope    = L("角色“%s”的数据范围超出您自己的数据范围", "The data scope of the role “%s” goes beyond your own")
	msgScopeBeyond   = L("数据范围不能超出您自己的数据范围", "The data scope cannot go beyond your own")
	msgOwnAdmin      = L("不能移除自己的管理员角色，请由其他管理员操作", "Nobody takes the administrator role from themselves; another administrator can")
)

// giving refuses, at a field, to let a role act that gives more than whoever asks has.
func (g *Rights) giving(field string, r *Role) error {
	if err := g.d.beyond(g.actor, field, g.d.given(g.actor.TenantID, r.Grants)); err != nil {
		return err
	}
	if g.whole {
		return nil
	}
	name := named(r)
	switch {
	case r.everything():
		return problem.Invalid(problem.Field(field, "grant", msgWholeRole, name))
	case slices.ContainsFunc(r.Sections, func(id string) bool { return !g.seen[id] }):
		return problem.Invalid(problem.Field(field, "section", msgHiddenSection, name))
	case !g.reaches(r):
		return problem.Invalid(problem.Field(field, "reach", msgWiderScope, name))
	}
	for _, b := range g.d.bindings() {
		if b.own && slices.ContainsFunc(*b.list(r), func(key string) bool { return !g.holds(b, key) }) {
			return problem.Invalid(problem.Field(field, "binding", msgUnbound, name))
		}
	}
	return nil
}

// reaches tells whether a role shows nobody's records but those that whoever asks sees, to them and to whomever they see.
func (g *Rights) reaches(r *Role) bool {
	return !slices.ContainsFunc(subjects, func(of Subject) bool { return r.Shows(of) && !g.within(of, r) })
}

// within tells whether the data scope of a role stays within the one of whoever asks. "Own" is of whoever holds the role: it is given
// by those to whom it is given.
func (g *Rights) within(of Subject, r *Role) bool {
	has := func(scopes ...int) bool {
		return slices.ContainsFunc(g.own, func(own *Role) bool { return own.Shows(of) && slices.Contains(scopes, own.DataScope) })
	}
	reach := of.reach(g.actor)
	switch {
	case !reach.Narrow || r.DataScope == ScopeSelf:
		return true
	case r.DataScope == ScopeChosen:
		return !slices.ContainsFunc(r.Departments, func(id string) bool { return !reach.Department(id) })
	case r.DataScope == ScopeBelow:
		return has(ScopeBelow)
	case r.DataScope == ScopeOwn:
		return has(ScopeBelow, ScopeOwn)
	}
	return false
}

// scoping refuses to give a role a data scope beyond the one of whoever asks, and to narrow a role that may do everything.
func (g *Rights) scoping(old, now *Role) []problem.FieldError {
	switch {
	case now.everything() && now.DataScope != ScopeAll:
		return []problem.FieldError{problem.Field("dataScope", "whole", msgWholeScope)}
	case now.DataScope == ScopeChosen && len(now.Departments) == 0:
		return []problem.FieldError{problem.Field("departments", "required", msgNoDepartment)}
	case old != nil && old.DataScope == now.DataScope && slices.Equal(old.Departments, now.Departments):
		return nil
	case !g.reaches(now):
		return []problem.FieldError{problem.Field("dataScope", "reach", msgScopeBeyond)}
	}
	return nil
}

// holds tells whether whoever asks has what can be bound to a role.
func (g *Rights) holds(b binding, key string) bool {
	if !b.own {
		return b.free || g.whole || g.seen[key]
	}
	return g.whole || slices.ContainsFunc(g.own, func(r *Role) bool { return slices.Contains(*b.list(r), key) })
}

// changing refuses, at a field, to change any part of a role that gives more than whoever asks has, and names who can.
func (g *Rights) changing(field string, r *Role) error {
	if why, shared := g.alone(r); shared {
		return problem.Invalid(problem.Field(field, "shared", why))
	}
	if g.giving(field, r) == nil {
		return nil
	}
	return problem.Invalid(problem.Field(field, "above", msgRoleAbove, named(r), g.Helpers()))
}

// binding refuses to bind or unbind what whoever asks does not hold, and every binding of a role that gives more than they have.
func (g *Rights) binding(b binding, r *Role, choices []Choice, after []string) error {
	if err := g.changing("held", r); err != nil {
		return err
	}
	for _, c := range choices {
		if slices.Contains(after, c.Key) != slices.Contains(*b.list(r), c.Key) && !g.holds(b, c.Key) {
			return problem.Invalid(problem.Field("held", "grant", msgNotHeld, c.named()))
		}
	}
	return nil
}

// Exceed tells whether roles, by their codes, give more than whoever asks has. Invalid ones count: they may become valid again.
func (g *Rights) Exceed(codes []string) bool {
	return slices.ContainsFunc(codes, func(code string) bool {
		r := g.s.roles[code]
		return r != nil && g.giving("roles", r) != nil
	})
}

// Hand refuses, at a field, to change somebody's roles from some to others: each that comes or goes must be one that whoever asks
// may give, and nobody takes the administrator's role from themselves.
func (g *Rights) Hand(field, memberID string, before, after []string) error {
	isOwn := memberID != "" && memberID == g.actor.MemberID
	if isOwn && slices.Contains(before, Administrator) && !slices.Contains(after, Administrator) {
		return problem.Invalid(problem.Field(field, "self", msgOwnAdmin))
	}
	for _, codes := range [][2][]string{{after, before}, {before, after}} {
		for _, code := range codes[0] {
			if r := g.s.roles[code]; r != nil && !slices.Contains(codes[1], code) {
				if err := g.giving(field, r); err != nil {
					return err
				}
			}
		}
	}
	if m := g.s.member(memberID); m != nil && !slices.Equal(before, after) {
		return g.Shows(field, m.At, after)
	}
	return nil
}

// Opens tells whether whoever asks may let others into a factory: into their own, and into every one where they hold everything.
func (g *Rights) Opens(factoryID string) bool {
	return g.whole || slices.Contains(g.factories, factoryID)
}

// Above says why whoever asks decides nothing about somebody with these roles and factories: who may do more than they, sees more, or
// enters factories that they may not.
func (g *Rights) Above(name string, at store.Position, roles, factories []string) (why problem.Text, above bool) {
	switch {
	case g.Exceed(roles):
		return msgAbove.With(name, g.Helpers()), true
	case g.widens(at, roles):
		return msgSeesMore.With(name, g.Helpers()), true
	case slices.ContainsFunc(factories, func(id string) bool { return !g.Opens(id) }):
		return msgAboveFactory.With(name, g.Helpers()), true
	}
	return problem.Text{}, false
}

// AboveMember is Above of a member by their id; of nobody, and of oneself, there is nothing to say.
func (g *Rights) AboveMember(id string) (why problem.Text, above bool) {
	m := g.s.member(id)
	if m == nil || id == g.actor.MemberID {
		return problem.Text{}, false
	}
	return g.Above(m.Called(), m.At, m.Roles, m.Factories)
}

// Everything tells whether one of these roles, by their codes, holds all there is.
func (g *Rights) Everything(codes []string) bool { return g.s.everything(codes) }

// helpersAtMost is how many people a refusal names.
const helpersAtMost = 3

// Helpers are people who may do everything, as a refusal names them.
func (g *Rights) Helpers() problem.Text {
	var names []string
	for i := range g.s.members {
		if m := &g.s.members[i]; len(names) < helpersAtMost && g.s.inCharge(m) {
			names = append(names, m.Called())
		}
	}
	if len(names) == 0 {
		return L("管理员", "an administrator")
	}
	return problem.Joined(names)
}
