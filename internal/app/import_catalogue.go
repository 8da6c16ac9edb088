package app

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/production"
	"mouldworks/internal/production/workbook"
)

// The sheets of basic data that refer to little or nothing, and the records that a file refers to and lacks.

func (w *masterPlanner) planSections() error {
	var drafts []sheetRow[basedata.Section]
	stored := storedByEither(w.rows.sections, func(s *basedata.Section) string { return s.Name }, func(s *basedata.Section) string { return s.ChineseName })
	for i := range w.in.Book.Sections {
		r := &w.in.Book.Sections[i]
		d := sheetRow[basedata.Section]{line: r.Line, key: r.Key()}
		d.old, d.bad = stored(r.Name)
		if d.old != nil {
			d.bad = append(d.bad, foundBy("chineseName", msgFoundByChinese, r.Name, r.ChineseName, d.old.Name, d.old.ChineseName)...)
		}
		d.now = over(d.old, basedata.Section{Name: r.Name, ChineseName: r.Name, Valid: true, CAMUploadType: basedata.UploadMenuAndProgram, DeductRest: true, SortOrder: len(w.rows.sections) + i + 1})
		d.now.ChineseName, d.now.SectionType = r.ChineseName.Or(d.now.ChineseName), r.Type.Or(d.now.SectionType)
		d.now.NeedCAM, d.now.Colour = r.NeedCAM.Or(d.now.NeedCAM), r.Colour.Or(d.now.Colour)
		filled(&d.now.ReportItems)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Sections, sheetPlan[basedata.Section]{code: "sections", stored: w.rows.sections, planned: func(id string, s *basedata.Section) {
		w.sections.put(id, s.Name, "")
	}}, drafts)
}

// planMaterials plans the materials of sheet J, by their code.
func (w *masterPlanner) planMaterials() error {
	var drafts []sheetRow[basedata.Material]
	stored := storedBy(w.kinds.materials, func(m *basedata.Material) string { return m.Code })
	for i := range w.in.Book.Materials {
		r := &w.in.Book.Materials[i]
		d := sheetRow[basedata.Material]{line: r.Line, key: r.Key(), old: stored(r.Code)}
		d.now = over(d.old, basedata.Material{Code: r.Code, Name: r.Code, MaterialType: 1, Valid: true})
		d.now.Name, d.now.EnglishName = namesOf(r.Name, r.EnglishName, d.now.Name, d.now.EnglishName)
		d.now.MaterialType = r.Type.Or(d.now.MaterialType)
		d.now.MinHardness, d.now.MaxHardness = r.MinHardness.Or(d.now.MinHardness), r.MaxHardness.Or(d.now.MaxHardness)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Materials, sheetPlan[basedata.Material]{code: "materials", stored: w.kinds.materials, planned: func(id string, x *basedata.Material) {
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.Materials[x.Code], n.Materials[id] = id, x.Code
			putNamed(m.Materials, w.keys["material"], x.Name, id, id)
		})
	}}, drafts)
}

func (w *masterPlanner) planGrades() error {
	var drafts []sheetRow[basedata.AccuracyGrade]
	stored := storedBy(w.rows.grades, func(g *basedata.AccuracyGrade) string { return g.Grade })
	for i := range w.in.Book.AccuracyGrades {
		r := &w.in.Book.AccuracyGrades[i]
		d := sheetRow[basedata.AccuracyGrade]{line: r.Line, key: r.Key(), old: stored(r.Grade)}
		d.now = over(d.old, basedata.AccuracyGrade{Grade: r.Grade, Valid: true})
		d.now.Rank, d.now.Tolerance = r.Rank.Or(d.now.Rank), r.Tolerance.Or(d.now.Tolerance)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.AccuracyGrades, sheetPlan[basedata.AccuracyGrade]{code: "accuracyGrades", stored: w.rows.grades, planned: func(id string, g *basedata.AccuracyGrade) {
		w.grades.put(id, g.Grade, "")
		w.add = append(w.add, func(m *production.Masters, n *production.Names) { m.Grades[g.Grade], n.Grades[id] = id, g.Grade })
	}}, drafts)
}

func (w *masterPlanner) planCustomers() error {
	var drafts []sheetRow[basedata.Customer]
	stored := storedBy(w.customers, func(c *basedata.Customer) string { return c.Number })
	for i := range w.in.Book.Customers {
		r := &w.in.Book.Customers[i]
		d := sheetRow[basedata.Customer]{line: r.Line, key: r.Key(), old: stored(r.Number)}
		d.now = over(d.old, basedata.Customer{Number: r.Number, Name: r.Number, Valid: true})
		d.now.Name, d.now.EnglishName = namesOf(r.Name, r.EnglishName, d.now.Name, d.now.EnglishName)
		d.now.ShortName = r.ShortName.Or(d.now.ShortName)
		filled(&d.now.Windows)
		filled(&d.now.Addresses)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Customers, sheetPlan[basedata.Customer]{code: "customers", stored: w.customers, planned: func(id string, c *basedata.Customer) {
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.Customers[c.Number], n.Customers[id] = id, c.Name
			putNamed(m.Customers, w.keys["customer"], c.Name, id, id)
		})
	}}, drafts)
}

