package app

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A schedule names its moulds, and their status changes after it was saved. One that is on hold stays in the scope of its
// plan, not planned, on every screen; its form says which of them is not open; what is finished or cancelled is named when
// somebody saves, and left out of a copy.
func TestMouldsOfAScheduleThatAreNotOpen(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		imported := func(sheets map[string][]string) {
			t.Helper()
			if result := a.importBook(ctx, t, book(t, sheets)); result.FaultCount != 0 {
				t.Fatalf("%+v", result.Faults[0])
			}
		}
		write(ctx, t, a, func(tx store.Tx) error {
			return a.Master.Customers.Save(ctx, tx, &basedata.Customer{Number: "C900", Name: "ACME", Valid: true})
		})
		imported(map[string][]string{
			"moulds":     {"mouldNo|delivery|priority|customer", "OPEN|2030-03-20|50|", "REST|2030-03-20|50|C900", "GONE|2030-03-20|50|"},
			"parts":      {"mouldNo|partNo|kind|qty", "OPEN|P1|1|1", "REST|P1|1|1", "GONE|P1|1|1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "OPEN|P1|10|" + mill + "|8", "REST|P1|10|" + mill + "|8", "GONE|P1|10|" + mill + "|8"},
		})
		p := a.plan(ctx, t)
		ids := map[string]string{}
		write(ctx, t, a, func(tx store.Tx) error {
			moulds, err := production.OpenMoulds(ctx, tx, nil)
			for i := range moulds {
				ids[moulds[i].MouldNo] = moulds[i].ID
			}
			return err
		})
		start := time.Now().Add(time.Hour).Truncate(time.Minute)
		form := map[string]any{"name": "three", "startTime": start, "mouldIds": []string{ids["OPEN"], ids["REST"], ids["GONE"]}, "settings": map[string]any{"timeLimitSeconds": 0}}
		var saved entity.Schedule
		p.post("aps/exe/job/configSave", form, &saved)
		p.schedule = saved.ID
		run := func() {
			t.Helper()
			p.post("aps/exe/job/startScheduling", map[string]any{"id": p.schedule}, nil)
			work, err := a.APS.Next(ctx)
			if err == nil {
				err = work(ctx)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		publish := func(inForce string) {
			t.Helper()
			if r := p.post("aps/exe/job/releaseApsPlan", map[string]any{"id": p.schedule, "version": p.version(), "inForce": inForce}, nil); r.Code != 1 {
				t.Fatalf("published: %+v", r)
			}
		}
		run()
		publish("")
		imported(map[string][]string{"moulds": {"mouldNo|status", "REST|1", "GONE|3"}})
		run()
		var last entity.Run
		write(ctx, t, a, func(tx store.Tx) error {
			return tx.Select(&last).Where("schedule_id = ?", p.schedule).Order("created_at DESC").Limit(1, 0).Scan(ctx)
		})
		if last.Late != 1 {
			t.Errorf("the run tells of %d late moulds", last.Late)
		}
		var change compare.Difference
		p.post("aps/exe/job/getDifference", map[string]any{"id": p.schedule}, &change)
		if g := change.Gone; len(g) != 2 || g[0].MouldNo != "GONE" || g[1].MouldNo != "REST" || g[0].Before == nil || g[0].After != nil || len(change.Late) != 1 || change.Late[0].MouldNo != "REST" || change.Late[0].Customer != "ACME" || change.Late[0].Cause != "notPlanned" || change.Late[0].Reason.En != "The mould is on hold" || g[0].Customer != "" {
			t.Errorf("before publishing: gone %+v, late %+v", change.Gone, change.Late)
		}
		reasons := func() string {
			all := ""
			for _, m := range change.Gone {
				all += fmt.Sprintf("%s: %s, %s; ", m.MouldNo, m.Reason.Zh, m.Reason.En)
			}
			return all
		}
		if got := reasons(); got != "GONE: 模具已取消, The mould is cancelled; REST: 模具已暂停, The mould is on hold; " {
			t.Errorf("without a task: %s", got)
		}
		// A schedule of all open moulds holds neither of them, and says why all the same.
		three := p.schedule
		p.post("aps/exe/job/configSave", map[string]any{"name": "all", "startTime": start, "settings": map[string]any{"timeLimitSeconds": 0}}, &saved)
		p.schedule = saved.ID
		run()
		p.post("aps/exe/job/getDifference", map[string]any{"id": p.schedule}, &change)
		if got := reasons(); got != "GONE: 模具已取消, The mould is cancelled; REST: 模具已暂停, The mould is on hold; " {
			t.Errorf("without a task in a plan of all open moulds: %s", got)
		}
		p.schedule = three
		var e result.Evaluation
		p.post("aps/exe/job/getEvaluate", map[string]any{"id": p.schedule}, &e)
		if f := e.Figures; f.Moulds != 2 || f.Planned != 1 || f.NotPlanned != 1 || f.OnTime != 1 || f.Tasks != 1 {
			t.Errorf("the evaluation: %+v", f)
		}
		if len(e.Unplanned) != 1 || e.Unplanned[0].MouldNo != "REST" || e.Unplanned[0].State != "notPlanned" || e.Unplanned[0].Reason != 103 || e.Unplanned[0].Words.En != "The mould is on hold" {
			t.Errorf("not planned: %+v", e.Unplanned)
		}
		var list aps.List[aps.ScheduleView]
		p.post("aps/exe/job/query", map[string]any{"id": p.schedule}, &list)
		if r := list.Rows[0]; r.Moulds != 2 || r.Late != 1 {
			t.Errorf("the list: %d moulds, %d late", r.Moulds, r.Late)
		}
		var gantt result.Gantt
		p.get("aps/plan/"+p.schedule+"/gantt", &gantt)
		if len(gantt.Moulds) != 2 || gantt.Moulds[1].No != "REST" || gantt.Moulds[1].State != "notPlanned" {
			t.Errorf("the Gantt: %+v", gantt.Moulds)
		}
		var why explaining.WhyList
		p.get("aps/plan/"+p.schedule+"/why", &why)
		if at := slices.IndexFunc(why.Rows, func(r explaining.WhyMould) bool { return r.MouldNo == "REST" }); len(why.Rows) != 2 || at < 0 || why.Rows[at].Reason != "The mould is on hold" {
			t.Errorf("why late: %+v", why.Rows)
		}

		var base aps.Base
		p.post("aps/exe/job/getApsBaseData", map[string]any{"id": p.schedule}, &base)
		shut := map[string]string{}
		for _, m := range base.Moulds {
			shut[m.MouldNo] = m.Shut
		}
		if shut["OPEN"] != "" || shut["REST"] != "onHold" || shut["GONE"] != "cancelled" {
			t.Errorf("the form: %v", shut)
		}
		form["id"], form["version"] = p.schedule, list.Rows[0].Version
		closed := map[string]any{"name": "again", "startTime": start, "mouldIds": []string{ids["GONE"]}}
		if r := p.post("aps/exe/job/configSave", closed, nil); rulesOf(r) != "mouldIds:closed" {
			t.Errorf("a new schedule of a cancelled mould: %s", r.Data)
		}
		refused := p.post("aps/exe/job/configSave", form, nil)
		if rulesOf(refused) != "mouldIds:closed" || !strings.Contains(string(refused.Data), "GONE") || strings.Contains(string(refused.Data), "REST") {
			t.Errorf("saved with a cancelled mould: %s", refused.Data)
		}

		publish(change.Against)
		copied := func(how string) []string {
			var again aps.ConfigView
			if r := p.post("aps/exe/job/configQuery", map[string]any{"id": p.schedule, how: true}, &again); r.Code != 1 {
				t.Fatalf("a copy: %+v", r)
			}
			return again.MouldIDs
		}
		if got := copied("copy"); !slices.Equal(got, []string{ids["OPEN"], ids["REST"]}) {
			t.Errorf("the copy holds %v of %v", got, ids)
		}
		if got := copied("simulate"); !slices.Equal(got, []string{ids["OPEN"], ids["REST"]}) {
			t.Errorf("the simulation holds %v of %v", got, ids)
		}
		imported(map[string][]string{"moulds": {"mouldNo|status", "OPEN|2", "REST|2"}})
		if got := copied("copy"); len(got) != 3 {
			t.Errorf("with all of them closed the copy would plan every mould: %v", got)
		}
	})
}
