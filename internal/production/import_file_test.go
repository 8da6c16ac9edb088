package production_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A workbook with faults of every kind names each by sheet, row, column and rule, and imports nothing of the moulds
// concerned; a healthy mould of the same file comes in.
func TestAFaultyWorkbookKeepsItsMouldsOut(t *testing.T) {
	faulty := map[string][]string{
		"moulds": {
			"mouldNo|name|customer|delivery|release|priority",
			"GOOD|ok|" + customer + "|2030-03-20|2030-01-01|50",
			"A1||||2030-01-01|50",
			"A2|||soon||50",
			"A3|||2030-03-20||urgent",
			"A4||NOBODY|2030-03-20||50",
			"A5|||2030-01-01|2030-03-20|50",
			"A6|" + strings.Repeat("x", 300) + "||2030-03-20||50",
			"A7|||2030-03-20||50",
			"A7|||2030-03-20||50",
			"A8|||2030-03-20||50",
			"A9|||2030-03-20||50",
			"B1|||2030-03-20||50",
			"B2|||2030-03-20||50",
			"B3|||2030-03-20||50",
			"B4|||2030-03-20||50",
			"B5|||2030-03-20||50",
			"B6|||2030-03-20||50",
		},
		"parts":      {"mouldNo|partNo|parentPart", "GOOD|P1|", "A8|P1|", "A9|P1|", "B1|P1|", "B3|P1|", "B4|P1|", "B5|P1|", "B6|P1|P7"},
		"electrodes": {"mouldNo|electrodeNo|state", "B4|E1|4"},
		"operations": {
			"mouldNo|partNo|opNo|process|group|hours|pred",
			"GOOD|P1|10|" + mill + "||4|",
			"A8|P1|10|" + mill + "||-3|",
			"A9|P1|10|NOPROCESS||4|",
			"B1|P1|10|" + mill + "|NOGROUP|4|",
			"B2|P9|10|" + mill + "||4|",
			"B3|P1|10|" + mill + "||4|20",
			"B3|P1|20|" + mill + "||4|10",
			"B4|P1|10|" + mill + "||4|",
			"B5|P1|10|" + mill + "||4|5",
		},
		"edmLinks": {"mouldNo|partNo|opNo|electrodeNo", "B4|P1|10|E1"},
	}
	want := []string{
		"moulds 3 delivery required", "moulds 4 delivery date", "moulds 5 priority number", "moulds 6 customer reference", "moulds 7 release dateOrder", "moulds 8 name tooLong",
		"moulds 10 mouldNo duplicateKey", "operations 3 hours negative", "operations 4 process reference", "operations 5 group reference", "operations 6 partNo reference", "edmLinks 2 opNo edm",
		"operations 10 pred reference", "parts 9 parentPart reference",
	}
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		result := s.importBook(ctx, t, book(t, faulty))
		var got []string
		cycle := false
		for _, f := range result.Faults {
			got = append(got, fmt.Sprintf("%s %d %s %s", f.Sheet, f.Row, f.Column, f.Rule))
			cycle = cycle || f.Sheet == "operations" && f.Column == "pred" && f.Rule == "cycle" && strings.Contains(f.Texts.En, "10") && strings.Contains(f.Texts.En, "20")
			if f.Texts.En == "" {
				t.Errorf("%v says nothing", f)
			}
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%q is missing among %q", w, got)
			}
		}
		if !cycle {
			t.Errorf("the cycle is not named with its path: %q", got)
		}
		if stored := storedMoulds(ctx, t, s); !slices.Equal(stored, []string{"A5", "GOOD"}) {
			t.Errorf("stored: %v", stored)
		}

		// A missing key column and an unknown header.
		broken := s.importBook(ctx, t, book(t, map[string][]string{"moulds": {"name|delivery|colour", "x|2030-03-20|red"}}))
		got = nil
		for _, f := range broken.Faults {
			got = append(got, f.Column+" "+f.Rule)
		}
		if !slices.Contains(got, "mouldNo missingColumn") || !slices.Contains(got, "colour unknownColumn") {
			t.Errorf("headers: %q", got)
		}
	})
}

func TestFilesThatAreNoWorkbookGetAClearWord(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		for name, data := range map[string][]byte{"empty": nil, "picture": []byte("\x89PNG\r\n\x1a\n0000000000000"), "broken zip": []byte("PK\x03\x04 not really")} {
			_, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: data, DryRun: true})
			var p *problem.Problem
			if !errors.As(err, &p) || p.Code != problem.InvalidInput || p.Text.En == "" {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Reports are held against their rules and reach the next plan.
func TestReportsOfProgress(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		op := s.oneOperation(ctx, t, 1)
		report := func(r production.Report) error {
			r.OperationID = op.ID
			return s.db.Write(ctx, func(tx store.Tx) error { _, err := s.production.Report(ctx, tx, r); return err })
		}
		yesterday, tomorrow := time.Now().Add(-24*time.Hour), time.Now().Add(24*time.Hour)
		for rule, r := range map[string]production.Report{
			"required":  {Status: production.Running},
			"future":    {Status: production.Running, RealStart: &tomorrow},
			"choice":    {Status: 9, RealStart: &yesterday},
			"reference": {Status: production.Running, RealStart: &yesterday, MachineID: store.NewID()},
		} {
			var p *problem.Problem
			if err := report(r); !errors.As(err, &p) || !slices.ContainsFunc(p.Fields, func(f problem.FieldError) bool { return f.Rule == rule }) {
				t.Errorf("%s: %v", rule, err)
			}
		}
		if err := report(production.Report{Status: production.Finished, RealStart: &yesterday, RealEnd: &yesterday}); err != nil {
			t.Fatal(err)
		}
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			orders, err := production.ReadOpen(ctx, tx, nil)
			if err == nil && orders[0].Progress[op.ID].Status != production.Finished {
				t.Errorf("the next plan sees %+v", orders[0].Progress[op.ID])
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	})
}
