package aps_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
)

// finishes tells how the operations of the house were finished; those of its shop are there, others were deleted.
func (h *house) finishes(_ context.Context, _ store.Tx, _ []string, _, _ time.Time) (map[string]*aps.OperationFinish, error) {
	groups := map[string]model.Group{}
	for _, g := range h.shop.Groups {
		groups[g.ID] = g
	}
	of := map[string]*aps.OperationFinish{}
	for _, m := range h.read(nil).Moulds {
		for _, p := range m.Parts {
			for _, o := range p.Ops {
				f := &aps.OperationFinish{
					Qty: max(1, p.Qty), Whole: h.finished[o.ID], Lots: map[string]aps.LotFinish{"": h.finished[o.ID]}, MouldID: m.ID, MouldNo: m.No, PartNo: p.No, PartName: p.Name, OpNo: o.No, ProcessName: o.Process,
					SectionName: groups[o.GroupID].Section, GroupName: groups[o.GroupID].Name, Batches: map[string]string{}, Minutes: map[string]quantity.Minutes{"": o.Minutes},
				}
				for _, b := range p.Batches {
					f.Batches[b.ID], f.Minutes[b.ID], f.Lots[b.ID] = b.No, o.Minutes/2, h.finished[o.ID+"/"+b.ID]
				}
				of[o.ID] = f
			}
		}
	}
	return of, nil
}

func peopleOfTheHouse(_ context.Context, _ store.Tx, accounts []string) (map[string]string, error) {
	names := map[string]string{}
	for _, id := range accounts {
		if name, known := strings.CutSuffix(id, "-account"); known {
			names[id] = name
		}
	}
	return names, nil
}

func (h *house) rate(q aps.CompletionQuery) (r *aps.CompletionRate) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { r, err = h.aps.Completion(h.ctx, tx, q); return err }))
	return r
}

func (h *house) behind(q aps.CompletionDetailQuery) (d *aps.CompletionTasks) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { d, err = h.aps.CompletionDetail(h.ctx, tx, q); return err }))
	return d
}

// done says when a task was finished in Shanghai, and by whom.
func (h *house) done(task, at, by string) {
	h.Helper()
	moment := shanghaiTime(h.T, at)
	if h.finished == nil {
		h.finished = map[string]aps.LotFinish{}
	}
	h.finished[task] = aps.LotFinish{At: &moment, By: by, Received: by == ""}
}

func shanghaiTime(t *testing.T, text string) time.Time { return at(t, "Asia/Shanghai", text).UTC() }

// works makes a plan of rows the plan in force since a moment.
func (h *house) works(since string, rows []result.Task) {
	h.Helper()
	h.must(h.write(func(tx store.Tx) error {
		s := &entity.Schedule{Name: "March", Status: entity.Published, MouldIDs: []string{}, Moulds: []entity.MouldRow{}, Settings: map[string]any{}}
		if err := tx.Insert(h.ctx, s); err != nil {
			return err
		}
		p := &entity.Plan{ScheduleID: s.ID, Complete: true, Number: 3, Published: true}
		if err := tx.Insert(h.ctx, p); err != nil {
			return err
		}
		for i := range rows {
			rows[i].PlanID = p.ID
		}
		if err := tx.Insert(h.ctx, &rows); err != nil {
			return err
		}
		return tx.Insert(h.ctx, &entity.FactoryPlan{PlanID: p.ID, ScheduleID: s.ID, Since: shanghaiTime(h.T, since)})
	}))
}

// taskOf is a task of a plan: "A001-10" is operation 10 of part P1 of mould A001.
func (h *house) taskOf(operation, section, group, resource, end string, minutes quantity.Minutes) result.Task {
	mould, no, _ := strings.Cut(operation, "-")
	opNo := 0
	_, err := fmt.Sscan(no, &opNo)
	h.must(err)
	ended := shanghaiTime(h.T, end)
	return result.Task{
		TaskID: operation, MouldID: "mould-" + mould, MouldNo: mould, PartNo: "P1", OpNo: opNo, ProcessName: "step", SectionName: section, GroupName: group, ResourceID: resource, ResourceName: strings.ToUpper(resource),
		PlannedStart: &ended, PlannedEnd: &ended, Minutes: minutes, PlannedMinutes: minutes, Qty: 1,
	}
}

