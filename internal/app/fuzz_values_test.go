package app

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
)

// valuesOf are JSON texts for a place by the type that the document says of it: at and beyond limits, and of other types. The
// latter, after the bar, must not be accepted.
var valuesOf = map[string][2][]string{
	huma.TypeString:  {{`""`, `" "`, `"` + strings.Repeat("长", 9000) + `"`, `"2026-13-45"`, `"0000-00-00"`, `"9999-12-31"`, `"0001-01-01T00:00:00Z"`, `"294277-01-01T00:00:00Z"`, `"%"`, `"' OR 1=1 --"`, `"https://["`}, {`1`, `true`, `[]`, `{}`}},
	huma.TypeInteger: {{`-1`, `0`, `2147483648`, `-2147483649`, `9007199254740993`, `9223372036854775807`, `-9223372036854775808`}, {`"1"`, `true`, `[]`, `{}`, `0.5`, `9223372036854775808`, `1e400`}},
	huma.TypeNumber:  {{`-1`, `0`, `0.0000001`, `999999999.999999`, `1e9`, `1e15`, `9223372036854775807`, `-9223372036854775808`, `1e300`}, {`"1"`, `true`, `[]`, `{}`, `1e999`, `1e400`, `-1e400`}},
	huma.TypeBoolean: {{`true`}, {`1`, `"true"`, `[]`, `{}`}},
}

// Whatever else stands in a parameter or in a place of a body, it is no fault of the server, and a value of another type than the
// document names is not accepted.
func TestNoValueIsAFaultOfTheServer(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		operations := slices.DeleteFunc(a.API.Operations(), func(op api.Operation) bool {
			return slices.Contains([]string{"logout"}, op.ID) // the session is needed for the rest
		})
		slices.SortStableFunc(operations, func(x, y api.Operation) int { return turn(x) - turn(y) })
		for _, op := range operations {
			documented := a.documented(op)
			for _, p := range documented.Parameters {
				for _, raw := range []string{"", "-1", "0", "99999999999", "9223372036854775807", "9223372036854775808", "0.5", "true", "%25", "*", "'", "-name", "%E9%95%BF", "2026-13-45", strings.Repeat("x", 2000)} {
					if p.In == "query" {
						x.endured(op, attack{what: p.Name + "=" + raw[:min(len(raw), 30)], query: exampleQuery(op, p.Name, raw)})
					}
				}
			}
			if documented.RequestBody == nil || documented.RequestBody.Content["application/json"] == nil {
				continue
			}
			for _, raw := range []string{``, `{}`, `[]`, `1`, `"x"`, `{`, `{"a":`, `{"a":1}{"b":2}`, strings.Repeat(`[`, 20000)} {
				x.endured(op, attack{what: "the body " + raw[:min(len(raw), 30)], contentType: "application/json", body: []byte(raw)})
			}
			var example any = map[string]any{}
			if op.Example != nil && op.Example.Body != nil {
				example = op.Example.Body
			}
			for _, l := range x.leaves(documented.RequestBody.Content["application/json"].Schema, nil) {
				values := valuesOf[l.schema.Type]
				for _, raw := range append(slices.Concat(values[0], values[1]), "null") {
					at := attack{what: strings.Join(l.keys, ".") + " = " + raw[:min(len(raw), 40)], contentType: "application/json", body: with(example, l.keys, raw)}
					status, _, answer := x.send(op, at)
					spent := strings.Contains(answer, `"code":11050`) // a code of single sign-on, not the session
					if status == http.StatusUnauthorized && !spent && op.Access != api.Public {
						t.Fatalf("%s %s with %s ended the session of the test", op.Method, op.Path, at.what)
					}
					if status >= 500 || status == http.StatusOK && slices.Contains(values[1], raw) {
						t.Errorf("%s %s with %s: %d %.300s", op.Method, op.Path, at.what, status, answer)
					}
				}
			}
		}
		t.Logf("%d requests", x.sent)
	})
}
