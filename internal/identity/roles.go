package identity

import (
	"context"
	"errors"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// RoleHolders are the members of the caller's company as roles know them.
func (d *Identity) RoleHolders(ctx context.Context, tx store.Tx) ([]access.Member, error) {
	var rows []Member
	if err := tx.Select(&rows).Order("real_name", "id").Scan(ctx); err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(tx.Actor().Zone)
	if err != nil {
		zone = time.UTC
	}
	today := quantity.DateOf(d.deps.Now(), zone)
	members := make([]access.Member, len(rows))
	for i := range rows {
		m := &rows[i]
		members[i] = access.Member{
			ID: m.ID, AccountID: m.AccountID, UserName: m.UserName, RealName: m.RealName, Roles: m.Roles, Status: access.Active, Factories: m.Factories, Guest: m.guest(), Awaited: m.Joining != memberJoined, Beyond: tx.Hides(m),
			At: store.Position{MemberID: m.ID, DepartmentID: m.DepartmentID, ManagedID: m.ManagedID},
		}
		if m.ExpireDate < forever {
			members[i].Until = m.ExpireDate
		}
		switch {
		case !m.Enabled:
			members[i].Status = access.Disabled
		case m.ExpireDate != "" && today > m.ExpireDate:
			members[i].Status = access.Expired
		}
	}
	return members, nil
}

var msgMember = problem.L("用户", "User")

// SetRoles gives a member of the caller's company these roles in place of the former ones. Whether that may be is the caller's to
// judge, and to log.
func (d *Identity) SetRoles(ctx context.Context, tx store.Tx, memberID string, codes []string) error {
	var m Member
	if err := tx.Select(&m).Where("id = ?", memberID).Scan(ctx); errors.Is(err, store.ErrNotFound) {
		return problem.NotFound(msgMember)
	} else if err != nil {
		return err
	}
	m.Roles = codes
	return tx.Update(ctx, &m, "roles")
}
