// Package partner shows people of suppliers and customers what concerns them: the orders that their supplier has to deliver, the
// moulds that are made for their customer.
//
// What lives here: the calls of such people, across the factories that they may enter, and who may call them. What never does:
// what an order or a mould is (production), who is a guest (identity). A guest has no permission and no factory; each question
// is put to the store as an actor of one factory who still has none.
package partner

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// L is a short name for the texts.
var L = problem.L

// Guest is somebody of a supplier or a customer, and where they may look.
type Guest struct {
	SupplierID, CustomerID string
	Factories              []Factory
}

// Factory is a factory that a guest may enter.
type Factory struct{ ID, Name, Zone string }

// Confirmed is what the company is told of a promise.
type Confirmed struct {
	Order    *Order
	Was      quantity.Date // that was promised before, "" for none
	By       string        // the person
	Supplier string
}

// Deps are what this domain needs of others; main fills them in.
type Deps struct {
	DB         *store.DB
	Production *production.Production
	// Guest tells who the actor of a transaction of the company is; nobody of a supplier or a customer is the zero value.
	Guest func(ctx context.Context, tx store.Tx) (Guest, error)
	// Supplier gives the name of a supplier, and whether it may be chosen for new orders.
	Supplier func(ctx context.Context, tx store.Tx, id string) (name string, valid bool, err error)
	// Tell brings a promise to the people of the company who look after orders.
	Tell func(ctx context.Context, tx store.Tx, c Confirmed) error
	Now  func() time.Time
}

// Partner is the domain.
type Partner struct{ deps Deps }

// New makes the domain.
func New(d Deps) *Partner {
	if d.Now == nil {
		d.Now = store.Now
	}
	return &Partner{deps: d}
}

// The states of an order, as its supplier is told them.
const (
	stateToConfirm = "toConfirm"
	stateConfirmed = "confirmed"
	stateOverdue   = "overdue"
	stateDelivered = "delivered"
)

// Order is one order that a supplier has to deliver, or has delivered.
type Order struct {
	ID          string        `json:"id"`
	Version     int64         `json:"version"`
	OrderNo     string        `json:"orderNo"`
	Factory     string        `json:"factory" doc:"name of the factory that has ordered"`
	Zone        string        `json:"zone" doc:"time zone of that factory, by which its days begin"`
	MouldNo     string        `json:"mouldNo"`
	PartNo      string        `json:"partNo"`
	PartName    string        `json:"partName"`
	Operation   string        `json:"operation" doc:"name of the process"`
	Batch       string        `json:"batch" doc:"empty where the order is about no batch"`
	Quantity    int           `json:"quantity"`
	Ordered     time.Time     `json:"ordered"`
	Promised    *time.Time    `json:"promised"`
	PromisedDay quantity.Date `json:"promisedDay" doc:"day of the promise in the factory's zone, as the call that confirms takes it"`
	EarliestDay quantity.Date `json:"earliestDay" doc:"first day that can be promised"`
	Received    *time.Time    `json:"received"`
	State       string        `json:"state" enum:"toConfirm,confirmed,overdue,delivered"`
	Confirmed   bool          `json:"confirmed" doc:"the promised date is confirmed, also where it has passed"`
	Remark      string        `json:"remark" doc:"what the supplier said with the confirmation"`
}

// Orders are the orders of the caller's supplier.
type Orders struct {
	Rows []Order `json:"rows" nullable:"false"`
}

// The states of a mould, as its customer is told them.
const (
	stateInTime    = "inTime"
	stateLate      = "late"
	stateFinished  = "finished"
	stateUnplanned = "unplanned"
)

// Mould is a mould that is made for a customer.
type Mould struct {
	MouldNo    string     `json:"mouldNo"`
	Name       string     `json:"name"`
	Zone       string     `json:"zone" doc:"time zone of the factory that makes it"`
	Delivery   *time.Time `json:"delivery"`
	PlannedEnd *time.Time `json:"plannedEnd" doc:"in the plan in force; null where it holds no such mould"`
	Share      float64    `json:"share" doc:"of the work that is done, 0 to 1"`
	State      string     `json:"state" enum:"inTime,late,finished,unplanned"`
}

