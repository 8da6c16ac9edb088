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

// ROLE-02, ROLE-03, ROLE-04, ROLE-06: the fields of a role and their limits.
func TestFieldsOfARole(t *testing.T) {
	each(t, func(c *company) {
		base := func(code string, more ...any) map[string]any {
			f := map[string]any{"code": code, "nameZh": "钳工 " + code[:min(3, len(code))]}
			for i := 0; i < len(more); i += 2 {
				f[more[i].(string)] = more[i+1]
			}
			return f
		}
		for _, a := range []struct {
			what   string
			fields map[string]any
			want   []string
		}{
			{"a code of 20", base(strings.Repeat("a", 20)), nil},
			{"a code of 21", base(strings.Repeat("b", 21)), []string{"code maxLength"}},
			{"a code with a space", base("a b"), []string{"code pattern"}},
			{"letters, digits, - and _", base("A-1_b"), nil},
			{"the code again, in capitals", base("a-1_B", "nameZh", "别的"), []string{"code unique"}},
			{"no code", base(""), []string{"code required"}},
			{"a name of 20", base("c", "nameZh", strings.Repeat("长", 20)), nil},
			{"a name of 21", base("d", "nameZh", strings.Repeat("长", 21)), []string{"nameZh maxLength"}},
			{"no name", base("e", "nameZh", ""), []string{"nameZh required"}},
			{"an English name of 50", base("f", "nameEn", strings.Repeat("x", 50)), nil},
			{"an English name of 51", base("g", "nameEn", strings.Repeat("x", 51)), []string{"nameEn maxLength"}},
			{"ROLE-06: a remark of 30", base("h", "remark", strings.Repeat("注", 30)), nil},
			{"ROLE-06: a remark of 31", base("i", "remark", strings.Repeat("注", 31)), []string{"remark maxLength"}},
			{"ROLE-03: supervisor-authorised", base("j", "type", 1), nil},
			{"ROLE-03: system-defined", base("k", "type", 2), []string{"type system"}},
			{"ROLE-03: user-defined", base("l", "type", 3), nil},
			{"ROLE-03: a fourth", base("m", "type", 4), []string{"type choice"}},
			{"ROLE-04: a group that is none", base("n", "groupId", "01900000-0000-7000-8000-ffffffffffff"), []string{"groupId reference"}},
		} {
			c.wants(a.what, c.create(a.fields), a.want...)
		}
		group := &access.RoleGroup{Name: "车间", SortOrder: 1}
		c.write(func(tx store.Tx) error { return c.domain.Groups.Save(c.ctx, tx, group) })
		c.wants("ROLE-04: a group", c.create(base("o", "groupId", group.ID, "sortOrder", 7)))
		if r := c.role("o"); r.GroupID != group.ID || r.SortOrder != 7 || r.Type != access.UserDefined || !r.Valid {
			c.Errorf("it came back as %+v", r)
		}
		c.wants("ROLE-04: its group is in use", c.try(func(tx store.Tx) error { return c.domain.Groups.Delete(c.ctx, tx, group.ID) }), "20000")
	})
}

// What of a role stays as it is.
func TestWhatIsFixedOfARole(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长", "type": 1}))
		c.wants("its code", c.change("lead", map[string]any{"code": "boss"}), "code fixed")
		c.wants("its type", c.change("lead", map[string]any{"type": 3}))
		c.wants("made system-defined", c.change("lead", map[string]any{"type": 2}), "type system")
		c.wants("a standard role's type", c.change("floor", map[string]any{"type": 3}), "type fixed")
		c.wants("a standard role's code", c.change("floor", map[string]any{"code": "shop"}), "code fixed")
		c.wants("a standard role's name, sort, status and remark", c.change("floor", map[string]any{"nameZh": "车间工人", "sortOrder": 9, "valid": false, "remark": "停用"}))
		c.wants("a standard role goes", c.try(func(tx store.Tx) error { return c.domain.Roles.Delete(c.ctx, tx, c.role("viewer").ID) }), "20000")
		c.wants("the administrator's grants", c.grant("administrator", "pm.mould.check"), "20000")
	})
}

// Somebody always stays who can set roles and users right.
func TestSomebodyStaysInCharge(t *testing.T) {
	each(t, func(c *company) {
		c.wants("the only administrator's role becomes invalid", c.change("administrator", map[string]any{"valid": false}), "20000")
		c.wants("a second role that may change both roles and users", c.create(map[string]any{"code": "chief", "nameZh": "主管"}))
		c.wants("granted", c.grant("chief", "system.role.check", "system.role.modify", "system.user.modify"))
		c.wants("held", c.users("chief", []string{"flo"}, nil))
		c.wants("by somebody who could not give everything back", c.change("administrator", map[string]any{"valid": false}), "20000")
		c.wants("everything", c.grant("chief", every...))
		for what, change := range map[string]func(m *access.Member){
			"expired":  func(m *access.Member) { m.Status = access.Expired },
			"disabled": func(m *access.Member) { m.Status = access.Disabled },
			"a guest":  func(m *access.Member) { m.Guest = true },
			"invited":  func(m *access.Member) { m.Awaited = true },
			"leaving":  func(m *access.Member) { m.Until = "2030-12-31" },
		} {
			before := *c.person("flo")
			change(c.person("flo"))
			c.wants("by somebody who is "+what, c.change("administrator", map[string]any{"valid": false}), "20000")
			*c.person("flo") = before
		}
		c.wants("by somebody who may sign in", c.change("administrator", map[string]any{"valid": false}))
		c.actor.MemberID = "flo" // who holds everything now
		c.ctx = store.WithActor(c.ctx, c.actor)
		c.wants("then that role may not lose anything either", c.grant("chief", every[1:]...), "20000")
		c.wants("nor be made invalid", c.change("chief", map[string]any{"valid": false}), "20000")
		c.wants("nor be taken from them", c.users("chief", nil, []string{"flo"}), "20000")
		c.wants("an administrator's role that is invalid is not given", c.users("administrator", []string{"flo"}, nil), "add invalid")
		c.wants("the administrator's role acts again", c.change("administrator", map[string]any{"valid": true}))
		c.wants("and is given", c.users("administrator", []string{"flo"}, nil))
		c.wants("then it may be taken", c.users("chief", nil, []string{"flo"}))
	})
}

