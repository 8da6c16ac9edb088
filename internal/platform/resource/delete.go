package resource

import (
	"context"
	"errors"
	"maps"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

var (
	msgSomeUsed = problem.L("已删除 %d 条，下列%s不能删除：", "%d deleted. These cannot be (%s):")
	msgAllUsed  = problem.L("没有删除任何%s，因为下列记录不能删除：", "No %s was deleted, because these cannot be:")
	msgUsed     = problem.L("%s“%s”正在被使用，不能删除", "%s “%s” is in use and cannot be deleted")
)

// inUse is the data of a refused deletion: who refers to the row.
type inUse struct {
	Title string `json:"title"`
	Items []Use  `json:"items"`
}

// Delete removes a row that nothing refers to.
func (r *Resource[P]) Delete(ctx context.Context, tx store.Tx, id string) error {
	old, err := r.Get(ctx, tx, id)
	if err != nil {
		return err
	}
	if r.spec.BeforeDelete != nil {
		if err := r.spec.BeforeDelete(ctx, tx, old); err != nil {
			return r.withUses(ctx, tx, old, err)
		}
	}
	if err := r.keepsRow(old); err != nil {
		return r.withUses(ctx, tx, old, err)
	}
	uses, err := r.uses(ctx, tx, id, true)
	if err != nil {
		return err
	}
	title, err := r.screenTitle(ctx, tx, old)
	if err != nil {
		return err
	}
	if len(uses) > 0 {
		return &problem.Problem{Status: 409, Code: problem.Refused, Text: msgUsed.With(r.spec.Label, title), Data: inUse{Title: title, Items: uses}}
	}
	logged, err := r.logTitle(ctx, tx, old)
	if err != nil {
		return err
	}
	if _, err := tx.Remove(none[P]()).Where("id = ?", id).Exec(ctx); err != nil {
		if errors.Is(err, store.ErrReferred) {
			return problem.Refuse(msgUsed, r.spec.Label, title)
		}
		return err
	}
	r.tell(ctx, tx, id)
	return tx.Log(ctx, r.Name(), id, logged, store.ActionDelete, r.diff(old, none[P]())...)
}

// IsAsShown refuses to go on with a row that somebody has changed since a version of it was shown; 0 stands for none.
func (r *Resource[P]) IsAsShown(ctx context.Context, tx store.Tx, id string, version int64) error {
	if version == 0 {
		return nil
	}
	now, err := r.Get(ctx, tx, id)
	if err == nil && version != now.Kept().Version {
		err = r.stale(ctx, tx, now)
	}
	return err
}

// withUses adds who refers to the row to the refusal of a rule that names nothing.
func (r *Resource[P]) withUses(ctx context.Context, tx store.Tx, row P, refusal error) error {
	var refused *problem.Problem
	if !errors.As(refusal, &refused) || refused.Code != problem.Refused || refused.Data != nil {
		return refusal
	}
	uses, err := r.uses(ctx, tx, row.Kept().ID, true)
	if err != nil {
		return err
	}
	if len(uses) == 0 {
		return refusal
	}
	title, err := r.screenTitle(ctx, tx, row)
	if err != nil {
		return err
	}
	told := *refused
	told.Data = inUse{Title: title, Items: uses}
	return &told
}

// deleteAll removes what can go of several rows and gives the titles of the rest, which others still refer to; where no
// row can go, it refuses and names them all. A row that goes may free another one, whatever their order. versions are those
// that were shown, by id.
func (r *Resource[P]) deleteAll(ctx context.Context, tx store.Tx, ids []string, versions map[string]int64) (kept []string, err error) {
	for _, id := range ids { // before the first goes: that may change what the others say
		if err := r.IsAsShown(ctx, tx, id, versions[id]); err != nil {
			return nil, err
		}
	}
	left := slices.Clone(ids)
	for again := true; again && len(left) > 0; {
		again = false
		var still []string
		for _, id := range left {
			err := tx.Try(ctx, func(tx store.Tx) error { return r.Delete(ctx, tx, id) })
			var used *problem.Problem
			if err == nil {
				again = true
				continue
			}
			if len(ids) == 1 || !errors.As(err, &used) || used.Code != problem.Refused {
				return nil, err
			}
			still = append(still, id)
		}
		left = still
	}
	for _, id := range left {
		row, err := r.Get(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		title, err := r.screenTitle(ctx, tx, row)
		if err != nil {
			return nil, err
		}
		kept = append(kept, title)
	}
	if len(left) == len(ids) {
		return nil, problem.RefuseAll(msgAllUsed.With(r.spec.Label.Inside()), kept)
	}
	return kept, nil
}

var msgStrayVersion = problem.L("versions 中的 %s 不在 ids 中", "versions names %s, which is not among the ids")

// VersionsOfIDs refuses versions of records that are not to be deleted: whoever sends one has mixed up two lists, and the check
// that it asks for would not be made. Field versions.{id}, rule unknown.
func VersionsOfIDs(ids []string, versions map[string]int64) error {
	var bad []problem.FieldError
	for _, id := range slices.Sorted(maps.Keys(versions)) {
		if !slices.Contains(ids, id) {
			bad = append(bad, problem.Field("versions."+id, "unknown", msgStrayVersion, id))
		}
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	return nil
}
