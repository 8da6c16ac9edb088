package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mouldworks/internal/basedata"
	"mouldworks/internal/demo"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// importStarter imports the starter workbook as it is.
func (a *App) importStarter(ctx context.Context, t *testing.T) *production.ImportResult {
	t.Helper()
	lang, zone := problem.Language(ctx), demo.Shanghai()
	var file bytes.Buffer
	if err := workbook.Example(&file, demo.Starter(lang, time.Now(), zone), lang, zone, problem.L("示例", "Examples")); err != nil {
		t.Fatal(err)
	}
	result, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "starter.xlsx", Data: file.Bytes()})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Committed || result.FaultCount != 0 || result.Total.Refused != 0 {
		t.Fatalf("%+v: %+v", result.Total, result.Faults)
	}
	return result
}

// A new company imports the starter workbook as it is, in either language: every sheet is written, and a plan is made and
// published.
func TestTheStarterWorkbookFillsAnEmptyTenant(t *testing.T) {
	for _, lang := range []string{problem.Chinese, problem.English} {
		t.Run(lang, func(t *testing.T) {
			emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
				ctx = problem.WithLanguage(ctx, lang)
				result := a.importStarter(ctx, t)
				for _, sheet := range workbook.Sheets() {
					if c := result.Counts[sheet.Code]; c == nil || c.New == 0 || c.New != c.Read {
						t.Errorf("%s: %+v", sheet.Code, c)
					}
				}
				for _, kind := range []string{sectionTemplate, processTemplate, partTypeTemplate} {
					for key, v := range a.templateViews(ctx, t, kind) {
						if !v.Taken {
							t.Errorf("the %s %s is not in the workbook", kind, key)
						}
					}
				}
				a.plansAndPublishes(ctx, t)
			})
		})
	}
}

// The examples go again by the lists: what a shop would keep refers to none of them.
func TestTheExamplesOfTheStarterWorkbookAreDeleted(t *testing.T) {
	emptyFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		a.take(ctx, t, calendarTemplate, "six-day") // a default calendar stays
		a.importStarter(ctx, t)
		deleteAll(ctx, t, a, a.Production.Outsourced, func(o *production.OutsourceOrder) string { return o.ID })
		deleteAll(ctx, t, a, a.Production.Batches, func(b *production.Batch) string { return b.ID })
		deleteAll(ctx, t, a, a.Production.Operations, func(o *production.Operation) string { return o.ID })
		deleteAll(ctx, t, a, a.Production.Parts, func(p *production.Part) string { return p.ID })
		deleteAll(ctx, t, a, a.Production.Moulds, func(m *production.Mould) string { return m.ID })
		deleteAll(ctx, t, a, a.Production.Eligible, func(e *production.EligibleMachine) string { return e.ID })
		deleteAll(ctx, t, a, a.Master.Exceptions, func(x *basedata.Exception) string { return x.ID })
		deleteAll(ctx, t, a, a.Master.FlowTimes, func(f *basedata.FlowTime) string { return f.ID })
		deleteAll(ctx, t, a, a.Master.Machines, func(m *basedata.Machine) string { return m.ID })
		deleteAll(ctx, t, a, a.Master.Groups, func(g *basedata.Group) string { return g.ID })
		deleteAll(ctx, t, a, a.Master.Shifts, func(s *basedata.Shift) string { return s.ID })
		deleteAll(ctx, t, a, a.Master.Customers, func(c *basedata.Customer) string { return c.ID })
		deleteAll(ctx, t, a, a.Master.Suppliers, func(s *basedata.Supplier) string { return s.ID })
		deleteAll(ctx, t, a, a.Master.Calendars, func(c *basedata.Calendar) string {
			if c.Default {
				return ""
			}
			return c.ID
		})
		if stored := processesByCode(ctx, t, a); len(stored) != len(demo.StandardProcesses) {
			t.Errorf("%d processes are left", len(stored))
		}
	})
}

