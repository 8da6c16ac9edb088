package program

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Transfer is whether a factory hands programs over to its machines. Where the row is missing, it does.
type Transfer struct {
	bun.BaseModel `bun:"table:machine_transfer"`
	store.FactoryRow
	Closed bool `bun:"closed"`
}

// TransferView is the machine-transfer service as the browser reads it.
type TransferView struct {
	Open  bool       `json:"open"`
	Since *time.Time `json:"since" doc:"of the last change; none: it has always been open"`
	// Version counts the changes.
	Version int64 `json:"version" doc:"whoever changes it names the version that was read; 0: it has always been open"`
}

var wordTransfer = L("设备传输服务", "Machine-transfer service")

var msgClosed = L("设备传输服务已关闭，不能上传。请联系生产管理员开启。", "The machine-transfer service is closed, so nothing can be uploaded. Ask whoever runs production to open it.")

// TransferOf reads the service of the caller's factory.
func TransferOf(ctx context.Context, tx store.Tx) (TransferView, error) {
	row, err := transfer(ctx, tx)
	if err != nil || row == nil {
		return TransferView{Open: true}, err
	}
	return TransferView{Open: !row.Closed, Since: &row.UpdatedAt, Version: row.Version}, nil
}

// SetTransfer opens or closes the service of the caller's factory, which the caller has read in this version. What
// was uploaded stays.
func SetTransfer(ctx context.Context, tx store.Tx, open bool, version int64) (TransferView, error) {
	row, err := transfer(ctx, tx)
	if err != nil {
		return TransferView{}, err
	}
	if row == nil && version != 0 || row != nil && version != row.Version {
		return TransferView{}, staleTransfer(ctx, tx, row)
	}
	before := row == nil || !row.Closed
	if before == open {
		return TransferOf(ctx, tx)
	}
	if row == nil {
		row = &Transfer{Closed: !open}
		err = tx.Insert(ctx, row)
	} else {
		row.Closed = !open
		err = tx.Update(ctx, row, "closed")
	}
	if errors.Is(err, store.ErrStale) || errors.Is(err, store.ErrDuplicate) { // the same moment
		return TransferView{}, problem.Stale(problem.StaleData{})
	}
	if err != nil {
		return TransferView{}, err
	}
	if err := tx.Log(ctx, "machine-transfer", row.ID, "", store.ActionChange, store.FieldChange{Field: "open", Before: before, After: open}); err != nil {
		return TransferView{}, err
	}
	return TransferOf(ctx, tx)
}

// staleTransfer tells how the service stands now and who has changed it.
func staleTransfer(ctx context.Context, tx store.Tx, row *Transfer) error {
	now, err := TransferOf(ctx, tx)
	if err != nil {
		return err
	}
	d := problem.StaleData{Name: wordTransfer.In(problem.Language(ctx)), Current: now}
	if row != nil {
		d.ChangedAt = row.UpdatedAt.Format(time.RFC3339)
		if lines, err := tx.History(ctx, "machine-transfer", row.ID, 1); err == nil && len(lines) > 0 {
			d.ChangedBy = resource.AuthorOf(ctx, tx, lines[0])
		}
	}
	return problem.Stale(d)
}

// checkOpen refuses while the service is closed (ERR-18).
func checkOpen(ctx context.Context, tx store.Tx) error {
	row, err := transfer(ctx, tx)
	if err == nil && row != nil && row.Closed {
		err = problem.Refuse(msgClosed)
	}
	return err
}

// transfer is the row of the factory, nil where there is none.
func transfer(ctx context.Context, tx store.Tx) (*Transfer, error) {
	var row Transfer
	err := tx.Select(&row).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &row, err
}
