// Package resource turns one declaration per entity into storage, rules, HTTP, sheets and screen metadata.
//
// What lives here: the fields and their checks, save, delete, list, import, export and the routes that every entity
// has. What never does: an entity, a workflow (state machines are ordinary code of their domain).
package resource

import (
	"context"
	"fmt"
	"maps"
	"path"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Spec is what one entity writes down.
type Spec[P Entity] struct {
	Path       string // below the API prefix; its last part is the entity's name
	Label      problem.Text
	Permission string // {module}.{page}; the operations follow
	Sort       string // key of the field that orders a list, -key descending
	Form       func(P, *Form)
	Example    *api.Example // body of a create that succeeds for the owner of the example rows
	ExampleID  string       // an example row that may be read, changed and deleted; see Resource.Example
	// ExampleRow are the fields in which the row ExampleID differs from Example, where unique texts and numbers do not
	// suffice: rules that look at several rows. Such an entity has no row for others to refer to.
	ExampleRow map[string]any

	// Fill gives a row what its body leaves open, before the rules look at it; old is nil for a new row. said tells what
	// the body has for a field, which a number that is 0 does not.
	Fill func(ctx context.Context, tx store.Tx, old, now P, said func(key string) Said) ([]problem.FieldError, error)

	// The three places where a rule stands. They run inside the transaction; old is nil for a new row. BeforeSave changes
	// nothing but its row: an import asks it without a transaction that may write.
	BeforeSave   func(ctx context.Context, tx store.Tx, old, now P) error
	AfterSave    func(ctx context.Context, tx store.Tx, old, now P) error
	BeforeDelete func(ctx context.Context, tx store.Tx, old P) error

	// Rules is BeforeSave for many rows: it reads what the rule needs once and gives a rule that looks at one row after the
	// other, and counts those that it has let pass as stored. It writes nothing. An entity has either of the two; one whose
	// rows come from sheets has Rules, unless Alone.
	Rules func(ctx context.Context, tx store.Tx) (func(old, now P) error, error)

	// Alone says that BeforeSave looks at nothing but its two rows, so that an import can ask it about row after row.
	Alone bool

	// Load reads what rows hold outside of their table: lines that are kept in another one, names that follow what they
	// refer to. It runs once for all rows that are read together.
	Load func(ctx context.Context, tx store.Tx, rows []P) error

	// Call gives rows the titles that English screens show, where a title is made of the names that the row refers to. Nothing stores
	// or exports them.
	Call func(ctx context.Context, tx store.Tx, rows []P) error

	// LogTitle is what the operation log calls a row whose title alone does not tell it from others, such as the number of
	// an operation; nil for the title.
	LogTitle func(ctx context.Context, tx store.Tx, row P) (string, error)

	// Logs are what the operation log tells of a row beside its fields, because its domain writes it without Save.
	Logs []LogField

	// Warn says what is odd about a saved row and keeps it from nothing.
	Warn func(ctx context.Context, tx store.Tx, now P) ([]problem.Text, error)

	// Without names operations that the entity has no route for, of add, modify and delete: its rows come, change and go in another way.
	Without []string

	// OwnCreate says that the domain answers the operation Creation itself, because a new row needs more than its transaction.
	// Rows of sheets come by Around.
	OwnCreate bool
	// OwnChange says the same of the operation Change.
	OwnChange bool

	// Around makes, before the transaction that writes them, what new rows of a sheet need of tables above tenants, and puts it into
	// them. settle runs after it and says what is to stay: that of the rows in saved. nil for rows that need nothing.
	Around func(ctx context.Context, fresh []P) (settle func(ctx context.Context, saved []P) error, err error)

	// Listed is the directory through which others refer to the rows: who does so counts as referring to them.
	Listed *Directory

	// Changed hears of committed changes: the id of the row, or "" for an import. It pushes "read again" to screens.
	Changed func(ctx context.Context, actor store.Actor, entity, id string)

	// OfFile are the faults of a row that comes from a list's file, beside the rules that hold for every save: what a form asks
	// for on purpose is a slip in a file. nil for none.
	OfFile func(old, now P) []problem.FieldError

	// Complete gives a row of a list's file what it leaves open and its other cells tell. open says of a field, by its key, that
	// the file gives it no value: a new row says nothing, or any row clears it. nil where initial values are all.
	Complete func(now P, open func(key string) bool)

	// Beside are columns of exports that no field holds; nil for none.
	Beside *Beside[P]

	// Shared says that other records work by the stored rows: a file that changes some asks first and names them. nil for rows
	// that a file changes without a question.
	Shared *Shared
}

// Beside are keys by which the planner's workbook knows a row, of what the row refers to: with them an exported list is a sheet of it.
type Beside[P Entity] struct {
	After   string // key of the field behind whose column they stand
	Columns []problem.Text
	Cells   func(ctx context.Context, tx store.Tx, rows []P) ([][]any, error) // of each row, in the order of the columns
}

// Shared is the question of a file that changes rows by which others work.
type Shared struct {
	Key      string // with which the call is repeated
	Question problem.Text
}

// Entity is a pointer to a row struct that embeds store.Row or store.FactoryRow. The kit is written for the pointers and not for the
// structs: the compiler makes one body of code for all pointers, as long as this interface has methods alone, and one for each struct.
type Entity interface{ store.Record }

// none is no row: a nil pointer.
func none[P Entity]() (nothing P) { return nothing }

// given tells whether there is a row.
func given[P Entity](row P) bool { return any(row) != any(none[P]()) }

// fresh makes an empty row.
func fresh[P Entity]() P { return reflect.New(reflect.TypeFor[P]().Elem()).Interface().(P) }

// copyOf is a row with the same values.
func copyOf[P Entity](row P) P {
	other := fresh[P]()
	valueOf(other).Set(valueOf(row))
	return other
}

// Resource is a defined entity.
type Resource[P Entity] struct {
	spec   Spec[P]
	fields []*Field
	groups []Group
	title  *Field
	// validity says whether others may choose a row; nil where every row may be chosen.
	validity *Field
	usedBy   []usage
	factory  bool
}

// Any is a resource whose row type does not matter: what references, metadata and main need.
type Any interface {
	Name() string
	Label() problem.Text
	Mount(s *api.Server)
	Meta(may func(permission string) bool) Meta
	// Narrowed tells what can leave rows out for an actor, see store.Actor.Narrowed.
	Narrowed(actor store.Actor) []string
	// Logs are what the operation log tells of its rows beside the fields of the form.
	Logs() []LogField
	Example(ctx context.Context, tx store.Tx) error

	screen() string
	titlesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error)
	bilingual() bool
	shownTitles(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error)
	placesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error)
	unusable(ctx context.Context, tx store.Tx, ids []string) (map[string]problem.Text, error)
	lookup(ctx context.Context, tx store.Tx) (names *cell.Names, offered []string, err error)
	referringTo(ctx context.Context, tx store.Tx, u usage, id string) (referrers, error)
	use(u usage)
	fromName() bool
	checkNamed(ctx context.Context, tx store.Tx, names []string) ([]*problem.Problem, error)
	makeNamed(ctx context.Context, tx store.Tx, id, name string) error
}

