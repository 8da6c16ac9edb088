package identity

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// How long tokens live.
const (
	sessionIdle     = 4 * time.Hour
	sessionAbsolute = 24 * time.Hour
	longLife        = 24 * time.Hour
	longRemembered  = 30 * 24 * time.Hour
	apiLife         = 365 * 24 * time.Hour
	// seenEvery keeps a busy session from writing at each request.
	seenEvery = time.Minute
)

// apiPrefix begins the tokens of programs.
const apiPrefix = "mwk_"

// session is the row behind the token in mdbtk. Only the hash of the token is stored.
type session struct {
	bun.BaseModel `bun:"table:session"`
	ID            string    `bun:"id,pk"` // public: mdbId
	TokenHash     string    `bun:"token_hash"`
	AccountID     string    `bun:"account_id"`
	Home          string    `bun:"home"` // tenant
	Factory       string    `bun:"factory"`
	CreatedAt     time.Time `bun:"created_at"`
	SeenAt        time.Time `bun:"seen_at"`
	Ended         string    `bun:"ended"`                // why, "" while it lives
	Way           string    `bun:"way"`                  // how it began, one of the Way constants
	Address       string    `bun:"address"`              // of the client
	Agent         string    `bun:"agent"`                // User-Agent
	LongID        string    `bun:"long_id"`              // the long token that came with it or renewed it
	VerifiedAt    time.Time `bun:"verified_at,nullzero"` // when its owner proved the phone, for entering
	OwesPassword  bool      `bun:"owes_password"`        // its person works with a password that somebody else has made
	OwesAgreement bool      `bun:"owes_agreement"`       // there is an agreement that its person has not accepted
	OwesProof     bool      `bun:"owes_proof"`           // its company asks for a proof by SMS on entering
	LeftTold      bool      `bun:"left_told"`            // ended with its member, and its pages were closed
	Replaces      string    `bun:"replaces"`             // the session that ends when this one is first used
	ViewAs        string    `bun:"view_as"`              // the member as whom its person views the company
	ViewUntil     time.Time `bun:"view_until,nullzero"`  // and until when
	ViewOver      bool      `bun:"view_over"`            // the company's log says that the view is over
}

// live tells whether the session still lets somebody in at now.
func (s *session) live(now time.Time) bool {
	return s.Ended == "" && now.Sub(s.SeenAt) <= sessionIdle && now.Sub(s.CreatedAt) <= sessionAbsolute
}

// longToken is the row behind the token in Blade-Auth: the account, without a tenant.
type longToken struct {
	bun.BaseModel `bun:"table:long_token"`
	ID            string    `bun:"id,pk"`
	TokenHash     string    `bun:"token_hash"`
	AccountID     string    `bun:"account_id"`
	ExpiresAt     time.Time `bun:"expires_at"`
	Ended         string    `bun:"ended"`
	Way           string    `bun:"way"`
	VerifiedAt    time.Time `bun:"verified_at,nullzero"` // as of the sessions that came with it
}

// apiToken is the row behind a program's token: one tenant, one factory, at most the permissions of its account.
type apiToken struct {
	bun.BaseModel `bun:"table:api_token"`
	ID            string    `bun:"id,pk"`
	TokenHash     string    `bun:"token_hash"`
	AccountID     string    `bun:"account_id"`
	Home          string    `bun:"home"`
	Factory       string    `bun:"factory"`
	Name          string    `bun:"name"`
	Scopes        []string  `bun:"scopes,type:text"` // grants; none = all of the account's
	CreatedAt     time.Time `bun:"created_at"`
	ExpiresAt     time.Time `bun:"expires_at"`
	RevokedAt     time.Time `bun:"revoked_at,nullzero"`
	UsedAt        time.Time `bun:"used_at,nullzero"` // to the minute
	OwnerLeft     bool      `bun:"owner_left"`       // written by the database, see store.EndedDisabled; the next sweep ends the token
}

// Reasons why a session has ended.
const (
	endedLogout   = "logout"
	EndedKick     = "kick"
	EndedPassword = "password"
	EndedOwn      = "own"               // by the person, from another session
	endedDisabled = store.EndedDisabled // also told of a member whose time is over
)

const reasonTokens = "tokens stand above tenants: they say which tenant it is"

// sessionCookie repeats the session's token on https, for downloads and pictures.
const sessionCookie = "mw"

// Authenticate finds the actor behind a request: a program's token in Blade-Auth, else the session in mdbtk. The cookie
// alone lets a request of our own pages read, never write. Calls of gateways are authenticateAtGateway's.
func (d *Identity) Authenticate(ctx context.Context, c api.Caller) (store.Actor, error) {
	if ofGateway(c) {
		return d.authenticateAtGateway(ctx, c)
	}
	if strings.HasPrefix(c.Bearer, apiPrefix) {
		return d.authenticateProgram(ctx, c.Bearer)
	}
	token := c.Token
	if reads := c.Method == http.MethodGet || c.Method == http.MethodHead; token == "" && reads && c.Secure() && !c.FromElsewhere() {
		token = c.Cookie(sessionCookie)
	}
	actor, s, err := d.used(ctx, token)
	if err == nil {
		err = d.owed(ctx, &s, c)
	}
	if err == nil {
		actor, err = d.viewed(ctx, actor, &s)
	}
	return actor, err
}

