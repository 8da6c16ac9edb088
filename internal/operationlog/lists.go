package operationlog

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// logged is what an entity declares of its lines beside its fields.
func (w *wording) logged(entity, key string) *resource.LogField {
	e := w.log.deps.Entities().Find(entity)
	if e == nil {
		return nil
	}
	all := e.Logs()
	if i := slices.IndexFunc(all, func(l resource.LogField) bool { return l.Key == key }); i >= 0 {
		return &all[i]
	}
	return nil
}

// place is a field of an entity.
type place struct{ entity, field string }

// wordLists puts words in the place of the keys that lists of lines hold, such as the permissions of a role. Each field is asked once.
func (w *wording) wordLists(ctx context.Context, tx store.Tx, found []store.Operation, changes [][]store.FieldChange) error {
	lists := map[place][][]any{}
	for i, o := range found {
		for _, c := range changes[i] {
			for _, v := range []any{c.Before, c.After} {
				if list, is := v.([]any); is {
					at := place{o.Entity, c.Field}
					lists[at] = append(lists[at], list)
				}
			}
		}
	}
	for at, of := range lists {
		l := w.logged(at.entity, at.field)
		if l == nil || l.Words == nil {
			continue
		}
		keys := map[string]bool{}
		for _, list := range of {
			for _, one := range list {
				if key, is := one.(string); is {
					keys[key] = true
				}
			}
		}
		words, err := l.Words(ctx, tx, slices.Sorted(maps.Keys(keys)))
		if err != nil {
			return err
		}
		for _, list := range of {
			for i, one := range list {
				if key, is := one.(string); is {
					list[i] = cmp.Or(words[key], key)
				}
			}
		}
	}
	return nil
}
