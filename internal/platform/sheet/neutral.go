package sheet

import "strings"

// neutral keeps a spreadsheet program from taking a text for a formula: it puts an apostrophe before what could start
// one. A signed number, a phone number or a lone dash stays as it is.
func neutral(s string) string {
	if startsFormula(s) || strings.HasPrefix(s, "'") && startsFormula(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// plain undoes neutral.
func plain(s string) string {
	if strings.HasPrefix(s, "'") && startsFormula(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

func startsFormula(s string) bool {
	if s == "" {
		return false
	}
	switch s[0] {
	case '=', '@', '\t', '\r':
		return true
	case '+', '-':
		return strings.Trim(s, "+-.,:/()0123456789 ") != ""
	}
	return false
}
