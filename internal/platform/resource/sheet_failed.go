package resource

import (
	"context"
	"io"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// titleReason heads the column that says why a row is refused. Headings that begin with # are not read, so that the mended
// file can be imported as it is.
var titleReason = problem.L("# 原因", "# Reason")

// Refused gives the writer of exactly the rows of a file that are refused, as they were typed, under the headings of the
// file and with the reasons beside each. It writes nothing to the list. The writer holds the rows: release gives their
// memory back and must be called when it is no longer needed.
func (r *Resource[T]) Refused(ctx context.Context, db *store.DB, file ImportFile) (write func(io.Writer) error, release func(), err error) {
	file.DryRun = true
	in, release, err := r.judged(ctx, db, file)
	if err != nil {
		return nil, nil, err
	}
	if err := in.apply(ctx, db); err != nil {
		release()
		return nil, nil, err
	}
	reasons := map[int][]string{}
	for _, f := range in.faults {
		reasons[f.Row] = append(reasons[f.Row], f.Message)
	}
	ofHeadings := reasons[in.table.header.number]
	page := sheet.Page{Name: r.spec.Label.In(in.lang)}
	width := max(len(in.columns), len(in.table.header.cells))
	for i := range width {
		title := ""
		switch {
		case i < len(in.table.header.cells):
			title = in.table.header.cells[i]
		case in.columns[i] != nil:
			title = in.columns[i].Label.In(in.lang)
		}
		page.Columns = append(page.Columns, sheet.Column{Title: title})
	}
	page.Columns = append(page.Columns, sheet.Column{Title: titleReason.In(in.lang), Mark: sheet.Required, Width: 60})
	page.Rows = func(yield func([]any) bool) {
		for _, row := range in.table.rows {
			if !in.faulty[row.number] {
				continue
			}
			cells := make([]any, width+1)
			for i := range width {
				cells[i] = in.again(row, i)
			}
			why := reasons[row.number]
			if len(why) == 0 {
				why = ofHeadings
			}
			cells[width] = strings.Join(slices.Compact(why), "; ")
			if !yield(cells) {
				return
			}
		}
	}
	return func(w io.Writer) error { return sheet.WriteXLSX(w, page) }, release, nil
}

// again is a cell as a person typed it: a spreadsheet program shows the number of a date as a date.
func (in *importer[T]) again(row fileRow, at int) any {
	if at >= len(in.columns) || in.columns[at] == nil {
		if at < len(row.cells) {
			return row.cells[at]
		}
		return nil
	}
	text := in.typed(row, at)
	switch f := in.columns[at]; f.Kind {
	case KindDate, KindInstant:
		if _, notNumber := cell.Number(text); notNumber != nil {
			return text
		}
		if w, bad := in.dates.When(text); bad == nil {
			return w.Show(in.dates.Zone)
		}
	case KindTime:
		if m, bad := cell.Clock(text); bad == nil {
			return cell.ShowClock(m)
		}
	case KindInteger, KindDecimal, KindHours:
		if d, bad := cell.Number(text); bad == nil {
			return d
		}
	}
	return text
}