// goldenRate is a house that works by a plan since the evening of 28 February; it is 4 March, 10:00.
//
//	2 March: A001-10 4 h   finished on the 1st by Ann            early
//	         A002-10 1 h   by 16:00, at 18:00 by Ann             on time, by its planned end late
//	         A001-20 5 h   on the 3rd by Bob                     late
//	         A003-30 2 h   came back from its supplier           on time
//	3 March: A002-20 2 h   planned for a machine                 unfinished, nobody
//	         A001-30 1.5 h planned for the fitters               unfinished, the fitters
//	         A003-20 0.5 h until 23:00 of the 2nd and 1 h until 11:00 of the 3rd, at 11:00 by Bob   on time
//	10 March: A002-30      finished on the 3rd by Ann, 2 h       out of plan
//	A003-10 was finished before the plan was made, and is planned for no day.
func goldenRate(t *testing.T, fn func(h *house)) {
	each(t, false, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		h.clock(shanghaiTime(h.T, "2026-03-04 10:00"))
		const cut, build = "加工", "装配"
		first, second := h.taskOf("A003-20", cut, "电火花组", "e1", "2026-03-02 23:00", 30), h.taskOf("A003-20", cut, "电火花组", "e1", "2026-03-03 11:00", 60)
		first.Segment, second.Segment, second.TaskID = 1, 2, model.SegmentID("A003-20", 2)
		before := h.taskOf("A003-10", cut, "数控组", "m1", "2026-03-02 09:00", 240)
		before.Status = model.OpFinished
		away := h.taskOf("A003-30", build, "钳工组", "s1", "2026-03-02 18:00", 2*24*60)
		away.Outsourced, away.Minutes = true, 120
		h.works("2026-02-28 20:00", []result.Task{
			h.taskOf("A001-10", cut, "数控组", "m1", "2026-03-02 12:00", 240), h.taskOf("A002-10", cut, "数控组", "m2", "2026-03-02 16:00", 60), h.taskOf("A001-20", cut, "电火花组", "e1", "2026-03-02 20:00", 300), away,
			h.taskOf("A002-20", cut, "电火花组", "e1", "2026-03-03 10:00", 120), h.taskOf("A001-30", build, "钳工组", "g-fit", "2026-03-03 17:00", 90), first, second, before,
			h.taskOf("A002-30", build, "钳工组", "g-fit", "2026-03-10 17:00", 120),
		})
		h.done("A001-10", "2026-03-01 17:00", "Ann-account")
		h.done("A002-10", "2026-03-02 18:00", "Ann-account")
		h.done("A001-20", "2026-03-03 09:00", "Bob-account")
		h.done("A003-30", "2026-03-02 10:00", "")
		h.done("A003-20", "2026-03-03 11:00", "Bob-account")
		h.done("A003-10", "2026-02-27 11:00", "Bob-account")
		h.done("A002-30", "2026-03-03 15:00", "Ann-account")
		h.targets = map[string]quantity.Decimal{"加工": quantity.Whole(60)}
		fn(h)
	})
}

var goldenDays = aps.CompletionQuery{From: "2026-03-01", To: "2026-03-03"}

// states are the figures of a part in one line: early, on time, late, unfinished, out of plan of the base, and the rate.
func states(f aps.CompletionFigures) string {
	rate := func(x *float64) any {
		if x == nil {
			return "-"
		}
		return *x
	}
	c, hours := f.Count, f.Hours
	h := func(m quantity.Minutes) float64 { return m.Hours().Float() }
	return fmt.Sprintf("%d+%d+%d+%d of %d, %d out, %v %% | %v+%v+%v+%v of %v h, %v out, %v %%", c.Early, c.OnTime, c.Late, c.Unfinished, c.Base, c.OutOfPlan, rate(c.Rate),
		h(hours.Early), h(hours.OnTime), h(hours.Late), h(hours.Unfinished), h(hours.Base), h(hours.OutOfPlan), rate(hours.Rate))
}

