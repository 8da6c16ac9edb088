package aps_test

import (
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// APS-SCHED-09, APS-SCHED-10, APS-SCHED-11: with several moulds the schedule's delivery holds only for those that it pulls
// in, a mould may be planned for an earlier date than its own, never a later one, and what is due before the start is
// planned with a warning.
func TestDeliveriesOfMoulds(t *testing.T) {
	each(t, true, func(h *house) {
		start := time.Now().Add(time.Hour).Truncate(time.Minute)
		day := func(n int) *time.Time { d := start.AddDate(0, 0, n); return &d }
		dues := func(c entity.Config) map[string]int {
			h.Helper()
			c.StartTime, c.Settings = &start, map[string]any{"timeLimitSeconds": 0.0}
			s, err := h.save(c)
			h.must(err)
			h.start(s)
			days := map[string]int{}
			for _, r := range h.whyList(h.settled(s)) {
				days[r.MouldNo] = int(r.Due.Sub(start).Hours()+12) / 24
			}
			return days
		}
		both := []string{"mould-A001", "mould-A002"}
		if got := dues(entity.Config{Name: "no tick", MouldIDs: both, DeliveryTime: day(5)}); got["A001"] != 20 || got["A002"] != 21 {
			h.Errorf("without a tick: %v", got)
		}
		rows := []entity.MouldRow{{MouldID: "mould-A002", PullIn: true}, {MouldID: "mould-A001", Delivery: day(8)}}
		if got := dues(entity.Config{Name: "ticked", MouldIDs: both, DeliveryTime: day(5), Moulds: rows}); got["A001"] != 8 || got["A002"] != 5 {
			h.Errorf("with a tick and a row: %v", got)
		}
		if got := dues(entity.Config{Name: "alone", MouldIDs: both[:1], DeliveryTime: day(5)}); got["A001"] != 5 {
			h.Errorf("alone: %v", got)
		}
		for what, row := range map[string]struct {
			rows []entity.MouldRow
			want string
		}{
			"later than the mould": {[]entity.MouldRow{{MouldID: "mould-A001", Delivery: day(40)}}, "moulds.0.delivery mouldDelivery"},
			"of another mould":     {[]entity.MouldRow{{MouldID: "mould-A003", PullIn: true}}, "moulds.0.mouldId reference"},
			"twice":                {[]entity.MouldRow{{MouldID: "mould-A001"}, {MouldID: "mould-A001"}}, "moulds.1.mouldId unique"},
		} {
			if _, err := h.save(entity.Config{Name: what, StartTime: &start, MouldIDs: both, Moulds: row.rows}); !strings.Contains(said(err), row.want) {
				h.Errorf("%s: %q", what, said(err))
			}
		}
		warned := func(c entity.Config) string {
			h.Helper()
			c.StartTime, c.MouldIDs = &start, both
			s, err := h.save(c)
			h.must(err)
			var said []string
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				warnings, err := h.aps.WarningsOf(h.ctx, tx, s)
				for _, w := range warnings {
					said = append(said, w.Rule)
				}
				return err
			}))
			return strings.Join(said, " ")
		}
		if got := warned(entity.Config{Name: "w1"}); got != "" {
			h.Errorf("a plain one warns of %s", got)
		}
		if got := warned(entity.Config{Name: "w2", DeliveryTime: day(5)}); got != "noPullIn" {
			h.Errorf("a date without effect: %s", got)
		}
		past := start.Add(-time.Hour)
		if got := warned(entity.Config{Name: "w3", Moulds: []entity.MouldRow{{MouldID: "mould-A001", Delivery: &past}}}); got != "overdue" {
			h.Errorf("due before the start: %s", got)
		}
	})
}

// Section 4 of the design: without a delivery of its own a schedule has the latest one of its moulds; a published one is
// copied to be planned again from now, and no other.
func TestLatestDeliveryAndCopy(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("s", 0, "mould-A001", "mould-A002")
		view := func() (v aps.ScheduleView) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				list, err := h.aps.List(h.ctx, tx, aps.ListQuery{Q: "s"})
				v = list.Rows[0]
				return err
			}))
			return v
		}
		if v := view(); v.DeliveryTime != nil || v.LatestDelivery == nil || !v.LatestDelivery.Equal(*h.shop.Moulds[1].Delivery) {
			h.Errorf("the latest delivery is %v", v.LatestDelivery)
		}
		copied := func() (c aps.ConfigView, err error) {
			err = h.db.Read(h.ctx, func(tx store.Tx) (err error) { c, err = h.aps.CopyOf(h.ctx, tx, s.ID); return err })
			return c, err
		}
		if _, err := copied(); !strings.Contains(said(err), "cannot copy") {
			h.Errorf("copying what is not published: %s", said(err))
		}
		h.start(s)
		h.settled(s)
		if _, err := copied(); !strings.Contains(said(err), "cannot copy") {
			h.Errorf("copying what is completed: %s", said(err))
		}
		h.must(h.publish(s))
		h.mu.Lock()
		h.shop.Moulds = h.shop.Moulds[1:] // one of them is closed since
		h.mu.Unlock()
		c, err := copied()
		h.must(err)
		if c.ID != "" || c.Version != 0 || c.Name == "s" || len(c.MouldIDs) != 1 || c.MouldIDs[0] != "mould-A002" || time.Since(*c.StartTime) > 2*time.Minute || c.Settings["timeLimitSeconds"] != 0.0 {
			h.Errorf("the copy: %+v", c.Config)
		}
		again, err := h.save(c.Config)
		h.must(err)
		if second, err := copied(); err != nil || second.Name == again.Name {
			h.Errorf("a second copy is called %s too: %v", second.Name, err)
		}
	})
}

// APS-API-03: the lists that the form chooses from, and the latest delivery of what a schedule holds.
func TestBaseData(t *testing.T) {
	each(t, false, func(h *house) {
		s := h.schedule("s", 0, "mould-A001")
		base := func(id string) (b aps.Base, err error) {
			err = h.db.Read(h.ctx, func(tx store.Tx) (err error) { b, err = h.aps.BaseOf(h.ctx, tx, id); return err })
			return b, err
		}
		all, err := base("")
		h.must(err)
		if strings.Join(all.Sections, " ") != "加工 装配" || len(all.Groups) != 4 || len(all.Machines) != 3 || len(all.Moulds) != 3 || all.Zone == "" {
			h.Errorf("the lists: %+v", all)
		}
		if g, m, x := all.Groups[0], all.Machines[2], all.Moulds[1]; g.ID != "g-cnc" || g.Name != "数控组" || m.ID != "e1" || m.Name != "E1" || x.MouldNo != "A002" || x.Delivery == nil {
			h.Errorf("their rows: %+v %+v %+v", g, m, x)
		}
		if !all.LatestDelivery.Equal(*h.shop.Moulds[2].Delivery) {
			h.Errorf("the latest delivery of all: %v", all.LatestDelivery)
		}
		if own, err := base(s.ID); err != nil || !own.LatestDelivery.Equal(*h.shop.Moulds[0].Delivery) || len(own.Moulds) != 3 {
			h.Errorf("of the schedule: %v of %d moulds %v", own.LatestDelivery, len(own.Moulds), err)
		}
		if _, err := base("0"); !strings.HasPrefix(said(err), "404") {
			h.Errorf("of no schedule: %s", said(err))
		}
	})
}
