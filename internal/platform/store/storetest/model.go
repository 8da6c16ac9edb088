package storetest

import (
	"os"
	"path/filepath"
	"testing"
)

// Model is a database of each engine that is filled once and then copied: filling it anew would take most of a test's
// time. What Fill gives comes with every copy. Its tests run one after the other.
type Model[T any] struct {
	// Fill opens the database, which has tables and no rows, fills it and closes it.
	Fill func(t testing.TB, url string) T

	sqlite, postgres filled[T]
}

// filled is a model on one engine.
type filled[T any] struct {
	done  bool
	file  []byte // SQLite's
	name  string // of PostgreSQL's database
	gives T
}

// Each runs fn with the address of a copy on each engine.
func (m *Model[T]) Each(t *testing.T, fn func(t *testing.T, url string, gives T)) {
	t.Helper()
	sqlite, postgres := m.engines(fn)
	atOnce(t, sqlite, postgres)
}

// EachInTurn does the same on one engine after the other, for tests of what the engines share.
func (m *Model[T]) EachInTurn(t *testing.T, fn func(t *testing.T, url string, gives T)) {
	t.Helper()
	sqlite, postgres := m.engines(fn)
	inTurn(t, sqlite, postgres)
}

func (m *Model[T]) engines(fn func(t *testing.T, url string, gives T)) (sqlite, postgres func(t *testing.T)) {
	sqlite = func(t *testing.T) {
		if x := &m.sqlite; !x.done {
			dir := SQLite(t)
			x.gives = m.Fill(t, dir)
			file, err := os.ReadFile(filepath.Join(dir, sqliteFile))
			if err != nil {
				t.Fatal(err)
			}
			x.file, x.done = file, true
		}
		fn(t, folder(t, m.sqlite.file), m.sqlite.gives)
	}
	postgres = func(t *testing.T) {
		c := connect(t)
		if x := &m.postgres; !x.done {
			x.name = c.copyOf(t, c.empty(t)) // stays until the cluster goes
			x.gives = m.Fill(t, c.address(t, x.name))
			x.done = true
		}
		fn(t, c.throwAway(t, m.postgres.name), m.postgres.gives)
	}
	return sqlite, postgres
}
