package app

import (
	"bytes"
	"context"
	"maps"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// An empty tenant needs one file: what generate --masters writes is imported as it is, planned and published, with nothing
// entered by hand.
func TestAGeneratedWorkbookFillsAnEmptyTenant(t *testing.T) {
	start := time.Now().In(demo.Shanghai()).Truncate(24 * time.Hour)
	var file bytes.Buffer
	if err := demo.Generate(demo.Options{Moulds: 4, Seed: 2, Start: start, Masters: true, Zone: demo.Shanghai()}).WriteWorkbook(&file); err != nil {
		t.Fatal(err)
	}
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "all.xlsx", Data: file.Bytes()})
		if err != nil {
			t.Fatal(err)
		}
		if !result.Committed || result.Errors != 0 || result.Total.Refused != 0 {
			t.Fatalf("%+v: %+v", result.Total, result.Causes)
		}
		for _, sheet := range []string{"moulds", "sections", "processes", "customers", "suppliers", "groups", "machines", "shifts", "calendars", "materials", "flowTimes"} {
			if c := result.Counts[sheet]; c == nil || c.New == 0 || c.New != c.Read {
				t.Errorf("%s: %+v", sheet, c)
			}
		}
		var sections []basedata.Section
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&sections).Scan(ctx) })
		types := map[string]int{}
		for _, s := range sections {
			types[s.Name] = s.SectionType
		}
		if want := map[string]int{"PREP": 0, "CNC": 1, "EDM": 2, "GRIND": 4, "QC": 5, "FIT": 6, "OUTSIDE": 0}; !maps.Equal(types, want) {
			t.Errorf("the sections are of the types %v, want %v", types, want)
		}
		again, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "all.xlsx", Data: file.Bytes()})
		if err != nil || again.Committed || again.Total.Same+again.Total.Skipped != again.Total.Read {
			t.Errorf("the second time: %v %+v", err, again)
		}
		a.plansAndPublishes(ctx, t)
	})
}

// plansAndPublishes tells that the factory can be planned as it is, and its plan published.
func (a *App) plansAndPublishes(ctx context.Context, t *testing.T) {
	t.Helper()
	a.Jobs.Start(ctx)
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.Confirmed = "changed"
	if err := a.planAndPublish(store.WithActor(ctx, actor), time.Now().In(demo.Shanghai())); err != nil {
		t.Fatal(err)
	}
	if _, h := a.steps(ctx, t); !h.Published {
		t.Error("the plan is not published")
	}
}
