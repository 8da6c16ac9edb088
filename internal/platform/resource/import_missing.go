package resource

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// Records that a file refers to and that are not there yet.

// mostMissing is how many records of an entity an import makes, and names as missing.
const mostMissing = 500

// Missing are records of an entity that a file refers to and that are not there.
type Missing struct {
	Entity string       `json:"entity"`
	Label  problem.Text `json:"label"`
	Names  []string     `json:"names" nullable:"false"`
	May    bool         `json:"may" doc:"the caller may make them with the import"`

	target Any
	keys   map[string]bool // what the spellings of each name have in common
}

// Wanted are records that an import makes because its file refers to them.
type Wanted struct {
	Entity string   `json:"entity"`
	Names  []string `json:"names"`
}

// Made are records of an entity that an import has made, or would make, because its file refers to them.
type Made struct {
	Entity string       `json:"entity"`
	Label  problem.Text `json:"label"`
	Names  []string     `json:"names" nullable:"false"`
}

// planned is a record that is made before the rows of the file are written.
type planned struct {
	target   Any
	id, name string
	refused  *problem.Problem // what keeps it from being made; nil for nothing
	made     bool             // it is written
}

// fromName tells whether a record can be made of a name alone: all that it needs are texts.
func (r *Resource[P]) fromName() bool {
	for _, f := range r.fields {
		if f.Needed && f.Default == nil && f.Kind != KindText && f.Kind != KindLongText && f.Kind != KindFlag && f.Kind != KindChoice {
			return false
		}
	}
	return r.imports()
}

// named is a new record with an identity, whose needed texts are its name.
func (r *Resource[P]) named(id, name string) P {
	row := fresh[P]()
	for _, f := range r.fields {
		switch {
		case f.Default != nil:
			setDefault(f, valueOf(row))
		case f.Kind == KindText && (f.Needed || f == r.title || f == r.key()):
			f.value(valueOf(row)).SetString(name)
		case f.Kind == KindLines || f.Kind == KindReferences:
			clearField(f, valueOf(row))
		case f == r.validity && f.Kind == KindFlag:
			f.value(valueOf(row)).SetBool(true)
		}
	}
	row.Kept().ID = id
	return row
}

// checkNamed says of each name what keeps a record from being made of it alone; nil where nothing does. It writes nothing.
func (r *Resource[P]) checkNamed(ctx context.Context, tx store.Tx, names []string) ([]*problem.Problem, error) {
	var stored []P
	if err := tx.Select(&stored).Scan(ctx); err != nil {
		return nil, err
	}
	drafts := make([]Draft[P], len(names))
	for i, name := range names {
		drafts[i].Now = r.named("", name)
	}
	found, err := r.CheckAll(ctx, tx, drafts, Ahead[P]{Stored: stored})
	if err != nil {
		return nil, err
	}
	refused := make([]*problem.Problem, len(names))
	for i := range found {
		errors.As(found[i], &refused[i])
	}
	return refused, nil
}

func (r *Resource[P]) makeNamed(ctx context.Context, tx store.Tx, id, name string) error {
	return r.save(ctx, tx, none[P](), r.named(id, name), nil)
}

func (d *Directory) fromName() bool { return false }

func (d *Directory) checkNamed(_ context.Context, _ store.Tx, names []string) ([]*problem.Problem, error) {
	return make([]*problem.Problem, len(names)), nil
}
func (d *Directory) makeNamed(context.Context, store.Tx, string, string) error { return nil }

// makes tells whether an import of the list makes records that a field refers to and that are not there.
func (r *Resource[P]) makes(f *Field) bool {
	return f.target != nil && f.target.fromName() && f.target != Any(r)
}

// missing notes that a file refers to a record that is not there. Where the import is to make it, its identity is planned.
func (in *importer[P]) missing(f *Field, name string) (id string, planned bool) {
	if !in.r.makes(f) || in.goesOn(f, name) {
		return "", false
	}
	m := in.lacks[f.Target]
	if m == nil {
		permission := f.target.Meta(in.actor.Allowed).Permission
		m = &Missing{Entity: f.Target, Label: f.target.Label(), Names: []string{}, May: in.actor.Allowed(permission + ".add"), target: f.target, keys: map[string]bool{}}
		in.lacks[f.Target] = m
	}
	key := cell.Key(name)
	if !m.keys[key] && len(m.Names) < mostMissing {
		m.keys[key], m.Names = true, append(m.Names, name)
	}
	for _, w := range in.file.Create {
		if w.Entity == f.Target && m.May && slices.ContainsFunc(w.Names, func(other string) bool { return cell.Key(other) == key }) {
			return in.plan(f, key, name), true
		}
	}
	return "", false
}

