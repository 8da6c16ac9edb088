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

// A quote within a value is a mark of its text: a drill of one inch. One that begins a value is closed.
func TestQuotesWithinValues(t *testing.T) {
	for text, want := range map[string][]string{
		`1" drill,pcs;Hours,h`: {`1" drill,pcs`, "Hours,h"}, `a,2";b`: {`a,2"`, "b"}, `"a;b",c;d`: {`"a;b",c`, "d"}, `a, "x;y";z`: {`a, "x;y"`, "z"},
	} {
		if got, closed := splitQuoted(text, ';'); !closed || !slices.Equal(got, want) {
			t.Errorf("%s: %q %t, want %q", text, got, closed, want)
		}
	}
	for _, text := range []string{`"A,pcs;B,h`, `a;"b`, `a,"b""`} {
		if got, closed := splitQuoted(text, ';'); closed {
			t.Errorf("%s: %q and no quote is open", text, got)
		}
	}
}
