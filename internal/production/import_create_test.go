package production_test

import (
	"context"
	"slices"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
)

// Missing records come with the rows that refer to them: where all of these stay out, nothing is made and nothing is
// committed.
func TestMissingRecordsComeWithTheirRows(t *testing.T) {
	customers := func(names ...string) []production.Missing {
		return []production.Missing{{Entity: "customer", Names: names}}
	}
	for _, tc := range []struct {
		name   string
		mode   string
		sheets map[string][]string
		create []production.Missing
		made   []string // customers and groups that are there afterwards
		moulds []string
	}{
		{"every row is refused", production.ModeMould, map[string][]string{"moulds": {"mouldNo|delivery|customer", "M1|someday|NEW1", "M2|never|NEW2"}}, customers("NEW1", "NEW2"), nil, nil},
		{"one mould is refused", production.ModeMould, map[string][]string{"moulds": {"mouldNo|delivery|customer", "M1|2030-03-20|NEW1", "M2|never|NEW2"}}, customers("NEW1", "NEW2"), []string{"NEW1"}, []string{"M1"}},
		{"its part is at fault", production.ModeMould, map[string][]string{"moulds": {"mouldNo|delivery|customer", "M1|2030-03-20|NEW1"}, "parts": {"mouldNo|partNo|qty", "M1|P1|0"}}, customers("NEW1"), nil, nil},
		{"row by row", production.ModeRow, map[string][]string{"moulds": {"mouldNo|delivery|customer", "M1|2030-03-20|NEW1", "M2|never|NEW2"}}, customers("NEW1", "NEW2"), []string{"NEW1"}, []string{"M1"}},
		{"an unknown heading keeps every row out", production.ModeMould, map[string][]string{"moulds": {"mouldNo|delivery|customer|what", "M1|2030-03-20|NEW1|x"}}, customers("NEW1"), nil, nil},
		{"nobody refers to it", production.ModeMould, map[string][]string{"moulds": {"mouldNo|delivery", "M1|2030-03-20"}}, customers("NEW1"), nil, []string{"M1"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			each(t, func(ctx context.Context, t *testing.T, s *shop) {
				upload := production.Upload{Name: "x.xlsx", Trusted: true, Mode: tc.mode, Data: book(t, tc.sheets), Create: tc.create, DryRun: true}
				checked, err := s.production.Import(ctx, s.db, upload)
				if err != nil {
					t.Fatal(err)
				}
				upload.DryRun = false
				done, err := s.production.Import(ctx, s.db, upload)
				if err != nil {
					t.Fatal(err)
				}
				var made []string
				read(ctx, t, s, func(tx store.Tx) error {
					var c []basedata.Customer
					if err := tx.Select(&c).WhereIn("number", []string{"NEW1", "NEW2"}).Order("number").Scan(ctx); err != nil {
						return err
					}
					for i := range c {
						made = append(made, c[i].Number)
					}
					return nil
				})
				if !slices.Equal(made, tc.made) || !slices.Equal(storedMoulds(ctx, t, s), append([]string{}, tc.moulds...)) {
					t.Errorf("made %q", made)
				}
				for _, r := range []*production.ImportResult{checked, done} {
					if r.Total.Made != len(tc.made) || r.Committed != (r == done && len(tc.made)+len(tc.moulds) > 0) {
						t.Errorf("the outcome: committed %v, %+v", r.Committed, r.Total)
					}
				}
			})
		})
	}
}
