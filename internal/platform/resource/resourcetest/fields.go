package resourcetest

import (
	"fmt"
	"strings"

	"mouldworks/internal/platform/resource"
)

// Fields tells what the fields of an entity hold, a line each: key, kind and what it refers to, whether it is required,
// unique or fixed, its limits, its pattern, what it begins with, and its choices in their order with their words.
func Fields(of resource.Any) string {
	meta := of.Meta(func(string) bool { return true })
	var out strings.Builder
	out.WriteString(meta.Entity + "\n")
	writeFields(&out, meta.Fields, "\t")
	return out.String()
}

func writeFields(out *strings.Builder, fields []*resource.Field, indent string) {
	for _, f := range fields {
		fmt.Fprintf(out, "%s%s %s", indent, f.Key, f.Kind)
		if f.Target != "" {
			out.WriteString(":" + f.Target)
		}
		for _, word := range []struct {
			name  string
			holds bool
		}{{"required", f.Needed}, {"unique", f.IsUnique}, {"fixed", f.ReadOnly}} {
			if word.holds {
				out.WriteString(" " + word.name)
			}
		}
		if f.MaxLength > 0 {
			fmt.Fprintf(out, " ..%d", f.MaxLength)
		}
		if f.Most > 0 {
			fmt.Fprintf(out, " ..%d", f.Most)
		}
		switch {
		case f.Low != nil && f.High != nil:
			fmt.Fprintf(out, " %v..%v", *f.Low, *f.High)
		case f.Earliest+f.Latest != "":
			fmt.Fprintf(out, " %s..%s", f.Earliest, f.Latest)
		case f.Low != nil:
			fmt.Fprintf(out, " %v..", *f.Low)
		}
		if f.Regex != "" {
			out.WriteString(" " + f.Regex)
		}
		if f.Default != nil {
			fmt.Fprintf(out, " =%v", f.Default)
		}
		for i, o := range f.Options {
			fmt.Fprintf(out, "%s %d %s/%s", map[bool]string{true: ",", false: ":"}[i > 0], o.Value, o.Label.Zh, o.Label.En)
		}
		out.WriteByte('\n')
		writeFields(out, f.Fields, indent+"\t")
	}
}
