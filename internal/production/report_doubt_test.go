package production_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// A report far from the plan is a question, not a refusal: nothing is written until it is answered, and the answer of another
// question is none.
func TestImplausibleReportsAreAskedAbout(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		op := s.oneOperation(ctx, t, 1) // four hours
		in := s.importer(ctx, t)
		name, began, newest := "CN01", time.Now().Add(-48*time.Hour), ""
		var machine string
		if err := s.db.Read(ctx, func(tx store.Tx) error {
			m, err := masters(ctx, tx)
			machine = m.Machines[name].ID
			return err
		}); err != nil {
			t.Fatal(err)
		}
		report := func(confirm string, body map[string]any) (int, reply) {
			t.Helper()
			body["operationId"], body["basedOn"], body["realStart"], body["machineId"] = op.ID, newest, began, machine
			raw, err := json.Marshal(body)
			if err != nil {
				t.Fatal(err)
			}
			status, r, _ := in.call(ctx, http.MethodPost, "mf/progress"+confirm, "application/json", raw)
			if r.Code == 1 {
				var sent production.Reported
				if err := json.Unmarshal(r.Data, &sent); err != nil {
					t.Fatal(err)
				}
				newest = sent.ID
			}
			return status, r
		}
		for _, x := range []struct {
			body map[string]any
			item string // empty: it is believed
		}{
			{map[string]any{"status": 1, "reportedHours": 12}, ""},
			{map[string]any{"status": 1, "reportedHours": 12.05}, "12.05 h worked, 4 h planned"},
			{map[string]any{"status": 1, "reportedHours": 1666.65}, "1666.65 h worked, 4 h planned"},
			{map[string]any{"status": 1, "remainingHours": 12}, ""},
			{map[string]any{"status": 1, "remainingHours": 12.05}, "12.05 h left, 4 h planned"},
			{map[string]any{"status": 1, "reportedHours": 0}, ""},
			{map[string]any{"status": 3, "reportedHours": 0, "realEnd": time.Now()}, "Finished with 0 h worked; 4 h planned"},
		} {
			before := newest
			status, r := report("", x.body)
			if x.item == "" {
				if r.Code != 1 {
					t.Errorf("%v: %+v", x.body, r)
				}
				continue
			}
			var asked struct {
				Key   string
				Items []string
			}
			if err := json.Unmarshal(r.Data, &asked); err != nil || status != http.StatusConflict || r.Code != problem.Question || asked.Key != "implausible" || len(asked.Items) != 1 || asked.Items[0] != x.item {
				t.Errorf("%v: %d %+v, %+v", x.body, status, r, asked)
			}
			if _, r := report("?confirm=changed", x.body); r.Code != problem.Question || newest != before {
				t.Errorf("%v: another question's answer is taken: %+v", x.body, r)
			}
		}
		if _, r := report("?confirm=implausible", map[string]any{"status": 3, "reportedHours": 0, "realEnd": time.Now()}); r.Code != 1 {
			t.Errorf("confirmed: %+v", r)
		}
	})
}
