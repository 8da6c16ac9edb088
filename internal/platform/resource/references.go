package resource

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// referring visits every reference of a row: single ones, lists of them, and those of its lines. path names the place
// as a FieldError does.
func referring(fields []*Field, row reflect.Value, prefix string, visit func(f *Field, path, id string)) {
	for _, f := range fields {
		switch f.Kind {
		case KindReference:
			if id := f.value(row).String(); id != "" {
				visit(f, prefix+f.Key, id)
			}
		case KindReferences:
			for i := range f.value(row).Len() {
				visit(f, fmt.Sprintf("%s%s.%d", prefix, f.Key, i), f.value(row).Index(i).String())
			}
		case KindLines:
			for i := range f.value(row).Len() {
				referring(f.Fields, f.value(row).Index(i), fmt.Sprintf("%s%s.%d.", prefix, f.Key, i), visit)
			}
		default:
		}
	}
}

// references are all fields that refer to rows of other entities, those of lines included.
func references(fields []*Field) (refs []*Field) {
	for _, f := range fields {
		if f.target != nil {
			refs = append(refs, f)
		}
		refs = append(refs, references(f.Fields)...)
	}
	return refs
}

// reference is a row of an entity that a field refers to: the identity alone may be that of another entity's row.
type reference struct {
	to Any
	id string
}

// wanted collects identities by the entity that they belong to.
type wanted map[Any]map[string]bool

func (w wanted) add(target Any, id string) {
	if w[target] == nil {
		w[target] = map[string]bool{}
	}
	w[target][id] = true
}

// known asks every entity once which of its rows there are.
func (w wanted) known(ctx context.Context, tx store.Tx) (map[reference]bool, error) {
	there := map[reference]bool{}
	for target, set := range w {
		found, err := target.titlesOf(ctx, tx, slices.Collect(maps.Keys(set)))
		if err != nil {
			return nil, err
		}
		for id := range found {
			there[reference{target, id}] = true
		}
	}
	return there, nil
}

// titles asks every entity once for the titles of its rows.
func (w wanted) titles(ctx context.Context, tx store.Tx) (map[string]string, error) {
	return w.asked(func(target Any, ids []string) (map[string]string, error) { return target.titlesOf(ctx, tx, ids) })
}

// places asks every entity once for the titles of its rows with those that they are unique within.
func (w wanted) places(ctx context.Context, tx store.Tx) (map[string]string, error) {
	return w.asked(func(target Any, ids []string) (map[string]string, error) { return target.placesOf(ctx, tx, ids) })
}

func (w wanted) asked(ask func(target Any, ids []string) (map[string]string, error)) (map[string]string, error) {
	names := map[string]string{}
	for target, set := range w {
		found, err := ask(target, slices.Collect(maps.Keys(set)))
		if err != nil {
			return nil, err
		}
		maps.Copy(names, found)
	}
	return names, nil
}

// WordUnseen stands for a row that is referred to and that the person does not see: an identity tells nobody anything.
var WordUnseen = problem.L("不可见", "Hidden from you")

// veil gives the rows that the person does not see a word in the place of a title, for answers that people read.
func (w wanted) veil(ctx context.Context, tx store.Tx, names map[string]string) {
	if tx.Actor().SeesAll() {
		return
	}
	for _, set := range w {
		for id := range set {
			if _, seen := names[id]; !seen {
				names[id] = WordUnseen.In(problem.Language(ctx))
			}
		}
	}
}

// wantedBy are the rows that rows refer to.
func (r *Resource[P]) wantedBy(rows ...P) wanted {
	w := wanted{}
	for _, row := range rows {
		referring(r.fields, valueOf(row), "", func(f *Field, _, id string) { w.add(f.target, id) })
	}
	return w
}

// names reads the titles of every row that rows refer to, one question per entity: as sheets have them, see shown.
func (r *Resource[P]) names(ctx context.Context, tx store.Tx, rows ...P) (map[string]string, error) {
	return r.wantedBy(rows...).titles(ctx, tx)
}

