package sheet

import (
	"math"
	"strconv"
	"strings"
)

const (
	digitsKept  = 15   // of a number, by spreadsheet programs: what stands behind is noise of its binary form
	firstLonger = 1e15 // a number with more digits, of which the file has lost some
	smallest    = 1e-9 // below it a number is written as the file does
)

// written is a number of a file as a text, however the program wrote it: 1001.0, 1.001E3 and 1001 are one. A number with
// more digits than a spreadsheet keeps stays in the form that shortens it, see cell.Check.
func written(text string) string {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || strings.ContainsAny(text, "xX_") {
		return text
	}
	return number(f)
}

func number(f float64) string {
	size := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return "#NUM!"
	case size >= firstLonger || size > 0 && size < smallest:
		return strconv.FormatFloat(f, 'E', -1, 64)
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', digitsKept, 64), 64)
	if err != nil { // cannot be: it was written by the line above
		short = f
	}
	return strconv.FormatFloat(short+0, 'f', -1, 64) // +0: no minus before nothing
}
