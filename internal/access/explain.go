package access

import (
	"context"
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Effective is everything that a member may do.
type Effective struct {
	Member User         `json:"member"`
	Roles  []MemberRole `json:"roles" nullable:"false" doc:"also those that are invalid and give nothing"`
	Pages
	Bound []BoundKind `json:"bound" nullable:"false" doc:"what the roles give beside operations"`
}

// MemberRole is a role that a member has.
type MemberRole struct {
	RoleName
	Valid bool `json:"valid"`
}

// BoundKind is one kind of what is bound to roles.
type BoundKind struct {
	Kind   string       `json:"kind" enum:"app-menu,section,file,qa,data-scope"`
	Name   problem.Text `json:"name"`
	Things []BoundThing `json:"things" nullable:"false" doc:"that some role of the member gives"`
}

// BoundThing is one thing, with the roles that give it.
type BoundThing struct {
	Choice
	By []string `json:"by" nullable:"false" doc:"ids of roles"`
}

// EffectiveOf tells what a member may do, in modules that are opened, and by which roles. A guest has nothing by roles.
func (d *Roles) EffectiveOf(ctx context.Context, tx store.Tx, memberID string) (Effective, error) {
	s, err := d.standing(ctx, tx)
	if err != nil {
		return Effective{}, err
	}
	m := s.member(memberID)
	if m == nil || m.Beyond {
		return Effective{}, problem.NotFound(msgUser)
	}
	out := Effective{Member: usersOf([]*Member{m}).Rows[0], Roles: []MemberRole{}, Bound: []BoundKind{}}
	var giving []*Role
	for _, r := range s.ordered(func(r *Role) bool { return slices.Contains(m.Roles, r.Code) }) {
		out.Roles = append(out.Roles, MemberRole{nameOf(r), r.Valid})
		if r.Valid && !m.Guest {
			giving = append(giving, r)
		}
	}
	by := func(gives func(r *Role) bool) (ids []string) {
		for _, r := range giving {
			if gives(r) {
				ids = append(ids, r.ID)
			}
		}
		return ids
	}
	out.Pages = d.pages(tx.Actor(), func(p *Permitted) {
		p.By = by(func(r *Role) bool { return r.gives(p.Key) })
		p.Granted = len(p.By) > 0
	})
	for _, b := range d.bindings() {
		kind := BoundKind{Kind: b.path, Name: b.label, Things: []BoundThing{}}
		choices, err := b.choices(ctx, tx)
		if err != nil {
			return Effective{}, err
		}
		for _, c := range choices {
			if ids := by(func(r *Role) bool { return b.holds(r, c.Key) }); len(ids) > 0 {
				c.Held = true
				kind.Things = append(kind.Things, BoundThing{c, ids})
			}
		}
		out.Bound = append(out.Bound, kind)
	}
	out.Bound = append(out.Bound, dataScopes(giving, by))
	return out, nil
}

// dataScopes are whose records the roles of a member show, those that open a page about people or moulds, the widest first.
func dataScopes(giving []*Role, by func(gives func(r *Role) bool) []string) BoundKind {
	kind := BoundKind{Kind: "data-scope", Name: L("数据范围", "Data scope"), Things: []BoundThing{}}
	chosen := map[string]bool{}
	for _, r := range giving {
		for _, id := range r.Departments {
			chosen[id] = chosen[id] || r.DataScope == ScopeChosen && r.narrows() && !r.everything()
		}
	}
	maps.DeleteFunc(chosen, func(_ string, is bool) bool { return !is })
	for _, s := range scopes {
		if s.scope == ScopeChosen {
			s.name = chosenDepartments(len(chosen))
		}
		ids := by(func(r *Role) bool {
			if r.everything() {
				return s.scope == ScopeAll
			}
			return r.narrows() && r.DataScope == s.scope
		})
		if len(ids) > 0 {
			kind.Things = append(kind.Things, BoundThing{Choice{Key: s.key, Name: s.name, Held: true}, ids})
		}
	}
	return kind
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
	out, _, err := d.why(ctx, tx, permission)
	return out, err
}

// why is Why with those who can grant the permission.
func (d *Roles) why(ctx context.Context, tx store.Tx, permission string) (Reason, []*Member, error) {
	actor := tx.Actor()
	if !slices.Contains(d.deps.Permissions(actor.TenantID), permission) {
		return Reason{}, nil, problem.Invalid(problem.Field("permission", "unknown", msgNoPermission, permission))
	}
	tree, operation := parted(permission)
	out := Reason{
		Permission: permission, Module: d.deps.ModuleName(permission), Page: d.deps.PageName(tree), Operation: d.deps.OperationName(operation),
		Reason: ReasonGrant, Roles: []RoleName{}, People: []string{},
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return Reason{}, nil, err
	}
	me := s.member(actor.MemberID)
	switch {
	case me != nil && me.Guest:
		out.Reason = ReasonGuest
		return out, nil, nil // who works here is nothing for guests
	case !d.deps.Open(actor, permission):
		out.Reason = ReasonModule
		return out, nil, nil
	case actor.Allowed(permission):
		out.Reason = ReasonHeld
	}
	out.Roles = s.rolesThat(func(r *Role) bool { return r.gives(permission) })
	chart, err := d.deps.Chart(ctx, tx)
	if err != nil {
		return Reason{}, nil, err
	}
	granters := s.granters(permission, me, chart)
	out.People = namesOf(granters)
	return out, granters, nil
}

// gives tells whether a role permits something.
func (r *Role) gives(permission string) bool {
	return r.Valid && r.Permits([]string{permission})[permission]
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
