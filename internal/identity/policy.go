package identity

import (
	"context"
	"errors"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Policy is how strict a tenant is with passwords. A tenant may tighten the platform's measure, never loosen it.
type Policy struct {
	bun.BaseModel `bun:"table:security_policy"`
	store.Row
	MinLength   int `bun:"min_length"`
	MaxFailures int `bun:"max_failures"`
	LockMinutes int `bun:"lock_minutes"`
}

// PolicyView is a policy on the wire.
type PolicyView struct {
	Version     int64 `json:"version" doc:"0 = the platform's own measure, nothing was saved yet"`
	MinLength   int   `json:"minLength" doc:"characters of a new password, 6 to 20"`
	MaxFailures int   `json:"maxFailures" doc:"wrong passwords before signing in is locked, 3 to 5"`
	LockMinutes int   `json:"lockMinutes" doc:"how long it is locked, 15 to 1440"`
}

// policyEntity is what the operation log calls a policy.
const policyEntity = "security-policy"

// The bounds of a policy; standardPolicy is the loosest.
const (
	minPassword, maxPassword = 6, 20
	minFailures              = 3
	maxLockMinutes           = 24 * 60
)

var standardPolicy = Policy{MinLength: minPassword, MaxFailures: maxFailures, LockMinutes: int(lockedFor / time.Minute)}

var (
	msgMinLength   = problem.L("最短密码长度须为 %d 到 %d", "The minimum length is %d to %d")
	msgMaxFailures = problem.L("锁定前的错误次数须为 %d 到 %d", "The number of wrong passwords is %d to %d")
	msgLockMinutes = problem.L("锁定时间须为 %d 到 %d 分钟", "The lock lasts %d to %d minutes")
	msgShort       = problem.L("您的企业要求密码至少 %d 个字符", "Your company asks for at least %d characters")
	msgPolicy      = problem.L("安全策略", "Security policy")
)

// PolicyInput is a policy to be saved.
type PolicyInput struct{ Body PolicyView }

func (d *Identity) mountPolicy(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/security/policy", ID: "security-policy", Summary: "How strict the company is with passwords", Tag: "security",
		Permission: "system.security.check", Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (PolicyView, error) {
		p, err := tenantPolicy(ctx, tx)
		return p.view(), err
	})
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "upms/security/policy", ID: "security-policy-save", Summary: "Change how strict the company is with passwords", Tag: "security",
		Permission: "system.security.modify", Example: &api.Example{Body: map[string]any{"version": 0, "minLength": 8, "maxFailures": 5, "lockMinutes": 15}},
	}, savePolicy)
}

func (p Policy) view() PolicyView {
	return PolicyView{p.Version, p.MinLength, p.MaxFailures, p.LockMinutes}
}

// tenantPolicy reads the policy of the transaction's tenant.
func tenantPolicy(ctx context.Context, tx store.Tx) (Policy, error) {
	var p Policy
	err := tx.Select(&p).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return standardPolicy, nil
	}
	return p, err
}

