package store

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/schema"

	"mouldworks/internal/platform/cell"
)

// Select is a question inside the scope. Conditions are joined by AND and bracketed, so that an OR inside one of them
// cannot widen the scope.
type Select struct {
	q     *bun.SelectQuery
	tx    Tx
	table *schema.Table
	err   error
}

// Where adds a condition with ? for each argument; lists go through WhereIn.
func (s *Select) Where(condition string, args ...any) *Select {
	s.q = s.q.Where(condition, args...)
	return s
}

// Named keeps the rows whose column is a spelling of a name, see cell.Key.
func (s *Select) Named(column, name string) *Select {
	s.q = s.q.Where(nameKey+"(?TableAlias.?) = "+nameKey+"(?)", bun.Ident(column), name)
	return s
}

// WhereIn adds column IN (values); an empty list matches nothing.
func (s *Select) WhereIn(column string, values []string) *Select {
	if len(values) == 0 {
		s.q = s.q.Where("1 = 0")
		return s
	}
	s.q = s.q.Where("?TableAlias.? IN (?)", bun.Ident(column), bun.List(values))
	return s
}

// Contains adds a case-insensitive search for text in any of the columns; * in the text stands for anything.
func (s *Select) Contains(text string, columns ...string) *Select {
	return s.ContainsOr(text, nil, columns...)
}

// ContainsOr is Contains that also finds the rows of which a column is one of some values, by column: codes that stand for words.
func (s *Select) ContainsOr(text string, values map[string][]string, columns ...string) *Select {
	if text == "" || len(columns) == 0 {
		return s
	}
	patterns := []string{pattern(text)}
	if plain := pattern(cell.Fold(text)); plain != patterns[0] { // a name is kept as it was typed, and so with either
		patterns = append(patterns, plain)
	}
	s.q = s.q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		for _, c := range columns {
			for _, p := range patterns {
				q = q.WhereOr(`LOWER(?TableAlias.?) LIKE ? ESCAPE '\'`, bun.Ident(c), p)
			}
		}
		for _, column := range slices.Sorted(maps.Keys(values)) {
			if len(values[column]) > 0 {
				q = q.WhereOr("?TableAlias.? IN (?)", bun.Ident(column), bun.List(values[column]))
			}
		}
		return q
	})
	return s
}

// pattern finds a text anywhere, with * for anything.
func pattern(text string) string {
	return "%" + strings.ReplaceAll(likeEscaper.Replace(strings.ToLower(text)), "*", "%") + "%"
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Locked keeps the rows as they are for everybody else until the transaction ends. SQLite has one writer at a time anyway.
func (s *Select) Locked() *Select {
	if s.tx.of.postgres {
		s.q = s.q.For("UPDATE")
	}
	return s
}

// Columns narrows what is read.
func (s *Select) Columns(columns ...string) *Select {
	s.q = s.q.Column(columns...)
	return s
}

// Distinct reads each combination of the columns once.
func (s *Select) Distinct() *Select {
	s.q = s.q.Distinct()
	return s
}

// Order sorts by declared columns, "name" or "name DESC"; never give it a user's text. "other|name" sorts by name where
// other is empty. Rows without a value come last, and first under DESC: left alone, the engines differ.
func (s *Select) Order(by ...string) *Select {
	for _, o := range by {
		column, direction, _ := strings.Cut(o, " ")
		if direction != "DESC" {
			direction = "ASC"
		}
		if first, second, either := strings.Cut(column, "|"); either {
			s.q = s.q.OrderExpr("COALESCE(NULLIF(?TableAlias.?, ''), ?TableAlias.?) "+direction, bun.Ident(first), bun.Ident(second))
			continue
		}
		if s.nullable(column) {
			direction += map[string]string{"ASC": " NULLS LAST", "DESC": " NULLS FIRST"}[direction]
		}
		s.q = s.q.OrderExpr("?TableAlias.? "+direction, bun.Ident(column))
	}
	return s
}

// Ranked sorts by the place that the value of a column has among some, the first ones first; the others come last. It goes before Order.
func (s *Select) Ranked(column string, values []string, descending bool) *Select {
	if len(values) == 0 {
		return s
	}
	expression, args := "CASE ?TableAlias.?", []any{bun.Ident(column)}
	for at, value := range values {
		expression, args = expression+" WHEN ? THEN ?", append(args, value, at)
	}
	expression, args = expression+" ELSE ? END", append(args, len(values))
	if descending {
		expression += " DESC"
	}
	s.q = s.q.OrderExpr(expression, args...)
	return s
}

// nullable tells whether rows may lack a value in a column.
func (s *Select) nullable(column string) bool {
	if s.table == nil || s.table.FieldMap[column] == nil {
		return false
	}
	f := s.table.FieldMap[column]
	return f.IsPtr || f.NullZero
}

// Limit reads at most n rows after the first skip rows.
func (s *Select) Limit(n, skip int) *Select {
	s.q = s.q.Limit(int64(n)).Offset(int64(skip))
	return s
}

// Scan reads into the model; a single row that does not exist gives ErrNotFound.
func (s *Select) Scan(ctx context.Context) error {
	if s.err != nil {
		return s.err
	}
	err := s.q.Scan(s.tx.mark(ctx))
	if errors.Is(err, sql.ErrNoRows) {
		return ErrNotFound
	}
	return s.tx.of.faultOfStatement(err)
}

// ScanColumn reads the one column that Columns named into a pointer to a slice.
func (s *Select) ScanColumn(ctx context.Context, values any) error {
	if s.err != nil {
		return s.err
	}
	return s.tx.of.faultOfStatement(s.q.Scan(s.tx.mark(ctx), values))
}

// Count counts the rows that match.
func (s *Select) Count(ctx context.Context) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.q.Count(s.tx.mark(ctx))
	return int(n), s.tx.of.faultOfStatement(err)
}

