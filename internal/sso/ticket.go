package sso

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// ticketRow carries a person to another address of the product: once, within a minute (SSO-09).
type ticketRow struct {
	bun.BaseModel `bun:"table:sso_ticket"`
	TicketHash    string    `bun:"ticket_hash,pk"`
	AccountID     string    `bun:"account_id"`
	Home          string    `bun:"home"`
	Factory       string    `bun:"factory"`
	Way           string    `bun:"way"`
	Path          string    `bun:"path"`
	CreatedAt     time.Time `bun:"created_at"`
	VerifiedAt    time.Time `bun:"verified_at,nullzero"` // when the person's session has proved the phone by SMS
}

// TicketInput asks for a ticket.
type TicketInput struct {
	Body struct {
		Origin string `json:"origin,omitempty" doc:"https://host of the address to go to; empty: this one"`
		Path   string `json:"path,omitempty" doc:"page to open there"`
	}
}

// TicketReply is the ticket and the address that takes it.
type TicketReply struct {
	Ticket        string `json:"ticket"`
	URL           string `json:"url"`
	ExpireSeconds int    `json:"expireSeconds"`
}

// TicketLogin hands a ticket in.
type TicketLogin struct {
	Ticket string `query:"ticket"`
}

var (
	msgOrigin     = problem.L("该地址不在允许跳转的名单中", "This address is not on the list of those that one may go to")
	msgTicketPage = problem.L("请从本系统的页面使用票据", "A ticket is taken by a page of the product only")
	msgPersons    = problem.L("只有登录的人可以使用票据跳转", "Only a person who is signed in can use a ticket")
)

func (s *SSO) mountTickets(a *api.Server) {
	api.Call(a, api.Operation{
		Method: http.MethodPost, Path: "sso/ticket", ID: "ticket", Summary: "A ticket to another address of the product", Tag: "session", Access: api.SignedIn, Secret: true,
		Example: &api.Example{Body: map[string]any{"path": "/home"}},
	}, s.issueTicket)
	// Public: the ticket is the proof.
	api.Call(a, api.Operation{
		Method: http.MethodGet, Path: "upms/user/sso/loginByTicket.do", ID: "login-by-ticket", Summary: "Sign in by a ticket", Tag: "session", Access: api.Public, AnyQuery: true,
	}, s.loginByTicket)
}

// issueTicket lets a person, not a program, go on elsewhere as who and where they are.
func (s *SSO) issueTicket(ctx context.Context, in *TicketInput) (reply TicketReply, err error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return reply, err
	}
	if actor.Through != store.ThroughUI {
		return reply, problem.NoAccess(msgPersons)
	}
	origin := api.CallerFrom(ctx).Origin
	if in.Body.Origin != "" && in.Body.Origin != origin {
		if !slices.Contains(s.deps.Options.JumpOrigins, in.Body.Origin) {
			return reply, problem.Invalid(problem.Field("origin", "allowed", msgOrigin))
		}
		origin = in.Body.Origin
	}
	ticket, hash := opaque.Token()
	row := &ticketRow{TicketHash: hash, AccountID: actor.AccountID, Home: actor.TenantID, Factory: actor.FactoryID, Way: identity.WayTicket, Path: safePath(in.Body.Path), CreatedAt: s.deps.Now()}
	err = s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) (err error) {
		if row.VerifiedAt, err = s.deps.VerifiedAt(ctx, tx, actor.AccountID); err != nil {
			return err
		}
		return tx.Insert(ctx, row)
	})
	return TicketReply{Ticket: ticket, URL: origin + "/jumping?ticket=" + url.QueryEscape(ticket), ExpireSeconds: int(ticketLife / time.Second)}, err
}

// loginByTicket takes a ticket once. It never takes the place of somebody else's session: a link with a ticket of
// theirs is how an attacker would have people work in the attacker's account. For the same reason it takes none that
// another site's page brings: there the cookie that tells who is here does not count. Our own page at the address of the
// ticket hands it in.
func (s *SSO) loginByTicket(ctx context.Context, in *TicketLogin) (reply identity.LoginReply, err error) {
	c := api.CallerFrom(ctx)
	if c.FromElsewhere() {
		return reply, problem.NoAccess(msgTicketPage)
	}
	var row ticketRow
	taken := false
	err = s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		if err := tx.Select(&row).Where("ticket_hash = ? AND created_at > ?", opaque.Hash(in.Ticket), s.deps.Now().Add(-ticketLife)).Scan(ctx); err != nil {
			return err
		}
		n, err := tx.Remove((*ticketRow)(nil)).Where("ticket_hash = ?", row.TicketHash).Exec(ctx)
		taken = n == 1
		return err
	})
	if errors.Is(err, store.ErrNotFound) || err == nil && !taken {
		return reply, problem.Spent()
	}
	if err != nil {
		return reply, err
	}
	other, err := s.somebodyElse(ctx, c, row.AccountID)
	if err != nil {
		return reply, err
	}
	if other {
		return reply, problem.Refuse(msgOther)
	}
	reply, err = s.deps.Enter(ctx, identity.Entry{AccountID: row.AccountID, TenantID: row.Home, FactoryID: row.Factory, Way: row.Way, VerifiedAt: row.VerifiedAt})
	reply.Path = row.Path
	return reply, err
}

// somebodyElse tells whether this browser is signed in, at the product or at the provider, as another account.
func (s *SSO) somebodyElse(ctx context.Context, c api.Caller, accountID string) (bool, error) {
	c.Owing, c.Entering = true, true // whoever has something to settle first is here all the same
	here, err := s.deps.Authenticate(ctx, c)
	if p := problem.Of(err); err != nil && p.Status != http.StatusUnauthorized && p.Status != http.StatusForbidden {
		return false, err
	}
	if err == nil && here.AccountID != accountID {
		return true, nil
	}
	var known *sessionRow
	err = s.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) (err error) {
		known, err = s.current(ctx, tx, c)
		return err
	})
	return known != nil && known.AccountID != accountID, err
}
