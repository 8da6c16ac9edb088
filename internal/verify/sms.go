package verify

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// Limits of sending.
const (
	sendEvery  = time.Minute // a number
	perHour    = 5           // a number
	perDay     = 10          // a number
	sendWithin = 10 * time.Second
)

// ofNetwork bounds the codes that one network asks for, whatever the numbers: a factory's people leave through one.
var ofNetwork = throttle.Limit{Most: 30, Window: time.Hour}

// number is the row that whoever sends to a number holds.
type number struct {
	bun.BaseModel `bun:"table:sms_number"`
	Phone         string    `bun:"phone,pk"`
	LastAt        time.Time `bun:"last_at"`
}

// What became of a message.
const (
	outcomeSending = "sending"
	outcomeSent    = "sent"
	outcomeFailed  = "failed"
	outcomeNobody  = "nobody" // the number is unknown: nothing was sent, and the caller cannot tell
)

// Sent is a message that was asked for. The code is not in it.
type Sent struct {
	bun.BaseModel `bun:"table:sms_log"`
	ID            string    `bun:"id,pk"`
	SentAt        time.Time `bun:"sent_at"`
	Phone         string    `bun:"phone"`
	Purpose       Purpose   `bun:"purpose"`
	Address       string    `bun:"address"`
	Home          string    `bun:"home"` // tenant of who asked, "" before anybody is signed in
	AccountID     string    `bun:"account_id"`
	Outcome       string    `bun:"outcome"`
	Receipt       string    `bun:"receipt"` // the provider's id of the message, for its support
}

// SendInput asks for a code.
type SendInput struct {
	Body struct {
		PhoneNum string `json:"phoneNum"`
		SendType *int   `json:"sendType,omitempty" doc:"1 registration, 2 recovery, 3 phone change, 4 switching (default)"`
	}
}

// SendReply says what the screen tells: never whether the number is known, never the code.
type SendReply struct {
	PhoneNum     string `json:"phoneNum" doc:"masked"`
	ValidMinutes int    `json:"validMinutes"`
	RetrySeconds int    `json:"retrySeconds"`
}

var (
	msgPuzzleFirst = problem.L("请先完成安全验证", "Please complete the security verification first")
	msgSoon        = problem.L("每 60 秒只能发送一次验证码，请稍后再试", "A code can be sent once in 60 seconds, please wait")
	msgHour        = problem.L("该手机号 1 小时内最多发送 %d 次验证码，请稍后再试", "At most %d codes an hour can be sent to this number, please try again later")
	msgDay         = problem.L("该手机号 24 小时内最多发送 %d 次验证码，请明天再试", "At most %d codes in 24 hours can be sent to this number, please try again tomorrow")
	msgAddress     = problem.L("当前网络发送验证码过于频繁，请 1 小时后再试", "Too many codes were asked for from this network, please try again in an hour")
	msgInviteSoon  = problem.L("该手机号刚收到一条短信，60 秒后才能发送邀请", "This number has just got an SMS: the invitation can be sent 60 seconds after it")
	msgInviteHour  = problem.L("该手机号 1 小时内最多接收 %d 条短信，请稍后再发送邀请", "A number gets at most %d messages an hour, please send the invitation later")
	msgInviteDay   = problem.L("该手机号 24 小时内最多接收 %d 条短信，请明天再发送邀请", "A number gets at most %d messages in 24 hours, please send the invitation tomorrow")
	msgNotSent     = problem.L("短信未能发出，请 1 分钟后重试，或联系管理员", "The SMS could not be sent. Try again in a minute, or contact the administrator")
)