// screen is the permission of the list without its operation.
func (r *Resource[P]) screen() string { return r.spec.Permission }

// Define checks a declaration and makes the entity. A mistake in it panics: it is one of ours, seen at start.
func Define[P Entity](s Spec[P]) *Resource[P] {
	proto := fresh[P]()
	f := &Form{proto: reflect.ValueOf(proto).Elem()}
	s.Form(proto, f)
	f.complete()
	r := &Resource[P]{spec: s, fields: f.fields, groups: f.grouped()}
	_, r.factory = reflect.TypeFor[P]().Elem().FieldByName("FactoryID")
	for _, x := range r.fields {
		if x.titles {
			r.title = x
		}
		if x.judges {
			r.validity = x
		}
		if x.Kind == KindReference && x.target == nil {
			x.target, x.Target = r, r.Name()
		}
	}
	r.useTargets()
	switch {
	case r.title == nil:
		panic(fmt.Sprintf("resource: %s has no title field", r.Name()))
	case r.validity != nil && !r.validity.begins():
		panic(fmt.Sprintf("resource: a new %s would be one that nobody may choose", r.Name()))
	case s.BeforeSave != nil && s.Rules != nil:
		panic(fmt.Sprintf("resource: %s has both BeforeSave and Rules", r.Name()))
	case r.imports() && s.BeforeSave != nil && !s.Alone:
		// Rows of a file that see one another could only be checked by writing them, and everybody else would wait.
		panic(fmt.Sprintf("resource: %s is imported from sheets: it needs Rules, or a BeforeSave that is Alone", r.Name()))
	}
	r.linkEnglish()
	return r
}

