package app

import (
	"context"
	"testing"
	"unicode"
	"unicode/utf8"
)

// A choice stands alone in lists, exports and the operation log: in English it begins with a capital, as in the pages.
func TestChoicesBeginWithACapital(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		for _, entity := range a.Entities {
			meta := entity.Meta(func(string) bool { return true })
			for _, field := range meta.Fields {
				for _, option := range field.Options {
					if first, _ := utf8.DecodeRuneInString(option.Label.En); unicode.IsLower(first) {
						t.Errorf("%s.%s: %q", meta.Entity, field.Key, option.Label.En)
					}
				}
			}
		}
	})
}
