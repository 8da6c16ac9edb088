package solver

import "fmt"

// ErrorCode classifies what Prepare refuses.
type ErrorCode uint8

// The codes of ProblemError.
const (
	ErrCycle ErrorCode = iota + 1
	ErrNegative
	ErrUnknown
	ErrNoModes
	ErrHorizon
	ErrTooLarge
	ErrCalendar
	ErrFix
	ErrParams
)

var errorNames = [...]string{
	"", "precedence cycle", "negative or impossible number", "unknown reference",
	"no modes", "horizon", "too large", "calendar", "fix", "parameter",
}

// String returns the code in words.
func (c ErrorCode) String() string {
	if int(c) < len(errorNames) {
		return errorNames[c]
	}
	return "unknown"
}

// ProblemError is a mistake in a Problem or in Params; Item names the culprit.
type ProblemError struct {
	Code   ErrorCode
	Item   string
	Detail string
}

// Error implements error.
func (e *ProblemError) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.Item, e.Code, e.Detail)
}

func fail(code ErrorCode, item, format string, args ...any) error {
	return &ProblemError{Code: code, Item: item, Detail: fmt.Sprintf(format, args...)}
}
