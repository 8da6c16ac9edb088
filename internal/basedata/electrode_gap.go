package basedata

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// ElectrodeGap says how many rough, semi-fine and fine electrodes of a material are made, and with which spark gaps.
type ElectrodeGap struct {
	bun.BaseModel `bun:"table:electrode_gap" json:"-"`
	store.Row
	Code       string           `bun:"code" json:"code"`
	MaterialID string           `bun:"material_id" json:"materialId"`
	RoughCount int              `bun:"rough_count" json:"roughCount"`
	RoughGap   quantity.Decimal `bun:"rough_gap" json:"roughGap"` // mm a side
	SemiCount  int              `bun:"semi_count" json:"semiFineCount"`
	SemiGap    quantity.Decimal `bun:"semi_gap" json:"semiFineGap"`
	FineCount  int              `bun:"fine_count" json:"fineCount"`
	FineGap    quantity.Decimal `bun:"fine_gap" json:"fineGap"`
	Remark     string           `bun:"remark" json:"remark"`
	Valid      bool             `bun:"valid" json:"valid"`
}

func (d *Master) electrodeGap() resource.Spec[ElectrodeGap] {
	material := resource.ReferredID(d.material().ExampleID)
	return resource.Spec[ElectrodeGap]{
		Path: "bms/electrode-gap", Label: L("电极材料和火花位", "Electrode material and gap"), Permission: "system.electrodeGap", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000111",
		Example: &api.Example{Body: map[string]any{
			"code": "CU-STD9", "materialId": material, "roughCount": 1, "roughGap": 0.3, "semiFineCount": 1, "semiFineGap": 0.15, "fineCount": 1, "fineGap": 0.07,
		}},
		ExampleRow: map[string]any{"fineGap": 0.05},
		Form: func(g *ElectrodeGap, f *resource.Form) {
			f.Text(&g.Code, "代码", "Code").Required().Unique().Title().Max(20)
			f.Ref(&g.MaterialID, d.Materials, "电极材料", "Electrode material").Required()
			f.Flag(&g.Valid, "状态", "Status").Initial(true).Words("有效", "valid", "无效", "invalid").Validity()
			f.Group("数量和火花位", "Counts and gaps")
			f.Integer(&g.RoughCount, "粗电极数量", "Rough count").Between(0, 99)
			f.Decimal(&g.RoughGap, "粗电极火花位", "Rough gap").Unit("mm", "mm").Between(0, 5)
			f.Integer(&g.SemiCount, "半精电极数量", "Semi-fine count").Between(0, 99)
			f.Decimal(&g.SemiGap, "半精电极火花位", "Semi-fine gap").Unit("mm", "mm").Between(0, 5)
			f.Integer(&g.FineCount, "精电极数量", "Fine count").Between(0, 99)
			f.Decimal(&g.FineGap, "精电极火花位", "Fine gap").Unit("mm", "mm").Between(0, 5)
			f.LongText(&g.Remark, "备注", "Remark").Max(200).HideInList()
		},
		BeforeSave: checkGap,
	}
}

var (
	msgNoElectrode = L("至少需要一种电极的数量", "At least one kind of electrode needs a count")
	msgGapTaken    = L("该火花位已存在：与“%s”相同", "This gap already exists: it is that of “%s”")
)

// checkGap refuses the same three gaps twice for a material.
func checkGap(ctx context.Context, tx store.Tx, _, now *ElectrodeGap) error {
	if now.RoughCount+now.SemiCount+now.FineCount == 0 {
		return problem.Invalid(problem.Field("roughCount", "required", msgNoElectrode))
	}
	var other ElectrodeGap
	switch err := tx.Select(&other).Where("material_id = ?", now.MaterialID).Where("rough_gap = ?", now.RoughGap).Where("semi_gap = ?", now.SemiGap).
		Where("fine_gap = ?", now.FineGap).Where("id <> ?", now.ID).Limit(1, 0).Scan(ctx); err {
	case nil:
		return problem.Invalid(problem.Field("roughGap", "unique", msgGapTaken, other.Code))
	case store.ErrNotFound:
		return nil
	default:
		return err
	}
}
