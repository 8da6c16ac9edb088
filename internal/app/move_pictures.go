package app

import (
	"context"
	"encoding/base64"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/store"
)

// rowPicture is a picture of a mould as versions before migration 36 kept it: in the row, as base64.
type rowPicture struct {
	bun.BaseModel `bun:"table:mould_picture"`
	store.FactoryRow
	MouldID string `bun:"mould_id"`
	Kind    string `bun:"kind"`
	Content string `bun:"content"`
	Width   int    `bun:"width"`
	Height  int    `bun:"height"`
}

// movePictures takes the pictures of moulds out of their rows. It runs at every start and finds nothing to do but once.
func (a *App) movePictures(ctx context.Context) error {
	for {
		var rows []rowPicture
		err := a.DB.SystemRead(ctx, "move pictures out of rows", func(tx store.Tx) error {
			return tx.Select(&rows).Order("id").Limit(1, 0).Scan(ctx)
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := a.movePicture(ctx, &rows[0]); err != nil {
			return err
		}
	}
}

func (a *App) movePicture(ctx context.Context, p *rowPicture) error {
	content, err := base64.StdEncoding.DecodeString(p.Content)
	if err != nil {
		return err
	}
	ctx = store.WithActor(ctx, store.Actor{TenantID: p.TenantID, FactoryID: p.FactoryID, AccountID: p.CreatedBy, Through: store.ThroughSystem})
	row, err := a.Files.Keep(ctx, "", p.Kind, content)
	if err != nil {
		return err
	}
	return a.DB.Write(ctx, func(tx store.Tx) error {
		if err := a.Files.Attach(ctx, tx, row, a.Production.Moulds.Name(), p.MouldID); err != nil {
			return err
		}
		_, err := tx.Remove((*rowPicture)(nil)).Where("id = ?", p.ID).Exec(ctx)
		return err
	})
}
