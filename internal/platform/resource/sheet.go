package resource

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
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

func zoneOf(tx store.Tx) *time.Location {
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
	result := ImportResult{Faults: []RowFault{}}
	key := r.key()
	if key == nil {
		return result, problem.Refuse(msgNoImport, r.spec.Label)
	}
	stored, err := r.byKey(ctx, tx, key)
	if err != nil {
		return result, err
	}
	lookups, err := r.lookups(ctx, tx)
	if err != nil {
		return result, err
	}
	in := &importer[T]{r: r, key: key, zone: zoneOf(tx), lang: problem.Language(ctx), stored: stored, lookups: lookups, seen: map[string]bool{}, result: &result}
	if err := sheet.Read(data, sheet.Limits{}, in.visit); err != nil {
		return result, SheetProblem(err)
	}
	in.unique()
	if len(result.Faults) == 0 {
		if err := r.takeIn(ctx, tx, in); err != nil {
			return result, err
		}
	}
	if len(result.Faults) > 0 || dryRun {
		return result, ErrUndo
	}
	r.tell(ctx, tx, "")
	return result, tx.Log(ctx, r.Name(), "", r.spec.Label.En, store.ActionImport,
		store.FieldChange{Field: "created", After: result.Created}, store.FieldChange{Field: "changed", After: result.Changed})
}

