package app

import (
	"cmp"
	"context"
	"log/slog"

	"mouldworks/internal/access"
	"mouldworks/internal/message"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// orgDeps tie the company's people to accounts, roles and messages.
func (a *App) orgDeps(people *resource.Directory) org.Deps {
	return org.Deps{
		DB: a.DB, People: people, Roles: roleDirectory(),
		Rights:      func(ctx context.Context, tx store.Tx) (org.Rights, error) { return a.Access.Rights(ctx, tx) },
		Responsible: responsible,
		Factories:   a.Tenancy.Factories, Suppliers: a.Master.Suppliers, Customers: a.Master.Customers,
		IsPhone: verify.IsPhone, ReadPhone: verify.ReadPhone, Changed: a.changed,
		Welcome: func(ctx context.Context, phone, language string, given bool) (org.Newcomer, error) {
			n, err := a.Identity.Welcome(ctx, phone, language, given)
			return org.Newcomer(n), err
		},
		Unentered: a.Identity.Unentered, TakeBack: a.Identity.TakeBack, Invite: a.Identity.Invite, Withdraw: a.Identity.Withdraw, Reset: a.Identity.ResetGiven,
		SendInvitation: func(ctx context.Context, phone string, code func(ctx context.Context) (string, error)) error {
			company, err := a.companyName(ctx)
			if err != nil {
				return err
			}
			origin, err := a.linkOrigin(ctx)
			if err != nil {
				return err
			}
			return a.Verify.Invite(ctx, verify.Notice{Kind: verify.NoticeInvited, Phone: phone, Company: company, Origin: origin}, code)
		},
		SendWelcome: func(ctx context.Context, phone string) error {
			company, err := a.companyName(ctx)
			if err != nil {
				return err
			}
			return a.Verify.Invite(ctx, verify.Notice{Kind: verify.NoticeAdded, Phone: phone, Company: company}, nil)
		},
		Greet: a.greet,
		Left: func(ctx context.Context) {
			if err := a.Identity.CloseLeft(ctx); err != nil {
				slog.WarnContext(ctx, "the pages of somebody who has left stay open until the next round", "error", err)
			}
		},
	}
}

// responsible tells whether a person is responsible for a mould of any factory.
func responsible(ctx context.Context, tx store.Tx, memberID string) (is bool, err error) {
	err = tx.AcrossFactories(ctx, func(tx store.Tx) error {
		is, err = tx.Select((*production.Mould)(nil)).Where("responsible_id = ?", memberID).Exists(ctx)
		return err
	})
	return is, err
}

// companyName is the name of the actor's company.
func (a *App) companyName(ctx context.Context) (string, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return "", err
	}
	var t tenancy.Tenant
	err = a.DB.SystemRead(ctx, "a company stands above its rows", func(tx store.Tx) error {
		return tx.Select(&t).Where("id = ?", actor.TenantID).Scan(ctx)
	})
	return t.Name, err
}

var (
	msgGreeted    = problem.L("您已加入“%s”", "You are a member of %s now")
	msgGreetedHow = problem.L("%s把您加入了企业，可在右上角切换企业", "%s has added you to the company. Switch between companies at the top right")
)

// greet tells somebody with an account that a company has taken them in; the message waits for them there.
func (a *App) greet(ctx context.Context, tx store.Tx, accountID string) error {
	company, err := a.companyName(ctx)
	if err != nil {
		return err
	}
	return a.Messages.Send(ctx, tx, message.Letter{
		Cause: "added:" + accountID, To: []string{accountID}, Title: msgGreeted.With(company), Content: msgGreetedHow.With(tx.Actor().Name), Path: "/home",
	})
}

// roleDirectory are the roles that users may have, by their codes.
func roleDirectory() *resource.Directory {
	entries := func(ctx context.Context, rows []access.Role) []resource.Entry {
		list := make([]resource.Entry, len(rows))
		for i, r := range rows {
			list[i] = resource.Entry{ID: r.Code, Code: r.Code, Name: problem.L(r.NameZh, cmp.Or(r.NameEn, r.NameZh)).In(problem.Language(ctx)), Also: []string{r.NameZh, r.NameEn}}
			if !r.Valid {
				list[i].Out = wordInvalid
			}
		}
		return list
	}
	byName := func(ctx context.Context) string {
		if problem.Language(ctx) == problem.Chinese {
			return "name_zh"
		}
		return "name_en"
	}
	return &resource.Directory{
		Path: "upms/member-role", Of: problem.L("角色", "Roles"), Permission: "system.user",
		Find: func(ctx context.Context, tx store.Tx, ids []string) ([]resource.Entry, error) {
			var rows []access.Role
			err := tx.Select(&rows).WhereIn("code", ids).Scan(ctx)
			return entries(ctx, rows), err
		},
		Search: func(ctx context.Context, tx store.Tx, text string, most int) ([]resource.Entry, error) {
			var rows []access.Role
			err := tx.Select(&rows).Where("valid = ?", true).Contains(text, "code", "name_zh", "name_en").Order(byName(ctx), "id").Limit(most, 0).Scan(ctx)
			return entries(ctx, rows), err
		},
		All: func(ctx context.Context, tx store.Tx) ([]resource.Entry, error) {
			var rows []access.Role
			err := tx.Select(&rows).Order(byName(ctx), "id").Scan(ctx)
			return entries(ctx, rows), err
		},
	}
}
