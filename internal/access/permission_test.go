package access_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// What is ticked whole is kept by a star, so that a later version's operations and pages are in it.
func TestCanonicalGrants(t *testing.T) {
	all := []string{"a.x.check", "a.x.modify", "a.y.check", "b.z.check", "b.z.modify"}
	for _, one := range []struct{ ticked, want []string }{
		{nil, []string{}},
		{[]string{"a.x.check"}, []string{"a.x.check"}},
		{[]string{"a.x.check", "a.x.modify"}, []string{"a.x.*"}},
		{[]string{"a.x.check", "a.x.modify", "a.y.check", "b.z.check"}, []string{"a.*", "b.z.check"}},
		{[]string{"b.z.modify", "b.z.check", "a.x.modify"}, []string{"a.x.modify", "b.*"}},
		{all, []string{"*"}},
	} {
		set := map[string]bool{}
		for _, p := range one.ticked {
			set[p] = true
		}
		got := access.Canonical(set, all)
		if !slices.Equal(got, one.want) {
			t.Errorf("%v is written as %v, want %v", one.ticked, got, one.want)
		}
		if back := access.Expand(got, all); len(back) != len(one.ticked) {
			t.Errorf("%v comes back as %v", one.ticked, back)
		}
	}
}

// ROLE-05: menu and non-menu permissions of a role, as the tree shows and takes them.
func TestGrantingPermissions(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长"}))
		c.wants("a page whole", c.grant("lead", "ems.machine.check", "ems.machine.modify"))
		if got := c.role("lead").Grants; !slices.Equal(got, []string{"ems.machine.*"}) {
			c.Errorf("stored as %v", got)
		}
		var tree access.PermissionTree
		c.read(func(tx store.Tx) (err error) { tree, err = c.domain.Tree(c.ctx, tx, c.role("lead").ID); return err })
		var lines []string
		for _, m := range tree.Modules {
			for _, a := range m.Areas {
				for _, p := range a.Pages {
					for _, o := range p.Operations {
						if o.Granted {
							lines = append(lines, "granted")
						}
						lines = append(lines, m.Key+" "+a.Key+" "+o.Key)
					}
				}
			}
		}
		want := []string{
			"granted", "ems  ems.machine.check", "granted", "ems  ems.machine.modify", "system people system.role.check", "system people system.role.modify",
			"pm  pm.mould.check", "pm  pm.mould.delete",
		}
		if !slices.Equal(lines, want) {
			c.Errorf("the tree is %q", lines)
		}
		if len(tree.Others) != 2 || tree.Others[0].Key != "ems.tool" || tree.Others[1].Key != "system.user" {
			c.Errorf("beside the menu stand %+v", tree.Others)
		}
		c.wants("a permission that is none", c.grant("lead", "ems.machine.fly"), "grants unknown")
		c.wants("a pattern", c.grant("lead", "ems.*"), "grants unknown")
		c.wants("an old version", c.try(func(tx store.Tx) error { return c.domain.Grant(c.ctx, tx, c.role("lead").ID, nil, 1) }), "20009")

		c.closed["pm"] = true
		c.wants("a module that is closed", c.grant("lead", "pm.mould.check"), "grants unknown")
		c.wants("everything", c.grant("lead", "ems.machine.check", "ems.machine.modify", "ems.tool.check", "system.role.check", "system.role.modify", "system.user.modify"))
		if got := c.role("lead").Grants; !slices.Equal(got, []string{"*"}) {
			c.Errorf("everything is stored as %v", got)
		}
		c.wants("less again", c.grant("lead", "ems.machine.check"))
		if got := c.role("lead").Grants; !slices.Equal(got, []string{"ems.machine.check", "pm.*"}) {
			c.Errorf("what is closed stays: %v", got)
		}
	})
}

