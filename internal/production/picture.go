package production

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// Pictures are the kind of files that the pictures of moulds are, by which roles bind rights in them.
const Pictures = "picture"

const exampleMould = "01900000-0000-7000-8000-000000000401"

// pictures lets every mould have one picture, which who may change the mould gives it.
func (p *Production) pictures() file.Owner {
	return file.Owner{
		Entity: p.Moulds.Name(), Permission: "pm.mould.detail", Kind: Pictures, Read: file.See, Change: "pm.mould.modify", Rule: file.Picture, Single: true, Field: "picture",
		ExampleID: exampleMould,
		Seen: func(ctx context.Context, tx store.Tx, id string) error {
			_, err := p.Moulds.Get(ctx, tx, id)
			return err
		},
		Given: func(ctx context.Context, tx store.Tx, id string, row *file.File) error {
			mould, err := p.Moulds.Get(ctx, tx, id)
			if err != nil {
				return err
			}
			p.tellMould(ctx, tx, id)
			return tx.Log(ctx, p.Moulds.Name(), id, mould.MouldNo, store.ActionChange, store.FieldChange{Field: "picture", After: row.Kind})
		},
	}
}

func (p *Production) mountPicture(s *api.Server) {
	api.Write(s, api.Operation{
		Method: http.MethodPost, Path: "pm/mould/{id}/picture/remove", ID: "mould-picture-delete", Summary: "Remove the picture of a mould", Tag: "production",
		Permission: "pm.mould.modify", Example: &api.Example{Path: map[string]string{"id": exampleMould}, Body: map[string]any{"basedOn": resource.None}},
	}, func(ctx context.Context, tx store.Tx, in *struct {
		ID   string `path:"id"`
		Body struct {
			BasedOn string `json:"basedOn" doc:"id of the picture that was seen, none where there was none; refused when it has changed since"`
		}
	},
	) (api.None, error) {
		return api.None{}, p.removePicture(ctx, tx, in.ID, in.Body.BasedOn)
	})
}

// removePicture takes away the picture that the caller has seen; where there is none, nothing happens.
func (p *Production) removePicture(ctx context.Context, tx store.Tx, id, basedOn string) error {
	entity := p.Moulds.Name()
	mould, err := p.Moulds.Get(ctx, tx, id)
	if err != nil {
		return err
	}
	if err := p.deps.Files.Unchanged(ctx, tx, entity, id, basedOn); err != nil {
		return err
	}
	rows, err := p.deps.Files.Of(ctx, tx, entity, id)
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := file.Require(tx.Actor(), Pictures, file.See, file.Replace); err != nil {
		return err
	}
	if err := p.deps.Files.Drop(ctx, tx, entity, id); err != nil {
		return err
	}
	p.tellMould(ctx, tx, id)
	return tx.Log(ctx, entity, id, mould.MouldNo, store.ActionChange, store.FieldChange{Field: "picture", Before: rows[0].Kind})
}

// tellMould tells the pages of the factory that a mould looks otherwise.
func (p *Production) tellMould(ctx context.Context, tx store.Tx, id string) {
	if p.deps.Changed != nil {
		actor := tx.Actor()
		tx.AfterCommit(func() { p.deps.Changed(context.WithoutCancel(ctx), actor, p.Moulds.Name(), id) })
	}
}