// AuthenticateSession finds the actor and the public id of a session, which its person uses. Who owes the proof by SMS is
// not in the company yet.
func (d *Identity) AuthenticateSession(ctx context.Context, token string) (store.Actor, string, error) {
	actor, s, err := d.used(ctx, token)
	if err == nil && s.OwesProof {
		err = d.proofOwed(ctx, &s)
	}
	return actor, s.ID, err
}

// used finds a session that its person uses: its way to the idle end begins anew.
func (d *Identity) used(ctx context.Context, token string) (store.Actor, session, error) {
	actor, s, err := d.sessionOf(ctx, token)
	if err == nil && s.Replaces != "" {
		if err = d.endReplaced(ctx, &s); store.CannotSave(err) {
			err = nil // the next use tries again
		}
	}
	if err == nil {
		err = d.seen(ctx, &s)
	}
	return actor, s, err
}

// LookSession is AuthenticateSession for what is no work of the person: the session goes on towards its idle end.
func (d *Identity) LookSession(ctx context.Context, token string) (store.Actor, string, error) {
	actor, s, err := d.sessionOf(ctx, token)
	if err == nil && s.OwesProof {
		err = d.proofOwed(ctx, &s)
	}
	return actor, s.ID, err
}

func (d *Identity) sessionOf(ctx context.Context, token string) (actor store.Actor, s session, err error) {
	if token == "" {
		return actor, s, problem.SignIn()
	}
	return d.sessionWhere(ctx, "token_hash = ?", opaque.Hash(token))
}

// sessionWhere finds the one session that a condition names, and who works by it.
func (d *Identity) sessionWhere(ctx context.Context, condition, value string) (actor store.Actor, s session, err error) {
	err = d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		if err := tx.Select(&s).Where(condition, value).Scan(ctx); err != nil {
			return err
		}
		now := d.deps.Now()
		switch {
		case s.Ended == endedLogout:
			return problem.SignIn()
		case s.Ended == store.EndedRemoved:
			return problem.NoAccess(msgNoMember)
		case s.Ended != "":
			return problem.Ended(s.Ended)
		case !s.live(now):
			return problem.SignIn()
		}
		actor, err = d.actor(ctx, tx, s.AccountID, s.Home, s.Factory)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return actor, session{}, problem.SignIn()
	}
	if err != nil {
		return actor, session{}, err
	}
	actor.Through = store.ThroughUI
	return actor, s, nil
}

// seen keeps the session from running idle. While nothing can be saved, reading goes on without it.
func (d *Identity) seen(ctx context.Context, s *session) error {
	now := d.deps.Now()
	if now.Sub(s.SeenAt) < seenEvery {
		return nil
	}
	err := d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		_, err := tx.Change((*session)(nil)).Set("seen_at = ?", now).Where("id = ?", s.ID).Exec(ctx)
		return err
	})
	if store.CannotSave(err) {
		return nil
	}
	return err
}

func (d *Identity) authenticateProgram(ctx context.Context, token string) (actor store.Actor, err error) {
	var t apiToken
	err = d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		if err := tx.Select(&t).Where("token_hash = ?", opaque.Hash(token)).Scan(ctx); err != nil {
			return err
		}
		if !t.RevokedAt.IsZero() || d.deps.Now().After(t.ExpiresAt) {
			return problem.SignIn()
		}
		if actor, err = d.actor(ctx, tx, t.AccountID, t.Home, t.Factory); err == nil && t.OwnerLeft {
			err = problem.SignIn()
		}
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return actor, problem.SignIn()
	}
	if problem.Of(err).Code == problem.SessionEnded {
		// The owner has been disabled meanwhile, or has expired: the token must not come back with them.
		err = errors.Join(err, d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error { return d.endLeft(ctx, tx) }), d.endExpired(ctx))
	}
	if err != nil {
		return actor, err
	}
	if actor.Suspended {
		return actor, problem.NoAccess(msgLicence)
	}
	if now := d.deps.Now(); now.Sub(t.UsedAt) >= seenEvery {
		if err := d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
			_, err := tx.Change((*apiToken)(nil)).Set("used_at = ?", now).Where("id = ?", t.ID).Exec(ctx)
			return err
		}); err != nil && !store.CannotSave(err) {
			return actor, err
		}
	}
	actor.Through = store.ThroughAPI
	if len(t.Scopes) > 0 {
		scope := access.Expand(t.Scopes, d.deps.Permissions())
		for p := range actor.May {
			if !scope[p] && !access.IsBound(p) { // what is done by them asks for a permission of the scope as well
				delete(actor.May, p)
			}
		}
	}
	return actor, nil
}

