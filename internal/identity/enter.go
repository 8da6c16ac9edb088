package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// Ways to sign in. A work app's way is WayApp and the app's key.
const (
	WayPassword = "password"
	WayQR       = "qr"
	WaySSO      = "sso"
	WayTicket   = "ticket"
	WayApp      = "app:"
)

// Entry is a person on the way in, who has proved elsewhere to be this account.
type Entry struct {
	AccountID string
	// Proof is the hash of the password that was found right; "" where the way asks for none. Who enters by a password
	// that has been replaced meanwhile does not.
	Proof string
	// TenantID and FactoryID say where a ticket's session stood; empty: the account's home.
	TenantID, FactoryID string
	Way                 string
	Remember            bool   // the long token lives 30 days instead of one
	AuthRequestID       string // the authorization that waits for this sign-in
	DeclaredAddress     string // what the page says is its address; kept beside the real one, never believed
	Hint                string // the identity token of another provider that vouched for the person
	NotDelay            bool   // the pause of an overdue company was shown on the way already
	// VerifiedAt is when the session that a ticket comes from has proved its phone by SMS; zero = never.
	VerifiedAt time.Time
	checkOnly  bool // isJudge: no session is wanted
}

// roundTrip is how long single sign-on may take from the password to the code that comes back.
const roundTrip = 10 * time.Minute

func (e Entry) life() time.Duration {
	if e.Remember {
		return longRemembered
	}
	return longLife
}

// Enter makes the session of a person whose proof has been checked: the one place where every way to sign in ends. It
// applies membership and licence, lets the new session replace the one that the request still carries, and writes the
// sign-in log.
func (d *Identity) Enter(ctx context.Context, e Entry) (LoginReply, error) {
	var reply LoginReply
	var account Account
	err := d.deps.DB.System(ctx, "signing in finds the tenant", func(tx store.Tx) error {
		if e.Proof != "" {
			if err := d.holdProof(ctx, tx, e.AccountID, e.Proof); err != nil {
				return err
			}
		}
		if err := tx.Select(&account).Where("id = ?", e.AccountID).Scan(ctx); err != nil {
			return err
		}
		m, t, err := d.home(ctx, tx, e.AccountID, e.TenantID)
		if err != nil {
			return err
		}
		if err := d.elsewhere(ctx, tx, t.ID); err != nil {
			return err
		}
		reply = licenceReply(m, t, t.LicenceAt(d.deps.Now()))
		reply.UserID, reply.Language = e.AccountID, account.Language
		if e.NotDelay {
			reply.LoginDelaySeconds = 0
		}
		if reply.AllowLoginFlag == 0 {
			return d.logSignIn(ctx, tx, m, attempt{account: &account, entry: e, outcome: outcomeLicence})
		}
		carried, err := d.carried(ctx, tx)
		if err != nil {
			return err
		}
		// The embedded provider's round trip is the second half of one sign-in, when the session that it takes over is
		// that of the first half. The provider itself hears that it was its own word that let the person in.
		came := e.Way
		second := e.Way == WaySSO && e.Hint == "" && carried != nil && carried.AccountID == e.AccountID && carried.live(d.deps.Now()) && d.deps.Now().Sub(carried.CreatedAt) <= roundTrip
		if second {
			e.Way = carried.Way
		}
		factory := m.LastFactory
		if e.TenantID != "" {
			factory = e.FactoryID
		}
		if second && carried.VerifiedAt.After(e.VerifiedAt) {
			e.VerifiedAt = carried.VerifiedAt // given between the two halves; a sign-in of its own asks again
		}
		if reply.Token, reply.LongToken, err = d.open(ctx, tx, e, t.ID, factory); err != nil {
			return err
		}
		if carried != nil {
			if _, err := tx.Change((*session)(nil)).Set("replaces = ?", carried.ID).Where("token_hash = ?", opaque.Hash(reply.Token)).Exec(ctx); err != nil {
				return err
			}
		}
		if err := d.entered(ctx, tx, m); err != nil { // by another way than the link, such as a recovered password
			return err
		}
		if err := d.knowBrowser(ctx, tx, e.AccountID); err != nil {
			return err
		}
		if reply.Next, err = d.deps.SignOn.In(ctx, tx, Arrival{e.AccountID, came, e.AuthRequestID, e.Hint, e.life()}); err != nil || second {
			return err
		}
		return d.logSignIn(ctx, tx, m, attempt{account: &account, entry: e, outcome: outcomeIn})
	})
	if err != nil {
		account.ID = e.AccountID
		return LoginReply{}, errors.Join(err, d.logRefusal(ctx, &account, e, err))
	}
	return reply, nil
}

