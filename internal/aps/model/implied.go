package model

import (
	"strings"
)

// Implied tells a step that a mould has without an operation.
func Implied(operation string) bool {
	return strings.HasPrefix(operation, "assembly:") || strings.HasPrefix(operation, "tryout:")
}
