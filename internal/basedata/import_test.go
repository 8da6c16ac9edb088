package basedata_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// permitted lets the actor view, add and change the rows of a list, and view the groups and sections that they name.
func permitted(ctx context.Context, r resource.Any) context.Context {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		panic(err)
	}
	permission := r.Meta(func(string) bool { return true }).Permission
	may := maps.Clone(actor.May)
	for _, one := range []string{permission + ".check", permission + ".add", permission + ".modify", "system.group.check", "system.section.check"} {
		may[one] = true
	}
	actor.May = may
	return store.WithActor(ctx, actor)
}

// take imports a file as the server does.
func take[P resource.Entity](ctx context.Context, t *testing.T, db *store.DB, r *resource.Resource[P], file string, dryRun bool) resource.ImportResult {
	t.Helper()
	result, err := r.Import(permitted(ctx, r), db, resource.ImportFile{Data: []byte(file), DryRun: dryRun})
	if err != nil {
		t.Fatal(err)
	}
	if result.Read != result.Created+result.Changed+result.Same+result.Refused+result.NotReached+result.Skipped {
		t.Errorf("not every row is counted once: %+v", result)
	}
	if (dryRun || len(result.Faults) > 0) && result.Committed {
		t.Errorf("dry run %v, faults %v, and yet written", dryRun, result.Faults)
	}
	return result
}

func calendars(ctx context.Context, t *testing.T, db *store.DB) (names []string, byDefault string) {
	t.Helper()
	var rows []basedata.Calendar
	if err := db.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("name").Scan(ctx) }); err != nil {
		t.Fatal(err)
	}
	for _, c := range rows {
		names = append(names, c.Name)
		if c.Default {
			byDefault += c.Name
		}
	}
	return names, byDefault
}

// A rule that asks what is stored sees the rows of the file before: of two first calendars one becomes the default one.
func TestRowsOfAFileSeeTheOnesBefore(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		ctx := store.WithActor(t.Context(), storetest.Tenant(t, db, "a"))
		master := basedata.New(basedata.Deps{})
		result := take(ctx, t, db, master.Calendars, "name,valid\nA,1\nB,1\n", false)
		if names, byDefault := calendars(ctx, t, db); result.Created != 2 || len(names) != 2 || byDefault != "A" {
			t.Errorf("%+v: %v, default %q", result, names, byDefault)
		}
	})
}

// What a rule writes on the way is undone with a dry run, and with a file that has a fault further down.
func TestWhatARuleWritesIsUndoneWithTheFile(t *testing.T) {
	each(t, func(s *shop) {
		sure := s.actor
		sure.Confirmed = "replaceDefault"
		ctx := store.WithActor(s.ctx, sure)
		for name, c := range map[string]struct {
			file   string
			dryRun bool
		}{"dry run": {"name,valid,default\n五天,1,1\n", true}, "a fault below": {"name,valid,default\n五天,1,1\n七天,0,1\n", false}} {
			take(ctx, s.T, s.db, s.master.Calendars, c.file, c.dryRun)
			if names, byDefault := calendars(ctx, s.T, s.db); len(names) != 1 || byDefault != "六天" {
				s.Errorf("%s: %v, default %q", name, names, byDefault)
			}
		}
	})
}

// The company's records are used in all of its factories: what another factory's machine carries cannot be deleted here,
// and the answer counts it without naming it.
func TestWhatAnotherFactoryNeedsStays(t *testing.T) {
	each(t, func(s *shop) {
		travel := &basedata.MachineAttribute{Code: "X", Name: "X行程", ValueType: basedata.AttributeNumber, Valid: true}
		s.write(func(tx store.Tx) error { return s.master.MachineAttributes.Save(s.ctx, tx, travel) })
		elsewhere := s.actor
		elsewhere.FactoryID = storetest.Factory(s.T, s.db, s.actor.TenantID, "a2")
		other := store.WithActor(s.ctx, elsewhere)
		if err := s.db.Write(other, func(tx store.Tx) error {
			return tx.Insert(other, &basedata.Machine{Name: "FAR1", GroupID: s.groupID, Attributes: []basedata.AttributeValue{{AttributeID: travel.ID}}})
		}); err != nil {
			t.Fatal(err)
		}
		err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.MachineAttributes.Delete(s.ctx, tx, travel.ID) })
		var refused *problem.Problem
		if !errors.As(err, &refused) || refused.Code != problem.Refused {
			t.Fatalf("it went: %v", err)
		}
		if said := fmt.Sprintf("%+v", refused.Data); !strings.Contains(said, "Count:1") || strings.Contains(said, "FAR1") {
			t.Errorf("the answer is %s", said)
		}
	})
}

// A new row that has no status takes the initial one, as a form begins with it; what a form must ask for is asked for.
func TestNewRowsBeginWithTheInitialValues(t *testing.T) {
	each(t, func(s *shop) {
		result := take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId\nA1,CNC\nA2,CNC\n", false)
		if result.Created != 2 || len(result.Faults) > 0 {
			s.Fatalf("%+v", result)
		}
		var rows []basedata.Machine
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).Order("name").Scan(s.ctx) }); err != nil {
			s.Fatal(err)
		}
		for _, m := range rows {
			if m.Status != basedata.MachineNormal || !m.Scheduled || m.WorkRate.String() != "1" {
				s.Errorf("%s: status %d, scheduled %v, work rate %s", m.Name, m.Status, m.Scheduled, m.WorkRate)
			}
		}
		told := func(r resource.ImportResult) (all []string) {
			for _, f := range r.Faults {
				all = append(all, fmt.Sprintf("%d %s %q %s", f.Row, f.Column, f.Value, f.Rule))
			}
			return all
		}
		result = take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId,status\nA3,CNC,无效\nA4,CNC,\n", true)
		if got := told(result); !slices.Equal(got, []string{`2 status "无效" scheduled`}) {
			s.Errorf("an invalid machine in the plan: %q", got)
		}
		result = take(s.ctx, s.T, s.db, s.master.Machines, "name,groupId,status\nA3,CNC,新\n", true)
		if len(result.Faults) != 1 || result.Faults[0].Texts.Zh != "状态只能填：0 无效、1 正常、2 维修" {
			s.Errorf("an unknown status: %+v", result.Faults)
		}
		result = take(s.ctx, s.T, s.db, s.master.Groups, "code,name,calendarId,shiftId,labourRate\nG1,一组,六天,D,-\n", true)
		if got := told(result); !slices.Equal(got, []string{`2 capacity "" required`, `2 labourRate "-" required`, `2 weight "" required`}) {
			s.Errorf("a group without numbers: %q", got)
		}
	})
}

// The default calendar gives its flag only to another one: the refusal belongs to the column.
func TestTheFlagOfTheDefaultCalendarIsRefusedAtItsColumn(t *testing.T) {
	each(t, func(s *shop) {
		result := take(s.ctx, s.T, s.db, s.master.Calendars, "name,default\n六天,否\n", true)
		if len(result.Faults) != 1 || result.Faults[0].Column != "default" || result.Faults[0].Value != "否" {
			s.Errorf("%+v", result.Faults)
		}
	})
}
