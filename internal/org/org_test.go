package org_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/verify"
)

// company is a tenant whose accounts and SMS are made up by the test.
type company struct {
	*testing.T
	db          *store.DB
	ctx         context.Context
	org         *org.Org
	people      *resource.Directory
	known       map[string]string // accounts by number
	taken       []string          // accounts that were taken back
	invited     []string          // members, in order
	responsible string            // for a mould
	unentered   map[string]bool   // accounts by which nobody has come in
	greeted     int
	left        int
	exceed      string // role that gives more than whoever asks has
}

// rights are those of roles of which the administrator's alone holds everything.
type rights struct {
	c     *company
	actor store.Actor
}

func (g rights) Hand(field, memberID string, before, after []string) error {
	if memberID == g.actor.MemberID && g.Everything(before) && !g.Everything(after) {
		return problem.Invalid(problem.Field(field, "self", problem.L("自己", "self")))
	}
	if slices.Contains(after, g.c.exceed) && !slices.Contains(before, g.c.exceed) {
		return problem.Invalid(problem.Field(field, "grant", problem.L("过多", "more")))
	}
	return nil
}

func (g rights) Above(name string, _ store.Position, roles, factories []string) (problem.Text, bool) {
	if slices.Contains(roles, g.c.exceed) {
		return problem.L(name, name+" may do more than you"), true
	}
	isFar := func(id string) bool { return !g.Opens(id) }
	return problem.L(name, name+" may enter factories that you may not"), slices.ContainsFunc(factories, isFar)
}

func (g rights) Opens(factory string) bool                     { return g.c.exceed == "" || factory == g.actor.FactoryID }
func (rights) Shows(string, store.Position, []string) error    { return nil }
func (rights) Moves(string, string, string) (stays, sees bool) { return true, true }
func (rights) Everything(codes []string) bool                  { return slices.Contains(codes, "administrator") }

func directory(path string, ids ...string) *resource.Directory {
	entries := make([]resource.Entry, len(ids))
	for i, id := range ids {
		entries[i] = resource.Entry{ID: id, Name: strings.ToUpper(id)}
	}
	return &resource.Directory{
		Path: path, Of: problem.L("名单", "List"), Permission: "system.user",
		Find: func(_ context.Context, _ store.Tx, wanted []string) ([]resource.Entry, error) {
			return slices.DeleteFunc(slices.Clone(entries), func(e resource.Entry) bool { return !slices.Contains(wanted, e.ID) }), nil
		},
		Search: func(context.Context, store.Tx, string, int) ([]resource.Entry, error) { return entries, nil },
	}
}

func each(t *testing.T, fn func(c *company)) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		actor := storetest.Tenant(t, db, "a", "system.user.check", "system.department.check", "system.role.check", "system.user.detail", "system.user.add", "system.department.add")
		actor.MemberID = store.NewID()
		c := &company{T: t, db: db, ctx: store.WithActor(problem.WithLanguage(t.Context(), problem.English), actor), known: map[string]string{}, unentered: map[string]bool{}}
		c.people = directory(basedata.PeoplePath)
		c.people.Find = func(ctx context.Context, tx store.Tx, ids []string) ([]resource.Entry, error) {
			var rows []org.User
			err := tx.Select(&rows).WhereIn("id", ids).Scan(ctx)
			entries := make([]resource.Entry, len(rows))
			for i, r := range rows {
				entries[i] = resource.Entry{ID: r.ID, Name: r.RealName, Code: r.UserName}
			}
			return entries, err
		}
		// A group of the master data refers to people.
		master := basedata.New(basedata.Deps{People: c.people})
		c.org = org.New(org.Deps{
			DB: db, People: c.people, Roles: directory("upms/member-role", "administrator", "planner", "viewer"),
			Responsible: func(_ context.Context, _ store.Tx, memberID string) (bool, error) {
				return c.responsible == memberID, nil
			},
			Rights:    func(_ context.Context, tx store.Tx) (org.Rights, error) { return rights{c, tx.Actor()}, nil },
			Factories: directory("upms/place", actor.FactoryID, "other"), Suppliers: master.Suppliers, Customers: master.Customers,
			IsPhone: verify.IsPhone, ReadPhone: verify.ReadPhone,
			Unentered: func(_ context.Context, id string) (bool, error) { return c.unentered[id], nil },
			Welcome:   c.welcome, TakeBack: func(_ context.Context, id string) error { c.taken = append(c.taken, id); return nil },
			Invite: func(_ context.Context, memberID, _ string) (string, error) {
				c.invited = append(c.invited, memberID)
				return "code", nil
			},
			Withdraw: func(context.Context, string) error { return nil },
			Reset:    func(context.Context, string) (string, bool, error) { return "abcde2345", false, nil },
			SendInvitation: func(ctx context.Context, _ string, code func(context.Context) (string, error)) error {
				_, err := code(ctx)
				return err
			},
			SendWelcome: func(context.Context, string) error { return nil },
			Greet:       func(context.Context, store.Tx, string) error { c.greeted++; return nil },
			Left:        func(context.Context) { c.left++ },
		})
		c.account("admin", "13700000001")
		c.write(func(tx store.Tx) error {
			boss := &org.User{
				AccountID: "acc-13700000001", UserName: "admin", RealName: "Boss", Phone: "13700000001", Roles: []string{"administrator"}, Factories: []string{actor.FactoryID},
				Enabled: true, ExpireDate: org.Forever, EmployeeStatus: org.InJob, PageSize: 50, JoinWay: org.ByPassword, Joining: org.Joined, Language: 1,
			}
			boss.ID = actor.MemberID
			return tx.Insert(c.ctx, boss)
		})
		fn(c)
	})
}

