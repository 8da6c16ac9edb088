package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/store"
)

// Holders are the accounts of members who sign in, have a permission and may enter the factory of the transaction: those whom an
// event of the factory concerns.
func (d *Roles) Holders(ctx context.Context, tx store.Tx, permission string) (accounts []string, err error) {
	s, err := d.standing(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i := range s.members {
		if m := &s.members[i]; s.may(m, permission) && slices.Contains(m.Factories, tx.Actor().FactoryID) {
			accounts = append(accounts, m.AccountID)
		}
	}
	return accounts, nil
}
