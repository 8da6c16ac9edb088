package app

import (
	"context"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"mouldworks/internal/operationlog"
	"mouldworks/internal/platform/store"
)

var (
	logCall  = regexp.MustCompile(`\.Log(?:For|All)?\(ctx, (?:actor, )?"([a-zA-Z-]+)"`)
	logField = regexp.MustCompile(`FieldChange\{\{?Field: "([a-zA-Z]+)"|^\t\t\{Field: "([a-zA-Z]+)", Before|^\tadd\([^"]+, "([a-zA-Z]+)", `)
)

// loggedInSource are the kinds and the fields that our code writes into the log by name.
func loggedInSource(t *testing.T) (kinds, fields []string) {
	t.Helper()
	root := os.DirFS("..")
	if err := fs.WalkDir(root, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := fs.ReadFile(root, path)
		for line := range strings.Lines(string(text)) {
			for _, m := range logCall.FindAllStringSubmatch(line, -1) {
				kinds = append(kinds, m[1])
			}
			for _, m := range logField.FindAllStringSubmatch(line, -1) {
				fields = append(fields, filepath.Dir(path)+" "+m[1]+m[2]+m[3])
			}
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(kinds)
	slices.Sort(fields)
	return slices.Compact(kinds), slices.Compact(fields)
}

// kindsOf are the kinds of lines that a package of ours writes without a declaration, where it writes more than one or has
// another name.
var kindsOf = map[string][]string{
	"aps": {"schedule"}, "identity": {"account", "api-token", "login-log", "security-policy", "user"}, "sso": {"account"}, "message": {"news"}, "program": {"operation", "machine-transfer"},
	"production": {"operation", "mould"}, "registration": {"registration"}, "logo": {"logo"},
}

// Every kind, action and field of every line has a name in Chinese and in English: nobody reads a key.
func TestEveryLineOfTheOperationLogIsNamed(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		kinds, fields := loggedInSource(t)
		if len(kinds) < 10 || len(fields) < 20 {
			t.Fatalf("the source is read otherwise: %v, %v", kinds, fields)
		}
		changes := map[string][]store.FieldChange{} // by kind
		for _, kind := range kinds {
			changes[kind] = nil
		}
		for _, e := range a.Entities {
			for _, f := range e.Meta(func(string) bool { return true }).Fields {
				changes[e.Name()] = append(changes[e.Name()], store.FieldChange{Field: f.Key, After: "x"})
			}
		}
		for _, f := range settingFields() {
			changes["setting"] = append(changes["setting"], store.FieldChange{Field: f.Key, After: 1})
		}
		loose := map[string][]string{} // keys that one of several kinds must name, by those kinds
		for _, field := range fields {
			folder, key, _ := strings.Cut(field, " ")
			for _, kind := range kindsOf[filepath.Base(folder)] {
				changes[kind] = append(changes[kind], store.FieldChange{Field: key, After: "x"})
				loose[key] = append(loose[key], kind)
			}
		}
		actions := []string{store.ActionCreate, store.ActionChange, store.ActionDelete, store.ActionEnd, store.ActionImport, store.ActionRun, store.ActionPublish, store.ActionExport, store.ActionRefuse, store.ActionSignIn}
		if err := a.DB.Write(ctx, func(tx store.Tx) error {
			for kind, all := range changes {
				if err := tx.Log(ctx, kind, "walk-"+kind, "walk", store.ActionChange, all...); err != nil {
					return err
				}
			}
			for _, action := range actions {
				if err := tx.Log(ctx, "news", "walk-"+action, "walk", action); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		anna := signedIn(t, server, "13800000001")
		for _, language := range []string{"zh", "en"} {
			anna["Accept-Language"] = language
			named := func(what, key, name string) {
				han := strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Han, r) })
				if name == "" || name == key || han == (language == "en") && key != name && (language == "en" || !upperCase(name)) {
					t.Errorf("%s in %s: %s is called %q", what, language, key, name)
				}
			}
			isNamed := map[string]bool{}
			page, _ := asked[operationlog.Page](t, server, anna, "?q=walk&size=500")
			if page.Total != len(changes)+len(actions) {
				t.Fatalf("%d lines, want %d", page.Total, len(changes)+len(actions))
			}
			for _, row := range page.Rows {
				named("kind", row.Entity, row.EntityName)
				named("action", row.Action, row.ActionName)
				detail, _ := asked[operationlog.Detail](t, server, anna, "/"+row.ID)
				for _, c := range detail.Row.Changes {
					if slices.Contains(loose[c.Field], row.Entity) {
						isNamed[c.Field] = isNamed[c.Field] || c.Name != c.Field
						continue
					}
					named("field of "+row.Entity, c.Field, c.Name)
				}
			}
			for key := range loose {
				if !isNamed[key] {
					t.Errorf("%s: no kind of line names the field %s", language, key)
				}
			}
			offered := map[string]bool{}
			for _, choice := range page.Entities {
				named("choice", choice.Value, choice.Name)
				offered[choice.Value] = true
			}
			for kind := range changes {
				if !offered[kind] {
					t.Errorf("the kind %s cannot be chosen", kind)
				}
			}
		}
	})
}

// upperCase tells whether a name is one of those that are the same in both languages, such as URL or LDAP.
func upperCase(name string) bool { return strings.ToUpper(name) == name }

// Whoever has changed something can be chosen, also by another factory's line only where that may be seen.
func TestThePeopleOfTheOperationLog(t *testing.T) {
	eachFactory(t, func(ctx context.Context, t *testing.T, a *App) {
		server := httptest.NewServer(a.Handler())
		defer server.Close()
		write := func(ctx context.Context, name string) {
			actor, err := store.ActorFrom(ctx)
			if err != nil {
				t.Fatal(err)
			}
			actor.Name = name
			ctx = store.WithActor(ctx, actor)
			if err := a.DB.Write(ctx, func(tx store.Tx) error {
				return tx.Log(ctx, "schedule", "people", "people", store.ActionChange)
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"Zoe", "Ada", "Ada"} {
			write(ctx, name)
		}
		people := func(header map[string]string) []string {
			found, status := asked[operationlog.People](t, server, header, "/people")
			if status != 200 {
				t.Errorf("%d", status)
			}
			return found.Names
		}
		anna := signedIn(t, server, "13800000001")
		names := people(anna)
		if !slices.Contains(names, "Zoe") || !slices.Contains(names, "Ada") || len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("the people: %v", names)
		}
		page, _ := asked[operationlog.Page](t, server, anna, "?person=Ada&entity=schedule")
		if page.Total != 2 || page.Rows[0].By != "Ada" {
			t.Errorf("the lines of Ada: %+v", page)
		}
		strangers := a.strangers(ctx, t)
		for _, who := range []string{"another tenant", "another factory"} {
			if names := people(strangers[who]); slices.Contains(names, "Zoe") {
				t.Errorf("%s knows Zoe: %v", who, names)
			}
		}
	})
}
