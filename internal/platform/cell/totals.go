package cell

import (
	"regexp"
	"strings"

	"mouldworks/internal/platform/problem"
)

// A row of totals below a table, or below each of its groups, is no record. Read as one it would keep its mould out for the number that
// it lacks, or come in as a record that is called “Total”. It is passed over and told.

// RuleTotals is told of a row of totals.
const RuleTotals = "totals"

var msgTotals = problem.L("此行为合计行，已略过；如果它是真实数据，请先在对应列表中新建，再导入此文件", "This is a row of totals and is passed over. If it is a record after all, make it in its list first and then import the file")

// Totals is what is said of a row of totals.
func Totals() *Fault { return &Fault{RuleTotals, msgTotals} }

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

// Column is what IsTotals has to know of a column that is read.
type Column struct {
	At          int // its place in the row, negative where the file does not have it
	Key, Needed bool
	Whole       bool // it holds whole numbers
}

// IsTotals tells whether a row below the headings is one of totals, and the cell that says so: beside it there are numbers alone and,
// before it, what the total is of. A row that lacks nothing of its key is one only where the word stands for the last of it, and no
// record is called so. merged are the values of cells that empty ones are merged with.
func IsTotals(cells []string, merged map[int]string, columns []Column, isNamed func(word string) bool) (word string, is bool) {
	at := -1
	for i, text := range cells {
		if !hasTotal(text) {
			continue
		}
		if key := Key(text); totalWord.MatchString(key) {
			at = i
			break
		} else if at < 0 && totalOf.MatchString(key) {
			at = i
		}
	}
	if at < 0 {
		return "", false
	}
	word = Clean(cells[at])
	ofKey, lacks, before := false, false, true // before the column of the word
	for _, c := range columns {
		if c.At < 0 {
			continue
		}
		own := ""
		if c.At < len(cells) {
			own = strings.TrimSpace(Clean(cells[c.At]))
		}
		lacks = lacks || c.Key && c.Needed && own == "" && merged[c.At] == ""
		switch {
		case c.At == at:
			ofKey, before = c.Key, false
			lacks = lacks || c.Key && c.Whole
		case own == "" || IsDash(own) || c.Key && before:
		default:
			if _, bad := Hours(own); bad != nil { // any number, or 2:30
				return "", false
			}
		}
	}
	isWhole := totalWord.MatchString(Key(word))
	return word, lacks && (isWhole || ofKey) || ofKey && isWhole && !isNamed(word)
}
