package app

import (
	"slices"
	"strings"

	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
	"mouldworks/internal/production/workbook"
)

// Files name basic data by further names too: the English one, which an English screen shows in the place of the name, and the Chinese
// one of a section. Several records may have one; it is meant where a record alone has it and none is called so.

// furtherNames are who has which further name, before a file or through it: one that the file gives to somebody else tells nobody. They
// lead to the name or code of their record.
type furtherNames map[string]map[string]string // by the folded name, the records by their folded names

func (f furtherNames) add(further, name string) {
	key, of := cell.Key(further), cell.Key(name)
	if key == "" || of == "" {
		return
	}
	if f[key] == nil {
		f[key] = map[string]string{}
	}
	if f[key][of] == "" {
		f[key][of] = name
	}
}

// names finds the records by their further names.
func (f furtherNames) names() *cell.Names {
	names := cell.NewNames()
	for further, of := range f {
		if len(of) > 1 {
			names.Share(further)
			continue
		}
		for _, name := range of {
			names.Add(further, name)
		}
	}
	return names
}

// furtherOf are the further names of stored records.
func furtherOf[T any](rows []T, name, further func(*T) string) furtherNames {
	f := furtherNames{}
	for i := range rows {
		f.add(further(&rows[i]), name(&rows[i]))
	}
	return f
}

// furtherGiven adds the further names that the rows of a sheet give. keys are the folded ones of stored records: else the key of a row may be
// a further name itself.
func furtherGiven[R any](f furtherNames, keys map[string]string, rows []R, name func(*R) string, further func(*R) workbook.Text) {
	stored := f.names()
	for i := range rows {
		own := name(&rows[i])
		if record, found := stored.Find(own); found && keys[cell.Key(own)] == "" {
			own = record
		}
		f.add(further(&rows[i]).Or(""), own)
	}
}

// storedByEither finds a stored row by its name, else by its further one; a further name that several have is refused, or it would
// become the name of another record.
func storedByEither[T any](rows []T, name, further func(*T) string) func(string) (*T, []problem.FieldError) {
	byName, others := storedBy(rows, name), furtherOf(rows, name, further).names()
	return func(text string) (*T, []problem.FieldError) {
		if row := byName(text); row != nil {
			return row, nil
		}
		other, found := others.Find(text)
		if !found && others.Shared(text) {
			return nil, []problem.FieldError{problem.Field("name", "ambiguous", msgShared, text)}
		}
		return byName(other), nil
	}
}

// furtherStored are the further names of the stored records that somebody sees, by entity.
func furtherStored(tx store.Tx, rows *masterRows, kinds *kindRows, customers []basedata.Customer) map[string]furtherNames {
	sections := slices.DeleteFunc(slices.Clone(rows.sections), func(s basedata.Section) bool { return tx.Hides(&s) })
	groups := slices.DeleteFunc(slices.Clone(rows.groups), func(g basedata.Group) bool { return tx.Hides(&g) })
	return map[string]furtherNames{
		"section":   furtherOf(sections, func(s *basedata.Section) string { return s.Name }, func(s *basedata.Section) string { return s.ChineseName }),
		"shift":     furtherOf(rows.shifts, func(s *basedata.Shift) string { return s.Name }, func(s *basedata.Shift) string { return s.EnglishName }),
		"calendar":  furtherOf(rows.calendars, func(c *basedata.Calendar) string { return c.Name }, func(c *basedata.Calendar) string { return c.EnglishName }),
		"group":     furtherOf(groups, func(g *basedata.Group) string { return g.Code }, func(g *basedata.Group) string { return g.EnglishName }),
		"process":   furtherOf(rows.processes, func(p *basedata.Process) string { return p.Code }, func(p *basedata.Process) string { return p.EnglishName }),
		"customer":  furtherOf(customers, func(c *basedata.Customer) string { return c.Number }, func(c *basedata.Customer) string { return c.EnglishName }),
		"supplier":  furtherOf(rows.suppliers, func(s *basedata.Supplier) string { return s.Code }, func(s *basedata.Supplier) string { return s.EnglishName }),
		"material":  furtherOf(kinds.materials, func(m *basedata.Material) string { return m.Code }, func(m *basedata.Material) string { return m.EnglishName }),
		"partType":  furtherOf(kinds.partTypes, func(p *basedata.PartType) string { return p.Name }, func(p *basedata.PartType) string { return p.EnglishName }),
		"orderType": furtherOf(kinds.orderTypes, func(o *basedata.OrderType) string { return o.Name }, func(o *basedata.OrderType) string { return o.EnglishName }),
	}
}

