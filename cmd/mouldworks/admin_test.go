package main

import (
	"database/sql"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"mouldworks/internal/platform/store/storetest"
)

// Commands of the administrator name a place without a database and make nothing there: a wrong folder would answer for a new
// company's. Only those that come before the first start make one.
func TestAdministrationMakesNoDatabase(t *testing.T) {
	makes := map[string]bool{"admin create-tenant": true, "admin create-operator": true}
	var c commands
	parser := kong.Must(&c)
	for _, command := range parser.Model.Leaves(true) {
		name := strings.TrimPrefix(command.FullPath(), parser.Model.Name+" ")
		if !strings.HasPrefix(name, "admin ") || makes[name] {
			continue
		}
		args := strings.Fields(name)
		for _, flag := range command.Flags {
			if flag.Required {
				args = append(args, "--"+flag.Name, "x")
			}
		}
		run := func(t *testing.T, where ...string) string {
			t.Helper()
			parsed, err := parser.Parse(append(args, where...))
			if err != nil {
				t.Fatal(err)
			}
			if err = parsed.Run(); err == nil {
				t.Fatal("it works where there is no database")
			}
			return err.Error()
		}
		t.Run(name+"/sqlite", func(t *testing.T) {
			empty := t.TempDir()
			for _, folder := range []string{empty, filepath.Join(empty, "other")} {
				if text := run(t, "--data", folder); !strings.Contains(text, "no database at "+filepath.Join(folder, "mouldworks.db")) {
					t.Errorf("it says %q", text)
				}
			}
			if made, err := os.ReadDir(empty); err != nil || len(made) > 0 {
				t.Errorf("it has made %v, %v", made, err)
			}
		})
		t.Run(name+"/postgres", func(t *testing.T) {
			address, err := url.Parse(storetest.Postgres(t))
			if err != nil {
				t.Fatal(err)
			}
			pool, err := sql.Open("pgx", address.String())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = pool.Close() }()
			if _, err := pool.Exec("CREATE SCHEMA bare"); err != nil {
				t.Fatal(err)
			}
			address.RawQuery += "&search_path=bare"
			folder := filepath.Join(t.TempDir(), "data")
			if text := run(t, "--data", folder, "--database", address.String()); !strings.Contains(text, "no tables of Mouldworks in postgres://"+address.Host+address.Path) {
				t.Errorf("it says %q", text)
			}
			var tables int
			if err := pool.QueryRow("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'bare'").Scan(&tables); err != nil || tables > 0 {
				t.Errorf("it has made %d tables, %v", tables, err)
			}
			if _, err := os.Stat(folder); err == nil {
				t.Errorf("it has made %s", folder)
			}
		})
	}
}

// The first company and the operator come before the first start, and make their database.
func TestTheFirstCompanyMakesItsDatabase(t *testing.T) {
	for _, args := range [][]string{
		{"admin", "create-tenant", "--key", "first", "--name", "First", "--phone", "13700000001"},
		{"admin", "create-operator", "--phone", "13700000001"},
	} {
		folder := filepath.Join(t.TempDir(), "data")
		var c commands
		parsed, err := kong.Must(&c).Parse(append(args, "--data", folder))
		if err != nil {
			t.Fatal(err)
		}
		if err := parsed.Run(); err != nil {
			t.Errorf("%v: %v", args, err)
		}
		if _, err := os.Stat(filepath.Join(folder, "mouldworks.db")); err != nil {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// Whoever mistypes an option learns which, in the words of the form, and finds nothing made.
func TestARefusedFirstCompanyLeavesNothing(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"create-operator", "--phone", "abc"}, "--phone: "},
		{[]string{"create-operator", "--phone", "13700000001", "--zone", "Mars/Base"}, "--zone: "},
		{[]string{"create-tenant", "--key", "first", "--name", "First", "--phone", "abc"}, "--phone: "},
		{[]string{"create-tenant", "--key", "F", "--name", "First", "--phone", "13700000001"}, "--key: "},
		{[]string{"create-tenant", "--key", "first", "--name", " ", "--phone", "13700000001"}, "--name: "},
		{[]string{"create-tenant", "--key", "first", "--name", "First", "--factory", "", "--phone", "13700000001"}, "--factory: "},
	} {
		folder := filepath.Join(t.TempDir(), "data")
		var all commands
		parsed, err := kong.Must(&all).Parse(append(append([]string{"admin"}, c.args...), "--data", folder))
		if err != nil {
			t.Fatal(err)
		}
		if err := parsed.Run(); err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%v: %v", c.args, err)
		}
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%v has made %s", c.args, folder)
		}
	}
}
