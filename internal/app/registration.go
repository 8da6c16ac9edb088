package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/registration"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// registrationDeps tie applications of companies to those who prove, make and tell.
func (a *App) registrationDeps() registration.Deps {
	return registration.Deps{
		DB: a.DB, Operator: tenancy.Operator, Password: a.Identity.SealPassword, Notify: a.Verify.Notify, Tenants: a.Tenancy.Tenants, Changed: a.changed, Arrived: a.tellOfArrival, Overdue: a.tellOfDelay, Known: a.Identity.Known,
		AskConsent: a.Identity.AskConsent, Consented: a.Identity.Consented,
		Proven: func(ctx context.Context, phone, code string) error {
			return a.proven(ctx, phone, verify.Registration, code)
		},
		Open: func(ctx context.Context, tx store.Tx, c registration.Company) (string, error) {
			t, err := a.Identity.OpenCompany(ctx, tx,
				tenancy.New{Code: c.Code, Name: c.Name, FactoryCode: "F1", FactoryName: c.Factory, Zone: c.Zone, ExpireDate: c.ExpireDate, Package: c.Package},
				identity.NewMember{Phone: c.Phone, RealName: c.Contact, Hash: c.PasswordHash, Agreement: c.Agreement, Proved: true}) // the form has asked for a code
			if err != nil {
				return "", err
			}
			return t.ID, nil
		},
	}
}

// agreementInForce looks registration up when somebody comes in: identity is made before it.
func (a *App) agreementInForce(ctx context.Context, tx store.Tx) (string, error) {
	return a.Joining.InForce(ctx, tx)
}

var (
	msgArrived    = problem.L("“%s”申请注册", "%s wants to join")
	msgArrivedHow = problem.L("请在 1 到 2 个工作日内审核", "Please audit it within 1 to 2 working days")
	msgDelayed    = problem.L("“%s”的注册申请已等待两天", "The registration of %s has waited for two days")
	msgDelayedHow = problem.L("请尽快审核：申请人在等待结果", "Please audit it soon: the applicant waits for the result")
)

// applicant looks registration up when somebody comes in: identity is made before it.
func (a *App) applicant(ctx context.Context, tx store.Tx, phone string) (hash string, says problem.Text, err error) {
	return a.Joining.Applicant(ctx, tx, phone)
}

func (a *App) tellOfArrival(ctx context.Context, id, company string) error {
	return a.tellAuditors(ctx, company, message.Letter{Cause: "registration:" + id, Title: msgArrived.With(company), Content: msgArrivedHow})
}

// tellOfDelay reminds of an application; one that took the place of another is a new one.
func (a *App) tellOfDelay(ctx context.Context, id, company string, since time.Time) error {
	return a.tellAuditors(ctx, company, message.Letter{Cause: fmt.Sprintf("registration-waits:%s:%d", id, since.Unix()), Title: msgDelayed.With(company), Content: msgDelayedHow})
}

// tellAuditors sends a message to those of the operator who may audit.
func (a *App) tellAuditors(ctx context.Context, company string, letter message.Letter) error {
	ctx = store.WithActor(ctx, store.Actor{TenantID: tenancy.Operator, Name: company, Through: store.ThroughUI})
	return a.DB.Write(ctx, func(tx store.Tx) error {
		var roles []access.Role
		if err := tx.Select(&roles).Where("valid = ?", true).Scan(ctx); err != nil {
			return err
		}
		var members []identity.Member
		if err := tx.Select(&members).Where("enabled = ?", true).Scan(ctx); err != nil {
			return err
		}
		letter.Path = registrationPage
		for _, m := range members {
			if slices.ContainsFunc(roles, func(r access.Role) bool {
				return slices.Contains(m.Roles, r.Code) && access.Expand(r.Grants, a.API.Permissions())[registration.Auditing]
			}) {
				letter.To = append(letter.To, m.AccountID)
			}
		}
		return a.Messages.Send(ctx, tx, letter)
	})
}

// registrationPage is where applications are audited.
const registrationPage = "/settings/registration"
