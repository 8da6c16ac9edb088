package resource

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Draft is a row as code will save it, beside the stored one; Old is nil for a new row.
type Draft[P Entity] struct{ Old, Now P }

// Ahead is what CheckAll need not ask the database for.
type Ahead[P Entity] struct {
	// Stored are all rows that are stored.
	Stored []P
	// Planned are ids of rows, of whatever entity, that will be saved before: they count as there and as valid.
	Planned map[string]bool
	// Unruled says of which rows the rules cannot judge yet, because it looks up what is only planned; nil for none.
	Unruled func(now P) bool
	// Repeats says that a draft has a unique value of an earlier one, both by their index; nil says it as of a stored row.
	Repeats func(earlier, later int) problem.Text
}

// CheckAll holds rows that code will save together against every rule that Save has, and writes nothing. problems[i] is
// what refuses drafts[i], nil where nothing does. References are asked for once for all rows. A question of a rule is no
// refusal: it is asked when the row is saved. A row whose fields break limits is held against the rules, too, for all faults are
// told at once; what these say of the same fields, or of none, does not count there, for they see a record that is not whole.
func (r *Resource[P]) CheckAll(ctx context.Context, tx store.Tx, drafts []Draft[P], ahead Ahead[P]) (problems []error, err error) {
	bad := make([][]problem.FieldError, len(drafts))
	for i, d := range drafts {
		r.clean(d.Old, d.Now)
		bad[i] = r.checkRow(d.Old, d.Now, ZoneOf(tx))
	}
	if err := r.checkAllReferences(ctx, tx, drafts, ahead.Planned, bad); err != nil {
		return nil, err
	}
	r.checkAllFree(drafts, ahead, bad)
	rule, err := r.ruleOf(ctx, tx)
	if err != nil {
		return nil, err
	}
	problems = make([]error, len(drafts))
	for i, d := range drafts {
		if len(bad[i]) > 0 {
			problems[i] = problem.Invalid(bad[i]...)
		}
		if ahead.Unruled != nil && ahead.Unruled(d.Now) {
			continue
		}
		var refused *problem.Problem
		now := copyOf(d.Now) // what a rule fills in is filled in when the row is saved
		switch err := rule(d.Old, now); {
		case errors.As(err, &refused) && refused.Code == problem.Question:
		case errors.As(err, &refused) && len(bad[i]) > 0:
			problems[i] = problem.Invalid(alsoOf(bad[i], refused.Fields)...)
		case errors.As(err, &refused):
			problems[i] = refused
		case err != nil:
			return nil, err
		}
	}
	return problems, nil
}

// alsoOf adds faults of fields that have none yet.
func alsoOf(bad, more []problem.FieldError) []problem.FieldError {
	said := map[string]bool{}
	for _, f := range bad {
		said[f.Field] = true
	}
	for _, f := range more {
		if !said[f.Field] && f.Field != "" {
			bad = append(bad, f)
		}
	}
	return bad
}

func (r *Resource[P]) checkAllReferences(ctx context.Context, tx store.Tx, drafts []Draft[P], planned map[string]bool, bad [][]problem.FieldError) error {
	w, before := wanted{}, make([]map[choice]bool, len(drafts))
	for i, d := range drafts {
		if given(d.Old) {
			before[i] = held(r.fields, valueOf(d.Old))
		}
		referring(r.fields, valueOf(d.Now), "", func(f *Field, _, id string) {
			if !before[i][choice{f, id}] && !planned[id] {
				w.add(f.target, id)
			}
		})
	}
	judge, err := w.judge(ctx, tx)
	if err != nil {
		return err
	}
	for i, d := range drafts {
		referring(r.fields, valueOf(d.Now), "", func(f *Field, path, id string) {
			if !before[i][choice{f, id}] && !planned[id] {
				bad[i] = append(bad[i], judge(f, path, id)...)
			}
		})
	}
	return nil
}

// checkAllFree compares unique values among the stored rows and those that come before in the drafts.
func (r *Resource[P]) checkAllFree(drafts []Draft[P], ahead Ahead[P], bad [][]problem.FieldError) {
	stored := ahead.Stored
	for _, f := range r.fields {
		if !f.IsUnique {
			continue
		}
		value := func(row P) string {
			parts := make([]any, 0, 1+len(f.with))
			for _, x := range append([]*Field{f}, r.within(f)...) {
				parts = append(parts, x.folded(valueOf(row)))
			}
			return fmt.Sprintf("%q", parts)
		}
		owner, by := make(map[string]string, len(stored)), map[string]int{} // by: of the drafts, those that have the value
		for i := range stored {
			owner[value(stored[i])] = stored[i].Kept().ID
		}
		for i, d := range drafts {
			if f.empty(valueOf(d.Now)) {
				continue
			}
			key, id := value(d.Now), d.Now.Kept().ID
			if holder, taken := owner[key]; taken && holder != id && (!given(d.Old) || !r.keeps(f, valueOf(d.Old), valueOf(d.Now))) {
				fault := problem.Field(f.Key, "unique", r.exists(f, valueOf(d.Now), nil))
				if earlier, inFile := by[key]; inFile && ahead.Repeats != nil {
					fault = problem.Field(f.Key, "duplicateKey", ahead.Repeats(earlier, i))
				}
				bad[i] = append(bad[i], fault)
				continue
			}
			if _, stands := owner[key]; !stands {
				by[key] = i
			}
			owner[key] = id
		}
	}
}

// Difference is what changes in one field of a row, as people read it.
type Difference struct {
	Key           string
	Label         problem.Text
	Before, After problem.Text
}

// Differences words every field in which two states of a row differ; none where they are the same. names are the titles of
// what the row refers to, by id. A secret shows neither value.
func (r *Resource[P]) Differences(old, now P, names map[string]string, zone *time.Location) (all []Difference) {
	for _, c := range r.diff(old, now) {
		f := r.field(c.Field)
		d := Difference{Key: f.Key, Label: f.Label, Before: problem.L(veil, veil), After: problem.L(veil, veil)}
		if f.Kind != KindSecret && !f.private {
			d.Before, d.After = f.words(old, names, zone), f.words(now, names, zone)
		}
		all = append(all, d)
	}
	return all
}

func (f *Field) words(row any, names map[string]string, zone *time.Location) problem.Text {
	v := valueOfAny(row)
	if !v.IsValid() {
		return problem.Text{}
	}
	return problem.InEach(func(lang string) string { return strings.TrimSpace(fmt.Sprint(f.cell(v, names, lang, zone))) })
}

// valueOfAny is the row behind a pointer; the zero Value without one.
func valueOfAny(row any) reflect.Value {
	v := reflect.ValueOf(row)
	if v.IsNil() {
		return reflect.Value{}
	}
	return v.Elem()
}