// Moulds are the moulds of the caller's customer.
type Moulds struct {
	Rows []Mould `json:"rows" nullable:"false"`
}

// past is how long what is done is shown.
const past = 90 * 24 * time.Hour

var (
	msgSupplierOnly = L("此页面仅供供应商的人员使用", "This page is for people of suppliers only")
	msgCustomerOnly = L("此页面仅供客户的人员使用", "This page is for people of customers only")
	msgSupplierOff  = L("供应商“%s”已停用，不能确认交期，请联系对方企业", "The supplier “%s” is disabled, so no date can be confirmed; please talk to the company")
	msgOutdated     = L("此外协单刚刚被修改，已显示最新内容，请核对后再确认", "This order has just been changed; see how it stands now, then confirm again")
	wordOrder       = L("外协单", "Outsourcing order")
)

// guest finds who asks, and refuses everybody who is not what is asked for.
func (d *Partner) guest(ctx context.Context, belongs func(Guest) bool, refusal problem.Text) (g Guest, err error) {
	err = d.deps.DB.Read(ctx, func(tx store.Tx) error {
		g, err = d.deps.Guest(ctx, tx)
		return err
	})
	if err == nil && !belongs(g) {
		err = problem.Refuse(refusal)
	}
	return g, err
}

func (d *Partner) supplier(ctx context.Context) (Guest, error) {
	return d.guest(ctx, func(g Guest) bool { return g.SupplierID != "" }, msgSupplierOnly)
}

// at is the caller in one of their factories, where they may do nothing by any role.
func at(ctx context.Context, f Factory) (context.Context, error) {
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		return nil, err
	}
	actor.FactoryID, actor.Zone = f.ID, f.Zone
	actor.May, actor.Modules = map[string]bool{}, map[string]bool{}
	actor.Hidden, actor.Reach, actor.Work = store.Hidden{}, store.Reach{}, store.Reach{} // of roles, which give a guest nothing and take nothing
	return store.WithActor(ctx, actor), nil
}

// each reads in every factory of a guest.
func (d *Partner) each(ctx context.Context, g Guest, ask func(ctx context.Context, tx store.Tx, f Factory) error) error {
	for _, f := range g.Factories {
		there, err := at(ctx, f)
		if err != nil {
			return err
		}
		if err := d.deps.DB.Read(there, func(tx store.Tx) error { return ask(there, tx, f) }); err != nil {
			return err
		}
	}
	return nil
}

// Orders are the orders of the caller's supplier: those to deliver by their promised dates, or the delivered ones of the last days.
func (d *Partner) Orders(ctx context.Context, delivered bool) (Orders, error) {
	out := Orders{Rows: []Order{}}
	g, err := d.supplier(ctx)
	if err != nil {
		return out, err
	}
	now := d.deps.Now()
	since := sinceIf(delivered, now)
	err = d.each(ctx, g, func(ctx context.Context, tx store.Tx, f Factory) error {
		rows, err := d.deps.Production.SupplierOrders(ctx, tx, g.SupplierID, since)
		for i := range rows {
			out.Rows = append(out.Rows, orderOf(&rows[i], f, now))
		}
		return err
	})
	slices.SortStableFunc(out.Rows, func(x, y Order) int {
		if delivered {
			return y.Received.Compare(*x.Received)
		}
		return byPromise(&x, &y)
	})
	return out, err
}

func sinceIf(done bool, now time.Time) *time.Time {
	if !done {
		return nil
	}
	since := now.Add(-past)
	return &since
}

// byPromise puts the nearest promise first; an order without one waits for it at the front.
func byPromise(x, y *Order) int {
	switch {
	case x.Promised == nil && y.Promised == nil:
	case x.Promised == nil:
		return -1
	case y.Promised == nil:
		return 1
	case !x.Promised.Equal(*y.Promised):
		return x.Promised.Compare(*y.Promised)
	}
	return strings.Compare(x.OrderNo, y.OrderNo)
}

func zoneOf(f Factory) *time.Location {
	zone, err := time.LoadLocation(f.Zone)
	if err != nil {
		return time.UTC
	}
	return zone
}

