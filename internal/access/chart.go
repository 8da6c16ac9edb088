package access

import (
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Chart is the departments of a company by their ids.
type Chart map[string]Place

// Place is where a department stands and who manages it, "" without.
type Place struct{ Parent, Manager string }

// Shown is whose records roles show: everybody's, or those of these departments and of the person alone. Nothing says that none of
// them opens a page of the subject: there is nothing to narrow.
type Shown struct {
	Everybody, Nothing bool
	Departments        map[string]bool
}

// Shows is whose records of a subject roles show somebody: all that one of them shows which opens a page of it. One that may do
// everything shows everybody's.
func (c Chart) Shows(of Subject, at store.Position, roles []*Role) Shown {
	roles = slices.DeleteFunc(slices.Clone(roles), func(r *Role) bool { return !r.Shows(of) })
	shown := Shown{Everybody: len(roles) == 0, Nothing: len(roles) == 0, Departments: map[string]bool{}}
	own, below := []string{at.DepartmentID, at.ManagedID}, c.below()
	for id, place := range c {
		if place.Manager != "" && place.Manager == at.MemberID {
			own = append(own, id)
		}
	}
	for _, r := range roles {
		scope := r.DataScope
		if r.everything() {
			scope = ScopeAll
		}
		switch scope {
		case ScopeAll:
			shown.Everybody = true
		case ScopeChosen:
			for _, id := range r.Departments {
				shown.Departments[id] = true
			}
		case ScopeBelow:
			reached := map[string]bool{}
			for _, id := range own {
				c.sink(id, below, reached)
			}
			maps.Copy(shown.Departments, reached)
		case ScopeOwn:
			for _, id := range own {
				shown.Departments[id] = true
			}
		}
	}
	maps.DeleteFunc(shown.Departments, func(id string, _ bool) bool { _, there := c[id]; return !there })
	return shown
}

// below are the departments that stand directly below each.
func (c Chart) below() map[string][]string {
	below := map[string][]string{}
	for id, place := range c {
		below[place.Parent] = append(below[place.Parent], id)
	}
	return below
}

// sink notes a department and all below it.
func (c Chart) sink(id string, below map[string][]string, reached map[string]bool) {
	if id == "" || reached[id] { // with all below it, or a circle
		return
	}
	reached[id] = true
	for _, child := range below[id] {
		c.sink(child, below, reached)
	}
}

var (
	msgSeesMore   = L("“%s”可以看到您数据范围以外的数据，请由 %s 操作", "%s sees records beyond your own data scope: ask %s")
	msgWouldSee   = L("这样会看到您数据范围以外的数据", "This would show records beyond your own data scope")
	msgUsedBeyond = L("其他部门的用户也拥有角色“%s”，请由 %s 操作", "Users of other departments hold the role “%s”, too: ask %s")
)

// held are the roles with these codes. Invalid ones count: they may become valid again.
func (s *standing) held(codes []string) []*Role {
	return s.ordered(func(r *Role) bool { return slices.Contains(codes, r.Code) })
}

// Shows refuses, at a field, roles by their codes that show somebody records which whoever asks does not see.
func (g *Rights) Shows(field string, at store.Position, codes []string) error {
	if !g.widens(at, codes) {
		return nil
	}
	return problem.Invalid(problem.Field(field, "reach", msgWouldSee))
}

func (g *Rights) widens(at store.Position, codes []string) bool {
	held := g.s.held(codes)
	return slices.ContainsFunc(subjects, func(of Subject) bool {
		reach := of.reach(g.actor)
		return reach.Narrow && g.chart.Shows(of, at, held).beyond(reach)
	})
}

// beyond tells whether there is anything among what is shown that is out of a narrow reach.
func (s Shown) beyond(reach store.Reach) bool {
	for id := range s.Departments {
		if !reach.Department(id) {
			return true
		}
	}
	return s.Everybody && !s.Nothing
}

// Moves tells what becomes of people when a department, "" for a new one, gets a parent and a manager: whether nobody comes to see
// what whoever asks does not see, and whether whoever asks sees the department itself. What stays counts as stored.
func (g *Rights) Moves(id, parent, manager string) (stays, sees bool) {
	if !g.actor.Reach.Narrow && !g.actor.Work.Narrow {
		return true, true
	}
	isNew := id == ""
	if isNew {
		id = "new"
	}
	after := maps.Clone(g.chart)
	after[id] = Place{parent, manager}
	moved := map[string]bool{}
	after.sink(id, after.below(), moved)
	sees = !g.actor.Reach.Narrow
	for _, of := range subjects {
		mine, isHeld := g.comesToSee(of, id, manager, isNew, after, moved)
		if !mine {
			return false, false
		}
		sees = sees || of == People && isHeld
	}
	if !isNew {
		g.chart = after
	}
	return true, sees
}

// comesToSee tells of one subject whether a chart shows nobody what whoever asks does not see and it did not show before, and whether
// it shows the department id to whoever asks. moved is what stands below the department.
func (g *Rights) comesToSee(of Subject, id, manager string, isNew bool, after Chart, moved map[string]bool) (stays, sees bool) {
	reach := of.reach(g.actor)
	if !reach.Narrow {
		return true, true
	}
	hides := false // those who stand above come to see what moves along
	for d := range moved {
		hides = hides || d != id && !reach.Department(d)
	}
	for i := range g.s.members {
		m := &g.s.members[i]
		if m.ID != g.actor.MemberID && m.ID != manager && !hides {
			continue
		}
		before, now := g.chart.Shows(of, m.At, g.s.held(m.Roles)), after.Shows(of, m.At, g.s.held(m.Roles))
		for department := range now.Departments {
			if !before.Everybody && !before.Departments[department] && !reach.Department(department) && (department != id || !isNew) {
				return false, false
			}
		}
		sees = sees || m.ID == g.actor.MemberID && now.Departments[id]
	}
	return true, sees
}

// alone refuses to touch a role that people out of reach hold, too: what becomes of it becomes of them.
func (g *Rights) alone(r *Role) (why problem.Text, shared bool) {
	if slices.ContainsFunc(g.s.holders(r.Code), func(m *Member) bool { return m.Beyond }) {
		return msgUsedBeyond.With(named(r), g.Helpers()), true
	}
	return problem.Text{}, false
}
