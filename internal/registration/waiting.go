package registration

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

var (
	msgStillWaits = problem.L("“%s”的注册申请还在审核中，一般需要 1 到 2 个工作日，结果会通知到此手机号", "The registration of %s is still being reviewed. This takes 1 to 2 working days; this phone gets the result")
	msgWasRefused = problem.L("“%s”的注册申请未通过：%s。您可以修改后重新注册", "The registration of %s was refused: %s. You may correct it and register again")
)

// Applicant is what somebody reads who signs in before there is a company for them: hash is that of the password which
// opens it, "" where the number has applied for nothing that is still open. tx is a system transaction.
func (r *Registration) Applicant(ctx context.Context, tx store.Tx, phone string) (hash string, says problem.Text, err error) {
	var a Application
	err = tx.Select(&a).Where("tenant_id = ? AND phone = ?", r.deps.Operator, phone).Order("applied_at DESC").Limit(1, 0).Scan(ctx)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return "", says, nil
	case err != nil:
		return "", says, err
	case a.State == Refused:
		return a.PasswordHash, msgWasRefused.With(a.Company, a.Reason), nil
	default:
		return a.PasswordHash, msgStillWaits.With(a.Company), nil
	}
}

// Remind tells the auditors of applications that have waited for longer than an audit takes, of each once.
func (r *Registration) Remind(ctx context.Context) error {
	var late []Application
	err := r.deps.DB.SystemRead(ctx, reasonOperators, func(tx store.Tx) error {
		return tx.Select(&late).Where("tenant_id = ? AND state = ?", r.deps.Operator, Waiting).Where("applied_at <= ?", r.deps.Now().Add(-mostDays*24*time.Hour)).Scan(ctx)
	})
	for i := range late {
		err = errors.Join(err, r.deps.Overdue(ctx, late[i].ID, late[i].Company, *late[i].AppliedAt))
	}
	return err
}
