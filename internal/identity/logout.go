package identity

import (
	"context"
	"errors"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// renew makes a session for a long token, so that an idle page goes on without a password.
func (d *Identity) renew(ctx context.Context, _ *struct{}) (reply LoginReply, err error) {
	bearer := api.CallerFrom(ctx).Bearer
	if bearer == "" {
		return reply, problem.SignIn()
	}
	err = d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		var l longToken
		if err := tx.Select(&l).Where("token_hash = ?", opaque.Hash(bearer)).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return problem.SignIn()
		} else if err != nil {
			return err
		}
		if l.Ended == endedLogout || d.deps.Now().After(l.ExpiresAt) {
			return problem.SignIn()
		}
		// The row is held until the session stands: who ends the token at this moment finds the session, or we find its end.
		n, err := tx.Change((*longToken)(nil)).Set("ended = ''").Where("id = ? AND ended = ''", l.ID).Exec(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			return problem.Ended(l.Ended)
		}
		m, t, err := d.again(ctx, tx, l.AccountID)
		if err != nil {
			return err
		}
		reply = licenceReply(m, t, t.LicenceAt(d.deps.Now()))
		reply.UserID, reply.LongToken = l.AccountID, bearer
		if reply.AllowLoginFlag == 0 {
			return nil
		}
		if reply.Token, err = d.openFor(ctx, tx, &l, t.ID, m.LastFactory); err != nil {
			return err
		}
		return d.entered(ctx, tx, m)
	})
	return reply, err
}

// LogoutReply says whether somebody else must be told too.
type LogoutReply struct {
	Next string `json:"next" doc:"the address where another single sign-on provider ends its session; empty: all is done"`
}

var msgLogoutByPost = problem.L("请从本系统退出登录", "Sign out from inside the product")

// logout ends what the request carries, and with it the person's session at the provider; it answers the same when
// there is nothing to end. Neither a page of another host, be it of our own site, nor a picture on our own can sign anybody out: a
// GET must be the person's own step, a POST come from our own pages or show a token.
func (d *Identity) logout(ctx context.Context, _ *struct{}) (reply LogoutReply, err error) {
	c := api.CallerFrom(ctx)
	own := c.OwnStep
	if c.Method != http.MethodGet {
		own = c.FromOwnPage
	}
	if !own() {
		return reply, problem.NoAccess(msgLogoutByPost)
	}
	next := func() string { return "" }
	err = d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		var open []session
		for _, token := range []string{c.Token, c.Cookie(sessionCookie)} {
			if token == "" {
				continue
			}
			var s session
			if err := tx.Select(&s).Where("token_hash = ? AND ended = ''", opaque.Hash(token)).Scan(ctx); err == nil {
				open = append(open, s)
			} else if !errors.Is(err, store.ErrNotFound) {
				return err
			}
		}
		if err := d.end(ctx, tx, open, endedLogout); err != nil {
			return err
		}
		// The long token that came along counts like a session's own, also when that session has run out.
		var l longToken
		if err := tx.Select(&l).Where("token_hash = ? AND ended = ''", opaque.Hash(c.Bearer)).Scan(ctx); err == nil {
			if err := d.endLong(ctx, tx, []string{l.ID}, nil, endedLogout); err != nil {
				return err
			}
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		var err error
		next, err = d.deps.SignOn.Out(ctx, tx, c.Origin)
		return err
	})
	c.DropCookie(sessionCookie)
	if err == nil {
		reply.Next = next()
	}
	return reply, err
}
