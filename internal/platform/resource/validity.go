package resource

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A row may be chosen by others while it is valid; what has chosen it before keeps it.

var (
	msgNotValid = problem.L("%s“%s”的状态为“%s”，不能选用", "%s “%s” has the state “%s” and cannot be chosen")
	msgNotNow   = problem.L("“%s”的状态为“%s”，不能选用", "“%s” has the state “%s” and cannot be chosen")
)

// Validity makes the field say whether others may choose the row: a flag while it is yes, a choice while it is not 0.
func (f *Field) Validity() *Field { f.judges = true; return f }

// Valid declares the flag with which most entities say whether others may choose a row: its status, valid at first.
func (f *Form) Valid(p *bool) *Field {
	return f.Flag(p, "状态", "Status").Initial(true).Words("有效", "Valid", "无效", "Invalid").Validity()
}

// begins tells whether a new row may be chosen.
func (f *Field) begins() bool {
	not, _ := f.not()
	return f.Default != nil && f.Default != not
}

// not is the value with which nobody may choose the row, and how people read it.
func (f *Field) not() (any, problem.Text) {
	if f.Kind == KindFlag {
		return false, f.word(false)
	}
	for _, o := range f.Options {
		if o.Value == 0 {
			return 0, o.Label
		}
	}
	return 0, problem.Text{}
}

// unusable says of some rows, by their ids, why nobody may choose them now. Those that may be chosen are left out.
func (r *Resource[P]) unusable(ctx context.Context, tx store.Tx, ids []string) (map[string]problem.Text, error) {
	if r.validity == nil || len(ids) == 0 {
		return nil, nil
	}
	not, word := r.validity.not()
	var rows []P
	if err := tx.Select(&rows).Columns("id", r.title.column).WhereIn("id", ids).Where("? = ?", ident(r.validity.column), not).Scan(ctx); err != nil {
		return nil, err
	}
	why := make(map[string]problem.Text, len(rows))
	for i := range rows {
		why[rows[i].Kept().ID] = msgNotValid.With(r.spec.Label, r.titleOf(rows[i]), word)
	}
	return why, nil
}

func (d *Directory) unusable(ctx context.Context, tx store.Tx, ids []string) (map[string]problem.Text, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	entries, err := d.Find(ctx, tx, ids)
	why := map[string]problem.Text{}
	for _, e := range entries {
		if e.Out.En != "" {
			why[e.ID] = msgNotNow.With(e.Name, e.Out)
		}
	}
	return why, err
}

// unusable asks every entity once which of its rows nobody may choose now.
func (w wanted) unusable(ctx context.Context, tx store.Tx) (map[reference]problem.Text, error) {
	why := map[reference]problem.Text{}
	for target, set := range w {
		found, err := target.unusable(ctx, tx, slices.Collect(maps.Keys(set)))
		if err != nil {
			return nil, err
		}
		for id, text := range found {
			why[reference{target, id}] = text
		}
	}
	return why, nil
}

// choice is what a field refers to: a row that one field holds is no less invalid in another.
type choice struct {
	by *Field
	id string
}

// held is what the fields of a row refer to; nothing without a row.
func held(fields []*Field, row reflect.Value) map[choice]bool {
	all := map[choice]bool{}
	if row.IsValid() {
		referring(fields, row, "", func(f *Field, _, id string) { all[choice{f, id}] = true })
	}
	return all
}
