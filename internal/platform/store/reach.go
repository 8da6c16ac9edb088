package store

import (
	"slices"

	"github.com/uptrace/bun"
)

// Reach is whose records an actor sees, of those that belong to people or departments: the data scope of the roles. The zero value
// reaches everybody's.
type Reach struct {
	Narrow      bool
	Departments []string // ids
	Members     []string // ids of the people in them, and of the actor
	Accounts    []string // of the same people
	// Logged are the rows in reach of the entities whose lines are about people and departments, by the names of the entities.
	Logged map[string][]string
}

// Position is where somebody stands in the company, "" without.
type Position struct{ MemberID, DepartmentID, ManagedID string }

// Account tells whether the records of an account are in reach.
func (r Reach) Account(id string) bool { return !r.Narrow || slices.Contains(r.Accounts, id) }

// Member tells whether the records of a member are in reach.
func (r Reach) Member(id string) bool { return !r.Narrow || slices.Contains(r.Members, id) }

// Department tells whether the records of a department are in reach.
func (r Reach) Department(id string) bool { return !r.Narrow || slices.Contains(r.Departments, id) }

// Ownership names the columns that say whom a row belongs to, each empty without. One of them in reach is enough; a row that belongs
// to nobody is everybody's.
type Ownership struct{ Department, Member, Account string }

// Owned is a row that belongs to a person or a department.
type Owned interface{ Ownership() Ownership }

// columns are the columns of an ownership, each with what is in reach.
func (r Reach) columns(o Ownership) (list []ownerColumn) {
	for _, c := range []ownerColumn{{o.Department, r.Departments}, {o.Member, r.Members}, {o.Account, r.Accounts}} {
		if c.name != "" {
			list = append(list, c)
		}
	}
	return list
}

type ownerColumn struct {
	name    string
	reached []string
}

// within leaves out the rows that are out of reach.
func (s *Select) within(r Reach, o Ownership) {
	if !r.Narrow {
		return
	}
	columns := r.columns(o)
	s.q = s.q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.WhereGroup(" OR ", func(q *bun.SelectQuery) *bun.SelectQuery {
			for _, c := range columns {
				q = q.Where("?TableAlias.? IS NULL OR ?TableAlias.? = ''", bun.Ident(c.name), bun.Ident(c.name))
			}
			return q
		})
		for _, c := range columns {
			if len(c.reached) > 0 {
				q = q.WhereOr("?TableAlias.? IN (?)", bun.Ident(c.name), bun.List(c.reached))
			}
		}
		return q
	})
}

// reaches tells the same of a row that was read; value gives its columns.
func (r Reach) reaches(o Ownership, value func(column string) string) bool {
	isSomebodys := false
	for _, c := range r.columns(o) {
		v := value(c.name)
		if slices.Contains(c.reached, v) {
			return true
		}
		isSomebodys = isSomebodys || v != ""
	}
	return !isSomebodys
}
