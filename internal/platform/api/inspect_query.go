package api

import (
	"maps"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/problem"
)

// input is what an operation takes, read once from the type of its input.
type input struct {
	body reflect.Type // what a JSON body is decoded into; nil where the operation takes none
	// mayLackBody is for operations that take a body but need none.
	mayLackBody bool

	query    map[string]parameter
	prefixes []string // of parameters whose names rows decide, such as f. of filters
	anyQuery bool     // see Operation.AnyQuery
	form     map[string]formField
}

// everywhere are the parameters that any call may carry: the time of the call, which keeps caches out of it, the language, the
// answer to a question, and the public id of the session, which goes along through a gateway.
var everywhere = []string{"_t", "lang", "confirm", "sessionId"}

// formField is one declared field of a multipart form.
type formField struct {
	parameter // of a text
	file      bool
	many      bool
}

// parameter is one declared parameter of a query.
type parameter struct {
	of      reflect.Type
	bounds  bounds
	choices []string // nil: any
}

// bounds are the smallest and the largest whole number that a field takes; nil where its tags name none.
type bounds struct{ low, high *int64 }

var (
	msgNumber = problem.L("必须是整数", "Must be a whole number")
	msgRange  = problem.L("必须是 %d 到 %d 之间的整数", "Must be a whole number from %d to %d")
	msgChoice = problem.L("只能是以下之一：%s", "Must be one of: %s")

	msgNoParameter = problem.L("此接口没有该参数，请删除后重试", "This call has no such parameter; leave it out")
)

// inputOf reads what an input type declares: fields with the tag query, with their limits; fields with the tag prefix for
// names that are not known beforehand; and the type of the body.
func inputOf(t reflect.Type) input {
	in := input{query: map[string]parameter{}}
	if t.Kind() != reflect.Struct {
		return in
	}
	for _, f := range reflect.VisibleFields(t) {
		if prefix := f.Tag.Get("prefix"); prefix != "" {
			in.prefixes = append(in.prefixes, prefix)
		}
		name, _, _ := strings.Cut(f.Tag.Get("query"), ",")
		if name == "" {
			continue
		}
		p := parameter{of: f.Type, bounds: boundsOf(f)}
		if choices := f.Tag.Get("enum"); choices != "" {
			p.choices = strings.Split(choices, ",")
		}
		in.query[name] = p
	}
	if body, found := t.FieldByName("Body"); found {
		in.body, in.mayLackBody = body.Type, body.Type.Kind() == reflect.Pointer
	}
	if raw, found := t.FieldByName("RawBody"); found {
		in.form = formOf(raw.Type)
		if names := raw.Tag.Get("fields"); names != "" { // of a form without files
			in.form = map[string]formField{}
			for name := range strings.SplitSeq(names, ",") {
				in.form[name] = formField{parameter: parameter{of: reflect.TypeFor[string]()}}
			}
		}
	}
	return in
}

// formOf reads the fields of huma.MultipartFormFiles, whose Data gives a pointer to what they are decoded into.
func formOf(t reflect.Type) map[string]formField {
	data, found := reflect.PointerTo(t).MethodByName("Data")
	if !found {
		return nil
	}
	fields := map[string]formField{}
	for _, f := range reflect.VisibleFields(data.Type.Out(0).Elem()) {
		name, of := f.Tag.Get("form"), f.Type
		if name == "" {
			continue
		}
		many := of.Kind() == reflect.Slice
		if many {
			of = of.Elem()
		}
		fields[name] = formField{parameter: parameter{of: of}, file: of == reflect.TypeFor[huma.FormFile](), many: many}
	}
	return fields
}

// boundsOf reads the tags minimum and maximum of a field of whole numbers.
func boundsOf(f reflect.StructField) bounds {
	bound := func(tag string) *int64 {
		n, err := strconv.ParseInt(f.Tag.Get(tag), 10, 64)
		if err != nil {
			return nil
		}
		return &n
	}
	return bounds{bound("minimum"), bound("maximum")}
}

// fault tells what is wrong with a whole number by its limits.
func (b bounds) fault(field string, n int64) (problem.FieldError, bool) {
	if b.low == nil || b.high == nil || n >= *b.low && n <= *b.high {
		return problem.FieldError{}, false
	}
	return problem.Field(field, "range", msgRange, *b.low, *b.high), true
}

// language are the languages that a caller may name, also with their country.
var language = regexp.MustCompile(`(?i)^(zh|cn|en)([-_][a-z-]+)?$`)

// plain tells whether a parameter is a number or a flag, of which an empty text is none.
func (p parameter) plain() bool { return p.of.Kind() != reflect.String && p.of.Kind() != reflect.Slice }

// queryFaults holds a query against what the operation declares. An empty text stands for none. A name that is not declared
// would be passed over in silence, and the answer be about something else than was asked.
func (in input) queryFaults(query url.Values) (bad []problem.FieldError) {
	for _, name := range slices.Sorted(maps.Keys(query)) {
		p, declared := in.query[name]
		byPrefix := slices.ContainsFunc(in.prefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if (declared || byPrefix || slices.Contains(everywhere, name)) && len(query[name]) > 1 { // servers take the first, proxies perhaps the last
			bad = append(bad, problem.Field(shortened(name), "duplicate", msgTwice))
		}
		if !declared && !byPrefix && !in.anyQuery && !slices.Contains(everywhere, name) {
			bad = append(bad, problem.Field(shortened(name), "unknown", msgNoParameter))
		}
		switch text := query.Get(name); {
		case declared && (text != "" || p.plain()):
			bad = append(bad, p.faults(name, text)...)
		case name == "lang" && !declared && text != "" && !language.MatchString(text):
			bad = append(bad, problem.Field(name, "choice", msgChoice, problem.Joined([]string{problem.Chinese, problem.English})))
		}
	}
	return bad
}

func (p parameter) faults(name, text string) []problem.FieldError {
	switch p.of.Kind() {
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		switch {
		case err == nil:
		case p.bounds.low != nil && p.bounds.high != nil:
			return []problem.FieldError{problem.Field(name, "type", msgRange, *p.bounds.low, *p.bounds.high)}
		default:
			return []problem.FieldError{problem.Field(name, "type", msgNumber)}
		}
		if fault, is := p.bounds.fault(name, n); is {
			return []problem.FieldError{fault}
		}
	case reflect.Bool:
		if _, err := strconv.ParseBool(text); err != nil {
			return []problem.FieldError{problem.Field(name, "type", msgWrongType["flag"])}
		}
	default:
		if p.choices != nil && !slices.Contains(p.choices, text) {
			return []problem.FieldError{problem.Field(name, "choice", msgChoice, problem.Joined(p.choices))}
		}
	}
	return nil
}

// shortened is a name as an answer repeats it.
func shortened(name string) string {
	if len(name) > mostNamed {
		return strings.ToValidUTF8(name[:mostNamed], "") + "…"
	}
	return name
}
