package operationlog

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// wording turns the values of lines, which have the shape of their JSON, into texts.
type wording struct {
	log    *Log
	lang   string
	zone   *time.Location
	metas  map[string]*resource.Meta  // of entities with a declaration
	wanted map[string]map[string]bool // ids of rows that values refer to, by entity
	titles map[string]string          // by id
	unseen []string                   // numbers of moulds that the reader does not see
}

// word words lines: names of fields and choices, titles of what is referred to, counts of imports over all their parts.
func (l *Log) word(ctx context.Context, tx store.Tx, found []store.Operation) ([]Line, error) {
	w := &wording{log: l, lang: problem.Language(ctx), zone: resource.ZoneOf(tx), metas: map[string]*resource.Meta{}, wanted: map[string]map[string]bool{}, titles: map[string]string{}, unseen: tx.Actor().Hidden.MouldNumbers}
	parts, err := l.importParts(ctx, tx, found)
	if err != nil {
		return nil, err
	}
	changes := make([][]store.FieldChange, len(found))
	for i, o := range found {
		if err := json.Unmarshal(o.Changes, &changes[i]); err != nil {
			return nil, fmt.Errorf("read line %s of the operation log: %w", o.ID, err)
		}
		changes[i] = withParts(changes[i], parts[o.RowID])
		if o.Action == store.ActionImport {
			orderImport(changes[i])
		}
		if err := w.know(ctx, tx, o.Entity); err != nil {
			return nil, err
		}
		for _, c := range changes[i] { // of records that an import has made for its rows
			if entity, made := strings.CutPrefix(c.Field, madePrefix); made {
				if err := w.know(ctx, tx, entity); err != nil {
					return nil, err
				}
			}
		}
		if (o.Title == "" || o.Title == o.RowID) && o.RowID != "" {
			w.want(o.Entity, o.RowID)
		}
		for _, c := range changes[i] {
			w.collect(w.field(o.Entity, c.Field), c.Before)
			w.collect(w.field(o.Entity, c.Field), c.After)
		}
	}
	if err := w.wordLists(ctx, tx, found, changes); err != nil {
		return nil, err
	}
	if err := w.readTitles(ctx, tx); err != nil {
		return nil, err
	}
	lines := make([]Line, len(found))
	for i, o := range found {
		lines[i] = w.line(o, changes[i])
	}
	return lines, nil
}

// know reads the declaration of an entity once, in the company's own words.
func (w *wording) know(ctx context.Context, tx store.Tx, entity string) error {
	e := w.log.deps.Entities().Find(entity)
	if _, known := w.metas[entity]; known || e == nil {
		return nil
	}
	m := e.Meta(anything)
	w.metas[entity] = &m
	if w.log.deps.Reword == nil {
		return nil
	}
	return w.log.deps.Reword(ctx, tx, &m)
}

func (w *wording) field(entity, key string) *resource.Field {
	if m := w.metas[entity]; m != nil {
		if f := fieldOf(m.Fields, key); f != nil {
			return f
		}
	}
	if l := w.logged(entity, key); l != nil {
		return &resource.Field{Key: key, Label: l.Label}
	}
	return w.log.own(entity, key)
}

func fieldOf(fields []*resource.Field, key string) *resource.Field {
	if i := slices.IndexFunc(fields, func(f *resource.Field) bool { return f.Key == key }); i >= 0 {
		return fields[i]
	}
	return nil
}

func (w *wording) want(entity, id string) {
	if w.wanted[entity] == nil {
		w.wanted[entity] = map[string]bool{}
	}
	w.wanted[entity][id] = true
}

// collect remembers the rows that a value refers to.
func (w *wording) collect(f *resource.Field, value any) {
	if f == nil {
		return
	}
	switch v := value.(type) {
	case string:
		if f.Target != "" && v != "" {
			w.want(f.Target, v)
		}
	case []any:
		for _, one := range v {
			w.collect(f, one)
		}
	case map[string]any:
		for key, inner := range v {
			w.collect(fieldOf(f.Fields, key), inner)
		}
	}
}

// readTitles asks for the titles that are wanted: of the rows themselves and, where they are gone, of the log. The log tells nobody
// what people and departments out of their reach are called.
func (w *wording) readTitles(ctx context.Context, tx store.Tx) error {
	for entity, set := range w.wanted {
		ids := slices.Sorted(maps.Keys(set))
		found, err := w.log.deps.Entities().Titles(ctx, tx, entity, ids)
		if err != nil {
			return err
		}
		maps.Copy(w.titles, found)
		gone := slices.DeleteFunc(ids, func(id string) bool { _, there := found[id]; return there })
		if seen, narrow := tx.Actor().Reach.Logged[entity]; narrow {
			gone = slices.DeleteFunc(gone, func(id string) bool { return !slices.Contains(seen, id) })
		}
		if len(gone) == 0 {
			continue
		}
		if found, err = tx.LoggedTitles(ctx, entity, gone, w.log.shared()); err != nil {
			return err
		}
		maps.Copy(w.titles, found)
	}
	return nil
}

