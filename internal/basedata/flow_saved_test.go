package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// APS-FLOW-03: the ticked entries are written together or not at all, and each fault is told at the
// line and the end that has it.
func TestTickedFlowTimesAreWrittenTogether(t *testing.T) {
	each(t, func(s *shop) {
		one, two, m1, m2 := places(s)
		hours := func(text string) []byte { return []byte(text) }
		save := func(drafts ...basedata.FlowDraft) (saved int, broken []string) {
			err := s.db.Write(s.ctx, func(tx store.Tx) error {
				n, err := basedata.SaveFlows(s.master, s.ctx, tx, drafts)
				saved = n.Count
				return err
			})
			return saved, resourcetest.Broken(err)
		}
		shown := func() (entries basedata.FlowEntries) {
			if err := s.db.Read(s.ctx, func(tx store.Tx) (err error) { entries, err = basedata.FlowsShown(s.master, s.ctx, tx); return err }); err != nil {
				s.Fatal(err)
			}
			return entries
		}
		if n, broken := save(); n != 0 || !slices.Equal(broken, []string{"20000"}) {
			s.Errorf("nothing ticked: %d %q", n, broken)
		}
		for want, drafts := range map[string][]basedata.FlowDraft{
			"rows.0.up oneOf":                              {{Down: two, Hours: hours("1")}},
			"rows.0.down oneOf":                            {{Up: one, Hours: hours("1")}},
			"rows.0.down oneOf rows.0.up oneOf":            {{Hours: hours("1")}},
			"rows.0.down reference":                        {{Up: one, Down: "nowhere", Hours: hours("1")}},
			"rows.0.up reference":                          {{Up: "nowhere", Down: two, Hours: hours("1")}},
			"rows.0.transferHours max":                     {{Up: one, Down: two, Hours: hours("720.02")}},
			"rows.0.transferHours required":                {{Up: one, Down: two}},
			"rows.1.down intersection":                     {{Up: one, Down: two, Hours: hours("1")}, {Up: one, Down: m1, Hours: hours("1")}},
			"rows.1.down unique":                           {{Up: one, Down: two, Hours: hours("1")}, {Up: one, Down: two, Hours: hours("2")}},
			"rows.0.up reference rows.2.transferHours min": {{Up: "x", Down: two, Hours: hours("1")}, {Up: one, Down: two, Hours: hours("1")}, {Up: two, Down: one, Hours: hours("-1")}},
		} {
			if _, broken := save(drafts...); strings.Join(broken, " ") != want {
				s.Errorf("%q, want %q", broken, want)
			}
			if left := shown().Rows; len(left) != 0 {
				s.Fatalf("%s: %+v is written all the same", want, left)
			}
		}
		if n, broken := save(basedata.FlowDraft{Up: one, Down: two, Hours: hours("720")}, basedata.FlowDraft{Up: m1, Down: m2, Hours: hours("0")}); n != 2 || broken != nil {
			s.Fatalf("%d %q", n, broken)
		}
		entries := shown()
		var rows, all []string
		for _, r := range entries.Rows {
			rows = append(rows, fmt.Sprint(r.Up == one || r.Up == m1, " ", r.Down == two || r.Down == m2, " ", int(r.Minutes), " ", r.Version))
		}
		for _, p := range entries.Places {
			all = append(all, p.Kind+" "+p.Name+" "+p.Title)
		}
		if want := []string{"true true 0 1", "true true 43200 1"}; !slices.Equal(rows, want) {
			s.Errorf("%q, want %q", rows, want)
		}
		if want := []string{"group 放电组 EDM", "group 数控组 CNC", "machine M1 ", "machine M2 "}; !slices.Equal(all, want) {
			s.Errorf("%q, want %q", all, want)
		}
		second, first := entries.Rows[0], entries.Rows[1]
		// What is changed names the version that was shown; the other one stays.
		if n, broken := save(basedata.FlowDraft{ID: first.ID, Version: 1, Up: m1, Down: two, Hours: hours("2")}); n != 1 || broken != nil {
			s.Fatalf("changed: %d %q", n, broken)
		}
		if _, broken := save(basedata.FlowDraft{ID: first.ID, Version: 1, Up: m1, Down: two, Hours: hours("3")}); !slices.Equal(broken, []string{"20009"}) {
			s.Errorf("changed again as it was shown before: %q", broken)
		}
		if got := shown().Rows; len(got) != 2 || got[1].Up != m1 || got[1].Down != two || got[1].Minutes != 120 || got[0] != second {
			s.Errorf("%+v", got)
		}
		remove := func(versions map[string]int64, ids ...string) (int, []string) {
			removed := 0
			err := s.db.Write(s.ctx, func(tx store.Tx) error {
				n, err := basedata.RemoveFlows(s.master, s.ctx, tx, ids, versions)
				removed = n.Count
				return err
			})
			return removed, resourcetest.Broken(err)
		}
		if _, broken := remove(nil); !slices.Equal(broken, []string{"20000"}) {
			s.Errorf("nothing ticked: %q", broken)
		}
		if _, broken := remove(map[string]int64{second.ID: 1, first.ID: 1}, second.ID, first.ID); !slices.Equal(broken, []string{"20009"}) || len(shown().Rows) != 2 {
			s.Errorf("one that has changed since: %q", broken)
		}
		if _, broken := remove(map[string]int64{"other": 1}, second.ID); !slices.Equal(broken, []string{"versions.other unknown"}) {
			s.Errorf("a version of none of them: %q", broken)
		}
		if _, broken := remove(nil, second.ID, store.NewID()); len(broken) != 1 || len(shown().Rows) != 2 {
			s.Errorf("one that is not there: %q", broken)
		}
		if n, broken := remove(map[string]int64{second.ID: 1, first.ID: 2}, second.ID, first.ID); n != 2 || broken != nil || len(shown().Rows) != 0 {
			s.Errorf("removed: %d %q", n, broken)
		}
	})
}

// The name of a flow time follows its machine, at either end, and no other one's.
func TestFlowTimesFollowARenamedMachine(t *testing.T) {
	each(t, func(s *shop) {
		_, two, m1, m2 := places(s)
		out := must(s, s.master.FlowTimes, map[string]any{"upMachineId": m1, "downMachineId": m2, "transferHours": 1})
		back := must(s, s.master.FlowTimes, map[string]any{"upGroupId": two, "downMachineId": m1, "transferHours": 1})
		other := must(s, s.master.FlowTimes, map[string]any{"upGroupId": two, "downMachineId": m2, "transferHours": 1})
		if err := change(s, s.master.Machines, m1, 1, map[string]any{"name": "N1"}); err != nil {
			s.Fatal(err)
		}
		for id, want := range map[string]string{out.ID: "N1 → M2", back.ID: "放电组 → N1", other.ID: "放电组 → M2"} {
			if got := read(s, s.master.FlowTimes, id).Name; got != want {
				s.Errorf("%q, want %q", got, want)
			}
		}
	})
}
