package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// AccuracyGrade is a level of precision that parts demand and machines reach. Rank 1 is the finest.
type AccuracyGrade struct {
	bun.BaseModel `bun:"table:accuracy_grade" json:"-"`
	store.Row
	Grade     string           `bun:"grade" json:"grade"`
	Rank      int              `bun:"rank" json:"rank"`
	Tolerance quantity.Decimal `bun:"tolerance" json:"tolerance"` // mm
	Remark    string           `bun:"remark" json:"remark"`
	Valid     bool             `bun:"valid" json:"valid"`
}

func (d *Master) accuracyGrade() resource.Spec[*AccuracyGrade] {
	return resource.Spec[*AccuracyGrade]{
		Path: "bms/accuracy-grade", Label: L("精度等级", "Accuracy grade"), Permission: "system.accuracyGrade", Sort: "rank", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000113",
		Example:   &api.Example{Body: map[string]any{"grade": "IT90", "rank": 90, "tolerance": 0.09}},
		Form: func(g *AccuracyGrade, f *resource.Form) {
			f.Text(&g.Grade, "精度等级", "Accuracy grade").Formerly("Precision level").Required().Unique().Title().Max(20)
			f.Integer(&g.Rank, "级别", "Rank").Required().Unique().Between(1, 999).Help("1 为最高精度", "1 is the finest")
			f.Decimal(&g.Tolerance, "公差", "Tolerance").Unit("mm", "mm").Between(0, 10)
			f.LongText(&g.Remark, "备注", "Remark").Max(200)
			f.Valid(&g.Valid)
		},
	}
}
