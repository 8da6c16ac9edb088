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

// proven checks a code for identity, which is made before verify. The code alone proves no account: somebody else may know its
// password.
func (a *App) proven(ctx context.Context, phone string, purpose verify.Purpose, code string) error {
	return a.Verify.Check(ctx, phone, purpose, code)
}
