package sheet

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// A format may show a number with zeros and letters that the file does not keep with it: 7 as 0007 or HT-0007. Who types names and
// numbers of things means what they see, who types figures means the figure. So a cell has both, and its column takes one.

// mask is such a format, of one part of the code of a format: places of digits and texts between them.
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

// maskLength bounds the text of a mask, in bytes: spreadsheet programs write at most 255 characters. What cells show counts as their
// text, which is bounded for the whole file.
const maskLength = 3 * 255

// masks are the parts of a format's code: which of them shows a number is told by its sign, or by the condition of the part.
type masks struct {
	parts []conditional
	text  [2]string // stands before and behind a text
}

// conditional is a mask for the numbers that a condition is true of.
type conditional struct {
	sign  string // <, <=, =, <>, >= or >; "" for all
	bound float64
	mask  mask
	read  bool   // false for what shows figures: fractions, thousands, currencies and all else that is no mask
	unit  string // what it shows behind the number
}

// ownFormat is a format of the file's own.
type ownFormat struct {
	shows shownAs
	masks *masks // nil where numbers and texts are shown as they are
}

// readFormat reads the code of a format.
func readFormat(code string) ownFormat {
	f := ownFormat{shows: formatShows(code)}
	if f.shows == asNumber {
		f.masks = masksOf(code)
	}
	return f
}

// General is the format of a number as it is; Chinese programs write it in their own words.
var general = []string{"General", "G/通用格式"}

// literals are shown as they stand in a format.
const literals = " -+():&'~{}<>=!^"

// mostParts is how many parts a format may have: those of positive and negative numbers, of zero, and of texts.
const mostParts = 4

// masksOf reads the code of a format; nil where no part of it makes a name of a number, shows a unit or adds to a text.
func masksOf(code string) *masks {
	var m masks
	named := false
	for rest, more := code, true; more && len(m.parts) < mostParts; {
		var part conditional
		var before string
		before, rest, more = cutPart(rest)
		if around, is := textPart(before); is {
			m.text, named = around, named || around != [2]string{}
			break
		}
		part.sign, part.bound, before = condition(before)
		part.mask, part.read = maskOf(before)
		part.unit = unitBehind(before)
		named = named || part.read && part.mask.isName() || part.unit != ""
		m.parts = append(m.parts, part)
	}
	if !named {
		return nil
	}
	m.sign()
	return &m
}

// sign gives the parts of a code without conditions those that they have by their order.
func (m *masks) sign() {
	for _, p := range m.parts {
		if p.sign != "" {
			return
		}
	}
	switch len(m.parts) {
	case 2:
		m.parts[0].sign, m.parts[1].sign = ">=", "<"
	case 3, 4:
		m.parts[0].sign, m.parts[1].sign = ">", "<"
	}
}

// cutPart cuts the code of a format behind its first part: at a semicolon that is no text.
func cutPart(code string) (part, rest string, more bool) {
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '"':
			if end := strings.IndexByte(code[i+1:], '"'); end >= 0 {
				i += end + 1
			}
		case '\\', '_', '*':
			i++
		case ';':
			return code[:i], code[i+1:], true
		}
	}
	return code, "", false
}

// textPart reads the part of a format that texts have: @ stands for the text.
func textPart(part string) (around [2]string, is bool) {
	for len(part) > 0 {
		if part[0] == '@' {
			if is {
				return [2]string{}, true // twice
			}
			is, part = true, part[1:]
			continue
		}
		text, places, _, size := maskToken(part)
		if size == 0 || places > 0 {
			return [2]string{}, is
		}
		if is {
			around[1] += text
		} else {
			around[0] += text
		}
		part = part[size:]
	}
	if len(around[0])+len(around[1]) > maskLength {
		return [2]string{}, is
	}
	return around, is
}

// condition takes the condition off a part: [>=100].
func condition(part string) (sign string, bound float64, rest string) {
	for at := 0; at < len(part) && part[at] == '['; {
		inside, behind, closed := strings.Cut(part[at+1:], "]")
		if !closed {
			break
		}
		number := strings.TrimLeft(inside, "<>=")
		if sign = inside[:len(inside)-len(number)]; sign != "" {
			if value, err := strconv.ParseFloat(strings.TrimSpace(number), 64); err == nil {
				return sign, value, part[:at] + behind
			}
			break
		}
		at = len(part) - len(behind)
	}
	return "", 0, part
}

