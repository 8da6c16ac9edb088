package store

import (
	"context"
	"reflect"

	"github.com/uptrace/bun"
)

// updateChunk is how many rows one UPDATE carries.
const updateChunk = 100

// UpdateAll writes the whole of several rows of one table, a pointer to a slice of pointers, with few statements. As with
// Update the caller has read their versions: ErrStale says that some of them changed or went since, or stand there twice;
// the caller undoes the transaction and writes them one by one to learn which.
func (tx Tx) UpdateAll(ctx context.Context, model any) error {
	all := reflect.ValueOf(model).Elem()
	for from := 0; from < all.Len(); from += updateChunk {
		part := reflect.New(all.Type())
		part.Elem().Set(all.Slice(from, min(from+updateChunk, all.Len())))
		if err := tx.updateChunk(ctx, part.Interface()); err != nil {
			return err
		}
	}
	return nil
}

func (tx Tx) updateChunk(ctx context.Context, model any) error {
	rows := int64(0)
	fixed := []string{"id", "tenant_id", "created_at", "created_by"}
	each(model, func(row any) {
		k := row.(Record).Kept()
		k.Version, k.UpdatedAt, k.UpdatedBy = k.Version+1, Now(), tx.actor.AccountID
		if _, ok := row.(factoryRecord); ok && rows == 0 {
			fixed = append(fixed, "factory_id")
		}
		rows++
	})
	s, err := tx.scope(model)
	if err != nil {
		return err
	}
	q := tx.db.NewUpdate().Model(model).ExcludeColumn(fixed...).Bulk().Where("?TableAlias.version = _data.version - 1")
	for _, c := range s {
		q = q.Where("?TableAlias.? = ?", bun.Ident(c.column), c.value)
	}
	res, err := q.Exec(tx.mark(ctx))
	if err != nil {
		return tx.of.faultOfStatement(err)
	}
	if n, err := res.RowsAffected(); err != nil || n == rows {
		return err
	}
	return ErrStale
}
