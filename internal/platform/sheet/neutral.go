package sheet

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// neutral keeps a spreadsheet program from taking a text for a formula: it puts an apostrophe before what could start
// one. A signed number, a phone number with blanks or a lone dash stays as it is.
func neutral(s string) string {
	if beginsWithBreak(s) || guarded(s) || startsFormula(s) {
		return "'" + s
	}
	return s
}

// exact is a text as a cell of an xlsx holds it, so that the way back is exact: cells of text are no formulas, and an apostrophe
// goes only before what plain would take one from, or what would be trimmed.
func exact(s string) string {
	if plain(s) != s || beginsWithBreak(s) {
		return "'" + s
	}
	return s
}

// plain undoes neutral and exact.
func plain(s string) string {
	if strings.HasPrefix(s, "'") && beginsWithBreak(s) || guarded(s) {
		return s[1:]
	}
	return s
}

// beginsWithBreak tells whether a text begins with a tab or a carriage return, which some programs drop before they look
// for a formula, or with apostrophes before one.
func beginsWithBreak(s string) bool {
	s = strings.TrimLeft(s, "'")
	return s != "" && (s[0] == '\t' || s[0] == '\r')
}

// cellBreaks begin a new cell or a new row where the program that opens a csv separates by another character than the
// comma: there quotes within a line protect nothing.
const cellBreaks = ";\t\r\n"

// neutralCSV is neutral for a csv: also behind whatever begins a cell in another locale.
func neutralCSV(s string) string {
	if beginsWithBreak(s) {
		return "'" + eachCell(s, neutral, neutralBehind)
	}
	return eachCell(s, neutral, neutralBehind)
}

// neutralBehind is neutral for what stands behind a break: a quote is doubled in a csv, and a cell that begins with two of them goes on
// behind them.
func neutralBehind(s string) string {
	if guardedBehind(s) || startsFormula(unquoted(s)) {
		return "'" + s
	}
	return neutral(s)
}

// plainBehind undoes neutralBehind.
func plainBehind(s string) string {
	if guardedBehind(s) {
		return s[1:]
	}
	return plain(s)
}

func guardedBehind(s string) bool {
	return strings.HasPrefix(s, "'") && startsFormula(unquoted(strings.TrimLeft(s, "'")))
}

// unquoted is a text without the quotes that it begins with, and what people do not see between them.
func unquoted(s string) string {
	return strings.TrimLeftFunc(s, func(r rune) bool { return r == '"' || unseen(r) })
}

// textFormula is a formula that is a text alone: programs write it so that others keep leading zeros and take no code for a date.
var textFormula = regexp.MustCompile(`^="([^"]*)"$`)

// plainCSV is what a cell of a csv says: it undoes neutralCSV, and takes a formula that is a text alone as that text.
func plainCSV(s string) string {
	if text := textFormula.FindStringSubmatch(s); text != nil {
		return strings.TrimSpace(text[1])
	}
	if strings.HasPrefix(s, "'") && beginsWithBreak(s) {
		s = s[1:]
	}
	return eachCell(s, plain, plainBehind)
}

// eachCell changes every stretch of a text that a program could take for a cell of its own: the first one, and those behind a break.
func eachCell(s string, first, behind func(string) string) string {
	if !strings.ContainsAny(s, cellBreaks) {
		return first(s)
	}
	var out strings.Builder
	for change := first; s != ""; change = behind {
		end := len(s)
		if at := strings.IndexAny(s, cellBreaks); at >= 0 {
			end = at
		}
		out.WriteString(change(s[:end]))
		if end < len(s) {
			out.WriteByte(s[end])
			end++
		}
		s = s[end:]
	}
	return out.String()
}

// guarded tells whether a text is one that neutral would make: an apostrophe before a formula, or before apostrophes
// before one.
func guarded(s string) bool {
	return strings.HasPrefix(s, "'") && startsFormula(strings.TrimLeft(s, "'"))
}

// startsFormula tells whether a spreadsheet program may take a text for a formula, in any usual locale: some read
// full-width signs as their narrow twins, and blanks or invisible characters before a sign do not count.
func startsFormula(s string) bool {
	s = strings.TrimLeftFunc(s, unseen)
	first, size := utf8.DecodeRuneInString(s)
	switch narrow(first) {
	case '=', '@', '|', '%': // a pipe calls a program (DDE), a percent sign begins a macro of old ones
		return true
	case '+', '-':
		return !harmless(first, s[size:])
	}
	return false
}

// harmless tells whether a text that begins with a plus or a minus is no formula: a number, digits with blanks such as a
// phone number, or the sign alone, which people write for "none". Anything that could be computed is none of them.
func harmless(sign rune, rest string) bool {
	return strings.Trim(rest, string(sign)) == "" || strings.TrimLeft(rest, ".,0123456789 ") == ""
}

// unseen are characters before a sign that people do not see or that programs drop.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) ||
		unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// narrow is the ASCII twin of a sign that begins a formula.
func narrow(r rune) rune {
	switch r {
	case '＝', '﹦':
		return '='
	case '＋', '﹢':
		return '+'
	case '－', '﹣', '−':
		return '-'
	case '＠', '﹫':
		return '@'
	case '｜', '￨', '¦':
		return '|'
	case '％', '﹪':
		return '%'
	}
	return r
}
