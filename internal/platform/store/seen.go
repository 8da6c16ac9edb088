package store

import (
	"reflect"
	"slices"

	"github.com/uptrace/bun"
)

// Hidden is what an actor does not see of the factory: sections that roles are granted by themselves and that none of the
// actor's roles holds, and what belongs to them. The zero value hides nothing.
type Hidden struct {
	Sections     []string // ids
	SectionNames []string // of the same sections, for rows that keep names
	Groups       []string // ids of resource groups in them
	Machines     []string // ids of machines in them, or of their groups
}

// Nothing tells whether all of the factory is to be seen.
func (h Hidden) Nothing() bool { return len(h.Sections) == 0 }

// Belonging names the columns by which a row belongs to sections, groups and machines. A row is hidden with any of them.
type Belonging struct {
	Sections     []string
	SectionNames []string
	Groups       []string
	Machines     []string
	Through      []Through
}

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
	s.without(h.Sections, b.Sections)
	s.without(h.SectionNames, b.SectionNames)
	s.without(h.Groups, b.Groups)
	s.without(h.Machines, b.Machines)
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
	b := sectioned.Belonging()
	for _, x := range []struct{ values, columns []string }{{h.Sections, b.Sections}, {h.SectionNames, b.SectionNames}, {h.Groups, b.Groups}, {h.Machines, b.Machines}} {
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
		for _, x := range []struct{ values, columns []string }{{h.Sections, b.Sections}, {h.SectionNames, b.SectionNames}, {h.Groups, b.Groups}, {h.Machines, b.Machines}} {
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