// checkReferences refuses references to rows that do not exist, or that are not valid. Those that the old row held
// already are not asked for again: what is referred to cannot be deleted, and stays where it has become invalid.
func (r *Resource[P]) checkReferences(ctx context.Context, tx store.Tx, old, now P) (bad []problem.FieldError, err error) {
	before := map[choice]bool{}
	if given(old) {
		before = held(r.fields, valueOf(old))
	}
	w := wanted{}
	referring(r.fields, valueOf(now), "", func(f *Field, _, id string) {
		if !before[choice{f, id}] {
			w.add(f.target, id)
		}
	})
	if len(w) == 0 {
		return nil, nil
	}
	judge, err := w.judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	referring(r.fields, valueOf(now), "", func(f *Field, path, id string) {
		if !before[choice{f, id}] {
			bad = append(bad, judge(f, path, id)...)
		}
	})
	return bad, nil
}

// judge asks every entity once which of its rows there are and may be chosen, and gives what is wrong with one reference.
func (w wanted) judge(ctx context.Context, tx store.Tx) (func(f *Field, path, id string) []problem.FieldError, error) {
	known, err := w.known(ctx, tx)
	if err != nil {
		return nil, err
	}
	why, err := w.unusable(ctx, tx)
	return func(f *Field, path, id string) []problem.FieldError {
		if !known[reference{f.target, id}] {
			return []problem.FieldError{problem.Field(path, "reference", noRef(f), f.Label)}
		}
		if text, refused := why[reference{f.target, id}]; refused {
			return []problem.FieldError{problem.Field(path, "invalid", text)}
		}
		return nil
	}, err
}

// noRef says that what a field refers to does not exist: of several, one.
func noRef(f *Field) problem.Text {
	if f.Kind == KindReferences {
		return msgNoRefs
	}
	return msgNoRef
}

// usage is a field of another entity that refers to this one.
type usage struct {
	by     Any
	column string
	within bool   // the column holds JSON: a list of references, or lines
	table  any    // the model of the table of lines that has the column, nil for the entity's own
	parent string // column of that table with the identity of the row that has the line
	field  problem.Text
	key    string // of the field that the column holds in place of the identity, "" for the identity
	filter string // key of the field by which the list of by is narrowed to the rows that refer to one, "" where it cannot be
}

// use tells every entity that the fields refer to who does so.
func (r *Resource[P]) useTargets() {
	for _, f := range r.fields {
		if f.target != nil {
			f.target.use(usage{by: r, column: f.column, within: f.Kind == KindReferences, field: f.Label, filter: f.Key})
		}
		if f.names != nil {
			f.names.use(usage{by: r, column: f.column, field: f.Label, key: f.namesKey})
		}
		for _, inner := range references(f.Fields) {
			if f.table != nil {
				inner.target.use(usage{by: r, column: inner.column, table: f.table, parent: f.parent, field: f.Label})
				continue
			}
			inner.target.use(usage{by: r, column: f.column, within: true, field: f.Label})
		}
	}
}

func (r *Resource[P]) use(u usage) { r.usedBy = append(r.usedBy, u) }

// usedTitles is the most referring rows that a Use names.
const usedTitles = 50

// referrers are the rows that refer to one by a field: how many there are in every factory, how many of these the actor sees, and
// the first of the actor's factory.
type referrers struct {
	all, seen int
	named     []Referrer
}

// referringTo finds the rows whose column holds the value.
func (r *Resource[P]) referringTo(ctx context.Context, tx store.Tx, u usage, value string) (found referrers, err error) {
	found.named = []Referrer{}
	condition, model := "? = ?", any(none[P]())
	if u.table != nil {
		model = u.table
	}
	if u.within {
		condition, value = "? LIKE ?", `%"`+value+`"%` // an identity holds no wildcard
	}
	err = tx.AcrossFactories(ctx, func(tx store.Tx) (err error) {
		if found.all, err = tx.Select(model).Where(condition, ident(u.column), value).Count(ctx); err != nil || tx.Actor().SeesAll() {
			found.seen = found.all
			return err
		}
		seen := tx.Seen(model).Where(condition, ident(u.column), value)
		if u.table != nil { // lines are hidden with their row
			var parents []string
			if err := tx.Select(u.table).Columns(u.parent).Where(condition, ident(u.column), value).ScanColumn(ctx, &parents); err != nil {
				return err
			}
			if err := tx.Seen(none[P]()).Columns("id").WhereIn("id", parents).ScanColumn(ctx, &parents); err != nil {
				return err
			}
			seen = seen.WhereIn(u.parent, parents)
		}
		found.seen, err = seen.Count(ctx)
		return err
	})
	if found.seen == 0 || err != nil {
		return found, err
	}
	var rows []P
	find := tx.Seen(&rows)
	if r.spec.LogTitle == nil && r.spec.Call == nil {
		find = find.Columns(append([]string{"id"}, r.titleColumns()...)...) // these two may need more of the row
	}
	if u.table != nil {
		parents, err := r.parentsOfLines(ctx, tx, u, value)
		if err != nil || len(parents) == 0 {
			return found, err
		}
		find = find.WhereIn("id", parents)
	} else {
		find = find.Where(condition, ident(u.column), value)
	}
	if err := find.Order(r.shownColumn(ctx, r.title.column), "id").Limit(usedTitles, 0).Scan(ctx); err != nil {
		return found, err
	}
	if err := r.call(ctx, tx, rows); err != nil {
		return found, err
	}
	for i := range rows {
		title, err := r.screenTitle(ctx, tx, rows[i])
		if err != nil {
			return found, err
		}
		found.named = append(found.named, Referrer{rows[i].Kept().ID, title})
	}
	return found, nil
}