// holds tells whether a part shows a number.
func (c *conditional) holds(number float64) bool {
	switch c.sign {
	case "<":
		return number < c.bound
	case "<=":
		return number <= c.bound
	case ">":
		return number > c.bound
	case ">=":
		return number >= c.bound
	case "=":
		return number == c.bound
	case "<>":
		return number != c.bound
	}
	return true
}

// maskOf reads a part of a format; false for what shows a figure with its unit, or what is no mask.
func maskOf(part string) (m mask, read bool) {
	for len(part) > 0 {
		text, places, zeros, size := maskToken(part)
		if size == 0 {
			return mask{}, false
		}
		m.add(text, places, zeros)
		part = part[size:]
	}
	return m, true
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
		if inside, _, closed := strings.Cut(code[1:], "]"); closed && !strings.ContainsAny(inside, "<>=") && !strings.HasPrefix(strings.ToUpper(inside), "DBNUM") && (!strings.HasPrefix(inside, "$") || strings.HasPrefix(inside, "$-")) { // a colour or a language, and no Chinese digits
			return "", 0, 0, len(inside) + 2
		}
	case r >= utf8.RuneSelf || strings.ContainsRune(literals, r):
		return string(r), 0, 0, width
	}
	return "", 0, 0, 0
}

// unitBehind is the text that a part of a format shows behind its last digit; "" for a part without digits.
func unitBehind(part string) string {
	var behind strings.Builder
	digits := false
	for len(part) > 0 {
		text, places, _, size := maskToken(part)
		switch {
		case places > 0:
			behind.Reset()
			digits = true
		case size == 0:
			text, size = unitToken(part)
		}
		behind.WriteString(text)
		part = part[size:]
	}
	if !digits || behind.Len() > maskLength {
		return ""
	}
	return strings.TrimSpace(behind.String())
}

// unitToken reads what figures have beside digits and texts: [$mm] and [$mm-409] show mm; points, commas and the like no unit.
func unitToken(part string) (text string, size int) {
	if inside, _, closed := strings.Cut(part[1:], "]"); part[0] == '[' && closed {
		shown, _, _ := strings.Cut(strings.TrimPrefix(inside, "$"), "-")
		if !strings.HasPrefix(inside, "$") {
			shown = ""
		}
		return shown, len(inside) + 2
	}
	_, size = utf8.DecodeRuneInString(part)
	return "", size
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

// shown is a number as its format shows it; "" for one that is shown as it is, or not at all.
func (m *masks) shown(number string) string {
	if m == nil {
		return ""
	}
	digits, isNegative := strings.CutPrefix(number, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return ""
	}
	for i := range m.parts {
		p := &m.parts[i]
		if !p.holds(value) {
			continue
		}
		if !p.read || isNegative && (p.sign == "" || p.bound > 0) { // such a number is shown with its sign
			return ""
		}
		return p.mask.shown(digits)
	}
	return ""
}

// unit is what the format of a number shows behind it; "" for nothing.
func (m *masks) unit(number string) string {
	value, err := strconv.ParseFloat(number, 64)
	if m == nil || err != nil {
		return ""
	}
	for i := range m.parts {
		if p := &m.parts[i]; p.holds(value) {
			return p.unit
		}
	}
	return ""
}

// shownText is a text as its format shows it; "" where it shows the text itself.
func (m *masks) shownText(text string) string {
	if m == nil || text == "" || m.text == [2]string{} {
		return ""
	}
	return strings.TrimSpace(m.text[0] + text + m.text[1])
}

// shown is a number without a sign as the mask shows it; "" where it makes no name of it. A part without places is a word for the
// numbers that it shows.
func (m *mask) shown(number string) string {
	if m.places == 0 {
		return strings.TrimSpace(m.text())
	}
	if !m.isName() {
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

// text is what the parts say beside the digits.
func (m *mask) text() (all string) {
	for _, p := range m.parts {
		all += p.text
	}
	return all
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
