package app

import (
	"context"

	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

var (
	wordDisabled = problem.L("停用", "Disabled")
	wordExpired  = problem.L("已过期", "Expired")
	wordInvalid  = problem.L("无效", "Invalid")
)

// people are the members of the tenant, as groups choose theirs: those who may sign in.
func people() *resource.Directory {
	return &resource.Directory{
		Path: basedata.PeoplePath, Of: problem.L("成员", "Members"), Permission: "system.group",
		Find: func(ctx context.Context, tx store.Tx, ids []string) ([]resource.Entry, error) {
			var rows []identity.Member
			err := tx.Seen(&rows).WhereIn("id", ids).Scan(ctx)
			return entriesOf(tx, rows), err
		},
		Search: func(ctx context.Context, tx store.Tx, text string, most int) ([]resource.Entry, error) {
			var rows []identity.Member
			err := tx.Seen(&rows).Where("enabled = ? AND expire_date >= ?", true, today(tx)).Contains(text, "user_name", "real_name").Order("real_name", "id").Limit(most, 0).Scan(ctx)
			return entriesOf(tx, rows), err
		},
		All: func(ctx context.Context, tx store.Tx) ([]resource.Entry, error) {
			var rows []identity.Member
			err := tx.Seen(&rows).Order("real_name", "id").Scan(ctx)
			return entriesOf(tx, rows), err
		},
	}
}

func today(tx store.Tx) quantity.Date { return quantity.DateOf(store.Now(), resource.ZoneOf(tx)) }

func entriesOf(tx store.Tx, rows []identity.Member) []resource.Entry {
	entries, day := make([]resource.Entry, len(rows)), today(tx)
	for i, m := range rows {
		entries[i] = resource.Entry{ID: m.ID, Name: m.RealName, Code: m.UserName}
		if m.RealName == "" {
			entries[i].Name = m.UserName
		}
		switch {
		case !m.Enabled:
			entries[i].Out = wordDisabled
		case m.ExpireDate < day:
			entries[i].Out = wordExpired
		}
	}
	return entries
}
