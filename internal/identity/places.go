package identity

import (
	"context"
	"errors"
	"slices"
	"strings"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/opaque"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// place is a tenant that an account may enter, with the factories that it may enter there.
type place struct {
	member    Member
	tenant    tenancy.Tenant
	licence   tenancy.Licence
	factories []tenancy.Factory // by name
	gateways  []tenancy.Gateway // one for each factory, in the same order
}

// TenantInfo is a tenant as its member sees it (TENANT-01).
type TenantInfo struct {
	TenantID          string            `json:"tenantId"`
	TenantName        string            `json:"tenantName"`
	TenantType        int               `json:"tenantType" doc:"1 = personal user, every other value an enterprise"`
	FactoryID         string            `json:"factoryId" doc:"the factory that the member entered last"`
	FactoryName       string            `json:"factoryName"`
	GatewayState      int               `json:"gatewayState" enum:"0,1"`
	AllowLoginFlag    int               `json:"allowLoginFlag" enum:"0,1"`
	OverdueFlag       int               `json:"overdueFlag" enum:"0,1"`
	ExpireTime        string            `json:"expireTime" doc:"a date; empty = without end"`
	ExpireRemainDays  *int              `json:"expireRemainDays"`
	MaxOverdueDays    int               `json:"maxOverdueDays"`
	LoginDelaySeconds int               `json:"loginDelaySeconds"`
	GatewayList       []tenancy.Gateway `json:"gatewayList" nullable:"false"`
	RealName          string            `json:"realName"`
}

func (p *place) info() TenantInfo {
	t := TenantInfo{
		TenantID: p.tenant.ID, TenantName: p.tenant.Name, TenantType: p.tenant.Type, GatewayState: tenancy.Reachable,
		AllowLoginFlag: p.licence.AllowFlag(), OverdueFlag: p.licence.OverdueFlag(),
		LoginDelaySeconds: p.licence.DelaySeconds, GatewayList: p.gateways, RealName: p.member.RealName,
	}
	if !p.member.guest() { // when the licence ends is the company's own matter
		t.ExpireRemainDays, t.MaxOverdueDays = p.licence.RemainDays, p.tenant.MaxOverdueDays
		if p.licence.RemainDays != nil {
			t.ExpireTime = string(p.tenant.ExpireDate)
		}
	}
	if g := p.at(p.lastFactory()); g != nil {
		t.FactoryID, t.FactoryName, t.GatewayState = g.FactoryID, g.FactoryName, g.GatewayState
	}
	return t
}

// at finds the gateway by its own id or by that of its factory.
func (p *place) at(id string) *tenancy.Gateway {
	for i, g := range p.gateways {
		if id != "" && (g.ServerAppUUID == id || g.FactoryID == id) {
			return &p.gateways[i]
		}
	}
	return nil
}

// lastFactory is where the member works without being asked: the last factory, or the only one; "" leaves the choice.
func (p *place) lastFactory() string {
	if g := p.at(p.member.LastFactory); g != nil {
		return g.FactoryID
	}
	if len(p.factories) == 1 {
		return p.factories[0].ID
	}
	return ""
}

// places are the tenants that an account may enter today, the oldest membership first. tx is a system transaction.
func (d *Identity) places(ctx context.Context, tx store.Tx, accountID string) ([]*place, error) {
	var members []Member
	if err := tx.Select(&members).Where("account_id = ?", accountID).Order("created_at", "id").Scan(ctx); err != nil {
		return nil, err
	}
	var account Account
	if err := tx.Select(&account).Where("id = ?", accountID).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, err
	}
	list := []*place{}
	now := d.deps.Now()
	for _, m := range members {
		if m.Joining != memberJoined && !(account.proved() && account.Phone == m.Phone) {
			continue // a password alone does not show that the invitation has reached whom it was meant for
		}
		p := &place{member: m}
		if err := tx.Select(&p.tenant).Where("id = ?", m.TenantID).Scan(ctx); err != nil {
			return nil, err
		}
		if !d.usable(&m, &p.tenant) {
			continue
		}
		if err := tx.Select(&p.factories).Where("tenant_id = ?", m.TenantID).WhereIn("id", m.Factories).Scan(ctx); err != nil {
			return nil, err
		}
		slices.SortFunc(p.factories, func(x, y tenancy.Factory) int { return strings.Compare(x.Name, y.Name) })
		var err error
		if p.gateways, err = tenancy.GatewaysOf(ctx, tx, &p.tenant, p.factories, now); err != nil {
			return nil, err
		}
		if m.guest() { // their pages are the cloud's, and the company's network is none of theirs
			for i := range p.gateways {
				p.gateways[i] = p.gateways[i].Cloud()
			}
		}
		p.licence = p.tenant.LicenceAt(now)
		list = append(list, p)
	}
	return list, nil
}

