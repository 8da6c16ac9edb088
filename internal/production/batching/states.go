package batching

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

var (
	msgElectrode   = L("电极类物料不能分批：%s", "Electrode-type items cannot be batched: %s")
	msgElectrodeOn = L("电极类物料不能批次完工：%s", "Electrode-type items cannot be batch-completed: %s")
	msgUnbatched   = L("这些工件尚未分批，请先派工：%s", "These pieces are in no batch yet: dispatch them first: %s")
	msgBegun       = L("未分批的工件已有报工或已下单，不能再分批：%s", "Work on these pieces has begun or is ordered without a batch, so they cannot be batched: %s")
	msgDone        = L("批次已完工：%s。如需继续，请先重置", "The batch is finished: %s. Reset it to go on")
	msgShut        = L("批次已关闭或已完工，不能暂停：%s", "The batch is closed or finished and cannot be paused: %s")
	msgQty         = L("批量为 1 到 %d", "The quantity is 1 to %d")
	msgQtyOfOne    = L("只选一行未分批的工件时才能填写批量", "A quantity is given for one row of pieces that are in no batch")
	msgOpenSteps   = L("未完成的工序：%d 道。仍要完工吗？", "Operations that are not finished: %d. Finish the batches anyway?")
	msgRunning     = L("已开工、未完成的工序：%d 道。仍要关闭吗？", "Operations that have begun and are not finished: %d. Close the batches anyway?")
	msgStepOf      = L("%s：%d %s", "%s: %d %s")
)

