package aps_test

import (
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/problem"
)

// The list of schedules as a file: every one that the question finds, in its order, also by figures of the plans.
func TestExportSchedules(t *testing.T) {
	each(t, true, func(h *house) {
		h.schedule("second", 0)
		first := h.schedule("first", 0)
		h.start(first)
		h.settled(first)
		columns := []string{"name", "status", "tasks", "createUser"}
		for name, row := range map[string]struct {
			q    aps.ListQuery
			want []string
		}{
			"by name":     {aps.ListQuery{Sort: "name"}, []string{"first", "second"}},
			"by tasks":    {aps.ListQuery{Sort: "-tasks", Size: 1}, []string{"first", "second"}},
			"fewest":      {aps.ListQuery{Sort: "tasks"}, []string{"second", "first"}},
			"of a search": {aps.ListQuery{Q: "sec"}, []string{"second"}},
			"nothing":     {aps.ListQuery{Q: "none"}, nil},
		} {
			var names []string
			for i, line := range h.linesOf(h.aps.Export(h.ctx, row.q, columns, "xlsx")) {
				if i > 0 {
					names = append(names, strings.Split(line, " | ")[0])
				}
			}
			if !slices.Equal(names, row.want) {
				h.Errorf("%s: %q", name, names)
			}
		}
		got := h.linesOf(h.aps.Export(h.ctx, aps.ListQuery{Q: "first"}, []string{"name", "status", "runStatus", "tasks"}, "csv"))
		if want := []string{"排程名称 | 状态 | 运行状态 | 任务", "first | 已完成 | 成功 | 9"}; !slices.Equal(got, want) {
			h.Errorf("%q", got)
		}
	})
}

// A schedule whose newest version is not the one in force says both in its file: what is in force, and what the figures are of.
func TestExportSchedulesNamesVersions(t *testing.T) {
	each(t, true, func(h *house) {
		h.schedule("empty", 0)
		s := h.hasPlan()
		h.must(h.publish(s))
		h.moved(s, "A001-10", 3)
		columns := []string{"status", "planNumber", "tasks"}
		got := h.linesOf(h.aps.Export(h.ctx, aps.ListQuery{Sort: "-planNumber"}, columns, "csv"))
		if want := []string{"状态 | 指标版本 | 任务", "已发布 · 版本 1 执行中 | 版本 2 | 9", "未开始 |  | "}; !slices.Equal(got, want) {
			h.Errorf("%q", got)
		}
		english := problem.WithLanguage(h.ctx, problem.English)
		got = h.linesOf(h.aps.Export(english, aps.ListQuery{ID: s.ID}, columns, "csv"))
		if want := []string{"Status | Figures of version | Tasks", "Published · Version 1 in force | Version 2 | 9"}; !slices.Equal(got, want) {
			h.Errorf("%q", got)
		}
	})
}