// Nobody gives what they do not have: not by grants, by users, by a copy, nor by making a role valid.
func TestNobodyGivesMoreThanTheyHave(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长"}))
		c.wants("granted", c.grant("lead", "pm.mould.delete"))
		c.as(func(a *store.Actor) { delete(a.May, "pm.mould.delete") }, func() {
			err := c.db.Write(c.ctx, func(tx store.Tx) error {
				return c.domain.Grant(c.ctx, tx, c.role("floor").ID, []string{"pm.mould.delete"}, 0)
			})
			if err == nil || !strings.Contains(err.Error(), "cannot grant them: pm.mould.delete") || problem.Of(err).Code != problem.InvalidInput {
				c.Errorf("granting: %v", err)
			}
			c.wants("a role that gives more is changed in no part", c.grant("lead", "pm.mould.delete", "pm.mould.check"), "grants above")
			c.wants("to a user", c.users("lead", []string{"flo"}, nil), "add grant")
			c.wants("by a copy", c.try(func(tx store.Tx) error {
				_, err := c.domain.Copy(c.ctx, tx, c.role("lead").ID, "copy", "复制", "")
				return err
			}), "code grant")
			c.wants("made invalid", c.change("lead", map[string]any{"valid": false}), "valid above")
		})
		c.wants("made invalid by who has it", c.change("lead", map[string]any{"valid": false}))
		c.as(func(a *store.Actor) { delete(a.May, "pm.mould.delete") }, func() {
			c.wants("and valid", c.change("lead", map[string]any{"valid": true}), "valid above")
			c.wants("an invalid one to a user", c.users("lead", []string{"flo"}, nil), "add grant")
			c.wants("what they could not give back is not taken away", c.grant("lead", "pm.mould.check"), "grants grant")
		})
		c.wants("valid by who has it", c.change("lead", map[string]any{"valid": true}))
		c.wants("a copy by who has it", c.try(func(tx store.Tx) error {
			_, err := c.domain.Copy(c.ctx, tx, c.role("lead").ID, "copy", "复制", "")
			return err
		}))
		if got := c.role("copy"); !slices.Equal(got.Grants, c.role("lead").Grants) || got.Type != access.UserDefined || !got.Valid {
			c.Errorf("the copy is %+v", got)
		}
		c.wants("a copy of a code that is taken", c.try(func(tx store.Tx) error {
			_, err := c.domain.Copy(c.ctx, tx, c.role("lead").ID, "copy", "再复制", "")
			return err
		}), "code unique")
	})
}

// ROLE-05: users of a role; each keeps one role at least.
func TestUsersOfARole(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长"}))
		c.wants("made invalid", c.change("lead", map[string]any{"valid": false}))
		c.wants("an invalid one", c.users("lead", []string{"flo"}, nil), "add invalid")
		c.wants("made valid", c.change("lead", map[string]any{"valid": true}))
		c.wants("added", c.users("lead", []string{"flo", "flo"}, nil))
		c.wants("made invalid", c.change("lead", map[string]any{"valid": false}))
		c.wants("to who has it", c.users("lead", []string{"flo"}, nil))
		c.wants("made valid", c.change("lead", map[string]any{"valid": true}))
		c.wants("again", c.users("lead", []string{"flo"}, nil))
		c.wants("nobody", c.users("lead", []string{"01900000-0000-7000-8000-ffffffffffff"}, nil), "404")
		c.wants("both ways", c.users("lead", []string{"flo"}, []string{"flo"}), "add both")
		var users, others access.Users
		c.read(func(tx store.Tx) (err error) { users, err = c.domain.Users(c.ctx, tx, c.role("lead").ID); return err })
		c.read(func(tx store.Tx) (err error) {
			others, err = c.domain.Candidates(c.ctx, tx, c.role("lead").ID, "AD")
			return err
		})
		if len(users.Rows) != 1 || users.Rows[0] != (access.User{ID: "flo", UserName: "flo", RealName: "Flo", Status: "active"}) {
			c.Errorf("the users are %+v", users)
		}
		if others.Total != 1 || others.Rows[0].ID != "ada" {
			c.Errorf("the others are %+v", others)
		}
		c.members[0].RealName = "艾达"
		c.read(func(tx store.Tx) (err error) {
			others, err = c.domain.Candidates(c.ctx, tx, c.role("lead").ID, "艾")
			return err
		})
		if others.Total != 1 || others.Rows[0].ID != "ada" {
			c.Errorf("by the real name: %+v", others)
		}
		for i := range 21 {
			c.members = append(c.members, access.Member{ID: fmt.Sprint("m", i), UserName: fmt.Sprint("many", i), Status: access.Active})
		}
		c.read(func(tx store.Tx) (err error) {
			others, err = c.domain.Candidates(c.ctx, tx, c.role("lead").ID, "many")
			return err
		})
		if len(others.Rows) != 20 || others.Total != 21 {
			c.Errorf("%d of %d are given", len(others.Rows), others.Total)
		}
		c.members = c.members[:2]
		c.wants("taken away", c.users("lead", nil, []string{"flo", "ada"}))
		err := c.db.Write(c.ctx, func(tx store.Tx) error { return c.domain.SetUsers(c.ctx, tx, c.role("floor").ID, nil, []string{"flo"}) })
		if problem.Of(err).Code != problem.Refused || !strings.HasSuffix(err.Error(), "These have no other: Flo") {
			c.Errorf("the last role: %v", err)
		}
	})
}

