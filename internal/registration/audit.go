package registration

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// ApproveInput says which application is approved, and what becomes of it.
type ApproveInput struct {
	Body struct {
		ID          string        `json:"id"`
		Version     int64         `json:"version" doc:"that the auditor has read"`
		Code        string        `json:"code,omitempty" doc:"of the tenant; none = one is made"`
		Name        string        `json:"name,omitempty" doc:"of the tenant; none = as applied"`
		FactoryName string        `json:"factoryName,omitempty" doc:"none = the name of the tenant"`
		Zone        string        `json:"zone" doc:"IANA zone"`
		PackageID   string        `json:"packageId,omitempty" doc:"of the modules that the company begins with; none = the standard ones"`
		ExpireDate  quantity.Date `json:"expireDate,omitempty" doc:"none = without end"`
	}
}

// RefuseInput says which application is refused, and why.
type RefuseInput struct {
	Body struct {
		ID      string `json:"id"`
		Version int64  `json:"version"`
		Reason  string `json:"reason" doc:"up to 200 characters; the applicant reads it"`
	}
}

// ApplicantInput names an application.
type ApplicantInput struct {
	ID string `query:"id" required:"true"`
}

// Applicant is what the auditor has to know of whoever applies.
type Applicant struct {
	HasAccount bool `json:"hasAccount" doc:"somebody signs in by the number already: an approval makes them the administrator, and their password stays"`
}

// Audited is how an audit ended.
type Audited struct {
	TenantID string `json:"tenantId" doc:"of an approval"`
	Told     bool   `json:"told" doc:"by SMS; false: the auditor has to phone"`
	PhoneNum string `json:"phoneNum" doc:"of the applicant"`
}

// operator is only asked whether it is there.
type operator struct {
	bun.BaseModel `bun:"table:tenant"`
	ID            string `bun:"id,pk"`
}