// APS-CAP-04: the completion rate by section, group, person and day, by count and by hours, counted by hand.
func TestPlanCompletionRateByHand(t *testing.T) {
	goldenRate(t, func(h *house) {
		const fitting = "0+1+0+1 of 2, 1 out, 50 % | 0+2+0+1.5 of 3.5 h, 2 out, 57.142857 %"
		for by, want := range map[string][]string{
			"section": {"section 加工 60: 1+2+1+1 of 5, 0 out, 60 % | 4+2.5+5+2 of 13.5 h, 0 out, 48.148148 %", "section 装配 -: " + fitting},
			"group": {
				"group 加工/数控组 -: 1+1+0+0 of 2, 0 out, 100 % | 4+1+0+0 of 5 h, 0 out, 100 %", "group 加工/电火花组 -: 0+1+1+1 of 3, 0 out, 33.333333 % | 0+1.5+5+2 of 8.5 h, 0 out, 17.647059 %",
				"group 装配/钳工组 -: " + fitting,
			},
			"person": {
				"person Ann -: 1+1+0+0 of 2, 1 out, 100 % | 4+1+0+0 of 5 h, 2 out, 100 %", "person Bob -: 0+1+1+0 of 2, 0 out, 50 % | 0+1.5+5+0 of 6.5 h, 0 out, 23.076923 %",
				"team 钳工组 -: 0+0+0+1 of 1, 0 out, 0 % | 0+0+0+1.5 of 1.5 h, 0 out, 0 %", "supplier  -: 0+1+0+0 of 1, 0 out, 100 % | 0+2+0+0 of 2 h, 0 out, 100 %", "nobody  -: 0+0+0+1 of 1, 0 out, 0 % | 0+0+0+2 of 2 h, 0 out, 0 %",
			},
			"day": {
				"day 2026-03-02 -: 1+2+1+0 of 4, 0 out, 75 % | 4+3+5+0 of 12 h, 0 out, 58.333333 %", "day 2026-03-03 -: 0+1+0+2 of 3, 1 out, 33.333333 % | 0+1.5+0+3.5 of 5 h, 2 out, 30 %",
			},
		} {
			q := goldenDays
			q.By = by
			r := h.rate(q)
			if got := states(r.Total); got != "1+3+1+2 of 7, 1 out, 57.142857 % | 4+4.5+5+3.5 of 17 h, 2 out, 50 %" {
				t.Errorf("by %s in all: %s", by, got)
			}
			var got []string
			for _, g := range r.Groups {
				name, target := g.Name, any("-")
				if g.Section != "" {
					name = g.Section + "/" + name
				}
				if g.Target != nil {
					target = *g.Target
				}
				got = append(got, fmt.Sprintf("%s %s %v: %s", g.Kind, name, target, states(g.CompletionFigures)))
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("by %s:\n%s", by, strings.Join(got, "\n"))
			}
		}
		r := h.rate(goldenDays)
		if len(r.Days) != 3 || states(r.Days[0].CompletionFigures) != "0+0+0+0 of 0, 0 out, - % | 0+0+0+0 of 0 h, 0 out, - %" || r.Days[0].Plan == nil || *r.Days[1].Plan != (aps.CompletionPlan{Name: "March", PlanNumber: 3}) || len(r.NoPlan) != 0 {
			t.Errorf("days: %+v, without a plan %v", r.Days, r.NoPlan)
		}
		q := goldenDays
		q.OnTime = "moment"
		if got := states(h.rate(q).Total); got != "1+2+2+2 of 7, 1 out, 42.857143 % | 4+3.5+6+3.5 of 17 h, 2 out, 44.117647 %" {
			t.Errorf("by the planned end: %s", got)
		}
		for want, narrowed := range map[string]aps.CompletionQuery{"2": {Section: "装配"}, "3": {Group: "电火花组"}, "0": {Section: "装配", Group: "数控组"}} {
			narrowed.From, narrowed.To = q.From, q.To
			if got := h.rate(narrowed); fmt.Sprint(got.Total.Count.Base) != want || len(got.Choices) != 3 {
				t.Errorf("%+v: %+v", narrowed, got)
			}
		}
		// The days before the plan came in force have none; what is finished on them is out of plan.
		if early := h.rate(aps.CompletionQuery{From: "2026-02-27", To: "2026-02-28"}); strings.Join(early.NoPlan, " ") != "2026-02-27 2026-02-28" || early.Total.Count.Rate != nil || early.Total.Count.OutOfPlan != 1 {
			t.Errorf("before the first plan: %+v", early)
		}
	})
}

