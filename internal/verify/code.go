package verify

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Limits of codes.
const (
	codeLife  = 5 * time.Minute
	codeTries = 5
)

// code is the newest code of a number for a purpose; the one before is void.
type code struct {
	bun.BaseModel `bun:"table:sms_code"`
	Phone         string    `bun:"phone,pk"`
	Purpose       Purpose   `bun:"purpose,pk"`
	Salt          string    `bun:"salt"`
	CodeHash      string    `bun:"code_hash"`
	Tries         int       `bun:"tries"`
	MadeAt        time.Time `bun:"made_at"`
}

var (
	codePattern = regexp.MustCompile(`^\d{4,6}$`)
	msgCode     = problem.L("请输入 4 到 6 位数字验证码", "Please enter the code of 4 to 6 digits")
	msgFailed   = problem.L("验证失败。验证码 5 分钟内有效，请核对后重试或重新获取", "Verification failed. A code is valid for 5 minutes: check it, or get a new one")
)

// CodeField is the field that a wrong code is reported at.
const CodeField = "phoneCode"

// CheckFormat holds what was typed against the format of a code (SMS-02); Check does it too.
func CheckFormat(typed string) error {
	if !codePattern.MatchString(typed) {
		return problem.Invalid(problem.Field(CodeField, "digits", msgCode))
	}
	return nil
}

// Check proves that whoever asks holds the phone: the code that was sent to it for the purpose, within 5 minutes and 5
// tries, once. It answers 422 on phoneCode otherwise, the same for a wrong, an old, a spent and a never sent code.
//
// It writes in a transaction of its own, so that a wrong try counts whatever the caller does next: call it before and
// outside of any transaction, and after everything else about the input was found right, for a code is good once.
func (v *Verify) Check(ctx context.Context, phone string, purpose Purpose, typed string) error {
	if err := CheckFormat(typed); err != nil {
		return err
	}
	proven := false
	err := v.deps.DB.System(ctx, reasonNobody, func(tx store.Tx) error {
		// Counted first, under the row's lock: tries at once cannot share a count.
		n, err := tx.Change((*code)(nil)).Set("tries = tries + 1").
			Where("phone = ? AND purpose = ? AND tries < ? AND made_at > ?", phone, purpose, codeTries, v.deps.Now().Add(-codeLife)).Exec(ctx)
		if err != nil || n == 0 {
			return err
		}
		var kept code
		if err := tx.Select(&kept).Where("phone = ? AND purpose = ?", phone, purpose).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(kept.CodeHash), []byte(opaque.Hash(kept.Salt+typed))) != 1 {
			return nil
		}
		n, err = tx.Remove((*code)(nil)).Where("phone = ? AND purpose = ? AND code_hash = ?", phone, purpose, kept.CodeHash).Exec(ctx)
		proven = n == 1
		return err
	})
	if err != nil {
		return err
	}
	if !proven {
		return Failed()
	}
	return nil
}

// Failed is what a wrong, an old, a spent and a never sent code answer (PWD-09), for those who must answer alike.
func Failed() error { return problem.Invalid(problem.Field(CodeField, "verification", msgFailed)) }

// keepCode puts a code in the place of the one before.
func (v *Verify) keepCode(ctx context.Context, tx store.Tx, a asking, digits string) error {
	if _, err := tx.Remove((*code)(nil)).Where("phone = ? AND purpose = ?", a.phone, a.purpose).Exec(ctx); err != nil {
		return err
	}
	salt := rand.Text()
	return tx.Insert(ctx, &code{Phone: a.phone, Purpose: a.purpose, Salt: salt, CodeHash: opaque.Hash(salt + digits), MadeAt: v.deps.Now()})
}

// newDigits is a code: 6 digits, each as likely as the others.
func newDigits() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		panic(err) // the system has no randomness: nothing may go on
	}
	return fmt.Sprintf("%06d", n)
}
