package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// SurfaceRequirement is what a drawing may ask of a surface: a level with its treatment, such as polish SPI A1.
type SurfaceRequirement struct {
	bun.BaseModel `bun:"table:surface_requirement" json:"-"`
	store.Row
	Level          string `bun:"level" json:"level"`
	Treatment      string `bun:"treatment" json:"treatment"`
	Alias          string `bun:"alias" json:"alias"`
	EnglishName    string `bun:"english_name" json:"englishName"`
	Implementation string `bun:"implementation" json:"implementation"`
	Roughness      string `bun:"roughness" json:"roughness"`
	Remark         string `bun:"remark" json:"remark"`
}

func (d *Master) surfaceRequirement() resource.Spec[*SurfaceRequirement] {
	return resource.Spec[*SurfaceRequirement]{
		Path: "bms/surface-requirement", Label: L("表面要求", "Surface requirement"), Permission: "system.surfaceRequirement", Sort: "level", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000126",
		Example:   &api.Example{Body: map[string]any{"level": "SPI-A9", "treatment": "金刚石抛光", "englishName": "Diamond polish", "roughness": "Ra 0.012"}},
		Form: func(r *SurfaceRequirement, f *resource.Form) {
			level := f.Text(&r.Level, "等级", "Level").Required().Title().Max(50)
			treatment := f.Text(&r.Treatment, "处理方式", "Treatment").Required().Max(50).UniqueWithin(level)
			f.Text(&r.Alias, "别名", "Alias").Max(50)
			f.EnglishName(&r.EnglishName).Of(treatment).InList()
			f.Text(&r.Implementation, "执行标准", "Implementation").Max(50)
			f.Text(&r.Roughness, "粗糙度", "Roughness").Max(50)
			f.LongText(&r.Remark, "备注", "Remark").Max(200)
		},
	}
}
