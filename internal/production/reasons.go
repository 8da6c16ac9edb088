package production

import (
	"slices"
	"strings"

	"mouldworks/internal/production/workbook"
)

// Why rows stay out, for the file of the refused ones.

var (
	msgOtherRow  = L("同一模具的其他行有错误", "Another row of this mould has an error")
	msgInColumn  = L("%s：%s", "%s: %s")
	msgFaultIn   = L("工作表“%s”：%s", "Sheet “%s”: %s")
	quoteHeading = L("“%s”", "“%s”")
)

// giveReason notes an error as a reason of its row, with the heading of its cell; an error of a heading is one of every row.
func (in *importer) giveReason(f workbook.Fault) {
	if !in.upload.keep {
		return
	}
	if aboutHeader[f.Rule] {
		in.headingFaults = append(in.headingFaults, f)
		return
	}
	in.addReason(f.Place(), in.underHeading(f))
}

func (in *importer) addReason(at workbook.Place, reason string) {
	if !slices.Contains(in.reasons[at], reason) {
		in.reasons[at] = append(in.reasons[at], reason)
	}
}

// underHeading is a fault with the heading of its cell as the file has it, unless it names the cell itself.
func (in *importer) underHeading(f workbook.Fault) string {
	text := f.Text.In(in.lang)
	if in.rawAt == nil {
		in.rawAt = make(map[workbook.Place]int, len(in.parsed.Raw))
		for i := range in.parsed.Raw {
			in.rawAt[in.parsed.Raw[i].Place] = i
		}
	}
	i, there := in.rawAt[f.Place()]
	if !there {
		return text
	}
	heading := in.parsed.Raw[i].Heading(f.Column, in.lang)
	for _, name := range []string{heading, in.column(f.Sheet, f.Column).Label.In(in.lang)} {
		if name == "" || strings.HasPrefix(text, name) || strings.Contains(text, quoteHeading.With(name).In(in.lang)) {
			return text
		}
	}
	return msgInColumn.With(heading, L(text, text).Inside()).In(in.lang)
}

// addOtherReasons says beside a row's own faults which headings keep every row out; a row without any reason stays out with
// another row of its mould.
func (in *importer) addOtherReasons(at workbook.Place) {
	if in.all {
		for _, f := range in.headingFaults {
			in.addReason(at, in.headingReason(f, at))
		}
	}
	if len(in.reasons[at]) == 0 {
		in.reasons[at] = []string{msgOtherRow.In(in.lang)}
	}
}

// headingReason is a fault of a heading for a row; where the row stands in another sheet it names that of the heading.
func (in *importer) headingReason(f workbook.Fault, at workbook.Place) string {
	if f.Sheet != at.Sheet || f.Part != at.Part {
		for i := range in.parsed.Pages {
			if page := &in.parsed.Pages[i]; page.Sheet == f.Sheet && page.Part == f.Part && page.Name != "" {
				return msgFaultIn.With(page.Name, f.Text).In(in.lang)
			}
		}
	}
	return f.Text.In(in.lang)
}
