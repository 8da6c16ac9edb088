package access

import (
	"context"

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