func savePolicy(ctx context.Context, tx store.Tx, in *PolicyInput) (PolicyView, error) {
	b := in.Body
	var bad []problem.FieldError
	for _, f := range []struct {
		field              string
		value, least, most int
		text               problem.Text
	}{
		{"minLength", b.MinLength, minPassword, maxPassword, msgMinLength},
		{"maxFailures", b.MaxFailures, minFailures, maxFailures, msgMaxFailures},
		{"lockMinutes", b.LockMinutes, standardPolicy.LockMinutes, maxLockMinutes, msgLockMinutes},
	} {
		if f.value < f.least || f.value > f.most {
			bad = append(bad, problem.Field(f.field, "range", f.text, f.least, f.most))
		}
	}
	if len(bad) > 0 {
		return PolicyView{}, problem.Invalid(bad...)
	}
	was, err := tenantPolicy(ctx, tx)
	if err != nil {
		return PolicyView{}, err
	}
	if was.Version != b.Version {
		return PolicyView{}, stalePolicy(ctx, tx, was)
	}
	p, action := was, store.ActionChange
	p.MinLength, p.MaxFailures, p.LockMinutes = b.MinLength, b.MaxFailures, b.LockMinutes
	if was.ID == "" {
		action = store.ActionCreate
		err = tx.Insert(ctx, &p)
	} else {
		err = tx.Update(ctx, &p)
	}
	if errors.Is(err, store.ErrStale) { // somebody was faster
		now, err := tenantPolicy(ctx, tx)
		if err != nil {
			return PolicyView{}, err
		}
		return PolicyView{}, stalePolicy(ctx, tx, now)
	}
	if err != nil {
		return PolicyView{}, err
	}
	var changes []store.FieldChange
	for _, c := range []store.FieldChange{
		{Field: "minLength", Before: was.MinLength, After: p.MinLength},
		{Field: "maxFailures", Before: was.MaxFailures, After: p.MaxFailures},
		{Field: "lockMinutes", Before: was.LockMinutes, After: p.LockMinutes},
	} {
		if c.Before != c.After {
			changes = append(changes, c)
		}
	}
	return p.view(), tx.Log(ctx, policyEntity, p.ID, msgPolicy.In(problem.Language(ctx)), action, changes...)
}

// stalePolicy tells a page what the policy is now and who changed it last.
func stalePolicy(ctx context.Context, tx store.Tx, now Policy) error {
	d := problem.StaleData{Current: now.view(), ChangedAt: now.UpdatedAt.Format(time.RFC3339)}
	if lines, err := tx.History(ctx, policyEntity, now.ID, 1); err == nil && len(lines) > 0 {
		d.ChangedBy = resource.AuthorOf(ctx, tx, lines[0])
	}
	return problem.Stale(d)
}

// strictestPolicy is what binds an account: of each measure the strictest among its tenants. tx is a system transaction.
func strictestPolicy(ctx context.Context, tx store.Tx, accountID string) (Policy, error) {
	var tenants []string
	if err := tx.Select((*Member)(nil)).Columns("tenant_id").Where("account_id = ?", accountID).ScanColumn(ctx, &tenants); err != nil {
		return standardPolicy, err
	}
	var all []Policy
	if err := tx.Select(&all).WhereIn("tenant_id", tenants).Scan(ctx); err != nil {
		return standardPolicy, err
	}
	p := standardPolicy
	for _, one := range all {
		p.MinLength = max(p.MinLength, one.MinLength)
		p.MaxFailures = min(p.MaxFailures, one.MaxFailures)
		p.LockMinutes = max(p.LockMinutes, one.LockMinutes)
	}
	return p, nil
}

// newPassword decrypts a password and its repetition and holds them against the rule of format, the account's policy
// and the names that the account has in its tenants (R01, R02). Nothing is returned but what may be stored.
func (d *Identity) newPassword(ctx context.Context, accountID, secret, repeated string) (string, error) {
	password, err := d.decrypt(ctx, secret)
	if err == nil {
		var again string
		if again, err = d.decrypt(ctx, repeated); err == nil && again != password {
			return "", problem.Invalid(problem.Field("confirmPassword", "match", msgMismatch))
		}
	}
	if errors.Is(err, errUndecipherable) {
		return "", problem.Invalid(problem.Field("password", "encryption", msgResend))
	}
	if err != nil {
		return "", err
	}
	var names []string
	var policy Policy
	if err := d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		var members []Member
		if err := tx.Select(&members).Where("account_id = ?", accountID).Scan(ctx); err != nil {
			return err
		}
		for _, m := range members {
			names = append(names, m.UserName, m.RealName)
		}
		policy, err = strictestPolicy(ctx, tx, accountID)
		return err
	}); err != nil {
		return "", err
	}
	if err := CheckPassword(password, names...); err != nil {
		return "", err
	}
	if utf8.RuneCountInString(password) < policy.MinLength {
		return "", problem.Invalid(problem.Field("password", "minLength", msgShort, policy.MinLength))
	}
	return password, nil
}

var msgMismatch = problem.L("两次输入的密码不一致", "Inconsistent input password")
