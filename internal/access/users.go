package access

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// User is a member who holds a role, or could.
type User struct {
	ID       string `json:"id"`
	UserName string `json:"userName"`
	RealName string `json:"realName"`
	Status   string `json:"status" enum:"active,disabled,expired"`
}

// Users are the users of a role.
type Users struct {
	Rows  []User `json:"rows" nullable:"false"`
	Total int    `json:"total"`
}

// usersOf are members as they are shown: those in reach of whoever asks.
func usersOf(members []*Member) Users {
	members = slices.DeleteFunc(slices.Clone(members), func(m *Member) bool { return m.Beyond })
	u := Users{Rows: []User{}, Total: len(members)}
	for _, m := range members {
		u.Rows = append(u.Rows, User{m.ID, m.UserName, m.RealName, m.Status})
	}
	return u
}

// Users are the members who hold a role, by name.
func (d *Roles) Users(ctx context.Context, tx store.Tx, id string) (Users, error) {
	r, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return Users{}, err
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return Users{}, err
	}
	return usersOf(s.holders(r.Code)), nil
}

// candidatesAtMost is how many members a search for new users of a role gives.
const candidatesAtMost = 20

// Candidates are members who do not hold a role and whose names contain a text; Total counts them all.
func (d *Roles) Candidates(ctx context.Context, tx store.Tx, id, text string) (Users, error) {
	r, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return Users{}, err
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return Users{}, err
	}
	sought := cell.Key(text)
	var found []*Member
	for i := range s.members {
		m := &s.members[i]
		isNamed := strings.Contains(cell.Key(m.UserName), sought) || strings.Contains(cell.Key(m.RealName), sought)
		if isNamed && !m.Beyond && !slices.Contains(m.Roles, r.Code) {
			found = append(found, m)
		}
	}
	slices.SortStableFunc(found, func(a, b *Member) int { return strings.Compare(a.Called(), b.Called()) })
	u := usersOf(found[:min(len(found), candidatesAtMost)])
	u.Total = len(found)
	return u, nil
}

var (
	msgUser = L("用户", "User")
	msgIdle = L("角色“%s”无效，不能授予", "The role “%s” is invalid and cannot be given")
	msgBoth = L("“%s”同时在添加和移除之列", "“%s” is to be added and removed at once")
	msgLast = L("用户至少需要一个角色。以下用户没有别的角色：%s", "A user needs at least one role. These have no other: %s")
)

// SetUsers gives a role to some members and takes it from others, by the rules of Rights.Hand. A member keeps at least one role,
// and the company somebody in charge.
func (d *Roles) SetUsers(ctx context.Context, tx store.Tx, id string, add, remove []string) error {
	r, err := d.Roles.Get(ctx, tx, id)
	if err != nil {
		return err
	}
	s, err := d.standing(ctx, tx)
	if err != nil {
		return err
	}
	rights, err := d.rights(ctx, tx, s)
	if err != nil {
		return err
	}
	was, before := s.governed(), called(s.holders(r.Code))
	var changed, stranded []*Member
	hand := func(field string, m *Member, codes []string) error {
		if err := rights.Hand(field, m.ID, m.Roles, codes); err != nil {
			return err
		}
		if why, above := rights.AboveMember(m.ID); above {
			return problem.Invalid(problem.Field(field, "above", why))
		}
		m.Roles, changed = codes, append(changed, m)
		return nil
	}
	for _, one := range add {
		m := s.member(one)
		switch {
		case m == nil || m.Beyond:
			return problem.NotFound(msgUser)
		case slices.Contains(remove, one):
			return problem.Invalid(problem.Field("add", "both", msgBoth, m.Called()))
		case !slices.Contains(m.Roles, r.Code):
			if err := hand("add", m, append(slices.Clone(m.Roles), r.Code)); err != nil {
				return err
			}
			if !r.Valid {
				return problem.Invalid(problem.Field("add", "invalid", msgIdle, problem.L(r.NameZh, r.NameEn)))
			}
		}
	}
	for _, one := range remove {
		m := s.member(one)
		if m == nil || m.Beyond {
			return problem.NotFound(msgUser)
		}
		if !slices.Contains(m.Roles, r.Code) {
			continue
		}
		if err := hand("remove", m, s.without(m, r.Code)); err != nil {
			return err
		}
		if len(m.Roles) == 0 {
			stranded = append(stranded, m)
		}
	}
	if len(stranded) > 0 {
		return problem.Refuse(msgLast, toldTogether(stranded))
	}
	if len(changed) == 0 {
		return nil
	}
	if err := s.keepGoverned(was); err != nil {
		return err
	}
	for _, m := range changed {
		if err := d.deps.SetRoles(ctx, tx, m.ID, m.Roles); err != nil {
			return err
		}
	}
	d.tell(ctx, tx, r.ID)
	return tx.Log(ctx, d.Roles.Name(), r.ID, r.NameZh, store.ActionChange,
		store.FieldChange{Field: "users", Before: before, After: called(s.holders(r.Code))})
}