// ROLE-05: app menus, sections, kinds of files and quality steps of a role.
func TestBindingsOfARole(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长"}))
		c.write(func(tx store.Tx) error {
			r := c.role("lead")
			r.Sections = []string{"far"} // of another factory
			return tx.Update(c.ctx, r, "sections")
		})
		for _, b := range []struct {
			what string
			held []string
			want []string
		}{
			{"section", []string{"s2"}, nil},
			{"section", []string{"s3"}, []string{"held choice"}},
			{"app-menu", []string{"mf.progress"}, nil},
			{"app-menu", []string{"pm.mould"}, []string{"held choice"}},
			{"file", []string{"picture.see", "program.see", "program.download", "program.replace"}, nil},
			{"file", []string{"program.download"}, []string{"held see"}},
			{"file", []string{"program.see", "picture.replace"}, []string{"held see"}},
			{"file", []string{"picture.see", "picture.download"}, []string{"held choice"}},
			{"qa", []string{"cam", "first", "final", "tryout"}, nil},
			{"qa", []string{"last"}, []string{"held choice"}},
		} {
			c.wants(b.what, c.try(func(tx store.Tx) error { return c.domain.BindAs(c.ctx, tx, b.what, c.role("lead").ID, b.held) }), b.want...)
		}
		r := c.role("lead")
		if !slices.Equal(r.Sections, []string{"far", "s2"}) || len(r.Files) != 4 || len(r.Checks) != 4 || len(r.AppMenus) != 1 {
			c.Errorf("bound are %v, %v, %v, %v", r.Sections, r.Files, r.Checks, r.AppMenus)
		}
	})
}

// heldBy are the permissions and things that somebody has, each with the code of a role that gives it.
func heldBy(e access.Effective) (held []string) {
	codes := map[string]string{}
	for _, r := range e.Roles {
		codes[r.ID] = r.Code
	}
	pages := e.Others
	for _, m := range e.Modules {
		for _, a := range m.Areas {
			pages = append(pages, a.Pages...)
		}
	}
	for _, p := range pages {
		for _, o := range p.Operations {
			for _, id := range o.By {
				held = append(held, o.Key+" "+codes[id])
			}
		}
	}
	for _, b := range e.Bound {
		for _, thing := range b.Things {
			for _, id := range thing.By {
				held = append(held, thing.Key+" "+codes[id])
			}
		}
	}
	slices.Sort(held)
	return held
}

