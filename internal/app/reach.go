package app

import (
	"context"
	"maps"
	"slices"

	"mouldworks/internal/access"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/store"
)

// reachOf is whose records of a subject roles show a member. tx is a system transaction.
func reachOf(ctx context.Context, tx store.Tx, of access.Subject, memberID string, roles []access.Role) (store.Reach, error) {
	held, isNarrow := make([]*access.Role, len(roles)), false
	for i := range roles {
		held[i] = &roles[i]
		isNarrow = isNarrow || roles[i].Shows(of) && roles[i].DataScope != access.ScopeAll
	}
	if !isNarrow {
		return store.Reach{}, nil
	}
	var me org.User
	if err := tx.Select(&me).Where("id = ?", memberID).Scan(ctx); err != nil {
		return store.Reach{}, err
	}
	chart, err := chartOf(ctx, tx, me.TenantID)
	if err != nil {
		return store.Reach{}, err
	}
	shown := chart.Shows(of, store.Position{MemberID: me.ID, DepartmentID: me.DepartmentID, ManagedID: me.ManagedID}, held)
	if shown.Everybody {
		return store.Reach{}, nil
	}
	reach := store.Reach{Narrow: true, Departments: slices.Sorted(maps.Keys(shown.Departments)), Members: []string{me.ID}, Accounts: []string{me.AccountID}}
	var people []org.User
	if err := tx.Select(&people).Columns("id", "account_id").WhereIn("department_id", reach.Departments).Where("tenant_id = ?", me.TenantID).Scan(ctx); err != nil {
		return reach, err
	}
	for i := range people {
		if people[i].ID != me.ID {
			reach.Members, reach.Accounts = append(reach.Members, people[i].ID), append(reach.Accounts, people[i].AccountID)
		}
	}
	if of == access.Moulds {
		return reach, nil // their lines in the log go by the moulds, see hiddenOf
	}
	reach.Logged = map[string][]string{"user": reach.Members, "session": reach.Members, "department": reach.Departments}
	return reach, nil
}

// chartOf is how the departments of a tenant stand.
func chartOf(ctx context.Context, tx store.Tx, tenantID string) (access.Chart, error) {
	var rows []org.Department
	if err := tx.Select(&rows).Columns("id", "parent_id", "manager_id").Where("tenant_id = ?", tenantID).Scan(ctx); err != nil {
		return nil, err
	}
	chart := make(access.Chart, len(rows))
	for _, d := range rows {
		chart[d.ID] = access.Place{Parent: d.ParentID, Manager: d.ManagerID}
	}
	return chart, nil
}