func (w *masterPlanner) planPartTypes() error {
	var drafts []sheetRow[basedata.PartType]
	stored := storedByEither(w.kinds.partTypes, func(p *basedata.PartType) string { return p.Name }, func(p *basedata.PartType) string { return p.EnglishName })
	for i := range w.in.Book.PartTypes {
		r := &w.in.Book.PartTypes[i]
		d := sheetRow[basedata.PartType]{line: r.Line, key: r.Key()}
		d.old, d.bad = stored(r.Name)
		d.now = over(d.old, basedata.PartType{Name: r.Name, Prefix: r.Code.Or(r.Name), Manufacturing: 2, SortOrder: len(w.kinds.partTypes) + i + 1, Valid: true})
		d.now.Code, d.now.Prefix, d.now.EnglishName = r.Code.Or(d.now.Code), r.Prefix.Or(d.now.Prefix), r.EnglishName.Or(d.now.EnglishName)
		filled(&d.now.Parameters)
		if d.old != nil {
			d.bad = append(d.bad, foundByEnglish(r.Name, r.EnglishName, d.old.Name, d.old.EnglishName)...)
		}
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.PartTypes, sheetPlan[basedata.PartType]{code: "partTypes", stored: w.kinds.partTypes, planned: func(id string, p *basedata.PartType) {
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.PartTypes[p.Name], n.PartTypes[id], n.Levels[id] = id, p.Name, p.Priority
			if p.Code != "" {
				putNamed(m.PartTypes, w.keys["partType"], p.Code, id, id)
			}
		})
	}}, drafts)
}

func (w *masterPlanner) planProcesses() error {
	var drafts []sheetRow[basedata.Process]
	stored := storedBy(w.rows.processes, func(p *basedata.Process) string { return p.Code })
	for i := range w.in.Book.Processes {
		r := &w.in.Book.Processes[i]
		d := sheetRow[basedata.Process]{line: r.Line, key: r.Key(), old: stored(r.Code)}
		d.now = over(d.old, basedata.Process{Code: r.Code, Name: r.Code, Valid: true})
		d.now.Name, d.now.EnglishName = namesOf(r.Name, r.EnglishName, d.now.Name, d.now.EnglishName)
		d.now.Class = r.Class.Or(d.now.Class)
		d.now.DefaultMinutes, d.now.Unattended = r.DefaultHours.Or(d.now.DefaultMinutes), r.Unattended.Or(d.now.Unattended)
		d.now.DefaultGroup = w.groupCode(r.Group, d.now.DefaultGroup, &d)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Processes, sheetPlan[basedata.Process]{code: "processes", stored: w.rows.processes, planned: func(id string, p *basedata.Process) {
		w.processes.put(id, p.Code, "")
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.Processes[p.Code] = production.MasterProcess{ID: id, EDM: p.Class == basedata.ClassEDM, DefaultGroup: p.DefaultGroup, Unattended: p.Unattended, Minutes: p.DefaultMinutes}
			n.Processes[id], n.EDM[id] = p.Name, p.Class == basedata.ClassEDM
			putNamed(m.Processes, w.keys["process"], p.Name, id, m.Processes[p.Code])
		})
	}}, drafts)
}

// groupCode is the code of the group that a process names, as the group writes it. One that the person does not see may stay.
func (w *masterPlanner) groupCode(typed workbook.Text, old string, d *sheetRow[basedata.Process]) string {
	stays := typed.IsGiven() && cell.Key(typed.Value) == cell.Key(old) && w.groups.of(old) == ""
	if stays = stays && storedBy(w.rows.groups, func(g *basedata.Group) string { return g.Code })(old) != nil; stays || typed.State == workbook.Kept {
		return old
	}
	return w.groupCodes[refer(typed, "", w.groups, "group", msgNoGroup, &d.found)]
}

func (w *masterPlanner) planSuppliers() error {
	var drafts []sheetRow[basedata.Supplier]
	stored := storedBy(w.rows.suppliers, func(s *basedata.Supplier) string { return s.Code })
	for i := range w.in.Book.Suppliers {
		r := &w.in.Book.Suppliers[i]
		d := sheetRow[basedata.Supplier]{line: r.Line, key: r.Key(), old: stored(r.Code)}
		d.now = over(d.old, basedata.Supplier{Code: r.Code, Name: r.Code, Currency: "CNY", TaxIncluded: true, Valid: true})
		d.now.Name, d.now.EnglishName = namesOf(r.Name, r.EnglishName, d.now.Name, d.now.EnglishName)
		d.now.ShortName, d.now.LeadDays = r.ShortName.Or(d.now.ShortName), r.LeadDays.Or(d.now.LeadDays)
		filled(&d.now.Processes)
		drafts = append(drafts, d)
	}
	return planRows(w, w.master.Suppliers, sheetPlan[basedata.Supplier]{code: "suppliers", stored: w.rows.suppliers, planned: func(id string, s *basedata.Supplier) {
		w.add = append(w.add, func(m *production.Masters, n *production.Names) {
			m.Suppliers[s.Code], n.Suppliers[id] = id, s.Name
			putNamed(m.Suppliers, w.keys["supplier"], s.Name, id, id)
			m.Leads[id] = production.SupplierLead{Days: s.LeadDays, Processes: leadsOf(s)}
		})
	}}, drafts)
}

