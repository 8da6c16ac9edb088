package org_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// change changes a user by the call of the product.
func (c *company) change(id string, fields map[string]any) error {
	_, err := c.changed(id, fields)
	return err
}

func (c *company) changed(id string, fields map[string]any) (resource.One[*org.User], error) {
	c.Helper()
	fields["version"] = c.read(id).Version
	return c.org.Change(c.ctx, &org.ChangeInput{ID: id, Body: resourcetest.Body(c, fields)})
}

// A number that was mistyped is put right by whoever keeps users as long as nobody has come in by it; the invitation goes to the right
// one, whose account the user gets.
func TestAMistypedNumberIsPutRight(t *testing.T) {
	each(t, func(c *company) {
		ivy, err := c.add(map[string]any{"userName": "ivy", "phone": "13700000071"})
		if err != nil {
			c.Fatal(err)
		}
		c.is("letters", c.change(ivy.ID, map[string]any{"phone": "call me"}), "phone digits")
		c.is("somebody's of this company", c.change(ivy.ID, map[string]any{"phone": "13700000001"}), "phone account")
		c.account("", "13700000079")
		c.is("somebody's elsewhere", c.change(ivy.ID, map[string]any{"phone": "13700000079"}), "phone account")
		c.is("a refused row", c.change(ivy.ID, map[string]any{"phone": "13700000078", "pageSize": 1}), "pageSize min")
		if !slices.Contains(c.taken, "acc-13700000078") {
			c.Error("the account of a refused correction was not taken back")
		}
		c.invited, c.taken = nil, nil
		c.is("the right one", c.change(ivy.ID, map[string]any{"phone": "+86 137-0000-0072", "qq": "7"}))
		got := c.read(ivy.ID)
		if got.Phone != "13700000072" || got.AccountID != "acc-13700000072" || got.Joining != org.Invited || got.QQ != "7" {
			c.Errorf("%+v", got)
		}
		if !slices.Equal(c.invited, []string{ivy.ID}) || !slices.Equal(c.taken, []string{"acc-13700000071"}) {
			c.Errorf("invited %q, taken back %q", c.invited, c.taken)
		}
		dan, err := c.add(map[string]any{"userName": "dan", "phone": "13700000073", "joinWay": org.ByPassword})
		if err != nil {
			c.Fatal(err)
		}
		c.is("of an initial password that nobody has used", c.change(dan.ID, map[string]any{"phone": "13700000074"}))
		if got := c.read(dan.ID); got.Phone != "13700000074" || got.Joining != org.Invited || got.JoinWay != org.ByInvitation || len(c.invited) != 2 {
			c.Errorf("%+v", got)
		}
		delete(c.unentered, "acc-13700000074")
		c.is("of somebody who has come in", c.change(dan.ID, map[string]any{"phone": "13700000075"}), "phone owner")
		if c.known["13700000075"] != "" {
			c.Error("an account was made for a refused number")
		}
	})
}

// Who may not sign in is sent no SMS, and whoever asks for one is told.
func TestWhoMayNotSignInIsSentNothing(t *testing.T) {
	each(t, func(c *company) {
		told := func(what string, fields map[string]any) *org.User {
			c.Helper()
			body := map[string]any{"userName": what, "realName": "Ivy", "roles": []string{"planner"}}
			for k, v := range fields {
				body[k] = v
			}
			added, err := c.org.Add(c.ctx, &resource.CreateInput{Body: resourcetest.Body(c, body)})
			if err != nil {
				c.Fatal(err)
			}
			if len(c.invited)+c.greeted > 0 || added.Invitation != "" || len(added.Warnings) != 1 || !strings.Contains(added.Warnings[0], "no SMS was sent") {
				c.Errorf("%s: %q, %d, %+v", what, c.invited, c.greeted, added.Warnings)
			}
			return added.Row
		}
		c.account("", "13700000080")
		off := told("off", map[string]any{"phone": "13700000081", "enabled": false})
		quit := told("quit", map[string]any{"phone": "13700000082", "employeeStatus": org.Quit})
		over := told("over", map[string]any{"phone": "13700000083", "expireDate": "2020-01-01"})
		told("known", map[string]any{"phone": "13700000080", "enabled": false})
		for _, m := range []*org.User{off, quit, over} {
			_, err := c.org.InviteAgain(c.ctx, m.ID)
			if c.is(m.UserName, err, "20000"); err == nil || !strings.Contains(err.Error(), "no SMS was sent") {
				c.Errorf("%s: it says %v", m.UserName, err)
			}
		}
		c.write(func(tx store.Tx) error {
			_, err := tx.Change((*org.User)(nil)).Set("joining = ?", org.Withdrawn).WhereIn("id", []string{off.ID, quit.ID}).Exec(c.ctx)
			return err
		})
		if _, err := c.org.InviteAgain(c.ctx, quit.ID); err == nil || len(c.invited) > 0 {
			c.Errorf("who has quit: %v, invited %q", err, c.invited)
		}
		if _, err := c.org.InviteAgain(c.ctx, off.ID); err != nil || len(c.invited) != 1 { // which enables them
			c.Errorf("who was withdrawn: %v, invited %q", err, c.invited)
		}
	})
}

