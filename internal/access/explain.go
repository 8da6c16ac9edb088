package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Held is a permission that somebody has, with the roles that give it.
type Held struct {
	Key   string       `json:"key"`
	Name  problem.Text `json:"name"`
	Roles []RoleName   `json:"roles" nullable:"false"`
}

// Effective is everything that a member may do.
type Effective struct {
	Member      User       `json:"member"`
	Roles       []RoleName `json:"roles" nullable:"false" doc:"also those that are invalid and give nothing"`
	Permissions []Held     `json:"permissions" nullable:"false"`
}

// EffectiveOf tells what a member may do, in modules that are opened, and by which roles.
func (d *Roles) EffectiveOf(ctx context.Context, tx store.Tx, memberID string) (Effective, error) {
	s, err := d.standing(ctx, tx)
	if err != nil {
		return Effective{}, err
	}
	m := s.member(memberID)
	if m == nil {
		return Effective{}, problem.NotFound(msgUser)
	}
	out := Effective{Member: usersOf([]*Member{m}).Rows[0], Roles: []RoleName{}, Permissions: []Held{}}
	roles := s.ordered(func(r *Role) bool { return slices.Contains(m.Roles, r.Code) })
	for _, r := range roles {
		out.Roles = append(out.Roles, nameOf(r))
	}
	for _, p := range d.shown(tx.Actor()) {
		held := Held{Key: p, Name: d.deps.PermissionName(p), Roles: []RoleName{}}
		for _, r := range roles {
			if r.gives(p) && !m.Guest {
				held.Roles = append(held.Roles, nameOf(r))
			}
		}
		if len(held.Roles) > 0 {
			out.Permissions = append(out.Permissions, held)
		}
	}
	return out, nil
}

// Why somebody has a permission or lacks it.
const (
	ReasonHeld   = "held"
	ReasonModule = "module" // the company has not opened the module
	ReasonGrant  = "grant"  // no role of theirs gives it
	ReasonGuest  = "guest"  // they belong to a supplier or a customer
)

// Reason tells whoever asks why they may not do something, and what would help.
type Reason struct {
	Permission string       `json:"permission"`
	Reason     string       `json:"reason" enum:"held,module,grant,guest"`
	Module     problem.Text `json:"module"`
	Page       problem.Text `json:"page"`
	Operation  problem.Text `json:"operation"`
	Roles      []RoleName   `json:"roles" nullable:"false" doc:"that would give it"`
	People     []string     `json:"people" nullable:"false" doc:"who can grant it, twenty at most"`
}

const peopleAtMost = 20

// Why tells the caller what a permission is, whether they have it, and which roles and people could give it.
func (d *Roles) Why(ctx context.Context, tx store.Tx, permission string) (Reason, error) {
	actor := tx.Actor()
	if !slices.Contains(d.deps.Permissions(actor.TenantID), permission) {
		return Reason{}, problem.Invalid(problem.Field("permission", "unknown", msgNoPermission, permission))
	}
	tree, operation := parted(permission)
	out := Reason{
		Permission: permission, Module: d.deps.ModuleName(permission), Page: d.deps.PageName(tree), Operation: d.deps.OperationName(operation),
		Reason: ReasonGrant, Roles: []RoleName{}, People: []string{},
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return Reason{}, err
	}
	me := s.member(actor.MemberID)
	switch {
	case me != nil && me.Guest:
		out.Reason = ReasonGuest
		return out, nil // who works here is nothing for guests
	case !d.deps.Open(actor, permission):
		out.Reason = ReasonModule
		return out, nil
	case actor.Allowed(permission):
		out.Reason = ReasonHeld
	}
	for _, r := range s.ordered(func(r *Role) bool { return r.gives(permission) }) {
		out.Roles = append(out.Roles, nameOf(r))
	}
	for i := range s.members {
		if m := &s.members[i]; len(out.People) < peopleAtMost && s.may(m, ChangeRoles) && s.may(m, permission) {
			out.People = append(out.People, m.Called())
		}
	}
	slices.Sort(out.People)
	return out, nil
}

// gives tells whether a role permits something.
func (r *Role) gives(permission string) bool {
	return r.Valid && Expand(r.Grants, []string{permission})[permission]
}

func nameOf(r *Role) RoleName { return RoleName{r.ID, r.Code, named(r)} }

// ordered are the roles that fit, in the order of the page.
func (s *standing) ordered(fits func(r *Role) bool) (list []*Role) {
	for _, r := range s.roles {
		if fits(r) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b *Role) int {
		if a.SortOrder != b.SortOrder {
			return a.SortOrder - b.SortOrder
		}
		if a.Code < b.Code {
			return -1
		}
		return 1
	})
	return list
}
