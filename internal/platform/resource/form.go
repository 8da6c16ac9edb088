package resource

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// Group is a heading of the form with its fields.
type Group struct {
	Label  problem.Text `json:"label"`
	Fields []string     `json:"fields"`
}

// Form collects the declaration of an entity. Each method takes the address of a struct field, so the compiler checks
// names and types; a field that is declared nowhere panics at start.
type Form struct {
	proto  reflect.Value
	fields []*Field
	groups []problem.Text
	line   bool
}

// Group begins a heading; the fields that follow stand under it.
func (f *Form) Group(zh, en string) { f.groups = append(f.groups, problem.L(zh, en)) }

// Text is one line of text.
func (f *Form) Text(p *string, zh, en string) *Field { return f.add(p, KindText, zh, en) }

// LongText is a text of several lines.
func (f *Form) LongText(p *string, zh, en string) *Field { return f.add(p, KindLongText, zh, en) }

// Secret is a text that is never given out again.
func (f *Form) Secret(p *Secret, zh, en string) *Field {
	return f.add(p, KindSecret, zh, en).HideInList()
}

// Integer is a whole number.
func (f *Form) Integer(p *int, zh, en string) *Field { return f.add(p, KindInteger, zh, en) }

// SortOrder is the place of a row among the others of its list.
func (f *Form) SortOrder(p *int) *Field {
	return f.Integer(p, "排序", "Sort order").Between(0, 999_999)
}

// Decimal is a fixed-point number.
func (f *Form) Decimal(p *quantity.Decimal, zh, en string) *Field {
	return f.add(p, KindDecimal, zh, en)
}

// Hours is a span of working time.
func (f *Form) Hours(p *quantity.Minutes, zh, en string) *Field {
	return f.add(p, KindHours, zh, en).Unit("小时", "h").AtLeast(0)
}

// Flag is yes or no.
func (f *Form) Flag(p *bool, zh, en string) *Field { return f.add(p, KindFlag, zh, en) }

// Choice is one of the options.
func (f *Form) Choice(p *int, zh, en string, options ...Option) *Field {
	x := f.add(p, KindChoice, zh, en)
	x.Options = options
	return x
}

// Ref is a row of another entity, by its id.
func (f *Form) Ref(p *string, to Any, zh, en string) *Field {
	x := f.add(p, KindReference, zh, en)
	x.Target, x.target = to.Name(), to
	return x
}

// Refs are rows of another entity, by their ids.
func (f *Form) Refs(p *[]string, to Any, zh, en string) *Field {
	x := f.add(p, KindReferences, zh, en)
	x.Target, x.target = to.Name(), to
	return x
}

// Self is another row of the same entity, by its id.
func (f *Form) Self(p *string, zh, en string) *Field { return f.add(p, KindReference, zh, en) }

// Date is a date without a time.
func (f *Form) Date(p *quantity.Date, zh, en string) *Field { return f.add(p, KindDate, zh, en) }

// Instant is a moment.
func (f *Form) Instant(p **time.Time, zh, en string) *Field { return f.add(p, KindInstant, zh, en) }

// Time is a time of day; 24:00 ends a day.
func (f *Form) Time(p *string, zh, en string) *Field { return f.add(p, KindTime, zh, en) }

// Lines are rows inside the record: saved, versioned, logged and exported with it. It is a function because a method
// cannot have a type parameter.
func Lines[L any](f *Form, p *[]L, zh, en string, declare func(*L, *Form)) *Field {
	x := f.add(p, KindLines, zh, en).HideInList()
	proto := new(L)
	inner := &Form{proto: reflect.ValueOf(proto).Elem(), line: true}
	declare(proto, inner)
	x.Fields, x.lineType = inner.fields, reflect.TypeFor[L]()
	inner.complete()
	return x
}

// add finds the struct field at address p. This runs once per entity, at start.
func (f *Form) add(p any, kind Kind, zh, en string) *Field {
	at := reflect.ValueOf(p).Pointer()
	for _, sf := range reflect.VisibleFields(f.proto.Type()) {
		if sf.Anonymous || !sf.IsExported() {
			continue
		}
		v := f.proto.FieldByIndex(sf.Index)
		if v.Addr().Pointer() != at || v.Addr().Type() != reflect.TypeOf(p) {
			continue
		}
		key, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		column, _, _ := strings.Cut(sf.Tag.Get("bun"), ",")
		if key == "" || column == "" && !f.line {
			panic(fmt.Sprintf("resource: %s.%s needs json and bun names", f.proto.Type(), sf.Name))
		}
		x := &Field{Key: key, Kind: kind, Label: problem.L(zh, en), column: column, index: sf.Index, group: len(f.groups) - 1}
		f.fields = append(f.fields, x)
		return x
	}
	panic(fmt.Sprintf("resource: %s is not a field of %s", en, f.proto.Type()))
}

// complete is the guard against drift: every field that travels has a label.
func (f *Form) complete() {
	declared := map[string]bool{"id": true, "version": true, "createdAt": true, "updatedAt": true}
	for _, x := range f.fields {
		declared[x.Key] = true
	}
	for _, sf := range reflect.VisibleFields(f.proto.Type()) {
		key, _, _ := strings.Cut(sf.Tag.Get("json"), ",")
		if !sf.Anonymous && sf.IsExported() && key != "-" && !declared[key] {
			panic(fmt.Sprintf("resource: %s.%s is not declared in its form", f.proto.Type(), sf.Name))
		}
	}
}

func (f *Form) grouped() []Group {
	labels := f.groups
	offset := 0
	if len(f.fields) > 0 && f.fields[0].group < 0 {
		labels = append([]problem.Text{problem.L("基本信息", "General")}, labels...)
		offset = 1
	}
	groups := make([]Group, len(labels))
	for i, l := range labels {
		groups[i] = Group{Label: l, Fields: []string{}}
	}
	for _, x := range f.fields {
		g := &groups[x.group+offset]
		g.Fields = append(g.Fields, x.Key)
	}
	return groups
}
