package app

import (
	"context"
	"os"

	"mouldworks/internal/verify"
)

// verifyDeps tells verify who is signed in and which numbers are known.
func (a *App) verifyDeps() verify.Deps {
	provider := a.options.SMS
	if provider == nil {
		provider = verify.Log{To: os.Stdout}
	}
	return verify.Deps{
		DB: a.DB, Provider: provider, Known: a.Identity.Known,
		Person: func(ctx context.Context) (verify.Person, error) {
			own, err := a.Identity.OwnOf(ctx)
			return verify.Person(own), err
		},
	}
}

// checkSwitchCode proves that whoever switches to another tenant holds the phone.
func (a *App) checkSwitchCode(ctx context.Context, phone, code string) error {
	return a.Verify.Check(ctx, phone, verify.Switching, code)
}
