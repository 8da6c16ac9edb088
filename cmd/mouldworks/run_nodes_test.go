package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/aps/entity"
	"mouldworks/internal/platform/store"
)

// planned starts a run of a schedule at a node and gives the schedule's id.
func (p *process) planned(name string, seconds int) string {
	p.t.Helper()
	var saved struct{ ID string }
	p.call(http.MethodPost, "aps/exe/job/configSave", map[string]any{"name": name, "startTime": time.Now().Add(time.Hour).UTC().Format(time.RFC3339), "settings": map[string]any{"timeLimitSeconds": seconds}}, &saved)
	p.call(http.MethodPost, "aps/exe/job/startScheduling", map[string]string{"id": saved.ID}, nil)
	return saved.ID
}

type runSeen struct {
	Run struct {
		RunID, State, Phase string
		Percent             int
	}
}

// untilRun reads a run at a node until it is as the test wants it.
func (p *process) untilRun(schedule, what string, wanted func(r *runSeen) bool) (seen runSeen) {
	p.t.Helper()
	for limit := time.Now().Add(90 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		seen = runSeen{}
		if p.call(http.MethodGet, "aps/run/"+schedule, nil, &seen); wanted(&seen) {
			return seen
		}
		if time.Now().After(limit) {
			p.t.Fatalf("%s: the run is %+v", what, seen.Run)
		}
	}
}

func succeeded(r *runSeen) bool { return r.Run.State == "success" }

// Runs of three companies wait for two servers on one PostgreSQL. The companies take turns, however many runs each has waiting,
// and each run is taken once.
func TestTwoServersTakeTheRunsInTurn(t *testing.T) {
	one, two := twoNodes(t)
	one.serve, two.serve = append(one.serve, "--workers", "1"), append(two.serve, "--workers", "1")
	one.start("--demo")
	one.token = one.admin("token", "--tenant", "demo", "--user", "planner")
	long := one.planned("long", 600) // keeps the first server busy until all wait
	one.untilRun(long, "the long run", func(r *runSeen) bool { return r.Run.Percent > 0 || r.Run.Phase == "solve" })
	demo := one.token
	for company, runs := range map[string]int{"aa": 4, "bb": 2, "cc": 1} {
		one.admin("create-tenant", "--key", company, "--name", company, "--phone", fmt.Sprintf("1370000000%d", runs))
		one.token = one.admin("token", "--tenant", company, "--user", "admin")
		for n := range runs {
			one.planned(fmt.Sprintf("%s%d", company, n), 1)
		}
	}
	two.start()
	var rows []entity.Run
	ended := func() bool {
		rows = one.runs()
		return !slices.ContainsFunc(rows, func(r entity.Run) bool { return r.ScheduleID != long && (r.State == "queued" || r.State == "running") })
	}
	for limit := time.Now().Add(90 * time.Second); !ended(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("not all runs end: %+v", rows)
		}
	}
	companies := map[string]string{}
	demoCompany := rows[slices.IndexFunc(rows, func(r entity.Run) bool { return r.ScheduleID == long })].TenantID
	var order []string
	slices.SortFunc(rows, func(x, y entity.Run) int { return cmp.Compare(x.StartedAt.UnixNano(), y.StartedAt.UnixNano()) })
	for _, r := range rows {
		if r.Attempt != 1 {
			t.Errorf("run %s was attempt %d", r.ID, r.Attempt)
		}
		if r.TenantID == demoCompany {
			continue
		}
		if companies[r.TenantID] == "" { // in the first round each is served once
			companies[r.TenantID] = string(rune('x' + len(companies)))
		}
		order = append(order, companies[r.TenantID])
	}
	// Three companies in the first round, in the second those that have more, then the one that has most.
	round := func(from, to int) int { return len(slices.Compact(slices.Sorted(slices.Values(order[from:to])))) }
	if len(order) != 7 || round(0, 3) != 3 || round(3, 5) != 2 || round(5, 7) != 1 {
		t.Errorf("served in the order %v", order)
	}
	one.token = demo
	one.call(http.MethodPost, "aps/exe/job/cancelScheduling", map[string]any{"id": long}, nil)
}

// runs reads all runs from the database of a server.
func (p *process) runs() (rows []entity.Run) {
	p.t.Helper()
	db, err := store.Open(p.args[len(p.args)-1])
	if err != nil {
		p.t.Fatal(err)
	}
	err = db.SystemRead(p.t.Context(), "the test looks at the runs of all", func(tx store.Tx) error { return tx.Select(&rows).Scan(p.t.Context()) })
	if err := errors.Join(err, db.Close()); err != nil {
		p.t.Fatal(err)
	}
	return rows
}

// A server that is stopped hands its run to the other one, with its best plan and as the same attempt. One that is killed can
// hand nothing over: the other takes the run up anew when its heart has stood still for the lease.
func TestTheOtherServerGoesOnWithARun(t *testing.T) {
	for _, killed := range []bool{false, true} {
		t.Run(map[bool]string{false: "stopped", true: "killed"}[killed], func(t *testing.T) {
			one, two := twoNodes(t)
			one.start("--demo")
			one.token = one.admin("token", "--tenant", "demo", "--user", "planner")
			two.token = one.token
			schedule := one.planned("moves", 12)
			before := one.untilRun(schedule, "at the first server", func(r *runSeen) bool { return r.Run.Percent > searchBegins })
			two.start()
			if killed {
				one.kill()
			} else {
				one.terminate()
			}
			two.untilRun(schedule, "at the second server", func(r *runSeen) bool {
				row := two.run(before.Run.RunID)
				return succeeded(r) || row.State == "running" && (row.Attempt == 2 || row.SpentMillis > 0)
			})
			row := two.run(before.Run.RunID)
			if killed && (row.Attempt != 2 || row.SpentMillis != 0) || !killed && (row.Attempt != 1 || row.SpentMillis <= 0) {
				t.Errorf("the second server has it as attempt %d, after %d ms", row.Attempt, row.SpentMillis)
			}
			two.untilRun(schedule, "the end", succeeded)
			var list struct {
				Rows []struct {
					Name  string
					Tasks int
				}
			}
			two.call(http.MethodPost, "aps/exe/job/query", map[string]any{}, &list)
			for _, r := range list.Rows {
				if strings.HasPrefix(r.Name, "moves") && r.Tasks == 0 {
					t.Errorf("success without a plan: %+v", r)
				}
			}
		})
	}
}
