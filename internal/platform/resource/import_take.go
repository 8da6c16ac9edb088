package resource

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
	"mouldworks/internal/platform/sheet"
)

// From the cells of a row to a record, with every rule that looks at the row alone.

var msgTwice = problem.L("与第 %d 行重复", "Repeats row %d")

// find gives the stored row that the key of a row names: as it is written, else as it would be stored, else in another spelling.
func (in *importer[P]) find(row fileRow) P {
	key := make([]string, len(in.keys))
	for i, f := range in.keys {
		key[i] = in.cellOf(row, f.Key)
	}
	for _, written := range []func(string) string{strings.TrimSpace, cell.Clean, cell.Line} {
		if row := in.stored[keyOf(key, written)]; given(row) {
			return row
		}
	}
	return in.spelt[keyOf(key, cell.Key)]
}

// keyOf is a key of several parts as one text.
func keyOf(parts []string, written func(string) string) string {
	all := make([]string, len(parts))
	for i, part := range parts {
		all[i] = written(part)
	}
	return strings.Join(all, "\x00")
}

// keyTold is the key of a row as the file writes it, on one line.
func (in *importer[P]) keyTold(row fileRow) string {
	var parts []string
	for _, f := range in.keys {
		if text := cell.Line(in.cellOf(row, f.Key)); text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, keyJoint)
}

// repeats tells whether a cell is what an export writes for the stored row. Such a cell changes nothing, even where it could
// be read in another way: a dash that is the text itself, characters that a cell would not be stored with, the seconds of
// a moment that a sheet does not show, a name that two records have.
func (in *importer[P]) repeats(f *Field, old P, text string) bool {
	return strings.TrimSpace(text) == strings.TrimSpace(fmt.Sprint(f.cell(valueOf(old), in.titles, in.lang, in.dates.Zone)))
}

// fault refuses a row for one of its cells, once for each field: the first complaint is the cause.
func (in *importer[P]) fault(e *entry[P], column, value, rule string, text problem.Text, options ...problem.Text) {
	field, _, _ := strings.Cut(column, ".")
	if e.wrong[field] {
		if rule == "cycle" {
			in.retell(e, column, rule, text)
		}
		return
	}
	if e.wrong == nil {
		e.wrong = map[string]bool{}
	}
	e.wrong[field] = true
	if f := in.r.field(field); f != nil && f.Kind == KindLines && slices.Contains(rulesOfLineForm, rule) {
		text = msgLineForm.With(text, f.lineForm())
	}
	in.faulty[e.row.number] = true
	in.faults = append(in.faults, RowFault{e.row.number, cell.Brief(e.keyTyped()), column, cell.Cut(value, valueTold), rule, text.Worded(), options})
}

// retell puts a cycle in the place of its consequence, that a row refers to a refused one.
func (in *importer[P]) retell(e *entry[P], column, rule string, text problem.Text) {
	for i := range in.faults {
		if f := &in.faults[i]; f.Row == e.row.number && f.Column == column && f.Rule == "reference" {
			f.Rule, f.Texts = rule, text.Worded()
		}
	}
}

// cellOf is what the file says in a column of the row, as typed.
func (in *importer[P]) cellOf(row fileRow, column string) string {
	field, _, _ := strings.Cut(column, ".")
	for i, f := range in.columns {
		if f != nil && f.Key == field {
			return in.typed(row, i)
		}
	}
	return ""
}

// problemFault refuses a row as a rule of the entity does.
func (in *importer[P]) problemFault(e *entry[P], p *problem.Problem) {
	for _, f := range p.Fields {
		in.fault(e, f.Field, in.cellOf(e.row, f.Field), f.Rule, f.Text())
	}
	if len(p.Fields) == 0 {
		in.fault(e, in.key.Key, e.keyTyped(), "refused", p.Text)
	}
}

