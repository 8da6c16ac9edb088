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

// What a tolerance is for.
const (
	ToleranceWorkpiece = 1
	ToleranceElectrode = 2
)

// Tolerance is by how much a dimension may differ from its nominal size.
type Tolerance struct {
	bun.BaseModel `bun:"table:tolerance" json:"-"`
	store.Row
	Name            string           `bun:"name" json:"name"`
	Type            int              `bun:"type" json:"type"`
	Max             quantity.Decimal `bun:"max_tolerance" json:"maxTolerance"` // mm
	Min             quantity.Decimal `bun:"min_tolerance" json:"minTolerance"` // mm
	AccuracyGradeID string           `bun:"accuracy_grade_id,nullzero" json:"accuracyGradeId"`
	DealRule        int              `bun:"deal_rule" json:"dealRule"` // which size is made
	Electrode       int              `bun:"electrode" json:"electrode"`
	PartTypeID      string           `bun:"part_type_id,nullzero" json:"partTypeId"`
	Valid           bool             `bun:"valid" json:"valid"`
}

var msgToleranceOrder = L("最大公差 %s mm 不能小于最小公差 %s mm", "The maximum tolerance of %s mm cannot be less than the minimum of %s mm")

func (d *Master) tolerance() resource.Spec[*Tolerance] {
	return resource.Spec[*Tolerance]{
		Path: "bms/tolerance", Label: L("公差", "Tolerance"), Permission: "system.tolerance", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000131",
		Example:   &api.Example{Body: map[string]any{"name": "TOL9", "type": ToleranceWorkpiece, "maxTolerance": 0.02, "minTolerance": -0.02}},
		Form: func(x *Tolerance, f *resource.Form) {
			f.Text(&x.Name, "名称", "Name").Required().Unique().Title().Max(8).Pattern(name8, "以字母开头，最多 8 个字母、数字或下划线", "starts with a letter, up to 8 letters, digits or underscores")
			kind := f.Choice(&x.Type, "类型", "Type", Opt(ToleranceWorkpiece, "工件", "Workpiece"), Opt(ToleranceElectrode, "电极", "Electrode")).Required()
			f.Decimal(&x.Max, "最大公差", "Maximum tolerance").Required().Unit("mm", "mm").Between(-10, 10)
			f.Decimal(&x.Min, "最小公差", "Minimum tolerance").Required().Unit("mm", "mm").Between(-10, 10)
			f.Ref(&x.AccuracyGradeID, d.AccuracyGrades, "精度等级", "Accuracy grade")
			f.Choice(&x.DealRule, "处理规则", "Deal rule", Opt(1, "按中值加工", "Make the middle"), Opt(2, "按上限加工", "Make the maximum"), Opt(3, "按下限加工", "Make the minimum")).Initial(1)
			f.Choice(&x.Electrode, "电极粗精", "Electrode rough or fine", Opt(0, "不分", "Any"), Opt(1, "粗", "Rough"), Opt(2, "半精", "Semi-fine"), Opt(3, "精", "Fine")).Initial(0).When(kind, ToleranceElectrode)
			f.Ref(&x.PartTypeID, d.PartTypes, "工件", "Workpiece").When(kind, ToleranceWorkpiece).Help("只用于该类型的零件；不选表示全部", "For parts of this type alone; empty: for all")
			f.Valid(&x.Valid)
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *Tolerance) error {
			if now.Max < now.Min {
				return problem.Invalid(problem.Field("maxTolerance", "order", msgToleranceOrder, now.Max, now.Min))
			}
			return nil
		},
	}
}
