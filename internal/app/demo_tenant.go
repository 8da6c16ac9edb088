package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/tenancy"
)

// demoCode is the code of the demo tenant.
const demoCode = "demo"

// signInFile keeps the demo's sign-ins beside the data, for its owner's eyes only.
const signInFile = "demo-sign-in.txt"

// unfinishedFile holds the sign-ins while the demo is being made: a start that was cut leaves it, and the next one goes on.
const unfinishedFile = signInFile + ".unfinished"

type demoPerson struct{ user, name, phone, role string }

var demoPeople = []demoPerson{
	{"admin", "陈静", "13800000001", access.Administrator},
	{"planner", "李伟", "13800000002", access.Planner},
	{"scheduler", "王磊", "13800000003", access.Scheduler},
	{"floor", "赵强", "13800000004", access.Floor},
}

// Demo makes the demo tenant once and gives the text with its sign-ins. What a start that was cut has left is completed.
func (a *App) Demo(ctx context.Context) (string, error) {
	file, unfinished := filepath.Join(a.options.Data, signInFile), filepath.Join(a.options.Data, unfinishedFile)
	if err := os.MkdirAll(a.options.Data, 0o700); err != nil {
		return "", err
	}
	var known bool
	if err := a.DB.SystemRead(ctx, "the demo asks whether it is there", func(tx store.Tx) (err error) {
		known, err = tx.Select((*tenancy.Tenant)(nil)).Where("code = ?", demoCode).Exists(ctx)
		return err
	}); err != nil {
		return "", err
	}
	var actor store.Actor
	text, err := os.ReadFile(unfinished)
	switch {
	case known && errors.Is(err, fs.ErrNotExist):
		text, err := os.ReadFile(file)
		if err != nil {
			return "The demo's sign-ins were kept in " + signInFile + ", which is gone.\n", nil
		}
		return string(text), nil
	case known && err == nil:
		actor, err = a.demoPlanner(ctx)
	case !known:
		password, failed := identity.FirstPassword()
		if failed != nil {
			return "", failed
		}
		text = []byte(signIns(password))
		if err := os.WriteFile(unfinished, text, 0o600); err != nil { // before the people: nobody could sign in as they are later
			return "", err
		}
		actor, err = a.demoPeople(ctx, password)
		if err != nil {
			return "", err
		}
	}
	if err != nil {
		return "", err
	}
	if err := a.fillDemo(store.WithActor(ctx, actor), actor); err != nil {
		return "", err
	}
	return string(text), os.Rename(unfinished, file)
}

// fillDemo writes master data, moulds and plan, each as far as it is missing.
func (a *App) fillDemo(ctx context.Context, actor store.Actor) error {
	if err := a.DB.Write(ctx, func(tx store.Tx) error {
		filled, err := tx.Select((*basedata.Section)(nil)).Exists(ctx)
		if err != nil || filled {
			return err
		}
		return a.writeMasters(ctx, tx, demo.Factory())
	}); err != nil {
		return fmt.Errorf("fill the demo: %w", err)
	}
	founder, err := a.demoFounder(ctx, actor)
	if err == nil {
		ctx := store.WithActor(ctx, founder)
		err = a.DB.Write(ctx, func(tx store.Tx) error { return a.demoOrganisation(ctx, tx) })
	}
	if err != nil {
		return fmt.Errorf("fill the organisation of the demo: %w", err)
	}
	if err := a.demoPlan(ctx, actor); err != nil {
		return fmt.Errorf("plan the demo: %w", err)
	}
	if err := a.DB.Write(store.WithActor(ctx, actor), func(tx store.Tx) error { return demoDays(ctx, tx) }); err != nil {
		return fmt.Errorf("plan the past days of the demo: %w", err)
	}
	if err := a.demoPartners(ctx, actor); err != nil {
		return fmt.Errorf("let suppliers and customers into the demo: %w", err)
	}
	return nil
}

// The demo's shop: sixty moulds dated from today.
const (
	demoMoulds = 60
	demoSeed   = 1
	demoWait   = 60 * time.Second

	demoSchedule = "Baseline"
)

// demoPlan fills the demo with moulds, plans them and publishes the plan, by the calls that planners use.
func (a *App) demoPlan(ctx context.Context, actor store.Actor) error {
	zone, err := time.LoadLocation(actor.Zone)
	if err != nil {
		return err
	}
	now := time.Now().In(zone)
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, zone)
	var file bytes.Buffer
	if err := demo.Generate(demo.Options{Moulds: demoMoulds, Seed: demoSeed, Start: today, Zone: zone}).WriteWorkbook(&file); err != nil {
		return err
	}
	actor.Confirmed = "changed"
	ctx = store.WithActor(ctx, actor)
	result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "demo.xlsx", Data: file.Bytes(), Trusted: true})
	if err != nil {
		return err
	}
	if result.FaultCount > 0 {
		slog.WarnContext(ctx, "the demo's workbook has faults", "count", result.FaultCount, "first", result.Faults[0])
	}
	return a.planAndPublish(ctx, now)
}

