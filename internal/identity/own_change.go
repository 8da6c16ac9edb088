package identity

import (
	"context"
	"errors"
	"net/http"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// ChangePasswordInput is the old and the new password.
type ChangePasswordInput struct {
	Body struct {
		OldPassword     string `json:"oldPassword" doc:"base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
		Password        string `json:"password" doc:"encrypted likewise"`
		ConfirmPassword string `json:"confirmPassword" doc:"encrypted likewise"`
		EndTokens       *bool  `json:"endTokens,omitempty" doc:"false leaves one's API tokens alive; without it all of them end, in every company"`
	}
}

// ChangePhoneInput is a new phone, its code, and the password of the account.
type ChangePhoneInput struct {
	Body struct {
		PhoneNum  string `json:"phoneNum" doc:"the new number"`
		PhoneCode string `json:"phoneCode" doc:"sent to the new number by sendSMS with sendType 3"`
		Password  string `json:"password" doc:"of the account: base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
	}
}

// PasswordReply says what has ended with the old password.
type PasswordReply struct {
	EndedTokens int `json:"endedTokens" doc:"API tokens, in every company"`
}

// PhoneReply is the number that the account has now, masked.
type PhoneReply struct {
	PhoneNum string `json:"phoneNum"`
}

var (
	msgOldWrong   = problem.L("当前密码不正确", "The current password is wrong")
	msgOldLocked  = problem.L("密码错误次数过多，请 %d 分钟后再试", "Too many wrong passwords, please try again in %d minutes")
	msgSamePass   = problem.L("新密码不能与当前密码相同", "The new password must differ from the current one")
	msgSamePhone  = problem.L("这已经是您的手机号", "This is your phone number already")
	msgPhoneTaken = problem.L("该手机号已被其他账号使用", "Another account has this phone number")
	msgByHand     = problem.L("接口令牌不能执行此操作，请登录后操作", "An API token cannot do this, please sign in")
)

// masked stands for a secret in the operation log.
const masked = "******"

// mountOwnChange registers what only the owner of an account does, and only by a session.
func (d *Identity) mountOwnChange(s *api.Server) {
	op := func(path, id, summary string, body any) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "account", Access: api.SignedIn, Example: &api.Example{Body: body}}
	}
	api.Call(s, owing(op("upms/user/password", "own-password", "Change one's password; all other sessions end", map[string]any{"oldPassword": "...", "password": "...", "confirmPassword": "..."})), d.changePassword)
	api.Call(s, op("upms/user/phone", "own-phone", "Change one's phone", map[string]any{"phoneNum": "13900000001", "phoneCode": "123456", "password": "..."}), d.changePhone)
}

// byHand refuses programs: their tokens must not open what outlives them.
func byHand(ctx context.Context) (store.Actor, error) {
	actor, err := store.ActorFrom(ctx)
	if err == nil && actor.Through != store.ThroughUI {
		err = problem.Refuse(msgByHand)
	}
	return actor, err
}

// ownAccount reads the account of the actor.
func (d *Identity) ownAccount(ctx context.Context, actor store.Actor) (a Account, err error) {
	err = d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&a).Where("id = ?", actor.AccountID).Scan(ctx)
	})
	return a, err
}

// reprove asks for the password of an account that is signed in. Wrong ones count with those of signing in, so that a
// stolen session gets no more guesses than a stranger.
func (d *Identity) reprove(ctx context.Context, account *Account, field, secret string) error {
	var policy Policy
	err := d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) (err error) {
		policy, err = strictestPolicy(ctx, tx, account.ID)
		return err
	})
	if err != nil {
		return err
	}
	v, err := d.judge(ctx, account, account.Phone, secret, policy)
	switch {
	case err != nil:
		return err
	case v.locked || v.silent:
		return problem.Slow(time.Duration(policy.LockMinutes)*time.Minute, msgOldLocked.With(policy.LockMinutes))
	case v.unreadable:
		return problem.Invalid(problem.Field(field, "encryption", msgResend))
	case !v.right:
		return problem.Invalid(problem.Field(field, "wrong", msgOldWrong))
	}
	return nil
}

// Reprove asks for the password of the actor, before something that outlives the session.
func (d *Identity) Reprove(ctx context.Context, actor store.Actor, field, secret string) error {
	if secret == "" {
		return problem.Invalid(problem.Field(field, "required", msgSecret))
	}
	account, err := d.ownAccount(ctx, actor)
	if err != nil {
		return err
	}
	return d.reprove(ctx, &account, field, secret)
}

