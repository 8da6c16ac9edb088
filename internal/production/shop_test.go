package production_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/blob"
	"mouldworks/internal/platform/file"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/platform/store/storetest"
	"mouldworks/internal/production"
)

// shop is a small factory with production on it, without a server around.
type shop struct {
	db         *store.DB
	master     *basedata.Master
	files      *file.Files
	production *production.Production

	told    []string                      // entities whose pages were told of a change
	gone    []string                      // operations whose companions others took along
	filed   map[string]int                // how many files operations have, by id
	planned map[string]production.Planned // the plan in force
}

// Codes of the factory that the books use.
const (
	mill     = "CNC"
	burn     = "EDM"
	customer = "C01"
)

// works is the factory as every test finds it, and its planner, who may do everything.
var works = storetest.Model[store.Actor]{Fill: func(t testing.TB, url string) store.Actor {
	db, err := store.Open(url)
	if err != nil {
		t.Fatal(err)
	}
	actor := storetest.Tenant(t, db, "a", everything()...)
	s := &shop{db: db, master: basedata.New(basedata.Deps{})}
	ctx := store.WithActor(t.Context(), actor)
	if err := errors.Join(db.Write(ctx, func(tx store.Tx) error { return s.furnish(ctx, tx) }), db.Close()); err != nil {
		t.Fatal(err)
	}
	return actor
}}

// everything are the permissions of all lists and calls of production.
func everything() (all []string) {
	for _, page := range []string{"pm.import", "pm.mould", "bom.part", "bom.batch", "capp.operation", "capp.outsource", "capp.eligibleMachine", "mf.progress", "system.process", "system.customer", "system.calendar"} {
		for _, verb := range []string{"check", "detail", "add", "modify", "delete", "export", "import"} {
			all = append(all, page+"."+verb)
		}
	}
	return append(all, "qa.cam.sign")
}

func save[P resource.Entity](ctx context.Context, tx store.Tx, to *resource.Resource[P], rows ...P) error {
	for _, row := range rows {
		if err := to.Save(ctx, tx, row); err != nil {
			return fmt.Errorf("%s: %w", to.Name(), err)
		}
	}
	return nil
}

// furnish writes the master data: two machine groups that do the work, one that inspects, people and a supplier's group.
func (s *shop) furnish(ctx context.Context, tx store.Tx) error {
	m := s.master
	day := &basedata.Shift{Name: "白班", ShiftType: 1, Effective: true, Periods: []basedata.Period{{Start: "08:00", End: "17:00"}}}
	week := &basedata.Calendar{Name: "六天", Default: true, Valid: true, Holidays: []basedata.Holiday{}}
	if err := errors.Join(save(ctx, tx, m.Shifts, day), save(ctx, tx, m.Calendars, week)); err != nil {
		return err
	}
	group := func(code, name string, kind, members int) *basedata.Group {
		return &basedata.Group{Code: code, Name: name, Kind: kind, Members: members, CalendarID: week.ID, ShiftID: day.ID, Weight: 1, Capacity: quantity.Whole(24), Scheduled: true, Valid: true, Report: true}
	}
	cnc, edm, qc, try := group("CNC", "数控组", basedata.GroupMachines, 0), group("EDM", "放电组", basedata.GroupMachines, 0), group("QC", "检测组", basedata.GroupMachines, 0), group("TRY", "试模组", basedata.GroupMachines, 0)
	if err := save(ctx, tx, m.Groups, cnc, edm, qc, try, group("FIT", "钳工组", basedata.GroupPeople, 2), group("OUT", "外协组", basedata.GroupSupplier, 0)); err != nil {
		return err
	}
	travel := func(code string, compares int) *basedata.MachineAttribute {
		return &basedata.MachineAttribute{Code: code, Name: code, ValueType: basedata.AttributeNumber, Compares: compares, Valid: true}
	}
	machine := func(name, group string) *basedata.Machine {
		return &basedata.Machine{Name: name, GroupID: group, Status: basedata.MachineNormal, Scheduled: true, Report: true, WorkRate: quantity.Whole(1), IPs: []basedata.MachineIP{}, Attributes: []basedata.AttributeValue{}}
	}
	process := func(code, name string, class int, group string, minutes quantity.Minutes) *basedata.Process {
		return &basedata.Process{Code: code, Name: name, Class: class, DefaultGroup: group, DefaultMinutes: minutes, Unattended: class == basedata.ClassEDM, Valid: true}
	}
	kind := func(name, code, prefix string, level int) *basedata.PartType {
		return &basedata.PartType{Name: name, Code: code, Prefix: prefix, Manufacturing: 2, WorkpieceType: basedata.WorkpieceWorkpiece, Priority: level, Parameters: []basedata.PartParameter{}, Valid: true}
	}
	supplier := func(code, name string, days int64) *basedata.Supplier {
		return &basedata.Supplier{Code: code, Name: name, LeadDays: quantity.Whole(days), Currency: "CNY", Valid: true}
	}
	return errors.Join(
		save(ctx, tx, m.MachineAttributes, travel("X", basedata.ComparesLength), travel("Y", basedata.ComparesWidth), travel("Z", basedata.ComparesHeight), travel("LOAD", basedata.ComparesWeight)),
		save(ctx, tx, m.Machines, machine("CN01", cnc.ID), machine("CN02", cnc.ID), machine("CN03", cnc.ID), machine("ED01", edm.ID), machine("ED02", edm.ID), machine("QC01", qc.ID), machine("TR01", try.ID)),
		save(ctx, tx, m.Processes, process("CNC", "数控加工", basedata.ClassMachining, "CNC", 300), process("EDM", "放电", basedata.ClassEDM, "EDM", 240), process("CMM", "检测", basedata.ClassInspection, "QC", 30),
			process("FIT", "钳工装配", basedata.ClassFitting, "FIT", 1200), process("HT", "热处理", basedata.ClassOutside, "OUT", 480)),
		save(ctx, tx, m.Customers, &basedata.Customer{Number: "C01", Name: "宁波海润", Valid: true}, &basedata.Customer{Number: "C02", Name: "苏州锐锋", Valid: true}),
		save(ctx, tx, m.Suppliers, supplier("S01", "恒泰热处理厂", 3), supplier("S02", "缓", 0)),
		save(ctx, tx, m.Materials, &basedata.Material{Code: "NAK80", Name: "NAK80 镜面钢", MaterialType: 1, Valid: true}, &basedata.Material{Code: "CU", Name: "紫铜", MaterialType: 2, Valid: true}),
		save(ctx, tx, m.AccuracyGrades, &basedata.AccuracyGrade{Grade: "A", Rank: 1, Valid: true}, &basedata.AccuracyGrade{Grade: "B", Rank: 2, Valid: true}),
		save(ctx, tx, m.PartTypes, kind("型腔", "CAVITY", "CAV", 0), kind("型芯", "CORE", "COR", 0), kind("滑块", "SLIDER", "SLD", 0)),
		save(ctx, tx, m.OrderTypes, &basedata.OrderType{Name: "新模", Default: true, Valid: true}, &basedata.OrderType{Name: "改模", Valid: true}),
	)
}

