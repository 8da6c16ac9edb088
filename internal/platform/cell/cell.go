// Package cell turns the text of a cell of a file into a value: numbers, dates, clocks, choices, flags and the names of
// records, as people type them and as spreadsheet programs store them.
//
// What lives here: one reading for all imports, and the words for a text that cannot be read. What never does: files,
// columns, storage.
package cell

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// Fault says why a text cannot be read as what its column holds. The caller adds the place and the text as typed.
type Fault struct {
	Rule string
	Text problem.Text
}

// The rules of a Fault.
const (
	RuleNumber  = "number"
	RuleInteger = "integer"
	RuleRange   = "range" // a number beyond every limit
	RuleShort   = "min"   // hours that are not 0 but less than half a minute
	RuleDate    = "date"
	RuleTime    = "time"
	RuleChoice  = "choice"
	RuleFormat  = "format"    // the file shows the value shortened
	RuleFormula = "formula"   // the cell holds the error of a formula
	RuleMoment  = "moment"    // the file holds a date, a time or a share where a name was typed
	RuleMerged  = "merged"    // a number of merged cells counts once
	RuleControl = "character" // a control character, or one that the file has lost
)

var (
	msgNumber    = problem.L("必须是数字，例如 1234.5", "Must be a number such as 1234.5")
	msgTooLarge  = problem.L("数字过大", "The number is too large")
	msgHours     = problem.L("必须是小时数，例如 1.5 或 1:30", "Must be hours such as 1.5 or 1:30")
	msgShort     = problem.L("至少 1 分钟（0.02 小时），没有则填 0", "Must be at least 1 minute (0.02 hours), or 0")
	msgInteger   = problem.L("必须是整数，例如 12", "Must be a whole number such as 12")
	msgNoSuchDay = problem.L("日历上没有这一天", "There is no such day in the calendar")

	msgSerialYears = problem.L("此数字作为日期不在 %d 年到 %d 年之间，请写成 2026-03-20", "As a date this number lies outside the years %d to %d; write 2026-03-20")

	msgNoTime    = problem.L("只填日期，不填时间，例如 2026-03-20", "Must be a date without a time such as 2026-03-20")
	msgSkipped   = problem.L("当天没有这个时刻：夏令时开始，时钟拨快跳过了它", "There is no such time on that day: the clock is put forward over it")
	msgTime      = problem.L("时间格式不正确，例如 08:00", "Not a time of day; write 08:00")
	msgChoice    = problem.L("只能填：%s", "Must be one of: %s")
	msgShortened = problem.L("这个数字被电子表格缩写，末尾几位已丢失：请把该列设为文本格式，重新填写完整", "A spreadsheet has shortened this number and lost its last digits: format the column as text and write it in full")
	msgMoment    = problem.L("电子表格把这个编号变成了日期、时间或百分比：请把该列设为文本格式，重新填写", "A spreadsheet has made a date, a time or a percentage of this number: format the column as text and write it again")
	msgMerged    = problem.L("合并单元格中的数字只算在第一行，此行未取值", "A number in merged cells counts for their first row alone; this row takes none")
	msgFormula   = problem.L("公式没有结果，请填入值", "The formula has no result; write the value")
	msgControl   = problem.L("含有无法保存的字符（如控制字符或乱码），请重新输入", "Contains a character that cannot be stored (a control character or a broken one); type it again")
)

// What is said of a cell that should hold a date: by lists and by the workbook alike.
var (
	NoDate = problem.L("必须是日期，可以加上时间，例如 2026-03-20 或 2026-03-20 17:00", "Must be a date, with or without a time, such as 2026-03-20 or 2026-03-20 17:00")
	NoDay  = problem.L("必须是日期，例如 2026-03-20", "Must be a date such as 2026-03-20")
	Years  = YearsFrom(quantity.FirstYear)
)

// YearsFrom says which years a date may have, from the first one.
func YearsFrom(first int) problem.Text {
	return problem.L("年份须在 %d 到 %d 之间", "The year must lie between %d and %d").With(first, quantity.LastYear)
}

// Dash is the text that clears what is stored.
const Dash = "-"

// IsDash says whether a cell clears what is stored, whichever dash was typed.
func IsDash(s string) bool { return Fold(s) == Dash }

// Clean is a text as it is stored: without characters that nobody sees, with plain digits, letters and hyphens for
// full-width ones, plain spaces for all others and one form of every accented letter, trimmed. Other punctuation stays as it
// was typed.
func Clean(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 || s[i] < ' ' || s[i] == 0x7F {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimSpace(s)
	}
	s = strings.ReplaceAll(norm.NFC.String(s), "\r\n", "\n")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r == '\r':
			return '\n'
		case r == '\t', r != '\n' && blank(r):
			return ' '
		case invisible(r):
			return -1
		case r >= '０' && r <= '９', r >= 'Ａ' && r <= 'Ｚ', r >= 'ａ' && r <= 'ｚ':
			return r - '０' + '0'
		case r == '－': // the hyphen of an input method, in numbers of moulds and parts
			return '-'
		}
		return r
	}, s))
}

// Line is a cleaned text on a single line, as every name, code and number is stored: a line break, with the blanks around it, is one
// blank. Forms, lists and the workbook fold alike instead of refusing: people paste from cells, and spreadsheets break lines to
// show a name whole. Remarks keep their lines.
func Line(s string) string {
	s = Clean(s)
	if !strings.Contains(s, "\n") {
		return s
	}
	lines := strings.Split(s, "\n")
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.TrimSpace(line); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, " ")
}