// account makes the account behind a number, as identity does.
func (c *company) account(_, phone string) string {
	c.Helper()
	id := "acc-" + phone
	if _, err := c.db.Pool().ExecContext(c.ctx, fmt.Sprintf(
		"INSERT INTO account (id, phone, password_hash, language, head_image, created_at) VALUES ('%s', '%s', '', 'zh', '', '2026-01-01 00:00:00')", id, phone)); err != nil {
		c.Fatal(err)
	}
	c.known[phone] = id
	return id
}

func (c *company) welcome(_ context.Context, phone, _ string, given bool) (org.Newcomer, error) {
	if id := c.known[phone]; id != "" {
		return org.Newcomer{AccountID: id, Proved: true}, nil
	}
	n := org.Newcomer{AccountID: c.account("", phone), Made: true}
	c.unentered[n.AccountID] = true
	if given {
		n.Password = "abcde2345"
	}
	return n, nil
}

func (c *company) write(fn func(tx store.Tx) error) {
	c.Helper()
	if err := c.db.Write(c.ctx, fn); err != nil {
		c.Fatal(err)
	}
}

// add makes a user by the call of the product, over HTTP-less: the handler behind the operation.
func (c *company) add(fields map[string]any) (*org.User, error) {
	c.Helper()
	body := map[string]any{"userName": "ben", "realName": "Ben", "phone": "13700000002", "roles": []string{"planner"}}
	for k, v := range fields {
		body[k] = v
	}
	added, err := c.org.Add(c.ctx, &resource.CreateInput{Body: resourcetest.Body(c, body)})
	return added.Row, err
}

func (c *company) patch(id string, fields map[string]any) error {
	return c.db.Write(c.ctx, func(tx store.Tx) error {
		m, err := c.org.Users.Get(c.ctx, tx, id)
		if err != nil {
			return err
		}
		fields["version"] = m.Version
		_, err = c.org.Users.Patch(c.ctx, tx, id, resourcetest.Body(c, fields))
		return err
	})
}

func (c *company) is(what string, err error, want ...string) {
	c.Helper()
	if got := resourcetest.Broken(err); !slices.Equal(got, want) {
		c.Errorf("%s: %q, want %q", what, got, want)
	}
}

// BASE-ALL-05: titles, departments and users stand below upms.
func TestEntitiesStandBelowUpms(t *testing.T) {
	each(t, func(c *company) {
		for entity, path := range map[resource.Any]string{c.org.Titles: "upms/title", c.org.Departments: "upms/department", c.org.Users: "upms/user"} {
			if got := entity.Meta(func(string) bool { return true }); got.Path != path || !got.Imports {
				c.Errorf("%s: %+v", path, got)
			}
		}
	})
}

