package app

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
)

// What the preview says about a file is held against the same rules as a body: elements that are none, fields that nobody
// declares, fields that stand twice, characters that cannot be stored and rows that no file has are refused by name.
func TestAnswersOfThePreviewAreInspected(t *testing.T) {
	eachFactory(t, func(_ context.Context, t *testing.T, a *App) {
		i := a.importer(t)
		for _, row := range []struct{ path, field, text, at, rule string }{
			{"production/import", "edits", `[null]`, "edits.0", "type"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":"x"},{"sheet":"moulds","row":-1,"column":"name","value":"x"}]`, "edits.1.row", "min"},
			{"production/import", "edits", `[{"sheet":"moulds","part":-1,"row":2,"column":"name","value":"x"}]`, "edits.0.row", "min"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"column":"name","value":"a\u0000b"}]`, "edits.0.value", "character"},
			{"production/import", "edits", `[{"sheet":"moulds","row":2,"row":3}]`, "edits.0.row", "duplicate"},
			{"production/import", "replaced", `[{"colour":1}]`, "replaced.0.colour", "unknown"},
			{"production/import", "headings", `{"sheets":{"a\u202eb":"moulds"}}`, "headings.sheets.a\u202eb", "character"},
			{"production/import", "create", `x`, "create", "format"},
			{"bms/section/import", "edits", `[null]`, "edits.0", "type"},
			{"bms/section/import", "edits", `[{"row":0,"column":"name","value":"x"}]`, "edits.0.row", "min"},
			{"bms/section/import", "headings", `{"own":"name","own":""}`, "headings.own", "duplicate"},
			{"bms/section/import", "headings", `[]`, "headings", "format"},
		} {
			status, r, raw := i.form(row.path, []byte("mouldNo,name\nM1,x\n"), map[string]string{"dryRun": "true", row.field: row.text})
			var fields []struct{ Field, Rule string }
			if err := json.Unmarshal(r.Data, &fields); err != nil || status != http.StatusUnprocessableEntity || len(fields) != 1 || fields[0].Field != row.at || fields[0].Rule != row.rule {
				t.Errorf("%s %s=%s: %d %.300s", row.path, row.field, row.text, status, raw)
			}
		}
	})
}
