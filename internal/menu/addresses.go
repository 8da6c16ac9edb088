package menu

import (
	"context"
	"net/http"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// AllModules is the id under which the address of a personal user's modules is told.
const AllModules = 70

// ModuleAddress says where a module is entered.
type ModuleAddress struct {
	ModuleID  int    `json:"moduleId" doc:"70 = all modules of a personal user"`
	ModuleURL string `json:"moduleUrl"`
}

func mountModuleAddresses(s *api.Server, d Deps) {
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "bms/module/getConfigModuleAll.do", ID: "module-addresses", Summary: "Where each module is entered", Tag: "session",
		Access: api.SignedIn, Viewing: true, Example: &api.Example{Body: map[string]any{}},
	}, func(ctx context.Context, _ *struct{}) ([]ModuleAddress, error) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			return nil, err
		}
		company, err := d.Company(ctx)
		if err != nil {
			return nil, err
		}
		list := []ModuleAddress{}
		for _, m := range company.Menu(actor, View{Language: problem.Language(ctx), NoMenus: true}) {
			if m.Opened {
				list = append(list, ModuleAddress{m.ModuleID, m.ModuleURL})
			}
		}
		return append(list, ModuleAddress{AllModules, d.PersonalURL}), nil
	})
}