// Each row of the fields by its number; then limits, and what is needed.
func TestUserLimits(t *testing.T) {
	each(t, func(c *company) {
		fields := resourcetest.Fields(c.org.Users)
		for row, wanted := range map[string][]string{
			"USER-02": {
				"userName text required unique ..20", "realName text required ..20", "englishName text ..50", "spellName text ..50", "workNumber text unique ..30",
				"sex choice", "maritalStatus choice", "birthday date 1900-01-01..today", "idCard text", "intro longText ..200",
			},
			"USER-03": {"phone text required unique", "email text ..50", "officePhone text ..20", "qq text", "weChat text"},
			"USER-04": {
				"departmentId reference:department", "managedDepartmentId reference:department", "titleId reference:title", "entryDate date 1950-01-01..",
				"roles references:member-role required",
			},
			"USER-05": {
				"labourRate decimal 0..", "workRate decimal 0..", "worklog flag", "ip text", "language choice", "pageSize integer required 10..500",
				"expireDate date required",
			},
			"USER-06": {"employeeStatus choice =1: 1 在职/Employed, 2 离职/Quit, 3 停薪留职/Unpaid leave"},
			"USER-07": {"enabled flag =true: 1 启用/Enabled, 0 停用/Disabled"},
			"USER-13": {"managedDepartmentId reference:department", "enabled flag =true"},
		} {
			for _, want := range wanted {
				if !strings.Contains(fields, "\t"+want) {
					c.Errorf("%s: no field %q in\n%s", row, want, fields)
				}
			}
		}
		long := func(n int) string { return strings.Repeat("a", n) }
		for i, x := range []struct {
			what   string
			fields map[string]any
			want   []string
		}{
			{"USER-08: 21 characters", map[string]any{"userName": long(21)}, []string{"userName maxLength"}},
			{"USER-08: a real name of 21", map[string]any{"realName": long(21)}, []string{"realName maxLength"}},
			{"USER-08: an English name of 51", map[string]any{"englishName": long(51)}, []string{"englishName maxLength"}},
			{"USER-08: a work number of 31", map[string]any{"workNumber": long(31)}, []string{"workNumber maxLength"}},
			{"USER-09: an intro of 201", map[string]any{"intro": long(201)}, []string{"intro maxLength"}},
			{"USER-09: an email of 51", map[string]any{"email": long(45) + "@a.com"}, []string{"email maxLength"}},
			{"an email without a host", map[string]any{"email": "ben@"}, []string{"email pattern"}},
			{"USER-09: an office phone of 21", map[string]any{"officePhone": strings.Repeat("1", 21)}, []string{"officePhone maxLength"}},
			{"USER-10: no rows per page", map[string]any{"pageSize": nil}, []string{"pageSize required"}},
			{"9 rows", map[string]any{"pageSize": 9}, []string{"pageSize min"}},
			{"501 rows", map[string]any{"pageSize": 501}, []string{"pageSize max"}},
			{"USER-11: no role", map[string]any{"roles": []string{}}, []string{"roles required"}},
			{"an unknown role", map[string]any{"roles": []string{"king"}}, []string{"roles.0 reference"}},
			{"a phone of letters", map[string]any{"phone": "call me"}, []string{"phone digits"}},
			{"a number of this company", map[string]any{"phone": "13700000001"}, []string{"phone unique"}},
			{"the limits", map[string]any{
				"userName": long(20), "realName": long(20), "englishName": long(50), "workNumber": long(30), "intro": long(200), "email": long(44) + "@a.com",
				"officePhone": strings.Repeat("1", 20), "pageSize": 500, "ip": "10.0.0.255",
			}, nil},
			{"its work number again", map[string]any{"userName": "eve", "workNumber": strings.ToUpper(long(30)), "phone": "13700000009"}, []string{"workNumber unique"}},
		} {
			if x.fields["phone"] == nil {
				x.fields["phone"] = fmt.Sprintf("137000001%02d", i)
			}
			_, err := c.add(x.fields)
			c.is(x.what, err, x.want...)
		}
		if len(c.taken) < 10 {
			c.Errorf("accounts of refused users were not taken back: %q", c.taken)
		}
		// USER-12: it must be there, and is far away where nobody says otherwise. R52: the managed department is optional (USER-13).
		m, err := c.add(map[string]any{"userName": "dan", "phone": "+86 13700000011"})
		if err != nil || m.ExpireDate != org.Forever || m.Phone != "13700000011" || !m.Enabled || m.Joining != org.Invited || len(m.Factories) != 1 {
			c.Fatalf("%+v, %v", m, err)
		}
		c.is("USER-12: no expiry", c.patch(m.ID, map[string]any{"expireDate": nil}), "expireDate required")
		if !slices.Contains(c.invited, m.ID) {
			c.Error("nobody invited dan")
		}
		delete(c.unentered, m.AccountID)
		c.is("another's number", c.change(m.ID, map[string]any{"phone": "13700000012"}), "phone owner")
	})
}

