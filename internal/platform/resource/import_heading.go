package resource

import (
	"context"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/store"
)

// listHeading is what somebody has said about a heading of files with one layout.
type listHeading struct {
	bun.BaseModel `bun:"table:list_heading"`
	store.Row
	Entity  string `bun:"entity"`
	Layout  string `bun:"layout"`  // fingerprint of all headings of the file
	Heading string `bun:"heading"` // as cell.Title gives it
	Meaning string `bun:"meaning"` // key of a field; "" leaves the column out
}

// remembered are the meanings of headings of files with one of the layouts.
func (r *Resource[T]) remembered(ctx context.Context, tx store.Tx, layouts map[string]bool) (map[string]string, error) {
	var rows []listHeading
	if err := tx.Select(&rows).Where("entity = ?", r.Name()).Scan(ctx); err != nil {
		return nil, err
	}
	taught := map[string]string{}
	for _, h := range rows {
		if layouts[h.Layout] {
			taught[h.Heading] = h.Meaning
		}
	}
	return taught, nil
}

// remember keeps what headings of a layout mean, in place of what was kept before; nil leaves that as it is.
func (r *Resource[T]) remember(ctx context.Context, tx store.Tx, layout string, headings map[string]string) error {
	if headings == nil {
		return nil
	}
	if _, err := tx.Remove((*listHeading)(nil)).Where("entity = ?", r.Name()).Where("layout = ?", layout).Exec(ctx); err != nil {
		return err
	}
	var rows []*listHeading
	seen := map[string]bool{}
	for heading, meaning := range headings {
		if title := cell.Title(heading); title != "" && !seen[title] {
			seen[title] = true
			rows = append(rows, &listHeading{Entity: r.Name(), Layout: layout, Heading: title, Meaning: meaning})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Insert(ctx, &rows)
}
