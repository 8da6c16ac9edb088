package basedata

import (
	"context"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// What a part type's parts are.
const (
	WorkpieceAll       = 0
	WorkpieceWorkpiece = 1
	WorkpieceElectrode = 2
)

// How a parameter of a part type gets its value.
const (
	ParameterInput       = 1 // people type a number
	ParameterCalculated  = 2
	ParameterCoefficient = 3
)

// PartType is a kind of part, such as cavity insert or slider, with what its parts have in common.
type PartType struct {
	bun.BaseModel `bun:"table:part_type" json:"-"`
	store.Row
	Name          string          `bun:"name" json:"name"`
	EnglishName   string          `bun:"english_name" json:"englishName"`
	Code          string          `bun:"code" json:"code"` // the system knows types by it; "" = none
	Prefix        string          `bun:"prefix" json:"prefix"`
	ParentID      string          `bun:"parent_id,nullzero" json:"parentId"`
	Manufacturing int             `bun:"manufacturing_mode" json:"manufacturingMode"`
	ProductTypeID string          `bun:"product_type_id,nullzero" json:"productTypeId"`
	WorkpieceType int             `bun:"workpiece_type" json:"workpieceType"`
	Priority      int             `bun:"priority" json:"priority"`
	CAPPMinutes   int             `bun:"capp_minutes" json:"cappMinutes"` // default hours of the assembly method "sum of parts" come from it
	ImageURL      string          `bun:"image_url" json:"imageUrl"`
	LanguageKey   string          `bun:"language_key" json:"languageKey"`
	Parameters    []PartParameter `bun:"parameters,type:text" json:"parameters"`
	SortOrder     int             `bun:"sort_order" json:"sortOrder"`
	Remark        string          `bun:"remark" json:"remark"`
	Valid         bool            `bun:"valid" json:"valid"`
}

// PartParameter is one of the parameters 1 to 5; its place is its number.
type PartParameter struct {
	Name string `json:"name"`
	Type int    `json:"type"`
}

func (d *Master) partType() resource.Spec[*PartType] {
	return resource.Spec[*PartType]{
		Path: "bms/part-type", Label: L("零件类型", "Part type"), Permission: "system.partType", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000112",
		Example: &api.Example{Body: map[string]any{
			"name": "滑块九型", "prefix": "SL", "code": "SLIDER9", "workpieceType": WorkpieceWorkpiece, "cappMinutes": 60, "parameters": []map[string]any{{"name": "长", "type": ParameterInput}},
		}},
		Form: func(p *PartType, f *resource.Form) {
			f.Text(&p.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&p.EnglishName)
			f.Text(&p.Code, "系统内置编码", "System built-in code").Unique().Max(20)
			f.Text(&p.Prefix, "名称前缀", "Name prefix").Required().Max(50)
			f.Self(&p.ParentID, "上级类型", "Parent").NoCycle()
			f.Choice(&p.Manufacturing, "制造方式", "Manufacturing mode", Opt(1, "批量", "Batch"), Opt(2, "离散", "Discrete")).Initial(2)
			f.Ref(&p.ProductTypeID, d.ProductTypes, "产品类型", "Product type").HideInList()
			f.Choice(&p.WorkpieceType, "工件类型", "Workpiece type", Opt(WorkpieceAll, "全部", "All"), Opt(WorkpieceWorkpiece, "工件", "Workpiece"), Opt(WorkpieceElectrode, "电极", "Electrode")).Initial(WorkpieceAll)
			f.Integer(&p.Priority, "优先级", "Priority level").Between(0, 100)
			f.Integer(&p.CAPPMinutes, "默认工艺时间", "Default CAPP time").Unit("分钟", "min").Between(0, 100_000)
			f.SortOrder(&p.SortOrder)
			f.Valid(&p.Valid)
			f.Group("参数", "Parameters")
			resource.Lines(f, &p.Parameters, "参数 1 至 5", "Parameters 1 to 5", func(l *PartParameter, f *resource.Form) {
				f.Text(&l.Name, "名称", "Name").Required().Unique().Max(20)
				f.Choice(&l.Type, "参数类型", "Parameter type", Opt(ParameterInput, "数值输入", "Numeric input"), Opt(ParameterCalculated, "系统计算", "System calculation"), Opt(ParameterCoefficient, "系数", "Coefficient")).Required()
			}).AtMost(5)
			f.Group("显示", "Display")
			f.Text(&p.ImageURL, "图片地址", "Image URL").Max(200).URL().HideInList()
			f.Text(&p.LanguageKey, "语言键", "Language key").Max(200).HideInList()
			f.LongText(&p.Remark, "备注", "Remark").Max(200).HideInList()
		},
		Alone: true, BeforeSave: checkPartType,
	}
}

var msgReservedCode = L("零件类型的编码不能是 MP", "The code of a part type cannot be MP")

// checkPartType keeps the code of the mould itself free.
func checkPartType(_ context.Context, _ store.Tx, _, now *PartType) error {
	if strings.EqualFold(now.Code, "MP") {
		return problem.Invalid(problem.Field("code", "reserved", msgReservedCode))
	}
	return nil
}