// PERM-06: one click asks everybody who can grant what one lacks, and nobody where that would not help.
func TestAskingForAPermission(t *testing.T) {
	each(t, func(c *company) {
		c.members = append(c.members,
			access.Member{ID: "bea", AccountID: "account of bea", UserName: "bea", Roles: []string{access.Administrator}, Status: access.Active},
			access.Member{ID: "gone", AccountID: "account of gone", UserName: "gone", Roles: []string{access.Administrator}, Status: access.Disabled},
		)
		ask := func(p string) (out access.Asked) {
			c.Helper()
			c.write(func(tx store.Tx) (err error) { out, err = c.domain.Ask(c.ctx, tx, p); return err })
			return out
		}
		if got := ask("pm.mould.delete"); got.Sent || got.Reason.Reason != access.ReasonHeld || len(c.asked) != 0 {
			c.Errorf("asked for what one has: %+v, %+v", got, c.asked)
		}
		c.wants("a permission that is none", c.try(func(tx store.Tx) error { _, err := c.domain.Ask(c.ctx, tx, "ems.machine.fly"); return err }), "permission unknown")
		c.as(func(a *store.Actor) { a.MemberID, a.Name, a.May = "flo", "Flo", nil }, func() {
			got := ask("pm.mould.delete")
			if !got.Sent || !slices.Equal(got.People, []string{"Ada", "bea"}) || len(c.asked) != 1 {
				c.Fatalf("asked %+v, %+v", got, c.asked)
			}
			asks := c.asked[0]
			if asks.From != "flo" || asks.About != "pm.mould.delete" || !slices.Equal(asks.To, []string{"account of ada", "account of bea"}) {
				c.Errorf("the request is %+v", asks)
			}
			if zh, en := asks.Title.In(problem.Chinese), asks.Title.In(problem.English); zh != "Flo 请求权限“pm.mould.delete zh”" || en != "Flo asks for the permission “pm.mould.delete”" {
				c.Errorf("the message is called %s, %s", zh, en)
			}
			// Who does not see the person could not give them anything.
			c.members = append(c.members, access.Member{ID: "kim", AccountID: "account of kim", UserName: "kim", RealName: "Kim", Roles: []string{"keeper"}, Status: access.Active, At: store.Position{MemberID: "kim", DepartmentID: "edm"}})
			c.write(func(tx store.Tx) error {
				return tx.Insert(c.ctx, &access.Role{Code: "keeper", NameZh: "人事", Type: access.UserDefined, Valid: true, DataScope: access.ScopeOwn, Grants: []string{"system.role.modify", "system.user.check", "pm.mould.delete"}})
			})
			for department, seen := range map[string]bool{"": false, "cnc": false, "edm": true} {
				c.person("flo").At.DepartmentID = department
				if got := ask("pm.mould.delete"); slices.Contains(got.People, "Kim") != seen || len(got.People) < 2 {
					c.Errorf("of department %q, asked %v", department, got.People)
				}
			}
			c.members, c.asked = c.members[:len(c.members)-1], c.asked[:1]
			c.closed["pm"] = true
			if got := ask("pm.mould.delete"); got.Sent || got.Reason.Reason != access.ReasonModule {
				c.Errorf("asked colleagues for a module: %+v", got)
			}
			c.closed["pm"] = false
			c.members = c.members[1:2]
			if got := ask("pm.mould.delete"); got.Sent || got.Reason.Reason != access.ReasonGrant {
				c.Errorf("asked nobody, and says so: %+v", got)
			}
			c.person("flo").Guest = true
			if got := ask("pm.mould.delete"); got.Sent || len(c.asked) != 1 {
				c.Errorf("a guest asks %+v", got)
			}
		})
	})
}

// What is bound to one of two roles alone stands in their comparison; a role that may do everything has everything bound.
func TestComparingWhatIsBound(t *testing.T) {
	each(t, func(c *company) {
		for _, code := range []string{"one", "two"} {
			c.wants("a role", c.create(map[string]any{"code": code, "nameZh": code}))
		}
		c.wants("bound", c.bind("file", "one", "picture.see", "program.see"))
		c.wants("bound to the other", c.bind("file", "two", "program.see"))
		for _, x := range []struct{ a, b, want string }{
			{"one", "two", "File permission: Pictures of moulds: See / "}, {"two", "one", "File permission:  / Pictures of moulds: See"}, {"one", "one", ""},
		} {
			if got := c.boundDifference(x.a, x.b); got != x.want {
				c.Errorf("%s and %s differ by %q", x.a, x.b, got)
			}
		}
		if got := c.boundDifference("administrator", "two"); !strings.Contains(got, "App menus: ") || strings.Contains(got, "Program files: See") || !strings.Contains(got, "Pictures of moulds: See") {
			c.Errorf("an administrator differs by %q", got)
		}
	})
}

