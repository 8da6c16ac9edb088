package app

import (
	"context"
	"testing"

	"mouldworks/internal/menu"
)

// A refusal names the missing permission in words: each that a call asks for has its name in both languages.
func TestEveryPermissionHasAName(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		for _, key := range a.API.Permissions() {
			if name := menu.PermissionName(key); name.Zh == key || name.En == key || name.Zh == name.En {
				t.Errorf("%s is called %q and %q", key, name.Zh, name.En)
			}
		}
	})
}