// deleteAll deletes the records of a list that have an id, as people do who tick them all: one that goes may free another.
func deleteAll[P resource.Entity](ctx context.Context, t *testing.T, a *App, of *resource.Resource[P], id func(P) string) {
	t.Helper()
	var rows []P
	read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&rows).Scan(ctx) })
	if len(rows) == 0 {
		t.Errorf("no %s is there", of.Name())
	}
	for refused := error(nil); len(rows) > 0; {
		before := len(rows)
		rows = slices.DeleteFunc(rows, func(row P) bool {
			if id(row) == "" {
				return true
			}
			err := a.DB.Write(ctx, func(tx store.Tx) error { return of.Delete(ctx, tx, id(row)) })
			refused = cmp.Or(err, refused)
			return err == nil
		})
		if len(rows) == before {
			t.Fatalf("%d of %s are left: %v", before, of.Name(), refused)
		}
	}
}

// A file that says the English name of a record in the place of its name changes nothing: so does the starter workbook of an English
// screen in a factory whose records have both.
func TestAnEnglishNameInPlaceOfTheNameChangesNothing(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var p basedata.Process
		read(ctx, t, a, func(tx store.Tx) error {
			return tx.Select(&p).Where("english_name <> ''").Order("code").Limit(1, 0).Scan(ctx)
		})
		for name, want := range map[string]string{p.EnglishName: production.ActionSame, p.Name: production.ActionSame, "Another": production.ActionChanged} {
			r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, map[string][]string{"processes": {"code|name", p.Code + "|" + name}})})
			if err != nil {
				t.Fatal(err)
			}
			if c := r.Counts["processes"]; c == nil || c.Read != 1 || (want == production.ActionSame) != (c.Changed == 0) || c.Refused != 0 {
				t.Errorf("%s: %+v, want %s", name, c, want)
			}
		}
	})
}

// A workbook names basic data by their English names too: what it refers to, and the rows of sheets whose key is the name.
func TestAWorkbookRefersByEnglishNames(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var p basedata.Process
		var c basedata.Customer
		var kind basedata.PartType
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&p).Where("english_name <> '' AND default_group <> ''").Order("code").Limit(1, 0).Scan(ctx), tx.Select(&c).Where("english_name <> ''").Order("number").Limit(1, 0).Scan(ctx),
				tx.Select(&kind).Where("english_name <> ''").Order("name").Limit(1, 0).Scan(ctx))
		})
		r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, map[string][]string{
			"partTypes":  {"name|prefix", kind.EnglishName + "|E"},
			"moulds":     {"mouldNo|delivery|customer", "ME1|2030-03-20|" + c.EnglishName},
			"parts":      {"mouldNo|partNo|partType", "ME1|P1|" + kind.EnglishName},
			"operations": {"mouldNo|partNo|opNo|process|hours", "ME1|P1|10|" + p.EnglishName + "|4"},
		})})
		if err != nil || !r.Committed || r.FaultCount > 0 {
			t.Fatalf("%v: %+v", err, r)
		}
		if got := r.Counts["partTypes"]; got.New != 0 || got.Changed != 1 {
			t.Errorf("the part type: %+v", got)
		}
		var mould production.Mould
		var part production.Part
		var operation production.Operation
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&mould).Where("mould_no = ?", "ME1").Scan(ctx) })
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&part).Where("mould_id = ?", mould.ID).Scan(ctx), tx.Select(&operation).Where("mould_id = ?", mould.ID).Where("op_no = ?", 10).Scan(ctx))
		})
		if mould.CustomerID != c.ID || part.PartTypeID != kind.ID || operation.ProcessID != p.ID {
			t.Errorf("%+v %+v %+v", mould, part, operation)
		}
	})
}