// USER-06, USER-07, USER-13: who quits is disabled; nobody locks themselves out, and an administrator stays.
func TestWhoMayStay(t *testing.T) {
	each(t, func(c *company) {
		me := c.member()
		c.is("disabling oneself", c.patch(me, map[string]any{"enabled": false}), "enabled self")
		c.is("quitting oneself", c.patch(me, map[string]any{"employeeStatus": org.Quit}), "employeeStatus self")
		c.is("expiring oneself", c.patch(me, map[string]any{"expireDate": "2020-01-01"}), "expireDate self")
		c.is("giving the role away", c.patch(me, map[string]any{"roles": []string{"planner"}}), "roles self")
		c.is("deleting oneself", c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, me) }), "20000")
		ben, err := c.add(map[string]any{"roles": []string{"administrator"}, "joinWay": org.ByPassword})
		if err != nil {
			c.Fatal(err)
		}
		// Ben alone is left once the other is disabled behind the rules.
		c.write(func(tx store.Tx) error {
			_, err := tx.Change((*org.User)(nil)).Set("enabled = ?", false).Where("id = ?", me).Exec(c.ctx)
			return err
		})
		for what, fields := range map[string]map[string]any{
			"disabled": {"enabled": false}, "expired": {"expireDate": "2020-01-01"}, "quit": {"employeeStatus": org.Quit}, "no administrator": {"roles": []string{"planner"}},
		} {
			c.is("the last one "+what, c.patch(ben.ID, fields), "20000")
		}
		c.is("the last one deleted", c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, ben.ID) }), "20000")
		ann, err := c.add(map[string]any{"userName": "ann", "phone": "13700000003", "roles": []string{"administrator"}, "joinWay": org.ByPassword})
		if err != nil {
			c.Fatal(err)
		}
		left := c.left
		c.is("another may quit", c.patch(ann.ID, map[string]any{"employeeStatus": org.Quit}))
		if got := c.read(ann.ID); got.Enabled || c.left != left+1 {
			c.Errorf("who has quit: %+v, left %d", got, c.left)
		}
		c.is("enabled though quit", c.patch(ann.ID, map[string]any{"enabled": true}), "enabled quit")
		c.is("back in the job", c.patch(ann.ID, map[string]any{"employeeStatus": org.InJob, "enabled": true}))
		c.is("unpaid leave", c.patch(ann.ID, map[string]any{"employeeStatus": org.UnpaidLeave}))
		if got := c.read(ann.ID); !got.Enabled {
			c.Error("unpaid leave has disabled somebody")
		}
		gone, err := c.add(map[string]any{"userName": "gone", "phone": "13700000005", "employeeStatus": org.Quit})
		if err != nil {
			c.Fatal(err)
		}
		if c.read(gone.ID).Enabled {
			c.Error("who has quit before is new and enabled")
		}
	})
}

func (c *company) member() string {
	actor, err := store.ActorFrom(c.ctx)
	if err != nil {
		c.Fatal(err)
	}
	return actor.MemberID
}

func (c *company) read(id string) (m *org.User) {
	c.Helper()
	if err := c.db.Read(c.ctx, func(tx store.Tx) (err error) { m, err = c.org.Users.Get(c.ctx, tx, id); return err }); err != nil {
		c.Fatal(err)
	}
	return m
}

// A department that has become invalid stays where it is chosen, and is chosen nowhere else: not in another field of the same person.
func TestAnInvalidDepartmentIsChosenNowhereElse(t *testing.T) {
	each(t, func(c *company) {
		home := &org.Department{Code: "ASM", Name: "装配", Valid: true}
		c.write(func(tx store.Tx) error { return c.org.Departments.Save(c.ctx, tx, home) })
		user, err := c.add(map[string]any{"departmentId": home.ID})
		if err != nil {
			c.Fatal(err)
		}
		c.write(func(tx store.Tx) error {
			home.Valid = false
			return c.org.Departments.Save(c.ctx, tx, home)
		})
		c.is("managed by them", c.patch(user.ID, map[string]any{"managedDepartmentId": home.ID}), "managedDepartmentId invalid")
		c.is("who works there keeps it", c.patch(user.ID, map[string]any{"intro": "x"}))
		if r := c.sheet("userName,managedDepartmentId\nben,ASM\n"); !slices.ContainsFunc(r.Faults, func(f resource.RowFault) bool { return f.Column == "managedDepartmentId" && f.Rule == "invalid" }) {
			c.Errorf("by a file: %+v", r.Faults)
		}
	})
}

