package workbook

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

func tooLong(s string, size int) *broken {
	if n := utf8.RuneCountInString(s); n > size {
		return &broken{RuleTooLong, msgTooLong.With(size, n)}
	}
	return nil
}

func parseDecimal(s string, most int) (quantity.Decimal, *broken) {
	d, err := quantity.ParseDecimal(s)
	switch {
	case err != nil:
		return 0, &broken{RuleNumber, msgNumber}
	case d < 0:
		return 0, &broken{RuleNegative, msgNegative}
	case most > 0 && d > quantity.Whole(int64(most)):
		return 0, &broken{RuleRange, msgMost.With(most)}
	}
	return d, nil
}

func parseInt(s string, least, most int) (int, *broken) {
	d, err := quantity.ParseDecimal(s)
	switch {
	case err != nil:
		return 0, &broken{RuleNumber, msgNumber}
	case d != quantity.Whole(int64(d/quantity.Whole(1))):
		return 0, &broken{RuleInteger, msgInteger}
	case d < 0:
		return 0, &broken{RuleNegative, msgNegative}
	}
	n := int(d / quantity.Whole(1))
	if n < least || most > 0 && n > most {
		return 0, &broken{RuleRange, msgRange.With(least, most)}
	}
	return n, nil
}

func parseChoice(s string, options []Option) (int, *broken) {
	n, err := strconv.Atoi(strings.TrimSuffix(s, ".0"))
	for _, o := range options {
		if err == nil && n == o.Value || strings.EqualFold(s, o.Label.Zh) || strings.EqualFold(s, o.Label.En) {
			return o.Value, nil
		}
	}
	return 0, &broken{RuleChoice, msgChoice.With(optionList(options))}
}

// optionList words the choices: 0 open, 1 on hold.
func optionList(options []Option) problem.Text {
	var zh, en []string
	for _, o := range options {
		zh = append(zh, strconv.Itoa(o.Value)+" "+o.Label.Zh)
		en = append(en, strconv.Itoa(o.Value)+" "+o.Label.En)
	}
	return problem.L(strings.Join(zh, "，"), strings.Join(en, ", "))
}

func parseFlag(s string) (bool, *broken) {
	switch strings.ToLower(s) {
	case "1", "y", "yes", "true", "是", "√":
		return true, nil
	case "0", "n", "no", "false", "否":
		return false, nil
	}
	return false, &broken{RuleChoice, msgChoice.With(problem.L("1 是，0 否", "1 yes, 0 no"))}
}
