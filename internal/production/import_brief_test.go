package production_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"mouldworks/internal/production"
)

// A preview quotes of a long cell its beginning, whatever it is: a value, a key, the name of a mould or a part, in a row, a fault,
// a cause or a message.
func TestAPreviewQuotesLittleOfALongCell(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		long := strings.Repeat("模", 20_000)
		data := book(t, map[string][]string{
			"moulds":     {"mouldNo|delivery|customer", long + "|2030-03-20|", "M1|2030-03-20|" + long},
			"parts":      {"mouldNo|partNo|material", long + "|P1|", "M1|" + long + "|"},
			"operations": {"mouldNo|partNo|opNo|process|group|hours|pred", "M1|P1|10|CNC||1|" + long, "M1|" + long + "|20|" + long + "||1|", long + "|P1|" + long + "|CNC||" + long + "|"},
			"shifts":     {"name|periods|weekdays", "Day|" + long + "|" + long, long + "|08:00-12:00|1"},
			"calendars":  {"name|holidays", "Works|" + long},
		})
		result, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, DryRun: true, Data: data})
		if err != nil {
			t.Fatal(err)
		}
		if result.FaultCount < 10 || len(result.Causes) == 0 || len(result.Rows) == 0 {
			t.Fatalf("%d faults, %d causes, %d rows", result.FaultCount, len(result.Causes), len(result.Rows))
		}
		raw, err := json.Marshal(map[string]any{"faults": result.Faults, "causes": result.Causes, "rows": result.Rows})
		if err != nil {
			t.Fatal(err)
		}
		var all any
		if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		const quoted, words = 201, 150 // with the mark of what was left out; what a message says beside two quotations
		var look func(where string, v any)
		look = func(where string, v any) {
			switch v := v.(type) {
			case map[string]any:
				for key, inner := range v {
					look(where+"."+key, inner)
				}
			case []any:
				for _, inner := range v {
					look(where, inner)
				}
			case string:
				most := quoted
				if strings.Contains(where, ".texts.") || strings.HasSuffix(where, ".key") { // a key may have three parts
					most = 3*quoted + words
				}
				if n := utf8.RuneCountInString(v); n > most {
					t.Errorf("%s has %d characters", where, n)
				}
			}
		}
		look("", all)
	})
}