// createMissing adds rows for what the file refers to and nobody has, with what their lists take for granted. Whoever
// needs more says so in a sheet of its own.
func (w *masterPlanner) createMissing() {
	b := w.in.Book
	for _, m := range w.in.Create {
		asked := map[string]bool{}
		for i, name := range m.Names {
			if name = cell.Line(name); asked[cell.Key(name)] || w.isCalled(m.Entity, name) {
				continue
			}
			asked[cell.Key(name)] = true
			switch m.Entity {
			case "section":
				b.Sections = append(b.Sections, workbook.Section{Name: w.sectionName(name, i), ChineseName: workbook.Of(name)})
			case "process":
				b.Processes = append(b.Processes, workbook.Process{Code: name, Class: workbook.Of(basedata.ClassMachining)})
			case "customer":
				b.Customers = append(b.Customers, workbook.Customer{Number: name})
			case "supplier":
				b.Suppliers = append(b.Suppliers, workbook.Supplier{Code: name})
			case "partType":
				b.PartTypes = append(b.PartTypes, workbook.PartType{Name: name})
			case "accuracyGrade":
				b.AccuracyGrades = append(b.AccuracyGrades, workbook.AccuracyGrade{Grade: name, Rank: workbook.Of(w.nextRank())})
			case "material":
				b.Materials = append(b.Materials, workbook.Material{Code: name})
			case "group":
				b.Groups = append(b.Groups, workbook.Group{Code: name, Calendar: workbook.Of(w.standard), Shift: workbook.Of(w.usualShift())})
			}
		}
	}
}

// isCalled tells whether records of an entity are called by a name already, one or several: then it lacks none.
func (w *masterPlanner) isCalled(entity, name string) bool {
	if further := w.further[entity]; further != nil {
		if _, found := further.Find(name); found || further.Shared(name) {
			return true
		}
	}
	switch entity {
	case "section":
		return w.sections.of(name) != ""
	case "group":
		return w.groups.of(name) != ""
	case "process":
		return w.processes.of(name) != ""
	case "customer":
		return namedSo(w.customers, name, func(c *basedata.Customer) string { return c.Name })
	case "supplier":
		return namedSo(w.rows.suppliers, name, func(s *basedata.Supplier) string { return s.Name })
	case "material":
		return namedSo(w.kinds.materials, name, func(m *basedata.Material) string { return m.Name })
	}
	return false
}

func namedSo[T any](rows []T, name string, of func(*T) string) bool {
	return storedBy(rows, of)(name) != nil
}

// sectionName is a name that a section may have: the one in the file where its rule allows it, else the next free number.
func (w *masterPlanner) sectionName(name string, i int) string {
	if utf8.RuneCountInString(name) <= 8 && len(name) == utf8.RuneCountInString(name) && name != "" && strings.ToLower(name)[0] >= 'a' && strings.ToLower(name)[0] <= 'z' {
		return name
	}
	taken := storedBy(w.rows.sections, func(s *basedata.Section) string { return s.Name })
	for n := len(w.rows.sections) + i + 1; ; n++ {
		if free := fmt.Sprintf("S%d", n); taken(free) == nil && w.sections.of(free) == "" {
			return free
		}
	}
}

// nextRank is coarser than every accuracy grade that is there or in the file.
func (w *masterPlanner) nextRank() int {
	rank := 0
	for _, g := range w.rows.grades {
		rank = max(rank, g.Rank)
	}
	for i := range w.in.Book.AccuracyGrades {
		rank = max(rank, w.in.Book.AccuracyGrades[i].Rank.Or(0))
	}
	return rank + 1
}

// usualShift is the shift that most groups work by, else the first one that is there or in the file.
func (w *masterPlanner) usualShift() string {
	best, most, count := "", 0, map[string]int{}
	for _, g := range w.rows.groups {
		if count[g.ShiftID]++; count[g.ShiftID] > most {
			best, most = w.names[g.ShiftID], count[g.ShiftID]
		}
	}
	switch {
	case best != "":
		return best
	case len(w.rows.shifts) > 0:
		return w.rows.shifts[0].Name
	case len(w.in.Book.Shifts) > 0:
		return w.in.Book.Shifts[0].Name
	}
	return ""
}

// filled makes an empty list of no list, as the forms do.
func filled[E any](list *[]E) {
	if *list == nil {
		*list = []E{}
	}
}
