package basedata

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// ProcessingMaterial is a class of materials that programs treat alike: cutting data belong to it.
type ProcessingMaterial struct {
	bun.BaseModel `bun:"table:processing_material" json:"-"`
	store.Row
	Code         string           `bun:"code" json:"code"`
	Name         string           `bun:"name" json:"name"`
	EnglishName  string           `bun:"english_name" json:"englishName"`
	Abbreviation string           `bun:"abbreviation" json:"abbreviation"`
	ProgramType  int              `bun:"program_type" json:"programType"`
	MinHardness  quantity.Decimal `bun:"min_hardness" json:"minHardness"` // HRC
	MaxHardness  quantity.Decimal `bun:"max_hardness" json:"maxHardness"`
	SortOrder    int              `bun:"sort_order" json:"sortOrder"`
	Valid        bool             `bun:"valid" json:"valid"`
}

func (d *Master) processingMaterial() resource.Spec[*ProcessingMaterial] {
	return resource.Spec[*ProcessingMaterial]{
		Path: "bms/processing-material", Label: L("加工材料", "Processing material"), Permission: "system.processingMaterial", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000110",
		Example:   &api.Example{Body: map[string]any{"code": "HARD9", "name": "淬硬钢九类", "programType": 1, "minHardness": 48, "maxHardness": 62, "sortOrder": 90}},
		Form: func(m *ProcessingMaterial, f *resource.Form) {
			f.Text(&m.Code, "编码", "Code").Required().Unique().Title().Max(20)
			name := f.Text(&m.Name, "名称", "Name").Required().Unique().Max(50)
			f.EnglishName(&m.EnglishName).Of(name)
			f.Text(&m.Abbreviation, "简称", "Short name").Formerly("Abbreviation").Max(20)
			f.Choice(&m.ProgramType, "程序类型", "Program type", Opt(1, "铣削", "Milling"), Opt(2, "电极铣", "Electrode milling"), Opt(3, "放电", "EDM"), Opt(4, "线切割", "Wire EDM")).Initial(1)
			f.Decimal(&m.MinHardness, "最小硬度", "Minimum hardness").Unit("HRC", "HRC").AtLeast(0)
			f.Decimal(&m.MaxHardness, "最大硬度", "Maximum hardness").Unit("HRC", "HRC").AtLeast(0)
			f.SortOrder(&m.SortOrder)
			f.Valid(&m.Valid)
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *ProcessingMaterial) error {
			if now.MaxHardness == 0 { // from the minimum upwards
				return nil
			}
			return checkHardness(now.MinHardness, now.MaxHardness)
		},
	}
}
