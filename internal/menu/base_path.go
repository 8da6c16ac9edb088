package menu

import (
	"context"
	"net/http"
	"strings"

	"mouldworks/internal/platform/api"
)

// Base is where the front server stands.
const Base = "/front"

type basePathInput struct {
	Body struct {
		ModuleKeys []string `json:"moduleKeys,omitempty" nullable:"false" doc:"those that are asked for; none = all"`
	}
}

// mountBasePaths tells browsers under which path the calls of a module stand (CALL-13). In one process it is the same
// for all; a key that is no module's is left out.
func mountBasePaths(s *api.Server) {
	api.Call(s, api.Operation{
		Method: http.MethodPost, Path: "sys/basePath/getBasePathMap", ID: "base-paths", Summary: "Base path of the calls of each module", Tag: "session",
		Access: api.SignedIn, Viewing: true, Example: &api.Example{Body: map[string]any{"moduleKeys": []string{"aps", "pm"}}},
	}, func(_ context.Context, in *basePathInput) (map[string]string, error) {
		asked := map[string]bool{}
		for _, key := range in.Body.ModuleKeys {
			asked[strings.TrimSpace(key)] = true
		}
		paths := map[string]string{}
		for _, m := range Catalogue() {
			if !m.MenuOnly && (len(asked) == 0 || asked[m.Key]) {
				paths[m.Key] = Base
			}
		}
		return paths, nil
	})
}
