package aps_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/compare"
	"mouldworks/internal/aps/draft"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

func (h *house) plans(s *entity.Schedule) []plan.Version {
	h.Helper()
	var list plan.Versions
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { list, err = h.aps.Versions(h.ctx, tx, s.ID); return err }))
	return list.Rows
}

// summed writes plans in short: number, how each came about, and what is in force or goes.
func summed(rows []plan.Version) string {
	var lines []string
	for _, r := range rows {
		line := fmt.Sprintf("%d %s", r.PlanNumber, r.Origin)
		if r.Parent > 0 {
			line += fmt.Sprintf(" of %d", r.Parent)
		}
		for word, on := range map[string]bool{" newest": r.Newest, " in force": r.InForce, " goes": r.Goes} {
			if on {
				line += word
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}

// publishVersion publishes a plan of a schedule by its number, compared with what is in force now.
// difference is what publishing the newest plan of a schedule would change.
func (h *house) difference(s *entity.Schedule) (d *compare.Difference) {
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { d, err = h.aps.DifferenceOf(h.ctx, tx, s.ID, 0); return err }))
	return d
}

func (h *house) publishVersion(s *entity.Schedule, number int) error {
	inForce := h.inForce()
	return h.write(func(tx store.Tx) error {
		return h.aps.Publish(h.ctx, tx, s.ID, plan.Publication{PlanNumber: number, Version: h.get(s.ID).Version, InForce: inForce})
	})
}

// moved keeps a move of a task by some days.
func (h *house) moved(s *entity.Schedule, task string, days int) *entity.Schedule {
	h.Helper()
	s = h.get(s.ID)
	to := h.rowsOf(s)[task].PlannedStart.AddDate(0, 0, days)
	kept, err := h.aps.Commit(h.ctx, s.ID, s.PlanID, 0, []draft.PlanChange{{Kind: "move", TaskID: task, Start: &to}})
	h.must(err)
	return kept
}

// A schedule is published as long as one of its plans is in force: runs and kept changes append versions beside it, and an
// older one comes back in force through the same checks.
func TestPlansAreVersions(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		first := h.rowsOf(s)["A001-10"].PlannedStart
		h.must(h.publish(s))
		if got := said(h.publish(s)); !strings.Contains(got, "is published") {
			h.Errorf("published twice: %s", got)
		}
		h.moved(s, "A001-10", 3)
		h.start(s)
		s = h.settled(s)
		s = h.moved(s, "A001-10", 4)
		if s.Status != entity.Published {
			h.Errorf("state %d while version 1 is in force", s.Status)
		}
		rows := h.plans(s)
		if got, want := summed(rows), "4 hand of 3 newest, 3 run, 2 hand of 1, 1 run in force"; got != want {
			h.Fatalf("versions: %s\nnot: %s", got, want)
		}
		for _, r := range rows {
			if r.AuthorName != "Test A" || r.CreateTime.IsZero() || r.Tasks == 0 {
				h.Errorf("version %d: %+v", r.PlanNumber, r)
			}
		}
		// The list says both: which one is in force, and that another one is newer.
		var list aps.ScheduleList
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { list, err = h.aps.List(h.ctx, tx, aps.ListQuery{}); return err }))
		if v := list.Rows[0]; v.Status != entity.Published || v.PlanNumber != 4 || v.InForceNumber != 1 || v.InForceSince == nil || v.LockState != 0 ||
			v.InForce == nil || v.InForce.Moulds != rows[3].Moulds || v.InForce.Late != rows[3].Late {
			h.Errorf("in the list: %+v", v)
		}
		// Its form can be changed as that of any schedule with a plan that waits.
		_, err := h.save(entity.Config{ID: s.ID, Version: s.Version, Name: "renamed", StartTime: &s.StartTime, Settings: s.Settings})
		h.must(err)
		h.must(h.publishVersion(s, 2))
		if got, want := summed(h.plans(s)), "4 hand of 3 newest, 3 run, 2 hand of 1 in force, 1 run"; got != want {
			h.Errorf("after version 2 was published: %s", got)
		}
		if got := said(h.publishVersion(s, 2)); got != "20000 Version 2 of “renamed” is the plan in force already" {
			h.Errorf("version 2 once more: %s", got)
		}
		if got := said(h.publishVersion(s, 9)); got != "404 Version 9 not found" {
			h.Errorf("version 9: %s", got)
		}
		h.must(h.publishVersion(s, 1))
		if rows := h.plans(s); !rows[3].InForce || rows[3].ReplacedTime != nil || rows[2].ReplacedTime == nil || rows[2].PublishTime == nil || rows[2].PublisherName != "Test A" {
			h.Errorf("restored: %+v", rows[2:])
		}
		var inForce []plan.InForcePlace
		h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
			inForce, err = plan.InForce(h.ctx, tx, []string{"mould-A001"})
			return err
		}))
		if !inForce[0].Start.Equal(*first) {
			h.Errorf("in force A001 begins %s, in version 1 %s", inForce[0].Start, first)
		}
	})
}