func (d *Identity) changePassword(ctx context.Context, in *ChangePasswordInput) (reply PasswordReply, err error) {
	actor, err := byHand(ctx)
	if err != nil {
		return reply, err
	}
	account, err := d.ownAccount(ctx, actor)
	if err != nil {
		return reply, err
	}
	if err := d.reprove(ctx, &account, "oldPassword", in.Body.OldPassword); err != nil {
		return reply, err
	}
	password, err := d.newPassword(ctx, account.ID, in.Body.Password, in.Body.ConfirmPassword)
	if err != nil {
		return reply, err
	}
	hash, err := d.hashOther(ctx, account.PasswordHash, password)
	if err != nil {
		return reply, err
	}
	err = d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if err := d.holdProof(ctx, tx, account.ID, account.PasswordHash); err != nil {
			return err
		}
		if err := d.setPassword(ctx, tx, account.ID, hash); err != nil {
			return err
		}
		if !account.proved() { // who changes a password that somebody has given shows nothing about the number
			if _, err := tx.Change((*Account)(nil)).Set("phone_proved_at = NULL").Where("id = ?", account.ID).Exec(ctx); err != nil {
				return err
			}
		}
		if err := tx.LogFor(ctx, actor, "account", account.ID, actor.Name, store.ActionChange, store.FieldChange{Field: "password", Before: masked, After: masked}); err != nil {
			return err
		}
		if in.Body.EndTokens == nil || *in.Body.EndTokens {
			if reply.EndedTokens, err = d.endTokens(ctx, tx, []string{account.ID}, "", actor); err != nil {
				return err
			}
		}
		return d.endAll(ctx, tx, account.ID, EndedPassword, api.CallerFrom(ctx))
	})
	return reply, outrun(err, "oldPassword")
}

// hashOther hashes a new password, which must not be the one behind the old hash.
func (d *Identity) hashOther(ctx context.Context, old, password string) (string, error) {
	leave, err := d.turns.take(ctx)
	if err != nil {
		return "", err
	}
	defer leave()
	if VerifyPassword(old, password) {
		return "", problem.Invalid(problem.Field("password", "same", msgSamePass))
	}
	return HashPassword(password)
}

// outrun words for a form that somebody else has replaced the password while the one typed here was judged.
func outrun(err error, field string) error {
	if errors.Is(err, errReplaced) {
		return problem.Invalid(problem.Field(field, "wrong", msgOldWrong))
	}
	return err
}

// changePhone asks for the password first and for the code last: a code is spent by asking.
func (d *Identity) changePhone(ctx context.Context, in *ChangePhoneInput) (PhoneReply, error) {
	b := in.Body
	b.PhoneNum = verify.ReadPhone(b.PhoneNum)
	actor, err := byHand(ctx)
	if err != nil {
		return PhoneReply{}, err
	}
	var bad []problem.FieldError
	if !verify.IsPhone(b.PhoneNum) {
		bad = append(bad, problem.Field("phoneNum", "digits", verify.MsgPhone))
	}
	if err := verify.CheckFormat(b.PhoneCode); err != nil {
		bad = append(bad, problem.Of(err).Fields...)
	}
	if b.Password == "" {
		bad = append(bad, problem.Field("password", "required", msgSecret))
	}
	if len(bad) > 0 {
		return PhoneReply{}, problem.Invalid(bad...)
	}
	account, err := d.ownAccount(ctx, actor)
	if err != nil {
		return PhoneReply{}, err
	}
	if b.PhoneNum == account.Phone {
		return PhoneReply{}, problem.Invalid(problem.Field("phoneNum", "same", msgSamePhone))
	}
	if err := d.reprove(ctx, &account, "password", b.Password); err != nil {
		return PhoneReply{}, err
	}
	if err := d.deps.Proven(ctx, b.PhoneNum, verify.PhoneChange, b.PhoneCode); err != nil {
		return PhoneReply{}, err
	}
	_, nobodys, err := d.firstPassword(ctx)
	if err != nil {
		return PhoneReply{}, err
	}
	// Only who holds the number learns that it is taken.
	err = d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if err := d.holdProof(ctx, tx, account.ID, account.PasswordHash); err != nil {
			return err
		}
		provedAt := time.Time{} // the code proves the number, and not that nobody else knows the password
		if account.proved() {
			provedAt = d.deps.Now()
		}
		if _, err := tx.Change((*Account)(nil)).Set("phone = ?", b.PhoneNum).Set("phone_proved_at = ?", orNull(provedAt)).Where("id = ?", account.ID).Exec(ctx); err != nil {
			return err
		}
		if !account.proved() {
			if err := d.leaveInvited(ctx, tx, &account, nobodys); err != nil {
				return err
			}
		}
		// Companies show and search the number of their members.
		if _, err := tx.Change((*Member)(nil)).Set("phone = ?", b.PhoneNum).Where("account_id = ?", account.ID).Exec(ctx); err != nil {
			return err
		}
		return tx.LogFor(ctx, actor, "account", account.ID, actor.Name, store.ActionChange, store.FieldChange{Field: "phone", Before: verify.MaskPhone(account.Phone), After: verify.MaskPhone(b.PhoneNum)})
	})
	if errors.Is(err, store.ErrDuplicate) {
		err = problem.Invalid(problem.Field("phoneNum", "taken", msgPhoneTaken))
	}
	return PhoneReply{PhoneNum: verify.MaskPhone(b.PhoneNum)}, outrun(err, "password")
}