// take makes a record of a row.
func (in *importer[P]) take(row fileRow) {
	e := &entry[P]{row: row, now: fresh[P]()}
	in.entries = append(in.entries, e)
	if !in.readable {
		in.faulty[row.number] = true
		return
	}
	e.key = in.keyTold(row)
	if e.old = in.find(row); given(e.old) {
		typed := e.key
		if e.now, e.key = copyOf(e.old), in.r.KeyOf(e.old); typed != e.key {
			e.typed = typed
		}
	} else {
		if in.own != nil {
			e.now.Kept().ID = in.own.ids[row.number]
		}
		if cell.IsDash(e.key) {
			e.key = ""
		}
		for _, f := range in.r.fields {
			if f.Default != nil {
				setDefault(f, valueOf(e.now))
			}
		}
	}
	for i, f := range in.columns {
		if f == nil || f.ReadOnly || slices.Contains(in.keys, f) && given(e.old) { // a stored row keeps its key as it is written there
			continue
		}
		if f.private && !in.takePrivate(e, f, in.typed(row, i)) {
			continue
		}
		if f.counted() && row.merged[i] != "" && in.typed(row, i) == "" {
			in.warn(row, f.Key, row.merged[i], cell.Merged())
		}
		if !given(e.old) && f.Kind == KindText && slices.Contains(in.keys, f) && in.isMoment(row, i) {
			bad := cell.Moment()
			in.fault(e, f.Key, in.typed(row, i), bad.Rule, bad.Text)
			continue
		}
		if bad := in.otherUnit(row, i); bad != nil {
			in.fault(e, f.Key, in.typed(row, i), bad.Rule, bad.Text)
			continue
		}
		if text := in.typed(row, i); cell.Clean(text) != "" && (!given(e.old) || !in.repeats(f, e.old, text)) {
			in.takeCell(e, f, text)
		}
	}
	if in.r.spec.Complete != nil {
		in.r.spec.Complete(e.now, func(key string) bool {
			text := in.cellOf(row, key)
			return cell.IsDash(text) || !given(e.old) && cell.Clean(text) == ""
		})
	}
	if !given(e.old) {
		in.needed(e)
	}
	bad := in.r.checkRow(e.old, e.now, in.dates.Zone)
	if in.r.spec.OfFile != nil {
		bad = append(bad, in.r.spec.OfFile(e.old, e.now)...)
	}
	for _, b := range bad {
		in.fault(e, b.Field, in.cellOf(row, b.Field), b.Rule, b.Text())
	}
}

// isMoment tells of a cell that the spreadsheet has made a date, a time or a share of what somebody typed; a mended one is as it was typed.
func (in *importer[P]) isMoment(row fileRow, at int) bool {
	_, mended := in.edits[place{row.number, in.columns[at].Key}]
	return !mended && at < len(row.kinds) && row.kinds[at] == sheet.ValueMoment
}

// otherUnit tells of a number whose cell shows it in another unit than the field has; a mended one is as it was typed.
func (in *importer[P]) otherUnit(row fileRow, at int) *cell.Fault {
	f := in.columns[at]
	_, mended := in.edits[place{row.number, f.Key}]
	if mended || !numeric(f.Kind) || at >= len(row.units) || row.units[at] == "" || at >= len(row.cells) || row.cells[at] == "" {
		return nil
	}
	var own problem.Text
	if f.UnitText != nil {
		own = *f.UnitText
	}
	return cell.Unit(row.cells[at], row.units[at], own)
}

// needed refuses a new row without a number or a choice that it needs and that nothing is set for: the zero of an empty cell
// is nobody's answer. Everything else that is needed, check tells from an empty value.
func (in *importer[P]) needed(e *entry[P]) {
	for _, f := range in.r.fields {
		if !f.Needed || f.ReadOnly || f.Default != nil || f.Kind == KindFlag || !numeric(f.Kind) {
			continue
		}
		if text := in.cellOf(e.row, f.Key); cell.Clean(text) == "" || cell.IsDash(text) {
			in.fault(e, f.Key, text, "required", msgRequired.With(f.Label))
		}
	}
}

