package app

import (
	"context"
	"errors"
	"fmt"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// IssueToken makes an API token for a member of a tenant.
func (a *App) IssueToken(ctx context.Context, tenant, user, name string) (token string, err error) {
	err = a.DB.System(ctx, "the command line names the tenant", func(tx store.Tx) error {
		var t tenancy.Tenant
		if err := tx.Select(&t).Where("code = ?", tenant).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("there is no tenant %q", tenant)
		} else if err != nil {
			return err
		}
		var m identity.Member
		if err := tx.Select(&m).Where("tenant_id = ? AND user_name = ?", t.ID, user).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return fmt.Errorf("tenant %q has no member %q", tenant, user)
		} else if err != nil {
			return err
		}
		token, err = a.Identity.IssueToken(ctx, tx, &m, name)
		return err
	})
	return token, err
}

// CreateTenant makes a company with a factory and an administrator, and gives the administrator's first password.
func (a *App) CreateTenant(ctx context.Context, code, name, factory, zone, phone string) (string, error) {
	password, err := demoPassword()
	if err != nil {
		return "", err
	}
	return password, a.DB.System(ctx, "the command line makes a tenant", func(tx store.Tx) error {
		t, f, err := tenancy.Create(ctx, tx, tenancy.New{Code: code, Name: name, FactoryCode: "F1", FactoryName: factory, Zone: zone})
		if err != nil {
			return err
		}
		_, err = a.Identity.Add(ctx, tx, identity.NewMember{TenantID: t.ID, Phone: phone, Password: password, UserName: "admin", RealName: "admin", Roles: []string{access.Administrator}, Factories: []string{f.ID}})
		return err
	})
}
