package production

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// OutsourceOrder says that a supplier does an operation, or one batch of it.
type OutsourceOrder struct {
	bun.BaseModel `bun:"table:outsource_order" json:"-"`
	store.FactoryRow
	OrderNo     string     `bun:"order_no" json:"orderNo"`
	MouldID     string     `bun:"mould_id" json:"mouldId"`
	OperationID string     `bun:"operation_id" json:"operationId"`
	BatchID     string     `bun:"batch_id,nullzero" json:"batchId"`
	SupplierID  string     `bun:"supplier_id,nullzero" json:"supplierId"`
	OrderedAt   *time.Time `bun:"ordered_at" json:"orderedAt"`
	Promised    *time.Time `bun:"promised" json:"promised"` // beats the lead days of operation and supplier
	Received    *time.Time `bun:"received" json:"received"`
	// Who applied for it, where it began so: from then on the work is planned outside, though nothing is ordered yet. See batching.
	AppliedAt *time.Time `bun:"applied_at" json:"appliedAt"`
	AppliedBy string     `bun:"applied_by" json:"appliedBy"` // name of the person
	// What somebody of the supplier has said of Promised; see Confirm, takeBack and loadConfirmations.
	ConfirmedAt    *time.Time `bun:"confirmed_at" json:"confirmedAt"`
	ConfirmedBy    string     `bun:"confirmed_by" json:"confirmedBy"` // name of the person
	ConfirmedFor   string     `bun:"confirmed_for" json:"-"`          // the supplier then: the operation may have another one by now
	SupplierRemark string     `bun:"supplier_remark" json:"supplierRemark"`
}

// Belonging says that an order is hidden with its operation and with its mould.
func (*OutsourceOrder) Belonging() store.Belonging {
	return store.Belonging{Moulds: []string{"mould_id"}, Through: []store.Through{{Column: "operation_id", To: (*Operation)(nil)}}}
}

var (
	msgOtherOperation = L("工序不属于此模具", "The operation belongs to another mould")
	msgOtherBatch     = L("批次不属于此零件", "The batch belongs to another part")
	msgBeforeOrder    = L("不能早于下单日期", "It must not lie before the day of the order")
	msgOrderPlaced    = L("已下单或已收货的外协单不能删除", "An order that is placed or received cannot be deleted")
)

func (p *Production) outsourceOrder() resource.Spec[*OutsourceOrder] {
	return resource.Spec[*OutsourceOrder]{
		Path: "capp/outsource-order", Label: L("外协单", "Outsourcing order"), Permission: "capp.outsource", Sort: "promised", Changed: p.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000305",
		Example: &api.Example{Body: map[string]any{
			"mouldId": "01900000-0000-7000-8000-000000000401", "operationId": "01900000-0000-7000-8000-000000000403", "orderNo": "WX-9",
		}},
		Form: func(o *OutsourceOrder, f *resource.Form) {
			f.Ref(&o.MouldID, p.Moulds, "模具", "Mould").Required().InSheet("模具编号", "Mould no")
			operation := f.Ref(&o.OperationID, p.Operations, "工序", "Operation").Required().InSheet("工序号", "Operation no")
			f.Text(&o.OrderNo, "外协单号", "Order no").Title().UniqueWithin(operation).Max(140).Help("留空则取模具/零件/工序号/批次；一道工序可分给多家供应商", "Empty takes mould/part/operation/batch; an operation may be split over suppliers")
			f.Ref(&o.BatchID, p.Batches, "批次", "Batch").InSheet("批次", "Batch no").HideInList()
			f.Ref(&o.SupplierID, p.deps.Suppliers, "供应商", "Supplier").Help("留空则用工序的供应商", "Empty is the supplier of the operation")
			f.Instant(&o.OrderedAt, "下单日期", "Ordered")
			f.Instant(&o.Promised, "承诺交期", "Promised").EndOfDay().Help("优先于外协周期", "Beats the lead time")
			f.Instant(&o.Received, "收货日期", "Received")
			f.Instant(&o.AppliedAt, "申请时间", "Applied at").Fixed().Help("从批次操作申请外协的时间；自此按外协排程", "When outsourcing was applied for at the batch: from then on the work is planned outside")
			f.Text(&o.AppliedBy, "申请人", "Applied by").Fixed()
			f.Instant(&o.ConfirmedAt, "确认时间", "Confirmed at").Fixed().Help("供应商的人员确认承诺交期的时间；承诺交期更改后须重新确认", "When the supplier's people confirmed the promised date; a change of that date takes it back")
			f.Text(&o.ConfirmedBy, "确认人", "Confirmed by").Fixed()
			f.Text(&o.SupplierRemark, "供应商备注", "Supplier's remark").Fixed()
		},
		Beside:     &resource.Beside[*OutsourceOrder]{After: "mouldId", Columns: []problem.Text{L("零件编号", "Part no"), L("支路", "Branch")}, Cells: ofOperations},
		Load:       loadConfirmations,
		BeforeSave: p.checkOutsourceOrder,
		BeforeDelete: func(_ context.Context, _ store.Tx, old *OutsourceOrder) error {
			if old.Placed() {
				return problem.Refuse(msgOrderPlaced)
			}
			return nil
		},
	}
}

