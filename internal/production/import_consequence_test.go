package production_test

import (
	"context"
	"strings"
	"testing"

	"mouldworks/internal/production"
)

// What refers to a part whose rows are all refused is told the first of them, at each call.
func TestTheFirstRefusedRowIsTheReason(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		file := book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "SA|2030-03-20"}, "parts": {"mouldNo|partNo|qty", "SA|A|1", "SA|B/C|x", "SA|D|1", "SA|B/C|y", "SA|B/C|z"},
			"operations": {"mouldNo|partNo|opNo|process|hours", "SA|B/C|10|" + mill + "|1"},
		})
		for range 20 {
			result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Data: file, DryRun: true, Trusted: true, Mode: production.ModeRow})
			if err != nil {
				t.Fatal(err)
			}
			told := ""
			for _, f := range result.Faults {
				if f.Sheet == "operations" {
					told += f.Texts.En
				}
			}
			if !strings.Contains(told, "3") || strings.Contains(told, "5") || strings.Contains(told, "6") {
				t.Fatalf("the reason is %q", told)
			}
		}
	})
}