// home is the tenant that an account enters when it signs in: the named one, or, with "", the last one, another when the
// licence of that one has run out, else the oldest membership. Its member's LastFactory is the factory to enter.
func (d *Identity) home(ctx context.Context, tx store.Tx, accountID, tenantID string) (*Member, *tenancy.Tenant, error) {
	var account Account
	if err := tx.Select(&account).Where("id = ?", accountID).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, nil, err
	}
	list, err := d.places(ctx, tx, accountID)
	if err != nil {
		return nil, nil, err
	}
	list = slices.DeleteFunc(list, func(p *place) bool { return tenantID != "" && p.tenant.ID != tenantID })
	if len(list) == 0 {
		return nil, nil, d.keptOut(ctx, tx, accountID, tenantID)
	}
	slices.SortStableFunc(list, func(x, y *place) int {
		if x.licence.Allow != y.licence.Allow {
			return y.licence.AllowFlag() - x.licence.AllowFlag()
		}
		return rank(y, account) - rank(x, account)
	})
	first := list[0]
	first.member.LastFactory = first.lastFactory()
	return &first.member, &first.tenant, nil
}

// keptOut says why an account has no place in the named tenant, or with "" in any: it is no member, or may not work there today.
func (d *Identity) keptOut(ctx context.Context, tx store.Tx, accountID, tenantID string) error {
	var members []Member
	q := tx.Select(&members).Where("account_id = ?", accountID)
	if tenantID != "" {
		q = q.Where("tenant_id = ?", tenantID)
	}
	if err := q.Scan(ctx); err != nil {
		return err
	}
	isOut := func(m Member) bool { return m.Joining != memberInvited || !m.Enabled }
	switch {
	case len(members) > 0 && !slices.ContainsFunc(members, isOut):
		return problem.NoAccess(msgAwaited)
	case len(members) > 0:
		return problem.NoAccess(msgDisabled)
	case tenantID != "":
		return problem.NoAccess(msgNoMember)
	}
	return problem.NoAccess(msgNoCompany)
}

// again is where a session that ran out goes on: in its own place, so that a page never finds itself elsewhere. A
// session that is not known begins at home. tx is a system transaction.
func (d *Identity) again(ctx context.Context, tx store.Tx, accountID string) (*Member, *tenancy.Tenant, error) {
	var s session
	err := tx.Select(&s).Where("token_hash = ? AND account_id = ?", opaque.Hash(api.CallerFrom(ctx).Token), accountID).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return d.home(ctx, tx, accountID, "")
	}
	if err != nil {
		return nil, nil, err
	}
	list, err := d.places(ctx, tx, accountID)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range list {
		if p.tenant.ID == s.Home {
			p.member.LastFactory = s.Factory
			return &p.member, &p.tenant, nil
		}
	}
	return d.home(ctx, tx, accountID, "")
}

func rank(p *place, account Account) int {
	if p.tenant.ID == account.LastTenant {
		return 1
	}
	return 0
}