func orderOf(x *production.SupplierOrder, f Factory, now time.Time) Order {
	zone := zoneOf(f)
	o := Order{
		ID: x.ID, Version: x.Version, OrderNo: x.OrderNo, Factory: f.Name, Zone: f.Zone, MouldNo: x.MouldNo, PartNo: x.PartNo, PartName: x.PartName, Operation: x.Process, Batch: x.Batch,
		Quantity: x.Qty, Ordered: x.OrderedAt, Promised: x.Promised, PromisedDay: production.PromisedDay(x.Promised, zone), Received: x.Received, Confirmed: x.Confirmed, Remark: x.Remark,
		EarliestDay: max(quantity.DateOf(x.OrderedAt, zone), quantity.DateOf(now, zone)),
	}
	switch {
	case o.Received != nil:
		o.State = stateDelivered
	case o.Promised != nil && o.Promised.Before(now):
		o.State = stateOverdue
	case o.Confirmed:
		o.State = stateConfirmed
	default:
		o.State = stateToConfirm
	}
	return o
}

// Promise confirms the date of an order, or promises another one.
func (d *Partner) Promise(ctx context.Context, p production.Promise) (Order, error) {
	g, err := d.supplier(ctx)
	if err != nil {
		return Order{}, err
	}
	f, err := d.factoryOf(ctx, g, p.OrderID)
	if err != nil {
		return Order{}, err
	}
	there, err := at(ctx, f)
	if err != nil {
		return Order{}, err
	}
	var out Order
	err = d.deps.DB.Write(there, func(tx store.Tx) error {
		name, valid, err := d.deps.Supplier(there, tx, g.SupplierID)
		if err != nil {
			return err
		}
		if !valid {
			return problem.Refuse(msgSupplierOff, name)
		}
		x, was, err := d.deps.Production.Confirm(there, tx, g.SupplierID, p)
		out = orderOf(&x, f, d.deps.Now())
		if errors.Is(err, production.ErrPromiseOutdated) {
			return problem.StaleAs(problem.StaleData{Name: x.OrderNo, Current: out}, msgOutdated)
		}
		if err != nil || x.Version == p.Version { // said before, and told before
			return err
		}
		return d.deps.Tell(there, tx, Confirmed{Order: &out, Was: production.PromisedDay(was, zoneOf(f)), By: tx.Actor().Name, Supplier: name})
	})
	return out, err
}

// factoryOf finds the factory of an order of the guest's supplier.
func (d *Partner) factoryOf(ctx context.Context, g Guest, orderID string) (found Factory, err error) {
	err = d.each(ctx, g, func(ctx context.Context, tx store.Tx, f Factory) error {
		there, err := d.deps.Production.IsOrderOf(ctx, tx, g.SupplierID, orderID)
		if there {
			found = f
		}
		return err
	})
	if err == nil && found.ID == "" {
		err = problem.NotFound(wordOrder)
	}
	return found, err
}

// Moulds are the moulds of the caller's customer: those in work, or the finished ones of the last days.
func (d *Partner) Moulds(ctx context.Context, finished bool) (Moulds, error) {
	out := Moulds{Rows: []Mould{}}
	g, err := d.guest(ctx, func(g Guest) bool { return g.CustomerID != "" }, msgCustomerOnly)
	if err != nil {
		return out, err
	}
	err = d.each(ctx, g, func(ctx context.Context, tx store.Tx, f Factory) error {
		rows, err := d.deps.Production.MouldsOfCustomer(ctx, tx, g.CustomerID, sinceIf(finished, d.deps.Now()))
		for i := range rows {
			out.Rows = append(out.Rows, mouldOf(&rows[i], f))
		}
		return err
	})
	slices.SortStableFunc(out.Rows, func(x, y Mould) int {
		if x.Delivery == nil || y.Delivery == nil {
			return 0
		}
		if finished {
			x, y = y, x
		}
		return x.Delivery.Compare(*y.Delivery)
	})
	return out, err
}

func mouldOf(x *production.MouldOutlook, f Factory) Mould {
	m := Mould{MouldNo: x.MouldNo, Name: x.Name, Zone: f.Zone, Delivery: x.Delivery, PlannedEnd: x.PlannedEnd, Share: x.Share, State: stateInTime}
	switch {
	case x.Finished:
		m.State = stateFinished
	case !x.Planned:
		m.State = stateUnplanned
	case x.Late:
		m.State = stateLate
	}
	return m
}
