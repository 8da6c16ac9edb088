package basedata_test

import (
	"slices"
	"testing"

	"mouldworks/internal/platform/resource"
)

// A file means the stored record in whatever spelling it names it, and two spellings in a file are one record: as in a form.
func TestAFileMeansTheRecordInAnySpelling(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Customers, map[string]any{"number": "Mill (A)", "name": "铣（甲）"})
		for _, name := range []string{"mill (a)", "Ｍｉｌｌ　（Ａ）", "Mi\u3164ll  (A)", "Mill\u00a0(\u034fA)"} {
			got, err := s.master.Customers.Import(permitted(s.ctx, s.master.Customers), s.db, resource.ImportFile{Data: []byte("number,name\n" + name + ",铣（甲）\n")})
			if err != nil || got.Same != 1 || got.Read != 1 {
				s.Errorf("%+q: %+v (%v)", name, got, err)
			}
		}
		if bad := importing(s, s.master.Customers, "number,name\nSaw (B),锯\nＳａｗ （ｂ）,锯床\n"); !slices.Equal(bad, []string{"number duplicateKey"}) {
			s.Errorf("two spellings in a file: %v", bad)
		}
		if bad := importing(s, s.master.Customers, "number,name\nC1,Acme (HK)\nC2,ＡＣＭＥ （HK）\n"); !slices.Equal(bad, []string{"name duplicateKey"}) {
			s.Errorf("two spellings of a name that is no key: %v", bad)
		}
	})
}

// A file that names a record in another spelling changes that record: the preview says which one, and how the file writes it.
func TestTheSpellingOfAFileIsSeenBesideTheRecordThatItMeans(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Customers, map[string]any{"number": "ZC1", "name": "Acme"})
		result := take(s.ctx, s.T, s.db, s.master.Customers, "number,name\nzc1,Acme Two\nZC2,New\n", true)
		if len(result.Rows) != 2 || result.Rows[0].Key != "ZC1" || result.Rows[0].Typed != "zc1" || result.Rows[0].Action != resource.ActionChanged || result.Rows[1].Key != "ZC2" || result.Rows[1].Typed != "" {
			s.Errorf("%+v", result.Rows)
		}
		if again := take(s.ctx, s.T, s.db, s.master.Customers, "number,name\nZC1,Acme Two\n", true); len(again.Rows) != 1 || again.Rows[0].Typed != "" {
			s.Errorf("as it is stored: %+v", again.Rows)
		}
		refused := bring(s, s.master.Customers, resource.ImportFile{Data: []byte("number,name,shortName\nzC1,Acme Two,too long\n"), DryRun: true})
		if len(refused.Faults) != 1 || refused.Faults[0].Key != "zC1" || refused.Faults[0].Column != "shortName" {
			s.Errorf("refused: %+v", refused.Faults)
		}
	})
}