// The list behind a figure holds the tasks that the figure counts, page by page.
func TestTasksBehindACompletionRate(t *testing.T) {
	goldenRate(t, func(h *house) {
		for _, by := range []string{"section", "group", "person", "day"} {
			q := aps.CompletionDetailQuery{CompletionQuery: goldenDays}
			q.By = by
			for _, g := range h.rate(q.CompletionQuery).Groups {
				q.Key = g.Key
				for state, want := range map[string]int{
					"early": g.Count.Early, "onTime": g.Count.OnTime, "late": g.Count.Late, "unfinished": g.Count.Unfinished, "outOfPlan": g.Count.OutOfPlan, "completed": g.Count.Early + g.Count.OnTime, "": g.Count.Base + g.Count.OutOfPlan,
				} {
					q.State = state
					if d := h.behind(q); d.Total != want || len(d.Rows) != want {
						t.Errorf("%s of %s: %d, want %d", state, g.Key, d.Total, want)
					}
				}
			}
		}
		q := aps.CompletionDetailQuery{CompletionQuery: goldenDays, Day: "2026-03-03", Size: 3}
		var got []string
		for q.Page = 1; q.Page < 4; q.Page++ {
			d := h.behind(q)
			if d.Total != 4 || d.Page != q.Page || d.Size != 3 {
				t.Errorf("page %d: %+v", q.Page, d)
			}
			for _, r := range d.Rows {
				got = append(got, fmt.Sprint(r.TaskID, " ", r.State, " ", r.PersonKind, " ", r.Person, " ", r.Hours, " ", r.PlannedEnd == nil, r.RealEnd == nil))
			}
		}
		if want := "A002-20 unfinished nobody  2 false true\nA003-20 onTime person Bob 1.5 false false\nA002-30 outOfPlan person Ann 2 true false\nA001-30 unfinished team 钳工组 1.5 false true"; strings.Join(got, "\n") != want {
			t.Errorf("3 March:\n%s", strings.Join(got, "\n"))
		}
		q = aps.CompletionDetailQuery{CompletionQuery: goldenDays, State: "late", Size: 1}
		h.ctx = problem.WithLanguage(h.ctx, problem.English)
		for _, format := range []string{"csv", "xlsx"} {
			lines := h.linesOf(h.aps.ExportCompletion(h.ctx, q, format))
			if len(lines) != 2 || lines[0] != "Planned day | Status | Mould no | Part no | Part name | Batch no | Operation no | Process | Section | Resource group | Resource | Person | Planned end | Actual end | Planned hours | Plan in force" ||
				lines[1] != "2026-03-02 | Late | A001 | P1 |  |  | 20 | step | 加工 | 电火花组 | E1 | Bob | 2026-03-02 20:00 | 2026-03-03 09:00 | 5 | March version 3" {
				t.Errorf("%s: %q", format, lines)
			}
		}
	})
}

