package aps_test

import (
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/aps/plan"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// APS-SCHED-04, R25: which verb is allowed in which state.
func TestVerbsAndStates(t *testing.T) {
	each(t, false, func(h *house) {
		h.schedule("default", 0)
		verbs := map[string]func(tx store.Tx, s *entity.Schedule) error{
			"run": func(tx store.Tx, s *entity.Schedule) error { _, err := h.aps.Start(h.ctx, tx, s.ID); return err },
			"edit": func(tx store.Tx, s *entity.Schedule) error {
				_, err := h.aps.Save(h.ctx, tx, entity.Config{ID: s.ID, Version: s.Version, Name: s.Name + "!", StartTime: &s.StartTime})
				return err
			},
			"rename": func(tx store.Tx, s *entity.Schedule) error {
				return h.aps.Rename(h.ctx, tx, s.ID, s.Version, s.Name+"?")
			},
			"delete": func(tx store.Tx, s *entity.Schedule) error { return h.aps.Delete(h.ctx, tx, []string{s.ID}, nil) },
			"cancel": func(tx store.Tx, s *entity.Schedule) error { return h.aps.Cancel(h.ctx, tx, s.ID, false) },
			"publish": func(tx store.Tx, s *entity.Schedule) error {
				return h.aps.Publish(h.ctx, tx, s.ID, plan.Publication{Version: s.Version})
			},
		}
		allowed := map[string]string{"run": "0 2 3", "edit": "0 2", "rename": "0 1 2 3", "delete": "0 2", "cancel": "1", "publish": "2"}
		names := []string{"not started", "in progress", "completed", "published"}
		for state := range names {
			for verb, do := range verbs {
				s := h.schedule(verb+" "+names[state], 0)
				h.must(h.write(func(tx store.Tx) error {
					plan := &entity.Plan{ScheduleID: s.ID, Complete: true}
					if err := tx.Insert(h.ctx, plan); err != nil {
						return err
					}
					if _, err := tx.Remove((*entity.FactoryPlan)(nil)).Exec(h.ctx); err != nil {
						return err
					}
					if names[state] == "published" {
						if err := tx.Insert(h.ctx, &entity.FactoryPlan{PlanID: plan.ID, ScheduleID: s.ID, Since: time.Now()}); err != nil {
							return err
						}
					}
					_, err := tx.Change((*entity.Schedule)(nil)).Set("status = ?", state).Set("plan_id = ?", plan.ID).Where("id = ?", s.ID).Exec(h.ctx)
					return err
				}))
				s = h.get(s.ID)
				err := h.write(func(tx store.Tx) error { return do(tx, s) })
				if want, changes := map[string]int{"run": entity.InProgress, "publish": entity.Published}[verb]; changes && err == nil && h.get(s.ID).Status != want {
					h.Errorf("%s a schedule that is %s leaves it %s", verb, names[state], names[h.get(s.ID).Status])
				}
				may := strings.Contains(allowed[verb], string(rune('0'+state)))
				if may != (err == nil) {
					h.Errorf("%s a schedule that is %s: %v", verb, names[state], err)
				}
				if !may && !strings.Contains(said(err), "is "+names[state]) {
					h.Errorf("%s a schedule that is %s says %q", verb, names[state], said(err))
				}
			}
		}
	})
}

// APS-SCHED-12: what is true of the name in the form is true of a new name, too.
func TestRenameRules(t *testing.T) {
	each(t, false, func(h *house) {
		h.schedule("taken", 0)
		s := h.schedule("mine", 0)
		rename := func(name string) error {
			return h.write(func(tx store.Tx) error { return h.aps.Rename(h.ctx, tx, s.ID, h.get(s.ID).Version, name) })
		}
		for name, want := range map[string]string{"": "name length", " \t ": "name length", strings.Repeat("排", 51): "name length", "taken": "name unique", " taken ": "name unique"} {
			if err := rename(name); !strings.Contains(said(err), want) || h.get(s.ID).Name != "mine" {
				h.Errorf("%q: %q, want %q; it is called %q now", name, said(err), want, h.get(s.ID).Name)
			}
		}
		for _, name := range []string{strings.Repeat("排", 50), "x", "mine"} {
			if err := rename(name); err != nil || h.get(s.ID).Name != name {
				h.Errorf("%q: %v; it is called %q now", name, said(err), h.get(s.ID).Name)
			}
		}
	})
}

// APS-SCHED-09, APS-SCHED-10, APS-SCHED-11, APS-SCHED-12: the form's rules.
func TestFormRules(t *testing.T) {
	each(t, false, func(h *house) {
		h.schedule("taken", 0)
		due := *h.shop.Moulds[0].Delivery // in 20 days, by the minute in which the shop was made
		day := func(n int) *time.Time { return new(due.AddDate(0, 0, n-20)) }
		for _, row := range []struct {
			name string
			c    entity.Config
			want string
		}{
			{"no name", entity.Config{StartTime: day(1)}, "name length"},
			{"51 characters", entity.Config{Name: strings.Repeat("排", 51), StartTime: day(1)}, "name length"},
			{"name taken", entity.Config{Name: "taken", StartTime: day(1)}, "name unique"},
			{"no start", entity.Config{Name: "x"}, "startTime required"},
			{"later than the mould", entity.Config{Name: "x", StartTime: day(1), DeliveryTime: day(21), MouldIDs: []string{"mould-A001"}}, "deliveryTime mouldDelivery"},
			{"delivery at the start", entity.Config{Name: "x", StartTime: day(2), DeliveryTime: day(2)}, "deliveryTime order"},
			{"start after the mould", entity.Config{Name: "x", StartTime: day(21), MouldIDs: []string{"mould-A001"}}, "startTime mouldDelivery"},
			{"start at the delivery of the mould", entity.Config{Name: "x", StartTime: day(20), MouldIDs: []string{"mould-A001"}}, "startTime mouldDelivery"},
			{"unknown mould", entity.Config{Name: "x", StartTime: day(1), MouldIDs: []string{"nobody"}}, "mouldIds reference"},
			{"unknown setting", entity.Config{Name: "x", StartTime: day(1), Settings: map[string]any{"colour": 1.0}}, "settings.colour unknown"},
			{"choice that does not exist", entity.Config{Name: "x", StartTime: day(1), Settings: map[string]any{"dynamicWorkSegmentation": 2.0}}, "settings.dynamicWorkSegmentation choice"},
			{"limit too long", entity.Config{Name: "x", StartTime: day(1), Settings: map[string]any{"timeLimitSeconds": 3601.0}}, "settings.timeLimitSeconds range"},
			{"limit a text", entity.Config{Name: "x", StartTime: day(1), Settings: map[string]any{"timeLimitSeconds": "20"}}, "settings.timeLimitSeconds type"},
		} {
			if _, err := h.save(row.c); !strings.Contains(said(err), row.want) {
				h.Errorf("%s: %q, want %q", row.name, said(err), row.want)
			}
		}
		if _, err := h.save(entity.Config{Name: strings.Repeat("排", 50), StartTime: day(1), DeliveryTime: day(20), MouldIDs: []string{"mould-A001"}}); err != nil {
			h.Errorf("a good form: %v", said(err))
		}
	})
}

// APS-SCHED-06, R27: exactly one default, whoever toggles.
func TestExactlyOneDefault(t *testing.T) {
	each(t, false, func(h *house) {
		var all []*entity.Schedule
		for _, name := range []string{"a", "b", "c", "d"} {
			all = append(all, h.schedule(name, 0))
		}
		count := func() (n int) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) (err error) {
				n, err = tx.Select((*entity.Schedule)(nil)).Where("is_default = ?", true).Count(h.ctx)
				return err
			}))
			return n
		}
		if !h.get(all[0].ID).Default || count() != 1 {
			h.Fatal("the first schedule is not the one default")
		}
		on, off := true, false
		if _, err := h.save(entity.Config{ID: all[0].ID, DefaultFlag: &off}); !strings.Contains(said(err), "One default job must be selected") {
			h.Errorf("clearing it says %q", said(err))
		}
		if err := h.write(func(tx store.Tx) error { return h.aps.Delete(h.ctx, tx, []string{all[0].ID}, nil) }); !strings.Contains(said(err), "default") {
			h.Errorf("deleting it says %q", said(err))
		}
		// What somebody has changed since it was shown is not deleted unseen, and takes the others with it.
		spare := all[2]
		older := map[string]int64{spare.ID: h.get(spare.ID).Version + 1}
		var stale *problem.Problem
		if err := h.write(func(tx store.Tx) error { return h.aps.Delete(h.ctx, tx, []string{all[3].ID, spare.ID}, older) }); !errors.As(err, &stale) || stale.Code != problem.StaleVersion {
			h.Errorf("deleting what was changed: %v", err)
		}
		if h.get(all[3].ID) == nil || h.get(spare.ID) == nil {
			h.Error("a schedule is gone")
		}
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				if _, err := h.save(entity.Config{ID: all[i%4].ID, DefaultFlag: &on}); err != nil {
					h.Errorf("toggle %d: %v", i, err)
				}
			}()
		}
		wg.Wait()
		if n := count(); n != 1 {
			h.Errorf("%d defaults", n)
		}
	})
}

