package app

import (
	"context"

	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// people are the members of the tenant, as groups choose theirs: those who may sign in.
func people() *resource.Directory {
	return &resource.Directory{
		Path: basedata.PeoplePath, Of: problem.L("成员", "Members"), Permission: "system.group",
		Find: func(ctx context.Context, tx store.Tx, ids []string) ([]resource.Entry, error) {
			var rows []identity.Member
			err := tx.Select(&rows).WhereIn("id", ids).Scan(ctx)
			return entriesOf(rows), err
		},
		Search: func(ctx context.Context, tx store.Tx, text string, most int) ([]resource.Entry, error) {
			var rows []identity.Member
			err := tx.Select(&rows).Where("enabled = ?", true).Contains(text, "user_name", "real_name").Order("real_name", "id").Limit(most, 0).Scan(ctx)
			return entriesOf(rows), err
		},
	}
}

func entriesOf(rows []identity.Member) []resource.Entry {
	entries := make([]resource.Entry, len(rows))
	for i, m := range rows {
		entries[i] = resource.Entry{ID: m.ID, Name: m.RealName, Code: m.UserName}
		if m.RealName == "" {
			entries[i].Name = m.UserName
		}
	}
	return entries
}
