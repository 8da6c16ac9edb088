package app

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/problem"
)

// APS-FLOW-01 to APS-FLOW-05, APS-API-12: the three calls of the flow-time screen. Only the entries that are ticked are
// sent; they are written together or not at all, and every fault is named by its line.
func TestFlowTimesAreSavedAsTicked(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		header := signedIn(t, server, "13800000001")
		post := func(call string, body any) (int, reply) {
			t.Helper()
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, _ := send(t, http.MethodPost, server.URL+api.Prefix+"aps/flowTime/"+call, header, "application/json", bytes.NewReader(raw))
			return status, r
		}
		get := func() (all basedata.FlowEntries) {
			t.Helper()
			if _, r := post("get", map[string]any{}); json.Unmarshal(r.Data, &all) != nil {
				t.Fatalf("get answers %+v", r)
			}
			return all
		}
		before := get()
		place := map[string]basedata.Place{}
		for _, p := range before.Places {
			place[p.Name] = p
		}
		taken := map[string]bool{}
		for _, row := range before.Rows {
			taken[row.Up+row.Down] = true
		}
		var free [][2]string // pairs of machines of different groups without an entry
		for _, up := range before.Places {
			for _, down := range before.Places {
				if up.Kind == "machine" && down.Kind == "machine" && up.GroupID != down.GroupID && !taken[up.ID+down.ID] {
					free = append(free, [2]string{up.ID, down.ID})
				}
			}
		}
		if len(free) < 2 {
			t.Fatalf("the shop has %d free pairs", len(free))
		}
		draft := func(up, down string, hours any) map[string]any {
			return map[string]any{"up": up, "down": down, "transferHours": hours}
		}
		if status, r := post("save", map[string]any{"rows": []any{}}); status != http.StatusConflict || !strings.Contains(r.Message, "Tick the entries") {
			t.Errorf("nothing ticked: %d %+v", status, r)
		}
		status, r := post("save", map[string]any{"rows": []any{
			draft(free[0][0], free[0][1], 1.5), draft(free[0][0], free[0][0], 1), draft(free[1][0], "nowhere", 1), draft(free[1][0], free[1][1], nil),
		}})
		words := string(r.Data)
		for _, want := range []string{`"rows.1.down"`, `"intersection"`, `"rows.2.down"`, `"reference"`, `"rows.3.transferHours"`, `"required"`} {
			if status != http.StatusUnprocessableEntity || !strings.Contains(words, want) {
				t.Errorf("three faults: %d %s lacks %s", status, words, want)
			}
		}
		if n := len(get().Rows); n != len(before.Rows) {
			t.Errorf("%d entries after a refused save, %d before", n, len(before.Rows))
		}
		if status, r := post("save", map[string]any{"rows": []any{draft(free[0][0], free[0][1], 1.5), draft(free[1][0], free[1][1], 0)}}); status != http.StatusOK {
			t.Fatalf("two entries: %d %+v", status, r)
		}
		var mine basedata.FlowEntry
		for _, row := range get().Rows {
			if row.Up == free[0][0] && row.Down == free[0][1] {
				mine = row
			}
		}
		if mine.Minutes != 90 || mine.Version != 1 {
			t.Fatalf("the entry came back as %+v", mine)
		}
		again := map[string]any{"id": mine.ID, "version": mine.Version, "up": mine.Up, "down": mine.Down, "transferHours": 2}
		if status, r := post("save", map[string]any{"rows": []any{again}}); status != http.StatusOK {
			t.Errorf("changing it: %d %+v", status, r)
		}
		if status, r := post("save", map[string]any{"rows": []any{again}}); status != http.StatusConflict || r.Code != 20009 {
			t.Errorf("changing a stale one: %d %+v", status, r)
		}
		if status, r := post("save", map[string]any{"rows": []any{draft(mine.Up, mine.Down, 3)}}); status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Data), "already") {
			t.Errorf("the pair again: %d %s", status, r.Data)
		}
		// Shown as it was before it changed, beside one that is as it was shown: both stay, and whose work it is is told.
		var other basedata.FlowEntry
		for _, row := range get().Rows {
			if row.Up == free[1][0] && row.Down == free[1][1] {
				other = row
			}
		}
		both := map[string]any{"ids": []string{other.ID, mine.ID}, "versions": map[string]int64{other.ID: other.Version, mine.ID: mine.Version}}
		var stale struct{ ChangedBy string }
		if _, r := post("remove", both); json.Unmarshal(r.Data, &stale) != nil || r.Code != problem.StaleVersion || stale.ChangedBy == "" || len(get().Rows) != len(before.Rows)+2 {
			t.Errorf("removing what has changed since: %+v", r)
		}
		now := map[string]any{"ids": []string{mine.ID}, "versions": map[string]int64{mine.ID: mine.Version + 1}}
		if status, r := post("remove", now); status != http.StatusOK || len(get().Rows) != len(before.Rows)+1 {
			t.Errorf("removing it: %d %+v", status, r)
		}
		if status, _ := post("remove", map[string]any{"ids": []string{mine.ID}}); status != http.StatusNotFound {
			t.Errorf("removing it twice: %d", status)
		}
		if status, r := post("remove", map[string]any{"ids": []string{}}); status != http.StatusConflict || !strings.Contains(r.Message, "Tick the entries") {
			t.Errorf("removing nothing: %d %+v", status, r)
		}
	})
}
