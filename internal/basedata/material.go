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

// Material is what parts and electrodes are made of. Its prices are always in RMB.
type Material struct {
	bun.BaseModel `bun:"table:material" json:"-"`
	store.Row
	Code          string           `bun:"code" json:"code"`
	Name          string           `bun:"name" json:"name"`
	EnglishName   string           `bun:"english_name" json:"englishName"`
	Abbreviation  string           `bun:"abbreviation" json:"abbreviation"`
	MaterialType  int              `bun:"material_type" json:"materialType"`
	Density       quantity.Decimal `bun:"density" json:"density"`              // kg/m3
	Rate          quantity.Decimal `bun:"rate" json:"rate"`                    // RMB per kg
	RecoveryPrice quantity.Decimal `bun:"recovery_price" json:"recoveryPrice"` // RMB per kg of scrap
	ERPNumber     string           `bun:"erp_number" json:"erpNumber"`
	HeatTreatment string           `bun:"heat_treatment" json:"heatTreatment"`
	BeforeClass   string           `bun:"before_class" json:"beforeClass"` // before heat treatment
	AfterClass    string           `bun:"after_class" json:"afterClass"`
	MinHardness   quantity.Decimal `bun:"min_hardness" json:"minHardness"` // HRC
	MaxHardness   quantity.Decimal `bun:"max_hardness" json:"maxHardness"`
	Remark        string           `bun:"remark" json:"remark"`
	Valid         bool             `bun:"valid" json:"valid"`
}

func (d *Master) material() resource.Spec[*Material] {
	return resource.Spec[*Material]{
		Path: "bms/material", Label: L("材料", "Material"), Permission: "system.material", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000109",
		Example: &api.Example{Body: map[string]any{
			"code": "NAK80-9", "name": "镜面钢九号", "materialType": 1, "density": 7800, "rate": 68, "recoveryPrice": 3.5, "minHardness": 37, "maxHardness": 43,
		}},
		Form: func(m *Material, f *resource.Form) {
			f.Text(&m.Code, "编码", "Code").Formerly("材料编码", "Material code").Required().Unique().Title().Max(20).Pattern(`^[A-Za-z0-9_-]+$`, "只能用字母、数字、下划线和短横", "letters, digits, underscores and hyphens only")
			name := f.Text(&m.Name, "名称", "Name").Formerly("材料名称", "Material name").Required().Unique().Max(20)
			f.EnglishName(&m.EnglishName).Of(name)
			f.Text(&m.Abbreviation, "简称", "Short name").Formerly("Abbreviation").Max(20)
			f.Choice(&m.MaterialType, "类型", "Type", Opt(1, "钢", "Steel"), Opt(2, "铜", "Copper"), Opt(3, "石墨", "Graphite"), Opt(4, "铝", "Aluminium"), Opt(5, "硬质合金", "Carbide"), Opt(9, "其他", "Other")).Initial(1)
			f.Decimal(&m.Density, "密度", "Density").Unit("kg/m³", "kg/m³").AtLeast(0)
			f.Decimal(&m.Rate, "单价", "Unit price").Formerly("Rate").Unit("元/kg", "RMB/kg").AtLeast(0)
			f.Decimal(&m.RecoveryPrice, "回收价", "Recovery price").Unit("元/kg", "RMB/kg").AtLeast(0)
			f.Text(&m.ERPNumber, "ERP 料号", "ERP material number").Max(200).HideInList()
			f.Valid(&m.Valid)
			f.Group("热处理和硬度", "Heat treatment and hardness")
			f.Text(&m.HeatTreatment, "热处理要求", "Heat-treatment needs").Max(50).HideInList()
			f.Text(&m.BeforeClass, "热处理前类别", "Class before").Max(20).HideInList()
			f.Text(&m.AfterClass, "热处理后类别", "Class after").Max(20).HideInList()
			f.Decimal(&m.MinHardness, "最小硬度", "Minimum hardness").Formerly("Least hardness").Required().Unit("HRC", "HRC").AtLeast(0)
			f.Decimal(&m.MaxHardness, "最大硬度", "Maximum hardness").Formerly("Greatest hardness").Required().Unit("HRC", "HRC").AtLeast(0)
			f.LongText(&m.Remark, "备注", "Remark").Max(200).HideInList()
		},
		Alone: true, BeforeSave: func(_ context.Context, _ store.Tx, _, now *Material) error {
			return checkHardness(now.MinHardness, now.MaxHardness)
		},
	}
}

var msgHardnessOrder = L("最小硬度不能大于最大硬度", "The minimum hardness must not exceed the maximum")

func checkHardness(low, high quantity.Decimal) error {
	if low > high {
		return problem.Invalid(problem.Field("maxHardness", "order", msgHardnessOrder))
	}
	return nil
}
