package aps_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// linesOf are the rows of an exported file, headings first.
func (h *house) linesOf(file *api.File, err error) (lines []string) {
	h.Helper()
	h.must(err)
	var written bytes.Buffer
	h.must(file.Write(&written))
	if written.Len() == 0 {
		return nil
	}
	if strings.HasSuffix(file.Name, ".csv") {
		rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(written.Bytes(), []byte("\uFEFF")))).ReadAll()
		h.must(err)
		for _, row := range rows {
			lines = append(lines, strings.Join(row, " | "))
		}
		return lines
	}
	h.must(sheet.Read(h.Context(), written.Bytes(), sheet.Limits{}, func(r sheet.Row) error {
		lines = append(lines, strings.Join(r.Cells, " | "))
		return nil
	}))
	return lines
}

// Reasons and conflicts stand alone in their cells: in English they begin with a capital.
func TestReasonsOfTasksBeginWithACapital(t *testing.T) {
	words := aps.WordsOfTasks("en")
	if !slices.Contains(words, "No resource") || !slices.Contains(words, "Resource occupied") {
		t.Errorf("reasons and conflicts are missing: %q", words)
	}
	for _, word := range words {
		if first := strings.ToUpper(word[:min(1, len(word))]); !strings.HasPrefix(word, first) {
			t.Errorf("%q begins lower case", word)
		}
	}
}

// CALL-15, CALL-17: the file of the task table holds the columns as they are shown, and every task that the question
// finds in its order, also by what was reported after the run; a question without an answer makes a file of headings alone.
func TestExportTasks(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		columns := []string{"mouldNo", "opNo", "processName", "status", "hours"}
		number := func(n int) *int { return &n }
		for _, format := range []string{"csv", "xlsx"} {
			for name, row := range map[string]struct {
				q    aps.TaskQuery
				want []string
			}{
				"of a mould, the last first": {aps.TaskQuery{MouldNo: "A001", Sort: "-opNo", Page: 2, Size: 1}, []string{"模具编号 | 工序号 | 工艺 | 任务状态 | 工时", "A001 | 30 | 钳工 | 未开始 | 2", "A001 | 20 | 电火花 | 未开始 | 5", "A001 | 10 | 数控 | 进行中 | 4"}},
				"what runs":                  {aps.TaskQuery{Status: number(1)}, []string{"模具编号 | 工序号 | 工艺 | 任务状态 | 工时", "A001 | 10 | 数控 | 进行中 | 4"}},
				"nothing":                    {aps.TaskQuery{Q: "no such task"}, []string{"模具编号 | 工序号 | 工艺 | 任务状态 | 工时"}},
			} {
				row.q.ScheduleID = s.ID
				if got := h.linesOf(h.aps.ExportTasks(h.ctx, row.q, columns, format)); !slices.Equal(got, row.want) {
					h.Errorf("%s as %s: %q", name, format, got)
				}
			}
		}
		english := problem.WithLanguage(h.ctx, problem.English)
		got := h.linesOf(h.aps.ExportTasks(english, aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A002-20"}}, []string{"resourceName", "status", "sourceFlag", "planState", "plannedStart"}, "csv"))
		start := h.tasks(aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A002-20"}})[0].PlannedStart.In(zoneOf(h, "Asia/Shanghai")).Format("2006-01-02 15:04")
		if want := []string{"Resource | Task status | Source | Plan state | Planned start", "热处理厂 | Not started | Outsourced | Scheduled · Out of plan · Not batched | " + start}; !slices.Equal(got, want) {
			h.Errorf("in English, in the zone of the factory: %q, want %q", got, want)
		}
		_, err := h.aps.ExportTasks(h.ctx, aps.TaskQuery{ScheduleID: s.ID}, []string{"colour"}, "csv")
		if !strings.Contains(said(err), "columns unknown") {
			h.Errorf("a column that is none says %q", said(err))
		}
	})
}

// Hours in a file have two places at most and a rate one, as on the page; what falls short of 100 never reads 100.
func TestFiguresOfAFile(t *testing.T) {
	each(t, true, func(h *house) {
		h.mu.Lock()
		h.shop.Moulds[0].Parts[0].Ops[0].Minutes = 12000
		h.mu.Unlock()
		s := h.hasPlan()
		h.mu.Lock()
		op := &h.shop.Moulds[0].Parts[0].Ops[0]
		op.Status, op.Reported = 1, 11995
		h.mu.Unlock()
		got := h.linesOf(h.aps.ExportTasks(h.ctx, aps.TaskQuery{ScheduleID: s.ID, TaskIDs: []string{"A001-10"}}, []string{"hours", "surplusHours", "reachRate"}, "csv"))
		if want := []string{"工时 | 剩余工时 | 达成率 %", "200 | 0.08 | 99.9"}; !slices.Equal(got, want) {
			h.Errorf("%q, want %q", got, want)
		}
	})
}

// APS-TASK-08: without a question there is no export; a message asks for one.
func TestExportNeedsAQuery(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		_, err := h.aps.ExportTasks(h.ctx, aps.TaskQuery{}, nil, "xlsx")
		if !strings.Contains(said(err), "make a query first") {
			h.Errorf("without a question it says %q", said(err))
		}
		if words, _ := problem.Of(err).Wire(problem.Chinese); words != "请先查询，再导出" {
			h.Errorf("without a question it says %q", words)
		}
		if got := h.linesOf(h.aps.ExportTasks(h.ctx, aps.TaskQuery{ScheduleID: s.ID}, nil, "xlsx")); len(got) != 10 {
			h.Errorf("with one, headings and nine tasks: %q", got)
		}
		// A mould alone is a question, too: of the plan in force.
		h.must(h.publish(s))
		if got := h.linesOf(h.aps.ExportTasks(h.ctx, aps.TaskQuery{MouldNo: "A001"}, nil, "xlsx")); len(got) != 4 {
			h.Errorf("of a mould, headings and three tasks: %q", got)
		}
	})
}

