package resource

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// Lists and templates as files.

// Export gives the rows of a query, without paging, as a file: xlsx or csv. The question is asked at once, so that a wrong
// one is refused before the file begins.
func (r *Resource[P]) Export(ctx context.Context, db *store.DB, q Query, format string) (*api.File, error) {
	var ids []string
	var zone *time.Location
	if err := db.Read(ctx, func(tx store.Tx) error {
		zone = ZoneOf(tx)
		s, err := r.matching(tx, q)
		if err != nil {
			return err
		}
		ids, err = r.sorted(ctx, s, q.Sort)
		return err
	}); err != nil {
		return nil, err
	}
	lang, fields := problem.Language(ctx), r.columns()
	return ExportFile(ctx, db, r.page(lang), format, ids, func(ctx context.Context, tx store.Tx, piece []string) ([][]any, error) {
		rows, err := r.read(ctx, tx, piece)
		if err != nil {
			return nil, err
		}
		names, err := r.names(ctx, tx, rows...)
		if err != nil {
			return nil, err
		}
		beside := make([][]any, len(rows))
		if r.spec.Beside != nil {
			if beside, err = r.spec.Beside.Cells(ctx, tx, rows); err != nil {
				return nil, err
			}
		}
		cells := make([][]any, len(rows))
		for i := range rows {
			for _, f := range fields {
				cells[i] = append(cells[i], f.cell(valueOf(rows[i]), names, lang, zone))
				if r.spec.Beside != nil && f.Key == r.spec.Beside.After {
					cells[i] = append(cells[i], beside[i]...)
				}
			}
		}
		return cells, nil
	}), nil
}

// ExportFile is a list as a file, xlsx or csv, named after its page. The rows with the ids are read while they are written,
// in pieces, so that a long list takes no more memory than a short one. Without ids the file holds its headings alone and
// is marked as empty, so that the client can say so (CALL-17).
func ExportFile(ctx context.Context, db *store.DB, page sheet.Page, format string, ids []string, read func(ctx context.Context, tx store.Tx, piece []string) ([][]any, error)) *api.File {
	file := sheetFile(page.Name, format, func(w io.Writer) error {
		var failed error
		page.Rows = func(yield func([]any) bool) {
			for piece := range slices.Chunk(ids, MaxPage) {
				var rows [][]any
				if failed = db.Read(ctx, func(tx store.Tx) (err error) { rows, err = read(ctx, tx, piece); return err }); failed != nil {
					return
				}
				for _, cells := range rows {
					if !yield(cells) {
						return
					}
				}
			}
		}
		err := page.Write(w, format)
		return errors.Join(failed, err)
	})
	file.Empty = len(ids) == 0
	return file
}

// Template writes an empty sheet with the columns that an import reads.
func (r *Resource[P]) Template(lang string) func(io.Writer) error {
	return func(w io.Writer) error { return r.page(lang).Write(w, "xlsx") }
}

// key is the field that finds an existing row in an import, the first of keys; nil when there is none.
func (r *Resource[P]) key() *Field {
	if keys := r.keys(); len(keys) > 0 {
		return keys[0]
	}
	return nil
}

// keys are the fields that find an existing row in an import: a text that is unique, else texts that are so together.
func (r *Resource[P]) keys() []*Field {
	var together []*Field
	for _, f := range r.fields {
		switch {
		case f.Kind != KindText || !f.IsUnique:
		case len(f.with) == 0:
			return []*Field{f}
		case !slices.ContainsFunc(r.within(f), func(x *Field) bool { return x.Kind != KindText }):
			together = append(r.within(f), f)
		}
	}
	return together
}

// KeyOf is the key by which a file names a row, as it is stored; "" where the entity has none.
func (r *Resource[P]) KeyOf(row P) string {
	parts := make([]string, 0, 1)
	for _, f := range r.keys() {
		parts = append(parts, f.value(valueOf(row)).String())
	}
	return strings.Join(parts, keyJoint)
}

// keyJoint stands between the parts of a key of several fields, where it is told.
const keyJoint = " / "

// columns are the fields that stand in a sheet.
func (r *Resource[P]) columns() []*Field {
	return slices.DeleteFunc(slices.Clone(r.fields), func(f *Field) bool { return f.Kind == KindSecret })
}

// page is an empty sheet with the columns of the entity.
func (r *Resource[P]) page(lang string) sheet.Page {
	page := sheet.Page{Name: r.spec.Label.In(lang)}
	for _, f := range r.columns() {
		c := sheet.Column{Title: f.SheetHeading().In(lang)}
		switch {
		case slices.Contains(r.keys(), f):
			c.Mark = sheet.Key
		case f.Needed && f.Default == nil:
			c.Mark = sheet.Required
		}
		page.Columns = append(page.Columns, c)
		if b := r.spec.Beside; b != nil && f.Key == b.After {
			for _, heading := range b.Columns {
				page.Columns = append(page.Columns, sheet.Column{Title: heading.In(lang)})
			}
		}
	}
	return page
}

// instantLayout is how sheets show a moment, in the zone of the factory.
const instantLayout = "2006-01-02 15:04"

// DueText is a moment by which something is due as sheets show it in a zone: the end of a day as that day alone,
// 2026-04-01, for a date alone means its end.
func DueText(at time.Time, zone *time.Location) string {
	if day := quantity.EndedAt(at, zone); day != "" {
		return string(day)
	}
	return at.In(zone).Format(instantLayout)
}

// cell is a value as people read it in a sheet; an import of the same sheet reads it back.
func (f *Field) cell(row reflect.Value, names map[string]string, lang string, zone *time.Location) any {
	if !f.belongs(row) {
		return ""
	}
	v := f.value(row)
	switch f.Kind {
	case KindReference:
		return names[v.String()]
	case KindChoice:
		for _, o := range f.Options {
			if int64(o.Value) == v.Int() {
				return o.Label.In(lang)
			}
		}
		return v.Int()
	case KindFlag:
		return f.word(v.Bool()).In(lang)
	case KindReferences:
		titles := make([]string, v.Len())
		for i := range titles {
			titles[i] = names[v.Index(i).String()]
		}
		return strings.Join(titles, ";")
	case KindInstant:
		t, ok := v.Interface().(*time.Time)
		switch {
		case !ok || t == nil:
			return ""
		case f.EndsDay:
			return DueText(*t, zone)
		}
		return t.In(zone).Format(instantLayout)
	case KindDecimal:
		return quantity.Decimal(v.Int())
	case KindHours:
		return quantity.Minutes(v.Int()).Hours()
	case KindInteger:
		if f.zeroless && v.Int() == 0 {
			return ""
		}
		return v.Int()
	case KindLines:
		lines := make([]string, v.Len())
		for i := range lines {
			parts := make([]string, len(f.Fields))
			for j, inner := range f.Fields {
				parts[j] = quoteValue(fmt.Sprint(inner.cell(v.Index(i), names, lang, zone)))
			}
			lines[i] = strings.Join(parts, ",")
		}
		return strings.Join(lines, ";")
	default:
		return v.String()
	}
}
