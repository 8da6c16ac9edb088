package resource

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/sheet"
)

// One pass over the rows of a file that is imported.

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
	result  ImportResult
	dryRun  bool
	keep    func(sheet.Row) // hears of every row below the header, nil for nobody
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
		if in.keep != nil {
			in.keep(row)
		}
		in.readRow(row)
	}
	return nil
}

func (in *importer[T]) readHeader(row sheet.Row) {
	in.header = make([]*Field, len(row.Cells))
	named := map[*Field]bool{}
	for i, cell := range row.Cells {
		cell = strings.TrimSpace(cell)
		if cell == "" || strings.HasPrefix(cell, "#") { // the reasons in a file of failed rows
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
	key := strings.ToLower(name)
	if old = in.stored[key]; old != nil {
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
		if f == nil || f.ReadOnly || cell(i) == "" || f == in.key && old != nil { // a stored row keeps its key as it is written there
			continue
		}
		in.readCell(row.Number, f, valueOf(now), cell(i))
	}
	for _, b := range check(in.r.fields, valueOf(now), "") {
		in.fault(row.Number, b.Field, "", b.Rule, b.Text())
	}
	if name != "" && in.seen[key] {
		in.fault(row.Number, in.key.Key, name, "duplicateKey", msgTwice.With(in.key.Label))
	}
	in.seen[key] = true
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
			owner[folded(f.value(valueOf(row)).Interface())] = k
		}
		for _, e := range in.entries {
			v := folded(f.value(valueOf(e.now)).Interface())
			k := strings.ToLower(in.key.value(valueOf(e.now)).String())
			if holder, taken := owner[v]; taken && holder != k && !f.empty(valueOf(e.now)) {
				in.fault(e.row, f.Key, fmt.Sprint(f.shown(valueOf(e.now))), "unique", msgTaken.With(in.r.taken(f), f.shown(valueOf(e.now))))
			}
			owner[v] = k
		}
	}
}
