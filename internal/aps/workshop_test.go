package aps_test

import (
	"strings"
	"testing"

	"mouldworks/internal/aps"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// A dispatch list holds what is planned on the day and what is overdue, by group, machine and planned start, with the
// progress of this moment.
func TestDispatchList(t *testing.T) {
	each(t, true, func(h *house) {
		// From Monday 8:00 in a year whose days are all in the future.
		start := at(h.T, "Asia/Shanghai", "2030-03-04 08:00")
		h.actor.Zone = "Asia/Shanghai"
		h.enter(h.actor)
		for i := range h.shop.Moulds {
			h.shop.Moulds[i].Delivery = nil
		}
		s, err := h.save(aps.Config{Name: "s", StartTime: &start, Settings: map[string]any{"timeLimitSeconds": 0.0, "defaultFlowTime": 0.0}})
		h.must(err)
		h.start(s)
		h.settled(s)
		h.must(h.publish(s))
		list := func(day, group string) (d *aps.DispatchList) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) { d, err = h.aps.Dispatch(h.ctx, tx, day, group, ""); return err }))
			return d
		}
		lines := func(d *aps.DispatchList) string {
			var out []string
			for _, g := range d.Groups {
				for _, r := range g.Resources {
					for _, x := range r.Tasks {
						out = append(out, r.Resource+" "+x.TaskID)
					}
				}
			}
			return strings.Join(out, ", ")
		}
		// Monday: both milling machines take a mould at 8, one of them the third at 13; EDM begins after the first.
		monday := list("2030-03-04", "")
		if got := lines(monday); !strings.Contains(got, "M1 A001-10") || !strings.Contains(got, "M2 A002-10") || !strings.Contains(got, "E1 A001-20") || strings.Contains(got, "A003-30") {
			h.Errorf("Monday: %s", got)
		}
		if got := lines(list("2030-03-04", "电火花组")); !strings.HasPrefix(got, "E1 A001-20") || strings.Contains(got, "M1") {
			h.Errorf("EDM alone: %s", got)
		}
		h.mu.Lock()
		left := quantity.Minutes(60)
		op := &h.shop.Moulds[0].Parts[0].Ops[0]
		op.Status, op.OnMachine, op.Reported, op.Remaining = 1, "m1", 180, &left
		h.shop.Moulds[1].Parts[0].Ops[0].Status = 3
		h.mu.Unlock()
		for _, g := range list("2030-03-04", "").Groups {
			for _, r := range g.Resources {
				for _, x := range r.Tasks {
					switch x.TaskID {
					case "A001-10":
						if x.Status != 1 || x.SurplusHours != 60 || x.ReachRate == nil || *x.ReachRate != 75 || x.Slack != nil {
							h.Errorf("the running one: %+v", x)
						}
					case "A002-10":
						h.Error("a finished one is still to do")
					case "A001-20":
						if x.Done != 0 || x.Before != 1 {
							h.Errorf("before it: %d of %d", x.Done, x.Before)
						}
					}
				}
			}
		}
		// A week later everything is overdue.
		late := list("2030-03-20", "")
		for _, g := range late.Groups {
			for _, r := range g.Resources {
				for _, x := range r.Tasks {
					if x.Overdue != (x.Status == 0) {
						h.Errorf("%s overdue: %v", x.TaskID, x.Overdue)
					}
				}
			}
		}
		if lines(late) == "" {
			h.Error("overdue tasks are not listed")
		}
		for _, bad := range []string{"", "2030-13-01", "tomorrow"} {
			err := h.db.Read(h.ctx, func(tx store.Tx) error { _, err := h.aps.Dispatch(h.ctx, tx, bad, "", ""); return err })
			if !strings.Contains(said(err), "planDate required") {
				h.Errorf("%q says %q", bad, said(err))
			}
		}
	})
}
