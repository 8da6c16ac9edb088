package basedata

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// PDMFileType is a kind of file that product data come in.
type PDMFileType struct {
	bun.BaseModel `bun:"table:pdm_file_type" json:"-"`
	store.Row
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	Extension   string `bun:"extension" json:"extension"`
	SystemType  int    `bun:"system_type" json:"systemType"` // which system writes it
	Storage     int    `bun:"storage" json:"storage"`
	Security    int    `bun:"security" json:"securityLevel"`
	Sync        bool   `bun:"sync" json:"sync"`
}

func (d *Master) pdmFileType() resource.Spec[*PDMFileType] {
	return resource.Spec[*PDMFileType]{
		Path: "bms/pdm-file-type", Label: L("PDM 文件类型", "PDM file type"), Permission: "system.pdmFileType", Sort: "name", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-00000000012a",
		Example:   &api.Example{Body: map[string]any{"name": "三维模型九", "extension": "prt9", "systemType": 1, "storage": 3, "securityLevel": 2, "sync": true}},
		Form: func(p *PDMFileType, f *resource.Form) {
			f.Text(&p.Name, "类型名称", "Type name").Required().Unique().Title().Max(50)
			f.EnglishName(&p.EnglishName)
			f.Text(&p.Extension, "扩展名", "Extension").Required().Unique().Max(10).Pattern(`^[A-Za-z0-9]+$`, "字母或数字，不带点", "letters or digits, without the dot")
			f.Choice(&p.SystemType, "系统类型", "System type", Opt(1, "CAD", "CAD"), Opt(2, "CAM", "CAM"), Opt(3, "测量", "Measuring"), Opt(0, "其他", "Other")).Initial(0)
			f.Choice(&p.Storage, "存储", "Storage", Opt(1, "云端", "Cloud"), Opt(2, "本地", "Local"), Opt(3, "云端和本地", "Both")).Initial(1)
			f.Choice(&p.Security, "密级", "Security level", Opt(1, "公开", "Public"), Opt(2, "内部", "Internal"), Opt(3, "秘密", "Secret"), Opt(4, "机密", "Confidential")).Initial(2)
			f.Flag(&p.Sync, "同步", "Synchronised")
		},
	}
}
