package resource

import (
	"cmp"
	"context"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A flag that at most one row holds, such as that of the default calendar.

// sole is how a flag goes from one row to another.
type sole struct {
	key      string       // of the question
	question problem.Text // names the row that has the flag, and the one that is to have it
	by       *Field       // by which it names them
	kept     problem.Text // what the row is that has the flag, where one always has it; see Kept
	first    bool         // the first valid row has the flag without being asked
}

// Sole lets at most one row hold the flag. Who saves a row with it is asked by the question, whose text names, by a text
// field, the row that has it and then the one that is to have it; the answer yes takes it away from the former.
func (f *Field) Sole(key string, question problem.Text, by *Field) *Field {
	f.sole = &sole{key: key, question: question, by: by}
	return f
}

// Kept says that a row gives the flag up only to another one: it is not taken away, and the row is neither made invalid nor deleted.
// The words say what the row is, such as the default calendar.
func (f *Field) Kept(zh, en string) *Field { f.sole.kept = problem.L(zh, en); return f }

// FirstHas gives the flag to the first valid row, so that there is one with it as soon as there are rows.
func (f *Field) FirstHas() *Field { f.sole.first = true; return f }

var (
	msgSoleValid = problem.L("“%s”无效，不能成为%s", "“%s” is invalid and cannot become %s")
	msgHeldValid = problem.L("“%s”设为“%s”时不能无效", "“%s” cannot be invalid while it has “%s”")
	msgKeptValid = problem.L("“%s”是%s，不能设为无效", "“%s” is %s and cannot be invalid")
	msgKeptFlag  = problem.L("“%s”是%s：请改为由另一条记录代替它", "“%s” is %s: let another one take its place instead")
	msgKeptRow   = problem.L("“%s”是%s，不能删除：请先由另一条记录代替它", "“%s” is %s and cannot be deleted: let another one take its place first")
)

// called is what people call a row in what is said of its flag, in each language.
func (r *Resource[P]) called(f *Field, row P) problem.Text {
	by := f.sole.by
	name, english := by.value(valueOf(row)).String(), ""
	if x := r.field(by.English); x != nil {
		english = x.value(valueOf(row)).String()
	}
	return problem.L(name, cmp.Or(english, name))
}

// calledBy are the columns that called reads.
func (r *Resource[P]) calledBy(f *Field) []string {
	if x := r.field(f.sole.by.English); x != nil {
		return []string{f.sole.by.column, x.column}
	}
	return []string{f.sole.by.column}
}

// keepsFlag refuses a save by which an invalid row would have a flag, or no row one that a row always has; handed are the ids of the
// rows that hand theirs over.
func (r *Resource[P]) keepsFlag(f *Field, old, now P, handed map[string]bool) error {
	had, has := given(old) && f.holds(old), f.holds(now)
	kept := f.sole.kept.En != ""
	switch {
	case has && !r.isValid(now) && !(had && !r.isValid(old)):
		text := msgHeldValid.With(r.called(f, now), f.Label)
		switch {
		case kept && had:
			text = msgKeptValid.With(r.called(f, now), f.sole.kept)
		case kept:
			text = msgSoleValid.With(r.called(f, now), f.sole.kept)
		}
		field := f.Key // of the two fields, the one that changes
		if had {
			field = r.validity.Key
		}
		return problem.Invalid(problem.Field(field, f.Key, text))
	case kept && had && !has && !handed[old.Kept().ID]:
		return problem.Invalid(problem.Field(f.Key, f.Key, msgKeptFlag.With(r.called(f, old), f.sole.kept)))
	}
	return nil
}

// isValid tells whether others may choose a row; where nothing says so they may.
func (r *Resource[P]) isValid(row P) bool {
	return r.validity == nil || !r.validity.value(valueOf(row)).IsZero()
}

// keepsRow refuses to delete a row with a flag that one row always has.
func (r *Resource[P]) keepsRow(old P) error {
	for _, f := range r.fields {
		if f.sole == nil || f.sole.kept.En == "" || !f.holds(old) {
			continue
		}
		return problem.Refuse(msgKeptRow, r.called(f, old), f.sole.kept)
	}
	return nil
}

var msgSoleTwice = problem.L("文件中“%s”已设为“%s”，只能有一条记录如此", "In this file “%s” has “%s” already, and only one record may have it")

func (f *Field) holds(row any) bool { return f.value(valueOfAny(row)).Bool() }

// soleRule asks before a row takes the flag from another one, and refuses a second row of the same file that wants it. It
// takes nothing away: see makeRoom.
func (r *Resource[P]) soleRule(ctx context.Context, tx store.Tx, f *Field, handed map[string]bool) func(old, now P) error {
	type holder struct {
		id    string
		title problem.Text
		asked bool // a row of the file wants it, or speaks of it
		given P    // has it as the first row, without a word of the file
	}
	var held *holder
	read := false
	called := func(row P) problem.Text { return r.called(f, row) }
	return func(old, now P) error {
		if err := r.keepsFlag(f, old, now, handed); err != nil {
			return err
		}
		id, had := now.Kept().ID, given(old) && f.holds(old)
		mayBeFirst := f.sole.first && r.isValid(now) && (!given(old) || !r.isValid(old))
		if !had && !f.holds(now) && !mayBeFirst {
			return nil
		}
		if !read {
			read = true
			var rows []P
			if err := tx.Select(&rows).Columns(append([]string{"id"}, r.calledBy(f)...)...).Where("? = ?", ident(f.column), true).Order("id").Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			if len(rows) > 0 {
				held = &holder{id: rows[0].Kept().ID, title: called(rows[0])}
			}
		}
		own := held != nil && id != "" && held.id == id
		switch {
		case !had && !f.holds(now):
			if held == nil {
				f.value(valueOf(now)).SetBool(true)
				held = &holder{title: called(now), given: now}
			}
			return nil
		case !f.holds(now):
			if own && !handed[id] { // who takes over is asked about
				held = nil
			}
			return nil
		case had && len(r.diff(old, now)) == 0: // the row is as it was, and says nothing about who is to have the flag
			return nil
		case held != nil && !own && held.asked:
			return problem.Invalid(problem.Field(f.Key, "sole", msgSoleTwice, held.title, f.Label))
		}
		before := held
		held = &holder{id: id, title: called(now), asked: true}
		if before != nil && given(before.given) && any(before.given) != any(now) {
			f.value(valueOf(before.given)).SetBool(false) // the file names another one
			return nil
		}
		if had || before == nil || own {
			return nil
		}
		return Confirm(tx.Actor(), About(f.sole.key, before.id, before.title.Zh, id, called(now).Zh), f.sole.question.With(before.title, called(now)))
	}
}

// makeRoom takes the flags that a row is to have away from the rows that have them, whose ids it gives, once for each flag. It runs
// before the row is written.
func (r *Resource[P]) makeRoom(ctx context.Context, tx store.Tx, old, now P) (from []string, err error) {
	for _, f := range r.fields {
		if f.sole == nil || !f.holds(now) || given(old) && f.holds(old) {
			continue
		}
		var rows []P
		if err := tx.Select(&rows).Columns("id", r.title.column).Where("? = ?", ident(f.column), true).Where("id <> ?", now.Kept().ID).Scan(ctx); err != nil {
			return nil, err
		}
		for i := range rows {
			id := rows[i].Kept().ID
			if _, err := tx.Change(none[P]()).Set("? = ?", ident(f.column), false).Where("id = ?", id).Exec(ctx); err != nil {
				return nil, err
			}
			if err := tx.Log(ctx, r.Name(), id, r.titleOf(rows[i]), store.ActionChange, store.FieldChange{Field: f.Key, Before: true, After: false}); err != nil {
				return nil, err
			}
			r.tell(ctx, tx, id)
			from = append(from, id)
		}
	}
	return from, nil
}

// givesUp tells whether a row gives up a flag that one row holds at most: such rows are written before those that take it.
func (r *Resource[P]) givesUp(old, now P) bool {
	for _, f := range r.fields {
		if f.sole != nil && given(old) && f.holds(old) && !f.holds(now) {
			return true
		}
	}
	return false
}

// turn orders rows that are written together: first those that give up a flag, then those that take one, then the rest.
func (r *Resource[P]) turn(old, now P) int {
	switch {
	case r.givesUp(old, now):
		return 0
	case r.takesUp(old, now):
		return 1
	}
	return 2
}

// takesUp tells whether a row takes such a flag.
func (r *Resource[P]) takesUp(old, now P) bool {
	for _, f := range r.fields {
		if f.sole != nil && f.holds(now) && (!given(old) || !f.holds(old)) {
			return true
		}
	}
	return false
}