var (
	msgNoMember  = problem.L("您已不是该企业的成员，请联系管理员", "You are no longer a member of this company, please contact its administrator")
	msgNoCompany = problem.L("您目前不属于任何企业，请联系企业管理员", "You are not a member of any company at present, please contact your company's administrator")
)

// actor puts together who an account is inside a tenant and a factory. tx is a system transaction.
func (d *Identity) actor(ctx context.Context, tx store.Tx, accountID, tenantID, factoryID string) (store.Actor, error) {
	var m Member
	if err := tx.Select(&m).Where("account_id = ? AND tenant_id = ?", accountID, tenantID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return store.Actor{}, problem.NoAccess(msgNoMember)
	} else if err != nil {
		return store.Actor{}, err
	}
	var t tenancy.Tenant
	if err := tx.Select(&t).Where("id = ?", tenantID).Scan(ctx); err != nil {
		return store.Actor{}, err
	}
	if !d.usable(&m, &t) {
		return store.Actor{}, problem.Ended(endedDisabled)
	}
	actor := store.Actor{TenantID: tenantID, AccountID: accountID, MemberID: m.ID, Name: m.RealName, Zone: t.Zone, Modules: map[string]bool{}, Suspended: !t.LicenceAt(d.deps.Now()).Allow}
	for _, module := range t.Modules {
		actor.Modules[module] = true
	}
	for _, id := range m.Factories {
		if id != factoryID {
			continue
		}
		var f tenancy.Factory
		if err := tx.Select(&f).Where("id = ? AND tenant_id = ?", factoryID, tenantID).Scan(ctx); err != nil {
			return store.Actor{}, err
		}
		actor.FactoryID, actor.Zone = f.ID, f.Zone
	}
	var roles []access.Role
	if err := tx.Select(&roles).Where("tenant_id = ? AND valid = ?", tenantID, true).WhereIn("code", m.Roles).Scan(ctx); err != nil {
		return store.Actor{}, err
	}
	// What a role takes away, it takes from its own grants only: a second role may still give it.
	actor.May = map[string]bool{}
	for _, r := range roles {
		maps.Copy(actor.May, r.Permits(d.deps.Permissions()))
	}
	tenancy.Confine(tenantID, actor.May)
	var err error
	if actor.Reach, err = d.deps.Reach(ctx, tx, access.People, m.ID, roles); err != nil {
		return store.Actor{}, err
	}
	if actor.Work, err = d.deps.Reach(ctx, tx, access.Moulds, m.ID, roles); err != nil {
		return store.Actor{}, err
	}
	if actor.FactoryID != "" {
		if actor.Hidden, err = d.deps.Hidden(ctx, tx, actor.FactoryID, actor.Work, roles); err != nil {
			return store.Actor{}, err
		}
	}
	if m.guest() {
		actor.May, actor.Modules, actor.FactoryID, actor.Zone = map[string]bool{}, map[string]bool{}, "", t.Zone
	}
	return actor, nil
}

// Acting finds who an account is in a factory of a company at this moment, with what it may do there, for work in its name that nobody
// waits for. Who may not work in the factory is refused.
func (d *Identity) Acting(ctx context.Context, tenantID, factoryID, accountID string) (actor store.Actor, err error) {
	err = d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		actor, err = d.actor(ctx, tx, accountID, tenantID, factoryID)
		return err
	})
	if err == nil && actor.FactoryID != factoryID {
		err = problem.NoAccess(msgNoMember)
	}
	if err == nil && actor.Suspended {
		err = problem.NoAccess(msgLicence)
	}
	return actor, err
}

// usable tells whether the member may be in the tenant today.
func (d *Identity) usable(m *Member, t *tenancy.Tenant) bool {
	if !m.Enabled {
		return false
	}
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		zone = time.UTC
	}
	return m.ExpireDate == "" || quantity.DateOf(d.deps.Now(), zone) <= m.ExpireDate
}

// IssueToken makes a program's token for a member, valid a year in the member's last factory. tx is a system
// transaction. The token is shown once; only its hash is kept.
func (d *Identity) IssueToken(ctx context.Context, tx store.Tx, m *Member, name string, scopes ...string) (string, error) {
	token, _ := opaque.Token()
	token = apiPrefix + token
	now := d.deps.Now()
	if scopes == nil {
		scopes = []string{}
	}
	row := apiToken{
		ID: store.NewID(), TokenHash: opaque.Hash(token), AccountID: m.AccountID, Home: m.TenantID, Factory: m.LastFactory,
		Name: name, Scopes: scopes, CreatedAt: now, ExpiresAt: now.Add(apiLife),
	}
	return token, tx.Insert(ctx, &row)
}