// Who may do more, or enter more factories, than whoever asks is nobody's to decide about: neither who they are nor what they may.
// The refusal stands at the field, says so and names who can.
func TestNobodyDecidesAboutWhoMayDoMore(t *testing.T) {
	each(t, func(c *company) {
		actor, err := store.ActorFrom(c.ctx)
		if err != nil {
			c.Fatal(err)
		}
		boss := c.member()
		titled := &org.Title{Code: "T", Name: "Lead", Valid: true}
		home := &org.Department{Code: "D", Name: "Works", Valid: true}
		c.write(func(tx store.Tx) error {
			return errors.Join(c.org.Titles.Save(c.ctx, tx, titled), c.org.Departments.Save(c.ctx, tx, home))
		})
		kim, err1 := c.add(map[string]any{"userName": "kim", "phone": "13700000050", "joinWay": org.ByPassword})
		near, err2 := c.add(map[string]any{"userName": "ned", "realName": "Ned", "phone": "13700000051", "joinWay": org.ByPassword})
		far, err3 := c.add(map[string]any{
			"userName": "fay", "realName": "Fay", "phone": "13700000052", "joinWay": org.ByPassword, "factories": []string{actor.FactoryID, "other"},
		})
		invited, err4 := c.add(map[string]any{"userName": "ivy", "realName": "Ivy", "phone": "13700000053", "factories": []string{"other"}})
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			c.Fatal(err)
		}
		actor.MemberID = kim.ID
		c.ctx, c.exceed = store.WithActor(c.ctx, actor), "administrator"
		for _, one := range []struct{ id, says string }{{boss, "Boss may do more than you"}, {far.ID, "Fay may enter factories that you may not"}} {
			for field, value := range map[string]any{
				"roles": []string{"viewer"}, "userName": "x", "realName": "X", "englishName": "X", "workNumber": "X1", "email": "x@example.com", "enabled": false, "expireDate": "2031-01-01",
				"departmentId": home.ID, "managedDepartmentId": home.ID, "titleId": titled.ID, "employeeStatus": org.UnpaidLeave,
			} {
				err := c.patch(one.id, map[string]any{field: value})
				if c.is(one.says+" "+field, err, field+" above"); err != nil && !strings.Contains(err.Error(), one.says) {
					c.Errorf("%s: it says %v", field, err)
				}
			}
			c.is("deleted", c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, one.id) }), "20000")
			_, err := c.org.Reset(c.ctx, one.id)
			if c.is("the password", err, "20000"); err != nil && !strings.Contains(err.Error(), one.says) {
				c.Errorf("it says %v", err)
			}
			c.is("what is kept of a person", c.patch(one.id, map[string]any{"intro": "-", "labourRate": 20}))
		}
		_, err = c.org.InviteAgain(c.ctx, invited.ID)
		c.is("an invitation", err, "20000")
		c.is("one with no more", c.patch(near.ID, map[string]any{"realName": "Nora", "enabled": false}))
		if _, err := c.org.Reset(c.ctx, near.ID); err != nil {
			c.Error(err)
		}
	})
}

// Who comes with an account is in at once, keeps its password and is told; a new one has the initial password once.
func TestHowPeopleComeIn(t *testing.T) {
	each(t, func(c *company) {
		c.account("", "13700000021")
		m, err := c.add(map[string]any{"phone": "13700000021", "joinWay": org.ByPassword})
		if err != nil || m.Joining != org.Joined || c.greeted != 1 || len(c.invited) != 0 {
			c.Fatalf("%+v, %v, greeted %d", m, err, c.greeted)
		}
		added, err := c.org.Add(c.ctx, &resource.CreateInput{Body: resourcetest.Body(c, map[string]any{
			"userName": "fay", "realName": "Fay", "phone": "13700000022", "roles": []string{"planner"}, "joinWay": org.ByPassword,
		})})
		if err != nil || added.Password != "abcde2345" || added.Known || added.Row.Joining != org.Joined {
			c.Fatalf("%+v, %v", added, err)
		}
		c.is("another way", c.patch(added.Row.ID, map[string]any{"joinWay": org.ByInvitation}), "joinWay fixed")
	})
}

// Personal fields are for those who may see details; the log only says that they have changed.
func TestPersonalFieldsAreVeiled(t *testing.T) {
	each(t, func(c *company) {
		m, err := c.add(map[string]any{"idCard": "440301199001011234", "birthday": "1990-01-01", "maritalStatus": 2})
		if err != nil {
			c.Fatal(err)
		}
		actor, err := store.ActorFrom(c.ctx)
		if err != nil {
			c.Fatal(err)
		}
		list := func(q resource.Query) (row org.User, total int, err error) {
			err = c.db.Read(store.WithActor(c.ctx, actor), func(tx store.Tx) error {
				page, err := c.org.Users.List(c.ctx, tx, q)
				if i := slices.IndexFunc(page.Rows, func(x *org.User) bool { return x.ID == m.ID }); i >= 0 {
					row = *page.Rows[i]
				}
				total = page.Total
				return err
			})
			return row, total, err
		}
		if row, _, err := list(resource.Query{Size: 50}); err != nil || row.IDCard != "440301199001011234" || row.Birthday != quantity.Date("1990-01-01") {
			c.Errorf("%+v, %v", row, err)
		}
		actor.May = map[string]bool{"system.user.check": true}
		if row, _, err := list(resource.Query{Size: 50}); err != nil || row.IDCard != "***" || row.Birthday != "" || row.MaritalStatus != 0 {
			c.Errorf("veiled: %+v, %v", row, err)
		}
		if _, total, err := list(resource.Query{Search: "440301"}); err != nil || total != 0 {
			c.Errorf("found %d by the ID card, %v", total, err)
		}
		_, _, err = list(resource.Query{Filters: map[string]string{"birthday": "1990-01-01"}})
		c.is("a filter", err, "f.birthday unknown")
		if err := c.db.Read(c.ctx, func(tx store.Tx) error {
			lines, err := tx.History(c.ctx, "user", m.ID, 10)
			for _, l := range lines {
				if strings.Contains(string(l.Changes), "440301") || strings.Contains(string(l.Changes), "1990-01-01") {
					c.Errorf("the log tells %s", l.Changes)
				}
			}
			return err
		}); err != nil {
			c.Fatal(err)
		}
	})
}

