package sheet

import (
	"strings"
	"unicode/utf8"
)

// A format may show a number with zeros and letters that the file does not keep with it: 7 as 0007 or HT-0007. Who types names and
// numbers of things means what they see, who types figures means the figure. So a cell has both, and its column takes one.

// mask is such a format: places of digits in one run, between texts.
type mask struct {
	before, after string
	digits        int // at least
}

// maskLength bounds the text of a mask, in bytes: each cell that has it shows it once more.
const maskLength = 40

// ownFormat is a format of the file's own.
type ownFormat struct {
	shows shownAs
	mask  *mask // nil where a number is shown as it is
}

// readFormat reads the code of a format.
func readFormat(code string) ownFormat {
	f := ownFormat{shows: formatShows(code)}
	if f.shows == asNumber {
		f.mask = maskOf(code)
	}
	return f
}

// maskOf reads the part of a format that whole numbers have; nil where it does more than set zeros and texts around them, or nothing.
func maskOf(code string) *mask {
	var m mask
	places, inside := 0, false // places met, and whether the last one was just before
	add := func(text string) {
		if places == 0 {
			m.before += text
		} else {
			m.after += text
		}
		inside = false
	}
	for len(code) > 0 {
		r, size := utf8.DecodeRuneInString(code)
		switch {
		case r == ';':
			code, size = "", 0
		case r == '"':
			text, _, closed := strings.Cut(code[1:], `"`)
			if !closed {
				return nil
			}
			add(text)
			size = len(text) + 2
		case r == '\\' && len(code) > 1:
			_, next := utf8.DecodeRuneInString(code[1:])
			add(code[1 : 1+next])
			size = 1 + next
		case r == '0' || r == '#':
			if places > 0 && !inside { // a second run: the digits of a telephone number
				return nil
			}
			places, inside = places+1, true
			if r == '0' {
				m.digits++
			}
		case len(code) >= len(general) && strings.EqualFold(code[:len(general)], general):
			if places > 0 {
				return nil
			}
			places, size = 1, len(general)
		case strings.ContainsRune(" -+():&'~{}<>=!^", r) || r > utf8.RuneSelf:
			add(string(r))
		default: // fractions, thousands, percent, colours, currencies, filling
			return nil
		}
		code = code[size:]
	}
	m.before, m.after = strings.TrimLeft(m.before, " "), strings.TrimRight(m.after, " ")
	if places == 0 || m.before+m.after == "" && m.digits < 2 || len(m.before)+len(m.after)+m.digits > maskLength {
		return nil
	}
	return &m
}

// general is the format of a number as it is.
const general = "General"

// shown is a number as the mask shows it; "" for one that has a sign or a fraction.
func (m *mask) shown(number string) string {
	if m == nil || number == "" || strings.Trim(number, "0123456789") != "" {
		return ""
	}
	return m.before + strings.Repeat("0", max(0, m.digits-len(number))) + number + m.after
}
