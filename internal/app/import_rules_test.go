package app

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/menu"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// importAs imports as a planner who may do what is named alone.
func (a *App) importAs(ctx context.Context, t *testing.T, u production.Upload, may ...string) (*production.ImportResult, error) {
	t.Helper()
	actor, err := store.ActorFrom(ctx)
	if err != nil {
		t.Fatal(err)
	}
	actor.May = map[string]bool{"pm.import.add": true}
	for _, permission := range may {
		actor.May[permission] = true
	}
	return a.Production.Import(store.WithActor(ctx, actor), a.DB, u)
}

// Each sheet of the workbook needs the permission of its list, to look at as to write.
func TestEachSheetNeedsThePermissionOfItsList(t *testing.T) {
	all := []string{"ems.machine.add", "system.shift.modify", "ems.machine.check", "system.shift.check"}
	without := func(permission string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(p string) bool { return p == permission })
	}
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var group basedata.Group
		var shift basedata.Shift
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&group).Order("code").Limit(1, 0).Scan(ctx), tx.Select(&shift).Order("name").Limit(1, 0).Scan(ctx))
		})
		for _, c := range []struct {
			name, missing string
			sheets        map[string][]string
			sheet         string
		}{
			{"a planner may not add machines by the workbook", "ems.machine.add", map[string][]string{"machines": {"name|group", "NEW1|" + group.Code}}, "machines"},
			{"a planner may not change shifts by the workbook", "system.shift.modify", map[string][]string{"shifts": {"name|periods", shift.Name + "|09:00-10:00"}}, "shifts"},
		} {
			for _, dryRun := range []bool{true, false} {
				result, err := a.importAs(ctx, t, production.Upload{Name: "x.xlsx", Data: book(t, c.sheets), DryRun: dryRun}, without(c.missing)...)
				if err != nil {
					t.Fatalf("%s: %v", c.name, err)
				}
				at := slices.IndexFunc(result.Faults, func(f production.Fault) bool { return f.Rule == "permission" })
				if result.Committed || at < 0 || result.Faults[at].Sheet != c.sheet || result.Faults[at].Row != 2 || !strings.Contains(result.Faults[at].Texts.En, menu.PermissionName(c.missing).In(problem.Language(ctx))) {
					t.Errorf("%s (dry run %v): committed %v, %+v", c.name, dryRun, result.Committed, result.Faults)
				}
			}
		}
	})
}

// No basic record changes unseen: every field of a changed calendar is shown, an empty cell keeps what is stored, and
// overwriting is asked for by name.
func TestCalendarsChangeOnlyInSight(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		var before basedata.Calendar
		read(ctx, t, a, func(tx store.Tx) error {
			return tx.Select(&before).Where("is_default = ?", true).Scan(ctx)
		})
		kept := in.run(book(t, map[string][]string{"calendars": {"name|rest|holidays", before.Name + "||"}}), map[string]string{"dryRun": "true"})
		if kept.Counts["calendars"].Same != 1 {
			t.Errorf("empty cells change a calendar: %+v", kept.Rows)
		}
		checked := in.run(book(t, map[string][]string{"calendars": {"name|holidays", before.Name + "|2030-05-01"}}), map[string]string{"dryRun": "true"})
		if len(checked.Rows) != 1 || checked.Rows[0].Action != production.ActionChanged || len(checked.Rows[0].Changes) != 1 || checked.Rows[0].Changes[0].Before.En == "" || !strings.Contains(checked.Rows[0].Changes[0].After.En, "2030-05-01") {
			t.Fatalf("the change is not shown: %+v", checked.Rows)
		}
		status, r, _ := in.form("production/import", nil, map[string]string{"importId": checked.ImportID})
		if status != http.StatusConflict || r.Code != problem.Question || !strings.Contains(string(r.Data), before.Name) {
			t.Errorf("nobody is asked: %d %s", status, r.Data)
		}
		if status, _, raw := in.form("production/import?confirm=overwriteCalendars", nil, map[string]string{"importId": checked.ImportID}); status != http.StatusOK {
			t.Errorf("%d %.300s", status, raw)
		}
	})
}
