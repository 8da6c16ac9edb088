package resource

import (
	"regexp"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
)

// Lines stand in one cell of a sheet as value,value;value,value. A value that holds a separator or a quote is written
// in double quotes, as in csv.

func quoteValue(value string) string {
	if !strings.ContainsAny(value, `,;"`) {
		return value
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
}

// splitValues cuts at separators outside of quotes; the quotes stay.
func splitValues(text string, separator byte) []string {
	var parts []string
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == separator && !quoted:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

func unquoteValue(value string) string {
	value = strings.TrimSpace(value)
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	return strings.ReplaceAll(value[1:len(value)-1], `""`, `"`)
}

// timeSpan is how people write the begin and the end of a shift or a break.
var timeSpan = regexp.MustCompile(`^(\d{1,2}:\d{2}) ?[-~] ?(\d{1,2}:\d{2})$`)

// spread makes two values of each span that stands where two fields of times follow each other.
func spread(values []string, fields []*Field) []string {
	for i := 0; i < len(values) && i+1 < len(fields); i++ {
		if fields[i].Kind != KindTime || fields[i+1].Kind != KindTime {
			continue
		}
		if ends := timeSpan.FindStringSubmatch(cell.Fold(unquoteValue(values[i]))); ends != nil {
			values = slices.Replace(values, i, i+1, ends[1], ends[2])
		}
	}
	return values
}