// takeCell writes what a cell says into the record.
func (in *importer[P]) takeCell(e *entry[P], f *Field, text string) {
	row := valueOf(e.now)
	if bad := cell.Check(text); bad != nil {
		in.fault(e, f.Key, text, bad.Rule, bad.Text.Quoting(cell.Brief))
		return
	}
	if cell.IsDash(text) {
		clearField(f, row)
		if f.Kind == KindReferences {
			f.value(row).Set(reflect.ValueOf(append([]string{}, in.unseenOf(e, f)...)))
		}
		return
	}
	switch f.Kind {
	case KindReference:
		f.value(row).SetString(in.refer(e, f, f.Key, text))
	case KindReferences:
		ids := []string{}
		for _, part := range splitList(text) {
			if id := in.refer(e, f, f.Key, part); id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
		f.value(row).Set(reflect.ValueOf(append(ids, in.unseenOf(e, f)...)))
	case KindLines:
		in.takeLines(e, f, text)
	default:
		if bad := setCell(f, row, text, in.dates); bad != nil {
			in.fault(e, f.Key, text, bad.Rule, in.labelled(f, bad), in.optionsOf(f)...)
		}
	}
}

// unseenOf are the rows among those of a stored list that the person does not see: a file names none of them, and removes none.
func (in *importer[P]) unseenOf(e *entry[P], f *Field) (ids []string) {
	if !given(e.old) || !in.narrow {
		return nil
	}
	for _, id := range f.value(valueOf(e.old)).Interface().([]string) {
		if _, seen := in.titles[id]; !seen {
			ids = append(ids, id)
		}
	}
	return ids
}

var (
	labelEnd  = problem.L("：", ": ")
	choiceEnd = problem.L("", ": ") // 只能填： has a colon of its own
)

// labelled is what is wrong with a value behind the label of its field.
func (in *importer[P]) labelled(f *Field, bad *cell.Fault) problem.Text {
	if isNoDate(bad) {
		return wrongType(f).With(f.Label)
	}
	end := labelEnd
	if bad.Rule == cell.RuleChoice {
		end = choiceEnd
	}
	return problem.L("%s%s%s", "%s%s%s").With(f.Label, end, bad.Text.Inside())
}

// splitList cuts at semicolons and commas, plain or full-width.
func splitList(text string) []string {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '；' || r == '、' })
	return slices.DeleteFunc(parts, func(s string) bool { return cell.Clean(s) == "" })
}

// takeLines reads the lines of a cell: value,value;value,value. Two times may stand as a span: 08:00-12:00.
func (in *importer[P]) takeLines(e *entry[P], f *Field, text string) {
	lines := reflect.MakeSlice(reflect.SliceOf(f.lineType), 0, 4)
	var parts []string
	written, closed := splitQuoted(plainSeparators(text, f.Fields), ';')
	if !closed {
		in.fault(e, f.Key, text, ruleQuote, msgQuote.With(f.Label))
		return
	}
	for _, part := range written {
		if cell.Clean(part) != "" {
			parts = append(parts, apart(part, f.Fields)...)
		}
	}
	if len(parts) == 0 { // separators alone: who clears the lines writes a dash
		in.fault(e, f.Key, text, "required", msgRequired.With(f.Label))
		return
	}
	for _, part := range parts {
		line := reflect.New(f.lineType).Elem()
		for i, value := range spread(splitValues(part, ','), f.Fields) {
			value = unquoteValue(value)
			if cell.Clean(value) == "" {
				continue
			}
			if i >= len(f.Fields) {
				in.fault(e, f.Key, text, "surplus", msgSurplus.With(f.Label, len(f.Fields), cell.Brief(part)))
				break
			}
			inner := f.Fields[i]
			if inner.Kind == KindReference {
				inner.value(line).SetString(in.refer(e, inner, f.Key, value))
			} else if bad := setCell(inner, line, value, in.dates); bad != nil {
				in.fault(e, f.Key, text, bad.Rule, in.labelled(inner, bad))
			}
		}
		lines = reflect.Append(lines, line)
	}
	f.value(row(e)).Set(lines)
}

func row[P Entity](e *entry[P]) reflect.Value { return valueOf(e.now) }