// Who sees personal fields veiled changes none of them: a veil that comes back says nothing, another value is refused, whatever is
// stored. Only of a new user they say what they know.
func TestVeiledFieldsOutliveASave(t *testing.T) {
	each(t, func(c *company) {
		full, err := c.add(map[string]any{"idCard": "440301199001011234", "birthday": "1990-01-01", "maritalStatus": 2})
		if err != nil {
			c.Fatal(err)
		}
		empty, err := c.add(map[string]any{"userName": "cat", "phone": "13700000003"})
		if err != nil {
			c.Fatal(err)
		}
		actor, err := store.ActorFrom(c.ctx)
		if err != nil {
			c.Fatal(err)
		}
		sees := c.ctx
		actor.May = map[string]bool{"system.user.check": true, "system.user.modify": true, "system.user.add": true}
		c.ctx = store.WithActor(sees, actor)
		var veiled []string
		if err := c.db.Read(c.ctx, func(tx store.Tx) error {
			page, err := c.org.Users.List(c.ctx, tx, resource.Query{Size: 50})
			for _, row := range page.Rows {
				veiled = append(veiled, fmt.Sprint(row.IDCard, row.Birthday, row.MaritalStatus))
			}
			return err
		}); err != nil || len(slices.Compact(veiled)) != 1 {
			c.Errorf("what is stored can be told: %q, %v", veiled, err)
		}
		for what, m := range map[string]*org.User{"one with everything": full, "one with nothing": empty} {
			c.is(what+" as it was read", c.patch(m.ID, map[string]any{"qq": "1", "idCard": " *** ", "birthday": nil, "maritalStatus": 0}))
			for field, values := range map[string][]any{"idCard": {"", nil, "440301199001011234", "1"}, "birthday": {"1990-01-01", "soon"}, "maritalStatus": {2, 1}} {
				for _, value := range values {
					c.is(fmt.Sprint(what, ": ", field, " ", value), c.patch(m.ID, map[string]any{field: value}), field+" private")
				}
			}
			if r := c.sheet("userName,realName,idCard,birthday,maritalStatus,wechat\n" + m.UserName + "," + m.RealName + ",***,,Not given,w1\n"); r.Changed != 1 || len(r.Faults) > 0 {
				c.Errorf("%s, as exported: %+v", what, r)
			}
			for _, cells := range []string{"440301199001011234,,", "-,,", ",1990-01-01,", ",-,", ",,Married", ",,Single"} {
				if r := c.sheet("userName,realName,idCard,birthday,maritalStatus\n" + m.UserName + "," + m.RealName + "," + cells + "\n"); len(r.Faults) != 1 || r.Faults[0].Rule != "private" {
					c.Errorf("%s, in a file %s: %+v", what, cells, r.Faults)
				}
			}
		}
		if m := c.read(full.ID); m.IDCard != "440301199001011234" || m.Birthday != quantity.Date("1990-01-01") || m.MaritalStatus != 2 || m.QQ != "1" || m.WeChat != "w1" {
			c.Errorf("the veil has destroyed %+v", m)
		}
		if m := c.read(empty.ID); m.IDCard != "" || m.Birthday != "" || m.MaritalStatus != 0 || m.WeChat != "w1" {
			c.Errorf("the veil was stored: %+v", m)
		}
		made, err := c.add(map[string]any{"userName": "dan", "phone": "13700000004", "idCard": "D1", "birthday": "1991-01-01", "maritalStatus": 1})
		if err != nil || made.IDCard != "***" {
			c.Fatalf("a new one answers %+v, %v", made, err)
		}
		if m := c.read(made.ID); m.IDCard != "D1" || m.Birthday != "1991-01-01" || m.MaritalStatus != 1 {
			c.Errorf("a new one is %+v", m)
		}
		made, err = c.add(map[string]any{"userName": "eve", "phone": "13700000005", "idCard": "***"})
		if err != nil || c.read(made.ID).IDCard != "" {
			c.Errorf("a copy of a veil: %v", err)
		}
		c.ctx = sees
		c.is("a veil from who sees it", c.patch(full.ID, map[string]any{"idCard": "***"}))
		if got := c.read(full.ID).IDCard; got != "440301199001011234" {
			c.Errorf("became %q", got)
		}
		c.is("who sees it clears it", c.patch(full.ID, map[string]any{"idCard": "", "birthday": nil, "maritalStatus": 0}))
		if m := c.read(full.ID); m.IDCard != "" || m.Birthday != "" || m.MaritalStatus != 0 {
			c.Errorf("not cleared: %+v", m)
		}
	})
}

