package basedata_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/resource/resourcetest"
	"mouldworks/internal/platform/store"
)

// asked is the question that an import raises: its key and what it names. "" where none is raised.
func asked[P resource.Entity](s *shop, r *resource.Resource[P], file, confirm string) (key string, items []string, result resource.ImportResult) {
	s.Helper()
	actor := s.actor
	actor.Confirmed = confirm
	result, err := r.Import(permitted(store.WithActor(s.ctx, actor), r), s.db, resource.ImportFile{Name: "list.csv", Data: []byte(file)})
	if err == nil {
		return "", nil, result
	}
	var p *problem.Problem
	if !errors.As(err, &p) || p.Code != problem.Question {
		s.Fatal(err)
	}
	_, data := p.Wire(problem.English)
	question := data.(map[string]any)
	return question["key"].(string), question["items"].([]string), result
}

// Resources work by shifts and calendars: a list's file that changes stored ones asks first and names each with what changes, as
// the workbook does. What is new or the same is not asked about.
func TestAListImportAsksBeforeItOverwritesShiftsAndCalendars(t *testing.T) {
	each(t, func(s *shop) {
		periods := func(name string) int {
			var rows []basedata.Shift
			if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).Where("name = ?", name).Scan(s.ctx) }); err != nil || len(rows) != 1 {
				s.Fatal(rows, err)
			}
			return len(rows[0].Periods)
		}
		file := "name,periods\nD,\"06:00,10:00;11:00,15:00\"\nE,\"16:00,20:00\"\n"
		about := regexp.MustCompile(`:[0-9a-f-]{16,36}`) // what the question is about
		key, items, _ := asked(s, s.master.Shifts, file, "")
		if about.ReplaceAllString(key, ":id") != "overwriteCalendars:id" || len(items) != 1 || !strings.Contains(items[0], "“D”") || !strings.Contains(items[0], "06:00") || periods("D") != 1 {
			s.Errorf("asked %q %q, %d periods", key, items, periods("D"))
		}
		other := "name,periods\nD,\"06:00,10:00;11:00,16:00\"\n"
		if again, _, _ := asked(s, s.master.Shifts, other, key); !strings.HasPrefix(again, key+".overwriteCalendars:") || periods("D") != 1 {
			s.Errorf("a yes to another change: %q, %d periods", again, periods("D"))
		}
		if key, _, r := asked(s, s.master.Shifts, file, "overwriteCalendars"); key != "" || !r.Committed || periods("D") != 2 {
			s.Errorf("after a yes: %q, %+v", key, r)
		}
		if key, _, r := asked(s, s.master.Shifts, file, ""); key != "" || r.Same != 2 {
			s.Errorf("nothing changes: %q, %+v", key, r)
		}
		// Two questions follow one another, and the last key answers both.
		if key, _, _ := asked(s, s.master.Calendars, "name,default\n新历,是\n", ""); about.ReplaceAllString(key, ":id") != "replaceDefault:id" {
			s.Errorf("a new default: %q", key)
		}
		must(s, s.master.Calendars, map[string]any{"name": "新历"})
		file = "name,default,holidays\n新历,是,\"周日,浮动,休息,周日\"\n"
		if key, _, _ = asked(s, s.master.Calendars, file, ""); about.ReplaceAllString(key, ":id") != "replaceDefault:id" {
			s.Errorf("first %q", key)
		}
		if key, _, _ = asked(s, s.master.Calendars, file, key); about.ReplaceAllString(key, ":id") != "replaceDefault:id.overwriteCalendars:id" {
			s.Errorf("then %q", key)
		}
		if key, _, r := asked(s, s.master.Calendars, file, key); key != "" || r.Changed != 1 || !r.Committed {
			s.Errorf("at last %q, %+v", key, r)
		}
		if key, items, _ := asked(s, s.master.Calendars, "name,holidays\n新历,-\n", ""); about.ReplaceAllString(key, ":id") != "overwriteCalendars:id" || len(items) != 1 {
			s.Errorf("holidays that go: %q %q", key, items)
		}
	})
}

