package resource

import (
	"context"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

// Query is a question for a list.
type Query struct {
	Page, Size int
	Sort       string
	Search     string
	Filters    map[string]string // by field key
	Valid      bool              // only rows that others may choose
}

// MaxPage is the largest size of a page.
const MaxPage = 500

// Page is one page of a list. Names gives the titles of the rows that it refers to.
type Page[T any] struct {
	Rows  []T               `json:"rows" nullable:"false"`
	Total int               `json:"total"`
	Page  int               `json:"page"`
	Size  int               `json:"size"`
	Names map[string]string `json:"names" doc:"titles of referenced rows by id"`
}

// One is one row with the titles of the rows that it refers to.
type One[T any] struct {
	Row      T                 `json:"row" nullable:"false"`
	Names    map[string]string `json:"names" doc:"titles of referenced rows by id"`
	Invalid  []string          `json:"invalid,omitempty" doc:"ids of referenced rows that nobody may choose any more"`
	Warnings []string          `json:"warnings,omitempty" doc:"after a save: what is odd about the row, in the caller's language"`
}

// List answers a question.
func (r *Resource[P]) List(ctx context.Context, tx store.Tx, q Query) (Page[P], error) {
	page := Page[P]{Rows: []P{}, Page: max(1, q.Page), Size: min(max(1, q.Size), MaxPage)}
	s, err := r.matching(tx, q)
	if err != nil {
		return page, err
	}
	var ids []string
	if narrowed := CleanSearch(q.Search) != "" || len(q.Filters) > 0; narrowed {
		ids, page.Total, err = r.order(ctx, s, q.Sort).Limit(page.Size, Before(page.Page, page.Size)).Identified(ctx)
	} else if page.Total, err = s.Count(ctx); err == nil { // an index alone answers this, and may give the order too
		ids, err = r.sorted(ctx, s.Limit(page.Size, Before(page.Page, page.Size)), q.Sort)
	}
	if err != nil {
		return page, err
	}
	if page.Rows, err = r.read(ctx, tx, ids); err != nil {
		return page, err
	}
	if err := r.call(ctx, tx, page.Rows); err != nil {
		return page, err
	}
	if page.Names, err = r.wantedBy(page.Rows...).shown(ctx, tx); err != nil {
		return page, err
	}
	for i := range page.Rows {
		r.wantedBy(page.Rows[i]).veil(ctx, tx, page.Names)
	}
	return page, nil
}

// matching is the question without order and limit.
func (r *Resource[P]) matching(tx store.Tx, q Query) (*store.Select, error) {
	s := tx.Seen(none[P]())
	if r.validity != nil && q.Valid {
		not, _ := r.validity.not()
		s.Where("? <> ?", ident(r.validity.column), not)
	}
	bad := r.filter(s, q.Filters, quantity.DateOf(store.Now(), ZoneOf(tx)))
	if _, known := r.sortColumn(q.Sort); !known {
		bad = append(bad, UnknownSort(q.Sort))
	}
	if len(bad) > 0 {
		return nil, problem.Invalid(bad...)
	}
	var columns []string
	for _, f := range r.fields {
		if f.searchable() {
			columns = append(columns, f.column)
		}
	}
	return s.Contains(CleanSearch(q.Search), columns...), nil
}

// sorted gives the identities of the rows that match, in the order that people asked for. Sorting identities instead
// of whole rows keeps a deep page of a long list fast.
func (r *Resource[P]) sorted(ctx context.Context, s *store.Select, sort string) ([]string, error) {
	ids := []string{}
	return ids, r.order(ctx, s, sort).Columns("id").ScanColumn(ctx, &ids)
}

// read gives rows in the order of their identities. Rows that are gone are left out.
func (r *Resource[P]) read(ctx context.Context, tx store.Tx, ids []string) ([]P, error) {
	var found []P
	if err := tx.Seen(&found).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	place := make(map[string]int, len(found))
	for i := range found {
		place[found[i].Kept().ID] = i
	}
	rows := make([]P, 0, len(found))
	for _, id := range ids {
		if i, there := place[id]; there {
			rows = append(rows, found[i])
		}
	}
	if err := r.load(ctx, tx, rows); err != nil {
		return nil, err
	}
	r.veiled(tx, rows...)
	return rows, nil
}

var stars = regexp.MustCompile(`\*+`)

// CleanSearch removes leading asterisks and collapses repeated ones (VALID-01); at most 50 characters are used.
func CleanSearch(text string) string {
	text = stars.ReplaceAllString(strings.TrimLeft(strings.TrimSpace(text), "*"), "*")
	if runes := []rune(text); len(runes) > 50 {
		text = string(runes[:50])
	}
	return text
}

// Fits tells whether one of some texts in memory answers a search as rows of the database do: cleaned, in upper or lower
// case and full width, with * for anything.
func Fits(search string, texts ...string) bool {
	parts := strings.Split(strings.ToLower(CleanSearch(cell.Fold(search))), "*")
	return slices.ContainsFunc(texts, func(text string) bool {
		text, found := strings.ToLower(cell.Fold(text)), true
		for i := 0; i < len(parts) && found; i++ {
			_, text, found = strings.Cut(text, parts[i])
		}
		return found
	})
}

// Before is how many rows stand before a page. Callers send what they like: no number is too large to be multiplied.
func Before(page, size int) int { return min(max(page, 1)-1, math.MaxInt32/max(size, 1)) * size }

// order sorts by the column that people asked for, as their screen shows it, and by identity where it is equal.
func (r *Resource[P]) order(ctx context.Context, s *store.Select, sort string) *store.Select {
	if sort == "" {
		sort = r.spec.Sort
	}
	column, _ := r.sortColumn(sort)
	column = r.shownColumn(ctx, column)
	if strings.HasPrefix(sort, "-") {
		column += " DESC"
	}
	return s.Order(column, "id")
}

// sortColumn is the column of a sort key, with or without its minus. The title's, and false, where the key names no field
// that orders a list: a list in another order than was asked for misleads.
func (r *Resource[P]) sortColumn(sort string) (column string, known bool) {
	key := strings.TrimPrefix(sort, "-")
	switch key {
	case "createdAt":
		return "created_at", true
	case "updatedAt":
		return "updated_at", true
	}
	if f := r.field(key); f != nil && f.sortable() {
		return f.column, true
	}
	return r.title.column, sort == "" || sort == r.spec.Sort || key == r.title.Key
}

var msgSort = problem.L("不能按“%s”排序，请选择列表中可排序的列", "The list cannot be sorted by %q; choose a column that it can be sorted by")

// UnknownSort is the fault of a list that is asked for in an order, key or -key, that it does not have.
func UnknownSort(sort string) problem.FieldError {
	return problem.Field("sort", "unknown", msgSort, strings.TrimPrefix(sort, "-"))
}

// filter adds f.key=value conditions; an unknown key is an error, for a filter that does nothing misleads.
func (r *Resource[P]) filter(s *store.Select, filters map[string]string, today quantity.Date) (bad []problem.FieldError) {
	for _, key := range slices.Sorted(maps.Keys(filters)) {
		text := filters[key]
		f := r.field(key)
		if f == nil || f.private || f.IsDerived || f.Kind == KindSecret || f.Kind == KindLines {
			bad = append(bad, problem.Field("f."+key, "unknown", msgUnknown, key))
			continue
		}
		if f.Condition != nil {
			s.Where("? = ?", ident(f.decides.column), f.Condition.Value)
		}
		if low, high, ranged := strings.Cut(text, ".."); ranged && f.ranged() {
			if !f.between(s, low, high) {
				bad = append(bad, problem.Field("f."+key, "type", wrongType(f), f.Label))
			}
			continue
		}
		if f.last != nil && f.ended(s, text, today) {
			continue
		}
		value, ok := f.filterValue(text)
		if !ok {
			bad = append(bad, problem.Field("f."+key, "type", wrongType(f), f.Label))
			continue
		}
		if value == nil {
			s.Where("? IS NULL OR CAST(? AS TEXT) = ''", ident(f.column), ident(f.column))
			continue
		}
		if f.Kind == KindReferences {
			s.Where("? LIKE ?", ident(f.column), fmt.Sprintf("%%%q%%", value))
			continue
		}
		s.Where("? = ?", ident(f.column), value)
	}
	return bad
}

// expired asks a list for the rows that have a flag and whose last day has passed, see EndsBy.
const expired = "expired"

// ended narrows a list to rows that are expired, or to those that have the flag and are not; rows without it are none of either.
func (f *Field) ended(s *store.Select, text string, today quantity.Date) bool {
	yes, err := strconv.ParseBool(text)
	switch {
	case text == expired:
		s.Where("? = ?", ident(f.column), true).Where("? <> '' AND ? < ?", ident(f.last.column), ident(f.last.column), today)
	case err == nil && yes:
		s.Where("? = ?", ident(f.column), true).Where("(? IS NULL OR ? = '' OR ? >= ?)", ident(f.last.column), ident(f.last.column), ident(f.last.column), today)
	default:
		return false
	}
	return true
}

// ranged kinds may be asked for from one value to another.
func (f *Field) ranged() bool {
	switch f.Kind {
	case KindInteger, KindDecimal, KindHours, KindDate, KindInstant:
		return true
	default:
		return false
	}
}

// between adds from..to, either of which may be left out; both belong to what is asked for, and an empty date to nothing.
func (f *Field) between(s *store.Select, low, high string) bool {
	for _, end := range []struct{ text, condition string }{{low, "? >= ?"}, {high, "? <= ?"}} {
		if end.text == "" {
			continue
		}
		value, ok := f.filterValue(end.text)
		if !ok {
			return false
		}
		s.Where(end.condition, ident(f.column), value)
	}
	if f.Kind == KindDate {
		s.Where("? <> ''", ident(f.column))
	}
	return true
}

func (f *Field) filterValue(text string) (any, bool) {
	switch f.Kind {
	case KindInteger, KindChoice:
		n, err := strconv.Atoi(text)
		return n, err == nil
	case KindFlag:
		b, err := strconv.ParseBool(text)
		return b, err == nil
	case KindDecimal:
		d, err := quantity.ParseDecimal(text)
		return int64(d), err == nil
	case KindHours:
		m, err := quantity.ParseHours(text)
		return int64(m), err == nil
	case KindInstant:
		if text == "" {
			return nil, true
		}
		at, err := time.Parse(time.RFC3339, text)
		return at.UTC(), err == nil
	default:
		if text == "" {
			return nil, true
		}
		return text, true
	}
}