// blank are the characters that look like a space: all white space, and the empty pattern of Braille.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\u2800' }

// invisible are the characters that Unicode says to show as nothing: joiners, fillers, marks of direction, soft hyphens, byte
// order marks, selectors of a variant. Signs that number or group what follows are format characters, too, but are seen.
func invisible(r rune) bool {
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Fold is a cleaned text with plain punctuation too, for what is read as a value: １２：３０ is 12:30.
func Fold(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if plain, other := plainPunctuation(r); other {
			return plain
		}
		return r
	}, Clean(s)))
}

func plainPunctuation(r rune) (rune, bool) {
	switch {
	case r >= '！' && r <= '～':
		return r - '！' + '!', true
	case r == '\u2010', r == '\u2011', r == '\u2012', r == '\u2013', r == '\u2014', r == '\u2212':
		return '-', true
	case r == '。':
		return '.', true
	}
	return 0, false
}

// Key is what two spellings of one name have in common: folded, in lower case, with single spaces. Names that must be unique
// are compared by it: in forms, in imports and, see the store, in the indexes of the database.
func Key(s string) string { return strings.ToLower(strings.Join(strings.Fields(Fold(s)), " ")) }

// Title is the key of a heading: without the star of a column that must be filled in, and without the space that Chinese may have
// beside a figure or a Latin word.
func Title(s string) string {
	return Close(strings.TrimSpace(strings.TrimRight(Key(Shorten(s, Heading)), "* ")))
}

// Close is a text without spaces beside Chinese characters: CAM 状态 and CAM状态 are one.
func Close(s string) string {
	if !strings.Contains(s, " ") {
		return s
	}
	letters := []rune(s)
	kept := letters[:0:0]
	for i, r := range letters {
		if r != ' ' || (i == 0 || !unicode.Is(unicode.Han, letters[i-1])) && (i+1 == len(letters) || !unicode.Is(unicode.Han, letters[i+1])) {
			kept = append(kept, r)
		}
	}
	return string(kept)
}

var formulaErrors = map[string]bool{
	"#NULL!": true, "#DIV/0!": true, "#VALUE!": true, "#REF!": true, "#NAME?": true, "#NUM!": true, "#N/A": true,
	"#GETTING_DATA": true, "#SPILL!": true, "#CALC!": true, "#FORMULA!": true, "#BLOCKED!": true, "#BUSY!": true, "#CONNECT!": true,
	"#EXTERNAL!": true, "#FIELD!": true, "#PYTHON!": true, "#TIMEOUT!": true, "#UNKNOWN!": true,
}

// IsFormulaError says whether a spreadsheet program shows the text in place of the result of a formula.
func IsFormulaError(s string) bool { return formulaErrors[strings.TrimSpace(s)] }

// Comment says whether a row or a column beginning with this cell is a remark that no import reads.
func Comment(s string) bool {
	s = Clean(s)
	return (strings.HasPrefix(s, "#") || strings.HasPrefix(s, "＃")) && !IsFormulaError(s)
}

// Check refuses what no column takes; it comes before every other reading.
func Check(s string) *Fault {
	if IsFormulaError(s) {
		return &Fault{RuleFormula, msgFormula}
	}
	if shortened.MatchString(Clean(s)) {
		return &Fault{RuleFormat, msgShortened}
	}
	if strings.ContainsFunc(Clean(s), unstorable) {
		return &Fault{RuleControl, msgControl}
	}
	return nil
}

// shortened is a number of twelve digits or more as a spreadsheet writes it, which has lost its last digits by then.
var shortened = regexp.MustCompile(`^-?\d(\.\d+)?[Ee]\+?(1[1-9]|[2-9]\d|\d{3,})$`)

// unstorable are characters that no text of ours holds: control characters but the line break, and the one that stands
// for a letter that a file has lost, such as half of a surrogate pair, and those that stand for none (U+FFFE, U+FFFF).
func unstorable(r rune) bool {
	return r != '\n' && unicode.IsControl(r) || r == unicode.ReplacementChar || r&0xFFFE == 0xFFFE
}

// Brief is Show of a text that a message or a preview quotes: of a long one its first 200 characters.
func Brief(s string) string { return Cut(s, 200) }

// How much of a text counts, in characters. A file of a few kilobytes can hold megabytes of text, which every pass over it reads again.
const (
	Heading = 200  // of a heading, which no field is called beyond
	Longest = 4000 // of a cell, unless its column keeps more or holds lines
)

// Shorten is a text itself, of one longer than most characters its beginning and a mark that more followed.
func Shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	n := 0
	for at := range s {
		if n++; n > most {
			return s[:at] + "…"
		}
	}
	return s
}

// Cut is Show of a text, of one longer than most characters its beginning.
func Cut(s string, most int) string {
	if len(s) > most {
		n := 0
		for at := range s {
			if n++; n > most {
				return Show(s[:at]) + "…"
			}
		}
	}
	return Show(s)
}

// Show is a text with a picture in the place of every character that Check refuses, for messages, files and logs: a null
// character is shown as ␀. Any other text stays as it is.
func Show(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', r == '\r', !unicode.IsControl(r):
			return r
		case r < ' ':
			return '\u2400' + r
		case r == 0x7F:
			return '\u2421'
		}
		return unicode.ReplacementChar
	}, s)
}

// Moment is the fault of a name that the file holds as a date, a time or a share.
func Moment() *Fault { return &Fault{RuleMoment, msgMoment} }

// Merged is what is said of a row that takes no number of the cells that it is merged with.
func Merged() *Fault { return &Fault{RuleMerged, msgMerged} }
