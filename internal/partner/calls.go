package partner

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/production"
)

// exampleOrder is the order that the examples speak of.
const exampleOrder = "01900000-0000-7000-8000-000000000305"

// Tag stands at the calls of guests: they, and nobody else, are answered.
const Tag = "partner"

// Mount registers the calls. They ask for no permission, which guests do not have, but for who calls.
func (d *Partner) Mount(s *api.Server) {
	of := func(method, path, id, summary string, ex *api.Example) api.Operation {
		return api.Operation{Method: method, Path: path, ID: id, Summary: summary, Tag: Tag, Access: api.SignedIn, Example: ex}
	}
	api.Call(s, of(http.MethodGet, "upms/partner-order", "partner-orders", "What the caller's supplier has to deliver; for people of suppliers", &api.Example{}),
		func(ctx context.Context, in *struct {
			Delivered bool `query:"delivered" doc:"those of the last 90 days that were delivered, instead of those that are not"`
		},
		) (Orders, error) {
			return d.Orders(ctx, in.Delivered)
		})
	api.Call(s, of(http.MethodPost, "upms/partner-order/{id}/promise", "partner-promise", "Confirm the promised date of an order, or promise another one; for people of suppliers", &api.Example{
		Path: map[string]string{"id": exampleOrder}, Body: map[string]any{"version": 1, "promised": "2099-03-20", "remark": "分两批送"},
	}), func(ctx context.Context, in *struct {
		ID   string `path:"id"`
		Body struct {
			Version  int64         `json:"version" doc:"of the order that was shown"`
			Promised quantity.Date `json:"promised"`
			Remark   string        `json:"remark,omitempty" maxLength:"100"`
		}
	},
	) (Order, error) {
		return d.Promise(ctx, production.Promise{OrderID: in.ID, Version: in.Body.Version, Day: in.Body.Promised, Remark: in.Body.Remark})
	})
	api.Call(s, of(http.MethodGet, "upms/partner-mould", "partner-moulds", "The moulds that are made for the caller's customer; for people of customers", &api.Example{}),
		func(ctx context.Context, in *struct {
			Finished bool `query:"finished" doc:"those that were finished lately, instead of those in work"`
		},
		) (Moulds, error) {
			return d.Moulds(ctx, in.Finished)
		})
}