func (c *company) boundDifference(a, b string) string {
	var kinds []string
	c.read(func(tx store.Tx) error {
		d, err := c.domain.Compare(c.ctx, tx, c.role(a).ID, c.role(b).ID)
		for _, of := range d.Bound {
			var sides []string
			for _, side := range [][]problem.Text{of.OnlyA, of.OnlyB} {
				var names []string
				for _, name := range side {
					names = append(names, name.In(problem.English))
				}
				sides = append(sides, strings.Join(names, ", "))
			}
			kinds = append(kinds, of.Kind.En+": "+strings.Join(sides, " / "))
		}
		return err
	})
	return strings.Join(kinds, "; ")
}

// Two roles side by side, what a member may do by which role, and why not.
func TestExplainingPermissions(t *testing.T) {
	each(t, func(c *company) {
		for code, grants := range map[string][]string{"one": {"ems.machine.check", "pm.mould.check"}, "two": {"pm.mould.check", "pm.mould.delete"}} {
			c.wants("a role", c.create(map[string]any{"code": code, "nameZh": code}))
			c.wants("granted", c.grant(code, grants...))
			c.wants("given", c.users(code, []string{"flo"}, nil))
		}
		c.wants("a narrower one", c.change("two", map[string]any{"dataScope": access.ScopeOwn}))
		c.read(func(tx store.Tx) error {
			d, err := c.domain.Compare(c.ctx, tx, c.role("one").ID, c.role("two").ID)
			if err != nil || d.Both != 1 || len(d.OnlyA) != 1 || d.OnlyA[0].Key != "ems.machine.check" || len(d.OnlyB) != 1 || d.OnlyB[0].Key != "pm.mould.delete" || d.ScopeA.En != "All" || d.ScopeB.En != "Own department" {
				c.Errorf("they differ by %+v, %v", d, err)
			}
			e, err := c.domain.EffectiveOf(c.ctx, tx, "flo")
			if want := []string{"all floor", "all one", "ems.machine.check one", "mf.progress floor", "own two", "picture.see floor", "pm.mould.check one", "pm.mould.check two", "pm.mould.delete two", "program.download floor", "program.see floor"}; err != nil || !slices.Equal(heldBy(e), want) || len(e.Roles) != 3 {
				c.Errorf("Flo holds %v by %+v, %v", heldBy(e), e.Roles, err)
			}
			_, err = c.domain.Why(c.ctx, tx, "ems.machine.fly")
			c.wants("a permission that is none", broken(err), "permission unknown")
			return nil
		})
		why := func(p string) (out access.Reason) {
			c.read(func(tx store.Tx) (err error) { out, err = c.domain.Why(c.ctx, tx, p); return err })
			return out
		}
		if got := why("pm.mould.delete"); got.Reason != access.ReasonHeld {
			c.Errorf("what one has: %+v", got)
		}
		c.as(func(a *store.Actor) { a.MemberID, a.May = "flo", nil }, func() {
			got := why("pm.mould.delete")
			var codes []string
			for _, r := range got.Roles {
				codes = append(codes, r.Code)
			}
			if got.Reason != access.ReasonGrant || !slices.Equal(codes, []string{"two", "administrator", "planner"}) || !slices.Equal(got.People, []string{"Ada"}) {
				c.Errorf("why not: %+v", got)
			}
			c.closed["pm"] = true
			if got := why("pm.mould.delete"); got.Reason != access.ReasonModule || len(got.People) != 0 {
				c.Errorf("in a module that is closed: %+v", got)
			}
			c.person("flo").Guest = true
			if got := why("ems.machine.check"); got.Reason != access.ReasonGuest || len(got.People)+len(got.Roles) != 0 {
				c.Errorf("a guest is told %+v", got)
			}
		})
	})
}
