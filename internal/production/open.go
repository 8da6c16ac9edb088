package production

import (
	"context"

	"mouldworks/internal/platform/store"
)

// Order is an open mould with everything that planning needs, grouped by the rows they belong to.
type Order struct {
	Mould      Mould
	Parts      []Part
	Operations map[string][]*Operation    // by part
	Resources  map[string][]Eligible      // by operation that is narrowed, in order of rank
	Links      map[string][]EDMLink       // by operation, in burn order
	Progress   map[string]*Progress       // by operation: how it stands, its batches together
	Reports    map[string]*Progress       // by LotKey: the newest
	Batches    map[string][]Batch         // by part
	Outsourced map[string]*OutsourceOrder // by LotKey
}

// LotKey names an operation of one batch, or without a batch that of the pieces that are in none.
func LotKey(operationID, batchID string) string {
	if batchID == "" {
		return operationID
	}
	return operationID + "/" + batchID
}

// OpenMoulds reads the open moulds among ids, or every open one when ids are empty.
func OpenMoulds(ctx context.Context, tx store.Tx, ids []string) (moulds []Mould, err error) {
	q := tx.Select(&moulds).Where("status = ?", MouldOpen).Order("mould_no")
	if len(ids) > 0 {
		q = q.WhereIn("id", ids)
	}
	return moulds, q.Scan(ctx)
}

// NamedMoulds reads the moulds among ids, whatever their status, or every open one when ids are empty.
func NamedMoulds(ctx context.Context, tx store.Tx, ids []string) (moulds []Mould, err error) {
	if len(ids) == 0 {
		return OpenMoulds(ctx, tx, nil)
	}
	return moulds, tx.Select(&moulds).WhereIn("id", ids).Order("mould_no").Scan(ctx)
}

// ReadOpen reads the open moulds among ids, or every open one when ids are empty, in a handful of questions.
func ReadOpen(ctx context.Context, tx store.Tx, ids []string) ([]Order, error) {
	moulds, err := OpenMoulds(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	return readOrders(ctx, tx, moulds)
}

// readOrders reads what belongs to some moulds.
func readOrders(ctx context.Context, tx store.Tx, moulds []Mould) ([]Order, error) {
	orders, at := make([]Order, len(moulds)), map[string]*Order{}
	open := make([]string, len(moulds))
	for i := range moulds {
		orders[i] = Order{Mould: moulds[i], Operations: map[string][]*Operation{}, Resources: map[string][]Eligible{}, Links: map[string][]EDMLink{}, Progress: map[string]*Progress{}, Reports: map[string]*Progress{}, Batches: map[string][]Batch{}, Outsourced: map[string]*OutsourceOrder{}}
		at[moulds[i].ID], open[i] = &orders[i], moulds[i].ID
	}
	rows, err := readMoulds(ctx, tx, open)
	if err != nil {
		return nil, err
	}
	for i := range rows.parts {
		o := at[rows.parts[i].MouldID]
		o.Parts = append(o.Parts, rows.parts[i])
	}
	for _, x := range rows.resources {
		at[x.MouldID].Resources[x.OperationID] = append(at[x.MouldID].Resources[x.OperationID], x.Eligible)
	}
	byType, err := readNarrowing(ctx, tx)
	if err != nil {
		return nil, err
	}
	typeOf := map[string]string{}
	for i := range rows.parts {
		typeOf[rows.parts[i].ID] = rows.parts[i].PartTypeID
	}
	for i := range rows.operations {
		x := &rows.operations[i]
		order := at[x.MouldID]
		order.Operations[x.PartID] = append(order.Operations[x.PartID], x)
		if narrowed := byType.of(x, typeOf[x.PartID]); len(order.Resources[x.ID]) == 0 && len(narrowed) > 0 {
			order.Resources[x.ID] = narrowed
		}
	}
	for _, x := range rows.links {
		at[x.MouldID].Links[x.OperationID] = append(at[x.MouldID].Links[x.OperationID], x)
	}
	for i := range rows.progress { // oldest first: the newest stays
		r := &rows.progress[i]
		at[r.MouldID].Reports[LotKey(r.OperationID, r.BatchID)] = r
	}
	for operation, r := range standings(rows.progress, rows.batches, rows.operations, rows.parts) {
		at[r.MouldID].Progress[operation] = r
	}
	for _, b := range rows.batches {
		at[b.MouldID].Batches[b.PartID] = append(at[b.MouldID].Batches[b.PartID], b)
	}
	for i := range rows.orders {
		x := &rows.orders[i]
		at[x.MouldID].Outsourced[LotKey(x.OperationID, x.BatchID)] = x
	}
	return orders, nil
}
