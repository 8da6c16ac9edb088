package menu

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Modules of texts (I18N-04), in the order of their numbers, which begin at 1.
var textModules = []string{"table", "table_value", "common", "menu", "system", "aps"}

// KindOfText is the number of a module of texts.
func KindOfText(module string) int { return slices.Index(textModules, module) + 1 }

// Word is what a company calls something, in place of the product's own word.
type Word struct {
	bun.BaseModel `bun:"table:wording" json:"-"`
	store.Row
	Module int    `bun:"module" json:"module"`
	Key    string `bun:"word" json:"word"`
	Zh     string `bun:"zh" json:"zh"`
	En     string `bun:"en" json:"en"`
}

// Maps are words by module of texts and key.
type Maps map[string]map[string]string

// Both are the same in both languages.
type Both map[string]map[string]problem.Text

var (
	msgUnknownWord = problem.L("没有这个名称，请在界面或语言包中核对", "There is no such name, please check it in the language maps")
	msgBothEmpty   = problem.L("请至少输入一种语言", "Enter at least one language")
)

// Wording declares a company's own words. known tells whether the product has a word of that key.
func Wording(known func(module, key string) bool, changed func(ctx context.Context, actor store.Actor, entity, id string)) *resource.Resource[*Word] {
	o := resource.Opt
	return resource.Define(resource.Spec[*Word]{
		Path: "bms/wording", Label: problem.L("企业用语", "Wording"), Permission: "system.wording", Sort: "word", Changed: changed,
		ExampleID: "01900000-0000-7000-8000-000000000721",
		Example:   &api.Example{Body: map[string]any{"module": 3, "word": "shell.home9", "zh": "工作台", "en": "Workbench"}},
		Form: func(w *Word, f *resource.Form) {
			module := f.Choice(&w.Module, "文本类别", "Kind of text", o(1, "字段名称", "Field names"), o(2, "选项名称", "Names of choices"), o(3, "公共文本", "Common texts"),
				o(4, "菜单名称", "Menu names"), o(5, "系统设置文本", "Texts of system settings"), o(6, "计划排程文本", "Texts of planning")).Initial(4)
			f.Text(&w.Key, "键", "Key").Required().Title().UniqueWithin(module).Max(100).
				Pattern(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`, "字母、数字、横线、下划线，以点分隔，例如 aps.schedule", "letters, digits, hyphens and underscores, separated by dots, such as aps.schedule").
				Help("按界面上的文字查找", "Found by what the screen says")
			f.Text(&w.Zh, "中文", "Chinese").Max(100)
			f.Text(&w.En, "英文", "English").Max(100)
		},
		BeforeSave: func(_ context.Context, _ store.Tx, _, now *Word) error {
			switch {
			case now.Zh == "" && now.En == "":
				return problem.Invalid(problem.Field("zh", "required", msgBothEmpty))
			case !known(textModules[now.Module-1], now.Key):
				return problem.Invalid(problem.Field("word", "known", msgUnknownWord))
			}
			return nil
		},
	})
}

// Own are the company's own words; a language that it has not filled in is empty.
func Own(ctx context.Context, tx store.Tx) (Both, error) {
	var rows []Word
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	own := Both{}
	for _, w := range rows {
		module := textModules[w.Module-1]
		if own[module] == nil {
			own[module] = map[string]problem.Text{}
		}
		own[module][w.Key] = problem.L(w.Zh, w.En)
	}
	return own, nil
}

// Of is the company's word for something, or the product's.
func (b Both) Of(module, key string, product problem.Text) problem.Text {
	own := b[module][key]
	if own.Zh != "" {
		product.Zh = own.Zh
	}
	if own.En != "" {
		product.En = own.En
	}
	return product
}

// rename puts the company's words into a menu. The entrance of a module of somebody else is called like the module.
func (b Both) rename(list []ModuleData, lang string) {
	for i := range list {
		m := &list[i]
		both := b.Of("menu", m.ModuleKey, problem.L(m.Name, m.FName))
		m.Name, m.FName = both.Zh, both.En
		m.ModuleName = both.In(lang)
		b.renameItems(m.MenuChildren, lang)
		for i := range m.MenuChildren {
			if item := &m.MenuChildren[i]; item.MenuKey == m.ModuleKey+"."+entrance {
				item.MenuName = m.ModuleName
			}
		}
	}
}

func (b Both) renameItems(items []Item, lang string) {
	for i := range items {
		item := &items[i]
		if own := b["menu"][item.MenuKey].In(lang); own != "" {
			item.MenuName = own
		}
		b.renameItems(item.Children, lang)
	}
}

// Language puts the asked modules of texts together. product are the product's own words, for table, table_value and
// menu; common, system and aps carry the company's words alone. A copy that carries the same cache time is current: its
// maps stay out.
func (b Both) Language(product Both, lang, modules, cacheTime string) LanguageData {
	maps := Maps{}
	for _, module := range textModules {
		if !asked(modules, module) {
			continue
		}
		words := map[string]string{}
		for key, text := range product[module] {
			words[key] = text.In(lang)
		}
		for key, text := range b[module] {
			if word := text.In(lang); word != "" && (product[module] == nil || words[key] != "") {
				words[key] = word
			}
		}
		maps[module] = words
	}
	data := LanguageData{CacheTime: stamp(maps), Maps: maps}
	if data.CacheTime == cacheTime {
		data.Maps = nil
	}
	return data
}

// stamp is the cache time: a mark of the very words, which change with the program, the language, the roles of the caller
// and the company's wording. It is the same on every node, whenever that was started.
func stamp(maps Maps) string {
	text, err := json.Marshal(maps) // maps are written in the order of their keys
	if err != nil {
		return ""
	}
	sum := fnv.New64a()
	_, _ = sum.Write(text) // a hash never fails
	return fmt.Sprintf("%x", sum.Sum64())
}

// asked tells whether a comma list names a module; an empty list names all.
func asked(modules, module string) bool {
	return strings.TrimSpace(modules) == "" || slices.ContainsFunc(strings.Split(modules, ","), func(m string) bool { return strings.TrimSpace(m) == module })
}