var (
	codePattern  = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{1,29}$`)
	msgCode      = problem.L("请输入 2 到 30 个小写字母、数字或横线", "Enter 2 to 30 lower-case letters, digits or hyphens")
	msgZone      = problem.L("未知的时区，例如 Asia/Shanghai", "Unknown time zone; such as Asia/Shanghai")
	msgReason    = problem.L("请输入拒绝原因，1 到 200 个字符", "Please enter the reason, 1 to 200 characters")
	msgAudited   = problem.L("该申请已审核", "The application was reviewed already")
	msgRecord    = problem.L("注册申请", "Registration")
	msgCodeTaken = problem.L("编码已被使用", "The code is taken already")
)

func (r *Registration) mountAudit(s *api.Server) {
	op := func(path, id, summary string, body map[string]any) api.Operation {
		body["id"], body["version"] = exampleID, 1
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "platform", Permission: Auditing, Example: &api.Example{Body: body}}
	}
	api.Call(s, op("platform/registration/approve", "registration-approve", "Approve a registration: the company opens", map[string]any{"zone": "Asia/Shanghai"}), r.approve)
	api.Call(s, api.Operation{
		Method: http.MethodGet, Path: "platform/registration/applicant", ID: "registration-applicant", Summary: "What is known of an applicant", Tag: "platform",
		Permission: Auditing, Example: &api.Example{Query: map[string]string{"id": exampleID}},
	}, r.applicant)
	api.Call(s, op("platform/registration/refuse", "registration-refuse", "Refuse a registration", map[string]any{"reason": "营业执照不清晰"}), r.refuse)
}

func (r *Registration) approve(ctx context.Context, in *ApproveInput) (Audited, error) {
	b := in.Body
	b.Code, b.Name, b.FactoryName = cell.Line(b.Code), cell.Line(b.Name), cell.Line(b.FactoryName)
	var bad []problem.FieldError
	if b.Code != "" && !codePattern.MatchString(b.Code) {
		bad = append(bad, problem.Field("code", "pattern", msgCode))
	}
	for _, x := range []struct{ field, text string }{{"name", b.Name}, {"factoryName", b.FactoryName}} {
		if utf8.RuneCountInString(x.text) > 50 {
			bad = append(bad, problem.Field(x.field, "length", msgMost50))
		}
	}
	if _, err := time.LoadLocation(b.Zone); err != nil || b.Zone == "" {
		bad = append(bad, problem.Field("zone", "zone", msgZone))
	}
	if len(bad) > 0 {
		return Audited{}, problem.Invalid(bad...)
	}
	return r.audit(ctx, b.ID, b.Version, func(tx store.Tx, a *Application) (err error) {
		c := Company{Code: b.Code, Name: b.Name, Factory: b.FactoryName, Zone: b.Zone, Package: b.PackageID, ExpireDate: b.ExpireDate, Phone: a.Phone, Contact: a.Contact, PasswordHash: a.PasswordHash, Agreement: a.Agreement}
		if c.Code == "" {
			// Of a random id the end: the beginning is the time.
			c.Code = "c" + a.ID[len(a.ID)-11:]
		}
		if c.Name == "" {
			c.Name = a.Company
		}
		if c.Factory == "" {
			c.Factory = c.Name
		}
		if c.Contact == "" {
			c.Contact = c.Name
		}
		a.State = Approved
		a.Opened, err = r.deps.Open(ctx, tx, c)
		if d := store.DuplicateOf(err); d != nil && !slices.Equal(d.Columns, []string{"phone"}) { // the index has the last word in a race
			err = problem.Invalid(problem.Field("code", "unique", msgCodeTaken))
		}
		return err
	})
}

func (r *Registration) applicant(ctx context.Context, in *ApplicantInput) (known Applicant, err error) {
	phone := ""
	err = r.deps.DB.Read(ctx, func(tx store.Tx) error {
		a, err := r.Applications.Get(ctx, tx, in.ID)
		if err == nil {
			phone = a.Phone
		}
		return err
	})
	if err != nil {
		return known, err
	}
	known.HasAccount, err = r.deps.Known(ctx, phone)
	return known, err
}

func (r *Registration) refuse(ctx context.Context, in *RefuseInput) (Audited, error) {
	reason := strings.TrimSpace(in.Body.Reason)
	if n := utf8.RuneCountInString(reason); n < 1 || n > 200 {
		return Audited{}, problem.Invalid(problem.Field("reason", "length", msgReason))
	}
	return r.audit(ctx, in.Body.ID, in.Body.Version, func(_ store.Tx, a *Application) error {
		a.State, a.Reason = Refused, reason
		return nil
	})
}

// audit ends an application, once, and tells the applicant.
func (r *Registration) audit(ctx context.Context, id string, version int64, decide func(tx store.Tx, a *Application) error) (Audited, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return Audited{}, err
	}
	var a Application
	err = r.deps.DB.System(ctx, "an approval makes a tenant that nobody is in yet", func(tx store.Tx) error {
		if err := tx.Select(&a).Where("id = ? AND tenant_id = ?", id, r.deps.Operator).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return problem.NotFound(msgRecord)
		} else if err != nil {
			return err
		}
		// Another form may have taken its place, or another auditor may have been faster.
		if a.State != Waiting {
			return problem.Refuse(msgAudited)
		}
		if a.Version != version {
			return problem.Stale(problem.StaleData{Current: a, ChangedAt: a.UpdatedAt.Format(time.RFC3339)})
		}
		if err := decide(tx, &a); err != nil {
			return err
		}
		now := r.deps.Now()
		a.AuditedAt, a.AuditedBy = &now, actor.Name
		if a.State == Approved {
			a.PasswordHash = ""
		}
		return tx.Update(ctx, &a)
	})
	if err != nil {
		return Audited{}, err
	}
	told := r.tell(ctx, &a)
	err = r.deps.DB.Write(ctx, func(tx store.Tx) error {
		if _, err := tx.Change((*Application)(nil)).Set("notice = ?", a.Notice).Where("id = ?", a.ID).Exec(ctx); err != nil {
			return err
		}
		return tx.Log(ctx, r.Applications.Name(), a.ID, a.Company, store.ActionChange, store.FieldChange{Field: "state", Before: Waiting, After: a.State})
	})
	r.deps.Changed(ctx, actor, r.Applications.Name(), a.ID)
	return Audited{TenantID: a.Opened, Told: told, PhoneNum: a.Phone}, err
}

// tell sends the notice; where that fails, the list says that somebody has to phone (REG-04).
func (r *Registration) tell(ctx context.Context, a *Application) bool {
	a.Notice = bySMS
	if err := r.deps.Notify(ctx, verify.Notice{Phone: a.Phone, Company: a.Company, Approved: a.State == Approved, Reason: a.Reason}); err != nil {
		slog.WarnContext(ctx, "an applicant has to be told by phone", "registration", a.ID, "error", err)
		a.Notice = byPhone
	}
	return a.Notice == bySMS
}
