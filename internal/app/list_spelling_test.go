package app

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mouldworks/internal/platform/api"
)

// alike are other spellings of a name, which people cannot tell from it or do not.
var alike = map[string]func(string) string{
	"a zero-width space": func(s string) string {
		first := []rune(s)[:1]
		return string(first) + "\u200b" + strings.TrimPrefix(s, string(first))
	},
	"a soft hyphen":   func(s string) string { return s + "\u00ad" },
	"a Hangul filler": func(s string) string { return "\u3164" + s },
	"a variation":     func(s string) string { return s + "\ufe0f" },
	"full width": func(s string) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r <= '~' {
				return r - '!' + '！'
			}
			return r
		}, s)
	},
	"upper case":   strings.ToUpper,
	"blanks":       func(s string) string { return "\u3000" + strings.ReplaceAll(s, " ", " \u00a0") + " " },
	"lower case":   strings.ToLower,
	"no such sign": func(s string) string { return s + "\U000e0041" },
}

// Two records of a list never have names that only a machine tells apart, whichever list and whichever of its unique texts.
func TestNoListTakesANameThatLooksLikeAnother(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		x := a.attacker(ctx, t)
		lists, texts := 0, 0
		for _, entity := range a.Entities {
			meta := entity.Meta(func(string) bool { return true })
			var unique []string
			for _, f := range meta.Fields {
				if f.IsUnique && f.Kind == "text" {
					unique = append(unique, f.Key)
				}
			}
			add := slices.IndexFunc(a.API.Operations(), func(op api.Operation) bool {
				return op.Method == http.MethodPost && op.Path == meta.Path
			})
			if len(unique) == 0 || add < 0 {
				continue
			}
			lists++
			op := a.API.Operations()[add]
			example, _ := json.Marshal(op.Example.Body)
			status, _, raw := x.send(op, attack{what: "its example", contentType: "application/json", body: example})
			if status != http.StatusOK {
				t.Errorf("%s: %d %.300s", meta.Path, status, raw)
				continue
			}
			stored := op.Example.Body.(map[string]any)
			for _, key := range unique {
				name, _ := stored[key].(string)
				texts++
				for what, spell := range alike {
					body := maps.Clone(stored)
					body[key] = spell(name)
					sent, _ := json.Marshal(body)
					status, r, raw := x.send(op, attack{what: what, contentType: "application/json", body: sent})
					if status != http.StatusUnprocessableEntity || !slices.Contains(fieldsOf(r), key+":unique") && !slices.Contains(fieldsOf(r), key+":pattern") {
						t.Errorf("%s: %s %+q beside %+q: %d %.300s", meta.Path, key, body[key], name, status, raw)
					}
				}
			}
		}
		if lists < 15 || texts < 22 {
			t.Errorf("only %d texts of %d lists were tried", texts, lists)
		}
	})
}
