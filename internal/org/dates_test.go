package org_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// People are born and come to work before the years of a shop, in forms as in files; nobody is born tomorrow.
func TestDatesOfPeople(t *testing.T) {
	each(t, func(c *company) {
		m, err1 := c.add(nil)
		actor, err2 := store.ActorFrom(c.ctx)
		if err := errors.Join(err1, err2); err != nil {
			c.Fatal(err)
		}
		actor.May["system.user.modify"] = true
		now := store.Now().In(time.FixedZone("", 8*60*60)) // of the company
		today, tomorrow := quantity.DateOf(now, now.Location()), quantity.DateOf(now.AddDate(0, 0, 1), now.Location())
		const born, came = "Birthday: it must lie between the year 1900 and today", "Entry date: the year must lie between 1950 and 2199"
		for _, x := range []struct{ field, value, form, file, says string }{
			{"birthday", "1900-01-01", "", "", ""},
			{"birthday", "1985/3/2", "", "", ""},
			{"birthday", string(today), "", "", ""},
			{"birthday", string(tomorrow), "range", "range", born},
			{"birthday", "1899-12-31", "range", "date", born},
			{"birthday", "1899年12月31日", "type", "date", born},
			{"birthday", "2200-01-01", "range", "date", born},
			{"birthday", "28915", "", "", ""}, // 1979-03-01, as spreadsheet programs keep it
			{"birthday", "20", "type", "date", "Birthday: as a date this number lies outside the years 1900 to 2199; write 2026-03-20"},
			{"entryDate", "1950-01-01", "", "", ""},
			{"entryDate", "1989-12-31", "", "", ""},
			{"entryDate", string(tomorrow), "", "", ""},
			{"entryDate", "2199-12-31", "", "", ""},
			{"entryDate", "1949-12-31", "range", "date", came},
			{"entryDate", "2200-01-01", "range", "date", came},
			{"expireDate", "1989-12-31", "range", "date", "Expiry date: the year must lie between 1990 and 2199"},
		} {
			var want []string
			if x.form != "" {
				want = []string{x.field + " " + x.form}
			}
			c.is(x.value, c.patch(m.ID, map[string]any{x.field: x.value}), want...)
			r := c.sheet(fmt.Sprintf("userName,%s\nben,%s\n", x.field, x.value))
			got := ""
			for _, f := range r.Faults {
				got += f.Rule
				if !strings.HasSuffix(x.says, f.Texts.En) {
					c.Errorf("%s %s: the file says %q", x.field, x.value, f.Texts.En)
				}
			}
			if got != x.file {
				c.Errorf("%s %s: the file is refused for %q, want %q", x.field, x.value, got, x.file)
			}
		}
		// A day that an earlier version took stays, so that who does not see it may save the rest.
		c.write(func(tx store.Tx) error {
			_, err := tx.Change((*org.User)(nil)).Set("birthday = ?", string(tomorrow)).Where("id = ?", m.ID).Exec(c.ctx)
			return err
		})
		c.is("the rest of somebody born tomorrow", c.patch(m.ID, map[string]any{"qq": "1"}))
		for _, f := range c.org.Users.Meta(func(string) bool { return true }).Fields {
			if f.Key == "birthday" && (f.Earliest != "1900-01-01" || f.Latest != resource.Today) || f.Key == "entryDate" && (f.Earliest != "1950-01-01" || f.Latest != "") {
				c.Errorf("screens hear of %s %q..%q", f.Key, f.Earliest, f.Latest)
			}
		}
	})
}

// USER-07: whoever is enabled and whose last day has passed is expired, a state of its own: the list is narrowed to each of the three.
func TestUsersAreEnabledDisabledOrExpired(t *testing.T) {
	each(t, func(c *company) {
		for name, fields := range map[string]map[string]any{
			"on": {}, "off": {"enabled": false}, "over": {"expireDate": "2020-01-01"}, "gone": {"enabled": false, "expireDate": "2020-01-01"},
		} {
			fields["userName"], fields["phone"] = name, fmt.Sprintf("137000002%02d", len(name)*10+int(name[1]%10))
			if _, err := c.add(fields); err != nil {
				c.Fatal(err)
			}
		}
		for state, want := range map[string]string{"true": "admin on", "false": "gone off", "expired": "over"} {
			var names []string
			if err := c.db.Read(c.ctx, func(tx store.Tx) error {
				page, err := c.org.Users.List(c.ctx, tx, resource.Query{Size: 50, Filters: map[string]string{"enabled": state}})
				for i := range page.Rows {
					names = append(names, page.Rows[i].UserName)
				}
				return err
			}); err != nil {
				c.Fatal(err)
			}
			if got := strings.Join(names, " "); got != want {
				c.Errorf("%s: %q, want %q", state, got, want)
			}
		}
		if err := c.db.Read(c.ctx, func(tx store.Tx) error {
			_, err := c.org.Users.List(c.ctx, tx, resource.Query{Size: 50, Filters: map[string]string{"worklog": "expired"}})
			return err
		}); err == nil {
			c.Error("a flag that no date ends is expired")
		}
	})
}
