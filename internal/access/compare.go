package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// NamedPermission is a permission with its name for people.
type NamedPermission struct {
	Key  string       `json:"key"`
	Name problem.Text `json:"name"`
}

// Difference is what one of two roles permits and the other does not.
type Difference struct {
	A RoleName `json:"a"`
	B RoleName `json:"b"`
	// Whose records they show.
	ScopeA problem.Text      `json:"scopeA"`
	ScopeB problem.Text      `json:"scopeB"`
	OnlyA  []NamedPermission `json:"onlyA" nullable:"false"`
	OnlyB  []NamedPermission `json:"onlyB" nullable:"false"`
	Both   int               `json:"both" doc:"how many permissions the two have in common"`
	Bound  []BoundDifference `json:"bound" nullable:"false" doc:"what is bound to one of them alone, by kind; kinds in which they do not differ are left out"`
}

// BoundDifference is what of one kind is bound to one of two roles alone.
type BoundDifference struct {
	Kind  problem.Text   `json:"kind"`
	OnlyA []problem.Text `json:"onlyA" nullable:"false"`
	OnlyB []problem.Text `json:"onlyB" nullable:"false"`
}

// Compare tells how two roles differ, in modules that are opened.
func (d *Roles) Compare(ctx context.Context, tx store.Tx, a, b string) (Difference, error) {
	first, err := d.Roles.Get(ctx, tx, a)
	if err != nil {
		return Difference{}, err
	}
	second, err := d.Roles.Get(ctx, tx, b)
	if err != nil {
		return Difference{}, err
	}
	shown := d.shown(tx.Actor())
	mayA, mayB := Expand(first.Grants, shown), Expand(second.Grants, shown)
	out := Difference{
		A: RoleName{first.ID, first.Code, named(first)}, B: RoleName{second.ID, second.Code, named(second)},
		ScopeA: first.scopeName(), ScopeB: second.scopeName(), OnlyA: []NamedPermission{}, OnlyB: []NamedPermission{}, Bound: []BoundDifference{},
	}
	for _, p := range shown {
		one := NamedPermission{p, d.deps.PermissionName(p)}
		switch {
		case mayA[p] && mayB[p]:
			out.Both++
		case mayA[p]:
			out.OnlyA = append(out.OnlyA, one)
		case mayB[p]:
			out.OnlyB = append(out.OnlyB, one)
		}
	}
	for _, b := range d.bindings() {
		differ, err := b.compare(ctx, tx, first, second)
		if err != nil {
			return Difference{}, err
		}
		if len(differ.OnlyA)+len(differ.OnlyB) > 0 {
			out.Bound = append(out.Bound, differ)
		}
	}
	return out, nil
}

// compare tells how two roles differ in one kind of things, among those that can be chosen here.
func (b binding) compare(ctx context.Context, tx store.Tx, first, second *Role) (BoundDifference, error) {
	out := BoundDifference{Kind: b.label, OnlyA: []problem.Text{}, OnlyB: []problem.Text{}}
	choices, err := b.choices(ctx, tx)
	if err != nil {
		return out, err
	}
	for _, c := range choices {
		inFirst, inSecond := b.holds(first, c.Key), b.holds(second, c.Key)
		switch {
		case inFirst && !inSecond:
			out.OnlyA = append(out.OnlyA, c.named())
		case inSecond && !inFirst:
			out.OnlyB = append(out.OnlyB, c.named())
		}
	}
	return out, nil
}

// holds tells whether a role has one thing: a role that may do everything has all.
func (b binding) holds(r *Role, key string) bool {
	return slices.Contains(r.Grants, "*") || slices.Contains(*b.list(r), key)
}

// Copy makes a role with another name that gives the same. Nobody copies more than they have.
func (d *Roles) Copy(ctx context.Context, tx store.Tx, id, code, nameZh, nameEn string) (*Role, error) {
	of, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	rights, err := d.Rights(ctx, tx)
	if err != nil {
		return nil, err
	}
	if err := rights.giving("code", of); err != nil {
		return nil, err
	}
	r := &Role{
		Code: code, NameZh: nameZh, NameEn: nameEn, GroupID: of.GroupID, Type: UserDefined, SortOrder: of.SortOrder,
		Valid: true, Remark: of.Remark, Grants: slices.Clone(of.Grants), AppMenus: slices.Clone(of.AppMenus),
		DataScope: of.DataScope, Departments: slices.Clone(of.Departments),
		Sections: slices.Clone(of.Sections), Files: slices.Clone(of.Files), Checks: slices.Clone(of.Checks),
	}
	if err := d.Roles.Save(ctx, tx, r); err != nil {
		return nil, err
	}
	return r, tx.Log(ctx, d.Roles.Name(), r.ID, r.NameZh, store.ActionChange,
		store.FieldChange{Field: "grants", Before: []string{}, After: r.Grants})
}
