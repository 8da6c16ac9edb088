package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/aps/run"
	"mouldworks/internal/message"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// MSG-01, MSG-03: whoever asked for a run gets one message about its end, however often the end is noticed.
func TestTheEndOfARunIsAMessage(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var begun entity.Run
		if err := a.DB.Read(ctx, func(tx store.Tx) error { return tx.Select(&begun).Limit(1, 0).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		place := store.Actor{TenantID: actor.TenantID, FactoryID: actor.FactoryID}
		for _, state := range []string{"running", "success", "success"} {
			a.tellRunEnded(ctx, place, &run.View{RunID: begun.ID, ScheduleID: begun.ScheduleID, State: state, Late: 2})
		}
		ctx = problem.WithLanguage(ctx, "en")
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			page, err := message.List(ctx, tx, message.Choice{})
			if err == nil && (page.Total != 1 || page.Unread != 1 || page.Rows[0].Content != "2 moulds late" || page.Rows[0].Path != "/aps/schedule/"+begun.ScheduleID+"/gantt") {
				t.Errorf("the messages are %+v", page)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// The plan of a run holds the moulds of other schedules, too: the message counts both, in the words of the list.
func TestTheEndOfARunTellsOfCarriedMoulds(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.examples(ctx, t)
		if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
			t.Fatal(err)
		}
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var plan entity.Plan
		var begun entity.Run
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			if err := tx.Select(&begun).Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&plan).Columns("id", "run_id", "schedule_id").Limit(1, 0).Scan(ctx); err != nil {
				return err
			}
			_, err := tx.Change((*entity.Plan)(nil)).Set("carried_moulds = ?", 57).Set("carried_late = ?", 7).Set("origin = ?", "run").Set("complete = ?", true).Set("run_id = ?", begun.ID).Where("id = ?", plan.ID).Exec(ctx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		a.tellRunEnded(ctx, store.Actor{TenantID: actor.TenantID, FactoryID: actor.FactoryID}, &run.View{RunID: begun.ID, ScheduleID: begun.ScheduleID, State: "success"})
		for lang, want := range map[string]string{
			problem.English: "All moulds of this schedule on time; 57 moulds of other schedules carried over, 7 of them late",
			problem.Chinese: "本排程的模具均按期；沿用其他排程的 57 副模具，其中 7 副延期",
		} {
			if err := a.DB.Read(ctx, func(tx store.Tx) error {
				page, err := message.List(problem.WithLanguage(ctx, lang), tx, message.Choice{})
				if err == nil && (page.Total != 1 || page.Rows[0].Content != want) {
					t.Errorf("%s: the messages are %+v", lang, page.Rows)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// How many are late is said of the schedule and of what its plan carries over, of one and of several.
func TestWordsOfLateMoulds(t *testing.T) {
	for _, c := range []struct {
		late, carried, carriedLate int
		zh, en                     string
	}{
		{0, 0, 0, "所有模具按期", "All moulds on time"},
		{1, 0, 0, "1 副模具延期", "1 mould late"},
		{0, 2, 0, "本排程的模具均按期；沿用其他排程的 2 副模具，均按期", "All moulds of this schedule on time; 2 moulds of other schedules carried over, on time"},
		{1, 1, 1, "本排程 1 副模具延期；沿用其他排程的 1 副模具，其中 1 副延期", "1 mould of this schedule late; 1 mould of other schedules carried over, 1 of them late"},
		{5, 57, 7, "本排程 5 副模具延期；沿用其他排程的 57 副模具，其中 7 副延期", "5 moulds of this schedule late; 57 moulds of other schedules carried over, 7 of them late"},
	} {
		if got := lateWords(c.late, c.carried, c.carriedLate); got.In(problem.Chinese) != c.zh || got.In(problem.English) != c.en {
			t.Errorf("%d, %d, %d: %s / %s", c.late, c.carried, c.carriedLate, got.In(problem.Chinese), got.In(problem.English))
		}
	}
}

// Whoever published the plan that somebody else's takes the place of gets one message: by whom, and what is in force now.
func TestAReplacedPublicationIsAMessage(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		actor, err := store.ActorFrom(ctx)
		if err != nil {
			t.Fatal(err)
		}
		colleague := actor
		colleague.AccountID, colleague.Name = "colleague", "Li Na"
		replaced := plan.Replaced{By: actor.AccountID, Was: "W12", Now: "W13", ScheduleID: "s2", PlanID: "p2", PlanNumber: 3}
		if err := a.DB.Write(store.WithActor(ctx, colleague), func(tx store.Tx) error { return a.apsDeps().Replaced(ctx, tx, replaced) }); err != nil {
			t.Fatal(err)
		}
		if err := a.DB.Read(ctx, func(tx store.Tx) error {
			for lang, want := range map[string][2]string{
				problem.English: {"The schedule W12 that you published has been replaced", "Li Na published W13; the factory works by it now"},
				problem.Chinese: {"您发布的排程“W12”已被取代", "Li Na 发布了“W13”，工厂现在按它执行"},
			} {
				page, err := message.List(problem.WithLanguage(ctx, lang), tx, message.Choice{})
				if err != nil {
					return err
				}
				if page.Total != 1 || page.Rows[0].Title != want[0] || page.Rows[0].Content != want[1] || page.Rows[0].Path != "/aps/schedule/s2/gantt?plan=3" {
					t.Errorf("%s: the messages are %+v", lang, page.Rows)
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	})
}

// FAV-08, HOME-02, MSG-03, MENU-33, SAPI-11: the shell's calls over HTTP: a planner stars a menu, is told the version and
// reads the news; publishing needs a permission, which the refusal names.
func TestTheCallsOfTheShell(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		_, _, data := login(t, server, "13800000002", "Passw0rd1")
		token, _ := data["token"].(string)
		post := func(path string, body, out any) (int, reply) {
			t.Helper()
			b, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, _ := send(t, http.MethodPost, server.URL+api.Prefix+path, map[string]string{"mdbtk": token}, "application/json", bytes.NewReader(b))
			if out != nil {
				if err := json.Unmarshal(r.Data, out); err != nil {
					t.Fatalf("%s: %d %+v: %v", path, status, r, err)
				}
			}
			return status, r
		}
		type favourite struct{ UserMenuID, MenuKey, MenuName string }
		var list []favourite
		post("upms/userMenu/addUserMenu", map[string]any{"menuKey": "common.message"}, nil)
		post("upms/userMenu/addUserMenu", map[string]any{"menuKey": "aps.schedule"}, &list)
		if len(list) != 2 || list[1].MenuName != "Schedules" {
			t.Fatalf("the favourites are %+v", list)
		}
		post("upms/userMenu/editUserMenus", map[string]any{"userMenus": []map[string]any{{"userMenuId": list[1].UserMenuID, "sortOrder": 0}, {"userMenuId": list[0].UserMenuID, "sortOrder": 1}}}, nil)
		post("upms/userMenu/getUserMenuList", map[string]any{}, &list)
		if list[0].MenuKey != "aps.schedule" {
			t.Errorf("sorted: %+v", list)
		}
		post("upms/userMenu/removeUserMenu", map[string]any{"userMenuIds": list[0].UserMenuID + "," + list[1].UserMenuID}, &list)
		if len(list) != 0 {
			t.Errorf("removed: %+v", list)
		}
		var tree []struct {
			ModuleKey    string
			MenuChildren []struct{ MenuKey string }
		}
		post("upms/userMenu/getMenuTree", map[string]any{}, &tree)
		keys := []string{}
		for _, m := range tree {
			for _, c := range m.MenuChildren {
				keys = append(keys, c.MenuKey)
			}
		}
		if !slices.Contains(keys, "aps.schedule") || slices.Contains(keys, "aps.report") {
			t.Errorf("the menus are %v", keys)
		}
		var version struct{ VersionNo string }
		if post("bms/appVersion/getCurAppVersion.do", map[string]any{}, &version); version.VersionNo != Version {
			t.Errorf("the version is %q", version.VersionNo)
		}
		var count struct{ Count int }
		if post("bms/msg/getUserMsgNum.do", map[string]any{}, &count); count.Count != 0 {
			t.Errorf("%d unread", count.Count)
		}
		status, r := post("bms/sys/news/publish", map[string]any{"title": "a", "content": "b"}, nil)
		if status != http.StatusForbidden || !bytes.Contains(r.Data, []byte("common.news.add")) {
			t.Errorf("a planner publishes: %d %+v", status, r)
		}
		_, _, data = login(t, server, "13800000001", "Passw0rd1")
		token, _ = data["token"].(string)
		if status, r := post("bms/sys/news/publish", map[string]any{"title": "盘点", "content": "周五盘点"}, nil); status != http.StatusOK {
			t.Fatalf("publishing: %d %+v", status, r)
		}
		var news []struct{ Title, Publisher string }
		if post("bms/sys/news/getPlatformNews.do", map[string]any{}, &news); len(news) != 1 || news[0].Title != "盘点" || news[0].Publisher == "" {
			t.Errorf("the news are %+v", news)
		}
		if post("bms/msg/getUserMsgNum.do", map[string]any{}, &count); count.Count != 1 {
			t.Errorf("%d unread after the news", count.Count)
		}
	})
}