// APS-SCHED-01, APS-SCHED-03: what the list says of a schedule, from new to published.
func TestScheduleList(t *testing.T) {
	each(t, true, func(h *house) {
		s := h.schedule("listed", 0)
		row := func() (v aps.ScheduleView) {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				list, err := h.aps.List(h.ctx, tx, aps.ListQuery{Q: "**listed"})
				if err == nil && len(list.Rows) == 1 {
					v = list.Rows[0]
				}
				return err
			}))
			return v
		}
		fresh := row()
		raw, err := json.Marshal(fresh)
		h.must(err)
		for _, field := range []string{
			"name", "startTime", "deliveryTime", "status", "runStatus", "runSeconds", "schedulerName", "publisherName", "publishTime", "createTime", "createUserName", "defaultFlag", "apsFlag", "lockState",
		} {
			if !strings.Contains(string(raw), `"`+field+`":`) {
				h.Errorf("the list lacks %s", field)
			}
		}
		if fresh.Name != "listed" || fresh.Status != entity.NotStarted || fresh.RunStatus != entity.RunNone || fresh.RunSeconds != nil || fresh.CreateUserName != h.actor.Name || !fresh.DefaultFlag || !fresh.ApsFlag || fresh.LockState != 0 {
			h.Errorf("new: %+v", fresh)
		}
		h.start(s)
		h.settled(s)
		if run := row(); run.Status != entity.Completed || run.RunStatus != entity.RunSuccess || run.RunSeconds == nil || run.SchedulerName != h.actor.Name || run.PublishTime != nil || run.Moulds != 3 || run.Tasks != 9 {
			h.Errorf("run: %+v", run)
		}
		h.must(h.publish(s))
		if out := row(); out.Status != entity.Published || out.PublisherName != h.actor.Name || out.PublishTime == nil || out.InForceSince == nil || out.LockState != 1 {
			h.Errorf("published: %+v", out)
		}
	})
}