// Every version opens: its tasks, figures, comparison and explanations are its own, not those of the newest.
func TestEveryVersionOpens(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		old := h.plans(s)[0]
		was := h.rowsOf(s)
		s = h.moved(s, "A001-10", 30)
		now := h.rowsOf(s)
		if was["A001-10"].PlannedStart.Equal(*now["A001-10"].PlannedStart) {
			h.Fatal("nothing moved")
		}
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			for number, want := range map[int]map[string]aps.TaskView{0: now, 1: was, 2: now} {
				list, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID, PlanNumber: number, Size: 500})
				h.must(err)
				for _, row := range list.Rows {
					if !row.PlannedStart.Equal(*want[row.TaskID].PlannedStart) {
						h.Errorf("version %d: %s starts %s, not %s", number, row.TaskID, row.PlannedStart, want[row.TaskID].PlannedStart)
					}
				}
				why, err := h.aps.Explain(h.ctx, tx, s.ID, number, "", "A001-10")
				h.must(err)
				if end := want["A001-10"].PlannedEnd; why.End == nil || !why.End.Equal(*end) {
					h.Errorf("version %d: explained to end %s, not %s", number, why.End, end)
				}
				listed, err := h.aps.WhyList(h.ctx, tx, s.ID, number)
				h.must(err)
				worth, err := h.aps.EvaluationOf(h.ctx, tx, s.ID, number)
				h.must(err)
				late := 0
				for _, m := range listed.Rows {
					if m.Late > 0 {
						late++
					}
				}
				if worth.Figures.Late != late {
					h.Errorf("version %d: %d late, its list says %d", number, worth.Figures.Late, late)
				}
			}
			own, err := h.aps.DifferenceOf(h.ctx, tx, s.ID, 1)
			h.must(err)
			if !own.Own || own.Moved != 0 {
				h.Errorf("the plan in force against what was before it: %+v", own)
			}
			newer, err := h.aps.DifferenceOf(h.ctx, tx, s.ID, 2)
			h.must(err)
			if newer.Own || newer.Moved == 0 || newer.Against != old.PlanID {
				h.Errorf("version 2 against the plan in force: %+v", newer)
			}
			if _, err := h.aps.EvaluationOf(h.ctx, tx, s.ID, 3); !strings.Contains(said(err), "Version 3") {
				h.Errorf("version 3: %s", said(err))
			}
			return nil
		}))
	})
}

