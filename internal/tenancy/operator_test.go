package tenancy_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// company makes a tenant as the platform does.
func (p *platform) company(n tenancy.New) (made *tenancy.Tenant, factory *tenancy.Factory) {
	p.Helper()
	p.system(func(ctx context.Context, tx store.Tx) (err error) {
		made, factory, err = tenancy.Create(ctx, tx, n)
		return err
	})
	return made, factory
}

// A new company may use every module without end; one with a date is watched; a person has no factory and the modules of a
// person alone.
func TestWhatANewTenantHas(t *testing.T) {
	each(t, func(p *platform) {
		c, f := p.company(tenancy.New{Code: "east", Name: "East", FactoryCode: "F1", FactoryName: "Plant", Zone: "Asia/Shanghai"})
		all := []string{"aps", "bom", "capp", "pm", "tooling", "ems", "system", "common", "reports"}
		if c.HaspExpireSwitch != tenancy.Unlimited || !slices.Equal(c.Modules, all) || c.Type != tenancy.Enterprise || c.TenantID != "000000" || c.MaxOverdueDays != 15 || c.LoginDelaySeconds != 10 {
			t.Errorf("a company is made as %+v", c)
		}
		if f == nil || f.Code != "F1" || f.Name != "Plant" || f.Zone != "Asia/Shanghai" || f.TenantID != c.ID {
			t.Errorf("its factory is %+v", f)
		}
		if c, _ = p.company(tenancy.New{Code: "west", Name: "West", FactoryCode: "F1", Zone: "UTC", ExpireDate: "2026-05-01"}); c.HaspExpireSwitch != tenancy.Watched || c.ExpireDate != "2026-05-01" {
			t.Errorf("a company with a date is made as %+v", c)
		}
		c, f = p.company(tenancy.New{Code: "p", Name: "Ping", Zone: "UTC", Personal: true})
		if f != nil || c.Type != tenancy.Personal || !slices.Equal(c.Modules, []string{"common", "system"}) {
			t.Errorf("a person is made as %+v with the factory %+v", c, f)
		}
		if _, f = p.company(tenancy.New{ID: "x", Code: "x", Name: "X", Zone: "UTC", NoFactory: true}); f != nil {
			t.Errorf("who wants no factory gets %+v", f)
		}
		for _, zone := range []string{"", "Mars/North"} {
			err := p.db.System(t.Context(), "the test makes a company", func(tx store.Tx) error {
				_, _, err := tenancy.Create(t.Context(), tx, tenancy.New{Code: "z", Name: "Z", Zone: zone})
				return err
			})
			p.expect("the zone "+zone, err, "zone zone")
		}
	})
}

// The tenant of the operator is made once, without a factory.
func TestTheOperatorIsMadeOnce(t *testing.T) {
	each(t, func(p *platform) {
		p.asOperator()
		p.asOperator()
		var tenants []tenancy.Tenant
		var factories []tenancy.Factory
		p.system(func(ctx context.Context, tx store.Tx) error {
			if err := tx.Select(&tenants).Where("id = ?", "000000").Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&factories).Where("tenant_id = ?", "000000").Scan(ctx)
		})
		if len(tenants) != 1 || len(factories) != 0 {
			t.Errorf("%d operators with %d factories", len(tenants), len(factories))
		}
	})
}

