package result

import (
	"context"

	"mouldworks/internal/aps/model"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// EnglishNamesOf reads the English names of the actor's factory; nil: nobody has any.
type EnglishNamesOf func(ctx context.Context, tx store.Tx) (*model.EnglishNames, error)

// Searched are words with the English names, whatever the caller's language: searches know both.
func (of EnglishNamesOf) Searched(ctx context.Context, tx store.Tx) (w model.Words, err error) {
	w.Lang = problem.Language(ctx)
	if of != nil {
		w.English, err = of(ctx, tx)
	}
	return w, err
}

// Words are those of the caller's language.
func (of EnglishNamesOf) Words(ctx context.Context, tx store.Tx) (w model.Words, err error) {
	w.Lang = problem.Language(ctx)
	if of != nil && w.Lang == problem.English {
		w.English, err = of(ctx, tx)
	}
	return w, err
}
