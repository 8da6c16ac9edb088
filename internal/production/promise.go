package production

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// SupplierOrder is a placed order as its supplier sees it. It names nobody of the company and no other row.
type SupplierOrder struct {
	ID        string
	Version   int64
	OrderNo   string
	MouldNo   string
	PartNo    string
	PartName  string
	Process   string
	Batch     string
	Qty       int
	OrderedAt time.Time
	Promised  *time.Time
	Received  *time.Time
	Confirmed bool // Promised, by this supplier
	Remark    string
}

// Promise is what somebody of a supplier says of an order: they deliver on this day.
type Promise struct {
	OrderID string
	Version int64 // of the order that they have seen
	Day     quantity.Date
	Remark  string
}

// longestRemark is how many characters a supplier's remark has at most.
const longestRemark = 100

var (
	msgPromiseDay    = L("请选择交期", "Choose the date")
	msgPromisePast   = L("不能早于今天", "It must not lie before today")
	msgPromiseRemark = L("最多 %d 个字", "At most %d characters")
	msgPromiseDone   = L("此外协单已收货，不能再更改交期", "This order has been received: its date cannot change any more")
)

// ErrPromiseOutdated says that an order is not what the supplier's person has seen: somebody was faster.
var ErrPromiseOutdated = errors.New("production: the order has changed since it was read")

// Confirmed tells whether somebody of the supplier has confirmed the promised date.
func (o *OutsourceOrder) Confirmed() bool { return o.ConfirmedAt != nil }

// takeBack ends a confirmation that speaks of another date, of another supplier's work, or of an order that is not placed any more: what
// was said stands in the history of the record. A confirmation that comes with the new date stays.
func (o *OutsourceOrder) takeBack(old *OutsourceOrder) {
	if old == nil || !old.Confirmed() || !sameMoment(old.ConfirmedAt, o.ConfirmedAt) {
		return
	}
	if !sameMoment(old.Promised, o.Promised) || old.SupplierID != o.SupplierID || old.OperationID != o.OperationID || o.OrderedAt == nil {
		o.unconfirm()
	}
}

func (o *OutsourceOrder) unconfirm() {
	o.ConfirmedAt, o.ConfirmedBy, o.ConfirmedFor, o.SupplierRemark = nil, "", "", ""
}