// plainSeparators are those of lines as they are written here; people type full-width ones. The mark of enumerations
// separates spans of time only: elsewhere it belongs to a text.
func plainSeparators(text string, fields []*Field) string {
	if beginWithTimes(fields) {
		text = strings.ReplaceAll(text, "、", ",")
	}
	return strings.NewReplacer("；", ";", "，", ",", "\n", ";").Replace(text)
}

// optionsOf are the values that a choice or a flag may have.
func (in *importer[P]) optionsOf(f *Field) (words problem.Texts) {
	switch f.Kind {
	case KindFlag:
		return problem.Texts{f.word(true).Worded(), f.word(false).Worded()}
	case KindChoice:
		for _, o := range f.Options {
			words = append(words, o.Label.Worded())
		}
	}
	return words
}

// clearField empties a field; what has an initial value goes back to it.
func clearField(f *Field, row reflect.Value) {
	switch {
	case f.Kind == KindLines || f.Kind == KindReferences:
		v := f.value(row)
		v.Set(reflect.MakeSlice(v.Type(), 0, 0)) // [] and not null, in the database as in replies
	case f.Default != nil:
		setDefault(f, row)
	default:
		f.value(row).SetZero()
	}
}

// setCell reads the text of a cell into a field.
func setCell(f *Field, row reflect.Value, text string, dates cell.Dates) *cell.Fault {
	v := f.value(row)
	switch f.Kind {
	case KindFlag:
		yes, bad := cell.Flag(text, f.word(true), f.word(false))
		if bad != nil {
			return bad
		}
		v.SetBool(yes)
	case KindChoice:
		options := make([]cell.Option, len(f.Options))
		for i, o := range f.Options {
			options[i] = cell.Option{Value: o.Value, Label: o.Label, Also: o.also}
		}
		n, bad := cell.Choice(text, options)
		if bad != nil {
			return bad
		}
		v.SetInt(int64(n))
	case KindInteger:
		n, bad := cell.Integer(text)
		if bad != nil {
			return bad
		}
		v.SetInt(n)
	case KindDecimal:
		typed, bad := f.decimal(text)
		if bad != nil {
			return bad
		}
		f.keep(row, typed)
	case KindHours:
		typed, bad := cell.Hours(text)
		if bad != nil {
			return bad
		}
		f.keep(row, typed)
	case KindDate:
		dates.First = f.first
		d, bad := dates.Date(text)
		switch {
		case bad != nil && f.first != 0 && bad.Text.En == cell.YearsFrom(f.first).En:
			return &cell.Fault{Rule: bad.Rule, Text: f.span()}
		case bad != nil:
			return bad
		}
		v.SetString(string(d))
	case KindInstant:
		w, bad := dates.When(text)
		if bad != nil {
			return bad
		}
		if f.EndsDay {
			w = w.Due(dates.Zone)
		}
		v.Set(reflect.ValueOf(&w.At))
	case KindTime:
		m, bad := cell.Clock(text)
		if bad != nil {
			return bad
		}
		v.SetString(cell.ShowClock(m))
	case KindLongText, KindSecret:
		v.SetString(strings.TrimSpace(text))
	case KindText, KindReference, KindReferences, KindLines: // references and lines do not come here
		v.SetString(cell.Line(text))
	}
	return nil
}

// shown is a field of a record as people read it.
func (in *importer[P]) shown(f *Field, row reflect.Value, names map[string]string) problem.Text {
	if f.Kind == KindSecret || f.private {
		if f.value(row).IsZero() {
			return problem.Text{}
		}
		return problem.L(veil, veil)
	}
	return problem.InEach(func(lang string) string {
		v := f.cell(row, names, lang, in.dates.Zone)
		if t, ok := v.(*time.Time); ok && t == nil || v == nil {
			return ""
		}
		return fmt.Sprint(v)
	})
}

// decimal reads a number. A field without a unit counts parts of one, one in percent counts per cent; nothing else is a percentage.
func (f *Field) decimal(text string) (quantity.Figure, *cell.Fault) {
	if f.UnitText == nil || f.UnitText.En == "%" {
		return cell.Rate(text, f.UnitText != nil)
	}
	return cell.Number(text)
}
