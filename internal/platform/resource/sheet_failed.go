package resource

import (
	"context"
	"io"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// titleReason heads the column that says why a row failed. Headers that begin with # are not read, so that the mended
// file can be imported as it is.
var titleReason = problem.L("# 原因", "# Reason")

// Failed gives the writer of the rows of a file that cannot be imported, as they were read, with the reason beside each.
// Like a dry run it leaves nothing behind: the caller's transaction must be rolled back.
func (r *Resource[T]) Failed(ctx context.Context, tx store.Tx, data []byte) (func(io.Writer) error, error) {
	var rows []sheet.Row
	in := &importer[T]{dryRun: true, keep: func(row sheet.Row) {
		row.Cells = slices.Clone(row.Cells)
		rows = append(rows, row)
	}}
	if err := r.check(ctx, tx, data, in); err != nil {
		return nil, err
	}
	reasons := map[int][]string{}
	for _, f := range in.result.Faults {
		reasons[f.Row] = append(reasons[f.Row], f.Message)
	}
	page := sheet.Page{Name: r.spec.Label.In(in.lang)}
	for _, f := range in.header {
		title := ""
		if f != nil {
			title = f.Label.In(in.lang)
		}
		page.Columns = append(page.Columns, sheet.Column{Title: title})
	}
	page.Columns = append(page.Columns, sheet.Column{Title: titleReason.In(in.lang), Mark: sheet.Required, Width: 60})
	page.Rows = func(yield func([]any) bool) {
		for _, row := range rows {
			if len(reasons[row.Number]) == 0 {
				continue
			}
			cells := make([]any, len(in.header)+1)
			for i := range in.header {
				if i < len(row.Cells) {
					cells[i] = row.Cells[i]
				}
			}
			cells[len(in.header)] = strings.Join(slices.Compact(reasons[row.Number]), "; ")
			if !yield(cells) {
				return
			}
		}
	}
	return func(w io.Writer) error { return sheet.WriteXLSX(w, page) }, nil
}
