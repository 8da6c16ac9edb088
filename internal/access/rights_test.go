package access_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/store"
)

// keeper lets Kim ask, who keeps users and roles and holds nothing else.
func (c *company) keeper(fn func()) {
	c.Helper()
	r := &access.Role{Code: "keeper", NameZh: "人事", NameEn: "Keeper", Type: access.UserDefined, Valid: true, DataScope: access.ScopeAll, Grants: []string{"system.*"}}
	c.write(func(tx store.Tx) error { return tx.Insert(c.ctx, r) })
	c.members = append(c.members, access.Member{ID: "kim", UserName: "kim", RealName: "Kim", Roles: []string{"keeper"}, Status: access.Active})
	c.as(func(a *store.Actor) {
		a.MemberID, a.May = "kim", map[string]bool{"system.role.check": true, "system.role.modify": true, "system.user.modify": true}
	}, fn)
}

func (c *company) bind(what, code string, held ...string) []string {
	c.Helper()
	return c.try(func(tx store.Tx) error { return c.domain.BindAs(c.ctx, tx, what, c.role(code).ID, held) })
}

// Who may not give a role changes no part of it; the refusal names who can.
func TestARoleThatGivesMoreIsNobodysToChange(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长", "valid": false}))
		c.wants("granted", c.grant("lead", "pm.mould.check"))
		c.keeper(func() {
			for field, value := range map[string]any{"nameZh": "老板", "nameEn": "Boss", "type": 1, "sortOrder": 9, "valid": true, "remark": "a"} {
				c.wants(field, c.change("lead", map[string]any{field: value}), field+" above")
			}
			for what, key := range map[string]string{"section": "s1", "app-menu": "mf.progress", "file": "program.see", "qa": "cam"} {
				c.wants(what, c.bind(what, "lead", key), "held above")
			}
			c.wants("the administrator's name", c.change("administrator", map[string]any{"nameEn": "Clerk"}), "nameEn above")
			c.wants("the administrator's role", c.change("administrator", map[string]any{"valid": false}), "valid above")
			c.wants("deleted", c.try(func(tx store.Tx) error { return c.domain.Roles.Delete(c.ctx, tx, c.role("lead").ID) }), "20000")
			err := c.db.Write(c.ctx, func(tx store.Tx) error {
				r := c.role("lead")
				r.Remark = "b"
				return c.domain.Roles.Save(c.ctx, tx, r)
			})
			if err == nil || !strings.Contains(err.Error(), "The role “组长” gives more than you have: ask Ada") {
				c.Errorf("the refusal says %v", err)
			}
			c.wants("one that gives nothing more", c.change("keeper", map[string]any{"remark": "人事"}))
			c.wants("is as it was", c.change("lead", map[string]any{"remark": ""}))
		})
	})
}

// What is bound to roles is given like permissions: nobody gives what they do not hold, on no road.
func TestNobodyBindsWhatTheyDoNotHold(t *testing.T) {
	each(t, func(c *company) {
		c.keeper(func() {
			c.wants("one's own role", c.bind("file", "keeper", "program.see"), "held grant")
			c.wants("a step of quality", c.bind("qa", "keeper", "cam"), "held grant")
			c.wants("a page of the app, which opens nothing by itself", c.bind("app-menu", "keeper", "mf.progress"))
			c.wants("a section that they see", c.bind("section", "keeper", "s1"))
		})
		c.wants("by who holds everything", c.bind("file", "keeper", "program.see", "program.download"))
		c.wants("a role with more", c.create(map[string]any{"code": "qa", "nameZh": "质检"}))
		c.wants("by who holds everything", c.bind("qa", "qa", "cam"))
		c.as(func(a *store.Actor) { a.MemberID = "kim" }, func() { // every permission, by several roles
			c.wants("what they hold", c.bind("file", "keeper", "program.see"))
			c.wants("what they do not hold any more", c.bind("file", "keeper", "program.see", "program.download"), "held grant")
			c.wants("to a user", c.users("qa", []string{"flo"}, nil), "add binding")
			c.wants("a copy", c.try(func(tx store.Tx) error {
				_, err := c.domain.Copy(c.ctx, tx, c.role("qa").ID, "copy", "复制", "")
				return err
			}), "code binding")
			c.wants("made invalid", c.change("qa", map[string]any{"valid": false}), "valid above")
			c.wants("the role that later versions add to", c.users(access.Administrator, []string{"flo"}, nil), "add grant")
		})
	})
}

