package access_test

import (
	"maps"
	"slices"
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

// ROLE-05: a role gives the rights in files that are bound to it, and all where it gives everything.
func TestARoleGivesItsRightsInFiles(t *testing.T) {
	all := []string{"file.picture.see", "file.program.download", "file.program.see", "mf.program.check", "mf.program.modify"}
	for _, c := range []struct {
		role access.Role
		want []string
	}{
		{access.Role{Grants: []string{"mf.program.check"}, Files: []string{"program.see"}}, []string{"file.program.see", "mf.program.check"}},
		{access.Role{Grants: []string{"mf.*"}}, []string{"mf.program.check", "mf.program.modify"}},
		{access.Role{Grants: []string{"*.*.check", "!mf.program.check"}, Files: []string{"program.download", "drawing.see"}}, []string{"file.program.download"}},
		{access.Role{Grants: []string{"*"}}, all},
	} {
		may := c.role.Permits(all)
		if got := slices.Sorted(maps.Keys(may)); !slices.Equal(got, c.want) {
			t.Errorf("%v and %v give %v, want %v", c.role.Grants, c.role.Files, got, c.want)
		}
	}
}
