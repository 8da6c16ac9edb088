package basedata_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// A moment that is none is told how one is written, with its time; one that the clock of the factory leaves out, that.
func TestAMomentIsToldHowItIsWritten(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(nil)
		if err != nil {
			s.Fatal(err)
		}
		base := map[string]any{"machineId": m.ID, "kind": basedata.ExceptionMaintenance, "from": "2026-03-02T08:00:00Z", "to": "2030-03-02T12:00:00Z"}
		actor := s.actor
		actor.Zone = "Europe/Berlin"
		s.ctx = store.WithActor(s.ctx, actor)
		told := func(typed, want string, err error) {
			s.Helper()
			var p *problem.Problem
			if !errors.As(err, &p) || len(p.Fields) != 1 {
				s.Errorf("%s: %v", typed, err)
				return
			}
			_, data := p.Wire(problem.English)
			if got := fmt.Sprintf("%v", data); !strings.Contains(got, want) {
				s.Errorf("%s: %s, want %s", typed, got, want)
			}
		}
		for typed, want := range map[string]string{
			"2026-0":           "type From must be a date, with or without a time, such as 2026-03-20 or 2026-03-20 17:00",
			"2026-02-30 08:00": "type From: there is no such day in the calendar",
			"9999-12-31 08:00": "type From: the year must lie between 1990 and 2199",
			"2027-03-28 02:30": "type From: there is no such time on that day: the clock is put forward over it",
		} {
			_, err := add(s, s.master.Exceptions, base, map[string]any{"from": typed})
			told(typed, want, err)
		}
		for typed, want := range map[string]string{
			"2026-0":     "type From must be a date such as 2026-03-20",
			"2026-02-30": "type From: there is no such day in the calendar",
			"9999-12-31": "range From: the year must lie between 1990 and 2199",

			"2026-03-20 08:30": "type From: must be a date without a time such as 2026-03-20",
			"46508.5":          "type From: must be a date without a time such as 2026-03-20",
		} {
			told(typed, want, change(s, s.master.Groups, s.groupID, 1, map[string]any{"fromDate": typed}))
		}

		// Forms and imports refuse in one language, and take the same.
		group := read(s, s.master.Groups, s.groupID)
		for _, typed := range []string{"2026-0", "2026-02-30", "9999-12-31", "2026-03-20 08:30", "46508.5", "20"} {
			result := bring(s, s.master.Groups, resource.ImportFile{DryRun: true, Data: []byte("code,fromDate\n" + group.Code + "," + typed + "\n")})
			if len(result.Faults) != 1 {
				s.Fatalf("%s: %+v", typed, result.Faults)
			}
			told(typed, result.Faults[0].Texts.En, change(s, s.master.Groups, s.groupID, 1, map[string]any{"fromDate": typed}))
		}
		for typed, want := range map[string]quantity.Date{"20270501": "2027-05-01", "２０２７－０５－０２": "2027-05-02", "2027年5月3日": "2027-05-03", "2027-05-04 00:00": "2027-05-04", "2027.5.5": "2027-05-05"} {
			bring(s, s.master.Groups, resource.ImportFile{Data: []byte("code,fromDate\n" + group.Code + "," + typed + "\n")})
			imported := read(s, s.master.Groups, s.groupID)
			err := change(s, s.master.Groups, s.groupID, imported.Version, map[string]any{"fromDate": typed})
			if now := read(s, s.master.Groups, s.groupID); err != nil || imported.FromDate != want || now.FromDate != want {
				s.Errorf("%q: import %s, form %s (%v), want %s", typed, imported.FromDate, now.FromDate, err, want)
			}
		}
	})
}

// Resource exceptions: of a group or a machine, a stretch that is not empty, and none of its kind that it overlaps.
func TestExceptionRules(t *testing.T) {
	each(t, func(s *shop) {
		m, err := s.create(nil)
		if err != nil {
			s.Fatal(err)
		}
		base := map[string]any{"machineId": m.ID, "kind": basedata.ExceptionMaintenance, "from": "2026-03-02T08:00:00Z", "to": "2026-03-02T12:00:00Z"}
		first := must(s, s.master.Exceptions, base)
		if first.Reason != "保养" && first.Reason != "maintenance" {
			s.Errorf("without a reason it is called %q", first.Reason)
		}
		try(s, s.master.Exceptions, base,
			attempt{"the same again", nil, []string{"from overlap"}},
			attempt{"within it", map[string]any{"from": "2026-03-02T09:00:00Z", "to": "2026-03-02T10:00:00Z"}, []string{"from overlap"}},
			attempt{"right after it", map[string]any{"from": "2026-03-02T12:00:00Z", "to": "2026-03-02T13:00:00Z"}, nil},
			attempt{"another kind at that time", map[string]any{"kind": basedata.ExceptionBreakdown}, nil},
			attempt{"of its group", map[string]any{"machineId": "", "groupId": s.groupID}, nil},
			attempt{"of nobody", map[string]any{"machineId": ""}, []string{"groupId oneOf"}},
			attempt{"of both", map[string]any{"groupId": s.groupID}, []string{"groupId oneOf"}},
			attempt{"an end at its start", map[string]any{"to": "2026-03-02T08:00:00Z"}, []string{"to order"}},
			attempt{"no end", map[string]any{"to": nil}, []string{"to required"}},
			attempt{"an unknown kind", map[string]any{"kind": 4}, []string{"kind choice"}},
		)
		if _, err := add(s, s.master.Exceptions, base, nil); !strings.Contains(said(err, "zh"), "“保养”") || !strings.Contains(said(err, "en"), "“Maintenance”") {
			s.Errorf("an overlap with one that only names its kind: %s, %s", said(err, "zh"), said(err, "en"))
		}
		if err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Machines.Delete(s.ctx, tx, m.ID) }); !slices.Equal(resourcetest.Broken(err), []string{"20000"}) {
			s.Errorf("deleting a machine with exceptions: %v", err)
		}
	})
}
