package app

import (
	"context"
	"os"

	"mouldworks/internal/platform/store"
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

// proven checks a code for identity, which is made before verify, and notes whose phone it has proved: single sign-on
// links accounts by proved numbers alone.
func (a *App) proven(ctx context.Context, phone string, purpose verify.Purpose, code string) error {
	if err := a.Verify.Check(ctx, phone, purpose, code); err != nil {
		return err
	}
	return a.DB.System(ctx, "a code has proved a phone", func(tx store.Tx) error {
		return a.Identity.NumberProved(ctx, tx, phone)
	})
}
