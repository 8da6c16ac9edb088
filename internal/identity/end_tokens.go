package identity

import (
	"context"
	"errors"
	"slices"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// endOne ends a token for good, and writes it into the log of its company in the name of actor; of one that has ended the
// first moment stays. tx is a system transaction.
func (d *Identity) endOne(ctx context.Context, tx store.Tx, actor store.Actor, t apiToken) error {
	n, err := tx.Change((*apiToken)(nil)).Set("revoked_at = ?", d.deps.Now()).Where("id = ? AND revoked_at IS NULL", t.ID).Exec(ctx)
	if err != nil || n == 0 {
		return err
	}
	return tx.LogFor(ctx, actor, "api-token", t.ID, t.Name, store.ActionDelete)
}

// endTokens ends the live tokens of accounts, in one company or with "" in every one, and says how many. by is who ends
// them; the zero value is their owner, as each company knows them. tx is a system transaction.
func (d *Identity) endTokens(ctx context.Context, tx store.Tx, accounts []string, tenantID string, by store.Actor) (int, error) {
	var rows []apiToken
	ask := tx.Select(&rows).WhereIn("account_id", accounts).Where("revoked_at IS NULL AND expires_at > ?", d.deps.Now()).Order("id")
	if tenantID != "" {
		ask = ask.Where("home = ?", tenantID)
	}
	if err := ask.Scan(ctx); err != nil {
		return 0, err
	}
	for _, t := range rows {
		actor := by
		if actor.AccountID == "" || actor.TenantID != t.Home { // the log of a company knows its own people alone
			var err error
			if actor, err = d.asKnownIn(ctx, tx, t.AccountID, t.Home, t.Factory); err != nil {
				return 0, err
			}
		}
		if err := d.endOne(ctx, tx, actor, t); err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}

// asKnownIn is an account as a company knows it, for its log.
func (d *Identity) asKnownIn(ctx context.Context, tx store.Tx, accountID, tenantID, factoryID string) (store.Actor, error) {
	actor := store.Actor{TenantID: tenantID, FactoryID: factoryID, AccountID: accountID, Through: store.ThroughUI}
	var m Member
	err := tx.Select(&m).Where("account_id = ? AND tenant_id = ?", accountID, tenantID).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return actor, nil
	}
	actor.MemberID, actor.Name = m.ID, m.RealName
	return actor, err
}

// endLeft ends the tokens of members who have been disabled or are gone, so that none comes back to life with its owner.
// tx is a system transaction.
func (d *Identity) endLeft(ctx context.Context, tx store.Tx) error {
	var rows []apiToken
	if err := tx.Select(&rows).Where("revoked_at IS NULL AND (owner_left OR NOT EXISTS (SELECT 1 FROM member WHERE member.account_id = api_token.account_id AND member.tenant_id = api_token.home AND member.enabled))").Scan(ctx); err != nil {
		return err
	}
	return d.endOfLeft(ctx, tx, rows)
}

// endOfLeft ends tokens whose owners' time in their company is over. tx is a system transaction.
func (d *Identity) endOfLeft(ctx context.Context, tx store.Tx, rows []apiToken) error {
	for _, t := range rows {
		actor, err := d.asKnownIn(ctx, tx, t.AccountID, t.Home, t.Factory)
		if err != nil {
			return err
		}
		actor.Name, actor.Through = "", store.ThroughSystem
		if err := d.endOne(ctx, tx, actor, t); err != nil {
			return err
		}
	}
	return nil
}

// stillOpen is the condition of members who could come in once the end of their time is put off.
const stillOpen = `(EXISTS (SELECT 1 FROM session WHERE session.account_id = member.account_id AND session.home = member.tenant_id AND session.ended = '')
	OR EXISTS (SELECT 1 FROM api_token WHERE api_token.account_id = member.account_id AND api_token.home = member.tenant_id AND api_token.revoked_at IS NULL)
	OR EXISTS (SELECT 1 FROM long_token JOIN session ON session.long_id = long_token.id WHERE long_token.ended = '' AND session.account_id = member.account_id AND session.home = member.tenant_id))`

// endExpired ends what lets members in whose last day is over, as a disabling does, so that nothing of it comes back to life when
// the day is put right.
func (d *Identity) endExpired(ctx context.Context) error {
	var members []Member
	var tenants []tenancy.Tenant
	latest := quantity.DateOf(d.deps.Now().Add(mostAhead), time.UTC) // the furthest that any zone is ahead
	err := d.deps.DB.SystemRead(ctx, reasonTokens, func(tx store.Tx) error {
		if err := tx.Select(&members).Where("expire_date < ? AND "+stillOpen, latest).Scan(ctx); err != nil || len(members) == 0 {
			return err
		}
		ids := make([]string, len(members))
		for i := range members {
			ids[i] = members[i].TenantID
		}
		return tx.Select(&tenants).WhereIn("id", ids).Scan(ctx)
	})
	if err != nil || len(members) == 0 {
		return err
	}
	return d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		for i := range members {
			m := &members[i]
			at := slices.IndexFunc(tenants, func(t tenancy.Tenant) bool { return t.ID == m.TenantID })
			if at < 0 || d.usable(m, &tenants[at]) {
				continue
			}
			if err := d.endOfExpired(ctx, tx, m); err != nil {
				return err
			}
			var open []session
			if err := tx.Select(&open).Where("account_id = ? AND home = ? AND ended = ''", m.AccountID, m.TenantID).Scan(ctx); err != nil {
				return err
			}
			if err := d.endSessions(ctx, tx, open, endedDisabled); err != nil {
				return err
			}
		}
		return nil
	})
}

