package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// OrderType is a kind of mould order (new mould, change, repair) with the checks that it must pass.
type OrderType struct {
	bun.BaseModel `bun:"table:order_type" json:"-"`
	store.Row
	Name            string           `bun:"name" json:"name"`
	EnglishName     string           `bun:"english_name" json:"englishName"`
	Default         bool             `bun:"is_default" json:"default"`
	CheckCAD        bool             `bun:"check_cad" json:"checkCad"`
	CheckASM        bool             `bun:"check_asm" json:"checkAsm"`
	CheckPlan       bool             `bun:"check_plan" json:"checkPlan"`
	CheckTRY        bool             `bun:"check_try" json:"checkTry"`
	AssemblyMinutes quantity.Minutes `bun:"assembly_minutes" json:"assemblyHours"` // the scheduler's method "fixed by order type"
	SortOrder       int              `bun:"sort_order" json:"sortOrder"`
	Valid           bool             `bun:"valid" json:"valid"`
}

func (d *Master) orderType() resource.Spec[*OrderType] {
	return resource.Spec[*OrderType]{
		Path: "bms/order-type", Label: L("订单类型", "Order type"), Permission: "system.orderType", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000114",
		Example:   &api.Example{Body: map[string]any{"name": "改模九型", "checkCad": true, "checkPlan": true, "assemblyHours": 16}},
		Form: func(o *OrderType, f *resource.Form) {
			name := f.Text(&o.Name, "订单类型", "Order type").Required().Unique().Title().Max(50)
			f.EnglishName(&o.EnglishName)
			f.Flag(&o.Default, "默认", "Default").Sole("replaceDefault", msgOrderTypeReplace, name).Kept("默认订单类型", "the default order type").FirstHas()
			f.Flag(&o.CheckCAD, "需审核 CAD", "Needs checked CAD").Informs()
			f.Flag(&o.CheckASM, "需审核装配", "Needs checked ASM").Informs()
			f.Flag(&o.CheckPlan, "需审核计划", "Needs checked plan").Informs()
			f.Flag(&o.CheckTRY, "需审核试模", "Needs checked TRY").Informs()
			f.Hours(&o.AssemblyMinutes, "装配工时", "Assembly hours").Between(0, 5000).Help("排程的装配工时方式为“固定”时使用", "Used when assembly hours are fixed by order type")
			f.SortOrder(&o.SortOrder)
			f.Valid(&o.Valid)
		},
	}
}

var msgOrderTypeReplace = L("“%s”现在是默认订单类型。要用“%s”代替它吗？", "“%s” is the default order type now. Replace it with “%s”?")