// The rows of a file refer to one another by the English names that it gives, and the same file once more changes nothing. A name that two
// of them have tells neither.
func TestAWorkbookRefersByItsOwnEnglishNames(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		sheets := map[string][]string{
			"customers":  {"number|name|englishName", "K78|新客户|Second New Customer"},
			"suppliers":  {"code|name|englishName", "V78|新供应商|New Supplier"},
			"materials":  {"code|name|englishName|type", "M78|新材料|New Steel|1"},
			"partTypes":  {"name|englishName", "新类型|New Type"},
			"groups":     {"code|name|englishName|section|calendar|shift|members"},
			"shifts":     {"name|englishName|periods", "班78|Shift 78|08:00-12:00"},
			"calendars":  {"name|englishName|rest", "厂历78|Calendar 78|0"},
			"processes":  {"code|name|englishName|class|group", "P78|新工艺|New Process|1|New Group"},
			"moulds":     {"mouldNo|delivery|customer", "ME2|2030-03-20|Second New Customer"},
			"parts":      {"mouldNo|partNo|partType|material", "ME2|P1|New Type|New Steel"},
			"operations": {"mouldNo|partNo|opNo|process|group|hours|outsource|supplier", "ME2|P1|10|New Process|New Group|4|1|New Supplier"},
		}
		var section basedata.Section
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&section).Order("name").Limit(1, 0).Scan(ctx) })
		sheets["groups"] = append(sheets["groups"], "G78|新组|New Group|"+section.Name+"|Calendar 78|Shift 78|2")
		for _, again := range []bool{false, true} {
			r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: book(t, sheets)})
			if err != nil || !again && !r.Committed || r.FaultCount > 0 {
				t.Fatalf("again %t: %v: %+v", again, err, r)
			}
			for sheet, c := range r.Counts {
				if again && c.Same != c.Read || !again && c.New != c.Read {
					t.Errorf("again %t: %s %+v", again, sheet, c)
				}
			}
		}
		twins := map[string][]string{
			"customers": {"number|name|englishName", "K79|甲|Twin", "K80|乙|Twin"},
			"moulds":    {"mouldNo|delivery|customer", "ME3|2030-03-20|Twin"},
			"groups":    {"code|name|englishName|section|calendar|shift|members", "T1|孪1|Twin group|" + section.Name + "|厂历78|班78|2", "T2|孪2|Twin group|" + section.Name + "|厂历78|班78|2"},
			"machines":  {"name|group", "TWIN01|Twin group"},
		}
		told := func(sheets map[string][]string) (faults []string) {
			r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, sheets)})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range r.Faults {
				faults = append(faults, f.Sheet+" "+f.Rule+": "+f.Texts.En)
			}
			slices.Sort(faults)
			return faults
		}
		if got, want := told(twins), []string{
			`machines ambiguous: “Twin group” names several records; write the code or the name of the one that is meant`,
			`moulds ambiguous: Customer “Twin” names several records; write the code or the name of the one that is meant`,
		}; !slices.Equal(got, want) {
			t.Errorf("a name of two: %q", got)
		}
		if got, want := told(map[string][]string{ // K80 stays out for its short name
			"customers": {"number|name|englishName|shortName", "K80|乙客户|Second|太长的简称", "K78|新客户|Third|"},
			"moulds":    {"mouldNo|delivery|customer", "ME4|2030-03-20|Second", "ME5|2030-03-20|乙客户", "ME6|2030-03-20|Third"},
		}), []string{
			`customers pattern: Short name: up to 5 English letters or digits`,
			`moulds reference: It refers to “Second” in row 2 of the sheet “customers”, which has an error and stays out: mend that row first`,
			`moulds reference: It refers to “乙客户” in row 2 of the sheet “customers”, which has an error and stays out: mend that row first`,
		}; !slices.Equal(got, want) {
			t.Errorf("names of a refused row: %q", got)
		}
		if got := told(map[string][]string{ // a name that goes from one record to another tells neither
			"suppliers":  {"code|name|englishName", "V78|新供应商|Former Supplier", "V79|丁供应商|New Supplier"},
			"moulds":     {"mouldNo|delivery", "ME7|2030-03-20"},
			"parts":      {"mouldNo|partNo", "ME7|P1"},
			"operations": {"mouldNo|partNo|opNo|process|group|hours|outsource|supplier", "ME7|P1|10|New Process|New Group|4|1|New Supplier", "ME7|P1|20|New Process|New Group|4|1|Former Supplier"},
		}); len(got) != 1 || !strings.Contains(got[0], "operations ambiguous: Supplier “New Supplier” names several records") {
			t.Errorf("a name that goes over: %q", got)
		}
		sections := map[string][]string{
			"sections": {"name|chineseName", "SecA|双生工段", "SecB|双生工段", "SecC|独生工段"},
			"groups":   {"code|name|section|calendar|shift|members", "T3|孪3|双生工段|厂历78|班78|2", "T4|孪4|独生工段|厂历78|班78|2"},
		}
		if got := told(sections); len(got) != 1 || !strings.Contains(got[0], "groups ambiguous: “双生工段” names several") {
			t.Errorf("a Chinese name of two sections: %q", got)
		}
		a.importBook(ctx, t, book(t, map[string][]string{
			"partTypes": {"name|englishName", "孪类甲|Twin type", "孪类乙|Twin type"},
			"calendars": {"name|englishName|rest", "孪历甲|Twin calendar|0", "孪历乙|Twin calendar|0"},
		}))
		if got, want := told(map[string][]string{"partTypes": {"name|prefix", "twin type|T"}, "calendars": {"name|rest", "Twin calendar|6"}}), []string{
			`calendars ambiguous: “Twin calendar” names several records; write the code or the name of the one that is meant`,
			`partTypes ambiguous: “twin type” names several records; write the code or the name of the one that is meant`,
		}; !slices.Equal(got, want) {
			t.Errorf("rows called like two records: %q", got)
		}
	})
}

