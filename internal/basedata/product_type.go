package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// ProductType is a kind of product that moulds are made for, such as a car's lamp or a housing.
type ProductType struct {
	bun.BaseModel `bun:"table:product_type" json:"-"`
	store.Row
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Code        string `bun:"code" json:"code"`
	ParentID    string `bun:"parent_id,nullzero" json:"parentId"`
	SortOrder   int    `bun:"sort_order" json:"sortOrder"`
	Remark      string `bun:"remark" json:"remark"`
	Valid       bool   `bun:"valid" json:"valid"`
}

func (d *Master) productType() resource.Spec[*ProductType] {
	return resource.Spec[*ProductType]{
		Path: "bms/product-type", Label: L("产品类型", "Product type"), Permission: "system.productType", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000121",
		Example:   &api.Example{Body: map[string]any{"name": "车灯九型", "code": "LAMP9"}},
		Form: func(p *ProductType, f *resource.Form) {
			f.Text(&p.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&p.EnglishName)
			f.Text(&p.Code, "编码", "Code").Unique().Max(20)
			f.Self(&p.ParentID, "上级类型", "Parent").NoCycle()
			f.SortOrder(&p.SortOrder)
			f.Valid(&p.Valid)
			f.LongText(&p.Remark, "备注", "Remark").Max(200)
		},
	}
}