// A role that holds sections which are hidden from somebody comes to act by none of their hands: not by making it valid, not by
// users, a copy, nor by giving it everything.
func TestHiddenSectionsStayHidden(t *testing.T) {
	each(t, func(c *company) {
		for code, sections := range map[string][]string{"far": {"s9"}, "near": {"s1"}} { // s9 is hidden, or of a factory that they are not in
			c.wants("a role", c.create(map[string]any{"code": code, "nameZh": code, "valid": false}))
			c.write(func(tx store.Tx) error {
				r := c.role(code)
				r.Sections = sections
				return tx.Update(c.ctx, r, "sections")
			})
		}
		c.keeper(func() {
			c.wants("made valid", c.change("far", map[string]any{"valid": true}), "valid above")
			c.wants("granted", c.grant("far", "system.role.check"), "grants above")
			c.wants("to a user", c.users("far", []string{"flo"}, nil), "add section")
			c.wants("a copy", c.try(func(tx store.Tx) error {
				_, err := c.domain.Copy(c.ctx, tx, c.role("far").ID, "copy", "复制", "")
				return err
			}), "code section")
			c.wants("what they see", c.change("near", map[string]any{"valid": true}))
			c.read(func(tx store.Tx) error {
				rights, err := c.domain.Rights(c.ctx, tx)
				if err == nil && (!rights.Exceed([]string{"far"}) || rights.Exceed([]string{"near", "keeper"})) {
					c.Error("they decide about the wrong people")
				}
				return err
			})
		})
		c.as(func(a *store.Actor) { a.MemberID = "kim" }, func() { // every permission, but no role that holds every section
			c.wants("everything", c.grant("keeper", every...), "grants grant")
		})
		c.wants("by who holds everything", c.change("far", map[string]any{"valid": true}))
	})
}

// Nobody takes a role from people who may do more than they, or enter factories that they may not, nor gives them one: neither on
// the page of the role nor by deleting it.
func TestTheRolesOfWhoMayDoMoreAreNobodysToChange(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role that everybody may give", c.create(map[string]any{"code": "none", "nameZh": "空"}))
		c.person("ada").Roles = []string{access.Administrator, "none"}
		c.members = append(c.members,
			access.Member{ID: "far", UserName: "far", RealName: "Far", Roles: []string{"none", "keeper"}, Factories: []string{"f2"}, Status: access.Active},
			access.Member{ID: "near", UserName: "near", RealName: "Near", Roles: []string{"none", "keeper"}, Factories: []string{"f1"}, Status: access.Active})
		c.keeper(func() {
			c.person("kim").Factories = []string{"f1"}
			c.wants("from the administrator", c.users("none", nil, []string{"ada"}), "remove above")
			c.wants("from somebody of another factory", c.users("none", nil, []string{"far"}), "remove above")
			c.wants("to them", c.users("keeper", []string{"ada"}, nil), "add above")
			err := c.db.Write(c.ctx, func(tx store.Tx) error { return c.domain.Roles.Delete(c.ctx, tx, c.role("none").ID) })
			if c.wants("deleted", broken(err), "20000"); err == nil || !strings.Contains(err.Error(), "Ada may do more than you: ask Ada") {
				c.Errorf("the refusal says %v", err)
			}
			c.wants("from one with no more", c.users("none", nil, []string{"near"}))
		})
		c.wants("by who holds everything", c.users("none", nil, []string{"far"}))
	})
}