// A name means a record by its key before any name, and never another record than the row of the file that is called so: a reference to a
// refused row is refused with it, whoever else has the name.
func TestAWorkbookNeverTakesAnotherRecord(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var section basedata.Section
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&section).Order("name").Limit(1, 0).Scan(ctx) })
		group := "code|name|section|calendar|shift|members"
		where := section.Name + "|厂历91|班91|2"
		first := a.importBook(ctx, t, book(t, map[string][]string{
			"shifts": {"name|periods", "班91|08:00-12:00"}, "calendars": {"name|rest|englishName", "厂历91|0|", "历二91|0|Calendar of 91"},
			"groups":    {group, "GA91|甲91|" + where, "GB91|乙91|" + where},
			"partTypes": {"name|englishName", "模仁91|Insert91", "Insert91|CI91", "类型91|Insert of 91"},
			"materials": {"code|name|type", "MA91|钢91|1"},
		}))
		if first.FaultCount > 0 {
			t.Fatalf("%+v", first.Faults)
		}
		sheets := map[string][]string{
			"groups":     {group, "GY91|甲九|" + section.Name + "|没有的历|班91|2", "GZ91|GY91|" + where, "GC91|GA91|" + where},
			"materials":  {"code|name|type", "MY91|钢九|胡说", "MZ91|MY91|1"},
			"partTypes":  {"name|englishName", "Insert91|CI92"},
			"machines":   {"name|group", "MF91|GY91", "MG91|GA91"},
			"moulds":     {"mouldNo|delivery", "NA1|2030-03-20", "NA2|2030-03-20"},
			"parts":      {"mouldNo|partNo|partType|material", "NA1|1|CI92|MY91", "NA2|1|CI92|MA91"},
			"operations": {"mouldNo|partNo|opNo|process|group|hours", "NA2|1|10|CNC|GY91|1"},
		}
		r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Mode: production.ModeRow, Data: book(t, sheets)})
		if err != nil {
			t.Fatal(err)
		}
		var refused []string
		for _, f := range r.Faults {
			if f.Rule == "reference" && strings.Contains(f.Texts.En, "which has an error") {
				refused = append(refused, f.Sheet+" "+f.Value)
			}
		}
		slices.Sort(refused)
		if want := []string{"machines GY91", "operations GY91", "parts MY91"}; !slices.Equal(refused, want) {
			t.Errorf("refused with what they mean: %q of %+v", refused, r.Faults)
		}
		var machine basedata.Machine
		var group91 basedata.Group
		var kind basedata.PartType
		var parts []production.Part
		read(ctx, t, a, func(tx store.Tx) error {
			return errors.Join(tx.Select(&machine).Where("name = ?", "MG91").Scan(ctx), tx.Select(&group91).Where("code = ?", "GA91").Scan(ctx), tx.Select(&kind).Where("name = ?", "Insert91").Scan(ctx),
				tx.Select(&parts).Where("part_type_id <> ''").Where("part_no = ?", "1").Scan(ctx))
		})
		// A row that finds its record by the English name is told by the name, and does not take that English name away.
		found, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, map[string][]string{
			"partTypes": {"name|englishName|prefix", "Insert of 91||Q"}, "calendars": {"name|rest|englishName", "Calendar of 91|6|Another"},
		})})
		if err != nil || len(found.Rows) != 2 || found.Rows[0].Key == "" {
			t.Fatalf("%v %+v", err, found)
		}
		told := map[string]string{}
		for _, row := range found.Rows {
			told[row.Sheet] = row.Action + " " + row.Key + " " + row.Typed
		}
		if told["partTypes"] != "changed 类型91 Insert of 91" || len(found.Faults) != 1 || found.Faults[0].Texts.En != "“Calendar of 91” is found by its English name; to change that, write “历二91” as its name" {
			t.Errorf("found by an English name: %q %+v", told, found.Faults)
		}
		// Another spelling of it is another one, too; and the default calendar is the default, by whichever name it is found.
		var standard basedata.Calendar
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&standard).Where("is_default = ?", true).Scan(ctx) })
		if standard.EnglishName == "" {
			t.Fatalf("the default calendar %s has no English name", standard.Name)
		}
		spelled, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", DryRun: true, Data: book(t, map[string][]string{
			"calendars": {"name|rest|englishName|default", "Calendar of 91|6|CALENDAR of 91|", standard.EnglishName + "|6||yes"},
		})})
		if err != nil || len(spelled.Faults) != 1 || spelled.Faults[0].Column != "englishName" || spelled.Faults[0].Rule != "key" {
			t.Errorf("%v %+v", err, spelled.Faults)
		}
		if machine.GroupID != group91.ID {
			t.Errorf("the machine of GA91 went to %s", machine.GroupID)
		}
		named := 0
		for _, p := range parts {
			if p.PartTypeID == kind.ID {
				named++
			}
		}
		if named != 1 {
			t.Errorf("%d parts of Insert91, which is CI92 now: %+v", named, r.Faults)
		}
	})
}

// A part type is meant by its name before the code that the system gives to another one, the second time as well.
func TestAPartTypeIsMeantByItsNameFirst(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		var other basedata.PartType
		read(ctx, t, a, func(tx store.Tx) error { return tx.Select(&other).Where("code = ?", "SLIDER").Scan(ctx) })
		data := book(t, map[string][]string{
			"partTypes": {"name|prefix|englishName", other.Code + "|ZQ|Of this name"}, "moulds": {"mouldNo|delivery", "NK1|2030-03-20"},
			"parts": {"mouldNo|partNo|partType", "NK1|1|" + other.Code},
		})
		for _, again := range []bool{false, true} {
			r, err := a.Production.Import(ctx, a.DB, production.Upload{Name: "x.xlsx", Data: data})
			if err != nil || r.FaultCount > 0 || again && r.Counts["parts"].Same != 1 {
				t.Fatalf("again %t: %v %+v", again, err, r)
			}
		}
	})
}
