package production_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Row by row only what is faulty stays out, and what refers to it; whatever is healthy comes in, of the same mould too.
func TestRowByRowOnlyFaultyRowsStayOut(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.importer(ctx, t)
		file := book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|someday"},
			"parts":  {"mouldNo|partNo", "M1|P1", "M2|P1"},
			"operations": {
				"mouldNo|partNo|opNo|process|hours|pred",
				"M1|P1|10|" + mill + "|4|",
				"M1|P1|20|" + mill + "|-3|",  // wrong
				"M1|P1|30|" + mill + "|4|20", // waits for the wrong one
				"M2|P1|10|" + mill + "|4|",   // its mould is wrong
			},
		})
		if whole := in.run(file, map[string]string{"dryRun": "true"}); whole.Mode != production.ModeMould || whole.Counts["operations"].Refused != 4 {
			t.Fatalf("by mould: %s %+v", whole.Mode, whole.Counts["operations"])
		}
		checked := in.run(file, map[string]string{"dryRun": "true", "mode": "row"})
		if c := checked.Counts["operations"]; c.New != 1 || c.Refused != 3 {
			t.Errorf("row by row: %+v", *c)
		}
		if c := checked.Counts["parts"]; c.New != 1 || c.Refused != 1 {
			t.Errorf("parts: %+v", *c)
		}
		said := map[string]bool{}
		for _, f := range checked.Faults {
			said[fmt.Sprintf("%s %d", f.Sheet, f.Row)] = true
		}
		for _, row := range []string{"moulds 3", "parts 3", "operations 3", "operations 4", "operations 5"} {
			if !said[row] {
				t.Errorf("nothing is said of %s: %v", row, said)
			}
		}
		if done := in.run(nil, map[string]string{"importId": checked.ImportID}); !done.Committed || done.Mode != production.ModeRow {
			t.Fatalf("the commit: %+v", done)
		}
		var operations []production.Operation
		if err := s.db.Read(ctx, func(tx store.Tx) error { return tx.Select(&operations).Scan(ctx) }); err != nil {
			t.Fatal(err)
		}
		if stored := storedMoulds(ctx, t, s); !slices.Equal(stored, []string{"M1"}) || len(operations) != 1 || operations[0].OpNo != 10 {
			t.Errorf("stored: %v %+v", stored, operations)
		}
		if status, r, _ := in.form("production/import", file, map[string]string{"mode": "half"}); status != http.StatusUnprocessableEntity || r.Code != problem.InvalidInput {
			t.Errorf("an unknown mode: %d %+v", status, r)
		}
	})
}

// Replacing a mould removes what the file does not hold any more, after a question that names it; what has begun stays.
func TestReplacingAMouldRemovesWhatIsGone(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.planner(ctx, t)
		op := "mouldNo|partNo|opNo|process|hours"
		in.run(book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20", "M2|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1", "M1|P2", "M1|P3", "M2|P1"},
			"operations": {op, "M1|P1|10|" + mill + "|4", "M1|P1|20|" + mill + "|4", "M1|P2|10|" + mill + "|4", "M1|P3|10|" + mill + "|4", "M2|P1|10|" + mill + "|4"},
			"progress":   {"mouldNo|partNo|opNo|status|resource|realStart", "M1|P3|10|1|" + "CN01" + "|2026-01-05 08:00"},
			"electrodes": {"mouldNo|electrodeNo|millGroup|millHours", "M1|E1|" + "CNC" + "|1"}, // the next file says nothing of electrodes
		}), nil)
		next := book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}, "operations": {op, "M1|P1|10|" + mill + "|4"},
		})
		checked := in.run(next, map[string]string{"dryRun": "true", "mode": "replace"})
		if checked.Counts["parts"].Removed != 1 || checked.Counts["operations"].Removed != 2 || checked.FaultCount != 1 || checked.Faults[0].Rule != "begun" {
			t.Fatalf("the check: %+v %+v %+v", checked.Counts["parts"], checked.Counts["operations"], checked.Faults)
		}
		for who, asked := range map[string]*client{"the page": in, "a program": in.program()} {
			status, r, _ := asked.form("production/import", nil, map[string]string{"importId": checked.ImportID})
			if status != http.StatusConflict || r.Code != problem.Question || !strings.Contains(string(r.Data), "M1: 3 rows") || !strings.Contains(string(r.Data), `"key":"replaceMoulds:`) {
				t.Fatalf("the question to %s: %d %s %s", who, status, r.Message, r.Data)
			}
		}
		if status, _, raw := in.form("production/import?confirm=replaceMoulds", nil, map[string]string{"importId": checked.ImportID}); status != http.StatusOK {
			t.Fatalf("%d %.300s", status, raw)
		}
		var parts []production.Part
		var operations []production.Operation
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			return errors.Join(tx.Select(&parts).Order("part_no").Scan(ctx), tx.Select(&operations).Scan(ctx))
		}); err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, p := range parts {
			left = append(left, p.PartNo)
		}
		if !slices.Equal(left, []string{"E1", "P1", "P1", "P3"}) || len(operations) != 4 {
			t.Errorf("left: %v and %d operations", left, len(operations))
		}
	})
}

// A program that has said yes to what it was told would go is asked again once other rows would.
func TestAYesIsAboutWhatWasTold(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		in := s.planner(ctx, t)
		op := "mouldNo|partNo|opNo|process|hours"
		head := map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo", "M1|P1"}}
		file := func(operations ...string) []byte {
			head["operations"] = append([]string{op}, operations...)
			return book(t, head)
		}
		one, two, three := "M1|P1|10|"+mill+"|4", "M1|P1|20|"+mill+"|4", "M1|P1|30|"+mill+"|4"
		in.run(file(one, two), nil)
		program, next := in.program(), file(one)
		send := func(confirm string) (key string) {
			t.Helper()
			status, r, raw := program.form("production/import?confirm="+confirm, next, map[string]string{"mode": "replace"})
			if status == http.StatusOK {
				return "written"
			}
			var asked struct{ Key string }
			if err := json.Unmarshal(r.Data, &asked); err != nil || r.Code != problem.Question {
				t.Fatalf("%d %.300s", status, raw)
			}
			return asked.Key
		}
		first := send("")
		if again := send(""); again != first {
			t.Errorf("one question has the keys %s and %s", first, again)
		}
		in.run(file(one, two, three), nil)
		second := send(first)
		if !strings.HasPrefix(second, first+".replaceMoulds:") {
			t.Fatalf("a yes to less is taken for a yes to more: %s", second)
		}
		if got := send(second); got != "written" {
			t.Errorf("after the second yes: %s", got)
		}
		in.run(file(one, two), nil)
		for _, bare := range []string{"replaceMoulds", "replaceAndOverwrite"} { // who agrees to both agrees to each
			if got := send(bare); got != "written" {
				t.Errorf("the bare key %s: %s", bare, got)
			}
			in.run(file(one, two), nil)
		}
	})
}
