package aps_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/model"
	"mouldworks/internal/aps/result"
	"mouldworks/internal/platform/store"
)

// gantt is the newest plan's columns, as the page gets them.
func (h *house) gantt(s *entity.Schedule) *result.Gantt {
	h.Helper()
	plan := &entity.Plan{}
	h.must(h.db.Read(h.ctx, func(tx store.Tx) error { return tx.Select(plan).Where("id = ?", s.PlanID).Scan(h.ctx) }))
	packed, err := base64.StdEncoding.DecodeString(plan.Gantt)
	h.must(err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	h.must(err)
	var envelope struct {
		Code int
		Data *result.Gantt
	}
	h.must(json.NewDecoder(z).Decode(&envelope))
	if envelope.Code != 1 || envelope.Data == nil {
		h.Fatalf("the stored columns have code %d", envelope.Code)
	}
	return envelope.Data
}

// ganttShop is one mould that has everything a Gantt tells apart: a finished operation, an electrode that is burnt, a
// part that joins, a wait for material, locks that clash, a holiday.
func ganttShop(t *testing.T, start time.Time) *model.Shop {
	t.Helper()
	shop := smallShop(2)
	zone, err := time.LoadLocation(shop.Zone)
	if err != nil {
		t.Fatal(err)
	}
	for i := range shop.Groups {
		shop.Groups[i].Closed = []string{start.In(zone).AddDate(0, 0, 1).Format(time.DateOnly)}
	}
	m := &shop.Moulds[0]
	begun, ended := start.Add(-50*time.Hour), start.Add(-48*time.Hour)
	m.Parts[0].Ops = append([]model.Operation{{ID: "A001-5", No: 5, Process: "备料", GroupID: "g-cnc", Minutes: 120, Progress: model.Progress{Status: 3, OnMachine: "m1", RealStart: &begun, RealEnd: &ended}}}, m.Parts[0].Ops...)
	for i := range m.Parts[0].Ops {
		o := &m.Parts[0].Ops[i]
		if o.EDM {
			o.Burns = []model.Burn{{PartID: "part-E1", Minutes: 120}}
		}
	}
	material := start.AddDate(0, 0, 3)
	m.Parts = append(m.Parts,
		model.Part{ID: "part-E1", No: "E1", Name: "电极", Electrode: true, Qty: 3, Ops: []model.Operation{{ID: "E1-10", No: 10, Process: "电极铣", GroupID: "g-cnc", Minutes: 90, Crew: 1, Pausable: true}}},
		model.Part{ID: "part-P2", No: "P2", Name: "型腔", Parent: "P1", NeededAtOp: 30, Qty: 1, MaterialReady: &material, Ops: []model.Operation{{ID: "P2-10", No: 10, Process: "数控", GroupID: "g-cnc", Minutes: 60, Crew: 1, Pausable: true}}},
	)
	// Two locks on one machine at one time.
	when := start.AddDate(0, 0, 2)
	for _, o := range []*model.Operation{&shop.Moulds[1].Parts[0].Ops[0], &m.Parts[1].Ops[0]} {
		o.Lock, o.LockMachine, o.LockStart = 2, "m2", &when
	}
	late := start.Add(time.Hour)
	shop.Moulds[1].Parts[0].Ops[1].Minutes = 6000
	shop.Moulds[1].Delivery = &late
	return shop
}

func barOf(t *testing.T, g *result.Gantt, id string) int {
	t.Helper()
	i := slices.Index(g.Bars.ID, id)
	if i < 0 {
		t.Fatalf("there is no bar %s among %v", id, g.Bars.ID)
	}
	return i
}

// APS-GANTT-01: the columns hold what the chart tells apart.
func TestGanttColumns(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("columns", 0)
		h.shop = ganttShop(h.T, s.StartTime)
		h.start(s)
		if s = h.settled(s); s.Status != entity.Completed {
			h.Fatalf("ended as %+v", s)
		}
		g := h.gantt(s)
		b := &g.Bars
		n := len(b.ID)
		for name, length := range map[string]int{
			"resource": len(b.Resource), "mould": len(b.Mould), "process": len(b.Process), "part": len(b.Part), "op": len(b.Op), "start": len(b.Start), "end": len(b.End),
			"status": len(b.Status), "flags": len(b.Flags), "lock": len(b.Lock), "latestStart": len(b.LatestStart), "latestEnd": len(b.LatestEnd),
			"realStart": len(b.RealStart), "realEnd": len(b.RealEnd), "minutes": len(b.Minutes), "qty": len(b.Qty),
		} {
			if length != n {
				h.Errorf("%s has %d entries, id %d", name, length, n)
			}
		}
		if n != 9 {
			h.Fatalf("%d bars", n)
		}
		done, edm, electrode, locked := barOf(h.T, g, "A001-5"), barOf(h.T, g, "A001-20"), barOf(h.T, g, "E1-10"), barOf(h.T, g, "A002-10")

		if b.Status[done] != 3 || b.RealEnd[done] == nil || *b.RealEnd[done] != -48*60 || b.LatestStart[done] != nil || b.End[done] != -48*60 {
			h.Errorf("the finished bar is status %d, real end %v, latest start %v", b.Status[done], b.RealEnd[done], b.LatestStart[done])
		}
		if b.LatestStart[edm] == nil || *b.LatestStart[edm] < b.Start[edm] || *b.LatestEnd[edm] < b.End[edm] || b.Minutes[edm] != 300 {
			h.Errorf("the EDM bar: %d minutes, latest %v", b.Minutes[edm], b.LatestStart[edm])
		}
		if part := g.Parts[b.Part[electrode]]; part.No != "E1" || part.Kind != 2 || g.Moulds[part.Mould].No != "A001" || b.Qty[electrode] != 3 {
			h.Errorf("the electrode's part is %+v", part)
		}
		if got := []int{b.Flags[edm] & 128, b.Flags[electrode] & 16, b.Flags[locked] & 34, b.Lock[locked]}; fmt.Sprint(got) != "[128 16 34 2]" {
			h.Errorf("flags: %v", got)
		}
		var clashes []string
		for _, c := range g.Conflicts {
			if c.Kind == "capacity" {
				clashes = append(clashes, b.ID[c.Bar])
			}
		}
		if slices.Sort(clashes); !slices.Equal(clashes, []string{"A002-10", "E1-10"}) {
			h.Errorf("conflicts: %+v", g.Conflicts)
		}
		if late := g.Moulds[b.Mould[locked]]; !late.Late || late.LateMinutes == nil || *late.LateMinutes != *late.End-*late.Due || *late.LateMinutes <= 0 {
			h.Errorf("the late mould is %+v", late)
		}
		// Due in an hour, with days of work after it: its latest start has passed.
		if last := locked; b.Flags[last]&256 != 0 || b.LatestStart[last] == nil || *b.LatestStart[last] >= g.Start {
			h.Errorf("the passed latest start is %v, flags %d", *b.LatestStart[last], b.Flags[last])
		}
		if fine := g.Moulds[b.Mould[edm]]; fine.Late || fine.LateMinutes == nil || *fine.LateMinutes != 0 {
			h.Errorf("the mould on time is %+v", fine)
		}
		// The electrode waits for its pre-process time, the second part for its material.
		if len(g.Releases) != 2 || b.ID[g.Releases[0].Bar] != "E1-10" || g.Releases[0].Cause != "design" || b.ID[g.Releases[1].Bar] != "P2-10" || g.Releases[1].Cause != "material" || g.Releases[1].At != 3*24*60 {
			h.Errorf("releases: %+v", g.Releases)
		}
	})
}