// A number that no plan can have is refused by every call, with its name; none of them answers for the newest plan instead.
func TestNumbersThatNoVersionHas(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		calls := map[string]func(tx store.Tx, number int) error{
			"tasks": func(tx store.Tx, number int) error {
				_, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID, PlanNumber: number})
				return err
			},
			"getList": func(tx store.Tx, number int) error {
				_, err := h.aps.ScheduleTasks(h.ctx, tx, aps.TaskQuery{ScheduleID: s.ID, PlanNumber: number})
				return err
			},
			"export": func(_ store.Tx, number int) error {
				_, err := h.aps.ExportTasks(h.ctx, aps.TaskQuery{ScheduleID: s.ID, PlanNumber: number}, nil, "csv")
				return err
			},
			"getEvaluate":   func(tx store.Tx, number int) error { _, err := h.aps.EvaluationOf(h.ctx, tx, s.ID, number); return err },
			"getDifference": func(tx store.Tx, number int) error { _, err := h.aps.DifferenceOf(h.ctx, tx, s.ID, number); return err },
			"why":           func(tx store.Tx, number int) error { _, err := h.aps.WhyList(h.ctx, tx, s.ID, number); return err },
			"publish": func(tx store.Tx, number int) error {
				return h.aps.Publish(h.ctx, tx, s.ID, plan.Publication{PlanNumber: number, Version: h.get(s.ID).Version})
			},
			"remark": func(tx store.Tx, number int) error {
				return h.aps.Remark(h.ctx, tx, s.ID, plan.Remark{PlanNumber: number, Version: 1})
			},
		}
		for name, call := range calls {
			for number, want := range map[int]string{-1: "422 planNumber range", -99: "422 planNumber range", 2: "404 Version 2 not found"} {
				var err error
				_ = h.db.Read(h.ctx, func(tx store.Tx) error { err = call(tx, number); return nil })
				if got := said(err); got != want {
					h.Errorf("%s of version %d says %q, not %q", name, number, got, want)
				}
			}
		}
		_ = h.db.Read(h.ctx, func(tx store.Tx) error {
			if got := said(calls["remark"](tx, 0)); got != "422 planNumber range" {
				h.Errorf("a remark on no version says %q", got)
			}
			for number, want := range map[int]string{-1: "422 planNumber range", 2: "422 scheduleId required"} {
				_, err := h.aps.Tasks(h.ctx, tx, aps.TaskQuery{MouldNo: "A001", PlanNumber: number})
				if got := said(err); got != want {
					h.Errorf("version %d of no schedule says %q, not %q", number, got, want)
				}
			}
			return nil
		})
	})
}

// Whoever comes too late with a note or a pin reads who was faster: the one who wrote, published it or put another one in
// its place.
func TestLateRemarkNamesWhoWasFaster(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.moved(s, "A001-10", 3)
		h.moved(s, "A001-10", 4)
		as := func(name string, do func()) {
			was := h.ctx
			actor := h.actor
			actor.Name = name
			h.ctx = store.WithActor(was, actor)
			do()
			h.ctx = was
		}
		note := "初版"
		remark := func(number int, version int64) error {
			return h.write(func(tx store.Tx) error {
				return h.aps.Remark(h.ctx, tx, s.ID, plan.Remark{PlanNumber: number, Version: version, Note: &note})
			})
		}
		version := func(number int) int64 { return h.plans(s)[3-number].Version }
		late := func(number int, read int64, want string) {
			h.Helper()
			var p *problem.Problem
			if err := remark(number, read); !errors.As(err, &p) || p.Code != problem.StaleVersion {
				h.Fatalf("a late remark on version %d: %v", number, err)
			}
			if got := p.Data.(problem.StaleData).ChangedBy; got != want {
				h.Errorf("version %d was changed by %q, not %q", number, got, want)
			}
		}
		first, second := version(1), version(2)
		as("Wang", func() { h.must(remark(1, first)) })
		as("Zhao", func() { h.must(remark(2, second)) })
		late(1, first, "Wang")
		late(2, second, "Zhao")
		first = version(1)
		as("Sun", func() { h.must(h.publishVersion(s, 1)) })
		late(1, first, "Sun")
		first = version(1)
		as("Li", func() { h.must(h.publishVersion(s, 2)) })
		late(1, first, "Li")
	})
}

