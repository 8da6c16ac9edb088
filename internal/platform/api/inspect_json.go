package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"mouldworks/internal/platform/problem"
)

// inspectJSON holds a JSON text against the type that it is decoded into. It finds what the decoder passes over in silence:
// characters that cannot be stored, halves of surrogate pairs (which the decoder replaces), properties that the type does not
// declare, null where it declares a value; and it names each value of another type by its place. contract says that the type is
// what the document of the API describes: then what it requires must be there, and moments lie within the years of a shop.
func inspectJSON(data []byte, into reflect.Type, contract bool) error {
	if !json.Valid(data) {
		return problem.Malformed("body", "format", msgUnreadable)
	}
	return (&inspection{data: data, contract: contract}).of(into)
}

// inspection walks over a text that is valid JSON, so that it need not look for ends and commas.
type inspection struct {
	data     []byte
	at       int
	bad      []problem.FieldError
	contract bool
	noNull   bool
}

// of judges the whole text.
func (i *inspection) of(into reflect.Type) error {
	i.value("", property{of: into})
	return invalid(i.bad)
}

func (i *inspection) fault(field, rule string, text problem.Text) {
	if field == "" {
		field = "body"
	}
	i.add(problem.Field(field, rule, text))
}

func (i *inspection) add(fault problem.FieldError) {
	if len(i.bad) < mostFaults {
		i.bad = append(i.bad, fault)
	}
}

// next skips space and gives the byte that follows.
func (i *inspection) next() byte {
	for strings.IndexByte(" \t\r\n", i.data[i.at]) >= 0 {
		i.at++
	}
	return i.data[i.at]
}

// value walks over one value. p is what it is decoded into; without a type where anything goes.
func (i *inspection) value(path string, p property) {
	t := p.of
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	inner := t // what an object or a list is made of, where that is known
	if t != nil && opaque(t) {
		inner = nil
	}
	first, from := i.next(), i.at
	switch first {
	case '{':
		i.object(path, inner)
	case '[':
		i.list(path, inner)
	case '"':
		if !plain(i.text()) {
			i.fault(path, "character", msgCharacter)
			return
		}
	default:
		for i.at < len(i.data) && strings.IndexByte(",]} \t\r\n", i.data[i.at]) < 0 {
			i.at++
		}
	}
	if t != nil {
		i.judge(path, p, t, i.data[from:i.at])
	}
}

func (i *inspection) object(path string, t reflect.Type) {
	var declared map[string]property
	var element property // of a map
	if t != nil && t.Kind() == reflect.Struct {
		declared = properties(t)
	}
	if t != nil && t.Kind() == reflect.Map {
		element = property{of: t.Elem(), element: true}
	}
	i.at++
	seen := map[string]bool{}
	for i.next() != '}' {
		raw := i.text()
		key, whole := named(raw)
		inner := key
		if path != "" {
			inner = path + "." + key
		}
		of := element
		if seen[whole] { // decoders take the last, proxies perhaps the first
			i.fault(inner, "duplicate", msgTwice)
		}
		seen[whole] = true
		if declared != nil {
			known := false
			if of, known = declared[key]; !known {
				i.fault(inner, "unknown", msgUnknown)
			}
		}
		if !plain(raw) {
			i.fault(inner, "character", msgCharacter)
		}
		i.next() // the colon
		i.at++
		i.value(inner, of)
		if i.next() == ',' {
			i.at++
		}
	}
	i.at++
	if i.contract {
		i.missing(path, declared, seen)
	}
}

func (i *inspection) list(path string, t reflect.Type) {
	var element property
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		element = property{of: t.Elem(), element: true}
	}
	i.at++
	for n := 0; i.next() != ']'; n++ {
		inner := strconv.Itoa(n)
		if path != "" {
			inner = path + "." + inner
		}
		i.value(inner, element)
		if i.next() == ',' {
			i.at++
		}
	}
	i.at++
}

// text steps over a string and gives it as it was written, with its quotes.
func (i *inspection) text() []byte {
	i.next()
	from := i.at
	for i.at++; i.data[i.at] != '"'; i.at++ {
		if i.data[i.at] == '\\' {
			i.at++
		}
	}
	i.at++
	return i.data[from:i.at]
}

// mostNamed is how many bytes of an undeclared property's name an answer repeats.
const mostNamed = 80

// named is the name of a property as an answer gives it, and the whole of it.
func named(raw []byte) (shown, whole string) {
	_ = json.Unmarshal(raw, &whole) // it is valid
	if shown = whole; len(whole) > mostNamed {
		shown = strings.ToValidUTF8(whole[:mostNamed], "") + "…"
	}
	return shown, whole
}

// plain tells whether a string as it was written can be stored: valid UTF-8, whole surrogate pairs, no control characters.
func plain(raw []byte) bool {
	if !utf8.Valid(raw) || bytes.ContainsFunc(raw, isControl) {
		return false
	}
	high := false // a first half of a pair has just been
	for n := 1; n < len(raw)-1; n++ {
		if raw[n] != '\\' || raw[n+1] != 'u' {
			if high {
				return false
			}
			if raw[n] == '\\' {
				if n++; raw[n] == 'b' || raw[n] == 'f' {
					return false
				}
			}
			continue
		}
		code, _ := strconv.ParseUint(string(raw[n+2:n+6]), 16, 32) // four hexadecimal digits: it is valid
		low := code >= 0xdc00 && code < 0xe000
		if low != high || isControl(rune(code)) {
			return false
		}
		high = code >= 0xd800 && code < 0xdc00
		n += 5
	}
	return !high
}

// opaque tells whether a type reads its JSON itself, so that nothing is known of the inside.
func opaque(t reflect.Type) bool {
	if t.Kind() == reflect.Interface {
		return true
	}
	for _, own := range []reflect.Type{reflect.TypeFor[json.Unmarshaler](), reflect.TypeFor[interface{ UnmarshalText(text []byte) error }]()} {
		if t.Implements(own) || reflect.PointerTo(t).Implements(own) {
			return true
		}
	}
	return false
}

// property is a declared property of an object, or its element.
type property struct {
	of       reflect.Type // nil: anything
	bounds   bounds
	required bool
	element  bool // of a list or a map
}

var declaredProperties sync.Map // reflect.Type of a struct -> map[string]property

// properties are those that encoding/json decodes into a struct, by name. Names are matched exactly, as the document of the API
// does, where encoding/json would let case pass.
func properties(t reflect.Type) map[string]property {
	if known, ok := declaredProperties.Load(t); ok {
		return known.(map[string]property)
	}
	all := map[string]property{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Tag.Get("json") == "-" || f.Anonymous && name == "" || hiddenBehind(t, f) {
			continue
		}
		if name == "" {
			name = f.Name
		}
		all[name] = property{of: f.Type, bounds: boundsOf(f), required: requires(f)}
	}
	declaredProperties.Store(t, all)
	return all
}

// hiddenBehind tells whether a field stands inside an embedded struct that has a name of its own in JSON.
func hiddenBehind(t reflect.Type, f reflect.StructField) bool {
	for depth := 1; depth < len(f.Index); depth++ {
		if name, _, _ := strings.Cut(t.FieldByIndex(f.Index[:depth]).Tag.Get("json"), ","); name != "" {
			return true
		}
	}
	return false
}
