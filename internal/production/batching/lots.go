package batching

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// mostLots bounds how many lots one call changes.
const mostLots = 200

var (
	msgNoLots   = L("请选择批次", "Please choose a batch")
	msgManyLots = L("一次最多 %d 个批次", "At most %d batches at once")
	wordLot     = L("批次", "Batch")
)

// chosen reads the lots that a call names, in its order; each counts once.
func (b *Batching) chosen(ctx context.Context, tx store.Tx, refs []LotRef) ([]*lot, error) {
	switch {
	case len(refs) == 0:
		return nil, problem.Invalid(problem.Field("lots", "required", msgNoLots))
	case len(refs) > mostLots:
		return nil, problem.Invalid(problem.Field("lots", "max", msgManyLots, mostLots))
	}
	var ids []string
	for _, r := range refs {
		ids = append(ids, r.PartID)
	}
	var parts []production.Part
	if err := tx.Select(&parts).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	lots, err := b.lotsOf(ctx, tx, parts)
	if err != nil {
		return nil, err
	}
	at := map[LotRef]*lot{}
	for _, l := range lots {
		at[l.ref] = l
	}
	var out []*lot
	for _, r := range refs {
		l := at[r]
		if l == nil {
			return nil, problem.NotFound(wordLot)
		}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	return out, nil
}

// lotsOf reads the lots of some parts with their operations.
func (b *Batching) lotsOf(ctx context.Context, tx store.Tx, parts []production.Part) ([]*lot, error) {
	lots, err := outlined(ctx, tx, parts)
	if err != nil {
		return nil, err
	}
	return lots, readSteps(ctx, tx, lots)
}

// outlined are the lots of some parts without their operations: the batches of each by number, then the pieces that are in none.
func outlined(ctx context.Context, tx store.Tx, parts []production.Part) ([]*lot, error) {
	if len(parts) == 0 {
		return nil, nil
	}
	partIDs, mouldIDs := make([]string, len(parts)), make([]string, len(parts))
	for i := range parts {
		partIDs[i], mouldIDs[i] = parts[i].ID, parts[i].MouldID
	}
	var moulds []production.Mould
	var batches []production.Batch
	if err := tx.Select(&moulds).WhereIn("id", distinct(mouldIDs)).Scan(ctx); err != nil {
		return nil, err
	}
	if err := tx.Select(&batches).WhereIn("part_id", partIDs).Scan(ctx); err != nil {
		return nil, err
	}
	mouldOf, batchesOf := map[string]*production.Mould{}, map[string][]*production.Batch{}
	for i := range moulds {
		mouldOf[moulds[i].ID] = &moulds[i]
	}
	slices.SortFunc(batches, func(x, y production.Batch) int { return strings.Compare(x.BatchNo, y.BatchNo) })
	for i := range batches {
		batchesOf[batches[i].PartID] = append(batchesOf[batches[i].PartID], &batches[i])
	}
	var lots []*lot
	for i := range parts {
		part := &parts[i]
		mould := mouldOf[part.MouldID]
		if mould == nil || tx.Hides(mould) || tx.Hides(part) {
			continue // as if it did not exist
		}
		left := part.Qty
		for _, batch := range batchesOf[part.ID] {
			left -= batch.Qty
			lots = append(lots, &lot{LotRef{part.ID, batch.ID}, mould, part, batch, batch.Qty, nil, ""})
		}
		if left > 0 {
			lots = append(lots, &lot{LotRef{PartID: part.ID}, mould, part, nil, left, nil, ""})
		}
	}
	return lots, nil
}

// readSteps reads the operations of lots and how they stand.
func readSteps(ctx context.Context, tx store.Tx, lots []*lot) error {
	if len(lots) == 0 {
		return nil
	}
	var partIDs, mouldIDs, ids []string
	for _, l := range lots {
		partIDs, mouldIDs = append(partIDs, l.part.ID), append(mouldIDs, l.mould.ID)
	}
	var operations []production.Operation
	if err := tx.Select(&operations).WhereIn("part_id", distinct(partIDs)).Order("op_no", "branch").Scan(ctx); err != nil {
		return err
	}
	of := map[string][]*production.Operation{}
	operations = slices.DeleteFunc(operations, func(o production.Operation) bool { return tx.Hides(&o) })
	for i := range operations {
		o := &operations[i]
		ids, of[o.PartID] = append(ids, o.ID), append(of[o.PartID], o)
	}
	standings, err := production.Standings(ctx, tx, distinct(mouldIDs), ids)
	if err != nil {
		return err
	}
	var orders []*production.OutsourceOrder
	if err := tx.Select(&orders).WhereIn("operation_id", ids).Order("id").Scan(ctx); err != nil {
		return err
	}
	ordered := map[string][]*production.OutsourceOrder{}
	for _, x := range orders {
		key := production.LotKey(x.OperationID, x.BatchID)
		ordered[key] = append(ordered[key], x)
	}
	for _, l := range lots {
		for _, o := range of[l.part.ID] {
			l.steps = append(l.steps, stepOf(o, standings[o.ID], l.ref.BatchID, ordered[production.LotKey(o.ID, l.ref.BatchID)]))
		}
	}
	return nil
}

func distinct(ids []string) []string {
	slices.Sort(ids)
	return slices.Compact(ids)
}

func stepOf(o *production.Operation, at *production.OperationStanding, batch string, orders []*production.OutsourceOrder) step {
	s := step{operation: o, orders: orders}
	if at == nil {
		return s
	}
	if r := at.Reports[batch]; r != nil {
		s.status = r.Status
	}
	if last := at.Orders[batch]; last != nil && last.Received != nil { // the one that planning goes by
		s.status = production.Finished
	}
	return s
}
