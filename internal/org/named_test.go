package org_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What a file names is found by its code or by any of its names; a name that several have is told as such, and never the first of them.
func TestWhatAFileNamesIsNeverGuessed(t *testing.T) {
	each(t, func(c *company) {
		actor, err := store.ActorFrom(c.ctx)
		if err != nil {
			c.Fatal(err)
		}
		actor.May["system.user.modify"], actor.May["system.department.modify"] = true, true
		if _, err := c.add(map[string]any{"realName": "Boss"}); err != nil {
			c.Fatal(err)
		}
		c.people.Search = func(ctx context.Context, tx store.Tx, _ string, _ int) ([]resource.Entry, error) {
			var ids []string
			err := tx.Select((*org.User)(nil)).Columns("id").ScanColumn(ctx, &ids)
			entries, fault := c.people.Find(ctx, tx, ids)
			return entries, errors.Join(err, fault)
		}
		shop, twin := &org.Department{Code: "D1", Name: "Shop", Valid: true}, &org.Department{Code: "D2", Name: "Shop", Valid: true}
		c.write(func(tx store.Tx) error {
			return errors.Join(c.org.Departments.Save(c.ctx, tx, shop), c.org.Departments.Save(c.ctx, tx, twin))
		})
		told := func(r resource.ImportResult) (said string) {
			for _, f := range r.Faults {
				said += fmt.Sprint(f.Column, " ", f.Rule, ": ", f.Texts.En)
			}
			return said
		}
		const several = "names several records; write the code or the name of the one that is meant, of people the user name"
		if got := told(c.sheet("userName,departmentId\nben,Shop\n")); got != "departmentId ambiguous: Department: “Shop” "+several {
			c.Errorf("two departments: %q", got)
		}
		if got := told(c.sheet("userName,departmentId\nben,Store\n")); !strings.HasPrefix(got, "departmentId reference: Department “Store” does not exist") {
			c.Errorf("no department: %q", got)
		}
		if r := c.sheet("userName,departmentId\nben,D2\n"); r.Changed != 1 {
			c.Errorf("its code: %+v", r)
		}
		managed := func(name string) string {
			r, err := c.org.Departments.Import(c.ctx, c.db, resource.ImportFile{Name: "d.csv", Data: []byte("code,managerId\nD1," + name + "\n"), Partly: true})
			if err != nil {
				c.Fatal(err)
			}
			return told(r)
		}
		if got := managed("Boss"); !strings.HasPrefix(got, "managerId ambiguous") || !strings.HasSuffix(got, several) {
			c.Errorf("two people: %q", got)
		}
		if got := managed("BEN"); got != "" {
			c.Errorf("a user name: %q", got)
		}
	})
}
