package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// CheckoutTool is a tool that is checked out of its store and back.
type CheckoutTool struct {
	bun.BaseModel `bun:"table:checkout_tool" json:"-"`
	store.FactoryRow
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Note        string `bun:"note" json:"note"`
	Valid       bool   `bun:"valid" json:"valid"`
}

// CheckoutTemplate is a set of tools that are checked out together.
type CheckoutTemplate struct {
	bun.BaseModel `bun:"table:checkout_template" json:"-"`
	store.FactoryRow
	Name        string         `bun:"name" json:"name"`
	EnglishName string         `bun:"english_name" json:"englishName"`
	Tools       []CheckoutLine `bun:"tools,type:text" json:"tools"`
	Valid       bool           `bun:"valid" json:"valid"`
}

// CheckoutLine is how many of a tool a template asks for.
type CheckoutLine struct {
	ToolID string `json:"toolId"`
	Count  int    `json:"count"`
}

const checkoutToolExample = "01900000-0000-7000-8000-00000000012e"

func (d *Master) checkoutTool() resource.Spec[*CheckoutTool] {
	return resource.Spec[*CheckoutTool]{
		Path: "bms/checkout-tool", Label: L("借还工具", "Checkout tool"), Permission: "system.checkoutTool", Sort: "name", Changed: d.deps.Changed,
		ExampleID: checkoutToolExample,
		Example:   &api.Example{Body: map[string]any{"name": "力矩扳手九", "note": "5 到 60 N·m"}},
		Form: func(t *CheckoutTool, f *resource.Form) {
			f.Text(&t.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.EnglishName(&t.EnglishName)
			f.LongText(&t.Note, "备注", "Remark").Max(200)
			f.Valid(&t.Valid)
		},
	}
}

func (d *Master) checkoutTemplate() resource.Spec[*CheckoutTemplate] {
	return resource.Spec[*CheckoutTemplate]{
		Path: "bms/checkout-template", Label: L("借还模板", "Checkout template"), Permission: "system.checkoutTool", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-00000000012f",
		Example: &api.Example{Body: map[string]any{
			"name": "试模工具九", "tools": []map[string]any{{"toolId": resource.ReferredID(checkoutToolExample), "count": 2}},
		}},
		Form: func(t *CheckoutTemplate, f *resource.Form) {
			f.Text(&t.Name, "名称", "Name").Required().Unique().Title().Max(20)
			f.EnglishName(&t.EnglishName)
			f.Valid(&t.Valid)
			resource.Lines(f, &t.Tools, "工具", "Tools", func(l *CheckoutLine, f *resource.Form) {
				f.Ref(&l.ToolID, d.CheckoutTools, "工具", "Tool").Required().Unique()
				f.Integer(&l.Count, "数量", "Count").Required().Between(1, 999)
			}).AtMost(50)
		},
	}
}