// logRefusal writes down that somebody who had proved to be the account was not let in, and why.
func (d *Identity) logRefusal(ctx context.Context, account *Account, e Entry, why error) error {
	if problem.Of(why).Code != problem.AccessRefused {
		return nil
	}
	outcome := outcomeDisabled
	if errors.Is(why, errReplaced) {
		outcome = outcomeWrong
	}
	return d.logAttempt(ctx, attempt{account: account, entry: e, outcome: outcome})
}

// May tells whether the account may enter any tenant today, so that the provider vouches for nobody else.
func (d *Identity) May(ctx context.Context, tx store.Tx, accountID string) (bool, error) {
	_, _, err := d.home(ctx, tx, accountID, "")
	if p := problem.Of(err); err != nil && p.Code == problem.AccessRefused {
		return false, nil
	}
	return err == nil, err
}

// licenceReply says what the tenant's licence means for the person who comes in. When it ends is not told to guests.
func licenceReply(m *Member, t *tenancy.Tenant, l tenancy.Licence) LoginReply {
	r := LoginReply{
		TenantName: t.Name, LoginDelaySeconds: l.DelaySeconds, AllowLoginFlag: l.AllowFlag(), HaspExpireSwitch: t.HaspExpireSwitch, TenantID: t.ID,
	}
	if m.guest() {
		return r
	}
	r.ExpireRemainDays, r.MaxOverdueDays = l.RemainDays, t.MaxOverdueDays
	if t.ExpireDate != "" {
		date := string(t.ExpireDate)
		r.ExpireDate = &date
	}
	return r
}

// open makes a session and its long token, and repeats the session in the browser's cookie.
func (d *Identity) open(ctx context.Context, tx store.Tx, e Entry, tenantID, factoryID string) (token, long string, err error) {
	long, hash := opaque.Token()
	l := longToken{ID: store.NewID(), TokenHash: hash, AccountID: e.AccountID, ExpiresAt: d.deps.Now().Add(e.life()), Way: e.Way, VerifiedAt: e.VerifiedAt}
	if err := tx.Insert(ctx, &l); err != nil {
		return "", "", err
	}
	token, err = d.openFor(ctx, tx, &l, tenantID, factoryID)
	return token, long, err
}

// openFor makes a session under a long token.
func (d *Identity) openFor(ctx context.Context, tx store.Tx, l *longToken, tenantID, factoryID string) (string, error) {
	now, c := d.deps.Now(), api.CallerFrom(ctx)
	token, hash := opaque.Token()
	s := session{
		ID: store.NewID(), TokenHash: hash, AccountID: l.AccountID, Home: tenantID, Factory: factoryID, CreatedAt: now, SeenAt: now,
		Way: l.Way, Address: c.Address, Agent: clip(c.Agent), LongID: l.ID, VerifiedAt: l.VerifiedAt,
	}
	if err := d.debts(ctx, tx, &s); err != nil {
		return "", err
	}
	if c.Secure() {
		c.SetCookie(sessionCookie, token, 0)
	}
	return token, tx.Insert(ctx, &s)
}

// carried gives the session that the request still carries, or nil: that of the browser in which somebody signs in anew.
func (d *Identity) carried(ctx context.Context, tx store.Tx) (*session, error) {
	c := api.CallerFrom(ctx)
	if c.Token == "" {
		return nil, nil
	}
	var s session
	err := tx.Select(&s).Where("token_hash = ? AND ended = ''", opaque.Hash(c.Token)).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &s, err
}

// endReplaced ends the session that s follows in its browser. It waits for the first use of s, and not for the answer to
// the sign-in: only now has the browser stored the new tokens, so that its other pages see who has come instead of a
// session that has ended, and an answer that was lost costs nobody their session.
func (d *Identity) endReplaced(ctx context.Context, s *session) error {
	return d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		// One that was never used has not ended its own yet: the first half of a round trip is such a one.
		var old []session
		for id := s.Replaces; id != ""; {
			var one session
			err := tx.Select(&one).Where("id = ?", id).Scan(ctx)
			if errors.Is(err, store.ErrNotFound) {
				break
			}
			if err != nil {
				return err
			}
			old, id = append(old, one), one.Replaces
		}
		if err := d.end(ctx, tx, old, endedLogout); err != nil {
			return err
		}
		_, err := tx.Change((*session)(nil)).Set("replaces = ''").Where("id = ?", s.ID).Exec(ctx)
		return err
	})
}

