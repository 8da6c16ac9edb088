package resource

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/store"
)

func ident(name string) bun.Ident { return bun.Ident(name) }

// Get reads one row, or says that there is none.
func (r *Resource[P]) Get(ctx context.Context, tx store.Tx, id string) (P, error) {
	row := fresh[P]()
	err := tx.Seen(row).Where("id = ?", id).Scan(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return none[P](), problem.NotFound(r.spec.Label)
	}
	if err != nil {
		return none[P](), err
	}
	return row, r.load(ctx, tx, []P{row})
}

func (r *Resource[P]) load(ctx context.Context, tx store.Tx, rows []P) error {
	if r.spec.Load == nil || len(rows) == 0 {
		return nil
	}
	return r.spec.Load(ctx, tx, rows)
}

// Create makes a row of a body.
func (r *Resource[P]) Create(ctx context.Context, tx store.Tx, body Body) (P, error) {
	row := fresh[P]()
	v := reflect.ValueOf(row).Elem()
	body, bad := r.unveiled(tx.Actor(), body, true)
	bad = append(bad, decode(r.fields, body, v, "", true, cell.Dates{Zone: ZoneOf(tx)})...)
	bad, err := r.fill(ctx, tx, none[P](), row, body, bad)
	if err != nil {
		return none[P](), err
	}
	return row, r.save(ctx, tx, none[P](), row, bad)
}

// FromBody makes a row of a body as Create does, and holds it against the limits of its fields; it looks at no other row and stores nothing.
func (r *Resource[P]) FromBody(body Body, zone *time.Location) (P, []problem.FieldError) {
	row := fresh[P]()
	bad := decode(r.fields, body, reflect.ValueOf(row).Elem(), "", true, cell.Dates{Zone: zone})
	return row, alsoOf(bad, r.checkRow(none[P](), row, zone))
}

func (r *Resource[P]) fill(ctx context.Context, tx store.Tx, old, now P, body Body, bad []problem.FieldError) ([]problem.FieldError, error) {
	if r.spec.Fill == nil {
		return bad, nil
	}
	more, err := r.spec.Fill(ctx, tx, old, now, body.said)
	return append(bad, more...), err
}

// Patch changes the fields that the body names, if the row still has the version that the body is based on.
func (r *Resource[P]) Patch(ctx context.Context, tx store.Tx, id string, body Body) (P, error) {
	old, err := r.Get(ctx, tx, id)
	if err != nil {
		return none[P](), err
	}
	var version *int64
	if raw, ok := body["version"]; !ok || json.Unmarshal(raw, &version) != nil || version == nil {
		return none[P](), problem.Invalid(problem.Field("version", "required", msgRequired, problem.L("版本", "Version")))
	}
	if old.Kept().Version != *version {
		return none[P](), r.stale(ctx, tx, old)
	}
	now := copyOf(old)
	body, bad := r.unveiled(tx.Actor(), body, false)
	bad = append(bad, decode(r.fields, body, reflect.ValueOf(now).Elem(), "", false, cell.Dates{Zone: ZoneOf(tx)})...)
	if bad, err = r.fill(ctx, tx, old, now, body, bad); err != nil {
		return none[P](), err
	}
	return now, r.save(ctx, tx, old, now, bad)
}

// clean stores the short texts that code has filled as a form would, see cell.Line. A text that is as it was stored stays so.
func (r *Resource[P]) clean(old, now P) {
	for _, f := range r.fields {
		if f.Kind != KindText {
			continue
		}
		v := f.value(valueOf(now))
		if !given(old) || f.value(valueOf(old)).String() != v.String() {
			v.SetString(cell.Line(v.String()))
		}
	}
}

// Save writes a row that code has filled: with an id it changes that row, without one it creates a row. Every rule
// holds as it does for a body. Lines of another table that the code has not read stay as they are.
func (r *Resource[P]) Save(ctx context.Context, tx store.Tx, row P) error {
	if row.Kept().ID == "" || row.Kept().Version == 0 {
		r.clean(none[P](), row)
		return r.save(ctx, tx, none[P](), row, nil)
	}
	old, err := r.Get(ctx, tx, row.Kept().ID)
	if err != nil {
		return err
	}
	r.clean(old, row)
	for _, f := range r.fields {
		if lines := f.value(valueOf(row)); f.table != nil && lines.IsNil() {
			lines.Set(f.value(valueOf(old)))
		}
	}
	return r.save(ctx, tx, old, row, nil)
}

func (r *Resource[P]) stale(ctx context.Context, tx store.Tx, current P) error {
	k := current.Kept()
	title, err := r.logTitle(ctx, tx, current)
	if err != nil {
		return err
	}
	shown := copyOf(current)
	r.veiled(tx, shown)
	d := problem.StaleData{Name: title, Current: shown, ChangedAt: k.UpdatedAt.Format(time.RFC3339)}
	if lines, err := tx.History(ctx, r.Name(), k.ID, 1); err == nil && len(lines) > 0 {
		d.ChangedBy = AuthorOf(ctx, tx, lines[0])
	}
	names, err := r.wantedBy(current).shown(ctx, tx)
	if err != nil {
		return err
	}
	r.wantedBy(current).veil(ctx, tx, names)
	d.Names = names
	return problem.Stale(d)
}

