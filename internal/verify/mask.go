package verify

import "strings"

// MaskPhone hides the middle of a number: of 11 digits the first 3 and the last 2 stay (SMS-03, R20); of others the
// first quarter, at most 3, and as many of the last, at most 2.
func MaskPhone(phone string) string {
	letters := []rune(phone)
	head, tail := 3, 2
	if len(letters) != 11 {
		head, tail = min(3, len(letters)/4), min(2, len(letters)/4)
	}
	hidden := len(letters) - head - tail
	return string(letters[:head]) + strings.Repeat("*", hidden) + string(letters[len(letters)-tail:])
}
