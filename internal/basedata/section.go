package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Section is a part of the workshop: CNC, EDM, fitting.
type Section struct {
	bun.BaseModel `bun:"table:section" json:"-"`
	store.FactoryRow
	Name        string           `bun:"name" json:"name"`
	ChineseName string           `bun:"chinese_name" json:"chineseName"`
	UnitPrice   quantity.Decimal `bun:"unit_price" json:"unitPrice"` // per hour
	Capacity    quantity.Decimal `bun:"capacity" json:"capacity"`    // hours a day, for plausibility
	SortOrder   int              `bun:"sort_order" json:"sortOrder"`
	Valid       bool             `bun:"valid" json:"valid"`
	NeedCAM     bool             `bun:"need_cam" json:"needCam"` // its operations wait for a program
	DeductRest  bool             `bun:"deduct_rest" json:"deductRest"`
	TargetRate  quantity.Decimal `bun:"target_rate" json:"targetRate"` // completion, per cent
	Colour      string           `bun:"colour" json:"colour"`
}

func (d *Master) section() resource.Spec[Section] {
	return resource.Spec[Section]{
		Path: "bms/section", Label: L("工段", "Section"), Permission: "system.section", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000101",
		Example:   &api.Example{Body: map[string]any{"name": "GRIND9", "chineseName": "磨床九组", "unitPrice": 80, "sortOrder": 90}},
		Form: func(s *Section, f *resource.Form) {
			f.Text(&s.Name, "名称", "Name").Required().Unique().Title().Max(8).Pattern(name8, "以字母开头，最多8个字母、数字或下划线", "starts with a letter, up to 8 letters, digits or underscores")
			f.Text(&s.ChineseName, "中文名称", "Chinese name").Required().Max(20)
			f.Decimal(&s.UnitPrice, "单价", "Unit price").Unit("元/小时", "RMB/h").AtLeast(0)
			f.Decimal(&s.Capacity, "产能", "Capacity").Unit("小时/天", "h/day").AtLeast(0).HideInList()
			f.Integer(&s.SortOrder, "排序", "Sort order").AtLeast(0)
			f.Flag(&s.Valid, "有效", "Valid").Initial(true)
			f.Group("排程", "Scheduling")
			f.Flag(&s.NeedCAM, "需要CAM程序", "Needs a CAM program").Help("工序须等待程序完成", "Its operations wait for their program")
			f.Flag(&s.DeductRest, "自动扣除休息时间", "Deduct rest time").Initial(true)
			f.Decimal(&s.TargetRate, "目标完成率", "Target completion rate").Unit("%", "%").Between(0, 100).HideInList()
			f.Text(&s.Colour, "颜色", "Colour").Max(7).Pattern(`^#[0-9A-Fa-f]{6}$`, "例如 #1D4F91", "such as #1D4F91").HideInList()
		},
	}
}