// keysStored are the ids of the stored records that somebody sees by their folded keys, by entity.
func keysStored(tx store.Tx, rows *masterRows, kinds *kindRows, customers []basedata.Customer) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, entity := range entityOf {
		all[entity] = map[string]string{}
	}
	add := func(entity, id string, keys ...string) {
		for _, key := range keys {
			if key != "" {
				all[entity][cell.Key(key)] = id
			}
		}
	}
	for i := range rows.sections {
		if x := &rows.sections[i]; !tx.Hides(x) {
			add("section", x.ID, x.Name)
		}
	}
	for i := range rows.groups {
		if x := &rows.groups[i]; !tx.Hides(x) {
			add("group", x.ID, x.Code)
		}
	}
	for i := range rows.machines {
		if x := &rows.machines[i]; !tx.Hides(x) {
			add("machine", x.ID, x.Name)
		}
	}
	for _, x := range rows.shifts {
		add("shift", x.ID, x.Name)
	}
	for _, x := range rows.calendars {
		add("calendar", x.ID, x.Name)
	}
	for _, x := range rows.processes {
		add("process", x.ID, x.Code)
	}
	for _, x := range rows.suppliers {
		add("supplier", x.ID, x.Code)
	}
	for _, x := range rows.grades {
		add("accuracyGrade", x.ID, x.Grade)
	}
	for _, x := range customers {
		add("customer", x.ID, x.Number)
	}
	for _, x := range kinds.materials {
		add("material", x.ID, x.Code)
	}
	for _, x := range kinds.partTypes { // by the codes that the system gives where none is called so
		add("partType", x.ID, x.Code)
	}
	for _, x := range kinds.partTypes {
		add("partType", x.ID, x.Name)
	}
	return all
}

// entityOf are the entities whose records the rows of a sheet are.
var entityOf = map[string]string{
	"sections": "section", "shifts": "shift", "calendars": "calendar", "groups": "group", "machines": "machine", "processes": "process", "suppliers": "supplier",
	"accuracyGrades": "accuracyGrade", "customers": "customer", "materials": "material", "partTypes": "partType",
}

// putNamed puts a record under its name, unless another record has that as its key: a key is meant before a name.
func putNamed[V any](byName map[string]V, keys map[string]string, name, id string, row V) {
	if key := keys[cell.Key(name)]; key == "" || key == id {
		byName[name] = row
	}
}

var (
	msgFoundByEnglish = problem.L("“%s”是按英文名称找到的，要改英文名称请在名称列填“%s”", "“%s” is found by its English name; to change that, write “%s” as its name")
	msgFoundByChinese = problem.L("“%s”是按中文名找到的，要改中文名请在名称列填“%s”", "“%s” is found by its Chinese name; to change that, write “%s” as its name")
)

// foundByEnglish refuses that a row changes the English name by which it finds its record: once more it would make a new one.
func foundByEnglish(typed string, english workbook.Text, name, before string) []problem.FieldError {
	return foundBy("englishName", msgFoundByEnglish, typed, english, name, before)
}

// foundBy refuses that a row changes the further name by which it finds its record.
func foundBy(field string, text problem.Text, typed string, further workbook.Text, name, before string) []problem.FieldError {
	if cell.Key(typed) == cell.Key(name) || further.State == workbook.Kept || strings.TrimSpace(further.Or("")) == before {
		return nil
	}
	return []problem.FieldError{problem.Field(field, "key", text, typed, name)}
}

// readFurther finds who has which further name once the file is in.
func (w *masterPlanner) readFurther() {
	b, f := w.in.Book, furtherStored(w.tx, w.rows, w.kinds, w.customers)
	furtherGiven(f["section"], w.keys["section"], b.Sections, func(r *workbook.Section) string { return r.Name }, func(r *workbook.Section) workbook.Text { return r.ChineseName })
	furtherGiven(f["shift"], w.keys["shift"], b.Shifts, func(r *workbook.Shift) string { return r.Name }, func(r *workbook.Shift) workbook.Text { return r.EnglishName })
	furtherGiven(f["calendar"], w.keys["calendar"], b.Calendars, func(r *workbook.Calendar) string { return r.Name }, func(r *workbook.Calendar) workbook.Text { return r.EnglishName })
	furtherGiven(f["group"], w.keys["group"], b.Groups, func(r *workbook.Group) string { return r.Code }, func(r *workbook.Group) workbook.Text { return r.EnglishName })
	furtherGiven(f["process"], w.keys["process"], b.Processes, func(r *workbook.Process) string { return r.Code }, func(r *workbook.Process) workbook.Text { return r.EnglishName })
	furtherGiven(f["customer"], w.keys["customer"], b.Customers, func(r *workbook.Customer) string { return r.Number }, func(r *workbook.Customer) workbook.Text { return r.EnglishName })
	furtherGiven(f["supplier"], w.keys["supplier"], b.Suppliers, func(r *workbook.Supplier) string { return r.Code }, func(r *workbook.Supplier) workbook.Text { return r.EnglishName })
	furtherGiven(f["material"], w.keys["material"], b.Materials, func(r *workbook.Material) string { return r.Code }, func(r *workbook.Material) workbook.Text { return r.EnglishName })
	furtherGiven(f["partType"], w.keys["partType"], b.PartTypes, func(r *workbook.PartType) string { return r.Name }, func(r *workbook.PartType) workbook.Text { return r.EnglishName })
	w.further = namesOfEach(f)
	w.sections.further, w.shifts.further, w.calendars.further = w.further["section"], w.further["shift"], w.further["calendar"]
	w.groups.further, w.processes.further = w.further["group"], w.further["process"]
}

// namesOfEach finds the records of each entity by their further names.
func namesOfEach(all map[string]furtherNames) map[string]*cell.Names {
	names := make(map[string]*cell.Names, len(all))
	for entity, f := range all {
		names[entity] = f.names()
	}
	return names
}
