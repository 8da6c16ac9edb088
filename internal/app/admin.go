package app

import (
	"context"
	"errors"
	"fmt"

	"mouldworks/internal/access"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
	"mouldworks/internal/verify"
)

// IssueToken makes an API token for a member of a tenant.
func (a *App) IssueToken(ctx context.Context, tenant, user, name string) (token string, err error) {
	err = a.DB.System(ctx, "the command line names the tenant", func(tx store.Tx) error {
		t, err := tenantByCode(ctx, tx, tenant)
		if err != nil {
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

// SetLoginDomain gives a company an address of its own for signing in; "" takes it away.
func (a *App) SetLoginDomain(ctx context.Context, tenant, origin string) error {
	return a.DB.System(ctx, "the command line names the tenant", func(tx store.Tx) error {
		t, err := tenantByCode(ctx, tx, tenant)
		if err != nil {
			return err
		}
		return a.Identity.SetLoginDomain(ctx, tx, t.ID, origin)
	})
}

// TenantID finds a tenant by its code.
func (a *App) TenantID(ctx context.Context, code string) (id string, err error) {
	err = a.DB.SystemRead(ctx, "the command line names the tenant", func(tx store.Tx) error {
		t, err := tenantByCode(ctx, tx, code)
		id = t.ID
		return err
	})
	return id, err
}

func tenantByCode(ctx context.Context, tx store.Tx, code string) (t tenancy.Tenant, err error) {
	err = tx.Select(&t).Where("code = ?", code).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("there is no tenant %q", code)
	}
	return t, err
}

// CheckTenant refuses what a new company cannot be (422), before a database is made for it.
func CheckTenant(code, name, factory, zone, phone string) error {
	return identity.CheckCompany(
		tenancy.New{Code: cell.Line(code), Name: cell.Line(name), FactoryName: cell.Line(factory), Zone: zone},
		identity.NewMember{Phone: verify.ReadPhone(phone), RealName: "admin"})
}

// CheckOperator refuses what the operator of the platform cannot be (422), before a database is made for it.
func CheckOperator(phone, zone string) error {
	return identity.CheckOperator(verify.ReadPhone(phone), zone)
}

// ResetPassword gives an account a new first password in place of a lost one, and ends its sessions and tokens.
func (a *App) ResetPassword(ctx context.Context, phone string) (string, error) {
	password, err := a.Identity.GivePassword(ctx, verify.ReadPhone(phone))
	if errors.Is(err, store.ErrNotFound) {
		return "", fmt.Errorf("nobody has the phone number %s", phone)
	}
	return password, err
}

// CreateTenant makes a company with a factory and an administrator, and gives the administrator's first password; "" for
// a phone that has an account already, whose password stays.
func (a *App) CreateTenant(ctx context.Context, code, name, factory, zone, phone string) (string, error) {
	if err := CheckTenant(code, name, factory, zone, phone); err != nil {
		return "", err
	}
	phone, code, name, factory = verify.ReadPhone(phone), cell.Line(code), cell.Line(name), cell.Line(factory)
	password, err := identity.FirstPassword()
	if err != nil {
		return "", err
	}
	shown := ""
	err = a.DB.System(ctx, "the command line makes a tenant", func(tx store.Tx) error {
		known, err := a.Identity.AccountOf(ctx, tx, phone)
		if err != nil {
			return err
		}
		if known == "" {
			shown = password
		}
		t, f, err := a.Identity.Found(ctx, tx, tenancy.New{Code: code, Name: name, FactoryCode: "F1", FactoryName: factory, Zone: zone})
		if err != nil {
			return err
		}
		_, err = a.Identity.Add(ctx, tx, identity.NewMember{TenantID: t.ID, Phone: phone, Password: password, UserName: "admin", RealName: "admin", Roles: []string{access.Administrator}, Factories: []string{f.ID}, Given: true})
		return err
	})
	return shown, err
}

// CreateOperator makes the tenant that runs the platform, once, and an administrator of it; it gives that person's
// first password, "" for a phone that has an account already.
func (a *App) CreateOperator(ctx context.Context, phone, zone string) (string, error) {
	if err := CheckOperator(phone, zone); err != nil {
		return "", err
	}
	phone = verify.ReadPhone(phone)
	password, err := identity.FirstPassword()
	if err != nil {
		return "", err
	}
	shown := ""
	err = a.DB.System(ctx, "the command line makes the operator", func(tx store.Tx) error {
		known, err := a.Identity.AccountOf(ctx, tx, phone)
		if err != nil {
			return err
		}
		if known == "" {
			shown = password
		}
		if err := tenancy.MakeOperator(ctx, tx, zone); err != nil {
			return err
		}
		_, err = a.Identity.Add(ctx, tx, identity.NewMember{TenantID: tenancy.Operator, Phone: phone, Password: password, UserName: phone, RealName: "Operator", Roles: []string{access.Administrator}, Factories: []string{}, Given: true})
		return err
	})
	return shown, err
}
