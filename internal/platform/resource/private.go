package resource

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"

	"mouldworks/internal/platform/cell"
	"mouldworks/internal/platform/problem"
	"mouldworks/internal/platform/store"
)

// veil stands for a personal text that the reader may not see, whether one is stored or not.
const veil = "***"

// Private keeps a field from everybody without the permission for details: lists, exports and answers show it veiled, nobody
// finds or sorts rows by it, and who may not see it cannot change it. The operation log only says that it has changed.
func (f *Field) Private() *Field { f.private = true; return f }

var msgPrivate = problem.L("您没有查看“%s”的权限，因此不能更改", "You may not see “%s”, and therefore cannot change it")

// veils tells whether an actor sees the private fields veiled.
func (r *Resource[P]) veils(actor store.Actor) bool {
	return !actor.Allowed(r.spec.Permission + ".detail")
}

// veiledValue is what a reader who may not see a private field is shown of every row.
func (f *Field) veiledValue(v reflect.Value) {
	v.SetZero()
	if f.Kind == KindText {
		v.SetString(veil)
	}
}

// unveiled leaves out of a body what only repeats a veil: it says nothing about the field. Who may not see a private field of a
// stored row is refused another value, whatever is stored; that of a new row is theirs.
func (r *Resource[P]) unveiled(actor store.Actor, body Body, fresh bool) (told Body, bad []problem.FieldError) {
	told = maps.Clone(body)
	for _, f := range r.fields {
		raw, sent := body[f.Key]
		if !f.private || !sent {
			continue
		}
		switch isVeil := f.isVeil(raw); {
		case f.Kind == KindText && isVeil:
			delete(told, f.Key)
		case fresh || !r.veils(actor):
		default:
			if !isVeil {
				bad = append(bad, problem.Field(f.Key, "private", msgPrivate, f.Label))
			}
			delete(told, f.Key)
		}
	}
	return told, bad
}

// isVeil tells whether a value of a body is the one that stands for a private field.
func (f *Field) isVeil(raw json.RawMessage) bool {
	if f.Kind == KindText {
		var text string
		return json.Unmarshal(raw, &text) == nil && cell.Clean(text) == veil
	}
	switch string(raw) {
	case "null", `""`, "0", "false":
		return true
	}
	return false
}

// takePrivate tells whether the cell of a private field is the file's to change, and refuses it where the person may not see
// what is stored there.
func (in *importer[P]) takePrivate(e *entry[P], f *Field, text string) bool {
	switch said := cell.Clean(text); {
	case said == "" || f.Kind == KindText && said == veil: // as an export shows it to who may not see it
		return false
	case !given(e.old) || !in.r.veils(in.actor):
		return true
	default:
		shown := copyOf(e.old)
		f.veiledValue(f.value(valueOf(shown)))
		if said != cell.Clean(fmt.Sprint(f.cell(valueOf(shown), in.titles, in.lang, in.dates.Zone))) {
			in.fault(e, f.Key, text, "private", msgPrivate.With(f.Label))
		}
		return false
	}
}

// veiled hides the private fields of rows from an actor who may not see them. The rows are changed: give it copies of what is
// saved afterwards.
func (r *Resource[P]) veiled(tx store.Tx, rows ...P) {
	if !r.veils(tx.Actor()) {
		return
	}
	for _, f := range r.fields {
		if !f.private {
			continue
		}
		for _, row := range rows {
			f.veiledValue(f.value(valueOf(row)))
		}
	}
}
