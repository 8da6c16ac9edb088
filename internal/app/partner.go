package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"mouldworks/internal/access"
	"mouldworks/internal/basedata"
	"mouldworks/internal/message"
	"mouldworks/internal/partner"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// shownToGuests are entities of which people of suppliers and customers see something: their open pages read again.
var shownToGuests = map[string]bool{
	"outsource-order": true, "operation": true, "part": true, "batch": true, "mould": true, "progress": true, "schedule": true,
	"process": true, "factory": true,
}

// partnerDeps ties the pages of guests to identity, to basic data and to the messages of the company.
func (a *App) partnerDeps() partner.Deps {
	return partner.Deps{
		DB: a.DB, Production: a.Production,
		Guest: func(ctx context.Context, tx store.Tx) (partner.Guest, error) {
			who, err := a.Identity.GuestOf(ctx, tx)
			g := partner.Guest{SupplierID: who.SupplierID, CustomerID: who.CustomerID}
			for _, f := range who.Factories {
				g.Factories = append(g.Factories, partner.Factory{ID: f.ID, Name: f.Name, Zone: f.Zone})
			}
			return g, err
		},
		Supplier: func(ctx context.Context, tx store.Tx, id string) (string, bool, error) {
			var s basedata.Supplier
			err := tx.Select(&s).Columns("id", "name", "valid").Where("id = ?", id).Scan(ctx)
			if errors.Is(err, store.ErrNotFound) {
				err = nil
			}
			return s.Name, s.Valid, err // as typed: messages tell it to everybody
		},
		Tell: a.tellPromise,
	}
}

var (
	msgPromised      = problem.L("%s（%s）确认了外协单“%s”的交期", "%s (%s) confirmed the date of outsourcing order “%s”")
	msgPromisedDay   = problem.L("%s 交货", "Delivery on %s")
	msgPromisedOther = problem.L("改为 %s 交货，原承诺交期 %s", "Delivery on %s instead of %s")
	msgPromisedMore  = problem.L("%s。备注：%s", "%s. Remark: %s")
)

// tellPromise sends a message to the people of the company who see outsourcing orders: what a supplier has promised.
func (a *App) tellPromise(ctx context.Context, tx store.Tx, c partner.Confirmed) error {
	to, err := a.caringFor(ctx, tx, c.Order.ID)
	if err != nil || len(to) == 0 {
		return err
	}
	content := msgPromisedDay.With(string(c.Order.PromisedDay))
	if c.Was != "" && c.Was != c.Order.PromisedDay {
		content = msgPromisedOther.With(string(c.Order.PromisedDay), string(c.Was))
	}
	if c.Order.Remark != "" {
		content = msgPromisedMore.With(content, c.Order.Remark)
	}
	return a.Messages.Send(ctx, tx, message.Letter{
		Cause: fmt.Sprintf("promise:%s:%d", c.Order.ID, c.Order.Version), To: to, Title: msgPromised.With(c.Supplier, c.By, c.Order.OrderNo), Content: content,
		Path: "/capp/outsource-order/" + c.Order.ID,
	})
}

// caringFor are the accounts of those who see an outsourcing order: they may look at the list, its operation and its mould.
func (a *App) caringFor(ctx context.Context, tx store.Tx, orderID string) ([]string, error) {
	var operation struct {
		GroupID string `bun:"group_id"`
		MouldID string `bun:"mould_id"`
	}
	if err := tx.Query(ctx, &operation, "SELECT COALESCE(o.group_id, '') AS group_id, x.mould_id FROM operation AS o JOIN outsource_order AS x ON x.operation_id = o.id WHERE {o} AND {x} AND x.id = ?", orderID); err != nil {
		return nil, err
	}
	return a.whoSees(ctx, tx, "capp.outsource.check", operation.GroupID, operation.MouldID)
}

// whoSees are the accounts of those who hold a permission and of whom no role hides a group or a mould.
func (a *App) whoSees(ctx context.Context, tx store.Tx, permission, group, mould string) (accounts []string, err error) {
	holders, err := a.Access.Holders(ctx, tx, permission)
	if err != nil {
		return nil, err
	}
	for _, h := range holders {
		work, err := reachOf(ctx, tx, access.Moulds, h.MemberID, h.Roles)
		if err != nil {
			return nil, err
		}
		hidden, err := hiddenOf(ctx, tx, tx.Actor().FactoryID, work, h.Roles)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(hidden.Groups, group) && !hidden.Mould(mould) {
			accounts = append(accounts, h.AccountID)
		}
	}
	return accounts, nil
}
