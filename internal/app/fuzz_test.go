package app

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"mouldworks/internal/platform/api"
	"mouldworks/internal/platform/store"
)

// attacker sends the operations of a server what nobody sends by hand.
type attacker struct {
	t       *testing.T
	app     *App
	handler http.Handler
	headers func(op api.Operation) map[string]string
	sent    int
}

// attack is one request: an example with one thing changed.
type attack struct {
	what        string
	path, query string
	contentType string
	body        []byte
}

// send gives the status and the reply.
func (x *attacker) send(op api.Operation, a attack) (int, reply, string) {
	x.t.Helper()
	path := op.Path
	if !strings.HasPrefix(path, "/") {
		path = api.Prefix + path
	}
	if a.path != "" {
		path = a.path
	} else if op.Example != nil {
		for k, v := range op.Example.Path {
			path = strings.ReplaceAll(path, "{"+k+"}", v)
		}
	}
	r := httptest.NewRequestWithContext(x.t.Context(), op.Method, "/", bytes.NewReader(a.body))
	u, err := url.Parse(path)
	if err != nil {
		x.t.Fatalf("%s: %v", path, err)
	}
	r.URL.Path, r.URL.RawPath, r.URL.RawQuery = u.Path, u.RawPath, a.query
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Content-Type", a.contentType)
	for k, v := range x.headers(op) {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	x.handler.ServeHTTP(w, r)
	x.sent++
	var out reply
	_ = json.Unmarshal(w.Body.Bytes(), &out) // downloads are no JSON
	if w.Code == http.StatusUnprocessableEntity {
		x.named(op, a, out, w.Body.String())
	}
	return w.Code, out, w.Body.String()
}

// named: every 422 names at least one field and its rule, in words; "body" where it is the whole.
func (x *attacker) named(op api.Operation, a attack, r reply, raw string) {
	x.t.Helper()
	var fields []struct{ Field, Rule, Message string }
	err := json.Unmarshal(r.Data, &fields)
	if err != nil || len(fields) == 0 || slices.ContainsFunc(fields, func(f struct{ Field, Rule, Message string }) bool {
		return f.Field == "" || f.Rule == "" || f.Message == ""
	}) {
		x.t.Errorf("%s %s with %s names no field and rule: %.300s", op.Method, op.Path, a.what, raw)
	}
}

// refused sends an attack that must be answered with 422 and the rule.
func (x *attacker) refused(op api.Operation, rule string, a attack) {
	x.t.Helper()
	status, r, raw := x.send(op, a)
	var fields []struct{ Field, Rule, Message string }
	_ = json.Unmarshal(r.Data, &fields) // checked below
	if status != http.StatusUnprocessableEntity || r.Code != 422 || !slices.ContainsFunc(fields, func(f struct{ Field, Rule, Message string }) bool {
		return f.Field != "" && f.Rule == rule && f.Message != ""
	}) {
		x.t.Errorf("%s %s with %s: %d %.300s", op.Method, op.Path, a.what, status, raw)
	}
}

// endured sends an attack that may be refused or not, but must be no fault of the server.
func (x *attacker) endured(op api.Operation, a attack) {
	x.t.Helper()
	if status, _, raw := x.send(op, a); status >= 500 {
		x.t.Errorf("%s %s with %s: %d %.300s", op.Method, op.Path, a.what, status, raw)
	}
}

// leaf is one place in a body: the keys that lead to it and its schema.
type leaf struct {
	keys   []string
	schema *huma.Schema
}

// leaves are the properties of a schema, three levels deep; lists are entered with one element.
func (x *attacker) leaves(s *huma.Schema, keys []string) (all []leaf) {
	s = x.resolved(s)
	if s == nil || len(keys) > 4 {
		return nil
	}
	if s.Items != nil {
		return x.leaves(s.Items, append(slices.Clone(keys), "0"))
	}
	if len(s.Properties) == 0 {
		return []leaf{{slices.Clone(keys), s}}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		all = append(all, x.leaves(s.Properties[name], append(slices.Clone(keys), name))...)
	}
	return all
}

func (x *attacker) resolved(s *huma.Schema) *huma.Schema {
	for s != nil && s.Ref != "" {
		s = x.app.API.OpenAPI().Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// with is an example body with one value, given as JSON text, at a place.
func with(example any, keys []string, raw string) []byte {
	b, _ := json.Marshal(example)
	var tree any
	_ = json.Unmarshal(b, &tree)
	const mark = "\"@@here@@\""
	out, _ := json.Marshal(planted(tree, keys, "@@here@@"))
	return bytes.Replace(out, []byte(mark), []byte(raw), 1)
}

func planted(tree any, keys []string, value any) any {
	if len(keys) == 0 {
		return value
	}
	if keys[0] == "0" {
		list, _ := tree.([]any)
		if len(list) == 0 {
			list = []any{nil}
		}
		list[0] = planted(list[0], keys[1:], value)
		return list
	}
	object, _ := tree.(map[string]any)
	if object == nil {
		object = map[string]any{}
	}
	object[keys[0]] = planted(object[keys[0]], keys[1:], value)
	return object
}

// exampleQuery is the query of the example, with one value changed.
func exampleQuery(op api.Operation, name, raw string) string {
	query := url.Values{}
	if op.Example != nil {
		for k, v := range op.Example.Query {
			query.Set(k, v)
		}
	}
	query.Del(name)
	return strings.TrimPrefix(query.Encode()+"&"+url.QueryEscape(name)+"="+raw, "&")
}

// Control characters, broken UTF-8 and halves of surrogate pairs are refused in every path value, query parameter, text of a body,
// field of a form and name of a file of every operation; so are null for a body and properties that nobody declares.
func TestEveryOperationRefusesWhatCannotBeStored(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		for _, op := range a.API.Operations() {
			x.attackPath(op)
			documented := a.documented(op)
			for _, p := range documented.Parameters {
				if p.In != "query" {
					continue
				}
				for _, raw := range []string{"a%00b", "%1F", "%7F", "%FF", "%ED%A0%80", "%C2%85", "%EF%BF%BE", "%E2%80%AE"} {
					x.refused(op, "character", attack{what: p.Name + "=" + raw, query: exampleQuery(op, p.Name, raw)})
				}
			}
			x.refused(op, "character", attack{what: "an unknown parameter", query: exampleQuery(op, "f.name", "%00")})
			x.refused(op, "format", attack{what: "a broken escape", query: "_t=%zz"})
			x.refused(op, "duplicate", attack{what: "two languages", query: exampleQuery(op, "lang", "zh&lang=en")})
			x.refused(op, "choice", attack{what: "another language", query: exampleQuery(op, "lang", "xx")})
			if !op.AnyQuery {
				x.refused(op, "unknown", attack{what: "an unknown parameter", query: exampleQuery(op, "nobodyDeclaresThis", "1")})
			}
			if documented.RequestBody == nil {
				continue
			}
			for kind, media := range documented.RequestBody.Content {
				switch kind {
				case "application/json":
					x.attackJSON(op, media)
				case "multipart/form-data":
					x.attackForm(op, media)
				case "application/x-www-form-urlencoded":
					x.refused(op, "character", attack{what: "a form", contentType: kind, body: []byte("serverAppUuid=a%00b")})
					x.refused(op, "unknown", attack{what: "a form", contentType: kind, body: []byte("serverAppUuid=a&zzz=1")})
					x.refused(op, "format", attack{what: "a form", contentType: kind, body: []byte("serverAppUuid=%zz")})
				default:
					t.Errorf("%s %s takes %s, which nobody attacks", op.Method, op.Path, kind)
				}
			}
		}
		if x.sent < 5000 {
			t.Errorf("only %d requests were sent", x.sent)
		}
		t.Logf("%d requests", x.sent)
	})
}

func (x *attacker) attackPath(op api.Operation) {
	for part := range strings.SplitSeq(op.Path, "/") {
		if !strings.HasPrefix(part, "{") {
			continue
		}
		for _, raw := range []string{"a%00b", "a%0Ab", "a%7Fb", "a%C3%28", "a%ED%A0%80", "a%C2%85", "a%E2%80%AE", "a%20b", strings.Repeat("k", 3000)} {
			path := op.Path
			if !strings.HasPrefix(path, "/") {
				path = api.Prefix + path
			}
			path = strings.Replace(path, part, raw, 1)
			if op.Example != nil {
				for k, v := range op.Example.Path {
					path = strings.ReplaceAll(path, "{"+k+"}", v)
				}
			}
			at := attack{what: "the path " + raw[:min(len(raw), 10)], path: path}
			if strings.HasPrefix(raw, "a%") && raw != "a%20b" {
				x.refused(op, "character", at)
			} else {
				x.endured(op, at)
			}
		}
	}
}

func (x *attacker) attackJSON(op api.Operation, media *huma.MediaType) {
	const kind = "application/json"
	var example any = map[string]any{}
	if op.Example != nil && op.Example.Body != nil {
		example = op.Example.Body
	}
	x.refused(op, "type", attack{what: "null", contentType: kind, body: []byte("null")})
	x.refused(op, "duplicate", attack{what: "a property twice", contentType: kind, body: []byte(`{"a":1,"a":2}`)})
	for _, raw := range []string{`{`, `{"a":`, `{"a":1}{"b":2}`, "\ufeff{}", `{"a":NaN}`, strings.Repeat(`[`, 20000)} {
		x.refused(op, "format", attack{what: "the body " + raw[:min(len(raw), 30)], contentType: kind, body: []byte(raw)})
	}
	for _, raw := range []string{`[]`, `[1,"x"]`, `1`, `"x"`, `true`} {
		x.refused(op, "type", attack{what: "the body " + raw, contentType: kind, body: []byte(raw)})
	}
	if a := op.Example; a != nil && a.Body != nil && x.app.documented(op).RequestBody.Required {
		x.refused(op, "required", attack{what: "no body", contentType: kind})
	}
	missing := operators(op) && len(op.Example.Path) > 0 // the example rows are another company's here
	if s := x.resolved(media.Schema); s != nil && !missing {
		x.refused(op, "unknown", attack{what: "an unknown property", contentType: kind, body: with(example, []string{"nobodyDeclaresThis"}, `1`)})
	}
	for _, l := range x.leaves(media.Schema, nil) {
		place := strings.Join(l.keys, ".")
		for _, raw := range []string{`"a\u0000b"`, `"\ud800"`, `"\udc00x"`, "\"a\x7fb\"", `"\b"`, "\"\xff\"", "\"\xed\xa0\x80\"", `"\u0085"`, `"\uffff"`, "\"\u202e\""} {
			x.refused(op, "character", attack{what: place + " = " + raw, contentType: kind, body: with(example, l.keys, raw)})
		}
	}
}

// form writes a multipart body.
func (x *attacker) form(fields map[string]string, fileField, fileName string) (contentType string, body []byte) {
	x.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	var err error
	for k, v := range fields {
		if err == nil {
			err = w.WriteField(k, v)
		}
	}
	if err == nil {
		var part io.Writer
		part, err = w.CreatePart(map[string][]string{"Content-Disposition": {fmt.Sprintf(`form-data; name="%s"; filename="%s"`, fileField, fileName)}})
		if err == nil {
			_, err = part.Write([]byte("name\nX\n"))
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		x.t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

func (x *attacker) attackForm(op api.Operation, media *huma.MediaType) {
	cut, whole := x.form(map[string]string{}, "file", "a.csv")
	x.refused(op, "format", attack{what: "a form that is cut", contentType: cut, body: whole[:len(whole)-8]})
	x.refused(op, "format", attack{what: "a form without an end", contentType: cut, body: []byte("--")})
	x.refused(op, "format", attack{what: "no form", contentType: cut})
	for name := range x.resolved(media.Schema).Properties {
		for _, value := range []string{"a\x00b", "\x7f", "\xff", "\xed\xa0\x80", "\u0085", "\ufffe", "\u2066"} {
			kind, body := x.form(map[string]string{name: value}, "file", "a.csv")
			x.refused(op, "character", attack{what: fmt.Sprintf("the field %s = %q", name, value), contentType: kind, body: body})
		}
	}
	kind, body := x.form(map[string]string{"nobodyDeclaresThis": "1"}, "file", "a.csv")
	x.refused(op, "unknown", attack{what: "an unknown field", contentType: kind, body: body})
	for _, name := range []string{"a\xffb.csv", "a\xed\xa0\x80.csv", `a.csv"; filename*="UTF-8''a%00b.csv`} {
		kind, body := x.form(nil, "file", name)
		x.refused(op, "character", attack{what: fmt.Sprintf("a file named %q", name), contentType: kind, body: body})
	}
}

// attacker signs in whoever may call an operation.
func (a *App) attacker(ctx context.Context, t *testing.T) *attacker {
	t.Helper()
	a.examples(ctx, t)
	if err := a.DB.Write(ctx, func(tx store.Tx) error { return a.APS.Example(ctx, tx) }); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(a.Handler())
	defer server.Close()
	operator := operatorIn(t.Context(), t, a, server)
	owner := signedIn(t, server, "13800000001")
	return &attacker{t: t, app: a, handler: a.Handler(), headers: func(op api.Operation) map[string]string {
		switch {
		case op.Access == api.Public:
			return nil
		case operators(op):
			return operator
		}
		return owner
	}}
}
