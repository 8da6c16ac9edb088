package access

import (
	"testing"

	"mouldworks/internal/platform/store"
)

// The data scope of a role counts for moulds by the pages of moulds that it opens, and for people by those of people: one role that
// shows everybody's shows all of the subject, and none of the other.
func TestWhichRolesCountForMoulds(t *testing.T) {
	chart := Chart{"works": {}, "sales": {}}
	at := store.Position{MemberID: "me", DepartmentID: "works"}
	own := func(grants ...string) *Role { return &Role{Valid: true, DataScope: ScopeOwn, Grants: grants} }
	all := func(grants ...string) *Role { return &Role{Valid: true, DataScope: ScopeAll, Grants: grants} }
	for what, c := range map[string]struct {
		roles          []*Role
		moulds, people string
	}{
		"moulds of the own department":         {[]*Role{own("pm.mould.check")}, "works", "nothing"},
		"and all people":                       {[]*Role{own("pm.mould.check"), all("system.user.check")}, "works", "all"},
		"and all moulds by another role":       {[]*Role{own("bom.part.check"), all("aps.schedule.check")}, "all", "nothing"},
		"people alone":                         {[]*Role{own("system.user.*")}, "nothing", "works"},
		"basic data show no moulds":            {[]*Role{own("pm.mould.check"), all("system.*.check", "!system.user.*", "!system.role.*", "!system.loginLog.*", "capp.eligibleMachine.check")}, "works", "nothing"},
		"the import alone, and a verb":         {[]*Role{own("pm.import.add")}, "works", "nothing"},
		"publishing alone":                     {[]*Role{own("aps.schedule.release")}, "works", "nothing"},
		"a role that takes the page away":      {[]*Role{own("pm.mould.check"), all("pm.*", "!pm.*")}, "works", "nothing"},
		"an administrator in a narrow role":    {[]*Role{own("*")}, "all", "all"},
		"the floor sees all with a wide scope": {[]*Role{all("mf.progress.check")}, "all", "nothing"},
	} {
		told := func(s Shown) string {
			switch {
			case s.Nothing:
				return "nothing"
			case s.Everybody:
				return "all"
			case s.Departments["works"] && len(s.Departments) == 1:
				return "works"
			}
			return "?"
		}
		if moulds, people := told(chart.Shows(Moulds, at, c.roles)), told(chart.Shows(People, at, c.roles)); moulds != c.moulds || people != c.people {
			t.Errorf("%s: moulds %s, people %s", what, moulds, people)
		}
	}
}
