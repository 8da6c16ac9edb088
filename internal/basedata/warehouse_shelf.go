package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// WarehouseShelf is a shelf of a warehouse: layers with as many positions each.
type WarehouseShelf struct {
	bun.BaseModel `bun:"table:warehouse_shelf" json:"-"`
	store.FactoryRow
	Code        string `bun:"code" json:"code"`
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Warehouse   string `bun:"warehouse" json:"warehouse"`
	Layers      int    `bun:"layers" json:"layers"`
	Positions   int    `bun:"positions" json:"positions"` // of a layer
	Valid       bool   `bun:"valid" json:"valid"`
}

func (d *Master) warehouseShelf() resource.Spec[*WarehouseShelf] {
	return resource.Spec[*WarehouseShelf]{
		Path: "bms/warehouse-shelf", Label: L("货架", "Warehouse shelf"), Permission: "system.warehouseShelf", Sort: "code", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-00000000012c",
		Example:   &api.Example{Body: map[string]any{"code": "R900", "name": "电极货架九", "warehouse": "电极库", "layers": 5, "positions": 12}},
		Form: func(w *WarehouseShelf, f *resource.Form) {
			f.Text(&w.Code, "编码", "Code").Required().Unique().Max(20)
			f.Text(&w.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&w.EnglishName)
			f.Text(&w.Warehouse, "仓库", "Warehouse").Max(50)
			f.Integer(&w.Layers, "层数", "Layers").Required().Between(1, 20)
			f.Integer(&w.Positions, "每层库位数", "Positions per layer").Required().Between(1, 100)
			f.Valid(&w.Valid)
		},
	}
}
