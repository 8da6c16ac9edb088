package resource

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"mouldworks/internal/platform/cell"
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

// mostStrange is how many fields that nobody knows are named.
const mostStrange = 50

// decode writes the body's values into row. Fields that are required and missing are told apart from zeros by cleared:
// the keys that were sent as null, and, for a new row, those that were not sent.
func decode(fields []*Field, body Body, row reflect.Value, prefix string, fresh bool, dates cell.Dates) (bad []problem.FieldError) {
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
		case null && fresh && f.Default != nil && !(sent && f.Needed && numeric(f.Kind)): // who clears what is required means no default
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
			bad = append(bad, decodeLines(f, raw, row, prefix, dates)...)
			continue
		}
		if f.Kind == KindReferences || f.value(row).Kind() == reflect.Pointer {
			f.value(row).SetZero() // a new list, a new moment: the stored row has the one of before, and would change with it
		}
		if err := json.Unmarshal(raw, f.value(row).Addr().Interface()); err != nil {
			if fault := decodeDate(f, prefix+f.Key, raw, row, dates); fault != nil {
				bad = append(bad, fault...)
				continue
			}
		} else if f.EndsDay {
			endDay(f, raw, row, dates)
		}
		if f.Kind == KindHours && quantity.LessThanAMinute(string(raw)) {
			bad = append(bad, problem.Field(prefix+f.Key, "min", msgShort, f.Label))
			continue
		}
		if f.Kind == KindDecimal || f.Kind == KindHours {
			if typed, err := quantity.ParseFigure(string(raw)); err == nil {
				f.keep(row, typed)
			}
		}
		tidy(f, row)
	}
	strange := 0
	for _, key := range slices.Sorted(maps.Keys(body)) {
		if !known[key] && !(reserved[key] && prefix == "") && strange < mostStrange {
			bad = append(bad, problem.Field(prefix+key, "unknown", msgUnknown, key))
			strange++
		}
	}
	return bad
}

// endDay moves an instant that was written as a midnight of the factory to the end of that day, as imports do. One in UTC, as
// replies write it, stays.
func endDay(f *Field, raw json.RawMessage, row reflect.Value, dates cell.Dates) {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return
	}
	if w, bad := dates.When(text); bad == nil && w.Midnight {
		due := w.Due(dates.Zone)
		f.value(row).Set(reflect.ValueOf(&due.At))
	}
}

// decodeDate reads a text that a form sends, as it was typed, in place of a date or an instant: as imports read it, and refused in
// their words.
func decodeDate(f *Field, key string, raw json.RawMessage, row reflect.Value, dates cell.Dates) []problem.FieldError {
	var text string
	var number float64
	if (f.Kind == KindDecimal || f.Kind == KindHours) && json.Unmarshal(raw, &number) == nil { // it is one, but beyond what is kept
		return []problem.FieldError{problem.Field(key, "max", msgTooLarge, f.Label)}
	}
	if f.Kind != KindDate && f.Kind != KindInstant || json.Unmarshal(raw, &text) != nil {
		return []problem.FieldError{problem.Field(key, "type", wrongType(f), f.Label)}
	}
	switch fault := setCell(f, row, text, dates); {
	case fault == nil:
		return nil
	case isNoDate(fault):
		return []problem.FieldError{problem.Field(key, "type", wrongType(f), f.Label)}
	default:
		return []problem.FieldError{problem.Field(key, "type", msgNoDay, f.Label, fault.Text.Inside())}
	}
}

// isNoDate tells a text that is no date at all: the field's own sentence says how one is written.
func isNoDate(bad *cell.Fault) bool {
	return bad.Text.En == cell.NoDate.En || bad.Text.En == cell.NoDay.En
}

func decodeLines(f *Field, raw json.RawMessage, row reflect.Value, prefix string, dates cell.Dates) (bad []problem.FieldError) {
	var bodies []Body
	if err := json.Unmarshal(raw, &bodies); err != nil {
		return []problem.FieldError{problem.Field(prefix+f.Key, "type", msgList, f.Label)}
	}
	lines := reflect.MakeSlice(reflect.SliceOf(f.lineType), len(bodies), len(bodies))
	for i, b := range bodies {
		bad = append(bad, decode(f.Fields, b, lines.Index(i), fmt.Sprintf("%s%s.%d.", prefix, f.Key, i), true, dates)...)
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

// tidy writes texts as they are stored: short ones as imports do, see cell.Line, so that no name looks like another one; long
// ones without blanks around them, which are never meant.
func tidy(f *Field, row reflect.Value) {
	v := f.value(row)
	switch f.Kind {
	case KindText:
		v.SetString(cell.Line(v.String()))
	case KindLongText, KindReference, KindTime:
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
