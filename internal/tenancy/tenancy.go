// Package tenancy holds the companies on the platform, their factories, licences and opened modules.
//
// What lives here: rows of tenants, factories and companies, making a new tenant, the licence rule, the gate of modules, gateways, what
// the operator of the platform does. What never does: people and sessions (identity), the menu.
package tenancy

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// L and Opt are short names for the texts of the declarations.
var (
	L   = problem.L
	Opt = resource.Opt
)

// Operator is the id and the code of the tenant that runs the platform. It owns the rows of all tenants.
const Operator = "000000"

// Kinds of tenants (SCOPE-03): every other value than Personal is an enterprise.
const (
	Enterprise = 0
	Personal   = 1
)

// Tenant is a company, or a personal user (type 1). Its TenantID is the operator's.
type Tenant struct {
	bun.BaseModel `bun:"table:tenant" json:"-"`
	store.Row
	Code              string        `bun:"code" json:"code"`
	Name              string        `bun:"name" json:"name"`
	Type              int           `bun:"tenant_type" json:"tenantType"`
	ExpireDate        quantity.Date `bun:"expire_date" json:"expireDate"` // none = unlimited
	MaxOverdueDays    int           `bun:"max_overdue_days" json:"maxOverdueDays"`
	LoginDelaySeconds int           `bun:"login_delay_seconds" json:"loginDelaySeconds"`
	HaspExpireSwitch  int           `bun:"hasp_expire_switch" json:"haspExpireSwitch"`
	VerifySwitch      bool          `bun:"verify_switch" json:"verifySwitch"`
	Zone              string        `bun:"zone" json:"zone"`
	PackageID         string        `bun:"package_id" json:"packageId"`
	Modules           []string      `bun:"modules,type:text" json:"modules"`
}

// Factory is a plant of a tenant; what is physical belongs to one.
type Factory struct {
	bun.BaseModel `bun:"table:factory" json:"-"`
	store.Row
	Code string `bun:"code" json:"code"`
	Name string `bun:"name" json:"name"`
	Zone string `bun:"zone" json:"zone"`
}

// New describes a tenant to be made.
type New struct {
	Code, Name, FactoryCode, FactoryName, Zone string
	ID                                         string // "" = a new one
	Personal                                   bool   // no factory, and only the modules of a person
	NoFactory                                  bool
	ExpireDate                                 quantity.Date // none = unlimited
	Package                                    string        // id of the modules that it begins with; none = the standard ones
}

var (
	msgZone      = L("未知的时区，例如 Asia/Shanghai", "Unknown time zone; such as Asia/Shanghai")
	msgNoPackage = L("没有这个套餐，请重新选择", "There is no such package, please choose again")
)

// checkZone refuses what is no IANA zone.
func checkZone(zone string) error {
	if _, err := time.LoadLocation(zone); err != nil || zone == "" {
		return problem.Invalid(problem.Field("zone", "zone", msgZone))
	}
	return nil
}

// Create makes a tenant with what it says of itself, its first factory, where it has one, and the standard roles. tx is a system transaction.
// The factory of a tenant without one is nil.
func Create(ctx context.Context, tx store.Tx, n New) (*Tenant, *Factory, error) {
	if err := checkZone(n.Zone); err != nil {
		return nil, nil, err
	}
	t := &Tenant{
		Code: n.Code, Name: n.Name, ExpireDate: n.ExpireDate, MaxOverdueDays: 15, LoginDelaySeconds: 10,
		HaspExpireSwitch: Unlimited, Zone: n.Zone, Modules: Starter(),
	}
	t.ID, t.TenantID = n.ID, Operator
	if n.ExpireDate != "" {
		t.HaspExpireSwitch = Watched
	}
	if n.Package != "" {
		var p Package
		if err := tx.Select(&p).Where("id = ? AND tenant_id = ?", n.Package, Operator).Scan(ctx); errors.Is(err, store.ErrNotFound) {
			return nil, nil, problem.Invalid(problem.Field("packageId", "reference", msgNoPackage))
		} else if err != nil {
			return nil, nil, err
		}
		t.PackageID, t.Modules = p.ID, p.Modules
	}
	if n.Personal {
		t.Type, t.Modules = Personal, []string{"common", "system"}
	}
	if err := tx.Insert(ctx, t); err != nil {
		return nil, nil, err
	}
	c := &Company{Name: n.Name}
	c.ID, c.TenantID = t.ID, t.ID
	if err := tx.Insert(ctx, c); err != nil {
		return nil, nil, err
	}
	roles := access.Standard()
	for i := range roles {
		roles[i].TenantID = t.ID
	}
	if err := tx.Insert(ctx, &roles); err != nil || n.Personal || n.NoFactory {
		return t, nil, err
	}
	f := &Factory{Code: n.FactoryCode, Name: n.FactoryName, Zone: n.Zone}
	f.TenantID = t.ID
	return t, f, tx.Insert(ctx, f)
}
