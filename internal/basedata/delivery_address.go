package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// DeliveryAddress is where the company has goods delivered to it.
type DeliveryAddress struct {
	bun.BaseModel `bun:"table:delivery_address" json:"-"`
	store.Row
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Detail      string `bun:"detail" json:"detail"`
}

func (d *Master) deliveryAddress() resource.Spec[*DeliveryAddress] {
	return resource.Spec[*DeliveryAddress]{
		Path: "bms/delivery-address", Label: L("收货地址", "Delivery address"), Permission: "system.deliveryAddress", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000127",
		Example:   &api.Example{Body: map[string]any{"name": "东莞九号仓", "detail": "广东省东莞市长安镇振安路 9 号"}},
		Form: func(a *DeliveryAddress, f *resource.Form) {
			f.Text(&a.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.EnglishName(&a.EnglishName)
			f.Text(&a.Detail, "详细地址", "Detail").Required().Max(100)
		},
	}
}
