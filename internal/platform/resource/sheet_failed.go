package resource

import (
	"context"
	"io"
	"slices"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// titleReason heads the column that says why a row is refused. Headings that begin with # are not read, so that the mended
// file can be imported as it is.
var titleReason = problem.L("# 原因", "# Reason")

var msgNoneRefused = problem.L("没有未通过的行", "No row of the file is refused")

// NoneRefused refuses to give the refused rows of a file that has none.
func NoneRefused() error { return problem.Refuse(msgNoneRefused) }

// Refused gives the writer of exactly the rows of a file that are refused, as they were typed, under the headings of the
// file and with the reasons beside each. It writes nothing to the list. The writer holds the rows: release gives their
// memory back and must be called when it is no longer needed.
func (r *Resource[P]) Refused(ctx context.Context, db *store.DB, file ImportFile) (write func(io.Writer) error, release func(), err error) {
	file.DryRun = true
	in, release, err := r.judged(ctx, db, file)
	if err != nil {
		return nil, nil, err
	}
	if err := in.apply(ctx, db); err != nil {
		release()
		return nil, nil, err
	}
	if len(in.faults) == 0 {
		release()
		return nil, nil, NoneRefused()
	}
	reasons := map[int][]string{}
	for _, f := range in.faults {
		reasons[f.Row] = append(reasons[f.Row], f.Texts.In(in.lang))
	}
	ofHeadings := reasons[in.table.header.number]
	header := in.table.header.cells
	own := len(header) // columns of the file
	for _, row := range in.table.rows {
		if in.staysOut(row) {
			own = max(own, len(row.cells)) // cells below no heading come back, too
		}
	}
	page := sheet.Page{Name: r.spec.Label.In(in.lang), Columns: make([]sheet.Column, own)}
	for i, title := range header {
		page.Columns[i].Title = title
	}
	added := in.columns[len(header):]
	for _, f := range added {
		page.Columns = append(page.Columns, sheet.Column{Title: f.Label.In(in.lang)})
	}
	page.Columns = append(page.Columns, sheet.Column{Title: titleReason.In(in.lang), Mark: sheet.Required, Width: 60})
	page.Rows = func(yield func([]any) bool) {
		for _, row := range in.table.rows {
			if !in.staysOut(row) {
				continue
			}
			cells := make([]any, 0, len(page.Columns))
			for i := range own {
				cells = append(cells, in.again(row, i))
			}
			for i := range added {
				cells = append(cells, in.typed(row, len(header)+i))
			}
			why := slices.Concat(reasons[row.number], ofHeadings)
			cells = append(cells, problem.Listed(slices.Compact(why)).In(in.lang))
			if !yield(cells) {
				return
			}
		}
	}
	return func(w io.Writer) error { return sheet.WriteXLSX(w, page) }, release, nil
}

// staysOut tells whether a row is not taken; a heading that means nothing, or one too many, keeps all of them out.
func (in *importer[P]) staysOut(row fileRow) bool { return in.blocked || in.faulty[row.number] }

// again is a cell of the file as a person typed it, see sheet.AsTyped; the number of a date or a time is shown as such.
func (in *importer[P]) again(row fileRow, at int) any {
	kind := sheet.ValueUnknown
	if at < len(row.kinds) {
		kind = row.kinds[at]
	}
	if in.added(at) || in.columns[at] == nil {
		if at < len(row.cells) {
			return sheet.AsTyped(cell.Show(row.cells[at]), kind, false)
		}
		return nil
	}
	f, text := in.columns[at], in.typed(row, at)
	if _, mended := in.edits[place{row.number, f.Key}]; mended {
		return text
	}
	switch f.Kind {
	case KindDate, KindInstant:
		d, notNumber := cell.Number(text)
		if notNumber != nil || d.Above(quantity.Whole(lastSerial)) || kind != sheet.ValueNumber && !in.dates.Date1904 { // 20270430 is a date as people type it
			break
		}
		if w, bad := in.dates.When(text); bad == nil {
			return w.Show(in.dates.Zone)
		}
	case KindTime:
		if m, bad := cell.Clock(text); bad == nil && kind == sheet.ValueNumber {
			return cell.ShowClock(m)
		}
	}
	return sheet.AsTyped(cell.Show(text), kind, f.Kind == KindInteger || f.Kind == KindDecimal || f.Kind == KindHours)
}

// lastSerial is beyond every serial number of a spreadsheet program that is read as a date.
const lastSerial = 1_000_000
