package resource

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/quantity"
)

// Body is an input by field, so that a PATCH knows what was sent and every wrong field is named at once.
type Body map[string]json.RawMessage

// Said is what a body has for a field.
type Said int

// What a body may have for a field.
const (
	Silent  Said = iota // nothing
	Emptied             // null
	Given               // a value
)

func (b Body) said(key string) Said {
	switch raw, sent := b[key]; {
	case !sent:
		return Silent
	case string(raw) == "null":
		return Emptied
	}
	return Given
}

// reserved keys belong to the store; a client may send them back unread.
var reserved = map[string]bool{"id": true, "version": true, "createdAt": true, "updatedAt": true}

// decode writes the body's values into row. Fields that are required and missing are told apart from zeros by cleared:
// the keys that were sent as null, and, for a new row, those that were not sent.
func decode(fields []*Field, body Body, row reflect.Value, prefix string, fresh bool) (bad []problem.FieldError) {
	known := map[string]bool{}
	for _, f := range fields {
		known[f.Key] = true
		raw, sent := body[f.Key]
		if f.ReadOnly {
			if fresh && f.Default != nil {
				setDefault(f, row)
			}
			continue
		}
		null := !sent || string(raw) == "null"
		switch {
		case null && fresh && f.Default != nil:
			setDefault(f, row)
			continue
		case null && (fresh || sent) && (f.Kind == KindLines || f.Kind == KindReferences):
			v := f.value(row)
			v.Set(reflect.MakeSlice(v.Type(), 0, 0)) // [] and not null, in the database as in replies
			continue
		case null && (fresh || sent) && f.Needed && numeric(f.Kind):
			bad = append(bad, problem.Field(prefix+f.Key, "required", msgRequired, f.Label))
			continue
		case !sent:
			continue
		case null:
			f.value(row).SetZero()
			continue
		}
		if f.Kind == KindSecret && string(raw) == `""` {
			continue // empty keeps what is stored
		}
		if f.Kind == KindLines {
			bad = append(bad, decodeLines(f, raw, row, prefix)...)
			continue
		}
		if err := json.Unmarshal(raw, f.value(row).Addr().Interface()); err != nil {
			bad = append(bad, problem.Field(prefix+f.Key, "type", wrongType(f.Kind), f.Label))
			continue
		}
		tidy(f, row)
	}
	for key := range body {
		if !known[key] && !(reserved[key] && prefix == "") {
			bad = append(bad, problem.Field(prefix+key, "unknown", msgUnknown, key))
		}
	}
	return bad
}

func decodeLines(f *Field, raw json.RawMessage, row reflect.Value, prefix string) (bad []problem.FieldError) {
	var bodies []Body
	if err := json.Unmarshal(raw, &bodies); err != nil {
		return []problem.FieldError{problem.Field(prefix+f.Key, "type", msgList, f.Label)}
	}
	lines := reflect.MakeSlice(reflect.SliceOf(f.lineType), len(bodies), len(bodies))
	for i, b := range bodies {
		bad = append(bad, decode(f.Fields, b, lines.Index(i), fmt.Sprintf("%s%s.%d.", prefix, f.Key, i), true)...)
	}
	f.value(row).Set(lines)
	return bad
}

func numeric(k Kind) bool {
	return k == KindInteger || k == KindDecimal || k == KindHours || k == KindChoice || k == KindFlag
}

// setDefault writes a declared default; the declaration may say 20 for a decimal.
func setDefault(f *Field, row reflect.Value) {
	v := f.value(row)
	switch d := f.Default.(type) {
	case int:
		switch f.Kind {
		case KindDecimal:
			v.SetInt(int64(quantity.Whole(int64(d))))
		case KindHours:
			v.SetInt(int64(quantity.HoursToMinutes(quantity.Whole(int64(d)))))
		default:
			v.SetInt(int64(d))
		}
	default:
		v.Set(reflect.ValueOf(f.Default).Convert(v.Type()))
	}
}

// tidy trims texts: a trailing blank is never meant.
func tidy(f *Field, row reflect.Value) {
	v := f.value(row)
	switch f.Kind {
	case KindText, KindLongText, KindReference, KindTime:
		v.SetString(strings.TrimSpace(v.String()))
	case KindReferences:
		ids := v.Interface().([]string)
		once := make([]string, 0, len(ids))
		for _, id := range ids {
			if id = strings.TrimSpace(id); id != "" && !slices.Contains(once, id) {
				once = append(once, id)
			}
		}
		v.Set(reflect.ValueOf(once))
	case KindInstant:
		if t, ok := v.Interface().(*time.Time); ok && t != nil {
			u := t.UTC().Truncate(time.Microsecond)
			v.Set(reflect.ValueOf(&u))
		}
	}
}

// parse reads a cell of a sheet: empty keeps what is there.
func parse(f *Field, row reflect.Value, text string, zone *time.Location) *problem.FieldError {
	text = strings.TrimSpace(text)
	fail := func() *problem.FieldError {
		x := problem.Field(f.Key, "type", wrongType(f.Kind), f.Label)
		return &x
	}
	if text == "" {
		return nil
	}
	v := f.value(row)
	switch f.Kind {
	case KindText, KindLongText, KindSecret, KindTime:
		v.SetString(text)
	case KindFlag:
		switch low := strings.ToLower(text); {
		case slices.Contains([]string{"1", "是", "y", "yes", "true", f.word(true).Zh, f.word(true).En}, low):
			v.SetBool(true)
		case slices.Contains([]string{"0", "否", "n", "no", "false", f.word(false).Zh, f.word(false).En}, low):
			v.SetBool(false)
		default:
			return fail()
		}
	case KindChoice:
		for _, o := range f.Options {
			if text == o.Label.Zh || strings.EqualFold(text, o.Label.En) || text == fmt.Sprint(o.Value) {
				v.SetInt(int64(o.Value))
				return nil
			}
		}
		return fail()
	case KindInteger:
		d, err := quantity.ParseDecimal(text)
		if err != nil || d%quantity.Whole(1) != 0 {
			return fail()
		}
		v.SetInt(int64(d / quantity.Whole(1)))
	case KindDecimal:
		d, err := quantity.ParseDecimal(text)
		if err != nil {
			return fail()
		}
		v.SetInt(int64(d))
	case KindHours:
		m, err := quantity.ParseHours(text)
		if err != nil {
			return fail()
		}
		v.SetInt(int64(m))
	case KindDate:
		d, err := quantity.ParseDate(text)
		if err != nil {
			return fail()
		}
		v.SetString(string(d))
	case KindInstant:
		t, err := parseInstant(text, zone, f.EndsDay)
		if err != nil {
			return fail()
		}
		v.Set(reflect.ValueOf(&t))
	case KindReference, KindReferences, KindLines: // references are resolved in batches; lines do not fit a cell
	}
	return nil
}

// parseInstant reads a moment in a zone. A date alone is the end of that day where something is due, else its begin.
func parseInstant(text string, zone *time.Location, endsDay bool) (time.Time, error) {
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.UTC(), nil
	}
	for _, layout := range []string{"2006-01-02 15:04", "2006-01-02 15:04:05", "2006/1/2 15:04"} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t.UTC(), nil
		}
	}
	d, err := quantity.ParseDate(text)
	if err != nil {
		return time.Time{}, err
	}
	if endsDay {
		return d.End(zone).UTC(), nil
	}
	return d.In(zone).UTC(), nil
}
