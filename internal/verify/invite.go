package verify

import (
	"context"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/throttle"
)

// ofTenant bounds the invitations of a company, whose sheets may bring everybody at once. The limits of a number hold beside it.
var ofTenant = throttle.Limit{Most: 1000, Window: 24 * time.Hour}

var msgInvitations = problem.L("企业 24 小时内最多发送 %d 条邀请短信，请明天再试", "A company can send at most %d invitations in 24 hours, please try again tomorrow")

var msgNoAddress = problem.L("服务器不知道用户访问的网址，不能发送带链接的邀请。请服务器管理员以 --public-url https://域名 启动服务器",
	"The server does not know the address that people use and sends no link. Its administrator starts it with --public-url https://HOST")

// holdsAddress tells whether the messages of a provider name the address of our page by themselves.
func holdsAddress(p Provider) bool {
	own, ok := p.(interface{ HoldsAddress() bool })
	return ok && own.HoldsAddress()
}

// Invite tells somebody that the company of the actor takes them in. A code is made once the limits of the number allow the
// message, so that a refused one leaves the link of before in force. Without the address of our page no link goes out, but where the
// provider's template holds it.
func (v *Verify) Invite(ctx context.Context, n Notice, code func(ctx context.Context) (string, error)) error {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return err
	}
	if n.Kind == NoticeInvited && n.Origin == "" && !holdsAddress(v.deps.Provider) {
		return problem.Refuse(msgNoAddress)
	}
	if err := v.keepNumber(ctx, n.Phone); err != nil {
		return err
	}
	c := api.CallerFrom(ctx)
	row := Sent{ID: store.NewID(), SentAt: v.deps.Now(), Phone: n.Phone, Purpose: Invitation, Address: c.Address, Home: actor.TenantID, AccountID: actor.AccountID, Outcome: outcomeSending}
	if err := throttle.Count(ctx, v.deps.DB, reasonNobody, func(tx store.Tx) error {
		if err := v.withinNumber(ctx, tx, n.Phone, numberWords{msgInviteSoon, msgInviteHour, msgInviteDay}); err != nil {
			return err
		}
		wait, err := ofTenant.Take(ctx, tx, "invitations "+actor.TenantID, v.deps.Now())
		if err == nil && wait > 0 {
			err = problem.Slow(wait, msgInvitations.With(ofTenant.Most))
		}
		if err != nil {
			return err
		}
		return tx.Insert(ctx, &row)
	}); err != nil {
		return err
	}
	if code != nil {
		if n.Code, err = code(ctx); err != nil {
			return err
		}
	}
	return v.deliver(context.WithoutCancel(ctx), row, func(ctx context.Context) (string, error) { return v.deps.Provider.Notify(ctx, n) })
}