// Refusals in English speak of several as of several, and of a number that is too large as of a number.
func TestWordsOfRefusals(t *testing.T) {
	each(t, func(c *company) {
		for _, x := range []struct {
			fields map[string]any
			says   string
		}{
			{map[string]any{"roles": []string{"king"}}, "Roles: one of those chosen does not exist"},
			{map[string]any{"factories": []string{"moon"}}, "Factories: one of those chosen does not exist"},
			{map[string]any{"departmentId": store.NewID()}, "Department does not exist"},
			{map[string]any{"expireDate": nil}, "Expiry date cannot be empty"},
			{map[string]any{"labourRate": 1e12}, "Labour rate is too large"},
			{map[string]any{"labourRate": 1_000_000_000}, "Labour rate is too large"},
			{map[string]any{"labourRate": "much"}, "Labour rate must be a number"},
		} {
			m := c.read(c.member())
			if err := c.change(m.ID, x.fields); err == nil || !strings.Contains(err.Error(), x.says) {
				c.Errorf("%v: it says %v, want %q", x.fields, err, x.says)
			}
		}
		c.is("the largest", c.change(c.member(), map[string]any{"labourRate": 999_999_999}))
		if r := c.sheet("userName,roles,phone,realName\nivy,king,13700000091,Ivy\n"); len(r.Faults) == 0 || r.Faults[0].Texts.En != "Roles: “king” does not exist" {
			c.Errorf("%+v", r.Faults)
		}
		if r := c.sheet("User name,Expires\nadmin,2099-12-31\n"); len(r.Faults) > 0 || r.Same != 1 {
			c.Errorf("the heading of an earlier export: %+v", r)
		}
	})
}

// Whoever sees the moulds of some departments alone moves nobody into them whose moulds they do not see.
func TestNobodyBringsMouldsIntoOnesReach(t *testing.T) {
	each(t, func(c *company) {
		departments := map[string]string{}
		c.write(func(tx store.Tx) error {
			for _, name := range []string{"Works", "Sales"} {
				row := org.Department{Code: name, Name: name, Valid: true}
				if err := c.org.Departments.Save(c.ctx, tx, &row); err != nil {
					return err
				}
				departments[name] = row.ID
			}
			return nil
		})
		bea, err := c.add(map[string]any{"userName": "bea", "phone": "13700000081", "departmentId": departments["Sales"]})
		if err != nil {
			c.Fatal(err)
		}
		actor, err := store.ActorFrom(c.ctx)
		if err != nil {
			c.Fatal(err)
		}
		actor.Work = store.Reach{Narrow: true, Departments: []string{departments["Works"]}, Members: []string{actor.MemberID}}
		c.ctx = store.WithActor(c.ctx, actor)
		c.responsible = bea.ID
		c.is("with moulds", c.change(bea.ID, map[string]any{"departmentId": departments["Works"]}), "departmentId reach")
		c.is("elsewhere", c.change(bea.ID, map[string]any{"departmentId": ""}))
		c.responsible = ""
		c.is("without moulds", c.change(bea.ID, map[string]any{"departmentId": departments["Works"]}))
	})
}
