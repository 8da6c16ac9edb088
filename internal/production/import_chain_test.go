package production_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Rows that name one another in a long chain are refused one by one with the first of them, in one go.
func TestChainsOfRefusedRows(t *testing.T) {
	each(t, func(ctx context.Context, t *testing.T, s *shop) {
		const rows = 600
		operations := []string{"mouldNo|partNo|opNo|process|hours|pred"}
		parts := []string{"mouldNo|partNo|parentPart", "CH1|R0|"}
		for i := 1; i <= rows; i++ {
			hours, pred := "1", fmt.Sprint(10*(i-1))
			if i == 1 {
				hours, pred = "bad", ""
			}
			operations = append(operations, fmt.Sprintf("CH1|R0|%d|%s|%s|%s", 10*i, mill, hours, pred))
			parts = append(parts, fmt.Sprintf("CH1|P%d|P%d", i, i-1))
		}
		parts = append(parts, "CH1|FREE|R0")
		operations = append(operations, "CH1|R0|9000|"+mill+"|1|")
		asked, deps := 0, s.deps() // each time that the book is judged
		deps.Now = func() time.Time { asked++; return store.Now() }
		s.production = production.New(deps)
		r, err := s.production.Import(ctx, s.db, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, DryRun: true, Data: book(t, map[string][]string{
			"moulds": {"mouldNo|delivery", "CH1|2030-03-20"}, "parts": parts, "operations": operations,
		})})
		if err != nil {
			t.Fatal(err)
		}
		if o, p := r.Counts["operations"], r.Counts["parts"]; o.Refused != rows || o.New != 1 || p.Refused != rows || p.New != 2 {
			t.Errorf("operations %+v, parts %+v", o, p)
		}
		if asked > 20 {
			t.Errorf("the moment was asked for %d times: the book is judged anew for each row of a chain", asked)
		}
		chained := 0
		for _, f := range r.Faults {
			if strings.HasPrefix(f.Texts.En, "It refers to “") {
				chained++
			}
		}
		if chained < rows {
			t.Errorf("%d rows say that they refer to a refused one", chained)
		}
	})
}
