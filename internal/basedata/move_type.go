package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// MoveType is a kind of movement of stock.
type MoveType struct {
	bun.BaseModel `bun:"table:move_type" json:"-"`
	store.Row
	Code            string `bun:"code" json:"code"`
	Name            string `bun:"name" json:"name"`
	EnglishName     string `bun:"english_name" json:"englishName"`
	DataType        int    `bun:"data_type" json:"dataType"`
	ApplyDataType   int    `bun:"apply_data_type" json:"applyDataType"` // which requests it answers
	ProductionOrder bool   `bun:"production_order" json:"productionOrder"`
	Valid           bool   `bun:"valid" json:"valid"`
}

func (d *Master) moveType() resource.Spec[*MoveType] {
	return resource.Spec[*MoveType]{
		Path: "bms/move-type", Label: L("移动类型", "Move type"), Permission: "system.moveType", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000129",
		Example:   &api.Example{Body: map[string]any{"code": "MT909", "name": "生产领料九", "dataType": 20, "productionOrder": true}},
		Form: func(m *MoveType, f *resource.Form) {
			f.Text(&m.Code, "编码", "Code").Required().Unique().Max(50)
			f.Text(&m.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&m.EnglishName)
			f.Choice(&m.DataType, "数据类型", "Data type", Opt(1, "入库", "Warehousing"), Opt(20, "出库", "Warehouse out"), Opt(30, "全部", "All")).Required()
			f.Choice(&m.ApplyDataType, "申请数据类型", "Apply data type", Opt(0, "无需申请", "None"), Opt(1, "采购申请", "Purchase request"), Opt(2, "领料申请", "Material request"),
				Opt(3, "退料申请", "Return request")).Initial(0)
			f.Flag(&m.ProductionOrder, "生产订单", "Production order").Help("填写单据时需要生产订单", "Its documents name a production order")
			f.Valid(&m.Valid)
		},
	}
}
