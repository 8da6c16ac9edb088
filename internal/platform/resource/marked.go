package resource

import (
	"context"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/store"
)

// Marked are the numbers, codes and names of stored rows that begin like a remark of a file. Where a row of a file begins with
// one of them it is no remark.
func (r *Resource[P]) Marked(ctx context.Context, tx store.Tx) (names []string, err error) {
	var fields []*Field
	var columns []string
	for _, f := range r.fields {
		if f.Kind == KindText && (f.IsUnique || f == r.title || f.alias) {
			fields, columns = append(fields, f), append(columns, f.column)
		}
	}
	for _, mark := range []string{"#", "＃"} {
		var rows []P
		if err := tx.Select(&rows).Columns(columns...).Contains(mark, columns...).Scan(ctx); err != nil {
			return nil, err
		}
		for i := range rows {
			for _, f := range fields {
				if name := f.value(valueOf(rows[i])).String(); cell.Comment(name) {
					names = append(names, name)
				}
			}
		}
	}
	return names, nil
}
