package resource

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Example makes the rows that the OpenAPI examples of this entity speak of, where they are missing: ExampleID, which an
// example may change and delete, and, where other entities refer to this one, ReferredID and SecondReferredID for their
// examples. All are the example of a create with other values in its unique fields.
func (r *Resource[P]) Example(ctx context.Context, tx store.Tx) error {
	if r.spec.Example == nil || r.spec.ExampleID == "" {
		return nil
	}
	ids := []string{r.spec.ExampleID}
	if r.spec.ExampleRow == nil {
		ids = append(ids, ReferredID(r.spec.ExampleID))
	}
	if len(r.usedBy) > 0 {
		ids = append(ids, SecondReferredID(r.spec.ExampleID))
	}
	for i, id := range ids {
		_, err := r.Get(ctx, tx, id)
		if err == nil {
			continue
		}
		var missing *problem.Problem
		if !errors.As(err, &missing) || missing.Status != 404 {
			return err
		}
		raw, err := json.Marshal(r.spec.Example.Body)
		if err != nil {
			return err
		}
		var body Body
		if err := json.Unmarshal(raw, &body); err != nil {
			return err
		}
		if err := r.vary(body, i+1); err != nil {
			return err
		}
		if i == 0 {
			for key, value := range r.spec.ExampleRow {
				if body[key], err = json.Marshal(value); err != nil {
					return err
				}
			}
		}
		row := fresh[P]()
		row.Kept().ID = id
		if err := r.save(ctx, tx, none[P](), row, decode(r.fields, body, valueOf(row), "", true, cell.Dates{Zone: ZoneOf(tx)})); err != nil {
			return fmt.Errorf("the example of %s: %w", r.Name(), err)
		}
	}
	return r.ExampleHeading(ctx, tx)
}

// ReferredID is the id of the row that other examples refer to, beside the one that may be deleted.
func ReferredID(exampleID string) string {
	n := len(exampleID) - 3
	return exampleID[:n] + string(exampleID[n]+1) + exampleID[n+1:]
}

// SecondReferredID is another such row, for examples that need two.
func SecondReferredID(exampleID string) string { return ReferredID(ReferredID(exampleID)) }

// vary gives the unique fields of an example other values, so that it can stand beside the original.
func (r *Resource[P]) vary(body Body, n int) error {
	for _, f := range r.fields {
		raw, there := body[f.Key]
		if !f.IsUnique || !there {
			continue
		}
		var err error
		switch f.Kind {
		case KindText:
			var text string
			if err = json.Unmarshal(raw, &text); err == nil && text != "" {
				runes := []rune(text)
				body[f.Key], err = json.Marshal(string(runes[:len(runes)-1]) + strconv.Itoa(n))
			}
		case KindInteger:
			var number int
			if err = json.Unmarshal(raw, &number); err == nil {
				body[f.Key], err = json.Marshal(number + n)
			}
		default:
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Example makes the example rows of every entity, those first that others refer to.
func (c Catalogue) Example(ctx context.Context, tx store.Tx) error {
	for _, r := range c {
		if err := r.Example(ctx, tx); err != nil {
			return err
		}
	}
	return nil
}
