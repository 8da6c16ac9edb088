package app

import (
	"context"
	"runtime"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/demo"
	"mouldworks/internal/identity"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/sso"
	"mouldworks/internal/tenancy"
)

func (a *App) productionDeps() production.Deps {
	return production.Deps{
		Groups: a.Master.Groups, Machines: a.Master.Machines, Customers: a.Master.Customers, Suppliers: a.Master.Suppliers,
		OrderTypes: a.Master.OrderTypes, PartTypes: a.Master.PartTypes, Materials: a.Master.Materials, Grades: a.Master.AccuracyGrades,
		Processes: a.Master.Processes, Masters: importMasters, Names: productionNames, Planned: plannedOperations, PlanMasters: a.planMasters, Changed: a.changed, Files: a.Files,
		Exported: a.exportedBy, Marked: a.marked, People: a.people, Departments: a.Org.Departments, Owners: fileOwners, PermissionName: menu.PermissionName, Starter: demo.Starter,
		OperationsGone: func(ctx context.Context, tx store.Tx, ids []string) error {
			return a.Programs.OperationsGone(ctx, tx, ids)
		},
		Filed: func(ctx context.Context, tx store.Tx, ids []string) (map[string]int, error) {
			return a.Programs.Filed(ctx, tx, ids)
		},
	}
}

// ssoDeps ties single sign-on to identity; the two need each other, so the calls look identity up when they come.
func (a *App) ssoDeps() sso.Deps {
	return sso.Deps{
		DB: a.DB, Options: a.options.SignOn,
		Enter: func(ctx context.Context, e identity.Entry) (identity.LoginReply, error) {
			return a.Identity.Enter(ctx, e)
		},
		May: func(ctx context.Context, tx store.Tx, account string) (bool, error) {
			return a.Identity.May(ctx, tx, account)
		},
		Person: func(ctx context.Context, tx store.Tx, account string) (sso.Person, error) {
			who, err := a.Identity.PersonOf(ctx, tx, account)
			return sso.Person(who), err
		},
		ByPhone: func(ctx context.Context, tx store.Tx, phone string) (string, error) {
			return a.Identity.AccountOf(ctx, tx, phone)
		},
		VerifiedAt: func(ctx context.Context, tx store.Tx, accountID string) (time.Time, error) {
			return a.Identity.VerifiedAt(ctx, tx, accountID)
		},
		Authenticate: func(ctx context.Context, c api.Caller) (store.Actor, error) {
			return a.Identity.Authenticate(ctx, c)
		},
		Reprove: func(ctx context.Context, actor store.Actor, field, secret string) error {
			return a.Identity.Reprove(ctx, actor, field, secret)
		},
	}
}

func (a *App) apsDeps() aps.Deps {
	return aps.Deps{
		DB: a.DB, Shop: readShop, Outline: readOutline, Resources: readResources, Customers: customersOf, EnglishNames: englishNames, Prepare: a.Production.ImplySteps, Workers: max(1, runtime.NumCPU()-1),
		Operations: operationRecords, Standings: standingsOf, Dated: production.Dated, Finishes: finishesOf, People: peopleNamed, CompletionTargets: completionTargets,
		ChangeOperation: a.changeOperation, AddExtraTime: a.addExtraTime, CheckExtraTime: checkExtraTime, Lacks: lacksToKeep,
		Acting: a.acting, Wake: a.runs.Wake, Replaced: a.tellReplaced, Worked: a.worked,
		Signal: func(ctx context.Context, actor store.Actor, topic string, data any) {
			switch told := data.(type) {
			case *run.View:
				to := push.Of(actor)
				to.Permission = "aps.schedule.check" // it tells what the plan is worth
				a.Hub.Signal(ctx, to, topic, told)
				a.tellRunEnded(ctx, actor, told)
			case map[string]string:
				a.changed(ctx, actor, told["entity"], told["id"])
			}
		},
	}
}

// acting is who an account is in a factory today, for scheduling in its name; the company must have the module open.
func (a *App) acting(ctx context.Context, tenantID, factoryID, accountID string) (store.Actor, error) {
	actor, err := a.Identity.Acting(ctx, tenantID, factoryID, accountID)
	if err == nil {
		err = tenancy.ModuleOpen(actor, "aps", "", func(module string) problem.Text { return a.moduleName(ctx, actor, module) })
	}
	return actor, err
}
