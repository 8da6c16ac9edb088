package basedata_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// BASE-TOL-01, BASE-TOL-02, BASE-TOL-03.
func TestToleranceRules(t *testing.T) {
	each(t, func(s *shop) {
		declares(t, s.master.Tolerances, "name", "type", "maxTolerance", "minTolerance", "accuracyGradeId", "dealRule", "electrode", "partTypeId", "valid")
		base := map[string]any{"name": "TOL_1", "type": 1, "maxTolerance": 0.02, "minTolerance": -0.01}
		must(s, s.master.Tolerances, base)
		try(s, s.master.Tolerances, base,
			attempt{"BASE-TOL-03: again", nil, []string{"name unique"}},
			attempt{"BASE-TOL-02: eight characters", map[string]any{"name": "A_234567"}, nil},
			attempt{"BASE-TOL-02: nine characters", map[string]any{"name": "A_2345678"}, []string{"name maxLength"}},
			attempt{"BASE-TOL-02: a digit first", map[string]any{"name": "1A"}, []string{"name pattern"}},
			attempt{"BASE-TOL-02: an underscore first", map[string]any{"name": "_A"}, []string{"name pattern"}},
			attempt{"BASE-TOL-02: a hyphen", map[string]any{"name": "A-1"}, []string{"name pattern"}},
			attempt{"BASE-TOL-02: no name", map[string]any{"name": ""}, []string{"name required"}},
			attempt{"the maximum below the minimum", map[string]any{"name": "B", "maxTolerance": -0.02}, []string{"maxTolerance order"}},
			attempt{"both alike", map[string]any{"name": "C", "maxTolerance": -0.01}, nil},
			attempt{"of an electrode", map[string]any{"name": "D", "type": 2, "electrode": 3}, nil},
			attempt{"no type", map[string]any{"name": "E", "type": nil}, []string{"type required"}},
		)
		_, err := add(s, s.master.Tolerances, base, nil)
		if !strings.Contains(said(err, "zh"), "已存在") || !strings.Contains(said(err, "en"), "already exists") {
			s.Errorf("a tolerance again: %v", err)
		}
	})
}

