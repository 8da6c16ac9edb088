package app

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// fieldsOf are the faults of an answer, field:rule.
func fieldsOf(r reply) (all []string) {
	var fields []struct{ Field, Rule, Message string }
	_ = json.Unmarshal(r.Data, &fields) // none where the whole request is refused
	for _, f := range fields {
		if f.Message != "" {
			all = append(all, f.Field+":"+f.Rule)
		}
	}
	return all
}

// A list that is asked for a page, an order or a filter that it does not have says so, by field and rule: an answer to another
// question would mislead.
func TestEveryListRefusesWhatItCannotAnswer(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		inQuery, inBody, sorted := 0, 0, 0
		for _, op := range a.API.Operations() {
			documented := a.documented(op)
			named := func(want string, at attack) {
				t.Helper()
				status, r, raw := x.send(op, at)
				if status != http.StatusUnprocessableEntity || !slices.Contains(fieldsOf(r), want) {
					t.Errorf("%s %s with %s: %d %.300s, want %s", op.Method, op.Path, at.what, status, raw, want)
				}
			}
			for _, p := range documented.Parameters {
				switch {
				case p.In != "query":
				case p.Name == "page" || p.Name == "size":
					inQuery++
					for raw, rule := range map[string]string{"-1": "range", "0": "range", "1000001": "range", "abc": "type", "1.5": "type"} {
						named(p.Name+":"+rule, attack{what: p.Name + "=" + raw, query: exampleQuery(op, p.Name, raw)})
					}
				case p.Name == "sort":
					sorted++
					rule := "choice"
					if len(p.Schema.Enum) == 0 {
						rule = "unknown"
						named("f.nobodyDeclaresThis:unknown", attack{what: "a filter", query: exampleQuery(op, "f.nobodyDeclaresThis", "0")})
					}
					for _, raw := range []string{"nobodyDeclaresThis", "-nobodyDeclaresThis", "--createdAt"} {
						named("sort:"+rule, attack{what: "sort=" + raw, query: exampleQuery(op, "sort", raw)})
					}
				}
			}
			if op.Method == http.MethodGet {
				if status, _, raw := x.send(op, attack{what: "a broken escape", query: "q=%zz"}); status != http.StatusUnprocessableEntity {
					t.Errorf("%s %s with %%zz: %d %.300s", op.Method, op.Path, status, raw)
				}
			}
			if documented.RequestBody == nil || documented.RequestBody.Content["application/json"] == nil {
				continue
			}
			for _, l := range x.leaves(documented.RequestBody.Content["application/json"].Schema, nil) {
				place := strings.Join(l.keys, ".")
				values := map[string]string{}
				switch place {
				case "page", "size":
					inBody++
					values = map[string]string{"-1": "range", "0": "range", "1000001": "range"}
				case "sort":
					sorted++
					values = map[string]string{`"nobodyDeclaresThis"`: "unknown", `"-nobodyDeclaresThis"`: "unknown"}
				}
				for raw, rule := range values {
					named(place+":"+rule, attack{what: place + " = " + raw, contentType: "application/json", body: with(op.Example.Body, l.keys, raw)})
				}
			}
		}
		if inQuery < 40 || inBody < 6 || sorted < 20 {
			t.Errorf("only %d and %d places of pages and %d orders were tried", inQuery, inBody, sorted)
		}
	})
}
