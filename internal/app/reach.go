package app

import (
	"context"
	"slices"

	"mouldworks/internal/access"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/store"
)

// reachOf is whose records roles show a member: all that one of them shows which opens a page about people. Without such a role there is
// nothing to narrow, and one that may do everything shows everybody's. tx is a system transaction.
func reachOf(ctx context.Context, tx store.Tx, memberID string, roles []access.Role) (store.Reach, error) {
	roles = slices.DeleteFunc(slices.Clone(roles), func(r access.Role) bool { return !r.ShowsPeople() })
	if len(roles) == 0 {
		return store.Reach{}, nil
	}
	for i := range roles {
		if roles[i].DataScope == access.ScopeAll || slices.Contains(roles[i].Grants, "*") {
			return store.Reach{}, nil
		}
	}
	var me org.User
	if err := tx.Select(&me).Where("id = ?", memberID).Scan(ctx); err != nil {
		return store.Reach{}, err
	}
	var departments []org.Department
	if err := tx.Select(&departments).Columns("id", "parent_id", "manager_id").Where("tenant_id = ?", me.TenantID).Scan(ctx); err != nil {
		return store.Reach{}, err
	}
	below := map[string][]string{}
	own := map[string]bool{me.DepartmentID: true, me.ManagedID: true}
	for i := range departments {
		d := &departments[i]
		below[d.ParentID] = append(below[d.ParentID], d.ID)
		own[d.ID] = own[d.ID] || d.ManagerID == memberID
	}
	reach, reached := store.Reach{Narrow: true, Members: []string{me.ID}, Accounts: []string{me.AccountID}}, map[string]bool{}
	for i := range roles {
		switch roles[i].DataScope {
		case access.ScopeChosen:
			for _, id := range roles[i].Departments {
				reached[id] = true
			}
		case access.ScopeBelow:
			reach.Below = true
			for id, is := range own {
				if is && id != "" {
					sink(id, below, reached)
				}
			}
		case access.ScopeOwn:
			for id, is := range own {
				reached[id] = reached[id] || is
			}
		}
	}
	for i := range departments {
		if id := departments[i].ID; reached[id] {
			reach.Departments = append(reach.Departments, id)
		}
	}
	var people []org.User
	if err := tx.Select(&people).Columns("id", "account_id").WhereIn("department_id", reach.Departments).Where("tenant_id = ?", me.TenantID).Scan(ctx); err != nil {
		return reach, err
	}
	for i := range people {
		if people[i].ID != me.ID {
			reach.Members, reach.Accounts = append(reach.Members, people[i].ID), append(reach.Accounts, people[i].AccountID)
		}
	}
	return reach, nil
}

// sink notes a department and all below it.
func sink(id string, below map[string][]string, reached map[string]bool) {
	if reached[id] { // with all below it, or a circle
		return
	}
	reached[id] = true
	for _, child := range below[id] {
		sink(child, below, reached)
	}
}