// BASE-TOL-04: saving the tolerance option asks, and then makes the tolerances of its class by ISO 2768-1; those that are there
// are set back.
func TestTheToleranceOptionInitialisesTheTolerances(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Tolerances, map[string]any{"name": "M30", "type": 1, "maxTolerance": 5, "minTolerance": 0})
		must(s, s.master.Tolerances, map[string]any{"name": "OWN", "type": 1, "maxTolerance": 5, "minTolerance": 0})
		must(s, s.master.ToleranceOptions, map[string]any{"name": "GB/T 1804-f", "class": 1}) // not in use: nothing happens
		medium := map[string]any{"name": "GB/T 1804-m", "class": 2, "current": true}
		_, err := add(s, s.master.ToleranceOptions, medium, nil)
		if text := said(err, "en"); !strings.Contains(text, "Saving initialises the tolerance data") || !strings.Contains(text, "M30 改为标准值：0 至 5 mm → ±0.2 mm") || !strings.Contains(text, "新增 M3：±0.1 mm") {
			s.Fatalf("not asked, or not what changes: %v", text)
		}
		all := func() (told []string) {
			var rows []basedata.Tolerance
			s.write(func(tx store.Tx) error { return tx.Select(&rows).Order("name").Scan(s.ctx) })
			for _, x := range rows {
				told = append(told, fmt.Sprintf("%s %s %s", x.Name, x.Min, x.Max))
			}
			return told
		}
		if got := all(); !slices.Equal(got, []string{"M30 0 5", "OWN 0 5"}) {
			s.Errorf("before the answer: %v", got)
		}
		// What is refused is refused in the check, not behind the question.
		check, err := s.master.ToleranceOptions.Import(permitted(s.ctx, s.master.ToleranceOptions), s.db, resource.ImportFile{Data: []byte("name,class,current\nGB/T 1804-f,,1\nISO 2768-c,3,1\n"), DryRun: true})
		if got := told(check.Faults); err != nil || !slices.Equal(got, []string{`3 current sole "1"`}) {
			s.Errorf("two options in use in one file: %v %q", err, got)
		}
		confirmed := s.actor
		confirmed.Confirmed = "initialise"
		s.ctx = store.WithActor(t.Context(), confirmed)
		option := must(s, s.master.ToleranceOptions, medium)
		want := []string{"M1000 -0.8 0.8", "M120 -0.3 0.3", "M2000 -1.2 1.2", "M3 -0.1 0.1", "M30 -0.2 0.2", "M400 -0.5 0.5", "M4000 -2 2", "M6 -0.1 0.1", "OWN 0 5"}
		got := all()
		if slices.Sort(got); !slices.Equal(got, want) {
			s.Errorf("%v, want %v", got, want)
		}
		// Where all are as the standard has them nobody is asked.
		for _, current := range []bool{false, true} {
			if err := edit(s, s.master.ToleranceOptions, option.ID, map[string]any{"current": current}); err != nil {
				s.Errorf("in use %v: %v", current, err)
			}
		}
		// Another class of the option in use is asked about, too, and makes its own tolerances.
		s.ctx = store.WithActor(t.Context(), s.actor)
		err = edit(s, s.master.ToleranceOptions, option.ID, map[string]any{"class": 3})
		if text := said(err, "en"); !strings.Contains(text, "Saving initialises the tolerance data") || !strings.Contains(text, "新增 C3：±0.2 mm") {
			s.Errorf("another class is not asked about: %v", text)
		}
		if got := all(); len(got) != len(want) {
			s.Errorf("before the answer about the class: %v", got)
		}
		if err := edit(s, s.master.ToleranceOptions, option.ID, map[string]any{"class": 3}, "initialise"); err != nil {
			s.Error(err)
		}
		want = append(want, "C1000 -2 2", "C120 -0.8 0.8", "C2000 -3 3", "C3 -0.2 0.2", "C30 -0.5 0.5", "C400 -1.2 1.2", "C4000 -4 4", "C6 -0.3 0.3")
		slices.Sort(want)
		got = all()
		if slices.Sort(got); !slices.Equal(got, want) {
			s.Errorf("of the new class: %v, want %v", got, want)
		}
		// Another remark initialises nothing.
		if err := edit(s, s.master.ToleranceOptions, option.ID, map[string]any{"remark": "2026"}); err != nil {
			s.Error(err)
		}
		// What is in use is not deleted.
		remove := func() error {
			return s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.ToleranceOptions.Delete(s.ctx, tx, option.ID) })
		}
		if err := remove(); !strings.Contains(said(err, "en"), "is in use and cannot be deleted") {
			s.Errorf("the option in use is deleted: %v", err)
		}
		if err := edit(s, s.master.ToleranceOptions, option.ID, map[string]any{"current": false}); err != nil {
			s.Error(err)
		}
		if err := remove(); err != nil {
			s.Errorf("an option out of use: %v", err)
		}
	})
}

// The table that the form shows is the one by which an option makes its tolerances. The figures are those of ISO 2768-1, table 1.
func TestTheTableOfStandardTolerances(t *testing.T) {
	table := basedata.StandardTolerances()
	var got []string
	for _, of := range table.Classes {
		row := of.Letter
		for _, deviation := range of.Deviations {
			row += " " + deviation.String()
		}
		got = append(got, row)
	}
	want := []string{
		"F 0.05 0.05 0.1 0.15 0.2 0.3 0.5 0", "M 0.1 0.1 0.2 0.3 0.5 0.8 1.2 2", "C 0.2 0.3 0.5 0.8 1.2 2 3 4", "V 0 0.5 1 1.5 2.5 4 6 8",
	}
	if !slices.Equal(got, want) || !slices.Equal(table.Sizes, []int{3, 6, 30, 120, 400, 1000, 2000, 4000}) {
		t.Errorf("the table is %q for %v", got, table.Sizes)
	}
}