// save holds a row against every rule and writes it with its line of the operation log. bad are the fields that could
// not even be read; they are reported together with the rest.
func (r *Resource[P]) save(ctx context.Context, tx store.Tx, old, now P, bad []problem.FieldError) error {
	v := reflect.ValueOf(now).Elem()
	wrong := map[string]bool{}
	for _, b := range bad {
		wrong[b.Field] = true
	}
	for _, b := range r.checkRow(old, now, ZoneOf(tx)) {
		if !wrong[b.Field] { // one complaint a field: the first is the cause
			bad = append(bad, b)
			wrong[b.Field] = true
		}
	}
	missing, err := r.checkReferences(ctx, tx, old, now)
	if err != nil {
		return err
	}
	for _, b := range missing {
		if !wrong[b.Field] {
			bad = append(bad, b)
			wrong[b.Field] = true
		}
	}
	for _, f := range r.fields {
		isWrong := func(x *Field) bool { return wrong[x.Key] } // within what nobody sees nothing is told
		if isWrong(f) || !f.IsUnique || slices.ContainsFunc(r.within(f), isWrong) || given(old) && r.keeps(f, valueOf(old), v) {
			continue
		}
		found, err := r.checkFree(ctx, tx, f, v, now.Kept().ID)
		if err != nil {
			return err
		}
		bad = append(bad, found...)
	}
	if len(bad) > 0 {
		return problem.Invalid(bad...)
	}
	rule, err := r.ruleOf(ctx, tx)
	if err != nil {
		return err
	}
	if err := rule(old, now); err != nil {
		return err
	}
	if _, err := r.makeRoom(ctx, tx, old, now); err != nil {
		return err
	}
	if err := r.write(ctx, tx, old, now); err != nil {
		return err
	}
	if r.spec.AfterSave != nil {
		if err := r.spec.AfterSave(ctx, tx, old, now); err != nil {
			return err
		}
	}
	action := store.ActionChange
	if !given(old) {
		action = store.ActionCreate
	}
	changes := r.diff(old, now)
	if given(old) && len(changes) == 0 {
		return nil
	}
	r.tell(ctx, tx, now.Kept().ID)
	title, err := r.logTitle(ctx, tx, now)
	if err != nil {
		return err
	}
	return tx.Log(ctx, r.Name(), now.Kept().ID, title, action, changes...)
}

// keeps tells whether a unique value stays what it was, if in another spelling, within what it is unique in.
func (r *Resource[P]) keeps(f *Field, old, now reflect.Value) bool {
	for _, x := range append([]*Field{f}, r.within(f)...) {
		if !same(x.folded(old), x.folded(now)) {
			return false
		}
	}
	return true
}

// within are the fields that a value is unique within.
func (r *Resource[P]) within(f *Field) (fields []*Field) {
	for _, column := range f.with {
		fields = append(fields, r.byColumn(column))
	}
	return fields
}

// folded is the unique value of a row as it is compared: all spellings of a name are one.
func (f *Field) folded(row reflect.Value) any {
	v := f.value(row)
	if f.Kind == KindText {
		return cell.Key(v.String())
	}
	return v.Interface()
}

// checkFree asks the database whether a unique value is still free.
func (r *Resource[P]) checkFree(ctx context.Context, tx store.Tx, f *Field, now reflect.Value, id string) ([]problem.FieldError, error) {
	if f.empty(now) {
		return nil, nil
	}
	q := tx.Select(none[P]()).Where("id <> ?", id)
	for _, x := range append([]*Field{f}, r.within(f)...) {
		if x.Kind == KindText {
			q = q.Named(x.column, x.value(now).String())
		} else {
			q = q.Where("? = ?", ident(x.column), x.value(now).Interface())
		}
	}
	taken, err := q.Exists(ctx)
	if err != nil || !taken {
		return nil, err
	}
	w := wanted{}
	for _, x := range append([]*Field{f}, r.within(f)...) {
		if x.Kind == KindReference {
			w.add(x.target, x.value(now).String())
		}
	}
	places, err := w.places(ctx, tx)
	return []problem.FieldError{problem.Field(f.Key, "unique", r.exists(f, now, places))}, err
}

// exists says that a unique value is taken. One that is unique within other fields is told with theirs: elsewhere it is free. A
// record that titles do not name is told by its field alone.
func (r *Resource[P]) exists(f *Field, row reflect.Value, titles map[string]string) problem.Text {
	beside := slices.DeleteFunc(r.within(f), func(x *Field) bool { return x.empty(row) })
	if len(beside) == 0 {
		return msgTaken.With(r.taken(f), f.called(row, titles))
	}
	return msgBeside.With(r.taken(f), f.called(row, titles), problem.InEach(func(lang string) string {
		var told []string
		for _, x := range beside {
			value := x.called(row, titles)
			switch {
			case x.Kind == KindChoice:
				value = x.optionLabel(int(x.value(row).Int()))
			case x.Kind == KindReference && value == x.shown(row):
				told = append(told, x.Label.Inside().In(lang))
				continue
			}
			told = append(told, msgLike.In(lang, x.Label.Inside(), value))
		}
		return problem.Joined(told).In(lang)
	}))
}

