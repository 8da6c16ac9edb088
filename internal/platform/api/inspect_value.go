package api

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

var (
	msgRequired = problem.L("此项必填", "This is required")
	msgMoment   = problem.L("必须是日期时间，例如 2026-03-20T08:00:00+08:00", "Must be a date and time such as 2026-03-20T08:00:00+08:00")
	msgDate     = problem.L("必须是日期，例如 2026-03-20", "Must be a date such as 2026-03-20")
	msgShort    = problem.L("至少 1 分钟（0.02 小时），没有则填 0", "Must be at least 1 minute (0.02 hours), or 0")
)

// requires tells whether the document of the API lists a field as required: huma does so unless its tags say otherwise.
func requires(f reflect.StructField) bool {
	if said, is := f.Tag.Lookup("required"); is {
		return said == "true"
	}
	_, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero")
}

// missing names what an object leaves out though the contract requires it. A decoder would make a zero of it, and a zero is an
// order: not begun, closed, nothing.
func (i *inspection) missing(path string, declared map[string]property, seen map[string]bool) {
	for _, name := range slices.Sorted(maps.Keys(declared)) {
		if declared[name].required && !seen[name] {
			i.fault(joined(path, name), "required", msgRequired)
		}
	}
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// judge holds a value as it was written against its type t, to which no pointer leads any more.
func (i *inspection) judge(path string, p property, t reflect.Type, raw []byte) {
	object := t.Kind() == reflect.Struct || t.Kind() == reflect.Map
	switch {
	case anything(t):
	case string(raw) == "null":
		switch {
		case i.noNull:
			i.fault(path, "type", wordsOf(t))
		case p.of.Kind() == reflect.Pointer && path != "" || mayBeNull(t):
		case object && !opaque(t) || p.element:
			i.fault(path, "type", wordsOf(t))
		case p.required && i.contract:
			i.fault(path, "required", msgRequired)
		}
	case opaque(t):
		read := reflect.New(t)
		err := json.Unmarshal(raw, read.Interface())
		if err != nil {
			i.fault(path, "type", wordsOf(t))
		} else if d, is := read.Interface().(*quantity.Date); is && !d.Planned() {
			i.add(problem.Field(path, "range", cell.Years))
		} else if at, is := read.Interface().(*time.Time); is && i.contract && !quantity.Planned(*at) {
			i.add(problem.Field(path, "range", cell.Years))
		} else if _, is := read.Interface().(*quantity.Minutes); is && i.contract && quantity.LessThanAMinute(string(raw)) {
			i.add(problem.Field(path, "min", msgShort))
		}
	case object && raw[0] == '{', listed(t) && raw[0] == '[': // what it holds has been judged
	case object, listed(t), json.Unmarshal(raw, reflect.New(t).Interface()) != nil:
		i.fault(path, "type", wordsOf(t))
	default:
		if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
			if fault, is := p.bounds.fault(path, n); is {
				i.add(fault)
			}
		}
	}
}

func listed(t reflect.Type) bool {
	return t.Kind() == reflect.Array || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8 // bytes are a text
}

// anything tells whether every JSON value fits a type.
func anything(t reflect.Type) bool {
	return t.Kind() == reflect.Interface || t == reflect.TypeFor[json.RawMessage]()
}

// described is what a type says of itself in the document of the API; nil where it says nothing.
func described(t reflect.Type) *huma.Schema {
	if own, is := reflect.New(t).Interface().(huma.SchemaProvider); is {
		return own.Schema(nil)
	}
	return nil
}

// mayBeNull tells whether the contract admits null for a type that is no pointer: a list without elements, or what says so of itself.
func mayBeNull(t reflect.Type) bool {
	s := described(t)
	return t.Kind() == reflect.Slice || s != nil && s.Nullable
}

// wordsOf says what a value of a type must be.
func wordsOf(t reflect.Type) problem.Text {
	if t == reflect.TypeFor[time.Time]() {
		return msgMoment
	}
	if s := described(t); s != nil {
		if s.Format == "date" {
			return msgDate
		}
		if s.Type == huma.TypeInteger {
			return msgNumber
		}
		return msgWrongType["number"]
	}
	return msgWrongType[kindOf(t)]
}