func (w *wording) line(o store.Operation, changes []store.FieldChange) Line {
	line := Line{
		ID: o.ID, At: o.At, By: o.By, Through: o.Through, ThroughName: nameOf(throughs, o.Through, w.lang), Entity: o.Entity, EntityName: o.Entity,
		RowID: o.RowID, Title: o.Title, Action: o.Action, ActionName: nameOf(actions, o.Action, w.lang), Changes: []Change{},
	}
	if m := w.metas[o.Entity]; m != nil {
		line.EntityName = m.Label.In(w.lang)
	}
	for _, k := range kinds {
		if k.code == o.Entity {
			line.EntityName = k.name.In(w.lang)
		}
	}
	if title := w.titles[o.RowID]; title != "" && (o.Title == "" || o.Title == o.RowID) {
		line.Title = title
	}
	if o.Entity == kindPermission {
		line.Title = w.log.deps.PermissionName(o.RowID).In(w.lang)
	}
	if title, known := titles[o.Entity][o.Title]; known {
		line.Title = title.In(w.lang)
	}
	var names []string
	for _, c := range changes {
		if o.Action == store.ActionImport && c.Field == "brokeOff" && c.After == 0.0 { // all pieces are in
			continue
		}
		change := Change{Field: c.Field, Name: w.name(o, c.Field)}
		f := w.field(o.Entity, c.Field)
		if o.Entity == "schedule" && c.Field == "tasks" {
			c.After = w.seenTasks(c.After)
		}
		change.Before, change.After = w.value(f, c.Before), w.value(f, c.After)
		if o.Entity == "schedule" && c.Field == "plan" { // plans have ids and no names
			change.Before, change.After = "", w.pick("新计划", "A new plan")
		}
		if o.Action == store.ActionImport {
			change.After = w.counts(c.After)
			if c.After == true { // its name says it
				change.After = ""
			}
			if ending, counts := endings[c.Field]; counts && mouldsNotReached(changes) == c.After {
				change.Name, change.After = ending.In(w.lang), ""
			}
			if change.After == "" {
				names = append(names, change.Name)
			} else {
				names = append(names, change.Name+w.pick("：", ": ")+change.After)
			}
		} else {
			names = append(names, change.Name)
		}
		line.Changes = append(line.Changes, change)
	}
	line.Summary = problem.Listed(names).In(w.lang)
	return line
}

// seenTasks are titles of tasks without those of moulds that the reader does not see.
func (w *wording) seenTasks(value any) any {
	titles, are := value.([]any)
	if !are || len(w.unseen) == 0 {
		return value
	}
	return slices.DeleteFunc(slices.Clone(titles), func(one any) bool {
		title, _ := one.(string)
		return slices.ContainsFunc(w.unseen, func(no string) bool { return strings.HasPrefix(title, no+"/") })
	})
}

func (w *wording) pick(zh, en string) string { return problem.L(zh, en).In(w.lang) }

// madePrefix stands before the entity of records that an import has made because its rows refer to them.
const madePrefix = "made."

// idLength is the length of an identity: a value of that length that nothing is called by is one.
const idLength = 36

var msgGone = problem.L("已不存在或不可见", "no longer there, or hidden from you")

var msgMade = problem.L("新建的%s", "Created: %s")

// name is what people call a field.
func (w *wording) name(o store.Operation, key string) string {
	if f := w.field(o.Entity, key); f != nil && o.Action != store.ActionImport {
		return f.Label.In(w.lang)
	}
	if entity, made := strings.CutPrefix(key, madePrefix); made && w.metas[entity] != nil {
		return msgMade.In(w.lang, w.metas[entity].Label)
	}
	if t, known := w.log.deps.Sheets[key]; known && o.Entity == "production" {
		return t.In(w.lang)
	}
	if t, known := fieldNames[key]; known {
		return t.In(w.lang)
	}
	return key
}

// orderImport puts how an import ended first, then the counts of a list in the order of those of a sheet, and then the rest.
func orderImport(changes []store.FieldChange) {
	slices.SortStableFunc(changes, func(a, b store.FieldChange) int { return placeOf(a.Field) - placeOf(b.Field) })
}