// Twenty plans of a schedule are kept besides those that are pinned or were in force; what goes next is named before.
func TestPlansThatGoAreNamed(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		pin, note := true, "  初版  "
		remark := func(number int, version int64) error {
			return h.write(func(tx store.Tx) error {
				return h.aps.Remark(h.ctx, tx, s.ID, plan.Remark{PlanNumber: number, Version: version, Pinned: &pin, Note: &note})
			})
		}
		for range 20 {
			s = h.moved(s, "A001-10", 1)
		}
		if got := summed(h.plans(s)); !strings.Contains(got, "2 hand of 1 goes") || strings.Count(got, "goes") != 1 {
			h.Errorf("after twenty changes: %s", got)
		}
		rows := h.plans(s)
		second := rows[len(rows)-2]
		h.must(remark(2, second.Version))
		if got := said(remark(2, second.Version)); !strings.HasPrefix(got, "20009") {
			h.Errorf("a remark on an old state: %s", got)
		}
		if got := said(remark(2, 0)); got != "422 version required" {
			h.Errorf("a remark without a version: %s", got)
		}
		if rows := h.plans(s); strings.Contains(summed(rows), "goes") || !rows[len(rows)-2].Pinned || rows[len(rows)-2].Note != "初版" {
			h.Errorf("pinned: %s, %+v", summed(rows), rows[len(rows)-2])
		}
		note = strings.Repeat("长", 201)
		if got := said(remark(3, h.plans(s)[18].Version)); got != "422 note length" {
			h.Errorf("a long note: %s", got)
		}
		s = h.moved(s, "A001-10", 1) // 20 others now: 3 to 22
		s = h.moved(s, "A001-10", 1)
		if rows := h.plans(s); len(rows) != 22 || rows[21].PlanNumber != 1 || rows[20].PlanNumber != 2 || rows[19].PlanNumber != 4 || rows[0].PlanNumber != 23 {
			h.Errorf("kept: %s", summed(rows))
		}
		// What was in force stays for 400 days after it was replaced.
		h.must(h.publish(s))
		h.clock(time.Now().Add(400*24*time.Hour - time.Minute))
		if got := summed(h.plans(s)); strings.Contains(got, "1 run goes") {
			h.Errorf("replaced less than 400 days ago: %s", got)
		}
		h.clock(time.Now().Add(400*24*time.Hour + time.Minute))
		if got := summed(h.plans(s)); !strings.Contains(got, "1 run goes") {
			h.Errorf("replaced more than 400 days ago: %s", got)
		}
	})
}

// Migration 00300: the plans of a database that knew no versions are numbered in the order of their making, those of one
// run after the first are by hand, and the schedule in force is published again.
func TestOldPlansBecomeVersions(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		h.must(h.publish(s))
		h.moved(s, "A001-10", 3)
		h.start(s)
		s = h.moved(h.settled(s), "A001-10", 4)
		want := summed(h.plans(s))
		h.sql("UPDATE plan SET number = 0, parent = 0, origin = 'run', author_name = '', published_at = NULL, publisher_name = ''")
		h.sql("UPDATE schedule SET status = 2")
		raw, err := os.ReadFile("../platform/store/migrations/00300_plan_version.sql")
		h.must(err)
		for statement := range strings.SplitSeq(string(raw), ";") {
			if at := strings.Index(statement, "UPDATE"); at >= 0 {
				h.sql(statement[at:])
			}
		}
		rows := h.plans(s)
		if got := summed(rows); got != want {
			h.Errorf("numbered: %s\nnot: %s", got, want)
		}
		if first := rows[len(rows)-1]; first.PublishTime == nil || first.PublisherName != "Test A" {
			h.Errorf("in force: %+v", first)
		}
		if got := h.get(s.ID).Status; got != entity.Published {
			h.Errorf("state %d", got)
		}
	})
}

// Open pages are told of what others publish, keep, rename and delete.
func TestOpenPagesAreToldOfSchedules(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.hasPlan()
		told := func(what string, do func()) {
			h.Helper()
			h.mu.Lock()
			h.signals = nil
			h.mu.Unlock()
			do()
			if h.told("changed", `"entity":"schedule"`, s.ID) == 0 {
				h.Errorf("%s: %v", what, h.signals)
			}
		}
		told("a publication", func() { h.must(h.publish(h.get(s.ID))) })
		told("a kept change", func() { h.moved(s, "A001-30", 1) })
		told("a rename", func() {
			h.must(h.write(func(tx store.Tx) error { return h.aps.Rename(h.ctx, tx, s.ID, h.get(s.ID).Version, "other") }))
		})
		h.signals = nil
		if err := h.publishVersion(s, 1); err == nil { // it is in force already
			h.Error("published twice")
		}
		if h.told("changed") != 0 {
			h.Errorf("told of what did not happen: %v", h.signals)
		}
	})
}
