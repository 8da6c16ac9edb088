package app

import (
	"mouldworks/internal/basedata"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/production"
)

// Files name basic data by their English names too, where one row alone has it and none is called so: an English screen shows it in
// the place of the name.

// byEnglish visits the rows that an English name tells from all others.
func byEnglish[T any](rows []T, english func(*T) string, visit func(row *T, name string)) {
	count := map[string]int{}
	for i := range rows {
		count[cell.Key(english(&rows[i]))]++
	}
	for i := range rows {
		if name := english(&rows[i]); name != "" && count[cell.Key(name)] == 1 {
			visit(&rows[i], name)
		}
	}
}

// storedByEither finds a stored row by its name, else by its English one.
func storedByEither[T any](rows []T, name, english func(*T) string) func(string) *T {
	byName, byOther := storedBy(rows, name), map[string]*T{}
	byEnglish(rows, english, func(row *T, name string) { byOther[cell.Key(name)] = row })
	return func(text string) *T {
		if row := byName(text); row != nil {
			return row
		}
		return byOther[cell.Key(text)]
	}
}

// alias is the English name of a planned row, by which the rest of the file may refer to it.
type alias struct {
	entity, name string
	put          func(m *production.Masters)
}

// addAliases makes the English names of planned rows known, where one row alone has them and none is called so.
func (w *masterPlanner) addAliases(m *production.Masters) {
	bearers := map[string]int{}
	key := func(a alias) string { return a.entity + "\x00" + cell.Key(a.name) }
	for _, a := range w.aliases {
		bearers[key(a)]++
	}
	for _, a := range w.aliases {
		if a.name != "" && bearers[key(a)] == 1 {
			a.put(m)
		}
	}
}

// free puts the value of a code under a further name, where nothing is called by that.
func free[V any](byName map[string]V, name, code string) {
	if _, taken := byName[name]; !taken {
		byName[name] = byName[code]
	}
}

func englishOfCustomer(c *basedata.Customer) string { return c.EnglishName }
func englishOfSupplier(s *basedata.Supplier) string { return s.EnglishName }
func englishOfMaterial(m *basedata.Material) string { return m.EnglishName }
func englishOfPartType(p *basedata.PartType) string { return p.EnglishName }
func englishOfProcess(p *basedata.Process) string   { return p.EnglishName }
func englishOfGroup(g *basedata.Group) string       { return g.EnglishName }
func englishOfShift(s *basedata.Shift) string       { return s.EnglishName }
func englishOfCalendar(c *basedata.Calendar) string { return c.EnglishName }
func englishOfOrder(o *basedata.OrderType) string   { return o.EnglishName }
