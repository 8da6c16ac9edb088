package identity

import (
	"context"
	"errors"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

// Guest is somebody of a supplier or a customer, and the factories that they may look into.
type Guest struct {
	SupplierID, CustomerID string
	Factories              []tenancy.Factory
}

// GuestOf tells of which supplier or customer the actor of a transaction is; the zero value is somebody of the company itself.
func (d *Identity) GuestOf(ctx context.Context, tx store.Tx) (g Guest, err error) {
	var m Member
	err = tx.Select(&m).Where("id = ?", tx.Actor().MemberID).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return g, nil
	}
	if err != nil || !m.guest() {
		return g, err
	}
	g.SupplierID, g.CustomerID = m.SupplierID, m.CustomerID
	return g, tx.Select(&g.Factories).WhereIn("id", m.Factories).Order("code").Scan(ctx)
}

// Guest says whose person somebody is who does not belong to the company: supplier, customer or "".
func (p *Profile) Guest() string {
	switch {
	case p.Member.SupplierID != "":
		return "supplier"
	case p.Member.CustomerID != "":
		return "customer"
	}
	return ""
}
