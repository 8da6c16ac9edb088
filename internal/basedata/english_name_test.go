package basedata_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// Screens of each language name records in it, and what has no English name as people type it. Files keep the typed name, by which they
// are read again, and are read by either.
func TestNamesInTwoLanguages(t *testing.T) {
	each(t, func(s *shop) {
		wire := must(s, s.master.Processes, map[string]any{"code": "WEDM", "name": "线切割", "englishName": "Wire EDM", "class": 3})
		must(s, s.master.Processes, map[string]any{"code": "HOLE", "name": "穿孔", "class": 3, "postProcessId": wire.ID})
		must(s, s.master.Processes, map[string]any{"code": "POL", "name": "抛光", "class": 6})
		must(s, s.master.Processes, map[string]any{"code": "TEX", "name": "皮纹", "class": 8, "postProcessId": must(s, s.master.Processes, map[string]any{"code": "COAT", "name": "镀层", "class": 8}).ID})
		for lang, names := range map[string][]string{problem.Chinese: {"线切割", "镀层"}, problem.English: {"Wire EDM", "镀层"}} {
			ctx := problem.WithLanguage(s.ctx, lang)
			s.write(func(tx store.Tx) error {
				for i, code := range []string{"HOLE", "TEX"} {
					page, err := s.master.Processes.List(ctx, tx, resource.Query{Size: 10, Search: code})
					if err != nil || len(page.Rows) != 1 || page.Names[page.Rows[0].PostProcessID] != names[i] {
						s.Errorf("%s: behind %s stands %v, want %s (%v)", lang, code, page.Names, names[i], err)
					}
				}
				for _, text := range []string{"线切", "wire"} { // a search finds by both
					hits, err := (resource.Catalogue{s.master.Processes}).Search(ctx, tx, text, 5, func(string) bool { return true })
					if err != nil || len(hits) != 1 || hits[0].Title != names[0] || !hits[0].Bilingual {
						s.Errorf("%s: %q finds %v (%v)", lang, text, hits, err)
					}
				}
				return nil
			})
		}
		english := problem.WithLanguage(s.ctx, problem.English)
		if rows := fileLines(english, s, s.master.Processes); !slices.ContainsFunc(rows, func(row string) bool {
			return strings.HasPrefix(row, "HOLE,穿孔,,") && strings.Contains(row, ",线切割,") // by which it is read again
		}) || !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(row, "WEDM,线切割,Wire EDM,") }) {
			s.Errorf("the file says %q", rows)
		}
		got := take(permitted(s.ctx, s.master.Processes), s.T, s.db, s.master.Processes, "编码,名称,类别,后工艺\nSTART,预孔,3,Wire EDM\n", false)
		if len(got.Faults) > 0 || got.Created != 1 {
			s.Errorf("a file that refers to a process by its English name: %+v", got)
		}
	})
}

// A list that is sorted by names stands in the order of the names that the screen shows, up and down.
func TestListsAreSortedByTheNamesThatAreShown(t *testing.T) {
	each(t, func(s *shop) {
		for code, names := range map[string][2]string{"A": {"一", "Turning"}, "B": {"丁", "Milling"}, "C": {"七", ""}} {
			must(s, s.master.Processes, map[string]any{"code": code, "name": names[0], "englishName": names[1], "class": 3})
		}
		for _, c := range []struct{ lang, sort, want string }{
			{problem.Chinese, "name", "A B C"},
			{problem.Chinese, "-name", "C B A"},
			{problem.English, "name", "B A C"},
			{problem.English, "-name", "C A B"},
			{problem.English, "code", "A B C"},
		} {
			for _, filters := range []map[string]string{nil, {"class": "3"}} { // they are counted apart, and together with the rows
				s.write(func(tx store.Tx) error {
					page, err := s.master.Processes.List(problem.WithLanguage(s.ctx, c.lang), tx, resource.Query{Size: 10, Sort: c.sort, Filters: filters})
					var codes []string
					for i := range page.Rows {
						codes = append(codes, page.Rows[i].Code)
					}
					if got := strings.Join(codes, " "); got != c.want {
						s.Errorf("%s by %s: %s, want %s", c.lang, c.sort, got, c.want)
					}
					return err
				})
			}
		}
	})
}

// The English name of a unit stands for its name: its title is a symbol. Metadata say which field has the English side of which, and
// which references may be marked.
func TestWhatAnEnglishNameStandsFor(t *testing.T) {
	each(t, func(s *shop) {
		all := func(string) bool { return true }
		english := func(r resource.Any) (of []string) {
			for _, f := range r.Meta(all).Fields {
				if f.English != "" {
					of = append(of, f.Key+" "+f.English)
				}
			}
			return of
		}
		for name, c := range map[string]struct {
			of   resource.Any
			want string
		}{
			"unit": {s.master.Units, "name englishName"}, "process": {s.master.Processes, "name englishName"}, "surface requirement": {s.master.SurfaceRequirements, "treatment englishName"},
			"material": {s.master.Materials, "name englishName"}, "section": {s.master.Sections, ""}, "machine": {s.master.Machines, ""},
		} {
			if got := strings.Join(english(c.of), " "); got != c.want {
				s.Errorf("%s: %q, want %q", name, got, c.want)
			}
		}
		fields := s.master.Machines.Meta(all).Fields
		for key, want := range map[string]bool{"groupId": true, "sectionId": false} {
			if i := slices.IndexFunc(fields, func(f *resource.Field) bool { return f.Key == key }); fields[i].Bilingual != want {
				s.Errorf("%s of machines: %v", key, fields[i].Bilingual)
			}
		}
	})
}