// Dispatch lets batches be worked on. Of pieces that are in no batch it makes the next batch; qty says of how many, nil of all. What was
// applied for outside goes along.
func (b *Batching) Dispatch(ctx context.Context, tx store.Tx, refs []LotRef, qty *int) error {
	lots, err := b.chosen(ctx, tx, refs)
	if err != nil {
		return err
	}
	if err := refuse(lots, msgElectrode, (*lot).isElectrode); err != nil {
		return err
	}
	if err := refuse(lots, msgDone, func(l *lot) bool { return l.batch != nil && l.batch.State == production.BatchFinished }); err != nil {
		return err
	}
	if err := refuse(lots, msgBegun, func(l *lot) bool { return l.batch == nil && l.begun() }); err != nil {
		return err
	}
	pieces := map[*lot]int{}
	if qty != nil {
		if len(lots) != 1 || lots[0].batch != nil {
			return problem.Invalid(problem.Field("qty", "one", msgQtyOfOne))
		}
		if *qty < 1 || *qty > lots[0].qty {
			return problem.Invalid(problem.Field("qty", "range", msgQty, lots[0].qty))
		}
		pieces[lots[0]] = *qty
	}
	for _, l := range lots {
		if l.batch == nil && !tx.Actor().Allowed(mayAdd) {
			return problem.Forbidden(mayAdd)
		}
		if l.batch == nil {
			err = b.makeBatch(ctx, tx, l, cmp.Or(pieces[l], l.qty))
		} else {
			err = b.put(ctx, tx, l, production.BatchDispatched)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// makeBatch makes a batch of pieces that are in none: B1, B2 and so on within the part. Applications of the pieces are those of the batch,
// too; where none are left in no batch, they are the batch's alone.
func (b *Batching) makeBatch(ctx context.Context, tx store.Tx, l *lot, pieces int) error {
	var taken []string
	if err := tx.Select((*production.Batch)(nil)).Columns("batch_no").Where("part_id = ?", l.part.ID).ScanColumn(ctx, &taken); err != nil {
		return err
	}
	last := 0
	for _, no := range taken {
		if n, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(no), "B")); err == nil {
			last = max(last, n)
		}
	}
	batch := &production.Batch{MouldID: l.mould.ID, PartID: l.part.ID, BatchNo: "B" + strconv.Itoa(last+1), Qty: pieces, State: production.BatchDispatched}
	if err := b.deps.Production.Batches.Save(ctx, tx, batch); err != nil {
		return err
	}
	for i := range l.steps {
		for _, order := range l.steps[i].orders {
			if err := b.follow(ctx, tx, *order, batch.ID, pieces < l.qty); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow lets an order that is not placed go with pieces into their batch. Where others stay behind, so does the order, and the batch gets
// an application of its own if that was one.
func (b *Batching) follow(ctx context.Context, tx store.Tx, order production.OutsourceOrder, batch string, othersStay bool) error {
	switch order.BatchID = batch; {
	case !othersStay:
	case order.AppliedAt == nil:
		return nil
	default:
		order = production.OutsourceOrder{MouldID: order.MouldID, OperationID: order.OperationID, BatchID: batch, SupplierID: order.SupplierID, AppliedAt: order.AppliedAt, AppliedBy: order.AppliedBy}
	}
	return b.deps.Production.Outsourced.Save(ctx, tx, &order)
}

// Pause keeps batches from being begun or gone on with until they are dispatched again; what runs goes on.
func (b *Batching) Pause(ctx context.Context, tx store.Tx, refs []LotRef) error {
	lots, err := b.batched(ctx, tx, refs, msgElectrode)
	if err != nil {
		return err
	}
	if err := refuse(lots, msgShut, (*lot).over); err != nil {
		return err
	}
	return b.putAll(ctx, tx, lots, production.BatchPaused)
}

// Close gives up what is left of batches, after a question where work has begun.
func (b *Batching) Close(ctx context.Context, tx store.Tx, refs []LotRef) error {
	lots, err := b.batched(ctx, tx, refs, msgElectrode)
	if err != nil {
		return err
	}
	if err := refuse(lots, msgDone, func(l *lot) bool { return l.batch.State == production.BatchFinished }); err != nil {
		return err
	}
	if err := b.ask(ctx, tx, lots, "closeBatch", msgRunning, func(s *step) bool { return s.status == production.Running || s.status == production.Paused }); err != nil {
		return err
	}
	return b.putAll(ctx, tx, lots, production.BatchClosed)
}

// Finish says that batches are done, after a question where operations of them are not finished.
func (b *Batching) Finish(ctx context.Context, tx store.Tx, refs []LotRef) error {
	lots, err := b.batched(ctx, tx, refs, msgElectrodeOn)
	if err != nil {
		return err
	}
	open := slices.DeleteFunc(slices.Clone(lots), func(l *lot) bool { return l.batch.State == production.BatchFinished })
	if err := b.ask(ctx, tx, open, "finishBatch", msgOpenSteps, func(s *step) bool { return s.status != production.Finished }); err != nil {
		return err
	}
	return b.putAll(ctx, tx, lots, production.BatchFinished)
}

// batched reads lots that have to be batches of workpieces.
func (b *Batching) batched(ctx context.Context, tx store.Tx, refs []LotRef, electrode problem.Text) ([]*lot, error) {
	lots, err := b.chosen(ctx, tx, refs)
	if err != nil {
		return nil, err
	}
	if err := refuse(lots, electrode, (*lot).isElectrode); err != nil {
		return nil, err
	}
	return lots, refuse(lots, msgUnbatched, func(l *lot) bool { return l.batch == nil })
}

// refuse refuses a call as a whole for the lots of which something holds.
func refuse(lots []*lot, text problem.Text, holds func(*lot) bool) error {
	var names []string
	for _, l := range lots {
		if holds(l) {
			names = append(names, l.name())
		}
	}
	if len(names) == 0 {
		return nil
	}
	return problem.Refuse(text, problem.Listed(names))
}

// stepsAsked is how many operations a question names.
const stepsAsked = 20

// ask asks before lots change though some of their operations stand so that a person has to decide.
func (b *Batching) ask(ctx context.Context, tx store.Tx, lots []*lot, key string, text problem.Text, open func(*step) bool) error {
	names, err := b.deps.Names(ctx, tx)
	if err != nil {
		return err
	}
	var items, things []string
	count := 0
	for _, l := range lots {
		for i := range l.steps {
			s := &l.steps[i]
			if !open(s) {
				continue
			}
			if count++; count <= stepsAsked {
				items = append(items, msgStepOf.With(l.name(), s.operation.OpNo, names.Processes[s.operation.ProcessID]).In(problem.Language(ctx)))
			}
			things = append(things, fmt.Sprint(production.LotKey(s.operation.ID, l.ref.BatchID), s.status))
		}
	}
	if count == 0 {
		return nil
	}
	slices.Sort(things)
	return resource.Confirm(tx.Actor(), resource.About(key, things...), text.With(count), items...)
}

func (b *Batching) putAll(ctx context.Context, tx store.Tx, lots []*lot, state int) error {
	for _, l := range lots {
		if err := b.put(ctx, tx, l, state); err != nil {
			return err
		}
	}
	return nil
}

// put saves the state of a batch; one that has it already stays as it is.
func (b *Batching) put(ctx context.Context, tx store.Tx, l *lot, state int) error {
	if l.batch.State == state {
		return nil
	}
	now := *l.batch
	now.State = state
	return b.deps.Production.Batches.Save(ctx, tx, &now)
}

func (l *lot) isElectrode() bool { return l.part.Kind == production.Electrode }

// begun tells whether work on any operation of a lot has begun, or a supplier has it.
func (l *lot) begun() bool {
	return slices.ContainsFunc(l.steps, func(s step) bool { return s.begun() })
}