// demoAutoSchedule plans anew before the day begins. It is off: a demo changes its plan when somebody asks for that.
func demoAutoSchedule() aps.AutoScheduleForm {
	return aps.AutoScheduleForm{Name: "开工前重排", Enabled: new(false), Recurrence: aps.Recurrence{Every: "week", Weekdays: []int{1, 2, 3, 4, 5, 6}, Hours: []int{6}, Minute: new(30)}}
}

// planAndPublish plans what is stored and publishes the plan.
func (a *App) planAndPublish(ctx context.Context, now time.Time) error {
	schedule := &entity.Schedule{}
	err := a.DB.Write(ctx, func(tx store.Tx) (err error) {
		err = tx.Select(schedule).Where("name = ?", demoSchedule).Scan(ctx)
		switch {
		case err == nil && (schedule.Status == entity.InProgress || schedule.Status == entity.Published): // of a start that was cut
			return nil
		case err == nil:
			_, err = a.APS.Start(ctx, tx, schedule.ID)
			return err
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
		start := now.Truncate(time.Hour)
		if schedule, err = a.APS.Save(ctx, tx, entity.Config{Name: demoSchedule, StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0}}); err != nil {
			return err
		}
		if _, err = a.APS.SaveAutoSchedule(ctx, tx, demoAutoSchedule()); err != nil {
			return err
		}
		_, err = a.APS.Start(ctx, tx, schedule.ID)
		return err
	})
	if err != nil {
		return err
	}
	for until := time.Now().Add(demoWait); ; time.Sleep(100 * time.Millisecond) {
		var s entity.Schedule
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&s).Where("id = ?", schedule.ID).Scan(ctx) }); err != nil {
			return err
		}
		switch {
		case s.Status == entity.Published:
			return nil
		case s.Status == entity.Completed:
			return a.DB.Write(ctx, func(tx store.Tx) error {
				return a.APS.Publish(ctx, tx, schedule.ID, plan.Publication{Version: s.Version})
			})
		case s.Status != entity.InProgress || time.Now().After(until):
			return fmt.Errorf("the run of the demo ended with %q", s.Message)
		}
	}
}

// demoPeople makes tenant, factory and members, and an actor who may fill them.
func (a *App) demoPeople(ctx context.Context, password string) (store.Actor, error) {
	var actor store.Actor
	err := a.DB.System(ctx, "the demo makes its own tenant", func(tx store.Tx) error {
		t, f, err := a.Identity.Found(ctx, tx, tenancy.New{Code: demoCode, Name: "演示模具", FactoryCode: "F1", FactoryName: "Demo Mould Shop", Zone: "Asia/Shanghai"})
		if err != nil {
			return err
		}
		for _, p := range demoPeople {
			m, err := a.Identity.Add(ctx, tx, identity.NewMember{TenantID: t.ID, Phone: p.phone, Password: password, UserName: p.user, RealName: p.name, Roles: []string{p.role}, Factories: []string{f.ID}})
			if err != nil {
				return err
			}
			if p.role == access.Planner {
				actor = store.Actor{TenantID: t.ID, FactoryID: f.ID, AccountID: m.AccountID, MemberID: m.ID, Name: p.name, Zone: f.Zone, Through: store.ThroughImport}
			}
		}
		return nil
	})
	actor.May = access.Expand([]string{"*"}, a.API.Permissions())
	return actor, err
}

// demoPlanner is the actor who fills a demo that is there already.
func (a *App) demoPlanner(ctx context.Context) (actor store.Actor, err error) {
	err = a.DB.SystemRead(ctx, "the demo goes on where it was cut", func(tx store.Tx) error {
		var t tenancy.Tenant
		var f tenancy.Factory
		var m identity.Member
		planner := demoPeople[slices.IndexFunc(demoPeople, func(p demoPerson) bool { return p.role == access.Planner })]
		if err := tx.Select(&t).Where("code = ?", demoCode).Scan(ctx); err != nil {
			return err
		}
		if err := tx.Select(&f).Where("tenant_id = ?", t.ID).Scan(ctx); err != nil {
			return err
		}
		if err := tx.Select(&m).Where("tenant_id = ? AND user_name = ?", t.ID, planner.user).Scan(ctx); err != nil {
			return err
		}
		actor = store.Actor{TenantID: t.ID, FactoryID: f.ID, AccountID: m.AccountID, MemberID: m.ID, Name: planner.name, Zone: f.Zone, Through: store.ThroughImport}
		return nil
	})
	actor.May = access.Expand([]string{"*"}, a.API.Permissions())
	return actor, err
}

func signIns(password string) string {
	var b strings.Builder
	b.WriteString("Demo sign-ins (phone, role), all with the password " + password + "\n")
	for _, p := range demoPeople {
		fmt.Fprintf(&b, "  %s  %s\n", p.phone, p.user)
	}
	for _, g := range demoGuests {
		fmt.Fprintf(&b, "  %s  %s\n", g.phone, g.user)
	}
	return b.String()
}
