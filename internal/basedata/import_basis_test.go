package basedata_test

import (
	"fmt"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What is written is what the check has shown: once somebody has changed, made or deleted a record that the file names, the write by that
// check is refused as a whole. Other records may change; who sends no basis has checked nothing.
func TestAFileIsWrittenAsItWasChecked(t *testing.T) {
	each(t, func(s *shop) {
		customers := s.master.Customers
		save := func(number, name string) (c *basedata.Customer) {
			c = &basedata.Customer{Number: number, Name: name, Valid: true}
			s.write(func(tx store.Tx) error { return customers.Save(s.ctx, tx, c) })
			return c
		}
		first, other, gone := save("C1", "one"), save("C2", "two"), save("C3", "three")
		file := resource.ImportFile{Name: "c.csv", Data: []byte("number,name\nC1,from the file\nC3,three\nC4,four\n")}
		check := func() string {
			s.Helper()
			dry := file
			dry.DryRun = true
			result, err := customers.Import(permitted(s.ctx, customers), s.db, dry)
			if err != nil || result.FaultCount > 0 || result.Basis == "" {
				s.Fatalf("%+v, %v", result, err)
			}
			return result.Basis
		}
		write := func(basis string) string {
			s.Helper()
			file := file
			file.Basis = basis
			result, err := customers.Import(permitted(s.ctx, customers), s.db, file)
			if err != nil {
				return fmt.Sprint(problem.Of(err).Code)
			}
			return fmt.Sprintf("%d new, %d changed", result.Created, result.Changed)
		}
		rename := func(c *basedata.Customer, name string) {
			c.Name = name
			s.write(func(tx store.Tx) error { return customers.Save(s.ctx, tx, c) })
		}
		stored := func(number string) (c basedata.Customer) {
			if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&c).Where("number = ?", number).Scan(s.ctx) }); err != nil {
				s.Fatal(err)
			}
			return c
		}

		basis := check()
		rename(first, "by hand")
		if got := write(basis); got != "20009" || stored("C1").Name != "by hand" {
			s.Errorf("over a change: %s, stored is %q", got, stored("C1").Name)
		}
		basis = check()
		fourth := save("C4", "by somebody else")
		if got := write(basis); got != "20009" || stored("C4").Name != "by somebody else" {
			s.Errorf("over a new record: %s", got)
		}
		basis = check()
		s.write(func(tx store.Tx) error { return customers.Delete(s.ctx, tx, gone.ID) })
		if got := write(basis); got != "20009" {
			s.Errorf("in place of a deleted record: %s", got)
		}
		basis = check()
		rename(other, "also by hand")
		if got := write(basis); got != "1 new, 2 changed" || stored("C1").Name != "from the file" || stored("C2").Name != "also by hand" {
			s.Errorf("as it was checked: %s", got)
		}
		if got := write(basis); got != "20009" {
			s.Errorf("a second time: %s", got)
		}
		*fourth = stored("C4")
		rename(fourth, "once more")
		if got := write(""); got != "0 new, 1 changed" {
			s.Errorf("without a check: %s", got)
		}
	})
}

// The preview of a new record tells every value that the file gives, a no and a zero, too.
func TestThePreviewTellsANo(t *testing.T) {
	each(t, func(s *shop) {
		for _, typed := range []string{"否", "0", "n"} {
			result, err := s.master.Suppliers.Import(permitted(s.ctx, s.master.Suppliers), s.db, resource.ImportFile{
				Name: "s.csv", Data: []byte("code,name,leadDays,valid\nS9,nine,0," + typed + "\nS8,eight,,\n"), DryRun: true,
			})
			if err != nil || len(result.Rows) != 2 {
				s.Fatalf("%+v, %v", result, err)
			}
			told := func(row int) (list []string) {
				for _, c := range result.Rows[row].Changes {
					list = append(list, c.Field+"="+c.After.In(problem.English))
				}
				return list
			}
			if got := fmt.Sprint(told(0)); got != "[code=S9 name=nine valid=Invalid leadDays=0 currency=CNY taxIncluded=Yes]" {
				s.Errorf("%s: %s", typed, got)
			}
			if got := fmt.Sprint(told(1)); got != "[code=S8 name=eight valid=Valid currency=CNY taxIncluded=Yes]" {
				s.Errorf("without a value: %s", got)
			}
		}
	})
}