// send consumes the pass of a solved puzzle and sends a code. All limits stand in one transaction that holds the
// number's row, so that requests at once are counted one after the other.
func (v *Verify) send(ctx context.Context, in *SendInput) (SendReply, error) {
	a, err := v.ask(ctx, in.Body.PhoneNum, in.Body.SendType)
	if err != nil {
		return SendReply{}, err
	}
	reaches := true
	if a.purpose == Recovery {
		if reaches, err = v.deps.Known(ctx, a.phone); err != nil {
			return SendReply{}, err
		}
	}
	// Without a solved puzzle nothing is kept: a row for each number that somebody makes up would fill the table.
	if err := v.deps.DB.SystemRead(ctx, reasonNobody, func(tx store.Tx) error {
		_, err := v.earned(ctx, tx, a)
		return err
	}); err != nil {
		return SendReply{}, err
	}
	if err := v.keepNumber(ctx, a.phone); err != nil {
		return SendReply{}, err
	}
	row := Sent{ID: store.NewID(), SentAt: v.deps.Now(), Phone: a.phone, Purpose: a.purpose, Address: a.address, Home: a.person.TenantID, AccountID: a.person.AccountID, Outcome: outcomeSending}
	if !reaches {
		row.Outcome = outcomeNobody
	}
	digits := newDigits()
	if err := throttle.Count(ctx, v.deps.DB, reasonNobody, func(tx store.Tx) error {
		if err := v.within(ctx, tx, a); err != nil {
			return err
		}
		if err := v.consumePass(ctx, tx, a); err != nil {
			return err
		}
		if err := v.keepCode(ctx, tx, a, digits); err != nil {
			return err
		}
		return tx.Insert(ctx, &row)
	}); err != nil {
		return SendReply{}, err
	}
	code := func(ctx context.Context) (string, error) {
		return v.deps.Provider.Send(ctx, Message{Phone: row.Phone, Code: digits, Purpose: row.Purpose})
	}
	reply := SendReply{PhoneNum: MaskPhone(a.phone), ValidMinutes: int(codeLife.Minutes()), RetrySeconds: int(sendEvery.Seconds())}
	if a.purpose == Recovery {
		// In the background: how long the answer takes must not tell whether the number is known.
		if reaches {
			v.sending.Add(1)
			go func() {
				defer v.sending.Done()
				_ = v.deliver(context.WithoutCancel(ctx), row, code) // the log says how it ended
			}()
		}
		return reply, nil
	}
	if err := v.deliver(context.WithoutCancel(ctx), row, code); err != nil {
		return SendReply{}, &problem.Problem{Status: http.StatusConflict, Code: problem.Refused, Text: msgNotSent, Cause: err}
	}
	return reply, nil
}

// keepNumber makes sure that the number has a row to hold.
func (v *Verify) keepNumber(ctx context.Context, phone string) error {
	err := v.deps.DB.System(ctx, reasonNobody, func(tx store.Tx) error {
		if known, err := tx.Select((*number)(nil)).Where("phone = ?", phone).Exists(ctx); err != nil || known {
			return err
		}
		return tx.Insert(ctx, &number{Phone: phone, LastAt: v.deps.Now().Add(-sendEvery)})
	})
	if errors.Is(err, store.ErrDuplicate) {
		return nil // somebody else at the same moment
	}
	return err
}

// within takes the number's row and holds the request against every limit.
func (v *Verify) within(ctx context.Context, tx store.Tx, a asking) error {
	if err := v.withinNumber(ctx, tx, a.phone, numberWords{msgSoon, msgHour, msgDay}); err != nil {
		return err
	}
	// Last, for codes to other numbers wait for this row.
	wait, err := ofNetwork.Take(ctx, tx, "sms "+a.network, v.deps.Now())
	if err == nil && wait > 0 {
		err = problem.Slow(wait, msgAddress)
	}
	return err
}

// numberWords say which limit of a number is reached, of a code or of an invitation: they count together.
type numberWords struct{ soon, hour, day problem.Text }

