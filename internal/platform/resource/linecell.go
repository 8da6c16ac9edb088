package resource

import "strings"

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