// Whoever makes a factory enters it; who changes one does not again.
func TestWhoMakesAFactoryEntersIt(t *testing.T) {
	each(t, func(p *platform) {
		factory := func(fields map[string]any) error {
			_, err := add(p, p.tenancy.Factories, fields)
			return err
		}
		for _, code := range []string{"F 2", "F/2", "东", ""} {
			if err := factory(map[string]any{"code": code, "name": "Two", "zone": "UTC"}); err == nil {
				t.Errorf("the code %q is accepted", code)
			}
		}
		p.expect("a code of 21", factory(map[string]any{"code": strings.Repeat("F", 21), "name": "Two", "zone": "UTC"}), "code maxLength")
		p.expect("a zone that is none", factory(map[string]any{"code": "F2", "name": "Two", "zone": "Asia/Nowhere"}), "zone zone")
		if len(p.entered) != 0 {
			t.Errorf("refused factories were entered: %v", p.entered)
		}
		made, err := add(p, p.tenancy.Factories, map[string]any{"code": "_F-" + strings.Repeat("2", 17), "name": "Two", "zone": "Europe/Berlin"})
		p.expect("a factory", err)
		p.expect("its change", patch(p, p.tenancy.Factories, made.ID, map[string]any{"name": "Two b"}))
		if !slices.Equal(p.entered, []string{made.ID}) {
			t.Errorf("entered %v, want %s once", p.entered, made.ID)
		}
	})
}

// R07: what the operator sets of a licence, and that its own has no end.
func TestTenantRules(t *testing.T) {
	each(t, func(p *platform) {
		c, _ := p.company(tenancy.New{Code: "east", Name: "East", FactoryCode: "F1", Zone: "Asia/Shanghai"})
		person, _ := p.company(tenancy.New{Code: "p", Name: "Ping", Zone: "UTC", Personal: true})
		p.asOperator()
		p.told = nil
		for _, row := range []struct {
			what   string
			fields map[string]any
			want   []string
		}{
			{"an end without a date", map[string]any{"haspExpireSwitch": 0}, []string{"expireDate required"}},
			{"366 days of grace", map[string]any{"maxOverdueDays": 366}, []string{"maxOverdueDays max"}},
			{"less than no grace", map[string]any{"maxOverdueDays": -1}, []string{"maxOverdueDays min"}},
			{"a delay of 2 s", map[string]any{"loginDelaySeconds": 2}, []string{"loginDelaySeconds min"}},
			{"a delay of 601 s", map[string]any{"loginDelaySeconds": 601}, []string{"loginDelaySeconds max"}},
			{"no zone", map[string]any{"zone": "Nowhere"}, []string{"zone zone"}},
		} {
			p.expect(row.what, patch(p, p.tenancy.Tenants, c.ID, row.fields), row.want...)
		}
		if len(p.told) != 0 {
			t.Errorf("refused changes were told to %v", p.told)
		}
		p.expect("the limits", patch(p, p.tenancy.Tenants, c.ID, map[string]any{"haspExpireSwitch": 0, "expireDate": "2027-01-01", "maxOverdueDays": 365, "loginDelaySeconds": 600}))
		p.expect("the limits below", patch(p, p.tenancy.Tenants, c.ID, map[string]any{"haspExpireSwitch": 1, "expireDate": "", "maxOverdueDays": 0, "loginDelaySeconds": 3}))
		if want := []string{c.ID + " " + c.ID, c.ID + " " + c.ID}; !slices.Equal(p.told, want) {
			t.Errorf("told %v, want %v", p.told, want)
		}
		p.expect("a person with more modules", patch(p, p.tenancy.Tenants, person.ID, map[string]any{"modules": []string{"aps", "pm"}}))
		if got := read(p, p.tenancy.Tenants, person.ID).Modules; !slices.Equal(got, []string{"common", "system"}) {
			t.Errorf("a person has the modules %v", got)
		}
		p.expect("the operator with an end", patch(p, p.tenancy.Tenants, tenancy.Operator, map[string]any{"haspExpireSwitch": 0, "expireDate": "2030-01-01"}), "haspExpireSwitch operator")
		p.expect("the operator without its pages", patch(p, p.tenancy.Tenants, tenancy.Operator, map[string]any{"modules": []string{"aps", "common"}}), "modules operator")
		p.expect("the operator with them", patch(p, p.tenancy.Tenants, tenancy.Operator, map[string]any{"modules": []string{"common", "system"}}))
	})
}

