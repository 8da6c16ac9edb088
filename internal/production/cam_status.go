package production

import (
	"context"

	"mouldworks/internal/platform/store"
)

// Where an operation stands with CAM. From CAMDone on it does not wait for its program.
const (
	CAMNone    = 0
	CAMInWork  = 1
	CAMDone    = 2
	CAMChecked = 3
)

// ProgramReady says that an operation has all that its section asks of CAM, or has it no more: then it waits again.
func (p *Production) ProgramReady(ctx context.Context, tx store.Tx, id string, ready bool) error {
	var o Operation
	if err := tx.Select(&o).Where("id = ?", id).Scan(ctx); err != nil {
		return err
	}
	before := o.CAMStatus
	if ready == (before >= CAMDone) {
		return nil
	}
	if o.CAMStatus = CAMInWork; ready {
		o.CAMStatus = CAMDone
	}
	if err := tx.Update(ctx, &o, "cam_status"); err != nil {
		return err
	}
	if p.deps.Changed != nil {
		actor := tx.Actor()
		tx.AfterCommit(func() { p.deps.Changed(context.WithoutCancel(ctx), actor, p.Operations.Name(), id) })
	}
	title, err := titleOfOperation(ctx, tx, &o)
	if err != nil {
		return err
	}
	return tx.Log(ctx, p.Operations.Name(), id, title, store.ActionChange, store.FieldChange{Field: "camStatus", Before: before, After: o.CAMStatus})
}
