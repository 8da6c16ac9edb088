package identity

import (
	"context"
	"errors"
	"net/http"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// ownDomain is where the people of a tenant sign in, when that is not everybody's address.
type ownDomain struct {
	bun.BaseModel `bun:"table:tenant"`
	ID            string `bun:"id,pk"`
	Name          string `bun:"name"`
	LoginDomain   string `bun:"login_domain"` // https://host, or ""
}

// elsewhere refuses a sign-in at this address when the company has an address of its own.
func (d *Identity) elsewhere(ctx context.Context, tx store.Tx, tenantID string) error {
	var own ownDomain
	if err := tx.Select(&own).Where("id = ?", tenantID).Scan(ctx); err != nil {
		return err
	}
	if own.LoginDomain != "" && own.LoginDomain != api.CallerFrom(ctx).Origin {
		return problem.Elsewhere(own.LoginDomain + "/login")
	}
	return nil
}

// LoginDomainOf is the address of its own at which the people of a tenant sign in; "" for everybody's.
func (d *Identity) LoginDomainOf(ctx context.Context, tenantID string) (string, error) {
	var own ownDomain
	err := d.deps.DB.SystemRead(ctx, reasonAbove, func(tx store.Tx) error {
		return tx.Select(&own).Where("id = ?", tenantID).Scan(ctx)
	})
	return own.LoginDomain, err
}

// LoginDomainReply says whose sign-in the request's address is.
type LoginDomainReply struct {
	LoginDomain string `json:"loginDomain" doc:"https://host of the company whose own address this is; empty: everybody's"`
	TenantName  string `json:"tenantName"`
}

// loginDomain answers for the address under which the page was opened.
func (d *Identity) loginDomain(ctx context.Context, _ *struct{}) (reply LoginDomainReply, err error) {
	origin := api.CallerFrom(ctx).Origin
	err = d.deps.DB.SystemRead(ctx, "nobody is signed in yet", func(tx store.Tx) error {
		var own []ownDomain
		if err := tx.Select(&own).Where("login_domain = ?", origin).Limit(2, 0).Scan(ctx); err != nil || len(own) != 1 {
			return err // an address that several companies share names none of them
		}
		reply = LoginDomainReply{LoginDomain: origin, TenantName: own[0].Name}
		return nil
	})
	return reply, err
}

// SetLoginDomain gives a tenant an address of its own for signing in; "" takes it away. The command line calls it.
func (d *Identity) SetLoginDomain(ctx context.Context, tx store.Tx, tenantID, origin string) error {
	if origin != "" && !api.IsOrigin(origin) {
		return errors.New("an address is https://host, or http://localhost:port, without a path")
	}
	_, err := tx.Change((*ownDomain)(nil)).Set("login_domain = ?", origin).Where("id = ?", tenantID).Exec(ctx)
	return err
}

func (d *Identity) mountDomain(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "sys/loginDomain/getLoginDomain", ID: "login-domain", Summary: "Where the people of this address sign in", Tag: "session", Access: api.Public, Example: &api.Example{},
	}, d.loginDomain)
}
