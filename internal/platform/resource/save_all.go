package resource

import (
	"context"

	"mouldworks/internal/platform/store"
)

// SaveAll writes rows that CheckAll has let pass, each kind with few statements, and their lines of the operation log. It
// asks the rules again, for others may have written since; references and unique values are left to the database. Any
// error is the error of the whole: the caller undoes the transaction and saves row by row to learn which one is at fault.
func (r *Resource[P]) SaveAll(ctx context.Context, tx store.Tx, drafts []Draft[P]) error {
	rule, err := r.ruleOf(ctx, tx)
	if err != nil {
		return err
	}
	var fresh, changed []P
	lines := map[string][]store.Logged{}
	for _, d := range drafts {
		r.clean(d.Old, d.Now)
		if err := rule(d.Old, d.Now); err != nil {
			return err
		}
		if !given(d.Old) {
			fresh = append(fresh, d.Now)
			continue
		}
		changed = append(changed, d.Now)
	}
	if err := tx.UpdateAll(ctx, &changed); err != nil {
		return err
	}
	if len(fresh) > 0 {
		if err := tx.Insert(ctx, &fresh); err != nil {
			return err
		}
	}
	for _, d := range drafts {
		action := store.ActionChange
		if !given(d.Old) {
			action = store.ActionCreate
		}
		title, err := r.logTitle(ctx, tx, d.Now)
		if err != nil {
			return err
		}
		lines[action] = append(lines[action], r.Logged(d.Old, d.Now, title))
		if r.spec.AfterSave == nil {
			continue
		}
		if err := r.spec.AfterSave(ctx, tx, d.Old, d.Now); err != nil {
			return err
		}
	}
	for _, action := range []string{store.ActionCreate, store.ActionChange} {
		if err := tx.LogAll(ctx, r.Name(), action, lines[action]); err != nil {
			return err
		}
	}
	r.tell(ctx, tx, "")
	return nil
}

// Logged is what the operation log says of a row that its domain writes without Save: every field that changes. old is nil
// for a new row, now for a deleted one; title is what people call the row.
func (r *Resource[P]) Logged(old, now P, title string) store.Logged {
	row := now
	if !given(row) {
		row = old
	}
	return store.Logged{RowID: row.Kept().ID, Title: title, Changes: r.diff(old, now)}
}

// logTitle is what the operation log calls a row.
func (r *Resource[P]) logTitle(ctx context.Context, tx store.Tx, row P) (string, error) {
	if r.spec.LogTitle != nil {
		return r.spec.LogTitle(ctx, tx, row)
	}
	return r.titleOf(row), nil
}