// each runs fn on the factory as its planner, who reads English, on each engine; a statement that leaves its tenant fails
// the test.
func each(t *testing.T, fn func(ctx context.Context, t *testing.T, s *shop)) {
	works.Each(t, inShop(fn))
}

// inShop makes a shop on a database and runs fn there as its planner.
func inShop(fn func(ctx context.Context, t *testing.T, s *shop)) func(t *testing.T, url string, planner store.Actor) {
	return func(t *testing.T, url string, planner store.Actor) {
		db := storetest.Open(t, url)
		folder, err := blob.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		s := &shop{db: db, master: basedata.New(basedata.Deps{Burning: production.CountBurning}), files: file.New(db, folder)}
		s.production = production.New(s.deps())
		planner.Through = store.ThroughImport
		fn(store.WithActor(problem.WithLanguage(t.Context(), problem.English), planner), t, s)
	}
}

// nobody is a directory without entries.
func nobody(path string) *resource.Directory {
	return &resource.Directory{
		Path: path, Of: problem.L("名单", "List"), Permission: "system.user",
		Find:   func(context.Context, store.Tx, []string) ([]resource.Entry, error) { return nil, nil },
		Search: func(context.Context, store.Tx, string, int) ([]resource.Entry, error) { return nil, nil },
	}
}

// deps ties production to the master data as the server does. Who writes no basic data needs none of its sheets.
func (s *shop) deps() production.Deps {
	m := s.master
	return production.Deps{
		Groups: m.Groups, Machines: m.Machines, Customers: m.Customers, Suppliers: m.Suppliers, Processes: m.Processes,
		OrderTypes: m.OrderTypes, PartTypes: m.PartTypes, Materials: m.Materials, Grades: m.AccuracyGrades,
		People: nobody(basedata.PeoplePath), Departments: nobody("upms/department"),
		Masters: masters, Names: names, PlanMasters: s.planMasters, Files: s.files,
		Planned: func(context.Context, store.Tx, []string) (map[string]production.Planned, error) {
			return s.planned, nil
		},
		Changed: func(_ context.Context, _ store.Actor, entity, _ string) { s.told = append(s.told, entity) },
		OperationsGone: func(_ context.Context, _ store.Tx, ids []string) error {
			s.gone = append(s.gone, ids...)
			return nil
		},
		Filed: func(_ context.Context, _ store.Tx, ids []string) (map[string]int, error) {
			counts := map[string]int{}
			for _, id := range ids {
				counts[id] = s.filed[id]
			}
			return counts, nil
		},
		Marked:         func(context.Context, store.Tx) ([]string, error) { return nil, nil },
		PermissionName: func(key string) problem.Text { return problem.L("权限"+key, "permission "+key) },
	}
}

