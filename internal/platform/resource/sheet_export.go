package resource

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
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
// a wrong one is refused before a file begins; the rows are read while they are written, in pieces, so that a long list
// takes no more memory than a short one. Without rows the file is empty, headings included (CALL-17).
func (r *Resource[T]) Export(ctx context.Context, db *store.DB, q Query, format string) (func(io.Writer) error, error) {
	var ids []string
	var zone *time.Location
	if err := db.Read(ctx, func(tx store.Tx) error {
		zone = zoneOf(tx)
		s, err := r.matching(tx, q)
		if err != nil {
			return err
		}
		ids, err = r.sorted(ctx, s, q.Sort)
		return err
	}); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return func(io.Writer) error { return nil }, nil
	}
	lang, fields := problem.Language(ctx), r.columns()
	return func(w io.Writer) error {
		var failed error
		err := r.sheetWriter(format, lang, func(yield func([]any) bool) {
			for piece := range slices.Chunk(ids, MaxPage) {
				var rows []T
				var names map[string]string
				if failed = db.Read(ctx, func(tx store.Tx) (err error) { rows, names, err = r.read(ctx, tx, piece); return err }); failed != nil {
					return
				}
				for i := range rows {
					cells := make([]any, len(fields))
					for c, f := range fields {
						cells[c] = f.cell(valueOf(&rows[i]), names, lang, zone)
					}
					if !yield(cells) {
						return
					}
				}
			}
		})(w)
		return errors.Join(failed, err)
	}, nil
}

// Template writes an empty sheet with the columns that an import reads.
func (r *Resource[T]) Template(lang string) func(io.Writer) error {
	return r.sheetWriter("xlsx", lang, func(func([]any) bool) {})
}

func (r *Resource[T]) sheetWriter(format, lang string, rows iter.Seq[[]any]) func(io.Writer) error {
	page := sheet.Page{Name: r.spec.Label.In(lang), Rows: rows}
	header := make([]any, 0, len(r.fields))
	for _, f := range r.columns() {
		c := sheet.Column{Title: f.Label.In(lang)}
		switch {
		case f == r.key():
			c.Mark = sheet.Key
		case f.Needed && f.Default == nil:
			c.Mark = sheet.Required
		}
		page.Columns = append(page.Columns, c)
		header = append(header, c.Title)
	}
	if format == "csv" {
		return func(w io.Writer) error {
			return sheet.WriteCSV(w, func(yield func([]any) bool) {
				if yield(header) {
					rows(yield)
				}
			})
		}
	}
	return func(w io.Writer) error { return sheet.WriteXLSX(w, page) }
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
