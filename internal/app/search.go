package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/tenancy"
)

const (
	hitsOfEach   = 5
	searchLength = 100 // characters of a search at most
)

type searchInput struct {
	Body struct {
		Q string `json:"q" doc:"at most 100 characters"`
	}
}

// Found is what a search across everything gives.
type Found struct {
	Hits []resource.Hit `json:"hits" nullable:"false"`
}

var (
	msgSearchLong = problem.L("最多 %d 个字符", "At most %d characters")
	msgSchedule   = problem.L("排程", "Schedule")
)

// mountSearch looks for records of every kind that the caller may see: the palette and the ID query ask it.
func (a *App) mountSearch(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodPost, Path: "bms/sys/search", ID: "search", Summary: "Records of every kind in which a text occurs", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{Body: map[string]any{"q": "M26"}},
	}, func(ctx context.Context, tx store.Tx, in *searchInput) (Found, error) {
		if utf8.RuneCountInString(in.Body.Q) > searchLength {
			return Found{}, problem.Invalid(problem.Field("q", "maxLength", msgSearchLong, searchLength))
		}
		actor := tx.Actor()
		may := func(permission string) bool {
			return actor.Allowed(permission) && tenancy.ModuleOpen(actor, "", permission, menu.NameOf) == nil
		}
		// What people look for most comes first: moulds and their parts, then people, then the many lists of basic data.
		kinds := slices.Concat(a.Production.All(), a.Org.All(), a.Master.All(), a.Tenancy.All())
		hits, err := kinds.Search(ctx, tx, in.Body.Q, hitsOfEach, may)
		if err != nil || !may("aps.schedule.check") || strings.TrimSpace(in.Body.Q) == "" {
			return Found{hits}, err
		}
		var schedules []entity.Schedule
		if err := tx.Select(&schedules).Contains(resource.CleanSearch(in.Body.Q), "name").Order("id DESC").Limit(hitsOfEach, 0).Scan(ctx); err != nil {
			return Found{}, err
		}
		for _, one := range schedules {
			hits = append(hits, resource.Hit{Entity: "schedule", Label: msgSchedule.In(problem.Language(ctx)), ID: one.ID, Title: one.Name})
		}
		return Found{hits}, nil
	})
}