// taken is what a message says to exist: the entity, when the field names it, or the field.
func (r *Resource[P]) taken(f *Field) problem.Text {
	if f == r.title {
		return r.spec.Label
	}
	return f.Label
}

// shown is a value of a unique field as people wrote it.
func (f *Field) shown(row reflect.Value) any {
	switch v := f.value(row); f.Kind {
	case KindDecimal:
		return quantity.Decimal(v.Int()).String()
	case KindHours:
		return quantity.Minutes(v.Int()).String()
	default:
		return v.Interface()
	}
}

// called is a value of a unique field as people know it: a row that it refers to by its title.
func (f *Field) called(row reflect.Value, titles map[string]string) any {
	if f.Kind == KindReference {
		if title, known := titles[f.value(row).String()]; known {
			return title
		}
	}
	return f.shown(row)
}

func (r *Resource[P]) byColumn(column string) *Field {
	for _, f := range r.fields {
		if f.column == column {
			return f
		}
	}
	panic("resource: no field has the column " + column)
}

func (r *Resource[P]) write(ctx context.Context, tx store.Tx, old, now P) error {
	var err error
	if !given(old) {
		err = tx.Insert(ctx, now)
	} else {
		err = tx.Update(ctx, any(now).(store.Record))
	}
	switch {
	case errors.Is(err, store.ErrDuplicate): // the index has the last word in a race
		return r.refusedBy(store.DuplicateOf(err), now)
	case errors.Is(err, store.ErrStale): // somebody committed after old was read
		current, err := r.Get(ctx, tx, old.Kept().ID)
		if err != nil {
			return err
		}
		return r.stale(ctx, tx, current)
	}
	return err
}

// refusedBy names the fields of a unique index in the words of checkFree, which could not see what others were just saving.
func (r *Resource[P]) refusedBy(index *store.Duplicate, now P) error {
	var unique, all []problem.FieldError
	for _, f := range r.fields {
		if index == nil || !slices.Contains(index.Columns, f.column) {
			continue
		}
		bad := problem.Field(f.Key, "unique", r.exists(f, valueOf(now), nil))
		if all = append(all, bad); f.IsUnique {
			unique = append(unique, bad)
		}
	}
	switch {
	case len(unique) > 0:
		return problem.Invalid(unique...)
	case len(all) > 0: // a rule over several fields
		return problem.Invalid(all...)
	}
	return problem.Invalid(problem.Field(r.title.Key, "unique", msgExists, r.spec.Label))
}

// diff is what a save changed, field by field; secrets are only said to have changed.
func (r *Resource[P]) diff(old, now P) []store.FieldChange {
	changes := []store.FieldChange{}
	var o, n reflect.Value
	if given(old) {
		o = reflect.ValueOf(old).Elem()
	}
	if given(now) {
		n = reflect.ValueOf(now).Elem()
	}
	for _, f := range r.fields {
		if f.IsDerived {
			continue
		}
		c := store.FieldChange{Field: f.Key}
		if o.IsValid() {
			c.Before = f.value(o).Interface()
		}
		if n.IsValid() {
			c.After = f.value(n).Interface()
		}
		if o.IsValid() && n.IsValid() && same(c.Before, c.After) || !o.IsValid() && f.blank(n) || !n.IsValid() && f.blank(o) {
			continue
		}
		if f.Kind == KindSecret || f.private {
			c.Before, c.After = veil, veil
		}
		changes = append(changes, c)
	}
	return changes
}

// blank tells whether a row that comes or goes has nothing to say in a field.
func (f *Field) blank(row reflect.Value) bool {
	v := f.value(row)
	return !f.belongs(row) || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

func same(a, b any) bool {
	if x, ok := a.(*time.Time); ok {
		y, _ := b.(*time.Time)
		return x == nil && y == nil || x != nil && y != nil && x.Equal(*y)
	}
	va, vb := reflect.ValueOf(a), reflect.ValueOf(b)
	if va.Kind() == reflect.Slice && va.Len() == 0 && vb.Len() == 0 {
		return true
	}
	return reflect.DeepEqual(a, b)
}

// tellImport says that many rows have changed.
func (r *Resource[P]) tellImport(ctx context.Context, actor store.Actor) {
	if r.spec.Changed != nil {
		r.spec.Changed(context.WithoutCancel(ctx), actor, r.Name(), "")
	}
}

func (r *Resource[P]) tell(ctx context.Context, tx store.Tx, id string) {
	if r.spec.Changed != nil {
		actor := tx.Actor()
		tx.AfterCommit(func() { r.spec.Changed(context.WithoutCancel(ctx), actor, r.Name(), id) })
	}
}
