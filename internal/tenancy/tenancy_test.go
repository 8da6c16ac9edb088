package tenancy_test

import (
	"testing"
	"time"

	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// EXPIRY-05: overdue within the grace enters with a delay, beyond it not at all; days are the tenant's own.
func TestLicence(t *testing.T) {
	now := time.Date(2026, 3, 5, 17, 0, 0, 0, time.UTC) // already 6 March in Shanghai
	for expiry, want := range map[quantity.Date]tenancy.Licence{
		"2026-03-06": {Allow: true},
		"2026-03-05": {Allow: true, Overdue: true, DelaySeconds: 10},
		"2026-02-19": {Allow: true, Overdue: true, DelaySeconds: 10},
		"2026-02-18": {Overdue: true},
		"":           {Allow: true},
	} {
		tenant := tenancy.Tenant{ExpireDate: expiry, MaxOverdueDays: 15, LoginDelaySeconds: 10, Zone: "Asia/Shanghai"}
		got := tenant.LicenceAt(now)
		if (got.RemainDays == nil) != (expiry == "") {
			t.Errorf("%s: remaining days %v", expiry, got.RemainDays)
		}
		got.RemainDays = nil
		if got != want {
			t.Errorf("%s: got %+v, want %+v", expiry, got, want)
		}
	}
}

// PERM-05, SCOPE-09: the server refuses calls of a module that is not opened.
func TestModuleGate(t *testing.T) {
	actor := store.Actor{Modules: map[string]bool{"aps": true}}
	if tenancy.ModuleOpen(actor, "aps") != nil || tenancy.ModuleOpen(actor, "bms") != nil {
		t.Error("an open module is refused")
	}
	if tenancy.ModuleOpen(actor, "mf") == nil || tenancy.ModuleOpen(actor, "production") == nil {
		t.Error("a closed module is let through")
	}
}