// The last administrator, and one's own role, on the page of the role: the rules of the user's own page.
func TestTheRolePageKeepsTheAdministrator(t *testing.T) {
	each(t, func(c *company) {
		c.wants("another role", c.users(access.Planner, []string{"ada", "flo"}, nil))
		c.wants("one's own", c.users(access.Administrator, nil, []string{"ada"}), "remove self")
		c.wants("another administrator", c.users(access.Administrator, []string{"flo"}, nil))
		c.wants("one's own still", c.users(access.Administrator, nil, []string{"ada"}), "remove self")
		c.person("ada").Status = access.Expired
		c.wants("the last who may sign in", c.users(access.Administrator, nil, []string{"flo"}), "20000")
	})
}

// Roles are told apart by their names, in each language by what people read there.
func TestNamesOfRolesAreUnique(t *testing.T) {
	each(t, func(c *company) {
		c.wants("the Chinese name of another", c.create(map[string]any{"code": "a", "nameZh": "计划员", "nameEn": "Other"}), "nameZh unique")
		c.wants("the English one, in capitals", c.create(map[string]any{"code": "a", "nameZh": "别的", "nameEn": "PLANNER"}), "nameEn unique")
		c.wants("read as the English name of another", c.create(map[string]any{"code": "a", "nameZh": "Planner"}), "nameZh unique")
		c.wants("its own", c.create(map[string]any{"code": "a", "nameZh": "组长", "nameEn": "Lead"}))
		c.wants("renamed to another's", c.change("a", map[string]any{"nameEn": "Viewer"}), "nameEn unique")
		c.wants("a copy", c.try(func(tx store.Tx) error {
			_, err := c.domain.Copy(c.ctx, tx, c.role("a").ID, "b", "组长", "")
			return err
		}), "nameZh unique")
		c.write(func(tx store.Tx) error { // as an earlier version let it be
			r := c.role("floor")
			r.NameEn = "Viewer"
			return tx.Update(c.ctx, r, "name_en")
		})
		c.wants("what has the name already keeps it", c.change("floor", map[string]any{"remark": "车间"}))
	})
}

// ROLE-07: a role that has users goes after a question that names them, and from nobody's last role.
func TestDeletingARoleWithUsers(t *testing.T) {
	each(t, func(c *company) {
		c.wants("a role", c.create(map[string]any{"code": "lead", "nameZh": "组长", "nameEn": "Lead"}))
		c.wants("given", c.users("lead", []string{"flo", "ada"}, nil))
		remove := func() error {
			return c.db.Write(c.ctx, func(tx store.Tx) error { return c.domain.Roles.Delete(c.ctx, tx, c.role("lead").ID) })
		}
		p := problem.Of(remove())
		_, data := p.Wire(problem.English)
		asked, _ := data.(map[string]any)
		if items, _ := asked["items"].([]string); p.Code != problem.Question || !strings.HasPrefix(fmt.Sprint(asked["key"]), "users-lead:") || !slices.Equal(items, []string{"Ada", "Flo"}) {
			c.Fatalf("asked %d %v", p.Code, data)
		}
		if got := asked["text"]; got != "“Lead” has 2 users, who will lose what it gives them. Delete it?" {
			c.Errorf("the question is %q", got)
		}
		c.person("flo").Roles = []string{"lead"}
		if err := remove(); problem.Of(err).Code != problem.Refused || !strings.Contains(err.Error(), "no role: Flo.") {
			c.Errorf("with somebody's last role: %v", err)
		}
		c.person("flo").Roles = []string{"floor", "lead"}
		key, _ := asked["key"].(string)
		c.members = append(c.members, access.Member{ID: "gus", UserName: "gus", RealName: "Gus", Roles: []string{"floor", "lead"}, Status: access.Active})
		c.as(func(a *store.Actor) { a.Confirmed = key }, func() {
			if p := problem.Of(remove()); p == nil || p.Code != problem.Question {
				c.Errorf("a yes about two users is taken for one about three: %v", p)
			}
		})
		c.person("gus").Roles = []string{"floor"}
		c.as(func(a *store.Actor) { a.Confirmed = key }, func() {
			if err := remove(); err != nil {
				c.Error(err)
			}
		})
		if got := c.person("flo").Roles; !slices.Equal(got, []string{"floor"}) {
			c.Errorf("Flo keeps %v", got)
		}
		if got := c.person("ada").Roles; !slices.Equal(got, []string{"administrator"}) {
			c.Errorf("Ada keeps %v", got)
		}
	})
}
