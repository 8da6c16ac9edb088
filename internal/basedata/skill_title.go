package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// SkillTitle is what somebody is trained to do, and how well.
type SkillTitle struct {
	bun.BaseModel `bun:"table:skill_title" json:"-"`
	store.Row
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Level       int    `bun:"level" json:"level"` // 1 lowest
	Remark      string `bun:"remark" json:"remark"`
	Valid       bool   `bun:"valid" json:"valid"`
}

func (d *Master) skillTitle() resource.Spec[*SkillTitle] {
	return resource.Spec[*SkillTitle]{
		Path: "bms/skill-title", Label: L("技能职称", "Skill title"), Permission: "system.skillTitle", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-00000000012b",
		Example:   &api.Example{Body: map[string]any{"name": "高级钳工九", "level": 4}},
		Form: func(t *SkillTitle, f *resource.Form) {
			f.Text(&t.Name, "名称", "Name").Required().Unique().Title().Max(50)
			f.EnglishName(&t.EnglishName)
			f.Integer(&t.Level, "级别", "Level").Required().Between(1, 10).Help("1 为最低", "1 is the lowest")
			f.Valid(&t.Valid)
			f.LongText(&t.Remark, "备注", "Remark").Max(200)
		},
	}
}