// sheet imports a list of users.
func (c *company) sheet(text string) resource.ImportResult {
	c.Helper()
	r, err := c.org.Users.Import(c.ctx, c.db, resource.ImportFile{Name: "users.csv", Data: []byte(text), Partly: true})
	if err != nil {
		c.Fatal(err)
	}
	return r
}

// DEPT-02, DEPT-03: limits, levels, no circle, and no deletion of what has people or departments in it.
func TestDepartments(t *testing.T) {
	each(t, func(c *company) {
		make := func(fields map[string]any) (row *org.Department, err error) {
			err = c.db.Write(c.ctx, func(tx store.Tx) (err error) {
				row, err = c.org.Departments.Create(c.ctx, tx, resourcetest.Body(c, fields))
				return err
			})
			return row, err
		}
		long := func(n int) string { return strings.Repeat("a", n) }
		for what, x := range map[string]struct {
			fields map[string]any
			want   []string
		}{
			"a code of 21":      {map[string]any{"code": long(21), "name": "N"}, []string{"code maxLength"}},
			"a name of 31":      {map[string]any{"code": "X", "name": long(31)}, []string{"name maxLength"}},
			"no name":           {map[string]any{"code": "X", "name": ""}, []string{"name required"}},
			"a phone of 31":     {map[string]any{"code": "X", "name": "N", "phone": long(31)}, []string{"phone maxLength"}},
			"an address of 101": {map[string]any{"code": "X", "name": "N", "address": long(101)}, []string{"address maxLength"}},
			"a remark of 101":   {map[string]any{"code": "X", "name": "N", "remark": long(101)}, []string{"remark maxLength"}},
			"the limits":        {map[string]any{"code": long(20), "name": long(30), "phone": long(30), "address": long(100), "remark": long(100)}, nil},
		} {
			_, err := make(x.fields)
			c.is(what, err, x.want...)
		}
		top, err1 := make(map[string]any{"code": "A", "name": "Works"})
		middle, err2 := make(map[string]any{"code": "B", "name": "Shop", "parentId": top.ID, "managerId": c.member()})
		low, err3 := make(map[string]any{"code": "C", "name": "EDM", "parentId": middle.ID})
		if err := errors.Join(err1, err2, err3); err != nil || top.Level != 1 || middle.Level != 2 || low.Level != 3 {
			c.Fatalf("levels %d %d %d, %v", top.Level, middle.Level, low.Level, err)
		}
		_, err := make(map[string]any{"code": "a", "name": "Again"})
		c.is("its code again", err, "code unique")
		patch := func(d *org.Department, fields map[string]any) error {
			return c.db.Write(c.ctx, func(tx store.Tx) error {
				now, err := c.org.Departments.Get(c.ctx, tx, d.ID)
				if err != nil {
					return err
				}
				fields["version"] = now.Version
				_, err = c.org.Departments.Patch(c.ctx, tx, d.ID, resourcetest.Body(c, fields))
				return err
			})
		}
		c.is("a circle", patch(top, map[string]any{"parentId": low.ID}), "parentId cycle")
		c.is("moved up", patch(middle, map[string]any{"parentId": ""}))
		if err := c.db.Read(c.ctx, func(tx store.Tx) error {
			got, err := c.org.Departments.Get(c.ctx, tx, low.ID)
			if err == nil && got.Level != 2 {
				c.Errorf("what is below has level %d", got.Level)
			}
			return err
		}); err != nil {
			c.Fatal(err)
		}
		if _, err := c.add(map[string]any{"departmentId": low.ID}); err != nil {
			c.Fatal(err)
		}
		remove := func(d *org.Department) error {
			return c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Departments.Delete(c.ctx, tx, d.ID) })
		}
		c.is("one with people", remove(low), "20000")
		c.is("one with a department below", remove(middle), "20000")
		c.is("an empty one", remove(top))
		// BASE-ALL-01: who manages one is not deleted, and the refusal names the department.
		eve, err := c.add(map[string]any{"userName": "eve", "phone": "13700000041"})
		if err != nil {
			c.Fatal(err)
		}
		c.is("a manager", patch(low, map[string]any{"managerId": eve.ID}))
		err = c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, eve.ID) })
		var p *problem.Problem
		if !errors.As(err, &p) || !strings.Contains(fmt.Sprint(p.Data), "EDM") {
			c.Errorf("deleting a manager: %v, %v", err, p)
		}
		c.is("no manager any more", patch(low, map[string]any{"managerId": ""}))
		c.is("nobody refers to them", c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, eve.ID) }))
	})
}

