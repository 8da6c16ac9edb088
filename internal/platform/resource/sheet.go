package resource

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
	"mouldworks/internal/platform/store"
)

// RowFault is one cell of an imported sheet that breaks one rule.
type RowFault struct {
	Row     int    `json:"row" doc:"as the spreadsheet program counts"`
	Column  string `json:"column" doc:"key of the field"`
	Value   string `json:"value"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// ImportResult says what an import did, or would do.
type ImportResult struct {
	Created int        `json:"created"`
	Changed int        `json:"changed"`
	Same    int        `json:"same"`
	Faults  []RowFault `json:"faults" nullable:"false"`
}

var (
	msgNoHeader  = problem.L("没有列“%s”", "The column “%s” is missing")
	msgBadColumn = problem.L("未知的列“%s”", "Unknown column “%s”")
	msgTwice     = problem.L("%s在文件中重复出现", "%s appears twice in the file")
	msgNoImport  = problem.L("%s不能从表格导入", "%s cannot be imported from a sheet")
)

// key is the field that finds an existing row in an import, nil when the entity has no simple key.
func (r *Resource[T]) key() *Field {
	for _, f := range r.fields {
		if f.Kind == KindText && f.IsUnique && len(f.with) == 0 {
			return f
		}
	}
	return nil
}

// columns are the fields that stand in a sheet.
func (r *Resource[T]) columns() []*Field {
	return slices.DeleteFunc(slices.Clone(r.fields), func(f *Field) bool { return f.Kind == KindSecret })
}

// ZoneOf is the zone of the caller's factory, in which sheets tell times.
func ZoneOf(tx store.Tx) *time.Location {
	if zone, err := time.LoadLocation(tx.Actor().Zone); err == nil {
		return zone
	}
	return time.UTC
}

// entry is one row of the sheet on its way in.
type entry[T any] struct {
	row      int
	old, now *T
}

// ErrUndo comes beside the result of an import that must leave nothing behind: of a dry run, or of a file with faults.
// The caller's transaction must be rolled back.
var ErrUndo = errors.New("resource: the import is to be rolled back")

// Import upserts rows by key from an xlsx or csv file. Empty cells keep what is stored. It is all or nothing: with any
// fault nothing may stay (ErrUndo), and every fault is named. References and uniqueness are checked in batches.
func (r *Resource[T]) Import(ctx context.Context, tx store.Tx, data []byte, dryRun bool) (ImportResult, error) {
	in := &importer[T]{dryRun: dryRun}
	if err := r.check(ctx, tx, data, in); err != nil {
		return in.result, err
	}
	result := in.result
	if len(result.Faults) > 0 || dryRun {
		return result, ErrUndo
	}
	r.tell(ctx, tx, "")
	return result, tx.Log(ctx, r.Name(), "", r.spec.Label.En, store.ActionImport,
		store.FieldChange{Field: "created", After: result.Created}, store.FieldChange{Field: "changed", After: result.Changed})
}

// check reads the file into in and, where nothing is wrong with it so far, writes its rows.
func (r *Resource[T]) check(ctx context.Context, tx store.Tx, data []byte, in *importer[T]) (err error) {
	in.r, in.key, in.zone, in.lang, in.seen, in.result = r, r.key(), ZoneOf(tx), problem.Language(ctx), map[string]bool{}, ImportResult{Faults: []RowFault{}}
	if in.key == nil {
		return problem.Refuse(msgNoImport, r.spec.Label)
	}
	if in.stored, err = r.byKey(ctx, tx, in.key); err != nil {
		return err
	}
	if in.lookups, err = r.lookups(ctx, tx); err != nil {
		return err
	}
	if err := sheet.Read(data, sheet.Limits{}, in.visit); err != nil {
		return SheetProblem(err)
	}
	in.unique()
	if err := in.usable(ctx, tx); err != nil || len(in.result.Faults) > 0 {
		return err
	}
	return r.takeIn(ctx, tx, in)
}

// takeIn writes the rows. Where the entity has rules of its own every row is written before the next is looked at, for a
// rule may ask what is stored already; all others go in at once.
func (r *Resource[T]) takeIn(ctx context.Context, tx store.Tx, in *importer[T]) error {
	var fresh, created []*T
	for _, e := range in.entries {
		if r.spec.BeforeSave != nil {
			var refused *problem.Problem
			switch err := r.spec.BeforeSave(ctx, tx, e.old, e.now); {
			case errors.As(err, &refused) && refused.Code == problem.Question:
				if in.dryRun { // asked when the file is taken in
					continue
				}
				return err
			case errors.As(err, &refused):
				in.refused(e.row, refused)
				continue
			case err != nil:
				return err
			}
		}
		changes := r.diff(e.old, e.now)
		if e.old == nil {
			created = append(created, e.now)
		}
		switch {
		case e.old == nil && r.spec.BeforeSave == nil:
			fresh = append(fresh, e.now)
		case e.old == nil:
			if err := r.write(ctx, tx, nil, e.now); err != nil {
				return err
			}
		case len(changes) > 0:
			if err := r.write(ctx, tx, e.old, e.now); err != nil {
				return err
			}
			if err := tx.Log(ctx, r.Name(), r.kept(e.now).ID, r.titleOf(e.now), store.ActionChange, changes...); err != nil {
				return err
			}
		}
	}
	if len(fresh) > 0 {
		switch err := tx.Insert(ctx, &fresh); {
		case errors.Is(err, store.ErrDuplicate): // a rule over several fields, broken by two rows of the file
			return problem.Refuse(msgExists, r.spec.Label)
		case err != nil:
			return err
		}
	}
	if len(in.result.Faults) > 0 {
		return nil
	}
	lines := make([]store.Logged, len(created))
	for i, row := range created {
		lines[i] = store.Logged{RowID: r.kept(row).ID, Title: r.titleOf(row), Changes: r.diff(nil, row)}
	}
	if err := tx.LogAll(ctx, r.Name(), store.ActionCreate, lines); err != nil || r.spec.AfterSave == nil {
		return err
	}
	for _, e := range in.entries {
		if err := r.spec.AfterSave(ctx, tx, e.old, e.now); err != nil {
			return err
		}
	}
	return nil
}

func (r *Resource[T]) byKey(ctx context.Context, tx store.Tx, key *Field) (map[string]*T, error) {
	var rows []T
	if err := tx.Select(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	stored, all := make(map[string]*T, len(rows)), make([]*T, len(rows))
	for i := range rows {
		all[i] = &rows[i]
		stored[strings.ToLower(key.value(valueOf(&rows[i])).String())] = &rows[i]
	}
	return stored, r.load(ctx, tx, all)
}

// lookups reads, once per referenced entity, what its codes and names stand for.
func (r *Resource[T]) lookups(ctx context.Context, tx store.Tx) (map[string]map[string]string, error) {
	all := map[string]map[string]string{}
	for _, f := range references(r.fields) {
		if all[f.Target] != nil {
			continue
		}
		ids, err := f.target.lookup(ctx, tx)
		if err != nil {
			return nil, err
		}
		all[f.Target] = ids
	}
	return all, nil
}

func valueOf[T any](row *T) reflect.Value { return reflect.ValueOf(row).Elem() }
