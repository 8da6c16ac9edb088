package app

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"mouldworks/internal/aps"
	"mouldworks/internal/aps/entity"
	"mouldworks/internal/identity"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// falls lets the time of an auto-schedule come, and works off what begins.
func (p *planned) falls(name string) {
	p.Helper()
	due := store.Now().Add(-10 * time.Second)
	write(p.ctx, p.T, p.a, func(tx store.Tx) error {
		_, err := tx.Change((*entity.AutoSchedule)(nil)).Set("next_at = ?", due).Where("name = ?", name).Exec(p.ctx)
		return err
	})
	if err := p.a.APS.StartDue(p.Context()); err != nil {
		p.Fatal(err)
	}
	work, err := p.a.APS.Next(p.Context())
	if err == nil && work != nil {
		err = work(p.Context())
	}
	if err == nil {
		err = p.a.APS.EndAutoRuns(p.Context())
	}
	if err != nil {
		p.Fatal(err)
	}
}

// APS-AUTO-02: an auto-schedule that somebody saves by the call runs and publishes as they may at that moment: a member who was disabled
// since does nothing any more.
func TestAutoSchedulesRunAsTheirOwner(t *testing.T) {
	eachPlanned(t, func(p *planned) {
		list := func() map[string]aps.AutoScheduleView {
			var l aps.AutoScheduleList
			p.post("aps/automaticScheduling/query", map[string]any{}, &l)
			rows := map[string]aps.AutoScheduleView{}
			for _, r := range l.Rows {
				rows[r.Name] = r
			}
			return rows
		}
		daily := map[string]any{"every": "day", "hours": []int{6}, "minute": 30}
		p.post("aps/automaticScheduling/save", map[string]any{"name": "Daily", "publish": true, "recurrence": daily}, nil)
		p.falls("Daily")
		got := list()["Daily"]
		if len(got.Runs) != 1 || got.Runs[0].Outcome != entity.AutoSucceeded || !got.Runs[0].Published || got.Runs[0].PlanNumber != 2 || len(got.Times) != 10 || !got.Times[0].After(time.Now()) {
			t.Fatalf("%+v", got)
		}

		as := func(phone, path string, body any) reply {
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			header := signedIn(t, &httptest.Server{URL: p.address}, phone)
			_, r, _ := send(t, http.MethodPost, p.address+api.Prefix+path, header, "application/json", bytes.NewReader(raw))
			return r
		}
		const scheduler, floor = "13800000003", "13800000004"
		publishing := map[string]any{"name": "Theirs", "publish": true, "recurrence": daily}
		if r := as(scheduler, "aps/automaticScheduling/save", publishing); r.Code != 403 || !bytes.Contains(r.Data, []byte("aps.schedule.release")) {
			t.Errorf("a scheduler lets it publish: %d %s", r.Code, r.Data)
		}
		delete(publishing, "publish")
		if r := as(scheduler, "aps/automaticScheduling/save", publishing); r.Code != 1 {
			t.Errorf("a scheduler: %d %s", r.Code, r.Data)
		}
		if r := as(floor, "aps/automaticScheduling/query", map[string]any{}); r.Code != 403 {
			t.Errorf("the shop floor reads: %d", r.Code)
		}
		write(p.ctx, t, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*identity.Member)(nil)).Set("enabled = ?", false).Where("real_name = ?", list()["Theirs"].OwnerName).Exec(p.ctx)
			return err
		})
		p.falls("Theirs")
		if runs := list()["Theirs"].Runs; len(runs) != 1 || runs[0].Outcome != entity.AutoFailed || runs[0].PlanNumber != 0 || runs[0].Reason == "" {
			t.Errorf("%+v", runs)
		}
	})
}

// APS-AUTO-02, APS-AUTO-04: a factory that gets another zone runs its auto-schedules at the times of that zone: as the list tells them.
func TestAutoSchedulesFollowTheZoneOfTheirFactory(t *testing.T) {
	eachPlanned(t, func(p *planned) {
		owner, err := store.ActorFrom(p.ctx)
		if err != nil {
			p.Fatal(err)
		}
		stored := func() (x entity.AutoSchedule) {
			read(p.ctx, p.T, p.a, func(tx store.Tx) error { return tx.Select(&x).Where("name = ?", "Daily").Scan(p.ctx) })
			return x
		}
		daily := map[string]any{"every": "day", "hours": []int{6}, "minute": 30}
		p.post("aps/automaticScheduling/save", map[string]any{"name": "Daily", "recurrence": daily}, nil)
		at := func(zone string) string {
			x := stored()
			in, err := time.LoadLocation(zone)
			if err != nil {
				p.Fatal(err)
			}
			return x.Zone + " " + x.NextAt.In(in).Format("15:04")
		}
		if got := at("Asia/Shanghai"); got != "Asia/Shanghai 06:30" {
			p.Fatalf("saved for %s", got)
		}
		var one struct{ Row struct{ Version int64 } }
		p.get("bms/factory/"+owner.FactoryID, &one)
		raw, err := json.Marshal(map[string]any{"version": one.Row.Version, "zone": "Europe/Berlin"})
		if err != nil {
			p.Fatal(err)
		}
		if status, r, _ := send(p.T, http.MethodPatch, p.address+api.Prefix+"bms/factory/"+owner.FactoryID, p.header, "application/json", bytes.NewReader(raw)); status != http.StatusOK {
			p.Fatalf("%+v", r)
		}
		if got := at("Europe/Berlin"); got != "Europe/Berlin 06:30" {
			p.Errorf("after the zone changed: %s", got)
		}
		// A time that a server had set for the zone before begins nothing.
		write(p.ctx, p.T, p.a, func(tx store.Tx) error {
			_, err := tx.Change((*entity.AutoSchedule)(nil)).Set("next_at = ?", store.Now().Add(-10*time.Second)).Set("zone = ?", "Asia/Shanghai").Where("name = ?", "Daily").Exec(p.ctx)
			return err
		})
		if err := p.a.APS.StartDue(p.Context()); err != nil {
			p.Fatal(err)
		}
		var l aps.AutoScheduleList
		p.post("aps/automaticScheduling/query", map[string]any{}, &l)
		if got := at("Europe/Berlin"); got != "Europe/Berlin 06:30" || len(l.Rows[0].Runs) != 0 || !l.Rows[0].Times[0].Equal(*stored().NextAt) {
			p.Errorf("the next time is %s, runs %+v", got, l.Rows[0].Runs)
		}
	})
}
