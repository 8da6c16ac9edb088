package resource

import (
	"context"
	"encoding/json"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

const historyLines = 200

// history reads a row's lines of the operation log with the labels of its fields and the titles of what it refers to.
func (r *Resource[T]) history(ctx context.Context, tx store.Tx, row *T) (Log, error) {
	out := Log{Rows: []LogLine{}, Names: map[string]string{}}
	lines, err := tx.History(ctx, r.Name(), r.kept(row).ID, historyLines)
	if err != nil {
		return out, err
	}
	w := wanted{}
	for _, line := range lines {
		var changes []store.FieldChange
		if err := json.Unmarshal(line.Changes, &changes); err != nil {
			return out, err
		}
		worded := LogLine{At: line.At, By: line.By, Through: line.Through, Action: line.Action, Changes: []LogChange{}}
		for _, c := range changes {
			label := problem.L(c.Field, c.Field)
			if f := r.field(c.Field); f != nil {
				label = f.Label
				for _, v := range []any{c.Before, c.After} {
					logged(f, v, w)
				}
			}
			worded.Changes = append(worded.Changes, LogChange{c.Field, label, c.Before, c.After})
		}
		out.Rows = append(out.Rows, worded)
	}
	out.Names, err = w.titles(ctx, tx)
	return out, err
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
