package access

import (
	"context"
	"slices"

	"mouldworks/internal/platform/store"
)

// Holder is a member who has a permission.
type Holder struct {
	MemberID  string
	AccountID string
	Roles     []Role // that are valid
}

// Holders are the members who sign in, have a permission and may enter the factory of the transaction: those whom an event of the
// factory concerns. What their roles hide of the factory is for the caller to heed.
func (d *Roles) Holders(ctx context.Context, tx store.Tx, permission string) (holders []Holder, err error) {
	s, err := d.standing(ctx, tx)
	if err != nil {
		return nil, err
	}
	for i := range s.members {
		m := &s.members[i]
		if !s.may(m, permission) || !slices.Contains(m.Factories, tx.Actor().FactoryID) {
			continue
		}
		h := Holder{MemberID: m.ID, AccountID: m.AccountID}
		for _, code := range m.Roles {
			if r := s.roles[code]; r != nil && r.Valid {
				h.Roles = append(h.Roles, *r)
			}
		}
		holders = append(holders, h)
	}
	return holders, nil
}