// The modules of a package's tenants are those of the package, from the choice on and after each change; the operator's
// package never loses the operator's own pages, and others may.
func TestTenantsFollowTheirPackage(t *testing.T) {
	each(t, func(p *platform) {
		east, _ := p.company(tenancy.New{Code: "east", Name: "East", FactoryCode: "F1", Zone: "UTC"})
		west, _ := p.company(tenancy.New{Code: "west", Name: "West", FactoryCode: "F1", Zone: "UTC"})
		p.asOperator()
		pack, err := add(p, p.tenancy.Packages, map[string]any{"name": "Planning", "modules": []string{"aps", "system"}})
		p.expect("a package", err)
		_, err = add(p, p.tenancy.Packages, map[string]any{"name": "Empty", "modules": []string{}})
		p.expect("a package of nothing", err, "modules required")
		modules := func(id string) []string { return read(p, p.tenancy.Tenants, id).Modules }

		p.expect("the choice", patch(p, p.tenancy.Tenants, east.ID, map[string]any{"packageId": pack.ID, "modules": []string{"pm"}}))
		if got := modules(east.ID); !slices.Equal(got, []string{"aps", "system"}) {
			t.Errorf("east has chosen the package and has %v", got)
		}
		p.told = nil
		p.expect("a package without system, of a company", patch(p, p.tenancy.Packages, pack.ID, map[string]any{"modules": []string{"aps", "pm"}}))
		if got := modules(east.ID); !slices.Equal(got, []string{"aps", "pm"}) {
			t.Errorf("east follows its package to %v", got)
		}
		if got := modules(west.ID); slices.Equal(got, []string{"aps", "pm"}) {
			t.Errorf("west has no package and follows it to %v", got)
		}
		if want := []string{east.ID + " " + east.ID}; !slices.Equal(p.told, want) {
			t.Errorf("told %v, want %v", p.told, want)
		}
		p.expect("the operator with a package without its pages", patch(p, p.tenancy.Tenants, tenancy.Operator, map[string]any{"packageId": pack.ID}), "modules operator")
		p.expect("the pages back", patch(p, p.tenancy.Packages, pack.ID, map[string]any{"modules": []string{"system", "aps"}}))
		p.expect("the operator with its pages", patch(p, p.tenancy.Tenants, tenancy.Operator, map[string]any{"packageId": pack.ID}))
		p.expect("taken from the operator", patch(p, p.tenancy.Packages, pack.ID, map[string]any{"modules": []string{"aps"}}), "modules operator")
		if got := modules(east.ID); !slices.Equal(got, []string{"system", "aps"}) {
			t.Errorf("after the refusal east has %v", got)
		}
	})
}

// EXPIRY-05: the days that are left, at each edge of the grace, and the flags that the API shows of them.
func TestDaysOfTheLicence(t *testing.T) {
	now := time.Date(2026, 3, 5, 17, 0, 0, 0, time.UTC) // already 6 March in Shanghai
	for _, row := range []struct {
		expiry               quantity.Date
		zone                 string
		days, allow, overdue int
	}{
		{"2026-03-07", "Asia/Shanghai", 1, 1, 0},
		{"2026-03-06", "Asia/Shanghai", 0, 1, 0},
		{"2026-03-05", "Asia/Shanghai", -1, 1, 1},
		{"2026-02-19", "Asia/Shanghai", -15, 1, 1},
		{"2026-02-18", "Asia/Shanghai", -16, 0, 1},
		{"2026-03-05", "UTC", 0, 1, 0},
		{"2026-03-05", "no zone", 0, 1, 0}, // then by universal time
		{"2026-04-06", "Asia/Shanghai", 31, 1, 0},
	} {
		tenant := tenancy.Tenant{ExpireDate: row.expiry, MaxOverdueDays: 15, LoginDelaySeconds: 10, Zone: row.zone}
		l := tenant.LicenceAt(now)
		if l.RemainDays == nil || *l.RemainDays != row.days || l.AllowFlag() != row.allow || l.OverdueFlag() != row.overdue {
			t.Errorf("until %s in %s: %d %d, days %v; want %+v", row.expiry, row.zone, l.AllowFlag(), l.OverdueFlag(), l.RemainDays, row)
		}
	}
}