// withinNumber takes the number's row and holds the request against the limits of the number.
func (v *Verify) withinNumber(ctx context.Context, tx store.Tx, phone string, say numberWords) error {
	now := v.deps.Now()
	n, err := tx.Change((*number)(nil)).Set("last_at = ?", now).Where("phone = ? AND last_at <= ?", phone, now.Add(-sendEvery)).Exec(ctx)
	if err != nil {
		return err
	}
	if n == 0 {
		var held number
		if err := tx.Select(&held).Where("phone = ?", phone).Scan(ctx); err != nil {
			return err
		}
		return problem.Slow(held.LastAt.Add(sendEvery).Sub(now), say.soon)
	}
	for _, limit := range []struct {
		where, value string
		age          time.Duration
		most         int
		text         problem.Text
	}{
		{"phone = ? AND sent_at > ?", phone, time.Hour, perHour, say.hour.With(perHour)},
		{"phone = ? AND sent_at > ?", phone, 24 * time.Hour, perDay, say.day.With(perDay)},
	} {
		var sent []Sent
		if err := tx.Select(&sent).Where(limit.where, limit.value, now.Add(-limit.age)).Where("purpose <> ?", Audit).Order("sent_at DESC").Limit(limit.most, 0).Scan(ctx); err != nil {
			return err
		}
		if len(sent) == limit.most { // the oldest of them makes room first
			return problem.Slow(sent[limit.most-1].SentAt.Add(limit.age).Sub(now), limit.text)
		}
	}
	return nil
}

// earned finds a pass of the holder for the number and the purpose.
func (v *Verify) earned(ctx context.Context, tx store.Tx, a asking) (p pass, err error) {
	err = tx.Select(&p).Where("phone = ? AND purpose = ? AND holder = ? AND made_at >= ?", a.phone, a.purpose, a.holder, v.deps.Now().Add(-passLife)).
		Order("made_at DESC").Limit(1, 0).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		err = problem.Refuse(msgPuzzleFirst)
	}
	return p, err
}

// consumePass takes one pass of the holder for the number and the purpose.
func (v *Verify) consumePass(ctx context.Context, tx store.Tx, a asking) error {
	earned, err := v.earned(ctx, tx, a)
	if err != nil {
		return err
	}
	n, err := tx.Remove((*pass)(nil)).Where("id = ?", earned.ID).Exec(ctx)
	if err == nil && n == 0 {
		err = problem.Refuse(msgPuzzleFirst)
	}
	return err
}

// deliver hands the message to the provider and notes what became of it.
func (v *Verify) deliver(ctx context.Context, row Sent, send func(ctx context.Context) (receipt string, err error)) error {
	limited, cancel := context.WithTimeout(ctx, sendWithin)
	defer cancel()
	receipt, sent := send(limited)
	outcome := outcomeSent
	if sent != nil {
		outcome = outcomeFailed
		slog.ErrorContext(ctx, "an SMS could not be sent", "id", row.ID, "phone", MaskPhone(row.Phone), "error", sent)
	}
	err := v.deps.DB.System(ctx, reasonNobody, func(tx store.Tx) error {
		_, err := tx.Change((*Sent)(nil)).Set("outcome = ?", outcome).Set("receipt = ?", receipt).Where("id = ?", row.ID).Exec(ctx)
		return err
	})
	return errors.Join(sent, err)
}

// Notify tells an applicant how the audit ended, in the name of the actor who audits. It is called after the commit of
// the audit; the error says that the applicant has to be told in another way.
func (v *Verify) Notify(ctx context.Context, n Notice) error {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return err
	}
	row := Sent{ID: store.NewID(), SentAt: v.deps.Now(), Phone: n.Phone, Purpose: Audit, Home: actor.TenantID, AccountID: actor.AccountID, Outcome: outcomeSending}
	if err := v.deps.DB.System(ctx, reasonNobody, func(tx store.Tx) error { return tx.Insert(ctx, &row) }); err != nil {
		return err
	}
	return v.deliver(context.WithoutCancel(ctx), row, func(ctx context.Context) (string, error) { return v.deps.Provider.Notify(ctx, n) })
}
