package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// APS-CAP-04, APS-API-13: reports and receipts are what finishes a task; the names of moulds and people out of reach stay with those who
// may know them.
func TestTheCompletionRateFollowsReportsAndReceipts(t *testing.T) {
	eachParted(t, func(p *parted) {
		var zone *time.Location
		read(p.ctx, p.T, p.a, func(tx store.Tx) error { zone = resource.ZoneOf(tx); return nil })
		y, m, d := time.Now().In(zone).Date()
		today := time.Date(y, m, d, 0, 0, 0, 0, zone)
		yesterday := today.AddDate(0, 0, -1)
		noon := yesterday.Add(12 * time.Hour)
		tasks := map[string]result.Task{}
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			rows, err := entity.TasksInForce(p.ctx, tx, nil)
			if err != nil {
				return err
			}
			day := entity.PlanDay{Day: yesterday.Format(time.DateOnly), Begins: yesterday.UTC(), Ends: today.UTC(), PlanID: "gone", PlanNumber: 7, ScheduleName: "before"}
			for i := range rows {
				key := fmt.Sprint(rows[i].MouldNo, " ", rows[i].OpNo, rows[i].BatchNo)
				tasks[key] = rows[i]
				if key == "ZQNEAR1 10" || key == "ZQFAR7 20" {
					day.Plan(&rows[i], noon.UTC(), rows[i].Planned())
				}
			}
			return entity.KeepPlanDays(p.ctx, tx, []entity.PlanDay{day})
		})
		near, free, far := tasks["ZQNEAR1 10"], tasks["ZQFREE2 10"], tasks["ZQFAR7 20"]
		finished := func(task *result.Task, end time.Time) production.Progress {
			start := end.Add(-time.Hour)
			return production.Progress{MouldID: task.MouldID, OperationID: task.Operation(), Status: production.Finished, RealStart: &start, RealEnd: &end, ReportedMinutes: 60, QtyDone: 1, ReportedAt: end}
		}
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			first, second := finished(&near, noon.UTC()), finished(&free, noon.Add(time.Hour).UTC())
			second.RealEnd = nil // it was reported then
			if err := tx.Insert(p.ctx, &[]production.Progress{first, second}); err != nil {
				return err
			}
			if _, err := tx.Change((*production.OutsourceOrder)(nil)).Set("received = ?", today.Add(time.Minute).UTC()).Where("operation_id = ?", far.Operation()).Exec(p.ctx); err != nil {
				return err
			}
			_, err := tx.Change((*basedata.Section)(nil)).Set("target_rate = ?", quantity.Whole(75)).Where("chinese_name = ?", near.SectionName).Exec(p.ctx)
			return err
		})
		question := map[string]any{"from": yesterday.Format(time.DateOnly), "to": today.Format(time.DateOnly), "by": "section"}
		var rate aps.CompletionRate
		if r := p.post("aps/completion/rate/query", question, &rate); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		if c := rate.Total.Count; c.OnTime != 1 || c.Late != 1 || c.Unfinished != 0 || c.OutOfPlan != 1 || rate.Others != 0 || rate.Removed != 0 || rate.Days[0].Plan.Name != "before" {
			p.Errorf("%+v, %d others, %d removed", c, rate.Others, rate.Removed)
		}
		if len(rate.Groups) != 1 || rate.Groups[0].Target == nil || *rate.Groups[0].Target != 75 { // one machine works all of it
			p.Errorf("sections: %+v", rate.Groups)
		}
		question["by"] = "person"
		var detail aps.CompletionTasks
		if r := p.post("aps/completion/rate/detail", question, &detail); r.Code != 1 {
			p.Fatalf("%+v", r)
		}
		var told []string
		for _, x := range detail.Rows {
			told = append(told, fmt.Sprintf("%s %s %s", x.MouldNo, x.State, x.PersonKind))
			if first := &detail.Rows[0]; x.Section != first.Section || x.Group != first.Group || x.ProcessName != first.ProcessName || x.Section == "" || x.Group == "" {
				p.Errorf("%+v is not where %+v is", x, first)
			}
		}
		if got := strings.Join(told, ", "); got != "ZQFAR7 late supplier, ZQNEAR1 onTime person, ZQFREE2 outOfPlan person" {
			p.Errorf("%s", got)
		}
		for _, path := range []string{"aps/completion/rate/query", "aps/completion/rate/detail", "aps/completion/rate/export?format=csv"} {
			status, _, raw := p.as(p.hua, http.MethodPost, path, question)
			if told := p.told(raw, ""); status != http.StatusOK || len(told) > 0 {
				p.Errorf("%s: %d, tells %v", path, status, told)
			}
			if _, _, raw = p.as(p.header, http.MethodPost, path, question); path != "aps/completion/rate/query" && len(p.told(raw, "")) == 0 {
				p.Errorf("%s tells a planner nothing of the mould", path)
			}
		}
	})
}

// The lots of an operation are finished one by one; the newest report counts, and a receipt where nothing was reported.
func TestHowOperationsWereFinished(t *testing.T) {
	eachBatched(t, func(p *planned) {
		row := p.lot("P1", "")
		if r := p.batch("bom/bomBatch/dispatch", map[string]any{"qty": 3}, row); r.Code != 1 { // one piece is in no batch
			p.Fatalf("%+v", r)
		}
		batch := p.lot("P1", "B1").BatchID
		from := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
		at := func(hour int) *time.Time { x := from.Add(time.Duration(hour) * time.Hour); return &x }
		ten, twenty := p.stepOf("P1", 10), p.stepOf("P1", 20)
		report := func(batch string, status, hour int) production.Progress {
			r := production.Progress{MouldID: row.MouldID, OperationID: ten, BatchID: batch, Status: status, RealStart: at(1), ReportedAt: *at(hour)}
			if status == production.Finished {
				r.RealEnd = at(hour)
			}
			return r
		}
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			rows := []production.Progress{report(batch, production.Finished, 5), report("", production.Finished, 6), report("", production.Running, 7)}
			if err := tx.Insert(p.ctx, &rows); err != nil {
				return err
			}
			return tx.Insert(p.ctx, &production.OutsourceOrder{MouldID: row.MouldID, OperationID: twenty, BatchID: batch, OrderNo: "O1", OrderedAt: at(2), Received: at(9)})
		})
		read(p.ctx, p.T, p.a, func(tx store.Tx) error {
			found, err := finishesOf(p.ctx, tx, nil, from, *at(24))
			if err != nil {
				return err
			}
			first, second := found[ten], found[twenty]
			if first.Qty != 4 || first.Whole.At != nil || first.Lots[""].At != nil || !first.Lots[batch].At.Equal(*at(5)) || first.Lots[batch].By == "" || first.Batches[batch] != "B1" || first.Minutes[batch] != 180 || first.Minutes[""] != 60 {
				p.Errorf("operation 10: %+v", first)
			}
			if lot := second.Lots[batch]; !lot.Received || !lot.At.Equal(*at(9)) || second.MouldNo != "K1" || second.PartNo != "P1" || second.OpNo != 20 || second.ProcessName == "" || second.GroupName == "" || second.SectionName == "" {
				p.Errorf("operation 20: %+v", second)
			}
			later, err := finishesOf(p.ctx, tx, nil, *at(10), *at(24))
			if len(later) != 0 {
				p.Errorf("nothing was finished after 10:00: %v", later)
			}
			return err
		})
	})
}
