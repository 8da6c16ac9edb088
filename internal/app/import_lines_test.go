package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// IMPORT: names, codes and numbers stand on one line. A line break with the blanks around it, and a tab, is one blank in the form, in
// a file of the list and in the workbook alike; remarks keep their lines.
func TestShortTextsStandOnOneLine(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		in := a.importer(t)
		body := `{"number":"L\n1","name":"East \r\n\t works","windows":[{"name":"Wang\nWu","phone":"1"}],"addresses":[]}`
		if status, _, raw := send(t, http.MethodPost, in.server.URL+api.Prefix+"bms/customer", in.header, "application/json", strings.NewReader(body)); status != http.StatusOK {
			t.Fatalf("the form: %d %s", status, raw)
		}
		if status, _, raw := in.form("bms/customer/import", []byte("number,name\n\"L\n2\",\"West \r\n\t works\"\n\"L \n 1\",\"East\nworks\"\n"), nil); status != http.StatusOK || !strings.Contains(string(raw), `"created":1,"changed":0,"same":1,"refused":0`) {
			t.Errorf("the list: %d %s", status, raw)
		}
		result := in.run(book(t, map[string][]string{
			"customers": {"number|name", "L\n3|North \n\t works", "L \n2|West\nworks"},
			"moulds":    {"mouldNo|name|customer|delivery", "M\n1|A\n\tB|North\nworks|2030-03-20"},
			"parts":     {"mouldNo|partNo|name", "M 1|P\n 1|C\nD"},
		}), nil)
		if result.Errors != 0 || result.Counts["customers"].New != 1 || result.Counts["customers"].Same != 1 || result.Counts["parts"].New != 1 {
			t.Errorf("the workbook: %+v %+v", result.Faults, result.Total)
		}
		if status, _, raw := in.form("bms/accuracy-grade/import", []byte("grade,rank,remark\n\"G\n9\",909,\"one\ntwo\"\n"), nil); status != http.StatusOK || !strings.Contains(string(raw), `"created":1`) {
			t.Errorf("the list of grades: %d %s", status, raw)
		}
		var customers []basedata.Customer
		var moulds []production.Mould
		var parts []production.Part
		var grades []basedata.AccuracyGrade
		read(ctx, t, a, func(tx store.Tx) error {
			if err := tx.Select(&customers).Where("number LIKE 'L%'").Order("number").Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&moulds).Scan(ctx); err != nil {
				return err
			}
			if err := tx.Select(&parts).Scan(ctx); err != nil {
				return err
			}
			return tx.Select(&grades).Where("rank = 909").Scan(ctx)
		})
		var got []string
		for i := range customers {
			got = append(got, customers[i].Number, customers[i].Name)
		}
		for i := range moulds {
			got = append(got, moulds[i].MouldNo, moulds[i].Name)
		}
		for i := range parts {
			got = append(got, parts[i].PartNo, parts[i].Name)
		}
		for i := range grades {
			got = append(got, grades[i].Grade, grades[i].Remark)
		}
		if want := []string{"L 1", "East works", "L 2", "West works", "L 3", "North works", "M 1", "A B", "P 1", "C D", "G 9", "one\ntwo"}; !slices.Equal(got, want) {
			t.Errorf("stored: %q, want %q", got, want)
		}
	})
}
