package logo

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// MountLists registers the two calls under which partners ask for logos (SAPI-19).
func MountLists(s *api.Server) {
	op := func(path, id, summary string) api.Operation {
		return api.Operation{Method: http.MethodPost, Path: path, ID: id, Summary: summary, Tag: "session", Access: api.SignedIn, Example: &api.Example{Body: map[string]any{}}}
	}
	api.Read(s, op("bms/sys/getSysTenantLogoList.do", "tenant-logos", "Every logo of the company"), func(ctx context.Context, tx store.Tx, _ *struct{}) ([]View, error) {
		list, err := read(ctx, tx)
		return list.Logos, err
	})
	api.Read(s, op("bms/sys/getSysConfigureLogo", "configured-logo", "The logo of the header; not valid where the product's own stands"), func(ctx context.Context, tx store.Tx, _ *struct{}) (View, error) {
		list, err := read(ctx, tx)
		for _, one := range list.Logos {
			if one.LogoType == Header {
				return one, err
			}
		}
		return View{LogoType: Header}, err
	})
}
