package api

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Names of the ways to say who calls, in the document.
const (
	bySession = "session" // header mdbtk
	byToken   = "token"   // header Blade-Auth
	byCookie  = "cookie"  // of a browser, over https, for reading
)

func securitySchemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		bySession: {Type: "apiKey", In: "header", Name: "mdbtk", Description: "Token of a session, from signing in"},
		byToken:   {Type: "apiKey", In: "header", Name: "Blade-Auth", Description: "API token of a program, written as: bearer mwk_..."},
		byCookie:  {Type: "apiKey", In: "cookie", Name: "__Host-mw", Description: "A browser's session, over https, for requests that only read"},
	}
}

// security is who may call an operation: one of the entries is enough, none at all means everybody.
func security(op Operation) []map[string][]string {
	if op.Access == Public {
		return []map[string][]string{}
	}
	ways := []map[string][]string{{bySession: {}}, {byToken: {}}}
	if op.Method == http.MethodGet {
		ways = append(ways, map[string][]string{byCookie: {}})
	}
	return ways
}

// admitNull says of every property whose Go type is a pointer that it may be null: huma says so of plain numbers and texts
// alone, neither of objects nor of types that describe themselves. Properties that are
// left out when they are nil, or never nil by their tag, stay as they are.
func admitNull(schemas huma.Registry) {
	for name, schema := range schemas.Map() {
		t := schemas.TypeFromRef("#/components/schemas/" + name)
		if t == nil {
			continue
		}
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			continue
		}
		if strings.HasPrefix(t.Name(), "Envelope[") { // an operation's data is as its type says, and a list of it is never null
			if data := schema.Properties["data"]; data.Type == huma.TypeArray {
				data.Nullable = false
			}
			continue
		}
		for _, f := range reflect.VisibleFields(t) {
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := schema.Properties[name]
			if p == nil || f.Type.Kind() != reflect.Pointer || f.Tag.Get("nullable") == "false" || strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero") || len(p.AnyOf) > 0 {
				continue
			}
			if p.Ref == "" {
				p.Nullable = true
				continue
			}
			schema.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null", Enum: []any{nil}}}, Description: p.Description}
		}
	}
}