// A file of tasks names the schedule and the version that they are of, in its own name and in that of its sheet; what Windows
// or a spreadsheet program refuses in names is not in them.
func TestFileOfTasksNamesItsPlan(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		s = h.moved(s, "A001-10", 3)
		named := func(name string) {
			s = h.get(s.ID)
			h.must(h.write(func(tx store.Tx) error { return h.aps.Rename(h.ctx, tx, s.ID, s.Version, name) }))
		}
		english := problem.WithLanguage(h.ctx, problem.English)
		for _, row := range []struct {
			schedule string
			ctx      context.Context
			q        aps.TaskQuery
			file     string
			page     string
		}{
			{"三月计划", h.ctx, aps.TaskQuery{ScheduleID: s.ID}, "任务表 三月计划 版本 2.xlsx", "任务表 三月计划 版本 2"},
			{"Week 12", english, aps.TaskQuery{ScheduleID: s.ID, PlanNumber: 1}, "Tasks Week 12 Version 1.xlsx", "Tasks Week 12 Version 1"},
			{"Week 12", english, aps.TaskQuery{MouldNo: "A001"}, "Tasks Week 12 Version 1.xlsx", "Tasks Week 12 Version 1"},
			{"a/b:c[d]?", english, aps.TaskQuery{ScheduleID: s.ID}, "Tasks a-b-c-d-- Version 2.xlsx", "Tasks a-b-c-d-- Version 2"},
			{"Everything of the first quarter", english, aps.TaskQuery{ScheduleID: s.ID}, "Tasks Everything of the first quarter Version 2.xlsx", "Tasks Everything of t Version 2"},
		} {
			named(row.schedule)
			file, err := h.aps.ExportTasks(row.ctx, row.q, []string{"mouldNo"}, "xlsx")
			h.must(err)
			if file.Name != row.file {
				h.Errorf("%q, not %q", file.Name, row.file)
			}
			var written bytes.Buffer
			h.must(file.Write(&written))
			var page string
			h.must(sheet.Read(h.Context(), written.Bytes(), sheet.Limits{}, func(r sheet.Row) error { page = r.Sheet; return nil }))
			if page != row.page {
				h.Errorf("the sheet is %q, not %q", page, row.page)
			}
		}
	})
}

// The plan of some moulds holds the work in force of the others too, as the Gantt shows it: table and file say which it is,
// and both can be had alone.
func TestCarriedTasksAreNamed(t *testing.T) {
	each(t, true, func(h *house) {
		h.must(h.publish(h.hasPlan()))
		one := h.schedule("one", 0, "mould-A002")
		h.start(one)
		h.settled(one)
		call := h.client()
		for scope, want := range map[string][2]int{"": {3, 0}, "all": {3, 6}, "own": {3, 0}, "carried": {0, 6}} {
			var got [2]int
			for _, row := range h.tasks(aps.TaskQuery{ScheduleID: one.ID, Scope: scope}) {
				at := 0
				if row.Carried {
					at = 1
				}
				got[at]++
				if row.Carried == (row.MouldNo == "A002") {
					h.Errorf("%s of %s is carried: %v", row.TaskID, row.MouldNo, row.Carried)
				}
			}
			if got != want {
				h.Errorf("%q: %d of its own and %d carried over, not %v", scope, got[0], got[1], want)
			}
			for language, word := range map[string]string{"zh": "沿用执行中计划", "en": "Carried over"} {
				body := map[string]any{"scheduleId": one.ID, "columns": []string{"planState"}}
				if scope != "" {
					body["scope"] = scope
				}
				_, file := call(http.MethodPost, "task/plan/export?format=csv", language, body)
				if n := strings.Count(file, " · "+word+"\r\n"); n != want[1] {
					h.Errorf("the file of %q has %d rows carried over, not %d: %s", scope, n, want[1], file)
				}
			}
		}
	})
}
