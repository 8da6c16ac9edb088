package problem

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// verb is a place of a format that is filled, with the number of its argument where it names one.
var verb = regexp.MustCompile(`%(?:\[(\d+)\])?([-+# 0]*\d*(?:\.\d+)?[a-zA-Z])|%%`)

// spaced fills a Chinese format as fmt.Sprintf does, with the space that stands between a Chinese character and a figure or a Latin
// word: what is put in may be either, so that the format alone cannot have it right.
func spaced(format string, args []any) string {
	var b strings.Builder
	next, behind := 0, 0
	wasFilled, reordered := false, false // what b ends with was put in; an argument was named by its number
	literal := func(text string) {
		if wasFilled && parts(b.String(), text) {
			b.WriteByte(' ')
		}
		wasFilled = wasFilled && text == ""
		b.WriteString(text)
	}
	for _, at := range verb.FindAllStringSubmatchIndex(format, -1) {
		literal(format[behind:at[0]])
		behind = at[1]
		if at[4] < 0 {
			literal("%")
			continue
		}
		if at[2] >= 0 {
			reordered = true
			next, _ = strconv.Atoi(format[at[2]:at[3]])
			next--
		}
		if next >= len(args) || next < 0 {
			return fmt.Sprintf(format, args...) // which says what is wrong
		}
		text := fmt.Sprintf("%"+format[at[4]:at[5]], args[next])
		next++
		if parts(b.String(), text) {
			b.WriteByte(' ')
		}
		b.WriteString(text)
		wasFilled = true
	}
	if next < len(args) && !reordered {
		return fmt.Sprintf(format, args...)
	}
	literal(format[behind:])
	return b.String()
}

// parts tells whether a space belongs between two texts: one ends in a Chinese character where the other begins with a figure or a
// Latin letter, or the other way round.
func parts(before, behind string) bool {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(behind)
	return unicode.Is(unicode.Han, a) && isWord(b) || isWord(a) && unicode.Is(unicode.Han, b)
}

func isWord(r rune) bool {
	return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
