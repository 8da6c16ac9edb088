package aps_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// A plan that is in force no more says which one took its place, and every page what the factory works by now: with number
// and name of the schedule.
func TestReplacedPlansNameTheirSuccessor(t *testing.T) {
	each(t, true, func(h *house) {
		named := func(p *plan.Name) string {
			if p == nil {
				return "-"
			}
			return fmt.Sprintf("%s %d", p.Name, p.PlanNumber)
		}
		said := func(s *entity.Schedule) string {
			var v plan.Versions
			var list aps.ScheduleList
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
				if v, err = h.aps.Versions(h.ctx, tx, s.ID); err != nil {
					return err
				}
				list, err = h.aps.List(h.ctx, tx, aps.ListQuery{ID: s.ID})
				return err
			}))
			words := []string{}
			for _, row := range v.Rows {
				words = append(words, fmt.Sprintf("%d: %s", row.PlanNumber, named(row.ReplacedBy)))
			}
			row := &list.Rows[0]
			if row.ReplacedBy != nil && row.ReplacedBy.ScheduleID == "" {
				h.Errorf("%+v leads nowhere", row.ReplacedBy)
			}
			now := "-"
			if list.InForce != nil && v.InForce != nil && *list.InForce == *v.InForce && v.InForce.ScheduleID != "" {
				now = fmt.Sprintf("%s %d by %s", v.InForce.Name, v.InForce.PlanNumber, v.InForce.PublisherName)
			}
			return fmt.Sprintf("%s | list: %s | in force: %s", strings.Join(words, ", "), named(row.ReplacedBy), now)
		}
		first, second := h.schedule("first", 0), h.schedule("second", 0)
		for _, s := range []*entity.Schedule{first, second} {
			h.start(s)
			h.settled(s)
		}
		expect := func(of *entity.Schedule, want string) {
			h.Helper()
			if got := said(of); got != want {
				h.Errorf("%s says %q, not %q", of.Name, got, want)
			}
		}
		expect(first, "1: - | list: - | in force: -")
		h.must(h.publish(first))
		expect(first, "1: - | list: - | in force: first 1 by Test A")
		h.must(h.publish(second))
		expect(first, "1: second 1 | list: second 1 | in force: second 1 by Test A")
		expect(second, "1: - | list: - | in force: second 1 by Test A")
		h.start(second)
		h.settled(second)
		h.must(h.publish(second))
		expect(second, "2: -, 1: second 2 | list: - | in force: second 2 by Test A")
		expect(first, "1: second 1 | list: second 1 | in force: second 2 by Test A")
		file := strings.Join(h.linesOf(h.aps.Export(problem.WithLanguage(h.ctx, problem.English), aps.ListQuery{Sort: "name"}, []string{"status"}, "csv")), "; ")
		if want := "Status; Completed · Replaced by version 1 of “second”; Published · Version 2 in force"; file != want {
			h.Errorf("the file says %q, not %q", file, want)
		}
		// Restored, it is in force; what it took the place of says so.
		h.must(h.publishVersion(h.get(first.ID), 1))
		expect(first, "1: - | list: - | in force: first 1 by Test A")
		expect(second, "2: first 1, 1: second 2 | list: first 1 | in force: first 1 by Test A")
		// Plans of older versions learn it from when they were replaced, as far as that is known.
		h.sql("UPDATE plan SET replaced_by = ''")
		raw, err := os.ReadFile("../platform/store/migrations/00330_replaced_by.sql")
		h.must(err)
		h.sql(string(raw)[strings.Index(string(raw), "UPDATE"):])
		expect(second, "2: first 1, 1: second 2 | list: first 1 | in force: first 1 by Test A")
	})
}
