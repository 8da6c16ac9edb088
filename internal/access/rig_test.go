package access_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// every permission of the company of these tests, sorted.
var every = []string{
	"ems.machine.check", "ems.machine.modify", "ems.tool.check", "pm.mould.check", "pm.mould.delete",
	"system.role.check", "system.role.modify", "system.user.modify",
}

// company is a tenant with roles and members that no identity keeps.
type company struct {
	*testing.T
	db      *store.DB
	ctx     context.Context
	actor   store.Actor
	domain  *access.Roles
	members []access.Member
	changed []string
	asked   []access.Request
	closed  map[string]bool // modules that are not opened
}

func text(s string) problem.Text { return problem.L(s+" zh", s) }

// each opens a company with the five roles on both engines: Ada administers, Flo works on the floor.
func each(t *testing.T, fn func(c *company)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := &company{T: t, db: db, closed: map[string]bool{}, actor: storetest.Tenant(t, db, "a", every...)}
		c.actor.MemberID = "ada"
		c.ctx = store.WithActor(problem.WithLanguage(t.Context(), problem.English), c.actor)
		c.members = []access.Member{
			{ID: "ada", AccountID: "account of ada", UserName: "ada", RealName: "Ada", Roles: []string{access.Administrator}, Status: access.Active},
			{ID: "flo", AccountID: "account of flo", UserName: "flo", RealName: "Flo", Roles: []string{access.Floor}, Status: access.Active},
		}
		c.domain = access.New(access.Deps{
			Chart: func(context.Context, store.Tx) (access.Chart, error) {
				return access.Chart{"cnc": {}, "edm": {}, "fit": {Parent: "cnc"}}, nil
			},
			Departments: departments(),
			Changed: func(_ context.Context, _ store.Actor, entity, id string) {
				c.changed = append(c.changed, entity+" "+id)
			},
			Permissions: func(string) []string { return slices.Clone(every) },
			Open: func(_ store.Actor, p string) bool {
				module, _, _ := strings.Cut(p, ".")
				return !c.closed[module]
			},
			ModuleName: func(p string) problem.Text { return text("module of " + p) }, PermissionName: text, PageName: text, OperationName: text,
			Pages: func() []access.Page {
				return []access.Page{
					{Module: "ems", ModuleName: text("ems"), Tree: "ems.machine"},
					{Module: "system", ModuleName: text("system"), Area: "people", AreaName: text("people"), Tree: "system.role"},
					{Module: "pm", ModuleName: text("pm"), Tree: "pm.mould"},
				}
			},
			AppMenus: func() []access.Named { return []access.Named{{Key: "mf.progress", Name: text("progress")}} },
			Sections: func(context.Context, store.Tx) ([]access.Named, error) {
				return []access.Named{{Key: "s1", Name: text("CNC")}, {Key: "s2", Name: text("EDM")}}, nil
			},
			Factories: func(context.Context, store.Tx) ([]string, error) { return []string{"north", "south"}, nil },
			Members:   func(context.Context, store.Tx) ([]access.Member, error) { return slices.Clone(c.members), nil },
			SetRoles: func(_ context.Context, _ store.Tx, id string, codes []string) error {
				c.person(id).Roles = codes
				return nil
			},
			Ask: func(_ context.Context, _ store.Tx, asks access.Request) error {
				c.asked = append(c.asked, asks)
				return nil
			},
		})
		roles := access.Standard()
		c.write(func(tx store.Tx) error { return tx.Insert(c.ctx, &roles) })
		fn(c)
	})
}

// departments are three that no other package keeps here.
func departments() *resource.Directory {
	all := []resource.Entry{{ID: "cnc", Name: "CNC"}, {ID: "edm", Name: "EDM"}, {ID: "fit", Name: "Fitting"}}
	return &resource.Directory{
		Path: "upms/department", Of: text("Department"), Permission: "system.role",
		Find: func(_ context.Context, _ store.Tx, ids []string) ([]resource.Entry, error) {
			return slices.DeleteFunc(slices.Clone(all), func(e resource.Entry) bool { return !slices.Contains(ids, e.ID) }), nil
		},
		Search: func(context.Context, store.Tx, string, int) ([]resource.Entry, error) { return all, nil },
	}
}

func (c *company) person(id string) *access.Member {
	return &c.members[slices.IndexFunc(c.members, func(m access.Member) bool { return m.ID == id })]
}

// try writes and gives the broken rules.
func (c *company) try(fn func(tx store.Tx) error) []string {
	c.Helper()
	return resourcetest.Broken(c.db.Write(c.ctx, fn))
}

func (c *company) write(fn func(tx store.Tx) error) {
	c.Helper()
	if err := c.db.Write(c.ctx, fn); err != nil {
		c.Fatal(err)
	}
}

// wants compares broken rules.
func (c *company) wants(what string, got []string, want ...string) {
	c.Helper()
	if !slices.Equal(got, want) {
		c.Errorf("%s: %v, want %v", what, got, want)
	}
}

func (c *company) create(fields map[string]any) []string {
	c.Helper()
	return c.try(func(tx store.Tx) error {
		_, err := c.domain.Roles.Create(c.ctx, tx, resourcetest.Body(c, fields))
		return err
	})
}

func (c *company) change(code string, fields map[string]any) []string {
	c.Helper()
	r := c.role(code)
	fields["version"] = r.Version
	return c.try(func(tx store.Tx) error {
		_, err := c.domain.Roles.Patch(c.ctx, tx, r.ID, resourcetest.Body(c, fields))
		return err
	})
}

func (c *company) role(code string) *access.Role {
	c.Helper()
	var r access.Role
	if err := c.db.Read(c.ctx, func(tx store.Tx) error { return tx.Select(&r).Where("code = ?", code).Scan(c.ctx) }); err != nil {
		c.Fatal(code, err)
	}
	return &r
}

// grant makes a role that permits something.
func (c *company) grant(code string, permissions ...string) []string {
	c.Helper()
	r := c.role(code)
	return c.try(func(tx store.Tx) error { return c.domain.Grant(c.ctx, tx, r.ID, permissions, r.Version) })
}

func (c *company) users(code string, add, remove []string) []string {
	c.Helper()
	return c.try(func(tx store.Tx) error { return c.domain.SetUsers(c.ctx, tx, c.role(code).ID, add, remove) })
}

// as lets somebody else ask.
func (c *company) as(change func(a *store.Actor), fn func()) {
	before := c.ctx
	actor := c.actor
	actor.May = map[string]bool{}
	for p := range c.actor.May {
		actor.May[p] = true
	}
	change(&actor)
	c.ctx = store.WithActor(before, actor)
	fn()
	c.ctx = before
}

func (c *company) read(fn func(tx store.Tx) error) {
	c.Helper()
	if err := c.db.Read(c.ctx, fn); err != nil {
		c.Fatal(err)
	}
}

func broken(err error) []string { return resourcetest.Broken(err) }
