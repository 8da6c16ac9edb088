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
	wanted := map[Any][]string{}
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
					if id, ok := v.(string); ok && id != "" && f.target != nil {
						wanted[f.target] = append(wanted[f.target], id)
					}
				}
			}
			worded.Changes = append(worded.Changes, LogChange{c.Field, label, c.Before, c.After})
		}
		out.Rows = append(out.Rows, worded)
	}
	for target, ids := range wanted {
		names, err := target.titlesOf(ctx, tx, ids)
		if err != nil {
			return out, err
		}
		for id, name := range names {
			out.Names[id] = name
		}
	}
	return out, nil
}
