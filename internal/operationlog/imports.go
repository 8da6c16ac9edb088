package operationlog

import (
	"context"
	"encoding/json"
	"fmt"

	"mouldworks/internal/platform/store"
)

// importParts reads what the further transactions of imports have counted, by the row id of the import's first line.
func (l *Log) importParts(ctx context.Context, tx store.Tx, found []store.Operation) (map[string][]store.FieldChange, error) {
	imports := map[string][]string{} // row ids by entity
	for _, o := range found {
		if o.Action == store.ActionImport && o.RowID != "" {
			imports[o.Entity] = append(imports[o.Entity], o.RowID)
		}
	}
	parts := map[string][]store.FieldChange{}
	for entity, ids := range imports {
		lines, err := tx.ImportParts(ctx, entity, ids, l.shared())
		if err != nil {
			return nil, err
		}
		for _, o := range lines {
			var changes []store.FieldChange
			if err := json.Unmarshal(o.Changes, &changes); err != nil {
				return nil, fmt.Errorf("read line %s of the operation log: %w", o.ID, err)
			}
			parts[o.RowID] = append(parts[o.RowID], changes...)
		}
	}
	return parts, nil
}

// withParts adds the counts of an import's further transactions to those of its first.
func withParts(first, parts []store.FieldChange) []store.FieldChange {
	for _, part := range parts {
		added := false
		for i := range first {
			if first[i].Field == part.Field {
				first[i].After, added = sum(first[i].After, part.After), true
			}
		}
		if !added {
			first = append(first, part)
		}
	}
	return first
}

// sum adds counts: numbers, or objects of numbers.
func sum(a, b any) any {
	if x, isNumber := a.(float64); isNumber {
		more, _ := b.(float64)
		return x + more
	}
	x, isCounts := a.(map[string]any)
	y, areCounts := b.(map[string]any)
	if !isCounts || !areCounts {
		return a
	}
	total := map[string]any{}
	for _, counts := range []map[string]any{x, y} {
		for key, value := range counts {
			before, _ := total[key].(float64)
			more, _ := value.(float64)
			total[key] = before + more
		}
	}
	return total
}
