package access_test

import (
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// limits are those of the person who asks, a line each: what and how much, the roles that would show more, who can help.
func (c *company) limits() (lines []string) {
	c.Helper()
	c.read(func(tx store.Tx) error {
		all, err := c.domain.Limits(c.ctx, tx)
		for _, l := range all.Limits {
			var roles []string
			for _, r := range l.Roles {
				roles = append(roles, r.Code)
			}
			lines = append(lines, fmt.Sprintf("%s %d: %s; %s", l.Limit, l.Hidden, strings.Join(roles, " "), strings.Join(l.People, ", ")))
		}
		return err
	})
	return lines
}

// team is a company in which Lee leads CNC, with a role of each kind that shows more or less.
func (c *company) team(fn func()) {
	c.Helper()
	for _, r := range []*access.Role{
		{Code: "lead", NameZh: "组长", DataScope: access.ScopeOwn, Grants: []string{"system.user.*"}, Sections: []string{"s1"}},
		{Code: "head", NameZh: "部长", DataScope: access.ScopeBelow, Grants: []string{"system.*"}},
		{Code: "edm", NameZh: "放电", DataScope: access.ScopeSelf, Grants: []string{"ems.machine.check"}, Sections: []string{"s2"}},
		{Code: "people", NameZh: "人事", DataScope: access.ScopeChosen, Departments: []string{"edm", "cnc"}, Grants: []string{"system.*"}, Sections: []string{"s2"}},
	} {
		r.Type, r.Valid = access.UserDefined, true
		c.write(func(tx store.Tx) error { return tx.Insert(c.ctx, r) })
	}
	c.person("ada").Factories = []string{"north", "south"}
	here := []string{"north"}
	c.members = append(c.members,
		access.Member{ID: "lee", AccountID: "of lee", RealName: "Lee", Roles: []string{"lead"}, Status: access.Active, Factories: here, At: store.Position{MemberID: "lee", DepartmentID: "cnc"}},
		// Sees Lee and changes roles, but sees neither more people nor more sections.
		access.Member{ID: "sam", AccountID: "of sam", RealName: "Sam", Roles: []string{"head"}, Status: access.Active, Factories: here, At: store.Position{MemberID: "sam", DepartmentID: "cnc"}},
		access.Member{ID: "pat", AccountID: "of pat", RealName: "Pat", Roles: []string{"people"}, Status: access.Active, Factories: here, At: store.Position{MemberID: "pat", DepartmentID: "edm"}},
		access.Member{ID: "out", AccountID: "of out", RealName: "Out", Roles: []string{"people"}, Status: access.Disabled, Factories: []string{"south"}},
	)
	c.as(func(a *store.Actor) {
		a.MemberID, a.Name, a.May = "lee", "Lee", map[string]bool{"system.user.check": true}
		a.Hidden.Sections = []string{"s2"}
		a.Reach = store.Reach{Narrow: true, Departments: []string{"cnc"}, Members: []string{"lee", "sam"}}
	}, fn)
}

// Who sees less than the company has is told why, by what roles and people it changes, and never by the names of what is hidden.
func TestWhyLessIsShown(t *testing.T) {
	each(t, func(c *company) {
		c.team(func() {
			c.wants("the limits of Lee", c.limits(),
				"section 1: edm people administrator; Ada, Pat",
				"people 0: head people administrator; Ada, Pat, Sam",
				"factory 1: ; Ada",
			)
			for _, limit := range []string{"section", "people", "factory"} {
				c.write(func(tx store.Tx) error {
					got, err := c.domain.AskMore(c.ctx, tx, limit)
					if err == nil && !got.Sent {
						c.Errorf("nobody is asked about %s", limit)
					}
					return err
				})
			}
			var asked []string
			for _, r := range c.asked {
				asked = append(asked, fmt.Sprintf("%s by %s to %s: %s", r.About, r.From, strings.Join(r.To, ", "), r.Title.In(problem.English)))
			}
			c.wants("what is asked", asked,
				"limit.section by lee to account of ada, of pat: Lee asks to see more sections",
				"limit.people by lee to account of ada, of sam, of pat: Lee asks for a wider data scope",
				"limit.factory by lee to account of ada: Lee asks to enter more factories",
			)
		})
		c.asked = nil
		c.person("ada").Factories = []string{"south", "north"}
		c.wants("who sees everything", c.limits())
		c.wants("a limit that is none", c.try(func(tx store.Tx) error {
			_, err := c.domain.AskMore(c.ctx, tx, "weather")
			return err
		}), "limit choice")
		c.write(func(tx store.Tx) error {
			got, err := c.domain.AskMore(c.ctx, tx, "people")
			if got.Sent || len(c.asked) > 0 {
				c.Errorf("asked about a limit that is not there: %v", c.asked)
			}
			return err
		})
	})
}