// endOfExpired ends the tokens of a member whose time is over, and what they hold at the provider: the long tokens that have opened
// sessions here, and all where no other company is left. What they have open elsewhere goes on. tx is a system transaction.
func (d *Identity) endOfExpired(ctx context.Context, tx store.Tx, m *Member) error {
	if _, err := tx.Change((*longToken)(nil)).Set("ended = ?", endedDisabled).Where("ended = '' AND account_id = ?", m.AccountID).
		Where(`(id IN (SELECT long_id FROM session WHERE account_id = ? AND home = ?)
			OR NOT EXISTS (SELECT 1 FROM member m WHERE m.account_id = ? AND m.tenant_id <> ? AND m.enabled))`, m.AccountID, m.TenantID, m.AccountID, m.TenantID).Exec(ctx); err != nil {
		return err
	}
	var rows []apiToken
	if err := tx.Select(&rows).Where("account_id = ? AND home = ? AND revoked_at IS NULL", m.AccountID, m.TenantID).Scan(ctx); err != nil {
		return err
	}
	if err := d.endOfLeft(ctx, tx, rows); err != nil {
		return err
	}
	return d.deps.SignOn.Forget(ctx, tx, m.AccountID)
}

// mostAhead is how far the zones of the world are ahead of UTC at most.
const mostAhead = 14 * time.Hour

// CloseLeft closes the open pages of sessions that the database has ended with their members, and of those whose time is over.
// Calls are refused from the moment itself; a page that only listens is closed at the next round.
func (d *Identity) CloseLeft(ctx context.Context) error {
	if err := d.endExpired(ctx); err != nil {
		return err
	}
	var rows []session
	ended := func(tx store.Tx) error {
		return tx.Select(&rows).Columns("id", "ended").Where("ended IN (?, ?) AND NOT left_told", store.EndedDisabled, store.EndedRemoved).Scan(ctx)
	}
	if err := d.deps.DB.SystemRead(ctx, reasonTokens, ended); err != nil || len(rows) == 0 {
		return err
	}
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	return d.deps.DB.System(ctx, reasonTokens, func(tx store.Tx) error {
		tx.AfterCommit(func() {
			for i := range rows {
				d.deps.Ended(ctx, rows[i].ID, rows[i].Ended)
			}
		})
		_, err := tx.Change((*session)(nil)).Set("left_told = ?", true).WhereIn("id", ids).Exec(ctx)
		return err
	})
}
