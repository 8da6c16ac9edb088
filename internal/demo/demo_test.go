package demo_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"mouldworks/internal/demo"
	"mouldworks/internal/production/workbook"
	"mouldworks/solver/instance"
)

var monday = time.Date(2026, 3, 2, 0, 0, 0, 0, demo.Shanghai())

func shop(moulds int, seed uint64, masters bool) *demo.Shop {
	return demo.Generate(demo.Options{Moulds: moulds, Seed: seed, Start: monday, Masters: masters})
}

func TestSizes(t *testing.T) {
	for _, c := range []struct{ moulds, machines, groups, least, most int }{
		{5, 14, 8, 250, 600}, {20, 20, 12, 1500, 2500}, {60, 45, 12, 5000, 7500}, {600, 250, 16, 60_000, 100_000},
	} {
		s := shop(c.moulds, 1, true)
		groups := 0
		for _, g := range s.Basis.Groups {
			if g.Kind == demo.Machinery {
				groups++
			}
		}
		if len(s.Basis.Machines) != c.machines || groups != c.groups {
			t.Errorf("%d moulds: %d machines in %d groups", c.moulds, len(s.Basis.Machines), groups)
		}
		if n := s.Count(); n < c.least || n > c.most {
			t.Errorf("%d moulds: %d operations", c.moulds, n)
		}
		if len(s.Book().Moulds) != c.moulds {
			t.Errorf("%d moulds: %d rows", c.moulds, len(s.Book().Moulds))
		}
		t.Logf("%d moulds: %d operations over %.1f weeks, loads %v", c.moulds, s.Count(), s.Span.Hours()/168, s.Load())
	}
}

// A real shop has one bottleneck and idle time elsewhere; in a large one it stands in both halls.
func TestLoads(t *testing.T) {
	for _, c := range []struct {
		moulds int
		seeds  uint64
	}{{60, 8}, {600, 2}} {
		for seed := uint64(1); seed <= c.seeds; seed++ {
			load := shop(c.moulds, seed, true).Load()
			bottleneck := "EDM"
			if load["CNC-F"] > load["EDM"] {
				bottleneck = "CNC-F"
			}
			for code, l := range load {
				least, most := 0.45, 0.75
				if strings.TrimSuffix(code, "2") == bottleneck {
					least, most = 0.85, 0.95
				}
				if l < least || l > most {
					t.Errorf("%d moulds, seed %d: %s is loaded %.2f, want %.2f to %.2f", c.moulds, seed, code, l, least, most)
				}
			}
		}
	}
}

func TestShapeOfAShop(t *testing.T) {
	for _, moulds := range []int{60, 600} {
		s := shop(moulds, 1, true)
		b := s.Book()
		total := s.Count()
		outsourced, fixed := 0, len(b.Progress)
		for _, o := range b.Operations {
			if o.Outsource.Value == 2 {
				outsourced++
			}
			if o.Lock.Value > 0 {
				fixed++
			}
		}
		share := func(name string, n, of int, least, most float64) {
			if v := float64(n) / float64(of); v < least || v > most {
				t.Errorf("%d moulds: %s %.3f, want %.2f to %.2f", moulds, name, v, least, most)
			}
		}
		share("outsourced", outsourced, total, 0.06, 0.10)
		share("locked or in progress", fixed, total, 0.05, 0.08)
		priority := map[int]int{}
		for _, m := range b.Moulds {
			priority[m.Priority.Value]++
			if !m.Delivery.Value.At.After(m.Release.Value.At) || m.Delivery.Value.At.Before(monday) {
				t.Errorf("%s: release %v, delivery %v", m.MouldNo, m.Release.Value, m.Delivery.Value)
			}
		}
		share("priority 10", priority[10], moulds, 0.45, 0.75)
		share("priority 100", priority[100], moulds, 0.01, 0.12)
		running := map[string]bool{}
		for _, p := range b.Progress {
			if latest := monday.AddDate(0, 0, -7); p.RealStart.Value.At.After(latest) || p.RealEnd.Value.At.After(latest) {
				t.Errorf("%s is reported too late: %v", p.Key(), p)
			}
			if p.Status.Value == 1 && running[p.Resource.Value] {
				t.Errorf("two operations run on %s", p.Resource.Value)
			} else if p.Status.Value == 1 {
				running[p.Resource.Value] = true
			}
		}
		burns, hours := map[workbook.OperationKey]int64{}, map[workbook.OperationKey]int64{}
		for _, l := range b.EDMLinks {
			burns[l.Operation()] += int64(l.BurnHours.Value)
		}
		for _, o := range b.Operations {
			hours[o.Key()] = int64(o.Hours.Value)
		}
		for key, sum := range burns {
			if hours[key] != sum {
				t.Errorf("%s burns %d of %d minutes", key, sum, hours[key])
			}
		}
	}
}

