package tenancy_test

import (
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
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

// PERM-05, SCOPE-09: the server refuses calls of a module that is not opened, told by its path or its permission, and
// names the module.
func TestModuleGate(t *testing.T) {
	actor := store.Actor{Modules: map[string]bool{"aps": true}}
	name := func(module string) problem.Text { return problem.L("名 "+module, "Name "+module) }
	for _, open := range []struct{ path, permission string }{{"aps/exe/job/query", "aps.schedule.check"}, {"bms/msg/getUserMsgNum.do", ""}, {"switchTenant", ""}, {"upms/user/getModuleTree.do", ""}, {"upms/user/session", ""}} {
		if err := tenancy.ModuleOpen(actor, open.path, open.permission, name); err != nil {
			t.Errorf("%v is refused: %v", open, err)
		}
	}
	for _, closed := range []struct{ path, permission, module string }{
		{"mf/progress", "mf.progress.check", "tooling"},
		{"production/mould", "", "pm"},
		{"bms/machine", "ems.machine.check", "ems"},
		{"bms/section", "system.section.add", "system"},
		{"upms/online-user", "common.onlineUser.check", "common"},
		{"upms/online-user/kick", "common.onlineUser.kick", "common"},
		{"bms/sys/frame/kanban", "common.kanban.check", "common"},
	} {
		err := tenancy.ModuleOpen(actor, closed.path, closed.permission, name)
		if err == nil || err.Error() != "Module Name "+closed.module+" is not opened" {
			t.Errorf("%v: %v", closed, err)
		}
	}
}

// What roles grant by a star never makes somebody the operator.
func TestOnlyTheOperatorHasItsPermissions(t *testing.T) {
	all := func() map[string]bool {
		return map[string]bool{"platform.tenant.modify": true, "aps.schedule.run": true}
	}
	mine, theirs := all(), all()
	tenancy.Confine(tenancy.Operator, theirs)
	tenancy.Confine("another", mine)
	if !theirs["platform.tenant.modify"] || mine["platform.tenant.modify"] || !mine["aps.schedule.run"] {
		t.Errorf("the operator has %v, another tenant %v", theirs, mine)
	}
}

// A private licence has no end, whatever date stands beside it.
func TestUnlimitedLicence(t *testing.T) {
	tenant := tenancy.Tenant{ExpireDate: "2001-01-01", HaspExpireSwitch: tenancy.Unlimited, Zone: "UTC"}
	if l := tenant.LicenceAt(time.Now()); !l.Allow || l.Overdue || l.RemainDays != nil {
		t.Errorf("an unlimited licence says %+v", l)
	}
}
