package org_test

import (
	"fmt"
	"slices"
	"testing"

	"mouldworks/internal/org"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

func rowsTold(faults []resource.RowFault) (all []string) {
	for _, f := range faults {
		all = append(all, fmt.Sprintf("%d %s %s", f.Row, f.Column, f.Rule))
	}
	return all
}

// mayModify lets whoever brings files also change departments.
func (c *company) mayModify() {
	c.Helper()
	actor, err := store.ActorFrom(c.ctx)
	if err != nil {
		c.Fatal(err)
	}
	actor.May["system.department.modify"] = true
	c.ctx = store.WithActor(c.ctx, actor)
}

// stands tells where a department stands, and its telephone.
func (c *company) stands(code string) string {
	c.Helper()
	var row org.Department
	c.write(func(tx store.Tx) error { return tx.Select(&row).Where("code = ?", code).Scan(c.ctx) })
	return fmt.Sprint(row.Level, " ", row.Phone)
}

// departments brings a file of departments, by people who may also change them.
func (c *company) departments(file string) resource.ImportResult {
	c.Helper()
	r, err := c.org.Departments.Import(c.ctx, c.db, resource.ImportFile{Name: "d.csv", Data: []byte(file), Partly: true})
	if err != nil {
		c.Fatal(err)
	}
	return r
}

// A name that several departments have, of the file or stored, names none of them; one that a single department will have is enough.
func TestADepartmentIsNamedWhereOneAloneHasTheName(t *testing.T) {
	for what, x := range map[string]struct{ stored, file, want string }{
		"two of the file":             {"", "D5,生产组,\nD6,生产组,\nD7,图档,生产组\n", "4 parentId ambiguous"},
		"one of the file, two stored": {"D1,生产组,\nD2,生产组,\n", "D5,生产组,\nD6,图档,生产组\n", "3 parentId ambiguous"},
		"one of the file, one stored": {"D1,生产组,\n", "D5,生产组,\nD6,图档,生产组\n", "3 parentId ambiguous"},
		"two stored":                  {"D1,生产组,\nD2,生产组,\n", "D6,图档,生产组\n", "2 parentId ambiguous"},
		"the only one of the file":    {"", "D5,生产组,\nD6,图档,生产组\n", ""},
		"the stored ones are renamed": {"D1,生产组,\nD2,生产组,\n", "D1,甲,\nD2,乙,\nD5,生产组,\nD6,图档,生产组\n", ""},
		"a code of the file":          {"", "D5,D6,\nD6,生产组,\nD7,图档,D6\n", ""},
	} {
		each(t, func(c *company) {
			c.mayModify()
			if x.stored != "" {
				c.departments("code,name,parentId\n" + x.stored)
			}
			r := c.departments("code,name,parentId\n" + x.file)
			var want []string
			if x.want != "" {
				want = []string{x.want}
			}
			if got := rowsTold(r.Faults); !slices.Equal(got, want) {
				c.Errorf("%s: %q, want %q", what, got, want)
			}
			if want != nil {
				return
			}
			c.write(func(tx store.Tx) error {
				var child, parent org.Department
				err := tx.Select(&child).Where("name = ?", "图档").Scan(c.ctx)
				if err == nil {
					err = tx.Select(&parent).Where("id = ?", child.ParentID).Scan(c.ctx)
				}
				if parent.Name != "生产组" {
					c.Errorf("%s: it stands below %q", what, parent.Code)
				}
				return err
			})
		})
	}
}

// Departments below one that moves are written where their piece is written row by row: that they sink with it is nobody else's change.
func TestADepartmentFollowsItsParentRowByRow(t *testing.T) {
	each(t, func(c *company) {
		c.mayModify()
		c.departments("code,name,parentId\nR,根,\nP1,甲,\nC1,乙,P1\nX,丙,\n")
		ctx := store.BeforeWrite(c.ctx, func() error {
			return c.db.Write(c.ctx, func(tx store.Tx) error {
				_, err := tx.Change((*org.Department)(nil)).Set("name = ?", "丁").Where("code = ?", "X").Exec(c.ctx)
				return err
			})
		})
		r, err := c.org.Departments.Import(ctx, c.db, resource.ImportFile{Data: []byte("code,parentId,phone\nP1,R,\nC1,,123\nX,,456\n"), Partly: true})
		if got := rowsTold(r.Faults); err != nil || !slices.Equal(got, []string{"4 code refused"}) || r.Changed != 2 {
			c.Fatalf("%v %q %+v", err, got, r)
		}
		if got := c.stands("C1"); got != "3 123" {
			c.Errorf("C1 stands at %s", got)
		}
	})
}

// A number is the same however a file writes it: the check knows a second row of it, and one that is stored.
func TestANumberOfAFileIsOneHoweverItIsWritten(t *testing.T) {
	each(t, func(c *company) {
		for _, x := range []struct{ file, want string }{
			{"zhao,赵,13900000901,planner\nqian,钱,139-0000-0901,planner\n", "3 phone duplicateKey"},
			{"zhao,赵,13900000901,planner\n", ""},
			{"qian,钱,139 0000 0901,planner\n", "2 phone unique"},
		} {
			r, err := c.org.Users.Import(c.ctx, c.db, resource.ImportFile{Data: []byte("userName,realName,phone,roles\n" + x.file), DryRun: x.want != ""})
			if got := rowsTold(r.Faults); err != nil || x.want == "" && len(got) > 0 || x.want != "" && !slices.Equal(got, []string{x.want}) {
				c.Errorf("%s: %v %q, want %q", x.file, err, got, x.want)
			}
		}
	})
}

// In a long file, too, a department is written after one above it has moved, and a move that a row makes possible waits for that row.
func TestALongFileOfDepartments(t *testing.T) {
	each(t, func(c *company) {
		c.mayModify()
		file := "code,name,parentId\nR,根,\nP1,甲,\nC1,乙,P1\nG1,丙,C1\n"
		for i := range 600 {
			file += fmt.Sprintf("K%d,第%d,\n", i, i)
		}
		c.departments(file)
		file = "code,parentId,phone\nP1,R,\n"
		for i := range 600 {
			file += fmt.Sprintf("K%d,,1%d\n", i, i)
		}
		if r := c.departments(file + "G1,,123\n"); len(r.Faults) > 0 || r.Changed != 602 {
			c.Fatalf("%q %d", rowsTold(r.Faults), r.Changed)
		}
		if got := c.stands("G1"); got != "4 123" {
			c.Errorf("G1 stands at %s", got)
		}
	})
}
