// Package tenancy holds the companies on the platform, their factories, licences and opened modules.
//
// What lives here: tenant and factory rows, making a new tenant, the licence rule, the gate of modules. What never
// does: people and sessions (identity), the menu.
package tenancy

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Tenant is a company, or a personal user (type 1).
type Tenant struct {
	bun.BaseModel     `bun:"table:tenant"`
	ID                string        `bun:"id,pk"`
	Code              string        `bun:"code"`
	Name              string        `bun:"name"`
	Type              int           `bun:"tenant_type"`
	ExpireDate        quantity.Date `bun:"expire_date"` // none = unlimited
	MaxOverdueDays    int           `bun:"max_overdue_days"`
	LoginDelaySeconds int           `bun:"login_delay_seconds"`
	HaspExpireSwitch  int           `bun:"hasp_expire_switch"` // 0: the licence is watched, 1: unlimited private licence
	Zone              string        `bun:"zone"`
	Modules           []string      `bun:"modules,type:text"`
	CreatedAt         time.Time     `bun:"created_at"`
}

// Personal is the tenant type of a personal user.
const Personal = 1

// Factory is a plant of a tenant; what is physical belongs to one.
type Factory struct {
	bun.BaseModel `bun:"table:factory"`
	store.Row
	Code string `bun:"code"`
	Name string `bun:"name"`
	Zone string `bun:"zone"`
}

// Starter are the modules of a new tenant: all that are routes of ours.
func Starter() []string {
	return []string{"aps", "bom", "capp", "pm", "tooling", "ems", "system", "common"}
}

// New describes a tenant to be made.
type New struct {
	Code, Name, FactoryCode, FactoryName, Zone string
}

// Create makes a tenant with its first factory and the standard roles. tx is a system transaction.
func Create(ctx context.Context, tx store.Tx, n New) (*Tenant, *Factory, error) {
	if _, err := time.LoadLocation(n.Zone); err != nil {
		return nil, nil, problem.Invalid(problem.Field("zone", "zone", problem.L("未知的时区", "Unknown time zone")))
	}
	t := &Tenant{ID: store.NewID(), Code: n.Code, Name: n.Name, MaxOverdueDays: 15, LoginDelaySeconds: 10, HaspExpireSwitch: 1, Zone: n.Zone, Modules: Starter(), CreatedAt: store.Now()}
	if err := tx.Insert(ctx, t); err != nil {
		return nil, nil, err
	}
	f := &Factory{Code: n.FactoryCode, Name: n.FactoryName, Zone: n.Zone}
	f.TenantID = t.ID
	if err := tx.Insert(ctx, f); err != nil {
		return nil, nil, err
	}
	roles := access.Standard()
	for i := range roles {
		roles[i].TenantID = t.ID
	}
	return t, f, tx.Insert(ctx, &roles)
}

// Licence is what a tenant's licence means today.
type Licence struct {
	Allow, Overdue bool
	RemainDays     *int // negative when overdue; nil when unlimited
	DelaySeconds   int
}

// LicenceAt applies the rule of the licence (R07): up to the day of expiry all is well; up to MaxOverdueDays later the
// tenant enters after a delay; beyond, not at all.
func (t *Tenant) LicenceAt(now time.Time) Licence {
	if t.ExpireDate == "" {
		return Licence{Allow: true}
	}
	zone, err := time.LoadLocation(t.Zone)
	if err != nil {
		zone = time.UTC
	}
	today, expiry := quantity.DateOf(now, zone).In(time.UTC), t.ExpireDate.In(time.UTC)
	days := int(expiry.Sub(today).Hours() / 24)
	switch {
	case days >= 0:
		return Licence{Allow: true, RemainDays: &days}
	case -days <= t.MaxOverdueDays:
		return Licence{Allow: true, Overdue: true, RemainDays: &days, DelaySeconds: t.LoginDelaySeconds}
	default:
		return Licence{Overdue: true, RemainDays: &days}
	}
}

// modules maps the first segment of a path to its module; segments that are no module are always open.
var modules = map[string]string{"aps": "aps", "bom": "bom", "capp": "capp", "pm": "pm", "production": "pm", "mf": "tooling", "ems": "ems"}

// ModuleOpen refuses calls below the path of a module that the tenant has not opened (PERM-05).
func ModuleOpen(actor store.Actor, segment string) error {
	module, gated := modules[segment]
	if !gated || actor.Modules[module] {
		return nil
	}
	return problem.Refuse(problem.L("模块“%s”未开通", "Module %s is not opened"), module)
}