func placeOf(field string) int {
	if slices.Contains(howEnded, field) {
		return 0
	}
	if field == "created" { // as lists have it
		field = "new"
	}
	if at := slices.IndexFunc(countNames, func(n named) bool { return n.code == field }); at >= 0 {
		return 1 + at
	}
	return 1 + len(countNames)
}

// mouldsNotReached is how many moulds the sheet of moulds tells as not reached; nil where it tells of none.
func mouldsNotReached(changes []store.FieldChange) any {
	for _, c := range changes {
		if counts, are := c.After.(map[string]any); are && c.Field == "moulds" {
			return counts["notReached"]
		}
	}
	return nil
}

// counts are the counts of an import that are not zero.
func (w *wording) counts(value any) string {
	counts, ok := value.(map[string]any)
	if !ok {
		return w.value(nil, value)
	}
	var parts []string
	for _, n := range countNames {
		if count, _ := counts[n.code].(float64); count != 0 {
			parts = append(parts, fmt.Sprintf("%s %s", n.name.In(w.lang), strconv.FormatFloat(count, 'f', -1, 64)))
		}
	}
	return strings.Join(parts, w.pick("，", ", "))
}

// value is a logged value in words; f is nil where nothing is declared.
func (w *wording) value(f *resource.Field, value any) string {
	if f != nil && f.Kind == resource.KindSecret && value != nil {
		return "***"
	}
	switch v := value.(type) {
	case nil:
		return ""
	case string:
		return w.text(f, v)
	case bool:
		return w.flag(f, v)
	case float64:
		return w.number(f, v)
	case []any:
		parts, names := make([]string, len(v)), true
		for i, one := range v {
			_, name := one.(string)
			parts[i], names = w.value(f, one), names && name
		}
		if names {
			return problem.Joined(parts).In(w.lang)
		}
		return problem.Listed(parts).In(w.lang)
	case map[string]any:
		return w.object(f, v)
	default:
		return fmt.Sprint(v)
	}
}

// object is a line of a record, or what is logged as an object, as "name: value" in the order of its declaration.
func (w *wording) object(f *resource.Field, v map[string]any) string {
	var parts []string
	add := func(name, text string) {
		if text != "" {
			parts = append(parts, name+w.pick("：", ": ")+text)
		}
	}
	if f != nil && len(f.Fields) > 0 {
		for _, inner := range f.Fields {
			add(inner.Label.In(w.lang), w.value(inner, v[inner.Key]))
		}
		return strings.Join(parts, w.pick("，", ", "))
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		add(key, w.value(nil, v[key]))
	}
	return strings.Join(parts, w.pick("，", ", "))
}

func (w *wording) text(f *resource.Field, v string) string {
	switch {
	case f == nil:
		return v
	case f.Options == nil && values[f.Key][v].En != "":
		return values[f.Key][v].In(w.lang)
	case f.Target != "":
		if title := w.titles[v]; title != "" || len(v) != idLength {
			return cmp.Or(title, v)
		}
		return msgGone.In(w.lang) // an identity tells nobody anything
	case f.Kind == resource.KindInstant:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			if f.EndsDay {
				return resource.DueText(at, w.zone)
			}
			return at.In(w.zone).Format(time.DateTime)
		}
	}
	return v
}

func (w *wording) flag(f *resource.Field, v bool) string {
	value := 0
	if v {
		value = 1
	}
	if f != nil {
		if text, known := w.option(f, value); known {
			return text
		}
	}
	if v {
		return w.pick("是", "Yes")
	}
	return w.pick("否", "No")
}

func (w *wording) number(f *resource.Field, v float64) string {
	if f != nil && f.Kind == resource.KindChoice {
		if text, known := w.option(f, int(v)); known {
			return text
		}
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if f != nil && f.UnitText != nil {
		text += " " + f.UnitText.In(w.lang)
	}
	return text
}

func (w *wording) option(f *resource.Field, value int) (string, bool) {
	for _, o := range f.Options {
		if o.Value == value {
			return o.Label.In(w.lang), true
		}
	}
	return "", false
}

// cellText bounds a cell of a sheet: a spreadsheet program takes 32 767 characters.
const cellText = 32_000

// changesText are the changes of a line in one cell.
func changesText(changes []Change, lang string) string {
	colon := problem.L("：", ": ").In(lang)
	parts := make([]string, len(changes))
	for i, c := range changes {
		switch {
		case c.Before != "":
			parts[i] = c.Name + colon + c.Before + " → " + c.After
		case c.After != "":
			parts[i] = c.Name + colon + c.After
		default:
			parts[i] = c.Name
		}
	}
	text := []rune(problem.Listed(parts).In(lang))
	if len(text) > cellText {
		text = append(text[:cellText], '…')
	}
	return string(text)
}