// A page of one schedule finds it however old it is, and nothing where it is gone.
func TestOneScheduleIsFoundByItself(t *testing.T) {
	each(t, false, func(h *house) {
		s := h.schedule("old", 0)
		h.schedule("young", 0)
		for id, want := range map[string]int{s.ID: 1, store.NewID(): 0} {
			h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
				list, err := h.aps.List(h.ctx, tx, aps.ListQuery{ID: id, Size: 1})
				if len(list.Rows) != want || list.Total != want || (want == 1 && list.Rows[0].Name != "old") {
					h.Errorf("%s: %+v", id, list.Rows)
				}
				return err
			}))
		}
	})
}

// A form that was open while its schedule was published saves nothing and says so; the default flag alone may change in
// every state, and the log tells who changed it.
func TestEditIsNeverTakenForAToggle(t *testing.T) {
	each(t, true, func(h *house) {
		h.schedule("default", 0)
		s := h.schedule("s", 0)
		h.start(s)
		s = h.settled(s)
		h.must(h.publish(s))
		off, on := false, true
		form := entity.Config{ID: s.ID, Version: s.Version, Name: s.Name, StartTime: &s.StartTime, MouldIDs: []string{}, DefaultFlag: &off, Settings: map[string]any{"timeLimitSeconds": 9.0}}
		if _, err := h.save(form); !strings.Contains(said(err), "is published") {
			h.Errorf("an edit says %q", said(err))
		}
		form.Settings = s.Settings
		form.DefaultFlag = &on
		if _, err := h.save(form); err != nil {
			h.Errorf("the flag with an unchanged form: %q", said(err))
		}
		var logged []string
		h.must(h.db.Read(h.ctx, func(tx store.Tx) error {
			return tx.Query(h.ctx, &logged, "SELECT o.row_id FROM operation_log o WHERE {o} AND o.entity = 'schedule' AND o.changes LIKE '%defaultFlag%'")
		}))
		if !h.get(s.ID).Default || len(logged) != 1 || logged[0] != s.ID {
			h.Errorf("default: %v, logged: %v", h.get(s.ID).Default, logged)
		}
		if got := h.get(s.ID).Settings["timeLimitSeconds"]; got != 0.0 {
			h.Errorf("the limit became %v", got)
		}
	})
}
