package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// emptyFactory is a company as the first start leaves it: a factory, an administrator, nothing else.
func emptyFactory(t *testing.T, fn func(ctx context.Context, t *testing.T, a *App)) {
	eachApp(t, func(t *testing.T, a *App) {
		var actor store.Actor
		if err := a.DB.System(t.Context(), "the test makes a company", func(tx store.Tx) error {
			company, factory, err := a.Identity.Found(t.Context(), tx, tenancy.New{Code: "new", Name: "New", FactoryCode: "F1", FactoryName: "First", Zone: "Asia/Shanghai"})
			if err != nil {
				return err
			}
			m, err := a.Identity.Add(t.Context(), tx, identity.NewMember{TenantID: company.ID, Phone: "13700000001", Password: "Passw0rd1", UserName: "boss", RealName: "Boss", Roles: []string{access.Administrator}, Factories: []string{factory.ID}})
			modules := map[string]bool{}
			for _, key := range company.Modules {
				modules[key] = true
			}
			actor = store.Actor{Modules: modules, TenantID: company.ID, FactoryID: factory.ID, AccountID: m.AccountID, MemberID: m.ID, Zone: factory.Zone, May: access.Expand([]string{"*"}, a.API.Permissions())}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		fn(store.WithActor(problem.WithLanguage(t.Context(), problem.English), actor), t, a)
	})
}

// steps names the steps that are done, in order.
func (a *App) steps(ctx context.Context, t *testing.T) (done []string, h FirstHour) {
	t.Helper()
	if err := a.DB.Read(ctx, func(tx store.Tx) (err error) {
		h, err = firstHour(ctx, tx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, s := range h.Steps {
		if s.Done {
			done = append(done, s.Key)
		}
	}
	return done, h
}

// R44: a new company has RMB as its base currency, whose rate stands in the history.
func TestACompanyBeginsWithItsBaseCurrency(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var currencies []basedata.Currency
		var rates []basedata.ExchangeRate
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			return errors.Join(tx.Select(&currencies).Scan(ctx), tx.Select(&rates).Scan(ctx))
		}); err != nil {
			t.Fatal(err)
		}
		if len(currencies) != 1 || currencies[0].Code != "RMB" || !currencies[0].Base || !currencies[0].Valid || currencies[0].Rate.String() != "1" {
			t.Errorf("currencies: %+v", currencies)
		}
		if len(rates) != 1 || rates[0].Currency != "RMB" || rates[0].BaseCode != "RMB" || rates[0].From == nil {
			t.Errorf("rates: %+v", rates)
		}
	})
}

func TestTheChecklistFollowsTheFirstHour(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		expect := func(after string, want ...string) {
			t.Helper()
			if done, _ := a.steps(ctx, t); !slices.Equal(done, want) {
				t.Errorf("after %s: %v, want %v", after, done, want)
			}
		}
		write := func(fn func(tx store.Tx) error) {
			t.Helper()
			if err := a.DB.Write(ctx, fn); err != nil {
				t.Fatal(err)
			}
		}
		take := func(kind, key string) {
			t.Helper()
			write(func(tx store.Tx) error {
				_, err := a.takeTemplates(ctx, tx, kind, key, false)
				return err
			})
		}
		expect("the setup", "factory")
		take(calendarTemplate, "six-day")
		expect("a calendar without a shift", "factory")
		take(shiftTemplate, "day")
		expect("a calendar and a shift", "factory", "calendars")
		write(func(tx store.Tx) error { return a.writeMasters(ctx, tx, mastersWithout("六天工作制", "白班")) })
		expect("the master data", "factory", "calendars", "sections", "groups", "machines", "processes")
		a.Jobs.Start(ctx)
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.demoPlan(ctx, actor); err != nil {
			t.Fatal(err)
		}
		done, h := a.steps(ctx, t)
		if len(done) != len(h.Steps)-1 || h.Steps[len(h.Steps)-1].Key != "people" || !h.Published { // colleagues come when they come
			t.Errorf("after publishing: %v, published %v", done, h.Published)
		}
	})
}