// APS-GANTT-01: arrows follow the route, the electrodes and the joins, also from what is finished.
func TestGanttLinks(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("links", 0)
		h.shop = ganttShop(h.T, s.StartTime)
		h.start(s)
		g := h.gantt(h.settled(s))
		var links []string
		for i := range g.Links.From {
			links = append(links, fmt.Sprintf("%s>%s %d", g.Bars.ID[g.Links.From[i]], g.Bars.ID[g.Links.To[i]], g.Links.Kind[i]))
		}
		slices.Sort(links)
		want := []string{"A001-10>A001-20 0", "A001-20>A001-30 0", "A001-5>A001-10 0", "A002-10>A002-20 0", "A002-20>A002-30 0", "E1-10>A001-20 2", "P2-10>A001-30 1"}
		if !slices.Equal(links, want) {
			h.Errorf("links: %v", links)
		}
	})
}

// APS-GANTT-01: rows share their calendars, and holidays stand out from nights and Sundays.
func TestGanttCalendars(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("calendars", 0)
		h.shop = ganttShop(h.T, s.StartTime)
		h.start(s)
		g := h.gantt(h.settled(s))
		kinds := map[string]string{}
		for _, r := range g.Resources {
			kinds[r.ID] = fmt.Sprintf("%s %d %d %v", r.Kind, r.Capacity, r.Calendar, r.Unattended)
		}
		want := map[string]string{"m1": "machine 1 0 false", "m2": "machine 1 0 false", "e1": "machine 1 0 true", "g-fit": "people 2 0 false", "s1": "outside 0 -1 false", "outside": "outside 0 -1 false"}
		if fmt.Sprint(kinds) != fmt.Sprint(want) {
			h.Errorf("rows: %v", kinds)
		}
		if len(g.Calendars) != 1 {
			h.Fatalf("%d calendars", len(g.Calendars))
		}
		c := g.Calendars[0]
		if len(c.Holidays) != 2 || c.Holidays[1]-c.Holidays[0] != 24*60 || len(c.Overtime) != 0 || len(c.Makeup) != 0 {
			h.Errorf("holidays %v, make-up days %v, overtime %v", c.Holidays, c.Makeup, c.Overtime)
		}
		closed := func(minute int) bool {
			for i := 0; i < len(c.Closed); i += 2 {
				if c.Closed[i] <= minute && minute < c.Closed[i+1] {
					return true
				}
			}
			return false
		}
		if noon := c.Holidays[0] + 10*60; !closed(noon) { // ten in the morning of the holiday
			h.Errorf("the holiday is open at %d", noon)
		}
		if g.Start != 0 || g.From != -50*60 || g.To <= 0 {
			h.Errorf("from %d to %d, start %d", g.From, g.To, g.Start)
		}
	})
}