// A period that ends when it begins is a slip, for a shift of 24 hours would come of it; what is stored so stays.
func TestAListFileRefusesPeriodsThatEndWhenTheyBegin(t *testing.T) {
	each(t, func(s *shop) {
		_, _, r := asked(s, s.master.Shifts, "name,periods\nN,\"08:00,08:00\"\n", "")
		if !slices.Equal(told(r.Faults), []string{`2 periods.0.end format "08:00,08:00"`}) {
			s.Errorf("%q", told(r.Faults))
		}
		must(s, s.master.Shifts, map[string]any{"name": "N", "periods": []map[string]any{{"start": "08:00", "end": "08:00"}}})
		if _, _, r := asked(s, s.master.Shifts, "name,englishName,periods\nN,Night,\"08:00,08:00\"\n", "overwriteCalendars"); r.Changed != 1 {
			s.Errorf("stored so: %+v", r.Faults)
		}
		_, _, r = asked(s, s.master.Shifts, "name,periods\nP,08:00-12:00；13:00～17:00\nQ,\"06:00–14:00,10:00-10:15\"\nR,00:00-24:00\nS,\"08:00-12:00，13:00-17:00,18:00-20:00\"\nT,\"20:00-04:00,00:00-00:30\"\nU,08:00:45-12:00:59\nV,08:00-12:00、13:00-17:00、18:00-20:00\n", "")
		if r.Created != 7 || len(r.Faults) != 0 {
			s.Errorf("spans: %+v", r)
		}
		var spans []basedata.Shift
		if err := s.db.Read(s.ctx, func(tx store.Tx) error {
			return tx.Select(&spans).WhereIn("name", []string{"P", "Q", "R", "S", "T", "U", "V"}).Order("name").Scan(s.ctx)
		}); err != nil {
			s.Fatal(err)
		}
		if p := spans[0].Periods; len(p) != 2 || p[0].End != "12:00" || p[1].Start != "13:00" || spans[1].Periods[0].RestEnd != "10:15" || spans[2].Periods[0].End != "24:00" ||
			len(spans[3].Periods) != 3 || spans[3].Periods[2].Start != "18:00" || len(spans[4].Periods) != 1 || spans[4].Periods[0].RestEnd != "00:30" ||
			spans[5].Periods[0].Start != "08:00" || spans[5].Periods[0].End != "12:00" || len(spans[6].Periods) != 3 || spans[6].Periods[1].End != "17:00" {
			s.Errorf("spans are read as %+v", spans)
		}
		if _, _, r := asked(s, s.master.Shifts, "name,periods\nM,\"00:00,24:00\"\n", ""); r.Created != 1 {
			s.Errorf("a whole day: %+v", r.Faults)
		}
		// Commas where semicolons belong: the second period must not go unseen.
		line := "08:00,12:00,,,0,4,0,13:00,17:00,,,0,4,0"
		if _, _, r := asked(s, s.master.Shifts, "name,periods\nL,\""+line+"\"\n", ""); r.Created != 0 || !slices.Equal(told(r.Faults), []string{`2 periods surplus "` + line + `"`}) {
			s.Errorf("two periods in one line: %+v", r)
		}
	})
}

// Every import of a list is a line of the log, also one that wrote nothing, and names the records that were made for its rows.
func TestEveryListImportIsLogged(t *testing.T) {
	each(t, func(s *shop) {
		lines := func() (all []string) {
			var found []store.Operation
			if err := s.db.Read(s.ctx, func(tx store.Tx) error {
				var ids []string
				if err := tx.Operations(store.OperationQuery{Entity: "machine", Action: store.ActionImport}).Columns("id").ScanColumn(s.ctx, &ids); err != nil {
					return err
				}
				lines, err := tx.OperationsByID(s.ctx, ids, nil)
				found = lines
				return err
			}); err != nil {
				s.Fatal(err)
			}
			for _, o := range found {
				var changes []store.FieldChange
				if err := json.Unmarshal(o.Changes, &changes); err != nil {
					s.Fatal(err)
				}
				text := o.Title
				for _, c := range changes {
					b, _ := json.Marshal(c.After)
					text += " " + c.Field + "=" + string(b)
				}
				all = append(all, text)
			}
			return all
		}
		good := "name,groupId,status\nM1,CNC,1\n"
		asked(s, s.master.Machines, good+"M2,NONE,1\n", "")
		if got := lines(); !slices.Equal(got, []string{`list.csv nothingWritten=true read=2 same=0 refused=1 skipped=0 heldBack=1`}) {
			s.Errorf("refused: %q", got)
		}
		asked(s, s.master.Machines, good, "")
		asked(s, s.master.Machines, good, "")
		if got := lines(); len(got) != 3 || !slices.Contains(got, `list.csv nothingWritten=true read=1 same=1 refused=0 skipped=0`) {
			s.Errorf("nothing new: %q", got)
		}
	})
}