// end ends sessions, the long tokens behind them, and whatever else those have opened. The session of the request goes
// on unless it is one of the sessions itself.
func (d *Identity) end(ctx context.Context, tx store.Tx, sessions []session, reason string) error {
	var long []string
	for _, s := range sessions {
		if s.LongID != "" {
			long = append(long, s.LongID)
		}
	}
	return d.endLong(ctx, tx, long, sessions, reason)
}

// endLong ends long tokens with every session that they have opened, and further sessions.
func (d *Identity) endLong(ctx context.Context, tx store.Tx, long []string, sessions []session, reason string) error {
	// The tokens first: who renews one at this moment waits for us, or has been waited for and is found below.
	if _, err := tx.Change((*longToken)(nil)).Set("ended = ?", reason).Where("ended = ''").WhereIn("id", long).Exec(ctx); err != nil {
		return err
	}
	var siblings []session
	if err := tx.Select(&siblings).Where("ended = '' AND token_hash <> ?", opaque.Hash(api.CallerFrom(ctx).Token)).WhereIn("long_id", long).Scan(ctx); err != nil {
		return err
	}
	return d.endSessions(ctx, tx, append(siblings, sessions...), reason)
}

// endSessions ends sessions alone, and tells their open pages after the commit; those that had run out have none.
func (d *Identity) endSessions(ctx context.Context, tx store.Tx, sessions []session, reason string) error {
	var ids, open []string
	var ending []session
	now := d.deps.Now()
	for _, s := range sessions {
		if slices.Contains(ids, s.ID) {
			continue
		}
		if s.Ended == "" {
			ending = append(ending, s)
		}
		if ids = append(ids, s.ID); s.live(now) {
			open = append(open, s.ID)
		}
	}
	if _, err := tx.Change((*session)(nil)).Set("ended = ?", reason).Where("ended = ''").WhereIn("id", ids).Exec(ctx); err != nil {
		return err
	}
	if err := d.leaveViews(ctx, tx, ending); err != nil {
		return err
	}
	tx.AfterCommit(func() {
		for _, id := range open {
			d.deps.Ended(ctx, id, reason)
		}
	})
	return nil
}

// EndSessions ends everything that lets somebody in as the account, API tokens too: after a disabling.
func (d *Identity) EndSessions(ctx context.Context, accountID, reason string) error {
	return d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		if _, err := d.endTokens(ctx, tx, []string{accountID}, "", store.Actor{}); err != nil {
			return err
		}
		return d.endAll(ctx, tx, accountID, reason, api.Caller{})
	})
}

// endAll ends every session and long token of an account but the session that spared carries and the long token behind it, or that it
// carries where none is behind, and everything that the account holds at the provider: its cookies in other browsers would sign in
// anew. tx is a system transaction, that of whatever is the reason: a new password must not be kept while what the old one opened
// lives on.
func (d *Identity) endAll(ctx context.Context, tx store.Tx, accountID, reason string, spared api.Caller) error {
	var own session
	if err := tx.Select(&own).Where("account_id = ? AND token_hash = ?", accountID, opaque.Hash(spared.Token)).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	others := tx.Change((*longToken)(nil)).Set("ended = ?", reason).Where("account_id = ? AND ended = ''", accountID)
	if own.LongID != "" {
		others.Where("id <> ?", own.LongID)
	} else {
		others.Where("token_hash <> ?", opaque.Hash(spared.Bearer))
	}
	if _, err := others.Exec(ctx); err != nil {
		return err
	}
	// Codes that its people have confirmed, and no browser has fetched yet.
	if _, err := tx.Change((*qrLogin)(nil)).Set("state = ?", qrUsed).Where("account_id = ? AND state IN (?, ?)", accountID, qrScanned, qrConfirmed).Exec(ctx); err != nil {
		return err
	}
	var open []session
	if err := tx.Select(&open).Where("account_id = ? AND ended = '' AND token_hash <> ?", accountID, opaque.Hash(spared.Token)).Scan(ctx); err != nil {
		return err
	}
	if err := d.endSessions(ctx, tx, open, reason); err != nil {
		return err
	}
	return d.deps.SignOn.Forget(ctx, tx, accountID)
}
