package app

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/access"
	"mouldworks/internal/basedata"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// demoGuests are people of a supplier and a customer, which are named by their codes.
var demoGuests = []struct{ user, name, phone, supplier, customer string }{
	{"supplier", "周强", "13800000011", "S01", ""},
	{"customer", "郑华", "13800000012", "", "C01"},
}

// demoPartners lets one person of a supplier and one of a customer in, and places orders with the supplier; each as far as it is
// missing. The plan is in force: the orders promise what it says.
func (a *App) demoPartners(ctx context.Context, actor store.Actor) error {
	suppliers, customers := map[string]string{}, map[string]string{}
	if err := a.DB.Read(ctx, func(tx store.Tx) error {
		var s []basedata.Supplier
		var c []basedata.Customer
		if err := tx.Select(&s).Columns("id", "code").Scan(ctx); err != nil {
			return err
		}
		if err := tx.Select(&c).Columns("id", "number").Scan(ctx); err != nil {
			return err
		}
		for i := range s {
			suppliers[s[i].Code] = s[i].ID
		}
		for i := range c {
			customers[c[i].Number] = c[i].ID
		}
		return nil
	}); err != nil {
		return err
	}
	if err := a.DB.System(ctx, "the demo makes its own people", func(tx store.Tx) error {
		var planner identity.Account
		if err := tx.Select(&planner).Where("id = ?", actor.AccountID).Scan(ctx); err != nil {
			return err
		}
		for _, g := range demoGuests {
			there, err := tx.Select((*identity.Member)(nil)).Where("tenant_id = ? AND user_name = ?", actor.TenantID, g.user).Exists(ctx)
			if err != nil || there {
				return err
			}
			if _, err := a.Identity.Add(ctx, tx, identity.NewMember{
				TenantID: actor.TenantID, Phone: g.phone, Hash: planner.PasswordHash, UserName: g.user, RealName: g.name, Roles: []string{access.Viewer}, Factories: []string{actor.FactoryID},
				SupplierID: suppliers[g.supplier], CustomerID: customers[g.customer],
			}); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return a.DB.Write(ctx, func(tx store.Tx) error { return a.demoOrders(ctx, tx, suppliers["S01"]) })
}

// How many orders the demo has with its supplier.
const (
	demoOpenOrders = 6
	demoPastOrders = 3
)

// demoOrders places orders with a supplier for the operations that the plan has there next, and notes that some are back.
func (a *App) demoOrders(ctx context.Context, tx store.Tx, supplierID string) error {
	if there, err := tx.Select((*production.OutsourceOrder)(nil)).Exists(ctx); err != nil || there {
		return err
	}
	var operations []production.Operation
	if err := tx.Select(&operations).Where("supplier_id = ?", supplierID).Order("id").Scan(ctx); err != nil {
		return err
	}
	planned, err := plannedOperations(ctx, tx, nil)
	if err != nil {
		return err
	}
	next := slices.DeleteFunc(slices.Clone(operations), func(o production.Operation) bool {
		p, known := planned[o.ID]
		return !known || p.Start.Before(store.Now())
	})
	slices.SortStableFunc(next, func(x, y production.Operation) int {
		return cmp.Or(planned[x.ID].End.Compare(planned[y.ID].End), cmp.Compare(x.ID, y.ID))
	})
	ordered, zone := store.Now().Add(-24*time.Hour), resource.ZoneOf(tx)
	for _, o := range next[:min(len(next), demoOpenOrders)] {
		promised := quantity.DateOf(planned[o.ID].End, zone).End(zone).UTC()
		row := &production.OutsourceOrder{MouldID: o.MouldID, OperationID: o.ID, OrderedAt: &ordered, Promised: &promised}
		if err := a.Production.Outsourced.Save(ctx, tx, row); err != nil {
			return err
		}
	}
	return a.demoReceived(ctx, tx, operations)
}

// demoReceived notes orders for operations that are reported as finished.
func (a *App) demoReceived(ctx context.Context, tx store.Tx, operations []production.Operation) error {
	ids, mould := make([]string, len(operations)), map[string]string{}
	for i := range operations {
		ids[i], mould[operations[i].ID] = operations[i].ID, operations[i].MouldID
	}
	var finished []production.Progress
	if err := tx.Select(&finished).Where("status = ?", production.Finished).WhereIn("operation_id", ids).Order("real_end DESC", "id").Limit(demoPastOrders, 0).Scan(ctx); err != nil {
		return err
	}
	for i := range finished {
		x, zone := &finished[i], resource.ZoneOf(tx)
		ordered, promised := x.RealStart.Add(-48*time.Hour), quantity.DateOf(*x.RealEnd, zone).End(zone).UTC()
		row := &production.OutsourceOrder{MouldID: mould[x.OperationID], OperationID: x.OperationID, BatchID: x.BatchID, OrderedAt: &ordered, Promised: &promised, Received: x.RealEnd}
		if err := a.Production.Outsourced.Save(ctx, tx, row); err != nil {
			return err
		}
	}
	return nil
}
