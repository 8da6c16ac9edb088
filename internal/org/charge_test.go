package org_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Somebody who came in and stays is in charge: who was only invited is not, nor who leaves one day, nor a guest.
func TestSomebodyWhoStaysIsInCharge(t *testing.T) {
	each(t, func(c *company) {
		me := c.member()
		c.is("the last one expires one day", c.patch(me, map[string]any{"expireDate": "2030-12-31"}), "expireDate last")
		// In the zone of the company, where it is tomorrow already from 16:00 UTC on.
		c.is("tonight", c.patch(me, map[string]any{"expireDate": string(quantity.DateOf(store.Now(), time.FixedZone("", 8*60*60)))}), "expireDate last")
		c.is("a day later than for ever", c.patch(me, map[string]any{"expireDate": "2100-01-01"}))
		c.is("for ever again", c.patch(me, map[string]any{"expireDate": string(org.Forever)}))
		if _, err := c.add(map[string]any{"userName": "ivy", "phone": "13700000061", "roles": []string{"administrator"}}); err != nil {
			c.Fatal(err)
		}
		c.is("with one who was only invited", c.patch(me, map[string]any{"expireDate": "2030-12-31"}), "expireDate last")
		ben, err := c.add(map[string]any{"roles": []string{"administrator"}, "joinWay": org.ByPassword, "expireDate": "2030-12-31"})
		supplier, customer := c.partners()
		if err != nil {
			c.Fatal(err)
		}
		err = c.patch(me, map[string]any{"expireDate": "2028-12-31"})
		c.is("with one who leaves", err, "expireDate last")
		if err == nil || !strings.Contains(err.Error(), "Nobody would administer the company beyond 2030-12-31") {
			c.Errorf("it says %v", err)
		}
		for field, id := range map[string]string{"supplierId": supplier, "customerId": customer} {
			c.is("making oneself a guest by "+field, c.patch(me, map[string]any{field: id}), field+" self")
		}
		// Ben asks: the other one is all that stays beyond his day.
		actor, err := store.ActorFrom(c.ctx)
		if err != nil {
			c.Fatal(err)
		}
		actor.MemberID = ben.ID
		c.ctx = store.WithActor(c.ctx, actor)
		c.is("who stays is disabled", c.patch(me, map[string]any{"enabled": false}), "20000")
		c.is("who stays is deleted", c.db.Write(c.ctx, func(tx store.Tx) error { return c.org.Users.Delete(c.ctx, tx, me) }), "20000")
		c.is("who stays becomes a guest", c.patch(me, map[string]any{"supplierId": supplier}), "20000")
		c.is("Ben stays, too", c.patch(ben.ID, map[string]any{"expireDate": string(org.Forever)}))
		c.is("then the other may leave", c.patch(me, map[string]any{"expireDate": "2030-12-31"}))
		c.is("or go", c.patch(me, map[string]any{"enabled": false}))
	})
}

// partners makes a supplier and a customer.
func (c *company) partners() (supplier, customer string) {
	c.Helper()
	s, k := &basedata.Supplier{Code: "S1", Name: "Steel", Valid: true}, &basedata.Customer{Name: "Cars", Valid: true}
	c.write(func(tx store.Tx) error { return errors.Join(tx.Insert(c.ctx, s), tx.Insert(c.ctx, k)) })
	return s.ID, k.ID
}
