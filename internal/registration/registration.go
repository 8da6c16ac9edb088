// Package registration is how a company comes to the platform by itself: the public form, the audit by the operator,
// and the agreement that everybody who works here accepts.
//
// What lives here: applications and agreements, both rows of the operator. What never does: proving a phone (verify),
// making tenants and accounts (identity, through Deps), signing in.
package registration

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// Permissions of the operator.
const (
	page      = "platform.registration"
	agreePage = "platform.agreement"
)

// Auditing is the permission to end an application.
const Auditing = page + ".audit"

// States of an application.
const (
	Waiting  = 1
	Approved = 2
	Refused  = 3
)

// How the applicant hears of the audit.
const (
	untold  = 0
	bySMS   = 1
	byPhone = 2 // the SMS could not be sent: the auditor phones
)

// Application is a company's wish to join. Its TenantID is the operator's.
type Application struct {
	bun.BaseModel `bun:"table:registration" json:"-"`
	store.Row
	Company      string     `bun:"company" json:"companyName"`
	Contact      string     `bun:"contact" json:"realName"`
	Phone        string     `bun:"phone" json:"phoneNum"`
	PasswordHash string     `bun:"password_hash" json:"-"` // gone once a company came of it: until then it opens what became of the application
	Agreement    string     `bun:"agreement" json:"-"`     // id of what was accepted
	AppliedAt    *time.Time `bun:"applied_at" json:"appliedAt"`
	Address      string     `bun:"address" json:"address"`
	State        int        `bun:"state" json:"state"`
	Reason       string     `bun:"reason" json:"reason"`
	AuditedAt    *time.Time `bun:"audited_at" json:"auditedAt"`
	AuditedBy    string     `bun:"audited_by" json:"auditedBy"`
	Notice       int        `bun:"notice" json:"notice"`
	Opened       string     `bun:"opened" json:"opened"` // the tenant that came of it
}

// Company is what an approval makes.
type Company struct {
	Code, Name, Factory, Zone string
	Package                   string // id of the modules that it begins with; none = the standard ones
	ExpireDate                quantity.Date
	Phone, Contact            string
	PasswordHash, Agreement   string
}

// Deps are what registration needs of others; main fills them in.
type Deps struct {
	DB       *store.DB
	Operator string           // the tenant that owns applications and agreements
	Now      func() time.Time // store.Now without it
	// Password reads a password as the browser has encrypted it, holds it against the rule of format and hashes it.
	Password func(ctx context.Context, secret string, names ...string) (hash string, err error)
	// Proven checks and spends the code that was sent to the phone; never inside a transaction.
	Proven func(ctx context.Context, phone, code string) error
	// Open makes the company, its factory and its administrator. tx is a system transaction.
	Open func(ctx context.Context, tx store.Tx, c Company) (tenantID string, err error)
	// Arrived tells the auditors of an application, Overdue of one that still waits.
	Arrived func(ctx context.Context, id, company string) error
	Overdue func(ctx context.Context, id, company string, since time.Time) error
	// Known tells whether somebody signs in by a number already; never inside a transaction.
	Known func(ctx context.Context, phone string) (bool, error)
	// Notify tells the applicant by SMS how the audit ended.
	Notify func(ctx context.Context, n verify.Notice) error
	// AskConsent lets everybody owe the consent to a new agreement; Consented keeps one. tx is a system transaction.
	AskConsent func(ctx context.Context, tx store.Tx) error
	Consented  func(ctx context.Context, tx store.Tx, accountID, agreement string) error
	// Tenants are what an approved application refers to.
	Tenants resource.Any
	Changed func(ctx context.Context, actor store.Actor, entity, id string)
}

// Registration takes applications and lets the operator audit them.
type Registration struct {
	deps         Deps
	Applications *resource.Resource[*Application]
	Agreements   *resource.Resource[*Agreement]
}

// New declares the entities.
func New(d Deps) *Registration {
	if d.Now == nil {
		d.Now = store.Now
	}
	r := &Registration{deps: d}
	r.Applications = resource.Define(r.application())
	r.Agreements = resource.Define(r.agreement())
	return r
}

// All lists the entities.
func (r *Registration) All() resource.Catalogue {
	return resource.Catalogue{r.Applications, r.Agreements}
}

// Mount registers the form, the audit and the agreement.
func (r *Registration) Mount(s *api.Server) {
	r.mountForm(s)
	r.mountAudit(s)
	r.mountConsent(s)
}

const reasonOperators = "applications and agreements are the operator's rows, and applicants are nobody yet"

func (r *Registration) application() resource.Spec[*Application] {
	L := resource.Opt
	return resource.Spec[*Application]{
		Path: "platform/registration", Label: problem.L("企业注册", "Registration"), Permission: page, Sort: "-appliedAt", Changed: r.deps.Changed,
		// An application comes by the form and is changed by its audit alone.
		Without: []string{"add", "modify", "delete"}, ExampleID: exampleID,
		Form: func(a *Application, f *resource.Form) {
			f.Text(&a.Company, "企业名称", "Company").Title()
			f.Choice(&a.State, "状态", "Status", L(Waiting, "待审核", "Waiting"), L(Approved, "已通过", "Approved"), L(Refused, "已拒绝", "Refused"))
			f.Instant(&a.AppliedAt, "申请时间", "Applied at")
			f.Text(&a.Contact, "联系人", "Contact person")
			f.Text(&a.Phone, "手机号", "Phone number")
			f.Group("审核", "Review")
			f.Text(&a.AuditedBy, "审核人", "Reviewed by")
			f.Instant(&a.AuditedAt, "审核时间", "Reviewed at")
			f.LongText(&a.Reason, "拒绝原因", "Reason of the refusal").HideInList()
			f.Choice(&a.Notice, "通知", "Notice", L(untold, "未通知", "Not yet"), L(bySMS, "已发短信", "By SMS"), L(byPhone, "短信未发出，请电话通知", "SMS failed: please phone"))
			f.Ref(&a.Opened, r.deps.Tenants, "租户", "Tenant")
			f.Text(&a.Address, "网络地址", "Network address").HideInList()
		},
		Example: &api.Example{Body: map[string]any{
			"companyName": "南方模具", "realName": "张三", "phoneNum": "13855550009", "state": Waiting, "appliedAt": "2026-03-20T00:30:00Z", "address": "192.0.2.1",
		}},
		ExampleRow: map[string]any{"phoneNum": "13855550010"},
	}
}

// exampleID is the row that the examples of the audit speak of.
const exampleID = "01900000-0000-7000-8000-000000000711"