// Nothing is offered that cannot be taken: no name that the rule of its list refuses, no record that is not valid. A section
// goes by its Chinese name, too.
func TestAListImportOffersWhatItWouldTake(t *testing.T) {
	each(t, func(s *shop) {
		must(s, s.master.Sections, map[string]any{"name": "CNC", "chineseName": "数控加工"})
		must(s, s.master.Sections, map[string]any{"name": "OLD", "chineseName": "旧工段", "valid": false})
		data := "name,groupId,status,sectionId\nM1,CNC,1,数控加工\nM2,CNC,1,9BAD\nM3,CNC,1,热处理\n"
		r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte(data), DryRun: true, Partly: true})
		if r.Created != 1 || len(r.Missing) != 0 || !slices.Equal(told(r.Faults), []string{`3 sectionId reference "9BAD"`, `4 sectionId reference "热处理"`}) {
			s.Errorf("%+v, missing %+v", told(r.Faults), r.Missing)
		}
		for _, f := range r.Faults {
			if !slices.Equal(resourcetest.Worded(f.Options, "zh"), []string{"CNC", "数控加工"}) {
				s.Errorf("row %d offers %q", f.Row, f.Options)
			}
		}
	})
}

// Faults are told in the order of the rows, whatever finds them.
func TestFaultsOfAListAreToldRowByRow(t *testing.T) {
	each(t, func(s *shop) {
		data := "name,groupId,status\nM1,CNC,1\nM1,CNC,1\nM2,CNC,9\nm1,CNC,1\nM3,NONE,1\n"
		r := bring(s, s.master.Machines, resource.ImportFile{Data: []byte(data), DryRun: true})
		rows := []int{}
		for _, f := range r.Faults {
			rows = append(rows, f.Row)
		}
		if !slices.Equal(rows, []int{3, 4, 5, 6}) {
			s.Errorf("rows %v", rows)
		}
	})
}

// What code saves is stored as a form would store it: with plain letters, whoever made it.
func TestRecordsOfCodeHavePlainLetters(t *testing.T) {
	each(t, func(s *shop) {
		save := func(ctx context.Context, tx store.Tx) error {
			return s.master.Customers.SaveAll(ctx, tx, []resource.Draft[*basedata.Customer]{{Now: &basedata.Customer{Number: "ｎｅｗＣ", Name: "ＮＥＷ"}}})
		}
		if err := s.db.Write(s.ctx, func(tx store.Tx) error { return save(s.ctx, tx) }); err != nil {
			s.Fatal(err)
		}
		var rows []basedata.Customer
		if err := s.db.Read(s.ctx, func(tx store.Tx) error { return tx.Select(&rows).Scan(s.ctx) }); err != nil || len(rows) != 1 || rows[0].Number != "newC" || rows[0].Name != "NEW" {
			s.Errorf("%+v %v", rows, err)
		}
	})
}

// What was taught about headings is listed layout by layout, and forgotten there: the next file is asked about again.
func TestTaughtHeadingsAreListedAndForgotten(t *testing.T) {
	each(t, func(s *shop) {
		file := resource.ImportFile{Data: []byte("编码,名字,客户全称\nC1,甲,甲公司\n"), Headings: map[string]string{"编码": "number", "名字": "name", "客户全称": ""}}
		if r := bring(s, s.master.Customers, file); !r.Committed {
			s.Fatalf("%+v", r.Faults)
		}
		listed := func() (all []resource.ListLayout) {
			s.write(func(tx store.Tx) (err error) { all, err = s.master.Customers.Layouts(s.ctx, tx); return err })
			return all
		}
		all := listed()
		if len(all) != 1 || all[0].Columns["名字"] != "name" || len(all[0].Columns) != 3 {
			s.Fatalf("%+v", all)
		}
		s.write(func(tx store.Tx) error { return s.master.Customers.Forget(s.ctx, tx, all[0].ID) })
		file.Headings, file.DryRun = nil, true
		if r := bring(s, s.master.Customers, file); len(listed()) != 0 || len(r.Faults) == 0 {
			s.Errorf("after: %+v", r.Faults)
		}
		err := s.db.Write(s.ctx, func(tx store.Tx) error { return s.master.Customers.Forget(s.ctx, tx, all[0].ID) })
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != 404 {
			s.Errorf("again: %v", err)
		}
	})
}
