package resource

import (
	"regexp"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
)

// Lines stand in one cell of a sheet as value,value;value,value. A value that holds a separator or a quote is written
// in double quotes, as in csv.

func quoteValue(value string) string {
	if !strings.ContainsAny(value, `,;"`) {
		return value
	}
	return `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
}

// splitValues cuts at separators outside of quotes; the quotes stay. A value is quoted that begins with one: elsewhere it is a mark of
// the text, as in 1" drill.
func splitValues(text string, separator byte) []string {
	parts, _ := splitQuoted(text, separator)
	return parts
}

// splitQuoted is splitValues that tells whether each quote is closed.
func splitQuoted(text string, separator byte) (parts []string, closed bool) {
	quoted, begins, from := false, true, 0
	for i := range len(text) {
		switch c := text[i]; {
		case quoted:
			quoted = c != '"' // of two in a row, the second opens again
			begins = !quoted
		case c == '"':
			quoted, begins = begins, false
		case c == separator:
			parts, from, begins = append(parts, text[from:i]), i+1, true
		case c == ',' || c == ';':
			begins = true
		case c != ' ':
			begins = false
		}
	}
	return append(parts, text[from:]), !quoted
}

func unquoteValue(value string) string {
	value = strings.TrimSpace(value)
	if len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
		return value
	}
	return strings.ReplaceAll(value[1:len(value)-1], `""`, `"`)
}

// timeSpan is how people write the begin and the end of a shift or a break. Seconds are cut, as of any time.
var timeSpan = regexp.MustCompile(`^(\d{1,2}:\d{2})(?::\d{2})? ?[-~] ?(\d{1,2}:\d{2})(?::\d{2})?$`)

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

// beginWithTimes tells that a line begins with a span of time.
func beginWithTimes(fields []*Field) bool {
	return len(fields) >= 2 && fields[0].Kind == KindTime && fields[1].Kind == KindTime
}

// apart makes parts of their own of spans that commas separate: 08:00-12:00,13:00-17:00 are two lines, while in
// 08:00-17:00,12:00-13:00 the second span lies within the first and belongs to it.
func apart(part string, fields []*Field) []string {
	if !beginWithTimes(fields) {
		return []string{part}
	}
	values := splitValues(part, ',')
	var from, to string
	for i, value := range values {
		ends := timeSpan.FindStringSubmatch(cell.Fold(unquoteValue(value)))
		if ends == nil || i > 0 && within(ends[1], ends[2], from, to) {
			return []string{part}
		}
		from, to = ends[1], ends[2]
	}
	return values
}

// within tells whether a span of the clock lies in another, which may go past midnight.
func within(from, to, outerFrom, outerTo string) bool {
	const day = 24 * 60
	minutes := func(text string) int { at, _ := cell.Clock(text); return at } // what is no time is told of where it is taken in
	begin, last := minutes(outerFrom), minutes(outerTo)
	a, b := minutes(from), minutes(to)
	if last <= begin {
		last += day
	}
	if a < begin {
		a, b = a+day, b+day
	}
	if b < a {
		b += day
	}
	return b <= last
}

var (
	msgLineForm    = problem.L("%s。每项写作：%s，各项用分号隔开", "%s. Write each as: %s; semicolons part them")
	msgLineChoices = problem.L("%s（%s）", "%s (%s)")
)

// ruleQuote is broken by a quote that nothing closes.
const ruleQuote = "quote"

var msgQuote = problem.L("%s：引号没有成对", "%s: a quote is not closed")

// rulesOfLineForm are broken by who writes lines otherwise than here.
var rulesOfLineForm = []string{"required", ruleQuote, "reference", "surplus", cell.RuleChoice, cell.RuleNumber, cell.RuleInteger, cell.RuleDate, cell.RuleTime, "maxLength", "rest", "order"}

// lineForm is how a line of the field is written in a cell, with the words that its choices have.
func (f *Field) lineForm() problem.Text {
	return problem.InEach(func(lang string) string {
		values := make([]string, len(f.Fields))
		for i, inner := range f.Fields {
			values[i] = inner.Label.In(lang)
			var words []string
			for _, o := range inner.Options {
				words = append(words, o.Label.In(lang))
			}
			if len(words) > 0 {
				values[i] = msgLineChoices.In(lang, inner.Label, strings.Join(words, "/"))
			}
		}
		return strings.Join(values, ",")
	})
}
