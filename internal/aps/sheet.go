package aps

import (
	"context"
	"slices"
	"time"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// Lists as files: the columns that people see, in the order in which they see them, with all rows.

// sheetColumn is a column of a list as a file.
type sheetColumn[T any] struct {
	key   string
	label problem.Text
	cell  func(row *T, r reader) any
}

// reader is for whom a file is written.
type reader struct {
	lang string
	zone *time.Location
}

// time is a moment in the factory's zone, empty for none.
func (r reader) time(t *time.Time) any {
	if t == nil {
		return ""
	}
	return t.In(r.zone).Format("2006-01-02 15:04")
}

// due is a moment by which something is due: what is due at a midnight is due on the day before it.
func (r reader) due(t *time.Time) any {
	if t == nil {
		return ""
	}
	return resource.DueText(*t, r.zone)
}

// word is the word of a code.
func (r reader) word(words []problem.Text, code int) any {
	if code < 0 || code >= len(words) {
		return code
	}
	return words[code].In(r.lang)
}

var msgColumn = L("没有这一列：%s", "There is no such column: %s")

// chosenColumns are the columns with the keys, in their order; all of them without keys.
func chosenColumns[T any](all []sheetColumn[T], keys []string) ([]sheetColumn[T], error) {
	if len(keys) == 0 {
		return all, nil
	}
	chosen := make([]sheetColumn[T], len(keys))
	for i, key := range keys {
		at := slices.IndexFunc(all, func(c sheetColumn[T]) bool { return c.key == key })
		if at < 0 {
			return nil, problem.Invalid(problem.Field("columns", "unknown", msgColumn, key))
		}
		chosen[i] = all[at]
	}
	return chosen, nil
}

// sheetOf is the file of the rows with the ids; its page has the title.
func sheetOf[T any](ctx context.Context, db *store.DB, title, format string, columns []sheetColumn[T], ids []string, read func(ctx context.Context, tx store.Tx, piece []string) ([]T, error)) *api.File {
	lang := problem.Language(ctx)
	page := sheet.Page{Name: title}
	for _, c := range columns {
		page.Columns = append(page.Columns, sheet.Column{Title: c.label.In(lang)})
	}
	return resource.ExportFile(ctx, db, page, format, ids, func(ctx context.Context, tx store.Tx, piece []string) ([][]any, error) {
		rows, err := read(ctx, tx, piece)
		r := reader{lang, resource.ZoneOf(tx)}
		cells := make([][]any, len(rows))
		for i := range rows {
			for _, c := range columns {
				cells[i] = append(cells[i], c.cell(&rows[i], r))
			}
		}
		return cells, err
	})
}
