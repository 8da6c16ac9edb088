package sheet

import (
	"math"
	"strconv"
	"strings"
)

// AsTyped is a cell as it goes back into a file: a number stays a number, and a text a text, whatever it looks like. numbers says
// that the column is one of numbers. There a cell whose kind the file does not tell is a number where no letter of it changes.
func AsTyped(text string, kind ValueKind, numbers bool) any {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) || strings.ContainsAny(text, "xX_") {
		return text
	}
	same := strconv.FormatFloat(f, 'f', -1, 64) == text
	if kind == ValueNumber && (numbers || same) || kind == ValueUnknown && numbers && same {
		return f
	}
	return text
}
