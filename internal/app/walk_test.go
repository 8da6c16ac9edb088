package app

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/resource"
	"mouldworks/internal/platform/store"
)

// walk goes through what the form of one entity promises, by its metadata alone.
type walk struct {
	*attacker
	meta    resource.Meta
	by      map[string]api.Operation // method and what follows the path: "POST ", "PATCH /{id}"
	id      string
	version int64
	tried   int // limits
}

// do sends a body to an operation of the entity and gives the answer; raw JSON, as clients write it.
func (w *walk) do(method, rest, what, body string) (int, reply, string) {
	w.t.Helper()
	op, there := w.by[method+" "+rest]
	if !there {
		w.t.Fatalf("%s has no %s %s", w.meta.Entity, method, rest)
	}
	path := api.Prefix + op.Path
	if w.id != "" {
		path = strings.ReplaceAll(path, "{id}", w.id)
	}
	return w.send(op, attack{what: what, path: path, contentType: "application/json", body: []byte(body)})
}

// change sends one field of the row to its form, and tells the field:rule pairs that refuse it.
func (w *walk) change(key, value string) []string {
	w.t.Helper()
	status, r, raw := w.do(http.MethodPatch, "/{id}", key, fmt.Sprintf(`{"version":%d,%q:%s}`, w.version, key, value))
	switch status {
	case http.StatusOK:
		w.read(r)
	case http.StatusUnprocessableEntity, http.StatusConflict:
	default:
		w.t.Errorf("%s with %s = %.60s: %d %.300s", w.meta.Entity, key, value, status, raw)
	}
	return fieldsOf(r)
}

// read takes identity and version of the row from an answer.
func (w *walk) read(r reply) {
	w.t.Helper()
	var made struct{ Row store.Row }
	if err := json.Unmarshal(r.Data, &made); err != nil || made.Row.ID == "" {
		w.t.Fatalf("%s: %v %.300s", w.meta.Entity, err, r.Data)
	}
	w.id, w.version = made.Row.ID, made.Row.Version
}

// limit is a value beyond what a field takes, with the rule that refuses it, and one at the limit, "" where nothing is known of it.
type limit struct{ beyond, rule, at string }

// step is the least that lies beyond a bound of a kind: hours are counted in minutes, and shown to two places.
var step = map[resource.Kind]float64{resource.KindInteger: 1, resource.KindDecimal: 0.001, resource.KindHours: 0.02}

func boundsOf(f *resource.Field) (all []limit) {
	number := func(v float64) string { return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64) }
	if f.Needed && f.Kind != resource.KindSecret {
		all = append(all, limit{beyond: "null", rule: "required"})
	}
	switch f.Kind {
	case resource.KindText, resource.KindLongText:
		if f.MaxLength > 0 {
			all = append(all, limit{`"` + strings.Repeat("模", f.MaxLength+1) + `"`, "maxLength", `"` + strings.Repeat("模", f.MaxLength) + `"`})
		}
	case resource.KindInteger, resource.KindDecimal, resource.KindHours:
		if f.Low != nil {
			all = append(all, limit{number(*f.Low - step[f.Kind]), "min", number(*f.Low)})
		}
		if f.High != nil {
			all = append(all, limit{number(*f.High + step[f.Kind]), "max", number(*f.High)})
		}
	case resource.KindChoice:
		all = append(all, limit{beyond: "987", rule: "choice"})
	case resource.KindReference:
		all = append(all, limit{beyond: `"01900000-0000-7000-8000-00000000ffff"`, rule: "reference"})
	}
	return all
}

// limits holds every declared limit of the form against the server: refused beyond it, by field and rule, and not refused for it at it.
func (w *walk) limits() {
	w.t.Helper()
	for _, f := range w.meta.Fields {
		if f.ReadOnly || f.Kind == resource.KindLines || f.Condition != nil {
			continue
		}
		for _, l := range boundsOf(f) {
			w.tried++
			if got, want := w.change(f.Key, l.beyond), f.Key+":"+l.rule; !slices.Contains(got, want) {
				w.t.Errorf("%s with %s = %.60s is refused for %q, want %s", w.meta.Entity, f.Key, l.beyond, got, want)
			}
			if l.at == "" {
				continue
			}
			if got, no := w.change(f.Key, l.at), f.Key+":"+l.rule; slices.Contains(got, no) {
				w.t.Errorf("%s with %s = %.60s, which it may be, is refused for %q", w.meta.Entity, f.Key, l.at, got)
			}
		}
	}
}

// twice makes the row of the example once more: where a field is unique, it is refused and named.
func (w *walk) twice(body string) {
	w.t.Helper()
	var unique []string
	for _, f := range w.meta.Fields {
		if f.IsUnique {
			unique = append(unique, f.Key+":unique")
		}
	}
	if len(unique) == 0 {
		return
	}
	status, r, raw := w.do(http.MethodPost, "", "the same once more", body)
	if status != http.StatusUnprocessableEntity || !slices.ContainsFunc(fieldsOf(r), func(s string) bool { return slices.Contains(unique, s) }) {
		w.t.Errorf("%s is made twice: %d %.300s, want one of %q", w.meta.Entity, status, raw, unique)
	}
}

// Every entity keeps what the metadata of its form says, at the server and for whoever calls it: the example of its contract is made;
// what lies beyond a limit is refused by field and rule, what lies at it is not; the same is not made twice where a
// field is unique; and what is deleted is gone. Who may not do it: TestStrangersFindNothingByAnyRoute.
func TestEveryEntityKeepsWhatItsFormSays(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		walked, tried := 0, 0
		for _, r := range a.Entities {
			w := &walk{attacker: x, meta: r.Meta(func(string) bool { return true }), by: map[string]api.Operation{}}
			for _, op := range a.API.Operations() {
				if rest, of := strings.CutPrefix(op.Path, w.meta.Path); of && (rest == "" || rest == "/{id}") {
					w.by[op.Method+" "+rest] = op
				}
			}
			create, there := w.by["POST "]
			if !there || create.Example == nil || operators(create) {
				continue
			}
			walked++
			raw, err := json.Marshal(create.Example.Body)
			if err != nil {
				t.Fatal(err)
			}
			body := string(raw)
			status, made, text := w.do(http.MethodPost, "", "its example", body)
			if status != http.StatusOK {
				t.Errorf("%s by its example: %d %.300s", w.meta.Entity, status, text)
				continue
			}
			w.read(made)
			w.twice(body)
			if _, offered := w.by["PATCH /{id}"]; offered {
				w.limits()
			}
			tried += w.tried
			if _, offered := w.by["DELETE /{id}"]; !offered {
				continue
			}
			if status, _, text := w.do(http.MethodDelete, "/{id}", "deleting", ""); status != http.StatusOK {
				t.Errorf("deleting %s: %d %.300s", w.meta.Entity, status, text)
			} else if status, _, text := w.do(http.MethodGet, "/{id}", "the deleted", ""); status != http.StatusNotFound {
				t.Errorf("%s after its deletion: %d %.300s", w.meta.Entity, status, text)
			}
		}
		if walked < 50 || tried < 500 {
			t.Errorf("only %d entities and %d limits were walked", walked, tried)
		}
	})
}
