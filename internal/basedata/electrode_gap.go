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

func (d *Master) electrodeGap() resource.Spec[*ElectrodeGap] {
	material := resource.ReferredID(d.material().ExampleID)
	return resource.Spec[*ElectrodeGap]{
		Path: "bms/electrode-gap", Label: L("电极材料和火花位", "Electrode material and gap"), Permission: "system.electrodeGap", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000111",
		Example: &api.Example{Body: map[string]any{
			"code": "CU-STD9", "materialId": material, "roughCount": 1, "roughGap": 0.3, "semiFineCount": 1, "semiFineGap": 0.15, "fineCount": 1, "fineGap": 0.07,
		}},
		ExampleRow: map[string]any{"fineGap": 0.05},
		Form: func(g *ElectrodeGap, f *resource.Form) {
			f.Text(&g.Code, "编码", "Code").Required().Unique().Title().Max(20)
			f.Ref(&g.MaterialID, d.Materials, "电极材料", "Electrode material").Required()
			f.Valid(&g.Valid)
			f.Group("数量和火花位", "Counts and gaps")
			f.Integer(&g.RoughCount, "粗电极数量", "Rough count").Between(0, 99).Informs()
			f.Decimal(&g.RoughGap, "粗电极火花位", "Rough gap").Unit("mm", "mm").Between(0, 5)
			f.Integer(&g.SemiCount, "半精电极数量", "Semi-fine count").Between(0, 99).Informs()
			f.Decimal(&g.SemiGap, "半精电极火花位", "Semi-fine gap").Unit("mm", "mm").Between(0, 5)
			f.Integer(&g.FineCount, "精电极数量", "Fine count").Between(0, 99).Informs()
			f.Decimal(&g.FineGap, "精电极火花位", "Fine gap").Unit("mm", "mm").Between(0, 5)
			f.LongText(&g.Remark, "备注", "Remark").Max(200).HideInList()
		},
		Rules: gapRules,
	}
}

var (
	msgNoElectrode = L("至少需要一种电极的数量", "At least one kind of electrode needs a count")
	msgGapMissing  = L("%s有 %d 个，火花位不能是 0：请填写火花位，或把数量改为 0", "The %s electrodes are %d, so their gap cannot be 0: enter the gap, or set the count to 0")
	msgGapOrder    = L("%s的火花位 %s mm 不能大于%s的 %s mm：越精的电极火花位越小", "The %s gap of %s mm cannot be wider than the %s one of %s mm: the finer the electrode, the smaller its gap")
	msgGapTaken    = L("该火花位已存在：与“%s”相同", "This gap already exists: it is that of “%s”")
)

// burn is one kind of electrode of a set: how many are made, and with which gap.
type burn struct {
	name  problem.Text
	field string // of the gap
	count int
	gap   quantity.Decimal
}

// burns are the kinds in the order in which they are burned.
func (g *ElectrodeGap) burns() []burn {
	return []burn{
		{L("粗电极", "rough"), "roughGap", g.RoughCount, g.RoughGap},
		{L("半精电极", "semi-fine"), "semiFineGap", g.SemiCount, g.SemiGap},
		{L("精电极", "fine"), "fineGap", g.FineCount, g.FineGap},
	}
}

// contradictions are the gaps that cannot be: an electrode without one, for its spark needs room, and a finer electrode
// with a wider one, which would burn nothing. A kind of which none is made may keep its gap for another time.
func (g *ElectrodeGap) contradictions() (bad []problem.FieldError) {
	var coarser *burn
	for _, b := range g.burns() {
		switch {
		case b.gap == 0 && b.count > 0:
			bad = append(bad, problem.Field(b.field, "required", msgGapMissing, b.name, b.count))
		case b.gap == 0:
		case coarser != nil && b.gap > coarser.gap:
			bad = append(bad, problem.Field(b.field, "order", msgGapOrder, b.name, b.gap.String(), coarser.name, coarser.gap.String()))
		default:
			coarser = &b
		}
	}
	return bad
}

// gaps are what a set of electrodes is known by: none other of the material has the same.
type gaps struct {
	materialID        string
	rough, semi, fine quantity.Decimal
}

func (g *ElectrodeGap) gaps() gaps { return gaps{g.MaterialID, g.RoughGap, g.SemiGap, g.FineGap} }

// gapRules refuses a set that contradicts itself, and the same three gaps twice for a material.
func gapRules(ctx context.Context, tx store.Tx) (func(old, now *ElectrodeGap) error, error) {
	var taken map[gaps]*ElectrodeGap
	return func(old, now *ElectrodeGap) error {
		if now.RoughCount+now.SemiCount+now.FineCount == 0 {
			return problem.Invalid(problem.Field("roughCount", "required", msgNoElectrode))
		}
		if bad := now.contradictions(); len(bad) > 0 {
			return problem.Invalid(bad...)
		}
		if taken == nil {
			var rows []ElectrodeGap
			if err := tx.Select(&rows).Columns("id", "code", "material_id", "rough_gap", "semi_gap", "fine_gap").Scan(ctx); err != nil {
				return err
			}
			taken = make(map[gaps]*ElectrodeGap, len(rows))
			for i := range rows {
				taken[rows[i].gaps()] = &rows[i]
			}
		}
		if other := taken[now.gaps()]; other != nil && (now.ID == "" || other.ID != now.ID) {
			return problem.Invalid(problem.Field("roughGap", "unique", msgGapTaken, other.Code))
		}
		if old != nil && taken[old.gaps()] != nil && taken[old.gaps()].ID == old.ID {
			delete(taken, old.gaps())
		}
		taken[now.gaps()] = now
		return nil
	}, nil
}
