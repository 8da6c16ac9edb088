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

// Invite tells somebody that the company of the actor takes them in. A code is made once the limits of the number allow the
// message, so that a refused one leaves the link of before in force.
func (v *Verify) Invite(ctx context.Context, n Notice, code func(ctx context.Context) (string, error)) error {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return err
	}
	if err := v.keepNumber(ctx, n.Phone); err != nil {
		return err
	}
	c := api.CallerFrom(ctx)
	row := Sent{ID: store.NewID(), SentAt: v.deps.Now(), Phone: n.Phone, Purpose: Invitation, Address: c.Address, Home: actor.TenantID, AccountID: actor.AccountID, Outcome: outcomeSending}
	if err := throttle.Count(ctx, v.deps.DB, reasonNobody, func(tx store.Tx) error {
		if err := v.withinNumber(ctx, tx, n.Phone); err != nil {
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