// Name is the entity's name: the last part of its path.
func (r *Resource[P]) Name() string { return path.Base(r.spec.Path) }

// Label is the entity's name for people.
func (r *Resource[P]) Label() problem.Text { return r.spec.Label }

func (r *Resource[P]) field(key string) *Field {
	for _, f := range r.fields {
		if f.Key == key {
			return f
		}
	}
	return nil
}

// titleOf is what people call the row.
func (r *Resource[P]) titleOf(row P) string {
	return fmt.Sprint(r.title.value(reflect.ValueOf(row).Elem()).Interface())
}

// titled is the title of a row as a text of both languages.
func (r *Resource[P]) titled(row P) problem.Text { return problem.L(r.titleOf(row), r.titleOf(row)) }

// titlesOf reads the names of rows.
func (r *Resource[P]) titlesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	var rows []P
	if err := tx.Seen(&rows).Columns("id", r.title.column).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	names := make(map[string]string, len(rows))
	for i := range rows {
		names[rows[i].Kept().ID] = r.titleOf(rows[i])
	}
	return names, nil
}

// placesOf are the titles of rows, each behind those of the rows that it is unique within: M-01 · P01 for a part. Numbers may hold a slash.
func (r *Resource[P]) placesOf(ctx context.Context, tx store.Tx, ids []string) (map[string]string, error) {
	within := slices.DeleteFunc(r.within(r.title), func(x *Field) bool { return x.Kind != KindReference })
	if len(within) == 0 {
		return r.shownTitles(ctx, tx, ids)
	}
	columns, w := []string{"id", r.title.column}, wanted{}
	for _, x := range within {
		columns = append(columns, x.column)
	}
	var rows []P
	if err := tx.Seen(&rows).Columns(columns...).WhereIn("id", ids).Scan(ctx); err != nil {
		return nil, err
	}
	for i := range rows {
		referring(within, valueOf(rows[i]), "", func(f *Field, _, id string) { w.add(f.target, id) })
	}
	above, err := w.places(ctx, tx)
	names := make(map[string]string, len(rows))
	for i := range rows {
		name := r.titleOf(rows[i])
		for _, x := range slices.Backward(within) {
			if place := above[x.value(valueOf(rows[i])).String()]; place != "" {
				name = place + " · " + name
			}
		}
		names[rows[i].Kept().ID] = name
	}
	return names, err
}

// lookup tells what people write in a sheet (codes and names: every simple unique text, and the title or another name where one
// row alone has it) from each other. offered are the names, in their order, of the rows that may be chosen.
func (r *Resource[P]) lookup(ctx context.Context, tx store.Tx) (names *cell.Names, offered []string, err error) {
	columns := []string{"id"}
	var keys, shared []*Field
	for _, f := range r.fields {
		switch {
		case f.Kind == KindText && f.IsUnique && len(f.with) == 0:
			keys = append(keys, f)
		case f.Kind == KindText && (f == r.title || f.alias):
			shared = append(shared, f)
		default:
			continue
		}
		columns = append(columns, f.column)
	}
	if r.validity != nil {
		columns = append(columns, r.validity.column)
	}
	var rows []P
	if err := tx.Seen(&rows).Columns(columns...).Scan(ctx); err != nil {
		return nil, nil, err
	}
	names = cell.NewNames()
	chosen := map[string]bool{}
	add := func(f *Field, row P) {
		text := f.value(valueOf(row)).String()
		names.Add(text, row.Kept().ID)
		if text != "" && !f.english && (r.validity == nil || !r.validity.value(valueOf(row)).IsZero()) {
			chosen[text] = true
		}
	}
	for _, f := range keys { // the first key wins over a name that equals another row's code
		for j := range rows {
			add(f, rows[j])
		}
	}
	for _, f := range shared {
		bearers := map[string]int{}
		for i := range rows {
			bearers[f.value(valueOf(rows[i])).String()]++
		}
		for i := range rows {
			text := f.value(valueOf(rows[i])).String()
			switch _, isKey := names.Find(text); {
			case isKey:
			case bearers[text] == 1:
				add(f, rows[i])
			case text != "":
				names.Share(text)
			}
		}
	}
	return names, slices.Sorted(maps.Keys(chosen)), nil
}

