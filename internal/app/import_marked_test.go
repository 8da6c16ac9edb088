package app

import (
	"context"
	"testing"

	"mouldworks/internal/production"
)

// A row that begins with # is a remark, unless a stored record is called so: lists and workbook agree. What no row has
// brought stays a remark.
func TestARecordThatIsCalledLikeARemarkIsRead(t *testing.T) {
	mill, _ := codes(t)
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.importBook(ctx, t, book(t, map[string][]string{
			"customers": {"shortName|name|number", "C1|#1 Moulds|#C1"},
			"moulds":    {"name|mouldNo|delivery", "cover|#7|2030-05-01", "lid|M8|2030-05-01"},
			"parts":     {"name|partNo|mouldNo", "core|#2|M8"},
		}))
		for name, tc := range map[string]struct {
			sheet        string
			rows         []string
			changed, new int
		}{
			"a mould":           {"moulds", []string{"mouldNo|delivery", "#7|2030-06-01", "#8|2030-06-01", "＃7 is late|"}, 1, 0},
			"its operations":    {"operations", []string{"mouldNo|partNo|opNo|process|hours", "M8|#2|10|" + mill + "|4", "#8|#2|10|" + mill + "|4"}, 0, 1},
			"a part, first":     {"parts", []string{"partNo|mouldNo|name", "#2|M8|cavity", "#3|M8|plate"}, 1, 0},
			"a customer's code": {"customers", []string{"number|name", "#c1|#1 Tools", "#C2|x"}, 1, 0},
		} {
			result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Trusted: true, DryRun: true, Data: book(t, map[string][]string{tc.sheet: tc.rows})})
			if err != nil {
				t.Fatal(err)
			}
			if c, skipped := result.Total, len(tc.rows)-1-tc.changed-tc.new; c.Changed != tc.changed || c.New != tc.new || c.Skipped != skipped || c.Refused != 0 {
				t.Errorf("%s: %+v, want %d changed, %d new, %d skipped %+v", name, c, tc.changed, tc.new, skipped, result.Faults)
			}
		}
		result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Trusted: true, DryRun: true, Data: book(t, map[string][]string{"moulds": {"mouldNo|delivery", "-|2030-06-01"}})})
		if err != nil || result.Total.Refused != 1 {
			t.Errorf("a mould called -: %v %+v", err, result.Total)
		}
	})
}