// APS-GANTT-01: a mould that has no bar says why, as the evaluation does; one that is planned has nothing to say.
func TestGanttMouldReasons(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("reasons", 0)
		h.shop = smallShop(3)
		h.shop.Moulds[1].Parts, h.shop.Moulds[1].Shut = nil, model.MouldOnHold
		h.shop.Moulds[2].Parts = nil
		h.start(s)
		said := map[string]string{}
		for _, m := range h.gantt(h.settled(s)).Moulds {
			said[m.No] = m.State
			if m.Reason != nil {
				said[m.No] += " " + m.Reason.Zh + " " + m.Reason.En
			}
		}
		want := map[string]string{"A001": "planned", "A002": "notPlanned 模具已暂停 The mould is on hold", "A003": "notPlanned 没有工序 No operations"}
		if fmt.Sprint(said) != fmt.Sprint(want) {
			h.Errorf("the moulds say %v", said)
		}
	})
}

// APS-GANTT-01: the bars of an open chart are told how their tasks stand at this moment, where that is not what the plan
// keeps; it is what the task table shows.
func TestGanttStanding(t *testing.T) {
	each(t, true, func(h *house) {
		s := everyTask(h)
		if g := h.standing(s); g.PlanID != s.PlanID || len(g.ID) != 0 {
			h.Errorf("nothing has happened since the run: %+v", g)
		}
		h.mu.Lock()
		began, ended := time.Now().Add(-2*time.Hour).UTC().Truncate(time.Minute), time.Now().Add(-time.Hour).UTC().Truncate(time.Minute)
		first, third := h.shop.Moulds[0].Parts[0].Ops, h.shop.Moulds[2].Parts[0].Ops
		first[0].Status, first[0].RealEnd = 3, &ended
		third[0].Status, third[0].RealStart = 1, &began
		h.mu.Unlock()
		g := h.standing(s)
		if slices.Sort(g.ID); !slices.Equal(g.ID, []string{"A001-10", "A003-10"}) {
			h.Fatalf("bars: %v", g.ID)
		}
		g = h.standing(s)
		by := h.rowsOf(s)
		for i, id := range g.ID {
			row := by[id]
			at := func(minute *int) *time.Time {
				if minute == nil {
					return nil
				}
				moment := g.Epoch.Add(time.Duration(*minute) * time.Minute)
				return &moment
			}
			start, end := at(g.RealStart[i]), at(g.RealEnd[i])
			if g.Status[i] != row.Status || (end == nil) != (row.RealEnd == nil) || start == nil || !start.Equal(*row.RealStart) || end != nil && !end.Equal(*row.RealEnd) {
				h.Errorf("%s: status %d, %v to %v; the table says %d, %v to %v", id, g.Status[i], start, end, row.Status, row.RealStart, row.RealEnd)
			}
		}
		// A report that is taken back leaves the bar as the plan has it.
		h.mu.Lock()
		third[0].Progress = model.Progress{}
		h.mu.Unlock()
		if g := h.standing(s); !slices.Equal(g.ID, []string{"A001-10"}) {
			h.Errorf("taken back: %v", g.ID)
		}
	})
}

func (h *house) standing(s *entity.Schedule) (g *aps.GanttStanding) {
	h.Helper()
	h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { g, err = h.aps.StandingOf(h.ctx, tx, s.ID); return err }))
	return g
}

// What is finished has the arrows of its route, whatever number comes next.
func TestGanttLinksOfFinishedWork(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("links", 0)
		h.shop = ganttShop(h.T, s.StartTime)
		for i := range h.shop.Moulds[0].Parts[0].Ops {
			switch o := &h.shop.Moulds[0].Parts[0].Ops[i]; o.No {
			case 10:
				o.Pred = "P2/10"
			case 30:
				o.Pred = "5;20"
			}
		}
		h.start(s)
		g := h.gantt(h.settled(s))
		var links []string
		for i := range g.Links.From {
			if from, to := g.Bars.ID[g.Links.From[i]], g.Bars.ID[g.Links.To[i]]; from == "A001-5" || to == "A001-10" {
				links = append(links, fmt.Sprintf("%s>%s %d", from, to, g.Links.Kind[i]))
			}
		}
		slices.Sort(links)
		if want := []string{"A001-5>A001-30 3", "P2-10>A001-10 3"}; !slices.Equal(links, want) {
			h.Errorf("links: %v", links)
		}
	})
}
