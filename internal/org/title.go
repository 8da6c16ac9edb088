package org

import (
	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Title is a position that people have, such as foreman.
type Title struct {
	bun.BaseModel `bun:"table:title" json:"-"`
	store.Row
	Code        string `bun:"code" json:"code"`
	Name        string `bun:"name" json:"name"`
	EnglishName string `bun:"english_name" json:"englishName"`
	SortOrder   int    `bun:"sort_order" json:"sortOrder"`
	Remark      string `bun:"remark" json:"remark"`
	Valid       bool   `bun:"valid" json:"valid"`
}

func (d *Org) title() resource.Spec[*Title] {
	return resource.Spec[*Title]{
		Path: "upms/title", Label: L("职务", "Title"), Permission: "system.title", Sort: "sortOrder", Changed: d.deps.Changed,
		ExampleID: "01900000-0000-7000-8000-000000000e01",
		Example:   &api.Example{Body: map[string]any{"code": "FOREMAN9", "name": "班组长", "sortOrder": 30}},
		Form: func(t *Title, f *resource.Form) {
			f.Text(&t.Code, "编码", "Code").Required().Unique().Max(20)
			f.Text(&t.Name, "名称", "Name").Required().Title().Max(30)
			f.EnglishName(&t.EnglishName)
			f.SortOrder(&t.SortOrder)
			f.Text(&t.Remark, "备注", "Remark").Max(100)
			f.Valid(&t.Valid)
		},
	}
}
