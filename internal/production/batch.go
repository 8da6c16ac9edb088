package production

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// The states of a batch.
const (
	BatchDispatched = 1
	BatchPaused     = 2
	BatchClosed     = 3
	BatchFinished   = 4
)

// Batch is a share of a part's quantity that goes its way by itself.
type Batch struct {
	bun.BaseModel `bun:"table:part_batch" json:"-"`
	store.FactoryRow
	MouldID string `bun:"mould_id" json:"mouldId"`
	PartID  string `bun:"part_id" json:"partId"`
	BatchNo string `bun:"batch_no" json:"batchNo"`
	Qty     int    `bun:"qty" json:"qty"`
	State   int    `bun:"state" json:"state"`
}

var (
	msgBatchBegun      = L("批次 %s 已有报工，不能删除", "Batch %s has reports of progress and cannot be deleted")
	msgBatchUsed       = L("批次已有报工或外协单，不能换到其他零件", "There are reports or outsourcing orders of the batch: it stays with its part")
	msgElectrodeBatch  = L("电极不能分批", "Electrodes cannot be batched")
	msgBatchSum        = L("批量合计 %d，超过零件数量 %d", "The batches add up to %d, more than the quantity of the part, %d")
	msgQtyBelowBatches = L("数量不能小于 %d，这是该零件各批次的合计：请先减小或删除批次", "The quantity cannot be below %d, the sum of the part's batches: reduce or delete batches first")
	msgMovesBatches    = L("零件有 %s，不能换到另一模具", "The part has %s and cannot go to another mould")
	msgOtherMould      = L("零件不属于此模具", "The part belongs to another mould")
)

func (p *Production) batch() resource.Spec[*Batch] {
	return resource.Spec[*Batch]{
		Path: "bom/batch", Label: L("批次", "Batch"), Permission: "bom.batch", Sort: "batchNo", Changed: p.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000304",
		Example: &api.Example{Body: map[string]any{
			"mouldId": "01900000-0000-7000-8000-000000000401", "partId": "01900000-0000-7000-8000-000000000402", "batchNo": "B9", "qty": 1,
		}},
		LogTitle: titleOfBatch,
		Form: func(b *Batch, f *resource.Form) {
			f.Ref(&b.MouldID, p.Moulds, "模具", "Mould").Required().InSheet("模具编号", "Mould no")
			part := f.Ref(&b.PartID, p.Parts, "零件", "Part").Required().InSheet("零件编号", "Part no")
			f.Text(&b.BatchNo, "批次", "Batch no").Required().UniqueWithin(part).Title().Max(20)
			f.Integer(&b.Qty, "批量", "Quantity").Initial(1).Between(1, 100000)
			f.Choice(&b.State, "状态", "Status", choices("batches", "state")...).Formerly("State").Initial(BatchDispatched)
		},
		BeforeSave:   p.checkBatch,
		BeforeDelete: removeReports,
	}
}

// removeReports takes the reports that say "not started" away with their batch, and refuses where work on it has begun.
func removeReports(ctx context.Context, tx store.Tx, b *Batch) error {
	begun, err := tx.Select((*Progress)(nil)).Where("batch_id = ?", b.ID).Where("status <> ?", NotStarted).Exists(ctx)
	if err != nil {
		return err
	}
	if begun {
		return problem.Refuse(msgBatchBegun, b.BatchNo)
	}
	for _, model := range []any{(*Progress)(nil), (*BlockedStart)(nil)} {
		if _, err := tx.Remove(model).Where("batch_id = ?", b.ID).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// used tells whether there are reports or outsourcing orders with a batch.
func used(ctx context.Context, tx store.Tx, condition, id string) (bool, error) {
	for _, model := range []any{(*Progress)(nil), (*OutsourceOrder)(nil)} {
		var batches []string
		if err := tx.Select(model).Columns("batch_id").Where("batch_id IS NOT NULL").Where(condition, id).ScanColumn(ctx, &batches); err != nil {
			return false, err
		}
		if there, err := tx.Select((*Batch)(nil)).WhereIn("id", batches).Exists(ctx); err != nil || there { // it could be deleted beneath them once
			return there, err
		}
	}
	return false, nil
}

// checkBatch: a batch that is used stays with its part; no batches of electrodes, and together no more than the part has pieces.
func (p *Production) checkBatch(ctx context.Context, tx store.Tx, old, now *Batch) error {
	if old != nil && old.PartID != now.PartID {
		if used, err := used(ctx, tx, "batch_id = ?", now.ID); err != nil {
			return err
		} else if used {
			return problem.Invalid(problem.Field("partId", "used", msgBatchUsed))
		}
	}
	part, err := p.Parts.Get(ctx, tx, now.PartID)
	if err != nil {
		return err
	}
	if part.MouldID != now.MouldID {
		return problem.Invalid(problem.Field("partId", "reference", msgOtherMould))
	}
	if part.Kind == Electrode {
		return problem.Invalid(problem.Field("partId", "kind", msgElectrodeBatch))
	}
	var others []Batch
	if err := tx.Select(&others).Where("part_id = ?", now.PartID).Where("id <> ?", now.ID).Scan(ctx); err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	sum := now.Qty
	for _, b := range others {
		sum += b.Qty
	}
	if sum > part.Qty {
		return problem.Invalid(problem.Field("qty", "batchSum", msgBatchSum, sum, part.Qty))
	}
	return nil
}

// checkBatches holds a part against the batches that it has: it cannot have fewer pieces than they share, nor become an
// electrode, nor go to another mould without them. Only what changes is asked.
func checkBatches(ctx context.Context, tx store.Tx, old, now *Part) error {
	if old == nil || now.Qty >= old.Qty && now.Kind == old.Kind && now.MouldID == old.MouldID {
		return nil
	}
	var batches []Batch
	if err := tx.Select(&batches).Columns("id", "qty").Where("part_id = ?", now.ID).Scan(ctx); err != nil || len(batches) == 0 {
		return err
	}
	sum := 0
	for _, b := range batches {
		sum += b.Qty
	}
	var bad []problem.FieldError
	if sum > now.Qty {
		bad = append(bad, problem.Field("qty", "batchSum", msgQtyBelowBatches, sum))
	}
	if now.Kind == Electrode && old.Kind != Electrode {
		bad = append(bad, problem.Field("kind", "kind", msgElectrodeBatch))
	}
	if now.MouldID != old.MouldID {
		bad = append(bad, problem.Field("mouldId", "batches", msgMovesBatches, problem.Count(len(batches), "%d 个批次", "%d batch", "%d batches")))
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}