// APS-CAP-07: a query interval must be chosen. It has an order, an end that is not ahead, and a length.
func TestACompletionRateNeedsAnInterval(t *testing.T) {
	goldenRate(t, func(h *house) {
		for _, c := range []struct {
			q    aps.CompletionQuery
			want string
		}{
			{aps.CompletionQuery{}, "from required to required"},
			{aps.CompletionQuery{From: "2026-03-01"}, "to required"},
			{aps.CompletionQuery{To: "2026-03-01"}, "from required"},
			{aps.CompletionQuery{From: "soon", To: "2026-02-30"}, "from format to format"},
			{aps.CompletionQuery{From: "2026-03-02", To: "2026-03-01"}, "to order"},
			{aps.CompletionQuery{From: "2026-03-02", To: "2026-03-05"}, "to future"},
			{aps.CompletionQuery{From: "2025-03-03", To: "2026-03-04"}, "to range"},
			{aps.CompletionQuery{From: "2025-03-04", To: "2026-03-04"}, "<nil>"},
			{aps.CompletionQuery{From: "2026-03-04", To: "2026-03-04"}, "<nil>"},
			{aps.CompletionQuery{From: "2026-03-04", To: "2026-03-04", By: "moon", OnTime: "soon"}, "by choice onTime choice"},
		} {
			for name, ask := range map[string]func(tx store.Tx) error{
				"query": func(tx store.Tx) error { _, err := h.aps.Completion(h.ctx, tx, c.q); return err },
				"detail": func(tx store.Tx) error {
					_, err := h.aps.CompletionDetail(h.ctx, tx, aps.CompletionDetailQuery{CompletionQuery: c.q})
					return err
				},
			} {
				if got := strings.TrimPrefix(said(h.db.Read(h.ctx, ask)), "422 "); got != c.want {
					t.Errorf("%s %+v: %q, want %q", name, c.q, got, c.want)
				}
			}
		}
		for language, want := range map[string]string{problem.Chinese: "请选择查询区间", problem.English: "Please choose a query interval"} {
			h.ctx = problem.WithLanguage(h.ctx, language)
			err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Completion(h.ctx, tx, aps.CompletionQuery{}); return err })
			_, data := problem.Of(err).Wire(language)
			if fields, is := data.([]problem.FieldError); !is || len(fields) != 2 || fields[0].Message != want || fields[1].Message != want {
				t.Errorf("%s: %+v", language, data)
			}
		}
	})
}

// Moulds out of reach count and are never named; what belongs to a hidden section, machine or group is somebody else's. People out of
// reach stand together, and another tenant has no plan.
func TestACompletionRateNamesNothingHidden(t *testing.T) {
	goldenRate(t, func(h *house) {
		all := h.rate(goldenDays)
		narrow := h.actor
		narrow.Hidden = store.Hidden{Moulds: []string{"mould-A001"}, MouldNumbers: []string{"A001"}}
		h.enter(narrow)
		if got := h.rate(goldenDays); states(got.Total) != states(all.Total) || got.Others != 3 || all.Others != 0 {
			t.Errorf("without A001: %+v", got)
		}
		d := h.behind(aps.CompletionDetailQuery{CompletionQuery: goldenDays})
		if text := fmt.Sprintf("%+v", d); d.Total != 5 || d.Others != 3 || d.OtherHours.Hours().Float() != 10.5 || strings.Contains(text, "A001") {
			t.Errorf("without A001: %s", text)
		}
		for _, hidden := range []store.Hidden{{Sections: []string{"s"}, SectionNames: []string{"装配"}, Groups: []string{"g-fit"}}, {Machines: []string{"e1"}}} {
			narrow.Hidden = hidden
			h.enter(narrow)
			if got, want := h.rate(goldenDays).Total.Count.Base, map[bool]int{true: 4, false: 5}[len(hidden.Machines) > 0]; got != want {
				t.Errorf("%+v: %d tasks, want %d", hidden, got, want)
			}
		}
		narrow.Hidden, narrow.Reach = store.Hidden{}, store.Reach{Narrow: true, Accounts: []string{"Ann-account"}}
		h.enter(narrow)
		q := goldenDays
		q.By = "person"
		var kinds []string
		for _, g := range h.rate(q).Groups {
			kinds = append(kinds, g.Kind+g.Name)
		}
		if got := strings.Join(kinds, " "); got != "personAnn team钳工组 supplier unseen nobody" {
			t.Errorf("people: %s", got)
		}
		other := storetest.Tenant(h.T, h.db, "b")
		other.Zone = "Asia/Shanghai"
		h.enter(other)
		if got := h.rate(goldenDays); got.InForce != nil || len(got.NoPlan) != 3 || got.Total.Count.Base != 0 {
			t.Errorf("another tenant reads %+v", got)
		}
	})
}