// A data scope is given by who has it: whose records somebody sees grows by no road of their own.
func TestADataScopeIsGivenByWhoHasIt(t *testing.T) {
	each(t, func(c *company) {
		for code, scope := range map[string]int{"all": access.ScopeAll, "below": access.ScopeBelow, "own": access.ScopeOwn, "self": access.ScopeSelf} {
			c.wants("a role", c.create(map[string]any{"code": code, "nameZh": code, "dataScope": scope}))
			c.wants("granted", c.grant(code, "system.role.check"))
		}
		c.wants("one without a page about people", c.create(map[string]any{"code": "idle", "nameZh": "idle"}))
		c.wants("chosen departments without one", c.create(map[string]any{"code": "none", "nameZh": "none", "dataScope": access.ScopeChosen}), "departments required")
		for code, departments := range map[string][]string{"near": {"cnc"}, "far": {"cnc", "edm"}} {
			c.wants("a role", c.create(map[string]any{"code": code, "nameZh": code, "dataScope": access.ScopeChosen, "departments": departments}))
			c.wants("granted", c.grant(code, "system.role.check"))
		}
		c.wants("the widest in words", c.compared("all", "far"), "All", "2 chosen departments")
		c.wants("an administrator who sees less", c.change(access.Administrator, map[string]any{"dataScope": access.ScopeOwn}), "dataScope whole")
		c.wants("one of machines", c.create(map[string]any{"code": "machines", "nameZh": "machines", "dataScope": access.ScopeBelow}))
		c.keeper(func() {
			c.person("kim").Roles = []string{"keeper", "machines"} // which lends its scope to no other
			for what, x := range map[string]struct {
				scope int
				reach store.Reach
				gives []string
			}{
				"oneself":             {access.ScopeSelf, store.Reach{Narrow: true}, []string{"self"}},
				"the own department":  {access.ScopeOwn, store.Reach{Narrow: true, Departments: []string{"cnc"}}, []string{"self", "own", "near"}},
				"and those below":     {access.ScopeBelow, store.Reach{Narrow: true, Departments: []string{"cnc", "fit"}}, []string{"self", "own", "below", "near"}},
				"chosen ones":         {access.ScopeChosen, store.Reach{Narrow: true, Departments: []string{"cnc", "edm"}}, []string{"self", "near", "far"}},
				"everybody's records": {access.ScopeAll, store.Reach{}, []string{"self", "own", "below", "near", "far", "all"}},
			} {
				c.write(func(tx store.Tx) error {
					r := c.role("keeper")
					r.DataScope, r.Departments, r.Files = x.scope, x.reach.Departments, c.role(access.Floor).Files // which the person has
					return tx.Update(c.ctx, r, "data_scope", "departments", "files")
				})
				ctx := c.ctx
				actor, err := store.ActorFrom(ctx)
				if err != nil {
					c.Fatal(err)
				}
				actor.Reach = x.reach
				c.ctx = store.WithActor(ctx, actor)
				for _, code := range []string{"self", "own", "below", "near", "far", "all"} {
					gives, refused := slices.Contains(x.gives, code), []string{"add reach"}
					copied := []string{"code reach"}
					if gives {
						refused, copied = nil, nil
					}
					c.wants(what+" gives "+code, c.users(code, []string{"flo"}, nil), refused...)
					if gives {
						c.wants(what+" takes "+code, c.users(code, nil, []string{"flo"}))
					}
					err := c.db.Write(c.ctx, func(tx store.Tx) error {
						if _, err := c.domain.Copy(c.ctx, tx, c.role(code).ID, "copy", "复制", ""); err != nil {
							return err
						}
						return errUndone
					})
					if !gives {
						c.wants(what+" copies "+code, broken(err), copied...)
					} else if !errors.Is(err, errUndone) {
						c.Errorf("%s copies %s: %v", what, code, err)
					}
				}
				c.wants(what+" gives one that shows nobody", c.users("idle", []string{"flo"}, nil))
				c.wants(what+" takes it", c.users("idle", nil, []string{"flo"}))
				if x.scope != access.ScopeAll {
					c.wants(what+" opens a page of all", c.grant("idle", "system.role.check"), "grants reach")
					c.wants(what+" widens itself", c.change("keeper", map[string]any{"dataScope": access.ScopeAll}), "dataScope reach")
				}
				c.ctx = ctx
			}
		})
	})
}

// compared are the data scopes of two roles in words.
func (c *company) compared(a, b string) []string {
	var d access.Difference
	c.read(func(tx store.Tx) (err error) {
		d, err = c.domain.Compare(c.ctx, tx, c.role(a).ID, c.role(b).ID)
		return err
	})
	return []string{d.ScopeA.En, d.ScopeB.En}
}

var errUndone = errors.New("undone")
