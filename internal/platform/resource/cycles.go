package resource

import (
	"context"
	"slices"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

var (
	msgOwnSelf = problem.L("%s“%s”不能是自己的%s", "%s “%s” cannot be its own %s")
	msgCycle   = problem.L("%s不能首尾相接：%s", "%s must not lead back to where it began: %s")
)

// cycleFields are the fields by which rows stand before one another: those that name a row before, and those that name
// one behind.
func (r *Resource[T]) cycleFields() (before, behind []*Field) {
	for _, f := range r.fields {
		switch {
		case f.acyclic && f.behind:
			behind = append(behind, f)
		case f.acyclic:
			before = append(before, f)
		}
	}
	return before, behind
}

// checkCycles refuses a row that would come before itself. Only a row whose own fields change is asked, so that a circle
// of older days keeps nobody from changing something else. It walks back from the row, one question a step and field.
func (r *Resource[T]) checkCycles(ctx context.Context, tx store.Tx, old, now *T) error {
	before, behind := r.cycleFields()
	all := slices.Concat(before, behind)
	named := func(row *T, f *Field) string { return f.value(valueOf(row)).String() }
	self := r.kept(now).ID
	changed := map[*Field]bool{}
	for _, f := range all {
		id := named(now, f)
		if id == "" || old != nil && named(old, f) == id {
			continue
		}
		changed[f] = true
		if id == self {
			return problem.Invalid(problem.Field(f.Key, "self", msgOwnSelf, r.spec.Label, r.titleOf(now), lower(f.Label)))
		}
	}
	if len(changed) == 0 {
		return nil
	}
	columns := []string{"id", r.title.column}
	for _, f := range all {
		columns = append(columns, f.column)
	}
	walk := walk{self: self, steps: map[string]step{}}
	for _, f := range before {
		walk.reach(named(now, f), step{by: f})
	}
	at := []string{self} // rows that name now as the one behind them stand before it as well
	for {
		for _, f := range behind {
			var rows []T
			if at[0] == "" {
				break // a new row, which none names
			}
			if err := tx.Select(&rows).Columns(columns...).WhereIn(f.column, at).Scan(ctx); err != nil {
				return err
			}
			for i := range rows {
				from := named(&rows[i], f)
				walk.reach(r.kept(&rows[i]).ID, step{from: from, by: walk.steps[from].by})
			}
		}
		if at, walk.edge = walk.edge, nil; len(at) == 0 {
			return nil
		}
		var rows []T
		if err := tx.Select(&rows).Columns(columns...).WhereIn("id", at).Scan(ctx); err != nil {
			return err
		}
		for i := range rows {
			row, id := &rows[i], r.kept(&rows[i]).ID
			s := walk.steps[id]
			s.title = r.titleOf(row)
			walk.steps[id] = s
			for _, f := range behind { // now stands before this row, which stands before now
				if named(now, f) != id {
					continue
				}
				if !changed[f] {
					f = s.by
				}
				if changed[f] {
					return problem.Invalid(problem.Field(f.Key, "cycle", msgCycle, f.Label, walk.way(id, r.titleOf(now))))
				}
			}
			for _, f := range before {
				if from := named(row, f); from != self || self == "" {
					walk.reach(from, step{from: id, by: s.by})
				} else if changed[s.by] {
					return problem.Invalid(problem.Field(s.by.Key, "cycle", msgCycle, s.by.Label, walk.way(id, r.titleOf(now))))
				}
			}
		}
	}
}

// walk is a search back from a row over those before it.
type walk struct {
	self  string
	steps map[string]step // by identity
	edge  []string        // reached and not looked at yet
}

// step is a row that was reached: from which one, and by which field of the row that is saved the way began; nil where it
// began at a row that names that one.
type step struct {
	from, title string
	by          *Field
}

func (w *walk) reach(id string, s step) {
	if _, known := w.steps[id]; id != "" && id != w.self && !known {
		if s.from == w.self {
			s.from = ""
		}
		w.steps[id] = s
		w.edge = append(w.edge, id)
	}
}

// way words the circle: title, the rows before it one after another, and title again.
func (w *walk) way(last, title string) string {
	rows := []string{title}
	for id := last; id != ""; id = w.steps[id].from {
		rows = append(rows, w.steps[id].title)
	}
	rows = append(rows, title)
	slices.Reverse(rows)
	return strings.Join(rows, " → ")
}

// lower is a label inside an English sentence.
func lower(label problem.Text) problem.Text { return problem.L(label.Zh, strings.ToLower(label.En)) }
