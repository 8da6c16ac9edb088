package workbook

import (
	"regexp"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// A row of totals below a table, or below each of its groups, is no record. Read as one it would keep its mould out for the number that
// it lacks, or come in as a part that is called “Total”. It is passed over and told.

// RuleTotals is told of a row of totals.
const RuleTotals = "totals"

var msgTotals = problem.L("此行为合计行，已略过；如果它是真实数据，请先在对应列表中新建，再导入此文件", "This is a row of totals and is passed over. If it is a record after all, make it in its list first and then import the file")

var (
	// totalWord is a cell that says nothing but that here is a total: 合计, Total, Grand total: 12 parts.
	totalWord = regexp.MustCompile(`^([合总總小共] ?[计計]|汇 ?总|总 ?和|totals?|sub[ -]?totals?|grand totals?)( ?:.*)?$`)
	// totalOf is one that says of what: M1 小计, M1 Total.
	totalOf = regexp.MustCompile(`([合总總小共][计計]|汇总| totals?| sub[ -]?totals?)$`)
)

// hasTotal tells whether a cell holds a piece of such a word: of a large file hardly any does, and patterns are slow.
func hasTotal(text string) bool {
	return strings.ContainsAny(text, "计計总總汇") || strings.Contains(text, "otal") || strings.Contains(text, "OTAL")
}

// totals tells whether a row below the headings is one of totals, and the cell that says so: beside it there are numbers alone and, before
// it, what the total is of. A row that lacks nothing of its key is one only where the word stands for the last of it, and no record
// is called so.
func (in *reader) totals(r sheet.Row) (word string, is bool) {
	at := -1
	for i, text := range r.Cells {
		if !hasTotal(text) {
			continue
		}
		if key := cell.Key(text); totalWord.MatchString(key) {
			at = i
			break
		} else if at < 0 && totalOf.MatchString(key) {
			at = i
		}
	}
	if at < 0 {
		return "", false
	}
	word = cell.Clean(r.Cells[at])
	ofKey, lacks, before := false, false, true // before the column of the word
	for i, c := range in.columns {
		k := in.at[i]
		if k < 0 {
			continue
		}
		own := ""
		if k < len(r.Cells) {
			own = strings.TrimSpace(cell.Clean(r.Cells[k]))
		}
		lacks = lacks || c.Key && c.Required && own == "" && r.Merged[k] == ""
		switch {
		case k == at:
			ofKey, before = c.Key, false
			lacks = lacks || c.Key && c.Kind == KindInt
		case own == "" || cell.IsDash(own) || c.Key && before:
		default:
			if _, bad := cell.Hours(own); bad != nil { // any number, or 2:30
				return "", false
			}
		}
	}
	isWhole := totalWord.MatchString(cell.Key(word))
	return word, lacks && (isWhole || ofKey) || ofKey && isWhole && !in.named(word)
}

// named tells whether a stored record is called so, though a row of totals would be.
func (in *reader) named(word string) bool {
	return in.options.Named != nil && in.options.Named(word)
}

// passTotals passes over a row of totals.
func (in *reader) passTotals(number int, word string) {
	in.pages[len(in.pages)-1].Skipped++
	in.row = number
	in.fault("", word, &broken{RuleTotals, msgTotals}).Level = Warning
	in.settle(Scope{}, nil)
}