// takeIn writes the rows. Where the entity has rules of its own every row is written before the next is looked at, for a
// rule may ask what is stored already; all others go in at once.
func (r *Resource[T]) takeIn(ctx context.Context, tx store.Tx, in *importer[T]) error {
	var fresh []*T
	for _, e := range in.entries {
		if r.spec.BeforeSave != nil {
			var refused *problem.Problem
			switch err := r.spec.BeforeSave(ctx, tx, e.old, e.now); {
			case errors.As(err, &refused):
				in.refused(e.row, refused)
				continue
			case err != nil:
				return err
			}
		}
		changes := r.diff(e.old, e.now)
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
	if r.spec.AfterSave == nil || len(in.result.Faults) > 0 {
		return nil
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
	stored := make(map[string]*T, len(rows))
	for i := range rows {
		stored[key.value(valueOf(&rows[i])).String()] = &rows[i]
	}
	return stored, nil
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

// importer reads a sheet row by row.
type importer[T any] struct {
	r       *Resource[T]
	key     *Field
	zone    *time.Location
	lang    string
	stored  map[string]*T
	lookups map[string]map[string]string
	header  []*Field
	sheet   string
	seen    map[string]bool
	entries []entry[T]
	result  *ImportResult
}

func (in *importer[T]) fault(row int, column, value, rule string, text problem.Text) {
	in.result.Faults = append(in.result.Faults, RowFault{row, column, value, rule, text.In(in.lang)})
}

func (in *importer[T]) refused(row int, p *problem.Problem) {
	for _, f := range p.Fields {
		in.fault(row, f.Field, "", f.Rule, f.Text())
	}
	if len(p.Fields) == 0 {
		in.fault(row, in.key.Key, "", "refused", p.Text)
	}
}

func (in *importer[T]) visit(row sheet.Row) error {
	if len(row.Cells) == 0 || strings.HasPrefix(strings.TrimSpace(row.Cells[0]), "#") {
		return nil
	}
	if in.header == nil {
		in.sheet = row.Sheet
		in.readHeader(row)
		return nil
	}
	if row.Sheet == in.sheet { // further sheets are the guide
		in.readRow(row)
	}
	return nil
}

func (in *importer[T]) readHeader(row sheet.Row) {
	in.header = make([]*Field, len(row.Cells))
	named := map[*Field]bool{}
	for i, cell := range row.Cells {
		cell = strings.TrimSpace(cell)
		if cell == "" {
			continue
		}
		for _, f := range in.r.columns() {
			if strings.EqualFold(cell, f.Key) || cell == f.Label.Zh || strings.EqualFold(cell, f.Label.En) {
				in.header[i] = f
				named[f] = true
			}
		}
		if in.header[i] == nil {
			in.fault(row.Number, cell, cell, "unknownColumn", msgBadColumn.With(cell))
		}
	}
	if !named[in.key] {
		in.fault(row.Number, in.key.Key, "", "missingColumn", msgNoHeader.With(in.key.Label))
	}
}

func (in *importer[T]) readRow(row sheet.Row) {
	cell := func(i int) string {
		if i < len(row.Cells) {
			return strings.TrimSpace(row.Cells[i])
		}
		return ""
	}
	now := new(T)
	var old *T
	name := ""
	for i, f := range in.header {
		if f == in.key {
			name = cell(i)
		}
	}
	if old = in.stored[name]; old != nil {
		*now = *old
	} else {
		for _, f := range in.r.fields {
			if f.Default != nil {
				setDefault(f, valueOf(now))
			}
		}
	}
	before := len(in.result.Faults)
	for i, f := range in.header {
		if f == nil || f.ReadOnly || cell(i) == "" {
			continue
		}
		in.readCell(row.Number, f, valueOf(now), cell(i))
	}
	for _, b := range check(in.r.fields, valueOf(now), "") {
		in.fault(row.Number, b.Field, "", b.Rule, b.Text())
	}
	if name != "" && in.seen[name] {
		in.fault(row.Number, in.key.Key, name, "duplicateKey", msgTwice.With(in.key.Label))
	}
	in.seen[name] = true
	if len(in.result.Faults) > before {
		return
	}
	switch {
	case old == nil:
		in.result.Created++
	case len(in.r.diff(old, now)) == 0:
		in.result.Same++
	default:
		in.result.Changed++
	}
	in.entries = append(in.entries, entry[T]{row.Number, old, now})
}

func (in *importer[T]) readCell(number int, f *Field, row reflect.Value, text string) {
	switch f.Kind {
	case KindReference:
		f.value(row).SetString(in.find(number, f, f.Key, text))
	case KindReferences:
		ids := []string{}
		for _, part := range strings.Split(text, ";") {
			if part = strings.TrimSpace(part); part != "" {
				ids = append(ids, in.find(number, f, f.Key, part))
			}
		}
		f.value(row).Set(reflect.ValueOf(ids))
	case KindLines:
		lines := reflect.MakeSlice(reflect.SliceOf(f.lineType), 0, 4)
		for _, part := range splitValues(text, ';') {
			if strings.TrimSpace(part) == "" {
				continue
			}
			line := reflect.New(f.lineType).Elem()
			for i, value := range splitValues(part, ',') {
				if i >= len(f.Fields) {
					break
				}
				inner, value := f.Fields[i], unquoteValue(value)
				if inner.Kind == KindReference && value != "" {
					inner.value(line).SetString(in.find(number, inner, f.Key, value))
				} else if bad := parse(inner, line, value, in.zone); bad != nil {
					in.fault(number, f.Key, text, bad.Rule, bad.Text())
				}
			}
			lines = reflect.Append(lines, line)
		}
		f.value(row).Set(lines)
	default:
		if bad := parse(f, row, text, in.zone); bad != nil {
			in.fault(number, f.Key, text, bad.Rule, bad.Text())
		}
	}
}

// find looks a code or name up; what is unknown is a fault, and "".
func (in *importer[T]) find(number int, f *Field, column, text string) string {
	id, found := in.lookups[f.Target][text]
	if !found {
		in.fault(number, column, text, "reference", msgNoRef.With(f.Label))
	}
	return id
}

// unique compares unique fields other than the key among the file's rows and the stored ones.
func (in *importer[T]) unique() {
	for _, f := range in.r.fields {
		if !f.IsUnique || len(f.with) > 0 || f == in.key {
			continue
		}
		owner := map[any]string{}
		for k, row := range in.stored {
			owner[f.value(valueOf(row)).Interface()] = k
		}
		for _, e := range in.entries {
			v := f.value(valueOf(e.now)).Interface()
			k := in.key.value(valueOf(e.now)).String()
			if holder, taken := owner[v]; taken && holder != k && !f.empty(valueOf(e.now)) {
				in.fault(e.row, f.Key, fmt.Sprint(v), "unique", msgTaken.With(in.r.taken(f), f.shown(valueOf(e.now))))
			}
			owner[v] = k
		}
	}
}

// Export gives the writer of the rows of a query, without paging, as xlsx or csv. The question is asked at once, so that
// a wrong one is refused before a file begins; the rows are read while they are written, in pieces, so that a long list
// takes no more memory than a short one. Without rows the file is empty, headings included (CALL-17).
func (r *Resource[T]) Export(ctx context.Context, db *store.DB, q Query, format string) (func(io.Writer) error, error) {
	var ids []string
	var zone *time.Location
	if err := db.Read(ctx, func(tx store.Tx) error {
		zone = zoneOf(tx)
		s, err := r.matching(tx, q)
		if err != nil {
			return err
		}
		ids, err = r.sorted(ctx, s, q.Sort)
		return err
	}); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return func(io.Writer) error { return nil }, nil
	}
	lang, fields := problem.Language(ctx), r.columns()
	return func(w io.Writer) error {
		var failed error
		err := r.sheetWriter(format, lang, func(yield func([]any) bool) {
			for piece := range slices.Chunk(ids, MaxPage) {
				var rows []T
				var names map[string]string
				if failed = db.Read(ctx, func(tx store.Tx) (err error) { rows, names, err = r.read(ctx, tx, piece); return err }); failed != nil {
					return
				}
				for i := range rows {
					cells := make([]any, len(fields))
					for c, f := range fields {
						cells[c] = f.cell(valueOf(&rows[i]), names, lang, zone)
					}
					if !yield(cells) {
						return
					}
				}
			}
		})(w)
		return errors.Join(failed, err)
	}, nil
}

// Template writes an empty sheet with the columns that an import reads.
func (r *Resource[T]) Template(lang string) func(io.Writer) error {
	return r.sheetWriter("xlsx", lang, func(func([]any) bool) {})
}

func (r *Resource[T]) sheetWriter(format, lang string, rows iter.Seq[[]any]) func(io.Writer) error {
	page := sheet.Page{Name: r.spec.Label.In(lang), Rows: rows}
	header := make([]any, 0, len(r.fields))
	for _, f := range r.columns() {
		c := sheet.Column{Title: f.Label.In(lang)}
		switch {
		case f == r.key():
			c.Mark = sheet.Key
		case f.Needed && f.Default == nil:
			c.Mark = sheet.Required
		}
		page.Columns = append(page.Columns, c)
		header = append(header, c.Title)
	}
	if format == "csv" {
		return func(w io.Writer) error {
			return sheet.WriteCSV(w, func(yield func([]any) bool) {
				if yield(header) {
					rows(yield)
				}
			})
		}
	}
	return func(w io.Writer) error { return sheet.WriteXLSX(w, page) }
}

// cell is a value as people read it in a sheet; an import of the same sheet reads it back.
func (f *Field) cell(row reflect.Value, names map[string]string, lang string, zone *time.Location) any {
	v := f.value(row)
	switch f.Kind {
	case KindReference:
		return names[v.String()]
	case KindChoice:
		for _, o := range f.Options {
			if int64(o.Value) == v.Int() {
				return o.Label.In(lang)
			}
		}
		return v.Int()
	case KindFlag:
		return f.word(v.Bool()).In(lang)
	case KindReferences:
		titles := make([]string, v.Len())
		for i := range titles {
			titles[i] = names[v.Index(i).String()]
		}
		return strings.Join(titles, ";")
	case KindInstant:
		if t, ok := v.Interface().(*time.Time); ok && t != nil {
			return t.In(zone).Format("2006-01-02 15:04")
		}
		return ""
	case KindDecimal:
		return quantity.Decimal(v.Int())
	case KindHours:
		return quantity.Minutes(v.Int()).Hours()
	case KindInteger:
		return v.Int()
	case KindLines:
		lines := make([]string, v.Len())
		for i := range lines {
			parts := make([]string, len(f.Fields))
			for j, inner := range f.Fields {
				parts[j] = quoteValue(fmt.Sprint(inner.cell(v.Index(i), names, lang, zone)))
			}
			lines[i] = strings.Join(parts, ",")
		}
		return strings.Join(lines, ";")
	default:
		return v.String()
	}
}

var sheetProblems = map[sheet.Kind]problem.Text{
	sheet.Empty:          problem.L("文件是空的", "The file is empty"),
	sheet.NotWorkbook:    problem.L("文件格式不支持：请使用 xlsx、xls 或 csv", "File format not supported: please use xlsx, xls or csv"),
	sheet.Encrypted:      problem.L("文件已加密：请去掉密码后再上传", "The file is encrypted: please save it without a password"),
	sheet.TooLarge:       problem.L("文件过大：最多 20 MB，解压后最多 64 MB", "The file is too large: at most 20 MB, unpacked at most 64 MB"),
	sheet.TooManyRows:    problem.L("行数过多：最多 200000 行", "Too many rows: at most 200,000"),
	sheet.TooManyColumns: problem.L("列数过多：最多 256 列", "Too many columns: at most 256"),
}

// SheetProblem words an error of reading a file.
func SheetProblem(err error) error {
	text, blame := sheetProblems[sheet.KindOf(err)]
	if !blame {
		return err
	}
	p := problem.Invalid(problem.Field("file", sheet.KindOf(err).String(), text))
	var asProblem *problem.Problem
	if errors.As(p, &asProblem) {
		asProblem.Text, asProblem.Cause = text, err
	}
	return p
}