func TestRoundTripThroughTheWorkbook(t *testing.T) {
	for _, c := range []struct {
		moulds  int
		masters bool
	}{{5, true}, {20, false}, {60, true}} {
		s := shop(c.moulds, 7, c.masters)
		var buf, again bytes.Buffer
		if err := s.WriteWorkbook(&buf); err != nil {
			t.Fatal(err)
		}
		res, err := workbook.Parse(t.Context(), "shop.xlsx", buf.Bytes(), workbook.Options{Zone: s.Zone})
		if err != nil {
			t.Fatal(err)
		}
		checked := res.Book.Check(monday.AddDate(0, 0, -7), res.Pages)
		for _, f := range append(res.Faults.List(), checked.List()...) {
			t.Errorf("%+v", f)
		}
		if diff := cmp.Diff(*s.Book(), res.Book); diff != "" {
			t.Errorf("%d moulds: %.2000s", c.moulds, diff)
		}
		if err := shop(c.moulds, 7, c.masters).WriteWorkbook(&again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(buf.Bytes(), again.Bytes()) {
			t.Errorf("%d moulds: the same options gave another file", c.moulds)
		}
	}
}

func TestSeedsDiffer(t *testing.T) {
	if cmp.Equal(shop(5, 1, false).Book(), shop(5, 2, false).Book()) {
		t.Error("two seeds gave one shop")
	}
}

// Without masters every code of a workbook is one of the demo factory's, whatever the number of moulds.
func TestReferencesAreTheDemoFactorys(t *testing.T) {
	m := demo.Factory()
	known := map[string]map[string]bool{"group": {}, "machine": {}, "process": {}, "customer": {}, "supplier": {}, "material": {}}
	edm := map[string]bool{}
	for _, x := range m.Groups {
		known["group"][x.Code] = true
	}
	for _, x := range m.Machines {
		known["machine"][x.Name] = true
	}
	for _, x := range m.Processes {
		known["process"][x.Code] = true
		edm[x.Code] = x.Class == demo.EDM
	}
	for _, x := range m.Materials {
		known["material"][x.Code] = true
	}
	for _, x := range m.Customers {
		known["customer"][x.Number] = true
	}
	for _, x := range m.Suppliers {
		known["supplier"][x.Code] = true
	}
	for _, moulds := range []int{5, 13, 20, 60, 250, 600} {
		b := shop(moulds, 3, false).Book()
		check := func(entity string, cells ...workbook.Text) {
			for _, c := range cells {
				if c.IsGiven() && !known[entity][c.Value] {
					t.Fatalf("%d moulds: %s %q is not in the demo factory", moulds, entity, c.Value)
				}
			}
		}
		operations, parts, electrodes := map[workbook.OperationKey]bool{}, map[workbook.PartKey]bool{}, map[workbook.PartKey]bool{}
		for _, r := range b.Moulds {
			check("customer", r.Customer)
		}
		for _, r := range b.Parts {
			check("material", r.Material)
			parts[r.Key()] = true
		}
		for _, r := range b.Operations {
			check("process", r.Process)
			check("group", r.Group)
			check("supplier", r.Supplier)
			check("machine", r.LockResource)
			operations[r.Key()] = edm[r.Process.Value]
			if !parts[r.Part()] {
				t.Fatalf("%s has no part", r.Key())
			}
		}
		for _, r := range b.Electrodes {
			check("group", r.MillGroup, r.InspectGroup)
			check("material", r.Material)
			electrodes[r.Key()] = true
		}
		for _, r := range b.EDMLinks {
			if !operations[r.Operation()] || !electrodes[r.Electrode()] {
				t.Fatalf("%s links nothing", r.Key())
			}
		}
		for _, r := range b.OperationResources {
			check("machine", workbook.Of(r.Resource))
		}
		for _, r := range b.Progress {
			check("machine", r.Resource)
		}
	}
}

// The masters keep the rules of basic data, so that a database takes them.
func TestMastersAreValid(t *testing.T) {
	name8 := regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]{0,7}$`)
	code := regexp.MustCompile(`^[A-Za-z0-9_-]{1,20}$`)
	for _, moulds := range []int{5, 60, 600} {
		m := shop(moulds, 1, true).Basis
		shifts, calendars, sections, groups := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
		once := map[string]bool{}
		unique := func(kind, name string) {
			if once[kind+name] {
				t.Errorf("%s %q twice", kind, name)
			}
			once[kind+name] = true
		}
		for _, x := range m.Shifts {
			shifts[x.Name] = true
		}
		for _, x := range m.Calendars {
			calendars[x.Name] = true
		}
		for _, x := range m.Sections {
			sections[x.Name] = true
			if !name8.MatchString(x.Name) {
				t.Errorf("section %q", x.Name)
			}
		}
		for _, x := range m.Groups {
			groups[x.Code] = true
			unique("group", x.Code)
			unique("group", x.Name)
			if n := utf8.RuneCountInString(x.Name); !code.MatchString(x.Code) || n < 2 || n > 18 || !shifts[x.Shift] || !calendars[x.Calendar] || !sections[x.Section] {
				t.Errorf("group %+v", x)
			}
		}
		for _, x := range m.Machines {
			unique("machine", x.Name)
			if !name8.MatchString(x.Name) || !groups[x.Group] || !sections[x.Section] || x.WorkRate <= 0 {
				t.Errorf("machine %+v", x)
			}
		}
		for _, x := range m.Processes {
			unique("process", x.Code)
			unique("process", x.Name)
			if !groups[x.Group] {
				t.Errorf("process %+v", x)
			}
		}
		for _, x := range m.Materials {
			unique("material", x.Code)
			unique("material", x.Name)
			if n := utf8.RuneCountInString(x.Name); !code.MatchString(x.Code) || n > 20 || x.Hard[0] > x.Hard[1] {
				t.Errorf("material %+v", x)
			}
		}
		for _, x := range m.Suppliers {
			unique("supplier", x.Code)
			unique("supplier", x.Name)
		}
		for _, x := range m.Customers {
			unique("customer", x.Number)
			unique("customer", x.Name)
			if !regexp.MustCompile(`^[A-Za-z0-9]{1,5}$`).MatchString(x.ShortName) {
				t.Errorf("customer %+v", x)
			}
		}
	}
}

// A problem is closed in itself: every name that it uses is declared, and it can be read again.
func TestProblem(t *testing.T) {
	for _, moulds := range []int{5, 20, 60} {
		s := shop(moulds, 1, true)
		f := s.Problem()
		resources, ops, jobs := map[string]bool{}, map[string]bool{}, map[string]bool{}
		for _, r := range f.Resources {
			resources[r.ID] = true
		}
		for _, j := range f.Jobs {
			jobs[j.ID] = true
		}
		for _, o := range f.Ops {
			if ops[o.ID] || !jobs[o.Job] || len(o.Modes) == 0 {
				t.Fatalf("operation %+v", o)
			}
			ops[o.ID] = true
			for _, m := range o.Modes {
				if !resources[m.On] || m.Run <= 0 {
					t.Fatalf("%s: mode %+v", o.ID, m)
				}
			}
		}
		for _, e := range f.Edges {
			if !ops[e.From] || !ops[e.To] {
				t.Fatalf("edge %+v", e)
			}
		}
		for _, e := range f.Electrodes {
			for _, b := range e.Burns {
				if !ops[e.Op] || b.From != "" && !ops[b.From] {
					t.Fatalf("electrode %+v", e)
				}
			}
		}
		if len(f.Fixed) == 0 || len(f.Electrodes) == 0 || len(f.Edges) == 0 {
			t.Errorf("%d moulds: %d fixed, %d electrodes, %d edges", moulds, len(f.Fixed), len(f.Electrodes), len(f.Edges))
		}
		var buf, again bytes.Buffer
		if err := s.WriteProblem(&buf); err != nil {
			t.Fatal(err)
		}
		if err := instance.Write(&again, shop(moulds, 1, true).Problem()); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(buf.Bytes(), again.Bytes()) {
			t.Error("the same options gave another problem")
		}
	}
}
