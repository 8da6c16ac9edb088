// Package sso is single sign-on: the OpenID provider that the product carries inside, and the client that signs people
// in through it, through another company's provider, through a work app, or by a ticket.
//
// What lives here: the protocol, its keys and its short-lived rows. What never does: passwords, sessions and the
// licence (identity; every way ends in its Enter), and what people may do.
//
// The round trip: getLoginUrl remembers state, nonce and verifier and binds them to the browser; the provider answers
// with a code, after /login has signed the person in; /loginMedium hands the code to loginByCode.do, where the server
// exchanges it. An external provider changes only the first address.
package sso

import (
	"context"
	"net/http"
	"time"

	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// Fixed names of the protocol between our pages and our provider (SSO-04).
const (
	TenantID  = "000000"
	WebClient = "mouldworks-web"
	Root      = "/sso" // of the provider
)

// How long things live.
const (
	loginLife   = 10 * time.Minute // from getLoginUrl to the code that comes back
	requestLife = 10 * time.Minute // from authorize to the end of the sign-in
	codeLife    = time.Minute
	ticketLife  = time.Minute
	accessLife  = 10 * time.Minute
	idLife      = 5 * time.Minute
	refreshLife = 30 * 24 * time.Hour
)

// Options are what the operator decides. The zero value is the embedded provider.
type Options struct {
	// Issuer, ClientID and ClientSecret name another provider, which then signs people in.
	Issuer, ClientID, ClientSecret string
	// LoginPage replaces the authorize address; "" and "0" do not (HOMEPAGE_AUTO_REDIRECT_TO_LOGINPAGE).
	LoginPage string
	// PushAddress is told as WS_CONNECT_IP; empty = the address of the page.
	PushAddress string
	// SpecialTenants are the codes of SYNC_DAJIANG_TENANT_ID; nobody hears of other companies than their own.
	SpecialTenants []string
	// JumpOrigins are the addresses to which a ticket may carry people, beside our own.
	JumpOrigins []string
	// Connectors are the work apps that may sign people in.
	Connectors []Connector
	// Transport carries calls to another provider; nil = http.DefaultTransport.
	Transport http.RoundTripper
}

// Person is what another system may learn of somebody.
type Person struct {
	Name, UserName, Phone, Language string
	PhoneVerified                   bool
}

// Deps are what single sign-on needs of others; main fills them in.
type Deps struct {
	DB      *store.DB
	Now     func() time.Time
	Options Options
	// Enter makes the session of somebody whose proof is done.
	Enter func(ctx context.Context, e identity.Entry) (identity.LoginReply, error)
	// May tells whether an account may enter today.
	May func(ctx context.Context, tx store.Tx, accountID string) (bool, error)
	// Person describes an account.
	Person func(ctx context.Context, tx store.Tx, accountID string) (Person, error)
	// ByPhone finds the account of a phone number; "" when there is none.
	ByPhone func(ctx context.Context, tx store.Tx, phone string) (string, error)
	// Reprove asks for the password of somebody who is signed in; a wrong one is a problem of that field.
	Reprove func(ctx context.Context, actor store.Actor, field, secret string) error
	// VerifiedAt is when the session of a request has proved its phone by SMS; zero = never. It refuses a session that has ended.
	VerifiedAt func(ctx context.Context, tx store.Tx, accountID string) (time.Time, error)
	// Authenticate finds the actor of a request that may have none.
	Authenticate func(ctx context.Context, c api.Caller) (store.Actor, error)
}

// SSO is both sides.
type SSO struct {
	deps     Deps
	provider http.Handler
	sources  sources
}

// New makes both sides on a migrated database.
func New(ctx context.Context, d Deps) (*SSO, error) {
	if d.Now == nil {
		d.Now = store.Now
	}
	s := &SSO{deps: d}
	provider, err := s.newProvider(ctx)
	if err != nil {
		return nil, err
	}
	s.provider = provider
	return s, s.adoptLinks(ctx)
}

// Mount registers the calls and the provider's own addresses.
func (s *SSO) Mount(a *api.Server) {
	a.Handle(Root+"/", http.HandlerFunc(s.serveProvider))
	s.mountLogin(a)
	s.mountTickets(a)
	s.mountConnectors(a)
	s.mountConstants(a)
}

// SignOn is what identity tells when people come and go.
func (s *SSO) SignOn() identity.SignOn {
	return identity.SignOn{In: s.arrived, Out: s.left, Forget: s.forget, Unlink: s.unlinkAll}
}

const reasonAbove = "single sign-on stands above tenants: nobody is signed in yet"

// Sweep removes what has served.
func (s *SSO) Sweep(ctx context.Context) error {
	now := s.deps.Now()
	return s.deps.DB.System(ctx, reasonAbove, func(tx store.Tx) error {
		for _, old := range []struct {
			model  any
			column string
			before time.Time
		}{
			{(*loginRow)(nil), "created_at", now.Add(-loginLife)},
			{(*ticketRow)(nil), "created_at", now.Add(-ticketLife)},
			{(*sessionRow)(nil), "expires_at", now},
			{(*tokenRow)(nil), "expires_at", now},
			// Kept as long as a replay of the code could hurt: the tokens that came of it live no longer without it.
			{(*request)(nil), "created_at", now.Add(-requestLife - codeLife - accessLife)},
		} {
			if _, err := tx.Remove(old.model).Where(old.column+" < ?", old.before).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