// CountTo counts the rows that match, but no further than most: what lies behind costs nothing.
func (s *Select) CountTo(ctx context.Context, most int) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	var n int
	err := s.tx.db.NewSelect().TableExpr("(?) AS counted", s.q.Clone().ColumnExpr("1 AS one").Limit(int64(most))).ColumnExpr("COUNT(*)").Scan(s.tx.mark(ctx), &n)
	return n, s.tx.of.faultOfStatement(err)
}

// Identified reads the identities of the rows that match, in order and within the limit, and counts all that match, in
// one pass over the table: what a search costs is the looking, not the sorting. Past the last page it counts anew.
func (s *Select) Identified(ctx context.Context) (ids []string, total int, err error) {
	if s.err != nil {
		return nil, 0, s.err
	}
	var found []struct {
		ID    string `bun:"id"`
		Total int    `bun:"total"`
	}
	if err := s.q.Clone().ColumnExpr("?TableAlias.id, COUNT(*) OVER () AS total").Scan(s.tx.mark(ctx), &found); err != nil {
		return nil, 0, s.tx.of.faultOfStatement(err)
	}
	if len(found) == 0 {
		total, err = s.Count(ctx)
		return []string{}, total, err
	}
	for _, row := range found {
		ids = append(ids, row.ID)
	}
	return ids, found[0].Total, nil
}

// Exists tells whether any row matches.
func (s *Select) Exists(ctx context.Context) (bool, error) {
	if s.err != nil {
		return false, s.err
	}
	ok, err := s.q.Exists(s.tx.mark(ctx))
	return ok, s.tx.of.faultOfStatement(err)
}

// Change updates many rows inside the scope.
type Change struct {
	q   *bun.UpdateQuery
	tx  Tx
	err error
}

// Set adds an assignment with ? for each argument.
func (c *Change) Set(assignment string, args ...any) *Change {
	c.q = c.q.Set(assignment, args...)
	return c
}

// Where adds a condition.
func (c *Change) Where(condition string, args ...any) *Change {
	c.q = c.q.Where(condition, args...)
	return c
}

// WhereIn adds column IN (values); an empty list matches nothing.
func (c *Change) WhereIn(column string, values []string) *Change {
	if len(values) == 0 {
		c.q = c.q.Where("1 = 0")
		return c
	}
	c.q = c.q.Where("? IN (?)", bun.Ident(column), bun.List(values))
	return c
}

// Exec writes and tells how many rows changed.
func (c *Change) Exec(ctx context.Context) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	return c.tx.affected(c.q.Exec(c.tx.mark(ctx)))
}

// Removal deletes many rows inside the scope.
type Removal struct {
	q   *bun.DeleteQuery
	tx  Tx
	err error
}

// Where adds a condition.
func (r *Removal) Where(condition string, args ...any) *Removal {
	r.q = r.q.Where(condition, args...)
	return r
}

// WhereIn adds column IN (values); an empty list matches nothing.
func (r *Removal) WhereIn(column string, values []string) *Removal {
	if len(values) == 0 {
		r.q = r.q.Where("1 = 0")
		return r
	}
	r.q = r.q.Where("? IN (?)", bun.Ident(column), bun.List(values))
	return r
}

// Exec deletes and tells how many rows went.
func (r *Removal) Exec(ctx context.Context) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	return r.tx.affected(r.q.Exec(r.tx.mark(ctx)))
}

func (tx Tx) affected(res sql.Result, err error) (int, error) {
	if err != nil {
		return 0, tx.of.faultOfStatement(err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}
