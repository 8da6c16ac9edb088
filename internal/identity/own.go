package identity

import (
	"context"
	"errors"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Own is who a request's session belongs to; the zero value is nobody.
type Own struct{ AccountID, TenantID, SessionID, Phone string }

// OwnOf finds the person behind the session of a request, for calls that serve strangers too. A session that is spent
// is nobody's; a program's token is no session.
func (d *Identity) OwnOf(ctx context.Context) (o Own, err error) {
	token := api.CallerFrom(ctx).Token
	if token == "" {
		return o, nil
	}
	actor, s, err := d.used(ctx, token) // also who still owes the proof: the code is sent to them
	var p *problem.Problem
	if errors.As(err, &p) && (p.Status == http.StatusUnauthorized || p.Status == http.StatusForbidden) {
		return o, nil
	}
	if err != nil {
		return o, err
	}
	var account Account
	err = d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&account).Where("id = ?", actor.AccountID).Scan(ctx)
	})
	return Own{AccountID: account.ID, TenantID: actor.TenantID, SessionID: s.ID, Phone: account.Phone}, err
}

const reasonAbove = "an account stands above tenants"

// Known tells whether an account has the number.
func (d *Identity) Known(ctx context.Context, phone string) (known bool, err error) {
	err = d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		known, err = tx.Select((*Account)(nil)).Where("phone = ?", phone).Exists(ctx)
		return err
	})
	return known, err
}

// Phones are the numbers of a tenant's members.
func (d *Identity) Phones(ctx context.Context, tenantID string) (phones []string, err error) {
	err = d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		var accounts []string
		if err := tx.Select((*Member)(nil)).Columns("account_id").Where("tenant_id = ?", tenantID).ScanColumn(ctx, &accounts); err != nil {
			return err
		}
		return tx.Select((*Account)(nil)).Columns("phone").WhereIn("id", accounts).ScanColumn(ctx, &phones)
	})
	return phones, err
}