// A batch is a task of its own, and so are the pieces in none; who has left has no name, and an operation that is gone stays unfinished.
func TestBatchesAndWhatIsGoneInACompletionRate(t *testing.T) {
	goldenRate(t, func(h *house) {
		h.mu.Lock()
		p := &h.shop.Moulds[1].Parts[0] // A002
		p.Qty, p.Batches = 2, []model.Batch{{ID: "b1", No: "B1", Qty: 1}}
		h.shop.Moulds[0].Parts[0].Ops = h.shop.Moulds[0].Parts[0].Ops[:2] // without A001-30
		h.mu.Unlock()
		h.done("A002-30/b1", "2026-03-02 15:00", "gone")
		h.done("A002-20/b1", "2026-03-03 09:00", "Ann-account") // what is planned is the pieces in none
		q := goldenDays
		q.By = "person"
		r := h.rate(q)
		if got := states(r.Total); got != "1+3+1+2 of 7, 3 out, 57.142857 % | 4+4.5+5+3.5 of 17 h, 5.5 out, 50 %" || r.Removed != 1 {
			t.Errorf("%s, %d gone", got, r.Removed)
		}
		var out []string
		for _, x := range h.behind(aps.CompletionDetailQuery{CompletionQuery: goldenDays, State: "outOfPlan"}).Rows {
			out = append(out, fmt.Sprint(x.TaskID, " ", x.BatchNo, " ", x.PersonKind, " ", x.Hours))
		}
		if got := strings.Join(out, ", "); got != "A002-30/b1 B1 gone 1, A002-20/b1 B1 person 2.5, A002-30  person 2" {
			t.Errorf("out of plan: %s", got)
		}
		for _, x := range h.behind(aps.CompletionDetailQuery{CompletionQuery: goldenDays, State: "unfinished"}).Rows {
			if x.Removed != (x.TaskID == "A001-30") {
				t.Errorf("%+v", x)
			}
		}
	})
}

// Batches that are planned one by one are finished one by one; what is planned in one piece is finished with the last of them.
func TestBatchesPlannedOneByOneInACompletionRate(t *testing.T) {
	each(t, false, func(h *house) {
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		h.clock(shanghaiTime(h.T, "2026-03-04 10:00"))
		part := &h.shop.Moulds[0].Parts[0]
		part.Qty, part.Batches = 3, []model.Batch{{ID: "b1", No: "B1", Qty: 1}, {ID: "b2", No: "B2", Qty: 1}}
		var rows []result.Task
		for _, batch := range []string{"b1", "b2", ""} {
			row := h.taskOf("A001-10", "加工", "数控组", "m1", "2026-03-02 12:00", 60)
			if batch != "" {
				row.TaskID, row.BatchID, row.BatchNo = "A001-10/"+batch, batch, strings.ToUpper(batch)
			}
			rows = append(rows, row)
		}
		whole := h.taskOf("A001-20", "加工", "电火花组", "e1", "2026-03-02 18:00", 60)
		whole.Qty = 3
		h.works("2026-02-28 20:00", append(rows, whole))
		h.done("A001-10/b1", "2026-03-02 11:00", "Ann-account")
		h.done("A001-10/b2", "2026-03-03 11:00", "Ann-account")
		h.done("A001-20/b1", "2026-03-02 11:00", "Ann-account")
		var got []string
		for _, x := range h.behind(aps.CompletionDetailQuery{CompletionQuery: goldenDays}).Rows {
			got = append(got, x.TaskID+" "+x.State)
		}
		if text := strings.Join(got, ", "); text != "A001-10 unfinished, A001-10/b1 onTime, A001-10/b2 late, A001-20 unfinished" {
			t.Errorf("%s", text)
		}
		h.done("A001-20", "2026-03-02 20:00", "Ann-account") // all of it
		if c := h.rate(goldenDays).Total.Count; c.OnTime != 2 || c.Unfinished != 1 || c.OutOfPlan != 0 {
			t.Errorf("%+v", c)
		}
	})
}