// goesOn tells that a text begins with what a stored record is called and says more behind a colon or a sign of equality: HT:3 is a line
// in a form of its writer's, not the name of a record to be made.
func (in *importer[P]) goesOn(f *Field, text string) bool {
	at := strings.IndexAny(text, ":：=")
	if at <= 0 {
		return false
	}
	_, found := in.lookups[f.Target].Find(text[:at])
	return found
}

// dropUnmakeable leaves of what the file lacks the names that the rules of their own lists accept: nothing else is offered.
func (in *importer[P]) dropUnmakeable(ctx context.Context, tx store.Tx) error {
	for entity, m := range in.lacks {
		names := slices.Clone(m.Names)
		for at, p := range in.plans {
			if at[0] == entity && !m.keys[at[1]] { // beyond those that are told
				names = append(names, p.name)
			}
		}
		refused, err := m.target.checkNamed(ctx, tx, names)
		if err != nil {
			return err
		}
		makeable := []string{}
		for i, name := range names {
			switch p := in.plans[[2]string{entity, cell.Key(name)}]; {
			case refused[i] == nil && i < len(m.Names):
				makeable = append(makeable, name)
			case refused[i] != nil && p != nil:
				p.refused = refused[i]
			}
		}
		if m.Names = makeable; len(makeable) == 0 {
			delete(in.lacks, entity)
		}
	}
	return nil
}

func (in *importer[P]) plan(f *Field, key, name string) string {
	at := [2]string{f.Target, key}
	if in.plans[at] == nil {
		in.plans[at] = &planned{target: f.target, id: store.NewID(), name: name}
	}
	return in.plans[at].id
}

// plannedTitles are the names of planned records by their ids, beside those of stored ones.
func (in *importer[P]) plannedTitles(names map[string]string) map[string]string {
	for _, p := range in.plans {
		names[p.id] = p.name
	}
	return names
}

// refusePlanned refuses the rows that refer to a record which cannot be made of its name.
func (in *importer[P]) refusePlanned() {
	for _, at := range in.plansInOrder() {
		p := in.plans[at]
		if p.refused == nil {
			continue
		}
		why := p.refused.Text
		if len(p.refused.Fields) > 0 {
			why = p.refused.Fields[0].Text()
		}
		for _, e := range in.entries {
			referring(in.r.fields, valueOf(e.now), "", func(_ *Field, path, id string) {
				if id == p.id {
					in.fault(e, path, in.cellOf(e.row, path), "create", msgNotMade.With(p.target.Label().Inside(), p.name, why))
				}
			})
		}
	}
}

var msgNotMade = problem.L("不能新建%s“%s”（%s）", "The %s “%s” cannot be made (%s)")

// usedBy are the planned records that some rows refer to.
func (in *importer[P]) usedBy(rows []*entry[P]) (used []*planned) {
	if len(in.plans) == 0 {
		return nil
	}
	needed := map[string]bool{}
	for _, e := range rows {
		referring(in.r.fields, valueOf(e.now), "", func(_ *Field, _, id string) { needed[id] = true })
	}
	for _, at := range in.plansInOrder() {
		if p := in.plans[at]; needed[p.id] {
			used = append(used, p)
		}
	}
	return used
}

// makePlanned makes the planned records that rows refer to and that are not there yet: in the transaction of these rows, so that
// none is left which no row uses. It gives those that it tries to make.
func (in *importer[P]) makePlanned(ctx context.Context, tx store.Tx, rows []*entry[P]) (tried []*planned, err error) {
	for _, p := range in.usedBy(rows) {
		if p.made {
			continue
		}
		tried = append(tried, p)
		err := p.target.makeNamed(ctx, tx, p.id, p.name)
		if refused := blame(err); refused != nil { // the list has changed since the file was compared
			why := refused.Text
			if len(refused.Fields) > 0 {
				why = refused.Fields[0].Text()
			}
			return tried, problem.Refuse(msgNotMade, p.target.Label().Inside(), p.name, why)
		}
		if err != nil {
			return tried, err
		}
	}
	return tried, nil
}

// madeRecords are the planned records that the import has made, or that it would make for the rows that are not refused.
func (in *importer[P]) madeRecords() []Made {
	made, healthy := []Made{}, []*entry[P]{}
	for _, e := range in.entries {
		if !in.staysOut(e.row) {
			healthy = append(healthy, e)
		}
	}
	for _, p := range in.usedBy(healthy) {
		if !p.made && !in.file.DryRun {
			continue
		}
		if n := len(made); n == 0 || made[n-1].Entity != p.target.Name() {
			made = append(made, Made{Entity: p.target.Name(), Label: p.target.Label()})
		}
		last := &made[len(made)-1]
		last.Names = append(last.Names, p.name)
	}
	return made
}

func (in *importer[P]) plansInOrder() [][2]string {
	var all [][2]string
	for at := range in.plans {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	return all
}
