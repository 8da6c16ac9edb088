package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// LimitFactory is that somebody may not enter every factory of the company. The other limits are what narrows rows in the store.
const LimitFactory = "factory"

// changeUsers is the permission to say which factories somebody enters.
const changeUsers = "system.user.modify"

// Limit is one way in which less is shown to the caller than the company has.
type Limit struct {
	Limit  string     `json:"limit" enum:"section,people,factory" doc:"sections that none of their roles holds, the data scope of their roles, factories that they may not enter"`
	Hidden int        `json:"hidden" doc:"how many sections of the factory, or factories, are not shown; 0 for people"`
	Roles  []RoleName `json:"roles" nullable:"false" doc:"that would show more"`
	People []string   `json:"people" nullable:"false" doc:"who can change it, twenty at most"`

	helpers []*Member
}

// Limits are all of them.
type Limits struct {
	Limits []Limit `json:"limits" nullable:"false"`
}

// Limits tells the caller why less is shown to them, and which roles and people could change it. Names of what is hidden are not told.
// A guest has no limits that anybody could change.
func (d *Roles) Limits(ctx context.Context, tx store.Tx) (Limits, error) {
	out := Limits{Limits: []Limit{}}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return out, err
	}
	me := s.member(tx.Actor().MemberID)
	if me == nil || me.Guest {
		return out, nil
	}
	chart, err := d.deps.Chart(ctx, tx)
	if err != nil {
		return out, err
	}
	factories, err := d.deps.Factories(ctx, tx)
	if err != nil {
		return out, err
	}
	for _, one := range []*Limit{s.hiddenSections(tx.Actor(), me, chart), s.narrowScope(tx.Actor(), me, chart), s.closedFactories(me, factories, chart)} {
		if one != nil {
			one.People = namesOf(one.helpers)
			out.Limits = append(out.Limits, *one)
		}
	}
	return out, nil
}

// hiddenSections are given by whoever changes roles and sees one of them.
func (s *standing) hiddenSections(actor store.Actor, me *Member, chart Chart) *Limit {
	hidden := actor.Hidden.Sections
	if len(hidden) == 0 {
		return nil
	}
	shows := func(r *Role) bool {
		return r.Valid && (slices.Contains(r.Grants, "*") || slices.ContainsFunc(r.Sections, func(id string) bool { return slices.Contains(hidden, id) }))
	}
	return &Limit{
		Limit: store.NarrowedBySections, Hidden: len(hidden), Roles: s.rolesThat(shows),
		helpers: s.helpers(me, chart, func(m *Member) bool {
			return s.may(m, ChangeRoles) && slices.ContainsFunc(s.held(m.Roles), shows)
		}),
	}
}

// narrowScope is widened by whoever changes roles and sees more than the person.
func (s *standing) narrowScope(actor store.Actor, me *Member, chart Chart) *Limit {
	if !actor.Reach.Narrow && !actor.Work.Narrow {
		return nil
	}
	valid := func(m *Member) []*Role {
		return s.ordered(func(r *Role) bool { return r.Valid && slices.Contains(m.Roles, r.Code) })
	}
	more := func(at store.Position, roles []*Role) bool {
		return slices.ContainsFunc(subjects, func(of Subject) bool {
			reach := of.reach(actor)
			return reach.Narrow && chart.Shows(of, at, roles).beyond(reach)
		})
	}
	return &Limit{
		Limit: store.NarrowedByPeople,
		Roles: s.rolesThat(func(r *Role) bool { return r.Valid && more(me.At, []*Role{r}) }),
		helpers: s.helpers(me, chart, func(m *Member) bool {
			return m.ID != me.ID && s.may(m, ChangeRoles) && more(m.At, valid(m))
		}),
	}
}

// closedFactories are opened by whoever changes users and may enter one of them.
func (s *standing) closedFactories(me *Member, factories []string, chart Chart) *Limit {
	closed := slices.DeleteFunc(slices.Clone(factories), func(id string) bool { return slices.Contains(me.Factories, id) })
	if len(closed) == 0 {
		return nil
	}
	return &Limit{
		Limit: LimitFactory, Hidden: len(closed), Roles: []RoleName{},
		helpers: s.helpers(me, chart, func(m *Member) bool {
			return s.may(m, changeUsers) && slices.ContainsFunc(m.Factories, func(id string) bool { return slices.Contains(closed, id) })
		}),
	}
}

// rolesThat are the names of the roles that fit, in the order of the page.
func (s *standing) rolesThat(fits func(r *Role) bool) []RoleName {
	names := []RoleName{}
	for _, r := range s.ordered(fits) {
		names = append(names, nameOf(r))
	}
	return names
}

// LimitAsked tells whether those who can change a limit have been asked.
type LimitAsked struct {
	Sent bool `json:"sent" doc:"false where the limit is gone, or nobody can change it"`
}

// wishes word what is asked, by the limit.
var wishes = map[string]struct{ title, content problem.Text }{
	store.NarrowedBySections: {
		problem.L("%s 请求查看更多工段", "%s asks to see more sections"),
		problem.L("请在“角色应用菜单”页为其角色分配工段，或为其分配包含这些工段的角色。打开此消息可查看其现有权限。",
			"On the page “Role app menus”, give one of their roles the sections, or give them a role that has them. Open this message to see what they may do now."),
	},
	store.NarrowedByPeople: {
		problem.L("%s 请求扩大数据范围", "%s asks for a wider data scope"),
		problem.L("请在“角色明细”页调整其角色的数据范围，或为其分配数据范围更大的角色。打开此消息可查看其现有权限。",
			"On the page “Role detail”, widen the data scope of one of their roles, or give them a role that shows more. Open this message to see what they may do now."),
	},
	LimitFactory: {
		problem.L("%s 请求进入更多工厂", "%s asks to enter more factories"),
		problem.L("请在“用户列表”中为其选择可以进入的工厂。打开此消息可查看其现有权限。",
			"On the page “User list”, choose the factories that they may enter. Open this message to see what they may do now."),
	},
}

// AskMore sends a message to everybody who can change a limit of the caller, the same people that Limits names.
func (d *Roles) AskMore(ctx context.Context, tx store.Tx, limit string) (LimitAsked, error) {
	wish, known := wishes[limit]
	if !known {
		return LimitAsked{}, problem.Invalid(problem.Field("limit", "choice", msgNoChoice, limit))
	}
	all, err := d.Limits(ctx, tx)
	if err != nil {
		return LimitAsked{}, err
	}
	at := slices.IndexFunc(all.Limits, func(l Limit) bool { return l.Limit == limit })
	if at < 0 || len(all.Limits[at].helpers) == 0 {
		return LimitAsked{}, nil
	}
	return LimitAsked{Sent: true}, d.bring(ctx, tx, "limit."+limit, all.Limits[at].helpers, wish.title.With(tx.Actor().Name), wish.content)
}