// loadConfirmations leaves out what another supplier's people have said: an order without a supplier of its own follows its operation,
// which may have gone to somebody else since.
func loadConfirmations(ctx context.Context, tx store.Tx, rows []*OutsourceOrder) error {
	var ids []string
	for _, o := range rows {
		if o.Confirmed() {
			ids = append(ids, o.OperationID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var operations []Operation
	if err := tx.Select(&operations).Columns("id", "supplier_id").WhereIn("id", ids).Scan(ctx); err != nil {
		return err
	}
	suppliers := map[string]string{}
	for _, operation := range operations {
		suppliers[operation.ID] = operation.SupplierID
	}
	for _, o := range rows {
		if o.Confirmed() && o.ConfirmedFor != cmp.Or(o.SupplierID, suppliers[o.OperationID]) {
			o.unconfirm()
		}
	}
	return nil
}

func sameMoment(a, b *time.Time) bool {
	return a == nil && b == nil || a != nil && b != nil && a.Equal(*b)
}

// SupplierOrders are the placed orders of a supplier in the factory: those that name it, and those that name nobody and whose
// operation does. Open ones, by their promised dates, or those that were received since a moment, the newest first.
func (p *Production) SupplierOrders(ctx context.Context, tx store.Tx, supplierID string, receivedSince *time.Time) ([]SupplierOrder, error) {
	rows, err := ordersOfSupplier(ctx, tx, supplierID)
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(o OutsourceOrder) bool {
		return receivedSince == nil && o.Received != nil || receivedSince != nil && (o.Received == nil || o.Received.Before(*receivedSince))
	})
	return p.asSupplierOrders(ctx, tx, supplierID, rows)
}

// ordersOfSupplier reads the placed orders of a supplier: those of moulds that are neither finished nor cancelled, and those that were received.
func ordersOfSupplier(ctx context.Context, tx store.Tx, supplierID string) (rows []OutsourceOrder, err error) {
	var ids []struct {
		ID string `bun:"id"`
	}
	if supplierID == "" {
		return nil, nil
	}
	err = tx.Query(ctx, &ids, `SELECT x.id FROM outsource_order AS x JOIN operation AS o ON o.id = x.operation_id JOIN mould_order AS m ON m.id = o.mould_id
		WHERE {x} AND {o} AND {m} AND x.ordered_at IS NOT NULL AND COALESCE(x.supplier_id, o.supplier_id) = ? AND (m.status NOT IN (?, ?) OR x.received IS NOT NULL)`, supplierID, MouldFinished, MouldCancelled)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	chosen := make([]string, len(ids))
	for i := range ids {
		chosen[i] = ids[i].ID
	}
	return rows, tx.Select(&rows).WhereIn("id", chosen).Scan(ctx)
}

// IsOrderOf tells whether a placed order in the factory is one of a supplier.
func (p *Production) IsOrderOf(ctx context.Context, tx store.Tx, supplierID, orderID string) (bool, error) {
	rows, err := ordersOfSupplier(ctx, tx, supplierID)
	return slices.ContainsFunc(rows, func(o OutsourceOrder) bool { return o.ID == orderID }), err
}

// asSupplierOrders words orders as their supplier sees them.
func (p *Production) asSupplierOrders(ctx context.Context, tx store.Tx, supplierID string, rows []OutsourceOrder) ([]SupplierOrder, error) {
	orders := make([]SupplierOrder, len(rows))
	if len(rows) == 0 {
		return orders, nil
	}
	names, err := p.deps.Names(ctx, tx)
	if err != nil {
		return nil, err
	}
	of, err := readOrdered(ctx, tx, rows)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		x := &rows[i]
		operation, batch := of.operations[x.OperationID], of.batches[x.BatchID]
		part := of.parts[operation.PartID]
		o := SupplierOrder{
			ID: x.ID, Version: x.Version, OrderNo: x.OrderNo, MouldNo: of.moulds[x.MouldID], PartNo: part.PartNo, PartName: part.Name, Process: names.Processes[operation.ProcessID],
			Batch: batch.BatchNo, Qty: batch.Qty, OrderedAt: *x.OrderedAt, Promised: x.Promised, Received: x.Received,
		}
		if o.Process == "" {
			o.Process = operation.StepName().In(problem.Language(ctx))
		}
		if x.BatchID == "" {
			o.Qty = of.unbatched(&part)
		}
		if x.Confirmed() && x.ConfirmedFor == supplierID { // what another one has said of it is nobody else's
			o.Confirmed, o.Remark = true, x.SupplierRemark
		}
		orders[i] = o
	}
	return orders, nil
}

// ordered is what orders are about, by id.
type ordered struct {
	moulds     map[string]string // numbers
	operations map[string]Operation
	parts      map[string]Part
	batches    map[string]Batch
	batched    map[string]int // pieces of a part that are in batches
}

// unbatched are the pieces of a part that an order without a batch is about: those in no batch, or all where every piece is in one.
func (x *ordered) unbatched(part *Part) int {
	if left := part.Made() - x.batched[part.ID]; left > 0 {
		return left
	}
	return part.Made()
}

func readOrdered(ctx context.Context, tx store.Tx, rows []OutsourceOrder) (*ordered, error) {
	x := &ordered{moulds: map[string]string{}, operations: map[string]Operation{}, parts: map[string]Part{}, batches: map[string]Batch{}, batched: map[string]int{}}
	var mouldIDs, operationIDs, partIDs []string
	for i := range rows {
		mouldIDs, operationIDs = append(mouldIDs, rows[i].MouldID), append(operationIDs, rows[i].OperationID)
	}
	var moulds []Mould
	if err := tx.Select(&moulds).Columns("id", "mould_no").WhereIn("id", distinct(mouldIDs)).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range moulds {
		x.moulds[moulds[i].ID] = moulds[i].MouldNo
	}
	var operations []Operation
	if err := tx.Select(&operations).WhereIn("id", distinct(operationIDs)).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range operations {
		x.operations[operations[i].ID], partIDs = operations[i], append(partIDs, operations[i].PartID)
	}
	var parts []Part
	if err := tx.Select(&parts).WhereIn("id", distinct(partIDs)).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range parts {
		x.parts[parts[i].ID] = parts[i]
	}
	var batches []Batch
	if err := tx.Select(&batches).WhereIn("part_id", distinct(partIDs)).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range batches {
		x.batches[batches[i].ID] = batches[i]
		x.batched[batches[i].PartID] += batches[i].Qty
	}
	return x, nil
}

func distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

// Confirm writes what somebody of a supplier, who is the transaction's actor, promises for an order of theirs, and gives the order
// with the date of before. An order of another supplier does not exist for them; of one that has changed since they saw it they get
// how it stands now, with ErrPromiseOutdated.
func (p *Production) Confirm(ctx context.Context, tx store.Tx, supplierID string, c Promise) (o SupplierOrder, was *time.Time, err error) {
	rows, err := ordersOfSupplier(ctx, tx, supplierID)
	if err != nil {
		return o, nil, err
	}
	at := slices.IndexFunc(rows, func(o OutsourceOrder) bool { return o.ID == c.OrderID })
	if at < 0 {
		return o, nil, problem.NotFound(p.Outsourced.Label())
	}
	rows = rows[at : at+1]
	was = rows[0].Promised
	outdated := rows[0].Version != c.Version
	if !outdated {
		if err := p.promise(ctx, tx, supplierID, c, &rows[0]); err != nil {
			return o, nil, err
		}
	}
	seen, err := p.asSupplierOrders(ctx, tx, supplierID, rows)
	if err != nil {
		return o, nil, err
	}
	if outdated {
		err = ErrPromiseOutdated
	}
	return seen[0], was, err
}

// promise saves a promise with its order, by every rule of the order.
func (p *Production) promise(ctx context.Context, tx store.Tx, supplierID string, c Promise, o *OutsourceOrder) error {
	if o.Received != nil {
		return problem.Refuse(msgPromiseDone)
	}
	now, zone := p.deps.Now(), resource.ZoneOf(tx)
	if bad := c.check(o, now, zone); len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	if c.repeats(o, supplierID, zone) {
		return nil
	}
	if o.Promised == nil || promisedDay(*o.Promised, zone) != c.Day { // the same day keeps its hour
		end := c.Day.End(zone).UTC()
		o.Promised = &end
	}
	o.ConfirmedAt, o.ConfirmedBy, o.ConfirmedFor, o.SupplierRemark = &now, tx.Actor().Name, supplierID, cell.Line(c.Remark)
	return p.Outsourced.Save(ctx, tx, o)
}

// repeats tells whether the supplier has said just that already: nothing changes, and nobody is told again.
func (c *Promise) repeats(o *OutsourceOrder, supplierID string, zone *time.Location) bool {
	return o.Confirmed() && o.ConfirmedFor == supplierID && PromisedDay(o.Promised, zone) == c.Day && o.SupplierRemark == cell.Line(c.Remark)
}

// check holds a promise against the calendar: no day before that of the order, none that has passed.
func (c *Promise) check(o *OutsourceOrder, now time.Time, zone *time.Location) (bad []problem.FieldError) {
	switch {
	case c.Day == "":
		bad = append(bad, problem.Field("promised", "required", msgPromiseDay))
	case c.Day < quantity.DateOf(*o.OrderedAt, zone):
		bad = append(bad, problem.Field("promised", "dateOrder", msgBeforeOrder))
	case c.Day < quantity.DateOf(now, zone):
		bad = append(bad, problem.Field("promised", "past", msgPromisePast))
	case !c.Day.Planned():
		bad = append(bad, problem.Field("promised", "range", cell.Years))
	}
	if utf8.RuneCountInString(cell.Line(c.Remark)) > longestRemark {
		bad = append(bad, problem.Field("remark", "maxLength", msgPromiseRemark, longestRemark))
	}
	return bad
}

// promisedDay is the day that a promise means: a midnight is the end of the day before it.
func promisedDay(t time.Time, zone *time.Location) quantity.Date {
	return quantity.DateOf(t.Add(-time.Nanosecond), zone)
}

// PromisedDay is the day in a zone on which a supplier is to deliver, "" where none is promised.
func PromisedDay(promised *time.Time, zone *time.Location) quantity.Date {
	if promised == nil {
		return ""
	}
	return promisedDay(*promised, zone)
}