// book writes sheets, each a header and rows of cells separated by bars.
func book(t *testing.T, sheets map[string][]string) []byte {
	t.Helper()
	var pages []sheet.Page
	for _, name := range slices.Sorted(maps.Keys(sheets)) {
		lines := sheets[name]
		p := sheet.Page{Name: name, Rows: func(yield func([]any) bool) {
			for _, line := range lines[1:] {
				var cells []any
				for _, c := range strings.Split(line, "|") {
					cells = append(cells, c)
				}
				if !yield(cells) {
					return
				}
			}
		}}
		for _, title := range strings.Split(lines[0], "|") {
			p.Columns = append(p.Columns, sheet.Column{Title: title})
		}
		pages = append(pages, p)
	}
	var b bytes.Buffer
	if err := sheet.WriteXLSX(&b, pages...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// importBook takes a file in without a question.
func (s *shop) importBook(ctx context.Context, t *testing.T, data []byte) *production.ImportResult {
	t.Helper()
	result, err := s.production.Import(ctx, s.db, production.Upload{Name: "book.xlsx", Data: data, Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// take is importBook of sheets that have nothing wrong.
func (s *shop) take(ctx context.Context, t *testing.T, sheets map[string][]string) *production.ImportResult {
	t.Helper()
	result := s.importBook(ctx, t, book(t, sheets))
	if result.FaultCount != 0 {
		t.Fatalf("%+v", result.Faults)
	}
	return result
}

// oneOperation imports mould M1 with part P1 of some pieces and operation 10 of four hours, and reads it.
func (s *shop) oneOperation(ctx context.Context, t *testing.T, pieces int) production.Operation {
	t.Helper()
	s.take(ctx, t, map[string][]string{
		"moulds": {"mouldNo|delivery", "M1|2030-03-20"}, "parts": {"mouldNo|partNo|qty", fmt.Sprintf("M1|P1|%d", pieces)},
		"operations": {"mouldNo|partNo|opNo|process|hours", "M1|P1|10|" + mill + "|4"},
	})
	var o production.Operation
	read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&o).Scan(ctx) })
	return o
}

func storedMoulds(ctx context.Context, t *testing.T, s *shop) []string {
	t.Helper()
	var rows []production.Mould
	read(ctx, t, s, func(tx store.Tx) error { return tx.Select(&rows).Order("mould_no").Scan(ctx) })
	numbers := []string{}
	for _, m := range rows {
		numbers = append(numbers, m.MouldNo)
	}
	return numbers
}

// read and write do something in a transaction that must succeed.
func read(ctx context.Context, t *testing.T, s *shop, do func(tx store.Tx) error) {
	t.Helper()
	if err := s.db.Read(ctx, do); err != nil {
		t.Fatal(err)
	}
}

func write(ctx context.Context, t *testing.T, s *shop, do func(tx store.Tx) error) {
	t.Helper()
	if err := s.db.Write(ctx, do); err != nil {
		t.Fatal(err)
	}
}

// patched changes a row as a form does and gives field and rule of what refuses it, empty when nothing does.
func patched[T any](ctx context.Context, t *testing.T, s *shop, patch func(context.Context, store.Tx, string, resource.Body) (*T, error), id string, version int64, change string) string {
	t.Helper()
	return refusal(s.db.Write(ctx, func(tx store.Tx) error {
		_, err := patch(ctx, tx, id, changesOf(t, fmt.Sprintf(`{"version": %d, %s}`, version, change)))
		return err
	}))
}

// logOf is what the operation log says was done with a record, in the order of time.
func (s *shop) logOf(ctx context.Context, t *testing.T, entity, title string) (actions []string) {
	t.Helper()
	var lines []store.Operation
	read(ctx, t, s, func(tx store.Tx) error {
		return tx.Select(&lines).Where("entity = ?", entity).Where("title = ?", title).Order("at", "id").Scan(ctx)
	})
	for _, line := range lines {
		actions = append(actions, line.Action)
	}
	return actions
}

// refusal is field and rule of what refuses a save, empty when nothing does.
func refusal(err error) string {
	var p *problem.Problem
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &p) || len(p.Fields) != 1:
		return err.Error()
	}
	return p.Fields[0].Field + " " + p.Fields[0].Rule
}

// changesOf is the body of a change, written as JSON.
func changesOf(t *testing.T, text string) (b resource.Body) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &b); err != nil {
		t.Fatal(err)
	}
	return b
}

// manyMoulds are sheets whose writing takes several pieces: moulds M00, M01, ... of eight parts with one operation each, all
// called "old".
func manyMoulds(mill string, moulds int) map[string][]string {
	sheets := map[string][]string{"moulds": {"mouldNo|name|delivery"}, "parts": {"mouldNo|partNo|name"}, "operations": {"mouldNo|partNo|opNo|process|hours"}}
	for i := range moulds {
		no := fmt.Sprintf("M%02d", i)
		sheets["moulds"] = append(sheets["moulds"], no+"|old|2030-03-20")
		for p := range 8 {
			sheets["parts"] = append(sheets["parts"], fmt.Sprintf("%s|P%d|old", no, p))
			sheets["operations"] = append(sheets["operations"], fmt.Sprintf("%s|P%d|10|%s|1", no, p, mill))
		}
	}
	return sheets
}
