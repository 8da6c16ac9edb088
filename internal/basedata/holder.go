package basedata

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// holder is a flag that one row of an entity holds at most, and the row that wants it.
type holder[T any] struct {
	entity   string // its name in the log
	field    string // key of the flag
	column   string // of the flag
	id, name string // of the row that takes it
	title    func(*T) string
	key      string // of the question
	question problem.Text
}

// takeOver takes the flag away from the row that has it, once the user has said yes.
func takeOver[T any, P resource.Entity[T]](ctx context.Context, tx store.Tx, h holder[T]) error {
	before := new(T)
	switch err := tx.Select(before).Where("? = ?", bun.Ident(h.column), true).Where("id <> ?", h.id).Limit(1, 0).Scan(ctx); {
	case errors.Is(err, store.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	if tx.Actor().Confirmed != h.key {
		return problem.Confirm(h.key, h.question.With(h.title(before), h.name))
	}
	id := P(before).Kept().ID
	if _, err := tx.Change((*T)(nil)).Set("? = ?", bun.Ident(h.column), false).Where("id = ?", id).Exec(ctx); err != nil {
		return err
	}
	return tx.Log(ctx, h.entity, id, h.title(before), store.ActionChange, store.FieldChange{Field: h.field, Before: true, After: false})
}
