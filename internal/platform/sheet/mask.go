package sheet

import (
	"strings"
	"unicode/utf8"
)

// A format may show a number with zeros and letters that the file does not keep with it: 7 as 0007 or HT-0007. Who types names and
// numbers of things means what they see, who types figures means the figure. So a cell has both, and its column takes one.

// mask is such a format: places of digits and texts between them.
type mask struct {
	parts  []maskPart
	places int // of digits, in all parts
}

// maskPart is a text, or places of digits behind it: zeros of them are filled where the number is shorter.
type maskPart struct {
	text   string
	places int
	zeros  int
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

// General is the format of a number as it is; Chinese programs write it in their own words.
var general = []string{"General", "G/通用格式"}

// literals are shown as they stand in a format.
const literals = " -+():&'~{}<>=!^"

// maskOf reads the part of a format that positive numbers have; nil where it shows the number itself, a figure with its unit, or what
// is no mask.
func maskOf(code string) *mask {
	var m mask
	for len(code) > 0 && code[0] != ';' {
		text, places, zeros, size := maskToken(code)
		if size == 0 {
			return nil
		}
		m.add(text, places, zeros)
		code = code[size:]
	}
	if !m.isName() {
		return nil
	}
	return &m
}

// maskToken reads what a format begins with: a text, a place, or what shows nothing; size is 0 for fractions, thousands, currencies and
// all else that figures have.
func maskToken(code string) (text string, places, zeros, size int) {
	for _, word := range general {
		if len(code) >= len(word) && strings.EqualFold(code[:len(word)], word) {
			return "", 1, 0, len(word)
		}
	}
	r, width := utf8.DecodeRuneInString(code)
	_, next := utf8.DecodeRuneInString(code[width:])
	switch {
	case r == '0':
		return "", 1, 1, width
	case r == '#' || r == '?':
		return "", 1, 0, width
	case r == '"':
		if inside, _, closed := strings.Cut(code[1:], `"`); closed {
			return inside, 0, 0, len(inside) + 2
		}
	case next > 0 && r == '\\':
		return code[1 : 1+next], 0, 0, 1 + next
	case next > 0 && (r == '_' || r == '*'): // a gap as wide as the next character, or filled with it
		return "", 0, 0, 1 + next
	case r == '[':
		if inside, _, closed := strings.Cut(code[1:], "]"); closed && !strings.ContainsAny(inside, "<>=") && (!strings.HasPrefix(inside, "$") || strings.HasPrefix(inside, "$-")) { // a colour or a language
			return "", 0, 0, len(inside) + 2
		}
	case r >= utf8.RuneSelf || strings.ContainsRune(literals, r):
		return string(r), 0, 0, width
	}
	return "", 0, 0, 0
}

func (m *mask) add(text string, places, zeros int) {
	last := len(m.parts) - 1
	if last < 0 || text != "" && m.parts[last].places > 0 {
		m.parts, last = append(m.parts, maskPart{}), last+1
	}
	p := &m.parts[last]
	p.text, p.places, p.zeros = p.text+text, p.places+places, p.zeros+zeros
	m.places += places
}

// isName tells whether a mask makes a name of a number: with zeros before it, or with a text that is no heading of it, such as "No. ".
// A text behind the number alone is the unit of a figure.
func (m *mask) isName() bool {
	if m.places == 0 {
		return false
	}
	zeros, length, runs := 0, 0, 0
	for _, p := range m.parts {
		zeros, length = zeros+p.zeros, length+len(p.text)+p.places
		if p.places > 0 {
			runs++
		}
	}
	before := m.parts[0].text
	heads := before != "" && !strings.ContainsAny(before[len(before)-1:], " :.") && !strings.HasSuffix(before, "：")
	return length <= maskLength && (zeros > 1 && (runs == 1 || zeros == m.places) || heads && runs == 1)
}

// shown is a number as the mask shows it; "" for one that has a sign or a fraction.
func (m *mask) shown(number string) string {
	if m == nil || number == "" || strings.Trim(number, "0123456789") != "" {
		return ""
	}
	rest, out := number, ""
	for i := len(m.parts) - 1; i >= 0; i-- {
		p := m.parts[i]
		first := m.firstPlaces() == i
		take := min(p.places, len(rest))
		if first {
			take = len(rest)
		}
		digits := rest[len(rest)-take:]
		rest = rest[:len(rest)-take]
		out = p.text + strings.Repeat("0", max(0, p.zeros-len(digits))) + digits + out
	}
	return strings.TrimSpace(out)
}

// firstPlaces is the first part with places: it takes all digits that the others leave.
func (m *mask) firstPlaces() int {
	for i, p := range m.parts {
		if p.places > 0 {
			return i
		}
	}
	return -1
}
