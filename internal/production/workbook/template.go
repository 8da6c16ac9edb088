package workbook

import (
	"io"
	"slices"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// Codes asks Template and Write for the column codes as headers instead of a language.
const Codes = ""

// Template writes an empty workbook with headers in lang (zh, en or Codes), one commented example row per sheet and a
// guide to every column. masters adds the sheets of basic data.
func Template(w io.Writer, lang string, masters bool) error {
	var pages []sheet.Page
	for _, s := range Sheets() {
		if s.Master && !masters {
			continue
		}
		p := sheet.Page{Name: sheetName(s, lang), Muted: 1}
		example := make([]any, len(s.Columns))
		for i, c := range s.Columns {
			p.Columns = append(p.Columns, headerOf(c, lang))
			example[i] = c.Example
		}
		if first, ok := example[0].(string); ok {
			example[0] = "# " + first
		}
		p.Rows = slices.Values([][]any{example})
		pages = append(pages, p)
	}
	return sheet.WriteXLSX(w, append(pages, guidePage(lang, masters))...)
}

// Example writes the whole template in a language with the rows of a book, which are printed grey as examples are. about stands first in
// the guide.
func Example(w io.Writer, book *Book, lang string, zone *time.Location, about problem.Text) error {
	var pages []sheet.Page
	for _, t := range tables {
		p := t.page(book, lang, zone, true)
		p.Muted = t.count(book)
		pages = append(pages, p)
	}
	guide := guidePage(lang, true)
	rows := guide.Rows
	guide.Rows = func(yield func([]any) bool) {
		if yield([]any{examples.In(lang), "", "", "", "", "", "", about.In(lang)}) {
			rows(yield)
		}
	}
	return sheet.WriteXLSX(w, append(pages, guide)...)
}

var (
	examples = problem.L("示例", "Examples")
	flagged  = map[bool]problem.Text{true: problem.L("是", "Yes"), false: problem.L("否", "No")}
)

// words is a choice or a flag as people write it, and every other value as it is.
func (c Column) words(v any, lang string) any {
	switch v := v.(type) {
	case bool:
		return flagged[v].In(lang)
	case int:
		if i := slices.IndexFunc(c.Options, func(o Option) bool { return o.Value == v }); i >= 0 {
			return c.Options[i].Label.In(lang)
		}
	}
	return v
}

// Write writes the book with headers in lang: the sheets that hold rows, and of them the columns that some row fills.
// Local times are in zone.
func Write(w io.Writer, book *Book, lang string, zone *time.Location) error {
	var pages []sheet.Page
	for _, t := range tables {
		if t.count(book) > 0 {
			pages = append(pages, t.page(book, lang, zone, false))
		}
	}
	if len(pages) == 0 {
		return Template(w, lang, false)
	}
	return sheet.WriteXLSX(w, pages...)
}

func sheetName(s Sheet, lang string) string {
	if lang == Codes {
		return s.Code
	}
	return s.Label.In(lang)
}

func headerOf(c Column, lang string) sheet.Column {
	h := sheet.Column{Title: c.Code}
	if lang != Codes {
		h.Title = c.Label.In(lang)
	}
	switch {
	case c.Key:
		h.Mark = sheet.Key
	case c.Required:
		h.Mark = sheet.Required
	}
	return h
}

var kindLabels = map[Kind]problem.Text{
	KindText: problem.L("文本", "Text"), KindInt: problem.L("整数", "Whole number"), KindHours: problem.L("小时", "Hours"),
	KindDecimal: problem.L("数字", "Number"), KindDate: problem.L("日期", "Date"), KindDateEnd: problem.L("日期", "Date"),
	KindInstant: problem.L("日期时间", "Date and time"), KindEnum: problem.L("选项", "Choice"), KindRef: problem.L("引用", "Reference"),
	KindList: problem.L("列表（用分号分隔）", "List, separated by semicolons"), KindFlag: problem.L("是否（1/0）", "Yes or no (1/0)"),
}

// guidePage explains every column, in the asked language; with codes in English.
func guidePage(lang string, masters bool) sheet.Page {
	if lang == Codes {
		lang = problem.English
	}
	word := func(zh, en string) string { return problem.L(zh, en).In(lang) }
	p := sheet.Page{Name: guide.In(lang), Columns: []sheet.Column{
		{Title: word("工作表", "Sheet"), Width: 18},
		{Title: word("代码", "Code"), Width: 20},
		{Title: "中文", Width: 16},
		{Title: "English", Width: 22},
		{Title: word("类型", "Type"), Width: 22},
		{Title: word("必填", "Required"), Width: 12},
		{Title: word("最大", "Limit"), Width: 10},
		{Title: word("规则", "Rule"), Width: 60},
	}}
	rows := [][]any{
		{word("通用", "All sheets"), "", "", "", "", "", "", word("空单元格保留原值，- 清除；以 # 开头的行不导入；只做新增和更新，不删除", "An empty cell keeps the stored value, - clears it; rows that start with # are skipped; nothing is deleted")},
		{"", "", "", "", "", "", "", word("表头可用代码、中文或英文；时间按工厂时区；加粗列为关键列", "Headings may be codes, Chinese or English; times are the factory's; bold columns are keys")},
		{"", "", "", "", "", "", "", word("按“替换”方式导入时，没有行的工作表不表示任何意思；要删除某类的全部行，请在表头最左侧加一格“# 替换”", "In replace mode a sheet without rows says nothing; to remove every row of its kind, put a cell # replaces at the left of its headings")},
		{"", "", "", "", "", "", "", word("排程至少需要：模具、零件、工序", "The least for a schedule: moulds, parts and operations")},
	}
	for _, s := range Sheets() {
		if s.Master && !masters {
			continue
		}
		for _, c := range s.Columns {
			need := ""
			switch {
			case c.Key && c.Required:
				need = word("关键列", "Key")
			case c.Key:
				need = word("关键列（可空）", "Key, may be empty")
			case c.Required:
				need = word("是", "Yes")
			}
			note := c.Note.In(lang)
			if len(c.Options) > 0 {
				note = cell.Choices(c.Options).In(lang) + separated(note, lang)
			}
			var limit any
			if c.Max > 0 {
				limit = c.Max
			}
			rows = append(rows, []any{s.Label.In(lang), c.Code, c.Label.Zh, c.Label.En, kindLabels[c.Kind].In(lang), need, limit, note})
		}
	}
	p.Rows = slices.Values(rows)
	return p
}

var furtherNote = problem.L("；", "; ")

func separated(note, lang string) string {
	if note == "" {
		return ""
	}
	return furtherNote.In(lang) + note
}
