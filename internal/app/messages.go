package app

import (
	"context"
	"fmt"
	"log/slog"

	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/favourite"
	"mouldworks/internal/identity"
	"mouldworks/internal/menu"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/push"
	"mouldworks/internal/platform/store"
)

// menusOf finds the menus behind favourites, as the caller's company calls them.
func menusOf(ctx context.Context, tx store.Tx) (func(key string) (favourite.Menu, bool), error) {
	c, err := menu.CompanyOf(ctx, tx)
	leaves := c.Leaves(tx.Actor(), problem.Language(ctx))
	return func(key string) (favourite.Menu, bool) {
		item, ok := leaves[key]
		return favourite.Menu{
			Name: item.MenuName, URL: item.MenuURL, TreeKey: item.TreeKey, ModuleKey: item.ModuleKey, IconName: item.IconName,
			NewWindow: item.NewWindowFlag, External: item.ExternalURLFlag,
		}, ok
	}, err
}

func (a *App) messageDeps() message.Deps {
	return message.Deps{
		Everybody: func(ctx context.Context, tx store.Tx) ([]string, error) {
			var accounts []string
			err := tx.Select((*identity.Member)(nil)).Columns("account_id").Where("enabled = ?", true).Where("supplier_id = '' AND customer_id = ''").ScanColumn(ctx, &accounts)
			return accounts, err
		},
		Guest: a.isGuest,
		Languages: func(ctx context.Context, accounts []string) (map[string]string, error) {
			var rows []identity.Account
			err := a.DB.SystemRead(ctx, "an account stands above tenants", func(tx store.Tx) error {
				return tx.Select(&rows).WhereIn("id", accounts).Scan(ctx)
			})
			languages := map[string]string{}
			for _, r := range rows {
				languages[r.ID] = r.Language
			}
			return languages, err
		},
		Push: func(ctx context.Context, tenant, account, id string, data any) {
			a.Hub.Message(ctx, push.Scope{Tenant: tenant, Account: account}, id, data)
		},
		Signal: func(ctx context.Context, tenant, account, topic string, data any) {
			a.Hub.Signal(ctx, push.Scope{Tenant: tenant, Account: account}, topic, data)
		},
	}
}

// isGuest tells whether the actor of a transaction is somebody of a supplier or a customer.
func (a *App) isGuest(ctx context.Context, tx store.Tx) (bool, error) {
	who, err := a.Identity.GuestOf(ctx, tx)
	return who.SupplierID != "" || who.CustomerID != "", err
}

var (
	msgRunDone   = problem.L("排程“%s”已完成", "Schedule %s completed")
	msgRunOnTime = problem.L("所有模具按期", "All moulds on time")
	msgRunFailed = problem.L("排程“%s”运行失败", "Schedule %s failed")
	msgReplaced  = problem.L("您发布的排程“%s”已被取代", "The schedule %s that you published has been replaced")
	msgInForce   = problem.L("%s发布了“%s”，工厂现在按它执行", "%s published %s; the factory works by it now")
	msgRunWhy    = problem.L("打开排程任务查看原因", "Open the schedules to see why")
)

// lateWords say how many moulds of a schedule are late in the plan of a run, and how many of those that the plan carries
// over: the floor works by both.
func lateWords(late, carried, carriedLate int) problem.Text {
	if carried == 0 {
		if late == 0 {
			return msgRunOnTime
		}
		return problem.Count(late, "%d 副模具延期", "%d mould late", "%d moulds late")
	}
	own := problem.L("本排程的模具均按期", "All moulds of this schedule on time")
	if late > 0 {
		own = problem.Count(late, "本排程 %d 副模具延期", "%d mould of this schedule late", "%d moulds of this schedule late")
	}
	others := problem.Count(carried, "沿用其他排程的 %d 副模具", "%d mould of other schedules", "%d moulds of other schedules")
	how := problem.L("均按期", "on time")
	if carriedLate > 0 {
		how = problem.L("其中 %d 副延期", "%d of them late").With(carriedLate)
	}
	return problem.L("%s；%s，%s", "%s; %s carried over, %s").With(own, others, how)
}

// tellRunEnded sends a message to whoever asked for a run that has ended; actor is its factory. The run stands as it is
// when the message cannot be written.
func (a *App) tellRunEnded(ctx context.Context, actor store.Actor, run *run.View) {
	letter := message.Letter{Cause: "run:" + run.RunID}
	var title problem.Text
	switch run.State {
	case "success":
		title, letter.Path = msgRunDone, "/aps/schedule/"+run.ScheduleID+"/gantt"
	case "failure":
		title, letter.Content, letter.Path = msgRunFailed, msgRunWhy, "/aps/schedule"
	default:
		return
	}
	ctx = store.WithActor(context.WithoutCancel(ctx), actor)
	err := a.DB.Write(ctx, func(tx store.Tx) error {
		var row struct {
			Name      string `bun:"name"`
			CreatedBy string `bun:"created_by"`
		}
		if err := tx.Query(ctx, &row, "SELECT s.name, r.created_by FROM schedule_run AS r JOIN schedule AS s ON s.id = r.schedule_id WHERE {r} AND {s} AND r.id = ?", run.RunID); err != nil {
			return err
		}
		if run.State == "success" {
			moulds, late, err := plan.CarriedByRun(ctx, tx, run.RunID)
			if err != nil {
				return err
			}
			letter.Content = lateWords(run.Late, moulds, late)
		}
		letter.To, letter.Title = []string{row.CreatedBy}, title.With(row.Name)
		return a.Messages.Send(ctx, tx, letter)
	})
	if err != nil {
		slog.WarnContext(ctx, "nobody was told that a run ended", "run", run.RunID, "error", err)
	}
}

// tellReplaced sends a message to whoever had published the plan that another one has taken the place of.
func (a *App) tellReplaced(ctx context.Context, tx store.Tx, r plan.Replaced) error {
	return a.Messages.Send(ctx, tx, message.Letter{
		Cause: "replaced:" + r.PlanID, To: []string{r.By}, Title: msgReplaced.With(r.Was), Content: msgInForce.With(tx.Actor().Name, r.Now), Path: fmt.Sprintf("/aps/schedule/%s/gantt?plan=%d", r.ScheduleID, r.PlanNumber),
	})
}
