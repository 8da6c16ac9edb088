package identity

import (
	"context"
	"errors"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// Profile is what screens show of the signed-in person.
type Profile struct {
	Account     Account
	Member      Member
	TenantName  string
	FactoryName string
	SessionID   string // public
}

// ProfileOf reads the profile behind the request.
func (d *Identity) ProfileOf(ctx context.Context, actor store.Actor) (p Profile, err error) {
	err = d.deps.DB.SystemRead(ctx, "an account stands above tenants", func(tx store.Tx) error {
		if err := tx.Select(&p.Account).Where("id = ?", actor.AccountID).Scan(ctx); err != nil {
			return err
		}
		if err := tx.Select(&p.Member).Where("id = ? AND tenant_id = ?", actor.MemberID, actor.TenantID).Scan(ctx); err != nil {
			return err
		}
		var t tenancy.Tenant
		if err := tx.Select(&t).Where("id = ?", actor.TenantID).Scan(ctx); err != nil {
			return err
		}
		p.TenantName = t.Name
		var f tenancy.Factory
		if err := tx.Select(&f).Where("id = ? AND tenant_id = ?", actor.FactoryID, actor.TenantID).Scan(ctx); err == nil {
			p.FactoryName = f.Name
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		var s session
		err := tx.Select(&s).Where("token_hash = ?", hashToken(api.CallerFrom(ctx).Token)).Scan(ctx)
		if err == nil {
			p.SessionID = s.ID
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		return nil
	})
	return p, err
}
