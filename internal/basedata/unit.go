package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Unit is what quantities are counted in.
type Unit struct {
	bun.BaseModel `bun:"table:unit" json:"-"`
	store.Row
	Code        string `bun:"code" json:"code"` // as it stands behind a figure: kg
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Kind        int    `bun:"kind" json:"kind"`
	Places      int    `bun:"places" json:"places"` // decimal places
	SortOrder   int    `bun:"sort_order" json:"sortOrder"`
	Valid       bool   `bun:"valid" json:"valid"`
}

func (d *Master) unit() resource.Spec[*Unit] {
	return resource.Spec[*Unit]{
		Path: "bms/unit", Label: L("单位", "Unit"), Permission: "system.unit", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000122",
		Example:   &api.Example{Body: map[string]any{"code": "kg9", "name": "千克九", "kind": 4, "places": 3}},
		Form: func(u *Unit, f *resource.Form) {
			f.Text(&u.Code, "编码", "Code").Required().Unique().Title().Max(10).Help("数字后面的符号，例如 kg", "The symbol behind a figure, such as kg")
			name := f.Text(&u.Name, "名称", "Name").Required().Unique().Max(20).Alias()
			f.EnglishName(&u.EnglishName).Of(name)
			f.Choice(&u.Kind, "类别", "Kind", Opt(1, "数量", "Count"), Opt(2, "长度", "Length"), Opt(3, "面积", "Area"), Opt(4, "质量", "Mass"), Opt(5, "体积", "Volume"),
				Opt(6, "时间", "Time"), Opt(0, "其他", "Other")).Initial(1)
			f.Integer(&u.Places, "小数位数", "Decimal places").Between(0, 6)
			f.SortOrder(&u.SortOrder)
			f.Valid(&u.Valid)
		},
	}
}
