package production

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/store"
)

// OperationStanding is how an operation stands at this moment, whether its mould is open or not.
type OperationStanding struct {
	Operation *Operation
	Qty       int                        // of its part
	PartDue   *time.Time                 // of its part, nil where that has none of its own
	Whole     *Progress                  // its newest report, or those of its batches together; nil without any
	Reports   map[string]*Progress       // the newest by batch, "" for the pieces that are in none
	Orders    map[string]*OutsourceOrder // by batch
}

// Dated tells which of some moulds have a part with a due date of its own.
func Dated(ctx context.Context, tx store.Tx, mouldIDs []string) (ids []string, err error) {
	if len(mouldIDs) == 0 {
		return nil, nil
	}
	err = tx.Select((*Part)(nil)).Columns("mould_id").WhereIn("mould_id", mouldIDs).Where("due IS NOT NULL").ScanColumn(ctx, &ids)
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// Standings reads how the operations of some moulds stand: all of them when ids is nil, else those with the ids.
func Standings(ctx context.Context, tx store.Tx, mouldIDs, ids []string) (map[string]*OperationStanding, error) {
	narrow := func(model any, column string) *store.Select {
		q := tx.Select(model).WhereIn("mould_id", mouldIDs)
		if ids != nil {
			q = q.WhereIn(column, ids)
		}
		return q
	}
	var operations []Operation
	var reports []Progress
	var orders []OutsourceOrder
	if err := narrow(&operations, "id").Columns("id", "part_id", "minutes", "lock_scope", "cam_status").Scan(ctx); err != nil {
		return nil, err
	}
	if err := narrow(&reports, "operation_id").Order("reported_at", "id").Scan(ctx); err != nil {
		return nil, err
	}
	if err := narrow(&orders, "operation_id").Order("id").Scan(ctx); err != nil {
		return nil, err
	}
	var parts []Part
	var batches []Batch
	if err := tx.Select(&parts).Columns("id", "qty", "due").WhereIn("mould_id", mouldIDs).Scan(ctx); err != nil {
		return nil, err
	}
	if err := tx.Select(&batches).WhereIn("mould_id", mouldIDs).Scan(ctx); err != nil {
		return nil, err
	}
	of := map[string]*Part{}
	for i := range parts {
		of[parts[i].ID] = &parts[i]
	}
	stand := make(map[string]*OperationStanding, len(operations))
	for i := range operations {
		o := &operations[i]
		s := &OperationStanding{Operation: o, Reports: map[string]*Progress{}, Orders: map[string]*OutsourceOrder{}}
		if p := of[o.PartID]; p != nil {
			s.Qty, s.PartDue = p.Qty, p.Due
		}
		stand[o.ID] = s
	}
	for id, r := range standings(reports, batches, operations, parts) {
		if s := stand[id]; s != nil {
			s.Whole = r
		}
	}
	for i := range reports { // oldest first: the newest stays
		if s := stand[reports[i].OperationID]; s != nil {
			s.Reports[reports[i].BatchID] = &reports[i]
		}
	}
	for i := range orders {
		if s := stand[orders[i].OperationID]; s != nil {
			s.Orders[orders[i].BatchID] = &orders[i]
		}
	}
	return stand, nil
}
