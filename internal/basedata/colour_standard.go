package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// ColourStandard says what a colour on the faces of a model asks of machining and programming.
type ColourStandard struct {
	bun.BaseModel `bun:"table:colour_standard" json:"-"`
	store.Row
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	ColourID    int    `bun:"colour_id" json:"colourId"`
	RGB         string `bun:"rgb" json:"rgb"`
	NXColourID  int    `bun:"nx_colour_id" json:"nxColourId"` // in the palette of NX
	AutoProgram bool   `bun:"auto_program" json:"autoProgram"`
	Simulation  bool   `bun:"simulation" json:"simulation"`
	Resubmit    bool   `bun:"resubmit" json:"resubmit"`
}

func (d *Master) colourStandard() resource.Spec[*ColourStandard] {
	return resource.Spec[*ColourStandard]{
		Path: "bms/colour-standard", Label: L("颜色标准", "Colour standard"), Permission: "system.colourStandard", Sort: "colourId", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000125",
		Example:   &api.Example{Body: map[string]any{"name": "分型面九", "colourId": 9, "rgb": "#1D4F91", "nxColourId": 186, "autoProgram": true}},
		Form: func(c *ColourStandard, f *resource.Form) {
			f.Text(&c.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&c.EnglishName)
			f.Integer(&c.ColourID, "颜色编号", "Colour ID").Required().Unique().Between(1, 9999)
			f.Text(&c.RGB, "RGB", "RGB").Required().Colour()
			f.Integer(&c.NXColourID, "NX 颜色编号", "NX colour ID").Between(0, 216).Help("NX 调色板中的编号，1 到 216；0 表示没有", "Its number in the palette of NX, 1 to 216; 0 for none")
			f.Flag(&c.AutoProgram, "自动编程", "Auto program")
			f.Flag(&c.Simulation, "仿真", "Simulation")
			f.Flag(&c.Resubmit, "重新提交", "Resubmit")
		},
	}
}
