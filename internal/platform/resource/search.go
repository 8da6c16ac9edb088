package resource

import (
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Hit is a row that a search across entities has found.
type Hit struct {
	Entity string `json:"entity"`
	Label  string `json:"label" doc:"of the entity"`
	ID     string `json:"id"`
	Title  string `json:"title"`
	// Bilingual says that titles of the entity have English names: one with Chinese in it lacks its own on an English screen.
	Bilingual bool `json:"bilingual,omitempty" doc:"its rows have English names, so that a title with Chinese in it lacks its own on an English screen"`
}

// finder is an entity whose rows can be searched for by their texts.
type finder interface {
	Name() string
	Meta(may func(permission string) bool) Meta
	Find(ctx context.Context, tx store.Tx, text string, most int) ([]Entry, error)
	bilingual() bool
}

// Find gives the first rows, in the order of the list, in which a text occurs.
func (r *Resource[P]) Find(ctx context.Context, tx store.Tx, text string, most int) ([]Entry, error) {
	s, err := r.matching(tx, Query{Search: text})
	if err != nil {
		return nil, err
	}
	ids, err := r.sorted(ctx, s.Limit(most, 0), "")
	if err != nil {
		return nil, err
	}
	rows, err := r.read(ctx, tx, ids)
	if err == nil {
		err = r.call(ctx, tx, rows)
	}
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(rows))
	for i := range rows {
		entries[i] = Entry{ID: rows[i].Kept().ID, Name: r.shownTitle(ctx, rows[i])}
	}
	return entries, nil
}

// Search looks for a text in every entity that may is true for, by its check permission; at most most rows of each.
func (c Catalogue) Search(ctx context.Context, tx store.Tx, text string, most int, may func(permission string) bool) ([]Hit, error) {
	hits := []Hit{}
	if CleanSearch(text) == "" {
		return hits, nil
	}
	lang := problem.Language(ctx)
	for _, e := range c {
		f, ok := e.(finder)
		if !ok {
			continue
		}
		meta := f.Meta(may)
		if !may(meta.Permission + ".check") {
			continue
		}
		found, err := f.Find(ctx, tx, text, most)
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			hits = append(hits, Hit{Entity: f.Name(), Label: meta.Label.In(lang), ID: one.ID, Title: one.Name, Bilingual: f.bilingual()})
		}
	}
	return hits, nil
}
