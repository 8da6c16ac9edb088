package access_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/access"
)

var all = []string{
	"aps.schedule.check", "aps.schedule.run", "aps.schedule.release", "aps.task.check", "ems.machine.check", "ems.machine.modify",
	"system.section.check", "system.section.delete", "system.role.check", "system.user.detail", "pm.mould.check", "pm.mould.add", "mf.progress.modify", "mf.progress.check",
}

// PERM-02, PERM-03: what each of the five roles may and may not do.
func TestTheFiveRoles(t *testing.T) {
	for _, c := range []struct {
		role    string
		may, no []string
	}{
		{access.Administrator, all, nil},
		{access.Planner, []string{"aps.schedule.release", "pm.mould.add", "ems.machine.check", "mf.progress.modify"}, []string{"ems.machine.modify", "system.section.delete", "system.role.check", "system.user.detail"}},
		{access.Scheduler, []string{"aps.schedule.run", "pm.mould.check"}, []string{"aps.schedule.release", "pm.mould.add", "ems.machine.check"}},
		{access.Floor, []string{"mf.progress.modify", "aps.task.check"}, []string{"aps.schedule.check", "pm.mould.check"}},
		{access.Viewer, []string{"ems.machine.check", "aps.schedule.check"}, []string{"aps.schedule.run", "mf.progress.modify", "system.role.check", "system.user.detail"}},
	} {
		var grants []string
		for _, r := range access.Standard() {
			if r.Code == c.role {
				grants = r.Grants
			}
		}
		may := access.Expand(grants, all)
		for _, p := range c.may {
			if !may[p] {
				t.Errorf("%s may not %s", c.role, p)
			}
		}
		for _, p := range c.no {
			if may[p] {
				t.Errorf("%s may %s", c.role, p)
			}
		}
	}
	if len(access.Expand(nil, all)) != 0 {
		t.Error("no grant gives a permission")
	}
}

// ROLE-05: a role gives what is bound to it: rights in files, pages of the app and steps of quality; all where it gives everything.
func TestARoleGivesWhatIsBoundToIt(t *testing.T) {
	all := []string{"app.mf.progress", "app.pm.mould", "file.picture.see", "file.program.download", "file.program.see", "mf.program.check", "mf.program.modify", "qa.cam.sign"}
	for _, c := range []struct {
		role access.Role
		want []string
	}{
		{access.Role{Grants: []string{"mf.program.check"}, Files: []string{"program.see"}}, []string{"file.program.see", "mf.program.check"}},
		{access.Role{Grants: []string{"mf.*"}}, []string{"mf.program.check", "mf.program.modify"}},
		{access.Role{Grants: []string{"*.*.check", "!mf.program.check"}, Files: []string{"program.download", "drawing.see"}}, []string{"file.program.download"}},
		{access.Role{AppMenus: []string{"mf.progress", "aps.task"}, Checks: []string{"first"}}, []string{"app.mf.progress"}},
		{access.Role{AppMenus: []string{"pm.mould"}, Checks: []string{"final", "cam"}}, []string{"app.pm.mould", "qa.cam.sign"}},
		{access.Role{Grants: []string{"*"}}, all},
	} {
		may := c.role.Permits(all)
		if got := slices.Sorted(maps.Keys(may)); !slices.Equal(got, c.want) {
			t.Errorf("%v, %v, %v and %v give %v, want %v", c.role.Grants, c.role.Files, c.role.AppMenus, c.role.Checks, got, c.want)
		}
		for permission := range may {
			if isPage := strings.HasPrefix(permission, "mf."); access.IsBound(permission) == isPage {
				t.Errorf("%s: granted with a page %v", permission, isPage)
			}
		}
	}
}