// parentsOfLines are the rows of the actor's factory whose lines, in a table of their own, refer to a row: as many as a Use
// names.
func (r *Resource[P]) parentsOfLines(ctx context.Context, tx store.Tx, u usage, value string) (ids []string, err error) {
	err = tx.Select(u.table).Columns(u.parent).Where("? = ?", ident(u.column), value).Where("? <> ?", ident(u.parent), "").
		Order(u.parent).Limit(usedTitles, 0).ScanColumn(ctx, &ids)
	return slices.Compact(ids), err
}

// Use is one kind of record that refers to a row.
type Use struct {
	Label  string     `json:"label"`
	Count  int        `json:"count"`
	Entity string     `json:"entity" doc:"whose records these are"`
	Rows   []Referrer `json:"rows" nullable:"false" doc:"the first of them, those of the caller's factory"`
	Filter string     `json:"filter,omitempty" doc:"key of the field by which the list of these records can be narrowed to them; left out where it cannot be"`
	// Bilingual is as in Hit.
	Bilingual bool `json:"bilingual,omitempty" doc:"the records have English names, so that a title with Chinese in it lacks its own on an English screen"`
}

// Referrer is a record that refers to another one.
type Referrer struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

var (
	wordUnseen = problem.L("（其他工段）", " (other section)")
	wordBeyond = problem.L("（不可见）", " (hidden from you)")
	wordBarred = problem.L("（无权查看）", " (not yours to view)")
)

// uses counts who refers to the row, as far as the actor sees them and may view their list. An entity that refers by several fields is named once for each,
// with the field. unseen says to name also those of which the actor sees none: they keep the row from being deleted.
func (r *Resource[P]) uses(ctx context.Context, tx store.Tx, id string, unseen bool) ([]Use, error) {
	found, lang := []Use{}, problem.Language(ctx)
	fields, usedBy := map[Any]int{}, r.usedBy
	if r.spec.Listed != nil {
		usedBy = slices.Concat(usedBy, r.spec.Listed.usedBy)
	}
	for _, u := range usedBy {
		fields[u.by]++
	}
	for _, u := range usedBy {
		value := id
		if u.key != "" {
			row, err := r.Get(ctx, tx, id)
			if err != nil {
				return nil, err
			}
			value = r.field(u.key).value(valueOf(row)).String()
		}
		by, err := u.by.referringTo(ctx, tx, u, value)
		if err != nil {
			return nil, err
		}
		label := u.by.Label().In(lang)
		if fields[u.by] > 1 {
			label += " · " + u.field.In(lang)
		}
		switch {
		case by.all > 0 && !tx.Actor().Allowed(u.by.screen()+".check"):
			if unseen {
				found = append(found, Use{label + wordBarred.In(lang), by.all, u.by.Name(), []Referrer{}, "", false})
			}
		case by.seen > 0:
			found = append(found, Use{label, by.seen, u.by.Name(), by.named, u.filter, u.by.bilingual()})
		case by.all > 0 && unseen:
			word := wordUnseen
			if slices.Contains(u.by.Narrowed(tx.Actor()), store.NarrowedByPeople) {
				word = wordBeyond
			}
			found = append(found, Use{label + word.In(lang), by.all, u.by.Name(), by.named, "", u.by.bilingual()})
		}
	}
	return found, nil
}
