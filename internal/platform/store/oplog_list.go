package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"
)

// OperationQuery narrows the lines of the operation log; what is empty narrows nothing.
type OperationQuery struct {
	Search  string // part of a title or of a person's name, in any case; * stands for anything
	Entity  string
	RowID   string
	Action  string // one of the Action constants
	Person  string // whole name
	Through string // one of the Through constants
	Import  string // row id of an import: its rows
	Whole   bool   // with the rows of all imports
	From    time.Time
	Until   time.Time // exclusive
	Oldest  bool      // oldest first; otherwise newest first
	// Shared are the entities whose rows belong to the whole company: their lines are seen from every factory.
	Shared []string
}

// Operations asks for the lines of the tenant's log that may be seen from the actor's factory: those written without a
// factory, in this factory, or about what all factories share, by somebody in the actor's reach. An import counts once, by its first line;
// its rows stand behind that, and in the list where somebody looks for records.
func (tx Tx) Operations(q OperationQuery) *Select {
	s := tx.seenOperations((*Operation)(nil), q.Shared).Where("action <> ?", ActionImportPart)
	for column, value := range map[string]string{"entity": q.Entity, "row_id": q.RowID, "action": q.Action, "by_name": q.Person, "through": q.Through} {
		if value != "" {
			s.Where("? = ?", bun.Ident(column), value)
		}
	}
	switch {
	case q.Import != "":
		s.Where("import_id = ?", q.Import)
	case !q.Whole && q.Search == "" && q.Entity == "" && q.RowID == "" && q.Action == "":
		s.Where("import_id IS NULL")
	}
	if !q.From.IsZero() {
		s.Where("at >= ?", q.From.UTC())
	}
	if !q.Until.IsZero() {
		s.Where("at < ?", q.Until.UTC())
	}
	s.Contains(q.Search, "title", "by_name")
	if q.Oldest {
		return s.Order("at", "id")
	}
	return s.Order("at DESC", "id DESC")
}

// operations is a question about the lines that may be seen from the actor's factory.
func (tx Tx) operations(model any, shared []string) *Select {
	wide := tx
	wide.across = true // the column may be empty, so that the condition is not that of other tables
	s := wide.Select(model)
	if tx.system {
		return s
	}
	if len(shared) == 0 {
		shared = []string{""}
	}
	return s.Where("factory_id IS NULL OR factory_id = ? OR entity IN (?)", tx.actor.FactoryID, bun.List(shared))
}

// seenOperations are those of them that somebody in the actor's reach has written, or nobody, about nobody out of it.
func (tx Tx) seenOperations(model any, shared []string) *Select {
	s := tx.operations(model, shared)
	s.within(tx.actor.Reach, Ownership{Account: "account_id"})
	for _, entity := range slices.Sorted(maps.Keys(tx.actor.Reach.Logged)) {
		s.q = s.q.Where("?TableAlias.entity <> ? OR ?TableAlias.row_id IN (?)", entity, bun.List(append([]string{""}, tx.actor.Reach.Logged[entity]...)))
	}
	tx.withoutMoulds(s)
	return s
}

// withoutMoulds leaves out the lines about moulds that the actor does not see, and about what belongs to them.
func (tx Tx) withoutMoulds(s *Select) {
	for _, entity := range slices.Sorted(maps.Keys(tx.actor.Hidden.OfMoulds)) {
		row := tx.actor.Hidden.OfMoulds[entity]
		hidden := tx.Select(row).Columns("id")
		hidden.belongingTo(Hidden{Moulds: tx.actor.Hidden.Moulds}, row.Belonging())
		s.q = s.q.Where("?TableAlias.entity <> ? OR ?TableAlias.row_id NOT IN (?)", entity, hidden.q)
	}
}

// OperationsByID reads lines in the order of their ids; those out of scope are left out. shared is as in OperationQuery.
func (tx Tx) OperationsByID(ctx context.Context, ids, shared []string) ([]Operation, error) {
	var found []Operation
	if err := tx.seenOperations(&found, shared).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	at := make(map[string]int, len(found))
	for i := range found {
		at[found[i].ID] = i
	}
	lines := make([]Operation, 0, len(found))
	for _, id := range ids {
		if i, there := at[id]; there {
			lines = append(lines, found[i])
		}
	}
	return lines, nil
}

// ImportParts reads what further transactions of imports have logged. ids are the row ids of the imports' lines.
func (tx Tx) ImportParts(ctx context.Context, entity string, ids, shared []string) (parts []Operation, err error) {
	err = tx.operations(&parts, shared).Where("entity = ? AND action = ?", entity, ActionImportPart).WhereIn("row_id", ids).Order("at", "id").Scan(ctx)
	return parts, err
}

// LoggedTitles gives the last titles that the log holds of rows, by their ids: those of deleted rows are nowhere else.
func (tx Tx) LoggedTitles(ctx context.Context, entity string, ids, shared []string) (map[string]string, error) {
	var lines []Operation
	s := tx.operations(&lines, shared).Columns("row_id", "title").Where("entity = ?", entity).WhereIn("row_id", ids).Order("at", "id")
	tx.withoutMoulds(s)
	err := s.Scan(ctx)
	titles := map[string]string{}
	for _, l := range lines {
		if l.Title != l.RowID && l.Title != "" {
			titles[l.RowID] = l.Title
		}
	}
	return titles, err
}

// LoggedPeople are the names of who stands in the lines that may be seen, in their order, at most so many. Each step goes
// to the next name by the index, so that it costs the same however many lines somebody has.
func (tx Tx) LoggedPeople(ctx context.Context, shared []string, most int) ([]string, error) {
	names := []string{}
	for last := ""; len(names) < most; {
		var next []string
		if err := tx.seenOperations((*Operation)(nil), shared).Columns("by_name").Where("by_name > ?", last).Order("by_name").Limit(1, 0).ScanColumn(ctx, &next); err != nil {
			return nil, err
		}
		if len(next) == 0 {
			break
		}
		last = next[0]
		names = append(names, last)
	}
	return names, nil
}