// imports tells whether rows come from sheets.
func (r *Resource[P]) imports() bool { return r.key() != nil && r.offers("add") }

func (r *Resource[P]) offers(operation string) bool {
	return !slices.Contains(r.spec.Without, operation)
}

// Meta is what the screens are made of.
type Meta struct {
	Entity     string       `json:"entity"`
	Path       string       `json:"path"`
	Label      problem.Text `json:"label"`
	Permission string       `json:"permission"`
	Level      string       `json:"level" enum:"tenant,factory" doc:"whose rows these are"`
	May        []string     `json:"may" doc:"operations that the caller may do"`
	Sort       string       `json:"sort"`
	Title      string       `json:"title" doc:"key of the field that names a row"`
	Groups     []Group      `json:"groups"`
	Fields     []*Field     `json:"fields"`
	Imports    bool         `json:"imports" doc:"rows can be imported from a sheet"`
	Without    []string     `json:"without" nullable:"false" doc:"operations that nobody has: rows come, change and go in another way"`
	Narrowed   []string     `json:"narrowed" nullable:"false" enum:"section,people" doc:"what may leave rows out for the caller"`
}

// Narrowed tells what can leave rows out for an actor.
func (r *Resource[P]) Narrowed(actor store.Actor) []string { return actor.Narrowed(fresh[P]()) }

// Meta describes the entity to a caller with some permissions.
func (r *Resource[P]) Meta(may func(permission string) bool) Meta {
	m := Meta{
		Entity: r.Name(), Path: r.spec.Path, Label: r.spec.Label, Permission: r.spec.Permission, Sort: r.spec.Sort,
		Title: r.title.Key, Groups: r.groups, Fields: r.fields, May: []string{}, Level: "tenant", Imports: r.imports(), Without: []string{},
		Narrowed: []string{},
	}
	if r.factory {
		m.Level = "factory"
	}
	for _, op := range []string{"check", "detail", "add", "modify", "delete", "export"} {
		switch {
		case !r.offers(op):
			m.Without = append(m.Without, op)
		case may(r.spec.Permission + "." + op):
			m.May = append(m.May, op)
		}
	}
	return m
}

// schema is the body of a save in OpenAPI, made of the declaration, so that contract and rules are one.
func schema(fields []*Field, patch bool) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	if patch {
		s.Properties["version"] = &huma.Schema{Type: huma.TypeInteger, Description: "The version that the changes are based on"}
		s.Required = []string{"version"}
	}
	for _, f := range fields {
		if f.ReadOnly {
			continue
		}
		s.Properties[f.Key] = f.schema()
		if f.Needed && f.Default == nil && !patch {
			s.Required = append(s.Required, f.Key)
		}
	}
	return s
}

func (f *Field) schema() *huma.Schema {
	p := &huma.Schema{Title: f.Label.En, Type: huma.TypeString, Minimum: f.Low, Maximum: f.High, Pattern: f.Regex}
	switch f.Kind {
	case KindInteger:
		p.Type = huma.TypeInteger
	case KindDecimal, KindHours:
		p.Type = huma.TypeNumber
	case KindFlag:
		p.Type = huma.TypeBoolean
	case KindChoice:
		p.Type = huma.TypeInteger
		for _, o := range f.Options {
			p.Enum = append(p.Enum, o.Value)
		}
	case KindDate:
		p.Format, p.Nullable = "date", true
		if f.Earliest+f.Latest != "" {
			p.Description = f.span().In(problem.English)
		}
	case KindInstant:
		p.Format, p.Nullable = "date-time", true
	case KindLines:
		p.Type, p.Items = huma.TypeArray, schema(f.Fields, false)
		if f.Most > 0 {
			p.MaxItems = &f.Most
		}
	case KindReference:
		p.Description = "id of a " + f.Target
	case KindReferences:
		p.Type, p.Items = huma.TypeArray, &huma.Schema{Type: huma.TypeString, Description: "id of a " + f.Target}
		if f.Most > 0 {
			p.MaxItems = &f.Most
		}
	case KindText, KindLongText, KindSecret, KindTime:
		if f.MaxLength > 0 {
			p.MaxLength = &f.MaxLength
		}
	}
	return p
}
