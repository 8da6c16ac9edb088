package batching

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

var (
	msgNoneToApply     = L("没有可申请外协的工序", "No process available to apply outsourcing")
	msgNoneToCancel    = L("没有可取消的外协", "None to cancel")
	msgPartlyApplied   = L("已申请 %d 项外协，以下没有可申请外协的工序：", "Outsourcing was applied for: %d. No process available to apply outsourcing:")
	msgPartlyCancelled = L("已取消 %d 项外协，以下没有可取消的外协：", "Outsourcing was cancelled: %d. None to cancel:")
	msgManyTasks       = L("一次最多 %d 个任务", "At most %d tasks at once")
	msgNoSupplier      = L("请选择供应商：%s 的工序 %d 没有供应商", "Choose a supplier: operation %[2]d of %[1]s has none")
	msgNoLead          = L("供应商没有外协周期，无法排程：%s 的工序 %d。请在供应商中填写周期，或选择其他供应商", "The supplier has no lead time, so operation %[2]d of %[1]s cannot be planned. Give it one, or choose another supplier")
	msgUnknown         = L("没有该供应商，或已停用", "There is no such supplier, or it may not be chosen")
)

// Apply sends what of lots can go outside to suppliers: each such operation gets an order that is not placed yet. Lots without any
// are left out, and named once the others are done. supplier takes them all; empty stands for the one of each operation.
func (b *Batching) Apply(ctx context.Context, tx store.Tx, refs []LotRef, supplier string) (left []string, err error) {
	lots, err := b.chosen(ctx, tx, refs)
	if err != nil {
		return nil, err
	}
	return b.apply(ctx, tx, lots, supplier)
}

func (b *Batching) apply(ctx context.Context, tx store.Tx, lots []*lot, supplier string) (left []string, err error) {
	leads, err := b.deps.Leads(ctx, tx)
	if err != nil {
		return nil, err
	}
	if _, known := leads[supplier]; supplier != "" && !known {
		return nil, problem.Invalid(problem.Field("supplierId", "reference", msgUnknown))
	}
	var orders []*production.OutsourceOrder
	now := b.deps.Now()
	for _, l := range lots {
		before := len(orders)
		for i := range l.steps {
			s := &l.steps[i]
			if l.over() || !s.mayApply() {
				continue
			}
			order, err := applied(tx.Actor(), l, s, supplier, leads, now)
			if err != nil {
				return nil, err
			}
			orders = append(orders, order)
		}
		if len(orders) == before {
			left = append(left, l.name())
		}
	}
	if len(orders) == 0 {
		return nil, problem.Refuse(msgNoneToApply)
	}
	for _, o := range orders {
		if err := b.deps.Production.Outsourced.Save(ctx, tx, o); err != nil {
			return nil, err
		}
	}
	return left, nil
}

// applied is the order for an operation of a lot, with a supplier and a lead time to plan by.
func applied(actor store.Actor, l *lot, s *step, supplier string, leads map[string]production.SupplierLead, now time.Time) (*production.OutsourceOrder, error) {
	o := s.operation
	by := cmp.Or(supplier, o.SupplierID)
	if by == "" {
		return nil, problem.Invalid(problem.Field("supplierId", "required", msgNoSupplier, l.name(), o.OpNo))
	}
	lead := leads[by]
	if cmp.Or(o.LeadDays, lead.Processes[o.ProcessID], lead.Days) == 0 {
		return nil, problem.Invalid(problem.Field("supplierId", "lead", msgNoLead, l.name(), o.OpNo))
	}
	return &production.OutsourceOrder{MouldID: l.mould.ID, OperationID: o.ID, BatchID: l.ref.BatchID, SupplierID: by, AppliedAt: &now, AppliedBy: actor.Name}, nil
}

// Cancel takes applications back that nothing was ordered for. Lots without any are left out, and named once the others are done.
func (b *Batching) Cancel(ctx context.Context, tx store.Tx, refs []LotRef) (left []string, err error) {
	lots, err := b.chosen(ctx, tx, refs)
	if err != nil {
		return nil, err
	}
	return b.cancel(ctx, tx, lots)
}

func (b *Batching) cancel(ctx context.Context, tx store.Tx, lots []*lot) (left []string, err error) {
	done := 0
	for _, l := range lots {
		n, err := b.withdraw(ctx, tx, l)
		if err != nil {
			return nil, err
		}
		if done += n; n == 0 {
			left = append(left, l.name())
		}
	}
	if done == 0 {
		return nil, problem.Refuse(msgNoneToCancel)
	}
	return left, nil
}

// withdraw deletes the applications of a lot that can be taken back, and counts them.
func (b *Batching) withdraw(ctx context.Context, tx store.Tx, l *lot) (n int, err error) {
	for i := range l.steps {
		for _, order := range l.steps[i].toCancel() {
			if err := b.deps.Production.Outsourced.Delete(ctx, tx, order.ID); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// Reset takes back what was decided about lots by hand: they are dispatched again, and applications that nothing was ordered for are gone.
func (b *Batching) Reset(ctx context.Context, tx store.Tx, refs []LotRef) error {
	lots, err := b.chosen(ctx, tx, refs)
	if err != nil {
		return err
	}
	cancels := slices.ContainsFunc(lots, func(l *lot) bool {
		return slices.ContainsFunc(l.steps, func(s step) bool { return len(s.toCancel()) > 0 })
	})
	if cancels && !tx.Actor().Allowed(mayCancel) {
		return problem.Forbidden(mayCancel)
	}
	for _, l := range lots {
		if _, err := b.withdraw(ctx, tx, l); err != nil {
			return err
		}
		if l.batch == nil {
			continue
		}
		if err := b.put(ctx, tx, l, production.BatchDispatched); err != nil {
			return err
		}
	}
	return nil
}

// TaskOutsourcing asks for tasks to go outside, or to stay.
type TaskOutsourcing struct {
	TaskIDs    []string `json:"taskIds" doc:"operations, or OPERATION/BATCH"`
	Outsource  bool     `json:"outsource" doc:"true applies, false cancels"`
	SupplierID string   `json:"supplierId,omitempty" doc:"left out: that of each operation"`
}

var msgNoTask = L("请先选择任务", "Please select the task before proceeding")

// ChangeTasks applies for the outsourcing of tasks, or cancels it, by the rules of their batches.
func (b *Batching) ChangeTasks(ctx context.Context, tx store.Tx, in TaskOutsourcing) (left []string, err error) {
	switch {
	case len(in.TaskIDs) == 0:
		return nil, problem.Invalid(problem.Field("taskIds", "required", msgNoTask))
	case len(in.TaskIDs) > mostLots:
		return nil, problem.Invalid(problem.Field("taskIds", "max", msgManyTasks, mostLots))
	}
	if !in.Outsource && !tx.Actor().Allowed(mayCancel) {
		return nil, problem.Forbidden(mayCancel)
	}
	var lots []*lot
	for _, id := range in.TaskIDs {
		l, err := b.ofTask(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		lots = append(lots, l)
	}
	if in.Outsource {
		return b.apply(ctx, tx, lots, in.SupplierID)
	}
	return b.cancel(ctx, tx, lots)
}
