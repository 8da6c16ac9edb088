package identity

import (
	"context"
	"errors"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
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
	WorkApp     bool   // a work app has signed the person in
	// Viewer is the name of whoever views the company as the member, "" nobody; and until when they do.
	Viewer    string
	ViewUntil time.Time
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
		err := tx.Select(&s).Where("token_hash = ?", opaque.Hash(api.CallerFrom(ctx).Token)).Scan(ctx)
		if err == nil {
			p.SessionID, p.WorkApp, p.ViewUntil = s.ID, strings.HasPrefix(s.Way, WayApp), s.ViewUntil
		} else if !errors.Is(err, store.ErrNotFound) {
			return err
		}
		if actor.Viewer == "" {
			return nil
		}
		var viewer Member
		err = tx.Select(&viewer).Where("id = ? AND tenant_id = ?", actor.Viewer, actor.TenantID).Scan(ctx)
		p.Viewer = viewer.RealName
		return err
	})
	return p, err
}

// Public is what other systems may learn of an account.
type Public struct {
	Name, UserName, Phone, Language string
	PhoneVerified                   bool
}

// PersonOf describes an account for single sign-on: by the membership that it would enter.
func (d *Identity) PersonOf(ctx context.Context, tx store.Tx, accountID string) (Public, error) {
	var a Account
	if err := tx.Select(&a).Where("id = ?", accountID).Scan(ctx); err != nil {
		return Public{}, err
	}
	m, _, err := d.home(ctx, tx, accountID, "")
	if err != nil {
		return Public{}, err
	}
	return Public{Name: m.RealName, UserName: m.UserName, Phone: a.Phone, Language: a.Language, PhoneVerified: a.proved()}, nil
}

// AccountOf finds the account of a phone number; "" when there is none.
func (d *Identity) AccountOf(ctx context.Context, tx store.Tx, phone string) (string, error) {
	var a Account
	err := tx.Select(&a).Where("phone = ?", phone).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return "", nil
	}
	return a.ID, err
}