// A flow time is called by its ends, in the language of the screen: lists and searches find it by both names.
func TestFlowTimesOnEnglishScreens(t *testing.T) {
	each(t, func(s *shop) {
		if err := edit(s, s.master.Groups, s.groupID, map[string]any{"englishName": "CNC milling"}); err != nil {
			s.Fatal(err)
		}
		var group *basedata.Group
		s.write(func(tx store.Tx) (err error) { group, err = s.master.Groups.Get(s.ctx, tx, s.groupID); return err })
		other := must(s, s.master.Groups, map[string]any{"code": "FIT", "name": "钳工组", "kind": 2, "calendarId": group.CalendarID, "shiftId": group.ShiftID, "capacity": 8, "labourRate": 1, "weight": 1, "master": false})
		flow := must(s, s.master.FlowTimes, map[string]any{"upGroupId": s.groupID, "downGroupId": other.ID, "transferHours": 1})
		if flow.Name != "数控组 → 钳工组" || flow.EnglishName != "CNC milling → 钳工组" {
			s.Errorf("called %s, %s", flow.Name, flow.EnglishName)
		}
		for lang, title := range map[string]string{problem.English: "CNC milling → 钳工组", problem.Chinese: "数控组 → 钳工组"} {
			for _, sought := range []string{"钳工", "cnc mill"} { // both names find it on every screen, in the search of all and in its list
				s.write(func(tx store.Tx) error {
					ctx := problem.WithLanguage(s.ctx, lang)
					hits, err := (resource.Catalogue{s.master.FlowTimes}).Search(ctx, tx, sought, 5, func(string) bool { return true })
					if err != nil || len(hits) != 1 || hits[0].Title != title || !hits[0].Bilingual {
						s.Errorf("%s, %s: a search finds %+v (%v)", lang, sought, hits, err)
					}
					page, err := s.master.FlowTimes.List(ctx, tx, resource.Query{Size: 10, Search: sought})
					if err != nil || len(page.Rows) != 1 {
						s.Errorf("%s, %s: the list finds %+v (%v)", lang, sought, page, err)
					}
					return nil
				})
			}
		}
		asked := problem.WithLanguage(permitted(s.ctx, s.master.FlowTimes), problem.English)
		_, told := problem.Of(s.db.Write(asked, func(tx store.Tx) error { return s.master.Groups.Delete(asked, tx, other.ID) })).Wire(problem.English)
		if !strings.Contains(fmt.Sprintf("%+v", told), "CNC milling → 钳工组") {
			s.Errorf("its group is used by %+v", told)
		}
		if err := edit(s, s.master.Groups, other.ID, map[string]any{"englishName": "Fitting"}); err != nil {
			s.Fatal(err)
		}
		if got := read(s, s.master.FlowTimes, flow.ID); got.EnglishName != "CNC milling → Fitting" {
			s.Errorf("after its group got an English name: %s", got.EnglishName)
		}
		refused, _ := problem.Of(s.db.Write(asked, func(tx store.Tx) error { return s.master.Groups.Delete(asked, tx, other.ID) })).Wire(problem.English)
		if refused != "Resource group “Fitting” is in use and cannot be deleted" {
			s.Errorf("refused on an English screen: %s", refused)
		}
	})
}

// fileLines are the lines of a list's file.
func fileLines[P resource.Entity](ctx context.Context, s *shop, r *resource.Resource[P]) []string {
	s.Helper()
	file, err := r.Export(ctx, s.db, resource.Query{}, "csv")
	if err != nil {
		s.Fatal(err)
	}
	var text strings.Builder
	if err := file.Write(&text); err != nil {
		s.Fatal(err)
	}
	return strings.Split(text.String(), "\n")
}

// What is refused is called in the language of the screen: a flag's holder, and the row that a value is unique within.
func TestRefusalsCallRowsAsScreensDo(t *testing.T) {
	each(t, func(s *shop) {
		english := problem.WithLanguage(s.ctx, problem.English)
		var first basedata.Calendar
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&first).Where("is_default = ?", true).Scan(s.ctx) }); err != nil {
			s.Fatal(err)
		}
		if err := edit(s, s.master.Calendars, first.ID, map[string]any{"englishName": "Six days"}); err != nil {
			s.Fatal(err)
		}
		err := s.db.Write(english, func(tx store.Tx) error { return s.master.Calendars.Delete(english, tx, first.ID) })
		if got := said(err, "en"); !strings.Contains(got, "“Six days” is the default calendar and cannot be deleted") {
			s.Errorf("deleted: %s", got)
		}
		if got := said(err, "zh"); !strings.Contains(got, "“六天”是默认日历") {
			s.Errorf("in Chinese: %s", got)
		}
		kind := must(s, s.master.PartNumberTypes, map[string]any{"code": "ZS", "name": "标准件", "englishName": "Standard parts"})
		must(s, s.master.PartNumberRules, map[string]any{"name": "一", "typeId": kind.ID, "prefix": "S", "digits": 2})
		err = s.db.Write(english, func(tx store.Tx) error {
			_, err := s.master.PartNumberRules.Create(english, tx, resourcetest.Body(s, map[string]any{"name": "二", "typeId": kind.ID, "prefix": "T", "digits": 2}))
			return err
		})
		if got := said(err, "en"); !strings.Contains(got, "“Standard parts” already exists") {
			s.Errorf("a second rule: %s", got)
		}
	})
}
