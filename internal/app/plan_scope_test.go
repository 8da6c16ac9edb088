package app

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strconv"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/explaining"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/api"
)

// get is the answer of a call, into something.
func (p *planned) get(path string, into any) {
	p.Helper()
	_, r, _ := send(p.T, http.MethodGet, p.address+api.Prefix+path, p.header, "", nil)
	if err := json.Unmarshal(r.Data, into); err != nil || r.Code != 1 {
		p.Fatalf("%s: %+v %v", path, r, err)
	}
}

// csv is a file of a list, its rows by the headings.
func (p *planned) csv(path string, body any) (rows []map[string]string) {
	p.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		p.Fatal(err)
	}
	_, _, file := send(p.T, http.MethodPost, p.address+api.Prefix+path+"?format=csv", p.header, "application/json", bytes.NewReader(raw))
	lines, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))).ReadAll()
	if err != nil || len(lines) == 0 {
		p.Fatalf("%s: %v, %.200s", path, err, file)
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, title := range lines[0] {
			row[title] = line[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// counts are what a screen says of a plan.
type counts struct{ Moulds, Late, Tasks, Unscheduled int }

// Every mould and every task is somewhere: list, evaluation, why late, task table, Gantt and files show the same counts of
// moulds and tasks over the demo's shop with a mould without operations, one whose part rests, one that is finished, and
// finished work at suppliers.
func TestEveryMouldAndEveryTaskIsSomewhere(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		now := time.Now().In(demo.Shanghai())
		var shop bytes.Buffer
		today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
		if err := demo.Generate(demo.Options{Moulds: 20, Seed: 1, Start: today, Zone: now.Location()}).WriteWorkbook(&shop); err != nil {
			t.Fatal(err)
		}
		machine := machineFor(ctx, t, a, mill)
		began, ended := today.AddDate(0, 0, -2).Format(time.DateOnly)+" 08:00", today.AddDate(0, 0, -2).Format(time.DateOnly)+" 10:00"
		for _, file := range [][]byte{shop.Bytes(), book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery|priority", "NONE|2030-03-20|50", "REST|2030-03-20|50", "PART|2030-03-20|50", "DONE|2030-03-20|50"},
			"parts":      {"mouldNo|partNo|kind|qty", "REST|P1|1|2", "PART|P1|1|2", "DONE|P1|1|1"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "REST|P1|10|" + mill + "|8", "PART|P1|10|" + mill + "|8", "DONE|P1|10|" + mill + "|8"},
			"batches":    {"mouldNo|partNo|batchNo|qty|state", "REST|P1|B1|2|2", "PART|P1|B1|1|2"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart|realEnd", "DONE|P1|10|3|" + machine + "|" + began + "|" + ended},
		})} {
			if result := a.importBook(ctx, t, file); result.FaultCount != 0 {
				t.Fatalf("%+v", result.Faults[0])
			}
		}
		p := a.plan(ctx, t)

		var e result.Evaluation
		p.post("aps/exe/job/getEvaluate", map[string]any{"id": p.schedule}, &e)
		f := e.Figures
		if f.Moulds != 24 || f.Planned+f.PartlyPlanned+f.NotPlanned != f.Moulds || f.PartlyPlanned != 1 || f.NotPlanned != 2 || f.OnTime+f.Late != f.Moulds {
			t.Errorf("moulds: %+v", f)
		}
		want := counts{24, f.Late, f.Tasks, f.UnscheduledTasks}
		if f.UnscheduledTasks != 2 || f.Finished < 2 || want.Late < 3 {
			t.Errorf("tasks: %+v", f)
		}
		reasons := map[string]string{}
		for _, m := range e.Unplanned {
			reasons[m.MouldNo] = m.State + ": " + m.Words.En
		}
		if len(reasons) != 3 || reasons["NONE"] != "notPlanned: No operations" || reasons["REST"] != "notPlanned: Batch paused" || reasons["PART"] != "partly: Batch paused" {
			t.Errorf("not planned: %v", reasons)
		}

		var list aps.List[aps.ScheduleView]
		p.post("aps/exe/job/query", map[string]any{"id": p.schedule}, &list)
		got := map[string]counts{"the list": {list.Rows[0].Moulds, list.Rows[0].Late, list.Rows[0].Tasks, list.Rows[0].Unscheduled}}
		row := p.csv("aps/exe/job/export", map[string]any{"id": p.schedule})[0]
		number := func(title string) int {
			n, err := strconv.Atoi(row[title])
			if err != nil {
				t.Errorf("%s in %v: %v", title, row, err)
			}
			return n
		}
		got["its file"] = counts{number("Moulds"), number("Late"), number("Tasks"), number("Unscheduled")}

		table := counts{Moulds: want.Moulds, Late: want.Late}
		outsourced := 0
		for page := 1; ; page++ {
			var tasks aps.List[aps.TaskView]
			p.post("aps/schedule/task/getList", map[string]any{"scheduleId": p.schedule, "size": 500, "page": page}, &tasks)
			for i := range tasks.Rows {
				x := &tasks.Rows[i]
				if table.Tasks++; !x.Scheduled {
					table.Unscheduled++
				}
				if x.Outsourced {
					outsourced++
				}
				if x.Late && x.Slack != nil && *x.Slack > 0 {
					t.Errorf("%s/%s/%d of a late mould has %v h to spare", x.MouldNo, x.PartNo, x.OpNo, *x.Slack)
				}
			}
			if len(tasks.Rows) == 0 {
				break
			}
		}
		got["the task table"] = table
		if f.Outsourced != outsourced || outsourced == 0 {
			t.Errorf("%d tasks are outsourced, the figure says %d", outsourced, f.Outsourced)
		}
		var missing aps.List[aps.TaskView]
		p.post("aps/schedule/task/getList", map[string]any{"scheduleId": p.schedule, "state": "unscheduled"}, &missing)
		got["the table of the unscheduled"] = counts{want.Moulds, want.Late, want.Tasks, missing.Total}
		got["its file of tasks"] = counts{want.Moulds, want.Late, len(p.csv("aps/task/plan/export", map[string]any{"scheduleId": p.schedule})), len(p.csv("aps/task/plan/export", map[string]any{"scheduleId": p.schedule, "state": "unscheduled"}))}

		var gantt result.Gantt
		p.get("aps/plan/"+p.schedule+"/gantt", &gantt)
		drawn := counts{Moulds: len(gantt.Moulds), Tasks: len(gantt.Bars.ID)}
		for _, m := range gantt.Moulds {
			drawn.Unscheduled += m.Unscheduled
			if m.Late {
				drawn.Late++
			}
			if m.No == "NONE" && (m.State != "notPlanned" || m.End != nil || !m.Late) {
				t.Errorf("the mould without operations in the Gantt: %+v", m)
			}
		}
		drawn.Tasks += drawn.Unscheduled
		got["the Gantt"] = drawn

		var why explaining.WhyList
		p.get("aps/plan/"+p.schedule+"/why", &why)
		explained := counts{Moulds: len(why.Rows), Tasks: want.Tasks}
		for i := range why.Rows {
			m := &why.Rows[i]
			explained.Unscheduled += m.Unscheduled
			if m.Late > 0 || m.State != "planned" {
				explained.Late++
			}
			if m.MouldNo == "NONE" && (m.MouldID == "" || m.Reason != "No operations" || m.End != nil) || m.MouldNo == "DONE" && (m.End == nil || m.State != "planned") {
				t.Errorf("why late: %+v", m)
			}
		}
		got["why late"] = explained
		for screen, has := range got {
			if has != want {
				t.Errorf("%s: %+v, the evaluation: %+v", screen, has, want)
			}
		}
		for i := range why.Rows {
			if m := &why.Rows[i]; m.MouldNo == "NONE" {
				_, r, _ := send(t, http.MethodGet, p.address+api.Prefix+"aps/plan/"+p.schedule+"/explain?mould="+m.MouldID, p.header, "", nil)
				if r.Code != 20000 || r.Message != "“NONE” is unscheduled: No operations" {
					t.Errorf("why the mould without operations: %+v", r)
				}
			}
		}
	})
}
