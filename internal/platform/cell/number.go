package cell

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// grouped are digits in groups of three, by commas or by spaces, but not by both.
var grouped = regexp.MustCompile(`^[+-]?\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+)(?:\.\d*)?$`)

// longNumber is a number, however large.
var longNumber = regexp.MustCompile(`^[+-]?\d+(?:\.\d*)?(?:[eE][+-]?\d{1,4})?$`)

// Number reads 1234.5, 1,234.5, 1 234.5, １２３４．５ and 1.2345E3. A comma before one or two digits is refused: it may mean
// a decimal point or a slip.
func Number(s string) (quantity.Figure, *Fault) {
	s = Fold(s)
	if grouped.MatchString(s) {
		s = strings.NewReplacer(",", "", " ", "").Replace(s)
	}
	figure, err := quantity.ParseFigure(s)
	switch {
	case err != nil && longNumber.MatchString(s):
		return quantity.Figure{}, &Fault{RuleRange, msgTooLarge}
	case err != nil:
		return quantity.Figure{}, &Fault{RuleNumber, msgNumber}
	}
	return figure, nil
}

// Rate reads a number or a percentage: 85% is 85 for a field that counts in percent, and 0.85 for any other.
func Rate(s string, inPercent bool) (quantity.Figure, *Fault) {
	part, is := strings.CutSuffix(Fold(s), "%")
	figure, bad := Number(part)
	if is && !inPercent {
		figure = figure.Percent()
	}
	return figure, bad
}

// Integer reads a number without a fraction.
func Integer(s string) (int64, *Fault) {
	figure, bad := Number(s)
	switch {
	case bad != nil && bad.Rule == RuleRange:
		return 0, bad
	case bad != nil:
		return 0, &Fault{RuleNumber, msgInteger}
	case !figure.IsWhole():
		return 0, &Fault{RuleInteger, msgInteger}
	}
	return int64(figure.Kept / quantity.Whole(1)), nil
}

// span are hours and minutes, as spreadsheet programs show a time or a duration: 1:30, 26:00, 0:45:30.
var span = regexp.MustCompile(`^(\d{1,5}):([0-5]\d)(?::([0-5]\d))?$`)

// Hours reads decimal hours, or hours and minutes such as 1:30 and 26:00; they are kept in minutes, rounded half up. What is not 0
// and would become 0 is refused.
func Hours(s string) (quantity.Figure, *Fault) {
	if parts := span.FindStringSubmatch(Fold(s)); parts != nil {
		hours, _ := strconv.Atoi(parts[1])
		minutes, _ := strconv.Atoi(parts[2])
		seconds, _ := strconv.Atoi(parts[3]) // none is 0
		m := quantity.Minutes(hours*60 + minutes + (seconds+30)/60)
		if m == 0 && seconds > 0 {
			return quantity.Figure{}, &Fault{RuleShort, msgShort}
		}
		return m.Figure(seconds), nil
	}
	figure, bad := Number(s)
	switch {
	case bad != nil && bad.Rule == RuleRange:
		return quantity.Figure{}, bad
	case bad != nil:
		return quantity.Figure{}, &Fault{RuleNumber, msgHours}
	case quantity.LessThanAMinute(Fold(s)):
		return quantity.Figure{}, &Fault{RuleShort, msgShort}
	}
	return figure, nil
}

// Option is one choice.
type Option struct {
	Value int
	Label problem.Text
	Also  []string // other words of files, such as those of earlier templates
}

// Choice reads the number of an option, its name in either language, or both as a fault tells them: 0 open.
func Choice(s string, options []Option) (int, *Fault) {
	key := Close(Key(s))
	for _, o := range options {
		number, zh, en := strconv.Itoa(o.Value), Close(Key(o.Label.Zh)), Key(o.Label.En)
		if key == number || key == number+".0" || key == zh || key == en || key == Close(number+" "+zh) || key == number+" "+en || slices.ContainsFunc(o.Also, func(word string) bool { return key == Close(Key(word)) }) {
			return o.Value, nil
		}
	}
	return 0, &Fault{RuleChoice, msgChoice.With(Choices(options))}
}

// Choices words the options: 0 open, 1 on hold.
func Choices(options []Option) problem.Text {
	var zh, en []string
	for _, o := range options {
		zh = append(zh, strconv.Itoa(o.Value)+" "+o.Label.Zh)
		en = append(en, strconv.Itoa(o.Value)+" "+o.Label.En)
	}
	return problem.L(strings.Join(zh, "、"), strings.Join(en, ", "))
}

var (
	plainYes = problem.L("是", "Yes")
	plainNo  = problem.L("否", "No")
)

// Flag reads yes and no: the words that the column has for them, 1 and 0, and the ticks and crosses of people. Words that
// are empty are 是 and 否, yes and no. The letter x is neither: to some it ticks, to others it crosses out.
func Flag(s string, yes, no problem.Text) (bool, *Fault) {
	if yes.Zh == "" {
		yes, no = plainYes, plainNo
	}
	key := Key(s)
	switch key {
	case Key(yes.Zh), Key(yes.En):
		return true, nil
	case Key(no.Zh), Key(no.En):
		return false, nil
	case "1", "1.0", "y", "yes", "t", "true", "是", "对", "√", "✓", "✔", "☑":
		return true, nil
	case "0", "0.0", "n", "no", "f", "false", "否", "错", "×", "✗", "✘", "☐":
		return false, nil
	}
	return false, &Fault{RuleChoice, msgChoice.With(Choices([]Option{{Value: 1, Label: yes}, {Value: 0, Label: no}}))}
}
