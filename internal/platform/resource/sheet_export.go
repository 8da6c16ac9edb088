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

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// Lists and templates as files.

// Export gives the writer of the rows of a query, without paging, as xlsx or csv. The question is asked at once, so that
// a wrong one is refused before a file begins.
func (r *Resource[T]) Export(ctx context.Context, db *store.DB, q Query, format string) (func(io.Writer) error, error) {
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
	return WriteRows(ctx, db, r.page(lang), format, ids, func(ctx context.Context, tx store.Tx, piece []string) ([][]any, error) {
		rows, names, err := r.read(ctx, tx, piece)
		cells := make([][]any, len(rows))
		for i := range rows {
			for _, f := range fields {
				cells[i] = append(cells[i], f.cell(valueOf(&rows[i]), names, lang, zone))
			}
		}
		return cells, err
	}), nil
}

// WriteRows gives the writer of a list as xlsx or csv. The rows with the ids are read while they are written, in pieces,
// so that a long list takes no more memory than a short one. Without ids the file is empty, headings included (CALL-17).
func WriteRows(ctx context.Context, db *store.DB, page sheet.Page, format string, ids []string, read func(ctx context.Context, tx store.Tx, piece []string) ([][]any, error)) func(io.Writer) error {
	if len(ids) == 0 {
		return func(io.Writer) error { return nil }
	}
	return func(w io.Writer) error {
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
	}
}

// Template writes an empty sheet with the columns that an import reads.
func (r *Resource[T]) Template(lang string) func(io.Writer) error {
	return func(w io.Writer) error { return r.page(lang).Write(w, "xlsx") }
}

// key is the field that finds an existing row in an import, nil when the entity has no simple key.
func (r *Resource[T]) key() *Field {
	for _, f := range r.fields {
		if f.Kind == KindText && f.IsUnique && len(f.with) == 0 {
			return f
		}
	}
	return nil
}

// columns are the fields that stand in a sheet.
func (r *Resource[T]) columns() []*Field {
	return slices.DeleteFunc(slices.Clone(r.fields), func(f *Field) bool { return f.Kind == KindSecret })
}

// page is an empty sheet with the columns of the entity.
func (r *Resource[T]) page(lang string) sheet.Page {
	page := sheet.Page{Name: r.spec.Label.In(lang)}
	for _, f := range r.columns() {
		c := sheet.Column{Title: f.Label.In(lang)}
		switch {
		case f == r.key():
			c.Mark = sheet.Key
		case f.Needed && f.Default == nil:
			c.Mark = sheet.Required
		}
		page.Columns = append(page.Columns, c)
	}
	return page
}

// cell is a value as people read it in a sheet; an import of the same sheet reads it back.
func (f *Field) cell(row reflect.Value, names map[string]string, lang string, zone *time.Location) any {
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
		if t, ok := v.Interface().(*time.Time); ok && t != nil {
			return t.In(zone).Format("2006-01-02 15:04")
		}
		return ""
	case KindDecimal:
		return quantity.Decimal(v.Int())
	case KindHours:
		return quantity.Minutes(v.Int()).Hours()
	case KindInteger:
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