// DEPT-02: departments have ten levels at most: a new one, one that moves with what is below it, and those of a sheet in any order.
func TestDepartmentsHaveTenLevels(t *testing.T) {
	each(t, func(c *company) {
		save := func(d *org.Department, parent string) error {
			return c.db.Write(c.ctx, func(tx store.Tx) error {
				d.ParentID = parent
				return c.org.Departments.Save(c.ctx, tx, d)
			})
		}
		var chain []*org.Department
		parent := ""
		for i := range 10 {
			d := &org.Department{Code: fmt.Sprint("L", i+1), Name: "N", Valid: true}
			if err := save(d, parent); err != nil || d.Level != i+1 {
				c.Fatalf("level %d: %d, %v", i+1, d.Level, err)
			}
			chain, parent = append(chain, d), d.ID
		}
		c.is("an eleventh", save(&org.Department{Code: "L11", Name: "N", Valid: true}, parent), "parentId depth")
		top, low := &org.Department{Code: "T", Name: "N", Valid: true}, &org.Department{Code: "U", Name: "N", Valid: true}
		if err := errors.Join(save(top, ""), save(low, top.ID)); err != nil {
			c.Fatal(err)
		}
		again := *top
		c.is("two below the ninth", save(&again, chain[8].ID), "parentId depth")
		again = *top
		c.is("two below the eighth", save(&again, chain[7].ID))
		sheet := func(rows string) resource.ImportResult {
			c.Helper()
			r, err := c.org.Departments.Import(c.ctx, c.db, resource.ImportFile{Name: "d.csv", Data: []byte("code,name,parentId\n" + rows), Partly: true})
			if err != nil {
				c.Fatal(err)
			}
			return r
		}
		if r := sheet("V3,N,V2\nV2,N,V1\nV1,N,L8\n"); r.Created != 2 || len(r.Faults) != 1 || r.Faults[0].Row != 2 || r.Faults[0].Rule != "depth" {
			c.Errorf("three below the eighth: %+v", r)
		}
		if r := sheet("S3,N,S2\nS2,N,S1\nS1,N,L7\n"); r.Created != 3 || len(r.Faults) != 0 {
			c.Errorf("three below the seventh: %+v", r)
		}
		if err := c.db.Read(c.ctx, func(tx store.Tx) error {
			var levels []int
			err := tx.Select((*org.Department)(nil)).Columns("level").Where("code LIKE ?", "S%").Order("code").ScanColumn(c.ctx, &levels)
			if !slices.Equal(levels, []int{8, 9, 10}) {
				c.Errorf("they stand at %v", levels)
			}
			return err
		}); err != nil {
			c.Fatal(err)
		}
	})
}

// A sheet brings users in like the form: everybody is invited, refused rows leave no account behind.
func TestUsersOfASheet(t *testing.T) {
	each(t, func(c *company) {
		text := "userName,realName,phone,roles,joinWay\ngil,Gil,13700000031,PLANNER,\nhal,Hal,13700000032,PLANNER,Initial password\nivo,Ivo,12,PLANNER,\n"
		run := func(text string, partly bool) resource.ImportResult {
			c.Helper()
			r, err := c.org.Users.Import(c.ctx, c.db, resource.ImportFile{Name: "users.csv", Data: []byte(text), Partly: partly})
			if err != nil {
				c.Fatal(err)
			}
			return r
		}
		r := run(text, true)
		var rules []string
		for _, f := range r.Faults {
			rules = append(rules, fmt.Sprint(f.Row, " ", f.Column, " ", f.Rule))
		}
		if r.Created != 1 || !slices.Equal(rules, []string{"3 joinWay invitation", "4 phone digits"}) {
			c.Errorf("%+v", r)
		}
		if len(c.invited) != 1 || c.read(c.invited[0]).UserName != "gil" || c.read(c.invited[0]).Joining != org.Invited {
			c.Errorf("invited %q", c.invited)
		}
		if c.known["13700000032"] != "" || c.known["12"] != "" {
			c.Errorf("accounts of refused rows: %v", c.known)
		}
	})
}
