package production

import (
	"context"
	"maps"

	"mouldworks/internal/platform/store"
)

// writing collects rows to write of one mould, parents first, and rows to remove, children first.
type writing struct {
	newMoulds     []*Mould
	newParts      []*Part
	newOperations []*Operation
	newResources  []*OperationResource
	newLinks      []*EDMLink
	newEligible   []*EligibleMachine
	newBatches    []*Batch
	newProgress   []*Progress
	newOrders     []*OutsourceOrder
	changed       []store.Record
	touched       map[string]*Operation // whose machines or electrodes change: their forms are to notice
	removed       removal
}

// touch notes that a line of an operation changes.
func (w *writing) touch(o *Operation, action string) {
	if action == ActionSame || o.Version == 0 {
		return
	}
	if w.touched == nil {
		w.touched = map[string]*Operation{}
	}
	w.touched[o.ID] = o
}

// copied is a writing whose rows can be written without a trace in this one: a transaction that fails leaves stamped rows
// behind, and the next try must begin with fresh ones.
func (w *writing) copied() *writing {
	c := *w
	c.newMoulds, c.newParts, c.newOperations, c.newResources = copies(w.newMoulds), copies(w.newParts), copies(w.newOperations), copies(w.newResources)
	c.newLinks, c.newEligible, c.newBatches = copies(w.newLinks), copies(w.newEligible), copies(w.newBatches)
	c.newProgress, c.newOrders = copies(w.newProgress), copies(w.newOrders)
	c.changed = make([]store.Record, len(w.changed))
	for i, row := range w.changed {
		c.changed[i] = recordCopy(row)
	}
	c.touched = maps.Clone(w.touched)
	for id, o := range c.touched {
		fresh := *o
		c.touched[id] = &fresh
	}
	return &c
}

func copies[T any](rows []*T) []*T {
	out := make([]*T, len(rows))
	for i, row := range rows {
		fresh := *row
		out[i] = &fresh
	}
	return out
}

// recordCopy copies one changed row.
func recordCopy(row store.Record) store.Record {
	switch x := row.(type) {
	case *Mould:
		return copies([]*Mould{x})[0]
	case *Part:
		return copies([]*Part{x})[0]
	case *Operation:
		return copies([]*Operation{x})[0]
	case *OperationResource:
		return copies([]*OperationResource{x})[0]
	case *EDMLink:
		return copies([]*EDMLink{x})[0]
	case *EligibleMachine:
		return copies([]*EligibleMachine{x})[0]
	case *Batch:
		return copies([]*Batch{x})[0]
	case *OutsourceOrder:
		return copies([]*OutsourceOrder{x})[0]
	}
	return row
}

// size is how many rows are written or removed.
func (w *writing) size() int {
	return len(w.newMoulds) + len(w.newParts) + len(w.newOperations) + len(w.newResources) + len(w.newLinks) + len(w.newEligible) + len(w.newBatches) +
		len(w.newProgress) + len(w.newOrders) + len(w.changed) + w.removed.count()
}

func (w *writing) run(ctx context.Context, tx store.Tx) error {
	if err := w.removed.run(ctx, tx); err != nil {
		return err
	}
	for _, insert := range []func() error{
		func() error { return insertAll(ctx, tx, w.newMoulds) }, func() error { return insertAll(ctx, tx, w.newParts) },
		func() error { return insertAll(ctx, tx, w.newOperations) }, func() error { return insertAll(ctx, tx, w.newResources) },
		func() error { return insertAll(ctx, tx, w.newLinks) }, func() error { return insertAll(ctx, tx, w.newEligible) },
		func() error { return insertAll(ctx, tx, w.newBatches) },
		func() error { return insertAll(ctx, tx, w.newProgress) }, func() error { return insertAll(ctx, tx, w.newOrders) },
	} {
		if err := insert(); err != nil {
			return err
		}
	}
	for _, row := range w.changed {
		delete(w.touched, row.Kept().ID)
	}
	for _, update := range []func() error{
		func() error { return updateAll[Mould](ctx, tx, w.changed) }, func() error { return updateAll[Part](ctx, tx, w.changed) },
		func() error { return updateAll[Operation](ctx, tx, w.changed) }, func() error { return updateAll[OperationResource](ctx, tx, w.changed) },
		func() error { return updateAll[EDMLink](ctx, tx, w.changed) }, func() error { return updateAll[EligibleMachine](ctx, tx, w.changed) },
		func() error { return updateAll[Batch](ctx, tx, w.changed) }, func() error { return updateAll[OutsourceOrder](ctx, tx, w.changed) },
	} {
		if err := update(); err != nil {
			return err
		}
	}
	for _, o := range w.touched {
		if err := tx.Update(ctx, o, "op_no"); err != nil {
			return err
		}
	}
	return nil
}

// updateAll writes the rows of one table among changed ones.
func updateAll[T any](ctx context.Context, tx store.Tx, changed []store.Record) error {
	var rows []*T
	for _, row := range changed {
		if own, ok := any(row).(*T); ok {
			rows = append(rows, own)
		}
	}
	return tx.UpdateAll(ctx, &rows)
}

func insertAll[T any](ctx context.Context, tx store.Tx, rows []*T) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.Insert(ctx, &rows)
}
