package resource

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

const historyLines = 200

// LogField is something that the operation log tells of a row and no field of the form holds.
type LogField struct {
	Key   string
	Label problem.Text
	// Words are texts, by the keys and identities that a logged list may hold; nil where the list is for people as it is.
	Words func(ctx context.Context, tx store.Tx, keys []string) (map[string]string, error)
}

// Logs are what the operation log tells of a row and no field of the form holds.
func (r *Resource[P]) Logs() []LogField { return r.spec.Logs }

// worded gives a logged list as people read it. What has no words any more stays as it was written.
func (l *LogField) worded(ctx context.Context, tx store.Tx, value any) (any, error) {
	list, isList := value.([]any)
	if l.Words == nil || !isList {
		return value, nil
	}
	keys := make([]string, len(list))
	for i, one := range list {
		keys[i], _ = one.(string)
	}
	words, err := l.Words(ctx, tx, keys)
	for i, key := range keys {
		keys[i] = cmp.Or(words[key], key)
	}
	return keys, err
}

// History reads a row's lines of the operation log with the labels of its fields and the titles of what it refers to.
func (r *Resource[P]) History(ctx context.Context, tx store.Tx, row P) (Log, error) {
	out := Log{Rows: []LogLine{}, Names: map[string]string{}}
	lines, err := tx.History(ctx, r.Name(), row.Kept().ID, historyLines)
	if err != nil {
		return out, err
	}
	w := wanted{}
	for _, line := range lines {
		var changes []store.FieldChange
		if err := json.Unmarshal(line.Changes, &changes); err != nil {
			return out, err
		}
		worded := LogLine{At: line.At, By: AuthorOf(ctx, tx, line), Through: line.Through, Action: line.Action, Changes: []LogChange{}}
		for _, c := range changes {
			label := problem.L(c.Field, c.Field)
			if f := r.field(c.Field); f != nil {
				label = f.Label
				for _, v := range []any{c.Before, c.After} {
					logged(f, v, w)
				}
			} else if at := slices.IndexFunc(r.spec.Logs, func(l LogField) bool { return l.Key == c.Field }); at >= 0 {
				label = r.spec.Logs[at].Label
				for _, v := range []*any{&c.Before, &c.After} {
					if *v, err = r.spec.Logs[at].worded(ctx, tx, *v); err != nil {
						return out, err
					}
				}
			}
			worded.Changes = append(worded.Changes, LogChange{c.Field, label, c.Before, c.After})
		}
		out.Rows = append(out.Rows, worded)
	}
	if out.Names, err = w.shown(ctx, tx); err != nil {
		return out, err
	}
	w.veil(ctx, tx, out.Names)
	return out, nil
}

// AuthorOf is who wrote a line of the operation log, as the person may know them.
func AuthorOf(ctx context.Context, tx store.Tx, line store.Operation) string {
	if line.AccountID != "" && !tx.Actor().Reach.Account(line.AccountID) {
		return WordUnseen.In(problem.Language(ctx))
	}
	return line.By
}

// logged collects the references in a logged value, which has the shape of its JSON.
func logged(f *Field, value any, w wanted) {
	switch v := value.(type) {
	case string:
		if f.target != nil && v != "" {
			w.add(f.target, v)
		}
	case []any: // a list of references, or lines
		for _, one := range v {
			logged(f, one, w)
		}
	case map[string]any:
		for _, inner := range f.Fields {
			logged(inner, v[inner.Key], w)
		}
	}
}