// ofOperations are the part number and the branch of the operations that orders are for.
func ofOperations(ctx context.Context, tx store.Tx, rows []*OutsourceOrder) ([][]any, error) {
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i] = rows[i].OperationID
	}
	var operations []Operation
	if err := tx.Select(&operations).Columns("id", "part_id", "branch").WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	of, partIDs := map[string]*Operation{}, make([]string, len(operations))
	for i := range operations {
		of[operations[i].ID], partIDs[i] = &operations[i], operations[i].PartID
	}
	var parts []Part
	if err := tx.Select(&parts).Columns("id", "part_no").WhereIn("id", partIDs).Scan(ctx); err != nil {
		return nil, err
	}
	numbers := map[string]string{}
	for i := range parts {
		numbers[parts[i].ID] = parts[i].PartNo
	}
	cells := make([][]any, len(rows))
	for i, id := range ids {
		cells[i] = []any{"", ""}
		if o := of[id]; o != nil {
			cells[i] = []any{numbers[o.PartID], o.Branch}
		}
	}
	return cells, nil
}

// Placed tells whether the order binds: it was sent, or has come back.
func (o *OutsourceOrder) Placed() bool { return o.OrderedAt != nil || o.Received != nil }

func (p *Production) checkOutsourceOrder(ctx context.Context, tx store.Tx, old, now *OutsourceOrder) error {
	op, err := p.Operations.Get(ctx, tx, now.OperationID)
	if err != nil {
		return err
	}
	if op.MouldID != now.MouldID {
		return problem.Invalid(problem.Field("operationId", "reference", msgOtherOperation))
	}
	batchNo := ""
	if now.BatchID != "" {
		b, err := p.Batches.Get(ctx, tx, now.BatchID)
		if err != nil {
			return err
		}
		if b.PartID != op.PartID {
			return problem.Invalid(problem.Field("batchId", "reference", msgOtherBatch))
		}
		batchNo = b.BatchNo
	}
	if err := now.inOrder(); err != nil {
		return err
	}
	now.takeBack(old)
	if now.OrderNo == "" {
		mould, err := p.Moulds.Get(ctx, tx, op.MouldID)
		if err != nil {
			return err
		}
		part, err := p.Parts.Get(ctx, tx, op.PartID)
		if err != nil {
			return err
		}
		now.OrderNo = workbook.ReportKey{Operation: workbook.OperationKey{Mould: mould.MouldNo, Part: part.PartNo, Op: op.OpNo, Branch: op.Branch}, Batch: batchNo}.OrderNo()
	}
	return nil
}

// inOrder holds the dates of an order against its day, as a file does: a promise of the day before ends with the moment that
// the day of the order begins with, while what comes back on that day may have the same moment.
func (o *OutsourceOrder) inOrder() error {
	switch {
	case o.OrderedAt == nil:
	case o.Promised != nil && !o.Promised.After(*o.OrderedAt):
		return problem.Invalid(problem.Field("promised", "dateOrder", msgBeforeOrder))
	case o.Received != nil && o.Received.Before(*o.OrderedAt):
		return problem.Invalid(problem.Field("received", "dateOrder", msgBeforeOrder))
	}
	return nil
}
