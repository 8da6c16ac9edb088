package resource

import (
	"slices"
	"testing"
)

// What is written into a cell as lines of values is read back as the same values, whatever they hold.
func TestLinesOfACellAreReadAsTheyWereWritten(t *testing.T) {
	lines := [][]string{{"王工", "0755-1"}, {`东莞市, 长安镇; "一号"`, ""}, {`"`, ","}, {"", ";"}, {`a"b`, `""`}}
	cell := ""
	for i, line := range lines {
		if i > 0 {
			cell += ";"
		}
		for j, value := range line {
			if j > 0 {
				cell += ","
			}
			cell += quoteValue(value)
		}
	}
	parts := splitValues(cell, ';')
	if len(parts) != len(lines) {
		t.Fatalf("%q has %d lines, want %d", cell, len(parts), len(lines))
	}
	for i, part := range parts {
		var values []string
		for _, value := range splitValues(part, ',') {
			values = append(values, unquoteValue(value))
		}
		if !slices.Equal(values, lines[i]) {
			t.Errorf("line %d of %q reads %q, want %q", i, cell, values, lines[i])
		}
	}
}
