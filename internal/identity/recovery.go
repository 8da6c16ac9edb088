package identity

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/verify"
)

// recoveryLife is how long the new password may take after the code was right.
const recoveryLife = 10 * time.Minute

// recovery is a person who has proven the phone and owes a new password. Only the hash of the ticket is kept.
type recovery struct {
	bun.BaseModel `bun:"table:password_recovery"`
	TicketHash    string    `bun:"ticket_hash,pk"`
	AccountID     string    `bun:"account_id"`
	MadeAt        time.Time `bun:"made_at"`
}

// RecoverInput is the code that came to the phone.
type RecoverInput struct {
	Body struct {
		PhoneNum  string `json:"phoneNum"`
		PhoneCode string `json:"phoneCode" doc:"4 to 6 digits, by sendSMS with sendType 2"`
	}
}

// RecoverReply lets set a password.
type RecoverReply struct {
	Ticket  string `json:"ticket" doc:"for one new password"`
	Seconds int    `json:"seconds" doc:"how long the ticket lives"`
}

// ResetInput is the new password.
type ResetInput struct {
	Body struct {
		Ticket          string `json:"ticket"`
		Password        string `json:"password" doc:"base64 of RSA-OAEP-SHA-256 with the key of getKeyAndIv"`
		ConfirmPassword string `json:"confirmPassword" doc:"the same, encrypted by itself"`
	}
}

var msgRecoveryOver = problem.L("验证已过期或已使用，请重新获取验证码", "The verification has expired or was used. Please get a new code")

func (d *Identity) mountRecovery(s *api.Server) {
	// Public: whoever has lost the password has no session. The code by SMS is the proof.
	op := func(path, id, summary string) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.Public}
	}
	api.Call(s, op("upms/user/recovery/verify", "recovery-verify", "Prove the phone of a lost password"), d.proveRecovery)
	api.Call(s, op("upms/user/recovery/reset", "recovery-reset", "Set a new password in place of a lost one"), d.resetPassword)
}

// proveRecovery changes a right code into a ticket. A phone that nobody has answers like a wrong code.
func (d *Identity) proveRecovery(ctx context.Context, in *RecoverInput) (RecoverReply, error) {
	b := in.Body
	b.PhoneNum = verify.ReadPhone(b.PhoneNum)
	if !verify.IsPhone(b.PhoneNum) {
		return RecoverReply{}, problem.Invalid(problem.Field("phoneNum", "digits", verify.MsgPhone))
	}
	if err := d.deps.Proven(ctx, b.PhoneNum, verify.Recovery, b.PhoneCode); err != nil {
		return RecoverReply{}, err
	}
	ticket, hash := opaque.Token()
	err := d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		var account Account
		if err := tx.Select(&account).Where("phone = ?", b.PhoneNum).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return verify.Failed()
		} else if err != nil {
			return err
		}
		// One at a time: a newer proof voids the one before.
		if _, err := tx.Remove((*recovery)(nil)).Where("account_id = ? OR made_at < ?", account.ID, d.deps.Now().Add(-recoveryLife)).Exec(ctx); err != nil {
			return err
		}
		return tx.Insert(ctx, &recovery{TicketHash: hash, AccountID: account.ID, MadeAt: d.deps.Now()})
	})
	if err != nil {
		return RecoverReply{}, err
	}
	return RecoverReply{Ticket: ticket, Seconds: int(recoveryLife.Seconds())}, nil
}

// resetPassword spends the ticket once the password is found good, and ends everything that the old one has opened. Only now is the
// number proved: the code alone would leave a password in force that somebody else may know.
func (d *Identity) resetPassword(ctx context.Context, in *ResetInput) (api.None, error) {
	var r recovery
	err := d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&r).Where("ticket_hash = ? AND made_at > ?", opaque.Hash(in.Body.Ticket), d.deps.Now().Add(-recoveryLife)).Scan(ctx)
	})
	if errors.Is(err, store.ErrNotFound) {
		return api.None{}, problem.Refuse(msgRecoveryOver)
	}
	if err != nil {
		return api.None{}, err
	}
	password, err := d.newPassword(ctx, r.AccountID, in.Body.Password, in.Body.ConfirmPassword)
	if err != nil {
		return api.None{}, err
	}
	hash, err := d.hash(ctx, password)
	if err != nil {
		return api.None{}, err
	}
	return api.None{}, d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		n, err := tx.Remove((*recovery)(nil)).Where("ticket_hash = ?", r.TicketHash).Exec(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return problem.Refuse(msgRecoveryOver) // somebody with the same ticket was faster
		}
		return d.ownPassword(ctx, tx, r.AccountID, hash)
	})
}

// GivePassword puts a random password in place of a lost one, for whoever has the machine; its owner must change it first. It ends
// everything that the old one has opened, and a lock. store.ErrNotFound when nobody has the number.
func (d *Identity) GivePassword(ctx context.Context, phone string) (string, error) {
	password, err := FirstPassword()
	if err != nil {
		return "", err
	}
	hash, err := HashPassword(password)
	if err != nil {
		return "", err
	}
	return password, d.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		id, err := d.AccountOf(ctx, tx, phone)
		if err != nil {
			return err
		}
		if id == "" {
			return store.ErrNotFound
		}
		return d.givenPassword(ctx, tx, id, hash)
	})
}

// errReplaced says that the password that was found right has been replaced since.
var errReplaced = errors.New("identity: the password was replaced while it was being checked")

// holdProof holds the account's row until the transaction ends, if its password is still the one behind hash. A password is
// judged outside of transactions, for judging takes long. Whoever replaces it writes this row first and then ends what the
// old one has opened: so either that waits for us and finds what we open, or we come later and are refused. tx is a system
// transaction.
func (d *Identity) holdProof(ctx context.Context, tx store.Tx, accountID, hash string) error {
	n, err := tx.Change((*Account)(nil)).Set("password_hash = password_hash").Where("id = ? AND password_hash = ?", accountID, hash).Exec(ctx)
	if err == nil && n == 0 {
		err = errors.Join(problem.NoAccess(msgWrong), errReplaced)
	}
	return err
}

// setPassword keeps the hash and forgets the wrong passwords of before. tx is a system transaction.
func (d *Identity) setPassword(ctx context.Context, tx store.Tx, accountID, hash string) error {
	var account Account
	if err := tx.Select(&account).Where("id = ?", accountID).Scan(ctx); err != nil {
		return err
	}
	if _, err := tx.Change((*Account)(nil)).Set("password_hash = ?", hash).Set("password_given = ?", false).Where("id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.Change((*session)(nil)).Set("owes_password = ?", false).Where("account_id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	// Browsers of before are known no more: one of them may be why there is a new password.
	if _, err := tx.Remove((*knownBrowser)(nil)).Where("account_id = ?", accountID).Exec(ctx); err != nil {
		return err
	}
	// The rows are named by the phone, of known browsers with their mark; a phone is digits only, so that nothing in it is
	// a wildcard.
	_, err := tx.Remove((*loginFailure)(nil)).Where("who = ? OR who LIKE ?", account.Phone, account.Phone+" %").Exec(ctx)
	return err
}
