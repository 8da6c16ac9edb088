package access

import (
	"context"
	"fmt"
	"strings"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// BindAs is binds by the last part of the call's path.
func (d *Roles) BindAs(ctx context.Context, tx store.Tx, path, id string, held []string) error {
	for _, b := range d.bindings() {
		if b.path == path {
			_, err := d.binds(ctx, tx, b, id, held, 0)
			return err
		}
	}
	return problem.NotFound(L("权限类别", "Kind of binding"))
}

// History is the history of a role, newest first, as people read it.
func (d *Roles) History(ctx context.Context, tx store.Tx, r *Role) (said []string, err error) {
	log, err := d.Roles.History(ctx, tx, r)
	for _, line := range log.Rows {
		for _, c := range line.Changes {
			if list, isList := c.After.([]string); isList {
				said = append(said, c.Label.En+": "+strings.Join(list, ", "))
			} else if line.Action == store.ActionChange {
				said = append(said, fmt.Sprint(c.Label.En, ": ", strings.Trim(fmt.Sprint(c.After), "[]")))
			}
		}
	}
	return said, err
}

// GrantWords are patterns in words, in their order.
func (d *Roles) GrantWords(ctx context.Context, tx store.Tx, grants []string) ([]string, error) {
	words, err := d.grantWords(ctx, tx, grants)
	said := make([]string, len(grants))
	for i, g := range grants {
		said[i] = words[g]
	}
	return said, err
}
