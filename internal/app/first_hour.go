package app

import (
	"context"
	"net/http"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/basedata"
	"mouldworks/internal/org"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// FirstHour tells how far a factory has come on its way to its first published plan.
type FirstHour struct {
	Published bool            `json:"published" doc:"the factory works by a plan: nothing is left to do"`
	Steps     []FirstHourStep `json:"steps" nullable:"false" doc:"in the order in which they are best taken"`
	Templates []TemplateView  `json:"templates" nullable:"false" doc:"records to pick from"`
}

// FirstHourStep is one step on the way.
type FirstHourStep struct {
	Key   string `json:"key" doc:"factory, calendars, sections, groups, machines, processes, import, schedule, publish or people"`
	Count int    `json:"count" doc:"rows that are there"`
	Done  bool   `json:"done"`
}

// mountFirstHour registers the checklist and the templates that it offers.
func (a *App) mountFirstHour(s *api.Server) {
	api.Read(s, api.Operation{
		Method: http.MethodGet, Path: "upms/first-hour", ID: "first-hour", Summary: "How far the factory is from its first published plan", Tag: "session",
		Access: api.SignedIn, Example: &api.Example{},
	}, func(ctx context.Context, tx store.Tx, _ *struct{}) (FirstHour, error) {
		if guest, err := a.isGuest(ctx, tx); guest || err != nil {
			return FirstHour{Steps: []FirstHourStep{}, Templates: []TemplateView{}}, err
		}
		return firstHour(ctx, tx)
	})
	for _, kind := range templateKinds {
		api.Write(s, api.Operation{
			Method: http.MethodPost, Path: "upms/first-hour/" + kind, ID: "first-hour-" + kind, Summary: "Take " + kind + " templates", Tag: "session",
			Permission: "system." + kind + ".add", Example: &api.Example{Body: map[string]any{"template": exampleTemplate[kind]}},
		}, func(ctx context.Context, tx store.Tx, in *TakeTemplateInput) (TakenTemplates, error) {
			return a.takeTemplates(ctx, tx, kind, in.Body.Template, in.Body.All)
		})
	}
}

// firstHour counts what each step leaves behind. Counts are shown to everybody of the company who is signed in; the screens behind the
// links guard themselves.
func firstHour(ctx context.Context, tx store.Tx) (FirstHour, error) {
	h := FirstHour{Steps: []FirstHourStep{}, Templates: []TemplateView{}}
	count := func(model any, condition string, args ...any) (int, error) {
		q := tx.Select(model)
		if condition != "" {
			q = q.Where(condition, args...)
		}
		return q.Count(ctx)
	}
	shifts, err := count((*basedata.Shift)(nil), "effective = ?", true)
	if err != nil {
		return h, err
	}
	for _, step := range []struct {
		key, condition string
		model          any
		args           []any
	}{
		{key: "calendars", model: (*basedata.Calendar)(nil), condition: "valid = ?", args: []any{true}},
		{key: "sections", model: (*basedata.Section)(nil)},
		{key: "groups", model: (*basedata.Group)(nil)},
		{key: "machines", model: (*basedata.Machine)(nil)},
		{key: "processes", model: (*basedata.Process)(nil)},
		{key: "import", model: (*production.Operation)(nil)},
		{key: "schedule", model: (*entity.Schedule)(nil), condition: "status >= ?", args: []any{entity.Completed}},
		{key: "publish", model: (*entity.FactoryPlan)(nil), condition: "plan_id <> ?", args: []any{""}},
	} {
		n, err := count(step.model, step.condition, step.args...)
		if err != nil {
			return h, err
		}
		// A working day needs both: which days are worked, and when on such a day.
		done := n > 0 && (step.key != "calendars" || shifts > 0)
		h.Steps = append(h.Steps, FirstHourStep{step.key, n, done})
	}
	h.Published = h.Steps[len(h.Steps)-1].Done
	factory := FirstHourStep{Key: "factory", Done: tx.Actor().FactoryID != ""}
	if factory.Done {
		factory.Count = 1
	}
	people, err := peopleWhoSignIn(ctx, tx)
	if err != nil {
		return h, err
	}
	// Last, for a company may plan with one person; it is no condition of the others.
	h.Steps = append(append([]FirstHourStep{factory}, h.Steps...), FirstHourStep{Key: "people", Count: people, Done: people > 1})
	h.Templates, err = templateViews(ctx, tx)
	return h, err
}

// peopleWhoSignIn counts those who have come in and may sign in.
func peopleWhoSignIn(ctx context.Context, tx store.Tx) (int, error) {
	return tx.Select((*org.User)(nil)).Where("enabled = ? AND joining = ?", true, org.Joined).Where("expire_date >= ?", today(tx)).Count(ctx)
}
