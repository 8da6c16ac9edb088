package store

import (
	"reflect"
	"slices"

	"github.com/uptrace/bun"
)

// Hidden is what an actor does not see of the factory: sections that roles are granted by themselves and that none of the
// actor's roles holds, moulds out of reach, and what belongs to them. The zero value hides nothing.
type Hidden struct {
	Sections     []string // ids
	SectionNames []string // of the same sections, for rows that keep names
	Groups       []string // ids of resource groups in them
	Machines     []string // ids of machines in them, or of their groups
	Moulds       []string // ids of moulds whose person and department are out of the actor's reach
	MouldNumbers []string // of the same moulds, for what keeps numbers
	// OfMoulds are the rows whose lines of the operation log are hidden with their moulds, by the names of the entities.
	OfMoulds map[string]Sectioned
}

// Nothing tells whether all of the factory is to be seen.
func (h Hidden) Nothing() bool { return h.AllSections() && len(h.Moulds) == 0 }

// AllSections tells whether all sections are to be seen, whatever moulds are not.
func (h Hidden) AllSections() bool { return len(h.Sections) == 0 }

// Mould tells whether a mould is hidden.
func (h Hidden) Mould(id string) bool { return slices.Contains(h.Moulds, id) }

// Belonging names the columns by which a row belongs to sections, groups, machines and moulds. A row is hidden with any of them.
type Belonging struct {
	Sections     []string
	SectionNames []string
	Groups       []string
	Machines     []string
	Moulds       []string
	Through      []Through
}

// ofSections tells whether a row is hidden with a section, ofMoulds whether with a mould.
func (b Belonging) ofSections() bool {
	return len(b.Sections)+len(b.SectionNames)+len(b.Groups)+len(b.Machines) > 0 ||
		slices.ContainsFunc(b.Through, func(t Through) bool { return t.To.Belonging().ofSections() })
}

func (b Belonging) ofMoulds() bool {
	return len(b.Moulds) > 0 || slices.ContainsFunc(b.Through, func(t Through) bool { return t.To.Belonging().ofMoulds() })
}

// columns are the columns of a row, each group with the values that are hidden.
func (h Hidden) columns(b Belonging) []hiddenColumns {
	return []hiddenColumns{{h.Sections, b.Sections}, {h.SectionNames, b.SectionNames}, {h.Groups, b.Groups}, {h.Machines, b.Machines}, {h.Moulds, b.Moulds}}
}

type hiddenColumns struct{ values, columns []string }

// Through names a column that refers to a row which belongs to a section in its turn: an order is hidden with its operation.
type Through struct {
	Column string
	To     Sectioned
}

// Sectioned is a row that belongs to a section.
type Sectioned interface{ Belonging() Belonging }

// Seen is Select for what people look at: lists, records, exports, choices. It leaves out the rows that the actor's roles hide, and
// those that are out of their reach. What is computed for all (a plan, an import's check for duplicates, who refers to a row) reads by Select.
func (tx Tx) Seen(model any) *Select {
	s := tx.Select(model)
	h := tx.actor.Hidden
	table := tx.table(model)
	if tx.actor.SeesAll() || table == nil {
		return s
	}
	if row, ok := table.ZeroIface.(Owned); ok {
		s.within(tx.actor.Reach, row.Ownership())
	}
	row, ok := table.ZeroIface.(Sectioned)
	if !ok {
		return s
	}
	b := row.Belonging()
	for _, x := range h.columns(b) {
		s.without(x.values, x.columns)
	}
	for _, t := range b.Through {
		if !h.Nothing() {
			hidden := tx.Select(t.To).Columns("id")
			hidden.q = hidden.q.Where("?TableAlias.id = ?.?", bun.Ident(table.Alias), bun.Ident(t.Column))
			hidden.belongingTo(h, t.To.Belonging())
			s.q = s.q.Where("NOT EXISTS (?)", hidden.q)
		}
	}
	return s
}

// Hides tells whether Seen would leave out a row that was read by Select, but for what is hidden through another row: only a question
// to the database knows that.
func (tx Tx) Hides(row any) bool {
	if tx.actor.SeesAll() {
		return false
	}
	h, table, v := tx.actor.Hidden, tx.table(row), reflect.ValueOf(row).Elem()
	value := func(column string) string { return table.FieldMap[column].Value(v).String() }
	if owned, ok := row.(Owned); ok && tx.actor.Reach.Narrow && !tx.actor.Reach.reaches(owned.Ownership(), value) {
		return true
	}
	sectioned, ok := row.(Sectioned)
	if !ok {
		return false
	}
	for _, x := range h.columns(sectioned.Belonging()) {
		for _, c := range x.columns {
			if slices.Contains(x.values, value(c)) {
				return true
			}
		}
	}
	return false
}

// belongingTo leaves the rows that belong to what is hidden.
func (s *Select) belongingTo(h Hidden, b Belonging) {
	s.q = s.q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.Where("1 = 0")
		for _, x := range h.columns(b) {
			for _, c := range x.columns {
				if len(x.values) > 0 {
					q = q.WhereOr("?TableAlias.? IN (?)", bun.Ident(c), bun.List(x.values))
				}
			}
		}
		return q
	})
}

// without leaves out the rows of which one of the columns holds one of the values; rows without a value stay.
func (s *Select) without(values, columns []string) {
	if len(values) == 0 {
		return
	}
	for _, c := range columns {
		s.q = s.q.Where("(?TableAlias.? IS NULL OR ?TableAlias.? NOT IN (?))", bun.Ident(c), bun.Ident(c), bun.List(values))
	}
}
