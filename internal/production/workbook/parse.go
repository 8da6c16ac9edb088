package workbook

import (
	"unicode/utf8"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// tidy is a cell as its column reads it: cleaned, and a dash of any kind as the one that clears.
func tidy(typed string) (string, *broken) {
	if bad := cell.Check(typed); bad != nil {
		return "", brokenBy(bad)
	}
	if cell.IsDash(typed) {
		return cell.Dash, nil
	}
	return cell.Clean(typed), nil
}

// brokenBy is the rule of a text that cannot be read.
func brokenBy(bad *cell.Fault) *broken { return &broken{bad.Rule, bad.Text} }

func tooLong(s string, size int) *broken {
	if n := utf8.RuneCountInString(s); n > size {
		return &broken{RuleTooLong, msgTooLong.With(problem.Count(size, "%d 个字符", "%d character", "%d characters"), n)}
	}
	return nil
}

func parseDecimal(s string, most int) (quantity.Decimal, *broken) {
	return within(most)(cell.Number(s))
}

// within refuses numbers below none and, unless it is 0, above most.
func within(most int) func(quantity.Figure, *cell.Fault) (quantity.Decimal, *broken) {
	return func(typed quantity.Figure, bad *cell.Fault) (quantity.Decimal, *broken) {
		switch {
		case bad != nil:
			return 0, brokenBy(bad)
		case typed.Below(0):
			return 0, &broken{RuleNegative, msgNegative}
		case most > 0 && typed.Above(quantity.Whole(int64(most))):
			return 0, &broken{RuleRange, msgMost.With(most)}
		}
		return typed.Kept, nil
	}
}

// parseHours reads hours, which a duration may be as well: 1:30.
func parseHours(s string) (quantity.Minutes, *broken) {
	h, bad := within(maxHours)(cell.Hours(s))
	return quantity.HoursToMinutes(h), bad
}

func parseInt(s string, least, most int) (int, *broken) {
	n, bad := cell.Integer(s)
	switch {
	case bad != nil:
		return 0, brokenBy(bad)
	case n < 0:
		return 0, &broken{RuleNegative, msgNegative}
	case n < int64(least) || most > 0 && n > int64(most):
		return 0, &broken{RuleRange, msgRange.With(least, most)}
	}
	return int(n), nil
}

func parseChoice(s string, options []Option) (int, *broken) {
	n, bad := cell.Choice(s, options)
	if bad != nil {
		return 0, brokenBy(bad)
	}
	return n, nil
}

func parseFlag(s string) (bool, *broken) {
	yes, bad := cell.Flag(s, problem.Text{}, problem.Text{})
	if bad != nil {
		return false, brokenBy(bad)
	}
	return yes, nil
}
