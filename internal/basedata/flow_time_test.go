package basedata_test

import (
	"os"
	"strings"
	"testing"
)

// places is a shop of two groups with two machines in the first of them.
func places(s *shop) (one, two, m1, m2 string) {
	group := team(s)
	group["code"], group["name"] = "EDM", "放电组"
	two = must(s, s.master.Groups, group).ID
	a, err := s.create(map[string]any{"name": "M1"})
	if err != nil {
		s.Fatal(err)
	}
	b, err := s.create(map[string]any{"name": "M2"})
	if err != nil {
		s.Fatal(err)
	}
	return s.groupID, two, a.ID, b.ID
}

// APS-FLOW-02, APS-FLOW-03, APS-FLOW-04: an entry has an up resource, a down resource and hours; the two have no machine in
// common, and a pair has one entry.
func TestFlowTimeRules(t *testing.T) {
	each(t, func(s *shop) {
		one, two, m1, m2 := places(s)
		base := map[string]any{"upGroupId": one, "downGroupId": two, "transferHours": 1.5}
		flow := must(s, s.master.FlowTimes, base)
		if got := read(s, s.master.FlowTimes, flow.ID); got.Minutes != 90 || got.Name != "数控组 → 放电组" {
			s.Errorf("came back as %+v", got)
		}
		pair := func(fields ...string) map[string]any {
			all := map[string]any{"upGroupId": "", "downGroupId": ""}
			for i := 0; i < len(fields); i += 2 {
				all[fields[i]] = fields[i+1]
			}
			return all
		}
		try(s, s.master.FlowTimes, base,
			attempt{"the pair again", map[string]any{"transferHours": 3}, []string{"downGroupId unique"}},
			attempt{"the way back", pair("upGroupId", two, "downGroupId", one), nil},
			attempt{"a group to itself", pair("upGroupId", one, "downGroupId", one), []string{"downGroupId intersection"}},
			attempt{"a machine to itself", pair("upMachineId", m1, "downMachineId", m1), []string{"downGroupId intersection"}},
			attempt{"a machine to its own group", pair("upMachineId", m1, "downGroupId", one), []string{"downGroupId intersection"}},
			attempt{"a group to a machine of its own", pair("upGroupId", one, "downMachineId", m2), []string{"downGroupId intersection"}},
			attempt{"two machines of one group", pair("upMachineId", m1, "downMachineId", m2), nil},
			attempt{"a machine to another group", pair("upMachineId", m1, "downGroupId", two), nil},
			attempt{"from nowhere", pair("downGroupId", two), []string{"upGroupId oneOf"}},
			attempt{"from two places", map[string]any{"upMachineId": m1}, []string{"upGroupId oneOf"}},
			attempt{"no hours", map[string]any{"transferHours": nil}, []string{"transferHours required"}},
			attempt{"hours below zero", map[string]any{"transferHours": -1}, []string{"transferHours min"}},
		)
		_, err := add(s, s.master.FlowTimes, base, pair("upGroupId", one, "downGroupId", one))
		if !strings.Contains(said(err, "zh"), "上游资源和下游资源不能有交集") || !strings.Contains(said(err, "en"), "Upstream and downstream resources must not intersect") {
			s.Errorf("a group to itself: %v", err)
		}
		// The names follow those of the resources.
		if err := change(s, s.master.Groups, two, 1, map[string]any{"name": "火花组"}); err != nil {
			s.Fatal(err)
		}
		if got := read(s, s.master.FlowTimes, flow.ID); got.Name != "数控组 → 火花组" {
			s.Errorf("after renaming the group it is %q", got.Name)
		}
	})
}

// Migration 00385: flow times are called by the names of their ends, also those that were stored by the codes of groups.
func TestOldFlowTimesAreCalledByNames(t *testing.T) {
	each(t, func(s *shop) {
		one, two, m1, _ := places(s)
		ids := map[string]string{
			must(s, s.master.FlowTimes, map[string]any{"upGroupId": one, "downGroupId": two, "transferHours": 1}).ID:  "数控组 → 放电组",
			must(s, s.master.FlowTimes, map[string]any{"upGroupId": two, "downMachineId": m1, "transferHours": 1}).ID: "放电组 → M1",
		}
		sql := func(statement string) {
			s.Helper()
			if _, err := s.db.Pool().ExecContext(s.ctx, statement); err != nil {
				s.Fatal(err)
			}
		}
		sql("UPDATE flow_time SET name = 'CNC → EDM'")
		raw, err := os.ReadFile("../platform/store/migrations/00385_names_of_flow_times.sql")
		if err != nil {
			s.Fatal(err)
		}
		_, statement, _ := strings.Cut(string(raw), "\nUPDATE")
		sql("UPDATE" + statement)
		for id, want := range ids {
			if got := read(s, s.master.FlowTimes, id).Name; got != want {
				s.Errorf("%q, want %q", got, want)
			}
		}
	})
}