// A planner takes a template first and then imports a workbook that brings calendars of its own: the template stays the
// default, and nothing is refused for it.
func TestAWorkbookLeavesTheDefaultCalendarAlone(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			_, err := a.takeTemplates(ctx, tx, calendarTemplate, "five-day", false)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			result := a.importBook(ctx, t, book(t, map[string][]string{"calendars": {"name|default|rest", "Ours|1|0"}}))
			if got := faultsOf(result); !slices.Equal(got, []string{"warning calendars default notKept true"}) {
				t.Errorf("the calendars of the file: %q", got)
			}
		}
		var rows []basedata.Calendar
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&rows).Where("is_default = ?", true).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		if len(rows) != 1 || rows[0].Name != "Five-day week" {
			t.Errorf("the default calendars are %v", rows)
		}
	})
}

// mastersWithout is the demo's basic data under other names where a template has been taken.
func mastersWithout(names ...string) demo.Masters {
	m := demo.Factory()
	rename := func(name *string) {
		if slices.Contains(names, *name) {
			*name += "2"
		}
	}
	for i := range m.Shifts {
		rename(&m.Shifts[i].Name)
	}
	for i := range m.Calendars {
		rename(&m.Calendars[i].Name)
		m.Calendars[i].Default = false
	}
	for i := range m.Groups {
		rename(&m.Groups[i].Shift)
		rename(&m.Groups[i].Calendar)
	}
	return m
}

func TestEveryTemplateIsTakenOnceInTheCallersLanguage(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		for round := range 2 {
			for _, x := range templates {
				made := a.take(ctx, t, x.kind, x.key)
				if round == 0 && !slices.Equal(made, []string{x.kind + " " + x.name.En}) || round == 1 && len(made) > 0 { // the second time changes nothing
					t.Errorf("taking %s for the %d. time made %q", x.key, round+1, made)
				}
			}
		}
		rows := &masterRows{}
		if err := a.DB.Read(ctx, func(tx store.Tx) (err error) {
			rows, err = readMasters(ctx, tx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		standard := 0
		for _, c := range rows.calendars {
			if c.Default {
				standard++
			}
		}
		if len(rows.calendars) != 3 || len(rows.shifts) != 3 || standard != 1 {
			t.Errorf("%d calendars, %d of them the default, %d shifts", len(rows.calendars), standard, len(rows.shifts))
		}
		worked := map[string]int{} // days of 2027
		for _, c := range rows.calendars {
			worked[c.Name] = workedIn2027(c)
		}
		// By hand: 365 days; 52 Sundays, and of the 13 holidays of 2027 one (7 February) on a Sunday besides 2 May and
		// 3 October; 52 Saturdays, with 6 February, 1 May and 2 October among the holidays.
		want := map[string]int{"Every day": 365, "Six-day week": 365 - 52 - 10, "Five-day week": 365 - 52 - 52 - 7}
		if !maps.Equal(worked, want) {
			t.Errorf("worked days of 2027: %v, want %v", worked, want)
		}
		minutes := map[string]string{}
		for _, s := range rows.shifts {
			total := 0
			for _, p := range s.Periods {
				total += p.Hours*60 + p.Minutes
			}
			minutes[s.Name] = fmt.Sprint(total / 60)
		}
		if want := map[string]string{"Day shift": "8", "Two shifts": "15", "Around the clock": "24"}; !maps.Equal(minutes, want) {
			t.Errorf("hours of the shifts: %v, want %v", minutes, want)
		}
	})
}

func workedIn2027(c basedata.Calendar) int {
	group := &model.Group{}
	workDays(group, c)
	days := 0
	for day := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() == 2027; day = day.AddDate(0, 0, 1) {
		if !slices.Contains(group.Rest, int(day.Weekday())) && !slices.Contains(group.Closed, day.Format(time.DateOnly)) {
			days++
		}
	}
	return days
}

func TestAnUnknownTemplateIsNamed(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		err := a.DB.Write(ctx, func(tx store.Tx) error {
			_, err := a.takeTemplates(ctx, tx, shiftTemplate, "six-day", false) // a calendar's
			return err
		})
		var p *problem.Problem
		if !errors.As(err, &p) || p.Code != 422 {
			t.Errorf("taking a template of the other kind: %v", err)
		}
	})
}
