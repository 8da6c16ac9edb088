package app

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
)

// sample is a value that a schema describes, as small as may be.
func (x *attacker) sample(s *huma.Schema) any {
	s = x.resolved(s)
	switch s.Type {
	case huma.TypeString:
		if s.Format == "date-time" {
			return "2026-03-20T08:00:00Z"
		}
		return "x"
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	case huma.TypeBoolean:
		return true
	case huma.TypeArray:
		return []any{x.sample(s.Items)}
	}
	object := map[string]any{}
	for _, name := range s.Required {
		object[name] = x.sample(s.Properties[name])
	}
	return object
}

// wanted are the places of required properties in a schema, those within others included; lists are entered with one element.
func (x *attacker) wanted(s *huma.Schema, keys []string) (all [][]string) {
	s = x.resolved(s)
	if s == nil || len(keys) > 6 {
		return nil
	}
	if s.Items != nil {
		return x.wanted(s.Items, append(slices.Clone(keys), "0"))
	}
	for _, name := range s.Required {
		place := append(slices.Clone(keys), name)
		all = append(append(all, place), x.wanted(s.Properties[name], place)...)
	}
	return all
}

// completed is an example with a sample of everything that its schema requires beside.
func (x *attacker) completed(example any, s *huma.Schema) any {
	s = x.resolved(s)
	b, _ := json.Marshal(example)
	var body map[string]any
	_ = json.Unmarshal(b, &body)
	whole := map[string]any{}
	for _, name := range s.Required {
		whole[name] = x.sample(s.Properties[name])
		if given, is := body[name]; is && x.resolved(s.Properties[name]).Type != huma.TypeArray {
			whole[name] = given
		}
	}
	return whole
}

// without is a body as JSON that lacks what stands at a place.
func without(body any, keys []string) []byte {
	const mark = `"@@gone@@"`
	raw := string(with(body, keys, mark))
	member := `"` + keys[len(keys)-1] + `":` + mark
	for _, joint := range []string{"," + member, member + ",", member} {
		if strings.Contains(raw, joint) {
			return []byte(strings.Replace(raw, joint, "", 1))
		}
	}
	return []byte(raw)
}

// Every operation refuses a body that leaves out what its contract requires, or gives null for it, and names it. A decoder makes a
// zero of what is left out: a running operation not begun, a service closed, a layer of settings empty.
func TestEveryOperationAsksForWhatItsContractRequires(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		for _, op := range a.API.Operations() {
			documented := a.documented(op)
			if documented.RequestBody == nil || documented.RequestBody.Content["application/json"] == nil {
				continue
			}
			if operators(op) && op.Example != nil && len(op.Example.Path) > 0 {
				continue // the example rows are another company's here
			}
			schema := documented.RequestBody.Content["application/json"].Schema
			var example any
			if op.Example != nil {
				example = op.Example.Body
			}
			body := x.completed(example, schema)
			for _, keys := range x.wanted(schema, nil) {
				place := strings.Join(keys, ".")
				x.asked(op, place, attack{what: place + " left out", contentType: "application/json", body: without(body, keys)})
				status, _, raw := x.send(op, attack{contentType: "application/json", body: with(body, keys, "null")})
				if status == http.StatusOK && !x.nullable(schema, keys) {
					t.Errorf("%s %s with %s = null: %.300s", op.Method, op.Path, place, raw)
				}
			}
		}
		if x.sent < 300 {
			t.Errorf("only %d requests were sent", x.sent)
		}
	})
}

// asked sends an attack that must be answered with 422, the field and the rule required.
func (x *attacker) asked(op api.Operation, field string, at attack) {
	x.t.Helper()
	status, r, raw := x.send(op, at)
	var fields []struct{ Field, Rule, Message string }
	_ = json.Unmarshal(r.Data, &fields) // checked below
	if status != http.StatusUnprocessableEntity || r.Code != 422 || !slices.ContainsFunc(fields, func(f struct{ Field, Rule, Message string }) bool {
		return f.Field == field && f.Rule == "required" && f.Message != ""
	}) {
		x.t.Errorf("%s %s with %s: %d %.300s", op.Method, op.Path, at.what, status, raw)
	}
}

// nullable tells whether a schema admits null at a place.
func (x *attacker) nullable(s *huma.Schema, keys []string) bool {
	for _, key := range keys {
		if s = x.resolved(s); s.Items != nil {
			s = s.Items
		} else {
			s = s.Properties[key]
		}
	}
	own := x.resolved(s)
	return own.Nullable || own.Type == "" || len(own.AnyOf) > 0
}

// A moment outside of the years of a shop is refused at its field by every operation: a plan from the year 1 would run over
// centuries of calendars.
func TestMomentsLieInTheYearsOfAShop(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		moments := 0
		for _, op := range a.API.Operations() {
			documented := a.documented(op)
			if documented.RequestBody == nil || documented.RequestBody.Content["application/json"] == nil || operators(op) && len(op.Example.Path) > 0 {
				continue
			}
			for _, l := range x.leaves(documented.RequestBody.Content["application/json"].Schema, nil) {
				if l.schema.Format != "date-time" {
					continue
				}
				moments++
				for _, raw := range []string{`"0001-01-01T00:00:00Z"`, `"1900-01-01T00:00:00Z"`, `"9999-12-31T23:59:59Z"`} {
					x.refused(op, "range", attack{what: strings.Join(l.keys, ".") + " = " + raw, contentType: "application/json", body: with(op.Example.Body, l.keys, raw)})
				}
			}
		}
		if moments < 15 {
			t.Errorf("only %d moments were tried", moments)
		}
	})
}
